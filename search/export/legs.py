"""Legs of a search and a seat's time over a game, in compiled code: twins of `mutapa.search.course` and `mutapa.search.clock`.

What lasts from call to call are whole numbers in an array: microseconds, and counts of what is ahead in parts of `FINE`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.clock import AGAIN, INSTANT, MOST, PART, RESERVE, SAFETY, STALL
from mutapa.search.course import CHECKS, CLOSE, FEWEST, HEARD, LEGS
from mutapa.search.export.answering import ROW, TOTAL, VISITED

SECOND = 1_000_000
"""Microseconds."""
FINE = 1 << 20

# The course: simulations and microseconds of the budget (-1: none), whether to stop early, the share (of UNIT) by which an
# undecided search may go on, how many legs it has gone on; then the leg: simulations in all, when it ends (-1: no such limit).
SIMS, MICROS, STOP, EXTEND, EXTENDED, LEG_SIMS, LEG_ENDS = range(7)
COURSE = 7

# The plan: whether what is ahead is known; own steps, choices and weight ahead, choices until it is looked at again, in parts of
# FINE; microseconds of the dearest answer without a search, of the worst stall, and the most that was on the clock; then what
# `share` gives: microseconds for this step, and the most it may take.
KNOWN, OWN, CHOICES, WEIGHT, DUE, ANSWER, WORST, CLOCK, STEP, MOST_STEP = range(10)
PLAN = 10


@compiled
def is_safe(rows, n, left):  # type: ignore[no-untyped-def]
    """1 if no action can reach the leader's visits in `left` more simulations (a float)."""
    if n == 0:
        return 0
    first = 0
    second = 0
    for at in range(n):
        visits = rows[ROW * at + VISITED]
        if visits > first:
            second = first
            first = visits
        elif visits > second:
            second = visits
    return 1 if first - second > left else 0


@compiled
def is_undecided(rows, n, seat):  # type: ignore[no-untyped-def]
    """1 if more simulations may well change the leader."""
    leader = -1
    for at in range(n):
        if (
            leader < 0
            or rows[ROW * at + VISITED] > rows[ROW * leader + VISITED]
            or (
                rows[ROW * at + VISITED] == rows[ROW * leader + VISITED]
                and rows[ROW * at + TOTAL + seat] > rows[ROW * leader + TOTAL + seat]
            )
        ):
            leader = at
    if leader < 0:
        return 1
    most = rows[ROW * leader + VISITED]
    total = rows[ROW * leader + TOTAL + seat] * 1.0
    for at in range(n):
        visits = rows[ROW * at + VISITED]
        if at != leader and visits > 0:
            if visits >= CLOSE * most:
                return 1
            if visits >= HEARD * most and rows[ROW * at + TOTAL + seat] * 1.0 * most > total * visits:
                return 1
    return 0


@compiled
def moment_after(spent, micros):  # type: ignore[no-untyped-def]
    """The end of the next leg of a budget in seconds: at half of it, then each tenth."""
    for tenth in range(5, 10):
        end = micros * tenth // 10
        if end > spent:
            return end
    return micros


@compiled
def next_leg(course, rows, n, seat, done, spent):  # type: ignore[no-untyped-def]
    """1 and the next leg in `course`, after `done` simulations and `spent` microseconds; 0: the search is over."""
    sims = course[SIMS]
    micros = course[MICROS]
    course[LEG_SIMS] = sims
    course[LEG_ENDS] = micros
    if (sims >= 0 and done >= sims) or (micros >= 0 and spent >= micros):
        if course[EXTEND] == 0 or course[EXTENDED] == LEGS or is_undecided(rows, n, seat) == 0:
            return 0
        course[EXTENDED] += 1
        more = 1 + course[EXTEND] * 1.0 / UNIT * course[EXTENDED] / LEGS
        if sims >= 0:
            to = nearest(sims * more)
            course[LEG_SIMS] = to if to > done else done + 1
        if micros >= 0:
            course[LEG_ENDS] = int(micros * more)
        return 1
    if course[STOP] == 0:
        return 1
    if done > 0:
        left = 1e18
        if sims >= 0:
            left = (sims - done) * 1.0
        if micros >= 0:
            by_time = done * 1.0 / (spent if spent > 0 else 1) * (micros - spent)
            if by_time < left:
                left = by_time
        if is_safe(rows, n, left):
            return 0
    if sims >= 0:
        each = (sims + CHECKS - 1) // CHECKS
        if each < FEWEST:
            each = FEWEST
        to = (done // each + 1) * each
        course[LEG_SIMS] = to if to < sims else sims
    if micros >= 0:
        course[LEG_ENDS] = moment_after(spent, micros)
    return 1


@compiled
def nearest(x):  # type: ignore[no-untyped-def]
    """The whole number nearest to a float that isn't negative; of two the even one."""
    low = int(x)
    rest = x - low
    if rest > 0.5 or (rest == 0.5 and (low & 1)):
        return low + 1
    return low


@compiled
def estimated(plan, own, choices, weight, games):  # type: ignore[no-untyped-def]
    """What is ahead has been seen in so many games played on: sums of own steps, choices and weights."""
    plan[KNOWN] = 1
    plan[OWN] = own * FINE // games
    plan[CHOICES] = choices * FINE // games
    plan[WEIGHT] = weight * FINE // games
    due = plan[CHOICES] // AGAIN
    plan[DUE] = due if due > FINE else FINE
    return 0


@compiled
def share(plan, left, increment, weight):  # type: ignore[no-untyped-def]
    """Share out `left` microseconds on the clock for a choice of `weight`: `STEP` and `MOST_STEP` of the plan."""
    own = 1.0
    choices = 1.0
    whole_weight = weight * 1.0
    if plan[KNOWN]:
        own = plan[OWN] * 1.0 / FINE
        choices = plan[CHOICES] * 1.0 / FINE
        whole_weight = plan[WEIGHT] * 1.0 / FINE
    others = own - 1 if own > 1 else 0.0
    if left > plan[CLOCK]:
        plan[CLOCK] = left
    part = PART * plan[CLOCK]
    reserve = RESERVE * SECOND
    stalls = reserve if reserve < part else part
    twice = 2.0 * plan[WORST]
    if twice > 2 * part:
        twice = 2 * part
    if twice > stalls:
        stalls = twice
    apart = others * (SAFETY * plan[ANSWER] - increment)
    aside = stalls + (apart if apart > 0 else 0.0)
    room = left - aside if left > aside else 0.0
    most = MOST * room
    rest = choices - 1 if choices > 1 else 0.0
    whole = left - aside + increment * rest
    if whole < 0:
        whole = 0.0
    step = whole * weight / (whole_weight if whole_weight > weight else weight * 1.0)
    plan[MOST_STEP] = int(most)
    plan[STEP] = int(step if step < most else most)
    passed(plan, weight)
    return 0


@compiled
def passed(plan, weight):  # type: ignore[no-untyped-def]
    """A choice of `weight` is made; the next one is ahead now."""
    plan[DUE] -= FINE
    if plan[KNOWN]:
        choices = plan[CHOICES] if plan[CHOICES] > FINE else FINE
        own = plan[OWN] - int(plan[OWN] * 1.0 / choices * FINE)
        plan[OWN] = own if own > FINE else FINE
        plan[CHOICES] = plan[CHOICES] - FINE if plan[CHOICES] > 2 * FINE else FINE
        rest = plan[WEIGHT] - weight * FINE
        plan[WEIGHT] = rest if rest > 0 else 0
    return 0


@compiled
def limited(plan, micros, extend):  # type: ignore[no-untyped-def]
    """Keep a step's time (`STEP`; 0: answer at once) within another limit (-1: none); by which share of UNIT it may go on."""
    if micros >= 0 and plan[STEP] > micros:
        plan[STEP] = micros
    if micros >= 0:
        plan[MOST_STEP] = plan[STEP]
    if plan[STEP] < INSTANT * SECOND:
        plan[STEP] = 0
        return 0
    more = int(plan[MOST_STEP] * 1.0 / plan[STEP] * UNIT) - UNIT
    if more < 0:
        more = 0
    return more if more < extend else extend


@compiled
def answered(plan, micros):  # type: ignore[no-untyped-def]
    """An answer without a search took so long."""
    most = int(STALL * SECOND)
    took = micros if micros < most else most
    if took > plan[ANSWER]:
        plan[ANSWER] = took
    return 0


@compiled
def took(plan, micros, planned):  # type: ignore[no-untyped-def]
    """A step took so long, and should have taken `planned` at most."""
    if micros - planned > plan[WORST]:
        plan[WORST] = micros - planned
    return 0
