"""Types of bidders: what nobody shows is how long a rival will go on bidding, and in what jumps (docs/auctions.md).

A type is a small bid policy of four parts, numbered ``limit + 12 * (will + 3 * (jump + 3 * wavers))``:

limit: the gift it goes up to, one of `LIMITS`; on top comes what Elegua's stock still pays.
will: `THRESHOLD` goes up to the limit, whatever; `SETTLER` the less far the better the place is that passing now would give, the
full limit only to be spared the last one; `RECKONER` counts the cattle that lie on its own plaque on top of its limit.
jump: it raises by one, by three, or at once to where it is willing to go.
wavers: 1 where one time in four it passes though it would go on.

One step in twenty is anything legal. That twentieth is part of each type's likelihood, so that Bayes stays exact. Types bid in
turn: the sealed auction has none.
"""

from __future__ import annotations

from typing import Any

from mutapa.core.compiled import compiled, popcount
from mutapa.core.game import UNIT
from mutapa.core.streams import below
from mutapa.core.words import pack
from mutapa.core.zimbabwe.actions import BID, PASS, TAKE, make
from mutapa.core.zimbabwe.auction import god_seat, last_standing, most_gift, share, subsidy
from mutapa.core.zimbabwe.board import SEALED, SEAT_COUNT
from mutapa.core.zimbabwe.figures import SHADIPINYI
from mutapa.core.zimbabwe.layout import AUCTION, active, gift, mover, phase, plaques, revealing, total
from mutapa.core.zimbabwe.plans import rounds_left

LIMIT_COUNT = 12
LIMITS = (pack((0, 1, 2, 3, 4, 5), 6), pack((6, 8, 10, 13, 17, 24), 6))
LOW_LIMITS, HIGH_LIMITS = LIMITS
THRESHOLD, SETTLER, RECKONER = range(3)
BY_ONE, BY_THREE, AT_ONCE = range(3)
TYPES = LIMIT_COUNT * 3 * 3 * 2
ANYTHING = 20
WAVERING = 4

PURSES = pack((4, 7, 11, 16, 23), 6)
"""Traits: a purse of fewer cattle than this is of the first, second ... class."""
PURSE_CLASSES = 6
TYPICAL = pack((2, 5, 9, 13, 19, 28), 6)
"""Cattle of a typical purse of each class."""
STAGES = 3
TRAITS = PURSE_CLASSES * STAGES * 2
STAGE_PACE = 5
"""Rounds left for each 16 points that the leader still needs: the expert's `PACE`, but the same for whoever asks."""


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
    """All types weigh the same; none where amounts are sealed."""
    if board[SEALED] == 1:
        return 0
    for i in range(TYPES):
        out[i] = 1
    return TYPES


@compiled
def limit_of(bidder):  # type: ignore[no-untyped-def]
    """The plain limit of a type."""
    i = bidder % LIMIT_COUNT
    if i < 6:
        return (LOW_LIMITS >> (6 * i)) & 63
    return (HIGH_LIMITS >> (6 * (i - 6))) & 63


@compiled
def on_plaque(board, state, seat):  # type: ignore[no-untyped-def]
    """Cattle that lie on the seat's plaque by now."""
    queue = board[SEAT_COUNT]
    first = 0
    if god_seat(board, state, SHADIPINYI) >= 0:
        queue += 1
        first = 1
    for i in range(board[SEAT_COUNT]):
        if plaques(state, i) == seat:
            return share(total(state), queue, first + i)
    return 0


@compiled
def willing(board, state, seat, bidder):  # type: ignore[no-untyped-def]
    """The largest gift that a bidder of this type would make now, cattle apart."""
    will = bidder // LIMIT_COUNT % 3
    most = limit_of(bidder)
    if will == SETTLER:
        others = popcount(active(state)) - 1
        most = most * others // (board[SEAT_COUNT] - 1)
    elif will == RECKONER:
        most += on_plaque(board, state, seat)
    return most + subsidy(state, seat)


@compiled
def _aim(board, state, seat, bidder):  # type: ignore[no-untyped-def]
    most = min(willing(board, state, seat, bidder), most_gift(state, seat))
    raised = gift(state) + 1
    if raised > most:
        return make(PASS, 0)
    jump = bidder // (LIMIT_COUNT * 3) % 3
    if jump == BY_THREE:
        raised = min(raised + 2, most)
    elif jump == AT_ONCE:
        raised = most
    return make(BID, raised)


@compiled
def wavers(bidder):  # type: ignore[no-untyped-def]
    """1 if one time in four the type passes though it would go on."""
    return bidder // (LIMIT_COUNT * 9)


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
    if wavers(bidder) == 1 and below(rng, WAVERING) == 0:
        return make(PASS, 0)
    return _aim(board, state, seat, bidder)


@compiled
def likelihood(board, work, state, seat, action, bidder):  # type: ignore[no-untyped-def]
    """Probability of the action by a bidder of this type, fixed point; sums to UNIT over the legal steps."""
    if last_standing(state) == 1:
        return UNIT
    n = 1 + max(0, most_gift(state, seat) - gift(state))
    each = UNIT // ANYTHING // n
    rest = UNIT - n * each
    aim = _aim(board, state, seat, bidder)
    passing = 0
    if wavers(bidder) == 1 and aim != make(PASS, 0):
        passing = rest // WAVERING
    if action == aim:
        return each + rest - passing
    if action == make(PASS, 0):
        return each + passing
    return each


@compiled
def bid_traits(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Where the seat stands as an auction begins: its purse, how soon the game may end, whether its plaque is among the first
    half, which gets more back."""
    purse = most_gift(state, seat)
    size = 0
    while size < PURSE_CLASSES - 1 and purse >= ((PURSES >> (6 * size)) & 63):
        size += 1
    left = rounds_left(board, state, STAGE_PACE)
    stage = 0
    if left > 5:
        stage = 2
    elif left > 2:
        stage = 1
    early = 0
    for i in range(board[SEAT_COUNT] // 2):
        if plaques(state, i) == seat:
            early = 1
    return (size * STAGES + stage) * 2 + early


@compiled
def bid_prior(board, work, traits, out):  # type: ignore[no-untyped-def]
    """Weights of types for a seat with these traits, by what a place and its plaque are worth to it; past the last traits none.

    An early place is worth two cattle and a share of the purse, the more the fewer rounds there are to use it in: a twelfth at
    first, a tenth later, an eighth near the end; and one more where more comes back. Weights fall off with the distance from that
    limit; raises by one are the rule, wavering is not. Set by hand, after a look at what searches and the expert bid.
    """
    if board[SEALED] == 1 or traits >= TRAITS:
        return 0
    purse = (TYPICAL >> (6 * (traits // (2 * STAGES)))) & 63
    expected = 2 + purse // (8 + 2 * (traits // 2 % STAGES)) + traits % 2
    for t in range(TYPES):
        weight = 4096 // (1 + (limit_of(t) - expected) * (limit_of(t) - expected))
        if t // (LIMIT_COUNT * 3) % 3 == BY_ONE:
            weight *= 8
        if wavers(t) == 0:
            weight *= 4
        out[t] = weight
    return TYPES


WILLS, JUMPS = ("threshold", "settler", "reckoner"), ("", "-three", "-once")


def bidder(board: Any, kind: int) -> str:
    """A type in a word: ``threshold-8``, ``settler-8-three-wavers``."""
    rest = kind // LIMIT_COUNT
    return f"{WILLS[rest % 3]}-{limit_of(kind)}{JUMPS[rest // 3 % 3]}{'-wavers' if wavers(kind) else ''}"
