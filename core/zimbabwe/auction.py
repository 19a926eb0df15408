"""Generosity of kings: plaque order, gifts, passes, and what the gifts come to (rulings 2.1-2.13).

With the option ``auction=sealed`` each seat commits one amount in secret, in bidding order; then all amounts are shown and paid,
in the same order and with nothing to decide, and give places and plaques (2.14).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.zimbabwe.board import SEALED, SEAT_COUNT
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
    order,
    plaques,
    sealed,
    set_active,
    set_cursor,
    set_elegua_used,
    set_gift,
    set_mover,
    set_order,
    set_phase,
    set_plaques,
    set_revealing,
    set_sealed,
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
    set_order(state, 0, lowest(active(state)))
    set_active(state, 0)
    return empty_plaques(board, state)


@compiled
def empty_plaques(board, state):  # type: ignore[no-untyped-def]
    """All take the cattle of their plaques (2.9, 2.10)."""
    seats = board[SEAT_COUNT]
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


@compiled
def commit(board, state, argument):  # type: ignore[no-untyped-def]
    """The mover commits an amount in secret (argument - 1; 0: seen by another); nothing is paid before all are shown (2.14)."""
    set_sealed(state, mover(state), argument)
    at = cursor(state) + 1
    if at == board[SEAT_COUNT]:
        set_revealing(state, 1)
        at = 0
    set_cursor(state, at)
    return set_mover(state, plaques(state, at))


@compiled
def reveal(board, state, amount):  # type: ignore[no-untyped-def]
    """The mover's amount is shown and paid, Elegua's stock helping as ever (2.11); after the last one, places and plaques."""
    seat = mover(state)
    helped = min(subsidy(state, seat), amount)
    if helped > 0:
        set_elegua_used(state, 1)
    add_cattle(state, seat, helped - amount)
    add_total(state, amount)
    set_sealed(state, seat, amount + 1)
    set_active(state, active(state) ^ (1 << seat))
    at = cursor(state) + 1
    if at < board[SEAT_COUNT]:
        set_cursor(state, at)
        return set_mover(state, plaques(state, at))
    rank_amounts(board, state)
    set_revealing(state, 0)
    return empty_plaques(board, state)


@compiled
def uncommitted(board, state, seat):  # type: ignore[no-untyped-def]
    """Cattle in hand, without those of a sealed amount still to be paid."""
    if board[SEALED] == 1 and sealed(state, seat) > 0 and ((active(state) >> seat) & 1) == 1:
        return cattle(state, seat) - max(0, sealed(state, seat) - 1 - subsidy(state, seat))
    return cattle(state, seat)


@compiled
def rank_amounts(board, state):  # type: ignore[no-untyped-def]
    """The higher amount takes the earlier place, of equal ones the earlier plaque (2.14); then the amounts are forgotten."""
    for i in range(board[SEAT_COUNT]):
        seat = plaques(state, i)
        at = i
        while at > 0 and sealed(state, order(state, at - 1)) < sealed(state, seat):
            set_order(state, at, order(state, at - 1))
            at -= 1
        set_order(state, at, seat)
    for seat in range(board[SEAT_COUNT]):
        set_sealed(state, seat, 0)
    return 0
