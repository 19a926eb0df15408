"""PUCT (Rosin 2011, in the form of Silver et al. 2017) over exact availability counts, with first-play urgency.

Score of an action: Q + c P sqrt(available) / (1 + visits). Q: mean of the mover's objective; P: prior, shared out among the
actions that are legal in this world; available: how often the action was, this time included, so with perfect information
1 + the visits of all. An untried action's Q is the mean of the tried ones less urgency * sqrt(the priors of the tried ones): the
reduction that Leela Zero and KataGo (Wu 2019) use. Among equals the lowest action; with c = 0 and no reduction the choice
keeps to what is above the mean.
"""

from __future__ import annotations

import math

from mutapa.core.compiled import compiled
from mutapa.search.backup import malice, objective
from mutapa.search.expand import ALL
from mutapa.search.settings import EXPLORE, SEATS, URGENCY
from mutapa.search.tree import AVAILABLE, PRIOR, SUM, TRIED


@compiled
def puct(settings, edges, live, n, mover, opened, offered):  # type: ignore[no-untyped-def]
    """The edge to follow out of live[1..n] (n >= 1); for `opened` see `mutapa.search.expand`, for `offered` `tree`."""
    width = SUM + settings[SEATS]
    priors = 0
    known = 0
    visits = 0
    total = 0.0
    blend = malice(settings, mover)
    for i in range(1, n + 1):
        at = live[i] * width
        priors += edges[at + PRIOR]
        if edges[at + TRIED] > 0:
            known += edges[at + PRIOR]
            visits += edges[at + TRIED]
            total += objective(settings, edges, at, mover, blend)
    share = 1.0 / priors
    first = 0.0
    if visits > 0:
        first = total / visits - settings[URGENCY] * math.sqrt(known * share)
    c = settings[EXPLORE] * share
    best = -1
    highest = 0.0
    for i in range(1, n + 1):
        at = live[i] * width
        tried = edges[at + TRIED]
        if tried > 0 or opened == ALL or live[i] == opened:
            mean = first
            if tried > 0:
                mean = objective(settings, edges, at, mover, blend) / tried
            score = mean + c * edges[at + PRIOR] * math.sqrt(offered + edges[at + AVAILABLE]) / (1 + tried)
            if best < 0 or score > highest:
                highest = score
                best = live[i]
    return best
