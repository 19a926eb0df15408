"""A network tried on games it never learnt from: the numbers add up, bids stand beside beliefs, foreign input is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

pytest.importorskip("torch")

from mutapa.core.errors import InvalidError
from mutapa.experiments import cli
from mutapa.experiments.auctions import auctions
from mutapa.experiments.auctions.forecast import forecasts
from mutapa.experiments.training import eval_net, train
from mutapa.experiments.training.runs import Folder
from mutapa.nets.samples import Chunk

RUN: dict[str, Any] = {
    "game": "ascending", "seed": 5, "stages": 1, "backend": "plain", "seats": [3],
    "teacher": {"bot": "uct:memory=1", "games": 24, "playing": {"full": 20, "fast": 5, "share": 0.5, "watch": 0.5}},
    "model": {"embedding": 8, "hidden": 8, "rank": 2},
    "learner": {"first_steps": 40, "batch": 32, "rate": 0.01, "warm_up": 4, "checkpoint": 40, "held_out": 4},
    "rating": {"opponents": []},
}  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    (folder / "toy.yaml").write_text(yaml.safe_dump(RUN))
    train.command(folder / "toy.yaml", resume=False, minutes=None, count=1, ray=None, changes=None, out=folder / "toy")
    return folder / "toy"


def test_a_run_is_tried_on_what_it_held_out(run: Path) -> None:
    found = eval_net.evaluate(run / "net.safetensors", [run], 1000, "plain")
    game = eval_net.registry.get("ascending")
    chunks = [Chunk.load(path, game) for path in Folder(run).chunks(0)]
    wanted = sum(int((chunk.number % 4 == 0)[chunk.game].sum()) for chunk in chunks)
    assert found["positions"] == wanted > 10
    assert found["policy_target"] == "the search's policy"
    assert found["value"]["even"] == pytest.approx(math.log(3), abs=1e-5)
    assert found["value"]["network - judge"]["mean"] == pytest.approx(
        found["value"]["loss"]["mean"] - found["value"]["judge"]["mean"], abs=1e-5
    )
    assert sum(each["n"] for each in found["value"]["calibration"]) == 3 * wanted
    assert found["policy"]["least"] <= found["policy"]["loss"]["mean"]
    assert sum(each["n"] for each in found["value"]["by_round"]) == wanted


def test_bids_stand_beside_beliefs(run: Path) -> None:
    found = eval_net.evaluate(run / "net.safetensors", [run / "games" / "00"], 1000, "plain")
    told = found["bids"]
    assert told is not None
    steps = told["network"]["n"]
    assert steps == told["even"]["n"] == told["limits-uniform"]["n"] > 5
    assert told["network - even"]["mean"] == pytest.approx(told["network"]["mean"] - told["even"]["mean"], abs=1e-5)
    uniform, even = forecasts(auctions.read(Folder(run).records(), "plain"), ["limits-uniform"])  # as `mutapa forecast-bids`
    assert told["limits-uniform"]["mean"] == pytest.approx(uniform.mean, abs=1e-6)
    assert told["even"]["mean"] == pytest.approx(even.mean, abs=1e-6)
    assert found["policy_target"] == "the step made"
    assert found["policy"]["least"] == 0


def test_differences_have_intervals_over_games(run: Path) -> None:
    """Student's t over games, by hand: two bids of one game are one unit."""
    differences, games = np.array([-1.0, -3.0, -2.0, 0.0, -2.5]), [4, 4, 5, 6, 6]
    found = eval_net.compared(differences, games)
    residuals = [sum(d + 1.7 for d, g in zip(differences, games, strict=True) if g == each) for each in (4, 5, 6)]
    error = math.sqrt(3 / 2 * sum(each**2 for each in residuals)) / 5
    assert (found["mean"], found["n"], found["games"]) == (pytest.approx(-1.7), 5, 3)
    assert (found["low"], found["high"]) == pytest.approx((-1.7 - 4.302653 * error, -1.7 + 4.302653 * error), abs=1e-5)
    assert found["verdict"] == "better"
    assert eval_net.compared(differences + 1.5, games)["verdict"] == "open"
    assert eval_net.compared(differences + 9, games)["verdict"] == "worse"
    assert eval_net.compared(differences[:2], games[:2])["verdict"] == "too few games"
    told = eval_net.evaluate(run / "net.safetensors", [run], 1000, "plain")["bids"]["network - limits-heuristic"]
    assert told["low"] < told["mean"] < told["high"]
    assert told["games"] == len(Folder(run).records())


def test_the_command_prints_and_writes(run: Path, tmp_path: Path) -> None:
    target = tmp_path / "found.json"
    done = CliRunner().invoke(
        cli.app, ["eval-net", str(run / "net.safetensors"), str(run), "--backend", "plain", "--json", str(target)]
    )
    assert done.exit_code == 0, done.output
    assert "network - judge" in done.output
    assert "the network is" in done.output
    assert json.loads(target.read_text())["game"] == "ascending"


def test_what_does_not_fit_is_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"can't be read"):
        eval_net.evaluate(tmp_path / "no.safetensors", [run], 10, "plain")
    with pytest.raises(InvalidError, match=r"no \.record files"):
        eval_net.evaluate(run / "net.safetensors", [tmp_path], 10, "plain")
    junk = tmp_path / "junk.record"
    junk.write_bytes(b"junk")
    with pytest.raises(InvalidError, match="no Mutapa record"):
        eval_net.evaluate(run / "net.safetensors", [junk], 10, "plain")
