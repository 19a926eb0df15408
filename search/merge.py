"""Trees into one answer: integer sums at the root, in index order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mutapa.core.game import UNIT
from mutapa.search.proofs import proven
from mutapa.search.threads import Tree
from mutapa.search.tree import ACTION, AVAILABLE, CHILD, FIRST, NEXT, NODE, OFFERED, PROOF, ROOT, SUM, TRIED


@dataclass
class Row:
    """What a search knows of one action at the root, over all trees."""

    action: int
    visits: int = 0
    available: int = 0
    sums: list[int] = field(default_factory=list)
    """Utilities by seat, fixed point, summed over the visits."""
    proven: list[int] | None = None
    """Utilities by seat, fixed point, where they are proven."""

    def value(self, seat: int) -> float:
        """Mean utility of `seat`; 0 before the first visit."""
        return self.sums[seat] / (self.visits * UNIT) if self.visits else 0.0


@dataclass(frozen=True)
class Result:
    """One search. `rows` in ascending order of actions; `line`: actions most visited one after the other, in the first tree."""

    action: int
    rows: list[Row]
    values: list[float]
    """Mean utility of each seat over all visits of the root."""
    line: list[int]
    simulations: int
    """New ones, those of subtrees kept not counted."""
    reused: int
    """Visits that the trees brought along."""
    seconds: float
    nodes: int
    edges: int
    refused: int
    """How often a node or a list of actions found no room."""
    threads: dict[str, int]
    """New simulations by thread."""
    backend: str
    reproducible: bool
    """Whether the same seed gives this result again: not where a clock decided."""
    proven: list[int] | None = None
    """What is proven of this position: utilities by seat, fixed point; None if nothing is."""
    missing: int = 0
    """Trees that were not there when the clock ran out: the answer is made of the others."""

    @property
    def visits(self) -> dict[int, int]:
        """Visits by action."""
        return {row.action: row.visits for row in self.rows}


def edges_of(tree: Tree, node: int) -> list[int]:
    """The edges of `node`, ascending by action."""
    found = []
    edge = int(tree.nodes[node * NODE + FIRST])
    while edge >= 0:
        found.append(edge)
        edge = int(tree.edges[edge * tree.width + NEXT])
    return found


def availability(tree: Tree, node: int, edge: int) -> int:
    """How often an edge of `node` could be chosen."""
    return int(tree.edges[edge * tree.width + AVAILABLE] + tree.nodes[node * NODE + OFFERED])


def proven_at(tree: Tree, node: int, seats: int) -> list[int] | None:
    """What is proven of `node` (-1: there is none): utilities by seat, fixed point."""
    proof = int(tree.nodes[node * NODE + PROOF]) if node >= 0 else 0
    return [proven(proof, s) for s in range(seats)] if proof else None


class Root(NamedTuple):
    """What one tree has to say."""

    rows: list[Row]
    """Its root's edges."""
    nodes: int
    edges: int
    refused: int
    proven: list[int] | None
    """What is proven of the root."""


def root_of(tree: Tree, seats: int) -> Root:
    """`tree` as it stands."""
    rows = []
    root = int(tree.head[ROOT])
    for edge in edges_of(tree, root):
        at = edge * tree.width
        sums = [int(tree.edges[at + SUM + s]) for s in range(seats)]
        proven = proven_at(tree, int(tree.edges[at + CHILD]), seats)
        action, visits = int(tree.edges[at + ACTION]), int(tree.edges[at + TRIED])
        rows.append(Row(action, visits, availability(tree, root, edge), sums, proven))
    return Root(rows, *tree.size, tree.refused, proven_at(tree, root, seats))


def merge(roots: Sequence[Root], seats: int) -> list[Row]:
    """Root edges of all trees, summed by action."""
    rows: dict[int, Row] = {}
    for root in roots:
        for each in root.rows:
            row = rows.setdefault(each.action, Row(each.action, sums=[0] * seats))
            row.visits += each.visits
            row.available += each.available
            row.sums = [one + other for one, other in zip(row.sums, each.sums, strict=True)]
            row.proven = row.proven or each.proven
    return [rows[action] for action in sorted(rows)]


def best(rows: Sequence[Row], seat: int) -> int:
    """The action of most visits; among equals the higher sum for `seat`, then the lower action.

    What is proven comes first: a win of all there is to win, or where all is proven the best. Else what loses for sure or less
    sure than another is left out.
    """
    known = [row for row in rows if row.proven]
    top = max((row.proven[seat] for row in known if row.proven), default=0)
    if known and (top == UNIT or len(known) == len(rows)):
        rows = [row for row in known if row.proven and row.proven[seat] == top]
    elif known:
        rows = [row for row in rows if not row.proven or row.proven[seat] == top > 0]
    return max(rows, key=lambda row: (row.visits, row.sums[seat], -row.action)).action


def line(tree: Tree, action: int, least: int = 1) -> list[int]:
    """`action`, then in `tree` the most visited action of each node reached (the lowest among equals), down to `least` visits."""
    node, found = int(tree.head[ROOT]), []
    wanted: int | None = action
    while node >= 0:
        edges = edges_of(tree, node)
        if wanted is not None:
            edges = [edge for edge in edges if tree.edges[edge * tree.width + ACTION] == wanted]
            wanted = None
        if not edges:
            break
        edge = max(edges, key=lambda edge: tree.edges[edge * tree.width + TRIED])
        if tree.edges[edge * tree.width + TRIED] < least:
            break
        found.append(int(tree.edges[edge * tree.width + ACTION]))
        node = int(tree.edges[edge * tree.width + CHILD])
    return found
