"""The numbers that a compiled search reads: one int64 array, its places named here, and the table of logarithms.

Variants are integers in this array, read at the borders of a simulation's phases, so that one object serves all of them.
"""

from __future__ import annotations

import functools
import math

SEAT = 0
"""The searching seat."""
SEATS = 1
"""Seats at the table."""
WORDS = 2
"""Words of a state."""
PERFECT = 3
"""1: nothing is hidden, so an observation is the state and a node's legal list never changes."""
WIN = 4
PLACE = 5
MARGIN = 6
POINTS = 17
"""Integer weights of the four parts of the utility (`mutapa.search.evaluate`)."""
SCALE = 7
"""Points that `MARGIN` and `POINTS` are measured in."""
EXPLORE = 8
"""Constant of UCB1 or PUCT, fixed point."""
HORIZON = 9
"""Steps of a rollout before it is judged; 0: judged at once."""
AUCTION = 10
"""`OPEN`: rivals' bids are the tree's like any other step; `LIMITS`: a drawn bidder type makes them; `FORETOLD`: drawn as a
network's bid head foretells them."""
TYPES = 11
"""Bidder types of the game."""
RUNNING = 12
"""1: the search starts inside an auction of which steps were seen, so rivals' types come from the belief."""
NODES = 13
EDGES = 14
"""Capacities of the tree."""
DEPTH = 15
"""Longest path in the tree."""
LOGS = 16
"""Length of the table of logarithms."""
SELECT = 18
"""`UCB1`, `PUCT`, or `GUMBEL`: sequential halving at the root over PUCT below it."""
PRIORS = 19
"""1: edges get a prior from the game's ``prefer`` (PUCT, Gumbel, widening)."""
POWER = 20
"""Half powers that ``prefer``'s weights are raised to before they are shared out: 2 takes them as they are, 0 makes them flat."""
FLAT = 21
"""Share of a prior that is spread evenly, fixed point."""
URGENCY = 22
"""First-play urgency of PUCT, fixed point: how far an untried action is held below the mean (`mutapa.search.puct`)."""
WIDEN = 23
"""Progressive widening: its constant, fixed point; 0: every action may be tried at once."""
WIDEN_POWER = 24
"""Its exponent in quarters: 1, 2 or 3."""
ROLLOUT = 25
"""`SAMPLE`: rollouts by the game's ``sample``; but for a share `EPSILON` of steps, `PREFER`: by its ``prefer``, `MAST`: by what
steps were worth in earlier simulations."""
EPSILON = 26
"""Fixed point."""
MIX = 27
"""Weight of the judge's estimate where a rollout begins, beside the rollout's result; fixed point."""
PARANOIA = 28
"""What rivals maximise (`mutapa.search.backup`), fixed point: 0 their own utility, UNIT the searching seat's loss."""
CONSIDERED = 29
"""Gumbel: the most actions that sequential halving begins with."""
TRUST = 30
"""Gumbel: scale of utilities against priors, fixed point."""
PLANNED = 31
"""Gumbel: simulations that the halving shares out."""
WORLDS = 32
"""Whose information the tree's nodes stand for (`mutapa.search.worlds`): `SINGLE`, `MULTI` or `REDETERMINE`."""
KEYED = 33
"""1: nodes are found by keys (`mutapa.search.graph`), not by paths."""
SLOTS = 34
"""Slots of the table of keys, a power of two."""
OUTCOMES = 35
"""Chance nodes with at most so many outcomes share simulations out by their odds (`mutapa.search.nature`); 0: all are sampled."""
PROVEN = 36
"""1: what is proven at the ends of games is carried up the tree (`mutapa.search.proofs`)."""
LATER = 37
"""Whose row of the table of types a later auction of a simulation goes by: `ALIKE`, `BY_TRAITS` or `BY_SEAT`."""
NET = 38
"""1: a network values leaves and gives priors (`mutapa.search.neural`), in place of the game's ``judge`` and ``prefer``."""
LEAN = 39
"""With a network: the share of the priors that the game's ``prefer`` keeps, fixed point."""
AFTER = 40
"""With a network: visits that a node has before the network is asked about it (`mutapa.search.advice`); 0: every leaf is."""
ADVICE = 41
"""With `AFTER`: weight of what the network said, fixed point."""
LENGTH = 42

OPEN, LIMITS, FORETOLD = 0, 1, 2
ALIKE, BY_TRAITS, BY_SEAT = 0, 1, 2
UCB1, PUCT, GUMBEL = 0, 1, 2
SAMPLE, PREFER, MAST = 0, 1, 2
SINGLE, MULTI, REDETERMINE = 0, 1, 2
TABLE = 4096
LN2 = round(math.log(2) * (1 << 20))


@functools.cache
def logarithms() -> tuple[int, ...]:
    """ln n for n below `TABLE`, fixed point (UNIT = 1); larger n are halved first. So selection needs no libm."""
    return (0, *(round(math.log(n) * (1 << 20)) for n in range(1, TABLE)))
