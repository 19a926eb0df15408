"""The work array of a thread: scratch sets and tables, and caches whose entries carry the content they were computed from."""

from __future__ import annotations

from mutapa.core.zimbabwe.figures import SLOTS
from mutapa.core.zimbabwe.grid import CODES, WORDS

MONUMENTS = 0
"""All monuments (grid set): what `reach.see_monuments` wrote."""
FRONTIER = MONUMENTS + WORDS
STOPS = FRONTIER + WORDS
FILLED = STOPS + WORDS
BLOCKED = FILLED + WORDS
ZONE = BLOCKED + WORDS
"""Squares that a placement must touch."""
NETWORK = ZONE + WORDS
"""Squares from which a primary can be reached."""
FLAT = NETWORK + WORDS
"""Anchors of legal placements: lying (or 2x2, or single squares)."""
UPRIGHT = FLAT + WORDS
"""Anchors of legal upright placements."""
TEMP = UPRIGHT + WORDS
NEAR_SET = TEMP + WORDS
UNSORTED_WATER = NEAR_SET + WORDS

OPTIONS = 9
OPTION_COUNT = UNSORTED_WATER + WORDS
"""Ways of buying a good, by line: how many."""
OPTION_COST = OPTION_COUNT + 4
OPTION_FIRST = OPTION_COST + 4 * OPTIONS
"""Resources open to the craftsman that makes the good."""
OPTION_SECOND = OPTION_FIRST + 4 * OPTIONS
"""Resources open to its primary; 0 for a primary good."""
UNITS = OPTION_SECOND + 4 * OPTIONS
"""Resource masks to be matched (Tsui-Goab: up to eight)."""
SORTED_COST = UNITS + 10
SORTED_FIRST = SORTED_COST + 36
SORTED_SECOND = SORTED_FIRST + 36
CHOICE = SORTED_SECOND + 36
DRAWN = CHOICE + 8
"""Candidates of `sample`, drawn without replacement."""

BODIES = 162
"""Most bodies of water that 18 x 18 squares can hold: every other one."""
BODY_KEY = DRAWN + CODES
RAIN_SET = BODY_KEY + 3
BODY_OF = RAIN_SET + WORDS
"""By square: offset of the body of water it belongs to."""
BODY_WATER = BODY_OF + CODES
BODY_SETS = BODY_WATER + WORDS

BALL_STRIDE = 1 + 3 * WORDS
BALL = BODY_SETS + BODIES * WORDS
"""By range and square: key (board), the set a step wider than the range, the set in range with nothing in the way, the rain."""
NEAR_STRIDE = 3 + 4 + 1 + 1
NEAR = BALL + 2 * CODES * BALL_STRIDE
"""By range and craftsman: key (board, rain, rain, added x 4, tile), then the mask of its resources in range."""
LEVELS = 52
"""Hubs 0, 2, 4, ... of a shortest chain are more than three squares apart, and 18 x 18 squares hold 25 such."""
HUB_STRIDE = 4 + WORDS + 1 + (LEVELS + 1) * WORDS
HUB = NEAR + 2 * SLOTS * NEAR_STRIDE
"""By range and craftsman: key (board, rain, rain, monuments, tile), then the table of `hubs.hub_table`."""
WORK_WORDS = HUB + 2 * SLOTS * HUB_STRIDE
