"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import NUMBER, Lexicon
from mutapa.core.toys.ascending.layout import paused

LEXICON = Lexicon(words=("pass", "bid", "income"))
PASS, BID, INCOME = range(3)


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step."""
    if paused(state) == 0 and action == 0:
        out[0] = PASS
        return 1
    out[0] = INCOME if paused(state) else BID
    out[1] = NUMBER + action
    return 2
