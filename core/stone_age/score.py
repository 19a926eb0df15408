"""The end: final scoring, ranks, ties (6), and who is to move."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER, SEATS
from mutapa.core.stone_age.board import CARD_FACE, SEAT_COUNT, UNUSED_SCORES, bearers_of, bottom_of
from mutapa.core.stone_age.figures import BUILDERS, FARMERS, MAKERS, SHAMANS, SYMBOLS
from mutapa.core.stone_age.layout import (
    DONE,
    ROLL_STEP,
    STATE_WORDS,
    ZERO,
    blind,
    builders,
    culture,
    farmers,
    makers,
    mover,
    people,
    phase,
    score,
    shamans,
    tiles,
    tools,
    track,
    two_seat,
)
from mutapa.core.stone_age.paying import wealth

SYMBOL_COUNT = len(SYMBOLS)


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seat to move, CHANCE, or OVER."""
    now = phase(state)
    if now < ROLL_STEP:
        return mover(state)
    if now < DONE:
        return CHANCE
    return OVER


@compiled
def culture_points(board, state, seat):  # type: ignore[no-untyped-def]
    """Symbols owned, the blind card's too, in at most two sets of different ones: each set counts its square."""
    extra = -1
    if blind(state, seat) > 0:
        extra = bottom_of(board[CARD_FACE + blind(state, seat) - 1])
    first = 0
    second = 0
    for symbol in range(SYMBOL_COUNT):
        n = 0
        if culture(state, 2 * symbol) == seat + 1:
            n += 1
        if culture(state, 2 * symbol + 1) == seat + 1:
            n += 1
        if symbol == extra:
            n += 1
        if n > 0:
            first += 1
        if n > 1:
            second += 1
    return first * first + second * second


@compiled
def people_points(board, state, seat):  # type: ignore[no-untyped-def]
    """People on sand cards times what they count, the blind card's too."""
    n = (builders(state, seat) * tiles(state, seat) + farmers(state, seat) * track(state, seat)
         + makers(state, seat) * tools(state, seat) + shamans(state, seat) * people(state, seat))
    if blind(state, seat) > 0:
        face = board[CARD_FACE + blind(state, seat) - 1]
        bottom = bottom_of(face) - SYMBOL_COUNT
        bearers = bearers_of(face)
        if bottom == BUILDERS:
            n += bearers * tiles(state, seat)
        elif bottom == FARMERS:
            n += bearers * track(state, seat)
        elif bottom == MAKERS:
            n += bearers * tools(state, seat)
        elif bottom == SHAMANS:
            n += bearers * people(state, seat)
    return n


@compiled
def points(board, state, seat):  # type: ignore[no-untyped-def]
    """The seat's points if the game ended now."""
    total = score(state, seat) - ZERO + wealth(state, seat)
    if two_seat(state) == seat + 1 and board[UNUSED_SCORES] == 1:
        total += 2
    return total + culture_points(board, state, seat) + people_points(board, state, seat)


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """out[seat] = rank: by points, then food track + tools + people, then shared. out[SEATS + seat] = points."""
    seats = board[SEAT_COUNT]
    for seat in range(seats):
        out[SEATS + seat] = points(board, state, seat)
    for seat in range(seats):
        rank = 1
        own = out[SEATS + seat] * 64 + track(state, seat) + tools(state, seat) + people(state, seat)
        for other in range(seats):
            if out[SEATS + other] * 64 + track(state, other) + tools(state, other) + people(state, other) > own:
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
