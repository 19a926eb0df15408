"""One step of play, in place; what follows by itself (turns, revenues, the end, the next auction) follows at once."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled
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
    SUPPLY,
    TAKE,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.zimbabwe.auction import finish_auction, give, give_up, god_seat, start_auction
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_SQUARE, ROUND_CAP, SEAT_COUNT
from mutapa.core.zimbabwe.cards import builder_on, choose_god, move_marker, next_owned, next_priced, use_cost
from mutapa.core.zimbabwe.figures import (
    ADDED_FROM,
    BASE_RESOURCES,
    BUILD_COST,
    BUILDER,
    DZIVA,
    ENGAI,
    ENGAI_INCOME,
    HERD,
    KINDS,
    OBATALA,
    QAMATA,
    RAIN,
    RAIN_TILES,
    SHAMAN,
    SPECIALIST_VR,
    SUPPLY_PACKED,
    TILE_VP,
    TILES_EACH,
)
from mutapa.core.zimbabwe.grid import WORDS, below_square, exclude
from mutapa.core.zimbabwe.layout import (
    AT_MONUMENT,
    AT_RAIN,
    AT_SECOND,
    AT_SUPPLY,
    AT_TILE,
    CRAFT,
    DONE,
    DZIVA_STEP,
    EMPTY,
    FIRST,
    GOOD,
    GOOD_FROM,
    GOOD_FROM_USE,
    GOOD_USE,
    LEVEL,
    NEW_PRICE,
    OWNER,
    PRICE_STEP,
    RAISE_NEXT,
    ROOT,
    SUPPLY_KIND,
    TURN,
    add_card_cattle,
    add_cattle,
    add_god_cattle,
    add_round,
    add_specialist_cattle,
    add_vp,
    added,
    card_cattle,
    card_owner,
    card_price,
    cursor,
    firsts,
    god,
    god_cattle,
    good_slot,
    goods_left,
    kind_of,
    mover,
    new_cards,
    order,
    pending,
    phase,
    rain_left,
    raising,
    round_number,
    set_added,
    set_capped,
    set_card_cattle,
    set_card_owner,
    set_card_price,
    set_card_taken,
    set_cursor,
    set_error,
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
    set_rain_left,
    set_rain_tile,
    set_raised,
    set_raising,
    set_specialist_cattle,
    set_specialist_owner,
    set_specialists_used,
    set_supply,
    set_tile,
    specialist_cattle,
    specialist_owner,
    specialists_used,
    stack,
    supply,
    tile,
    vp,
    vr,
)
from mutapa.core.zimbabwe.layout import (
    USED as USED_WORD,
)
from mutapa.core.zimbabwe.legal import level_at
from mutapa.core.zimbabwe.placing import card_vr, next_card, owned_card, owner_word
from mutapa.core.zimbabwe.raising import far_of, mark_used, price
from mutapa.core.zimbabwe.reach import FAR, footprint, hub_table, hubs_to, hubs_to_tile, see_monuments


@compiled
def set_level(state, code, level):  # type: ignore[no-untyped-def]
    """Set the level of the monument on a square."""
    w = code >> 6
    bit = 1 << (code & 63)
    for plane in range(3):
        at = LEVEL + plane * WORDS + w
        state[at] &= WORD ^ bit
        if ((level >> plane) & 1) == 1:
            state[at] |= bit
    return 0


@compiled
def put_monument(state, seat, code):  # type: ignore[no-untyped-def]
    """A new monument of level 1, worth 1 point."""
    set_level(state, code, 1)
    for plane in range(3):
        if ((seat >> plane) & 1) == 1:
            state[OWNER + plane * WORDS + (code >> 6)] |= 1 << (code & 63)
    exclude(state, EMPTY, code)
    return add_vp(state, seat, 1)


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
def pay_hubs(board, state, seat, hubs):  # type: ignore[no-untyped-def]
    """One cattle a hub, to the stock, or onto Qamata while he is adored (6.8, 8 Qamata)."""
    if hubs > 0:
        add_cattle(state, seat, -hubs)
        if god_seat(board, state, QAMATA) >= 0:
            add_god_cattle(state, hubs)
    return 0


@compiled
def pay_craftsman(state, seat, slot):  # type: ignore[no-untyped-def]
    """The good's price, onto the technology card of the craftsman's owner (7.5)."""
    amount = price(state, seat, slot)
    add_cattle(state, seat, -amount)
    return add_card_cattle(state, owned_card(state, (tile(state, slot) >> 10) - 1, slot // 3), amount)


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
def put_tile(board, state, seat, kind, anchor, upright):  # type: ignore[no-untyped-def]
    """Place a craftsman: cost (Builder keeps 2 of it), points, and the technology card if none is owned (5.2, 5.3)."""
    k = 0
    while k < TILES_EACH - 1 and tile(state, 3 * kind + k) != 0:
        k += 1
    if k == 0 and kind < 3:
        set_firsts(state, firsts(state) | (1 << kind))
    set_tile(state, 3 * kind + k, anchor | (upright << 9) | ((seat + 1) << 10))
    i = 0
    code = anchor
    while code >= 0:
        exclude(state, EMPTY, code)
        i += 1
        code = footprint(kind, anchor, upright, i)
    add_cattle(state, seat, -((BUILD_COST >> (4 * kind)) & 15))
    if builder_on(state, seat) == 1:
        add_specialist_cattle(state, BUILDER, 2)
    add_vp(state, seat, (TILE_VP >> (2 * kind)) & 3)
    if owned_card(state, seat, kind) >= 0:
        return set_pending(state, CRAFT)
    card = next_card(state, kind)
    move_marker(board, state, seat, card_vr(state, seat, card), 1)
    set_card_owner(state, card, seat + 1)
    set_new_cards(state, new_cards(state) | (1 << kind))
    return set_pending(state, NEW_PRICE)


@compiled
def put_rain(state, anchor, upright):  # type: ignore[no-untyped-def]
    """Place a water tile; waters join by themselves (12.7)."""
    left = rain_left(state)
    set_rain_tile(state, RAIN_TILES - left, 1 + 2 * anchor + upright)
    set_rain_left(state, left - 1)
    exclude(state, EMPTY, anchor)
    if upright == 1:
        exclude(state, EMPTY, below_square(anchor))
    else:
        exclude(state, EMPTY, anchor + 1)
    return 0


@compiled
def put_resource(state, kind, code):  # type: ignore[no-untyped-def]
    """Place a resource tile out of the supply (9 Shaman)."""
    left = supply(state, kind)
    slot = ((ADDED_FROM >> (4 * kind)) & 15) + ((SUPPLY_PACKED >> (3 * kind)) & 7) - left
    set_added(state, slot, code + 1)
    set_supply(state, kind, left - 1)
    return exclude(state, EMPTY, code)


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
def slot_at(state, kind, anchor):  # type: ignore[no-untyped-def]
    """Slot of the craftsman of a type with this anchor."""
    for k in range(TILES_EACH):
        value = tile(state, 3 * kind + k)
        if value != 0 and (value & 511) == anchor:
            return 3 * kind + k
    set_error(state, 1)
    return 3 * kind


@compiled
def apply_raise(state, code):  # type: ignore[no-untyped-def]
    """Begin to raise a monument: a good for each of its levels (7.1)."""
    set_raising(state, code)
    set_goods_left(state, level_at(state, code))
    set_good_slot(state, 0)
    set_good_resource(state, 0)
    return set_pending(state, GOOD)


@compiled
def apply_buy(board, work, state, seat, argument):  # type: ignore[no-untyped-def]
    """Buy the next good from a craftsman: price and hubs."""
    far = far_of(state, seat)
    slot = slot_at(state, argument >> 9, argument & 511)
    see_monuments(work, state)
    pay_hubs(board, state, seat, hubs_to(board, work, state, hub_table(board, work, state, slot, far), raising(state), far, FAR))
    pay_craftsman(state, seat, slot)
    if good_slot(state) != slot + 1:
        set_good_slot(state, slot + 1)
        set_good_resource(state, 0)
    return set_pending(state, GOOD_USE)


@compiled
def apply_from(board, work, state, seat, argument):  # type: ignore[no-untyped-def]
    """Buy the primary good for the secondary: price and hubs (7.5)."""
    far = far_of(state, seat)
    slot = slot_at(state, argument >> 9, argument & 511)
    see_monuments(work, state)
    table = hub_table(board, work, state, slot, far)
    pay_hubs(board, state, seat, hubs_to_tile(board, work, state, table, good_slot(state) - 1, far, FAR))
    pay_craftsman(state, seat, slot)
    set_primary_slot(state, slot)
    return set_pending(state, GOOD_FROM_USE)


@compiled
def resource_at(board, state, code):  # type: ignore[no-untyped-def]
    """Number of the resource on a square."""
    for i in range(board[BASE_COUNT]):
        if board[BASE_SQUARE + i] == code:
            return i
    for i in range(16):
        if added(state, i) == code + 1:
            return BASE_RESOURCES + i
    set_error(state, 1)
    return 0


@compiled
def apply_resource(board, state, seat, code):  # type: ignore[no-untyped-def]
    """Lay a used marker; when the good is complete, go on to the next one, and at the last raise the monument (7.6, 7.10)."""
    mark_used(state, resource_at(board, state, code))
    if pending(state) == GOOD_USE:
        set_good_resource(state, code + 1)
        if (good_slot(state) - 1) // 3 > 3:
            return set_pending(state, GOOD_FROM)
    set_primary_slot(state, 0)
    left = goods_left(state) - 1
    set_goods_left(state, left)
    if left > 0:
        return set_pending(state, GOOD)
    level = level_at(state, raising(state)) + 1
    set_level(state, raising(state), level)
    add_vp(state, seat, 2 * (level - 1))
    set_good_slot(state, 0)
    set_good_resource(state, 0)
    set_raised(state, 1)
    return set_pending(state, RAISE_NEXT)


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
    return set_error(state, 1)
