"""Blocks in an archive: who may go on with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments import archive
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.workers import workers


def session(folder: Path, specs: tuple[str, ...], backend: str) -> None:
    with archive.Archive(folder, {"seed": 1}) as kept, blocks.session(kept, workers.Staff(1), specs, backend):
        pass


@pytest.mark.parametrize("timed", ["uct:seconds=0.01", "uct:clock=5+0.1", "uct:sims=9,seconds=1"])
def test_under_a_clock_another_backend_may_not_go_on(timed: str, tmp_path: Path) -> None:
    """The same seconds are another bot there."""
    session(tmp_path, (timed, "random"), "plain")
    session(tmp_path, (timed, "random"), "plain")
    with pytest.raises(InvalidError) as refused:
        session(tmp_path, (timed, "random"), "object")
    said = f'{tmp_path}: backend was "plain" when this began, now it is "object"; right would be the same, or another --out'
    assert str(refused.value) == said
    assert len(archive.sessions(tmp_path)) == 2, "a run that is refused leaves nothing"


def test_simulations_give_the_same_whoever_computes(tmp_path: Path) -> None:
    for backend in ("plain", "object", "strict"):
        session(tmp_path, ("uct:sims=9", "expert"), backend)
    assert [each["backend"] for each in archive.sessions(tmp_path)] == ["plain", "object", "strict"]


def test_an_interrupted_run_is_told_of(tmp_path: Path) -> None:
    def interrupted() -> None:
        with archive.Archive(tmp_path, {"seed": 1}) as kept, blocks.session(kept, workers.Staff(1), ("random",), "plain"):
            kept.add({"table": "t", "block": 1})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    (told,) = archive.sessions(tmp_path)
    assert (told["ended"], told["pieces"]) == (True, 1)
    assert [row["block"] for row in archive.read(tmp_path)] == [1]
