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
from mutapa.search.tree import AVAILABLE, SUM, TRIED

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
def ucb1(settings, edges, live, n, mover, opened, logs, rng):  # type: ignore[no-untyped-def]
    """The edge to follow out of live[1..n] (n >= 1), of which live[0] are untried; `opened` as `mutapa.search.expand` says."""
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
            available = edges[at + AVAILABLE]
            if available != known:  # the same for all where nothing is hidden
                known = available
                log = logarithm(settings, logs, available)
            once = 1.0 / edges[at + TRIED]
            score = objective(settings, edges, at, mover, blend) * once + c * math.sqrt(log * once * PER_UNIT)
            if score > highest:
                highest = score
                best = live[i]
    return best
