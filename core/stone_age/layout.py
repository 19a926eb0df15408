"""The packed state of Stone Age: 16 words for 4 seats; every field, its width, and the getters and setters of rules code."""

from __future__ import annotations

from mutapa.core.layout import Field, Layout
from mutapa.core.stone_age.figures import CARD_COUNT, SEATS_MAX, SINGLES, SPACES, TILE_COUNT

ZERO = 1024
"""Scores are stored + ZERO, since they may fall below 0."""

LAYOUT = Layout("stone_age", SEATS_MAX, [
    Field("stock", 13, 4 * SEATS_MAX, doc="resources: 4 * seat + resource"),
    Field("food", 11, SEATS_MAX),
    Field("error", 1, doc="sticky: a field would have overflowed"),
    Field("capped", 1, doc="the game was ended by the round cap"),
    Field("dice", 4, doc="dice about to be rolled"),
    Field("buyer", 2, doc="seat whose turn it is, while dice for all are picked"),
    Field("start", 2, doc="start player"),
    Field("score", 12, SEATS_MAX, doc="the marker on the track + ZERO"),
    Field("rolled", 6, doc="sum of the dice at the tools question"),
    Field("gather", 3, 4 * SEATS_MAX, doc="people in forest, clay pit, quarry, river: 4 * seat + place - 1"),
    Field("phase", 4, doc="PLACE ... DONE"),
    Field("mover", 2),
    Field("culture", 3, 16, doc="seat + 1 of the owners of each symbol's two cards, 2 * symbol; the smaller one first, 0 none"),
    Field("kinds", 3, doc="kinds of resources still to be begun for a tile NofK"),
    Field("people", 4, SEATS_MAX),
    Field("track", 4, SEATS_MAX, doc="food track"),
    Field("tools", 4, SEATS_MAX, doc="value of all tools; it says what each is worth"),
    Field("gain", 3, doc="what is rolled for: 0 food, 1-4 a resource"),
    Field("last", 3, doc="resource paid last + 1, 0 none"),
    Field("hunters", 4, SEATS_MAX),
    Field("hand", 4, SEATS_MAX, doc="people at home"),
    Field("makers", 4, SEATS_MAX, doc="tool makers on cards"),
    Field("rolls", 6, doc="rolls made in this round"),
    Field("drawn", CARD_COUNT, doc="mask of cards turned up (of two equal ones the first at first) or out of the game"),
    Field("once", 3, SEATS_MAX, doc="unspent tools for one use: bit 0 worth 2, bit 1 worth 3, bit 2 worth 4"),
    Field("place", 4, doc="card or stack being bought"),
    Field("revealed", TILE_COUNT, doc="mask of tiles turned up (of equal ones the first at first)"),
    Field("blind", 6, SEATS_MAX, "owner", "kind of the card drawn blind + 1"),
    Field("cards", 6, SPACES, doc="kind displayed + 1, from the space that costs 1; 0 empty"),
    Field("tops", 5, SEATS_MAX, doc="kind of each stack's top tile + 1, 0 none"),
    Field("round", 10),
    Field("builders", 4, SEATS_MAX, doc="hut builders on cards"),
    Field("tiles", 5, SEATS_MAX, doc="tiles owned"),
    Field("shamans", 3, SEATS_MAX, doc="shamans on cards"),
    Field("blind_seat", 3, doc="seat + 1 that has drawn a card blind, 0 none"),
    Field("two_seat", 3, doc="seat + 1 that has two resources of choice coming, 0 none"),
    Field("stands", SINGLES, SEATS_MAX, doc="where the seat stands: mask of places for one seat alone, from the tool maker on"),
    Field("low", 2, SEATS_MAX, doc="turned ones among the lower tools"),
    Field("faces", 3, 6, doc="dice for all not yet picked, by face"),
    Field("high", 2, SEATS_MAX, doc="turned ones among the higher tools"),
    Field("farmers", 3, SEATS_MAX, doc="farmers on cards"),
    Field("sizes", 3, SEATS_MAX, doc="tiles of each stack, the top one included"),
    Field("left", 4, doc="resources still to be paid"),
])

(PLACE, ACT, TOOLS_STEP, PAY, CHOOSE, PICK, FEED, FEED_PAY, FEED_CHOOSE, ROLL_STEP, DICE_STEP, TURN_UP, DRAW_STEP, REFILL,
 DONE) = range(15)
"""Phases: a seat's, then nature's from ROLL_STEP on, then the end."""

STATE_WORDS = LAYOUT.words
STOCK = LAYOUT.places["stock"].word
GATHER = LAYOUT.places["gather"].word
STANDS = LAYOUT.places["stands"].word

stock, add_stock = LAYOUT.getter("stock"), LAYOUT.adder("stock", "error")
food, set_food, add_food = LAYOUT.getter("food"), LAYOUT.setter("food"), LAYOUT.adder("food", "error")
set_error = LAYOUT.setter("error")
capped, set_capped = LAYOUT.getter("capped"), LAYOUT.setter("capped")
dice, set_dice = LAYOUT.getter("dice"), LAYOUT.setter("dice")
buyer, set_buyer = LAYOUT.getter("buyer"), LAYOUT.setter("buyer")
start, set_start = LAYOUT.getter("start"), LAYOUT.setter("start")
score, set_score, add_score = LAYOUT.getter("score"), LAYOUT.setter("score"), LAYOUT.adder("score", "error")
rolled, set_rolled = LAYOUT.getter("rolled"), LAYOUT.setter("rolled")
gather, set_gather = LAYOUT.getter("gather"), LAYOUT.setter("gather")
phase, set_phase = LAYOUT.getter("phase"), LAYOUT.setter("phase")
mover, set_mover = LAYOUT.getter("mover"), LAYOUT.setter("mover")
culture, set_culture = LAYOUT.getter("culture"), LAYOUT.setter("culture")
left, set_left = LAYOUT.getter("left"), LAYOUT.setter("left")
kinds, set_kinds = LAYOUT.getter("kinds"), LAYOUT.setter("kinds")
people, set_people = LAYOUT.getter("people"), LAYOUT.setter("people")
track, set_track = LAYOUT.getter("track"), LAYOUT.setter("track")
tools, set_tools = LAYOUT.getter("tools"), LAYOUT.setter("tools")
gain, set_gain = LAYOUT.getter("gain"), LAYOUT.setter("gain")
last, set_last = LAYOUT.getter("last"), LAYOUT.setter("last")
hunters, set_hunters = LAYOUT.getter("hunters"), LAYOUT.setter("hunters")
hand, set_hand = LAYOUT.getter("hand"), LAYOUT.setter("hand")
makers, add_makers = LAYOUT.getter("makers"), LAYOUT.adder("makers", "error")
rolls, set_rolls, add_rolls = LAYOUT.getter("rolls"), LAYOUT.setter("rolls"), LAYOUT.adder("rolls", "error")
drawn, set_drawn = LAYOUT.getter("drawn"), LAYOUT.setter("drawn")
once, set_once = LAYOUT.getter("once"), LAYOUT.setter("once")
place, set_place = LAYOUT.getter("place"), LAYOUT.setter("place")
revealed, set_revealed = LAYOUT.getter("revealed"), LAYOUT.setter("revealed")
blind, set_blind = LAYOUT.getter("blind"), LAYOUT.setter("blind")
cards, set_cards = LAYOUT.getter("cards"), LAYOUT.setter("cards")
tops, set_tops = LAYOUT.getter("tops"), LAYOUT.setter("tops")
round_number, set_round, add_round = LAYOUT.getter("round"), LAYOUT.setter("round"), LAYOUT.adder("round", "error")
builders, add_builders = LAYOUT.getter("builders"), LAYOUT.adder("builders", "error")
tiles, add_tiles = LAYOUT.getter("tiles"), LAYOUT.adder("tiles", "error")
shamans, add_shamans = LAYOUT.getter("shamans"), LAYOUT.adder("shamans", "error")
blind_seat, set_blind_seat = LAYOUT.getter("blind_seat"), LAYOUT.setter("blind_seat")
two_seat, set_two_seat = LAYOUT.getter("two_seat"), LAYOUT.setter("two_seat")
stands, set_stands = LAYOUT.getter("stands"), LAYOUT.setter("stands")
low, set_low = LAYOUT.getter("low"), LAYOUT.setter("low")
faces, set_faces = LAYOUT.getter("faces"), LAYOUT.setter("faces")
high, set_high = LAYOUT.getter("high"), LAYOUT.setter("high")
farmers, add_farmers = LAYOUT.getter("farmers"), LAYOUT.adder("farmers", "error")
sizes, set_sizes = LAYOUT.getter("sizes"), LAYOUT.setter("sizes")
