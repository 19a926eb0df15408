"""Whose turn it is and what may be done."""

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.toys.coin.layout import BOARD_RULE, FUSION, plies, stayed

STAY, GO = 0, 1
HEADS, TAILS = 1, 2


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """Nature tosses, seat 0 stays or goes, then it or the rival guesses."""
    n = plies(state)
    if n == 0:
        return CHANCE
    if n == 3 or stayed(state):
        return OVER
    if n == 1 or board[BOARD_RULE] == FUSION:
        return 0
    return 1


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Stay or go; then heads or tails."""
    if turn(board, work, state) < 0:
        return 0
    first = STAY if plies(state) == 1 else HEADS
    out[0] = first
    out[1] = first + 1
    return 2
