"""Believers as sorted codes of 7 bits, six a seat, and Villages: who stands where."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import PIECES, VILLAGES
from mutapa.core.godz.layout import INSIDE, PIECES_WORD, RESERVE, avatar, village
from mutapa.core.godz.map import include
from mutapa.core.godz.work import LOOSE, TAKEN

CODE = 127
VILLAGE_COUNT = len(VILLAGES)


@compiled
def piece(state, seat, i):  # type: ignore[no-untyped-def]
    """Code of the seat's Believer number `i`, ascending."""
    return (state[PIECES_WORD + seat] >> (7 * i)) & CODE


@compiled
def count(state, seat, code):  # type: ignore[no-untyped-def]
    """How many of the seat's Believers have this code."""
    word = state[PIECES_WORD + seat]
    n = 0
    for i in range(PIECES):
        if (word >> (7 * i)) & CODE == code:
            n += 1
    return n


@compiled
def move(state, seat, old, new):  # type: ignore[no-untyped-def]
    """One Believer of code `old` gets code `new`; the order is kept, so that alike positions have the same words."""
    word = state[PIECES_WORD + seat]
    moved = 0
    at = 0
    gone = 0
    put = 0
    for i in range(PIECES):
        code = (word >> (7 * i)) & CODE
        if code == old and gone == 0:
            gone = 1
        else:
            if put == 0 and code >= new:
                moved |= new << at
                at += 7
                put = 1
            moved |= code << at
            at += 7
    if put == 0:
        moved |= new << at
    state[PIECES_WORD + seat] = moved
    return 0


@compiled
def where(state, seat, code):  # type: ignore[no-untyped-def]
    """Slot of a Believer on the map, loose or inside a Village; -1 elsewhere."""
    if code < INSIDE:
        return code
    if code < RESERVE:
        return village(state, seat, code - INSIDE) - 1
    return -1


@compiled
def on_map(state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat has a Believer on the map."""
    if piece(state, seat, 0) < RESERVE:
        return 1
    return 0


@compiled
def own_village(state, seat, slot):  # type: ignore[no-untyped-def]
    """Which Village the seat has on a hex, + 1; 0 none."""
    for v in range(VILLAGE_COUNT):
        if village(state, seat, v) == slot + 1:
            return v + 1
    return 0


@compiled
def village_at(board, state, slot):  # type: ignore[no-untyped-def]
    """Whose Village stands on a hex: 3 * seat + Village + 1; 0 none."""
    for seat in range(board[SEAT_COUNT]):
        v = own_village(state, seat, slot)
        if v > 0:
            return VILLAGE_COUNT * seat + v
    return 0


@compiled
def prey(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """An opponent's Village with nobody inside on this hex, as `village_at`; 0 none."""
    found = village_at(board, state, slot)
    if found > 0:
        owner = (found - 1) // VILLAGE_COUNT
        if owner == seat or count(state, owner, INSIDE + found - 1 - VILLAGE_COUNT * owner) > 0:
            return 0
    return found


@compiled
def strength(state, seat, slot):  # type: ignore[no-untyped-def]
    """The seat's Believers on a hex, loose or inside."""
    n = count(state, seat, slot)
    v = own_village(state, seat, slot)
    if v > 0:
        n += count(state, seat, INSIDE + v - 1)
    return n


@compiled
def avatar_at(board, state, slot):  # type: ignore[no-untyped-def]
    """Seat + 1 of the Avatar on a hex, 0 none."""
    for seat in range(board[SEAT_COUNT]):
        if avatar(state, seat) == slot:
            return seat + 1
    return 0


@compiled
def find_villages(board, work, state):  # type: ignore[no-untyped-def]
    """Write the set of all hexes with a Village to TAKEN."""
    work[TAKEN] = 0
    work[TAKEN + 1] = 0
    for seat in range(board[SEAT_COUNT]):
        for v in range(VILLAGE_COUNT):
            if village(state, seat, v) > 0:
                include(work, TAKEN, village(state, seat, v) - 1)
    return 0


@compiled
def find_loose(board, work, state):  # type: ignore[no-untyped-def]
    """Write the sets of each seat's loose Believers to LOOSE, then that of all of them."""
    at = LOOSE + 2 * board[SEAT_COUNT]
    work[at] = 0
    work[at + 1] = 0
    for seat in range(board[SEAT_COUNT]):
        own = LOOSE + 2 * seat
        work[own] = 0
        work[own + 1] = 0
        for i in range(PIECES):
            code = piece(state, seat, i)
            if code < INSIDE:
                include(work, own, code)
        work[at] |= work[own]
        work[at + 1] |= work[own + 1]
    return 0
