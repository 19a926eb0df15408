"""The hand-written player's numbers by name, in words of the board behind the fixed facts (`core/weights.py`), and the judge's.

The player's say what things are worth, in steps (16 steps double an action's weight); most were tuned by games
(`configs/tuning/zimbabwe-expert.yaml`). Earlier ones have names: `configs/weights`.
"For eight rounds" means: times the rounds still to come, by eight (`plans.rounds_left`), since most things pay off a little every
round. The judge's are constants; its tables hold nine-bit numbers, six a word, and are read by `entry`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.weights import Weights
from mutapa.core.words import pack
from mutapa.core.zimbabwe.board import BOARD_WORDS
from mutapa.core.zimbabwe.figures import CRAFTSMEN, GODS, SPECIALISTS

POINT = 16
"""A point, or a point of requirement saved: the unit, and so no weight."""
ROUNDS = 8
MOST_ROUNDS = 10
MOST = 511
"""No weight is larger: a chart of the map adds up many of them above bit 32 (`sites.py`)."""

WEIGHTS = Weights(BOARD_WORDS)


def _add(name: str, default: int, doc: str, least: int = 0) -> int:
    return WEIGHTS.add(name, default, doc, least, MOST)


def _table(names: tuple[str, ...], numbers: tuple[int, ...], what: str, doc: str) -> int:
    """A weight for each of `names`, one word after the other; return the first."""
    first = WEIGHTS.first + len(WEIGHTS)
    for name, number in zip(names, numbers, strict=True):
        _add(f"{what}_{name.replace('-', '_')}", number, doc)
    return first


CATTLE = _add("cattle", 3, "a cattle spent")
RETURNED = _add("returned", 6, "a cattle that comes back on an own card at the end of the round")
PACE = _add("pace", 5, "rounds left for each 16 points that the leader still needs", 1)

BID_BASE = _add("bid_base", 2, "the largest gift: this many cattle ...")
BID_SHARE = _add("bid_share", 1, "... and so many sixteenths of the cattle in hand")

GOD = _table(
    GODS, (223, 100, 59, 186, 78, 100, 32, 155, 351, 54, 232, 72), "god",
    "the god, for eight rounds; its requirement is taken off",
)  # fmt: skip
EARLY = _add("early", 496, "a god worth having comes before the main action: most help at once")
SPECIALIST = _table(
    SPECIALISTS, (11, 22, 96, 10, 9), "hire", "the specialist, for eight rounds; the requirement is taken off"
)
HERDING = _add("herding", 6, "a unit of the herd")

TECHNOLOGY = _table(
    CRAFTSMEN, (106, 100, 100, 26, 35, 40, 11), "technology", "the technology, for eight rounds; its requirement is taken off"
)
CUSTOMERS = _add("customers", 6, "a technology's additional worth a rival, for eight rounds")
OPENING = _add("opening", 37, "the first tile of a line, if no own monument could be raised further without it")
UNCLAIMED = _add("unclaimed", 5, "an unclaimed resource that a new craftsman could have (up to three)")
NEW_MONUMENT = _add("new_monument", 68, "a monument to be raised later, for eight rounds")
CROWD = _add("crowd", 2, "taken off that for each monument owned")
INCOME = _add("income", 10, "a cattle more each round, for eight rounds")

PRICE_PRIMARY = _add("price_primary", 13, "price wanted for primary goods, unless a rival sells them cheaper")
PRICE_SECONDARY = _add("price_secondary", 2, "the same for secondary goods")

FREE_RESOURCE = _add("free_resource", 5, "placing a craftsman: an unclaimed resource in range")
SHARED_RESOURCE = _add("shared_resource", 7, "a resource in range that another of its type has in range too")
OWN_NEAR = _add("own_near", 7, "an own monument in range")
RIVAL_NEAR = _add("rival_near", 2, "a rival's monument in range: a customer")
PRIMARY_NEAR = _add("primary_near", 11, "a primary of the secondary being placed, reached without hubs")
LINE_NEAR = _add("line_near", 12, "placing a monument: a line of goods reached without hubs")
KIND_NEAR = _add("kind_near", 4, "a kind of resource in range")
RESOURCE_NEAR = _add("resource_near", 3, "a resource in range")

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
