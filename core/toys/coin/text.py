"""Notation: ``toss heads``, ``stay``, ``go``, ``heads``, ``tails``."""

from __future__ import annotations

from mutapa.core import notation
from mutapa.core.errors import unknown
from mutapa.core.streams import Array
from mutapa.core.toys.coin.layout import plies

WORDS: tuple[dict[int, str], ...] = (
    {0: "toss ?", 1: "toss heads", 2: "toss tails"},
    {0: "stay", 1: "go"},
    {1: "heads", 2: "tails"},
    {},
)
"""By ply."""


def text(board: Array, state: Array, action: int) -> str:
    """The action in words; a toss unseen is ``?``."""
    return WORDS[plies(state)][action]


def parse(board: Array, state: Array, words: str) -> int:
    """The action that `words` name."""
    known = {said: action for action, said in WORDS[plies(state)].items()}
    name = notation.normal(words)
    if name not in known:
        raise unknown("coin", "action", words, known)
    return known[name]


def phase(board: Array, state: Array) -> str:
    """What is being decided."""
    return ("the toss", "stay or go", "the guess", "over")[plies(state)]
