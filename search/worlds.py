"""The world of a simulation, and whose knowledge the nodes stand for.

A world is a whole state that agrees with what the searching seat sees, and a fresh key for nature's draws. Ways of using them:

so           one tree over what the searching seat sees (SO-ISMCTS: Cowling, Powley and Whitehouse 2012). Known mistake: a rival
             in it averages over what the rival knows and the searcher doesn't.
mo           a node for what the mover sees, whoever it is (MO-ISMCTS, same paper; there by the steps seen, here by ``observe``,
             on which alone this contract's worlds depend). Known mistake: rivals play as if they knew the searcher's
             secrets, since all worlds agree with these.
redetermine  the same, and at each rival's node the world is drawn anew from what that rival sees, for the rest of the simulation
             (re-determinizing: Goodman 2019). Known mistake: behind a rival's step the searcher's own secrets are forgotten.
pimc         a fixed number of worlds, a tree for each in which nothing is hidden, then votes by visits (perfect information
             Monte Carlo: Long, Sturtevant, Buro and Furtak 2010). Known mistake: strategy fusion, and rivals who know all.
cheat        one tree over the true state: what could be won by knowing all. No player; an upper bound.

The last two need nothing here: their trees search known states (`mutapa.search.driver`).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.streams import next32
from mutapa.search.graph import find
from mutapa.search.settings import PERFECT, REDETERMINE, SEAT, WORDS, WORLDS


@compiled
def draw(game, board, work, seen, settings, luck, rng, world):  # type: ignore[no-untyped-def]
    """Fill `world` and the key `luck` (int64[2]): nature's draws are a function of it and of counts in the state."""
    luck[0] = next32(rng)
    luck[1] = next32(rng)
    if settings[PERFECT]:
        for w in range(settings[WORDS]):
            world[w] = seen[w]
    else:
        game.determinize(board, work, seen, settings[SEAT], rng, world)
    return 0


@compiled
def arrive(game, board, work, world, settings, head, nodes, table, view, rng):  # type: ignore[no-untyped-def]
    """The node of `world` by key, as `mutapa.search.graph.find` gives it: of the state if nothing is hidden, else of what the
    mover sees (the searching seat where no seat moves). `view` is scratch, a state; re-determinizing changes `world`.
    """
    if settings[PERFECT]:
        return find(settings, head, nodes, table, game.key(board, work, world))
    mover = game.turn(board, work, world)
    seat = mover if mover >= 0 else settings[SEAT]
    game.observe(board, work, world, seat, view)
    if settings[WORLDS] == REDETERMINE and seat != settings[SEAT]:
        game.determinize(board, work, view, seat, rng, world)
    return find(settings, head, nodes, table, game.key(board, work, view))
