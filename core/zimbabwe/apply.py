"""One step of play, in place; what follows by itself (turns, revenues, the end, the next auction) follows at once."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.zimbabwe.actions import (
    AT,
    BID,
    BUILD,
    BUY,
    CHOOSE_GOD,
    END,
    FINISH,
    FIRST_MONUMENT,
    FROM,
    HIRE,
    PASS,
    PLACE,
    PRICE,
    PRICES,
    RAISE,
    RESOURCE,
    REVEAL,
    SEAL,
    SUPPLY,
    TAKE,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.zimbabwe.auction import commit, finish_auction, give, give_up, reveal, start_auction
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.building import put_monument, put_rain, put_resource, put_tile
from mutapa.core.zimbabwe.buying import apply_buy, apply_from, apply_raise, apply_resource
from mutapa.core.zimbabwe.cards import choose_god, move_marker, next_owned, next_priced, use_cost
from mutapa.core.zimbabwe.figures import DZIVA, HERD, KINDS, OBATALA, RAIN, SHAMAN, SPECIALIST_VR
from mutapa.core.zimbabwe.layout import (
    AT_MONUMENT,
    AT_RAIN,
    AT_SECOND,
    AT_SUPPLY,
    AT_TILE,
    CRAFT,
    FIRST,
    NEW_PRICE,
    PRICE_STEP,
    ROOT,
    SUPPLY_KIND,
    TURN,
    active,
    add_cattle,
    add_round,
    add_specialist_cattle,
    card_price,
    cursor,
    god,
    kind_of,
    mover,
    pending,
    phase,
    set_card_price,
    set_card_taken,
    set_cursor,
    set_error,
    set_kind,
    set_mover,
    set_pending,
    set_price_changed,
    set_prices_only,
    set_specialist_owner,
    set_specialists_used,
    specialists_used,
    stack,
)
from mutapa.core.zimbabwe.placing import owned_card
from mutapa.core.zimbabwe.rounds import end_main, end_round, start_dziva, start_turn


@compiled
def apply_first(board, state, code):  # type: ignore[no-untyped-def]
    """A first monument; then the next one down the stack, then the first auction (1.1, 1.2)."""
    put_monument(state, mover(state), code)
    at = cursor(state)
    if at == 0:
        add_round(state, 1)
        return start_auction(board, state)
    set_cursor(state, at - 1)
    return set_mover(state, stack(state, at - 1))


@compiled
def apply_use(state, seat, which, units):  # type: ignore[no-untyped-def]
    """Pay a specialist and start its effect (9)."""
    cost = use_cost(which, units)
    add_cattle(state, seat, -cost)
    add_specialist_cattle(state, which, cost)
    set_specialists_used(state, specialists_used(state) | (1 << which))
    if which == HERD:
        add_specialist_cattle(state, which, units)
    elif which == SHAMAN:
        set_pending(state, SUPPLY_KIND)
    elif which == RAIN:
        set_pending(state, AT_RAIN)
    return 0


@compiled
def apply_hire(board, state, seat, which, units):  # type: ignore[no-untyped-def]
    """Take a specialist: requirement up, paid and used at once (3.2)."""
    set_specialist_owner(state, which, seat + 1)
    set_card_taken(state, 1)
    move_marker(board, state, seat, (SPECIALIST_VR >> (3 * which)) & 7, 1)
    return apply_use(state, seat, which, units)


@compiled
def apply_god(board, state, seat, which):  # type: ignore[no-untyped-def]
    """Choose a god; Dziva's prices at once (8)."""
    set_card_taken(state, 1)
    choose_god(board, state, seat, which)
    if which == DZIVA:
        start_dziva(state, seat)
    return 0


@compiled
def apply_at(board, state, seat, argument):  # type: ignore[no-untyped-def]
    """Put what is pending on its square."""
    step = pending(state)
    code = argument >> 2
    upright = (argument & 3) >> 1
    if step in (AT_MONUMENT, AT_SECOND):
        put_monument(state, seat, code)
        if step == AT_MONUMENT and god(state, seat) == OBATALA + 1:
            return set_pending(state, AT_SECOND)
        return end_main(state)
    if step == AT_TILE:
        return put_tile(board, state, seat, kind_of(state), code, upright)
    if step == AT_RAIN:
        put_rain(state, code, upright)
    else:
        put_resource(state, kind_of(state), code)
        set_kind(state, 0)
    return set_pending(state, ROOT)


@compiled
def ask_price(board, state, seat, kind):  # type: ignore[no-untyped-def]
    """Go on with the price step from type `kind` on, or end the action (5.8)."""
    following = next_priced(board, state, seat, kind)
    if following == KINDS:
        return end_main(state)
    set_kind(state, following)
    return set_pending(state, PRICE_STEP)


@compiled
def apply_price(board, state, seat, argument):  # type: ignore[no-untyped-def]
    """Set a price: of a new card, in the price step, or by Dziva."""
    kind = argument >> 2
    card = owned_card(state, seat, kind)
    if card_price(state, card) != (argument & 3):
        set_card_price(state, card, argument & 3)
        if pending(state) == PRICE_STEP:
            set_price_changed(state, 1)
    if pending(state) == NEW_PRICE:
        return set_pending(state, CRAFT)
    if pending(state) == PRICE_STEP:
        return ask_price(board, state, seat, kind + 1)
    following = next_owned(state, seat, kind + 1)
    if following == KINDS:
        set_kind(state, 0)
        return set_pending(state, ROOT)
    return set_kind(state, following)


@compiled
def apply_finish(board, state, seat):  # type: ignore[no-untyped-def]
    """Done with what may be repeated: tiles (then prices), raising, Obatala's second monument."""
    if pending(state) == CRAFT:
        return ask_price(board, state, seat, 0)
    return end_main(state)


@compiled
def apply_turn(board, work, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A step of phase II."""
    if kind == AT:
        return apply_at(board, state, seat, argument)
    if kind == PLACE:
        set_kind(state, argument)
        return set_pending(state, AT_TILE)
    if kind == PRICE:
        return apply_price(board, state, seat, argument)
    if kind == BUY:
        return apply_buy(board, work, state, seat, argument)
    if kind == RESOURCE:
        return apply_resource(board, state, seat, argument)
    if kind == FROM:
        return apply_from(board, work, state, seat, argument)
    if kind == RAISE:
        return apply_raise(state, argument)
    if kind == FINISH:
        return apply_finish(board, state, seat)
    if kind == BUILD:
        return set_pending(state, AT_MONUMENT)
    if kind == CHOOSE_GOD:
        return apply_god(board, state, seat, argument)
    if kind == HIRE:
        return apply_hire(board, state, seat, argument >> 2, argument & 3)
    if kind == USE:
        return apply_use(state, seat, argument >> 2, argument & 3)
    if kind == SUPPLY:
        set_kind(state, argument)
        return set_pending(state, AT_SUPPLY)
    if kind == PRICES:
        set_prices_only(state, 1)
        return ask_price(board, state, seat, 0)
    if kind == END:
        if cursor(state) + 1 < board[SEAT_COUNT]:
            return start_turn(state, cursor(state) + 1)
        return end_round(board, state)
    return set_error(state, 1)


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Play one legal step, in place."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    if phase(state) == TURN:
        return apply_turn(board, work, state, mover(state), kind, argument)
    if kind == BID:
        return give(board, state, argument)
    if kind == PASS:
        return give_up(board, state)
    if kind == TAKE:
        finish_auction(board, state)
        return start_turn(state, 0)
    if kind == FIRST_MONUMENT and phase(state) == FIRST:
        return apply_first(board, state, argument)
    if kind == SEAL:
        return commit(board, state, argument)
    if kind == REVEAL:
        reveal(board, state, argument)
        if active(state) == 0:
            start_turn(state, 0)
        return 0
    return set_error(state, 1)
