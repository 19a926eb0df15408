"""Which untried actions of a node may be tried: all, or by progressive widening (Chaslot et al. 2008; Couetoux et al. 2011).

With widening a node with N visits has the first ceil(c N^a) of its actions open, in the order of their priors (the lower
action among equals). c N^a is a product of square roots, so it is the same number in every way of running.
"""

from __future__ import annotations

import math

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.settings import SEATS, WIDEN, WIDEN_POWER
from mutapa.search.tree import NODE, PRIOR, SUM, TRIED, VISITS

ALL = -1
"""Every untried action is open."""
NONE = -2
"""No untried action is."""
PER_UNIT = 1.0 / UNIT  # a power of two: exact


@compiled
def breadth(settings, visits):  # type: ignore[no-untyped-def]
    """How many actions are open after so many visits: ceil(c max(1, visits)^a)."""
    half = math.sqrt(max(1, visits))  # exact where it is whole, so the ceiling of whole numbers is too
    width = settings[WIDEN] * PER_UNIT
    if settings[WIDEN_POWER] & 2:
        width *= half
    if settings[WIDEN_POWER] & 1:
        width *= math.sqrt(half)
    return max(1, math.ceil(width))


@compiled
def opening(settings, nodes, edges, node, live, n):  # type: ignore[no-untyped-def]
    """What is open of live[1..n] besides the tried edges: `ALL`, the untried edge that comes next, or `NONE`."""
    if settings[WIDEN] == 0:
        return ALL
    if n - live[0] >= breadth(settings, nodes[node * NODE + VISITS]):
        return NONE
    width = SUM + settings[SEATS]
    best = NONE
    highest = 0
    for i in range(1, n + 1):
        at = live[i] * width
        if edges[at + TRIED] == 0 and edges[at + PRIOR] > highest:
            highest = edges[at + PRIOR]
            best = live[i]
    return best
