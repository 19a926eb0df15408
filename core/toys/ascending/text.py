"""Notation: ``pass``, ``bid 3``, nature's ``income 2``."""

from __future__ import annotations

from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.core.toys.ascending.layout import BOARD_SEATS, cash, mover, over, paid, paused, price, won


def text(board: Array, state: Array, action: int) -> str:
    """The action in words."""
    if paused(state):
        return f"income {action}"
    return f"bid {action}" if action else "pass"


def parse(board: Array, state: Array, words: str) -> int:
    """The action that `words` name."""
    parts = words.lower().split()
    verb = "income" if paused(state) else "bid"
    if parts == ["pass"] and verb == "bid":
        return 0
    if len(parts) == 2 and parts[0] == verb and parts[1].isascii() and parts[1].isdigit() and 0 < int(parts[1]) < 1 << 16:
        return int(parts[1])
    right = "income 1" if paused(state) else f"pass, bid {price(state) + 1}"
    raise InvalidError(f"ascending: {words!r} is no step here; right would be {right}")


def phase(board: Array, state: Array) -> str:
    """What is being decided."""
    if over(state):
        return "over"
    return "income" if paused(state) else f"seat {mover(state)} to bid over {price(state)}"


def score(board: Array, state: Array) -> list[dict[str, Any]]:
    """Worth of places, coins paid and left, by seat."""
    return [
        {"places": int(won(state, s)), "paid": int(paid(state, s)), "cash": int(cash(state, s))}
        for s in range(int(board[BOARD_SEATS]))
    ]
