"""What the trees of a search come to, in compiled code: the twin of `mutapa.search.merge`."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.proofs import proven
from mutapa.search.settings import SEATS
from mutapa.search.tree import ACTION, CHILD, FIRST, NEXT, NODE, PROOF, ROOT, SUM, TRIED

# A row: what is known of an action at the root, over all trees. TOTAL and those behind it: by seat.
WHICH, VISITED, PROVED, TOTAL = 0, 1, 2, 3
SEATS_MAX = 8
PROOFS = TOTAL + SEATS_MAX
ROW = PROOFS + SEATS_MAX


@compiled
def row_of(rows, n, action):  # type: ignore[no-untyped-def]
    """The place of an action among `n` rows in ascending order, or where it would be put."""
    at = n
    while at > 0 and rows[ROW * (at - 1) + WHICH] >= action:
        at -= 1
    return at


@compiled
def merge_tree(settings, head, nodes, edges, rows, n):  # type: ignore[no-untyped-def]
    """Add the root edges of a tree to `n` rows; return how many rows there are then. What finds no room is left out."""
    seats = settings[SEATS]
    width = SUM + seats
    edge = nodes[head[ROOT] * NODE + FIRST]
    while edge >= 0:
        here = edge * width
        action = edges[here + ACTION]
        at = row_of(rows, n, action)
        found = 1 if at < n and rows[ROW * at + WHICH] == action else 0
        if found or ROW * (n + 1) <= len(rows):
            if found == 0:
                for i in range(ROW * n - 1, ROW * at - 1, -1):
                    rows[i + ROW] = rows[i]
                for i in range(ROW):
                    rows[ROW * at + i] = 0
                rows[ROW * at + WHICH] = action
                n += 1
            rows[ROW * at + VISITED] += edges[here + TRIED]
            for s in range(seats):
                rows[ROW * at + TOTAL + s] += edges[here + SUM + s]
            child = edges[here + CHILD]
            proof = nodes[child * NODE + PROOF] if child >= 0 else 0
            if proof > 0 and rows[ROW * at + PROVED] == 0:
                rows[ROW * at + PROVED] = 1
                for s in range(seats):
                    rows[ROW * at + PROOFS + s] = proven(proof, s)
        edge = edges[here + NEXT]
    return n


@compiled
def counts(rows, at, seat, top, known, n):  # type: ignore[no-untyped-def]
    """1 if an action may be chosen: what is proven comes first (`mutapa.search.merge.best`)."""
    here = ROW * at
    proof = rows[here + PROOFS + seat]
    if known > 0 and (top == UNIT or known == n):
        return 1 if rows[here + PROVED] and proof == top else 0
    if known > 0 and rows[here + PROVED]:
        return 1 if proof == top and top > 0 else 0
    return 1


@compiled
def best_row(rows, n, seat):  # type: ignore[no-untyped-def]
    """The row of most visits; among equals the higher sum for `seat`, then the lower action."""
    known = 0
    top = 0
    for at in range(n):
        if rows[ROW * at + PROVED]:
            known += 1
            if rows[ROW * at + PROOFS + seat] > top:
                top = rows[ROW * at + PROOFS + seat]
    best = -1
    for at in range(n):
        if counts(rows, at, seat, top, known, n):
            here = ROW * at
            if (
                best < 0
                or rows[here + VISITED] > rows[ROW * best + VISITED]
                or (
                    rows[here + VISITED] == rows[ROW * best + VISITED]
                    and rows[here + TOTAL + seat] > rows[ROW * best + TOTAL + seat]
                )
            ):
                best = at
    return best


@compiled
def line_edge(settings, nodes, edges, node, wanted):  # type: ignore[no-untyped-def]
    """The edge of `node` for the action `wanted`, or if that is -1 the most visited one; -1 if it has no visit."""
    width = SUM + settings[SEATS]
    found = -1
    edge = nodes[node * NODE + FIRST]
    while edge >= 0:
        if wanted >= 0:
            if edges[edge * width + ACTION] == wanted:
                found = edge
        elif found < 0 or edges[edge * width + TRIED] > edges[found * width + TRIED]:
            found = edge
        edge = edges[edge * width + NEXT]
    if found >= 0 and edges[found * width + TRIED] < 1:
        return -1
    return found


@compiled
def main_line(settings, head, nodes, edges, action, out):  # type: ignore[no-untyped-def]
    """Write `action`, then the most visited actions below it in a tree; return how many."""
    width = SUM + settings[SEATS]
    node = head[ROOT]
    wanted = action
    n = 0
    while node >= 0 and n < len(out):
        edge = line_edge(settings, nodes, edges, node, wanted)
        wanted = -1
        if edge < 0:
            break
        out[n] = edges[edge * width + ACTION]
        n += 1
        node = edges[edge * width + CHILD]
    return n
