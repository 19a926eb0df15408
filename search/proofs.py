"""What is proven at the ends of games, carried up the tree: MCTS-Solver (Winands, Björnsson and Saito 2008), by utilities.

For two seats with nothing hidden. A node is proven where the game is over; where its mover has a step to a proven node that gives
it all there is to win; or where all its steps lead to proven nodes: then it takes the best, the first among equals (max^n). A
simulation ends at a proven node and brings its exact utilities; a mover no longer tries proven steps that another proven step
matches or beats, or that win nothing. Nature's nodes are never proven.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.settings import SEATS
from mutapa.search.tree import AT, CHILD, FIRST, NEXT, NODE, PROOF, STEP, SUM, TRIED, WHO

BITS = 21
MASK = (1 << BITS) - 1
"""A proof is 1 + the utilities of both seats, `BITS` bits each; 0 is none."""


@compiled
def proven(proof, seat):  # type: ignore[no-untyped-def]
    """Utility of `seat` in a proof."""
    return ((proof - 1) >> (BITS * seat)) & MASK


@compiled
def unpack(proof, values):  # type: ignore[no-untyped-def]
    """Both seats' utilities into `values`."""
    values[0] = proven(proof, 0)
    values[1] = proven(proof, 1)
    return 0


@compiled
def of_edge(nodes, edges, at):  # type: ignore[no-untyped-def]
    """The proof of the child of the edge whose words begin at `at`; 0 if there is none."""
    child = edges[at + CHILD]
    return nodes[child * NODE + PROOF] if child >= 0 else 0


@compiled
def verdict(settings, nodes, edges, node, mover):  # type: ignore[no-untyped-def]
    """What is proven of `node` by its steps; 0 if nothing."""
    width = SUM + settings[SEATS]
    best = 0
    open_ = 0
    edge = nodes[node * NODE + FIRST]
    while edge >= 0:
        proof = of_edge(nodes, edges, edge * width)
        if proof == 0:
            open_ = 1
        elif best == 0 or proven(proof, mover) > proven(best, mover):
            best = proof
        edge = edges[edge * width + NEXT]
    if best > 0 and (open_ == 0 or proven(best, mover) == UNIT):
        return best
    return 0


@compiled
def prove(settings, nodes, edges, path, depth, values, over):  # type: ignore[no-untyped-def]
    """After a simulation: note its end if the game was over there (`over` 1: `values` are exact), and what follows above."""
    last = path[STEP * depth + AT]
    if over:
        nodes[last * NODE + PROOF] = 1 + values[0] + (values[1] << BITS)
    while depth > 0 and nodes[path[STEP * depth + AT] * NODE + PROOF] > 0:
        depth -= 1
        node = path[STEP * depth + AT]
        mover = path[STEP * depth + WHO]
        if mover < 0:
            return 0
        if nodes[node * NODE + PROOF] == 0:
            nodes[node * NODE + PROOF] = verdict(settings, nodes, edges, node, mover)
    return 0


@compiled
def look_again(settings, nodes, edges, node, mover):  # type: ignore[no-untyped-def]
    """In a graph, on arriving at `node`: what lies below may have been proven by another way since."""
    if nodes[node * NODE + PROOF] == 0:
        nodes[node * NODE + PROOF] = verdict(settings, nodes, edges, node, mover)
    return 0


@compiled
def promising(settings, nodes, edges, live, n, mover):  # type: ignore[no-untyped-def]
    """Keep of live[1..n] what is worth trying and return how many: all not proven; the best proven one if it wins anything.

    At a node that isn't proven itself at least one is kept. live[0], the untried, stays: a proven edge was tried.
    """
    width = SUM + settings[SEATS]
    best = -1
    highest = 0
    for i in range(1, n + 1):
        proof = of_edge(nodes, edges, live[i] * width)
        if proof > 0 and proven(proof, mover) > highest:
            highest = proven(proof, mover)
            best = live[i]
    kept = 0
    for i in range(1, n + 1):
        edge = live[i]
        if edge == best or of_edge(nodes, edges, edge * width) == 0:
            kept += 1
            live[kept] = edge
        elif edges[edge * width + TRIED] == 0:
            live[0] -= 1
    return kept
