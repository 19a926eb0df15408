"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import Lexicon
from mutapa.core.toys.kuhn.layout import dealt
from mutapa.core.toys.kuhn.text import CARDS, WORDS

LEXICON = Lexicon(cards=CARDS, verbs=("deal", *WORDS))
CARD = LEXICON.first("cards")
DEAL = LEXICON.first("verbs")


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step."""
    if dealt(state) < 2:
        out[0] = DEAL
        out[1] = CARD + action
        return 2
    out[0] = DEAL + 1 + action
    return 1
