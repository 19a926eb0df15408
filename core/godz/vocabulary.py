"""What the numbers of `features.py` mean: the declaration from which compiled code takes its first indices.

A hex of the Center or of a Home is named by its place there, Homes by relative seat; a tile of the stack by when it was laid.
"""

from __future__ import annotations

from mutapa.core.features import SEATS_ASIDE, Vocabulary, capped, numbers
from mutapa.core.godz.figures import (
    BEST_GLORY,
    DEITIES,
    DIRECTIONS,
    HOME_OFFSETS,
    MAT,
    MIRACLES,
    MOST_COLUMNS,
    MOST_LEVEL,
    PIECES,
    PLAIN_GLORY,
    RESOURCES,
    ROWS,
    SEATS_MAX,
    SPECIAL_HEXES,
    SPECIALS,
    SQUARES_END,
    STACK,
    TERRAINS,
    VILLAGES,
)
from mutapa.core.godz.text import PHASES

ASIDE = SEATS_ASIDE[:SEATS_MAX]
_SPECIAL = ("vortex", *(f"s{i + 1}" for i in range(SPECIALS)))
HEXES = (*TERRAINS, *_SPECIAL, "own palace", "another's palace", "chasm")
"""What a hex is."""
HEX_KINDS = len(HEXES)
OWN_PALACE, OTHER_PALACE, CHASM_HEX = HEX_KINDS - 3, HEX_KINDS - 2, HEX_KINDS - 1
_PARTS = ("centre", *DIRECTIONS)
SLOT_NAMES = (
    *(f"{part} of the Center" for part in _PARTS), *(f"{part} of the Home of {who}" for who in ASIDE for part in _PARTS),
    *(f"tile {i + 1} of the stack" for i in range(STACK)),
)  # fmt: skip
SLOT_COUNT = len(SLOT_NAMES)

GAINED, WARS, BALANCES, SQUARE, ROUNDS, MARCH_MOST, TILES_OUT = 41, 13, 16, SQUARES_END + 2, 41, 13, 12
LEADS, LEAD_STEP = 25, 3
"""Points ahead if the game ended now, in steps of 3, middle 0."""
_LEADS = tuple(f"about {LEAD_STEP * (i - LEADS // 2)}" for i in range(LEADS))
PAYS, PAY_STEP = 10, 2
_PAYS = (*(f"{PAY_STEP * i}-{PAY_STEP * i + 1}" for i in range(PAYS - 1)), f"{PAY_STEP * (PAYS - 1)} or more")
BALANCE_LEAST, BALANCE_STEPS = -5, 11
"""Own domination of a region less the best other one; one more step where nobody is."""
TWICE = 3
"""So many alike regions are told apart."""
_LEVEL_NAMES = tuple((name, numbers(most + 1)) for name, most in zip(RESOURCES, MOST_LEVEL, strict=True))
OPTION_NAMES = ("interleave", "enter_village", "laid_acts", "lower_glory", "power_on_village", "fidus=both", "chasm_counts",
                "martin_push", "last_round")  # fmt: skip

SPARSE = Vocabulary()
_add = SPARSE.add

# --- seats
S_DEITY = _add("deity of {}: {}", ASIDE, ("none yet", *DEITIES))
S_LEVEL = tuple(_add(f"{name} level of {{}}: {{}}", ASIDE, levels) for name, levels in _LEVEL_NAMES)
S_GAINED = _add("points of Glory tiles of {}: {}", ASIDE, capped(GAINED))
S_SQUARES = _add("Glory and War tiles of {}: {}", ASIDE, capped(SQUARE))
S_WARS = _add("War tiles of {}: {}", ASIDE, capped(WARS))
S_BALANCES = _add("Balance tiles of {}: {}", ASIDE, capped(BALANCES))
S_COLUMN = _add("column of {}: {}", ASIDE, numbers(MOST_COLUMNS + 1))
S_RESERVE = _add("Believers in reserve of {}: {}", ASIDE, numbers(PIECES + 1))
S_MAT = _add("Believer of {} on the mat: {}", ASIDE, MAT)
S_INSIDE = _add("Believers of {} inside the Village {}: {}", ASIDE, VILLAGES, numbers(PIECES, 1))
S_VILLAGE = _add("Village {} of {} on: {}", VILLAGES, ASIDE, HEXES)
S_AVATAR = _add("Avatar of {}, {}, on: {}", ASIDE, ("standing", "laid down"), HEXES)
S_LOOSE = _add("loose Believers of {} on {}: {}", ASIDE, HEXES, ("1", "2", "3 or more"))
S_ICON = _add("icons of {} on {}: {}", ASIDE, _SPECIAL, numbers(5, 1))
S_REGIONS = _add("points of regions of {}: {}", ASIDE, capped(GAINED))
S_HOME = _add("home of {} is placed", ASIDE)

# --- where pieces stand
M_BELIEVER = _add("Believer of {}: {}", ASIDE, SLOT_NAMES)
M_AVATAR = _add("Avatar of {}: {}", ASIDE, SLOT_NAMES)
M_VILLAGE = _add("Village of {}: {}", ASIDE, SLOT_NAMES)
M_REGION = _add("region of {}, worth {}, own domination less the best other's {}, alike number {}", (*TERRAINS, "special"), _PAYS,
                (*numbers(BALANCE_STEPS, BALANCE_LEAST), "nobody there"), numbers(TWICE, 1))  # fmt: skip

# --- the table
T_SEATS = _add("seats: {}, seats that play later in a round: {}", numbers(SEATS_MAX + 1), numbers(SEATS_MAX))
T_ROUND = _add("round {}", capped(ROUNDS))
T_PHASE = _add("phase: {}", (*PHASES, "tile"))
T_MOVER = _add("to decide: {}", ASIDE)
T_ACTIVE = _add("turn of: {}", ASIDE)
T_LEFT = _add("tiles left of {}: {}", TERRAINS, numbers(6))
T_SPECIAL = _add("on the map: {}", _SPECIAL[1:])
T_SUPPLY = _add("Glory tiles of {} left: {}", numbers(PLAIN_GLORY, 1), numbers(8))
T_BEST = _add("Glory tile of 9 left")
T_OPTION = _add("option {}", OPTION_NAMES)
T_COLUMNS = _add("columns: {}", ("4", "5"))
T_OVERLAY = _add("{} left: {}", ("deserts", "forests"), numbers(3))
T_CHASM = _add("chasm on the map")
T_LEAD = _add("most Glory and War tiles {}, lead over the best rival {}", capped(SQUARE), _LEADS)
T_OWN_LEAD = _add("own Glory and War tiles {}, lead over the best rival {}", capped(SQUARE), _LEADS)
T_OWN_GLORY = _add("own column {}, own Glory level {}", numbers(MOST_COLUMNS + 1), numbers(MOST_LEVEL[0] + 1))
T_OWN_FAITH = _add("phase {}, own Faith level {}", (*PHASES, "tile"), numbers(MOST_LEVEL[2] + 1))

# --- the step under way
U_POINTS = _add("movement points: {}", capped(MARCH_MOST))
U_CAST = _add("cast in this turn: {}", ("telekinesis", "creation", "life", "first own miracle", "second own miracle"))
U_MIRACLE = _add("miracle: {}", MIRACLES)
U_TILE = _add("tile to be laid: {}", (*TERRAINS, *_SPECIAL[1:]))
U_SPECIAL = _add("icons of: {}", _SPECIAL)
U_GIVER = _add("what is given by: {}", (*(f"Village {name}" for name in VILLAGES), "Fidus"))
U_BUILT = _add("Village just built: {}", VILLAGES)
U_VICTIM = _add("Believer moved is of: {}", ASIDE)
U_SOURCE = _add("Believer moved comes from: {}", HEXES)
U_DUE = _add("{} to be drawn", ("War tile", "Balance tile"))

_FOR_SEAT = 1 + len(RESOURCES) + 6 + len(MAT) + 2 * len(VILLAGES) + 1 + 2 * PIECES + SPECIAL_HEXES + 2 + len(VILLAGES) + 1
ACTIVE = SEATS_MAX * _FOR_SEAT + SLOT_COUNT + 5 + 5 + SPECIALS + PLAIN_GLORY + 1 + len(OPTION_NAMES) + 4 + 4 + 12

# --- dense
PARTS = (
    "points if the game ended now / 64", "points of regions / 32", "points of Glory tiles / 32", "points of other tiles / 16",
    "points of Villages / 8", "share of the win by points", "points ahead of the best other / 32", "Glory and War tiles / 8",
    "loose Believers / 4", "Believers in reserve / 4", "points of regions that one more of another takes / 16",
    "points of regions that one more gains / 16",
)  # fmt: skip
DENSE = Vocabulary()
D_SEAT = DENSE.add("{}, of {}", PARTS, ASIDE)
(D_POINTS, D_REGIONS, D_GAINED, D_TILES, D_VILLAGES, D_SHARE, D_AHEAD, D_SQUARES, D_LOOSE, D_RESERVE, D_RISK, D_CHANCE) = range(
    D_SEAT, D_SEAT + len(PARTS) * SEATS_MAX, SEATS_MAX
)
D_LEVEL = DENSE.add("level of {} of {} / 4", RESOURCES, ASIDE)
D_NEXT = DENSE.add("level of {} to come, from hexes, of {} / 4", RESOURCES, ASIDE)
D_ROUND = DENSE.add("round / 16")
D_MOST = DENSE.add("most Glory and War tiles / 4")
D_STACKED = DENSE.add("tiles of the stack laid / 16")
D_MARCH = DENSE.add("movement points / 4")
DENSE_COUNT = len(DENSE)

# --- actions
KINDS = Vocabulary()
KINDS.add("{}", (
    "-", "choose deity", "settle", "advance", "collect Glory", "deploy", "march", "walk", "move", "leave", "enter", "war",
    "siege", "step", "stomp", "prophet", "build", "go inside", "cast", "pick", "send", "cover", "lay", "lose", "claim icon",
    "yield", "done",
))  # fmt: skip
ARGUMENTS = Vocabulary()
A_NONE = ARGUMENTS.add("-")
A_DEITY = ARGUMENTS.add("{}", DEITIES)
A_HOME = ARGUMENTS.add("centre at {}, turned {}", tuple(f"{q},{r}" for q, r in HOME_OFFSETS), DIRECTIONS)
A_ROW = ARGUMENTS.add("row {}", ROWS)
A_GLORY = ARGUMENTS.add("Glory {}", numbers(BEST_GLORY + 1))
A_TOWARD = ARGUMENTS.add("{} to {}", DIRECTIONS, HEXES)
A_FAR = ARGUMENTS.add("pushing two hexes, {} to {}", DIRECTIONS, HEXES)
A_SEAT = ARGUMENTS.add("of {}", ASIDE)
A_HEX = ARGUMENTS.add("on {}", HEXES)
A_INSIDE = ARGUMENTS.add("number {}", numbers(PIECES + 1))
A_MIRACLE = ARGUMENTS.add("{}", MIRACLES)
A_BESIDE = ARGUMENTS.add("{} of it, hexes alike around: {}", DIRECTIONS, capped(4))
A_RESOURCE = ARGUMENTS.add("gives {}", RESOURCES)
CELLS = Vocabulary()
CELLS.add("nowhere")
CELLS.add("{}", SLOT_NAMES)
