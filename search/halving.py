"""The root of Gumbel MuZero (Danihelka et al. 2022): sequential halving over actions drawn by Gumbel noise and priors.

The actions of highest noise + ln prior are considered; simulations are shared out in rounds, and after each the worse half drops
out (Karnin, Koren and Somekh 2013). Rank: noise + ln prior + sigma(Q), sigma(Q) = (50 + most visits) * trust * Q. All that are
still in have equally many visits, so a simulation goes to the best of those with as many visits as the schedule says.
Without ties the action that survives is the one that a policy improvement would draw.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.streams import next32
from mutapa.search.backup import malice, objective
from mutapa.search.reals import ln
from mutapa.search.settings import CONSIDERED, PLANNED, SEATS, TRUST
from mutapa.search.tree import ACTION, FIRST, NEXT, NODE, PRIOR, ROOT, SIMULATIONS, SUM, TRIED

# The bracket: actions still in, their visits in this round, how many of them had it, rounds left before the next halving, the
# number of halvings planned; then each root edge's noise, fixed point.
IN, ROUND, PLACE, ROUNDS, HALVINGS, NOISE = 0, 1, 2, 3, 4, 5
VISITED = 50.0
PER_UNIT = 1.0 / UNIT
PER_32 = 1.0 / (1 << 32)


@compiled
def noise(rng):  # type: ignore[no-untyped-def]
    """A standard Gumbel variate, -ln(-ln u), fixed point."""
    return int(-ln(-ln((next32(rng) + 0.5) * PER_32)) * UNIT)


@compiled
def draw_bracket(bracket, considered, planned):  # type: ignore[no-untyped-def]
    """Begin a schedule of `planned` simulations over `considered` actions."""
    halvings = 0
    while (1 << halvings) < considered:
        halvings += 1
    bracket[IN] = considered
    bracket[ROUND] = 0
    bracket[PLACE] = 0
    bracket[HALVINGS] = halvings
    bracket[ROUNDS] = max(1, planned // max(1, halvings * considered))
    return 0


@compiled
def next_visits(bracket, planned):  # type: ignore[no-untyped-def]
    """The visits that the next action to be simulated has; moves the schedule on."""
    visits = bracket[ROUND]
    bracket[PLACE] += 1
    if bracket[PLACE] == bracket[IN]:
        bracket[PLACE] = 0
        bracket[ROUND] += 1
        bracket[ROUNDS] -= 1
        if bracket[ROUNDS] == 0:
            if bracket[IN] > 2:
                bracket[IN] = max(2, bracket[IN] >> 1)
            bracket[ROUNDS] = max(1, planned // max(1, bracket[HALVINGS] * bracket[IN]))
    return visits


@compiled
def rank(settings, edges, edge, mover, most, bracket):  # type: ignore[no-untyped-def]
    """noise + ln prior + sigma(Q) of a root edge; an untried one's Q counts as 0, since it meets none but untried ones."""
    at = edge * (SUM + settings[SEATS])
    value = bracket[NOISE + edge] * PER_UNIT + ln(max(1, edges[at + PRIOR]) * PER_UNIT)
    if edges[at + TRIED] > 0:
        mean = objective(settings, edges, at, mover, malice(settings, mover)) / edges[at + TRIED] * PER_UNIT
        value += (VISITED + most) * settings[TRUST] * PER_UNIT * mean
    return value


@compiled
def halve(settings, head, edges, live, n, mover, bracket, rng):  # type: ignore[no-untyped-def]
    """The root edge to follow out of live[1..n]. The tree was planted for this search, so its root's edges are its first ones."""
    if head[SIMULATIONS] == 0:
        draw_bracket(bracket, min(n, settings[CONSIDERED]), settings[PLANNED])
        for i in range(1, n + 1):
            bracket[NOISE + live[i]] = noise(rng)
    wanted = next_visits(bracket, settings[PLANNED])
    width = SUM + settings[SEATS]
    most = 0
    for i in range(1, n + 1):
        most = max(most, edges[live[i] * width + TRIED])
    best = -1
    highest = 0.0
    for i in range(1, n + 1):
        if edges[live[i] * width + TRIED] == wanted:
            value = rank(settings, edges, live[i], mover, most, bracket)
            if best < 0 or value > highest:
                highest = value
                best = live[i]
    return best


@compiled
def survivor(settings, head, nodes, edges, bracket, mover):  # type: ignore[no-untyped-def]
    """The action at the root with the most visits; among equals that of highest rank, then the lowest."""
    width = SUM + settings[SEATS]
    most = 0
    edge = nodes[head[ROOT] * NODE + FIRST]
    while edge >= 0:
        most = max(most, edges[edge * width + TRIED])
        edge = edges[edge * width + NEXT]
    best = -1
    highest = 0.0
    edge = nodes[head[ROOT] * NODE + FIRST]
    while edge >= 0:
        if edges[edge * width + TRIED] == most:
            value = rank(settings, edges, edge, mover, most, bracket)
            if best < 0 or value > highest:
                highest = value
                best = edge
        edge = edges[edge * width + NEXT]
    return edges[best * width + ACTION]
