"""What may be done: the tests before each kind of step, shared by `legal` and `sample`.

Each says whether the step can be completed, so that no list and no playout ever runs into a dead end. Some leave the squares they
found in the work array; a few try a step on the state itself and take it back."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest
from mutapa.core.zimbabwe.board import MUST_ACT, START
from mutapa.core.zimbabwe.cards import lowers_in_price_step, must_change, next_priced
from mutapa.core.zimbabwe.figures import KINDS, MOST_LEVEL, NOMADS
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.layout import (
    GOOD,
    GOOD_FROM,
    GOOD_FROM_USE,
    LEVEL,
    PRICE_STEP,
    cattle,
    good_resource,
    good_slot,
    goods_left,
    main_done,
    pending,
    primary_slot,
    raising,
    set_good_resource,
)
from mutapa.core.zimbabwe.layout import USED as USED_WORD
from mutapa.core.zimbabwe.placing import discs_left, may_place, monument_spots, owner_word, tile_spots, uses_nomads
from mutapa.core.zimbabwe.raising import least, least_with
from mutapa.core.zimbabwe.reach import monument_word, near, resource_square, see_monuments
from mutapa.core.zimbabwe.ways import far_of, mark_used, may_follow, once_open, open_near
from mutapa.core.zimbabwe.work import TEMP


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
    return open_near(board, work, state, seat, good_slot(state) - 1, far)


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
