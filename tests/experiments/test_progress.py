"""Progress where no terminal is: a line now and then, one at the end, with rates and what is left."""

from __future__ import annotations

import pytest

from mutapa.experiments import progress
from mutapa.experiments.progress import Progress


def test_lines_come_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    with Progress("stage 1 games", 50, "games", done=10) as bar:
        for _ in range(4):
            now[0] += 20
            bar.advance(10, "all is well")
        assert bar.rate == pytest.approx(0.5)  # what was done before doesn't count
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "stage 1 games: 30 of 50 games; 0.5 games a second, all is well; 0.7 minutes to go",
        "stage 1 games: 50 of 50 games; 0.5 games a second, all is well; 0.0 minutes to go",
    ]


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("games", 1, "games", quiet=True) as bar:
        bar.advance()
    assert capsys.readouterr().err == ""
