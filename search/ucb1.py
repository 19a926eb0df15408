"""UCB1 (Auer, Cesa-Bianchi and Fischer 2002) over exact availability counts (Cowling, Powley and Whitehouse 2012).

Untried actions come first, in an order drawn from the tree's own stream (with progressive widening: by prior, as far as they are
open). Then the highest mean of the mover's objective plus c sqrt(ln available / visits); among equals the lowest action. With
c = 0 that is greedy.
"""

from __future__ import annotations

import math

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.streams import below
from mutapa.search.backup import malice, objective
from mutapa.search.expand import ALL
from mutapa.search.settings import EXPLORE, LN2, LOGS, SEATS
from mutapa.search.tree import AVAILABLE, FIRST, LISTED, NODE, OFFERED, SUM, TRIED, UNTRIED

PER_UNIT = 1.0 / UNIT  # a power of two: exact


@compiled
def logarithm(settings, logs, n):  # type: ignore[no-untyped-def]
    """ln n, fixed point, from the table; n >= 1."""
    extra = 0
    while n >= settings[LOGS]:
        n >>= 1
        extra += LN2
    return logs[n] + extra


@compiled
def bound(settings, edges, at, mover, blend, c, log):  # type: ignore[no-untyped-def]
    """Upper confidence bound of a tried edge: its mean for `mover`, and c sqrt(ln available / visits)."""
    once = 1.0 / edges[at + TRIED]
    return objective(settings, edges, at, mover, blend) * once + c * math.sqrt(log * once * PER_UNIT)


@compiled
def in_sight(settings, nodes, edges, node, mover, logs, rng):  # type: ignore[no-untyped-def]
    """`offer` and `ucb1` in one, for a node whose list is known and stays: with perfect information, every action open and none
    proven. Its edges lie side by side and were offered alike, so nothing is listed; the same edge by the same draws.
    """
    width = SUM + settings[SEATS]
    first = nodes[node * NODE + FIRST]
    n = nodes[node * NODE + LISTED]
    offered = nodes[node * NODE + OFFERED] + 1
    nodes[node * NODE + OFFERED] = offered
    at = first * width
    untried = nodes[node * NODE + UNTRIED]
    if untried > 0:
        k = below(rng, untried)
        edge = first
        while edges[at + TRIED] > 0 or k > 0:
            if edges[at + TRIED] == 0:
                k -= 1
            edge += 1
            at += width
        return edge
    c = settings[EXPLORE]
    blend = malice(settings, mover)
    log = logarithm(settings, logs, offered)
    best = first
    highest = -1.0
    for i in range(n):
        score = bound(settings, edges, at, mover, blend, c, log)
        if score > highest:
            highest = score
            best = first + i
        at += width
    return best


@compiled
def ucb1(settings, edges, live, n, mover, opened, offered, logs, rng):  # type: ignore[no-untyped-def]
    """The edge to follow out of live[1..n] (n >= 1), of which live[0] are untried; `opened` as `mutapa.search.expand` says.

    `offered`: how often the node's whole list was (`mutapa.search.tree`).
    """
    width = SUM + settings[SEATS]
    if opened >= 0:
        return opened
    if opened == ALL and live[0] > 0:
        k = below(rng, live[0])
        for i in range(1, n + 1):
            if edges[live[i] * width + TRIED] == 0:
                if k == 0:
                    return live[i]
                k -= 1
    c = settings[EXPLORE]
    blend = malice(settings, mover)
    best = -1
    highest = -1.0
    known = 0
    log = 0
    for i in range(1, n + 1):
        at = live[i] * width
        if edges[at + TRIED] > 0:
            available = offered + edges[at + AVAILABLE]
            if available != known:  # the same for all where nothing is hidden
                known = available
                log = logarithm(settings, logs, available)
            score = bound(settings, edges, at, mover, blend, c, log)
            if score > highest:
                highest = score
                best = live[i]
    return best
