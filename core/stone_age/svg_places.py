"""The places in SVG: hunt, forest, clay pit, quarry, river, and the village, with the people on them; the food track."""

from __future__ import annotations

from typing import Any

from mutapa.core.stone_age.board import CROWD, VILLAGE
from mutapa.core.stone_age.figures import GAINS, HUT, MOST_TRACK, PLACES, RINGS, TOOLS
from mutapa.core.stone_age.svg_shapes import HUT as HUT_SIGN
from mutapa.core.stone_age.svg_shapes import PERSON, goods, person, place_name, ring
from mutapa.core.svg import OWNERS, badge, box, element, sign, told, words

NATURE, HOUSES = PLACES[:TOOLS], PLACES[TOOLS : TOOLS + 3]
DIVISORS = (2, 3, 4, 5, 6)
WIDE, HIGH, GAP = 136.0, 150.0, 8.0
VILLAGE_GAP = 20.0
RING = 13.5

Facts = dict[str, Any]
"""A position as `text.snapshot` tells it."""
Panel = tuple[str, float]
"""Text and height."""


def draw_places(board: list[int], facts: Facts, x: float, y: float, width: float) -> Panel:
    """A row: five places to gather, then the village."""
    parts = [_gather(board, facts, i, x + i * (WIDE + GAP), y) for i in range(len(NATURE))]
    left = x + len(NATURE) * (WIDE + GAP) + VILLAGE_GAP - GAP
    parts.append(_village(board, facts, left, y, x + width - left))
    return element("g", parts), HIGH


def _said(facts: Facts, name: str) -> str:
    there = facts["placed"].get(name, {})
    return ", ".join(f"{n} of {OWNERS[seat]}" for seat, n in sorted(there.items())) or "nobody"


def _gather(board: list[int], facts: Facts, which: int, x: float, y: float) -> str:
    """A place where dice are rolled: what it gives, for how much each, and its rings (the hunt has none)."""
    name, there = NATURE[which], facts["placed"].get(NATURE[which], {})
    closed = which > 0 and len(there) >= board[CROWD]
    parts = [box(x, y, WIDE, HIGH, f"place {name}", 8), words(x + 10, y + 21, place_name(name).capitalize(), 14, "ink b"),
             goods(GAINS[which], x + WIDE - 22, y + 24, 28), words(x + 10, y + 38, f"1 for each {DIVISORS[which]}", 11, "soft")]
    if which == 0:
        for i, (seat, n) in enumerate(sorted(there.items())):
            cx, cy = x + 21 + i % 2 * 62, y + 68 + i // 2 * 42
            parts += [person(seat, cx, cy, 28), words(cx + 16, cy + 6, f"×{n}", 14, "ink b")]
        if not there:
            parts.append(words(x + WIDE / 2, y + 92, "room for all", 11, "soft", "middle"))
        return told(f"hunt: {_said(facts, name)}", *parts)
    people = [seat for seat, n in sorted(there.items()) for _ in range(n)]
    for i in range(RINGS):
        column, row = (i, 0) if i < 4 else (i - 3.5, 1)
        cx, cy = x + 22.5 + column * 30.3, y + 66 + row * 32
        parts.append(ring(cx, cy, RING, closed and i >= len(people)))
        if i < len(people):
            parts.append(person(people[i], cx, cy - 1, 25))
    note = "full" if len(people) == RINGS else "closed: players" if closed else f"{RINGS - len(people)} free"
    parts.append(words(x + WIDE / 2, y + HIGH - 13, note, 11, "soft", "middle"))
    return told(f"{name}: {_said(facts, name)}, {note.split(':')[0]}", *parts)


def _village(board: list[int], facts: Facts, x: float, y: float, width: float) -> str:
    """Tool maker, hut and field; with 2 or 3 players the third stays empty."""
    taken = sum(name in facts["placed"] for name in HOUSES)
    wide = width / len(HOUSES)
    parts = [box(x, y, width, HIGH, "place village", 8), words(x + 10, y + 21, "Village", 14, "ink b")]
    if board[VILLAGE] < len(HOUSES):
        parts.append(words(x + width - 10, y + 21, f"{board[VILLAGE]} of 3 a round", 11, "soft", "end"))
    for i, name in enumerate(HOUSES):
        there = facts["placed"].get(name, {})
        closed = not there and taken >= board[VILLAGE]
        middle = x + (i + 0.5) * wide
        if name == "hut":
            picture = sign(HUT_SIGN, middle, y + 56, 38, "house")
        else:
            picture = goods({"tools": "tool", "field": "field"}[name], middle, y + 55, 34)
        gain = ("+1 tool", "+1 person", "+1 food track")[i]
        row = [picture, words(middle, y + 91, place_name(name).capitalize(), 12.5, "ink", "middle")]
        rings = (-14.5, 14.5) if TOOLS + i == HUT else (0.0,)
        for dx in rings:
            row.append(ring(middle + dx, y + 112, RING, closed))
            row += [person(seat, middle + dx, y + 111, 25) for seat in there]
        row.append(words(middle, y + HIGH - 8, "closed" if closed else gain, 11, "soft", "middle"))
        parts.append(told(f"{name}: {_said(facts, name)}{', closed' if closed else ''}", *row))
    return element("g", parts)


def draw_track(facts: Facts, x: float, y: float, width: float) -> Panel:
    """The food track from 0 to 10, a disc a seat."""
    first, high = 116.0, 46.0
    wide = (width - first) / (MOST_TRACK + 1)
    parts = [goods("field", x + 12, y + 22, 24), words(x + 30, y + 19, "Food track", 13, "ink b"),
             words(x + 30, y + 35, "food a round", 11, "dim")]
    for n in range(MOST_TRACK + 1):
        left = x + first + n * wide
        parts += [box(left, y, wide - 3, high, "space", 5), words(left + (wide - 3) / 2, y + 13, str(n), 11, "dim", "middle")]
        there = [seat for seat, each in enumerate(facts["seats"]) if each["track"] == n]
        step = min(20.0, (wide - 24) / max(1, len(there) - 1))
        for i, seat in enumerate(there):
            cx = left + (wide - 3) / 2 + (i - (len(there) - 1) / 2) * step
            parts.append(told(f"food track {n}: {OWNERS[seat]}", badge(cx, y + 31, 9.5, seat)))
    return element("g", parts), high


def at_home(facts: Facts, seat: int, x: float, y: float) -> str:
    """People at home of all."""
    mine = facts["seats"][seat]
    return sign(PERSON, x + 10, y, 20, f"s{seat} rim") + words(x + 24, y + 5, f"{mine['hand']} / {mine['people']}", 14, "ink b")
