"""Features of the map: monuments, and which lines of goods are in range of them; craftsmen, resources, water, empty land."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.features import aside_of
from mutapa.core.zimbabwe.board import BASE_SQUARE, PRESENT, SEAT_COUNT, START, WATER
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import BASE_RESOURCES, BIG, LINES, SLOTS, TILES_EACH
from mutapa.core.zimbabwe.grid import WORDS, include
from mutapa.core.zimbabwe.layout import EMPTY, FIRST, OWNER, USED, added, phase, tile
from mutapa.core.zimbabwe.reach import ball, find_waters, monument_word, resources_of, see_monuments, tile_square
from mutapa.core.zimbabwe.vocabulary import (
    M_EMPTY,
    M_OWN,
    M_RESOURCE,
    M_RIVAL,
    M_START,
    M_TILE,
    M_USED,
    M_WATER,
    MONUMENTS_MOST,
    SLOT_COUNTS,
    SQUARES,
    STARTS_MOST,
    TILE_SLOTS,
)
from mutapa.core.zimbabwe.ways import active_kind
from mutapa.core.zimbabwe.work import DRAWN

LINE_SETS = DRAWN
"""Squares of the craftsmen that sell goods of each line: four sets, then their union."""
BY_LEVEL = LINE_SETS + (LINES + 1) * WORDS
"""By relative seat: its monuments of each level, a count of eight bits each."""
RIPE = BY_LEVEL + 8
"""By relative seat: of those, the ones with as many lines in range as their level."""
OWN_TILES = RIPE + 8
"""By relative seat: its craftsmen of each type, a count of two bits each."""


@compiled
def linear(code):  # type: ignore[no-untyped-def]
    """A square's number row by row."""
    return (code >> 6) * 54 + (code & 63)


@compiled
def tell_craftsmen(board, work, seen, seat, sparse, n):  # type: ignore[no-untyped-def]
    """Every craftsman by type, place and whether it is the own one; sets of those that sell goods, counts by owner."""
    for i in range((LINES + 1) * WORDS):
        work[LINE_SETS + i] = 0
    for aside in range(board[SEAT_COUNT]):
        work[OWN_TILES + aside] = 0
    for slot in range(SLOTS):
        value = tile(seen, slot)
        if value != 0:
            kind = slot // TILES_EACH
            aside = aside_of(seat, (value >> 10) - 1, board[SEAT_COUNT])
            work[OWN_TILES + aside] += 1 << (2 * kind)
            rival = 1 if aside > 0 else 0
            place = rival * SQUARES + linear(value & 511)
            if ((BIG >> kind) & 1) == 0:
                place = 2 * place + ((value >> 9) & 1)
            sparse[n] = first_of(kind) + place
            n += 1
            line = kind if kind < LINES else kind - LINES
            if active_kind(seen, line) == kind:
                for i in range(4):
                    code = tile_square(seen, slot, i)
                    if code >= 0:
                        include(work, LINE_SETS + line * WORDS, code)
                        include(work, LINE_SETS + LINES * WORDS, code)
    return n


TILE_0, TILE_1, TILE_2, TILE_3, TILE_4, TILE_5, TILE_6 = M_TILE


@compiled
def first_of(kind):  # type: ignore[no-untyped-def]
    """First index of the craftsmen of a type."""
    if kind == 0:
        return TILE_0
    if kind == 1:
        return TILE_1
    if kind == 2:
        return TILE_2
    if kind == 3:
        return TILE_3
    if kind == 4:
        return TILE_4
    if kind == 5:
        return TILE_5
    return TILE_6


@compiled
def lines_in_range(work, at):  # type: ignore[no-untyped-def]
    """How many lines of goods have a craftsman in the set at `at`."""
    hits = 0
    for w in range(WORDS):
        here = work[at + w]
        if here & work[LINE_SETS + LINES * WORDS + w] != 0:
            for line in range(LINES):
                if here & work[LINE_SETS + line * WORDS + w] != 0:
                    hits |= 1 << line
    return popcount(hits)


@compiled
def tell_monuments(board, work, seen, seat, sparse, n):  # type: ignore[no-untyped-def]
    """Every monument by its owner, the own ones by level too; counts by owner and level. Lines are those of `tell_craftsmen`."""
    see_monuments(work, seen)
    find_waters(board, work, seen)
    for aside in range(board[SEAT_COUNT]):
        work[BY_LEVEL + aside] = 0
        work[RIPE + aside] = 0
    last = n + MONUMENTS_MOST
    for w in range(WORDS):
        left = monument_word(seen, w)
        while left != 0:
            bit = lowest(left)
            left &= left - 1
            code = w * 64 + bit
            level = level_at(seen, code)
            owner = ((seen[OWNER + w] >> bit) & 1) | (((seen[OWNER + WORDS + w] >> bit) & 1) << 1)
            owner |= ((seen[OWNER + 2 * WORDS + w] >> bit) & 1) << 2
            aside = aside_of(seat, owner, board[SEAT_COUNT])
            work[BY_LEVEL + aside] += 1 << (8 * level)
            if lines_in_range(work, ball(board, work, seen, code, 0)) >= level:
                work[RIPE + aside] += 1 << (8 * level)
            if n < last:
                if aside == 0:
                    sparse[n] = M_OWN + (level - 1) * SQUARES + linear(code)
                else:
                    sparse[n] = M_RIVAL + (aside - 1) * SQUARES + linear(code)
                n += 1
    return n


@compiled
def tell_resources(board, seen, sparse, n):  # type: ignore[no-untyped-def]
    """Resources by kind and square, those used once more; starting areas still free while first monuments are placed."""
    used = seen[USED]
    for kind in range(4):
        left = resources_of(board, seen, kind)
        while left != 0:
            i = lowest(left)
            left &= left - 1
            code = board[BASE_SQUARE + i] if i < BASE_RESOURCES else added(seen, i - BASE_RESOURCES) - 1
            sparse[n] = M_RESOURCE + kind * SQUARES + linear(code)
            n += 1
            if (used >> i) & 1 == 1:
                sparse[n] = M_USED + linear(code)
                n += 1
    if phase(seen) == FIRST:
        last = n + STARTS_MOST
        for w in range(WORDS):
            free = board[START + w]
            free ^= free & monument_word(seen, w)
            while free != 0 and n < last:
                sparse[n] = M_START + w * 54 + lowest(free)
                free &= free - 1
                n += 1
    return n


@compiled
def in_slot(array, at, down, across):  # type: ignore[no-untyped-def]
    """Squares of the set at `at` in a slot of 6 x 6."""
    mask = (63 | 63 << 18 | 63 << 36) << (6 * across)
    return popcount(array[at + 2 * down] & mask) + popcount(array[at + 2 * down + 1] & mask)


@compiled
def tell_land(board, seen, sparse, n):  # type: ignore[no-untyped-def]
    """Printed water and empty squares of each map tile's slot, in threes."""
    for slot in range(TILE_SLOTS):
        down = slot // 3
        across = slot - 3 * down
        if in_slot(board, PRESENT, down, across) > 0:
            sparse[n] = M_WATER + slot * SLOT_COUNTS + (in_slot(board, WATER, down, across) + 2) // 3
            sparse[n + 1] = M_EMPTY + slot * SLOT_COUNTS + (in_slot(seen, EMPTY, down, across) + 2) // 3
            n += 2
    return n
