"""Speed of every game that matters, one thread, in one run with calibration: ``make bench``.

`make test` runs each once, without timing. What a figure has to reach is asserted only where it was timed, with room
for a busy machine: the figures themselves are printed and stand in the JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.streams import derive
from mutapa.experiments.games.measure import CUT, ROLLOUT, WHOLE, Table

SEATS = (2, 3, 4, 5)
SLACK = 1.5


@pytest.fixture(scope="module")
def tables() -> dict[int, Table]:
    game = registry.get("zimbabwe")
    return {seats: Table(game, seats) for seats in SEATS}


@pytest.fixture(scope="module")
def calibration() -> dict[str, float]:
    """Nanoseconds of one random number and of copying 512 bytes, both in compiled code."""
    from mutapa.experiments.games.measure import copy_seconds, random_seconds

    engine = native.engine(registry.get("zimbabwe"))
    return {"random_ns": 1e9 * random_seconds(engine, 0.2), "memcpy_512_ns": 1e9 * copy_seconds(engine, 64, 0.2)}


def timed(benchmark: Any, calibration: dict[str, float], unit: str, per: float, run: Callable[[], Any]) -> float | None:
    """Time `run`, which does `per` of `unit`; note ns each and the ratio to a random number. None where nothing is timed."""
    benchmark(run)
    if benchmark.disabled:
        return None
    each = 1e9 * float(benchmark.stats.stats.min) / per
    ratio = each / calibration["random_ns"]
    benchmark.extra_info.update({f"{unit}_ns": round(each, 2), "in_random_numbers": round(ratio, 1), **calibration})
    print(f"  {each:,.1f} ns a {unit}, {ratio:,.1f} random numbers")
    return each


def test_a_state_is_small_enough(tables: dict[int, Table]) -> None:
    assert 8 * tables[5].game.layout.words <= 640


def test_copying_a_state(benchmark: Any, calibration: dict[str, float], tables: dict[int, Table]) -> None:
    table, n = tables[5], 100_000
    words = table.game.layout.words
    source, target = np.zeros(words, np.int64), np.zeros(words, np.int64)
    each = timed(benchmark, calibration, "clone", n, lambda: table.engine.clone(words, source, target, n))
    assert each is None or each <= 20 * SLACK


@pytest.mark.parametrize("seats", SEATS)
def test_random_games(benchmark: Any, calibration: dict[str, float], tables: dict[int, Table], seats: int) -> None:
    table = tables[seats]
    decisions = table.decisions * table.games
    each = timed(benchmark, calibration, "decision", decisions, lambda: table.play(1, WHOLE))
    if each is not None:
        game_us = each * table.decisions / 1000
        benchmark.extra_info.update({"game_us": round(game_us, 2), "round_us": round(game_us / table.rounds, 2)})
        assert seats in (3, 4) or each <= 500 * SLACK


@pytest.mark.parametrize("seats", SEATS)
def test_playouts_cut_at_two_hundred_decisions(
    benchmark: Any, calibration: dict[str, float], tables: dict[int, Table], seats: int
) -> None:
    table = tables[seats]
    each = timed(benchmark, calibration, "playout", table.games, lambda: table.play(1, table.limit(CUT)))
    assert each is None or each <= 1e9 / 8000 * SLACK


@pytest.mark.parametrize("seats", SEATS)
def test_simulations_with_rollouts_of_sixty_decisions(
    benchmark: Any, calibration: dict[str, float], tables: dict[int, Table], seats: int
) -> None:
    from mutapa.search import bots

    table, sims = tables[seats], 2000
    bot = bots.make(f"uct:sims={sims},horizon={table.limit(ROLLOUT)},reuse=0,memory=32")
    state = table.positions()[2]
    bot.start(table.game, state.board, state.turn, bots.Seating(seats, derive(0, "bench")))
    seen = state.observe(state.turn)
    each = timed(benchmark, calibration, "simulation", sims, lambda: bot.choose(seen))
    assert bot.result is not None
    assert bot.result.backend == "object"
    assert each is None or seats > 2 or each <= 1e9 / 12_000 * SLACK


@pytest.mark.parametrize("name", ["kuhn", "sealed", "ascending"])
def test_toys_in_plain_python(benchmark: Any, calibration: dict[str, float], name: str) -> None:
    table = Table(registry.get(name), registry.get(name).seats[0], "plain")
    timed(benchmark, calibration, "game", table.games, lambda: table.play(1, WHOLE))
