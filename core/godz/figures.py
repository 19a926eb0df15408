"""The figures of the game: what is printed as constants, what no public text prints as sets that a set-up may replace.

A resource and the terrain that gives it share a number, and so does the deity at home there.
"""

from __future__ import annotations

from typing import Any

RESOURCES = ("glory", "steps", "faith", "building", "food")
TERRAINS = ("swamp", "sea", "desert", "mountain", "forest")
DEITIES = ("boo", "glu", "bau", "tud", "fiu")
GLORY, STEPS, FAITH, BUILDING, FOOD = range(5)
SWAMP, SEA, DESERT, MOUNTAIN, FOREST = range(5)
BOO, GLU, BAU, TUD, FIU = range(5)
MOST_LEVEL = (7, 4, 9, 9, 4)

SEATS_MAX = 5
MOST_COLUMNS = 5
ROWS = ("believers", "build", "avatar")
VILLAGES = ("5", "7", "9")
COSTS = (5, 7, 9)
PIECES = 6
"""Believers of a seat."""
MAT = ("nine", "prophet", "life")
"""Where on the mat a Believer waits: the 9-Village, the last square of the Avatar row, the Miracle of Life."""

DIRECTIONS = ("e", "se", "sw", "w", "nw", "ne")
VECTORS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HOME_OFFSETS = ((2, 1), (1, 2), (-1, 3), (-2, 3), (-3, 2), (-3, 1), (-2, -1), (-1, -2), (1, -3), (2, -3), (3, -2), (3, -1))
"""Where the centre of a Home may lie from the centre of a tile that it touches with three sides."""
RING = 6
LARGE = 7
"""Hexes of a large tile."""
STACK_FIRST = LARGE * (1 + SEATS_MAX)
"""Slot of the first tile from the stack; before it the Center tile, then each seat's Home."""
EACH_TERRAIN, SPECIALS = 5, 6
STACK = EACH_TERRAIN * len(TERRAINS) + SPECIALS
SLOTS = STACK_FIRST + STACK
ICONS = 5
"""The most icons on a special hex."""
SPECIAL_HEXES = 1 + SPECIALS
"""The vortex, then s1 to s6."""

MIRACLES = ("telekinesis", "creation", "life", "dead", "pestilence", "seas", "flood", "sandstorm", "demons", "sleds",
            "earthquake", "growth", "trunklings")
(TELEKINESIS, CREATION, LIFE, DEAD, PESTILENCE, SEAS_CONTROL, FLOOD, SANDSTORM, DEMONS, SLEDS, EARTHQUAKE, GROWTH,
 TRUNKLINGS) = range(13)
COMMON = 3
"""Miracles of everybody; then two for each deity."""
MIRACLE_COSTS = (1, 2, 5, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4)
OVERLAYS = 2
"""Deserts of bau, forests of fiu."""

BEST_GLORY, GLORY_TOTAL = 9, 7
"""The single tile of 9 points is taken with a total of 7."""
PLAIN_GLORY = 6
SQUARES_END = 6
WAR_VALUES, WAR_EACH = (2, 3, 4), 12
BALANCE_VALUES, BALANCE_EACH = (1, 2), 18
BELIEVER_WEIGHT, VILLAGE_WEIGHT, AVATAR_WEIGHT = 1, 2, 3

PATHS: dict[int, dict[str, tuple[int, ...]]] = {
    4: {"bonus": (1, 2, 3, 4), "penalty": (3, 2, 1, 0), "war": (0, 0, 3, 2), "siege": (0, 0, 4, 3), "avatar_siege": (0, 0, 0, 1)},
    5: {"bonus": (0, 1, 2, 3, 4), "penalty": (4, 3, 2, 1, 0), "war": (0, 0, 3, 2, 2), "siege": (0, 0, 0, 4, 3),
        "avatar_siege": (0, 0, 0, 0, 1)},
}
"""Unprinted: the Path of Power by its number of columns. war, siege: own Believers needed, 0 never."""
VILLAGE_POINTS = {"2-3-4": (2, 3, 4), "3-4-5": (3, 4, 5), "5-7-9": (5, 7, 9)}
"""Unprinted: points of the Villages 5, 7, 9 at the end."""
CENTER: dict[str, tuple[str, ...]] = {
    "icons": RESOURCES, "ring": ("forest", "desert", "sea", "swamp", "mountain", "sea"),
}
"""Unprinted: icons of the vortex, terrains around it, clockwise from the east."""
HOMES: dict[str, tuple[str, ...]] = {
    "boo": ("swamp", "mountain", "forest", "swamp", "desert", "sea"),
    "glu": ("sea", "swamp", "mountain", "sea", "forest", "desert"),
    "bau": ("desert", "sea", "swamp", "desert", "mountain", "forest"),
    "tud": ("mountain", "forest", "desert", "mountain", "sea", "swamp"),
    "fiu": ("forest", "desert", "sea", "forest", "swamp", "mountain"),
}
"""Unprinted: terrains around each palace, clockwise."""
SPECIAL_TILES: tuple[dict[str, Any], ...] = (
    {"icons": ("glory", "steps"), "star": 3}, {"icons": ("steps", "faith"), "star": 3},
    {"icons": ("faith", "building"), "star": 3}, {"icons": ("building", "food"), "star": 3},
    {"icons": ("food", "glory"), "star": 3},
    {"icons": ("steps", "faith", "food"), "star": 3},
)
"""Unprinted: icons and star of the special tiles."""
