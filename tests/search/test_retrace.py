"""Simulations done again without their tree come to the same utilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import native
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.nets.network import Network
from mutapa.search.merge import merge, root_of
from mutapa.search.retrace import DEPTH, LISTED, run, script_of
from tests.nets.random_nets import random_weights
from tests.search.seats import generators, search


@pytest.mark.parametrize(
    ("game", "seats"), [(ASCENDING, 3), (KUHN, 2), (SEALED, 3), (TICTACTOE, 2)], ids=lambda x: getattr(x, "name", "")
)
@pytest.mark.parametrize(
    "variant",
    ["select=puct,horizon=40", "select=puct,rollout=prefer,horizon=3,mix=0.4", "select=puct,horizon=0", "net=x,horizon=0",
     "net=x,select=puct,horizon=3,mix=0.4"],
)  # fmt: skip
def test_the_same_utilities(game: Any, seats: int, variant: str) -> None:
    """PUCT draws nothing, so the rollouts meet the same numbers again."""
    board, seen = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    network = Network(random_weights(game), native.engine(game, "strict")) if "net" in variant else None
    one, count = search(game, board, seats, backend="strict", variant=variant, network=network), 120
    script = script_of(one, seen.tolist(), generators(1)[0], count)
    rows = merge([root_of(tree, seats) for tree in one.trees], seats)
    assert sum(row.visits for row in rows) == count
    assert run(one, seen.tolist(), script, count, 1) == sum(row.sums[0] for row in rows)
    assert run(one, seen.tolist(), script, count, 0) <= count  # without rollouts: something else


def test_what_a_script_holds() -> None:
    board, seen = TICTACTOE.deal(TICTACTOE.describe(2, {}, np.zeros(2, np.int64)))
    one = search(TICTACTOE, board, 2, backend="plain")
    script = [int(word) for word in script_of(one, seen.tolist(), [3, 4], 30)]
    at, depths, listed = 0, [], []
    while at < len(script):
        depths.append(script[at + DEPTH])
        listed.append(script[at + LISTED])
        at += 4 + script[at + DEPTH]
    assert script[:2] == [3, 4]
    assert (len(depths), depths[:9], depths[9:11]) == (30, [1] * 9, [2, 2])
    assert listed[:10] == [1, *[0] * 8, 1]  # the root's list is made once, then that of its first child
