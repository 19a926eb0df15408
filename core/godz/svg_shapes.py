"""GodZ's signs in SVG: resources, pieces, tiles. Signs are drawn in a box of 24 by 24 around their centre."""

from __future__ import annotations

from mutapa.core.svg import AXE, OWNERS, element, sign, told, words

STAR = "M0 -11L3.2 -3.6 11 -3.2 4.9 1.8 7 9.6 0 5.2 -7 9.6 -4.9 1.8 -11 -3.2 -3.2 -3.6Z"
ARROWS = "M-10.5 -1.8H5V-6.2L11.5 0 5 6.2V1.8H-10.5ZM-10.5 -10.5H-8V10.5H-10.5Z"
EYE = "M0 -11L11 9H-11ZM0 -6.6L-7.2 6.8H7.2ZM0 -1.2A3 3 0 1 1 0 4.8A3 3 0 1 1 0 -1.2Z"
HAM = (
    "M-3.6 -8.6Q5 -13 9.4 -6.4 12 .4 4.6 5 1.6 6.8 -2.2 5.6L-6.4 9.6Q-7.4 12.4 -9.4 10.8 -12.6 9.8 -10.2 8 -11.6 5.4 -8 5.8"
    "L-4.4 2.2Q-8.4 -4.6 -3.6 -8.6Z"
)
SIGNS = {"glory": STAR, "steps": ARROWS, "faith": EYE, "building": AXE, "food": HAM}
"""By resource: glory a star, steps an arrow, faith an eye, building an axe, food a ham."""

MEEPLE = (
    "M0 -11A4 4 0 0 1 3.4 -4.9Q10 -3.6 10.4 .4L6.2 2.2 8.6 11H1.6L0 6.4 -1.6 11H-8.6L-6.2 2.2 -10.4 .4Q-10 -3.6 -3.4 -4.9"
    "A4 4 0 0 1 0 -11Z"
)
GIANT = (
    "M-2.8 -11.5H2.8L5.4 -7.6 4.2 -4.2H10.6L9 -.6 5.8 -1 7.6 11.5H2.2L0 4.4 -2.2 11.5H-7.6L-5.8 -1 -9 -.6 -10.6 -4.2H-4.2"
    "L-5.4 -7.6Z"
)
HOUSE = "M0 -11L11 -1.6H8.4V10H-8.4V-1.6H-11Z"
PALACE = "M-11 10.5V-9.5H-7.4V-6H-3.8V-9.5H3.8V-6H7.4V-9.5H11V10.5H3.4V3Q0 -1.6 -3.4 3V10.5Z"
VORTEX = "M0 0Q4 -1 3.6 -4 1 -8 -4.4 -6 -10 -2 -7.4 4.4 -2.4 11 5 8 11.6 3.4 9.4 -4"


def resource(name: str, x: float, y: float, size: float) -> str:
    """The sign of a resource."""
    return sign(SIGNS[name], x, y, size, f"r-{name}")


def believers(seat: int, n: int, x: float, y: float, size: float) -> str:
    """Loose Believers of a seat: one figure with the seat's letter, and how many if more."""
    figure = sign(MEEPLE, x, y, size, f"s{seat} rim")
    figure += words(x, y + size * 0.24, OWNERS[seat], size * 0.42, f"i{seat} b", "middle")
    more = words(x + size * 0.44, y + size * 0.42, f"{n}", size * 0.56, "ink b count") if n > 1 else ""
    return figure + more


def avatar(seat: int, laid: bool, x: float, y: float, size: float) -> str:
    """An Avatar, standing or laid down."""
    turned = f"translate({x:.1f} {y:.1f})rotate({90 if laid else 0})scale({size / 24:.3f})"
    letter = words(x, y + size * 0.12, OWNERS[seat], size * 0.34, f"i{seat} b", "middle")
    return element("path", d=GIANT, transform=turned, c=f"s{seat} rim avatar") + letter


def village(seat: int, cost: int, inside: int, x: float, y: float, size: float) -> str:
    """A Village with its cost, and the Believers inside."""
    label = words(x, y + size * 0.28, f"{OWNERS[seat]}{cost}", size * 0.4, f"i{seat} b", "middle")
    parts = [sign(HOUSE, x, y, size, f"s{seat} rim"), label]
    if inside:
        parts.append(words(x + size * 0.42, y + size * 0.44, f"+{inside}", size * 0.44, "ink b count"))
    return "".join(parts)


def square(x: float, y: float, size: float, said: str, title: str, c: str = "tile") -> str:
    """A square tile with a word on it."""
    side = element("rect", x=x, y=y, width=size, height=size, rx=3, c=c)
    return told(title, side, words(x + size / 2, y + size * 0.68, said, size * 0.56, "ink b", "middle"))
