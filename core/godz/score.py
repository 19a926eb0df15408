"""The end: points, ranks (a later seat wins ties), and who is to move."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER, SEATS
from mutapa.core.godz.board import POINTS, SEAT_COUNT
from mutapa.core.godz.layout import (
    DONE,
    STACK_STEP,
    STATE_WORDS,
    balances,
    fours,
    gained,
    mover,
    phase,
    threes,
    twos,
    village,
    wars,
)
from mutapa.core.godz.map import find_map
from mutapa.core.godz.pieces import VILLAGE_COUNT
from mutapa.core.godz.regions import find_regions, find_strength, pay_regions
from mutapa.core.godz.rounds import is_due


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seat to move, CHANCE, or OVER."""
    now = phase(state)
    if now == DONE:
        return OVER
    if is_due(state) != 0 or now == STACK_STEP:
        return CHANCE
    return mover(state)


@compiled
def war_points(state, seat):  # type: ignore[no-untyped-def]
    """Points of the seat's War tiles; its own values must be known."""
    return 2 * wars(state, seat) + threes(state, seat) - 1 + 2 * (fours(state, seat) - 1)


@compiled
def balance_points(state, seat):  # type: ignore[no-untyped-def]
    """Points of its Balance tiles."""
    return balances(state, seat) + twos(state, seat) - 1


@compiled
def village_points(board, state, seat):  # type: ignore[no-untyped-def]
    """Points of its Villages on the map (R50)."""
    total = 0
    for v in range(VILLAGE_COUNT):
        if village(state, seat, v) > 0:
            total += board[POINTS + v]
    return total


@compiled
def score_map(board, work, state, out, at):  # type: ignore[no-untyped-def]
    """Add to out[at + seat] what regions and special tiles pay if the game ends now."""
    find_map(board, work, state)
    n = find_regions(board, work, state)
    find_strength(board, work, state, n)
    return pay_regions(work, board[SEAT_COUNT], 0, n, out, at)


@compiled
def points(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[SEATS + seat] = points if the game ends now."""
    for seat in range(board[SEAT_COUNT]):
        out[SEATS + seat] = (gained(state, seat) + war_points(state, seat) + balance_points(state, seat)
                             + village_points(board, state, seat))
    return score_map(board, work, state, out, SEATS)


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = rank: by points, of equal ones the later seat first. out[SEATS + seat] = points."""
    points(board, work, state, out)
    for seat in range(board[SEAT_COUNT]):
        rank = 1
        for other in range(board[SEAT_COUNT]):
            if out[SEATS + other] > out[SEATS + seat] or (other > seat and out[SEATS + other] == out[SEATS + seat]):
                rank += 1
        out[seat] = rank
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
