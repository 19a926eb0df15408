"""The end: who is to move, ranks and margins (rulings 10.2-10.4), and the estimate of a position that cuts a rollout."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import OVER, SEATS
from mutapa.core.zimbabwe.auction import god_seat
from mutapa.core.zimbabwe.board import SEAT_COUNT, XANGO_AT_ONCE
from mutapa.core.zimbabwe.figures import XANGO
from mutapa.core.zimbabwe.layout import DONE, STATE_WORDS, mover, order, phase, vp, vr


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seat to move, or OVER. Nature never moves."""
    if phase(state) == DONE:
        return OVER
    return mover(state)


@compiled
def place_in_order(board, state, seat):  # type: ignore[no-untyped-def]
    """The seat's place in this round's order of play."""
    for i in range(board[SEAT_COUNT]):
        if order(state, i) == seat:
            return i
    return board[SEAT_COUNT]


@compiled
def goes_before(board, state, a, b):  # type: ignore[no-untyped-def]
    """1 if seat `a` ranks before `b`: overshoot, then Xango, then points, then order of play (10.3)."""
    xango = god_seat(board, state, XANGO)
    over_a = vp(state, a) - vr(state, a)
    over_b = vp(state, b) - vr(state, b)
    if board[XANGO_AT_ONCE] == 1:
        if a == xango and over_a >= 0:
            return 1
        if b == xango and over_b >= 0:
            return 0
    if over_a != over_b:
        if over_a > over_b:
            return 1
        return 0
    if a == xango:
        return 1
    if b == xango:
        return 0
    if vp(state, a) != vp(state, b):
        if vp(state, a) > vp(state, b):
            return 1
        return 0
    if place_in_order(board, state, a) < place_in_order(board, state, b):
        return 1
    return 0


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = rank from 1, no two equal; out[SEATS + seat] = VP - VR."""
    seats = board[SEAT_COUNT]
    for seat in range(seats):
        rank = 1
        for other in range(seats):
            if other != seat and goes_before(board, state, other, seat) == 1:
                rank += 1
        out[seat] = rank
        out[SEATS + seat] = vp(state, seat) - vr(state, seat)
    return 0


@compiled
def key(board, work, state):  # type: ignore[no-untyped-def]
    """54-bit hash of a state: two 27-bit lanes, each word folded into both."""
    low = 0x2545F49
    high = 0x1B873593 & 0x7FFFFFF
    for w in range(STATE_WORDS):
        first = state[w] & 0x7FFFFFF
        second = state[w] >> 27
        low = ((low ^ first) * 0x4F6CDD + second) & 0x7FFFFFF
        low ^= low >> 13
        high = ((high ^ second) * 0x5BD1E9 + (first ^ low)) & 0x7FFFFFF
        high ^= high >> 11
    return (high << 27) | low
