"""Tables from results: the same whatever the order of arrival, whole blocks only, each forfeit once, no favour to quick wins."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from mutapa.experiments.tournaments import schedule, standings
from mutapa.experiments.tournaments.schedule import Plan
from mutapa.experiments.tournaments.store import Result

NAMES = ["Ada", "Bob", "Cyd"]


def result(fixture: schedule.Fixture, ranks: tuple[int, ...], verdicts: tuple[str | None, ...] = ()) -> Result:
    number, block, round, _, seats = fixture
    status = "ended" if ranks else "void"
    return Result(number, block, round, status, seats, ranks, verdicts or (None,) * len(seats), 10, 0.1)


def first_seat_wins(plan: Plan) -> list[Result]:
    return [result(each, tuple(range(1, plan.seats + 1))) for each in schedule.fixtures(plan)]


def test_whatever_comes_first_the_table_is_the_same() -> None:
    plan = Plan(NAMES, 2, rounds=3)
    results = [result(each, (1, 2) if "Ada" in each.seats[:1] else (2, 1)) for each in schedule.fixtures(plan)]
    right = standings.standings(plan, results)
    assert [row.name for row in right.rows] == ["Ada", "Bob", "Cyd"]
    assert right.rows[0].share == 1
    assert right.rows[0].games == 12
    assert right.rows[0].mean_rank == 1
    for seed in range(5):
        assert standings.standings(plan, random.Random(seed).sample(results, len(results))) == right


def test_blocks_that_are_not_whole_are_marked_and_not_counted() -> None:
    plan = Plan(NAMES, 2)
    results = first_seat_wins(plan)  # blocks 1 2 3 of two games each
    shown = standings.standings(plan, [results[0], results[1], results[2], results[4], results[5]])
    assert (shown.played, shown.counted, shown.planned, shown.half_blocks) == (5, 2, 6, [2])
    assert sorted((row.name, row.games) for row in shown.rows) == [("Ada", 2), ("Bob", 2), ("Cyd", 0)]


def test_void_games_count_for_nothing_and_forfeits_once() -> None:
    plan = Plan(NAMES[:2], 2, rounds=100)
    fixtures = schedule.fixtures(plan)
    late = set(random.Random(1).sample(range(200), 50))
    results = [
        result(each, (2, 1) if n in late else (1, 1), ("time", None) if n in late else ()) for n, each in enumerate(fixtures)
    ]
    shown = standings.standings(plan, results)
    assert shown.verdicts == {"time": 50}
    assert sum(row.forfeits.get("time", 0) for row in shown.rows) == 50
    lost = {name: sum(fixtures[n].seats[0] == name for n in late) for name in plan.names}
    for row in shown.rows:
        assert row.games == 200
        assert row.share == pytest.approx((150 * 0.5 + 50 - lost[row.name]) / 200), "once in the share too"
    voided = [each if n not in late else result(fixtures[n], (), ("time", None)) for n, each in enumerate(results)]
    shown = standings.standings(plan, voided)
    assert shown.verdicts == {"time": 50}
    assert [(row.games, row.void, row.share) for row in shown.rows] == [(150, 50, 0.5)] * 2


def test_shares_are_exact_and_void_blocks_are_empty() -> None:
    plan = Plan(NAMES, 3)
    fixtures = schedule.fixtures(plan)
    results = [result(fixtures[0], (1, 1, 1)), result(fixtures[1], (1, 1, 3)), result(fixtures[2], ())]
    won = standings.shares(results, 3)[1]
    assert sum(won.values()) == 1
    assert won[fixtures[1].seats[2]] == Fraction(1, 6)
    assert standings.shares([result(each, ()) for each in fixtures], 3) == {1: {}}
    assert standings.shares(results[:2], 3) == {}


def test_a_swiss_table_goes_by_points() -> None:
    plan = Plan(NAMES, 2, kind="swiss", rounds=3)
    won: dict[int, dict[str, Fraction]] = {}
    results: list[Result] = []
    for games in schedule.rounds(plan, won):
        results += [result(each, (1, 2) if each.seats[0] < each.seats[1] else (2, 1)) for each in games]
        won.update(standings.shares(results, 2))
    shown = standings.standings(plan, results)
    assert [(row.name, row.points) for row in shown.rows] == [("Ada", 2.5), ("Bob", 1.5), ("Cyd", 0.5)]


def test_a_ladder_table_goes_by_rungs() -> None:
    plan = Plan(NAMES[::-1], 2, kind="ladder", rounds=3)
    won: dict[int, dict[str, Fraction]] = {}
    results: list[Result] = []
    for games in schedule.rounds(plan, won):
        results += [result(each, (1, 2) if each.seats[0] < each.seats[1] else (2, 1)) for each in games]
        won.update(standings.shares(results, 2))
    assert [row.name for row in standings.standings(plan, results).rows] == NAMES
    assert [row.name for row in standings.standings(plan, []).rows] == NAMES[::-1]


def test_who_wins_quickly_is_not_favoured_before_the_end() -> None:
    """Equal bots of which Ada wins the short games: on 16 workers a table of whatever has ended says she is better."""
    plan = Plan(NAMES[:2], 2, rounds=100)
    fixtures = schedule.fixtures(plan)
    ours, naive = [], []
    for run in range(200):
        chance = random.Random(run)
        free, ended = [0.0] * 16, []
        for fixture in fixtures:
            ada = chance.random() < 0.5
            worker = free.index(min(free))
            free[worker] += chance.uniform(0.5, 1.5) if ada else chance.uniform(5, 15)
            ranks = (1, 2) if (fixture.seats[0] == "Ada") == ada else (2, 1)
            ended.append((free[worker], result(fixture, ranks)))
        now = [each for at, each in ended if at <= 14]
        shown = {row.name: row for row in standings.standings(plan, now).rows}
        ours.append(shown["Ada"].share if shown["Ada"].games else 0.5)
        naive.append(sum(each.names[each.ranks.index(1)] == "Ada" for each in now) / len(now))
    assert abs(sum(ours) / len(ours) - 0.5) < 0.04
    assert sum(naive) / len(naive) > 0.6
