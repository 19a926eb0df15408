"""Zimbabwe's signs in SVG: of resources, craftsmen, cattle; outlines of sets of squares.

Signs are drawn in a box of 24 by 24 around their centre.
"""

from __future__ import annotations

from collections.abc import Sequence

from mutapa.core.svg import AXE, MASK, POT, element, number, sign, words

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
    AXE,
    POT,
    TUSK + "M-7.6 1L-.4 3.6V5L-7.6 2.4ZM-5.8 -3.2L1 0V1.4L-5.8 -1.8Z",
    GEM + "M-8.6 -1H8.6L0 8.4ZM-5.8 -6.4H5.8L7.8 -3H-7.8Z",
    MASK,
    "M-3.6 -11.5H3.6V-9.6H2.2V-7.8L6.8 -8.2Q9.8 -4 6.4 .8 5 6.4 2.4 8.8L4 11.5H-4L-2.4 8.8Q-5 6.4 -6.4 .8 -9.8 -4 -6.8 -8.2"
    "L-2.2 -7.8V-9.6H-3.6ZM-6.2 -6.6Q-7.4 -4.4 -6.2 -2.2L-4.2 -6.2ZM6.2 -6.6Q7.4 -4.4 6.2 -2.2L4.2 -6.2Z",
    "M-8.5 -11.5Q-6 -12.6 -4.6 -11.5L-3.6 .4H8V11.5H4.8V4.4H-4.2V11.5H-7.4Z",
)
"""By type of craftsman, one path each (even-odd): axe, pot, tusk, stone, mask, amphora, seat."""

OX = "M-10 -8Q-9.5 -3.4 -4.6 -4 0 -5.6 4.6 -4 9.5 -3.4 10 -8 12.5 -1.4 6.4 -.6L3.4 8.4Q0 10.8 -3.4 8.4L-6.4 -.6Q-12.5 -1 -10 -8Z"
DROP = "M0 -9Q7 .4 7 4.4A7 7 0 0 1 -7 4.4Q-7 .4 0 -9Z"


def resource(kind: int, x: float, y: float, size: float) -> str:
    """The sign of a resource."""
    return "".join(sign(d, x, y, size, c) for c, d in RESOURCE_SIGNS[kind])


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
