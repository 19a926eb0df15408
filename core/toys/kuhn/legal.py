"""Whose turn it is and what may be done.

Histories (p pass, b bet): pp, bb and pbb end in a showdown; bp and pbp by a fold.
"""

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.toys.kuhn.layout import bets, dealt, plies

PASS, BET = 0, 1


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seat to move, CHANCE while cards are dealt, OVER."""
    if dealt(state) < 2:
        return CHANCE
    n = plies(state)
    if n == 3 or (n == 2 and bets(state) != 0b10):  # after pass, bet the first seat answers; any other second ply ends it
        return OVER
    return n & 1


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Pass (check, fold) and bet (call), always both."""
    if turn(board, work, state) < 0:
        return 0
    out[0] = PASS
    out[1] = BET
    return 2
