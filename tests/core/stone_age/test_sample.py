"""A playout move is uniform over the legal actions: draw for draw what drawing from the list gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import conform
from mutapa.core.state import State
from mutapa.core.streams import below, derive

COMMON = {"placing people", "own actions", "adding tools", "paying", "picking a die", "feeding", "taking two resources"}


@pytest.mark.parametrize("options", [{}, {"hunt_repeat": "on", "place_at_max": "forbid"}])
def test_sample_is_the_draw_from_the_list(options: dict[str, Any]) -> None:
    phases = set()
    for n in range(9):
        state = State.new("stone_age", 2 + n % 3, seed=n, options=options, backend="object")
        for k, (at, _) in enumerate(conform.play(state, derive(n, "sample"))):
            if at.turn < 0:
                continue
            phases.add(next(name for name in COMMON if at.phase.split(", ")[2].startswith(name)))
            legal = at.legal_actions
            for i in range(3):
                one, other = derive(n, k, i), derive(n, k, i)
                assert at.engine.sample(at.board, at.scratch[0], at.words, one) == legal[below(other, len(legal))]
                assert np.array_equal(one, other)
    assert phases == COMMON
