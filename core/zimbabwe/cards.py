"""Gods, specialists, technologies and prices: who may take, use or set what (rulings 3, 5.8, 5.9, 8, 9)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.zimbabwe.board import DZIVA_LOWERS, GODS_MASK, GU_STAYS, SEAT_COUNT, SPECIALISTS_ON
from mutapa.core.zimbabwe.figures import (
    BUILDER,
    CARD_VR,
    DZIVA,
    GOD_VR,
    GU,
    HERD,
    KINDS,
    MOST_VR,
    RAIN,
    SHAMAN,
    SPECIALIST_COST,
    SPECIALIST_VR,
    XANGO,
    XANGO_VR,
)
from mutapa.core.zimbabwe.layout import (
    card_owner,
    card_price,
    card_taken,
    cattle,
    god,
    new_cards,
    price_changed,
    prices_only,
    rain_left,
    set_god,
    set_stack,
    set_vr,
    specialist_owner,
    specialists_used,
    stack,
    supply,
    vr,
)
from mutapa.core.zimbabwe.placing import empty_squares, owned_card, rain_spots


@compiled
def move_marker(board, state, seat, change, always):  # type: ignore[no-untyped-def]
    """Change the seat's requirement; its marker arrives on top of its square, also on a net change of 0 if `always` (2.2)."""
    set_vr(state, seat, vr(state, seat) + change)
    if change != 0 or always == 1:
        seats = board[SEAT_COUNT]
        at = 0
        while stack(state, at) != seat:
            at += 1
        while at + 1 < seats:
            set_stack(state, at, stack(state, at + 1))
            at += 1
        set_stack(state, seats - 1, seat)
    return 0


@compiled
def rebate(state, seat):  # type: ignore[no-untyped-def]
    """What Gu gives back for the technologies owned: all but 1 of each (8, Gu)."""
    back = 0
    for card in range(2 * KINDS):
        if card_owner(state, card) == seat + 1:
            back += ((CARD_VR >> (3 * card)) & 7) - 1
    return back


@compiled
def god_vr(state, seat, which):  # type: ignore[no-untyped-def]
    """Change of the seat's requirement by choosing a god."""
    if which == XANGO:
        return -XANGO_VR
    if which == GU:
        return ((GOD_VR >> (3 * GU)) & 7) - rebate(state, seat)
    return (GOD_VR >> (3 * which)) & 7


@compiled
def may_choose_god(board, state, seat, which):  # type: ignore[no-untyped-def]
    """1 if the seat may choose the god now: in play, adored by no one, requirement within 40 (3.1, 3.4)."""
    if god(state, seat) != 0 or card_taken(state) == 1 or ((board[GODS_MASK] >> which) & 1) == 0:
        return 0
    for other in range(board[SEAT_COUNT]):
        if god(state, other) == which + 1:
            return 0
    if vr(state, seat) + god_vr(state, seat, which) > MOST_VR:
        return 0
    return 1


@compiled
def choose_god(board, state, seat, which):  # type: ignore[no-untyped-def]
    """Take the god and move the marker."""
    change = god_vr(state, seat, which)
    set_god(state, seat, which + 1)
    always = 1
    if which == GU and change == 0 and board[GU_STAYS] == 1:
        always = 0
    return move_marker(board, state, seat, change, always)


@compiled
def has_supply(state):  # type: ignore[no-untyped-def]
    """1 if a resource tile is left."""
    if supply(state, 0) + supply(state, 1) + supply(state, 2) + supply(state, 3) > 0:
        return 1
    return 0


@compiled
def has_effect(work, state, which):  # type: ignore[no-untyped-def]
    """1 if the specialist can do its work: Shaman and Rain need a supply and a place (3.2)."""
    if which == SHAMAN:
        return has_supply(state) & empty_squares(work, state)
    if which == RAIN:
        if rain_left(state) == 0:
            return 0
        return rain_spots(work, state)
    return 1


@compiled
def use_cost(which, units):  # type: ignore[no-untyped-def]
    """Cattle to use a specialist (the herd: 2 a unit)."""
    if which == HERD:
        return 2 * units
    return (SPECIALIST_COST >> (2 * which)) & 3


@compiled
def may_hire(board, work, state, seat, which):  # type: ignore[no-untyped-def]
    """1 if the seat may take (and pay and use) the specialist now, the herd with one unit at least (3.2)."""
    if card_taken(state) == 1 or board[SPECIALISTS_ON] == 0 or specialist_owner(state, which) != 0:
        return 0
    if vr(state, seat) + ((SPECIALIST_VR >> (3 * which)) & 7) > MOST_VR or cattle(state, seat) < use_cost(which, 1):
        return 0
    return has_effect(work, state, which)


@compiled
def may_use(work, state, seat, which):  # type: ignore[no-untyped-def]
    """1 if the seat may use its specialist now: once a turn (9)."""
    if specialist_owner(state, which) != seat + 1 or ((specialists_used(state) >> which) & 1) == 1:
        return 0
    if cattle(state, seat) < use_cost(which, 1):
        return 0
    return has_effect(work, state, which)


@compiled
def builder_on(state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat has paid its Builder this turn."""
    if specialist_owner(state, BUILDER) == seat + 1:
        return (specialists_used(state) >> BUILDER) & 1
    return 0


@compiled
def lowers_in_price_step(board, state, seat):  # type: ignore[no-untyped-def]
    """1 under the option dziva_lowers_in_price_step for Dziva's owner."""
    if board[DZIVA_LOWERS] == 1 and god(state, seat) == DZIVA + 1:
        return 1
    return 0


@compiled
def next_priced(board, state, seat, kind):  # type: ignore[no-untyped-def]
    """The first type from `kind` on that the price step asks for; KINDS if none is left (5.8, 5.9)."""
    lowers = lowers_in_price_step(board, state, seat)
    while kind < KINDS:
        card = owned_card(state, seat, kind)
        if card >= 0 and ((new_cards(state) >> kind) & 1) == 0 and (lowers == 1 or card_price(state, card) < 3):
            return kind
        kind += 1
    return kind


@compiled
def next_owned(state, seat, kind):  # type: ignore[no-untyped-def]
    """The first type from `kind` on of which the seat owns a technology; KINDS if none."""
    while kind < KINDS and owned_card(state, seat, kind) < 0:
        kind += 1
    return kind


@compiled
def must_change(board, state, seat, kind):  # type: ignore[no-untyped-def]
    """1 if keeping the price of `kind` would leave a `prices` action without any change."""
    if prices_only(state) == 0 or price_changed(state) == 1 or next_priced(board, state, seat, kind + 1) < KINDS:
        return 0
    return 1
