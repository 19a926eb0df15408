"""The figures of the game: places, cards, tiles, supplies. Facts only.

Places are numbered 0-15 as in PLACES; places 0-4 (the hunt first) give food, wood, brick, stone, gold, so their number is also
what it gives. Resources 0-3 are wood, brick, stone, gold.
"""

from __future__ import annotations

RESOURCES = ("wood", "brick", "stone", "gold")
GAINS = ("food", *RESOURCES)
LETTERS = "wbsg"
PLACES = ("hunt", "forest", "clay", "quarry", "river", "tools", "hut", "field", "card 1", "card 2", "card 3", "card 4",
          "building 1", "building 2", "building 3", "building 4")
HUNT, FOREST, RIVER, TOOLS, HUT, FIELD, CARD, BUILDING = 0, 1, 4, 5, 6, 7, 8, 12
"""CARD and BUILDING: the first of four."""
SINGLES = 11
"""Places for one seat alone: tool maker, hut, field, four cards, four stacks, from TOOLS on."""
RINGS = 7
"""People on one of the four resource places."""

SEATS_MAX = 4
FIRST_PEOPLE, MOST_PEOPLE = 5, 10
FIRST_FOOD = 12
MOST_TRACK = 10
MOST_TOOLS = 12
HUNGER = 10
"""Points lost by a seat that does not feed its people."""
SPACES = 4
"""Cards displayed; space i (from 0) costs i + 1 resources."""
STACK = 7
"""Tiles in a stack at the start."""
SUPPLIES = {"none": (0, 0, 0, 0), "old": (20, 16, 12, 10), "new": (28, 18, 12, 10)}
"""Option `supply_cap`: pieces of each resource, 0 without limit."""

SYMBOLS = ("pottery", "writing", "time", "transport", "medicine", "weaving", "art", "music")
(DICE, FOOD, RESOURCE, ROLL, POINTS, TOOL, FARM, DRAW, ONCE, TWO) = range(10)
"""Top halves of cards."""
BUILDERS, FARMERS, MAKERS, SHAMANS = range(4)
"""People on the bottom halves of sand cards."""
PEOPLE = ("builder", "farmer", "maker", "shaman")

CARDS = (
    ("dice-pottery", 1), ("dice-writing", 1), ("dice-time", 1), ("dice-transport", 1), ("dice-builder1", 1), ("dice-builder2", 1),
    ("dice-farmer1", 1), ("dice-farmer2", 1), ("dice-maker2", 2), ("food7-pottery", 1), ("food2-builder2", 1),
    ("food4-builder1", 1), ("food5-medicine", 1), ("food3-weaving", 1), ("food1-weaving", 1), ("food3-farmer2", 1),
    ("stone-farmer1", 1), ("stone2-transport", 1), ("stone-shaman1", 1), ("gold-shaman1", 1), ("brick-shaman2", 1),
    ("rollgold-art", 1), ("rollwood-shaman2", 1), ("rollstone-shaman1", 1), ("points3-builder3", 1), ("points3-music", 2),
    ("tool-art", 1), ("field-farmer1", 1), ("field-time", 1), ("draw-writing", 1), ("once4-maker1", 1), ("once3-maker1", 1),
    ("once2-maker2", 1), ("two-medicine", 1),
)
"""Kinds of civilization cards (top half - bottom half) and their copies."""
CARD_KINDS = len(CARDS)
CARD_COUNT = sum(copies for _, copies in CARDS)
DOUBLES = (8, 25)
"""The two kinds that exist twice; their copies are neighbours in the numbering of single cards."""

TILES = (
    ("wwb", 1), ("wws", 1), ("wbb", 1), ("wwg", 1), ("wss", 1), ("bbs", 1), ("bbg", 1), ("bss", 1), ("ssg", 1),
    ("wbs", 2), ("wbg", 2), ("wsg", 2), ("bsg", 2),
    ("4of1", 1), ("4of2", 1), ("4of3", 1), ("4of4", 1), ("5of1", 1), ("5of2", 1), ("5of3", 1), ("5of4", 1), ("1to7", 3),
)
"""Kinds of building tiles, by price, and their copies."""
TILE_KINDS = len(TILES)
TILE_COUNT = sum(copies for _, copies in TILES)
FIRST_DOUBLE, FIRST_FREE, ANY_TILE = 9, 13, 21
"""First kind that exists twice; first kind NofK; the kind 1to7."""
FIRST_DOUBLE_TILE, FIRST_FREE_TILE, FIRST_ANY_TILE = 9, 17, 25
"""The same among single tiles."""
MOST_ANY = 7
"""Resources that a tile 1to7 takes at most."""


def top_of(name: str) -> tuple[int, int, int]:
    """(effect, amount, resource) of a card's top half; amount of `roll`: its dice."""
    top = name.split("-")[0]
    plain = {"dice": (DICE, 0, 0), "tool": (TOOL, 1, 0), "field": (FARM, 1, 0), "draw": (DRAW, 1, 0), "two": (TWO, 2, 0)}
    if top in plain:
        return plain[top]
    if top.startswith("roll"):
        return ROLL, 2, RESOURCES.index(top[4:])
    letters = top.rstrip("0123456789")
    amount = int(top[len(letters):] or 1)
    if letters in RESOURCES:
        return RESOURCE, amount, RESOURCES.index(letters)
    return {"food": FOOD, "points": POINTS, "once": ONCE}[letters], amount, 0


def bottom_of(name: str) -> tuple[int, int]:
    """(symbol, 0) of a green card, (8 + kind of people, their number) of a sand one."""
    bottom = name.split("-")[1]
    if bottom in SYMBOLS:
        return SYMBOLS.index(bottom), 0
    return len(SYMBOLS) + PEOPLE.index(bottom[:-1]), int(bottom[-1])


def price_of(name: str) -> tuple[int, int, tuple[int, ...]]:
    """(resources in all, exact kinds or 0, resources of each kind of a fixed tile) of a tile."""
    if name == "1to7":
        return MOST_ANY, 0, (0, 0, 0, 0)
    if "of" in name:
        return int(name[0]), int(name[-1]), (0, 0, 0, 0)
    return 3, 0, tuple(name.count(letter) for letter in LETTERS)
