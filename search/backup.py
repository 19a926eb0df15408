"""Max^n back-up (Luckhardt and Irani 1986): every seat's utility is added along the path; each mover maximises its own."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.settings import SEATS
from mutapa.search.tree import NODE, SUM, TRIED, VISITS


@compiled
def back_up(settings, nodes, edges, path, depth, values):  # type: ignore[no-untyped-def]
    """`path` holds node, edge, node, edge, ..., node: `depth` edges; the last node is -1 if the path left the tree."""
    seats = settings[SEATS]
    width = SUM + seats
    for i in range(depth):
        nodes[path[2 * i] * NODE + VISITS] += 1
        at = path[2 * i + 1] * width
        edges[at + TRIED] += 1
        for s in range(seats):
            edges[at + SUM + s] += values[s]
    if path[2 * depth] >= 0:
        nodes[path[2 * depth] * NODE + VISITS] += 1
    return 0
