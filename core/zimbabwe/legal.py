"""The mover's actions: sorted, unique, and each can be completed.

Reductions that lose nothing: a monument raised comes after the one before it in the order of squares; goods of one monument
come in the order of lines (and anchors); choosing a specialist is paying and using it.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
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
    make,
)
from mutapa.core.zimbabwe.auction import last_standing, most_gift
from mutapa.core.zimbabwe.board import SEALED
from mutapa.core.zimbabwe.cards import may_choose_god, may_hire, may_use, next_priced, use_cost
from mutapa.core.zimbabwe.feasible import (
    first_spots,
    may_build,
    may_buy,
    may_buy_from,
    may_end,
    may_place_tile,
    may_raise,
    may_use_resource,
    price_offered,
    usable,
)
from mutapa.core.zimbabwe.figures import BIG, HERD, HERD_UNITS, KINDS, LINES, PRIMARY, TILES_EACH
from mutapa.core.zimbabwe.grid import WORDS, next_from
from mutapa.core.zimbabwe.layout import (
    AT_MONUMENT,
    AT_RAIN,
    AT_SECOND,
    AT_SUPPLY,
    AT_TILE,
    AUCTION,
    CRAFT,
    DZIVA_STEP,
    FIRST,
    GOOD,
    GOOD_FROM,
    NEW_PRICE,
    PRICE_STEP,
    RAISE_NEXT,
    ROOT,
    SUPPLY_KIND,
    TURN,
    card_price,
    cattle,
    gift,
    good_slot,
    kind_of,
    main_done,
    mover,
    pending,
    phase,
    raising,
    revealing,
    sealed,
    supply,
    tile,
)
from mutapa.core.zimbabwe.placing import empty_squares, owned_card, owner_word, rain_spots, tile_spots
from mutapa.core.zimbabwe.reach import resource_square
from mutapa.core.zimbabwe.ways import active_kind, far_of
from mutapa.core.zimbabwe.work import FLAT, TEMP, UPRIGHT


@compiled
def _list_auction(state, seat, out):  # type: ignore[no-untyped-def]
    if last_standing(state) == 1:
        out[0] = make(TAKE, 0)
        return 1
    out[0] = make(PASS, 0)
    n = 1
    for amount in range(gift(state) + 1, most_gift(state, seat) + 1):
        out[n] = make(BID, amount)
        n += 1
    return n


@compiled
def _list_sealed(state, seat, out):  # type: ignore[no-untyped-def]
    """Any amount that the seat can pay, 0 for none; when all have committed, the one to be shown."""
    if revealing(state) == 1:
        out[0] = make(REVEAL, max(0, sealed(state, seat) - 1))
        return 1
    n = most_gift(state, seat) + 1
    for amount in range(n):
        out[amount] = make(SEAL, amount + 1)
    return n


@compiled
def _list_units(state, seat, verb, which, out, n):  # type: ignore[no-untyped-def]
    """Add the ways to use a specialist that may be used: one, or the herd's units."""
    if which != HERD:
        out[n] = make(verb, 4 * which)
        return n + 1
    for units in range(1, HERD_UNITS + 1):
        if cattle(state, seat) >= use_cost(HERD, units):
            out[n] = make(verb, 4 * which + units)
            n += 1
    return n


@compiled
def _list_raises(board, work, state, seat, after, out, n):  # type: ignore[no-untyped-def]
    """Add the seat's monuments on squares past `after` that can be raised."""
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        while mine != 0:
            code = w * 64 + lowest(mine)
            mine &= mine - 1
            if code > after and may_raise(board, work, state, seat, code) == 1:
                out[n] = make(RAISE, code)
                n += 1
    return n


@compiled
def _list_tiles(board, work, state, seat, out, n):  # type: ignore[no-untyped-def]
    for kind in range(KINDS):
        if may_place_tile(board, work, state, seat, kind) == 1:
            out[n] = make(PLACE, kind)
            n += 1
    return n


@compiled
def _list_root(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    n = 0
    for which in range(12):
        if may_choose_god(board, state, seat, which) == 1:
            out[n] = make(CHOOSE_GOD, which)
            n += 1
    for which in range(5):
        if may_hire(board, work, state, seat, which) == 1:
            n = _list_units(state, seat, HIRE, which, out, n)
    for which in range(5):
        if may_use(work, state, seat, which) == 1:
            n = _list_units(state, seat, USE, which, out, n)
    if main_done(state) == 0:
        if may_build(board, work, state, seat) == 1:
            out[n] = make(BUILD, 0)
            n += 1
        n = _list_tiles(board, work, state, seat, out, n)
        if next_priced(board, state, seat, 0) < KINDS:
            out[n] = make(PRICES, 0)
            n += 1
        n = _list_raises(board, work, state, seat, -1, out, n)
    if may_end(board, work, state, seat) == 1:
        out[n] = make(END, 0)
        n += 1
    return n


@compiled
def _list_squares(array, at, verb, out, n):  # type: ignore[no-untyped-def]
    code = next_from(array, at, 0)
    while code >= 0:
        out[n] = make(verb, code)
        n += 1
        code = next_from(array, at, code + 1)
    return n


@compiled
def _list_anchors(work, two_ways, out, n):  # type: ignore[no-untyped-def]
    """Add all anchors in FLAT and UPRIGHT; `two_ways` = 1 if the thing has two orientations."""
    for w in range(WORDS):
        both = work[FLAT + w] | work[UPRIGHT + w]
        while both != 0:
            bit = lowest(both)
            both &= both - 1
            code = w * 64 + bit
            if ((work[FLAT + w] >> bit) & 1) == 1:
                out[n] = make(AT, 4 * code + two_ways)
                n += 1
            if ((work[UPRIGHT + w] >> bit) & 1) == 1:
                out[n] = make(AT, 4 * code + 2)
                n += 1
    return n


@compiled
def _list_prices(board, state, seat, step, out):  # type: ignore[no-untyped-def]
    """Prices on offer for the type under way: 1-3 for a new card or by Dziva, else from the present one on."""
    kind = kind_of(state)
    now = card_price(state, owned_card(state, seat, kind))
    n = 0
    for value in range(1, 4):
        if price_offered(board, state, seat, step, kind, now, value) == 1:
            out[n] = make(PRICE, 4 * kind + value)
            n += 1
    return n


@compiled
def _list_goods(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """Craftsmen for the next good, sorted by type and anchor."""
    n = 0
    for line in range(LINES):
        kind = active_kind(state, line)
        for k in range(TILES_EACH):
            slot = 3 * kind + k
            if tile(state, slot) != 0 and may_buy(board, work, state, seat, slot) == 1:
                n = insert_sorted(out, n, make(BUY, 512 * kind + (tile(state, slot) & 511)))
    return n


@compiled
def insert_sorted(out, n, action):  # type: ignore[no-untyped-def]
    """Put an action in its place among the first `n`; returns n + 1."""
    at = n
    while at > 0 and out[at - 1] > action:
        out[at] = out[at - 1]
        at -= 1
    out[at] = action
    return n + 1


@compiled
def _list_primaries(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    primary = (PRIMARY >> (3 * ((good_slot(state) - 1) // 3))) & 7
    n = 0
    for k in range(TILES_EACH):
        slot = 3 * primary + k
        if tile(state, slot) != 0 and may_buy_from(board, work, state, seat, slot) == 1:
            n = insert_sorted(out, n, make(FROM, 512 * primary + (tile(state, slot) & 511)))
    return n


@compiled
def _list_resources(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    left = usable(board, work, state, seat)
    n = 0
    while left != 0:
        i = lowest(left)
        left &= left - 1
        if may_use_resource(board, work, state, seat, i) == 1:
            n = insert_sorted(out, n, make(RESOURCE, resource_square(board, state, i)))
    return n


@compiled
def _list_pending(board, work, state, seat, step, out):  # type: ignore[no-untyped-def]
    if step in (AT_MONUMENT, AT_SECOND):
        n = 0
        if step == AT_SECOND:
            out[0] = make(FINISH, 0)
            n = 1
        if may_build(board, work, state, seat) == 0:
            return n
        return _list_anchors(work, 0, out, n)
    if step == CRAFT:
        n = _list_tiles(board, work, state, seat, out, 0)
        out[n] = make(FINISH, 0)
        return n + 1
    if step == AT_TILE:
        kind = kind_of(state)
        tile_spots(board, work, state, kind, far_of(state, seat))
        return _list_anchors(work, 1 - ((BIG >> kind) & 1), out, 0)
    if step in (NEW_PRICE, PRICE_STEP, DZIVA_STEP):
        return _list_prices(board, state, seat, step, out)
    if step == SUPPLY_KIND:
        n = 0
        for resource in range(4):
            if supply(state, resource) > 0:
                out[n] = make(SUPPLY, resource)
                n += 1
        return n
    if step == AT_SUPPLY:
        empty_squares(work, state)
        return _list_anchors(work, 0, out, 0)
    if step == AT_RAIN:
        rain_spots(work, state)
        return _list_anchors(work, 1, out, 0)
    if step == RAISE_NEXT:
        n = _list_raises(board, work, state, seat, raising(state), out, 0)
        out[n] = make(FINISH, 0)
        return n + 1
    if step == GOOD:
        return _list_goods(board, work, state, seat, out)
    if step == GOOD_FROM:
        return _list_primaries(board, work, state, seat, out)
    return _list_resources(board, work, state, seat, out)


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Write the mover's actions to `out`, sorted; return how many (0 when the game is over)."""
    now = phase(state)
    seat = mover(state)
    if now == TURN:
        if pending(state) == ROOT:
            return _list_root(board, work, state, seat, out)
        return _list_pending(board, work, state, seat, pending(state), out)
    if now == AUCTION:
        if board[SEALED] == 1:
            return _list_sealed(state, seat, out)
        return _list_auction(state, seat, out)
    if now == FIRST:
        first_spots(board, work, state)
        return _list_squares(work, TEMP, FIRST_MONUMENT, out, 0)
    return 0
