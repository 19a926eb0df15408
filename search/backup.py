"""Back-up: every seat's utility is added along the path; what a mover makes of the sums is its objective.

Max^n (Luckhardt and Irani 1986): each mover maximises its own utility. Paranoid (Sturtevant and Korf 2000): rivals minimise the
searching seat's. In between a rival maximises a blend of both: (1 - p) own + p (1 - the searching seat's). The sums are those
of true utilities in all cases, so what a search reports doesn't depend on the objective. With two seats whose utilities sum to
1 all blends are the same.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.settings import PARANOIA, SEAT, SEATS
from mutapa.search.tree import AT, BY, NODE, STEP, SUM, TRIED, UNTRIED, VISITS

PER_UNIT = 1.0 / UNIT


@compiled
def malice(settings, mover):  # type: ignore[no-untyped-def]
    """How far `mover` maximises the searching seat's loss, fixed point: asked once a node, since `objective` is a search's most
    frequent question."""
    if mover == settings[SEAT]:
        return 0
    return settings[PARANOIA]


@compiled
def objective(settings, edges, at, mover, blend):  # type: ignore[no-untyped-def]
    """What `mover` maximises, summed over the visits of the edge whose words begin at `at` (fixed point, as a float).

    `blend` is its `malice`.
    """
    own = 1.0 * edges[at + SUM + mover]
    if blend == 0:
        return own
    loss = edges[at + TRIED] * UNIT - edges[at + SUM + settings[SEAT]]
    return own + blend * PER_UNIT * (loss - own)


@compiled
def back_up(settings, nodes, edges, path, depth, values):  # type: ignore[no-untyped-def]
    """`path` (`mutapa.search.tree`) has `depth` steps, then a last node, -1 if the path left the tree."""
    seats = settings[SEATS]
    width = SUM + seats
    for i in range(depth):
        here = path[STEP * i + AT] * NODE
        nodes[here + VISITS] += 1
        at = path[STEP * i + BY] * width
        tried = edges[at + TRIED]
        nodes[here + UNTRIED] -= 1 if tried == 0 else 0
        edges[at + TRIED] = tried + 1
        for s in range(seats):
            edges[at + SUM + s] += values[s]
    if path[STEP * depth + AT] >= 0:
        nodes[path[STEP * depth + AT] * NODE + VISITS] += 1
    return 0
