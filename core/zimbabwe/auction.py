"""Generosity of kings: plaque order, gifts, passes, and what the gifts come to (rulings 2.1-2.13)."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.figures import ELEGUA, ELEGUA_GIFT, SHADIPINYI
from mutapa.core.zimbabwe.layout import (
    AUCTION,
    active,
    add_cattle,
    add_total,
    cattle,
    cursor,
    elegua_used,
    god,
    mover,
    plaques,
    set_active,
    set_cursor,
    set_elegua_used,
    set_gift,
    set_mover,
    set_order,
    set_phase,
    set_plaques,
    set_total,
    stack,
    total,
    vr,
)


@compiled
def god_seat(board, state, which):  # type: ignore[no-untyped-def]
    """The seat that adores a god, -1 if none does."""
    for seat in range(board[SEAT_COUNT]):
        if god(state, seat) == which + 1:
            return seat
    return -1


@compiled
def start_auction(board, state):  # type: ignore[no-untyped-def]
    """Plaques by requirement, high to low; ties by the stack, earlier arrival first (2.1, 2.2). All seats bid."""
    seats = board[SEAT_COUNT]
    for i in range(seats):
        seat = stack(state, i)
        at = i
        while at > 0 and vr(state, plaques(state, at - 1)) < vr(state, seat):
            set_plaques(state, at, plaques(state, at - 1))
            at -= 1
        set_plaques(state, at, seat)
    for i in range(seats):
        set_order(state, i, 0)
    set_phase(state, AUCTION)
    set_gift(state, 0)
    set_total(state, 0)
    set_active(state, (1 << seats) - 1)
    set_elegua_used(state, 0)
    set_cursor(state, 0)
    set_mover(state, plaques(state, 0))
    return 0


@compiled
def subsidy(state, seat):  # type: ignore[no-untyped-def]
    """Cattle that Elegua's stock adds to the seat's next gift, at most (2.11, 12.2)."""
    if god(state, seat) == ELEGUA + 1 and elegua_used(state) == 0:
        return ELEGUA_GIFT
    return 0


@compiled
def most_gift(state, seat):  # type: ignore[no-untyped-def]
    """The largest gift the seat can make now."""
    return cattle(state, seat) + subsidy(state, seat)


@compiled
def last_standing(state):  # type: ignore[no-untyped-def]
    """1 if all but one have passed (2.8)."""
    if popcount(active(state)) == 1:
        return 1
    return 0


@compiled
def _next_bidder(board, state):  # type: ignore[no-untyped-def]
    seats = board[SEAT_COUNT]
    at = cursor(state)
    going = 1
    while going == 1:
        at += 1
        if at >= seats:
            at = 0
        if ((active(state) >> plaques(state, at)) & 1) == 1:
            going = 0
    set_cursor(state, at)
    set_mover(state, plaques(state, at))
    return 0


@compiled
def give(board, state, amount):  # type: ignore[no-untyped-def]
    """The mover makes a gift, paid in full at once (2.3-2.5); Elegua's stock pays up to 3 of the owner's first (2.11)."""
    seat = mover(state)
    helped = min(subsidy(state, seat), amount)
    if helped > 0:
        set_elegua_used(state, 1)
    add_cattle(state, seat, helped - amount)
    set_gift(state, amount)
    add_total(state, amount)
    return _next_bidder(board, state)


@compiled
def give_up(board, state):  # type: ignore[no-untyped-def]
    """The mover passes and takes the last open place (2.6)."""
    seat = mover(state)
    set_order(state, popcount(active(state)) - 1, seat)
    set_active(state, active(state) ^ (1 << seat))
    return _next_bidder(board, state)


@compiled
def share(total_given, queue, i):  # type: ignore[no-untyped-def]
    """Cattle on plaque `i` of a queue of so many plaques (2.5)."""
    extra = 0
    if i < total_given % queue:
        extra = 1
    return total_given // queue + extra


@compiled
def finish_auction(board, state):  # type: ignore[no-untyped-def]
    """The last one standing takes the first place; all take the cattle of their plaques (2.8-2.10)."""
    seats = board[SEAT_COUNT]
    set_order(state, 0, lowest(active(state)))
    set_active(state, 0)
    drunk = god_seat(board, state, SHADIPINYI)
    queue = seats
    first = 0
    if drunk >= 0:
        queue = seats + 1
        first = 1
        add_cattle(state, drunk, share(total(state), queue, 0))
    for i in range(seats):
        add_cattle(state, plaques(state, i), share(total(state), queue, first + i))
    return 0
