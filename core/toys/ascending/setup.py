"""Options and the deal; nothing in it is random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.game import Option
from mutapa.core.streams import Array
from mutapa.core.toys.ascending.layout import (
    BOARD_BUDGET,
    BOARD_KINDS,
    BOARD_LAST,
    BOARD_PLACES,
    BOARD_ROUNDS,
    BOARD_SEATS,
    BOARD_WORDS,
    LAYOUT,
    SEATS_MAX,
)
from mutapa.core.toys.entries import check_entries

PLACES = ("first", "second", "third", "fourth")
OPTIONS = {
    option.name: option
    for option in (
        Option("budget", 5, "coins of each seat at the start", limits=(1, 31)),
        Option("first", 6, "worth of the best place", limits=(0, 31)),
        Option("second", 2, "worth of the second place", limits=(0, 31)),
        Option("third", 1, "worth of the third place", limits=(0, 31)),
        Option("fourth", 0, "worth of the last of four places", limits=(0, 31)),
        Option("rounds", 1, "auctions, one after the other", limits=(1, 3)),
        Option("pay", "each", "what a bidder pays: each bid in full, or in the end its last one", choices=("each", "last")),
        Option("bidders", "limits", "types of bidders: plain limits, or a family of policies", choices=("limits", "family")),
    )
}


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """A complete description."""
    defaults = {name: option.default for name, option in OPTIONS.items()}
    return {"game": "ascending", "seats": seats, "options": {**defaults, **options}}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and first state."""
    check_entries(description)
    seats = description.get("seats")
    if not isinstance(seats, int) or not 2 <= seats <= SEATS_MAX:
        raise InvalidError(f"ascending: {seats!r} seats; it is played by 2 to {SEATS_MAX}")
    options = {name: option.default for name, option in OPTIONS.items()} | dict(description.get("options", {}))
    board = np.zeros(BOARD_WORDS, np.int64)
    board[BOARD_SEATS] = seats
    board[BOARD_BUDGET] = options["budget"]
    board[BOARD_ROUNDS] = options["rounds"]
    board[BOARD_LAST] = options["pay"] == "last"
    board[BOARD_KINDS] = 4 if options["bidders"] == "family" else 1
    board[BOARD_PLACES : BOARD_PLACES + seats] = [options[name] for name in PLACES[:seats]]
    state = np.zeros(LAYOUT.words, np.int64)
    add_cash = LAYOUT.adder("cash", "error")
    for seat in range(seats):
        add_cash(state, seat, options["budget"])
    return board, state
