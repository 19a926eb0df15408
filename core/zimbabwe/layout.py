"""The packed state of The Great Zimbabwe: every field, its width, and the getters and setters that rules code uses.

Squares are 9-bit codes: ``(row // 3) * 64 + (row % 3) * 18 + column``, so that a set of squares is six words of three rows
and membership is two shifts. Ascending codes go row by row. See ``grid.py``.
"""

from __future__ import annotations

from mutapa.core.layout import Field, Layout
from mutapa.core.zimbabwe.figures import ADDED, COPIES, KINDS, RAIN_TILES, SLOTS

SEATS = 5
WORDS = 6
CARDS = KINDS * COPIES

LAYOUT = Layout("zimbabwe", SEATS, [
    Field("level", 54, 18, doc="three bit planes of six words: a monument's level on its square, 0 none"),
    Field("owner", 54, 18, doc="three bit planes: the seat of the monument's owner, where there is one"),
    Field("empty", 54, 6, doc="squares of land that can be built on"),
    Field("tile", 13, SLOTS, doc="craftsman 3 * type + k, by order of placing: square | upright << 9 | (seat + 1) << 10; 0 none"),
    Field("added", 9, ADDED, doc="Shaman's resources by slot: square + 1, 0 none"),
    Field("rain", 10, RAIN_TILES, doc="water tiles: 1 + square * 2 + vertical, 0 none"),
    Field("used", 48, 2, doc="resources (base ones by number, added ones from 32 on) used at least once, and twice"),
    Field("card_cattle", 12, CARDS, doc="cattle on technology card 2 * type + copy"),
    Field("cattle", 12, SEATS, doc="cattle in hand"),
    Field("sealed", 13, SEATS, seen="owner", doc="auction=sealed: the amount + 1, public once it is shown; 0 none or unknown"),
    Field("card_owner", 3, CARDS, doc="seat + 1, 0 in the supply"),
    Field("vp", 10, SEATS),
    Field("card_price", 2, CARDS, doc="price of the good, 1-3; 0 while being set"),
    Field("specialist_owner", 3, 5, doc="seat + 1, 0 in the supply"),
    Field("supply", 3, 4, doc="resource tiles left, by resource"),
    Field("specialist_cattle", 10, 5),
    Field("vr", 6, SEATS),
    Field("god", 4, SEATS, doc="god + 1, 0 none"),
    Field("stack", 3, SEATS, doc="VR markers: seats by order of arrival on their squares, earliest first"),
    Field("plaques", 3, SEATS, doc="seats in bidding order"),
    Field("order", 3, SEATS, doc="seats in order of play, filled from the back during the auction"),
    Field("god_cattle", 12, doc="hub cattle on Qamata"),
    Field("round", 10),
    Field("phase", 2, doc="FIRST, AUCTION, TURN, DONE"),
    Field("mover", 3),
    Field("cursor", 3, doc="place of the mover among first monuments, plaques or order of play"),
    Field("rain_left", 4),
    Field("gift", 13, doc="the gift to beat"),
    Field("total", 20, doc="all cattle given in this auction"),
    Field("active", 5, doc="mask of seats still bidding; auction=sealed: whose amount is not shown yet"),
    Field("elegua_used", 1, doc="Elegua's owner has made a gift in this auction"),
    Field("pending", 4, doc="what is being decided within a turn: ROOT, AT_MONUMENT, ..."),
    Field("main_done", 1),
    Field("card_taken", 1, doc="a god or specialist was chosen this turn"),
    Field("specialists_used", 5, doc="mask of those used this turn"),
    Field("firsts", 3, doc="mask of primary types whose first tile on the map was placed this turn"),
    Field("new_cards", 7, doc="mask of technologies taken in this action"),
    Field("prices_only", 1, doc="the craftsmen action is one of prices alone"),
    Field("price_changed", 1),
    Field("kind", 3, doc="type of the craftsman being placed or priced; resource being supplied"),
    Field("raising", 9, doc="square of the monument being raised, or raised last"),
    Field("raised", 1, doc="a monument was raised in this action"),
    Field("goods_left", 3, doc="goods still to be bought for it, the one under way included"),
    Field("good_slot", 5, doc="craftsman of the good under way or bought last, + 1; 0 none for this monument yet"),
    Field("good_resource", 9, doc="square of the resource that craftsman used last + 1; 0 none"),
    Field("primary_slot", 5, doc="primary of the good under way"),
    Field("error", 1, doc="sticky: a field would have overflowed"),
    Field("capped", 1, doc="the game was ended by the round cap"),
    Field("revealing", 1, doc="auction=sealed: all have committed, amounts are being shown"),
])

FIRST, AUCTION, TURN, DONE = range(4)
(ROOT, AT_MONUMENT, AT_SECOND, CRAFT, AT_TILE, NEW_PRICE, PRICE_STEP, DZIVA_STEP, SUPPLY_KIND, AT_SUPPLY, AT_RAIN, RAISE_NEXT,
 GOOD, GOOD_USE, GOOD_FROM, GOOD_FROM_USE) = range(16)

LEVEL = LAYOUT.places["level"].word
OWNER = LAYOUT.places["owner"].word
EMPTY = LAYOUT.places["empty"].word
TILE = LAYOUT.places["tile"].word
TILE_WORDS = 6
ADDED_WORD = LAYOUT.places["added"].word
ADDED_WORDS = 4
RAIN_WORD = LAYOUT.places["rain"].word
USED = LAYOUT.places["used"].word
STATE_WORDS = LAYOUT.words

tile, set_tile = LAYOUT.getter("tile"), LAYOUT.setter("tile")
added, set_added = LAYOUT.getter("added"), LAYOUT.setter("added")
rain_tile, set_rain_tile = LAYOUT.getter("rain"), LAYOUT.setter("rain")
card_cattle, set_card_cattle, add_card_cattle = (LAYOUT.getter("card_cattle"), LAYOUT.setter("card_cattle"),
                                                 LAYOUT.adder("card_cattle", "error"))
cattle, add_cattle = LAYOUT.getter("cattle"), LAYOUT.adder("cattle", "error")
card_owner, set_card_owner = LAYOUT.getter("card_owner"), LAYOUT.setter("card_owner")
card_price, set_card_price = LAYOUT.getter("card_price"), LAYOUT.setter("card_price")
specialist_owner, set_specialist_owner = LAYOUT.getter("specialist_owner"), LAYOUT.setter("specialist_owner")
specialist_cattle, set_specialist_cattle, add_specialist_cattle = (
    LAYOUT.getter("specialist_cattle"), LAYOUT.setter("specialist_cattle"), LAYOUT.adder("specialist_cattle", "error"))
supply, set_supply = LAYOUT.getter("supply"), LAYOUT.setter("supply")
vp, add_vp = LAYOUT.getter("vp"), LAYOUT.adder("vp", "error")
vr, set_vr = LAYOUT.getter("vr"), LAYOUT.setter("vr")
god, set_god = LAYOUT.getter("god"), LAYOUT.setter("god")
god_cattle, set_god_cattle, add_god_cattle = (LAYOUT.getter("god_cattle"), LAYOUT.setter("god_cattle"),
                                              LAYOUT.adder("god_cattle", "error"))
stack, set_stack = LAYOUT.getter("stack"), LAYOUT.setter("stack")
plaques, set_plaques = LAYOUT.getter("plaques"), LAYOUT.setter("plaques")
order, set_order = LAYOUT.getter("order"), LAYOUT.setter("order")
round_number, add_round = LAYOUT.getter("round"), LAYOUT.adder("round", "error")
phase, set_phase = LAYOUT.getter("phase"), LAYOUT.setter("phase")
mover, set_mover = LAYOUT.getter("mover"), LAYOUT.setter("mover")
cursor, set_cursor = LAYOUT.getter("cursor"), LAYOUT.setter("cursor")
rain_left, set_rain_left = LAYOUT.getter("rain_left"), LAYOUT.setter("rain_left")
gift, set_gift = LAYOUT.getter("gift"), LAYOUT.setter("gift")
total, set_total, add_total = LAYOUT.getter("total"), LAYOUT.setter("total"), LAYOUT.adder("total", "error")
active, set_active = LAYOUT.getter("active"), LAYOUT.setter("active")
elegua_used, set_elegua_used = LAYOUT.getter("elegua_used"), LAYOUT.setter("elegua_used")
pending, set_pending = LAYOUT.getter("pending"), LAYOUT.setter("pending")
main_done, set_main_done = LAYOUT.getter("main_done"), LAYOUT.setter("main_done")
card_taken, set_card_taken = LAYOUT.getter("card_taken"), LAYOUT.setter("card_taken")
specialists_used, set_specialists_used = LAYOUT.getter("specialists_used"), LAYOUT.setter("specialists_used")
firsts, set_firsts = LAYOUT.getter("firsts"), LAYOUT.setter("firsts")
new_cards, set_new_cards = LAYOUT.getter("new_cards"), LAYOUT.setter("new_cards")
prices_only, set_prices_only = LAYOUT.getter("prices_only"), LAYOUT.setter("prices_only")
price_changed, set_price_changed = LAYOUT.getter("price_changed"), LAYOUT.setter("price_changed")
kind_of, set_kind = LAYOUT.getter("kind"), LAYOUT.setter("kind")
raising, set_raising = LAYOUT.getter("raising"), LAYOUT.setter("raising")
raised, set_raised = LAYOUT.getter("raised"), LAYOUT.setter("raised")
goods_left, set_goods_left = LAYOUT.getter("goods_left"), LAYOUT.setter("goods_left")
good_slot, set_good_slot = LAYOUT.getter("good_slot"), LAYOUT.setter("good_slot")
good_resource, set_good_resource = LAYOUT.getter("good_resource"), LAYOUT.setter("good_resource")
primary_slot, set_primary_slot = LAYOUT.getter("primary_slot"), LAYOUT.setter("primary_slot")
set_capped, capped = LAYOUT.setter("capped"), LAYOUT.getter("capped")
sealed, set_sealed = LAYOUT.getter("sealed"), LAYOUT.setter("sealed")
revealing, set_revealing = LAYOUT.getter("revealing"), LAYOUT.setter("revealing")
set_error = LAYOUT.setter("error")
