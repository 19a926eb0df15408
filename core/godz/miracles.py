"""Miracles: which can be cast, and on what (phase 2). A miracle without a legal full effect can't be cast (R21)."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.godz.actions import CAST, COVER, FINISH, LOSE_ONE, PICK, PLACE, SEND, make
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.building import list_set
from mutapa.core.godz.figures import (
    COMMON,
    CREATION,
    DEAD,
    DEMONS,
    DESERT,
    EARTHQUAKE,
    FAITH,
    FOREST,
    GROWTH,
    LIFE,
    MIRACLE_COSTS,
    MOUNTAIN,
    PESTILENCE,
    PIECES,
    RING,
    SANDSTORM,
    SEA,
    SEAS_CONTROL,
    SLEDS,
    STACK,
    STACK_FIRST,
    SWAMP,
    TELEKINESIS,
    TRUNKLINGS,
)
from mutapa.core.godz.layout import (
    INSIDE,
    LOW_SLOTS,
    ON_MAT,
    RESERVE,
    cast,
    chasm,
    deity,
    deserts,
    forests,
    level,
    miracle,
    source,
    stacked,
)
from mutapa.core.godz.map import SLOT, delta, exclude, has, hexes, include, is_open
from mutapa.core.godz.pieces import count, find_loose, find_villages, piece, where
from mutapa.core.godz.regions import border, normal_high, normal_low, region, terrain_high, terrain_low, terrain_of
from mutapa.core.godz.work import CELL, GRID, LOOSE, NEAR_SET, OTHER, REGION, SET, SIDE, TAKEN
from mutapa.core.words import pack

COSTS = pack(MIRACLE_COSTS, 4)
LIFE_PIECE = ON_MAT + 2
SEAS_AROUND = 2
"""Seas next to a hex that is flooded."""
OWN = 5
"""Miracles of a seat: three common, two own."""


@compiled
def miracle_of(state, seat, i):  # type: ignore[no-untyped-def]
    """The miracle number `i` on the seat's mat."""
    if i < COMMON:
        return i
    return i + 2 * deity(state, seat)


@compiled
def index_of(state, seat, which):  # type: ignore[no-untyped-def]
    """Its number on the mat, from the miracle."""
    if which < COMMON:
        return which
    return which - 2 * deity(state, seat)


@compiled
def cost_of(which):  # type: ignore[no-untyped-def]
    """Faith that a miracle costs."""
    return (COSTS >> (4 * which)) & 15


# --- sets -------------------------------------------------------------------------------------------------------------


@compiled
def put_set(work, at, low, high):  # type: ignore[no-untyped-def]
    """Write a set; return 1 if it isn't empty."""
    work[at] = low
    work[at + 1] = high
    if low != 0 or high != 0:
        return 1
    return 0


@compiled
def next_in(work, at, after):  # type: ignore[no-untyped-def]
    """The first slot of a set above `after`, -1 if none."""
    first = after + 1
    if first < LOW_SLOTS:
        low = (work[at] >> first) << first
        if low != 0:
            return lowest(low)
        first = LOW_SLOTS
    first -= LOW_SLOTS
    high = (work[at + 1] >> first) << first
    if high != 0:
        return LOW_SLOTS + lowest(high)
    return -1


@compiled
def beside(work, slot, low, high):  # type: ignore[no-untyped-def]
    """How many neighbours of a hex are in the set (low, high)."""
    return popcount(work[NEAR_SET + 2 * slot] & low) + popcount(work[NEAR_SET + 2 * slot + 1] & high)


# --- who can be moved or removed ----------------------------------------------------------------------------------------


@compiled
def two_on(work, state, slot, d):  # type: ignore[no-untyped-def]
    """Slot + 1 of the hex two on in a straight line where a piece can stand, whatever lies between (R28); 0 if none."""
    found = work[GRID + work[CELL + slot] + 2 * delta(d)] & SLOT
    if found == chasm(state):
        return 0
    return found


@compiled
def can_slide(work, state, slot):  # type: ignore[no-untyped-def]
    """1 if a Believer on this hex can slide two hexes on."""
    for d in range(RING):
        if two_on(work, state, slot, d) > 0:
            return 1
    return 0


@compiled
def find_watched(work, state, seat):  # type: ignore[no-untyped-def]
    """Write the forest regions that hold an own Believer (inside too) to OTHER."""
    low = 0
    high = 0
    work[OTHER] = 0
    work[OTHER + 1] = 0
    for i in range(PIECES):
        slot = where(state, seat, piece(state, seat, i))
        if slot >= 0 and terrain_of(state, slot) == FOREST and has(work, OTHER, slot) == 0:
            region(work, state, REGION, slot)
            low |= work[REGION]
            high |= work[REGION + 1]
            put_set(work, OTHER, low, high)
    return 0


@compiled
def find_haunted(work, state, seat):  # type: ignore[no-untyped-def]
    """Write all hexes next to a desert with an own Believer (inside too, R27) to OTHER."""
    work[REGION] = 0
    work[REGION + 1] = 0
    for i in range(PIECES):
        slot = where(state, seat, piece(state, seat, i))
        if slot >= 0 and terrain_of(state, slot) == DESERT:
            include(work, REGION, slot)
    return border(work, REGION, OTHER)


@compiled
def find_sources(board, work, state, seat, which):  # type: ignore[no-untyped-def]
    """Write to SET the hexes from which the miracle takes a loose Believer of anyone; return 1 if there are any."""
    find_loose(board, work, state)
    loose = LOOSE + 2 * board[SEAT_COUNT]
    low = work[loose]
    high = work[loose + 1]
    if which == SEAS_CONTROL:
        return put_set(work, SET, low & terrain_low(state, SEA), high & terrain_high(state, SEA))
    if which == DEMONS:
        find_haunted(work, state, seat)
        return put_set(work, SET, low & work[OTHER], high & work[OTHER + 1])
    if which == TRUNKLINGS:
        find_watched(work, state, seat)
        return put_set(work, SET, low & work[OTHER], high & work[OTHER + 1])
    found = put_set(work, SET, low, high)
    if which == TELEKINESIS:
        return found
    if which == SLEDS:
        put_set(work, SET, low & terrain_low(state, MOUNTAIN), high & terrain_high(state, MOUNTAIN))
    sea_low = terrain_low(state, SEA)
    sea_high = terrain_high(state, SEA)
    slot = next_in(work, SET, -1)
    while slot >= 0:
        if which == SLEDS:
            if can_slide(work, state, slot) == 0:
                exclude(work, SET, slot)
        elif beside(work, slot, sea_low, sea_high) < SEAS_AROUND:
            exclude(work, SET, slot)
        slot = next_in(work, SET, slot)
    return put_set(work, SET, work[SET], work[SET + 1])


@compiled
def list_sources(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """The Believers that the miracle under way may take, by hex and owner."""
    find_sources(board, work, state, seat, miracle(state))
    n = 0
    slot = next_in(work, SET, -1)
    while slot >= 0:
        for owner in range(board[SEAT_COUNT]):
            if has(work, LOOSE + 2 * owner, slot) == 1:
                out[n] = make(PICK, 8 * slot + owner)
                n += 1
        slot = next_in(work, SET, slot)
    return n


# --- where to -----------------------------------------------------------------------------------------------------------


@compiled
def find_targets(board, work, state, which):  # type: ignore[no-untyped-def]
    """Write to SET where the miracle may put a Believer; return 1 if there is such a hex."""
    low = hexes(board, state, 0)
    high = hexes(board, state, 1)
    slot = source(state)
    if which == LIFE:
        return put_set(work, SET, low, high)
    if which == DEAD:
        return put_set(work, SET, terrain_low(state, SWAMP), terrain_high(state, SWAMP))
    if which == TELEKINESIS:
        return put_set(work, SET, low & work[NEAR_SET + 2 * slot], high & work[NEAR_SET + 2 * slot + 1])
    if which == SEAS_CONTROL:
        region(work, state, REGION, slot)
        border(work, REGION, OTHER)
        return put_set(work, SET, low & work[OTHER] & ~work[REGION], high & work[OTHER + 1] & ~work[REGION + 1])
    put_set(work, SET, 0, 0)
    for d in range(RING):
        found = two_on(work, state, slot, d)
        if found > 0:
            include(work, SET, found - 1)
    return put_set(work, SET, work[SET], work[SET + 1])


@compiled
def find_covers(board, work, state, which):  # type: ignore[no-untyped-def]
    """Write to SET where the miracle's tile may be laid on top; return 1 if there is such a hex."""
    low = normal_low(state)
    high = normal_high(state)
    if which == EARTHQUAKE:
        find_villages(board, work, state)
        return put_set(work, SET, low & ~work[TAKEN], high & ~work[TAKEN + 1])
    terrain = DESERT if which == SANDSTORM else FOREST
    put_set(work, OTHER, terrain_low(state, terrain), terrain_high(state, terrain))
    border(work, OTHER, SET)
    return put_set(work, SET, work[SET] & low & ~work[OTHER], work[SET + 1] & high & ~work[OTHER + 1])


@compiled
def list_targets(board, work, state, out):  # type: ignore[no-untyped-def]
    """Where the Believer of the miracle under way may go."""
    find_targets(board, work, state, miracle(state))
    return list_set(work, SET, SEND, out, 0)


@compiled
def list_covers(board, work, state, out):  # type: ignore[no-untyped-def]
    """Where the tile of the miracle under way may be laid."""
    find_covers(board, work, state, miracle(state))
    return list_set(work, SET, COVER, out, 0)


@compiled
def list_open(board, work, state, out):  # type: ignore[no-untyped-def]
    """Cells where a new tile may be laid."""
    west = SIDE - 1
    east = 0
    north = SIDE - 1
    south = 0
    for slot in range(STACK_FIRST + stacked(state)):
        cell = work[CELL + slot]
        if cell > 0:
            west = min(west, cell >> 6)
            east = max(east, cell >> 6)
            north = min(north, cell & 63)
            south = max(south, cell & 63)
    n = 0
    for q in range(west - 1, east + 2):
        for r in range(north - 1, south + 2):
            if is_open(board, work, state, SIDE * q + r) == 1:
                out[n] = make(PLACE, SIDE * q + r)
                n += 1
    return n


# --- Pestilence ---------------------------------------------------------------------------------------------------------


@compiled
def sick_hexes(state, seat):  # type: ignore[no-untyped-def]
    """On how many swamp hexes the seat has loose Believers."""
    n = 0
    before = -1
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and slot != before and terrain_of(state, slot) == SWAMP:
            n += 1
        before = slot
    return n


@compiled
def sick_hex(state, seat):  # type: ignore[no-untyped-def]
    """The first of them."""
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and terrain_of(state, slot) == SWAMP:
            return slot
    return -1


@compiled
def list_losses(state, seat, out):  # type: ignore[no-untyped-def]
    """Swamp hexes from which a loose Believer may go."""
    n = 0
    before = -1
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and slot != before and terrain_of(state, slot) == SWAMP:
            out[n] = make(LOSE_ONE, slot)
            n += 1
        before = slot
    return n


# --- what can be cast ---------------------------------------------------------------------------------------------------


@compiled
def has_target(board, work, state, seat, which):  # type: ignore[no-untyped-def]
    """1 if the miracle can have its full effect (Faith and times apart)."""
    if which == TELEKINESIS:
        for owner in range(board[SEAT_COUNT]):
            if piece(state, owner, 0) < INSIDE:
                return 1
        return 0
    if which == CREATION:
        if stacked(state) < STACK:
            return 1
        return 0
    if which == LIFE:
        return count(state, seat, LIFE_PIECE)
    if which == DEAD:
        if count(state, seat, RESERVE) == 0:
            return 0
        return find_targets(board, work, state, DEAD)
    if which == PESTILENCE:
        for owner in range(board[SEAT_COUNT]):
            if owner != seat and sick_hexes(state, owner) > 0:
                return 1
        return 0
    if which == SANDSTORM:
        if deserts(state) == 0:
            return 0
        return find_covers(board, work, state, which)
    if which == GROWTH:
        if forests(state) == 0:
            return 0
        return find_covers(board, work, state, which)
    if which == EARTHQUAKE:
        if chasm(state) > 0:
            return 0
        return find_covers(board, work, state, which)
    return find_sources(board, work, state, seat, which)


@compiled
def can_cast(board, work, state, seat, i):  # type: ignore[no-untyped-def]
    """1 if the seat may cast the miracle number `i` on its mat now."""
    which = miracle_of(state, seat, i)
    if level(state, seat, FAITH) < cost_of(which) or (cast(state) >> i) & 1 == 1:
        return 0
    return has_target(board, work, state, seat, which)


@compiled
def can_cast_any(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if there is a miracle to cast."""
    if level(state, seat, FAITH) == 0:
        return 0
    for i in range(OWN):
        if can_cast(board, work, state, seat, i) == 1:
            return 1
    return 0


@compiled
def list_miracles(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """Miracles that can be cast, or the end of the phase."""
    n = 0
    for i in range(OWN):
        if can_cast(board, work, state, seat, i) == 1:
            out[n] = make(CAST, miracle_of(state, seat, i))
            n += 1
    out[n] = make(FINISH, 0)
    return n + 1
