"""The card row and the stacks of buildings in SVG: prices, both halves of a card, what a tile asks and brings, who is there."""

from __future__ import annotations

from typing import Any

from mutapa.core.stone_age.explain import card_in_words, tile_in_words
from mutapa.core.stone_age.figures import (
    BUILDING,
    CARD,
    DICE,
    DRAW,
    FARM,
    FOOD,
    LETTERS,
    ONCE,
    PEOPLE,
    PLACES,
    POINTS,
    RESOURCE,
    RESOURCES,
    ROLL,
    SPACES,
    SYMBOLS,
    TOOL,
    bottom_of,
    price_of,
    top_of,
)
from mutapa.core.stone_age.setup import TILE_NAMES
from mutapa.core.stone_age.svg_shapes import (
    SYMBOL_SIGNS,
    any_resource,
    bearer,
    die,
    goods,
    person,
    price,
    ring,
)
from mutapa.core.svg import OWNERS, box, element, sign, told, words

CARD_WIDE, CARD_HIGH, HEAD = 122.0, 150.0, 34.0
TILE_HIGH = 126.0
GAP = 8.0
DECK_WIDE = 74.0
BEARERS = {"builder": "hut builders", "farmer": "farmers", "maker": "tool makers", "shaman": "shamans"}
COUNTED = {"builder": "buildings", "farmer": "food track", "maker": "tools", "shaman": "people"}
"""What people on cards are multiplied with, in words."""

Facts = dict[str, Any]
Panel = tuple[str, float]


def draw_market(facts: Facts, x: float, y: float, width: float) -> Panel:
    """Cards from the dear space to the cheap one, as on the board, the deck, then the stacks."""
    parts = []
    for i in range(SPACES):
        space = SPACES - 1 - i
        parts.append(_space(facts, space, x + DECK_WIDE + GAP + i * (CARD_WIDE + GAP), y))
    parts.append(_deck(facts, x, y + HEAD))
    left = x + DECK_WIDE + GAP + SPACES * (CARD_WIDE + GAP) + 12
    stacks = len(facts["buildings"])
    wide = min(160.0, (x + width - left + GAP) / stacks - GAP)
    parts += [_stack(facts, i, left + i * (wide + GAP), y, wide) for i in range(stacks)]
    return element("g", parts), HEAD + CARD_HIGH


def _there(facts: Facts, name: str, x: float, y: float) -> tuple[str, str]:
    """The ring of a card or a stack with who stands there; said and drawn."""
    there = facts["placed"].get(name, {})
    parts = ring(x, y, 13.5) + "".join(person(seat, x, y - 1, 25) for seat in there)
    return "".join(f", {OWNERS[seat]} stands there" for seat in there), parts


def _deck(facts: Facts, x: float, y: float) -> str:
    """The cards face down."""
    n = facts["deck"]
    parts = [box(x + 6, y + 26, DECK_WIDE - 12, 92, "back", 6)] if n else [box(x + 6, y + 26, DECK_WIDE - 12, 92, "free", 6)]
    parts += [words(x + DECK_WIDE / 2, y + 79, str(n), 22, "b " + ("face" if n else "dim"), "middle"),
              words(x + DECK_WIDE / 2, y + 134, "cards left", 11, "dim", "middle")]
    return told(f"deck: {n} cards", *parts)


def _space(facts: Facts, space: int, x: float, y: float) -> str:
    """A space of the row: its price, its ring, its card."""
    name = facts["cards"][space]
    said, parts = _there(facts, PLACES[CARD + space], x + CARD_WIDE / 2 + 20, y + 15)
    parts = price(space + 1, x + CARD_WIDE / 2 - 20, y + 15) + parts
    if name is None:
        empty = box(x, y + HEAD, CARD_WIDE, CARD_HIGH, "free", 8)
        return told(f"card {space + 1}: empty{said}", parts, empty)
    return told(f"card {space + 1}: {card_in_words(name)}{said}", parts, draw_card(name, x, y + HEAD))


def bottom_in_words(name: str) -> str:
    """What counts at the end."""
    bottom, n = bottom_of(name)
    return SYMBOLS[bottom] if n == 0 else f"{n} {BEARERS[PEOPLE[bottom - len(SYMBOLS)]].removesuffix('s' * (n == 1))}"


def draw_card(name: str, x: float, y: float) -> str:
    """A card: the top half works at once, the bottom half counts at the end."""
    bottom, n = bottom_of(name)
    low = y + CARD_HIGH * 0.5
    middle, deep = x + CARD_WIDE / 2, CARD_HIGH * 0.5
    parts = [box(x, y, CARD_WIDE, CARD_HIGH, "card", 8), _top(name, middle, y + 34, x, y),
             element("path", d=_lower(x, low, CARD_WIDE, deep, 8), c="green" if n == 0 else "sand")]
    if n == 0:
        symbol = SYMBOLS[bottom]
        parts += [sign(SYMBOL_SIGNS[symbol], middle, low + 30, 38, "symbol"),
                  words(middle, low + 67, symbol, 12, "ink", "middle")]
    else:
        kind = PEOPLE[bottom - len(SYMBOLS)]
        parts += [words(middle - 30, low + 40, f"{n} ×", 22, "ink b", "middle"), bearer(kind, middle + 20, low + 31, 34),
                  words(middle, low + 67, f"{BEARERS[kind]} × {COUNTED[kind]}", 9.5, "ink", "middle")]
    parts.append(box(x, y, CARD_WIDE, CARD_HIGH, "frame", 8))
    return "".join(parts)


def _lower(x: float, y: float, wide: float, high: float, round_: float) -> str:
    """A box with its lower corners rounded."""
    return (f"M{x:.1f} {y:.1f}h{wide:.1f}v{high - round_:.1f}q0 {round_} -{round_} {round_}h-{wide - 2 * round_:.1f}"
            f"q-{round_} 0 -{round_} -{round_}Z")


def _top(name: str, middle: float, centre: float, x: float, y: float) -> str:
    """The top half."""
    kind, n, resource = top_of(name)
    note, y = "", y + 68
    if kind == DICE:
        parts = []
        for face, gain in enumerate((*RESOURCES, "tool", "field"), 1):
            cx, cy = x + 14 + (face - 1) % 3 * 38, centre - 15 + (face - 1) // 3 * 25
            parts += [die(face, cx, cy, 15), goods(gain, cx + 18, cy, 17)]
        return "".join(parts) + words(middle, y, "dice for all", 11, "soft", "middle")
    if kind == FOOD:
        sign_ = words(middle - 18, centre + 8, str(n), 24, "ink b", "middle") + goods("food", middle + 14, centre, 34)
        note = "food"
    elif kind == RESOURCE:
        sign_ = "".join(goods(RESOURCES[resource], middle + (i - (n - 1) / 2) * 36, centre, 32) for i in range(n))
        note = RESOURCES[resource]
    elif kind == ROLL:
        dice = die(0, middle - 38, centre, 20) + die(0, middle - 14, centre, 20)
        sign_ = dice + goods(RESOURCES[resource], middle + 26, centre, 32)
        note = f"roll for {RESOURCES[resource]}"
    elif kind == POINTS:
        sign_, note = words(middle, centre + 11, f"+{n}", 30, "ink b", "middle"), "points"
    elif kind == TOOL:
        sign_, note = goods("tool", middle, centre, 36), "+1 tool"
    elif kind == FARM:
        sign_, note = goods("field", middle, centre, 36), "food track +1"
    elif kind == DRAW:
        sign_ = box(middle - 16, centre - 24, 32, 46, "back", 5) + words(middle, centre + 8, "?", 22, "face b", "middle")
        note = "draw a card"
    elif kind == ONCE:
        sign_ = words(middle - 20, centre + 8, str(n), 24, "ink b", "middle") + goods("tool", middle + 14, centre, 32)
        note = "tool for one use"
    else:
        sign_, note = any_resource(middle - 20, centre, 26) + any_resource(middle + 20, centre, 26), "2 of choice"
    return sign_ + words(middle, y, note, 11, "soft", "middle")


def _stack(facts: Facts, which: int, x: float, y: float, wide: float) -> str:
    """A stack: its ring, the top tile, how many are left."""
    name, left = facts["buildings"][which], facts["stacks"][which]
    said, parts = _there(facts, PLACES[BUILDING + which], x + wide / 2, y + 15)
    top = y + HEAD
    if name is None:
        note = "no tile left" if left == 0 else f"{left} tiles, next one unknown"
        return told(f"building {which + 1}: {note}{said}", parts, box(x, top, wide, TILE_HIGH, "free", 8),
                    words(x + wide / 2, top + 150, note, 11, "dim", "middle"))
    middle = x + wide / 2
    below = reversed(range(1, min(left, 4)))
    piled = "".join(box(x + 3 * i, top + TILE_HIGH - 8 + 2.5 * i, wide - 6 * i, 8, "below", 4) for i in below)
    roof = element("path", d=f"M{x:.1f} {top + 40:.1f}L{middle:.1f} {top:.1f} {x + wide:.1f} {top + 40:.1f}V{top + TILE_HIGH:.1f}"
                             f"H{x:.1f}Z", c="tile")
    parts += piled + roof + _tile(name, middle, top, wide)
    note = f"{left} tile{'s' * (left > 1)} left"
    return told(f"building {which + 1}: {tile_in_words(TILE_NAMES.index(name))}, {left} left{said}", parts,
                words(middle, top + 149, note, 11, "dim", "middle"))


def _tile(name: str, middle: float, top: float, wide: float) -> str:
    """What stands on a tile."""
    total, kinds, each = price_of(name)
    if name == "1to7":
        return (words(middle, top + 62, "1 – 7", 20, "ink b", "middle") + any_resource(middle, top + 85, 24)
                + words(middle, top + 117, "of any kinds", 11, "ink", "middle"))
    if kinds:
        step = min(22.0, (wide - 20) / total)
        signs = "".join(any_resource(middle + (i - (total - 1) / 2) * step, top + 62, 17) for i in range(total))
        return (signs + words(middle, top + 94, f"{total} of {kinds}", 17, "ink b", "middle")
                + words(middle, top + 113, f"exactly {kinds} kind{'s' * (kinds > 1)}", 11, "ink", "middle"))
    paid = [RESOURCES[LETTERS.index(letter)] for letter in name]
    step = min(34.0, (wide - 16) / 3)
    signs = "".join(goods(kind, middle + (i - 1) * step, top + 62, min(30.0, step - 2)) for i, kind in enumerate(paid))
    points = sum(n * (3 + k) for k, n in enumerate(each))
    return signs + words(middle, top + 106, str(points), 24, "ink b", "middle")


