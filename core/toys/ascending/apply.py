"""One step: a bid, a pass, or income."""

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.toys.ascending.layout import (
    BOARD_LAST,
    BOARD_PLACES,
    BOARD_ROUNDS,
    BOARD_SEATS,
    add_cash,
    add_paid,
    add_won,
    mover,
    out_of,
    paused,
    rounds,
    set_mover,
    set_out_of,
    set_over,
    set_paused,
    set_price,
    set_rounds,
    set_stake,
    stake,
)


@compiled
def _close(board, state):  # type: ignore[no-untyped-def]
    """The auction is over: the next one begins with the next seat, after income, or the game ends."""
    seats = board[BOARD_SEATS]
    n = rounds(state) + 1
    set_price(state, 0)
    set_out_of(state, 0)
    for s in range(seats):
        set_stake(state, s, 0)
    if n == board[BOARD_ROUNDS]:
        set_over(state, 1)
    else:
        set_rounds(state, n)
        set_mover(state, n % seats)
        set_paused(state, 1)
    return 0


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Pass is 0, a bid its amount; at a pause `action` is the coins that every seat gets."""
    seats = board[BOARD_SEATS]
    if paused(state):
        set_paused(state, 0)
        for s in range(seats):
            add_cash(state, s, action)
        return 0
    seat = mover(state)
    if action > 0:
        cost = action - stake(state, seat) if board[BOARD_LAST] else action
        add_cash(state, seat, -cost)
        add_paid(state, seat, cost)
        set_stake(state, seat, action)
        set_price(state, action)
    else:
        gone = popcount(out_of(state))
        set_out_of(state, out_of(state) | (1 << seat))
        add_won(state, seat, board[BOARD_PLACES + seats - 1 - gone])
        if gone + 2 == seats:
            last = lowest(((1 << seats) - 1) & ~out_of(state))
            add_won(state, last, board[BOARD_PLACES])
            _close(board, state)
            return 0
    following = (seat + 1) % seats
    while (out_of(state) >> following) & 1:
        following = (following + 1) % seats
    set_mover(state, following)
    return 0
