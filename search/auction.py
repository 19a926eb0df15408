"""Hidden bid timing inside a simulation: rivals' auction steps are made by the bidder type drawn for each.

A type is hidden like a card, but lies in the opponent and not in the state; so a world carries it beside the state. Types of the
auction under way come from the belief (`mutapa.search.beliefs`), those of later auctions from what is expected of a bidder who
stands like that (`mutapa.search.expectations`). An auction is a run of bidding steps; any other step ends it.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.core.streams import next32
from mutapa.search.settings import AUCTION, BY_SEAT, BY_TRAITS, FORETOLD, LATER, RUNNING, SEATS, TYPES

IN_AUCTION = MOST_SEATS
"""Place in `types`, after one type a seat: whether the simulation is inside an auction."""


@compiled
def draw_type(belief, at, n, rng):  # type: ignore[no-untyped-def]
    """A type by the row of `n` cumulative weights at `at`, which end at 2^32: the first whose sum is above the number drawn."""
    x = next32(rng)
    low = 0
    high = n - 1
    while low < high:
        middle = (low + high) >> 1
        if belief[at + middle] <= x:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def begin(settings, belief, types, rng):  # type: ignore[no-untyped-def]
    """Types of a new simulation: those of the auction under way by the belief, whose first rows are the seats'."""
    types[IN_AUCTION] = 0
    if settings[RUNNING]:
        n = settings[TYPES]
        for s in range(settings[SEATS]):
            types[s] = draw_type(belief, s * n, n, rng)
        types[IN_AUCTION] = 1
    return 0


@compiled
def bidding(game, board, work, world, settings, belief, types, rng):  # type: ignore[no-untyped-def]
    """Whether the mover's step is one of an auction; draws new types when an auction begins, by rows that follow the seats'."""
    if game.forced(board, work, world) == 0:
        types[IN_AUCTION] = 0
        return 0
    if settings[AUCTION] == FORETOLD:
        return 1
    if types[IN_AUCTION] == 0:
        n = settings[TYPES]
        for s in range(settings[SEATS]):
            row = settings[SEATS]
            if settings[LATER] == BY_TRAITS:
                row += game.bid_traits(board, work, world, s)
            elif settings[LATER] == BY_SEAT:
                row += s
            types[s] = draw_type(belief, row * n, n, rng)
        types[IN_AUCTION] = 1
    return 1
