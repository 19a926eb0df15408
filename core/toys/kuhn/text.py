"""Notation: ``deal j``, ``pass``, ``bet``."""

from __future__ import annotations

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.streams import Array
from mutapa.core.toys.kuhn.layout import dealt, plies

CARDS = "?jqk"
WORDS = ("pass", "bet")


def text(board: Array, state: Array, action: int) -> str:
    """The action in words; a card unseen is ``?``."""
    return f"deal {CARDS[action]}" if dealt(state) < 2 else WORDS[action]


def parse(board: Array, state: Array, words: str) -> int:
    """The action that `words` name."""
    parts = words.split()
    if dealt(state) < 2:
        if len(parts) != 2 or parts[0] != "deal" or len(parts[1]) != 1 or parts[1].lower() not in CARDS:
            raise InvalidError(f"kuhn: {words!r} is no deal; cards are dealt now: deal j, deal q, deal k")
        return CARDS.index(parts[1].lower())
    if len(parts) != 1 or parts[0].lower() not in WORDS:
        raise unknown("kuhn", "action", words, WORDS)
    return WORDS.index(parts[0].lower())


def phase(board: Array, state: Array) -> str:
    """What is being decided."""
    if dealt(state) < 2:
        return f"card for seat {dealt(state)}"
    return f"decision {plies(state) + 1}"
