"""Nature's moves in the tree, shared out by their odds or sampled."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.game import CHANCE
from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.merge import edges_of
from mutapa.search.nature import nature
from mutapa.search.tree import ACTION, EDGES_USED, FIRST, NODE, SUM, TRIED, new_edge
from tests.search.seats import generators, record, search


class Weighted:
    """Just the two functions that are asked: three outcomes of given weights; sampling always gives the last."""

    def __init__(self, weights: list[int]) -> None:
        self.weights = weights

    def odds(self, board: Any, work: Any, state: Any, actions: Any, weights: Any) -> int:
        for i, weight in enumerate(self.weights):
            actions[i], weights[i] = 10 + i, weight
        return len(self.weights)

    def chance(self, board: Any, work: Any, state: Any, key: Any) -> int:
        return 99


def drawn(weights: list[int], times: int, outcomes: int = 16) -> list[int]:
    """Outcomes of so many visits of one node."""
    chosen = [0] * settings.LENGTH
    chosen[settings.SEATS], chosen[settings.EDGES], chosen[settings.OUTCOMES] = 2, 8, outcomes
    nodes, edges, head, width = [-1, 0, -1, 0, 0], [0] * (8 * (SUM + 2)), [0] * 8, SUM + 2
    for i in reversed(range(len(weights))):
        nodes[FIRST] = new_edge(chosen, head, edges, 10 + i, nodes[FIRST])
    assert head[EDGES_USED] == len(weights)
    found = []
    for _ in range(times):
        action = nature(Weighted(weights), [], [], [], chosen, nodes, edges, 0, [0] * 8, [0] * 8, [0, 0])
        found.append(action)
        for edge in range(len(weights)):
            if edges[edge * width + ACTION] == action:
                edges[edge * width + TRIED] += 1
    return found


def test_outcomes_take_turns_by_their_odds() -> None:
    assert drawn([3, 1], 8) == [10, 10, 11, 10, 10, 10, 11, 10]
    assert drawn([1, 1, 1], 6) == [10, 11, 12, 10, 11, 12]
    assert drawn([1, 0, 2], 6) == [12, 10, 12, 12, 10, 12]  # what can't happen isn't tried


@pytest.mark.parametrize("weights", [[5, 2], [1, 7], [2, 3, 5], [1, 1, 10]])
def test_after_any_number_of_visits_shares_are_the_odds_within_one(weights: list[int]) -> None:
    found, total = drawn(weights, 840), sum(weights)
    for n in range(1, 841):
        for i, weight in enumerate(weights):
            assert abs(found[:n].count(10 + i) - n * weight / total) <= 1 + 1e-9
    assert [found.count(10 + i) * total for i in range(len(weights))] == [840 * weight for weight in weights]


def test_many_outcomes_are_sampled() -> None:
    assert drawn([1, 1, 1], 5, outcomes=2) == [99] * 5
    assert drawn([1, 1, 1], 5, outcomes=0) == [99] * 5


def test_the_deal_of_kuhn_poker_is_shared_out_evenly() -> None:
    board, state = KUHN.deal({"game": "kuhn", "seats": 2})
    for variant, most in (("chance=explicit", 1), ("", 200)):
        found = search(KUHN, board, 2, seat=1, variant=variant)
        found.run(state, Budget(1000), generators(1))
        visits = [edge[2] for edge in record(found.trees[0], 2)[1]]
        assert sum(visits) == 1000
        assert len(visits) == 3
        assert max(visits) - min(visits) <= most
    assert max(visits) - min(visits) > 1  # sampled


def test_income_is_met_in_turn() -> None:
    """1 or 2 coins, alike: at every chance node of the tree both within one."""
    board, state = ASCENDING.deal(ASCENDING.describe(2, {"budget": 3, "rounds": 2}, None))  # type: ignore[arg-type]
    found = search(ASCENDING, board, 2, variant="chance=explicit")
    found.run(state, Budget(2000), generators(1))
    passed = next(edge for edge in record(found.trees[0], 2)[1] if edge[0] == 0)
    one, two = (edge[2] for edge in passed[5][1])
    assert one + two > 100
    assert abs(one - two) <= 1


def test_the_roll_of_sealed_bids_in_each_world_of_its_own() -> None:
    """Nature's moves there tell the bids, so that each world has two of its own, 3 : 1."""
    state = State.new(SEALED)
    found = search(SEALED, state.board, 3, variant="chance=explicit", SCALE=20, nodes=20_000, backend="object")
    found.run(state.observe(0), Budget(60_000), generators(1))
    tree, checked = found.trees[0], 0
    for node in range(tree.size[0]):
        by_bids: dict[int, list[int]] = {}
        for edge in edges_of(tree, node):
            action = int(tree.edges[edge * tree.width + ACTION])
            by_bids.setdefault(action >> 1, [0, 0])[action & 1] += int(tree.edges[edge * tree.width + TRIED])
        if node and all(bids > 7 for bids in by_bids):  # reveals hold three bids + 1
            for low, high in by_bids.values():
                assert abs(low - 3 * high) <= 4
                checked += low + high > 8
    assert checked > 5
    assert CHANCE < 0 < NODE
