"""Where people may be placed."""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.stone_age.board import CROWD, FORBID_AT_MAX, HUNT_REPEAT, SEAT_COUNT, VILLAGE
from mutapa.core.stone_age.figures import BUILDING, MOST_PEOPLE, MOST_TOOLS, MOST_TRACK, RINGS, SEATS_MAX, TOOLS
from mutapa.core.stone_age.layout import GATHER, STANDS, hand, hunters, people, tools, tops, track
from mutapa.core.words import pack

LANES = pack((1,) * (4 * SEATS_MAX), 3)
"""Bit 0 of every element of `gather`."""
ROW = (1 << 12) - 1
"""One seat's elements."""
SINGLE_ROW = (1 << 11) - 1


@compiled
def all_seats(word):  # type: ignore[no-untyped-def]
    """Element-wise sum of the four seats' rows of a word like `gather`: four sums of 3 bits, none of which exceeds 7."""
    return (word + (word >> 12) + (word >> 24) + (word >> 36)) & ROW


@compiled
def rooms(board, state, seat):  # type: ignore[no-untyped-def]
    """How many people the seat may put in forest, clay pit, quarry and river: 4 bits each; 0 where it may not go.

    Not where it stands already, not beyond seven rings, and with 2 or 3 players not beside one or two others.
    """
    word = state[GATHER] & ((1 << 48) - 1)
    there = (word | (word >> 1) | (word >> 2)) & LANES
    # Element-wise, without branches: a crowd of 1, 2 or 4 is reached where any bit of its size or above is set.
    full = all_seats(there) & ((8 - board[CROWD]) * 0o1111)
    closed = full | (full >> 1) | (full >> 2) | (there >> (12 * seat))
    free = RINGS * 0o1111 - all_seats(word)
    n = hand(state, seat)
    found = 0
    for p in range(4):
        room = (free >> (3 * p)) & 7
        if room > n:
            room = n
        found |= (room * (~(closed >> (3 * p)) & 1)) << (4 * p)
    return found


@compiled
def hunt_room(board, state, seat):  # type: ignore[no-untyped-def]
    """How many people the seat may send hunting."""
    if hunters(state, seat) > 0 and board[HUNT_REPEAT] == 0:
        return 0
    return hand(state, seat)


@compiled
def open_singles(board, state, seat):  # type: ignore[no-untyped-def]
    """Mask of the places for one seat alone, from the tool maker on, where the seat may go."""
    n = hand(state, seat)
    if n == 0:
        return 0
    word = state[STANDS]
    taken = (word | (word >> 11) | (word >> 22) | (word >> 33)) & SINGLE_ROW
    free = 0b1111111
    for stack in range(board[SEAT_COUNT]):
        if tops(state, stack) > 0:
            free |= 1 << (BUILDING - TOOLS + stack)
    free &= ~taken
    if popcount(taken & 0b111) >= board[VILLAGE]:
        return free & ~0b111
    if n < 2:
        free &= ~0b10
    if board[FORBID_AT_MAX] == 1:
        if tools(state, seat) == MOST_TOOLS:
            free &= ~0b1
        if people(state, seat) == MOST_PEOPLE:
            free &= ~0b10
        if track(state, seat) == MOST_TRACK:
            free &= ~0b100
    return free


@compiled
def may_place(board, state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat has anywhere to go."""
    if hunt_room(board, state, seat) > 0 or open_singles(board, state, seat) > 0 or rooms(board, state, seat) > 0:
        return 1
    return 0
