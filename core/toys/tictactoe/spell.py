"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import GLUED, NUMBER, Lexicon
from mutapa.core.toys.tictactoe.layout import BOARD_DROP, BOARD_SIZE

LEXICON = Lexicon(columns="abcd")


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step: a column, and the row where stones don't drop."""
    if board[BOARD_DROP]:
        out[0] = action
        return 1
    out[0] = action % board[BOARD_SIZE]
    out[1] = GLUED + NUMBER + action // board[BOARD_SIZE] + 1
    return 2
