"""What a seat gains: resources and food, and the halves of a card."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.stone_age.board import CARD_FACE, SEAT_COUNT, SUPPLY, bearers_of, bottom_of
from mutapa.core.stone_age.figures import BUILDERS, FARMERS, MAKERS, MOST_TRACK
from mutapa.core.stone_age.layout import (
    add_builders,
    add_farmers,
    add_food,
    add_makers,
    add_shamans,
    add_stock,
    culture,
    set_culture,
    set_track,
    stock,
    track,
)
from mutapa.core.stone_age.toolbox import grow
from mutapa.core.words import pack

SYMBOL_COUNT = 8
SHARES = pack([-(-1024 // divisor) for divisor in (2, 3, 4, 5, 6)], 10)
"""1024 by each divisor, rounded up: a product and a shift divide exactly as far as any roll goes."""


@compiled
def supply_left(board, state, kind):  # type: ignore[no-untyped-def]
    """Pieces of a resource that nobody has, where the supply has a cap."""
    pieces = board[SUPPLY + kind]
    for s in range(board[SEAT_COUNT]):
        pieces -= stock(state, 4 * s + kind)
    return pieces


@compiled
def gain_stock(board, state, seat, kind, n):  # type: ignore[no-untyped-def]
    """`n` of a resource, cut to what is left where the supply has a cap (3)."""
    if board[SUPPLY] > 0:
        pieces = supply_left(board, state, kind)
        if n > pieces:
            n = pieces
    return add_stock(state, 4 * seat + kind, n)


@compiled
def worth_of_two(board, state):  # type: ignore[no-untyped-def]
    """How many resources two of choice can bring: fewer than two only where the supply has a cap."""
    if board[SUPPLY] == 0:
        return 2
    pieces = 0
    for kind in range(4):
        pieces += supply_left(board, state, kind)
    if pieces > 2:
        return 2
    return pieces


@compiled
def gain_rolled(board, state, seat, what, total):  # type: ignore[no-untyped-def]
    """A roll's yield: `total` by 2 for food, 3 wood, 4 brick, 5 stone, 6 gold, the rest lost."""
    n = (total * ((SHARES >> (10 * what)) & 1023)) >> 10
    if what == 0:
        return add_food(state, seat, n)
    return gain_stock(board, state, seat, what - 1, n)


@compiled
def gain_track(state, seat):  # type: ignore[no-untyped-def]
    """One step up the food track, if there is one."""
    if track(state, seat) < MOST_TRACK:
        set_track(state, seat, track(state, seat) + 1)
    return 0


@compiled
def gain_face(board, state, seat, face):  # type: ignore[no-untyped-def]
    """A die of dice for all: 1-4 a resource, 5 a tool, 6 the food track."""
    if face <= 4:
        return gain_stock(board, state, seat, face - 1, 1)
    if face == 5:
        return grow(state, seat)
    return gain_track(state, seat)


@compiled
def gain_bottom(board, state, seat, kind):  # type: ignore[no-untyped-def]
    """The bottom half of a card of `kind`: a symbol or people, for the final scoring."""
    face = board[CARD_FACE + kind]
    bottom = bottom_of(face)
    n = bearers_of(face)
    if bottom < SYMBOL_COUNT:
        first = culture(state, 2 * bottom)
        if first == 0:
            return set_culture(state, 2 * bottom, seat + 1)
        if first > seat + 1:
            set_culture(state, 2 * bottom, seat + 1)
            return set_culture(state, 2 * bottom + 1, first)
        return set_culture(state, 2 * bottom + 1, seat + 1)
    bottom -= SYMBOL_COUNT
    if bottom == BUILDERS:
        return add_builders(state, seat, n)
    if bottom == FARMERS:
        return add_farmers(state, seat, n)
    if bottom == MAKERS:
        return add_makers(state, seat, n)
    return add_shamans(state, seat, n)
