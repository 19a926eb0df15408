"""Training runs: killed anywhere and resumed they are what they would have been; what is asked for wrongly is refused."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments import archive, cli
from mutapa.experiments.training import gate, train
from mutapa.experiments.training.runs import Folder, found, row
from mutapa.nets import weights

pytest.importorskip("torch")
TOP = Path(__file__).parents[3]
RUN: dict[str, Any] = {
    "game": "tictactoe", "seed": 5, "stages": 2, "backend": "plain", "player": "uct:memory=1",
    "teacher": {"bot": "uct:memory=1", "games": 12, "playing": {"chunk": 4, "full": 16, "fast": 4, "share": 0.5}},
    "games": 8, "playing": {"chunk": 4, "full": 12, "fast": 4, "share": 0.5},
    "model": {"embedding": 8, "hidden": 4, "rank": 2},
    "learner": {"first_steps": 24, "steps": 16, "batch": 16, "rate": 0.01, "warm_up": 4, "checkpoint": 8, "held_out": 4},
    "gate": {"blocks": 3, "sims": 4}, "rating": {"opponents": ["random"], "blocks": 2, "sims": 4},
}  # fmt: skip


class Killed(BaseException):
    """As if the process were gone: nothing on the way out catches it."""


def config(tmp_path: Path, **changes: Any) -> Path:
    path = tmp_path / "toy.yaml"
    path.write_text(yaml.safe_dump({**RUN, **changes}))
    return path


def started(path: Path, out: Path, resume: bool = False, minutes: float | None = None, workers: int = 1) -> None:
    train.command(path, resume=resume, minutes=minutes, count=workers, ray=None, changes=None, out=out)


def kept(run: Path) -> dict[str, bytes]:
    """All that must be the same, by name."""
    names = ["checkpoint.safetensors", "metrics.jsonl", "net.safetensors", "plan.json"]
    inside = [path for folder in ("games", "nets", "stages") for path in sorted((run / folder).rglob("[0-9]*.*"))]
    return {str(path.relative_to(run)): path.read_bytes() for path in [*(run / name for name in names), *inside]}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    started(config(folder), folder / "run")
    return folder / "run"


def test_a_run_leaves_its_folder(undisturbed: Path) -> None:
    run = Folder(undisturbed)
    assert [len(run.chunks(stage)) for stage in (0, 1)] == [3, 2]
    assert {path.name for path in undisturbed.glob("*.svg")} == {"loss.svg", "calibration.svg", "agreement.svg", "elo.svg"}
    rows = run.metrics()
    assert [each["step"] for each in rows if each["kind"] == "learn"] == [8, 16, 24, 32, 40]
    assert [each["step"] for each in rows if each["kind"] == "test"] == [8, 16, 24, 32, 40]
    assert [each["games"] for each in rows if each["kind"] == "games"] == [12, 8]
    assert [each["stage"] for each in rows if each["kind"] == "stage"] == [0, 1]
    assert len(run.records()) == 5
    for path in run.records():
        Record.load(path).verify()
    told = run.ended(1)
    assert told is not None
    assert told["standing"] in (0, 1)
    assert (undisturbed / "net.safetensors").read_bytes() == run.standing(1).read_bytes()
    assert row(run)["state"] == "done"
    assert row(run)["games"] == 20
    assert [each.path for each in found(undisturbed.parent)] == [undisturbed]


MOMENTS = [1, 2, 4, 5, 7, 10, 11, 13, 14, 16, 19, 20, 22, 23, 25, 28, 29, 31, 34]


@pytest.mark.parametrize("writes", [3, 8, 17, 26, *(pytest.param(n, marks=pytest.mark.slow) for n in MOMENTS)])
def test_killed_anywhere_it_goes_on(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int) -> None:
    """Die at the n-th file that is written, at the one after it when resumed, then go on undisturbed."""
    real, left = files.write, [writes]

    def write(path: Path | str, data: bytes) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Killed
        real(path, data)

    monkeypatch.setattr(files, "write", write)
    path, out = config(tmp_path), tmp_path / "run"
    with pytest.raises(Killed):
        started(path, out)
    left[0] = 3
    with pytest.raises(Killed):
        started(path, out, resume=(out / "plan.json").exists())
    left[0] = -1
    started(path, out, resume=(out / "plan.json").exists())
    assert kept(out) == kept(undisturbed)


DIE = """
import os, signal, sys
from mutapa.core import files
real = files.write
def write(path, data):
    if str(path).endswith("checkpoint.safetensors") and b'"step\\\\": 240' in data[:4000]:
        os.kill(os.getpid(), signal.SIGKILL)
    real(path, data)
files.write = write
from mutapa.experiments.cli import app
app()
"""


def test_four_hundred_steps_killed_at_the_middle(tmp_path: Path) -> None:
    """Trial A19: counter, optimiser, schedule and replay window go on, weights are the same, the log names what is redone."""
    learner = {**RUN["learner"], "first_steps": 400, "checkpoint": 40}
    path = config(tmp_path, stages=1, learner=learner)
    started(path, tmp_path / "whole")
    words = ["train", str(path), "--out", str(tmp_path / "killed")]
    done = subprocess.run([sys.executable, "-c", DIE, *words], cwd=TOP, capture_output=True, text=True, timeout=300)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert max(each["step"] for each in _rows(tmp_path / "killed") if each["kind"] == "learn") == 240
    started(path, tmp_path / "killed", resume=True)
    assert kept(tmp_path / "killed") == kept(tmp_path / "whole")
    rates = [each["rate"] for each in _rows(tmp_path / "killed") if each["kind"] == "learn"]
    assert len(rates) == 10
    assert rates == sorted(rates, reverse=True)  # no second warm-up
    log = (tmp_path / "killed" / "log.txt").read_text()
    assert "learning goes on after step 200, weights " in log
    assert "steps 201 to 240 were not in a checkpoint and are done again" in log
    hashes = [text.rpartition("learnt to step 400, ")[2] for text in log.splitlines() if "learnt to step 400" in text]
    whole = (tmp_path / "whole" / "log.txt").read_text()
    assert hashes[0].rpartition("weights ")[2] in whole


def test_killed_by_the_system_it_goes_on(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    killed_and_resumed(config(tmp_path), out, [lambda: learnt(out, 8)])
    assert kept(out) == kept(undisturbed)
    assert len(list((out / "sessions").glob("*.json"))) == 2


def killed_and_resumed(path: Path, out: Path, moments: Sequence[Callable[[], bool]], *more: str) -> None:
    """Run the command, kill it by the system at each of `moments`, and go on to the end."""
    command = [sys.executable, "-m", "mutapa.experiments", "train", str(path), "--out", str(out), *more]
    for moment in moments:
        begun = [*command, "--resume"] if (out / "plan.json").exists() else command
        process = subprocess.Popen(begun, cwd=TOP, stderr=subprocess.PIPE, text=True)
        while not moment():
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.02)
        process.kill()
        process.communicate()
    done = subprocess.run([*command, "--resume"], cwd=TOP, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def learnt(run: Path, step: int) -> bool:
    """Whether a run has told of so many steps of the optimiser."""
    return any(each["kind"] == "learn" and each["step"] >= step for each in _rows(run))


def test_both_of_a_gate_make_steps_at_random(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as its config says, and only there: what is rated and what plays to learn from doesn't."""
    real, played = train.Trainer._block, []

    def block(trainer: train.Trainer, specs: tuple[str, ...], seed: int, number: int) -> Any:
        played.append(specs)
        return real(trainer, specs, seed, number)

    monkeypatch.setattr(train.Trainer, "_block", block)
    started(config(tmp_path, gate={**RUN["gate"], "blunder": 0.9}), tmp_path / "run")
    gated = [specs for specs in played if "random" not in specs]
    assert len(gated) == RUN["gate"]["blocks"]
    assert all("blunder=0.9" in spec for specs in gated for spec in specs)
    assert not any("blunder" in spec for specs in played if specs not in gated for spec in specs)
    shares = [[row["share"] for row in archive.read(run) if row["kind"] == "gate"] for run in (undisturbed, tmp_path / "run")]
    assert shares[0] != shares[1]


def _rows(run: Path) -> list[dict[str, Any]]:
    return Folder(run).metrics()


def test_what_was_done_again_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = files.write

    def write(path: Path | str, data: bytes) -> None:
        if Path(path).name == "checkpoint.safetensors" and b'"step\\": 16' in data[:4000]:
            raise Killed
        real(path, data)

    monkeypatch.setattr(files, "write", write)
    path, out = config(tmp_path, stages=1), tmp_path / "run"
    with pytest.raises(Killed):
        started(path, out)
    monkeypatch.setattr(files, "write", real)
    started(path, out, resume=True)
    log = (out / "log.txt").read_text()
    assert "learning goes on after step 8" in log
    assert "steps 9 to 16 were not in a checkpoint and are done again" in log


def test_time_runs_out(undisturbed: Path, tmp_path: Path) -> None:
    path, out = config(tmp_path), tmp_path / "run"
    started(path, out, minutes=0)
    assert "the time is up" in (out / "log.txt").read_text()
    assert row(Folder(out))["state"] == "stopped"
    for seconds in (0.3, 0.5, 0.8):
        started(out, None, resume=True, minutes=seconds / 60)  # type: ignore[arg-type]
    started(out, None, resume=True)  # type: ignore[arg-type]
    assert kept(out) == kept(undisturbed)


def test_workers_change_nothing(undisturbed: Path, tmp_path: Path) -> None:
    started(config(tmp_path), tmp_path / "run", workers=2)
    assert kept(tmp_path / "run") == kept(undisturbed)


def test_a_lost_checkpoint_is_learnt_again(undisturbed: Path, tmp_path: Path) -> None:
    path, out = config(tmp_path), tmp_path / "run"
    started(path, out)
    for name in ("checkpoint.safetensors", "stages/01.json", "nets/01.safetensors", "games/01/000001.npz"):
        (out / name).unlink()
    started(path, out, resume=True)
    assert kept(out) == kept(undisturbed)


def test_another_plan_is_refused(undisturbed: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="a run lies there already; right would be --resume"):
        started(config(tmp_path), undisturbed)
    with pytest.raises(InvalidError, match=r"learner\.steps was 16 when this began, now it is 17"):
        started(config(tmp_path, learner={**RUN["learner"], "steps": 17}), undisturbed, resume=True)
    with pytest.raises(InvalidError, match="no run was begun there"):
        started(config(tmp_path), tmp_path / "nothing", resume=True)
    with pytest.raises(InvalidError, match="no training run lies there"):
        started(tmp_path, None, resume=True)  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="without , and ="):
        started(config(tmp_path), tmp_path / "a,b")


def test_ratings_are_finite_and_on_the_right_side() -> None:
    lost = train.rating("expert", 4, {("expert", 4, block): 0.0 for block in (1, 2)} | {("expert", 2, 1): 1.0})
    assert (lost["blocks"], lost["share"]) == (2, 0)
    assert -1000 < lost["elo"] < -100  # half a game of eight, where an even share is a quarter
    assert lost["elo_low"] <= lost["elo"] < lost["elo_high"]
    even = train.rating("expert", 2, {("expert", 2, block): 0.5 for block in range(1, 9)} | {("expert", 2, 9): None})
    assert (even["elo"], even["blocks"]) == (0, 8)


def test_the_best_network_is_the_one_that_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every stage, not only at the end: a gate that refuses leaves it as it is, and `mutapa runs` says so."""
    def verdict(settings: Any, seats: Any, shares: Any) -> gate.Verdict:
        refuses.append(stages[-1])
        return gate.Verdict(stages[-1] != 2, 0, 0.0, 0.0, "as this test says")

    refuses: list[int] = []
    stages: list[int] = []
    seen: dict[int, bytes] = {}
    real_gate, real_end = train.Trainer._gate, Folder.stand

    def asked(trainer: train.Trainer, stage: int) -> dict[str, Any]:
        stages.append(stage)
        return real_gate(trainer, stage)

    def stand(folder: Folder, stage: int) -> int:
        found = real_end(folder, stage)
        seen.setdefault(stage, folder.best.read_bytes())
        return found

    monkeypatch.setattr(gate, "verdict", verdict)
    monkeypatch.setattr(train.Trainer, "_gate", asked)
    monkeypatch.setattr(Folder, "stand", stand)
    started(config(tmp_path, stages=4), tmp_path / "run")
    run = Folder(tmp_path / "run")
    nets = [run.net(stage).read_bytes() for stage in range(4)]
    assert len(set(nets)) == 4
    assert seen == {0: nets[0], 1: nets[1], 2: nets[1], 3: nets[3]}
    assert (row(run)["standing"], row(run)["refused"], row(run)["net"]) == (3, [2], str(run.best))
    shown = CliRunner().invoke(cli.app, ["runs", str(tmp_path)], env={"COLUMNS": "200"})
    assert "stage 3 (not 2)" in shown.output
    run.best.write_bytes(nets[0])  # killed between a stage's end and its network
    started(tmp_path / "run", None, resume=True)  # type: ignore[arg-type]
    assert run.best.read_bytes() == nets[3]


def test_a_run_begins_with_a_network(undisturbed: Path, tmp_path: Path) -> None:
    """With a rate of 0 the network that it begins with comes out; the original may be gone when the run goes on."""
    first = tmp_path / "first.safetensors"
    first.write_bytes((undisturbed / "net.safetensors").read_bytes())
    still = {**RUN["learner"], "rate": 0.0, "weight_decay": 0.0}
    path, run = config(tmp_path, start=str(first), stages=1, learner=still), tmp_path / "run"
    started(path, run, minutes=0)
    first.unlink()
    started(path, run, resume=True)
    was, now = weights.load(undisturbed / "net.safetensors").tensors, weights.load(Folder(run).best).tensors
    for name, tensor in was.items():
        assert np.allclose(tensor, now[name], atol=1e-6, rtol=1e-3), name
    assert "begins with the network" in (run / "log.txt").read_text()


def test_a_network_of_other_sizes_begins_nothing(undisturbed: Path, tmp_path: Path) -> None:
    path = config(tmp_path, start=str(undisturbed / "net.safetensors"), model={"embedding": 8, "hidden": 5, "rank": 2})
    with pytest.raises(InvalidError, match=r"other sizes than the run's model; .* model: \{embedding: 8, hidden: 4, rank: 2,"):
        started(path, tmp_path / "run")
    assert not (tmp_path / "run").exists()
    with pytest.raises(InvalidError, match=r"nowhere\.safetensors"):
        started(config(tmp_path, start=str(tmp_path / "nowhere.safetensors")), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_runs_are_listed(undisturbed: Path) -> None:
    done = CliRunner().invoke(cli.app, ["runs", str(undisturbed.parent), "--json", "-"])
    assert done.exit_code == 0
    assert '"stages": "2 of 2"' in done.output
    assert '"net": "' in done.output
    shown = CliRunner().invoke(cli.app, ["runs", str(undisturbed.parent)])
    assert "tictactoe" in shown.output
