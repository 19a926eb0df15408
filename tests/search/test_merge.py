"""What is played after a search, and what is told of it."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.search.budget import Budget
from mutapa.search.merge import Row, best, line
from tests.search.seats import generators, search
from tests.search.tables import at, table_game


@pytest.mark.parametrize(
    ("rows", "action"),
    [
        ([Row(1, 10, sums=[90, 0]), Row(2, 11, sums=[50, 0])], 2),  # visits decide
        ([Row(1, 10, sums=[50, 9]), Row(2, 10, sums=[60, 0])], 2),  # then the seat's sum
        ([Row(1, 10, sums=[50, 0]), Row(2, 10, sums=[50, 9])], 1),  # then the lower action
    ],
)
def test_what_is_played(rows: list[Row], action: int) -> None:
    assert best(rows, 0) == action


def test_a_value_before_the_first_visit_is_none_worth_dividing_by() -> None:
    assert Row(1, 0, sums=[0, 0]).value(1) == 0


def test_the_line_follows_the_most_visited_actions_from_the_one_played() -> None:
    table = {0: (0, {1: 1, 2: 2}), 1: (1, {5: 3, 6: 4}), 2: (-9, 9), 3: (2, 8), 4: (6, -6)}
    found = search(table_game(table, 2), np.zeros(1, np.int64), 2)
    result = found.run(at(0), Budget(300), generators(1))
    assert result is not None
    assert (result.action, result.line) == (1, [1, 5])
    assert line(found.trees[0], 2) == [2]
    assert line(found.trees[0], 1, least=10_000) == []
