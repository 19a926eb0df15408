"""Who will win: each seat's odds from what it needs, holds and still can do; fitted to games between experts (`weights.py`).

A seat's standing is a sum in eighths of a step; 16 steps double its odds. Only fields of the state are read, no ranges, since
this closes every rollout that is cut.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.game import SEATS, UNIT
from mutapa.core.zimbabwe.auction import god_seat, uncommitted
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import KINDS, LINES, QAMATA
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.layout import (
    AT_SECOND,
    CRAFT,
    GOOD,
    LEVEL,
    NEW_PRICE,
    PRICE_STEP,
    RAISE_NEXT,
    TURN,
    card_cattle,
    card_owner,
    cursor,
    god,
    god_cattle,
    main_done,
    mover,
    order,
    pending,
    phase,
    raising,
    specialist_cattle,
    specialist_owner,
    tile,
    vp,
    vr,
)
from mutapa.core.zimbabwe.placing import owner_word
from mutapa.core.zimbabwe.plans import rounds_left
from mutapa.core.zimbabwe.ways import active_kind
from mutapa.core.zimbabwe.weights import (
    DUE,
    FAITH_HIGH,
    FAITH_LOW,
    GAP,
    HELD,
    JUDGE_PACE,
    KNOWN_HIGH,
    KNOWN_LOW,
    MOST_HELD,
    RAISABLE,
    RAISING,
    REACHED,
    SERVANTS,
    STANDING,
    TO_COME,
    TO_SPEND,
    URGENT_GAP,
    entry,
)

EIGHTHS = 3
SPAN = 15 * 16
"""Steps behind the best at which a seat's odds are no longer told apart from none."""


@compiled
def lines_open(state):  # type: ignore[no-untyped-def]
    """How many lines of goods have a craftsman on the map."""
    lines = 0
    for line in range(LINES):
        if tile(state, 3 * active_kind(state, line)) != 0:
            lines += 1
    return lines


@compiled
def prospects(state, seat, lines):  # type: ignore[no-untyped-def]
    """What the seat's monuments promise while so many lines are open: those of a level up to that can be raised."""
    reach = 0
    count = 0
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        if mine != 0:
            low = mine & state[LEVEL + w]
            middle = mine & state[LEVEL + WORDS + w]
            high = mine & state[LEVEL + 2 * WORDS + w]
            count += popcount(mine)
            if lines > 0:
                reach += popcount(low & (low ^ middle) & (low ^ high))
            if lines > 1:
                reach += 2 * popcount(middle & (middle ^ low))
            if lines > 2:
                reach += 3 * popcount(middle & low)
            if lines > 3:
                reach += 4 * popcount(high & (high ^ low))
    return RAISABLE * reach + STANDING * count


@compiled
def wait(board, state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat's main action of this round is still to come (or under way with nothing done yet)."""
    if phase(state) != TURN:
        return 1
    if mover(state) == seat:
        if main_done(state) == 1 or pending(state) in (AT_SECOND, CRAFT, NEW_PRICE, PRICE_STEP, RAISE_NEXT):
            return 0
        return 1
    for i in range(cursor(state)):
        if order(state, i) == seat:
            return 0
    return 1


@compiled
def standing(board, state, seat, lines, left):  # type: ignore[no-untyped-def]
    """A seat's standing, cards apart."""
    gap = vr(state, seat) - vp(state, seat)
    held = min(uncommitted(board, state, seat), MOST_HELD)
    worth = HELD * held - GAP * gap - URGENT_GAP * (8 * gap // (left + 1)) + prospects(state, seat, lines)
    if gap <= 0:
        worth += REACHED
    if wait(board, state, seat) == 1:
        worth += TO_COME + TO_SPEND * held
    if god(state, seat) != 0:
        worth += entry(FAITH_LOW, FAITH_HIGH, god(state, seat) - 1) * left
    return worth


@compiled
def add_cards(board, state, left, out):  # type: ignore[no-untyped-def]
    """Add to each seat's standing its technologies, its specialists and the cattle on them."""
    for card in range(2 * KINDS):
        owner = card_owner(state, card)
        if owner != 0:
            out[owner - 1] += entry(KNOWN_LOW, KNOWN_HIGH, card >> 1) * left + DUE * card_cattle(state, card)
    for which in range(5):
        owner = specialist_owner(state, which)
        if owner != 0:
            out[owner - 1] += entry(SERVANTS, 0, which) * left + DUE * specialist_cattle(state, which)
    if god_cattle(state) > 0:
        trader = god_seat(board, state, QAMATA)
        if trader >= 0:
            out[trader] += DUE * god_cattle(state)
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = share of the win, summing to UNIT; out[SEATS + seat] = VP - VR as they stand."""
    seats = board[SEAT_COUNT]
    left = rounds_left(board, state, JUDGE_PACE)
    lines = lines_open(state)
    for seat in range(seats):
        out[seat] = standing(board, state, seat, lines, left)
        out[SEATS + seat] = vp(state, seat) - vr(state, seat)
    add_cards(board, state, left, out)
    if phase(state) == TURN and pending(state) >= GOOD:
        out[mover(state)] += RAISING * level_at(state, raising(state))
    return shares(seats, out)


@compiled
def shares(seats, out):  # type: ignore[no-untyped-def]
    """Turn standings into shares of UNIT."""
    best = out[0]
    for seat in range(1, seats):
        best = max(best, out[seat])
    total = 0
    for seat in range(seats):
        steps = max(0, SPAN + ((out[seat] - best) >> EIGHTHS))
        out[seat] = (16 + (steps & 15)) << (steps >> 4)
        total += out[seat]
    left = UNIT
    for seat in range(seats):
        out[seat] = out[seat] * UNIT // total
        left -= out[seat]
    out[0] += left
    return 0
