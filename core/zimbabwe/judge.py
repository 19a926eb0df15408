"""A first estimate of a position: shares of the win by points against requirement, and cattle."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.layout import cattle, vp, vr

POINT = 4
"""Steps a point is worth; 16 steps double a seat's odds."""
MOST_CATTLE = 24
SPAN = 15 * 16


@compiled
def worth(state, seat):  # type: ignore[no-untyped-def]
    """A seat's standing in steps."""
    return POINT * (vp(state, seat) - vr(state, seat)) + min(cattle(state, seat), MOST_CATTLE)


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = share of the win: odds double with every 16 steps of worth; sums to UNIT."""
    seats = board[SEAT_COUNT]
    best = worth(state, 0)
    for seat in range(1, seats):
        best = max(best, worth(state, seat))
    total = 0
    for seat in range(seats):
        steps = max(0, SPAN + worth(state, seat) - best)
        out[seat] = (16 + (steps & 15)) << (steps >> 4)
        total += out[seat]
    left = UNIT
    for seat in range(seats):
        out[seat] = out[seat] * UNIT // total
        left -= out[seat]
    out[0] += left
    return 0
