"""What follows by itself: turns, the end of an action, revenues, the end test, the next round (rulings 10.1-10.5)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.zimbabwe.auction import god_seat, start_auction
from mutapa.core.zimbabwe.board import ROUND_CAP, SEAT_COUNT
from mutapa.core.zimbabwe.cards import next_owned
from mutapa.core.zimbabwe.figures import DZIVA, ENGAI, ENGAI_INCOME, KINDS, QAMATA
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.layout import (
    DONE,
    DZIVA_STEP,
    LEVEL,
    ROOT,
    TURN,
    add_cattle,
    add_round,
    card_cattle,
    card_owner,
    god,
    god_cattle,
    order,
    phase,
    round_number,
    set_capped,
    set_card_cattle,
    set_card_taken,
    set_cursor,
    set_firsts,
    set_god_cattle,
    set_good_resource,
    set_good_slot,
    set_goods_left,
    set_kind,
    set_main_done,
    set_mover,
    set_new_cards,
    set_pending,
    set_phase,
    set_price_changed,
    set_prices_only,
    set_primary_slot,
    set_raised,
    set_raising,
    set_specialist_cattle,
    set_specialists_used,
    specialist_cattle,
    specialist_owner,
    vp,
    vr,
)
from mutapa.core.zimbabwe.layout import USED as USED_WORD
from mutapa.core.zimbabwe.placing import owner_word


@compiled
def highest_level(state, seat):  # type: ignore[no-untyped-def]
    """Level of the seat's highest monument, 0 if it has none."""
    best = 0
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        low = mine & state[LEVEL + w]
        middle = mine & state[LEVEL + WORDS + w]
        high = mine & state[LEVEL + 2 * WORDS + w]
        here = 0
        if high != 0:
            here = 4
            if (high & low) != 0:
                here = 5
        elif (middle & low) != 0:
            here = 3
        elif middle != 0:
            here = 2
        elif low != 0:
            here = 1
        best = max(best, here)
    return best


@compiled
def start_turn(state, at):  # type: ignore[no-untyped-def]
    """The turn of the seat at place `at` of the order of play; Dziva's owner begins with prices (8)."""
    seat = order(state, at)
    set_phase(state, TURN)
    set_cursor(state, at)
    set_mover(state, seat)
    set_main_done(state, 0)
    set_card_taken(state, 0)
    set_specialists_used(state, 0)
    set_firsts(state, 0)
    clear_action(state)
    set_raising(state, 0)
    set_pending(state, ROOT)
    if god(state, seat) == DZIVA + 1:
        start_dziva(state, seat)
    return 0


@compiled
def clear_action(state):  # type: ignore[no-untyped-def]
    """Forget what only an action under way needs, so that equal positions have equal words."""
    set_new_cards(state, 0)
    set_prices_only(state, 0)
    set_price_changed(state, 0)
    set_kind(state, 0)
    set_raised(state, 0)
    set_goods_left(state, 0)
    set_good_slot(state, 0)
    set_good_resource(state, 0)
    set_primary_slot(state, 0)
    return 0


@compiled
def end_main(state):  # type: ignore[no-untyped-def]
    """The main action is done."""
    clear_action(state)
    set_raising(state, 0)
    set_main_done(state, 1)
    set_pending(state, ROOT)
    return 0


@compiled
def start_dziva(state, seat):  # type: ignore[no-untyped-def]
    """Ask Dziva's owner for the price of each technology, if there is one."""
    first = next_owned(state, seat, 0)
    if first < KINDS:
        set_kind(state, first)
        set_pending(state, DZIVA_STEP)
    return 0


@compiled
def revenues(board, state):  # type: ignore[no-untyped-def]
    """Phase III: cattle on cards, the highest monument's level, Engai (10.1)."""
    for card in range(2 * KINDS):
        owner = card_owner(state, card)
        if owner > 0 and card_cattle(state, card) > 0:
            add_cattle(state, owner - 1, card_cattle(state, card))
            set_card_cattle(state, card, 0)
    for which in range(5):
        owner = specialist_owner(state, which)
        if owner > 0 and specialist_cattle(state, which) > 0:
            add_cattle(state, owner - 1, specialist_cattle(state, which))
            set_specialist_cattle(state, which, 0)
    trader = god_seat(board, state, QAMATA)
    if trader >= 0:
        add_cattle(state, trader, god_cattle(state))
        set_god_cattle(state, 0)
    for seat in range(board[SEAT_COUNT]):
        add_cattle(state, seat, highest_level(state, seat))
        if god(state, seat) == ENGAI + 1:
            add_cattle(state, seat, ENGAI_INCOME)
    return 0


@compiled
def end_round(board, state):  # type: ignore[no-untyped-def]
    """Phases III and IV: revenues, end test (10.2), used markers off, next round."""
    revenues(board, state)
    set_main_done(state, 0)
    set_card_taken(state, 0)
    set_specialists_used(state, 0)
    set_firsts(state, 0)
    for seat in range(board[SEAT_COUNT]):
        if vp(state, seat) >= vr(state, seat):
            set_phase(state, DONE)
    if phase(state) != DONE and board[ROUND_CAP] > 0 and round_number(state) >= board[ROUND_CAP]:
        set_phase(state, DONE)
        set_capped(state, 1)
    if phase(state) == DONE:
        return 0
    state[USED_WORD] = 0
    state[USED_WORD + 1] = 0
    add_round(state, 1)
    return start_auction(board, state)
