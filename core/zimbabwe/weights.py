"""The expert's numbers: what things are worth, in steps (16 steps double an action's weight). Set by play against variants.

Tables hold nine-bit numbers, six a word, and are read by `entry`. "For eight rounds" means: times the rounds still to come, by
eight (`plans.rounds_left`), since most things pay off a little every round.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.words import pack

POINT = 16
"""A point, or a point of requirement saved."""
CATTLE = 6
"""A cattle spent."""
RETURNED = 3
"""A cattle that comes back on an own card at the end of the round."""
PACE = 5
"""Rounds left for each 16 points that the leader still needs."""
ROUNDS = 8
MOST_ROUNDS = 10

BID_BASE = 3
"""The largest gift: this much ..."""
BID_SHARE = 2
"""... and so many sixteenths of the cattle in hand."""

GODS_LOW = pack((134, 149, 54, 104, 118, 141), 9)
GODS_HIGH = pack((134, 46, 207, 47, 151, 59), 9)
"""Gods (in the order of `figures.GODS`), for eight rounds; their requirement is taken off."""
EARLY = 126
"""A god worth having comes before the main action: most help at once."""
SPECIALISTS = pack((15, 13, 98, 28, 8), 9)
"""Specialists, for eight rounds; their requirement is taken off."""
HERDING = 6
"""A unit of the herd."""

TECHNOLOGIES_LOW = pack((31, 38, 27, 61, 68, 62), 9)
TECHNOLOGIES_HIGH = pack((51,), 9)
"""Technologies (in the order of `figures.CRAFTSMEN`), for eight rounds; their requirement is taken off."""
CUSTOMERS = 6
"""A technology's additional worth a rival, for eight rounds."""
OPENING = 32
"""The first tile of a line, if no own monument could be raised further without it."""
UNCLAIMED = 2
"""An unclaimed resource that a new craftsman could have (up to three)."""
NEW_MONUMENT = 40
"""A monument to be raised later, for eight rounds."""
CROWD = 11
"""Taken off that for each monument owned."""
INCOME = 77
"""A cattle more each round, for eight rounds."""

PRICE_PRIMARY = 3
"""Price wanted for primary goods, unless a rival sells them cheaper."""
PRICE_SECONDARY = 2
"""The same for secondary goods."""

FREE_RESOURCE = 5
"""Placing a craftsman: an unclaimed resource in range."""
SHARED_RESOURCE = 7
"""A resource in range that another of its type has in range too."""
OWN_NEAR = 7
"""An own monument in range."""
RIVAL_NEAR = 2
"""A rival's monument in range: a customer."""
PRIMARY_NEAR = 11
"""A primary of the secondary being placed, reached without hubs."""
LINE_NEAR = 12
"""Placing a monument: a line of goods reached without hubs."""
KIND_NEAR = 4
"""A kind of resource in range."""
RESOURCE_NEAR = 3
"""A resource in range."""

JUDGE_PACE = 6
"""The judge's numbers are eighths of a step of a seat's odds to win. They were fitted (multinomial logistic regression, none
below 0) to who won 18,000 games between experts of two strengths, some of which erred on purpose: 110,000 positions in the
course of these games and after stretches of random play. `JUDGE_PACE` is to the judge what `PACE` is to the expert."""
GAP = 33
"""A point missing to the requirement."""
URGENT_GAP = 9
"""Eight such points, shared out among the rounds left and one."""
REACHED = 265
"""The requirement is met."""
HELD = 10
"""A cattle in hand, up to `MOST_HELD`."""
MOST_HELD = 24
DUE = 14
"""A cattle on own cards."""
RAISABLE = 46
"""A level of each monument that could be raised with the lines of goods on the map."""
STANDING = 6
"""A monument."""
KNOWN_LOW = pack((21, 23, 18, 26, 14, 17), 9)
KNOWN_HIGH = pack((17,), 9)
"""Technologies, for each round left."""
SERVANTS = pack((5, 2, 23, 4, 5), 9)
"""Specialists, for each round left."""
FAITH_LOW = pack((34, 32, 0, 17, 3, 0), 9)
FAITH_HIGH = pack((15, 15, 65, 6, 30, 5), 9)
"""Gods, for each round left."""
TO_COME = 109
"""The main action of this round is still to come ..."""
TO_SPEND = 8
"""... and so much for each cattle in hand."""
RAISING = 50
"""A level of the monument being raised."""


@compiled
def entry(low, high, i):  # type: ignore[no-untyped-def]
    """Entry `i` of a table in two words."""
    if i < 6:
        return (low >> (9 * i)) & 511
    return (high >> (9 * (i - 6))) & 511
