"""The board array: what is fixed for a game. Offsets; ``setup.py`` fills it."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.figures import DEITIES, MOST_COLUMNS, RING, SPECIAL_HEXES, VILLAGES

SEAT_COUNT = 0
ROUND_CAP = 1
INTERLEAVE = 2
ENTER_VILLAGE = 3
LAID_ACTS = 4
LOWER_GLORY = 5
POWER_ON_VILLAGE = 6
FIDUS_BOTH = 7
CHASM_COUNTS = 8
MARTIN_PUSH = 9
LAST_ROUND = 10
COLUMNS = 11
BONUS = 12
"""By column from 0 (the flag) on, as the next four."""
PENALTY = BONUS + MOST_COLUMNS + 1
WAR = PENALTY + MOST_COLUMNS + 1
SIEGE = WAR + MOST_COLUMNS + 1
AVATAR_SIEGE = SIEGE + MOST_COLUMNS + 1
POINTS = AVATAR_SIEGE + MOST_COLUMNS + 1
"""Of the Villages 5, 7, 9."""
STAR = POINTS + len(VILLAGES)
"""By special hex; 0 for the vortex."""
FACE = STAR + SPECIAL_HEXES
"""By special hex: resource + 1 of its icons, 3 bits each."""
RINGS = FACE + SPECIAL_HEXES
"""Terrain + 1 of a ring, 3 bits each: the Center, then each deity's Home."""
OFFSETS = RINGS + 1 + len(DEITIES)
"""Twelve words: where a Home may lie from what it touches, as a difference of cells + BIAS."""
BOARD_WORDS = OFFSETS + 2 * RING

BIAS = 4096


@compiled
def icon_of(board, hexagon, i):  # type: ignore[no-untyped-def]
    """Resource + 1 of icon `i` of a special hex, 0 if there is none."""
    return (board[FACE + hexagon] >> (3 * i)) & 7


@compiled
def ring_of(board, tile, i):  # type: ignore[no-untyped-def]
    """Terrain + 1 of entry `i` of a ring: tile 0 the Center, 1 + deity a Home."""
    return (board[RINGS + tile] >> (3 * i)) & 7
