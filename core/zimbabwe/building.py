"""What is put on the map: monuments, craftsmen, water, resources."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled
from mutapa.core.zimbabwe.cards import builder_on, move_marker
from mutapa.core.zimbabwe.figures import ADDED_FROM, BUILD_COST, BUILDER, RAIN_TILES, SUPPLY_PACKED, TILE_VP, TILES_EACH
from mutapa.core.zimbabwe.grid import WORDS, below_square, exclude
from mutapa.core.zimbabwe.layout import (
    CRAFT,
    EMPTY,
    LEVEL,
    NEW_PRICE,
    OWNER,
    add_cattle,
    add_specialist_cattle,
    add_vp,
    firsts,
    new_cards,
    rain_left,
    set_added,
    set_card_owner,
    set_firsts,
    set_new_cards,
    set_pending,
    set_rain_left,
    set_rain_tile,
    set_supply,
    set_tile,
    supply,
    tile,
)
from mutapa.core.zimbabwe.placing import card_vr, next_card, owned_card
from mutapa.core.zimbabwe.reach import footprint


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
