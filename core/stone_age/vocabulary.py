"""What the numbers of `features.py` mean: the declaration from which compiled code takes its first indices."""

from __future__ import annotations

from mutapa.core.features import SEATS_ASIDE, Vocabulary, capped, numbers
from mutapa.core.stone_age.figures import (
    CARD_COUNT,
    CARDS,
    GAINS,
    MOST_PEOPLE,
    MOST_TOOLS,
    MOST_TRACK,
    PEOPLE,
    PLACES,
    RESOURCES,
    SEATS_MAX,
    SINGLES,
    SPACES,
    STACK,
    SYMBOLS,
    TILES,
    TOOLS,
)
from mutapa.core.stone_age.text import PHASES

ASIDE = SEATS_ASIDE[:SEATS_MAX]
CARD_NAMES = tuple(name for name, _ in CARDS)
TILE_NAMES = tuple(name for name, _ in TILES)
_BY = ("nobody", *ASIDE)

FOODS, STOCKS, TILES_MOST, BEARERS, ROUNDS, ROLLS = 32, 16, 15, 11, 31, 64
SCORES, SCORE_STEP, SCORE_LEAST = 48, 6, -40
"""Points on the track: from -40 in steps of 6."""
_SCORED = tuple(f"{SCORE_LEAST + SCORE_STEP * i} to {SCORE_LEAST + SCORE_STEP * (i + 1) - 1}" for i in range(SCORES))
STAGES = 8
_STAGES = tuple(f"{rounds} rounds to come" for rounds in capped(STAGES))
LEADS = 21
"""Lead in points if the game ended now, in steps of 8, middle 0."""
_LEADS = tuple(f"about {8 * (i - LEADS // 2)}" for i in range(LEADS))
SYMBOL_SETS = 9

SPARSE = Vocabulary()
_add = SPARSE.add

# --- seats
S_PEOPLE = _add("people of {}: {}", ASIDE, numbers(MOST_PEOPLE + 1))
S_HAND = _add("people at home of {}: {}", ASIDE, numbers(MOST_PEOPLE + 1))
S_FOOD = _add("food of {}: {}", ASIDE, capped(FOODS))
S_TRACK = _add("food track of {}: {}", ASIDE, numbers(MOST_TRACK + 1))
S_TOOLS = _add("tools of {}: {}", ASIDE, numbers(MOST_TOOLS + 1))
S_UNTURNED = _add("unturned tools of {}: {} lower, {} higher", ASIDE, numbers(4), numbers(4))
S_ONCE = _add("tools for one use of {}: {}", ASIDE, ("none", "2", "3", "2 3", "4", "2 4", "3 4", "2 3 4"))
S_STOCK = _add("{} of {}: {}", RESOURCES, ASIDE, capped(STOCKS))
S_SCORE = _add("scored by {}: {}", ASIDE, _SCORED)
S_TILES = _add("tiles of {}: {}", ASIDE, capped(TILES_MOST))
S_BEARERS = _add("{}s on cards of {}: {}", PEOPLE, ASIDE, capped(BEARERS))
S_SYMBOL = _add("cards of {} with {}: {}", ASIDE, SYMBOLS, ("1", "2"))
S_SETS = _add("symbols of {}: {}, twice: {}", ASIDE, numbers(SYMBOL_SETS), numbers(SYMBOL_SETS))
S_GATHER = _add("people of {} at the {}: {}", ASIDE, PLACES[1:5], numbers(7, 1))
S_HUNT = _add("hunters of {}: {}", ASIDE, numbers(MOST_PEOPLE, 1))
S_STANDS = _add("{} stands at: {}", ASIDE, PLACES[TOOLS:])
S_START = _add("start player: {}", ASIDE)
S_TWO = _add("{} has two resources of choice coming", ASIDE)
S_BLIND = _add("{} has a card drawn blind", ASIDE)
S_HUNGRY = _add("food of {} short in this round: {}", ASIDE, capped(11))

# --- the table
T_SEATS = _add("seats: {}", ("2", "3", "4"))
T_ROUND = _add("round {}", capped(ROUNDS))
T_STAGE = _add("{}", _STAGES)
T_PHASE = _add("phase: {}", PHASES)
T_MOVER = _add("to move: {}", ASIDE)
T_CARD = _add("card at price {}: {}", numbers(SPACES, 1), ("none", *CARD_NAMES))
T_CLAIMED = _add("card {} at price {}, taken by {}", CARD_NAMES, numbers(SPACES, 1), _BY)
T_TOP = _add("stack {}: tile {}, taken by {}", numbers(SEATS_MAX, 1), TILE_NAMES, _BY)
T_PAYABLE = _add("own stock pays for stack {}: tile {}", numbers(SEATS_MAX, 1), TILE_NAMES)
T_HEIGHT = _add("tiles in stack {}: {}", numbers(SEATS_MAX, 1), numbers(STACK + 1))
T_LEAST = _add("tiles in the lowest stack: {}", numbers(STACK + 1))
T_DECK = _add("cards left: {}", numbers(CARD_COUNT + 1))
T_UNSEEN = _add("not turned up yet: {}", CARD_NAMES)
T_OPTION = _add("option {}", ("place_at_max=forbid", "hunt_repeat", "supply_cap", "unused_choice_scores=off"))
T_LEAD = _add("{}, lead over the best rival: {}", _STAGES, _LEADS)
T_OWN_TOOLS = _add("{}, own tools {}", _STAGES, numbers(MOST_TOOLS + 1))
T_OWN_FEED = _add("{}, own people less food track: {}", _STAGES, numbers(2 * MOST_PEOPLE + 1, -MOST_PEOPLE))
T_WEALTH = _add("{}, own resources {}", _STAGES, capped(STOCKS))
T_OWN_BLIND = _add("own blind card: {}", CARD_NAMES)

# --- the step under way
U_DICE = _add("dice to roll: {}", capped(16))
U_GAIN = _add("{} for: {}", ("to roll", "rolled"), GAINS)
U_ROLLED = _add("rolled: {}", numbers(ROLLS))
U_PLACE = _add("being paid for: {}", (*CARD_NAMES, *TILE_NAMES))
U_LEFT = _add("{} still to be paid: {}", ("resources", "food"), numbers(16))
U_KINDS = _add("kinds still to be begun: {}", numbers(8))
U_LAST = _add("resource paid last: {}", RESOURCES)
U_FACE = _add("dice of face {} to pick: {}", numbers(6, 1), numbers(4, 1))
U_BUYER = _add("dice for all were turned up by: {}", ASIDE)
U_REMAINDER = _add("rolled beyond a multiple: {} for {}", numbers(6), GAINS)

_FOR_SEAT = 9 + 4 + 2 + 4 + len(SYMBOLS) + 1 + 4 + 1 + SINGLES + 1
ACTIVE = SEATS_MAX * _FOR_SEAT + 3 + 5 + 2 * SPACES + 3 * SEATS_MAX + 2 + len(CARD_NAMES) + 4 + 5 + 16

# --- dense
JUDGED = (
    "points / 64", "points, shared out among the rounds left / 32", "pips of resources / 32", "pips, fading out / 32",
    "people x rounds / 64", "fields x rounds / 64", "tools x rounds / 64", "unfed x rounds / 32", "food short / 4",
    "food left, fading out / 4", "farmers x rounds / 32", "hut builders x rounds / 32", "tool makers x rounds / 32",
    "shamans x rounds / 32", "symbols x rounds / 64", "symbols twice x rounds / 32", "pips of tools for one use / 16",
    "cards taken / 2", "tiles taken / 2", "tool maker, hut, field taken / 2", "people to place / 8",
    "people to place, fading out / 8", "start player",
)  # fmt: skip
JUDGED_COUNT = len(JUDGED)
DENSE = Vocabulary()
D_JUDGED = DENSE.add("{}, of {}", JUDGED, ASIDE)
D_SHARE = DENSE.add("share of the win by the judge, of {}", ASIDE)
D_LEFT = DENSE.add("rounds to come / 16")
D_LEAD = DENSE.add("lead over the best rival / 64")
D_CARD = DENSE.add("worth to self of the card at price {} / 32 points", numbers(SPACES, 1))
D_TILE = DENSE.add("worth to self of the tile on stack {} / 16 points", numbers(SEATS_MAX, 1))
D_GROWTH = DENSE.add("worth to self of one more {} / 16 points", ("tool", "field", "person"))
D_ROLLED = DENSE.add("rolled / 32")
DENSE_COUNT = len(DENSE)

# --- actions
KINDS = Vocabulary()
KINDS.add("{}", ("-", "place", "use", "buy", "choose two", "done", "add", "pay", "pay no more", "take", "pick", "go hungry"))
ARGUMENTS = Vocabulary()
A_NONE = ARGUMENTS.add("-")
A_PEOPLE = ARGUMENTS.add("people {}", numbers(MOST_PEOPLE, 1))
A_CARD = ARGUMENTS.add("card {}", CARD_NAMES)
A_TILE = ARGUMENTS.add("tile {}", TILE_NAMES)
A_TOOLS = ARGUMENTS.add("tools: lower {}, higher {}, for one use {}", numbers(4), numbers(4),
                        ("none", "2", "3", "2 3", "4", "2 4", "3 4", "2 3 4"))  # fmt: skip
A_RESOURCE = ARGUMENTS.add("{}", RESOURCES)
A_PAIR = ARGUMENTS.add("{} and {}", RESOURCES, RESOURCES)
A_FACE = ARGUMENTS.add("die {}", (*RESOURCES, "tool", "field"))
CELLS = Vocabulary()
CELLS.add("nowhere")
CELLS.add("{}", PLACES)
