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
"""Constant of UCB1, fixed point."""
HORIZON = 9
"""Steps of a rollout before it is judged; 0: judged at once."""
AUCTION = 10
"""`OPEN`: rivals' bids are the tree's like any other step; `LIMITS`: a drawn bidder type makes them."""
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
LENGTH = 18

OPEN, LIMITS = 0, 1
TABLE = 4096
LN2 = round(math.log(2) * (1 << 20))


@functools.cache
def logarithms() -> tuple[int, ...]:
    """ln n for n below `TABLE`, fixed point (UNIT = 1); larger n are halved first. So selection needs no libm."""
    return (0, *(round(math.log(n) * (1 << 20)) for n in range(1, TABLE)))
