"""The board array: what is fixed for a game. Offsets; ``setup.py`` fills it."""

from __future__ import annotations

SEAT_COUNT = 0
CONTENT = 1
"""Hash of what the rules read of the board: caches in the work array are keyed by it."""
GODS_MASK = 2
SPECIALISTS_ON = 3
GU_STAYS = 4
MUST_ACT = 5
ONE_HUB = 6
BLOCK_RESOURCES = 7
DZIVA_LOWERS = 8
XANGO_AT_ONCE = 9
DISC_LIMIT = 10
ROUND_CAP = 11
SEALED = 12
BASE_COUNT = 13
BASE_OF = 14
"""Four words: mask of the base resources of each kind."""
PRESENT = 18
LAND = 24
WATER = 30
START = 36
BASE_SQUARE = 42
"""32 words: square of each base resource, ascending."""
BOARD_WORDS = BASE_SQUARE + 32
"""Words that the rules read. The expert's numbers follow (`weights.py`); the rules read none of them."""
