"""The board array: what is fixed for a game. Offsets; ``setup.py`` fills it."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.stone_age.figures import CARD_KINDS, TILE_KINDS

SEAT_COUNT = 0
ROUND_CAP = 1
FORBID_AT_MAX = 2
HUNT_REPEAT = 3
UNUSED_SCORES = 4
VILLAGE = 5
"""How many of tool maker, hut and field may be taken in a round."""
CROWD = 6
"""How many different seats may stand on one resource place."""
SUPPLY = 7
"""Four words: pieces of each resource, 0 without limit."""
POWER = 11
"""Nine words: 6 to the power of 0 .. 8."""
CARD_FACE = 20
"""A word a kind of card: effect | amount << 4 | resource << 8 | (symbol or 8 + kind of people) << 10 | their number << 14."""
TILE_PRICE = CARD_FACE + CARD_KINDS
"""A word a kind of tile: resources in all | exact kinds << 3 | of each resource << (6 + 3 * resource)."""
TILE_POINTS = TILE_PRICE + TILE_KINDS
"""A word a kind of tile: points of a fixed one."""
BOARD_WORDS = TILE_POINTS + TILE_KINDS
"""Words that the rules read. The expert's numbers follow (`weights.py`); the rules read none of them."""


@compiled
def effect_of(face):  # type: ignore[no-untyped-def]
    """What the top half of a card does: figures.DICE ..."""
    return face & 15


@compiled
def amount_of(face):  # type: ignore[no-untyped-def]
    """How much of it."""
    return (face >> 4) & 15


@compiled
def resource_of(face):  # type: ignore[no-untyped-def]
    """Of which resource."""
    return (face >> 8) & 3


@compiled
def bottom_of(face):  # type: ignore[no-untyped-def]
    """Symbol 0-7, or 8 + kind of people."""
    return (face >> 10) & 15


@compiled
def bearers_of(face):  # type: ignore[no-untyped-def]
    """Number of people on the bottom half."""
    return (face >> 14) & 3
