"""What a network reads of tic-tac-toe and Connect-3: stones, and lines still open to one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mutapa.core.compiled import compiled, popcount
from mutapa.core.features import Features, Symmetry, Vocabulary, capped, numbers
from mutapa.core.game import UNIT
from mutapa.core.streams import Array
from mutapa.core.toys.tictactoe.layout import (
    BOARD_DROP,
    BOARD_LINES,
    BOARD_MASKS,
    BOARD_SIZE,
    CELLS,
    plies,
    stones,
)
from mutapa.core.words import pack

_BOTH = ("self", "next seat")
_PLACES = tuple(f"cell {i}" for i in range(CELLS))
_OPEN_MOST = 5

_sparse, _dense = Vocabulary(), Vocabulary()
_RULE = _sparse.add("stones drop: {}", ("no", "yes"))
_MOVER = _sparse.add("to move: {}", _BOTH)
_PLIES = _sparse.add("stones on the board: {}", numbers(CELLS + 1))
_STONE = _sparse.add("{} stone, stones drop {}, {}", _BOTH, ("no", "yes"), _PLACES)
_OPEN = _sparse.add("lines open to {} with {} stones: {}", _BOTH, ("1", "2"), capped(_OPEN_MOST + 1))
_dense.add("stones on the board, 16 is 1")
_dense.add("lines open to {} with {} stones, 4 are 1", _BOTH, ("1", "2"))

_kinds, _arguments, _cells = Vocabulary(), Vocabulary(), Vocabulary()
_kinds.add("{}", ("place", "drop"))
_arguments.add("-")
_cells.add("none")
_cells.add("{}", _PLACES)


def _turn(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _mirror(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def symmetries(board: Array) -> tuple[Symmetry, ...]:
    """Quarter turns and mirror images; where stones drop, left and right only."""
    if board[BOARD_DROP]:
        return (_symmetry(board, "left and right", [_mirror]),)
    turns = [_symmetry(board, f"turned {90 * n}", [_turn] * n) for n in (1, 2, 3)]
    return (*turns, *[_symmetry(board, f"mirrored, turned {90 * n}", [_mirror] + [_turn] * n) for n in range(4)])


def _symmetry(board: Array, name: str, steps: Sequence[Callable[[int, int, int], tuple[int, int]]]) -> Symmetry:
    size = int(board[BOARD_SIZE])
    to = list(range(CELLS))
    for cell in range(size * size):
        row, column = divmod(cell, size)
        for step in steps:
            row, column = step(row, column, size - 1)
        to[cell] = row * size + column
    sparse = np.arange(len(_sparse), dtype=np.int64)
    for first in range(_STONE, _OPEN, CELLS):
        sparse[first : first + CELLS] = [first + each for each in to]
    return Symmetry(name, sparse, np.array([0, *[1 + each for each in to]], np.int64))


FEATURES = Features(1, _sparse, _dense, _kinds, _arguments, _cells, active=3 + CELLS + 4, symmetries=symmetries)
_SHIFTS = pack((0, 8, 16, 24), 6)


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """Stones of each seat by cell; open lines counted by stones in them."""
    drop = 1 if board[BOARD_DROP] != 0 else 0
    sparse[0] = _RULE + drop
    sparse[1] = _MOVER + ((plies(seen) ^ seat) & 1)
    sparse[2] = _PLIES + plies(seen)
    n = 3
    dense[0] = plies(seen) * UNIT // CELLS
    for side in range(2):
        own = stones(seen, seat ^ side)
        other = stones(seen, seat ^ side ^ 1)
        for cell in range(CELLS):
            if (own >> cell) & 1:
                sparse[n] = _STONE + (side * 2 + drop) * CELLS + cell
                n += 1
        counts = 0
        for i in range(board[BOARD_LINES]):
            line = board[BOARD_MASKS + i]
            if line & other == 0:
                counts += 1 << ((_SHIFTS >> (6 * popcount(line & own))) & 63)
        for k in range(1, 3):
            found = (counts >> (8 * k)) & 255
            sparse[n] = _OPEN + (side * 2 + k - 1) * (_OPEN_MOST + 1) + min(found, _OPEN_MOST)
            n += 1
            dense[side * 2 + k] = min(found, 8) * UNIT // 4
    return n


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """A cell, or where stones drop a column, said by its top cell."""
    parts[0] = 1 if board[BOARD_DROP] != 0 else 0
    parts[1] = 0
    parts[2] = 1 + action
    return 0
