"""Hidden bid timing inside a simulation: rivals' auction steps are made by the bidder type drawn for each.

A type is hidden like a card, but lies in the opponent and not in the state; so a world carries it beside the state. Types of the
auction under way come from the belief (`mutapa.search.beliefs`), those of later auctions from the uniform one. An auction
is a run of bidding steps; any other step ends it.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.core.streams import next32
from mutapa.search.settings import RUNNING, SEATS, TYPES

IN_AUCTION = MOST_SEATS
"""Place in `types`, after one type a seat: whether the simulation is inside an auction."""


@compiled
def draw_types(settings, belief, posterior, types, rng):  # type: ignore[no-untyped-def]
    """A type for every seat, from its posterior (1) or from the uniform belief (0).

    `belief` holds rows of cumulative weights that end at 2^32: the uniform row, then one a seat.
    """
    n = settings[TYPES]
    for s in range(settings[SEATS]):
        row = (1 + s) * n if posterior else 0
        x = next32(rng)
        t = 0
        while t < n - 1 and belief[row + t] <= x:
            t += 1
        types[s] = t
    types[IN_AUCTION] = 1
    return 0


@compiled
def begin(settings, belief, types, rng):  # type: ignore[no-untyped-def]
    """Types of a new simulation."""
    types[IN_AUCTION] = 0
    if settings[RUNNING]:
        draw_types(settings, belief, 1, types, rng)
    return 0


@compiled
def bidding(game, board, work, world, settings, belief, types, rng):  # type: ignore[no-untyped-def]
    """Whether the mover's step is one of an auction; draws new types when an auction begins."""
    if game.forced(board, work, world) == 0:
        types[IN_AUCTION] = 0
        return 0
    if types[IN_AUCTION] == 0:
        draw_types(settings, belief, 0, types, rng)
    return 1
