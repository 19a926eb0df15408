"""What the expert pays with: a payment goes kind by kind upwards, so each step is valued by the best way to go on from it."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.stone_age.figures import ANY_TILE, BUILDING
from mutapa.core.stone_age.layout import PAY, kinds, last, left, phase, place, stock, tops
from mutapa.core.stone_age.outlook import HAVE, PRICE
from mutapa.core.stone_age.weights import KEPT

MISSING = 1024
"""Cost of a resource that isn't there."""


@compiled
def cost_of_resource(board, work, k):  # type: ignore[no-untyped-def]
    """One of resource `k` paid: its worth, more if a tile needs it on which the seat stands."""
    if work[HAVE + k] < 16:
        return work[PRICE + k] + board[KEPT]
    return work[PRICE + k]


@compiled
def value_of_rest(board, work, state, seat, first, n):  # type: ignore[no-untyped-def]
    """What `n` resources of kind `first` and up cost that are missed least, one of `first` being paid already; below 0."""
    total = 0
    used = 0
    for _ in range(first, 4):
        best = -1
        most = 0
        for k in range(first, 4):
            value = -cost_of_resource(board, work, k)
            if (used >> k) & 1 == 0 and (best < 0 or value > most):
                best = k
                most = value
        used |= 1 << best
        some = min(n, stock(state, 4 * seat + best) - (1 if best == first else 0))
        total += some * most
        n -= some
    return total - n * MISSING


@compiled
def value_of_some(board, work, state, seat, first, n):  # type: ignore[no-untyped-def]
    """The best that up to `n` resources of kind `first` and up come to, where each scores its points."""
    total = 0
    for turn in range(4 - first):
        k = 3 - turn
        value = 16 * (3 + k) - cost_of_resource(board, work, k)
        if value > 0:
            some = min(n, stock(state, 4 * seat + k) - (1 if k == first else 0))
            total += some * value
            n -= some
    return total


@compiled
def value_of_mixture(board, work, state, seat, first, n, many):  # type: ignore[no-untyped-def]
    """What `n` resources come to, of kind `first` and of exactly `many` kinds above it, the dearest first."""
    total = 0
    for turn in range(3 - first):
        k = 3 - turn
        held = stock(state, 4 * seat + k)
        if held > 0 and many > 0:
            some = min(held, n - (many - 1))
            total += some * (16 * (3 + k) - cost_of_resource(board, work, k))
            n -= some
            many -= 1
    if n >= stock(state, 4 * seat + first):
        return total - n * MISSING
    return total + n * (16 * (3 + first) - cost_of_resource(board, work, first))


@compiled
def value_of_paying(board, work, state, seat, k):  # type: ignore[no-untyped-def]
    """One of resource `k` paid and the rest as well as can be. To end the payment of a tile 1to7 is worth 0."""
    n = left(state) - 1
    own = -cost_of_resource(board, work, k)
    if phase(state) != PAY or place(state) < BUILDING:
        return own + value_of_rest(board, work, state, seat, k, n)
    own += 16 * (3 + k)
    if tops(state, place(state) - BUILDING) - 1 == ANY_TILE:
        return own + value_of_some(board, work, state, seat, k, n)
    many = kinds(state)
    if last(state) != k + 1:
        many -= 1
    return own + value_of_mixture(board, work, state, seat, k, n, many)
