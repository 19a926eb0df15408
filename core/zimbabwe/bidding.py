"""Types of bidders: what nobody shows is how long a rival will go on bidding (DESIGN: hidden bid timing, first form).

A `threshold` bidder raises by one as long as the gift stays within its limit, else passes; one step in twenty is anything
legal. That twentieth is part of each type's likelihood, so that Bayes stays exact.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.streams import below
from mutapa.core.words import pack
from mutapa.core.zimbabwe.actions import BID, PASS, TAKE, make
from mutapa.core.zimbabwe.auction import last_standing, most_gift
from mutapa.core.zimbabwe.board import SEALED
from mutapa.core.zimbabwe.layout import AUCTION, gift, mover, phase, revealing

LIMITS = (pack((0, 1, 2, 3, 4, 5, 6, 7), 6), pack((8, 10, 12, 14, 17, 20, 25, 30), 6))
LOW_LIMITS, HIGH_LIMITS = LIMITS
TYPES = 16
ANYTHING = 20


@compiled
def forced(board, work, state):  # type: ignore[no-untyped-def]
    """0 outside the auction; 1 for a voluntary step; 2 where the mover can't beat the gift or stands alone (2.7, 2.8), or with
    sealed amounts has nothing to give or shows what it committed."""
    if phase(state) != AUCTION:
        return 0
    if board[SEALED] == 1:
        return 1 if revealing(state) == 0 and most_gift(state, mover(state)) > 0 else 2
    if last_standing(state) == 1:
        return 2
    return 1 if gift(state) < most_gift(state, mover(state)) else 2


@compiled
def bid_types(board, work, out):  # type: ignore[no-untyped-def]
    """Sixteen limits from 0 to 30, weighing the same. Types bid in turn, so the sealed auction has none."""
    if board[SEALED] == 1:
        return 0
    for i in range(TYPES):
        out[i] = 1
    return TYPES


@compiled
def limit_of(bidder):  # type: ignore[no-untyped-def]
    """The largest gift a bidder of this type makes."""
    if bidder < 8:
        return (LOW_LIMITS >> (6 * bidder)) & 63
    return (HIGH_LIMITS >> (6 * (bidder - 8))) & 63


@compiled
def _aim(state, seat, bidder):  # type: ignore[no-untyped-def]
    raised = gift(state) + 1
    if raised <= limit_of(bidder) and raised <= most_gift(state, seat):
        return make(BID, raised)
    return make(PASS, 0)


@compiled
def bid(board, work, state, seat, bidder, rng):  # type: ignore[no-untyped-def]
    """The step that `seat`, to move in the auction, takes as a bidder of this type."""
    if last_standing(state) == 1:
        return make(TAKE, 0)
    if below(rng, ANYTHING) == 0:
        k = below(rng, 1 + max(0, most_gift(state, seat) - gift(state)))
        if k > 0:
            return make(BID, gift(state) + k)
        return make(PASS, 0)
    return _aim(state, seat, bidder)


@compiled
def likelihood(board, work, state, seat, action, bidder):  # type: ignore[no-untyped-def]
    """Probability of the action by a bidder of this type, fixed point; sums to UNIT over the legal steps."""
    if last_standing(state) == 1:
        return UNIT
    n = 1 + max(0, most_gift(state, seat) - gift(state))
    each = UNIT // ANYTHING // n
    if action == _aim(state, seat, bidder):
        return UNIT - (n - 1) * each
    return each
