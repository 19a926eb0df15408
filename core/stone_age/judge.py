"""Who will win: each seat's odds from its points and from what it can still do; fitted to games between experts.

A seat's standing is a sum of its features by weight (from `weights.JUDGE` on); 16 steps of 64 double its odds. The
weights are remade by `python -m mutapa.experiments.laboratory.fit stone_age`. Features are in sixteenths; "a round" means: times
the rounds to come.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.game import SEATS, UNIT
from mutapa.core.stone_age.board import SEAT_COUNT
from mutapa.core.stone_age.figures import BUILDING, CARD, FIELD, HUT, MOST_PEOPLE, MOST_TOOLS, MOST_TRACK, TOOLS
from mutapa.core.stone_age.gains import SYMBOL_COUNT
from mutapa.core.stone_age.layout import (
    PLACE,
    builders,
    culture,
    farmers,
    food,
    gather,
    hand,
    hunters,
    makers,
    once,
    people,
    phase,
    shamans,
    stands,
    start,
    stock,
    tools,
    track,
)
from mutapa.core.stone_age.outlook import expected, rounds_left
from mutapa.core.stone_age.score import points
from mutapa.core.stone_age.weights import JUDGE, JUDGE_WEIGHTS
from mutapa.core.stone_age.work import FEATURES

STEP = 10
"""Bits of a step: 64ths, of features in sixteenths."""
SPAN = 15 * 16
"""Steps behind the best at which a seat's odds are no longer told apart from none."""
SETS = 16
"""Where the number of symbols owned twice stands in `symbols`."""


@compiled
def symbols(state, seat):  # type: ignore[no-untyped-def]
    """How many symbols the seat has, and SETS times how many it has twice."""
    found = 0
    for s in range(SYMBOL_COUNT):
        n = 0
        if culture(state, 2 * s) == seat + 1:
            n += 1
        if culture(state, 2 * s + 1) == seat + 1:
            n += 1
        if n > 0:
            found += 1
        if n > 1:
            found += SETS
    return found


@compiled
def features(board, work, state, seat, left):  # type: ignore[no-untyped-def]
    """Write the seat's features to `work`, in the order of the weights from `JUDGE` on, and return its points as they stand."""
    own = points(board, state, seat)
    soon = 256 // (16 + left)
    near = min(left, 64)
    pips = 0
    for k in range(4):
        pips += stock(state, 4 * seat + k) * (3 + k)
    n = people(state, seat)
    fields = track(state, seat)
    axes = tools(state, seat)
    stand = stands(state, seat)
    if stand & 1 and axes < MOST_TOOLS:
        axes += 1
    if (stand >> (HUT - TOOLS)) & 1 and n < MOST_PEOPLE:
        n += 1
    if (stand >> (FIELD - TOOLS)) & 1 and fields < MOST_TRACK:
        fields += 1
    eaten = 16 * (n - food(state, seat) - fields) - expected(hunters(state, seat), 0)
    coming = 0
    for k in range(4):
        coming += (3 + k) * expected(gather(state, 4 * seat + k), k + 1)
    sets = symbols(state, seat)
    cards = popcount((stand >> (CARD - TOOLS)) & 15)
    huts = popcount(stand >> (BUILDING - TOOLS))
    work[FEATURES] = 16 * own
    work[FEATURES + 1] = own * soon
    work[FEATURES + 2] = 16 * pips + coming
    work[FEATURES + 3] = ((16 * pips + coming) * near) >> 6
    work[FEATURES + 4] = n * left
    work[FEATURES + 5] = fields * left
    work[FEATURES + 6] = axes * left
    work[FEATURES + 7] = max(0, n - fields) * left
    work[FEATURES + 8] = max(0, eaten)
    work[FEATURES + 9] = (max(0, -eaten) * near) >> 6
    work[FEATURES + 10] = farmers(state, seat) * left
    work[FEATURES + 11] = builders(state, seat) * left
    work[FEATURES + 12] = makers(state, seat) * left
    work[FEATURES + 13] = shamans(state, seat) * left
    work[FEATURES + 14] = (sets & (SETS - 1)) * left
    work[FEATURES + 15] = (sets >> 4) * left
    ones = once(state, seat)
    work[FEATURES + 16] = (((ones & 1) * 2 + ((ones >> 1) & 1) * 3 + (ones >> 2) * 4) * near) >> 2
    work[FEATURES + 17] = 16 * cards
    work[FEATURES + 18] = 16 * huts
    work[FEATURES + 19] = 16 * ((stand & 1) + ((stand >> (HUT - TOOLS)) & 1) + ((stand >> (FIELD - TOOLS)) & 1))
    work[FEATURES + 20] = 0
    work[FEATURES + 21] = 0
    if phase(state) == PLACE:
        work[FEATURES + 20] = 16 * hand(state, seat)
        work[FEATURES + 21] = hand(state, seat) * near >> 2
    work[FEATURES + 22] = 0
    if start(state) == seat:
        work[FEATURES + 22] = near >> 2
    return own


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = estimated share of the win, summing to UNIT; out[SEATS + seat] = points if the game ended now."""
    seats = board[SEAT_COUNT]
    left = rounds_left(board, state)
    for seat in range(seats):
        out[SEATS + seat] = features(board, work, state, seat, left)
        total = 0
        for i in range(JUDGE_WEIGHTS):
            total += board[JUDGE + i] * work[FEATURES + i]
        out[seat] = total >> STEP
    return shares(seats, out)


@compiled
def shares(seats, out):  # type: ignore[no-untyped-def]
    """Turn standings in steps into shares of UNIT."""
    best = out[0]
    for seat in range(1, seats):
        best = max(best, out[seat])
    total = 0
    for seat in range(seats):
        steps = max(0, SPAN + out[seat] - best)
        out[seat] = (16 + (steps & 15)) << (steps >> 4)
        total += out[seat]
    rest = UNIT
    for seat in range(1, seats):
        out[seat] = out[seat] * UNIT // total
        rest -= out[seat]
    out[0] = rest
    return 0
