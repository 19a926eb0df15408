"""The tree's structure: what visits, sums and availability add up to, re-rooting, and a tree that is full."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search import settings, ucb1
from mutapa.search.budget import Budget
from mutapa.search.driver import Search
from mutapa.search.merge import edges_of
from mutapa.search.tree import CHILD, DEEPEST, EDGES_USED, NODE, NODES_USED, PARENT, ROOT, SIMULATIONS, STEPS
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game


def ascending(**options: Any) -> tuple[Any, Any]:
    return ASCENDING.deal(ASCENDING.describe(3, {"budget": 4, "rounds": 2, **options}, None))  # type: ignore[arg-type]


def nodes_of(tree: list[Any]) -> list[list[Any]]:
    return [tree, *(inner for edge in tree[1] if edge[5] for inner in nodes_of(edge[5]))]


def test_visits_and_sums_add_up_with_perfect_information() -> None:
    board, state = ascending()
    found = search(ASCENDING, board, 3, WIN=1, POINTS=0)
    found.run(state, Budget(600), generators(1))
    tree = record(found.trees[0], 3)
    assert tree[0] == 600 == sum(edge[2] for edge in tree[1])  # a planted root has no evaluation of its own
    checked = 0
    for node in nodes_of(tree):
        for action, seen, tried, available, sums, child in node[1]:
            assert seen in (action, -1)
            assert tried <= available <= node[0]
            assert sum(sums) in range(tried * (UNIT - 3), tried * UNIT + 1)
            if child is None:
                assert tried == 0
                continue
            assert child[0] == tried
            own = child[0] - sum(edge[2] for edge in child[1])
            if child[1]:
                assert own == 1
                rest = [sums[s] - sum(edge[4][s] for edge in child[1]) for s in range(3)]
                assert all(0 <= value <= UNIT for value in rest)  # one evaluation
                checked += 1
            else:
                assert own >= 1  # the game is over there, or it was seen once
    assert checked > 50


@pytest.mark.parametrize("game", [KUHN, SEALED], ids=lambda game: str(game.name))
def test_edges_that_look_alike_share_a_child(game: Any) -> None:
    seats = game.seats[0]
    board, state = game.deal(game.describe(seats, {}, None))
    found = search(game, board, seats, seat=1, SCALE=20)
    found.run(state, Budget(800), generators(2))
    merged = 0
    for node in nodes_of(record(found.trees[0], seats)):
        for seen in {edge[1] for edge in node[1]}:
            alike = [edge for edge in node[1] if edge[1] == seen and edge[5]]
            assert all(edge[5] == alike[0][5] for edge in alike)
            if alike:
                assert alike[0][5][0] == sum(edge[2] for edge in alike)
            merged += len(alike) > 1
    assert merged > 0


def test_availability_is_exact() -> None:
    """SEARCH B: B is legal in the worlds with heads only, and counted as available in just those."""
    worlds: list[int] = []
    game = table_game({0: (1, {0: 1, 1: 2}), 1: (0, 0), 2: (-2, -2)}, 2, tenths=1, needs_heads=[(0, 1)], worlds=worlds)
    found = search(game, np.zeros(1, np.int64), 2)
    result = found.run(at(0), Budget(3000), generators(3))
    assert result is not None
    assert [row.available for row in result.rows] == [3000, sum(coin == 2 for coin in worlds)]
    assert len(worlds) == 3000


def test_rate_of_a_seldom_available_action() -> None:
    """A worth 0.5 always, B 0.4 in a tenth of the worlds, c = 0.7: counted by parent visits B would be chosen above 280 times."""
    game = table_game({0: (1, {0: 1, 1: 2}), 1: (0, 0), 2: (-2, -2)}, 2, tenths=1, needs_heads=[(0, 1)])
    result = search(game, np.zeros(1, np.int64), 2).run(at(0), Budget(10_000), generators(1))
    assert result is not None
    assert 200 <= result.rows[1].visits <= 260


def test_by_parent_visits_it_would_be_chosen_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The known mistake: ln of the parent's visits in place of the action's availability."""
    game = table_game({0: (1, {0: 1, 1: 2}), 1: (0, 0), 2: (-2, -2)}, 2, tenths=1, needs_heads=[(0, 1)])
    found = search(game, np.zeros(1, np.int64), 2)
    head, right = found.trees[0].head, ucb1.logarithm
    monkeypatch.setattr(ucb1, "logarithm", lambda settings, logs, n: right(settings, logs, head[SIMULATIONS] + 1))
    result = found.run(at(0), Budget(10_000), generators(1))
    assert result is not None
    assert 280 <= result.rows[1].visits <= 330


@pytest.mark.parametrize(("game", "seat"), [(ASCENDING, 0), (KUHN, 0), (SEALED, 2)], ids=lambda x: getattr(x, "name", str(x)))
def test_rerooting_keeps_the_subtree_word_for_word(game: Any, seat: int) -> None:
    seats = max(2, game.seats[0])
    board, state = game.deal(game.describe(seats, {}, None))
    found = search(game, board, seats, seat=seat, SCALE=20)
    found.run(state, Budget(1200), generators(4))
    tree = found.trees[0]
    before = record(tree, seats)
    steps = []
    for _ in range(2):
        edge = max((edge for edge in before[1] if edge[5] and edge[5][1]), key=lambda edge: edge[2])
        steps.append(edge[1])
        before = edge[5]
    kept = tree.follow(found.settings, steps)
    assert kept == before[0] > 0
    assert record(tree, seats) == before
    count = len(nodes_of(before))
    assert tree.size[0] <= count  # shared children are recorded once for each edge
    assert tree.head[ROOT] == 0


def test_rerooting_again_after_more_search_keeps_the_subtree_too() -> None:
    board, state = ASCENDING.deal(ASCENDING.describe(2, {"budget": 12, "first": 20}, None))  # type: ignore[arg-type]
    found = search(ASCENDING, board, 2, nodes=6000)
    tree, work = found.trees[0], [0] * 64
    kept = []
    for n, action in enumerate((1, 2, 3, 4)):
        found.run(state, Budget(1200), generators(n), steps=[])
        before = next(edge for edge in record(tree, 2)[1] if edge[0] == action)[5]
        kept.append(tree.follow(found.settings, [action]))
        assert record(tree, 2) == before
        for node in range(tree.size[0]):
            children = [tree.edges[edge * tree.width + CHILD] for edge in edges_of(tree, node)]
            assert all(tree.nodes[child * NODE + PARENT] == node for child in children if child >= 0)
        ASCENDING.rules.apply(board.tolist(), work, state, action)
    assert min(kept) > 5


def test_search_goes_on_below_a_kept_root_and_counts_new_simulations_only() -> None:
    board, state = ascending()
    found = search(ASCENDING, board, 3)
    found.run(state, Budget(500), generators(5))
    ASCENDING.rules.apply(board.tolist(), [0] * 64, state, 1)
    result = found.run(state, Budget(100), generators(6), steps=[1])
    assert result is not None
    assert (result.simulations, result.reused > 10) == (100, True)
    assert sum(row.visits for row in result.rows) == result.reused - 1 + 100  # one visit made the node


def test_a_line_that_is_not_in_the_tree_plants_a_new_one() -> None:
    board, state = ascending()
    found = search(ASCENDING, board, 3)
    found.run(state, Budget(50), generators(5))
    assert found.trees[0].follow(found.settings, [4, 4, 4]) == 0
    assert found.trees[0].size == (1, 0)


@pytest.mark.parametrize("game", [ASCENDING, KUHN, SEALED], ids=lambda game: str(game.name))
@pytest.mark.parametrize("room", [2, 3, 9])
def test_a_full_tree_goes_on_without_adding_nodes(game: Any, room: int) -> None:
    seats = max(2, game.seats[0])
    board, state = game.deal(game.describe(seats, {}, None))
    found = search(game, board, seats, seat=seats - 1, nodes=room, SCALE=20)
    result = found.run(state, Budget(400), generators(7))
    assert result is not None
    assert (result.simulations, result.nodes) == (400, room)
    assert result.refused > 0
    tree = found.trees[0]
    assert tree.head[NODES_USED] * 4 <= len(tree.nodes)
    assert tree.head[EDGES_USED] * tree.width <= len(tree.edges)
    assert sum(row.visits for row in result.rows) == 400
    assert tree.head[SIMULATIONS] == 400
    assert tree.head[DEEPEST] >= 1


def small(game: Any, board: Any, seats: int, edges: int) -> Search:
    found = search(game, board, seats, nodes=1000, SCALE=20)
    found.settings[settings.EDGES] = edges
    return found


@pytest.mark.parametrize("edges", [6, 7, 11, 20])
def test_a_list_without_room_is_refused_whole_with_perfect_information(edges: int) -> None:
    board, state = ascending(budget=5)
    found = small(ASCENDING, board, 3, edges)
    result = found.run(state, Budget(300), generators(8))
    assert result is not None
    assert result.edges <= edges
    assert [row.action for row in result.rows] == [0, 1, 2, 3, 4, 5]
    assert sum(row.visits for row in result.rows) == 300


@pytest.mark.parametrize("edges", [3, 5, 9])
def test_edges_without_room_stay_out_with_hidden_information(edges: int) -> None:
    board, state = SEALED.deal(SEALED.describe(3, {}, None))  # type: ignore[arg-type]
    found = small(SEALED, board, 3, edges)
    result = found.run(state, Budget(300), generators(9))
    assert result is not None
    assert result.edges == edges
    assert sum(row.visits for row in result.rows) == 300


def test_paths_end_at_the_depth_that_the_arrays_hold() -> None:
    board, state = ascending(budget=9, rounds=3)
    depths = []
    for depth in (1, 3, 1024):
        found = search(ASCENDING, board, 3)
        found.settings[settings.DEPTH] = depth
        result = found.run(state, Budget(2000), generators(1))
        assert result is not None
        assert sum(row.visits for row in result.rows) == 2000
        depths.append(found.trees[0].head[DEEPEST])
    assert depths[:2] == [1, 3]
    assert depths[2] > 3


def test_rollouts_are_cut_at_the_horizon() -> None:
    board, state = ascending(budget=9, rounds=3)
    steps = []
    for horizon in (0, 1, 4, 1000):
        found = search(ASCENDING, board, 3, HORIZON=horizon)
        found.run(state, Budget(500), generators(1))
        steps.append(int(found.trees[0].head[STEPS]))
    assert steps[0] == 0
    assert 0 < steps[1] <= 500 < steps[2] <= 2000 < steps[3]


def test_nature_draws_afresh_in_every_world() -> None:
    """Income is 1 or 2 coins, alike: at the node after an auction that ended with its first two steps both are met as often."""
    board, state = ASCENDING.deal(ASCENDING.describe(2, {"budget": 3, "rounds": 2}, None))  # type: ignore[arg-type]
    found = search(ASCENDING, board, 2)
    found.run(state, Budget(2000), generators(1))
    passed = next(edge for edge in record(found.trees[0], 2)[1] if edge[0] == 0)
    assert [edge[0] for edge in passed[5][1]] == [1, 2]
    one, two = (edge[2] for edge in passed[5][1])
    assert one + two > 100
    assert abs(one - two) < 4 * (one + two) ** 0.5
    assert [edge[3] for edge in passed[5][1]] == [one, two]  # sampled, so available when it came
