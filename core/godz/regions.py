"""Terrains as sets of slots, regions grown from a hex, and who dominates them."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.godz.board import SEAT_COUNT, STAR
from mutapa.core.godz.figures import (
    AVATAR_WEIGHT,
    BELIEVER_WEIGHT,
    PIECES,
    SLOTS,
    SPECIALS,
    STACK_FIRST,
    TERRAINS,
    VILLAGE_WEIGHT,
    VILLAGES,
)
from mutapa.core.godz.layout import (
    ALL_HIGH,
    ALL_LOW,
    INSIDE,
    LOW_SLOTS,
    PLANES,
    RESERVE,
    avatar,
    specials,
    village,
)
from mutapa.core.godz.map import include
from mutapa.core.godz.pieces import piece
from mutapa.core.godz.work import LABEL, NEAR_SET, REGION, STRENGTH, WORTH

TERRAIN_COUNT = len(TERRAINS)
VILLAGE_COUNT = len(VILLAGES)
SHARED = 10
"""Shift of what each of several pays in a word of WORTH."""


@compiled
def terrain_low(state, terrain):  # type: ignore[no-untyped-def]
    """First word of the set of all hexes of a terrain."""
    code = terrain + 1
    a = state[PLANES] ^ (((code & 1) - 1) & ALL_LOW)
    b = state[PLANES + 2] ^ ((((code >> 1) & 1) - 1) & ALL_LOW)
    c = state[PLANES + 4] ^ (((code >> 2) - 1) & ALL_LOW)
    return a & b & c


@compiled
def terrain_high(state, terrain):  # type: ignore[no-untyped-def]
    """Second word of it."""
    code = terrain + 1
    a = state[PLANES + 1] ^ (((code & 1) - 1) & ALL_HIGH)
    b = state[PLANES + 3] ^ ((((code >> 1) & 1) - 1) & ALL_HIGH)
    c = state[PLANES + 5] ^ (((code >> 2) - 1) & ALL_HIGH)
    return a & b & c & ALL_HIGH


@compiled
def normal_low(state):  # type: ignore[no-untyped-def]
    """First word of the set of all hexes of normal terrain."""
    return state[PLANES] | state[PLANES + 2] | state[PLANES + 4]


@compiled
def normal_high(state):  # type: ignore[no-untyped-def]
    """Second word of it."""
    return (state[PLANES + 1] | state[PLANES + 3] | state[PLANES + 5]) & ALL_HIGH


@compiled
def terrain_of(state, slot):  # type: ignore[no-untyped-def]
    """Terrain of a hex, -1 if it is not normal."""
    at = PLANES
    if slot >= LOW_SLOTS:
        at += 1
        slot -= LOW_SLOTS
    return ((state[at] >> slot) & 1) + 2 * ((state[at + 2] >> slot) & 1) + 4 * ((state[at + 4] >> slot) & 1) - 1


@compiled
def set_terrain(state, slot, terrain):  # type: ignore[no-untyped-def]
    """Give a hex a terrain, or none (-1)."""
    at = PLANES
    if slot >= LOW_SLOTS:
        at += 1
        slot -= LOW_SLOTS
    code = terrain + 1
    for i in range(3):
        state[at + 2 * i] = (state[at + 2 * i] & ~(1 << slot)) | (((code >> i) & 1) << slot)
    return 0


@compiled
def special_of(state, slot):  # type: ignore[no-untyped-def]
    """Special hex: 0 the vortex, 1-6 a special tile; -1 for any other hex."""
    if slot == 0:
        return 0
    if slot >= STACK_FIRST and terrain_of(state, slot) < 0:
        for i in range(SPECIALS):
            if specials(state, i) == slot - STACK_FIRST + 1:
                return 1 + i
    return -1


@compiled
def special_slot(state, hexagon):  # type: ignore[no-untyped-def]
    """Slot of a special hex, -1 if it is not on the map."""
    if hexagon == 0:
        return 0
    where = specials(state, hexagon - 1)
    if where == 0:
        return -1
    return STACK_FIRST + where - 1


@compiled
def grow(work, at, slot, low, high):  # type: ignore[no-untyped-def]
    """Write the connected part of the set (low, high) that holds `slot` to the set at `at`; return its size."""
    work[at] = 0
    work[at + 1] = 0
    include(work, at, slot)
    found_low = work[at]
    found_high = work[at + 1]
    open_low = found_low
    open_high = found_high
    size = 1
    while open_low != 0 or open_high != 0:
        if open_low != 0:
            next_slot = lowest(open_low)
            open_low &= open_low - 1
        else:
            next_slot = LOW_SLOTS + lowest(open_high)
            open_high &= open_high - 1
        new_low = work[NEAR_SET + 2 * next_slot] & low & ~found_low
        new_high = work[NEAR_SET + 2 * next_slot + 1] & high & ~found_high
        found_low |= new_low
        found_high |= new_high
        open_low |= new_low
        open_high |= new_high
        size += popcount(new_low) + popcount(new_high)
    work[at] = found_low
    work[at + 1] = found_high
    return size


@compiled
def region(work, state, at, slot):  # type: ignore[no-untyped-def]
    """Write the region of a hex of normal terrain to the set at `at`; return its size."""
    terrain = terrain_of(state, slot)
    return grow(work, at, slot, terrain_low(state, terrain), terrain_high(state, terrain))


@compiled
def border(work, source, target):  # type: ignore[no-untyped-def]
    """Write all neighbours of the set at `source` to the set at `target`, its own hexes among them."""
    low = 0
    high = 0
    left = work[source]
    while left != 0:
        slot = lowest(left)
        left &= left - 1
        low |= work[NEAR_SET + 2 * slot]
        high |= work[NEAR_SET + 2 * slot + 1]
    left = work[source + 1]
    while left != 0:
        slot = LOW_SLOTS + lowest(left)
        left &= left - 1
        low |= work[NEAR_SET + 2 * slot]
        high |= work[NEAR_SET + 2 * slot + 1]
    work[target] = low
    work[target + 1] = high
    return 0


@compiled
def label_set(work, at, label):  # type: ignore[no-untyped-def]
    """Give all slots of a set a label."""
    left = work[at]
    while left != 0:
        work[LABEL + lowest(left)] = label
        left &= left - 1
    left = work[at + 1]
    while left != 0:
        work[LABEL + LOW_SLOTS + lowest(left)] = label
        left &= left - 1
    return 0


@compiled
def find_regions(board, work, state):  # type: ignore[no-untyped-def]
    """Label all regions and special tiles, with what they are worth; return how many there are. The map must be up to date."""
    for slot in range(SLOTS):
        work[LABEL + slot] = 0
    n = 0
    for terrain in range(TERRAIN_COUNT):
        low = terrain_low(state, terrain)
        high = terrain_high(state, terrain)
        while low != 0 or high != 0:
            slot = lowest(low) if low != 0 else LOW_SLOTS + lowest(high)
            size = grow(work, REGION, slot, low, high)
            low &= ~work[REGION]
            high &= ~work[REGION + 1]
            label_set(work, REGION, n + 1)
            work[WORTH + n] = 2 * size | (size << SHARED)
            n += 1
    for i in range(SPECIALS):
        where = specials(state, i)
        if where > 0:
            work[LABEL + STACK_FIRST + where - 1] = n + 1
            work[WORTH + n] = board[STAR + 1 + i] | ((board[STAR + 1 + i] >> 1) << SHARED)
            n += 1
    return n


@compiled
def add_strength(work, slot, seat, weight):  # type: ignore[no-untyped-def]
    """Count a piece where it stands."""
    label = work[LABEL + slot]
    if label > 0:
        work[STRENGTH + label - 1] += weight << (8 * seat)
    return 0


@compiled
def find_strength(board, work, state, n):  # type: ignore[no-untyped-def]
    """Domination of each seat in each of the `n` regions."""
    for i in range(n):
        work[STRENGTH + i] = 0
    for seat in range(board[SEAT_COUNT]):
        for i in range(PIECES):
            code = piece(state, seat, i)
            if code < INSIDE:
                add_strength(work, code, seat, BELIEVER_WEIGHT)
            elif code < RESERVE:
                add_strength(work, village(state, seat, code - INSIDE) - 1, seat, BELIEVER_WEIGHT)
        for v in range(VILLAGE_COUNT):
            if village(state, seat, v) > 0:
                add_strength(work, village(state, seat, v) - 1, seat, VILLAGE_WEIGHT)
        add_strength(work, avatar(state, seat), seat, AVATAR_WEIGHT)
    return 0


@compiled
def pay_regions(work, seats, first, n, out, at):  # type: ignore[no-untyped-def]
    """Add to out[at + seat] what regions `first` .. n - 1 pay: all to the strongest, or the share to each of several."""
    for i in range(first, n):
        strength = work[STRENGTH + i]
        most = 0
        holders = 0
        for seat in range(seats):
            own = (strength >> (8 * seat)) & 255
            if own > most:
                most = own
                holders = 1
            elif own == most:
                holders += 1
        if most > 0:
            pay = work[WORTH + i] & 1023
            if holders > 1:
                pay = work[WORTH + i] >> SHARED
            for seat in range(seats):
                if (strength >> (8 * seat)) & 255 == most:
                    out[at + seat] += pay
    return 0
