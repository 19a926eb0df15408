"""What lies beside the map in SVG: Glory tiles, the stack, and a panel for each seat."""

from __future__ import annotations

from typing import Any

from mutapa.core.godz.figures import COSTS, RESOURCES, SQUARES_END, TERRAINS
from mutapa.core.godz.svg_shapes import HOUSE, MEEPLE, resource, square
from mutapa.core.svg import badge, box, element, sign, told, words

Facts = dict[str, Any]
"""A position as `text.snapshot` tells it."""
PANEL, GAP = 122.0, 8.0
TILE = 30.0


def draw_supply(facts: Facts, x: float, y: float) -> tuple[str, float]:
    """Glory tiles in supply, then what is left in the stack."""
    parts = [words(x, y + 20, "Glory", 14, "ink b")]
    at = x + 52
    for value, n in facts["supply"].items():
        c = "tile" if n else "tile gone"
        parts.append(square(at, y, TILE, value, f"Glory {value}: {n} left", c))
        parts.append(words(at + TILE / 2, y + TILE + 13, f"×{n}", 11.5, "dim", "middle"))
        at += TILE + 10
    at += 16
    parts.append(words(at, y + 20, "Stack", 14, "ink b"))
    at += 50
    for name in (*TERRAINS, "special"):
        parts.append(told(f"{name}: {facts['stack'][name]} left in the stack", box(at, y, TILE, TILE, f"hex {name}", 6),
                          words(at + TILE / 2, y + 20, str(facts["stack"][name]), 15, "ink b", "middle"),
                          words(at + TILE / 2, y + TILE + 13, name, 10, "dim", "middle")))
        at += TILE + 20
    return element("g", parts), TILE + 20


def draw_seats(facts: Facts, columns: int, x: float, y: float, width: float) -> tuple[str, float]:
    """A panel for each seat, one below the other."""
    parts = [_panel(facts, columns, seat, x, y + seat * (PANEL + GAP), width) for seat in range(len(facts["seats"]))]
    return element("g", parts), len(parts) * (PANEL + GAP)


def _panel(facts: Facts, columns: int, seat: int, x: float, y: float, width: float) -> str:
    mine, now = facts["seats"][seat], facts["mover"] == seat
    parts = [box(x, y, width, PANEL, "row now" if now else "row", 8), badge(x + 20, y + 21, 12, seat)]
    name = mine["deity"] or "no deity yet"
    parts.append(words(x + 40, y + 26, name, 16, "ink b"))
    total = f"{facts['final'][seat]} points" if facts.get("final") else f"{mine['glory']} Glory points"
    parts.append(words(x + width - 10, y + 26, total, 13, "ink b" if facts.get("final") else "ink", "end"))
    parts += [_path(mine["column"], columns, x + 130, y + 12), *_levels(mine["levels"], x + 14, y + 54)]
    parts.append(_people(facts, mine, seat, x + 14, y + 84, x + width - 20))
    parts.append(_squares(mine, x + width - 10, y + 54))
    war = "?" if mine["war"] is None else str(sum(value * n for value, n in zip((2, 3, 4), mine["war"], strict=True)))
    balance = "?" if mine["balance"] is None else str(mine["balance"][0] + 2 * mine["balance"][1])
    said = f"War tiles: {mine['wars']}, {war} points. Balance tiles: {mine['balances']}, {balance} points"
    parts.append(words(x + 14, y + 112, said, 12, "dim"))
    return told(f"seat {seat}: {name}", *parts)


def _path(column: int, columns: int, x: float, y: float) -> str:
    """The Path of Power: the flag, then columns; the cylinder's is filled."""
    parts = []
    for i in range(columns + 1):
        parts.append(element("circle", cx=x + 8 + 18 * i, cy=y + 9, r=7, c="cylinder" if i == column else "spot"))
    return told(f"action cylinder in column {column} of {columns}", *parts)


def _levels(levels: list[int], x: float, y: float) -> list[str]:
    return [
        told(f"{name} {n}", resource(name, x + 9 + 50 * i, y - 4, 20), words(x + 24 + 50 * i, y + 2, str(n), 15, "ink b"))
        for i, (name, n) in enumerate(zip(RESOURCES, levels, strict=True))
    ]


def _people(facts: Facts, mine: dict[str, Any], seat: int, x: float, y: float, right: float) -> str:
    """Reserve, mat, and at the right end Villages not built."""
    parts = [sign(MEEPLE, x + 8, y, 18, f"s{seat} rim"), words(x + 22, y + 5, f"{mine['reserve']} in reserve", 12, "ink")]
    waiting = ", ".join(mine["mat"]) or "none"
    parts.append(words(x + 104, y + 5, f"mat: {waiting}", 12, "dim"))
    built = {cost for deity, cost in facts["villages"].values() if deity == mine["deity"]}
    at = right
    for cost in reversed(COSTS):
        if cost not in built:
            parts += [sign(HOUSE, at, y - 1, 20, "unbuilt"), words(at, y + 5, str(cost), 10, "dim", "middle")]
            at -= 24
    return "".join(parts)


def _squares(mine: dict[str, Any], right: float, y: float) -> str:
    """Glory and War tiles towards the six that end the game."""
    glory, wars = mine["tiles"], mine["wars"]
    parts = []
    for i in range(max(SQUARES_END, glory + wars)):
        c = "tile" if i < glory else "tile war" if i < glory + wars else "free"
        parts.append(box(right - 16 * (max(SQUARES_END, glory + wars) - i), y - 11, 13, 13, c, 2))
    return told(f"{glory} Glory and {wars} War tiles of {SQUARES_END}", *parts)
