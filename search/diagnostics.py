"""How a search went, read from its trees after it: shape, priors, lines of play, and how many worlds it was spread over."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mutapa.core.game import UNIT
from mutapa.core.streams import Array
from mutapa.search.bots import Bot
from mutapa.search.merge import Result, edges_of
from mutapa.search.merge import line as line_of
from mutapa.search.threads import Tree, fill
from mutapa.search.tree import ACTION, DEEPEST, FIRST, NODE, NODES_USED, PRIOR, ROOT, TRIED, VISITS

DRAWS = 1000
"""Worlds drawn to see how many there are."""


@dataclass(frozen=True)
class Shape:
    """The trees of one search, taken together."""

    deepest: int
    """Longest path of a simulation since the tree was planted."""
    depth: float
    """Mean length of a simulation's path inside the tree, over the visits of the root."""
    branching: float
    """Mean number of edges of nodes that have any."""
    effective_branching: float
    """At the root: 2 to the entropy of the visits, in bits. 1: all visits on one action."""


@dataclass(frozen=True)
class Worlds:
    """Whole states that agree with what a seat sees, by drawing some as the search does."""

    drawn: int
    distinct: int
    effective: float | None
    """One over the chance that two draws agree (estimated without bias); None if no two did, so that it is beyond reach."""


def shape(trees: Sequence[Tree], result: Result) -> Shape:
    """How deep and how wide the trees are; `result` is what they were merged into."""
    below = visited = edges = inner = 0
    for tree in trees:
        root = int(tree.head[ROOT])
        for node in range(int(tree.head[NODES_USED])):
            at = node * NODE
            if node != root:
                below += int(tree.nodes[at + VISITS])
            if tree.nodes[at + FIRST] >= 0:
                inner += 1
                edges += len(edges_of(tree, node))
        visited += int(tree.nodes[root * NODE + VISITS])
    total = sum(row.visits for row in result.rows)
    shares = [row.visits / total for row in result.rows if row.visits]
    return Shape(
        deepest=max(int(tree.head[DEEPEST]) for tree in trees),
        depth=below / visited if visited else 0.0,
        branching=edges / inner if inner else 0.0,
        effective_branching=2 ** -sum(share * math.log2(share) for share in shares),
    )


def priors(trees: Sequence[Tree]) -> dict[int, float]:
    """The prior of each action at the root, a mean over the trees that have it; 0 where the search asked for none."""
    found: dict[int, list[int]] = {}
    for tree in trees:
        for edge in edges_of(tree, int(tree.head[ROOT])):
            at = edge * tree.width
            found.setdefault(int(tree.edges[at + ACTION]), []).append(int(tree.edges[at + PRIOR]))
    return {action: sum(each) / (len(each) * UNIT) for action, each in found.items()}


def line(trees: Sequence[Tree], action: int, least: int = 1) -> list[int]:
    """`action` and what followed it most, down to `least` visits, in the tree that tried it most (the first of these)."""

    def tried(tree: Tree) -> int:
        places = [edge * tree.width for edge in edges_of(tree, int(tree.head[ROOT]))]
        return max((int(tree.edges[at + TRIED]) for at in places if tree.edges[at + ACTION] == action), default=0)

    return line_of(max(trees, key=tried), action, least)


def worlds(bot: Bot, seen: Array, stream: Array, draws: int = DRAWS) -> Worlds:
    """Draw `draws` worlds for the seat of a started `bot` where it sees `seen`; with perfect information there is one.

    `stream`: int64[2], what the draws follow from.
    """
    if bot.perfect or bot.game is None:
        return Worlds(1, 1, 1.0)
    engine, words = bot.engine, bot.game.layout.words
    view, world, rng, work = engine.array(words), engine.array(words), engine.array(2), engine.work()
    fill(view, seen)
    fill(rng, stream)
    counts: Counter[int] = Counter()
    for _ in range(draws):
        engine.determinize(bot.board, work, view, bot.seat, rng, world)
        counts[int(engine.key(bot.board, work, world))] += 1
    pairs = sum(n * (n - 1) for n in counts.values())
    return Worlds(draws, len(counts), draws * (draws - 1) / pairs if pairs else None)
