"""`mutapa cluster bench`: all its parts on a small scale, and what it says of figures reached."""

from __future__ import annotations

import functools
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.cli import main
from mutapa.experiments.clusters import scaling

pytest.importorskip("ray")


def test_figures_are_medians_of_ratios_by_repeat() -> None:
    games = {"1 actors": [10.0, 20.0, 10.0], "2 actors": [19.0, 38.0, 30.0], "8 actors": [18.0, 30.0, 27.0]}
    searches = {"1 actors": [100.0], "2 actors": [150.0], "2 threads": [200.0]}
    rates = {"games/s": games, "simulations/s": searches}
    found = {each["figure"]: each for each in scaling.figures(rates, [1.05, 1.3, 1.0])}
    two = found["games/s: efficiency of 2 actors against 1"]
    assert (two["median"], two["least"], two["most"], two["reached"]) == (0.95, 0.95, 1.5, True)
    assert found["simulations/s: efficiency of 2 actors against 1"]["reached"] is False
    assert found["simulations/s: what 2 actors lose against 2 threads"]["median"] == 0.25
    assert found["games/s: 8 actors against 2"]["median"] == pytest.approx(0.9)
    clock = found["seconds: a move of 1 s, one of 4 actors stopped"]
    assert (clock["median"], clock["reached"]) == (1.05, True)
    assert scaling.figures({}, []) == []


def test_work_fits_the_time() -> None:
    asked: list[int] = []

    def do(n: int) -> float:
        asked.append(n)
        return 0.01 * n

    assert scaling.fitting(do, 10.0, 1) == 1000
    assert asked[-1] >= 100, "the last look was at a tenth of it or more"
    assert scaling.fitting(lambda n: 5.0 * n, 1.0, 1) == 1, "one piece at least"


def test_actors_of_other_ways_stand_still() -> None:
    sleepers = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) for _ in range(2)]
    places = [f"process {each.pid} on {socket.gethostname()}" for each in sleepers]

    def do(mine: int) -> tuple[float, float]:
        _, status = os.waitpid(sleepers[1 - mine].pid, os.WUNTRACED)  # waits until it has stopped
        assert os.WIFSTOPPED(status)
        assert os.waitpid(sleepers[mine].pid, os.WUNTRACED | os.WNOHANG) == (0, 0)
        return 3.0, 2.0

    ways = [scaling.Way(str(n), functools.partial(do, n), lambda n=n: [places[n], "process 1 on mars"]) for n in (0, 1)]
    try:
        assert scaling.take_turns(ways, 2) == {"0": [1.5, 1.5], "1": [1.5, 1.5]}
        for each in sleepers:
            _, status = os.waitpid(each.pid, os.WCONTINUED)
            assert os.WIFCONTINUED(status)
    finally:
        for each in sleepers:
            each.kill()
            each.wait()


@pytest.mark.slow
def test_all_parts(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    words = ["cluster", "bench", "--ray", cluster.address, "--game", "kuhn", "--backend", "plain", "--workers", "1,2"]
    more = ["--seconds", "0.6", "--repeats", "2", "--wide", "16", "--sims", "3", "--json", str(tmp_path / "told.json")]
    with pytest.raises(SystemExit) as end:
        main([*words, *more])
    assert end.value.code == 0
    told = json.loads((tmp_path / "told.json").read_text())
    assert {row["way"] for row in told["rows"]} >= {"here", "2 processes", "1 actors", "2 actors", "1 thread", "2 threads"}
    assert all(len(some) == 2 for ways in told["rates"].values() for some in ways.values())
    assert len(told["clock"]) == 2
    assert len(told["figures"]) == 4
    networks = {row["way"]: row for row in told["networks"]["rows"]}
    assert networks["actor, 64 asking for 1"]["batch"] > 1
    assert networks["actor, 1 asking for 64"]["batch"] == 64
    assert all(row["least"] <= row["rate"] <= row["most"] for row in networks.values())
    said = capsys.readouterr().out
    assert "estimated, not measured" in said
    with pytest.raises(SystemExit):
        main([*words, "--parts", "gmes"])
    assert "--parts: 'gmes'; right would be some of games, searches and networks" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["", "a", "1,x", "0", "2,-1"])
def test_numbers_of_workers(words: str) -> None:
    assert scaling.numbers_of("1,2,8") == [1, 2, 8]
    with pytest.raises(InvalidError, match="right would be numbers from 1 on, as in 1,2,8"):
        scaling.numbers_of(words)
