"""The expert's numbers by name, in words of the board behind the fixed facts (`core/weights.py`).

Sixteenths of a point: an action worth a point more weighs twice as much.
"""

from __future__ import annotations

from mutapa.core.godz.board import BOARD_WORDS
from mutapa.core.weights import Weights

WEIGHTS = Weights(BOARD_WORDS)
_add = WEIGHTS.add

GLORY_WORTH = _add("glory", 48, "a Glory level for the next turn")
STEPS_WORTH = _add("steps", 24, "a Steps level")
FAITH_WORTH = _add("faith", 26, "a Faith level")
BUILDING_WORTH = _add("building", 40, "a Building level")
FOOD_WORTH = _add("food", 16, "a Food level")
GLORY_LESS = _add("glory_less", 2, "taken off that for each level above 1")
STEPS_LESS = _add("steps_less", 7, "the same for Steps")
FAITH_LESS = _add("faith_less", 4, "the same for Faith")
BUILDING_LESS = _add("building_less", 5, "the same for Building")
FOOD_LESS = _add("food_less", 6, "the same for Food")

REGION = _add("region", 3, "a point of regions and special tiles with no square taken yet by anybody ...", 0)
REGION_SOON = _add("region_soon", 2, "... and more for each square of the seat that has most", 0)
DENIED = _add("denied", 40, "64ths of a point that another seat loses", 0, 64)
FOLLOW = _add("follow", 24, "64ths of a best step that paying for movement is worth", 0, 64)

SQUARE = _add("square", 8, "a square for a seat that leads, less for one that trails")
ENDING = _add("ending", 300, "ending the game while ahead; the same against it when behind")
COLLECT_LEAST = _add("collect_least", 4, "points from which on a Glory tile is taken before the last column", 1, 9)
EARLY = _add("early", 40, "a Glory tile below that before the last column")
BUILD = _add("build", 60, "building, if a Village can be built")
ACT = _add("act", 11, "activating Believers ...")
ACT_FAITH = _add("act_faith", 10, "... and more for each Faith")
STRIDE = _add("stride", 22, "activating the Avatar ...")
STRIDE_FOOD = _add("stride_food", 8, "... and more for each Food")
DEPLOYED = _add("deployed", 20, "a Believer from the reserve on the palace")
BELIEVER = _add("believer", 30, "a Believer more on the map, or one of another seat less")
GUARD = _add("guard", 24, "a Believer inside a Village")
VILLAGE = _add("village", 16, "a point of a Village")
TILE_DRAWN = _add("balance_tile", 20, "a Balance tile")
LAID = _add("laid", 12, "another seat's Avatar laid down")
LAND = _add("land", 12, "a tile laid beside a region of its terrain that one holds")

CAST_MOVE = _add("cast_move", 10, "casting what moves a Believer")
CAST_CREATION = _add("cast_creation", 14, "casting Divine Creation")
CAST_REMOVE = _add("cast_remove", 24, "casting what removes a Believer")
CAST_OVERLAY = _add("cast_overlay", 28, "casting what covers a hex")
