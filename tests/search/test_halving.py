"""Gumbel: the published schedule of sequential halving, who survives, noise and logarithms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT
from mutapa.core.streams import derive
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.halving import NOISE, draw_bracket, next_visits, noise, rank
from mutapa.search.merge import edges_of
from mutapa.search.reals import ln
from mutapa.search.tree import ACTION, PRIOR, ROOT, SUM, TRIED
from tests.search.seats import generators, search
from tests.search.tables import at, table_game

BOARD = np.zeros(1, np.int64)


def published(considered: int, simulations: int) -> list[int]:
    """The sequence of considered visits as mctx 0.0.5 (DeepMind) makes it, written out anew."""
    if considered <= 1:
        return list(range(simulations))
    halvings = math.ceil(math.log2(considered))
    sequence: list[int] = []
    visits = [0] * considered
    left = considered
    while len(sequence) < simulations:
        for _ in range(max(1, int(simulations / (halvings * left)))):
            sequence += visits[:left]
            for i in range(left):
                visits[i] += 1
        left = max(2, left // 2)
    return sequence[:simulations]


@pytest.mark.parametrize("considered", [1, 2, 3, 4, 5, 7, 8, 16, 33])
def test_the_schedule_is_the_published_one(considered: int) -> None:
    for simulations in (1, 2, 5, 16, 50, 200, 333):
        bracket = [0] * NOISE
        draw_bracket(bracket, considered, simulations)
        assert [next_visits(bracket, simulations) for _ in range(simulations)] == published(considered, simulations)


def test_the_schedule_of_the_paper() -> None:
    """n = 16, m = 4: two visits each, then four more for the better two. n = 200, m = 16: 3, 9, 21, then 49."""
    assert published(4, 16) == [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]
    table: dict[int, Any] = {0: (0, dict.fromkeys(range(16), 1)), 1: (0, 0)}
    result = search(table_game(table, 2), BOARD, 2, variant="select=gumbel,sims=9").run(at(0), Budget(200), generators(3))
    assert result is not None
    assert sorted(result.visits.values()) == [3] * 8 + [9] * 4 + [21] * 2 + [49] * 2


def test_actions_that_are_not_considered_get_no_visit() -> None:
    table: dict[int, Any] = {0: (0, dict.fromkeys(range(10), 1)), 1: (0, 0)}
    found = search(table_game(table, 2, weights={(0, 7): 10**6}), BOARD, 2, variant="select=gumbel,considered=4,sims=9")
    seen = set()
    for seed in range(10):
        result = found.run(at(0), Budget(16), generators(seed))
        assert result is not None
        assert sorted(result.visits.values()) == [0] * 6 + [2, 2, 6, 6]
        assert result.visits[7] == 6  # equal values: priors decide
        seen |= {action for action, visits in result.visits.items() if visits}
    assert len(seen) > 6  # whom the noise lets in changes


def test_the_best_action_survives_against_its_prior() -> None:
    table: dict[int, Any] = {0: (0, {a: 1 + (a == 2) for a in range(4)}), 1: (0, 0), 2: (9, -9)}
    for seed in range(20):
        found = search(table_game(table, 2, weights={(0, 0): 20}), BOARD, 2, variant="select=gumbel,sims=9")
        result = found.run(at(0), Budget(32), generators(seed))
        assert result is not None
        assert result.action == 2


def test_a_rank_by_hand() -> None:
    """noise + ln prior + (50 + the most visits) * trust * Q: what is found counts for more the longer it is looked at."""
    values, edges, bracket = [0] * settings.LENGTH, [0] * (SUM + 2), [0] * (NOISE + 1)
    values[settings.SEATS], values[settings.TRUST], bracket[NOISE] = 2, UNIT // 10, 3 * UNIT // 2
    edges[PRIOR], edges[TRIED], edges[SUM + 1] = UNIT // 4, 8, 2 * UNIT
    before = 1.5 + math.log(0.25)
    for most in (8, 30):
        assert rank(values, edges, 0, 1, most, bracket) == pytest.approx(before + (50 + most) * 0.1 * 0.25, abs=1e-4)
    edges[TRIED] = 0
    assert rank(values, edges, 0, 1, 8, bracket) == pytest.approx(before, abs=1e-4)


def by_the_paper(
    logits: list[float], q: list[float], considered: int, sims: int, trust: float, raw: float
) -> tuple[list[int], int]:
    """(visits, action) of a root as mctx 0.0.5 searches it, where each visit of an action gives the same Q: `logits` with the
    noise, Q completed by the mixed value, `raw` what a network says of the root.
    """
    weights, n = np.exp(logits), len(logits)
    visits = [0] * n

    def highest(wanted: int) -> int:
        tried = [visits[i] > 0 for i in range(n)]
        sure = sum(weights[i] for i in range(n) if tried[i])
        mean = sum(weights[i] * q[i] for i in range(n) if tried[i]) / sure if sure else 0.0
        mixed = (raw + sum(visits) * mean) / (1 + sum(visits))
        scores = [logits[i] + (50 + max(visits)) * trust * (q[i] if tried[i] else mixed) for i in range(n)]
        return max((i for i in range(n) if visits[i] == wanted), key=lambda i: scores[i])

    for wanted in published(considered, sims):
        visits[highest(wanted)] += 1
    return visits, highest(max(visits))


@pytest.mark.parametrize("raw", [-1.0, 0.0, 0.4, 1.0])
def test_what_untried_actions_are_completed_by_makes_no_difference_at_the_root(raw: float) -> None:
    """Only equally visited actions are compared: the search leaves completion out and still goes where the paper's goes."""
    table: dict[int, Any] = {0: (0, {a: a + 1 for a in range(10)}), **{a + 1: (a % 5, 0) for a in range(10)}}
    for seed in range(12):
        found = search(table_game(table, 2, weights={(0, 3): 9}), BOARD, 2, variant="select=gumbel,considered=6,sims=9,trust=0.2")
        result = found.run(at(0), Budget(30 + seed), generators(seed))
        assert result is not None
        tree = found.trees[0]
        logits, q = [0.0] * 10, [0.0] * 10
        for edge in edges_of(tree, int(tree.head[ROOT])):
            action, prior = (int(tree.edges[edge * tree.width + word]) for word in (ACTION, PRIOR))
            logits[action] = int(tree.bracket[NOISE + edge]) / UNIT + math.log(prior / UNIT)
        for row in result.rows:
            q[row.action] = row.value(0)
        visits, action = by_the_paper(logits, q, 6, 30 + seed, 0.2, raw)
        assert [result.visits[a] for a in range(10)] == visits
        assert result.action == action


def test_without_trust_the_action_is_drawn_from_the_priors() -> None:
    """The Gumbel-max trick: argmax of noise + ln prior is a draw from the priors."""
    table: dict[int, Any] = {0: (0, {0: 1, 1: 2, 2: 1}), 1: (0, 0), 2: (9, -9)}
    found = search(table_game(table, 2, weights={(0, 0): 6, (0, 1): 3}), BOARD, 2, variant="select=gumbel,sims=9,trust=0,flat=0")
    drawn = [0, 0, 0]
    for seed in range(1000):
        result = found.run(at(0), Budget(2), generators(seed))
        assert result is not None
        drawn[result.action] += 1
    assert all(abs(n - 1000 * share) < 4 * (1000 * share) ** 0.5 for n, share in zip(drawn, (0.6, 0.3, 0.1), strict=True))


def test_noise_is_gumbel() -> None:
    rng = derive(1, "noise").tolist()
    drawn = [noise(rng) / UNIT for _ in range(4000)]
    mean = sum(drawn) / len(drawn)
    assert mean == pytest.approx(0.5772, abs=0.08)
    assert sum((x - mean) ** 2 for x in drawn) / len(drawn) == pytest.approx(math.pi**2 / 6, abs=0.2)
    assert sum(x < 0 for x in drawn) / len(drawn) == pytest.approx(math.exp(-1), abs=0.03)


@pytest.mark.parametrize("x", [1e-10, 2**-33, 0.3, 0.70710678, 0.999999999, 1.0, 1.41421356, 2.0, 1e6, 2.0**50])
def test_ln(x: float) -> None:
    assert ln(x) == pytest.approx(math.log(x), rel=1e-12, abs=1e-14)


def test_a_clock_alone_is_refused() -> None:
    found = search(table_game({0: (0, {0: 1, 1: 1}), 1: (0, 0)}, 2), BOARD, 2, variant="select=gumbel,sims=9")
    with pytest.raises(InvalidError, match="gumbel shares out a known number of simulations; right would be sims=400"):
        found.run(at(0), Budget(seconds=0.1), generators(1))
