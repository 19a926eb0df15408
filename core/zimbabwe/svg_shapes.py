"""What pictures in SVG are drawn with: elements as text, the signs of resources and craftsmen, outlines of sets of squares.

Colours are classes, which `svg.py` styles for the light and the dark theme. Nothing has an id, so that many pictures can stand
in one page. Signs are drawn in a box of 24 by 24 around their centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

OWNERS = "ABCDE"
"""Letters of the seats, as in the terminal."""

Square = tuple[int, int]
"""Row and column."""

TUSK = "M-9 8Q-10 -7 9 -11Q-1 -4 -1 8Q-5 12 -9 8Z"
TUSK_BANDS = "M-7.6 1L-.4 3.6M-5.6 -3L1 .2"
GEM = "M-6.5 -8H6.5L11 -2 0 10.5 -11 -2Z"
FACETS = "M-11 -2H11M-6.5 -8L-4 -2 0 10.5 4 -2 6.5 -8M-4 -2L0 -8 4 -2"
TREE = "M-11.5 -2.5Q-10 -10.5 0 -11Q10 -10.5 11.5 -2.5Q6 -.5 0 -1.5Q-6 -.5 -11.5 -2.5Z"
TRUNK = "M-6.5 -2L-.6 4.4V-2H.8V4.4L6.5 -2H8L1.8 6V11H-1.8V6L-8 -2Z"
BRICKS = "M-11 3.4H-.7V10.4H-11ZM.7 3.4H11V10.4H.7ZM-5.2 -5H5.2V2H-5.2Z"

RESOURCE_SIGNS = (
    (("trunk", TRUNK), ("tree", TREE)),
    (("clay", BRICKS),),
    (("tusk", TUSK), ("thin", TUSK_BANDS)),
    (("gem", GEM), ("thin", FACETS)),
)
"""By resource: (class, path) pairs: acacia, bricks, tusk, cut stone."""

CRAFT_SIGNS = (
    "M-8.8 9.4L3.4 -5.8 6 -3.8 -6.2 11.4ZM-1.6 -8.6Q6.6 -13.6 11.4 -5.2 12.2 -1.4 10.6 1.6 8.6 -2.6 4.6 -3.4Z",
    "M-5 -10.5H5V-8H3.4V-6Q10.5 -2.5 9.5 3.5 8.5 10 3.5 10.5H-3.5Q-8.5 10 -9.5 3.5 -10.5 -2.5 -3.4 -6V-8H-5Z"
    "M-8.2 .4H8.2V2H-8.2Z",
    TUSK + "M-7.6 1L-.4 3.6V5L-7.6 2.4ZM-5.8 -3.2L1 0V1.4L-5.8 -1.8Z",
    GEM + "M-8.6 -1H8.6L0 8.4ZM-5.8 -6.4H5.8L7.8 -3H-7.8Z",
    "M-7.5 -9.5Q0 -13 7.5 -9.5 8.5 4 0 11.5 -8.5 4 -7.5 -9.5Z"
    "M-5.4 -4.4V-2.4H-1.6V-4.4ZM1.6 -4.4V-2.4H5.4V-4.4ZM-3 4.4V6.2H3V4.4Z",
    "M-3.6 -11.5H3.6V-9.6H2.2V-7.8L6.8 -8.2Q9.8 -4 6.4 .8 5 6.4 2.4 8.8L4 11.5H-4L-2.4 8.8Q-5 6.4 -6.4 .8 -9.8 -4 -6.8 -8.2"
    "L-2.2 -7.8V-9.6H-3.6ZM-6.2 -6.6Q-7.4 -4.4 -6.2 -2.2L-4.2 -6.2ZM6.2 -6.6Q7.4 -4.4 6.2 -2.2L4.2 -6.2Z",
    "M-8.5 -11.5Q-6 -12.6 -4.6 -11.5L-3.6 .4H8V11.5H4.8V4.4H-4.2V11.5H-7.4Z",
)
"""By type of craftsman, one path each (even-odd): axe, pot, tusk, stone, mask, amphora, seat."""

OX = "M-10 -8Q-9.5 -3.4 -4.6 -4 0 -5.6 4.6 -4 9.5 -3.4 10 -8 12.5 -1.4 6.4 -.6L3.4 8.4Q0 10.8 -3.4 8.4L-6.4 -.6Q-12.5 -1 -10 -8Z"
DROP = "M0 -9Q7 .4 7 4.4A7 7 0 0 1 -7 4.4Q-7 .4 0 -9Z"


def number(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") if value else "0"


def element(name: str, inside: str | Iterable[str] = "", **attributes: object) -> str:
    """``<name ...>inside</name>``; ``c`` is the class, ``_`` in a name stands for ``-``, None leaves an attribute out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            value = number(value) if isinstance(value, (int, float)) else str(value)
            words.append(f"{'class' if key == 'c' else key.replace('_', '-')}={quoteattr(value)}")
    inside = inside if isinstance(inside, str) else "".join(inside)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def told(title: str, *inside: str, c: str | None = None) -> str:
    """A group that says in words what it is (shown where the pointer rests)."""
    return element("g", [element("title", escape(title)), *inside], c=c)


def words(x: float, y: float, text: str, size: float, c: str = "ink", anchor: str | None = None) -> str:
    """A line of text; `y` is its base line, `anchor` None (start), "middle" or "end"."""
    return element("text", escape(text), x=x, y=y, c=c, font_size=size, text_anchor=anchor)


def box(x: float, y: float, width: float, height: float, c: str, round_: float = 0) -> str:
    """A rectangle with rounded corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=round_ or None, c=c)


def sign(d: str, x: float, y: float, size: float, c: str) -> str:
    """A sign of the 24 box, centred on (x, y), `size` wide."""
    return element("path", d=d, transform=f"translate({number(x)} {number(y)})scale({size / 24:.3f})", c=c)


def resource(kind: int, x: float, y: float, size: float) -> str:
    """The sign of a resource."""
    return "".join(sign(d, x, y, size, c) for c, d in RESOURCE_SIGNS[kind])


def badge(x: float, y: float, radius: float, seat: int, c: str = "") -> str:
    """The disc of a seat with its letter."""
    disc = element("circle", cx=x, cy=y, r=radius, c=f"s{seat} rim {c}".strip())
    return disc + words(x, y + radius * 0.46, OWNERS[seat], radius * 1.3, f"i{seat} b", "middle")


def used_marker(x: float, y: float, radius: float) -> str:
    """A used marker: a disc with a cross."""
    s = radius * 0.45
    d = number(2 * s)
    cross = f"M{number(x - s)} {number(y - s)}l{d} {d}m0 -{d}l-{d} {d}"
    return element("circle", cx=x, cy=y, r=radius, c="marker") + element("path", d=cross, c="cross")


def cattle(x: float, y: float, n: int, size: float = 14, c: str = "ink", before: str = "") -> str:
    """An ox head and how many, from `x` to the right; `y` is the middle."""
    return sign(OX, x + size / 2, y, size, "ox") + words(x + size + 3, y + size * 0.32, f"{before}{n}", size * 0.9, c)


def outlines(squares: set[Square]) -> list[list[Square]]:
    """Corners of the borders of a set of squares, (row, column) of grid points, the set on the right hand (holes run the other
    way round). Squares that touch at a corner only stay apart, as waters do (ruling 6.1)."""
    sides: dict[tuple[Square, int], Square] = {}
    for row, column in squares:
        corners = ((row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column))
        beyond = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        for i, other in enumerate(beyond):
            if other not in squares:
                sides[corners[i], i] = corners[(i + 1) % 4]     # side i heads east, south, west, north
    loops: list[list[Square]] = []
    while sides:
        start = min(sides)
        at, heading = start
        corners_of: list[Square] = []
        while (at, heading) in sides:
            at = sides.pop((at, heading))
            before = heading
            turns = ((heading + t) % 4 for t in (1, 0, 3))      # to the right first: parts that touch at a corner stay apart
            heading = next((t for t in turns if (at, t) in sides), start[1])
            if heading != before:
                corners_of.append(at)
        loops.append(corners_of)
    return loops


def soft_path(loops: Sequence[Sequence[Square]], cell: float, inset: float, radius: float) -> str:
    """Path data of outlines in squares of `cell`, drawn `inset` inside the set and with rounded corners, seen from the grid's
    top left corner."""
    parts = []
    for loop in loops:
        start = "M"
        for i, (row, column) in enumerate(loop):
            (row_before, column_before), (row_after, column_after) = loop[i - 1], loop[(i + 1) % len(loop)]
            x_in, y_in = _unit(column - column_before), _unit(row - row_before)
            x_out, y_out = _unit(column_after - column), _unit(row_after - row)
            x = column * cell + inset * (-y_in - y_out)         # the inner side is the right hand of both directions
            y = row * cell + inset * (x_in + x_out)
            parts.append(f"{start}{number(x - x_in * radius)} {number(y - y_in * radius)}"
                         f"Q{number(x)} {number(y)} {number(x + x_out * radius)} {number(y + y_out * radius)}")
            start = "L"
        parts.append("Z")
    return "".join(parts)


def _unit(difference: int) -> int:
    return (difference > 0) - (difference < 0)
