"""A network asked late: about nodes that were visited often enough to be worth its time, and about no others.

A network's thought costs as much as some rollouts. Here simulations go without one, by the game's judge and preferences, until a
node has `AFTER` visits; then the network of its mover is asked once. Its policy becomes the priors of the node, whose estimate is
kept: every later simulation counts, beside its rollout, what the network said of the last such node on its way, with the weight
`ADVICE` (the mix of rollouts and values of Silver et al. 2016, with one thought for many simulations).

Where something is hidden, a rival's node holds many worlds, and the network is asked of one: that in which it was time. What that
rival sees there is part of what is kept. At the searching seat's own nodes all worlds look alike to the mover.

What was said stands behind the nodes, in the same array: utilities of all seats for each node, all 0 where nothing was.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.nets.forward import judge
from mutapa.search.evaluate import blend, estimates
from mutapa.search.settings import ADVICE, AFTER, SEATS
from mutapa.search.tree import NODE, ROOT, VISITS, advice_at, clear_advice


@compiled
def forget(settings, head, nodes):  # type: ignore[no-untyped-def]
    """A root that was just planted was told nothing."""
    if settings[AFTER] and nodes[head[ROOT] * NODE + VISITS] == 0:
        clear_advice(settings, nodes, head[ROOT])
    return 0


@compiled
def ask(game, board, work, world, mover, settings, nodes, node, brain, marks, values):  # type: ignore[no-untyped-def]
    """Ask the network of `mover` about `world`, at `node`, if it is time and it wasn't yet.

    2 if it was asked now, 1 if it was before, 0 if it isn't time: what `offer` takes. `values` is scratch.
    """
    if nodes[node * NODE + VISITS] < settings[AFTER]:
        return 0
    at = advice_at(settings, node)
    for s in range(settings[SEATS]):
        if nodes[at + s] != 0:
            return 1
    judge(game, board, work, world, mover, settings[SEATS], brain, marks)
    estimates(settings, marks, values)
    for s in range(settings[SEATS]):
        nodes[at + s] = values[s]
    return 2


@compiled
def heed(settings, nodes, node, values, guesses):  # type: ignore[no-untyped-def]
    """Mix into `values`, what a simulation found, what was said of `node`, the last on its way (-1: none); scratch: `guesses`."""
    if node < 0:
        return 0
    at = advice_at(settings, node)
    for s in range(settings[SEATS]):
        guesses[s] = nodes[at + s]
    return blend(settings, values, guesses, settings[ADVICE])
