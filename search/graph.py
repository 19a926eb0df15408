"""Nodes found by a key instead of by the path that led to them: a tree becomes a graph.

Transpositions (``graph=transpositions``): where nothing is hidden, orders of steps that lead to one position share its node.
Visits and sums stay on the edges, which is UCT1 of Childs, Brodeur and Kocsis (2008): an edge knows what was found through it,
and below it all that was found by any way. So a node's visits are those of all edges into it. Multi-observer searches
(`mutapa.search.worlds`) find the nodes of what each seat knows by the same table.

The table is open addressing over `SLOTS` slots, each a node + 1 or 0, then the key of each node. Keys have 54 bits, and equal
keys count as equal positions: among 10^6 positions two share one with a chance of 3 in 10^5, and the legal steps are asked
of the rules in any case.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.settings import SLOTS
from mutapa.search.tree import new_node


@compiled
def find(settings, head, nodes, table, key):  # type: ignore[no-untyped-def]
    """The node of `key`: its number, -2 - number if it was made just now, -1 if there is no room for it."""
    slots = settings[SLOTS]
    slot = key & (slots - 1)
    while table[slot] > 0:
        node = table[slot] - 1
        if table[slots + node] == key:
            return node
        slot = (slot + 1) & (slots - 1)
    node = new_node(settings, head, nodes, -1)
    if node < 0:
        return -1
    table[slot] = node + 1
    table[slots + node] = key
    return -2 - node
