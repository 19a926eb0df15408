"""Where things can be put: monuments, craftsmen with both tests, water. Sets of anchors in the work array: FLAT and UPRIGHT."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest
from mutapa.core.zimbabwe.board import DISC_LIMIT, ONE_HUB
from mutapa.core.zimbabwe.figures import (
    BIG,
    BUILD_COST,
    CARD_VR,
    GU,
    INPUT,
    MOST_VR,
    PRIMARY,
    TILES_EACH,
)
from mutapa.core.zimbabwe.grid import WORDS, any_in, clear, dilate, shift_left, shift_up
from mutapa.core.zimbabwe.hubs import network
from mutapa.core.zimbabwe.layout import (
    EMPTY,
    LEVEL,
    OWNER,
    card_owner,
    cattle,
    firsts,
    god,
    specialist_owner,
    specialists_used,
    tile,
    vr,
)
from mutapa.core.zimbabwe.reach import join_ball, monument_word, near, resource_square, resources_of, see_monuments
from mutapa.core.zimbabwe.work import FLAT, NETWORK, TEMP, UPRIGHT, ZONE


@compiled
def owner_word(state, seat, w):  # type: ignore[no-untyped-def]
    """Word `w` of the set of `seat`'s monuments."""
    mine = monument_word(state, w)
    for plane in range(3):
        bits = state[OWNER + plane * WORDS + w]
        if ((seat >> plane) & 1) == 1:
            mine &= bits
        else:
            mine &= WORD ^ bits
    return mine


@compiled
def discs(state, seat):  # type: ignore[no-untyped-def]
    """Levels of all monuments of a seat, added up."""
    n = 0
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        for plane in range(3):
            bits = mine & state[LEVEL + plane * WORDS + w]
            while bits != 0:
                n += 1 << plane
                bits &= bits - 1
    return n


@compiled
def discs_left(board, state, seat):  # type: ignore[no-untyped-def]
    """1 if the option disc_limit allows `seat` one more level."""
    if board[DISC_LIMIT] == 0 or discs(state, seat) < board[DISC_LIMIT]:
        return 1
    return 0


@compiled
def uses_nomads(state, seat, nomads):  # type: ignore[no-untyped-def]
    """1 if `seat` has used the specialist `nomads` this turn."""
    if specialist_owner(state, nomads) == seat + 1:
        return (specialists_used(state) >> nomads) & 1
    return 0


@compiled
def monument_spots(work, state, anywhere):  # type: ignore[no-untyped-def]
    """FLAT = squares where a monument may be built; `anywhere` = 1: next to others too (Nomads). Returns 1 if there is one."""
    if anywhere == 0:
        for w in range(WORDS):
            work[TEMP + w] = monument_word(state, w)
        dilate(work, TEMP, TEMP)
        for w in range(WORDS):
            work[FLAT + w] = state[EMPTY + w] & (WORD ^ work[TEMP + w])
    else:
        for w in range(WORDS):
            work[FLAT + w] = state[EMPTY + w]
    clear(work, UPRIGHT)
    return any_in(work, FLAT)


@compiled
def empty_squares(work, state):  # type: ignore[no-untyped-def]
    """FLAT = empty land; 1 if there is some."""
    for w in range(WORDS):
        work[FLAT + w] = state[EMPTY + w]
    clear(work, UPRIGHT)
    return any_in(work, FLAT)


@compiled
def _pairs(work, state):  # type: ignore[no-untyped-def]
    """FLAT and UPRIGHT = anchors of two empty squares side by side, one above the other."""
    for w in range(WORDS):
        work[TEMP + w] = state[EMPTY + w]
    shift_left(work, TEMP, FLAT)
    shift_up(work, TEMP, UPRIGHT)
    for w in range(WORDS):
        work[FLAT + w] &= work[TEMP + w]
        work[UPRIGHT + w] &= work[TEMP + w]
    return 0


@compiled
def rain_spots(work, state):  # type: ignore[no-untyped-def]
    """FLAT and UPRIGHT = anchors where water can be placed; 1 if there is one."""
    _pairs(work, state)
    return any_in(work, FLAT) | any_in(work, UPRIGHT)


@compiled
def unclaimed(board, work, state, kind, far):  # type: ignore[no-untyped-def]
    """Mask of the resources of a craftsman's kind that no tile of its type has in range (ruling 5.4)."""
    left = resources_of(board, state, (INPUT >> (2 * kind)) & 3)
    for k in range(TILES_EACH):
        if tile(state, 3 * kind + k) != 0:
            left &= WORD ^ near(board, work, state, 3 * kind + k, far)
    return left


@compiled
def _keep_touching(work, kind, zone):  # type: ignore[no-untyped-def]
    """Keep the anchors in FLAT and UPRIGHT whose footprint touches the set `zone`; `zone` is spent."""
    shift_up(work, zone, TEMP)
    if ((BIG >> kind) & 1) == 1:
        for w in range(WORDS):
            work[zone + w] |= work[TEMP + w]
        shift_left(work, zone, TEMP)
        for w in range(WORDS):
            work[FLAT + w] &= work[zone + w] | work[TEMP + w]
    else:
        for w in range(WORDS):
            work[UPRIGHT + w] &= work[zone + w] | work[TEMP + w]
        shift_left(work, zone, TEMP)
        for w in range(WORDS):
            work[FLAT + w] &= work[zone + w] | work[TEMP + w]
    return 0


@compiled
def tile_spots(board, work, state, kind, far):  # type: ignore[no-untyped-def]
    """FLAT and UPRIGHT = anchors where a craftsman of `kind` may stand, by the map alone; 1 if there is one (5.1, 5.4, 5.5)."""
    see_monuments(work, state)
    left = unclaimed(board, work, state, kind, far)
    if left == 0:
        return 0
    clear(work, ZONE)
    while left != 0:
        join_ball(board, work, state, resource_square(board, state, lowest(left)), far, ZONE)
        left &= left - 1
    _pairs(work, state)
    if ((BIG >> kind) & 1) == 1:
        shift_up(work, FLAT, UPRIGHT)
        for w in range(WORDS):
            work[FLAT + w] &= work[UPRIGHT + w]
        clear(work, UPRIGHT)
    _keep_touching(work, kind, ZONE)
    primary = (PRIMARY >> (3 * kind)) & 7
    if primary < 7:
        if any_in(work, FLAT) == 0 and any_in(work, UPRIGHT) == 0:
            return 0
        network(board, work, state, primary, far, board[ONE_HUB], NETWORK)
        _keep_touching(work, kind, NETWORK)
    return any_in(work, FLAT) | any_in(work, UPRIGHT)


@compiled
def tiles_on_map(state, kind):  # type: ignore[no-untyped-def]
    """How many craftsmen of a type stand on the map."""
    n = 0
    for k in range(TILES_EACH):
        if tile(state, 3 * kind + k) != 0:
            n += 1
    return n


@compiled
def owned_card(state, seat, kind):  # type: ignore[no-untyped-def]
    """Index 2 * kind + copy of the seat's technology card of a type, -1 if it has none."""
    if card_owner(state, 2 * kind) == seat + 1:
        return 2 * kind
    if card_owner(state, 2 * kind + 1) == seat + 1:
        return 2 * kind + 1
    return -1


@compiled
def next_card(state, kind):  # type: ignore[no-untyped-def]
    """The cheapest technology card of a type left in the supply, -1 if none."""
    if card_owner(state, 2 * kind) == 0:
        return 2 * kind
    if card_owner(state, 2 * kind + 1) == 0:
        return 2 * kind + 1
    return -1


@compiled
def card_vr(state, seat, card):  # type: ignore[no-untyped-def]
    """What a technology card adds to the seat's requirement (Gu: always 1)."""
    if god(state, seat) == GU + 1:
        return 1
    return (CARD_VR >> (3 * card)) & 7


@compiled
def may_place(state, seat, kind):  # type: ignore[no-untyped-def]
    """1 if tile supply, cash, technology, requirement and the same-turn rule allow `seat` a craftsman (5.2, 5.3, 5.6, 5.7)."""
    if tile(state, 3 * kind + 2) != 0:
        return 0
    if cattle(state, seat) < (BUILD_COST >> (4 * kind)) & 15:
        return 0
    primary = (PRIMARY >> (3 * kind)) & 7
    if primary < 7:
        if tile(state, 3 * primary) == 0 or ((firsts(state) >> primary) & 1) == 1:
            return 0
    if owned_card(state, seat, kind) >= 0:
        return 1
    card = next_card(state, kind)
    if card < 0 or vr(state, seat) + card_vr(state, seat, card) > MOST_VR:
        return 0
    return 1
