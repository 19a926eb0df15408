"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import Lexicon
from mutapa.core.toys.coin.layout import plies

LEXICON = Lexicon(sides=("?", "heads", "tails"), verbs=("toss", "stay", "go"))
SIDE = LEXICON.first("sides")
TOSS = LEXICON.first("verbs")


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step."""
    if plies(state) == 0:
        out[0] = TOSS
        out[1] = SIDE + action
        return 2
    out[0] = TOSS + 1 + action if plies(state) == 1 else SIDE + action
    return 1
