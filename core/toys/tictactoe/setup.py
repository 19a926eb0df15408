"""The option and the deal; nothing in it is random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.game import Option
from mutapa.core.streams import Array
from mutapa.core.toys.entries import check_entries
from mutapa.core.toys.tictactoe.layout import BOARD_DROP, BOARD_LINES, BOARD_MASKS, BOARD_SIZE, BOARD_WORDS, LAYOUT

ROW = 3
"""Stones in a row that win."""
SIZES = {"tictactoe": 3, "connect3": 4}
OPTIONS = {"rule": Option("rule", "tictactoe", "3 x 3, or 4 x 4 where stones drop down columns", choices=tuple(SIZES))}


def lines(size: int) -> Iterator[int]:
    """Every line of `ROW` cells in any direction on a board of `size` x `size`, as a mask."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for y in range(size):
            for x in range(size):
                cells = [(y + i * down, x + i * right) for i in range(ROW)]
                if all(0 <= row < size and 0 <= column < size for row, column in cells):
                    yield sum(1 << (row * size + column) for row, column in cells)


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """A complete description."""
    return {"game": "tictactoe", "seats": seats, "options": {"rule": OPTIONS["rule"].default, **options}}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and the empty state."""
    check_entries(description)
    if description.get("seats") != 2:
        raise InvalidError(f"tictactoe: {description.get('seats')!r} seats; it is played by 2")
    rule = {"rule": OPTIONS["rule"].default, **description.get("options", {})}["rule"]
    masks = list(lines(SIZES[rule]))
    board = np.zeros(BOARD_WORDS, np.int64)
    board[BOARD_DROP] = rule == "connect3"
    board[BOARD_SIZE] = SIZES[rule]
    board[BOARD_LINES] = len(masks)
    board[BOARD_MASKS : BOARD_MASKS + len(masks)] = masks
    return board, np.zeros(LAYOUT.words, np.int64)
