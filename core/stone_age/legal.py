"""The actions on offer.

Reductions, none of which loses anything: declining is one step at the end of the own actions; payments go in ascending order
of resources; what has one answer inside a payment happens by itself (`apply.py`).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
from mutapa.core.stone_age.actions import ADD, BUY, CHOOSE_TWO, CLAIM, FINISH, PAY_END, PAY_ONE, PUT, STARVE, TAKE, USE, make
from mutapa.core.stone_age.figures import CARD, HUT, TOOLS
from mutapa.core.stone_age.gains import worth_of_two
from mutapa.core.stone_age.layout import (
    ACT,
    CHOOSE,
    FEED,
    FEED_CHOOSE,
    FEED_PAY,
    GATHER,
    PAY,
    PICK,
    PLACE,
    ROLL_STEP,
    TOOLS_STEP,
    faces,
    hunters,
    left,
    mover,
    once,
    phase,
    stands,
    two_seat,
)
from mutapa.core.stone_age.paying import may_buy, payable, wealth
from mutapa.core.stone_age.placing import ROW, hunt_room, open_singles, rooms
from mutapa.core.stone_age.toolbox import argument, high_unturned, low_unturned

PAIRS = 10
"""Ways to take two resources."""


@compiled
def uses(state, seat):  # type: ignore[no-untyped-def]
    """Mask of the places 0-7 where the seat stands: they must be used."""
    own = (state[GATHER] >> (12 * seat)) & ROW
    there = own | (own >> 1) | (own >> 2)
    found = ((there & 1) << 1) | ((there >> 1) & 4) | ((there >> 3) & 8) | ((there >> 5) & 16)
    if hunters(state, seat) > 0:
        found |= 1
    return found | ((stands(state, seat) & 7) << TOOLS)


@compiled
def buys(board, state, seat):  # type: ignore[no-untyped-def]
    """Mask of the places of cards and tiles where the seat stands and can pay."""
    mask = stands(state, seat) >> 3
    found = 0
    while mask > 0:
        i = lowest(mask)
        mask &= mask - 1
        if may_buy(board, state, seat, CARD + i) == 1:
            found |= 1 << (CARD + i)
    return found


@compiled
def holds_two(state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat has two resources of choice coming."""
    if two_seat(state) == seat + 1:
        return 1
    return 0


@compiled
def may_choose_at_feeding(board, state, seat, short):  # type: ignore[no-untyped-def]
    """1 if two resources of choice would meet a shortfall of `short`."""
    if holds_two(state, seat) == 1 and wealth(state, seat) + worth_of_two(board, state) >= short:
        return 1
    return 0


@compiled
def pick_mask(state):  # type: ignore[no-untyped-def]
    """Mask of the faces still to be picked: bit face - 1."""
    found = 0
    for f in range(6):
        if faces(state, f) > 0:
            found |= 1 << f
    return found


@compiled
def put_action(where):  # type: ignore[no-untyped-def]
    """Going to a place for one seat alone."""
    return make(PUT, 16 * where + (2 if where == HUT else 1))


@compiled
def list_places(board, state, seat, out):  # type: ignore[no-untyped-def]
    """All ways to place."""
    n = hunt_room(board, state, seat)
    for i in range(n):
        out[i] = make(PUT, i + 1)
    room = rooms(board, state, seat)
    for p in range(4):
        for i in range((room >> (4 * p)) & 15):
            out[n] = make(PUT, 16 * (p + 1) + i + 1)
            n += 1
    mask = open_singles(board, state, seat)
    while mask > 0:
        out[n] = put_action(TOOLS + lowest(mask))
        mask &= mask - 1
        n += 1
    return n


@compiled
def list_actions(board, state, seat, out):  # type: ignore[no-untyped-def]
    """All own actions."""
    n = 0
    mask = uses(state, seat)
    end = 1 if mask == 0 else 0
    while mask > 0:
        out[n] = make(USE, lowest(mask))
        mask &= mask - 1
        n += 1
    mask = buys(board, state, seat)
    while mask > 0:
        out[n] = make(BUY, lowest(mask))
        mask &= mask - 1
        n += 1
    if holds_two(state, seat) == 1:
        out[n] = make(CHOOSE_TWO, 0)
        n += 1
    if end == 1:
        out[n] = make(FINISH, 0)
        n += 1
    return n


@compiled
def list_tools(state, seat, out):  # type: ignore[no-untyped-def]
    """All sets of tools, as values: of equal tools only their number counts."""
    n = 0
    held = once(state, seat)
    for ones in range(held + 1):
        if ones & ~held == 0:
            for highs in range(high_unturned(state, seat) + 1):
                for lows in range(low_unturned(state, seat) + 1):
                    out[n] = make(ADD, argument(state, seat, lows, highs, ones))
                    n += 1
    return n


@compiled
def list_payment(board, state, out):  # type: ignore[no-untyped-def]
    """What may be paid next."""
    mask = payable(board, state, mover(state))
    n = 0
    for k in range(4):
        if (mask >> k) & 1:
            out[n] = make(PAY_ONE, k)
            n += 1
    if mask >= 16:
        out[n] = make(PAY_END, 0)
        n += 1
    return n


@compiled
def list_feeding(board, state, seat, out):  # type: ignore[no-untyped-def]
    """Paying, two resources of choice, or going hungry. CHOOSE_TWO comes before PAY_ONE in the order of kinds."""
    choose = may_choose_at_feeding(board, state, seat, left(state))
    n = choose
    mask = payable(board, state, seat)
    for k in range(4):
        if (mask >> k) & 1:
            out[n] = make(PAY_ONE, k)
            n += 1
    if choose == 1:
        out[0] = make(CHOOSE_TWO, 0)
    out[n] = make(STARVE, 0)
    return n + 1


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """The mover's actions, ascending; none at nature's steps and at the end."""
    now = phase(state)
    seat = mover(state)
    if now == PLACE:
        return list_places(board, state, seat, out)
    if now == ACT:
        return list_actions(board, state, seat, out)
    if now in (PAY, FEED_PAY):
        return list_payment(board, state, out)
    if now == TOOLS_STEP:
        return list_tools(state, seat, out)
    if now >= ROLL_STEP:
        return 0
    n = 0
    if now in (CHOOSE, FEED_CHOOSE):
        for a in range(4):
            for b in range(a, 4):
                out[n] = make(TAKE, 4 * a + b)
                n += 1
    elif now == PICK:
        mask = pick_mask(state)
        while mask > 0:
            out[n] = make(CLAIM, 1 + lowest(mask))
            mask &= mask - 1
            n += 1
    elif now == FEED:
        return list_feeding(board, state, seat, out)
    return n
