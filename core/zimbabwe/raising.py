"""Buying ritual goods: which sets of goods can be had for a monument, and the least they cost.

Without Tsui-Goab the lines of one monument differ (7.2), so the least cost is the cheapest sum over lines, each line's ways by
`ways.py`; the one thing lines can quarrel over is wood, which the wood line and the throne line both use, and which is settled by
Hall's condition over the two cheapest ways. With Tsui-Goab any mix goes, and the cheapest is found by branch and bound over ways
sorted by cost. A least cost beyond the purse reads NEVER. Every function here reads the state only.
"""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, popcount
from mutapa.core.zimbabwe.figures import LINE, LINES, TSUI_GOAB
from mutapa.core.zimbabwe.layout import GOOD, god, good_slot
from mutapa.core.zimbabwe.reach import see_monuments
from mutapa.core.zimbabwe.ways import (
    craftsman_options,
    far_of,
    fits,
    list_options,
    primary_options,
    twice_open,
    uses,
)
from mutapa.core.zimbabwe.work import (
    CHOICE,
    OPTION_COST,
    OPTION_COUNT,
    OPTION_FIRST,
    OPTION_SECOND,
    OPTIONS,
    SORTED_COST,
    SORTED_FIRST,
    SORTED_SECOND,
    UNITS,
)

NEVER = 1 << 20
"""A cost for what can't be had, or not with this purse."""


@compiled
def _cheapest(work, line):  # type: ignore[no-untyped-def]
    best = NEVER
    for i in range(work[OPTION_COUNT + line]):
        best = min(best, work[OPTION_COST + OPTIONS * line + i])
    return best


@compiled
def _wood_and_throne(work, twice):  # type: ignore[no-untyped-def]
    """Least cost of one good of line 0 and one of line 2 together: both take wood if line 2 is the throne maker's."""
    best = NEVER
    for j in range(work[OPTION_COUNT + 2]):
        throne = 0
        if work[OPTION_SECOND + 2 * OPTIONS + j] != 0:
            throne = work[OPTION_FIRST + 2 * OPTIONS + j]
        for i in range(work[OPTION_COUNT]):
            cost = work[OPTION_COST + i] + work[OPTION_COST + 2 * OPTIONS + j]
            if cost < best and fits(work[OPTION_FIRST + i], work[OPTION_SECOND + i], throne, twice) == 1:
                best = cost
    return best


@compiled
def _least_by_lines(work, n, must, twice):  # type: ignore[no-untyped-def]
    """Least cost of `n` goods of different lines, line `must` among them (4: none)."""
    wood = _cheapest(work, 0)
    clay = _cheapest(work, 1)
    ivory = _cheapest(work, 2)
    diamond = _cheapest(work, 3)
    both = NEVER
    if n > 1 and wood < NEVER and ivory < NEVER:
        both = _wood_and_throne(work, twice)
    best = NEVER
    for lines in range(1, 16):
        if popcount(lines) == n and (must == 4 or ((lines >> must) & 1) == 1):
            cost = 0
            if (lines & 5) == 5:
                cost = both
            elif (lines & 1) == 1:
                cost = wood
            elif (lines & 4) == 4:
                cost = ivory
            if (lines & 2) == 2:
                cost += clay
            if (lines & 8) == 8:
                cost += diamond
            best = min(best, cost)
    return min(best, NEVER)


@compiled
def _units_fit(work, n, twice):  # type: ignore[no-untyped-def]
    """1 if the `n` masks in UNITS can each have a use of their own: greedily if that works, else by Hall's condition."""
    once = 0
    both = 0
    for i in range(n):
        mask = work[UNITS + i]
        free_once = mask & (WORD ^ once)
        free_twice = mask & twice & once & (WORD ^ both)
        if free_once != 0:
            once |= free_once & -free_once
        elif free_twice != 0:
            both |= free_twice & -free_twice
        else:
            for subset in range(1, 1 << n):
                union = 0
                for j in range(n):
                    if ((subset >> j) & 1) == 1:
                        union |= work[UNITS + j]
                if uses(union, twice) < popcount(subset):
                    return 0
            return 1
    return 1


@compiled
def _sort_options(work):  # type: ignore[no-untyped-def]
    """SORTED_* = the ways of all lines by ascending cost; returns how many."""
    n = 0
    for line in range(LINES):
        for i in range(work[OPTION_COUNT + line]):
            cost = work[OPTION_COST + OPTIONS * line + i]
            at = n
            while at > 0 and work[SORTED_COST + at - 1] > cost:
                work[SORTED_COST + at] = work[SORTED_COST + at - 1]
                work[SORTED_FIRST + at] = work[SORTED_FIRST + at - 1]
                work[SORTED_SECOND + at] = work[SORTED_SECOND + at - 1]
                at -= 1
            work[SORTED_COST + at] = cost
            work[SORTED_FIRST + at] = work[OPTION_FIRST + OPTIONS * line + i]
            work[SORTED_SECOND + at] = work[OPTION_SECOND + OPTIONS * line + i]
            n += 1
    return n


@compiled
def _least_of_any(work, n, ways, spent, units, best, twice):  # type: ignore[no-untyped-def]
    """Least cost below `best` of `n` more goods out of the sorted ways, any of them any number of times (Tsui-Goab).

    `spent` and the first `units` masks in UNITS stand for the good under way. Depth first in ascending order of ways; a branch
    ends when even its cheapest continuation is no better.
    """
    if n == 0:
        if spent < best and _units_fit(work, units, twice) == 1:
            return spent
        return best
    depth = 0
    work[CHOICE] = 0
    while depth >= 0:
        way = work[CHOICE + depth]
        if way >= ways or spent + (n - depth) * work[SORTED_COST + way] >= best:
            depth -= 1
            if depth >= 0:
                way = work[CHOICE + depth]
                spent -= work[SORTED_COST + way]
                units -= 1
                if work[SORTED_SECOND + way] != 0:
                    units -= 1
                work[CHOICE + depth] = way + 1
        else:
            spent += work[SORTED_COST + way]
            work[UNITS + units] = work[SORTED_FIRST + way]
            units += 1
            if work[SORTED_SECOND + way] != 0:
                work[UNITS + units] = work[SORTED_SECOND + way]
                units += 1
            fitting = _units_fit(work, units, twice)
            if fitting == 1 and depth + 1 < n:
                depth += 1
                work[CHOICE + depth] = way
            else:
                if fitting == 1:
                    best = spent
                spent -= work[SORTED_COST + way]
                units -= 1
                if work[SORTED_SECOND + way] != 0:
                    units -= 1
                work[CHOICE + depth] = way + 1
    return best


@compiled
def least(board, work, state, seat, monument, n):  # type: ignore[no-untyped-def]
    """Least cost of `n` goods for the monument, none begun and in keeping with the good bought last; NEVER beyond the purse."""
    if n == 0:
        return 0
    see_monuments(work, state)
    far = far_of(state, seat)
    list_options(board, work, state, seat, monument, good_slot(state) - 1, far)
    if god(state, seat) == TSUI_GOAB + 1:
        return _least_of_any(work, n, _sort_options(work), 0, 0, NEVER, twice_open(state, seat))
    return _least_by_lines(work, n, 4, twice_open(state, seat))


@compiled
def least_with(board, work, state, seat, monument, n, stage, slot, primary):  # type: ignore[no-untyped-def]
    """Least cost still to be paid for `n` goods of which one is under way; NEVER beyond the purse.

    `stage`: GOOD, the craftsman in `slot` is being thought of; GOOD_FROM, he is paid and supplied, and his primary comes next
    (`primary` >= 0 fixes it).
    """
    see_monuments(work, state)
    far = far_of(state, seat)
    twice = twice_open(state, seat)
    kind = slot // 3
    line = (LINE >> (2 * kind)) & 3
    ways = 0
    if n > 1:
        list_options(board, work, state, seat, monument, slot, far)
    else:
        for other in range(LINES):
            work[OPTION_COUNT + other] = 0
    shape_shifter = 0
    if god(state, seat) == TSUI_GOAB + 1:
        shape_shifter = 1
        ways = _sort_options(work)
    work[OPTION_COUNT + line] = 0
    # The good under way stands alone in its line's table.
    if stage == GOOD:
        craftsman_options(board, work, state, seat, monument, slot, far)
    else:
        primary_options(board, work, state, seat, line, slot, 0, 0, primary, far)
    if shape_shifter == 0:
        return _least_by_lines(work, n, line, twice)
    best = NEVER
    for i in range(work[OPTION_COUNT + line]):
        units = 0
        if work[OPTION_FIRST + OPTIONS * line + i] != 0:
            work[UNITS] = work[OPTION_FIRST + OPTIONS * line + i]
            units = 1
        if work[OPTION_SECOND + OPTIONS * line + i] != 0:
            work[UNITS + units] = work[OPTION_SECOND + OPTIONS * line + i]
            units += 1
        best = _least_of_any(work, n - 1, ways, work[OPTION_COST + OPTIONS * line + i], units, best, twice)
    return best
