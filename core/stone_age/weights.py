"""The expert's numbers by name, in words of the board behind the fixed facts (`core/weights.py`). Found by play against variants.

Unless said otherwise they are sixteenths of a point: an action worth a point more weighs twice as much. "A round": times the
rounds still to come (`outlook.rounds_left`). A resource's worth is what it will bring, so it sinks to its one point at the end.
"""

from __future__ import annotations

from mutapa.core.stone_age.board import BOARD_WORDS
from mutapa.core.weights import Weights

WEIGHTS = Weights(BOARD_WORDS)
_add = WEIGHTS.add

CARD_PACE = _add("card_pace", 16, "cards bought in a round, in sixteenths, whatever the number of seats", 1)
CARD_PACE_SEAT = _add("card_pace_seat", 20, "the same for each seat", 0)
TILE_PACE = _add("tile_pace", 20, "tiles bought in a round from the stack that ends the game, in sixteenths", 1)
NEAR = _add("near", 76, "sixteenths of a round before the end when what is kept begins to lose its worth", 1)

WOOD = _add("wood", 74, "a wood in stock")
BRICK = _add("brick", 83, "a brick in stock")
STONE = _add("stone", 97, "a stone in stock")
GOLD = _add("gold", 117, "a gold in stock")
GLUT = _add("glut", 1, "taken off a resource's worth for each one of its kind in stock")
NEEDED = _add("needed", 33, "a resource more that a tile lacks on which one stands")
NEEDED_ANY = _add("needed_any", 6, "a resource of any kind more that cards and tiles lack on which one stands")
KEPT = _add("kept", 34, "a resource paid elsewhere that a tile needs on which one stands")
FEAST = _add("feast", 3, "resources that one wants for a tile 1to7", 1, 7)

FOOD_LEFT = _add("food", 19, "a food beyond what the people eat in this round")
HUNGRY = _add("hungry", 29, "a food short: a resource goes for it ...")
STARVE = _add("starve", 380, "... unless going hungry costs less, which costs this")
FIELD_ROUND = _add("field", 54, "a round: the food of a field where it feeds people")
FIELD_SPARE = _add("field_spare", -2, "a round: the food of a field nobody needs")
GIVE_UP = _add("give_up", 11, "people not fed by the track from which on they may as well starve, and fields are worth ...", 0)
FIELD_STARVING = _add("field_starving", -5, "... this a round")
HUT_ROUND = _add("hut", 46, "a round: the sixth person")
HUT_CROWD = _add("hut_crowd", 20, "taken off that for each person beyond five")
TOOL_ROUND = _add("tool", 31, "a round: a tool")
TOOL_CROWD = _add("tool_crowd", 3, "taken off that for each tool owned")
TOOL_NOW = _add("tool_now", 5, "a tool in this round")

FARMER_HOPE = _add("farmer_hope", -3, "a round: a field for farmers still to come")
BUILDER_HOPE = _add("builder_hope", 13, "a round: a tile for hut builders still to come")
MAKER_HOPE = _add("maker_hope", 11, "a round: a tool for tool makers still to come")
SHAMAN_HOPE = _add("shaman_hope", 8, "a round: a person for shamans still to come")
FIELD_GROWTH = _add("field_growth", 25, "fields to come in a round, in sixteenths: what a farmer will count", 0)
TILE_GROWTH = _add("tile_growth", 19, "the same of tiles for a hut builder", 0)
TOOL_GROWTH = _add("tool_growth", 29, "the same of tools for a tool maker", 0)
PEOPLE_GROWTH = _add("people_growth", 17, "the same of people for a shaman", 0)
SYMBOL = _add("symbol", 17, "a round: a new symbol, for the set still grows")
SECOND = _add("second", 1, "a round: a symbol for the second set")
DICE_CARD = _add("dice_card", 55, "dice for all")
DICE_CARD_ROUND = _add("dice_card_round", 0, "a round: dice for all")
BLIND = _add("blind", 178, "a card drawn blind")
ONCE_PIP = _add("once", 13, "a pip of a tool for one use")

BASE = _add("base", 36, "a person put elsewhere")
LATER = _add("later", 18, "the hunt can wait: it is never full")
RESERVE = _add("reserve", 56, "each person more on one place than is spared for it")
KEEP = _add("keep", 36, "sixteenths of the good places for one seat alone that one will still get", 0, 64)
HUNTERS = _add("hunters", 10, "sixteenths of a hunter kept for each food short", 0, 64)
POOR = _add("poor", 13, "a pip still lacking for a card or tile")
LUCK = _add("luck", 50, "pips that a person is hoped to gather, in sixteenths", 0)

KEEP_TOOL = _add("keep_tool", 3, "a pip of a tool that another roll of this round could use")
KEEP_ONCE = _add("keep_once", 9, "a pip of a tool for one use that another round could use")
