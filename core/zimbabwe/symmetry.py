"""Symmetries of a map: the turns and mirror images of its rectangle that lay its squares on its squares.

With maps of tiles these are all seven for 2 and 5 seats, the mirror along the main diagonal for 3, and for 4 the half turn and
both diagonals. The rules don't tell a map from its image, but for canonical orders: the monuments of one raise action go in the
order of squares, so do a line's goods with Tsui-Goab. There some orders are on offer on one side only; what can be reached in the
end is the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import numpy as np

from mutapa.core.features import Symmetry
from mutapa.core.streams import Array
from mutapa.core.zimbabwe.board import PRESENT
from mutapa.core.zimbabwe.figures import BIG, KINDS, MOST_LEVEL, RESOURCES, TILE_SIDE
from mutapa.core.zimbabwe.grid import SIDE, WORDS, row_column
from mutapa.core.zimbabwe.vocabulary import (
    M_EMPTY,
    M_OWN,
    M_RESOURCE,
    M_RIVAL,
    M_START,
    M_TILE,
    M_USED,
    M_WATER,
    RIVALS,
    SLOT_COUNTS,
    SPAN,
    SPARSE,
    SQUARES,
    U_GOOD_RESOURCE,
    U_RAISING,
)

Move = Callable[[int, int], tuple[int, int]]
"""From a row and a column, in half squares, to another."""


def moves(height: int, width: int) -> Iterator[tuple[str, Move]]:
    """The symmetries of a rectangle of squares, the identity apart; those that lay rows on columns if it is a square."""
    down, across = 2 * (height - 1), 2 * (width - 1)
    yield "turned 180", lambda r, c: (down - r, across - c)
    yield "mirrored left and right", lambda r, c: (r, across - c)
    yield "mirrored top and bottom", lambda r, c: (down - r, c)
    if height == width:
        yield "turned 90", lambda r, c: (c, down - r)
        yield "turned 270", lambda r, c: (down - c, r)
        yield "mirrored at the main diagonal", lambda r, c: (c, r)
        yield "mirrored at the other diagonal", lambda r, c: (down - c, down - r)


def symmetries(board: Array) -> tuple[Symmetry, ...]:
    """Those that keep the map's shape; none where it isn't made of whole tiles, whose slots some features count."""
    return _of(tuple(int(board[PRESENT + w]) for w in range(WORDS)))


@functools.lru_cache(maxsize=64)  # training asks for them once a game, and games have few shapes
def _of(present: tuple[int, ...]) -> tuple[Symmetry, ...]:
    """Those of a map with the squares `present`, a bit each."""
    squares = {row_column(w * 64 + bit) for w in range(WORDS) for bit in range(54) if present[w] >> bit & 1}
    height, width = 1 + max(r for r, _ in squares), 1 + max(c for _, c in squares)
    if height % TILE_SIDE or width % TILE_SIDE:
        return ()
    found = []
    for name, move in moves(height, width):
        if all(tuple(x // 2 for x in move(2 * r, 2 * c)) in squares for r, c in squares):
            found.append(_symmetry(name, move, height, width))
    return tuple(found)


def _symmetry(name: str, move: Move, height: int, width: int) -> Symmetry:
    cells = np.arange(1 + SPAN * SPAN, dtype=np.int64)
    for r in range(2 * height - 1):
        for c in range(2 * width - 1):
            row, column = move(r, c)
            cells[1 + r * SPAN + c] = 1 + row * SPAN + column
    sparse = np.arange(len(SPARSE), dtype=np.int64)
    squares = _anchors(cells, 0, 0)
    one = ((first, 1) for first in (U_RAISING, U_GOOD_RESOURCE, M_USED, M_START))
    for first, sets in (*one, (M_OWN, MOST_LEVEL), (M_RIVAL, len(RIVALS)), (M_RESOURCE, len(RESOURCES))):
        for k in range(sets):
            at = first + k * SQUARES
            sparse[at : at + SQUARES] = at + squares
    for kind in range(KINDS):
        big = (BIG >> kind) & 1
        places = _anchors(cells, 1, 1) if big else _small(cells)
        for k in range(2):
            at = M_TILE[kind] + k * len(places)
            sparse[at : at + len(places)] = at + places
    for slot in range((height // TILE_SIDE) * (width // TILE_SIDE)):
        down, across = divmod(slot, width // TILE_SIDE)
        row, column = move(2 * TILE_SIDE * down + TILE_SIDE - 1, 2 * TILE_SIDE * across + TILE_SIDE - 1)
        here, there = 3 * down + across, 3 * (row // (2 * TILE_SIDE)) + column // (2 * TILE_SIDE)
        for first in (M_WATER, M_EMPTY):
            at = first + here * SLOT_COUNTS
            sparse[at : at + SLOT_COUNTS] = np.arange(SLOT_COUNTS) + first + there * SLOT_COUNTS
    return Symmetry(name, sparse, cells)


def _anchors(cells: Array, down: int, across: int) -> Array:
    """Where what is so many half squares longer than a square goes, by its anchor; what leaves the grid stays where it is."""
    found = np.arange(SQUARES, dtype=np.int64)
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        if row + down < SIDE and column + across < SIDE:
            middle = int(cells[1 + (2 * row + down) * SPAN + 2 * column + across]) - 1
            found[square] = middle // SPAN // 2 * SIDE + middle % SPAN // 2
    return found


def _small(cells: Array) -> Array:
    """The same for small tiles, numbered ``2 * anchor + upright``."""
    found = np.arange(2 * SQUARES, dtype=np.int64)
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        for upright in (0, 1):
            if row + upright < SIDE and column + 1 - upright < SIDE:
                middle = int(cells[1 + (2 * row + upright) * SPAN + 2 * column + 1 - upright]) - 1
                found[2 * square + upright] = 2 * (middle // SPAN // 2 * SIDE + middle % SPAN // 2) + middle // SPAN % 2
    return found
