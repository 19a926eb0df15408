"""Speed of GodZ, one thread, next to the calibration of `test_speed.py`: ``make bench``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.streams import derive
from mutapa.experiments.games.measure import WHOLE, Table
from tests.benchmarks.test_speed import SLACK, calibration, timed  # noqa: F401  (a fixture)

SEATS = (2, 3, 4, 5)
DECISION_NS = 500
SIMULATIONS = 1_000


@pytest.fixture(scope="module")
def games() -> dict[int, Table]:
    game = registry.get("godz")
    return {seats: Table(game, seats) for seats in SEATS}


def test_a_state_has_256_bytes(games: dict[int, Table]) -> None:
    assert 8 * games[5].game.layout.words == 256


def test_copying_a_state(benchmark: Any, calibration: dict[str, float], games: dict[int, Table]) -> None:  # noqa: F811
    table, n = games[5], 100_000
    words = table.game.layout.words
    source, target = np.zeros(words, np.int64), np.zeros(words, np.int64)
    each = timed(benchmark, calibration, "clone", n, lambda: table.engine.clone(words, source, target, n))
    assert each is None or each <= 20 * SLACK


@pytest.mark.parametrize("seats", SEATS)
def test_random_games(benchmark: Any, calibration: dict[str, float], games: dict[int, Table], seats: int) -> None:  # noqa: F811
    table = games[seats]
    decisions = table.decisions * table.games
    each = timed(benchmark, calibration, "decision", decisions, lambda: table.play(1, WHOLE))
    assert each is None or each <= DECISION_NS * SLACK


def test_search_with_cut_rollouts(benchmark: Any, calibration: dict[str, float], games: dict[int, Table]) -> None:  # noqa: F811
    """UCT from the start of a game for five, rollouts cut after a hundred steps and judged."""
    from mutapa.search import bots

    table, sims = games[5], 1000
    state = table.deals[0]
    bot = bots.make(f"uct:sims={sims},horizon=100,reuse=0,memory=64")
    bot.start(table.game, state.board, state.turn, bots.Seating(5, derive(0, "bench")))
    seen = state.observe(state.turn)
    each = timed(benchmark, calibration, "simulation", sims, lambda: bot.choose(seen))
    assert bot.result is not None
    assert bot.result.backend == "object"
    assert each is None or 1e9 / each >= SIMULATIONS / SLACK
