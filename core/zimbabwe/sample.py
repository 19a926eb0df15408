"""A playout move without building the list.

Its distribution: uniform over the kinds of step on offer (god, hire, use, build, place, prices, raise, end; pass and bid),
then uniform over the arguments of the kind (amounts, gods, specialists and then the herd's units, craftsman types, own monuments,
anchors, ...). Kinds and arguments are drawn without replacement and the first that is legal is taken, which is the same as
drawing among the legal ones; so only what is drawn is tested.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.streams import below
from mutapa.core.words import nth_bit
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
from mutapa.core.zimbabwe.cards import may_choose_god, may_hire, may_use, next_priced
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
from mutapa.core.zimbabwe.figures import BIG, HERD, HERD_UNITS, KINDS, PRIMARY, TILES_EACH
from mutapa.core.zimbabwe.grid import WORDS, nth, size
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
    card_taken,
    cattle,
    gift,
    god,
    good_slot,
    kind_of,
    main_done,
    mover,
    pending,
    phase,
    raising,
    revealing,
    sealed,
    specialist_owner,
    specialists_used,
    supply,
    tile,
)
from mutapa.core.zimbabwe.placing import empty_squares, may_place, owned_card, owner_word, rain_spots, tile_spots
from mutapa.core.zimbabwe.reach import resource_square
from mutapa.core.zimbabwe.ways import active_kind, far_of, may_follow
from mutapa.core.zimbabwe.work import DRAWN, FLAT, TEMP, UPRIGHT

GODS_KIND, HIRE_KIND, USE_KIND, BUILD_KIND, PLACE_KIND, PRICES_KIND, RAISE_KIND, END_KIND = range(8)
NO_MOVE = -1


@compiled
def draw_bit(rng, mask):  # type: ignore[no-untyped-def]
    """A random one bit of a mask that has one; nothing is drawn where there is no choice."""
    n = popcount(mask)
    if n == 1:
        return lowest(mask)
    return nth_bit(mask, below(rng, n))


@compiled
def _auction(state, seat, rng):  # type: ignore[no-untyped-def]
    if last_standing(state) == 1:
        return make(TAKE, 0)
    room = most_gift(state, seat) - gift(state)
    if room <= 0 or below(rng, 2) == 0:
        return make(PASS, 0)
    return make(BID, gift(state) + 1 + below(rng, room))


@compiled
def _sealed(state, seat, rng):  # type: ignore[no-untyped-def]
    if revealing(state) == 1:
        return make(REVEAL, sealed(state, seat) - 1)
    return make(SEAL, 1 + below(rng, most_gift(state, seat) + 1))


@compiled
def _draw_god(board, state, seat, rng):  # type: ignore[no-untyped-def]
    if god(state, seat) != 0 or card_taken(state) == 1:
        return NO_MOVE
    mask = 0
    for which in range(12):
        mask |= may_choose_god(board, state, seat, which) << which
    if mask == 0:
        return NO_MOVE
    return make(CHOOSE_GOD, draw_bit(rng, mask))


@compiled
def _units(state, seat, which, rng):  # type: ignore[no-untyped-def]
    if which != HERD:
        return 0
    return 1 + below(rng, min(HERD_UNITS, cattle(state, seat) >> 1))


@compiled
def _draw_hire(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    if card_taken(state) == 1:
        return NO_MOVE
    mask = 0
    for which in range(5):
        if specialist_owner(state, which) == 0:
            mask |= 1 << which
    while mask != 0:
        which = draw_bit(rng, mask)
        if may_hire(board, work, state, seat, which) == 1:
            return make(HIRE, 4 * which + _units(state, seat, which, rng))
        mask ^= 1 << which
    return NO_MOVE


@compiled
def _draw_use(work, state, seat, rng):  # type: ignore[no-untyped-def]
    mask = 0
    for which in range(5):
        if specialist_owner(state, which) == seat + 1 and ((specialists_used(state) >> which) & 1) == 0:
            mask |= 1 << which
    while mask != 0:
        which = draw_bit(rng, mask)
        if may_use(work, state, seat, which) == 1:
            return make(USE, 4 * which + _units(state, seat, which, rng))
        mask ^= 1 << which
    return NO_MOVE


@compiled
def _draw_tile(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    mask = 0
    for kind in range(KINDS):
        mask |= may_place(state, seat, kind) << kind
    while mask != 0:
        kind = draw_bit(rng, mask)
        if may_place_tile(board, work, state, seat, kind) == 1:
            return make(PLACE, kind)
        mask ^= 1 << kind
    return NO_MOVE


@compiled
def _draw_raise(board, work, state, seat, after, rng):  # type: ignore[no-untyped-def]
    """One of the seat's monuments on squares past `after` that can be raised."""
    if cattle(state, seat) == 0:
        return NO_MOVE
    n = 0
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        while mine != 0:
            code = w * 64 + lowest(mine)
            mine &= mine - 1
            if code > after:
                work[DRAWN + n] = code
                n += 1
    while n > 0:
        k = 0
        if n > 1:
            k = below(rng, n)
        code = work[DRAWN + k]
        if may_raise(board, work, state, seat, code) == 1:
            return make(RAISE, code)
        n -= 1
        work[DRAWN + k] = work[DRAWN + n]
    return NO_MOVE


@compiled
def _draw_kind(board, work, state, seat, kind, rng):  # type: ignore[no-untyped-def]
    """A step of this kind, NO_MOVE if there is none."""
    if kind == GODS_KIND:
        return _draw_god(board, state, seat, rng)
    if kind == HIRE_KIND:
        return _draw_hire(board, work, state, seat, rng)
    if kind == USE_KIND:
        return _draw_use(work, state, seat, rng)
    if kind == END_KIND:
        if may_end(board, work, state, seat) == 1:
            return make(END, 0)
        return NO_MOVE
    if main_done(state) == 1:
        return NO_MOVE
    if kind == BUILD_KIND:
        if may_build(board, work, state, seat) == 1:
            return make(BUILD, 0)
        return NO_MOVE
    if kind == PLACE_KIND:
        return _draw_tile(board, work, state, seat, rng)
    if kind == PRICES_KIND:
        if next_priced(board, state, seat, 0) < KINDS:
            return make(PRICES, 0)
        return NO_MOVE
    return _draw_raise(board, work, state, seat, -1, rng)


@compiled
def _root(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    left = 255
    while left != 0:
        kind = draw_bit(rng, left)
        action = _draw_kind(board, work, state, seat, kind, rng)
        if action != NO_MOVE:
            return action
        left ^= 1 << kind
    return make(END, 0)


@compiled
def _anchor(work, two_ways, rng):  # type: ignore[no-untyped-def]
    """A random anchor out of FLAT and UPRIGHT, which hold one at least."""
    flat = size(work, FLAT)
    upright = size(work, UPRIGHT)
    k = 0
    if flat + upright > 1:
        k = below(rng, flat + upright)
    if k < flat:
        return make(AT, 4 * nth(work, FLAT, k) + two_ways)
    return make(AT, 4 * nth(work, UPRIGHT, k - flat) + 2)


@compiled
def _draw_price(board, state, seat, step, rng):  # type: ignore[no-untyped-def]
    kind = kind_of(state)
    now = card_price(state, owned_card(state, seat, kind))
    mask = 0
    for value in range(1, 4):
        mask |= price_offered(board, state, seat, step, kind, now, value) << value
    return make(PRICE, 4 * kind + draw_bit(rng, mask))


@compiled
def _draw_good(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    mask = 0
    for line in range(4):
        kind = active_kind(state, line)
        for k in range(TILES_EACH):
            slot = 3 * kind + k
            if tile(state, slot) != 0 and may_follow(state, good_slot(state) - 1, slot) == 1:
                mask |= 1 << slot
    while mask != 0:
        slot = draw_bit(rng, mask)
        mask ^= 1 << slot
        if may_buy(board, work, state, seat, slot) == 1:
            return make(BUY, 512 * (slot // 3) + (tile(state, slot) & 511))
    return NO_MOVE


@compiled
def _draw_primary(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    primary = (PRIMARY >> (3 * ((good_slot(state) - 1) // 3))) & 7
    mask = 0
    for k in range(TILES_EACH):
        if tile(state, 3 * primary + k) != 0:
            mask |= 1 << k
    while mask != 0:
        k = draw_bit(rng, mask)
        mask ^= 1 << k
        slot = 3 * primary + k
        if may_buy_from(board, work, state, seat, slot) == 1:
            return make(FROM, 512 * primary + (tile(state, slot) & 511))
    return NO_MOVE


@compiled
def _draw_resource(board, work, state, seat, rng):  # type: ignore[no-untyped-def]
    mask = usable(board, work, state, seat)
    while mask != 0:
        resource = draw_bit(rng, mask)
        mask ^= 1 << resource
        if may_use_resource(board, work, state, seat, resource) == 1:
            return make(RESOURCE, resource_square(board, state, resource))
    return NO_MOVE


@compiled
def _pending(board, work, state, seat, step, rng):  # type: ignore[no-untyped-def]
    if step == AT_MONUMENT:
        may_build(board, work, state, seat)
        return _anchor(work, 0, rng)
    if step == AT_TILE:
        kind = kind_of(state)
        tile_spots(board, work, state, kind, far_of(state, seat))
        return _anchor(work, 1 - ((BIG >> kind) & 1), rng)
    if step == GOOD:
        return _draw_good(board, work, state, seat, rng)
    if step == GOOD_FROM:
        return _draw_primary(board, work, state, seat, rng)
    if step == CRAFT:
        action = NO_MOVE
        if below(rng, 2) == 0:
            action = _draw_tile(board, work, state, seat, rng)
        if action != NO_MOVE:
            return action
        return make(FINISH, 0)
    if step == RAISE_NEXT:
        action = NO_MOVE
        if below(rng, 2) == 0:
            action = _draw_raise(board, work, state, seat, raising(state), rng)
        if action != NO_MOVE:
            return action
        return make(FINISH, 0)
    if step in (NEW_PRICE, PRICE_STEP, DZIVA_STEP):
        return _draw_price(board, state, seat, step, rng)
    if step == AT_SECOND:
        if may_build(board, work, state, seat) == 0 or below(rng, 2) == 0:
            return make(FINISH, 0)
        return _anchor(work, 0, rng)
    if step == SUPPLY_KIND:
        mask = 0
        for resource in range(4):
            if supply(state, resource) > 0:
                mask |= 1 << resource
        return make(SUPPLY, draw_bit(rng, mask))
    if step == AT_SUPPLY:
        empty_squares(work, state)
        return _anchor(work, 0, rng)
    if step == AT_RAIN:
        rain_spots(work, state)
        return _anchor(work, 1, rng)
    return _draw_resource(board, work, state, seat, rng)


@compiled
def sample(board, work, state, rng):  # type: ignore[no-untyped-def]
    """A playout move for the mover; the game must not be over."""
    now = phase(state)
    seat = mover(state)
    if now == TURN:
        step = pending(state)
        if step == ROOT:
            return _root(board, work, state, seat, rng)
        return _pending(board, work, state, seat, step, rng)
    if now == AUCTION:
        if board[SEALED] == 1:
            return _sealed(state, seat, rng)
        return _auction(state, seat, rng)
    if now == FIRST:
        first_spots(board, work, state)
        return make(FIRST_MONUMENT, nth(work, TEMP, below(rng, size(work, TEMP))))
    return NO_MOVE
