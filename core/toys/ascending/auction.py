"""Types of bidders: a limit, up to which each raises by one and then passes; one step in twenty is anything legal.

With the option ``bidders=family`` a type is ``limit + (budget + 1) * (will + 2 * jump)``: will 1 goes the less far the better the
place is that passing now would give (the full limit only to be spared the last one), jump 1 raises at once to where it is willing
to go. The twentieth is part of each type's likelihood, so that Bayes stays exact and no history is impossible.
"""

from mutapa.core.compiled import compiled, popcount
from mutapa.core.game import UNIT
from mutapa.core.streams import Array, below
from mutapa.core.toys.ascending.layout import BOARD_BUDGET, BOARD_KINDS, BOARD_PLACES, BOARD_SEATS, cash, mover, out_of, price
from mutapa.core.toys.ascending.legal import PASS, most, turn

ANYTHING = 20
"""One step in this many is uniform over the legal ones."""
TRAITS = 64
"""Traits of a bidder are its coins, up to one less than this."""


@compiled
def forced(board, work, state):  # type: ignore[no-untyped-def]
    """2 if the bidder cannot beat the price: it passes whatever its limit is."""
    if turn(board, work, state) < 0:
        return 0
    return 1 if most(board, state, mover(state)) > price(state) else 2


@compiled
def bid_types(board, work, out):  # type: ignore[no-untyped-def]
    """Limits 0 .. budget of each kind, weighing the same."""
    n = (board[BOARD_BUDGET] + 1) * board[BOARD_KINDS]
    for i in range(n):
        out[i] = 1
    return n


@compiled
def willing(board, state, bidder):  # type: ignore[no-untyped-def]
    """The largest bid that a bidder of this type would make now, coins apart."""
    limit = bidder % (board[BOARD_BUDGET] + 1)
    if bidder // (board[BOARD_BUDGET] + 1) % 2 == 1:
        others = board[BOARD_SEATS] - popcount(out_of(state)) - 1
        return limit * others // (board[BOARD_SEATS] - 1)
    return limit


@compiled
def _aim(board, state, seat, bidder):  # type: ignore[no-untyped-def]
    up_to = min(willing(board, state, bidder), most(board, state, seat))
    raised = price(state) + 1
    if raised > up_to:
        return PASS
    if bidder // (board[BOARD_BUDGET] + 1) > 1:
        return up_to
    return raised


@compiled
def bid(board, work, state, seat, bidder, rng):  # type: ignore[no-untyped-def]
    """The step of a bidder of this type."""
    if below(rng, ANYTHING) == 0:
        k = below(rng, 1 + max(0, most(board, state, seat) - price(state)))
        return price(state) + k if k > 0 else PASS
    return _aim(board, state, seat, bidder)


@compiled
def likelihood(board, work, state, seat, action, bidder):  # type: ignore[no-untyped-def]
    """Fixed point; sums to UNIT over the legal steps."""
    n = 1 + max(0, most(board, state, seat) - price(state))
    each = UNIT // ANYTHING // n
    return UNIT - (n - 1) * each if action == _aim(board, state, seat, bidder) else each


@compiled
def bid_traits(board, work, state, seat):  # type: ignore[no-untyped-def]
    """The bidder's coins."""
    return min(cash(state, seat), TRAITS - 1)


@compiled
def bid_prior(board, work, traits, out):  # type: ignore[no-untyped-def]
    """Weights of types for a bidder with so many coins; 0 types past the last traits.

    They fall off with the distance from half of what the first place is worth more than the last, as far as the coins go.
    """
    if traits >= TRAITS:
        return 0
    expected = min(traits, max(0, board[BOARD_PLACES] - board[BOARD_PLACES + board[BOARD_SEATS] - 1]) // 2)
    limits = board[BOARD_BUDGET] + 1
    n = limits * board[BOARD_KINDS]
    for t in range(n):
        away = t % limits - expected
        out[t] = max(1, 240 // (1 + away * away))
    return n


def bidder(board: Array, kind: int) -> str:
    """A type in a word: ``limit-3``, ``settler-3-once``."""
    rest, limit = divmod(kind, int(board[BOARD_BUDGET]) + 1)
    return f"{('limit', 'settler')[rest % 2]}-{limit}{'-once' if rest > 1 else ''}"
