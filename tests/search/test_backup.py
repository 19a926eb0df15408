"""Max^n: whose value is maximised where, and utilities of all seats."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from mutapa.core.game import SEATS, UNIT
from mutapa.core.state import State
from mutapa.search import settings
from mutapa.search.ask import ask
from mutapa.search.budget import Budget
from mutapa.search.evaluate import estimates, utilities
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game

# Seat 0: R ends at (4, 4, 2); L leads to seat 1, which has a: (6, 3, 1) and b: (1, 2, 9).
L, R = 0, 1
MAXN: dict[int, Any] = {0: (0, {L: 1, R: 2}), 1: (1, {0: 3, 1: 4}), 2: (4, 4, 2), 3: (6, 3, 1), 4: (1, 2, 9)}
BOARD = np.zeros(1, np.int64)


def seated_as(order: tuple[int, ...]) -> dict[int, Any]:
    """The table with seat s playing the part of seat order[s]."""
    moved: dict[int, Any] = {}
    for key, entry in MAXN.items():
        if isinstance(entry[1], dict):
            moved[key] = (order.index(entry[0]), entry[1])
        else:
            moved[key] = tuple(entry[order[s]] for s in range(3))
    return moved


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_maxn_plays_l_where_a_paranoid_player_would_play_r(order: tuple[int, ...]) -> None:
    mover = order.index(0)
    for seed in range(20):
        found = search(table_game(seated_as(order), 3), BOARD, 3, seat=mover)
        right = []
        for sims in (50, 100, 200, 400, 800):
            result = found.run(at(0), Budget(sims), generators(seed))
            assert result is not None
            right.append(result.action == L)
        assert right == sorted(right)  # once found, twice the simulations never lose it again
        assert right[-1]
    result = found.run(at(0), Budget(8000), generators(seed))
    assert result is not None
    assert result.values[mover] == pytest.approx(0.5 + 6 / 20, abs=0.03)


VARIANTS = ("", "select=puct", "select=puct,c=1,horizon=0", "select=gumbel,sims=9", "widen=1.5", "rollout=prefer,horizon=3")


@pytest.mark.parametrize("variant", VARIANTS)
def test_paranoid_plays_r_and_max_n_l(variant: str) -> None:
    """SEARCH E. Seat 1 takes a for its own sake (3 > 2), b against seat 0 (1 < 6); more simulations never lose what is right."""
    order = (2, 0, 1)
    mover = order.index(0)
    for paranoia, action in ((0, L), (1, R)):
        changed = f"paranoia={paranoia},{variant}"
        found = search(table_game(seated_as(order), 3), BOARD, 3, seat=mover, variant=changed)
        for seed in range(20):
            right = []
            for sims in (100, 200, 400):
                result = found.run(at(0), Budget(sims), generators(seed))
                assert result is not None
                right.append(result.action == action)
            assert right == sorted(right), (paranoia, seed)
            assert right[-1], (paranoia, seed)


@pytest.mark.parametrize(("paranoia", "reply"), [("0.1", 0), ("0.15", 0), ("0.18", 1), ("0.5", 1)])
def test_a_blend_of_both(paranoia: str, reply: int) -> None:
    """Seat 1 wants (1 - p) own + p (1 - seat 0's): a for p below 1/6, where 3 - 9 p = 2 - 3 p in points, b above."""
    result = search(table_game(MAXN, 3), BOARD, 3, variant=f"c=0.3,paranoia={paranoia}").run(at(0), Budget(8000), generators(1))
    assert result is not None
    assert result.action == (L, R)[reply]


def test_what_is_reported_are_true_utilities() -> None:
    found = search(table_game(MAXN, 3), BOARD, 3, variant="paranoia=1")
    result = found.run(at(0), Budget(4000), generators(1))
    assert result is not None
    assert [total / result.rows[R].visits / UNIT for total in result.rows[R].sums] == pytest.approx([0.7, 0.7, 0.6], abs=1e-5)


def test_with_two_seats_that_share_one_win_paranoia_changes_nothing() -> None:
    table: dict[int, Any] = {0: (0, {0: 1, 1: 2}), 1: (1, {0: 3, 1: 4}), 2: (1, 2), 3: (4, 1), 4: (1, 3)}
    trees = []
    for paranoia in ("0", "0.5", "1"):
        found = search(table_game(table, 2), BOARD, 2, variant=f"paranoia={paranoia}", WIN=1, POINTS=0)
        found.run(at(0), Budget(500), generators(1))
        trees.append(record(found.trees[0], 2))
    assert trees[0] == trees[1] == trees[2]


def test_permuting_seats_permutes_values_exactly() -> None:
    base = search(table_game(MAXN, 3), BOARD, 3)
    base.run(at(0), Budget(300), generators(1))
    for order in permutations(range(3)):
        other = search(table_game(seated_as(order), 3), BOARD, 3, seat=order.index(0))
        other.run(at(0), Budget(300), generators(1))

        def permuted(node: list[Any], order: tuple[int, ...] = order) -> list[Any]:
            return [node[0], [[*e[:4], [e[4][order[s]] for s in range(3)], permuted(e[5]) if e[5] else None] for e in node[1]]]

        assert record(other.trees[0], 3) == permuted(record(base.trees[0], 3))


def test_value_vectors_sum_to_one_where_the_utility_is_shared_out() -> None:
    for weights in ({"WIN": 1}, {"PLACE": 1}, {"MARGIN": 1}, {"WIN": 2, "PLACE": 1}):
        result = search(table_game(MAXN, 3), BOARD, 3, **{"POINTS": 0, **weights}).run(at(0), Budget(200), generators(1))
        assert result is not None
        assert sum(result.values) == pytest.approx(1, abs=1e-5)


TWICE: dict[int, Any] = {
    0: (0, {0: 1, 1: 2}),
    1: (0, {0: 3, 1: 4}),
    2: (0, {0: 5, 1: 6}),
    3: (1, {0: 7, 1: 8}),
    4: (1, {0: 9, 1: 10}),
    5: (1, {0: 11, 1: 12}),
    6: (1, {0: 13, 1: 14}),
    7: (9, 0), 8: (0, 1), 9: (5, 3), 10: (6, 2), 11: (7, -7), 12: (4, -2), 13: (-9, 9), 14: (9, -9),
}  # fmt: skip
"""Seat 0 moves twice, then seat 1. Its replies: 3 -> (0, 1), 4 -> (5, 3), 5 -> (4, -2), 6 -> (-9, 9); so seat 0 plays 0, then 1,
which is worth (5, 3)."""


@pytest.mark.parametrize("variant", ["", "graph=transpositions"])
def test_a_turn_of_several_steps_keeps_its_mover(variant: str) -> None:
    """Trial A7: values at both steps agree with backward induction."""
    found = search(table_game(TWICE, 2), BOARD, 2, variant=variant)
    result = found.run(at(0), Budget(6000), generators(1))
    assert result is not None
    assert result.line == [0, 1, 0]
    tree = record(found.trees[0], 2)
    best = tree[1][0]
    second = best[5][1][1]
    for edge in (best, second):
        assert [edge[4][s] / edge[2] / UNIT for s in range(2)] == pytest.approx([0.75, 0.65], abs=0.03)


@pytest.mark.parametrize("worlds", ["so", "mo", "redetermine", "pimc"])
def test_and_so_where_a_coin_is_hidden_that_changes_nothing(worlds: str) -> None:
    """Trial A7."""
    found = search(table_game(TWICE, 2, tenths=5), BOARD, 2, variant=f"worlds={worlds}")
    result = found.run(at(0), Budget(6000), generators(1, len(found.trees)))
    assert result is not None
    assert result.action == 0
    mean = [result.rows[0].value(s) for s in range(2)]
    assert mean == pytest.approx([0.75, 0.65], abs=0.05 if worlds == "pimc" else 0.03)  # 20 trees of 300 simulations


def test_what_is_proven_of_such_a_turn() -> None:
    """Trial A7, exactly."""
    result = search(table_game(TWICE, 2), BOARD, 2, variant="proven=1").run(at(0), Budget(6000), generators(1))
    assert result is not None
    assert result.action == 0
    assert result.simulations < 300
    assert result.rows[0].proven == result.proven
    assert result.proven is not None
    assert [value / UNIT for value in result.proven] == pytest.approx([0.75, 0.65], abs=1e-5)


def outcome(ranks: list[int], margins: list[int], turn_into: Any = utilities, **weights: int) -> list[int]:
    values = [0] * settings.LENGTH
    values[settings.SEATS] = len(ranks)
    values[settings.SCALE] = 10
    for name, weight in weights.items():
        values[getattr(settings, name)] = weight
    marks = [0] * (2 * SEATS)
    marks[: len(ranks)] = ranks
    marks[SEATS : SEATS + len(ranks)] = margins
    out = [0] * SEATS
    turn_into(values, marks, out)
    return out[: len(ranks)]


def test_parts_of_the_utility() -> None:
    assert outcome([1, 2, 3], [5, 2, -1], WIN=1) == [UNIT, 0, 0]
    assert outcome([1, 1, 3, 4], [5, 5, 0, 0], WIN=3) == [UNIT // 2, UNIT // 2, 0, 0]
    assert outcome([2, 1, 3], [0, 0, 0], PLACE=1) == [UNIT // 3, 2 * UNIT // 3, 0]
    assert outcome([1, 1, 3], [0, 0, 0], PLACE=1) == [UNIT // 2, UNIT // 2, 0]
    assert outcome([1, 2], [4, -4], MARGIN=1) == [int(0.7 * UNIT), UNIT - int(0.7 * UNIT) - 1]
    assert outcome([1, 2], [50, -50], MARGIN=1) == [UNIT, 0]
    assert outcome([1, 2], [5, 5], POINTS=1) == [3 * UNIT // 4, 3 * UNIT // 4]
    assert outcome([1, 2], [8, 8], WIN=1, MARGIN=1) == [3 * UNIT // 4, UNIT // 4]


def test_the_judge_before_a_rollout_is_mixed_in() -> None:
    """From a table whose judge says 1/2 and whose rollouts end at (10, -10): (1 - mix) 1 + mix / 2."""
    table: dict[int, Any] = {0: (0, {0: 1, 1: 1}), 1: (0, {0: 2}), 2: (10, -10)}
    for mix in ("0", "0.25", "0.5"):
        found = search(table_game(table, 2), BOARD, 2, variant=f"mix={mix}")
        result = found.run(at(0), Budget(2), generators(1))
        assert result is not None
        assert [row.sums[0] for row in result.rows] == [round(UNIT * (1 - float(mix) / 2))] * 2
        result = found.run(at(0), Budget(40), generators(1))
        assert result is not None
        # Further visits end at the outcome itself, where there is nothing to judge.
        assert result.rows[0].sums[0] == result.rows[0].visits * UNIT - round(UNIT * float(mix) / 2)


def test_parts_of_what_is_judged() -> None:
    """A cut rollout is valued by the same weights as a finished game."""
    shares = [UNIT // 2, UNIT // 4, UNIT // 4]
    assert outcome(shares, [5, 2, -1], estimates, WIN=1) == shares
    assert outcome(shares, [0, 0, 0], estimates, PLACE=1)[1:] == [(UNIT // 2 + UNIT // 3) // 3] * 2
    assert sum(outcome(shares, [0, 0, 0], estimates, PLACE=1)) == pytest.approx(UNIT, abs=3)
    assert outcome([UNIT, 0], [4, -4], estimates, MARGIN=1) == outcome([1, 2], [4, -4], MARGIN=1)
    assert outcome([UNIT, 0, 0], [0, 0, 0], estimates, PLACE=1) == [2 * UNIT // 3, UNIT // 6, UNIT // 6]
    assert outcome([UNIT // 2, UNIT // 2], [8, 8], estimates, WIN=1, MARGIN=1) == [UNIT // 2, UNIT // 2]
    assert outcome([UNIT // 2, UNIT // 2], [5, 5], estimates, POINTS=1) == [3 * UNIT // 4, 3 * UNIT // 4]


@pytest.mark.parametrize("weights", ["win=0,margin=1", "win=0,place=1", "win=0,points=1", "win=1,margin=1"])
def test_weights_of_the_utility_change_a_search_that_cuts_its_rollouts(weights: str) -> None:
    """An option that changes nothing is a fault (trial A6)."""
    state = State.new("zimbabwe", 3, seed=5, backend="object")
    for _ in range(8):
        state.apply(state.legal_actions[-1])
    plain, other = (ask(state, f"uct:sims=300,horizon=30,{each}").result for each in ("win=1", weights))
    assert plain is not None
    assert other is not None
    assert plain.visits != other.visits
