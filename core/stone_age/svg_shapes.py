"""Stone Age's signs in SVG: goods, tools, people, the eight symbols, dice.

Signs are drawn in a box of 24 by 24 around their centre, each as (class, path) pairs from below up.
"""

from __future__ import annotations

from mutapa.core.stone_age.figures import RESOURCES, SYMBOLS
from mutapa.core.svg import AXE, MASK, OWNERS, POT, box, element, sign, words

Sign = tuple[tuple[str, str], ...]

HUT = "M-11.5 1.5L0 -10.5 11.5 1.5H8V10H2.6V3H-2.6V10H-8V1.5Z"
EAR = (
    "M0 -12Q3.4 -9 0 -5.6Q-3.4 -9 0 -12ZM-1 -2.4Q-7 -3 -6.4 -8.4Q-1 -7.4 -1 -2.4ZM1 -2.4Q7 -3 6.4 -8.4Q1 -7.4 1 -2.4Z"
    "M-1 3Q-7 2.4 -6.4 -3Q-1 -2 -1 3ZM1 3Q7 2.4 6.4 -3Q1 -2 1 3ZM-.9 2.6H.9V12H-.9Z"
)
PERSON = "M0 -11.5A4.8 4.8 0 0 1 3 -3Q9.6 -1.6 10 11H-10Q-9.6 -1.6 -3 -3A4.8 4.8 0 0 1 0 -11.5Z"
HAUNCH = "M-9.5 1.6Q-10 -8.4 1 -9.4 9.6 -9.6 9.6 -2 9.2 4.4 2 5.2Q-8.6 7 -9.5 1.6Z"
BONE = "M-3 3L-6.4 6.2Q-9.6 5.2 -9.6 8 -9.4 9.6 -7.6 9.4 -7.4 11.4 -5.6 11 -3.6 10.2 -4.6 8L-.6 4.4Z"

GOODS: dict[str, Sign] = {
    "wood": (("wood", "M-8 -5H6.5A5 5 0 0 1 6.5 5H-8Z"), ("cut", "M-8 -5A3.6 5 0 0 1 -8 5 3.6 5 0 0 1 -8 -5Z"),
             ("ring", "M-8 -2.4A1.6 2.4 0 0 1 -8 2.4 1.6 2.4 0 0 1 -8 -2.4ZM0 -2H6M1 1.6H8")),
    "brick": (("brick", "M-11 -2L-6 -7H11V3L6 8H-11Z"), ("edge", "M-11 -2H6V8M6 -2L11 -7")),
    "stone": (("stone", "M-11 5L-7.4 -5 .6 -9 8.6 -5.4 11 4.6 4.6 9H-6.4Z"), ("edge", "M-7.4 -5L-1.6 -1 8.6 -5.4M-1.6 -1L-2 9")),
    "gold": (("gold", "M-11.4 7.6L-7 -4H7L11.4 7.6Z"), ("shine", "M-4.8 -1H4.6M-6.6 4H3")),
    "food": (("bone", BONE), ("meat", HAUNCH), ("shine", "M-5 -2Q-3 -5.6 2 -6")),
    "tool": (("tool", AXE),),
    "field": (("ear", EAR),),
}
"""By what a place, a die or a card gives."""

SYMBOL_SIGNS = dict(zip(SYMBOLS, (
    POT,
    "M-8.6 -11H8.6V11H-8.6ZM-5.6 -7.6V-5.6H5.6V-7.6ZM-5.6 -2.8V-.8H5.6V-2.8ZM-5.6 2V4H2V2ZM-5.6 6.6V8.6H4V6.6Z",
    "M-8.4 -11.4H8.4V-8.4H7Q7 -3 1.6 0 7 3 7 8.4H8.4V11.4H-8.4V8.4H-7Q-7 3 -1.6 0 -7 -3 -7 -8.4H-8.4Z"
    "M-4.6 8.4H4.6Q3.8 5 0 3 -3.8 5 -4.6 8.4Z",
    "M0 -11.4A11.4 11.4 0 0 1 0 11.4 11.4 11.4 0 0 1 0 -11.4ZM0 -8.8A8.8 8.8 0 0 0 0 8.8 8.8 8.8 0 0 0 0 -8.8Z"
    "M-1.1 -8.8H1.1V-1.1H8.8V1.1H1.1V8.8H-1.1V1.1H-8.8V-1.1H-1.1Z",
    "M-.9 12Q-.6 6 -1.4 3.4Q-10.6 3 -10.6 -6.4Q-2 -6 -.6 1 -.4 -9.6 9.6 -11.6Q11.6 .6 1.4 3.2Q.9 7 1.1 12Z",
    "M-11 -11H11V-8H-11ZM-11 8H11V11H-11ZM-9.6 -8H-7.6V8H-9.6ZM-5.4 -8H-3.4V8H-5.4ZM-1 -8H1V8H-1ZM3.4 -8H5.4V8H3.4ZM7.6 -8H9.6V8"
    "H7.6Z",
    MASK,
    "M-9.6 -11.4H-6.2Q-6 1.6 -2.6 4.6H-1V-8H1V4.6H2.6Q6 1.6 6.2 -11.4H9.6Q9.4 5 3.4 8.4V11.4H-3.4V8.4Q-9.4 5 -9.6 -11.4Z",
), strict=True))
"""By symbol, one path each (even-odd): jar, tablet, hourglass, wheel, herb, loom, mask, lyre."""

BEARER_SIGNS: dict[str, Sign] = {
    "builder": (("house", HUT),), "farmer": (("ear", EAR),), "maker": (("tool", AXE),), "shaman": (("folk", PERSON),),
}
"""By people on the bottom halves of cards: the sign of what they are multiplied with."""

PIPS = ((), ((0, 0),), ((-1, -1), (1, 1)), ((-1, -1), (0, 0), (1, 1)), ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)), ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)))


def goods(kind: str, x: float, y: float, size: float) -> str:
    """The sign of food, a resource, a tool or the field."""
    return "".join(sign(d, x, y, size, c) for c, d in GOODS[kind])


def bearer(kind: str, x: float, y: float, size: float) -> str:
    """The sign of what people on cards are multiplied with."""
    return "".join(sign(d, x, y, size, c) for c, d in BEARER_SIGNS[kind])


def person(seat: int, x: float, y: float, size: float) -> str:
    """One of a seat's people, with its letter."""
    return sign(PERSON, x, y, size, f"s{seat} rim") + words(x, y + size * 0.36, OWNERS[seat], size * 0.42, f"i{seat} b", "middle")


def ring(x: float, y: float, radius: float, closed: bool = False) -> str:
    """A ring to put one person in; dashed where nobody may go any more in this round."""
    return element("circle", cx=x, cy=y, r=radius, c="shut" if closed else "open")


def die(face: int, x: float, y: float, size: float) -> str:
    """A die by its centre; face 0 shows no pips."""
    half, step = size / 2, size * 0.26
    pips = "".join(element("circle", cx=x + dx * step, cy=y + dy * step, r=size * 0.09, c="pip") for dx, dy in PIPS[face])
    return box(x - half, y - half, size, size, "die", size * 0.2) + pips


def price(n: int, x: float, y: float) -> str:
    """What a space of the card row costs."""
    return element("circle", cx=x, cy=y, r=11, c="coin") + words(x, y + 5, str(n), 14, "stamp b", "middle")


def amount(kind: str, n: int | str, x: float, y: float, size: float = 20, c: str = "ink b") -> str:
    """A sign and how many, from `x` to the right; `y` is the middle."""
    return goods(kind, x + size / 2, y, size) + words(x + size + 4, y + 5, str(n), 14 if len(str(n)) < 3 else 12, c)


def any_resource(x: float, y: float, size: float) -> str:
    """A resource of any kind: a square in four colours."""
    half = size / 2
    corners = ((-half, -half), (0, -half), (-half, 0), (0, 0))
    return "".join(box(x + dx, y + dy, half, half, kind) for kind, (dx, dy) in zip(RESOURCES, corners, strict=True))


def place_name(name: str) -> str:
    """How a place is written on the board."""
    return {"clay": "clay pit", "tools": "tool maker"}.get(name, name)

