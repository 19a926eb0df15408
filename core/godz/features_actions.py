"""Actions of GodZ taken apart for a policy: kind, argument (what hex, which way, whose), and the hex itself as a cell."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.features import aside_of, begin_parts
from mutapa.core.godz.actions import (
    ADVANCE,
    BESIEGE,
    CAST,
    CHOOSE,
    CLAIM,
    COLLECT,
    COVER,
    ENTER,
    FILL,
    GIVE,
    LEAVE,
    LOSE_ONE,
    MAKE_WAR,
    MOVE,
    PICK,
    PLACE,
    RAISE,
    SEND,
    SETTLE,
    STEP,
    STOMP,
    argument_of,
    kind_of_action,
)
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.features_map import hex_kind, relative_slot
from mutapa.core.godz.figures import LARGE, RING
from mutapa.core.godz.layout import avatar, mover, tile
from mutapa.core.godz.map import PLACES, SLOT, delta, find_map, near
from mutapa.core.godz.regions import special_slot, terrain_of
from mutapa.core.godz.vocabulary import (
    A_BESIDE,
    A_DEITY,
    A_FAR,
    A_GLORY,
    A_HEX,
    A_HOME,
    A_INSIDE,
    A_MIRACLE,
    A_NONE,
    A_RESOURCE,
    A_ROW,
    A_SEAT,
    A_TOWARD,
    HEX_KINDS,
)
from mutapa.core.godz.work import GRID


@compiled
def parts_of_way(board, work, seen, seat, slot, d, first, parts):  # type: ignore[no-untyped-def]
    """From a hex in a direction: to what hex, and which."""
    there = near(work, slot, d) - 1
    if there >= 0:
        parts[1] = first + d * HEX_KINDS + hex_kind(seen, seat, there)
        parts[2] = 1 + relative_slot(board, seat, there)
    return 0


@compiled
def parts_of_hex(board, seen, seat, slot, parts):  # type: ignore[no-untyped-def]
    """A hex."""
    parts[1] = A_HEX + hex_kind(seen, seat, slot)
    parts[2] = 1 + relative_slot(board, seat, slot)
    return 0


@compiled
def parts_of_cell(board, work, seen, seat, cell, parts):  # type: ignore[no-untyped-def]
    """An empty cell, by the first hex beside it (as relative slots go) and the way from there; hexes of its terrain around it."""
    alike = 0
    for d in range(RING):
        slot = (work[GRID + cell + delta(d)] & SLOT) - 1
        if slot >= 0:
            if terrain_of(seen, slot) >= 0 and terrain_of(seen, slot) == tile(seen) - 1:
                alike += 1
            if parts[2] == 0 or 1 + relative_slot(board, seat, slot) < parts[2]:
                parts[2] = 1 + relative_slot(board, seat, slot)
                parts[1] = d
    back = parts[1] + 3 if parts[1] < 3 else parts[1] - 3
    parts[1] = A_BESIDE + back * 4 + min(alike, 3)
    return 0


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Kinds are those of the actions; cells are hexes, Homes told from the mover's own on."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    seat = mover(seen)
    begin_parts(parts, kind, A_NONE)
    if kind == CHOOSE:
        parts[1] = A_DEITY + argument
    elif kind == ADVANCE:
        parts[1] = A_ROW + argument
    elif kind == COLLECT:
        parts[1] = A_GLORY + argument
    elif kind == STOMP:
        parts[1] = A_SEAT + aside_of(seat, argument, board[SEAT_COUNT])
    elif kind == FILL:
        parts[1] = A_INSIDE + argument
    elif kind == CAST:
        parts[1] = A_MIRACLE + argument
    elif kind == SETTLE:
        anchor = ((argument >> 3) - 1) // PLACES
        parts[1] = A_HOME + ((argument >> 3) - 1 - PLACES * anchor) * RING + (argument & 7)
        parts[2] = 1 + relative_slot(board, seat, LARGE * anchor)
    elif kind == CLAIM:
        parts[1] = A_RESOURCE + (argument & 7)
        parts[2] = 1 + relative_slot(board, seat, max(0, special_slot(seen, argument >> 3)))
    elif kind == GIVE:
        parts[1] = A_RESOURCE + (argument & 7)
        parts[2] = 1 + relative_slot(board, seat, argument >> 3)
    elif kind in (MAKE_WAR, PICK):
        parts[1] = A_SEAT + aside_of(seat, argument & 7, board[SEAT_COUNT])
        parts[2] = 1 + relative_slot(board, seat, argument >> 3)
    elif kind in (BESIEGE, RAISE, SEND) or kind in (COVER, LOSE_ONE):
        parts_of_hex(board, seen, seat, argument, parts)
    elif kind in (MOVE, LEAVE, ENTER) or kind in (STEP, PLACE):
        find_map(board, work, seen)
        if kind == PLACE:
            parts_of_cell(board, work, seen, seat, argument, parts)
        elif kind == STEP:
            parts_of_way(board, work, seen, seat, avatar(seen, seat), argument >> 1, A_FAR if argument & 1 else A_TOWARD, parts)
        else:
            parts_of_way(board, work, seen, seat, argument >> 3, argument & 7, A_TOWARD, parts)
    return 0
