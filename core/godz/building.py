"""Villages: where the next one may be built, who goes inside (1A)."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
from mutapa.core.godz.actions import FILL, FINISH, RAISE, make
from mutapa.core.godz.board import BONUS
from mutapa.core.godz.figures import BUILDING, COSTS, PIECES
from mutapa.core.godz.layout import INSIDE, LOW_SLOTS, ON_MAT, column, cursor, level, set_cursor, set_level, set_village, village
from mutapa.core.godz.map import has
from mutapa.core.godz.pieces import VILLAGE_COUNT, count, find_villages, move, piece
from mutapa.core.godz.regions import normal_high, normal_low, terrain_of
from mutapa.core.godz.work import SET, TAKEN
from mutapa.core.words import pack

COST = pack(COSTS, 4)
LAST = VILLAGE_COUNT - 1
NINE = ON_MAT


@compiled
def next_village(board, state, seat):  # type: ignore[no-untyped-def]
    """The cheapest unbuilt Village + 1 if its cost can be met with the bonus of the column (R55); 0 otherwise."""
    means = level(state, seat, BUILDING) + board[BONUS + column(state, seat)]
    for v in range(VILLAGE_COUNT):
        if village(state, seat, v) == 0:
            if means >= (COST >> (4 * v)) & 15:
                return v + 1
            return 0
    return 0


@compiled
def find_sites(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Write the hexes for the next Village to SET; return 1 if there are any."""
    work[SET] = 0
    work[SET + 1] = 0
    v = next_village(board, state, seat) - 1
    if v < 0:
        return 0
    find_villages(board, work, state)
    if v == LAST:
        work[SET] = normal_low(state) & ~work[TAKEN]
        work[SET + 1] = normal_high(state) & ~work[TAKEN + 1]
    else:
        for i in range(PIECES):
            slot = piece(state, seat, i)
            if slot < INSIDE and terrain_of(state, slot) >= 0 and has(work, TAKEN, slot) == 0:
                if slot < LOW_SLOTS:
                    work[SET] |= 1 << slot
                else:
                    work[SET + 1] |= 1 << (slot - LOW_SLOTS)
    if work[SET] != 0 or work[SET + 1] != 0:
        return 1
    return 0


@compiled
def list_set(work, at, kind, out, n):  # type: ignore[no-untyped-def]
    """An action of a kind for every slot of a set."""
    left = work[at]
    while left != 0:
        out[n] = make(kind, lowest(left))
        left &= left - 1
        n += 1
    left = work[at + 1]
    while left != 0:
        out[n] = make(kind, LOW_SLOTS + lowest(left))
        left &= left - 1
        n += 1
    return n


@compiled
def list_sites(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """Hexes for the next Village, or none."""
    find_sites(board, work, state, seat)
    n = list_set(work, SET, RAISE, out, 0)
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def list_filling(state, seat, out):  # type: ignore[no-untyped-def]
    """How many loose Believers on the hex go inside."""
    n = count(state, seat, village(state, seat, cursor(state)) - 1) + 1
    for k in range(n):
        out[k] = make(FILL, k)
    return n


@compiled
def build(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """The next Village stands; the 9-Village brings its Believer the first time (R17). Returns loose own Believers there."""
    v = next_village(board, state, seat) - 1
    rest = ((COST >> (4 * v)) & 15) - board[BONUS + column(state, seat)]
    if rest > 0:
        set_level(state, seat, BUILDING, level(state, seat, BUILDING) - rest)
    set_village(state, seat, v, slot + 1)
    if v == LAST and count(state, seat, NINE) > 0:
        move(state, seat, NINE, INSIDE + LAST)
    set_cursor(state, v)
    return count(state, seat, slot)


@compiled
def fill(state, seat, n):  # type: ignore[no-untyped-def]
    """So many go inside the Village just built."""
    v = cursor(state)
    for _ in range(n):
        move(state, seat, village(state, seat, v) - 1, INSIDE + v)
    return set_cursor(state, 0)
