"""The work array of a thread: scratch sets and tables, and caches whose entries carry the content they were computed from."""

from __future__ import annotations

from mutapa.core.zimbabwe.figures import SLOTS
from mutapa.core.zimbabwe.grid import CODES, WORDS

REACHED = 0
"""Squares reached by a search under way (grid set)."""
FRONTIER = REACHED + WORDS
ZONE = FRONTIER + WORDS
"""Squares that a placement must touch."""
NETWORK = ZONE + WORDS
"""Squares from which a primary can be reached."""
FLAT = NETWORK + WORDS
"""Anchors of legal placements: lying (or 2x2, or single squares)."""
UPRIGHT = FLAT + WORDS
"""Anchors of legal upright placements."""
TEMP = UPRIGHT + WORDS
VISITED = TEMP + WORDS
"""Monuments that served as hubs already."""
NEW_HUBS = VISITED + WORDS
NEAR_SET = NEW_HUBS + WORDS
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
LISTED = DRAWN + CODES

BODIES = 40
BODY_KEY = LISTED + 8
BODY_COUNT = BODY_KEY + 3
BODY_WATER = BODY_COUNT + 1
BODY_SETS = BODY_WATER + WORDS

BALL_STRIDE = 3 + WORDS
BALL = BODY_SETS + BODIES * WORDS
"""By range and square: key (board, rain, rain), then the set in range with nothing in the way."""
FREE_STRIDE = 3 + WORDS + WORDS
FREE = BALL + 2 * CODES * BALL_STRIDE
"""The same with monuments in the way; the key holds those inside the ball too."""
NEAR_STRIDE = 3 + 4 + 1 + 1
NEAR = FREE + 2 * CODES * FREE_STRIDE
"""By range and craftsman: key (board, rain, rain, added x 4, tile), then the mask of its resources in range."""
HUB_WORDS = 3
HUB_STRIDE = 3 + WORDS + 6 + HUB_WORDS
HUB = NEAR + 2 * SLOTS * NEAR_STRIDE
"""By range and source (squares of monuments, then craftsmen): key (board, rain, rain, monuments, tiles), then hubs to each
craftsman."""
WORK_WORDS = HUB + 2 * (CODES + SLOTS) * HUB_STRIDE
