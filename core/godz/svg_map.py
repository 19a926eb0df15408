"""The map in SVG: hexes with what they give, palaces, special tiles with icons, and the pieces on them."""

from __future__ import annotations

import math
from typing import Any

from mutapa.core.godz.svg_shapes import PALACE, STAR, VORTEX, avatar, believers, resource, village
from mutapa.core.svg import OWNERS, element, number, sign, told, words

Facts = dict[str, Any]
"""A position as `text.snapshot` tells it."""
GIVES = {"swamp": "glory", "sea": "steps", "desert": "faith", "mountain": "building", "forest": "food"}
LARGEST = 46.0
"""Radius of a hex at most."""
CORNERS = tuple((math.sin(math.radians(60 * i)), -math.cos(math.radians(60 * i))) for i in range(6))


def draw_map(facts: Facts, icons: dict[str, list[str]], stars: dict[str, int], x: float, y: float, width: float,
             high: float) -> tuple[str, float]:
    """All hexes, to fit a box; returns the height used. `icons` and `stars` by special hex: what is printed there."""
    at = {name: centre(name) for name in facts["map"]}
    left, right = min(a for a, _ in at.values()) - 0.87, max(a for a, _ in at.values()) + 0.87
    top, bottom = min(b for _, b in at.values()) - 1, max(b for _, b in at.values()) + 1
    size = min(LARGEST, width / (right - left), high / (bottom - top))
    shift = x + (width - size * (right - left)) / 2 - size * left
    parts = [_hex(facts, icons, stars, name, shift + size * a, y + size * (b - top), size) for name, (a, b) in sorted(at.items())]
    return element("g", parts), size * (bottom - top)


def centre(name: str) -> tuple[float, float]:
    """Where a hex lies, in radii: points up, q to the east, r to the south-east."""
    q, r = map(int, name.split(","))
    return math.sqrt(3) * (q + r / 2), 1.5 * r


def _hex(facts: Facts, icons: dict[str, list[str]], stars: dict[str, int], name: str, x: float, y: float, size: float) -> str:
    kind = facts["map"][name]
    corners = " ".join(f"{number(x + size * 0.97 * a)},{number(y + size * 0.97 * b)}" for a, b in CORNERS)
    ground = "special" if kind in stars and kind != "vortex" else kind.split()[0]
    parts = [element("polygon", points=corners, c=f"hex {ground}")]
    parts.append(words(x, y + size * 0.84, name, size * 0.22, "hole" if kind == "chasm" else "soft", "middle"))
    if kind in GIVES and name not in facts["villages"]:
        parts.append(resource(GIVES[kind], x, y - size * 0.62, size * 0.42))
    elif kind == "vortex":
        parts.append(sign(VORTEX, x, y + size * 0.1, size * 0.7, "vortex-line"))
        parts.append(_icons(facts, icons[kind], name, x, y - size * 0.52, size))
    elif kind.startswith("palace"):
        seat = _seats(facts)[kind.split()[1]]
        parts.append(sign(PALACE, x, y - size * 0.5, size * 0.62, f"s{seat} rim"))
        parts.append(words(x, y - size * 0.5, OWNERS[seat], size * 0.26, f"i{seat} b", "middle"))
    elif kind in icons:
        parts.append(_icons(facts, icons[kind], name, x, y - size * 0.52, size))
        parts.append(sign(STAR, x - size * 0.55, y + size * 0.3, size * 0.42, "star"))
        parts.append(words(x - size * 0.55, y + size * 0.38, str(stars[kind]), size * 0.22, "starred b", "middle"))
    parts.append(_pieces(facts, name, x, y, size))
    return told(_said(facts, name, kind), *parts)


def _seats(facts: Facts) -> dict[str, int]:
    """Seat of each deity."""
    return {each["deity"]: seat for seat, each in enumerate(facts["seats"])}


def _icons(facts: Facts, printed: list[str], name: str, x: float, y: float, size: float) -> str:
    """Icons in a row; one that is held is ringed in the colour of its seat."""
    parts, held = [], {key: list(value) for key, value in facts["icons"].get(name, {}).items()}
    step = size * 0.4 if len(printed) < 5 else size * 0.33
    for i, each in enumerate(printed):
        at = x + (i - (len(printed) - 1) / 2) * step
        if held.get(each):
            seat = _seats(facts)[held[each].pop(0)]
            parts.append(element("circle", cx=at, cy=y, r=size * 0.19, c=f"held l{seat}"))
        parts.append(resource(each, at, y, size * 0.27))
    return "".join(parts)


def _pieces(facts: Facts, name: str, x: float, y: float, size: float) -> str:
    seats, drawn = _seats(facts), []
    for deity, n in facts["believers"].get(name, {}).items():
        drawn.append(lambda a, b, s, seat=seats[deity], n=n: believers(seat, n, a, b, s))
    for deity, (where, laid) in facts["avatars"].items():
        if where == name:
            drawn.append(lambda a, b, s, seat=seats[deity], laid=laid: avatar(seat, laid, a, b, s * 1.15))
    parts = []
    if name in facts["villages"]:
        deity, cost = facts["villages"][name]
        parts.append(village(seats[deity], cost, facts["inside"].get(name, 0), x, y - size * 0.5, size * 0.64))
    each = size * (0.66 if len(drawn) < 3 else 0.5)
    for i, draw in reversed(list(enumerate(drawn))):  # numbers at the right of a piece stay on top
        row = drawn[: 3] if i < 3 else drawn[3:]
        place = i if i < 3 else i - 3
        offset = (place - (len(row) - 1) / 2) * size * 0.52
        parts.append(draw(x + offset, y + size * (0.2 if len(drawn) < 4 else (0.0 if i < 3 else 0.46)), each))
    return "".join(parts)


def _said(facts: Facts, name: str, kind: str) -> str:
    """A hex in words."""
    said = [f"{name}: {kind}"]
    if name in facts["villages"]:
        deity, cost = facts["villages"][name]
        inside = facts["inside"].get(name, 0)
        said.append(f"Village {cost} of {deity}" + (f" with {inside} inside" if inside else ""))
    said += [f"Avatar of {deity}{', laid' if laid else ''}" for deity, (where, laid) in facts["avatars"].items() if where == name]
    said += [f"{n} of {deity}" for deity, n in facts["believers"].get(name, {}).items()]
    said += [f"{key} held by {' and '.join(holders)}" for key, holders in facts["icons"].get(name, {}).items()]
    return "; ".join(said)
