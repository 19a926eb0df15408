"""What reading a position for a network costs, one thread, at positions of games by the expert's preferences: ``make bench``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.game import CHANCE
from mutapa.core.state import State
from mutapa.core.streams import Array, below, derive
from tests.benchmarks.test_speed import SLACK, calibration, timed  # noqa: F401  (a fixture)

MOST_US = {"zimbabwe": 20, "stone_age": 20, "godz": 20}
"""So much of the 333 microseconds of an evaluation in The Great Zimbabwe, of the 100 in Stone Age, may go into reading."""
POSITIONS = 400


def preferred(state: State, rng: list[int]) -> int:
    """An action drawn by the squares of the game's preferences."""
    engine, work = state.engine, state.scratch[0]
    actions, weights = np.zeros(state.game.actions_max, np.int64), np.zeros(state.game.actions_max, np.int64)
    n = engine.legal(state.board, work, state.words, actions)
    engine.prefer(state.board, work, state.words, actions, n, weights)
    squared = [int(weight) ** 2 for weight in weights[:n]]
    left = below(rng, 1 << 20) * sum(squared) >> 20
    for action, weight in zip(actions[:n].tolist(), squared, strict=True):
        left -= weight
        if left < 0:
            return int(action)
    return int(actions[n - 1])


def positions(name: str, seats: int) -> list[tuple[Array, Array, int]]:
    """Observations along a game: (board, what the mover sees, the mover)."""
    state = State.new(registry.get(name), seats, seed=seats, options={"round_cap": 30}, backend="object")
    rng, found = derive(seats, "features").tolist(), []
    while not state.is_over and len(found) < POSITIONS:
        if state.turn == CHANCE:
            state.draw(derive(seats, "nature", len(found), *state.words.tolist()[:1]))
            continue
        found.append((state.board, state.observe(state.turn), state.turn))
        state.apply(preferred(state, rng))
    return found


@pytest.mark.parametrize(("name", "seats"), [("zimbabwe", 2), ("zimbabwe", 4), ("zimbabwe", 5), ("stone_age", 4), ("godz", 5)])
def test_reading_a_position(benchmark: Any, calibration: dict[str, float], name: str, seats: int) -> None:  # noqa: F811
    along = positions(name, seats)
    engine, features = State.new(registry.get(name), seats, backend="object").engine, registry.get(name).features
    assert features is not None
    work, sparse, dense = engine.work(), np.zeros(features.active, np.int64), np.zeros(len(features.dense), np.int64)
    read = engine.features
    counts = [read(board, work, seen, seat, sparse, dense) for board, seen, seat in along]

    def run() -> None:
        for board, seen, seat in along:
            read(board, work, seen, seat, sparse, dense)

    each = timed(benchmark, calibration, "position", len(along), run)
    assert len(along) > 100
    assert 20 < np.mean(counts) <= features.active
    if each is not None:
        benchmark.extra_info["active_mean"] = round(float(np.mean(counts)), 1)
        assert each <= 1000 * MOST_US[name] * SLACK
