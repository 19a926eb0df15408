"""PUCT: the documented formula on trees worked by hand, priors, first-play urgency."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.expand import ALL, NONE
from mutapa.search.priors import weigh
from mutapa.search.puct import puct
from mutapa.search.threads import fill
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game

BOARD = np.zeros(1, np.int64)
# Utilities of seat 0: action 1 ends at 0.5, 2 at 0.65; 0 leads to seat 1, whose 0 leaves seat 0 with 0.9 and 1 with 0.3.
GAME: dict[int, Any] = {0: (0, {0: 1, 1: 2, 2: 3}), 1: (1, {0: 4, 1: 5}), 2: (0, 0), 3: (3, -3), 4: (8, -8), 5: (-4, 4)}

# Simulation by simulation, c = 1, urgency 0.2, priors 1/2, 1/4, 1/4 at the root and 1/2, 1/2 below; judged at once (0.5).
# Scores of the root's actions, then what is chosen. E.g. simulation 4: N = 3, so sqrt(available) = 2; Q(0) = (0.5 + 0.9) / 2,
# Q(1) = 0.5, and action 2 is untried: mean (0.5 + 0.9 + 0.5) / 3 less 0.2 sqrt(3/4):
# 0.7 + 0.5 * 2 / 3 = 1.0333; 0.5 + 0.25 * 2 / 2 = 0.75; 0.6333 - 0.1732 + 0.25 * 2 = 0.9601. Below, seat 1 has seen 0.1 of 0;
# action 1 is untried: 0.1 - 0.2 sqrt(1/2) + 0.5 sqrt(2) = 0.6657 against 0.1 + 0.5 sqrt(2) / 2 = 0.4536.
WORKED = [
    ((0.5, 0.25, 0.25), (0,)),
    ((0.8536, 0.7121, 0.7121), (0, 0)),
    ((0.9887, 0.9916, 0.9916), (1,)),
    ((1.0333, 0.75, 0.9601), (0, 1)),
    ((0.8462, 0.7795, 0.9358), (2,)),
    ((0.8729, 0.8062, 0.9562), (2,)),
    ((0.8974, 0.8307, 0.8705), (0, 1)),
    ((0.7828, 0.8536, 0.8857), (2,)),
    ((0.8, 0.875, 0.8375), (1,)),
    ((0.8162, 0.7635, 0.8476), (2,)),
    ((0.8317, 0.7764, 0.8158), (0, 1)),
    ((0.7487, 0.7887, 0.8232), (2,)),
]


def paths(tree: list[Any]) -> dict[tuple[int, ...], int]:
    """Visits by line of actions."""
    found = {}
    for action, _, tried, _, _, child in tree[1]:
        found[(action,)] = tried
        if child:
            found |= {(action, *line): n for line, n in paths(child).items()}
    return found


def test_twelve_simulations_worked_by_hand() -> None:
    game = table_game(GAME, 2, weights={(0, 0): 2})
    found = search(game, BOARD, 2, variant="select=puct,c=1,horizon=0,flat=0")
    fill(found.trees[0].rng, generators(1)[0])
    wanted: dict[tuple[int, ...], int] = {}
    for n, (_, line) in enumerate(WORKED, 1):
        found.trees[0].grow(found.board, at(0), found.settings, found._rows, 1)
        for k in range(1, len(line) + 1):
            wanted[line[:k]] = wanted.get(line[:k], 0) + 1
        assert {line: visits for line, visits in paths(record(found.trees[0], 2)).items() if visits} == wanted, n


def test_the_scores_worked_by_hand_are_those_of_the_formula() -> None:
    tried, total = [0, 0, 0], [0.0, 0.0, 0.0]
    value = {(0,): 0.5, (1,): 0.5, (2,): 0.65, (0, 0): 0.9, (0, 1): 0.3}
    for scores, line in WORKED:
        edges = []
        for action, prior in enumerate((UNIT // 2, UNIT // 4, UNIT // 4)):
            seen = [action, action, -1, -1, tried[action], 1 + sum(tried), prior]
            edges += [*seen, round(total[action] * UNIT), round((tried[action] - total[action]) * UNIT)]
        values = [0] * settings.LENGTH
        values[settings.SEATS], values[settings.EXPLORE], values[settings.URGENCY] = 2, UNIT, round(0.2 * UNIT)
        assert puct(values, edges, [0, 0, 1, 2], 3, 0, ALL, 0) == line[0]
        mean = sum(total) / max(1, sum(tried))
        known = sum(p for p, n in zip((0.5, 0.25, 0.25), tried, strict=True) if n)
        for action, prior in enumerate((0.5, 0.25, 0.25)):
            q = total[action] / tried[action] if tried[action] else mean - 0.2 * math.sqrt(known)
            assert q + prior * math.sqrt(1 + sum(tried)) / (1 + tried[action]) == pytest.approx(scores[action], abs=6e-5)
        tried[line[0]] += 1
        total[line[0]] += value[line]


def test_uniform_priors() -> None:
    """SEARCH G: three leaves 0.5, 0.65, 0.4, c = 1, no reduction: the visits of 12 simulations, worked out beside it."""
    table: dict[int, Any] = {0: (0, {0: 1, 1: 2, 2: 3}), 1: (0, 0), 2: (3, -3), 3: (-2, 2)}
    found = search(table_game(table, 2), BOARD, 2, variant="select=puct,c=1,horizon=0,urgency=0")
    tried, total, worth = [0, 0, 0], [0.0, 0.0, 0.0], (0.5, 0.65, 0.4)
    fill(found.trees[0].rng, generators(1)[0])
    order = []
    for n in range(12):
        scores = []
        for a in range(3):
            q = total[a] / tried[a] if tried[a] else sum(total) / max(1, n)
            scores.append(q + math.sqrt(n + 1) / 3 / (1 + tried[a]))
        best = scores.index(max(scores))
        order.append(best)
        tried[best] += 1
        total[best] += worth[best]
        found.trees[0].grow(found.board, at(0), found.settings, found._rows, 1)
        assert [edge[2] for edge in record(found.trees[0], 2)[1]] == tried
    assert order[:3] == [0, 1, 2]  # equals: the lowest first
    assert tried == [3, 7, 2]


def test_c_0_is_greedy() -> None:
    """No bonus: what is tried and above the mean is followed; an untried action is no better than the mean."""
    values = [0] * settings.LENGTH
    values[settings.SEATS] = 1
    low, high = UNIT // 4, UNIT // 2
    edges = [0, 0, -1, -1, 90, 99, high, 45 * UNIT, 1, 1, -1, -1, 9, 99, low, 5 * UNIT, 2, 2, -1, -1, 0, 99, low, 0]
    assert puct(values, edges, [1, 0, 1, 2], 3, 0, ALL, 0) == 1
    table: dict[int, Any] = {0: (0, {3: 1, 5: 2, 9: 3}), 1: (2, -2), 2: (5, -5), 3: (4, -4)}
    for urgency in ("0", "0.2"):
        result = search(table_game(table, 2), BOARD, 2, variant=f"select=puct,c=0,urgency={urgency}").run(
            at(0), Budget(500), generators(1)
        )
        assert result is not None
        assert result.visits == {3: 500, 5: 0, 9: 0}


def test_a_lower_urgency_tries_fewer_actions() -> None:
    table: dict[int, Any] = {0: (0, dict.fromkeys(range(12), 1)), 1: (0, 0)}
    tried = []
    for urgency in ("0", "0.1", "0.5"):
        result = search(table_game(table, 2), BOARD, 2, variant=f"select=puct,urgency={urgency}").run(
            at(0), Budget(20), generators(1)
        )
        assert result is not None
        tried.append(sum(visits > 0 for visits in result.visits.values()))
    assert tried[0] == 12
    assert tried == sorted(tried, reverse=True)
    assert tried[2] < 12


NO_BRAIN = ([0.0], [0], [0.0], [0], [0], [0], [0], [0])


@pytest.mark.parametrize(
    ("power", "flat", "wanted"),
    [
        (2, 0.0, (1, 4, 16)), (1, 0.0, (1, 2, 4)), (4, 0.0, (1, 16, 256)), (0, 0.0, (1, 1, 1)), (2, 1.0, (1, 1, 1)),
        (2, 0.5, (3, 4, 8)),
    ],
)  # fmt: skip
def test_priors(power: int, flat: float, wanted: tuple[int, ...]) -> None:
    game = table_game({0: (0, {0: 1, 1: 1, 2: 1}), 1: (0, 0)}, 2, weights={(0, 1): 4, (0, 2): 16})
    values = [0] * settings.LENGTH
    values[settings.POWER], values[settings.FLAT] = power, round(flat * UNIT)
    out = [0] * 3
    weigh(game.rules, [0], [0] * 16, [int(at(0)[0])], values, NO_BRAIN, [0, 1, 2], 3, out, 1)
    if wanted == (3, 4, 8):
        shares = [0.5 * w / 21 + 0.5 / 3 for w in (1, 4, 16)]
    else:
        shares = [w / sum(wanted) for w in wanted]
    assert [w / UNIT for w in out] == pytest.approx(shares, abs=1e-5)
    assert UNIT - 3 <= sum(out) <= UNIT


def test_priors_stay_above_0_where_one_action_weighs_all() -> None:
    game = table_game({0: (0, {0: 1, 1: 1}), 1: (0, 0)}, 2, weights={(0, 1): 1 << 40})
    values, out = [0] * settings.LENGTH, [0, 0]
    values[settings.POWER] = 6
    weigh(game.rules, [0], [0] * 16, [int(at(0)[0])], values, NO_BRAIN, [0, 1], 2, out, 1)
    assert out[0] == 1


def test_priors_of_actions_not_legal_in_this_world_count_for_nothing() -> None:
    """Two of three edges are live: shares are of those two, availability is each edge's own."""
    values = [0] * settings.LENGTH
    values[settings.SEATS], values[settings.EXPLORE] = 1, UNIT
    half = UNIT // 2
    edges = [0, 0, -1, -1, 3, 9, UNIT // 4, 3 * half, 1, 1, -1, -1, 9, 9, half, 9 * half, 2, 2, -1, -1, 1, 4, UNIT // 4, half]
    # Q = 0.5 for all. Edge 0: P = 1/2, sqrt(9) / 4 -> 0.375; edge 2: P = 1/2, sqrt(4) / 2 -> 0.5.
    assert puct(values, edges, [0, 0, 2], 2, 0, ALL, 0) == 2
    edges[2 * 8 + 5] = 2  # sqrt(2) / 2 / 2 = 0.354
    assert puct(values, edges, [0, 0, 2], 2, 0, ALL, 0) == 0


def test_with_widening_only_the_open_untried_edge_competes() -> None:
    values = [0] * settings.LENGTH
    values[settings.SEATS], values[settings.EXPLORE] = 1, UNIT
    edges = [0, 0, -1, -1, 4, 5, UNIT // 8, UNIT, 1, 1, -1, -1, 0, 5, UNIT // 2, 0, 2, 2, -1, -1, 0, 5, UNIT // 4, 0]
    live = [2, 0, 1, 2]
    assert [puct(values, edges, live, 3, 0, opened, 0) for opened in (ALL, 1, 2, NONE)] == [1, 1, 2, 0]
