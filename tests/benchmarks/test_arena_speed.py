"""Moves a second through the arena: 2,000 is the figure to reach, with an engine that answers at once.

The time of a move is told next to that of a line which goes to such a process and comes back, with nothing of ours between: what
the machine needs for that alone. On a machine whose cores are taken both grow, since every move waits for a core twice.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Table

STARTER = Path(__file__).parent.parent.parent / "docs" / "starters" / "starter.py"
ECHO = "import sys\nfor line in sys.stdin:\n    sys.stdout.write(line); sys.stdout.flush()"


def back_and_forth(times: int) -> float:
    """Seconds of one line to a process and back."""
    process = subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for lap in (10, times):
            begun = time.perf_counter()
            for _ in range(lap):
                process.stdin.write(b"go n 3 movetime 500\n")
                process.stdout.readline()
        return (time.perf_counter() - begun) / times
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("name", ["ascending", "sealed"])
def test_moves_through_the_arena(benchmark: Any, name: str) -> None:
    games = 5 if benchmark.disabled else 200
    seats = ("a", "b", "c")
    entrants = [Entrant(each, command=f"{sys.executable} {STARTER}") for each in seats]
    with Arena(Table(name, movetime=5.0, backend="plain" if benchmark.disabled else "object"), entrants) as arena:
        arena.greet()
        numbers, steps = iter(range(1, 10**9)), list[int]()
        used: list[tuple[float, float]] = []

        def play() -> None:
            before = time.process_time()
            outcomes = [arena.play(Game(number, seats, number)) for number, _ in zip(numbers, range(games), strict=False)]
            assert all(each.reason == "normal" for each in outcomes)
            steps.append(sum(account.steps for each in outcomes for account in each.accounts))
            used.append((time.process_time() - before, sum(account.seconds for each in outcomes for account in each.accounts)))

        benchmark.pedantic(play, rounds=1 if benchmark.disabled else 5)
    if benchmark.disabled:
        return
    each = float(benchmark.stats.stats.min) * 5 / sum(steps)
    ours, alone = min(one for one, _ in used) * 5 / sum(steps), back_and_forth(2000)
    benchmark.extra_info.update(
        {
            "moves_per_s": round(1 / each),
            "own_us": round(1e6 * ours, 1),
            "echo_us": round(1e6 * alone, 1),
            "ratio": round(each / alone, 2),
        }
    )
    print(f"  {name}: {1 / each:,.0f} moves/s, {1e6 * each:.0f} us each ({1e6 * ours:.0f} of them the arena's); "
          f"a line there and back {1e6 * alone:.0f} us")  # fmt: skip
