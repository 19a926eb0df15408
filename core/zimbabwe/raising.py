"""Buying ritual goods: which sets of goods can be had for a monument, and the least they cost.

A good of a line is bought from a craftsman of the line's active type (the secondary as soon as one is on the map, 7.3);
it costs the owner's price and the hubs to it, and takes one use of a resource near the craftsman. A secondary good also
takes a primary good with its own price, hubs and resource (7.5, 7.6). Without Tsui-Goab the lines of one monument differ
(7.2), so the least cost is the cheapest sum over lines; the one thing lines can quarrel over is wood, which the wood line and the
throne line both use, and which is settled by Hall's condition over the two cheapest ways. With Tsui-Goab any mix goes, and the
cheapest is found by branch and bound over ways sorted by cost.

Ways that alone cost more than the purse are left out, so a least cost beyond it reads NEVER. Every function here reads the
state only. "Open" resources are those with a use left; Atete has two uses each (8).
"""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest, popcount
from mutapa.core.zimbabwe.figures import (
    ANANSI,
    ATETE,
    ESHU,
    LINE,
    LINES,
    PRIMARY,
    SECONDARY,
    TILES_EACH,
    TSUI_GOAB,
)
from mutapa.core.zimbabwe.layout import (
    GOOD,
    USED,
    card_price,
    cattle,
    god,
    good_resource,
    good_slot,
    mover,
    tile,
)
from mutapa.core.zimbabwe.placing import owned_card
from mutapa.core.zimbabwe.reach import FAR, hub_table, hubs_to, hubs_to_tile, near, resource_square, see_monuments
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
def far_of(state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat's range is Eshu's."""
    if god(state, seat) == ESHU + 1:
        return 1
    return 0


@compiled
def once_open(state, seat):  # type: ignore[no-untyped-def]
    """Mask of resources with at least one use left for the seat."""
    if god(state, seat) == ATETE + 1:
        return WORD ^ state[USED + 1]
    return WORD ^ state[USED]


@compiled
def twice_open(state, seat):  # type: ignore[no-untyped-def]
    """Mask of resources with two uses left for the seat (Atete's owner alone)."""
    if god(state, seat) == ATETE + 1:
        return WORD ^ state[USED]
    return 0


@compiled
def active_kind(state, line):  # type: ignore[no-untyped-def]
    """The craftsman type whose goods count in a line: the secondary once it is on the map."""
    secondary = (SECONDARY >> (3 * line)) & 7
    if secondary < 7 and tile(state, 3 * secondary) != 0:
        return secondary
    return line


@compiled
def price(state, seat, slot):  # type: ignore[no-untyped-def]
    """What `seat` pays for a good of the craftsman in `slot` (Anansi: 1)."""
    if god(state, seat) == ANANSI + 1:
        return 1
    return card_price(state, owned_card(state, (tile(state, slot) >> 10) - 1, slot // 3))


@compiled
def uses(mask, twice):  # type: ignore[no-untyped-def]
    """Uses left in a mask of open resources."""
    return popcount(mask) + popcount(mask & twice)


@compiled
def fits(first, second, third, twice):  # type: ignore[no-untyped-def]
    """1 if each non-zero mask of open resources can have a use of its own (Hall's condition)."""
    if first != 0 and second != 0:
        if uses(first | second, twice) < 2:
            return 0
        if third != 0 and uses(first | second | third, twice) < 3:
            return 0
    if first != 0 and third != 0 and uses(first | third, twice) < 2:
        return 0
    if second != 0 and third != 0 and uses(second | third, twice) < 2:
        return 0
    return 1


@compiled
def _open_near(board, work, state, seat, slot, far):  # type: ignore[no-untyped-def]
    """Open resources near a craftsman, for the good under way and those after it.

    Goods of one craftsman for one monument are bought in ascending order of resource squares, so the last one bought bounds
    those still to come (it can only be the same craftsman again with Tsui-Goab).
    """
    mask = near(board, work, state, slot, far) & once_open(state, seat)
    if good_slot(state) == slot + 1 and good_resource(state) != 0:
        left = mask
        while left != 0:
            i = lowest(left)
            left &= left - 1
            if resource_square(board, state, i) + 1 < good_resource(state):
                mask ^= 1 << i
    return mask


@compiled
def _option(work, line, cost, first, second, twice):  # type: ignore[no-untyped-def]
    """Add a way of buying a good of `line`, if its own resources can be had."""
    if line < 2 and fits(first, second, 0, twice) == 0:
        return 0
    n = work[OPTION_COUNT + line]
    work[OPTION_COST + OPTIONS * line + n] = cost
    work[OPTION_FIRST + OPTIONS * line + n] = first
    work[OPTION_SECOND + OPTIONS * line + n] = second
    work[OPTION_COUNT + line] = n + 1
    return 0


@compiled
def _primary_options(board, work, state, seat, line, slot, cost, first, only, far):  # type: ignore[no-untyped-def]
    """Add every way of feeding the secondary in `slot` with a primary good; `only` >= 0 fixes the primary's slot."""
    primary = (PRIMARY >> (3 * (slot // 3))) & 7
    for k in range(TILES_EACH):
        p = 3 * primary + k
        if tile(state, p) != 0 and (only < 0 or only == p):
            second = near(board, work, state, p, far) & once_open(state, seat)
            so_far = cost + price(state, seat, p)
            if second != 0 and so_far <= cattle(state, seat):
                table = hub_table(board, work, state, p, far)
                hubs = hubs_to_tile(board, work, state, table, slot, far, cattle(state, seat) - so_far)
                if hubs < FAR:
                    _option(work, line, so_far + hubs, first, second, twice_open(state, seat))
    return 0


@compiled
def _craftsman_options(board, work, state, seat, monument, slot, far):  # type: ignore[no-untyped-def]
    """Add every way of buying a good from the craftsman in `slot` for the monument."""
    first = _open_near(board, work, state, seat, slot, far)
    cost = price(state, seat, slot)
    if first == 0 or cost > cattle(state, seat):
        return 0
    hubs = hubs_to(board, work, state, hub_table(board, work, state, slot, far), monument, far, cattle(state, seat) - cost)
    if hubs == FAR:
        return 0
    kind = slot // 3
    line = (LINE >> (2 * kind)) & 3
    cost += hubs
    if kind <= 3:
        _option(work, line, cost, first, 0, 0)
    else:
        _primary_options(board, work, state, seat, line, slot, cost, first, -1, far)
    return 0


@compiled
def may_follow(state, last, slot):  # type: ignore[no-untyped-def]
    """1 if a good of the craftsman in `slot` may come after one of `last` (-1: none yet) for one monument (canonical order)."""
    if last < 0:
        return 1
    line = (LINE >> (2 * (slot // 3))) & 3
    before = (LINE >> (2 * (last // 3))) & 3
    if line > before:
        return 1
    if line == before and god(state, mover(state)) == TSUI_GOAB + 1 and (tile(state, slot) & 511) >= (tile(state, last) & 511):
        return 1
    return 0


@compiled
def _list_options(board, work, state, seat, monument, last, far):  # type: ignore[no-untyped-def]
    """All ways of buying goods that may come after one of the craftsman in `last` (-1: none yet)."""
    for line in range(LINES):
        work[OPTION_COUNT + line] = 0
        kind = active_kind(state, line)
        for k in range(TILES_EACH):
            slot = 3 * kind + k
            if tile(state, slot) != 0 and may_follow(state, last, slot) == 1:
                _craftsman_options(board, work, state, seat, monument, slot, far)
    return 0


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
    _list_options(board, work, state, seat, monument, good_slot(state) - 1, far)
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
        _list_options(board, work, state, seat, monument, slot, far)
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
        _craftsman_options(board, work, state, seat, monument, slot, far)
    else:
        _primary_options(board, work, state, seat, line, slot, 0, 0, primary, far)
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


@compiled
def mark_used(state, resource):  # type: ignore[no-untyped-def]
    """Lay a used marker."""
    bit = 1 << resource
    if (state[USED] & bit) != 0:
        state[USED + 1] |= bit
    else:
        state[USED] |= bit
    return 0
