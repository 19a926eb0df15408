"""Who will win, a first estimate: odds double with every `SPAN` points ahead, counted as if the game ended now."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.score import points

SPAN = 8
FARTHEST = 20 * SPAN
"""Points behind at which a seat's odds are no longer told apart from none."""


@compiled
def weight(behind):  # type: ignore[no-untyped-def]
    """2^20 / 2^(behind / SPAN), linear within a span."""
    if behind >= FARTHEST:
        return 1
    whole = behind // SPAN
    part = behind - whole * SPAN
    return ((1 << 20) * (2 * SPAN - part) // (2 * SPAN)) >> whole


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = estimated share of the win, summing to UNIT; out[SEATS + seat] = points if the game ended now."""
    seats = board[SEAT_COUNT]
    points(board, work, state, out)
    best = out[SEATS]
    for seat in range(1, seats):
        best = max(best, out[SEATS + seat])
    total = 0
    for seat in range(seats):
        out[seat] = weight(best - out[SEATS + seat])
        total += out[seat]
    rest = UNIT
    for seat in range(1, seats):
        out[seat] = out[seat] * UNIT // total
        rest -= out[seat]
    out[0] = rest
    return 0
