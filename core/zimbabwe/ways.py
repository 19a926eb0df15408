"""The ways of buying one ritual good: from whom, at what cost, and which open resources it may use.

A good of a line is bought from a craftsman of the line's active type (the secondary as soon as one is on the map, 7.3);
it costs the owner's price and the hubs to it, and takes one use of a resource near the craftsman. A secondary good also
takes a primary good with its own price, hubs and resource (7.5, 7.6). Ways that alone cost more than the purse are left out.
"Open" resources are those with a use left; Atete has two uses each (8).
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
from mutapa.core.zimbabwe.hubs import FAR, hub_table, hubs_to, hubs_to_tile
from mutapa.core.zimbabwe.layout import USED, card_price, cattle, god, good_resource, good_slot, mover, tile
from mutapa.core.zimbabwe.placing import owned_card
from mutapa.core.zimbabwe.reach import near, resource_square
from mutapa.core.zimbabwe.work import OPTION_COST, OPTION_COUNT, OPTION_FIRST, OPTION_SECOND, OPTIONS


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
def mark_used(state, resource):  # type: ignore[no-untyped-def]
    """Lay a used marker."""
    bit = 1 << resource
    if (state[USED] & bit) != 0:
        state[USED + 1] |= bit
    else:
        state[USED] |= bit
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
def open_near(board, work, state, seat, slot, far):  # type: ignore[no-untyped-def]
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
def primary_options(board, work, state, seat, line, slot, cost, first, only, far):  # type: ignore[no-untyped-def]
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
def craftsman_options(board, work, state, seat, monument, slot, far):  # type: ignore[no-untyped-def]
    """Add every way of buying a good from the craftsman in `slot` for the monument."""
    first = open_near(board, work, state, seat, slot, far)
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
        primary_options(board, work, state, seat, line, slot, cost, first, -1, far)
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
def list_options(board, work, state, seat, monument, last, far):  # type: ignore[no-untyped-def]
    """All ways of buying goods that may come after one of the craftsman in `last` (-1: none yet)."""
    for line in range(LINES):
        work[OPTION_COUNT + line] = 0
        kind = active_kind(state, line)
        for k in range(TILES_EACH):
            slot = 3 * kind + k
            if tile(state, slot) != 0 and may_follow(state, last, slot) == 1:
                craftsman_options(board, work, state, seat, monument, slot, far)
    return 0
