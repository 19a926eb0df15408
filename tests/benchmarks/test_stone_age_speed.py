"""Speed of Stone Age, one thread, next to the calibration of `test_speed.py`: ``make bench``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.streams import derive
from mutapa.experiments.games.measure import WHOLE, Table
from tests.benchmarks.test_speed import SLACK, calibration, timed  # noqa: F401  (a fixture)

SEATS = (2, 3, 4)
DECISION_NS = 140
PLAYOUTS = 10_000


@pytest.fixture(scope="module")
def games() -> dict[int, Table]:
    game = registry.get("stone_age")
    return {seats: Table(game, seats) for seats in SEATS}


def test_a_state_has_128_bytes(games: dict[int, Table]) -> None:
    assert 8 * games[4].game.layout.words == 128


def test_copying_a_state(benchmark: Any, calibration: dict[str, float], games: dict[int, Table]) -> None:  # noqa: F811
    table, n = games[4], 100_000
    words = table.game.layout.words
    source, target = np.zeros(words, np.int64), np.zeros(words, np.int64)
    each = timed(benchmark, calibration, "clone", n, lambda: table.engine.clone(words, source, target, n))
    assert each is None or each <= 20 * SLACK


@pytest.mark.parametrize("seats", SEATS)
def test_random_games(benchmark: Any, calibration: dict[str, float], games: dict[int, Table], seats: int) -> None:  # noqa: F811
    table = games[seats]
    decisions = table.decisions * table.games
    each = timed(benchmark, calibration, "decision", decisions, lambda: table.play(1, WHOLE))
    if each is not None:
        playouts = 1e9 / each / table.decisions
        benchmark.extra_info.update({"playouts_per_s": round(playouts)})
        assert each <= DECISION_NS * SLACK
        assert seats > 2 or playouts >= PLAYOUTS / SLACK


def test_search_with_whole_rollouts(benchmark: Any, calibration: dict[str, float], games: dict[int, Table]) -> None:  # noqa: F811
    """Plain UCT whose rollouts go to the end by the playout's own moves, against bare playouts from the same position."""
    from mutapa.search import bots

    table, sims = games[2], 1000
    state = table.deals[0]
    bot = bots.make(f"uct:sims={sims},horizon={20_000},select=ucb1,rollout=sample,mix=0,reuse=0,memory=64")
    bot.start(table.game, state.board, state.turn, bots.Seating(2, derive(0, "bench")))
    seen = state.observe(state.turn)
    each = timed(benchmark, calibration, "simulation", sims, lambda: bot.choose(seen))
    assert bot.result is not None
    assert bot.result.backend == "object"
    assert each is None or each / 1000 <= 1e6 * table.game_seconds(0.5) / 0.85 * SLACK
