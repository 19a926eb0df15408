"""The work array of a thread: scratch sets and lists, and the map, kept up to date with the state that is looked at.

The map part is a cache keyed by its content: where Homes lie and tiles of the stack. A zeroed array is a map without tiles.
"""

from __future__ import annotations

from mutapa.core.godz.figures import SLOTS

LISTED = 0
"""The list from which a playout move is drawn."""
LIST_WORDS = 512
SET = LISTED + LIST_WORDS
"""Scratch sets of slots, two words each."""
REGION = SET + 2
OTHER = REGION + 2
LOOSE = OTHER + 2
"""Loose Believers: a set for each seat, then all."""
TAKEN = LOOSE + 12
"""Hexes with a Village."""

READY = TAKEN + 2
"""1 when the Center lies in the grid."""
KEY_HOMES = READY + 1
KEY_CELLS = KEY_HOMES + 1
"""Eight words: as in the state."""
CELL = KEY_CELLS + 8
"""By slot: its cell, 64 * (q + 32) + r + 32; 0 not on the map."""
NEAR = CELL + SLOTS
"""By slot: its neighbours, slot + 1, 7 bits a direction; 0 none."""
NEAR_SET = NEAR + SLOTS
"""By slot: its neighbours as a set of two words."""
GRID = NEAR_SET + 2 * SLOTS
"""By cell: slot + 1 (7 bits), then how many hexes lie around it."""
SIDE = 64

LABEL = GRID + SIDE * SIDE
"""By slot: its region + 1, 0 if it scores nothing."""
STRENGTH = LABEL + SLOTS
"""By region: domination of each seat, 8 bits each."""
WORTH = STRENGTH + SLOTS
"""By region: points for its only holder, then (10 bits on) for each of several."""
PLAN = WORTH + SLOTS
"""The expert's: levels to come by resource."""
STANDS = PLAN + 5
"""Hexes where the seat stands."""
POINT = STANDS + 2
"""Sixteenths that a point of regions counts now."""
RIVAL = POINT + 1
"""Points of regions by seat."""
WORK_WORDS = RIVAL + 8
