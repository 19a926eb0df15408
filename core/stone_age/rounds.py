"""Whose turn it is within a round, feeding, the end of a round and of the game."""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.stone_age.board import ROUND_CAP, SEAT_COUNT
from mutapa.core.stone_age.figures import CARD_COUNT, HUNGER, SPACES
from mutapa.core.stone_age.layout import (
    ACT,
    DONE,
    FEED,
    PLACE,
    REFILL,
    add_food,
    add_round,
    add_score,
    blind_seat,
    cards,
    drawn,
    food,
    hand,
    mover,
    people,
    round_number,
    set_capped,
    set_cards,
    set_food,
    set_hand,
    set_high,
    set_last,
    set_left,
    set_low,
    set_mover,
    set_phase,
    set_rolls,
    set_stands,
    set_start,
    sizes,
    start,
    track,
)
from mutapa.core.stone_age.legal import buys, holds_two, may_choose_at_feeding, uses
from mutapa.core.stone_age.paying import wealth
from mutapa.core.stone_age.placing import may_place


@compiled
def deck(state):  # type: ignore[no-untyped-def]
    """Cards left face down."""
    n = CARD_COUNT - popcount(drawn(state))
    if blind_seat(state) > 0:
        n -= 1
    return n


@compiled
def after(board, seat):  # type: ignore[no-untyped-def]
    """The next seat, clockwise."""
    if seat + 1 == board[SEAT_COUNT]:
        return 0
    return seat + 1


@compiled
def start_round(state):  # type: ignore[no-untyped-def]
    """Placing begins; every seat has a place to go, the hunt."""
    set_mover(state, start(state))
    return set_phase(state, PLACE)


@compiled
def settle_rest(board, state, seat):  # type: ignore[no-untyped-def]
    """Go on with the actions from `seat` on: to the first that has something to decide; when all are done, to feeding."""
    while True:
        if hand(state, seat) < people(state, seat):
            if uses(state, seat) > 0 or holds_two(state, seat) == 1 or buys(board, state, seat) > 0:
                set_mover(state, seat)
                return set_phase(state, ACT)
            set_stands(state, seat, 0)
            set_hand(state, seat, people(state, seat))
        seat = after(board, seat)
        if seat == start(state):
            return feed(board, state, seat)


@compiled
def settle(board, state):  # type: ignore[no-untyped-def]
    """An own action is done: the mover's next one, or the next seat's."""
    return settle_rest(board, state, mover(state))


@compiled
def next_placing(board, state):  # type: ignore[no-untyped-def]
    """The next seat that can place, or the actions."""
    seat = mover(state)
    for _ in range(board[SEAT_COUNT]):
        seat = after(board, seat)
        if may_place(board, state, seat) == 1:
            return set_mover(state, seat)
    return settle_rest(board, state, start(state))


@compiled
def feed(board, state, seat):  # type: ignore[no-untyped-def]
    """Feed from `seat` on to the first that has something to decide; then the round ends (4)."""
    while True:
        add_food(state, seat, track(state, seat))
        short = people(state, seat) - food(state, seat)
        if short <= 0:
            set_food(state, seat, -short)
        else:
            set_food(state, seat, 0)
            set_mover(state, seat)
            if wealth(state, seat) >= short or may_choose_at_feeding(board, state, seat, short) == 1:
                set_left(state, short)
                set_last(state, 0)
                return set_phase(state, FEED)
            add_score(state, seat, -HUNGER)
        seat = after(board, seat)
        if seat == start(state):
            return end_round(board, state)


@compiled
def fed(board, state):  # type: ignore[no-untyped-def]
    """The mover has paid or gone hungry: the next seat feeds, or the round ends."""
    set_left(state, 0)
    set_last(state, 0)
    seat = after(board, mover(state))
    if seat == start(state):
        return end_round(board, state)
    return feed(board, state, seat)


@compiled
def slide(state):  # type: ignore[no-untyped-def]
    """Move the cards to the cheap side, order kept; return how many are there."""
    n = 0
    for i in range(SPACES):
        card = cards(state, i)
        if card > 0:
            set_cards(state, i, 0)
            set_cards(state, n, card)
            n += 1
    return n


@compiled
def finish(state):  # type: ignore[no-untyped-def]
    """The game is over."""
    set_mover(state, 0)
    return set_phase(state, DONE)


@compiled
def end_round(board, state):  # type: ignore[no-untyped-def]
    """The marker moves on; an empty stack, the cap or too few cards end the game (6); else the next round."""
    set_start(state, after(board, start(state)))
    set_rolls(state, 0)
    for stack in range(board[SEAT_COUNT]):
        if sizes(state, stack) == 0:
            return finish(state)
    if round_number(state) == board[ROUND_CAP]:
        set_capped(state, 1)
        return finish(state)
    n = slide(state)
    if deck(state) < SPACES - n:
        return finish(state)
    add_round(state, 1)
    for seat in range(board[SEAT_COUNT]):
        set_low(state, seat, 0)
        set_high(state, seat, 0)
    if n == SPACES:
        return start_round(state)
    set_mover(state, 0)
    return set_phase(state, REFILL)
