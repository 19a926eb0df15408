"""Trainings compared: stopped and gone on with they give the table of one go; its numbers add up; nonsense is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

pytest.importorskip("torch")

from mutapa.core.errors import InvalidError
from mutapa.experiments import archive, cli
from mutapa.experiments.training import ablate_training, eval_net, variations
from mutapa.experiments.training.ablate_training import Losses, interval, table
from mutapa.experiments.training.runs import Folder
from mutapa.experiments.training.variations import load

BASE: dict[str, Any] = {
    "game": "ascending", "seed": 5, "stages": 1, "backend": "plain", "seats": [3, 2], "player": "uct:memory=1",
    "teacher": {"bot": "uct:memory=1", "games": 12, "playing": {"chunk": 4, "full": 12, "fast": 4, "share": 0.5}},
    "model": {"embedding": 8, "hidden": 4, "rank": 2},
    "learner": {"first_steps": 16, "batch": 16, "rate": 0.01, "warm_up": 4, "checkpoint": 8, "held_out": 4},
    "rating": {"opponents": []},
}  # fmt: skip
CONFIG: dict[str, Any] = {
    "base": "base.yaml", "seeds": [3, 4], "trial": {"games": 10, "blocks": 2, "sims": 4},
    "variants": {"no bid targets": ["learner.bids=0"], "other rate": ["learner.rate=0.1", "learner.clip=0"]},
}  # fmt: skip


def config(folder: Path, **changes: Any) -> Path:
    (folder / "base.yaml").write_text(yaml.safe_dump(BASE))
    (folder / "parts.yaml").write_text(yaml.safe_dump({**CONFIG, **changes}))
    return folder / "parts.yaml"


def run(path: Path, out: Path, minutes: float | None = None) -> None:
    ablate_training.command(path, minutes=minutes, count=1, ray=None, out=out, json_out=None)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts")
    run(config(folder), folder / "out")
    return folder / "out"


def test_it_leaves_a_table(done: Path) -> None:
    rows = json.loads((done / "table.json").read_text())
    assert [(row["training"], row.get("seats")) for row in rows] == [
        ("whole", None), ("no bid targets", 3), ("no bid targets", 2), ("other rate", 3), ("other rate", 2)
    ]  # fmt: skip
    assert [row["changes"] for row in rows[::2]] == ["", "learner.bids=0.0", "learner.rate=0.1, learner.clip=0.0"]
    assert all(row["blocks"] == 4 for row in rows[1:])  # two seeds
    assert rows[0]["samples"] > 20
    for row in rows[1:]:
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["corrected"] >= row["p"] - 1e-6
        for part in ("value", "policy", "bids"):
            assert row[f"{part}_more"] == pytest.approx(row[part] - rows[0][part], abs=3e-6)
            assert row[f"{part}_low"] <= row[f"{part}_more"] <= row[f"{part}_high"]
    assert rows[1]["bids"] > rows[0]["bids"]  # a head that was never taught
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(done / "table.parquet").height == 5
    page = (done / "table.md").read_text()
    assert "| no bid targets |" in page
    assert "of 10 games of `uct:memory=1`" in page


def test_losses_are_those_of_eval_net(done: Path) -> None:
    """Of a network and games that both look at."""
    compared = load(done.parent / "parts.yaml")
    net = Folder(done / "runs" / "whole-3").best
    positions = eval_net.encode(
        eval_net.join([eval_net.Chunk.load(path, compared.base.game) for path in sorted((done / "held-out").glob("*.npz"))]),
        eval_net.native.engine(compared.base.game, "plain"),
    )
    told = ablate_training.losses(net, positions)
    from mutapa.nets import batch, model, weights

    said = batch.predict(model.model_of(weights.load(net)), positions)
    score = eval_net.score
    assert told["value"].losses.mean() == pytest.approx(score.value(said.shares, positions)["loss"]["mean"], abs=1e-6)
    assert told["policy"].losses.mean() == pytest.approx(score.policy(said.policy, positions)["loss"]["mean"], abs=1e-6)
    assert told["bids"].losses.mean() == pytest.approx(score.bids(said.bids, positions)["loss"]["mean"], abs=1e-6)
    assert len(set(told["value"].games)) <= 10


def test_in_pieces_it_comes_to_the_same(done: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up after the same number of questions whether it is, so this doesn't hang on the speed of the machine."""
    path, out = config(tmp_path), tmp_path / "out"

    def until(minutes: float | None) -> Callable[[], bool]:
        left = iter(range(11))
        return lambda: minutes is None or next(left, None) is not None

    monkeypatch.setattr(ablate_training, "until", until)
    pieces = 0
    while not (out / "table.json").exists():
        pieces += 1
        assert pieces < 40
        run(path, out, minutes=1)
    assert pieces > 2
    assert json.loads((out / "table.json").read_text()) == json.loads((done / "table.json").read_text())
    run(path, out)
    assert json.loads((out / "table.json").read_text()) == json.loads((done / "table.json").read_text())


def test_where_nothing_is_drawn_steps_at_random_make_blocks_differ(done: Path, tmp_path: Path) -> None:
    """The toys have no set-ups to draw: without blunders all blocks of two networks are one."""
    (tmp_path / "out").mkdir()
    for name in ("runs", "held-out"):
        (tmp_path / "out" / name).symlink_to(done / name)
    run(config(tmp_path, trial={"games": 10, "blocks": 4, "sims": 4, "blunder": 0.3}), tmp_path / "out")
    rows = list(archive.read(tmp_path / "out"))
    shares: dict[Any, set[float]] = {}
    for row in rows:
        shares.setdefault((row["variant"], row["seed"], row["seats"]), set()).add(row["share"])
    assert max(map(len, shares.values())) > 1
    assert "30% of steps at random" in (tmp_path / "out" / "table.md").read_text()


def test_an_interval_goes_over_games() -> None:
    mine, whole = np.array([1.0, 2.0, 4.0]), np.array([0.5, 1.0, 1.0])
    found = interval("value", Losses(mine, np.array([1, 1, 2])), Losses(whole, np.array([1, 1, 2])), 0.05)
    assert found["value_more"] == pytest.approx(1.5)
    # residuals by game: -1.0 - 0.5 = -1.5 and 1.5; error sqrt(2 * 4.5) / 3 = 1, t of one degree of freedom 12.706
    assert (found["value_low"], found["value_high"]) == (pytest.approx(1.5 - 12.7062, abs=1e-3), pytest.approx(14.2062, abs=1e-3))
    assert interval("value", Losses(mine, np.zeros(3)), Losses(whole, np.zeros(3)), 0.05)["value_low"] is None


def test_a_game_without_auctions_has_no_column_of_bids() -> None:
    whole = {"training": "whole", "value": 1.0, "policy": 2.0, "simulations": 1000, "samples": 10}
    other = {**whole, "training": "x", "seats": 2, "share": 0.5, "difference": 0.0, "low": -0.1, "high": 0.1, "corrected": 1e-9}
    heads, rows = table([whole, other, {**other, "seats": 3}])
    assert "bids" not in heads
    assert all(len(row) == len(heads) for row in rows)
    assert rows[1][-3:] == ["< 0.001", "1,000", "10"]
    assert rows[2][0] == rows[2][-1] == ""


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"variants": {"a": []}}, r"variant 'a' is 'whole' again; right would be a change that changes something"),
    ({"variants": {"a": ["learner.ema=0"], "b": ["learner.ema=0"]}}, r"variant 'b' is 'a' again"),
    ({"variants": {"whole": ["learner.ema=0"]}}, r"variant 'whole'; right would be a name of letters and digits"),
    ({"variants": {"a/b": ["learner.ema=0"]}}, r"variant 'a/b'; right would be a name of letters and digits"),
    ({"variants": {"a": ["learner.emma=0"]}}, r"no key 'emma'; did you mean 'ema'"),
    ({"variants": {"a": ["game=kuhn", "seats=[2]"]}}, r"variant 'a' is of another game"),
    ({"seeds": [1, 1]}, r"seeds are \[1, 1\]; right would be one or several, all different"),
    ({"seeds": []}, r"seeds are \[\]"),
    ({"trial": {"blocks": 0}}, r"trial: blocks is 0; right would be 1 or more"),
    ({"trial": {"blunder": 1.5}}, r"trial: blunder is 1.5; right would be a share from 0 on, below 1"),
    ({"alpha": 0.7}, r"alpha is 0.7; right would be a number between 0 and 0.5"),
    ({"base": "none.yaml"}, r"none\.yaml: can't be read"),
]


@pytest.mark.parametrize(("changes", "said"), REFUSED)
def test_nonsense_is_refused(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=said) as caught:
        load(config(tmp_path, **changes))
    assert "\n" not in str(caught.value)


def test_another_comparison_in_the_same_folder_is_refused(done: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"trial was .* when this began"):
        run(config(tmp_path, trial={"games": 11, "blocks": 2, "sims": 4}), done)
    result = CliRunner().invoke(cli.app, ["ablate-training", str(config(tmp_path)), "--out", str(tmp_path / "a,b")])
    assert result.exit_code != 0


@pytest.mark.parametrize("path", sorted(Path("configs/training/ablations").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_configs_that_come_along(path: Path) -> None:
    found = load(path)
    assert found.variations.question
    assert len(found.names) > 3
    whole, *others = found.runs[: len(found.names)]
    assert all(variations.changed(whole.plan.data(), other.plan.data()) for other in others)
