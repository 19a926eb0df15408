"""The expert's numbers by name, in words of the board behind the fixed facts (`core/weights.py`). Found by play against variants.

Unless said otherwise they are sixteenths of a point: an action worth a point more weighs twice as much. "A round": times the
rounds still to come (`outlook.rounds_left`). A resource's worth is what it will bring, so it sinks to its one point at the end.
"""

from __future__ import annotations

from mutapa.core.stone_age.board import BOARD_WORDS
from mutapa.core.weights import MOST, Weights

WEIGHTS = Weights(BOARD_WORDS)
_add = WEIGHTS.add

CARD_PACE = _add("card_pace", 36, "cards bought in a round, in sixteenths, whatever the number of seats", 1)
CARD_PACE_SEAT = _add("card_pace_seat", 4, "the same for each seat", 0)
TILE_PACE = _add("tile_pace", 2, "tiles bought in a round from the stack that ends the game, in sixteenths", 1)
TILE_PACE_SEAT = _add("tile_pace_seat", 2, "the same for each seat", 0)
HORIZON = _add("horizon", 128, "rounds to come count up to so many sixteenths; as they run out, what is kept loses its worth", 1)
CROWDED = _add("crowded", 8, "64ths off what rounds to come count, for each seat beyond two: what grows is contested", 0, 24)

WOOD = _add("wood", 100, "a wood in stock")
BRICK = _add("brick", 108, "a brick in stock")
STONE = _add("stone", 119, "a stone in stock")
GOLD = _add("gold", 133, "a gold in stock")
GLUT = _add("glut", 2, "taken off a resource's worth for each one of its kind in stock")
NEEDED = _add("needed", 104, "a resource more that a tile lacks on which one stands")
NEEDED_ANY = _add("needed_any", 24, "a resource of any kind more that cards and tiles lack on which one stands")
KEPT = _add("kept", 96, "a resource paid elsewhere that a tile needs on which one stands")
FEAST = _add("feast", 3, "resources that one wants for a tile 1to7", 1, 7)

FOOD_LEFT = _add("food", 16, "a food beyond what the people eat in this round")
HUNGRY = _add("hungry", 33, "a food short: a resource goes for it (at the end: 16) ...")
STARVE = _add("starve", 216, "... unless going hungry costs less, which is reckoned as this in placing (at the end: 160) ...")
GO_HUNGRY = _add("go_hungry", 216, "... and as this when it comes to feeding (at the end: 160)")
FIELD_ROUND = _add("field", 14, "a round: the food of a field where it feeds people")
FIELD_SPARE = _add("field_spare", -18, "a round: the food of a field nobody needs")
GIVE_UP = _add("give_up", 9, "people not fed by the track from which on they may as well starve, and fields are worth ...", 0)
FIELD_STARVING = _add("field_starving", -10, "... this a round")
HUT_ROUND = _add("hut", 39, "a round: the sixth person")
HUT_CROWD = _add("hut_crowd", 14, "taken off that for each person beyond five")
TOOL_ROUND = _add("tool", 26, "a round: a tool")
TOOL_CROWD = _add("tool_crowd", 2, "taken off that for each tool owned")
TOOL_NOW = _add("tool_now", 15, "a tool in this round")

FARMER_HOPE = _add("farmer_hope", 28, "a round: a field for farmers still to come")
BUILDER_HOPE = _add("builder_hope", 7, "a round: a tile for hut builders still to come")
MAKER_HOPE = _add("maker_hope", 6, "a round: a tool for tool makers still to come")
SHAMAN_HOPE = _add("shaman_hope", 2, "a round: a person for shamans still to come")
FIELD_GROWTH = _add("field_growth", 21, "fields to come in a round, in sixteenths: what a farmer will count", 0)
TILE_GROWTH = _add("tile_growth", 16, "the same of tiles for a hut builder", 0)
TOOL_GROWTH = _add("tool_growth", 23, "the same of tools for a tool maker", 0)
PEOPLE_GROWTH = _add("people_growth", 20, "the same of people for a shaman", 0)
SYMBOL = _add("symbol", 15, "a round: a new symbol, for the set still grows")
SECOND = _add("second", 21, "a round: a symbol for the second set")
DICE_CARD = _add("dice_card", 13, "dice for all")
DICE_CARD_ROUND = _add("dice_card_round", 7, "a round: dice for all")
BLIND = _add("blind", 204, "a card drawn blind")
ONCE_PIP = _add("once", 5, "a pip of a tool for one use")

ELSEWHERE = _add("elsewhere", 32, "64ths of what a person would bring on the best other place", 0, 128)
LATER = _add("later", 19, "the hunt can wait: it is never full")
RESERVE = _add("reserve", 120, "each person more on one place than is spared for it")
KEEP = _add("keep", 60, "sixteenths of the good places for one seat alone that one will still get", 0, 64)
HUNTERS = _add("hunters", 8, "sixteenths of a hunter kept for each food short", 0, 64)
POOR = _add("poor", 8, "a pip still lacking for a card or tile")
LUCK = _add("luck", 44, "pips that a person is hoped to gather, in sixteenths", 0)

KEEP_TOOL = _add("keep_tool", 4, "a pip of a tool that another roll of this round could use")
KEEP_ONCE = _add("keep_once", 7, "a pip of a tool for one use that another round could use")

JUDGE = BOARD_WORDS + len(WEIGHTS)
"""The first of the judge's weights: 64ths of a step of a seat's odds to win, 16 steps double them. They were fitted
(`experiments/fit.py`), with the sign that each must have, to who won games between experts that were varied and erred."""
_any, _more, _less = (-MOST, MOST), (0, MOST), (-MOST, 0)
_add("judge_points", 82, "judge: a point", *_more)
_add("judge_points_soon", 139, "judge: a point, shared out among the rounds left and one", *_more)
_add("judge_pips", 14, "judge: a pip of resources (3 4 5 6), those that people on their places will bring too", *_more)
_add("judge_pips_near", 16, "judge: the same, fading out in the last four rounds", *_any)
_add("judge_people", 323, "judge: a round: a person, one being born too", *_more)
_add("judge_fields", 0, "judge: a round: a field, one being made too", *_more)
_add("judge_tools", 90, "judge: a round: a tool, one being made too", *_more)
_add("judge_unfed", -207, "judge: a round: a person more than fields", *_less)
_add("judge_short", -245, "judge: a food short in this round, hunters reckoned", *_less)
_add("judge_food", 54, "judge: a food left over, fading out in the last four rounds", *_more)
_add("judge_farmers", 56, "judge: a round: a farmer", *_more)
_add("judge_builders", 57, "judge: a round: a hut builder", *_more)
_add("judge_makers", 61, "judge: a round: a tool maker", *_more)
_add("judge_shamans", 23, "judge: a round: a shaman", *_more)
_add("judge_symbols", 46, "judge: a round: a symbol", *_more)
_add("judge_second_symbols", 50, "judge: a round: a symbol owned twice", *_more)
_add("judge_once", 59, "judge: a pip of a tool for one use, fading out in the last four rounds", *_more)
_add("judge_card_claimed", 849, "judge: a person on a card", *_more)
_add("judge_tile_claimed", 740, "judge: a person on a tile", *_more)
_add("judge_village", 142, "judge: people on tool maker, hut or field", *_more)
_add("judge_hand", 283, "judge: a person still to be placed", *_more)
_add("judge_hand_near", -68, "judge: the same, fading out in the last four rounds", *_any)
_add("judge_start", -368, "judge: the start player, fading out in the last four rounds", *_any)
JUDGE_WEIGHTS = BOARD_WORDS + len(WEIGHTS) - JUDGE
