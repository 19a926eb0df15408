"""Notation: a square, ``b2``, or where stones drop a column, ``b``."""

from __future__ import annotations

from mutapa.core import notation
from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.core.toys.tictactoe.layout import BOARD_DROP, BOARD_SIZE, plies


def text(board: Array, state: Array, action: int) -> str:
    """The action in words."""
    size = int(board[BOARD_SIZE])
    return "abcd"[action] if board[BOARD_DROP] else notation.square(action, size)


def parse(board: Array, state: Array, words: str) -> int:
    """The action that `words` name."""
    size, name = int(board[BOARD_SIZE]), notation.normal(words)
    if not board[BOARD_DROP]:
        return notation.cell(name, size, size)
    columns = "abcd"[:size]
    if len(name) != 1 or name not in columns:
        raise InvalidError(f"{words!r} is no column; columns run from {columns[0]} to {columns[-1]}")
    return columns.index(name)


def phase(board: Array, state: Array) -> str:
    """What is being decided."""
    return f"stone {plies(state) + 1}"
