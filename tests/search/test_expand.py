"""Progressive widening: how many actions are open, in which order they come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.expand import ALL, NONE, breadth, opening
from mutapa.search.threads import fill
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game

BOARD = np.zeros(1, np.int64)
MANY: dict[int, Any] = {0: (0, dict.fromkeys(range(12), 1)), 1: (0, 0)}


def values(widen: float, quarters: int) -> list[int]:
    found = [0] * settings.LENGTH
    found[settings.SEATS], found[settings.WIDEN], found[settings.WIDEN_POWER] = 1, round(widen * UNIT), quarters
    return found


@pytest.mark.parametrize(
    ("widen", "quarters", "visits", "wanted"),
    [
        (1, 2, 0, 1), (1, 2, 1, 1), (1, 2, 2, 2), (1, 2, 4, 2), (1, 2, 5, 3), (1, 2, 9, 3), (1, 2, 10, 4), (1, 2, 10**6, 1000),
        (1, 2, 10**6 + 1, 1001), (2, 2, 4, 4), (0.5, 2, 16, 2), (0.5, 2, 17, 3), (1, 1, 16, 2), (1, 1, 17, 3), (1, 3, 16, 8),
        (1, 3, 17, 9), (0.01, 2, 1, 1),
    ],
)  # fmt: skip
def test_breadth_is_the_ceiling_of_c_times_visits_to_the_a(widen: float, quarters: int, visits: int, wanted: int) -> None:
    assert breadth(values(widen, quarters), visits) == wanted


def test_the_next_action_is_the_untried_one_of_highest_prior() -> None:
    edges = [0, 0, -1, -1, 3, 9, 50, 0, 1, 1, -1, -1, 0, 9, 20, 0, 2, 2, -1, -1, 0, 9, 30, 0, 3, 3, -1, -1, 0, 9, 30, 0]
    for visits, widen, wanted in ((1, 1.0, NONE), (2, 1.0, 2), (1, 2.0, 2), (1, 0.0, ALL)):
        assert opening(values(widen, 2), [0, visits, -1, 0], edges, 0, [3, 0, 1, 2, 3], 4) == wanted
    edges[4 + 16] = 1
    assert opening(values(3, 2), [0, 1, -1, 0], edges, 0, [2, 0, 1, 2, 3], 4) == 3
    assert opening(values(2, 2), [0, 1, -1, 0], edges, 0, [2, 0, 1, 2, 3], 4) == NONE


@pytest.mark.parametrize("select", ["ucb1", "puct"])
def test_actions_open_one_by_one_in_the_order_of_priors(select: str) -> None:
    weights = {(0, a): 100 - (a * 7) % 12 for a in range(12)}
    found = search(table_game(MANY, 2, weights=weights), BOARD, 2, variant=f"select={select},widen=1,c=5")
    fill(found.trees[0].rng, generators(1)[0])
    came: list[int] = []
    for visits in range(100):
        found.trees[0].grow(found.board, at(0), found.settings, found._rows, 1)
        tried = [edge[0] for edge in record(found.trees[0], 2)[1] if edge[2]]
        came += [action for action in tried if action not in came]
        assert len(came) <= breadth(values(1, 2), visits)
        if select == "ucb1":  # what is open is tried at once
            assert len(came) == breadth(values(1, 2), visits)
    assert came == sorted(range(12), key=lambda a: -weights[0, a])[: len(came)]
    assert len(came) >= 8


def test_every_action_opens_in_the_end() -> None:
    result = search(table_game(MANY, 2), BOARD, 2, variant="widen=1").run(at(0), Budget(200), generators(1))
    assert result is not None
    assert min(result.visits.values()) > 0
