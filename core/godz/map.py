"""The map: cells of a grid, slots that lie on them, who is next to whom.

The state holds where Homes and tiles lie; neighbours are derived and kept in the work array. `find_map` brings them up to date: a
branch of a search shares its map with the position before but for the tiles laid since.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.board import BIAS, CHASM_COUNTS, OFFSETS, SEAT_COUNT
from mutapa.core.godz.figures import LARGE, RING, SEATS_MAX, SLOTS, STACK, STACK_FIRST, VECTORS
from mutapa.core.godz.layout import (
    ALL_LOW,
    CELL_WORDS,
    CELLS_WORD,
    HIGH_SLOTS,
    HOMES_WORD,
    LOW_SLOTS,
    cells,
    chasm,
    homes,
    stacked,
)
from mutapa.core.godz.work import CELL, GRID, KEY_CELLS, KEY_HOMES, NEAR, NEAR_SET, READY, SIDE
from mutapa.core.words import pack

CENTER_CELL = SIDE * 32 + 32
DELTA_BIAS = SIDE + 1
DELTAS = pack([SIDE * q + r + DELTA_BIAS for q, r in VECTORS], 8)
PLACES = 2 * RING
SLOT = 127
COUNT = 1 << 7
"""In a word of the grid: one hex around the cell."""
OPEN = 2
"""Hexes that a new tile must touch."""


def cell_of(q: int, r: int) -> int:
    """Cell of axial coordinates."""
    return SIDE * (q + 32) + r + 32


def coordinates(cell: int) -> tuple[int, int]:
    """Axial coordinates of a cell."""
    return cell // SIDE - 32, cell % SIDE - 32


# --- sets of slots ----------------------------------------------------------------------------------------------------


@compiled
def include(work, at, slot):  # type: ignore[no-untyped-def]
    """Put a slot into the set at `at`."""
    if slot < LOW_SLOTS:
        work[at] |= 1 << slot
    else:
        work[at + 1] |= 1 << (slot - LOW_SLOTS)
    return 0


@compiled
def exclude(work, at, slot):  # type: ignore[no-untyped-def]
    """Take a slot out of it."""
    if slot < LOW_SLOTS:
        work[at] &= ~(1 << slot)
    else:
        work[at + 1] &= ~(1 << (slot - LOW_SLOTS))
    return 0


@compiled
def has(work, at, slot):  # type: ignore[no-untyped-def]
    """1 if the slot is in it."""
    if slot < LOW_SLOTS:
        return (work[at] >> slot) & 1
    return (work[at + 1] >> (slot - LOW_SLOTS)) & 1


# --- the grid ---------------------------------------------------------------------------------------------------------


@compiled
def delta(d):  # type: ignore[no-untyped-def]
    """Difference of cells in direction `d`."""
    return ((DELTAS >> (8 * d)) & 255) - DELTA_BIAS


@compiled
def opposite(d):  # type: ignore[no-untyped-def]
    """The direction back."""
    if d < 3:
        return d + 3
    return d - 3


@compiled
def lay(work, slot, cell):  # type: ignore[no-untyped-def]
    """A hex lies on a cell."""
    work[CELL + slot] = cell
    found = 0
    for d in range(RING):
        beside = GRID + cell + delta(d)
        other = work[beside] & SLOT
        work[beside] += COUNT
        if other > 0:
            found |= other << (7 * d)
            work[NEAR + other - 1] |= (slot + 1) << (7 * opposite(d))
            include(work, NEAR_SET + 2 * slot, other - 1)
            include(work, NEAR_SET + 2 * (other - 1), slot)
    work[NEAR + slot] = found
    work[GRID + cell] += slot + 1
    return 0


@compiled
def lift(work, slot):  # type: ignore[no-untyped-def]
    """Take it away again."""
    cell = work[CELL + slot]
    for d in range(RING):
        beside = GRID + cell + delta(d)
        other = work[beside] & SLOT
        work[beside] -= COUNT
        if other > 0:
            work[NEAR + other - 1] &= ~(SLOT << (7 * opposite(d)))
            exclude(work, NEAR_SET + 2 * (other - 1), slot)
    work[GRID + cell] -= slot + 1
    work[CELL + slot] = 0
    work[NEAR + slot] = 0
    work[NEAR_SET + 2 * slot] = 0
    work[NEAR_SET + 2 * slot + 1] = 0
    return 0


@compiled
def lay_large(work, slot, cell):  # type: ignore[no-untyped-def]
    """Seven hexes: the centre, then the ring by direction."""
    lay(work, slot, cell)
    for d in range(RING):
        lay(work, slot + 1 + d, cell + delta(d))
    return 0


@compiled
def homes_word(state):  # type: ignore[no-untyped-def]
    """Where all Homes lie, as one number."""
    return state[HOMES_WORD] >> HIGH_SLOTS


@compiled
def home_cell(board, work, code):  # type: ignore[no-untyped-def]
    """Cell of the palace of a Home with this code; what it touches lies in the grid already."""
    anchor = (code - 1) // PLACES
    return work[CELL + LARGE * anchor] + board[OFFSETS + code - 1 - PLACES * anchor] - BIAS


@compiled
def laid_cell(work, i):  # type: ignore[no-untyped-def]
    """Where tile `i` of the stack lies in the grid, 0 if it doesn't."""
    return (work[KEY_CELLS + (i >> 2)] >> (12 * (i & 3))) & 4095


@compiled
def start_map(board, work, state):  # type: ignore[no-untyped-def]
    """Clear the grid and lay the Center and the Homes."""
    for i in range(SLOTS):
        slot = SLOTS - 1 - i
        if work[CELL + slot] > 0:
            lift(work, slot)
    for w in range(CELL_WORDS):
        work[KEY_CELLS + w] = 0
    lay_large(work, 0, CENTER_CELL)
    for seat in range(SEATS_MAX):
        if homes(state, seat) > 0:
            lay_large(work, LARGE * (seat + 1), home_cell(board, work, homes(state, seat)))
    work[KEY_HOMES] = homes_word(state)
    work[READY] = 1
    return 0


@compiled
def renew(board, work, state):  # type: ignore[no-untyped-def]
    """Bring the grid up to date: tiles from the first that differs on are lifted, then the state's are laid."""
    if work[READY] == 0 or work[KEY_HOMES] != homes_word(state):
        start_map(board, work, state)
    first = 0
    while first < STACK and laid_cell(work, first) == cells(state, first) and cells(state, first) > 0:
        first += 1
    for i in range(STACK - first):
        if laid_cell(work, STACK - 1 - i) > 0:
            lift(work, STACK_FIRST + STACK - 1 - i)
    for i in range(first, STACK):
        if cells(state, i) > 0:
            lay(work, STACK_FIRST + i, cells(state, i))
    for w in range(CELL_WORDS):
        work[KEY_CELLS + w] = state[CELLS_WORD + w]
    return 0


@compiled
def find_map(board, work, state):  # type: ignore[no-untyped-def]
    """See to it that the map of this state stands in the work array. Every way in from outside calls it."""
    if work[READY] == 1 and work[KEY_HOMES] == homes_word(state):
        differ = 0
        for w in range(CELL_WORDS):
            differ |= work[KEY_CELLS + w] ^ state[CELLS_WORD + w]
        if differ == 0:
            return 0
    return renew(board, work, state)


# --- reading it -------------------------------------------------------------------------------------------------------


@compiled
def near(work, slot, d):  # type: ignore[no-untyped-def]
    """Slot + 1 of the neighbour in direction `d`, 0 if none."""
    return (work[NEAR + slot] >> (7 * d)) & SLOT


@compiled
def reach(work, state, slot, d):  # type: ignore[no-untyped-def]
    """The same where a piece can stand: 0 for a Chasm too."""
    found = (work[NEAR + slot] >> (7 * d)) & SLOT
    if found == chasm(state):
        return 0
    return found


@compiled
def hexes(board, state, w):  # type: ignore[no-untyped-def]
    """Word `w` of the set of all hexes where pieces can stand, once all Homes lie."""
    first = STACK_FIRST + stacked(state)
    hole = chasm(state) - 1
    if w == 0:
        found = ((1 << (LARGE * (1 + board[SEAT_COUNT]))) - 1) | (((1 << stacked(state)) - 1) << STACK_FIRST)
        if hole >= 0 and hole < LOW_SLOTS:
            found &= ~(1 << hole)
        return found & ALL_LOW
    if first <= LOW_SLOTS:
        return 0
    found = (1 << (first - LOW_SLOTS)) - 1
    if hole >= LOW_SLOTS:
        found &= ~(1 << (hole - LOW_SLOTS))
    return found


@compiled
def around(board, work, state, cell):  # type: ignore[no-untyped-def]
    """Hexes that a tile laid on an empty cell would touch."""
    count = work[GRID + cell] >> 7
    if board[CHASM_COUNTS] == 0 and chasm(state) > 0:
        for d in range(RING):
            if cell + delta(d) == work[CELL + chasm(state) - 1]:
                count -= 1
    return count


@compiled
def is_open(board, work, state, cell):  # type: ignore[no-untyped-def]
    """1 if a tile may be laid there."""
    word = work[GRID + cell]
    if word < OPEN * COUNT or word & SLOT != 0:
        return 0
    if around(board, work, state, cell) < OPEN:
        return 0
    return 1


@compiled
def is_free(work, cell):  # type: ignore[no-untyped-def]
    """1 if a Home laid around this cell would overlap nothing."""
    if work[GRID + cell] & SLOT != 0:
        return 0
    for d in range(RING):
        if work[GRID + cell + delta(d)] & SLOT != 0:
            return 0
    return 1
