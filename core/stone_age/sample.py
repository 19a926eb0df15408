"""A playout move without building the list: uniform over the legal actions, by one draw that names its place in the list.

So it is the default ``sample`` of the contract, draw for draw; the test compares them.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.stone_age.actions import ADD, BUY, CHOOSE_TWO, FINISH, PAY_END, PAY_ONE, PUT, USE, make
from mutapa.core.stone_age.figures import TOOLS
from mutapa.core.stone_age.layout import ACT, FEED_PAY, PAY, PLACE, TOOLS_STEP, mover, once, phase
from mutapa.core.stone_age.legal import buys, holds_two, legal, put_action, uses
from mutapa.core.stone_age.paying import payable
from mutapa.core.stone_age.placing import hunt_room, open_singles, rooms
from mutapa.core.stone_age.toolbox import argument, high_unturned, low_unturned
from mutapa.core.streams import below


@compiled
def nth(mask, k):  # type: ignore[no-untyped-def]
    """Index of the one bit number `k`: faster than `words.nth_bit` where few bits are set."""
    for _ in range(k):
        mask &= mask - 1
    return lowest(mask)


@compiled
def sample_place(board, state, seat, rng):  # type: ignore[no-untyped-def]
    """One of the ways to place."""
    hunt = hunt_room(board, state, seat)
    room = rooms(board, state, seat)
    singles = open_singles(board, state, seat)
    wide = (room & 0x0F0F) + ((room >> 4) & 0x0F0F)
    gathering = (wide & 0xFF) + (wide >> 8)
    r = below(rng, hunt + gathering + popcount(singles))
    if r < hunt:
        return make(PUT, r + 1)
    r -= hunt
    if r >= gathering:
        return put_action(TOOLS + nth(singles, r - gathering))
    where = 1
    while r >= (room & 15):
        r -= room & 15
        room >>= 4
        where += 1
    return make(PUT, 16 * where + r + 1)


@compiled
def sample_action(board, state, seat, rng):  # type: ignore[no-untyped-def]
    """One of the own actions."""
    must = uses(state, seat)
    may = buys(board, state, seat)
    two = holds_two(state, seat)
    end = 1 if must == 0 else 0
    mask = must | may
    n = popcount(mask)
    r = below(rng, n + two + end)
    if r < n:
        where = nth(mask, r)
        if where < 8:
            return make(USE, where)
        return make(BUY, where)
    if r - n < two:
        return make(CHOOSE_TWO, 0)
    return make(FINISH, 0)


@compiled
def sample_payment(board, state, rng):  # type: ignore[no-untyped-def]
    """One of the resources that may be paid next, or the end of the payment."""
    mask = payable(board, state, mover(state))
    k = nth(mask, below(rng, popcount(mask)))
    if k == 4:
        return make(PAY_END, 0)
    return make(PAY_ONE, k)


@compiled
def sample_tools(state, seat, rng):  # type: ignore[no-untyped-def]
    """One of the sets of tools, counted as `legal.list_tools` lists them."""
    held = once(state, seat)
    lows = low_unturned(state, seat) + 1
    highs = high_unturned(state, seat) + 1
    r = below(rng, (lows * highs) << popcount(held))
    ones = 0
    while r >= lows * highs:
        r -= lows * highs
        ones = (ones - held) & held  # the next subset of `held`
    n = 0
    while r >= lows:
        r -= lows
        n += 1
    return make(ADD, argument(state, seat, r, n, ones))


@compiled
def sample(board, work, state, rng):  # type: ignore[no-untyped-def]
    """One of the legal actions, all alike."""
    now = phase(state)
    if now == PLACE:
        return sample_place(board, state, mover(state), rng)
    if now == ACT:
        return sample_action(board, state, mover(state), rng)
    if now == TOOLS_STEP:
        return sample_tools(state, mover(state), rng)
    if now in (PAY, FEED_PAY):
        return sample_payment(board, state, rng)
    return work[below(rng, legal(board, work, state, work))]
