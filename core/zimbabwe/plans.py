"""What the expert means to raise: the best set of own monuments for the cattle in hand, and how long the game may still last."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import MOST_LEVEL
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.layout import cattle, vp, vr
from mutapa.core.zimbabwe.placing import discs_left, owner_word
from mutapa.core.zimbabwe.raising import least
from mutapa.core.zimbabwe.rounds import highest_level
from mutapa.core.zimbabwe.weights import CATTLE, INCOME, MOST_ROUNDS, POINT, ROUNDS
from mutapa.core.zimbabwe.work import DRAWN

PURSE = 48
"""Cattle beyond this many are not planned with."""
ITEMS = 54
"""Most monuments in a plan."""
VALUE = DRAWN
"""By cattle spent at most: the best value of a set of monuments."""
CHOSEN = VALUE + PURSE
"""By cattle: that set, as a mask of items."""
SQUARE = CHOSEN + PURSE
"""By item, ascending: its square."""
PLAN_SQUARE = SQUARE + ITEMS
"""The first monument of the plan; -1 if nothing is worth raising."""


@compiled
def rounds_left(board, state, pace):  # type: ignore[no-untyped-def]
    """Rounds to go, this one included: `pace` for each 16 points that the seat nearest its requirement still needs."""
    gap = 40
    for other in range(board[SEAT_COUNT]):
        gap = min(gap, vr(state, other) - vp(state, other))
    return min(1 + ((max(0, gap) * pace) >> 4), MOST_ROUNDS)


@compiled
def own_monuments(state, seat):  # type: ignore[no-untyped-def]
    """How many monuments the seat has."""
    n = 0
    for w in range(WORDS):
        n += popcount(owner_word(state, seat, w))
    return n


@compiled
def worth_of_raise(board, state, seat, level, cost, left):  # type: ignore[no-untyped-def]
    """Steps gained by raising a monument from `level` for so many cattle: points, income, less the cattle."""
    worth = POINT * 2 * level - board[CATTLE] * cost
    if level >= highest_level(state, seat):
        worth += board[INCOME] * (left - 1) // ROUNDS
    return worth


@compiled
def _add_item(work, n, code, cost, worth, purse):  # type: ignore[no-untyped-def]
    """Knapsack: take item `n` into the best sets where that is better."""
    work[SQUARE + n] = code
    spent = purse
    while spent >= cost:
        value = work[VALUE + spent - cost] + worth
        if value > work[VALUE + spent]:
            work[VALUE + spent] = value
            work[CHOSEN + spent] = work[CHOSEN + spent - cost] | (1 << n)
        spent -= 1
    return n + 1


@compiled
def plan_raises(board, work, state, seat, after, left):  # type: ignore[no-untyped-def]
    """Value of the best set of own monuments past the square `after`; its first one goes to PLAN_SQUARE.

    Each monument is priced by itself, so a plan may want a resource twice; it is made anew after each one raised.
    """
    purse = min(cattle(state, seat), PURSE - 1)
    for spent in range(purse + 1):
        work[VALUE + spent] = 0
        work[CHOSEN + spent] = 0
    work[PLAN_SQUARE] = -1
    n = 0
    if discs_left(board, state, seat) == 0:
        return 0
    for w in range(WORDS):
        mine = owner_word(state, seat, w)
        while mine != 0:
            code = w * 64 + lowest(mine)
            mine &= mine - 1
            level = level_at(state, code)
            if code > after and level < MOST_LEVEL and n < ITEMS:
                cost = least(board, work, state, seat, code, level)
                worth = worth_of_raise(board, state, seat, level, cost, left)
                if cost <= purse and worth > 0:
                    n = _add_item(work, n, code, cost, worth, purse)
    if work[CHOSEN + purse] != 0:
        work[PLAN_SQUARE] = work[SQUARE + lowest(work[CHOSEN + purse])]
    return work[VALUE + purse]
