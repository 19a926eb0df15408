"""The option and the deal; nothing in it is random, since nature tosses the coin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.game import Option
from mutapa.core.streams import Array
from mutapa.core.toys.coin.layout import BOARD_RULE, FUSION, LAYOUT, LEAK, RIVAL_KNOWS
from mutapa.core.toys.entries import check_entries

CODES = {"fusion": FUSION, "rival_knows": RIVAL_KNOWS, "leak": LEAK}
WORDS = "who guesses: seat 0 a coin nobody sees; the rival a coin it sees; the rival a coin that seat 0 alone sees"
OPTIONS = {"rule": Option("rule", "fusion", WORDS, choices=tuple(CODES))}


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """A complete description."""
    return {"game": "coin", "seats": seats, "options": {"rule": OPTIONS["rule"].default, **options}}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and the state before the toss."""
    check_entries(description)
    if description.get("seats") != 2:
        raise InvalidError(f"coin: {description.get('seats')!r} seats; it is played by 2")
    rule = {"rule": OPTIONS["rule"].default, **description.get("options", {})}["rule"]
    board = np.zeros(1, np.int64)
    board[BOARD_RULE] = CODES[rule]
    return board, np.zeros(LAYOUT.words, np.int64)
