"""The tree: nodes and edges in two preallocated int64 arrays, bounded, and re-rooted in place.

An edge belongs to a true action and holds visits, how often the action was available, and the sum of utilities of each seat
(fixed point, so sums are exact in any order). A node is what the searching seat knows: edges whose actions look alike to it
share a child. Edges exist from the first time their action was legal, so availability is exact (SO-ISMCTS: Cowling, Powley and
Whitehouse 2012). Edges of a node form a list in ascending order of actions.

Visits: a node's are its edges' plus its own evaluations: 0 for a planted root, 1 for the visit that made any other node, more
only where a game ended or no room was left. A child's visits are at most those of the edges that lead to it.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.priors import weigh
from mutapa.search.settings import AFTER, EDGES, NODES, PERFECT, PRIORS, SEAT, SEATS

# A node: its first edge (-1 none), visits, parent (-1 the root), its new index while the tree is compacted, what is proven of
# it (`mutapa.search.proofs`; 0 nothing). Where nothing is hidden, so that its list never changes (else 0, or without meaning):
# how often the whole list was offered, how long it is, how many of it are untried (`back_up` counts down). An edge's
# availability is its own count plus OFFERED.
FIRST, VISITS, PARENT, MOVED, PROOF, OFFERED, LISTED, UNTRIED = 0, 1, 2, 3, 4, 5, 6, 7
NODE = 8

# An edge: its action, the action as the searching seat sees it (-1 before there is a child), the next edge of the node, the
# child, visits, availability, prior (fixed point; 0 where none was asked for); then the sum of utilities of each seat.
ACTION, SEEN, NEXT, CHILD, TRIED, AVAILABLE, PRIOR, SUM = 0, 1, 2, 3, 4, 5, 6, 7

# A path: for each step the node, the edge out of it, and who chose it: a seat, CHANCE, or DRAWN for a bidder's type.
AT, BY, WHO = 0, 1, 2
STEP = 3
DRAWN = -3

# The head: counters of one tree.
ROOT, NODES_USED, EDGES_USED, SIMULATIONS, STEPS, DEEPEST, REFUSED = 0, 1, 2, 3, 4, 5, 6
HEAD = 7
"""Root, nodes and edges in use, simulations since planted, rollout steps, deepest path, and what was refused for want of room."""


@compiled
def plant(head, nodes, table):  # type: ignore[no-untyped-def]
    """Forget everything: one root without edges. `table`: that of keys, or of length 1 where there is none."""
    for i in range(HEAD):
        head[i] = 0
    head[NODES_USED] = 1
    nodes[FIRST] = -1
    nodes[VISITS] = 0
    nodes[PARENT] = -1
    nodes[PROOF] = 0
    nodes[OFFERED] = 0
    nodes[LISTED] = 0
    nodes[UNTRIED] = 0
    for i in range(len(table)):
        table[i] = 0
    return 0


@compiled
def advice_at(settings, node):  # type: ignore[no-untyped-def]
    """Where what a network said of `node` stands (`mutapa.search.advice`): behind all nodes."""
    return settings[NODES] * NODE + node * settings[SEATS]


@compiled
def clear_advice(settings, nodes, node):  # type: ignore[no-untyped-def]
    """Nothing was said of `node`."""
    at = advice_at(settings, node)
    for s in range(settings[SEATS]):
        nodes[at + s] = 0
    return 0


@compiled
def new_node(settings, head, nodes, parent):  # type: ignore[no-untyped-def]
    """A node without edges; -1 if the tree is full."""
    node = head[NODES_USED]
    if node >= settings[NODES]:
        head[REFUSED] += 1
        return -1
    head[NODES_USED] = node + 1
    nodes[node * NODE + FIRST] = -1
    nodes[node * NODE + VISITS] = 0
    nodes[node * NODE + PARENT] = parent
    nodes[node * NODE + PROOF] = 0
    nodes[node * NODE + OFFERED] = 0
    nodes[node * NODE + LISTED] = 0
    nodes[node * NODE + UNTRIED] = 0
    if settings[AFTER]:
        clear_advice(settings, nodes, node)
    return node


@compiled
def new_edge(settings, head, edges, action, following):  # type: ignore[no-untyped-def]
    """An edge of `action` before edge `following`; the caller made sure of room."""
    edge = head[EDGES_USED]
    head[EDGES_USED] = edge + 1
    seats = settings[SEATS]
    blank(edges, edge * (SUM + seats), action, following, seats)
    return edge


@compiled
def blank(edges, at, action, following, seats):  # type: ignore[no-untyped-def]
    """The words of an edge that nobody has followed yet, from `at` on."""
    edges[at + ACTION] = action
    edges[at + SEEN] = -1
    edges[at + NEXT] = following
    edges[at + CHILD] = -1
    edges[at + TRIED] = 0
    edges[at + AVAILABLE] = 0
    edges[at + PRIOR] = 0
    for s in range(seats):
        edges[at + SUM + s] = 0
    return 0


@compiled
def touch(settings, head, nodes, edges, node, action):  # type: ignore[no-untyped-def]
    """The edge of an `action` that is not the tree's to choose (nature's, a drawn bidder's): found or made; -1 without room."""
    width = SUM + settings[SEATS]
    before = -1
    edge = nodes[node * NODE + FIRST]
    while edge >= 0 and edges[edge * width + ACTION] < action:
        before = edge
        edge = edges[edge * width + NEXT]
    if edge < 0 or edges[edge * width + ACTION] != action:
        if head[EDGES_USED] >= settings[EDGES]:
            head[REFUSED] += 1
            return -1
        edge = new_edge(settings, head, edges, action, edge)
        if before < 0:
            nodes[node * NODE + FIRST] = edge
        else:
            edges[before * width + NEXT] = edge
    edges[edge * width + AVAILABLE] += 1
    return edge


@compiled
def offer(game, board, work, world, settings, brain, head, nodes, edges, node, actions, weights, live, asked):  # type: ignore[no-untyped-def]
    """List in live[1..n] the edges of `node` that are legal in `world`, ascending, each counted as available; return n.

    live[0] is the number of untried ones. With perfect information the list never changes (`keep`). With hidden information the
    legal actions of each world are merged in; those without room stay out. A new edge's prior is that of the world in which it
    was first legal; `weights` is scratch. `asked`: 1, the network gives new edges their priors; 2, all legal ones, since it was
    asked just now; 0, the game's preferences do.
    """
    if settings[PERFECT]:
        return keep(game, board, work, world, settings, brain, head, nodes, edges, node, actions, weights, live, asked)
    width = SUM + settings[SEATS]
    n = game.legal(board, work, world, actions)
    weighed = 0
    untried = 0
    m = 0
    before = -1
    edge = nodes[node * NODE + FIRST]
    for i in range(n):
        action = actions[i]
        fresh = 0
        while edge >= 0 and edges[edge * width + ACTION] < action:
            before = edge
            edge = edges[edge * width + NEXT]
        if edge >= 0 and edges[edge * width + ACTION] == action:
            found = edge
        elif head[EDGES_USED] < settings[EDGES]:
            found = new_edge(settings, head, edges, action, edge)
            if before < 0:
                nodes[node * NODE + FIRST] = found
            else:
                edges[before * width + NEXT] = found
            before = found
            fresh = 1
        else:
            head[REFUSED] += 1
            found = -1
        if settings[PRIORS] and (fresh or (asked == 2 and found >= 0)):
            if weighed == 0:
                weigh(game, board, work, world, settings, brain, actions, n, weights, asked)
                weighed = 1
            edges[found * width + PRIOR] = weights[i]
        if found >= 0:
            m += 1
            live[m] = found
            edges[found * width + AVAILABLE] += 1
            if edges[found * width + TRIED] == 0:
                untried += 1
    live[0] = untried
    return m


@compiled
def keep(game, board, work, world, settings, brain, head, nodes, edges, node, actions, weights, live, asked):  # type: ignore[no-untyped-def]
    """`offer` where nothing is hidden; a list that doesn't fit entirely is refused."""
    width = SUM + settings[SEATS]
    here = node * NODE
    fresh = 1 if nodes[here + FIRST] < 0 else 0
    if fresh:
        lay_out(game, board, work, world, settings, head, nodes, edges, node, actions)
    elif asked == 2:
        game.legal(board, work, world, actions)
    first = nodes[here + FIRST]
    n = nodes[here + LISTED]
    if n == 0:
        return 0
    if settings[PRIORS] and (fresh or asked == 2):
        weigh(game, board, work, world, settings, brain, actions, n, weights, asked)
        for i in range(n):
            edges[(first + i) * width + PRIOR] = weights[i]
    for i in range(n):
        live[1 + i] = first + i
    live[0] = nodes[here + UNTRIED]
    nodes[here + OFFERED] += 1
    return n


@compiled
def lay_out(game, board, work, world, settings, head, nodes, edges, node, actions):  # type: ignore[no-untyped-def]
    """Make the edges of all that is legal at `node`, side by side; return how many, 0 where there is no room for them all."""
    n = game.legal(board, work, world, actions)
    first = head[EDGES_USED]
    if first + n > settings[EDGES]:
        head[REFUSED] += 1
        return 0
    head[EDGES_USED] = first + n
    here = node * NODE
    nodes[here + FIRST] = first
    nodes[here + LISTED] = n
    nodes[here + UNTRIED] = n
    seats = settings[SEATS]
    width = SUM + seats
    at = first * width
    for i in range(n):
        blank(edges, at, actions[i], first + i + 1 if i + 1 < n else -1, seats)
        at += width
    return n


@compiled
def enter(game, board, work, world, settings, head, nodes, edges, node, edge):  # type: ignore[no-untyped-def]
    """The child behind `edge`, before its action is applied to `world`; if there is none yet, find or make one.

    Returns the child, -2 - child if it was made just now, -1 if there is no room.
    """
    width = SUM + settings[SEATS]
    at = edge * width
    if edges[at + CHILD] >= 0:
        return edges[at + CHILD]
    if settings[PERFECT]:
        edges[at + SEEN] = edges[at + ACTION]
    else:
        seen = game.see(board, work, world, edges[at + ACTION], settings[SEAT])
        edges[at + SEEN] = seen
        sibling = nodes[node * NODE + FIRST]
        while sibling >= 0:
            if edges[sibling * width + SEEN] == seen and edges[sibling * width + CHILD] >= 0:
                edges[at + CHILD] = edges[sibling * width + CHILD]
                return edges[at + CHILD]
            sibling = edges[sibling * width + NEXT]
    child = new_node(settings, head, nodes, node)
    if child < 0:
        return -1
    edges[at + CHILD] = child
    return -2 - child


@compiled
def descend(settings, head, nodes, edges, seen):  # type: ignore[no-untyped-def]
    """Make the child reached by an action seen as `seen` the root (1), or leave the tree as it is if there is none (0)."""
    width = SUM + settings[SEATS]
    edge = nodes[head[ROOT] * NODE + FIRST]
    while edge >= 0:
        if edges[edge * width + SEEN] == seen and edges[edge * width + CHILD] >= 0:
            head[ROOT] = edges[edge * width + CHILD]
            return 1
        edge = edges[edge * width + NEXT]
    return 0


@compiled
def compact(settings, head, nodes, edges, moved):  # type: ignore[no-untyped-def]
    """Keep what hangs below the root and slide it to the front; return the nodes kept. `moved` has a word for each edge.

    A child lies behind its parent, so one pass forward marks all that is kept and nothing is overwritten before it moved.
    """
    width = SUM + settings[SEATS]
    root = head[ROOT]
    if root == 0:
        return head[NODES_USED]
    for e in range(head[EDGES_USED]):
        moved[e] = -1
    kept = 0
    for n in range(root, head[NODES_USED]):
        parent = nodes[n * NODE + PARENT]
        if n == root or (parent >= root and nodes[parent * NODE + MOVED] >= 0):
            nodes[n * NODE + MOVED] = kept
            kept += 1
            edge = nodes[n * NODE + FIRST]
            while edge >= 0:
                moved[edge] = 0
                edge = edges[edge * width + NEXT]
        else:
            nodes[n * NODE + MOVED] = -1
    edges_kept = 0
    for e in range(head[EDGES_USED]):
        if moved[e] == 0:
            moved[e] = edges_kept
            edges_kept += 1
    for e in range(head[EDGES_USED]):
        if moved[e] >= 0:
            at = e * width
            to = moved[e] * width
            following = edges[at + NEXT]
            child = edges[at + CHILD]
            for i in range(width):
                edges[to + i] = edges[at + i]
            edges[to + NEXT] = moved[following] if following >= 0 else -1
            edges[to + CHILD] = nodes[child * NODE + MOVED] if child >= 0 else -1
    for n in range(root, head[NODES_USED]):
        to = nodes[n * NODE + MOVED]
        if to >= 0:
            first = nodes[n * NODE + FIRST]
            parent = nodes[n * NODE + PARENT]
            nodes[to * NODE + FIRST] = moved[first] if first >= 0 else -1
            nodes[to * NODE + VISITS] = nodes[n * NODE + VISITS]
            for i in range(PROOF, NODE):
                nodes[to * NODE + i] = nodes[n * NODE + i]
            # MOVED of record `to` stays: it is that of the old node `to`, which later ones may ask for.
            nodes[to * NODE + PARENT] = nodes[parent * NODE + MOVED] if n != root else -1
            if settings[AFTER]:
                for s in range(settings[SEATS]):
                    nodes[advice_at(settings, to) + s] = nodes[advice_at(settings, n) + s]
    head[ROOT] = 0
    head[NODES_USED] = kept
    head[EDGES_USED] = edges_kept
    return kept
