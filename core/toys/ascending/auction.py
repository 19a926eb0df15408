"""Bidders with a limit: raise by one up to it, then pass; one step in twenty is anything legal.

The twentieth is part of each type's likelihood, so that Bayes stays exact and no history is impossible.
"""

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.streams import below
from mutapa.core.toys.ascending.layout import BOARD_BUDGET, mover, price
from mutapa.core.toys.ascending.legal import PASS, most, turn

ANYTHING = 20
"""One step in this many is uniform over the legal ones."""


@compiled
def forced(board, work, state):  # type: ignore[no-untyped-def]
    """2 if the bidder cannot beat the price: it passes whatever its limit is."""
    if turn(board, work, state) < 0:
        return 0
    return 1 if most(board, state, mover(state)) > price(state) else 2


@compiled
def bid_types(board, work, out):  # type: ignore[no-untyped-def]
    """Limits 0 .. budget, weighing the same."""
    n = board[BOARD_BUDGET] + 1
    for i in range(n):
        out[i] = 1
    return n


@compiled
def _aim(board, state, seat, limit):  # type: ignore[no-untyped-def]
    raised = price(state) + 1
    return raised if raised <= limit and raised <= most(board, state, seat) else PASS


@compiled
def bid(board, work, state, seat, bidder, rng):  # type: ignore[no-untyped-def]
    """The step of a bidder with limit `bidder`."""
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
