"""Repeating a part of the rules changes no game, in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core import native, profile
from mutapa.core.state import State
from mutapa.core.streams import derive
from tests.core.tinygame import TINY


@pytest.mark.parametrize("part", range(len(profile.PARTS)))
def test_the_same_game_is_played_whatever_is_repeated(part: int) -> None:
    start, engine = State.new(TINY, 3), native.engine(TINY, "strict")
    plain, state, spare, lists = (np.zeros(n, np.int64) for n in (1, 1, 1, 16))
    rng = derive(1)
    engine.playouts(start.board, engine.work(), start.words, plain, rng, 1, 100)
    mine = derive(1)
    found = engine.along(
        start.board, engine.work(), start.words, state, spare, lists, lists.copy(), mine, derive(2), 100, part, 3
    )  # fmt: skip
    assert state.tolist() == plain.tolist()
    assert mine.tolist() == rng.tolist()
    assert found >> 20 == 3 * 3  # three seats, one step each
