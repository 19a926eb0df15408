"""Nodes found by keys: the table, and a graph of positions whose visits add up over all ways in."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.toys.tictactoe.game import GAME, RULES
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.graph import find
from mutapa.search.merge import edges_of
from mutapa.search.threads import capacities, slots
from mutapa.search.tree import ACTION, CHILD, HEAD, NODE, REFUSED, TRIED, VISITS
from tests.search.seats import generators, search, whole


def table(nodes: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Settings, head, nodes and table of keys of an empty graph."""
    chosen = [0] * settings.LENGTH
    chosen[settings.NODES], chosen[settings.SLOTS] = nodes, slots(nodes)
    head = [0] * HEAD
    return chosen, head, [0] * (nodes * NODE), [0] * (slots(nodes) + nodes)


def test_keys_that_fall_on_one_slot_have_nodes_of_their_own() -> None:
    arrays = table(8)
    step = slots(8)
    made = [find(*arrays, 5 + i * step) for i in range(6)]
    assert made == [-2 - i for i in range(6)]
    assert [find(*arrays, 5 + i * step) for i in range(6)] == list(range(6))


def test_slots_go_on_at_the_front() -> None:
    arrays = table(4)
    last = slots(4) - 1
    assert [find(*arrays, key) for key in (last, last + slots(4), 0)] == [-2, -3, -4]
    assert [find(*arrays, key) for key in (0, last + slots(4), last)] == [2, 1, 0]


def test_a_full_graph_has_no_room() -> None:
    arrays = table(3)
    assert [find(*arrays, key) for key in (1, 2, 3, 4, 2)] == [-2, -3, -4, -1, 1]
    assert arrays[1][REFUSED] == 1


@pytest.mark.parametrize("nodes", [2, 3, 4, 5, 1000, 1024, 1025])
def test_at_least_half_the_slots_stay_empty(nodes: int) -> None:
    assert slots(nodes) >= 2 * nodes
    assert slots(nodes) & (slots(nodes) - 1) == 0
    assert slots(nodes) <= 4 * nodes


@pytest.mark.parametrize("memory", [1, 3.3, 64])
def test_the_table_is_part_of_the_memory(memory: float) -> None:
    nodes, edges = capacities(memory, 0, 2, 9, keyed=True)
    words = nodes * NODE + edges * (7 + 2 + 1) + slots(nodes) + nodes
    assert words * 8 <= memory * (1 << 20)


def grown(sims: int, variant: str = "graph=transpositions", **how: Any) -> Any:
    board, state = GAME.deal({"game": "tictactoe", "seats": 2})
    how = {"nodes": 6000, "POINTS": 0, "WIN": 1, "backend": "object", **how}
    found = search(GAME, board, 2, variant=variant, **how)
    return found, found.run(state, Budget(sims), generators(1)), board.tolist()


def test_every_node_is_one_position_and_its_visits_are_those_of_all_edges_into_it() -> None:
    found, result, board = grown(6000)
    tree, width = found.trees[0], found.trees[0].width
    positions: dict[int, list[int]] = {0: [0]}
    into = {0: 6000}
    for node in (queue := [0]):
        for edge in edges_of(tree, node):
            child, tried = int(tree.edges[edge * width + CHILD]), int(tree.edges[edge * width + TRIED])
            if child < 0:
                assert tried == 0
                continue
            after = list(positions[node])
            RULES.apply(board, [0] * 16, after, int(tree.edges[edge * width + ACTION]))
            if child not in positions:
                positions[child] = after
                queue.append(child)
            assert positions[child] == after  # however it was reached
            into[child] = into.get(child, 0) + tried
    assert len(positions) == result.nodes == len({words[0] for words in positions.values()})
    assert all(tree.nodes[node * NODE + VISITS] == visits for node, visits in into.items())


def test_a_graph_has_fewer_nodes_than_a_tree_and_never_more_than_there_are_positions() -> None:
    _, result, _ = grown(40_000)
    assert result.nodes <= 5478
    assert result.refused == 0
    _, tree, _ = grown(4000, "")
    _, graph, _ = grown(4000)
    assert graph.nodes < tree.nodes
    assert result.values[0] == pytest.approx(0.5, abs=0.05)  # tic-tac-toe is a draw


def test_a_graph_is_searched_alike_in_plain_python() -> None:
    trees = [grown(300, backend=backend)[0].trees[0] for backend in ("strict", "object")]
    assert whole(trees[:1]) == whole(trees[1:])
    assert [int(word) for word in trees[0].table] == [int(word) for word in trees[1].table]


def test_a_full_graph_goes_on_without_adding_nodes() -> None:
    _, result, _ = grown(500, nodes=20)
    assert result.nodes == 20
    assert result.refused > 0
    assert sum(row.visits for row in result.rows) == 500


def test_a_new_search_begins_with_an_empty_table() -> None:
    found, result, _ = grown(300)
    again = found.run(State.new(GAME).words, Budget(300), generators(1))
    assert again.rows == result.rows
    assert again.nodes == result.nodes
