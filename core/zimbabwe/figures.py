"""The figures of the game: tiles, layouts, costs, requirements. Facts only. Types of craftsmen: 0-6 as in CRAFTSMEN."""

from __future__ import annotations

from mutapa.core.words import pack

LEGEND = {".": "empty land", "W": "water", "T": "wood", "C": "clay", "I": "ivory", "D": "diamonds", "S": "starting area"}
RESOURCES = ("wood", "clay", "ivory", "diamonds")
RESOURCE_LETTERS = "TCID"

TILES = {
    "A": ("..S..S", "......", "S..T..", "..C..S", "......", "S..S.."),
    "B": ("D..WWW", "...WWW", "C...I.", "......", "......", "......"),
    "C": ("WWWW.T", "WWWW..", "WWWW..", "..ID..", "......", "......"),
    "D": ("..WW..", ".TWWC.", "......", "......", "....T.", "......"),
    "E": (".W....", ".W.I..", ".W....", ".WI...", ".WWW..", ".WWW.T"),
    "F": ("WW....", "WWI...", "..C...", "......", ".D..WW", "....WW"),
    "G": (".WWWWW", ".I....", "...T..", "...T..", "WW....", "WW...."),
    "H": ("..W...", "..WCI.", "..WC..", "..W...", "..WWWW", "..WWWW"),
    "I": (".....W", ".C...W", ".....W", ".....W", ".WWDTW", ".WW..W"),
    "J": ("WWWW..", "WWWW..", "..T...", "......", "D....C", "......"),
    "K": ("......", ".C..T.", "WW....", "WW....", "WWWW..", ".WWW.C"),
}
"""Map tiles as printed; A is the start tile. Rotation r is r quarter turns clockwise; tiles are never mirrored."""
START_TILE = "A"
TILE_SIDE = 6
LAYOUTS = {2: ("*x", "xx"), 3: ("--x", "-*x", "xxx"), 4: ("xx-", "x*x", "-xx"), 5: ("xxx", "x*x", "xxx")}
"""Tile slots by player count: ``*`` start tile, ``x`` random tile, ``-`` none."""

FIRST_VR = 20
MOST_VR = 40
FIRST_CATTLE = 3
MOST_LEVEL = 5
RANGE = 3
ESHU_RANGE = 6

CRAFTSMEN = ("wood", "potter", "ivory", "diamond", "sculptor", "vessel", "throne")
KINDS = 7
WOOD, POTTER, IVORY, DIAMOND, SCULPTOR, VESSEL, THRONE = range(KINDS)
TILES_EACH = 3
COPIES = 2
SLOTS = KINDS * TILES_EACH
INPUT = pack((0, 1, 2, 3, 0, 1, 0), 2)
"""Resource (index in RESOURCES) that a craftsman uses itself."""
PRIMARY = pack((7, 7, 7, 7, WOOD, POTTER, IVORY), 3)
"""Primary craftsman that a secondary needs; 7: none."""
SECONDARY = pack((SCULPTOR, VESSEL, THRONE, 7, 7, 7, 7), 3)
LINE = pack((0, 1, 2, 3, 0, 1, 2), 2)
"""Lines of ritual goods: a secondary belongs to the line of its primary."""
LINES = 4
BIG = pack((0, 0, 1, 1, 1, 1, 0), 1)
"""Whether the tile is 2x2; the others are 1x2 in two orientations."""
BUILD_COST = pack((2, 2, 2, 10, 4, 4, 4), 4)
TILE_VP = pack((1, 1, 1, 3, 2, 2, 2), 2)
CARD_VR = pack((3, 4, 3, 4, 2, 3, 1, 2, 3, 4, 3, 4, 3, 4), 3)
"""Victory requirement of technology card 2 * type + copy."""

SPECIALISTS = ("shaman", "rain", "herd", "builder", "nomads")
SHAMAN, RAIN, HERD, BUILDER, NOMADS = range(5)
SPECIALIST_VR = pack((3, 1, 6, 2, 1), 3)
SPECIALIST_COST = pack((2, 3, 2, 2, 2), 2)
HERD_UNITS = 3

GODS = ("shadipinyi", "elegua", "dziva", "eshu", "gu", "obatala", "atete", "tsui-goab", "anansi", "qamata", "engai", "xango")
SHADIPINYI, ELEGUA, DZIVA, ESHU, GU, OBATALA, ATETE, TSUI_GOAB, ANANSI, QAMATA, ENGAI, XANGO = range(12)
GOD_VR = pack((4, 4, 2, 4, 4, 7, 5, 3, 5, 2, 5, 0), 3)
XANGO_VR = 2
"""Xango lowers the requirement by this much (GOD_VR holds 0 for him)."""
GODS_IN_PLAY = 8
BEGINNER_GODS = ("xango", "tsui-goab", "elegua", "gu", "engai", "obatala")
ELEGUA_GIFT = 3
ENGAI_INCOME = 2

SUPPLY = (6, 4, 3, 3)
"""Resource tiles in the box, by resource."""
SUPPLY_PACKED = pack(SUPPLY, 3)
ADDED = 16
ADDED_FROM = pack((0, 6, 10, 13), 4)
"""First slot of each resource among the added ones."""
RAIN_TILES = 8
BASE_RESOURCES = 32
"""All tiles together hold 32 resource squares; added ones are numbered on from here."""
