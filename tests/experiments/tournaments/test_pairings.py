"""Who meets whom: balanced over pairs, over who follows whom, no repeats without need."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from mutapa.experiments.tournaments import pairings


def follows(ring: pairings.Group) -> list[tuple[int, int]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


@pytest.mark.parametrize(("seats", "orders", "often"), [(2, 1, 1), (3, 2, 1), (4, 6, 2), (5, 4, 1)])
def test_rings_let_everyone_follow_everyone_equally_often(seats: int, orders: int, often: int) -> None:
    rings = pairings.rings(seats)
    assert len(rings) == orders
    assert all(sorted(ring) == list(range(seats)) for ring in rings)
    counted = Counter(pair for ring in rings for pair in follows(ring))
    assert counted == dict.fromkeys(itertools.permutations(range(seats), 2), often)
    for ring in rings:
        seatings = pairings.rotations(ring)
        assert all(sorted(at) == list(range(seats)) for at in zip(*seatings, strict=True)), "everyone once on every seat"
        assert all(set(follows(seated)) == set(follows(ring)) for seated in seatings)


@pytest.mark.parametrize(("seats", "period"), [(2, 1), (3, 2), (4, 6), (5, 4)])
def test_rings_one_by_one_even_out(seats: int, period: int) -> None:
    followed: Counter[tuple[int, int]] = Counter()
    for n in range(1, 3 * period + 1):
        pairings.ring_for(tuple(range(seats)), followed)
        counts = [followed[pair] for pair in itertools.permutations(range(seats), 2)]
        assert max(counts) - min(counts) <= 2
        if n % period == 0:
            assert max(counts) == min(counts)


@pytest.mark.parametrize(("entrants", "seats", "often"), [(2, 2, 1), (7, 2, 1), (5, 3, 3), (6, 4, 6), (7, 5, 10)])
def test_all_groups_are_balanced(entrants: int, seats: int, often: int) -> None:
    groups = pairings.balanced(range(entrants), seats, None)
    assert len(set(groups)) == len(groups)
    assert set(pairings.meetings(groups).values()) == {often}


@pytest.mark.parametrize(
    ("entrants", "seats", "blocks", "low", "high"),
    [
        (6, 3, 10, 2, 2),  # the design of 10 blocks exists and is found
        (6, 3, 20 + 10, 6, 6),
        (7, 3, 7, 1, 1),  # Fano's plane
        (8, 4, 20, 4, 5),
        (12, 4, 60, 5, 6),
        (20, 2, 50, 0, 1),
        (30, 5, 200, 4, 5),
    ],
)
def test_some_groups_are_nearly_balanced(entrants: int, seats: int, blocks: int, low: int, high: int) -> None:
    groups = pairings.balanced(range(entrants), seats, blocks)
    met = pairings.meetings(groups)
    numbers = [met[frozenset(two)] for two in itertools.combinations(range(entrants), 2)]
    assert len(groups) == blocks
    assert (min(numbers), max(numbers)) == (low, high)
    games = Counter(each for group in groups for each in group)
    assert max(games.values()) - min(games[each] for each in range(entrants)) <= 2
    assert groups == pairings.balanced(range(entrants), seats, blocks), "the same every time"


def test_a_core_meets_all_others_evenly() -> None:
    groups = pairings.balanced([1, 2, 3, 4], 2, None, core=(0,))
    assert sorted(groups) == [(0, *two) for two in itertools.combinations([1, 2, 3, 4], 2)]


@pytest.mark.parametrize("blocks", [None, 40, 4000])
def test_those_kept_apart_never_meet(blocks: int | None) -> None:
    apart = {frozenset((0, 1)), frozenset((2, 3)), frozenset((2, 4))}
    for entrants in (8, 16):
        groups = pairings.balanced(range(entrants), 3, blocks if blocks != 4000 else 400, apart)
        assert groups
        assert not apart & set(pairings.meetings(groups))
    assert pairings.balanced(range(3), 2, blocks, {frozenset(two) for two in itertools.combinations(range(3), 2)}) == []


def swiss(
    entrants: int, seats: int, rounds: int, seed: int, apart: pairings.Pairs = ()
) -> tuple[list[pairings.Group], Counter[int]]:
    chance, scores = random.Random(seed), [Fraction(0)] * entrants
    before: list[pairings.Group] = []
    rested: Counter[int] = Counter()
    for _ in range(rounds):
        groups, resting = pairings.swiss(range(entrants), scores, seats, before, rested, apart)
        assert sorted(each for group in [*groups, resting] for each in group) == list(range(entrants))
        before += groups
        rested.update(resting)
        for group in groups:
            scores[chance.choice(group)] += 1
    return before, rested


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(16, 2, 5), (8, 2, 4), (9, 3, 3)])
def test_swiss_repeats_no_meeting_without_need(entrants: int, seats: int, rounds: int) -> None:
    for seed in range(20):
        before, _ = swiss(entrants, seats, rounds, seed)
        assert max(pairings.meetings(before).values()) == 1


def test_swiss_rests_are_shared_out() -> None:
    for seed in range(10):
        _, rested = swiss(11, 4, 4, seed)
        assert sum(rested.values()) == 12
        assert max(rested.values()) <= 2
    _, rested = swiss(5, 2, 5, 1)
    assert rested == dict.fromkeys(range(5), 1)


def test_swiss_lets_equals_meet() -> None:
    scores = [Fraction(n) for n in (0, 3, 1, 2, 3, 0, 1, 2)]
    groups, _ = pairings.swiss(range(8), scores, 2, [], Counter())
    assert groups == [(1, 4), (3, 7), (2, 6), (0, 5)]
    groups, _ = pairings.swiss(range(8), scores, 2, groups, Counter())
    assert not {(1, 4), (3, 7), (2, 6), (0, 5)} & set(groups)


def test_swiss_keeps_authors_apart_where_it_can() -> None:
    apart = {frozenset((n, n + 1)) for n in range(0, 12, 2)}
    for seed in range(10):
        before, _ = swiss(12, 3, 4, seed, apart)
        assert not apart & set(pairings.meetings(before))


@pytest.mark.parametrize("entrants", range(2, 12))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_on_a_ladder_everyone_plays_in_two_rounds(entrants: int, seats: int) -> None:
    if entrants < seats:
        return
    both = [pairings.ladder(range(entrants), seats, odd) for odd in (True, False)]
    assert all(both)
    assert {each for groups in both for group in groups for each in group} == set(range(entrants))


def test_winners_climb() -> None:
    order = [3, 1, 0, 2]
    scores = [Fraction(1), Fraction(0), Fraction(0), Fraction(1)]
    assert pairings.climbed(order, pairings.ladder(order, 2, odd=True), scores) == [3, 1, 0, 2]
    assert pairings.climbed(order, pairings.ladder(order, 2, odd=False), scores) == [3, 0, 1, 2]
