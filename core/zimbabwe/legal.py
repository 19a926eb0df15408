"""The mover's actions: sorted, unique, and each can be completed.

Reductions that lose nothing: a monument raised comes after the one before it in the order of squares; goods of one monument
come in the order of lines (and anchors); choosing a specialist is paying and using it.
"""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest
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
    make,
)
from mutapa.core.zimbabwe.auction import last_standing, most_gift
from mutapa.core.zimbabwe.board import MUST_ACT, START
from mutapa.core.zimbabwe.cards import lowers_in_price_step, may_choose_god, may_hire, may_use, must_change, next_priced, use_cost
from mutapa.core.zimbabwe.figures import BIG, HERD, HERD_UNITS, KINDS, LINES, MOST_LEVEL, NOMADS, PRIMARY, TILES_EACH
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
    GOOD_FROM_USE,
    LEVEL,
    NEW_PRICE,
    PRICE_STEP,
    RAISE_NEXT,
    ROOT,
    SUPPLY_KIND,
    TURN,
    card_price,
    cattle,
    gift,
    good_resource,
    good_slot,
    goods_left,
    kind_of,
    main_done,
    mover,
    pending,
    phase,
    primary_slot,
    raising,
    set_good_resource,
    supply,
    tile,
)
from mutapa.core.zimbabwe.layout import (
    USED as USED_WORD,
)
from mutapa.core.zimbabwe.placing import (
    discs_left,
    empty_squares,
    may_place,
    monument_spots,
    owned_card,
    owner_word,
    rain_spots,
    tile_spots,
    uses_nomads,
)
from mutapa.core.zimbabwe.raising import (
    active_kind,
    far_of,
    least,
    least_with,
    mark_used,
    may_follow,
    once_open,
)
from mutapa.core.zimbabwe.reach import monument_word, near, resource_square, see_monuments
from mutapa.core.zimbabwe.work import FLAT, TEMP, UPRIGHT


@compiled
def first_spots(board, work, state):  # type: ignore[no-untyped-def]
    """TEMP = starting areas without a monument (1.3)."""
    for w in range(WORDS):
        work[TEMP + w] = board[START + w] & (WORD ^ monument_word(state, w))
    return 0


@compiled
def level_at(state, code):  # type: ignore[no-untyped-def]
    """Level of the monument on a square, 0 if none."""
    w = code >> 6
    bit = code & 63
    return (((state[LEVEL + w] >> bit) & 1) | (((state[LEVEL + WORDS + w] >> bit) & 1) << 1)
            | (((state[LEVEL + 2 * WORDS + w] >> bit) & 1) << 2))


@compiled
def may_raise(board, work, state, seat, code):  # type: ignore[no-untyped-def]
    """1 if the seat's monument can be raised by one level with its cattle (7.1)."""
    level = level_at(state, code)
    if level == MOST_LEVEL or discs_left(board, state, seat) == 0:
        return 0
    if least(board, work, state, seat, code, level) <= cattle(state, seat):
        return 1
    return 0


@compiled
def may_build(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if a monument can be built; leaves the squares in FLAT."""
    if discs_left(board, state, seat) == 0:
        return 0
    return monument_spots(work, state, uses_nomads(state, seat, NOMADS))


@compiled
def may_place_tile(board, work, state, seat, kind):  # type: ignore[no-untyped-def]
    """1 if the seat can place a craftsman of the type; leaves the anchors in FLAT and UPRIGHT."""
    if may_place(state, seat, kind) == 0:
        return 0
    return tile_spots(board, work, state, kind, far_of(state, seat))


@compiled
def may_buy(board, work, state, seat, slot):  # type: ignore[no-untyped-def]
    """1 if the next good can come from the craftsman in `slot` and the rest be completed."""
    if may_follow(state, good_slot(state) - 1, slot) == 0:
        return 0
    if least_with(board, work, state, seat, raising(state), goods_left(state), GOOD, slot, -1) <= cattle(state, seat):
        return 1
    return 0


@compiled
def may_buy_from(board, work, state, seat, primary):  # type: ignore[no-untyped-def]
    """1 if the primary good can come from the craftsman in `primary` and the rest be completed."""
    cost = least_with(board, work, state, seat, raising(state), goods_left(state), GOOD_FROM, good_slot(state) - 1, primary)
    if cost <= cattle(state, seat):
        return 1
    return 0


@compiled
def usable(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Mask of open resources near the craftsman that is making something, the order of squares respected."""
    see_monuments(work, state)
    far = far_of(state, seat)
    if pending(state) == GOOD_FROM_USE:
        return near(board, work, state, primary_slot(state), far) & once_open(state, seat)
    mask = near(board, work, state, good_slot(state) - 1, far) & once_open(state, seat)
    if good_resource(state) != 0:
        left = mask
        while left != 0:
            i = lowest(left)
            left &= left - 1
            if resource_square(board, state, i) + 1 < good_resource(state):
                mask ^= 1 << i
    return mask


@compiled
def may_use_resource(board, work, state, seat, resource):  # type: ignore[no-untyped-def]
    """1 if the rest can be completed after this resource is used (tried on the state itself, and taken back)."""
    once = state[USED_WORD]
    twice = state[USED_WORD + 1]
    before = good_resource(state)
    mark_used(state, resource)
    slot = good_slot(state) - 1
    if pending(state) == GOOD_FROM_USE:
        cost = least(board, work, state, seat, raising(state), goods_left(state) - 1)
    else:
        set_good_resource(state, resource_square(board, state, resource) + 1)
        if slot // 3 > 3:
            cost = least_with(board, work, state, seat, raising(state), goods_left(state), GOOD_FROM, slot, -1)
        else:
            cost = least(board, work, state, seat, raising(state), goods_left(state) - 1)
        set_good_resource(state, before)
    state[USED_WORD] = once
    state[USED_WORD + 1] = twice
    if cost <= cattle(state, seat):
        return 1
    return 0


@compiled
def main_possible(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if some main action can be taken."""
    if may_build(board, work, state, seat) == 1 or next_priced(board, state, seat, 0) < KINDS:
        return 1
    for kind in range(KINDS):
        if may_place_tile(board, work, state, seat, kind) == 1:
            return 1
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        while mine != 0:
            if may_raise(board, work, state, seat, w * 64 + lowest(mine)) == 1:
                return 1
            mine &= mine - 1
    return 0


@compiled
def may_end(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if the turn may end (3.3: always, or by the option must_act after a main action if one is possible)."""
    if board[MUST_ACT] == 0 or main_done(state) == 1:
        return 1
    return 1 - main_possible(board, work, state, seat)


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
def price_offered(board, state, seat, step, kind, now, value):  # type: ignore[no-untyped-def]
    """1 if `value` is on offer for the technology of `kind`, whose present price is `now`."""
    if step != PRICE_STEP:
        return 1
    if value == now:
        return 1 - must_change(board, state, seat, kind)
    if value < now:
        if lowers_in_price_step(board, state, seat) == 1:
            return 1
        return 0
    return 1


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
        return _list_auction(state, seat, out)
    if now == FIRST:
        first_spots(board, work, state)
        return _list_squares(work, TEMP, FIRST_MONUMENT, out, 0)
    return 0
