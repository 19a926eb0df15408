"""Schedules: pure functions of the plan and of results, each game once, blocks whole, nonsense refused in a line."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.tournaments import schedule
from mutapa.experiments.tournaments.schedule import Fixture, Plan

NAMES = ["Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus"]


def by_block(fixtures: list[Fixture]) -> dict[int, list[Fixture]]:
    found: dict[int, list[Fixture]] = {}
    for each in fixtures:
        found.setdefault(each.block, []).append(each)
    return found


def played(plan: Plan, result: Any) -> tuple[list[Fixture], dict[int, dict[str, Fraction]]]:
    """All games of a plan whose blocks end as `result(block, names)` says."""
    shares: dict[int, dict[str, Fraction]] = {}
    found = []
    for games in schedule.rounds(plan, shares):
        found += games
        for block, fixtures in by_block(games).items():
            shares[block] = result(block, sorted(fixtures[0].seats))
    return found, shares


def first_wins(block: int, names: list[str]) -> dict[str, Fraction]:
    return {name: Fraction(name == names[0]) for name in names}


@pytest.mark.parametrize("kind", schedule.KINDS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seatings", schedule.SEATINGS)
def test_games_are_numbered_and_blocks_are_balanced(kind: str, seats: int, seatings: str) -> None:
    plan = Plan(NAMES, seats, kind=kind, rounds=2, seatings=seatings)
    found, _ = played(plan, first_wins)
    assert [each.number for each in found] == list(range(1, plan.games + 1))
    blocks = by_block(found)
    assert sorted(blocks) == list(range(1, len(blocks) + 1))
    for block, games in blocks.items():
        assert len(games) == plan.games_per_block
        assert {each.setup for each in games} == {block}
        assert len({each.seats for each in games}) == len(games), "no seating comes twice"
        for at in zip(*(each.seats for each in games), strict=True):
            assert set(Counter(at).values()) == {len(games) // seats}, "everyone equally often on every seat"
        if seatings == "balanced":
            follows = Counter((e.seats[n], e.seats[(n + 1) % seats]) for e in games for n in range(seats))
            assert len(set(follows.values())) == 1
            assert len(follows) == seats * (seats - 1)


def test_round_robin_of_many_balances_who_follows_whom() -> None:
    plan = Plan(NAMES, 3, rounds=2)
    follows = Counter((e.seats[n], e.seats[(n + 1) % 3]) for e in schedule.fixtures(plan) for n in range(3))
    assert set(follows) == set(itertools.permutations(NAMES, 2))
    assert max(follows.values()) - min(follows.values()) <= 2 * 3  # two blocks, of three games, in which a neighbour stays one
    assert plan.told() == "every two entrants meet in 10 blocks"


def test_a_gauntlet_is_of_challengers_against_others() -> None:
    plan = Plan(NAMES, 3, kind="gauntlet", challengers=["Cyd", "Dan"], rounds=1)
    games = schedule.fixtures(plan)
    assert all(len({"Cyd", "Dan"} & set(each.seats)) == 1 for each in games)
    assert len(by_block(games)) == 2 * 10
    assert plan.told() == "challengers and others meet in 4 blocks"
    alone = Plan(NAMES, 2, kind="gauntlet")
    assert all("Ada" in each.seats for each in schedule.fixtures(alone))
    assert Plan(NAMES, 3, kind="gauntlet", blocks=8).told() == "challengers and others meet in 2 to 3 blocks"


def test_authors_are_kept_apart() -> None:
    authors = ["x", "x", "y", "y", "z", "", ""]
    plan = Plan(NAMES, 3, authors, separate_authors=True)
    groups = {frozenset(each.seats) for each in schedule.fixtures(plan)}
    assert not any({"Ada", "Bob"} <= group or {"Cyd", "Dan"} <= group for group in groups)
    assert any({"Fay", "Gus"} <= group for group in groups), "entrants without an author are nobody's"
    assert plan.told() == "every two entrants but those of one author meet in 3 to 5 blocks"


def test_rounds_are_a_function_of_results() -> None:
    for kind in schedule.WAITING:
        plan = Plan(NAMES, 3, kind=kind, rounds=4, repeats=2, seed=5)
        found, shares = played(plan, first_wins)
        again = [each for games in schedule.rounds(plan, shares) for each in games]
        assert again == found
        other, _ = played(plan, lambda block, names: {name: Fraction(name == names[-1]) for name in names})
        assert other[: 2 * 2 * 3] == found[: 2 * 2 * 3]
        assert other != found


def test_lots_of_a_swiss_follow_from_the_seed() -> None:
    firsts = {tuple(next(schedule.rounds(Plan(NAMES, 2, kind="swiss", seed=n), {}))) for n in range(5)}
    assert len(firsts) > 1


def test_void_blocks_count_as_even() -> None:
    plan = Plan(NAMES[:4], 2, kind="swiss", rounds=2)
    even, _ = played(plan, lambda block, names: {name: Fraction(1, 2) for name in names})
    void, _ = played(plan, lambda block, names: {})
    assert even == void


def test_the_best_climbs_a_ladder() -> None:
    plan = Plan(NAMES[::-1], 2, kind="ladder", rounds=7)
    _, shares = played(plan, first_wins)
    assert schedule.ladder_order(plan, shares) == NAMES


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ({"seats": 8}, "entrants: 7 for tables of 8; right would be 8 or more"),
        ({"kind": "round-robbin"}, "schedule: no kind 'round-robbin'; did you mean 'round-robin'"),
        ({"seatings": "all"}, "seatings: no way 'all'"),
        ({"rounds": 0}, "rounds is 0; right would be a number from 1 on"),
        ({"blocks": 3, "rounds": 2}, "blocks is 3, but rounds are given too"),
        ({"blocks": 3, "kind": "swiss"}, "blocks is 3, but a swiss has rounds"),
        ({"repeats": 3}, "repeats is 3; of a round-robin right would be rounds: 3"),
        ({"challengers": ["Ada"]}, "challengers are of a gauntlet"),
        ({"kind": "gauntlet", "challengers": ["Adda"]}, "challengers: no entrant 'Adda'; did you mean 'Ada'"),
        ({"kind": "gauntlet", "challengers": NAMES[:6]}, "challengers: 1 others are left at tables of 3"),
        ({"separate_authors": True}, "separate_authors: not every entrant has an author"),
        ({"separate_authors": True, "authors": ["x"] * 7}, "separate_authors: 1 authors for tables of 3"),
        ({"separate_authors": True, "authors": NAMES, "kind": "ladder"}, "separate_authors: on a ladder places decide"),
        ({"separate_authors": True, "authors": [*"xxxxyz", ""], "kind": "swiss"}, "4 entrants of 'x' at 2 tables"),
        ({"rounds": 10**6}, "schedule: 105,000,000 games; right would be up to 1,000,000"),
    ],
)
def test_nonsense_is_refused(plan: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        Plan(**{"names": NAMES, "seats": 3, **plan})


def test_huge_schedules_are_refused_before_they_are_listed() -> None:
    with pytest.raises(InvalidError, match="right would be up to"):
        Plan([f"n{n}" for n in range(200)], 5)
    assert Plan([f"n{n}" for n in range(200)], 5, blocks=50).games == 250
