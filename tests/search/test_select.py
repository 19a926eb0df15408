"""UCB1: untried actions first, greedy at c = 0, exact logarithms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.expand import ALL
from mutapa.search.threads import fill
from mutapa.search.ucb1 import logarithm, ucb1
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game

BANDIT = {0: (0, {3: 1, 5: 2, 9: 3}), 1: (2, -2), 2: (5, -5), 3: (4, -4)}


def test_every_action_is_tried_once_before_any_twice() -> None:
    orders = set()
    for seed in range(12):
        found = search(table_game(BANDIT, 2), np.zeros(1, np.int64), 2)
        fill(found.trees[0].rng, generators(seed)[0])
        order = []
        for _ in range(3):
            tried = {edge[0] for edge in record(found.trees[0], 2)[1] if edge[2]}
            found.trees[0].grow(found.board, at(0), found.settings, found._rows, 1)
            now = {edge[0] for edge in record(found.trees[0], 2)[1] if edge[2]}
            order += list(now - tried)
        assert sorted(order) == [3, 5, 9]
        orders.add(tuple(order))
    assert len(orders) > 2  # drawn from the tree's stream, not the order of the list


def test_c_0_is_greedy() -> None:
    result = search(table_game(BANDIT, 2), np.zeros(1, np.int64), 2, EXPLORE=0).run(at(0), Budget(500), generators(1))
    assert result is not None
    assert result.visits == {3: 1, 5: 498, 9: 1}
    assert result.action == 5


def test_ties_go_to_the_lowest_action() -> None:
    table = {0: (0, {2: 1, 4: 2, 6: 3}), 1: (1, 0), 2: (1, 0), 3: (1, 0)}
    result = search(table_game(table, 2), np.zeros(1, np.int64), 2, EXPLORE=0).run(at(0), Budget(100), generators(1))
    assert result is not None
    assert result.visits == {2: 98, 4: 1, 6: 1}


def test_ucb1_by_hand() -> None:
    """Two edges, 10 and 4 visits of 20 and 9 worlds: the formula, written out."""
    values = [0] * settings.LENGTH
    values[settings.SEATS], values[settings.LOGS] = 2, settings.TABLE
    edges = [0, 0, 1, -1, 10, 20, 0, 6 * UNIT, 4 * UNIT, 1, 1, -1, -1, 4, 9, 0, UNIT, 3 * UNIT]
    live = [0, 0, 1]
    for c, mover in ((0.0, 0), (0.3, 0), (0.9, 0), (2.0, 0), (0.1, 1)):
        values[settings.EXPLORE] = round(c * UNIT)
        first = (6, 4)[mover] / 10 + c * math.sqrt(math.log(20) / 10)
        second = (1, 3)[mover] / 4 + c * math.sqrt(math.log(9) / 4)
        got = ucb1(values, edges, live, 2, mover, ALL, 0, settings.logarithms(), [1, 2])
        assert got == (0 if first > second else 1)


@pytest.mark.parametrize("n", [1, 2, 100, 4095, 4096, 10**6, 10**9])
def test_logarithms(n: int) -> None:
    values = [0] * settings.LENGTH
    values[settings.LOGS] = settings.TABLE
    assert logarithm(values, settings.logarithms(), n) / UNIT == pytest.approx(math.log(n), abs=1e-3)


def test_constants_below_1_are_taken_as_they_are() -> None:
    """Trial A6: c = 0.1, 0.5, 0.9 give three trees."""
    found = set()
    for c in (0.1, 0.5, 0.9):
        game = search(table_game(BANDIT, 2), np.zeros(1, np.int64), 2, EXPLORE=round(c * UNIT))
        result = game.run(at(0), Budget(500), generators(1))
        assert result is not None
        found.add(tuple(result.visits.items()))
    assert len(found) == 3
