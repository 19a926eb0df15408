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
HORIZON = _add("horizon", 192, "rounds to come count up to so many sixteenths; what is kept loses worth as they run out", 1, 192)
CROWDED = _add("crowded", 6, "64ths off what rounds to come count, for each seat beyond two: what grows is contested", 0, 24)

WOOD = _add("wood", 126, "a wood in stock")
BRICK = _add("brick", 138, "a brick in stock")
STONE = _add("stone", 154, "a stone in stock")
GOLD = _add("gold", 176, "a gold in stock")
GLUT = _add("glut", 4, "taken off a resource's worth for each one of its kind in stock")
NEEDED = _add("needed", 64, "a resource more that a tile lacks on which one stands")
NEEDED_ANY = _add("needed_any", 32, "a resource of any kind more that cards and tiles lack on which one stands")
KEPT = _add("kept", 104, "a resource paid elsewhere that a tile needs on which one stands")
FEAST = _add("feast", 6, "resources that one wants for a tile 1to7", 1, 7)

FOOD_LEFT = _add("food", 23, "a food beyond what the people eat in this round")
HUNGRY = _add("hungry", 60, "a food short: a resource goes for it (at the end: 16) ...")
STARVE = _add("starve", 282, "... unless going hungry costs less, which is reckoned as this in placing (at the end: 160) ...")
GO_HUNGRY = _add("go_hungry", 232, "... and as this when it comes to feeding (at the end: 160)")
FIELD_ROUND = _add("field", 42, "a round: a field where it feeds people, for farmers still to come too")
FIELD_SPARE = _add("field_spare", 1, "a round: a field that feeds nobody")
HUT_ROUND = _add("hut", 47, "a round: the sixth person, for shamans still to come too")
HUT_CROWD = _add("hut_crowd", 14, "taken off that for each person beyond five")
TOOL_ROUND = _add("tool", 30, "a round: a tool, for tool makers still to come too")
TOOL_CROWD = _add("tool_crowd", 2, "taken off that for each tool owned")
TOOL_NOW = _add("tool_now", 8, "a tool in this round")

BUILDER_HOPE = _add("builder_hope", 10, "a round: a tile for hut builders still to come")
FIELD_GROWTH = _add("field_growth", 20, "fields to come in a round, in sixteenths: what a farmer will count", 0)
TILE_GROWTH = _add("tile_growth", 14, "the same of tiles for a hut builder", 0)
TOOL_GROWTH = _add("tool_growth", 21, "the same of tools for a tool maker", 0)
PEOPLE_GROWTH = _add("people_growth", 26, "the same of people for a shaman", 0)
SYMBOL = _add("symbol", 14, "a round: a new symbol, for the set still grows")
SECOND = _add("second", 19, "a round: a symbol for the second set")
DICE_CARD = _add("dice_card", 4, "dice for all")
DICE_CARD_ROUND = _add("dice_card_round", 10, "a round: dice for all")
BLIND = _add("blind", 233, "a card drawn blind")
ONCE_PIP = _add("once", 12, "a pip of a tool for one use")

ELSEWHERE = _add("elsewhere", 50, "64ths of what a person would bring on the best other place", 0, 128)
LATER = _add("later", 17, "the hunt can wait: it is never full")
RESERVE = _add("reserve", 132, "each person more on one place than is spared for it")
KEEP = _add("keep", 64, "sixteenths of the good places for one seat alone that one will still get", 0, 64)
HUNTERS = _add("hunters", 8, "sixteenths of a hunter kept for each food short", 0, 64)
POOR = _add("poor", 8, "a pip still lacking for a card or tile")
LUCK = _add("luck", 43, "pips that a person is hoped to gather, in sixteenths", 0)

KEEP_TOOL = _add("keep_tool", 4, "a pip of a tool that another roll of this round could use")
KEEP_ONCE = _add("keep_once", 8, "a pip of a tool for one use that another round could use")

JUDGE = BOARD_WORDS + len(WEIGHTS)
"""The first of the judge's weights: 64ths of a step of a seat's odds to win, 16 steps double them. They were fitted
(`experiments/laboratory/fit.py`), with the sign that each must have, to who won games between varied experts that erred."""
_any, _more, _less = (-MOST, MOST), (0, MOST), (-MOST, 0)
_add("judge_points", 94, "judge: a point", *_more)
_add("judge_points_soon", 115, "judge: a point, shared out among the rounds left and one", *_more)
_add("judge_pips", 20, "judge: a pip of resources (3 4 5 6), those that people on their places will bring too", *_more)
_add("judge_pips_near", 25, "judge: the same, fading out in the last four rounds", *_any)
_add("judge_people", 262, "judge: a round: a person, one being born too", *_more)
_add("judge_fields", 0, "judge: a round: a field, one being made too", *_more)
_add("judge_tools", 95, "judge: a round: a tool, one being made too", *_more)
_add("judge_unfed", -119, "judge: a round: a person more than fields", *_less)
_add("judge_short", -219, "judge: a food short in this round, hunters reckoned", *_less)
_add("judge_food", 78, "judge: a food left over, fading out in the last four rounds", *_more)
_add("judge_farmers", 44, "judge: a round: a farmer", *_more)
_add("judge_builders", 61, "judge: a round: a hut builder", *_more)
_add("judge_makers", 59, "judge: a round: a tool maker", *_more)
_add("judge_shamans", 7, "judge: a round: a shaman", *_more)
_add("judge_symbols", 43, "judge: a round: a symbol", *_more)
_add("judge_second_symbols", 71, "judge: a round: a symbol owned twice", *_more)
_add("judge_once", 148, "judge: a pip of a tool for one use, fading out in the last four rounds", *_more)
_add("judge_card_claimed", 798, "judge: a person on a card", *_more)
_add("judge_tile_claimed", 772, "judge: a person on a tile", *_more)
_add("judge_village", 104, "judge: people on tool maker, hut or field", *_more)
_add("judge_hand", 132, "judge: a person still to be placed", *_more)
_add("judge_hand_near", 54, "judge: the same, fading out in the last four rounds", *_any)
_add("judge_start", -381, "judge: the start player, fading out in the last four rounds", *_any)
JUDGE_WEIGHTS = BOARD_WORDS + len(WEIGHTS) - JUDGE
