"""Training on a real Ray cluster of two nodes: the run that one process makes, whoever dies; learning while games are played."""

from __future__ import annotations

import os
import re
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments.training import learners, train
from mutapa.experiments.training.runs import Folder
from mutapa.experiments.workers import actors, inference
from tests.experiments.training.test_train import RUN, config, kept, killed_and_resumed, learnt, started, undisturbed

pytest.importorskip("ray")
pytest.importorskip("torch")
__all__ = ["undisturbed"]


def trained(path: Path, out: Path, where: str, resume: bool = False, workers: int = 2, minutes: float | None = None) -> None:
    train.command(path, resume=resume, minutes=minutes, count=workers, ray=where, changes=None, out=out)


def killed(where: str) -> None:
    found = re.match(r"process (\d+)", where)
    assert found is not None
    os.kill(int(found[1]), signal.SIGKILL)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_same_run_over_ray(cluster: Any, undisturbed: Path, tmp_path: Path, workers: int) -> None:
    trained(config(tmp_path), tmp_path / "run", cluster.address, workers=workers)
    assert kept(tmp_path / "run") == kept(undisturbed)


def test_kill_9_of_player_learner_and_window(
    cluster: Any, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    give, lesson = actors.Actors.give, learners.Faculty.lesson
    given, lessons = [0], [0]

    def giving(self: Any, hand: Any, work: Any) -> None:
        give(self, hand, work)
        given[0] += 1
        if given[0] == 2:
            killed(hand.where)

    def learning(self: Any, stage: int, end: int, seconds: float) -> Any:
        lessons[0] += 1
        if lessons[0] in (2, 4):
            who = self.student if lessons[0] == 2 else self.replay
            killed(self.ray.get(who.where.remote()))
        return lesson(self, stage, end, seconds)

    monkeypatch.setattr(actors.Actors, "give", giving)
    monkeypatch.setattr(learners.Faculty, "lesson", learning)
    trained(config(tmp_path), tmp_path / "run", cluster.address)
    assert kept(tmp_path / "run") == kept(undisturbed)
    said = capsys.readouterr().err
    assert said.count("; it goes on from its last checkpoint") == 2
    assert "its task is done again: games" in said


def test_a_learner_that_dies_again_and_again_is_given_up(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: Path
) -> None:
    out = tmp_path / "run"
    trained(config(tmp_path), out, cluster.address, minutes=0)
    shutil.copytree(undisturbed / "games" / "00", out / "games" / "00", dirs_exist_ok=True)
    resumed = learners.Faculty._back

    def back(self: Any) -> None:
        resumed(self)
        if lessons[0]:
            killed(self.ray.get(self.student.where.remote()))

    def learning(self: Any, stage: int, end: int, seconds: float) -> Any:
        lessons[0] += 1
        killed(self.ray.get(self.student.where.remote()))
        return real(self, stage, end, seconds)

    lessons = [0]
    real = learners.Faculty.lesson
    monkeypatch.setattr(learners.Faculty, "_back", back)
    monkeypatch.setattr(learners.Faculty, "lesson", learning)
    with pytest.raises(Exception, match=r"the learner was lost 3 times in a row \(.*\); what is finished is kept"):
        trained(config(tmp_path), out, cluster.address, resume=True)
    monkeypatch.undo()
    trained(config(tmp_path), out, cluster.address, resume=True)
    assert kept(out) == kept(undisturbed)


def test_a_learner_of_other_code_is_refused(
    cluster: Any, undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    trained(config(tmp_path), out, cluster.address, minutes=0)
    shutil.copytree(undisturbed / "games" / "00", out / "games" / "00", dirs_exist_ok=True)
    pack = learners.connect.pack
    other = lambda *given: pack(*given)._replace(code="0123456789abcdef")  # noqa: E731
    monkeypatch.setattr(train.connect, "pack", other)
    with pytest.raises(MutapaError, match=r"the driver's 0123456789abcdef; right would be the same revision"):
        trained(config(tmp_path), out, cluster.address, resume=True)


def test_learning_while_games_are_played(cluster: Any, tmp_path: Path) -> None:
    learner = {**RUN["learner"], "steps": 40, "checkpoint": 4}
    path, out = config(tmp_path, asynchronous=True, games=40, learner=learner), tmp_path / "run"
    trained(path, out, cluster.address)
    run = Folder(out)
    assert run.ended(1) is not None
    assert len(run.chunks(1)) == 10
    assert [each["step"] for each in run.metrics() if each["kind"] == "learn"][-10:] == list(range(28, 65, 4))
    bots = {train.Chunk.load(each, train.training.load(path).game).head["bot"] for each in run.chunks(1)}
    assert any("net=live-" in each for each in bots), "later games are by newer weights"
    assert "not reproducible" in (out / "log.txt").read_text()
    with pytest.raises(InvalidError, match="asynchronous learning needs workers elsewhere; right would be --ray local"):
        started(path, tmp_path / "other")


@pytest.mark.slow
def test_the_driver_is_killed_and_the_run_goes_on(undisturbed: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    moments = [lambda: any(out.glob("games/00/*.npz")), lambda: learnt(out, 8)]
    killed_and_resumed(config(tmp_path), out, moments, "--workers", "2", "--ray", "local")
    assert kept(out) == kept(undisturbed)


def test_one_actor_thinks_for_all_workers_of_a_run(cluster: Any, tmp_path: Path) -> None:
    import ray

    path = config(tmp_path, player="uct:memory=1,batch=16")
    started(path, tmp_path / "one")
    out = tmp_path / "many"
    train.command(path, resume=False, minutes=None, count=2, ray=cluster.address, gpus=0, changes=None, out=out)
    actor = ray.get_actor(f"{inference.NAME}-16")
    told = ray.get(actor.told.remote())
    ray.kill(actor)
    assert told["rows"] > 50
    assert kept(out) == kept(tmp_path / "one")
