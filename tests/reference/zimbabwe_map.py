"""The map of the reference engine: squares, empty land, ranges, hubs and footprints.

Written from the rules alone and with the plainest means (squares are (row, column) pairs, ranges are searched square by
square); it shares nothing with the engine it checks.
"""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import NamedTuple

FIGURES = json.loads((Path(__file__).parent / "zimbabwe-figures.json").read_text(encoding="utf-8"))
CRAFTS = FIGURES["craftsmen"]
KINDS = list(CRAFTS)  # in the order of types: wood, potter, ivory, diamond, sculptor, vessel, throne

Square = tuple[int, int]  # row, column; pairs compare in reading order, row by row


class Craftsman(NamedTuple):
    kind: str
    anchor: Square
    orientation: str  # "h", "v", or "" for a 2x2 tile
    owner: int
    squares: tuple[Square, ...]


def turned(grid: list[str], quarters: int) -> list[str]:
    """A tile after so many quarter turns clockwise."""
    for _ in range(quarters):
        grid = ["".join(column) for column in zip(*reversed(grid), strict=True)]
    return grid


def cells_of(tiles: list[list[str | None]]) -> list[str]:
    """Rows of letters of a map laid from tiles, 'x' where no tile lies. "B1": tile B, one quarter turn clockwise."""
    rows: list[str] = []
    for slots in tiles:
        grids = [turned(FIGURES["tiles"][s[0]], int(s[1:])) if s else ["x" * 6] * 6 for s in slots]
        rows += ["".join(parts) for parts in zip(*grids, strict=True)]
    return rows


def name(square: Square) -> str:
    return chr(ord("a") + square[1]) + str(square[0] + 1)


def footprint(wide: bool, anchor: Square, orientation: str) -> tuple[Square, ...]:
    row, column = anchor
    if not wide:
        return ((row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1))
    return (anchor, (row, column + 1)) if orientation == "h" else (anchor, (row + 1, column))


class Map:
    """What lies on the map. `monuments`: square -> [owner, level]; `resources`: square -> kind."""

    def __init__(self, rows: list[str], block_resources: bool = False, one_hub: bool = False) -> None:
        self.block_resources = block_resources
        self.one_hub = one_hub
        cells = {(r, c): x for r, line in enumerate(rows) for c, x in enumerate(line) if x != "x"}
        self.squares = set(cells)
        self.water = {s for s, x in cells.items() if x == "W"}
        self.starts = {s for s, x in cells.items() if x == "S"}
        self.resources = {s: FIGURES["legend"][x] for s, x in cells.items() if x in FIGURES["legend"]}
        self.monuments: dict[Square, list[int]] = {}
        self.craftsmen: list[Craftsman] = []
        self.added: list[Square] = []
        self.rain: list[tuple[Square, str]] = []
        self._memo: dict[tuple[object, ...], object] = {}

    # ---- changes ------------------------------------------------------------------------------------------------

    def add_monument(self, square: Square, owner: int) -> None:
        self.monuments[square] = [owner, 1]
        self._forget("blocked", "spots")

    def add_craftsman(self, kind: str, anchor: Square, orientation: str, owner: int) -> None:
        squares = footprint(CRAFTS[kind]["wide"], anchor, orientation)
        self.craftsmen.append(Craftsman(kind, anchor, orientation, owner, squares))
        self._forget("spots")

    def add_resource(self, square: Square, kind: str) -> None:
        self.resources[square] = kind
        self.added.append(square)
        self._forget("spots")

    def add_rain(self, anchor: Square, orientation: str) -> None:
        self.water.update(footprint(True, anchor, orientation))
        self.rain.append((anchor, orientation))
        self._memo.clear()

    def _forget(self, *what: str) -> None:
        self._memo = {key: value for key, value in self._memo.items() if key[0] not in what}

    # ---- land ---------------------------------------------------------------------------------------------------

    def empty(self) -> set[Square]:
        """Empty land: starting areas never count, used or not."""
        taken = self.water | self.starts | set(self.resources) | set(self.monuments)
        return self.squares - taken - {s for c in self.craftsmen for s in c.squares}

    def neighbours(self, square: Square) -> list[Square]:
        row, column = square
        around = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return [s for s in around if s in self.squares]

    def monument_spots(self, nomads: bool) -> list[Square]:
        near = set() if nomads else {n for m in self.monuments for n in self.neighbours(m)}
        return sorted(self.empty() - near)

    def footprints(self, wide: bool) -> list[tuple[Square, str]]:
        """(anchor, orientation) of every footprint on empty land."""
        empty = self.empty()
        found = []
        for anchor in sorted(empty):
            for orientation in ("h", "v") if wide else ("",):
                if all(s in empty for s in footprint(wide, anchor, orientation)):
                    found.append((anchor, orientation))
        return found

    def body(self, square: Square) -> set[Square]:
        """The water body of a water square: all water joined to it side by side."""
        if ("body", square) not in self._memo:
            found, queue = {square}, [square]
            while queue:
                row, column = queue.pop()
                for s in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    if s in self.water and s not in found:
                        found.add(s)
                        queue.append(s)
            for s in found:
                self._memo["body", s] = found
        return self._memo["body", square]  # type: ignore[return-value]

    # ---- ranges -------------------------------------------------------------------------------------------------

    def distances(self, start: Square, reach: int, blocked: bool) -> dict[Square, int]:
        """Steps from a square to all within `reach`. Reaching one square of a water body reaches all of it; `blocked`: the
        search may enter a monument but not go on from it (the start excepted)."""
        key = ("blocked" if blocked else "open", start, reach)
        if key not in self._memo:
            steps = {start: 0}
            queue = deque([start])
            while queue:
                here = queue.popleft()
                if steps[here] == reach or (blocked and here in self.monuments and here != start):
                    continue
                for near in self.neighbours(here):
                    if near not in steps:
                        for s in self.body(near) if near in self.water else (near,):
                            steps[s] = steps[here] + 1
                            queue.append(s)
            self._memo[key] = steps
        return self._memo[key]  # type: ignore[return-value]

    def within(self, squares: tuple[Square, ...], reach: int, blocked: bool) -> set[Square]:
        return {s for start in squares for s in self.distances(start, reach, blocked)}

    def resources_near(self, squares: tuple[Square, ...], kind: str, reach: int) -> list[Square]:
        """Resource squares of a kind in range (no hubs) of a craftsman's squares."""
        region = self.within(squares, reach, self.block_resources)
        return sorted(s for s in region if self.resources.get(s) == kind)

    def hubs(self, start: tuple[Square, ...], target: tuple[Square, ...], reach: int) -> int | None:
        """The fewest hubs on a way from `start` (a monument's square, or a craftsman's squares) to `target`; None without a
        way. Every monument reached is a hub from which the range starts afresh."""
        starts, known, used = [tuple(start)], set(start), 0
        while starts:
            region = {s for squares in starts for s in self.within(squares, reach, True)}
            if region & set(target):
                return used
            fresh = [m for m in region if m in self.monuments and m not in known]
            known.update(fresh)
            starts, used = [(m,) for m in fresh], used + 1
        return None

    # ---- placing ------------------------------------------------------------------------------------------------

    def tile_spots(self, kind: str, reach: int) -> list[tuple[Square, str]]:
        """Where a craftsman may be placed, as far as the map decides: empty land, a resource of its kind in range that no
        tile of the same type has in range, and for a secondary a primary in range, hubs being free."""
        key = ("spots", kind, reach)
        if key not in self._memo:
            craft = CRAFTS[kind]
            claimed = set()
            for c in self.craftsmen:
                if c.kind == kind:
                    claimed.update(self.resources_near(c.squares, craft["resource"], reach))
            primaries = [c for c in self.craftsmen if c.kind == craft["primary"]]
            found = []
            for anchor, orientation in self.footprints(craft["wide"]):
                squares = footprint(craft["wide"], anchor, orientation)
                if not set(self.resources_near(squares, craft["resource"], reach)) - claimed:
                    continue
                if craft["primary"] and not any(self._delivers(squares, p.squares, reach) for p in primaries):
                    continue
                found.append((anchor, orientation))
            self._memo[key] = found
        return self._memo[key]  # type: ignore[return-value]

    def _delivers(self, squares: tuple[Square, ...], primary: tuple[Square, ...], reach: int) -> bool:
        used = self.hubs(squares, primary, reach)
        return used is not None and (used <= 1 or not self.one_hub)
