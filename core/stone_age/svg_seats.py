"""What each seat has, in SVG: points, people, food, resources, tools, buildings, and the cards in front of it."""

from __future__ import annotations

from typing import Any

from mutapa.core.stone_age.figures import PEOPLE, RESOURCES, SYMBOLS
from mutapa.core.stone_age.score import points
from mutapa.core.stone_age.svg_cards import BEARERS, COUNTED, bottom_in_words
from mutapa.core.stone_age.svg_places import at_home
from mutapa.core.stone_age.svg_shapes import HUT, SYMBOL_SIGNS, amount, any_resource, bearer
from mutapa.core.svg import OWNERS, badge, box, element, sign, told, words

ROW, HEADING, GAP = 74.0, 20.0, 6.0
COLUMNS = (("points", 96), ("people at home", 176), ("food", 272), ("resources", 340), ("tools", 560), ("buildings", 706))
CARDS = 786.0
"""Where the cards begin."""
FACTORS = {"builder": "tiles", "farmer": "track", "maker": "tools", "shaman": "people"}

Facts = dict[str, Any]
Panel = tuple[str, float]


def draw_seats(board: list[int], state: list[int], facts: Facts, x: float, y: float, width: float) -> Panel:
    """A row a seat."""
    parts = [words(x, y + 12, "Players", 13, "ink b")]
    parts += [words(x + at, y + 12, name, 11, "dim") for name, at in COLUMNS]
    parts.append(words(x + CARDS, y + 12, "cards: symbols, and people with what they are multiplied by", 11, "dim"))
    for seat in range(len(facts["seats"])):
        parts.append(_seat(board, state, facts, seat, x, y + HEADING + seat * (ROW + GAP), width))
    return element("g", parts), HEADING + len(facts["seats"]) * (ROW + GAP) - GAP


def _seat(board: list[int], state: list[int], facts: Facts, seat: int, x: float, y: float, width: float) -> str:
    mine, middle = facts["seats"][seat], y + ROW / 2
    first, over = facts["start"] == seat, facts["phase"] == "over"
    parts = [box(x, y, width, ROW, "row now" if facts["mover"] == seat else "row", 8), badge(x + 20, middle - 8, 12, seat),
             words(x + 38, middle - 3, f"seat {seat}", 13, "ink b")]
    if first and not over:
        parts.append(words(x + 10, middle + 24, "first player", 11, "soft b"))
    parts += _points(board, state, facts, seat, x + COLUMNS[0][1], middle)
    parts.append(at_home(facts, seat, x + COLUMNS[1][1], middle - 6))
    parts.append(amount("food", mine["food"], x + COLUMNS[2][1], middle - 6, 22))
    for i, kind in enumerate(RESOURCES):
        n = mine[kind]
        shown = amount(kind, n, x + COLUMNS[3][1] + i * 54, middle - 6, 22, "ink b" if n else "soft")
        parts.append(shown if n else element("g", shown, c="none"))
    parts += _tools(mine, x + COLUMNS[4][1], middle)
    parts += [sign(HUT, x + COLUMNS[5][1] + 12, middle - 6, 22, "house"),
              words(x + COLUMNS[5][1] + 27, middle - 1, str(mine["tiles"]), 14, "ink b")]
    parts += _cards(facts, mine, x + CARDS, y)
    start = ", first player" if first else ""
    said = f"seat {seat} ({OWNERS[seat]}){start}: {mine['score']} points, {mine['hand']} of {mine['people']} people at home"
    said += f", {mine['food']} food"
    said += "".join(f", {mine[kind]} {kind}" for kind in RESOURCES)
    if over and facts.get("final"):
        said += f"; {facts['final'][seat]} points in the end, rank {facts['ranks'][seat]}"
    return told(said, *parts)


def _points(board: list[int], state: list[int], facts: Facts, seat: int, x: float, middle: float) -> list[str]:
    """The marker on the track; below it what it would be with the final scoring, at the end what it is."""
    mine = facts["seats"][seat]
    if facts.get("final"):
        return [words(x, middle + 2, str(facts["final"][seat]), 24, "ink b"),
                words(x, middle + 24, f"rank {facts['ranks'][seat]}, track {mine['score']}", 11, "soft")]
    known = "" if mine["blind"] == "?" else f"{points(board, state, seat)} if it ended"
    return [words(x, middle + 2, str(mine["score"]), 24, "ink b"), words(x, middle + 24, known, 11, "soft")]


def _tools(mine: Facts, x: float, middle: float) -> list[str]:
    """Three slots, turned tools faded and struck out; tools for one use behind."""
    parts = []
    for i in range(3):
        left = x + i * 30
        if i >= len(mine["tools"]):
            parts.append(box(left, middle - 20, 26, 26, "free", 4))
            continue
        value, turned = mine["tools"][i]
        drawn = [box(left, middle - 20, 26, 26, "slot used" if turned else "slot", 4),
                 words(left + 13, middle - 1.5, str(value), 15, "soft" if turned else "ink b", "middle")]
        drawn += [element("path", d=f"M{left + 3:.1f} {middle + 3:.1f}l20 -20", c="strike")] * turned
        parts.append(told(f"tool worth {value}{', used' * turned}", *drawn))
    for i, value in enumerate(mine["once"]):
        left = x + 94 + i * 18
        parts.append(told(f"tool for one use worth {value}", element("circle", cx=left + 7, cy=middle - 7, r=8.5, c="slot"),
                          words(left + 7, middle - 3, str(value), 11, "ink b", "middle")))
    used = sum(turned for _, turned in mine["tools"])
    if mine["tools"] or mine["once"]:
        note = [f"{used} used"] * bool(used) + ["round: for one use"] * bool(mine["once"])
        parts.append(words(x, middle + 24, ", ".join(note), 11, "soft"))
    return parts


def _cards(facts: Facts, mine: Facts, x: float, y: float) -> list[str]:
    """Symbols in the order of the figures, a faint one where none is owned; people times their factor; what is still to come."""
    parts = []
    for i, symbol in enumerate(SYMBOLS):
        n, left = mine["culture"].get(symbol, 0), x + i * 27
        picture = sign(SYMBOL_SIGNS[symbol], left + 10, y + 21, 19, "symbol" if n else "absent")
        label = words(left + 22, y + 33, str(n), 11, "ink b", "middle") if n > 1 else ""
        parts.append(told(f"{symbol}: {n}", box(left - 1.5, y + 8, 24, 27, "owned", 4) if n else "", picture, label))
    sets = [sum(n > k for n in mine["culture"].values()) for k in range(3)]
    told_sets = " + ".join(f"{n}²" for n in sets if n)
    parts.append(words(x + 8 * 27 + 4, y + 26, f"{told_sets} = {sum(n * n for n in sets)}" if told_sets else "", 12, "ink"))
    for i, kind in enumerate(PEOPLE):
        n, left = mine[kind], x + i * 62
        value = sum(tool for tool, _ in mine["tools"]) if kind == "maker" else mine[FACTORS[kind]]
        drawn = [words(left + 22, y + 59, f"{n}×", 13, "ink b" if n else "soft", "end"), bearer(kind, left + 33, y + 54, 18),
                 words(left + 44, y + 59, str(value) if n else "", 11, "soft")]
        parts.append(told(f"{n} {BEARERS[kind]} × {value} ({COUNTED[kind]})", *(drawn if n else [element("g", drawn, c="none")])))
    left = x + 252.0
    if mine["blind"]:
        word = "?" if mine["blind"] == "?" else bottom_in_words(mine["blind"])
        parts.append(told(f"drawn blind: {word}", box(left, y + 43, 16, 22, "back", 3),
                          words(left + 8, y + 59, "?", 12, "face b", "middle"),
                          words(left + 20, y + 58, word if word != "?" else "blind", 11, "ink")))
    if mine["two"]:
        squares = any_resource(x + 338, y + 21, 15) + any_resource(x + 357, y + 21, 15)
        parts.append(told("two resources of choice to come", squares))
    return parts


