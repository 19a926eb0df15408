"""The end: a line wins, a full board is shared; an estimate before it."""

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.toys.tictactoe.layout import winner


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """Ranks; margins 1, 0, -1."""
    who = winner(state) - 1
    for seat in range(2):
        out[seat] = 1
        out[SEATS + seat] = 0
        if who >= 0:
            out[seat] = 1 if seat == who else 2
            out[SEATS + seat] = 1 if seat == who else -1
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """Even."""
    for seat in range(2):
        out[seat] = UNIT >> 1
        out[SEATS + seat] = 0
    return 0
