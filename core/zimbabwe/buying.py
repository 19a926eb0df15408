"""Raising step by step: goods and primary goods are paid when bought, a marker is laid when a resource is used (ruling 7)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.zimbabwe.auction import god_seat
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_SQUARE
from mutapa.core.zimbabwe.building import set_level
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import BASE_RESOURCES, QAMATA, TILES_EACH
from mutapa.core.zimbabwe.hubs import FAR, hub_table, hubs_to, hubs_to_tile
from mutapa.core.zimbabwe.layout import (
    GOOD,
    GOOD_FROM,
    GOOD_FROM_USE,
    GOOD_USE,
    RAISE_NEXT,
    add_card_cattle,
    add_cattle,
    add_god_cattle,
    add_vp,
    added,
    good_slot,
    goods_left,
    pending,
    raising,
    set_error,
    set_good_resource,
    set_good_slot,
    set_goods_left,
    set_pending,
    set_primary_slot,
    set_raised,
    set_raising,
    tile,
)
from mutapa.core.zimbabwe.placing import owned_card
from mutapa.core.zimbabwe.reach import see_monuments
from mutapa.core.zimbabwe.ways import far_of, mark_used, price


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
