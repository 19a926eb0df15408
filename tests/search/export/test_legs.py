"""Legs and shares of time in compiled code are those of `mutapa.search.course` and `mutapa.search.clock`."""

from __future__ import annotations

import pytest

from mutapa.core.game import UNIT
from mutapa.core.native import StrictList
from mutapa.core.streams import below, derive
from mutapa.search import clock, course
from mutapa.search.budget import Budget
from mutapa.search.course import Course, Standing
from mutapa.search.export import legs
from mutapa.search.export.answering import ROW, TOTAL, VISITED


def rows_of(standings: list[Standing], seat: int) -> StrictList:
    rows = StrictList([0] * (ROW * (len(standings) + 1)))
    for i, each in enumerate(standings):
        rows[ROW * i + VISITED], rows[ROW * i + TOTAL + seat] = each.visits, each.total
    return rows


def standings_of(number: int) -> list[Standing]:
    """A root of some visits; in every third one action leads by far."""
    rng = derive(number, "roots")
    found = []
    for _ in range(1 + below(rng, 6)):
        visits = int(below(rng, 300))
        found.append(Standing(visits, int(below(rng, 1 + visits)) * 1000))
    if number % 3 == 0:
        found[0] = Standing(2000, 2000 * 600)
    return found


@pytest.mark.parametrize("number", range(60))
def test_legs_of_simulations(number: int) -> None:
    rng = derive(number, "legs")
    sims, stop = 1 + int(below(rng, 2000)), int(below(rng, 2))
    extend = (0.0, 0.25, 0.5, 1.0)[below(rng, 4)]
    root = standings_of(number)
    twin = Course(Budget(sims=sims, stop=bool(stop), extend=extend), 0.0, lambda: root)
    state = StrictList([sims, -1, stop, int(extend * UNIT), 0, 0, 0])
    rows, done = rows_of(root, 1), 0
    for _ in range(40):
        leg = twin.next(done)
        more = legs.next_leg(state, rows, len(root), 1, done, 5)
        assert more == (leg is not None)
        if leg is None:
            return
        assert (state[legs.LEG_SIMS], state[legs.LEG_ENDS]) == (leg.sims, -1)
        assert leg.sims is not None
        done = leg.sims
    raise AssertionError("no end")


def test_safe_and_undecided() -> None:
    seen = set()
    for number in range(300):
        root = standings_of(number)
        rows = rows_of(root, 2)
        for left in (0, 10, 500):
            assert legs.is_safe(rows, len(root), left * 1.0) == course.safe(root, left)
        said = course.undecided(root)
        assert legs.is_undecided(rows, len(root), 2) == said
        seen.add(said)
    assert seen == {True, False}
    assert legs.is_undecided(rows_of([], 0), 0, 0) == 1


def test_moments_of_a_budget_in_seconds() -> None:
    state = StrictList([-1, 1_000_000, 1, 0, 0, 0, 0])
    root = [Standing(5, 0), Standing(5, 0)]
    ends = []
    for spent in (0, 510_000, 640_000, 999_000):
        assert legs.next_leg(state, rows_of(root, 0), 2, 0, 10, spent) == 1
        ends.append(state[legs.LEG_ENDS])
    assert ends == [500_000, 600_000, 700_000, 1_000_000]
    assert legs.next_leg(state, rows_of(root, 0), 2, 0, 10, 1_000_001) == 0


@pytest.mark.parametrize(("x", "right"), [(0.5, 0), (1.5, 2), (2.5, 2), (2.51, 3), (7.0, 7), (7.49, 7)])
def test_nearest(x: float, right: int) -> None:
    assert legs.nearest(x) == right == round(x)


@pytest.mark.parametrize("number", range(30))
def test_shares_of_a_clock(number: int) -> None:
    """A whole game of choices: what is shared out agrees to a thousandth."""
    rng = derive(number, "clock")
    plan, twin = StrictList([0] * legs.PLAN), clock.Plan()
    plan[legs.ANSWER] = 200
    left, increment = 1 + below(rng, 60), below(rng, 3) / 10
    for turn in range(40):
        if twin.due <= 0:
            own, choices = 5 + int(below(rng, 200)), 1 + int(below(rng, 100))
            weight, games = choices * 4, 1 + int(below(rng, 8))
            twin.estimated(clock.Way(own / games, choices / games, weight / games))
            legs.estimated(plan, own, choices, weight, games)
        heft = 1 + int(below(rng, 10))
        seconds, most = twin.shares(float(left), increment, heft)
        twin.passed(heft)
        legs.share(plan, int(left * 1_000_000), int(increment * 1_000_000), heft)
        assert plan[legs.STEP] == pytest.approx(seconds * 1e6, rel=1e-3, abs=50)
        assert plan[legs.MOST_STEP] == pytest.approx(most * 1e6, rel=1e-3, abs=50)
        if turn % 7 == 3:  # a stall, a dear answer
            twin.stall = max(twin.stall, 0.01)
            legs.took(plan, 30_000, 20_000)
            twin.answer = max(twin.answer, 0.0015)
            legs.answered(plan, 1500)
        left = max(0.0, left - seconds + increment)


def test_a_step_keeps_to_other_limits() -> None:
    plan = StrictList([0] * legs.PLAN)
    plan[legs.STEP], plan[legs.MOST_STEP] = 100_000, 150_000
    assert legs.limited(plan, -1, UNIT) == UNIT // 2
    assert legs.limited(plan, 40_000, UNIT) == 0
    assert plan[legs.STEP] == 40_000
    plan[legs.STEP] = plan[legs.MOST_STEP] = 100
    assert legs.limited(plan, -1, UNIT) == 0
    assert plan[legs.STEP] == 0
