"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import GLUED, NUMBER, Lexicon
from mutapa.core.toys.sealed.layout import done

LEXICON = Lexicon(words=("bid", "roll", "?", ":"))
BID, ROLL, UNKNOWN, COLON = range(4)


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step."""
    if done(state) < 3:
        out[0] = BID
        out[1] = NUMBER + action - 1 if action else UNKNOWN
        return 2
    out[0] = ROLL
    out[1] = NUMBER + (12 if action & 1 else 6)
    out[2] = GLUED + COLON
    for seat in range(3):
        out[3 + seat] = NUMBER + ((action >> (1 + 3 * seat)) & 7) - 1
    return 6
