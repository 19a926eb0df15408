"""Nature: values of War and Balance tiles, tiles of the stack. Nothing is stored in order: what nobody has is equally likely.

Draw k of pile 0 (War), 1 (Balance), 2 (the stack) is a function of the key, k the tiles of that pile drawn before.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import BALANCE_DRAWN, REVEALED, WAR_DRAWN, make
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import BALANCE_EACH, BALANCE_VALUES, SPECIALS, STACK, TERRAINS, WAR_EACH, WAR_VALUES
from mutapa.core.godz.layout import due_war, fours, left, specials, stacked, threes, twos, wars
from mutapa.core.godz.rounds import BALANCE_TILES, drawn_balances, drawn_wars, is_due
from mutapa.core.streams import keyed

WAR_PILE, BALANCE_PILE, STACK_PILE = range(3)
FIRST_WAR, FIRST_BALANCE = WAR_VALUES[0], BALANCE_VALUES[0]
TERRAIN_COUNT = len(TERRAINS)
KINDS = TERRAIN_COUNT + SPECIALS


@compiled
def wars_left(board, state, i):  # type: ignore[no-untyped-def]
    """War tiles of value number `i` (2, 3, 4) in the reserve."""
    n = WAR_EACH
    for seat in range(board[SEAT_COUNT]):
        if i == 2:
            n -= fours(state, seat) - 1
        elif i == 1:
            n -= threes(state, seat) - 1
        else:
            n -= wars(state, seat) - (fours(state, seat) - 1) - (threes(state, seat) - 1)
    return n


@compiled
def balances_left(board, state, i):  # type: ignore[no-untyped-def]
    """Balance tiles of value number `i` (1, 2) in the reserve."""
    high = BALANCE_EACH
    for seat in range(board[SEAT_COUNT]):
        high -= twos(state, seat) - 1
    if i == 1:
        return high
    return BALANCE_TILES - drawn_balances(board, state) - high


@compiled
def stack_left(state, kind):  # type: ignore[no-untyped-def]
    """Tiles of a kind in the stack: a terrain, or 5 + special tile."""
    if kind < TERRAIN_COUNT:
        return left(state, kind)
    if specials(state, kind - TERRAIN_COUNT) == 0:
        return 1
    return 0


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """Nature's move."""
    i = 0
    if due_war(state) == 1:
        k = drawn_wars(board, state)
        r = keyed(key, WAR_PILE, k, 3 * WAR_EACH - k)
        while r >= wars_left(board, state, i):
            r -= wars_left(board, state, i)
            i += 1
        return make(WAR_DRAWN, FIRST_WAR + i)
    if is_due(state) != 0:
        k = drawn_balances(board, state)
        r = keyed(key, BALANCE_PILE, k, BALANCE_TILES - k)
        if r >= balances_left(board, state, 0):
            i = 1
        return make(BALANCE_DRAWN, FIRST_BALANCE + i)
    k = stacked(state)
    r = keyed(key, STACK_PILE, k, STACK - k)
    while r >= stack_left(state, i):
        r -= stack_left(state, i)
        i += 1
    return make(REVEALED, i)


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """Nature's exact distribution: tiles left of each value or kind."""
    n = 0
    if due_war(state) == 1:
        for i in range(3):
            weight = wars_left(board, state, i)
            if weight > 0:
                actions[n] = make(WAR_DRAWN, FIRST_WAR + i)
                weights[n] = weight
                n += 1
        return n
    if is_due(state) != 0:
        for i in range(2):
            weight = balances_left(board, state, i)
            if weight > 0:
                actions[n] = make(BALANCE_DRAWN, FIRST_BALANCE + i)
                weights[n] = weight
                n += 1
        return n
    for kind in range(KINDS):
        weight = stack_left(state, kind)
        if weight > 0:
            actions[n] = make(REVEALED, kind)
            weights[n] = weight
            n += 1
    return n
