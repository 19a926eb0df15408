"""The end: points of seat 0, what the rival has is the opposite."""

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.toys.coin.layout import BOARD_RULE, FUSION, coin, guess, stayed

ALL = 20
"""Points for a guess: seat 0's right one or, where the rival guesses, the rival's wrong one."""
SAFE, MEAGRE = 10, -8
"""Points for staying: under `fusion`, and under the other rules."""


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """Ranks by points; margins are points. As a share of all there is to win (scale 20): 1 or 0 for a guess, 0.75 or 0.3."""
    if stayed(state):
        points = SAFE if board[BOARD_RULE] == FUSION else MEAGRE
    elif (guess(state) == coin(state)) == (board[BOARD_RULE] == FUSION):
        points = ALL
    else:
        points = -ALL
    winner = 0 if points > 0 else 1
    out[winner] = 1
    out[1 - winner] = 2
    out[SEATS] = points
    out[SEATS + 1] = -points
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """Even."""
    for seat in range(2):
        out[seat] = UNIT >> 1
        out[SEATS + seat] = 0
    return 0
