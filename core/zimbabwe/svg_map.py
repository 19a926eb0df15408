"""The map of a position in SVG: land and waters with their coordinates, resources, monuments, craftsmen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mutapa.core.svg import OWNERS, badge, box, element, number, sign, told, words
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_OF, PRESENT, START, WATER
from mutapa.core.zimbabwe.figures import ADDED, ADDED_FROM, BASE_RESOURCES, BIG, CRAFTSMEN, RAIN_TILES, RESOURCES, TILE_SIDE
from mutapa.core.zimbabwe.grid import SIDE, has, row_column, square
from mutapa.core.zimbabwe.reach import footprint, resource_square
from mutapa.core.zimbabwe.svg_shapes import CRAFT_SIGNS, DROP, Square, outlines, resource, soft_path, used_marker
from mutapa.core.zimbabwe.text import craftsmen, monuments, square_name

MOST_CELL = 54.0
MARGIN = 22.0
"""Room for the coordinates, on each side."""
TIMES = ("", ", used", ", used twice")
LEVEL_RISE = 0.105
"""How much higher a disc lies than the one below it, in squares."""

Words = Any
"""A board or a state as a list of ints."""


class Chart:
    """Where squares lie: the map trimmed to its squares, scaled to fit a square of `side` with its margins, in its middle."""

    def __init__(self, board: Words, x: float, y: float, side: float) -> None:
        self.present = {
            (row, column) for row in range(SIDE) for column in range(SIDE) if has(board, PRESENT, square(row, column))
        }
        rows, columns = [row for row, _ in self.present], [column for _, column in self.present]
        self.top, self.left = min(rows), min(columns)
        self.rows, self.columns = max(rows) + 1 - self.top, max(columns) + 1 - self.left
        self.cell = min(MOST_CELL, (side - 2 * MARGIN) / max(self.rows, self.columns))
        self.x = x + (side - self.columns * self.cell) / 2
        self.y = y + MARGIN
        self.height = self.rows * self.cell + 2 * MARGIN

    def corner(self, code: int) -> tuple[float, float]:
        """Top left corner of a square."""
        row, column = row_column(code)
        return self.x + (column - self.left) * self.cell, self.y + (row - self.top) * self.cell

    def centre(self, code: int) -> tuple[float, float]:
        x, y = self.corner(code)
        return x + self.cell / 2, y + self.cell / 2

    def area(self, squares: set[Square], inset: float, radius: float, c: str) -> str:
        """A set of squares, its border `inset` squares inside, with rounded corners."""
        path = soft_path(outlines(squares), self.cell, inset * self.cell, radius * self.cell)
        at = f"translate({number(self.x - self.left * self.cell)} {number(self.y - self.top * self.cell)})"
        return element("path", d=path, transform=at, c=c) if path else ""


def draw_map(board: Words, state: Words, x: float, y: float, side: float) -> tuple[str, float]:
    """The map in a square of `side`, and the height it takes."""
    chart = Chart(board, x, y, side)
    pieces = [*_ground(chart, board, state), *_rain(chart, state), *_starts(chart, board, state),
              *_resources(chart, board, state), *_craftsmen(chart, state), *_monuments(chart, board, state)]
    return element("g", pieces), chart.height


def _ground(chart: Chart, board: Words, state: Words) -> Iterator[str]:
    yield chart.area(chart.present, 0, 0, "land")
    lakes = {at for at in chart.present if has(board, WATER, square(*at))}
    waters = lakes | _rained(state)
    yield chart.area(waters, 0.045, 0.36, "shore")
    yield chart.area(waters, 0.11, 0.32, "water")
    waves = []
    for row, column in sorted(lakes):
        if (row * 5 + column * 3) % 4 == 0:
            cx, cy = chart.centre(square(row, column))
            s = chart.cell / 8
            waves.append(f"M{number(cx - 2 * s)} {number(cy)}q{number(s)} {number(-s)} {number(2 * s)} 0t{number(2 * s)} 0")
    if waves:
        yield element("path", d="".join(waves), c="wave")
    yield element("path", d=_lines(chart, every=1), c="grid")
    yield element("path", d=_lines(chart, every=TILE_SIDE), c="border")
    yield chart.area(chart.present, 0, 0, "frame")
    size = min(12.0, chart.cell * 0.34)
    for i in range(chart.columns):
        name, at = chr(ord("a") + chart.left + i), chart.x + (i + 0.5) * chart.cell
        for base in (chart.y - 7, chart.y + chart.rows * chart.cell + 16):
            yield words(at, base, name, size, "dim", "middle")
    for i in range(chart.rows):
        base = chart.y + (i + 0.5) * chart.cell + size * 0.35
        yield words(chart.x - 7, base, str(chart.top + i + 1), size, "dim", "end")
        yield words(chart.x + chart.columns * chart.cell + 7, base, str(chart.top + i + 1), size, "dim")


def _lines(chart: Chart, every: int) -> str:
    """Lines between present neighbours, where the row or column is a multiple of `every` (tiles have their own borders)."""
    parts = []
    for row, column in sorted(chart.present):
        x, y = chart.corner(square(row, column))
        if column % every == 0 and (row, column - 1) in chart.present and (every > 1 or column % TILE_SIDE):
            parts.append(f"M{number(x)} {number(y)}v{number(chart.cell)}")
        if row % every == 0 and (row - 1, column) in chart.present and (every > 1 or row % TILE_SIDE):
            parts.append(f"M{number(x)} {number(y)}h{number(chart.cell)}")
    return "".join(parts)


def _rained(state: Words) -> set[Square]:
    return {row_column(code) for anchor, upright in _rains(state) for code in _pair(anchor, upright)}


def _rains(state: Words) -> list[tuple[int, int]]:
    """(Anchor, 1 if upright) of each water tile."""
    return [divmod(field.rain_tile(state, i) - 1, 2) for i in range(RAIN_TILES) if field.rain_tile(state, i)]


def _pair(anchor: int, upright: int) -> list[int]:
    return [footprint(0, anchor, upright, k) for k in range(2)]


def _rain(chart: Chart, state: Words) -> Iterator[str]:
    """Water tiles, dashed and with drops: added, not printed."""
    for anchor, upright in _rains(state):
        x, y = chart.corner(anchor)
        wide, high = (1, 2) if upright else (2, 1)
        drops = [sign(DROP, cx, cy, chart.cell * size, "drop") for cx, cy, size in (
            (centre[0] + dx * chart.cell, centre[1] + dy * chart.cell, size)
            for centre in map(chart.centre, _pair(anchor, upright)) for dx, dy, size in ((-0.14, -0.1, 0.26), (0.14, 0.12, 0.2)))]
        edge = box(x + 3, y + 3, wide * chart.cell - 6, high * chart.cell - 6, "added", chart.cell * 0.25)
        yield told(f"{square_name(anchor)} {'hv'[upright]}: rain", edge, *drops)


def _starts(chart: Chart, board: Words, state: Words) -> Iterator[str]:
    """Starting areas where no monument stands."""
    taken = {code for code, _, _ in monuments(board, state)}
    for row, column in sorted(chart.present):
        code = square(row, column)
        if has(board, START, code) and code not in taken:
            cx, cy = chart.centre(code)
            rings = [element("circle", cx=cx, cy=cy, r=chart.cell * r, c="start") for r in (0.34, 0.2)]
            yield told(f"{square_name(code)}: starting area", *rings)


def _resources(chart: Chart, board: Words, state: Words) -> Iterator[str]:
    """Base and added resources with their used markers."""
    kinds = {i: kind for kind in range(len(RESOURCES)) for i in range(board[BASE_COUNT]) if board[BASE_OF + kind] >> i & 1}
    for slot in range(ADDED):
        if field.added(state, slot):
            kinds[BASE_RESOURCES + slot] = max(kind for kind in range(len(RESOURCES)) if slot >= ADDED_FROM >> 4 * kind & 15)
    cell = chart.cell
    for i, kind in sorted(kinds.items()):
        code = int(resource_square(board, state, i))
        cx, cy = chart.centre(code)
        times = (state[field.USED] >> i & 1) + (state[field.USED + 1] >> i & 1)
        extra = i >= BASE_RESOURCES
        parts = [resource(kind, cx - cell * 0.06, cy - cell * 0.03, cell * (0.5 if extra else 0.6))]
        if times:
            parts = [element("g", parts, c="spent")]
        if extra:
            parts.append(box(cx - cell * 0.44, cy - cell * 0.44, cell * 0.88, cell * 0.88, "added", cell * 0.2))
            parts.append(words(cx - cell * 0.38, cy - cell * 0.16, "+", cell * 0.32, "letter"))
        parts.append(words(cx + cell * 0.38, cy + cell * 0.38, RESOURCES[kind][0], cell * 0.3, "letter", "end"))
        parts += [used_marker(cx + cell * (0.3 - 0.26 * k), cy - cell * 0.28, cell * 0.14) for k in range(times)]
        yield told(f"{square_name(code)}: {RESOURCES[kind]}{', added' if extra else ''}{TIMES[times]}", *parts)


def _craftsmen(chart: Chart, state: Words) -> Iterator[str]:
    """Craftsmen: the tile with the owner's colour and letter, the sign of the type, its name or (1x2) its initial."""
    cell = chart.cell
    for anchor, kind, way, owner in sorted(craftsmen(state)):
        x, y = chart.corner(anchor)
        wide, high = (2, 2) if BIG >> kind & 1 else (1, 2) if way == "v" else (2, 1)
        name = CRAFTSMEN[kind].capitalize()
        parts = [box(x + 2, y + 2, wide * cell - 4, high * cell - 4, "tile", cell * 0.14),
                 box(x + 3.2, y + 3.2, wide * cell - 6.4, high * cell - 6.4, f"l{owner} band", cell * 0.12)]
        if (wide, high) == (2, 2):
            at, size, of_badge = (x + cell, y + cell * 0.86), cell * 0.95, (x + cell * 0.36, y + cell * 0.36)
            label, font = (x + cell, y + cell * 1.75), cell * 0.31
        elif high == 2:
            at, size, of_badge = (x + cell / 2, y + cell * 1.02), cell * 0.58, (x + cell * 0.5, y + cell * 0.37)
            name, label, font = name[0], (x + cell * 0.5, y + cell * 1.79), cell * 0.42
        else:
            at, size, of_badge = (x + cell, y + cell * 0.5), cell * 0.6, (x + cell * 0.37, y + cell * 0.5)
            name, label, font = name[0], (x + cell * 1.63, y + cell * 0.65), cell * 0.42
        parts.append(sign(CRAFT_SIGNS[kind], *at, size, "craft"))
        parts.append(words(*label, name, font, "craft b", "middle"))
        parts.append(badge(*of_badge, cell * 0.22, owner))
        yield told(f"{square_name(anchor)}{f' {way}' if way else ''}: {CRAFTSMEN[kind]} of {OWNERS[owner]}", *parts)


def _monuments(chart: Chart, board: Words, state: Words) -> Iterator[str]:
    """Monuments: a disc a level in the owner's colour, with letter and level on the top one."""
    cell = chart.cell
    now = field.phase(state) == field.TURN and field.pending(state) >= field.GOOD
    raised = field.raising(state) if now else -1
    for code, owner, level in monuments(board, state):
        x, y = chart.corner(code)
        cx, rx, ry = x + cell / 2, cell * 0.43, cell * 0.235
        low = y + cell * (0.5 + LEVEL_RISE * (level - 1) / 2)
        parts = []
        if code == raised:
            parts.append(element("circle", cx=cx, cy=y + cell / 2, r=cell * 0.62, c="ring"))
        for k in range(level):
            cy = low - k * cell * LEVEL_RISE
            wall = (f"M{number(cx - rx)} {number(cy)}v{number(cell * 0.1)}a{number(rx)} {number(ry)} 0 0 0 {number(2 * rx)} 0"
                    f"v{number(-cell * 0.1)}")
            parts.append(element("path", d=wall, c=f"s{owner} wall"))
            parts.append(element("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, c=f"s{owner} rim"))
        top = low - (level - 1) * cell * LEVEL_RISE
        parts.append(words(cx, top + cell * 0.135, f"{OWNERS[owner]}{level}", cell * 0.38, f"i{owner} b", "middle"))
        being = ", being raised" if code == raised else ""
        yield told(f"{square_name(code)}: monument of {OWNERS[owner]}, level {level}{being}", *parts)
