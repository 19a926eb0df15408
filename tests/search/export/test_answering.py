"""Answers in compiled code are those of `mutapa.search.merge`, on trees of real searches."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.native import StrictList
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search.bots import Seating, make
from mutapa.search.export import answering as twin
from mutapa.search.merge import best, line, merge, root_of
from mutapa.search.ties import heaviest

SEARCHES = [
    ("kuhn", 2, "uct:sims=150,trees=3", 2),
    ("ascending", 3, "uct:sims=200,trees=2", 0),
    ("sealed", 3, "uct:sims=100", 0),
    ("tictactoe", 2, "uct:sims=400,proven=1,trees=2", 4),
    ("tictactoe", 2, "uct:sims=60,proven=1,horizon=0", 5),
    ("ascending", 4, "uct:sims=3", 0),
]


def searched(name: str, seats: int, spec: str, steps: int) -> Any:
    """A bot that has searched after some steps of a game."""
    state = State.new(name, seats, seed=2, backend="plain")
    for _ in range(steps):
        state.apply(state.chances[0][0] if state.is_chance else state.legal_actions[len(state.legal_actions) // 2])
    bot = make(spec)
    bot.start(state.game, state.board, state.turn, Seating(seats, derive(1, "bot"), "plain"))
    bot.choose(state.observe(state.turn))
    return bot


@pytest.mark.parametrize(("name", "seats", "spec", "steps"), SEARCHES)
def test_merged_rows_and_choices(name: str, seats: int, spec: str, steps: int) -> None:
    search = searched(name, seats, spec, steps).search
    expected = merge([root_of(tree, seats) for tree in search.trees], seats)
    rows = StrictList([0] * twin.ROW * (len(expected) + 1))
    n = 0
    for tree in search.trees:
        n = twin.merge_tree(search.settings, tree.head, tree.nodes, tree.edges, rows, n)
    assert n == len(expected)
    for i, row in enumerate(expected):
        here = twin.ROW * i
        assert (rows[here + twin.WHICH], rows[here + twin.VISITED]) == (row.action, row.visits)
        assert list(rows)[here + twin.TOTAL : here + twin.TOTAL + seats] == row.sums
        assert rows[here + twin.PROVED] == int(bool(row.proven))
        if row.proven:
            assert list(rows)[here + twin.PROOFS : here + twin.PROOFS + seats] == row.proven
    for seat in range(seats):
        assert rows[twin.ROW * twin.best_row(rows, n, seat)] == best(expected, seat)
    out = StrictList([0] * 100)
    for row in expected:
        for tree in search.trees:
            found = twin.main_line(search.settings, tree.head, tree.nodes, tree.edges, row.action, out)
            assert list(out)[:found] == line(tree, row.action)


def test_rows_without_room_are_left_out() -> None:
    search = searched("ascending", 3, "uct:sims=100", 0).search
    tree = search.trees[0]
    rows = StrictList([0] * (2 * twin.ROW + 5))
    assert twin.merge_tree(search.settings, tree.head, tree.nodes, tree.edges, rows, 0) == 2


def test_picks_are_those_of_bots() -> None:
    bot = searched("kuhn", 2, "uct:sims=10", 2)
    for number in range(40):
        rng = derive(number, "pick").tolist()
        scores = [(number * i * 7) % 5 for i in range(1, 7)]
        actions = [3, 5, 8, 9, 12, 20]
        bot._rng[:] = rng
        mine = StrictList(rng)
        assert heaviest(StrictList(actions), 6, StrictList(scores), mine) == bot.pick(actions, scores)
        assert list(mine) == list(bot._rng)
