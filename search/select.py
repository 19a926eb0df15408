"""Which action of a node a simulation follows: by the rule that the settings name."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.expand import opening
from mutapa.search.halving import halve
from mutapa.search.puct import puct
from mutapa.search.settings import GUMBEL, SELECT, UCB1
from mutapa.search.tree import NODE, OFFERED, ROOT
from mutapa.search.ucb1 import ucb1


@compiled
def select(settings, head, nodes, edges, node, live, n, mover, bracket, logs, rng):  # type: ignore[no-untyped-def]
    """The edge to follow out of live[1..n] (n >= 1), of which live[0] are untried."""
    rule = settings[SELECT]
    if rule == GUMBEL and node == head[ROOT]:
        return halve(settings, head, edges, live, n, mover, bracket, rng)
    opened = opening(settings, nodes, edges, node, live, n)
    offered = nodes[node * NODE + OFFERED]
    if rule == UCB1:
        return ucb1(settings, edges, live, n, mover, opened, offered, logs, rng)
    return puct(settings, edges, live, n, mover, opened, offered)
