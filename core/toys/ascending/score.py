"""The end: worth of places taken minus coins paid; an estimate before it."""

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.toys.ascending.layout import BOARD_PLACES, BOARD_SEATS, paid, won


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """Ranks and margins in coins."""
    seats = board[BOARD_SEATS]
    for s in range(seats):
        out[SEATS + s] = won(state, s) - paid(state, s)
    for s in range(seats):
        rank = 1
        for other in range(seats):
            if out[SEATS + other] > out[SEATS + s]:
                rank += 1
        out[s] = rank
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """Shares grow by a part of the coins by which a seat is above the mean; all sum to UNIT. Margins as they stand."""
    seats = board[BOARD_SEATS]
    total = 0
    for s in range(seats):
        out[SEATS + s] = won(state, s) - paid(state, s)
        total += out[SEATS + s]
    span = seats * seats * (board[BOARD_PLACES] + 64)
    rest = UNIT
    for s in range(1, seats):
        lead = seats * (won(state, s) - paid(state, s)) - total
        out[s] = max(0, UNIT // seats + lead * UNIT // span)
        rest -= out[s]
    out[0] = rest
    return 0
