"""What the numbers of `features.py` mean: the declaration from which compiled code takes its first indices.

Squares are numbered row by row, ``row * 18 + column``. A craftsman on the map is named by its anchor, and the small ones by which
way they lie. The cell of an action is the middle of what it means, in half squares (``row * 35 + column``): so a square, a tile
lying, a tile upright and a big tile never share a cell, and a symmetry of the map moves cells as it moves middles.
"""

from __future__ import annotations

from mutapa.core.features import SEATS_ASIDE, Vocabulary, capped, numbers
from mutapa.core.zimbabwe.figures import BIG, CRAFTSMEN, GODS, HERD_UNITS, KINDS, RESOURCES, SPECIALISTS
from mutapa.core.zimbabwe.grid import SIDE
from mutapa.core.zimbabwe.layout import SEATS
from mutapa.core.zimbabwe.text import PHASES, STEPS

ASIDE = SEATS_ASIDE[:SEATS]
RIVALS = ASIDE[1:]
SQUARES = SIDE * SIDE
_COLUMNS = "abcdefghijklmnopqr"
SQUARE_NAMES = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in _COLUMNS)
SPAN = 2 * SIDE - 1
"""Half squares on a side."""

SCALE = 31
"""Cattle: exact to 23, then ever wider steps."""
_SCALED = (*numbers(24), "24-27", "28-31", "32-39", "40-47", "48-55", "56-63", "64 or more")
LEADS = 25
ROUNDS = 31
STAGE_NAMES = ("the last round", "2 rounds left", "3 rounds left", "4-5 rounds left", "6-8 rounds left", "9 or more rounds left")
STAGES = len(STAGE_NAMES)
PURSE_NAMES = ("0-1", "2-3", "4-5", "6-8", "9-12", "13-18", "19-27", "28 or more")
PURSES = len(PURSE_NAMES)
GAP_LEAST, GAPS = -10, 52
VR_LEAST, VRS = 18, 23
VPS = 61
LEVELS = ("1", "2", "3", "4", "5")
COUNT = 8
"""Scale of small counts, 0-7."""
_MANY = capped(COUNT)
_TECH = ("price being set", "price 1", "price 2", "price 3")
PLACES = ("unknown", "1st", "2nd", "3rd", "4th", "5th")
STATUS_NAMES = (
    "places its first monument later", "has placed its first monument", "still bids", "has passed", "has its turn to come",
    "has had its turn", "has its turn", "is at the end of the game",
)  # fmt: skip
(LATER, PLACED, BIDS_ON, PASSED, TO_COME, HAD, AT_TURN, AT_END) = range(8)
TILE_SLOTS = 9
SLOT_COUNTS = 13

SPARSE = Vocabulary()
_add = SPARSE.add

# --- one number a seat, relative seat first
S_VP = _add("VP of {}: {}", ASIDE, capped(VPS))
S_VR = _add("VR of {}: {}", ASIDE, numbers(VRS, VR_LEAST))
S_GAP = _add("VR - VP of {}: {}", ASIDE, numbers(GAPS, GAP_LEAST))
S_CATTLE = _add("cattle of {}: {}", ASIDE, _SCALED)
S_DUE = _add("cattle on cards of {}: {}", ASIDE, _SCALED)
S_GOD = _add("god of {}: {}", ASIDE, ("none", *GODS))
S_TECH = _add("technology of {}: {}, {}", ASIDE, CRAFTSMEN, _TECH)
S_SPECIALIST = _add("specialist of {}: {}", ASIDE, SPECIALISTS)
S_STACK = _add("VR marker of {}, from the bottom: {}", ASIDE, PLACES[1:])
S_PLAQUE = _add("plaque of {}: {}", ASIDE, PLACES[1:])
S_PLACE = _add("order of play of {}: {}", ASIDE, PLACES)
S_STATUS = _add("{} {}", ASIDE, STATUS_NAMES)
S_LEVEL = _add("monuments of {} of level {}: {}", ASIDE, LEVELS, _MANY[1:])
S_RIPE = _add("monuments of {} of level {} with as many lines in range: {}", ASIDE, LEVELS, _MANY[1:])
S_CRAFT = _add("craftsmen on the map of {}: {}, {}", ASIDE, CRAFTSMEN, ("1", "2", "3"))
S_SEALED = _add("amount sealed by {}: {}", ASIDE, ("unknown", *_SCALED))
S_PURSE = _add("highest monument of {}: {}, cattle {}", ASIDE, ("none", *LEVELS), PURSE_NAMES)
S_PRESSED = _add("{}, VR - VP of {}: {}", STAGE_NAMES, ASIDE, numbers(GAPS, GAP_LEAST))

# --- the table
T_SEATS = _add("seats: {}", ("2", "3", "4", "5"))
T_STAGE = _add("{} by the leader's pace", STAGE_NAMES)
T_ROUND = _add("round {}", capped(ROUNDS))
T_PHASE = _add("phase: {}", PHASES)
T_MOVER = _add("to move: {}", ASIDE)
T_GIFT = _add("gift to beat: {}", _SCALED)
T_TOTAL = _add("cattle given in this auction: {}", _SCALED)
T_BIDDERS = _add("bidders left: {}, gift {}, own cattle {}", numbers(SEATS, 1), PURSE_NAMES, PURSE_NAMES)
T_OPTION = _add("option {}", ("gu_net_zero=stays", "must_act", "placing_hubs=one", "monuments_block_resources",
                              "dziva_lowers_in_price_step", "xango_wins_at_once", "disc_limit", "auction=sealed", "beginner"))
T_GOD = _add("god nobody adores: {}", GODS)
T_SPECIALIST = _add("specialist nobody has: {}", SPECIALISTS)
T_SUPPLY = _add("supply of {}: {}", RESOURCES, numbers(7))
T_RAIN = _add("water tiles left: {}", numbers(9))
T_CARDS = _add("technologies left of {}: {}", CRAFTSMEN, numbers(3))
T_OPEN = _add("unused resources in range of craftsmen of type {}: {}", CRAFTSMEN, _MANY)
T_LINE = _add("line {} sells {}, craftsmen: {}", numbers(4), ("primary goods", "secondary goods"), numbers(4))
T_MARKET = _add("{}: own {}, others' technologies {}, on the map {}", CRAFTSMEN, ("no", "yes"), numbers(3), numbers(4))
T_LEAD = _add("{}, lead over the best rival: {}", STAGE_NAMES, numbers(LEADS, -(LEADS // 2)))
T_GOD_STAGE = _add("{}, own god {}", STAGE_NAMES, ("none", *GODS))
T_PLACE_STAGE = _add("{}, own place in the order of play: {}", STAGE_NAMES, PLACES)
T_RUN_UP = _add("own VR - VP {}, that of the best rival {}", numbers(21), numbers(21))

# --- the turn under way
U_STEP = _add("step: {}", tuple(STEPS[i] for i in range(len(STEPS))))
U_FLAG = _add("{}", ("main action done", "god or specialist chosen this turn", "a monument was raised in this action",
                     "prices alone", "a price has changed", "Elegua has given", "amounts are shown"))
U_USED = _add("specialist used this turn: {}", SPECIALISTS)
U_FIRST = _add("first of its type placed this turn: {}", CRAFTSMEN[:3])
U_NEW = _add("technology taken in this action: {}", CRAFTSMEN)
U_KIND = _add("{}: {}", ("placing", "pricing"), CRAFTSMEN)
U_RESOURCE = _add("placing resource: {}", RESOURCES)
U_LEVEL = _add("raising from level {}, goods left {}", numbers(6), numbers(8))
U_GOOD = _add("last good from: {}", CRAFTSMEN)
U_PRIMARY = _add("primary good from: {}", CRAFTSMEN)
U_RAISING = _add("raising, or raised last: {}", SQUARE_NAMES)
U_GOOD_RESOURCE = _add("resource of the last good: {}", SQUARE_NAMES)

# --- the map
M_OWN = _add("own monument of level {}: {}", LEVELS, SQUARE_NAMES)
M_RIVAL = _add("monument of {}: {}", RIVALS, SQUARE_NAMES)
WAYS = tuple(("",) if (BIG >> kind) & 1 else ("", " upright") for kind in range(KINDS))
M_TILE = tuple(
    _add("craftsman of {}: " + CRAFTSMEN[kind] + " {}{}", ("self", "a rival"), SQUARE_NAMES, WAYS[kind]) for kind in range(KINDS)
)
M_RESOURCE = _add("{}: {}", RESOURCES, SQUARE_NAMES)
M_USED = _add("used resource: {}", SQUARE_NAMES)
M_START = _add("starting area still free: {}", SQUARE_NAMES)
_SLOT_NAMES = tuple(f"{down} {across}" for down in ("top", "middle", "bottom") for across in ("left", "centre", "right"))
_IN_THREES = tuple(f"{3 * i - 2}-{3 * i}" if i else "0" for i in range(SLOT_COUNTS))
M_WATER = _add("squares of water, {} tile of the map: {}", _SLOT_NAMES, _IN_THREES)
M_EMPTY = _add("empty squares, {} tile of the map: {}", _SLOT_NAMES, _IN_THREES)

MONUMENTS_MOST = 90
"""No more monuments than this are told; no game between players that mean to win comes near."""
STARTS_MOST = 40
"""No more starting areas than this are told (the map has six)."""
_FOR_SEATS, _FOR_TABLE, _FOR_TURN = SEATS * (13 + 2 * KINDS + 2 * len(LEVELS)) + len(SPECIALISTS), 68, 30
ACTIVE = _FOR_SEATS + _FOR_TABLE + _FOR_TURN + MONUMENTS_MOST + 3 * KINDS + 2 * 48 + STARTS_MOST + 2 * TILE_SLOTS

# --- dense
DENSE = Vocabulary()
D_SEAT = DENSE.add("{} of {}", (
    "VP / 32", "(VR - 20) / 16", "(VR - VP) / 16", "cattle / 16", "cattle on cards / 16", "share of the win by the judge",
    "standing by the judge over the best other", "monuments / 8", "levels / 16", "highest level / 4",
    "monuments with as many lines in range as levels / 4", "points of raising those / 16", "technologies / 4", "specialists / 2",
    "cattle on the plaque / 8", "place in the order of play / 4"), ASIDE)  # fmt: skip
(D_VP, D_VR, D_GAP, D_CATTLE, D_DUE, D_SHARE, D_STANDING, D_MONUMENTS, D_DISCS, D_HIGHEST, D_RIPE, D_RIPE_POINTS, D_TECHS,
 D_SPECIALISTS, D_PLAQUE, D_PLACE) = range(D_SEAT, D_SEAT + 16 * SEATS, SEATS)
D_LEFT = DENSE.add("rounds left by the leader's pace / 16")
D_ROUND = DENSE.add("round / 16")
D_GIFT = DENSE.add("gift to beat / 16")
D_TOTAL = DENSE.add("cattle given in this auction / 32")
D_BIDDERS = DENSE.add("bidders left / 4")
D_LINES = DENSE.add("lines with a craftsman / 4")
D_LEAD = DENSE.add("lead over the best rival / 8")
D_OPEN = DENSE.add("unused resources in range of craftsmen of type {} / 4", CRAFTSMEN)
D_PLAN = DENSE.add("raises to come in this round by the expert, of {} / 256", ASIDE)
DENSE_COUNT = len(DENSE)

# --- actions
BY_MOST = 40
AMOUNT_MOST = 40
KIND_NAMES = (
    "-", "first monument", "pass", "bid", "take", "god", "hire", "use", "build", "place", "prices", "raise", "done", "end", "at",
    "supply", "price", "good from", "use of resource", "primary good from", "seal", "reveal",
)  # fmt: skip
ACTION_KINDS = Vocabulary()
ACTION_KINDS.add("{}", KIND_NAMES)
ARGUMENTS = Vocabulary()
A_NONE = ARGUMENTS.add("-")
A_BY = ARGUMENTS.add("by {}", capped(BY_MOST, 1))
A_AMOUNT = ARGUMENTS.add("amount {}", ("unknown", *capped(AMOUNT_MOST)))
A_GOD = ARGUMENTS.add("{}", GODS)
A_UNITS = ARGUMENTS.add("{}, units {}", SPECIALISTS, numbers(HERD_UNITS + 1))
A_CRAFT = ARGUMENTS.add("craftsman {}", CRAFTSMEN)
A_RESOURCE = ARGUMENTS.add("resource {}", RESOURCES)
A_PRICE = ARGUMENTS.add("price of {}: {}", CRAFTSMEN, numbers(4))
A_LEVEL = ARGUMENTS.add("from level {}", numbers(6))
A_MONUMENT = ARGUMENTS.add("monument")
A_WATER = ARGUMENTS.add("water")


def _middle(i: int) -> str:
    """A cell in words: a square, or two or four squares that it is the middle of."""
    row, column = divmod(i, SPAN)
    ends = [_COLUMNS[c] + str(r + 1) for r, c in ((row // 2, column // 2), ((row + 1) // 2, (column + 1) // 2))]
    return ends[0] if ends[0] == ends[1] else "-".join(ends)


CELLS = Vocabulary()
CELLS.add("nowhere")
CELLS.add("{}", tuple(map(_middle, range(SPAN * SPAN))))

BIDS = Vocabulary()
BIDS.add("{}", ("pass", "raise by 1", "raise by 2", "raise by 3", "raise by 4-5", "raise by 6-8", "raise by 9 or more"))
