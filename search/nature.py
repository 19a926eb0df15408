"""Nature's move inside the tree: sampled (open loop), or shared out by its odds.

With ``chance=explicit`` a chance node of few outcomes sends a simulation to the outcome that is furthest behind its share:
largest weight * (visits + 1) - total * visits of the outcome, the first among equals. So after n visits each outcome has n times
its odds, within 1 for two outcomes, and luck adds no noise to what lies above. Outcomes are those of the world at hand.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.settings import OUTCOMES, SEATS
from mutapa.search.tree import ACTION, FIRST, NEXT, NODE, SUM, TRIED


@compiled
def visits_of(settings, nodes, edges, node, action):  # type: ignore[no-untyped-def]
    """Visits of the edge of `action`, 0 where there is none."""
    width = SUM + settings[SEATS]
    edge = nodes[node * NODE + FIRST]
    while edge >= 0 and edges[edge * width + ACTION] < action:
        edge = edges[edge * width + NEXT]
    if edge >= 0 and edges[edge * width + ACTION] == action:
        return edges[edge * width + TRIED]
    return 0


@compiled
def nature(game, board, work, world, settings, nodes, edges, node, actions, weights, luck):  # type: ignore[no-untyped-def]
    """Nature's action at `node`; `actions` and `weights` are scratch."""
    if settings[OUTCOMES] == 0:
        return game.chance(board, work, world, luck)
    n = game.odds(board, work, world, actions, weights)
    if n > settings[OUTCOMES]:
        return game.chance(board, work, world, luck)
    total = 0
    visits = 0
    for i in range(n):
        total += weights[i]
        visits += visits_of(settings, nodes, edges, node, actions[i])
    best = -1
    most = 0
    for i in range(n):
        behind = weights[i] * (visits + 1) - total * visits_of(settings, nodes, edges, node, actions[i])
        if weights[i] > 0 and (best < 0 or behind > most):
            most = behind
            best = i
    return actions[best]
