"""The packed state of GodZ: 32 words for up to five seats; every field, its width, and the getters and setters of rules code.

A hex is a slot: 0-6 the Center tile, 7 + 7 * seat the seat's Home (centre first, then the ring from the east, clockwise), 42 on
the tiles of the stack in the order in which they were laid. A set of slots is two words: slots 0-53, slots 54-72.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.figures import MOST_LEVEL, SEATS_MAX, SLOTS, SPECIALS, STACK
from mutapa.core.layout import Field, Layout
from mutapa.core.words import pack

LOW_SLOTS = 54
HIGH_SLOTS = SLOTS - LOW_SLOTS
ALL_LOW, ALL_HIGH = (1 << LOW_SLOTS) - 1, (1 << HIGH_SLOTS) - 1

LAYOUT = Layout("godz", SEATS_MAX, [
    Field("pieces", 42, SEATS_MAX, doc="six Believers, 7 bits each: a slot (loose), INSIDE + Village, RESERVE, ON_MAT + place"),
    Field("avatar", 7, SEATS_MAX, doc="slot"),
    Field("laid", 1, SEATS_MAX, doc="whether the Avatar is laid down"),
    Field("phase", 5, doc="DRAFT ... DONE"),
    Field("active", 3, doc="whose turn it is"),
    Field("mover", 3, doc="who decides"),
    Field("capped", 1, doc="the game was ended by the round cap"),
    Field("error", 1, doc="sticky: a field would have overflowed"),
    Field("five", 7, SEATS_MAX, doc="slot of the Village 5 + 1, 0 unbuilt"),
    Field("steps", 3, SEATS_MAX, doc="level"),
    Field("tile", 4, doc="tile to be laid + 1: a terrain, or 5 + special"),
    Field("seven", 7, SEATS_MAX, doc="slot of the Village 7 + 1"),
    Field("glory", 3, SEATS_MAX, doc="level"),
    Field("miracle", 4, doc="being cast"),
    Field("nine", 7, SEATS_MAX, doc="slot of the Village 9 + 1"),
    Field("food", 3, SEATS_MAX, doc="level"),
    Field("cursor", 3, doc="resources: special hex, or Village (3 Fidus); Village just built"),
    Field("faith", 4, SEATS_MAX, doc="level"),
    Field("building", 4, SEATS_MAX, doc="level"),
    Field("points", 6, doc="movement points left"),
    Field("cast", 5, doc="miracles cast in this turn: three common, two own"),
    Field("icon", 3, doc="first icon that may still be taken on the special hex"),
    Field("gained", 6, SEATS_MAX, doc="points of Glory tiles"),
    Field("column", 3, SEATS_MAX, doc="of the action cylinder, 0 the flag"),
    Field("source", 7, doc="slot from where a miracle moves a Believer"),
    Field("tiles", 3, SEATS_MAX, doc="Glory tiles owned"),
    Field("supply", 3, 6, doc="Glory tiles 1-6 left"),
    Field("best", 1, doc="the 9-point tile is left"),
    Field("wars", 4, SEATS_MAX, doc="War tiles owned"),
    Field("balances", 6, SEATS_MAX, doc="Balance tiles owned"),
    Field("left", 3, 5, doc="normal tiles in the stack, by terrain"),
    Field("victim", 3, doc="owner of the Believer that a miracle moves"),
    Field("fours", 4, SEATS_MAX, "owner", "War tiles of 4 owned + 1"),
    Field("threes", 4, SEATS_MAX, "owner", "War tiles of 3 owned + 1"),
    Field("round", 12),
    Field("twos", 5, SEATS_MAX, "owner", "Balance tiles of 2 owned + 1"),
    Field("due", 5, SEATS_MAX, doc="Balance tiles still to be drawn"),
    Field("due_war", 1, doc="a War tile is to be drawn by the active seat"),
    Field("icons", 3, 35, doc="seat + 1 on icon i of special hex h (0 the vortex), 5 * h + i; 0 free"),
    Field("cells", 12, STACK, doc="where tile i of the stack lies: 64 * (q + 32) + r + 32; 0 not laid"),
    Field("low_0", LOW_SLOTS, doc="bit 0 of the terrain + 1 of slots 0-53 (0: no normal terrain)"),
    Field("high_0", HIGH_SLOTS, doc="the same of slots 54-72"),
    Field("homes", 7, SEATS_MAX, doc="12 * (tile it touches: 0 the Center, 1 + seat) + offset + 1, 0 not placed"),
    Field("low_1", LOW_SLOTS, doc="bit 1"),
    Field("high_1", HIGH_SLOTS, doc="bit 1"),
    Field("specials", 5, SPECIALS, doc="which tile of the stack in order of laying + 1, 0 not laid"),
    Field("low_2", LOW_SLOTS, doc="bit 2"),
    Field("high_2", HIGH_SLOTS, doc="bit 2"),
    Field("chasm", 7, doc="slot + 1, 0 none"),
    Field("deserts", 2, doc="overlays that bau has left"),
    Field("forests", 2, doc="overlays that fiu has left"),
    Field("stacked", 5, doc="tiles of the stack laid"),
    Field("deities", 3, SEATS_MAX, doc="deity + 1"),
])

(DRAFT, HOME, TURN, BELIEVERS, MARCH, AVATAR, WALK, BUILD, INSIDE_STEP, MIRACLE, WHO, TO, AT, LAY, LOSE, ICON, YIELD, STACK_STEP,
 DONE) = range(19)
"""Phases: a seat's, then nature's STACK_STEP, then the end. Where a War or Balance tile is due nature moves in any phase."""

INSIDE, RESERVE, ON_MAT = SLOTS, SLOTS + 3, SLOTS + 4
"""Codes of Believers: inside the own Village 5, 7, 9; in reserve; on the mat (nine, prophet, life)."""

STATE_WORDS = LAYOUT.words
PIECES_WORD = LAYOUT.places["pieces"].word
VILLAGE_WORD = LAYOUT.places["five"].word
PLANES = LAYOUT.places["low_0"].word
CELLS_WORD = LAYOUT.places["cells"].word
CELL_WORDS = PLANES - CELLS_WORD
HOMES_WORD = LAYOUT.places["homes"].word
DUE_WORD = LAYOUT.places["due"].word
DUE_SHIFT = LAYOUT.places["due"].shift

avatar, set_avatar = LAYOUT.getter("avatar"), LAYOUT.setter("avatar")
laid, set_laid = LAYOUT.getter("laid"), LAYOUT.setter("laid")
phase, set_phase = LAYOUT.getter("phase"), LAYOUT.setter("phase")
active, set_active = LAYOUT.getter("active"), LAYOUT.setter("active")
mover, set_mover = LAYOUT.getter("mover"), LAYOUT.setter("mover")
capped, set_capped = LAYOUT.getter("capped"), LAYOUT.setter("capped")
set_error = LAYOUT.setter("error")
tile, set_tile = LAYOUT.getter("tile"), LAYOUT.setter("tile")
miracle, set_miracle = LAYOUT.getter("miracle"), LAYOUT.setter("miracle")
cursor, set_cursor = LAYOUT.getter("cursor"), LAYOUT.setter("cursor")
points, set_points = LAYOUT.getter("points"), LAYOUT.setter("points")
cast, set_cast = LAYOUT.getter("cast"), LAYOUT.setter("cast")
icon, set_icon = LAYOUT.getter("icon"), LAYOUT.setter("icon")
gained, add_gained = LAYOUT.getter("gained"), LAYOUT.adder("gained", "error")
column, set_column = LAYOUT.getter("column"), LAYOUT.setter("column")
source, set_source = LAYOUT.getter("source"), LAYOUT.setter("source")
tiles, add_tiles = LAYOUT.getter("tiles"), LAYOUT.adder("tiles", "error")
supply, set_supply = LAYOUT.getter("supply"), LAYOUT.setter("supply")
best, set_best = LAYOUT.getter("best"), LAYOUT.setter("best")
wars, add_wars = LAYOUT.getter("wars"), LAYOUT.adder("wars", "error")
balances, add_balances = LAYOUT.getter("balances"), LAYOUT.adder("balances", "error")
left, set_left = LAYOUT.getter("left"), LAYOUT.setter("left")
victim, set_victim = LAYOUT.getter("victim"), LAYOUT.setter("victim")
fours, set_fours = LAYOUT.getter("fours"), LAYOUT.setter("fours")
threes, set_threes = LAYOUT.getter("threes"), LAYOUT.setter("threes")
twos, set_twos = LAYOUT.getter("twos"), LAYOUT.setter("twos")
round_number, set_round, add_round = LAYOUT.getter("round"), LAYOUT.setter("round"), LAYOUT.adder("round", "error")
due, set_due, add_due = LAYOUT.getter("due"), LAYOUT.setter("due"), LAYOUT.adder("due", "error")
due_war, set_due_war = LAYOUT.getter("due_war"), LAYOUT.setter("due_war")
icons, set_icons = LAYOUT.getter("icons"), LAYOUT.setter("icons")
cells, set_cells = LAYOUT.getter("cells"), LAYOUT.setter("cells")
homes, set_homes = LAYOUT.getter("homes"), LAYOUT.setter("homes")
specials, set_specials = LAYOUT.getter("specials"), LAYOUT.setter("specials")
chasm, set_chasm = LAYOUT.getter("chasm"), LAYOUT.setter("chasm")
deserts, set_deserts = LAYOUT.getter("deserts"), LAYOUT.setter("deserts")
forests, set_forests = LAYOUT.getter("forests"), LAYOUT.setter("forests")
stacked, set_stacked = LAYOUT.getter("stacked"), LAYOUT.setter("stacked")
deities, set_deities = LAYOUT.getter("deities"), LAYOUT.setter("deities")

LEVELS = ("glory", "steps", "faith", "building", "food")
_PLACES = [LAYOUT.places[name] for name in LEVELS]
LEVEL_WORDS = pack([place.word for place in _PLACES], 6)
LEVEL_SHIFTS = pack([place.shift for place in _PLACES], 6)
LEVEL_WIDTHS = pack([LAYOUT.fields[name].width for name in LEVELS], 6)
LEVEL_MOST = pack(MOST_LEVEL, 6)


@compiled
def level(state, seat, resource):  # type: ignore[no-untyped-def]
    """The seat's level of a resource."""
    at = 6 * resource
    width = (LEVEL_WIDTHS >> at) & 63
    return (state[(LEVEL_WORDS >> at) & 63] >> (((LEVEL_SHIFTS >> at) & 63) + width * seat)) & ((1 << width) - 1)


@compiled
def set_level(state, seat, resource, value):  # type: ignore[no-untyped-def]
    """Set it."""
    at = 6 * resource
    width = (LEVEL_WIDTHS >> at) & 63
    shift = ((LEVEL_SHIFTS >> at) & 63) + width * seat
    word = (LEVEL_WORDS >> at) & 63
    state[word] = (state[word] & ~(((1 << width) - 1) << shift)) | (value << shift)
    return 0


@compiled
def gain_level(state, seat, resource):  # type: ignore[no-untyped-def]
    """One more, up to the end of the track."""
    value = level(state, seat, resource)
    if value < (LEVEL_MOST >> (6 * resource)) & 63:
        set_level(state, seat, resource, value + 1)
    return 0


@compiled
def is_full(state, seat, resource):  # type: ignore[no-untyped-def]
    """1 if the level is at the end of its track."""
    if level(state, seat, resource) == (LEVEL_MOST >> (6 * resource)) & 63:
        return 1
    return 0


@compiled
def village(state, seat, v):  # type: ignore[no-untyped-def]
    """Slot + 1 of the seat's Village `v` (0-2), 0 unbuilt."""
    return (state[VILLAGE_WORD + v] >> (7 * seat)) & 127


@compiled
def set_village(state, seat, v, value):  # type: ignore[no-untyped-def]
    """Set it."""
    state[VILLAGE_WORD + v] = (state[VILLAGE_WORD + v] & ~(127 << (7 * seat))) | (value << (7 * seat))
    return 0


@compiled
def deity(state, seat):  # type: ignore[no-untyped-def]
    """The seat's deity, -1 before the draft."""
    return deities(state, seat) - 1
