"""The actions on offer, ascending: each phase lists its own."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import ADVANCE, CHOOSE, COLLECT, SETTLE, make
from mutapa.core.godz.avatars import list_avatar, list_walk
from mutapa.core.godz.believers import list_believers, list_march
from mutapa.core.godz.board import COLUMNS, LOWER_GLORY, PENALTY, SEAT_COUNT
from mutapa.core.godz.building import list_filling, list_sites
from mutapa.core.godz.figures import BEST_GLORY, DEITIES, GLORY, GLORY_TOTAL, PLAIN_GLORY, RING, ROWS
from mutapa.core.godz.layout import (
    AT,
    AVATAR,
    BELIEVERS,
    BUILD,
    DRAFT,
    HOME,
    ICON,
    INSIDE_STEP,
    LAY,
    LOSE,
    MARCH,
    MIRACLE,
    TO,
    TURN,
    WALK,
    WHO,
    YIELD,
    best,
    column,
    deity,
    homes,
    level,
    mover,
    phase,
    supply,
)
from mutapa.core.godz.map import PLACES, find_map, home_cell, is_free
from mutapa.core.godz.miracles import list_covers, list_losses, list_miracles, list_open, list_sources, list_targets
from mutapa.core.godz.resources import list_claims, list_gifts
from mutapa.core.godz.rounds import is_due

DEITY_COUNT = len(DEITIES)
ROW_COUNT = len(ROWS)


@compiled
def list_deities(board, state, out):  # type: ignore[no-untyped-def]
    """Deities not yet chosen."""
    taken = 0
    for seat in range(board[SEAT_COUNT]):
        if deity(state, seat) >= 0:
            taken |= 1 << deity(state, seat)
    n = 0
    for each in range(DEITY_COUNT):
        if (taken >> each) & 1 == 0:
            out[n] = make(CHOOSE, each)
            n += 1
    return n


@compiled
def is_new(board, work, state, code):  # type: ignore[no-untyped-def]
    """1 if the place of a Home is not also one of a lower code: touching two Homes it goes by the first (R52)."""
    cell = home_cell(board, work, code)
    for other in range(PLACES + 1, code - (code - 1) % PLACES):
        if homes(state, (other - 1) // PLACES - 1) > 0 and home_cell(board, work, other) == cell:
            return 0
    return 1


@compiled
def list_places(board, work, state, first, last, out):  # type: ignore[no-untyped-def]
    """Free places for a Home with codes first .. last - 1, each in six rotations."""
    n = 0
    for code in range(first, last):
        if is_free(work, home_cell(board, work, code)) == 1 and (code <= PLACES or is_new(board, work, state, code) == 1):
            for rotation in range(RING):
                out[n] = make(SETTLE, 8 * code + rotation)
                n += 1
    return n


@compiled
def list_homes(board, work, state, out):  # type: ignore[no-untyped-def]
    """Places around the Center; if there is none, around Homes."""
    n = list_places(board, work, state, 1, PLACES + 1, out)
    if n == 0:
        n = list_places(board, work, state, PLACES + 1, PLACES * (mover(state) + 1) + 1, out)
    return n


@compiled
def glory_total(board, state, seat):  # type: ignore[no-untyped-def]
    """Glory level less the penalty of the column."""
    return level(state, seat, GLORY) - board[PENALTY + column(state, seat)]


@compiled
def list_turn(board, state, seat, out):  # type: ignore[no-untyped-def]
    """Rows of the next column; Glory tiles, not from the flag."""
    n = 0
    if column(state, seat) < board[COLUMNS]:
        for row in range(ROW_COUNT):
            out[n] = make(ADVANCE, row)
            n += 1
    if column(state, seat) == 0:
        return n
    out[n] = make(COLLECT, 0)
    n += 1
    total = glory_total(board, state, seat)
    first = n
    for value in range(1, PLAIN_GLORY + 1):
        if value <= total and supply(state, value - 1) > 0:
            if board[LOWER_GLORY] == 0:
                n = first
            out[n] = make(COLLECT, value)
            n += 1
    if total >= GLORY_TOTAL and best(state) == 1:
        if board[LOWER_GLORY] == 0:
            n = first
        out[n] = make(COLLECT, BEST_GLORY)
        n += 1
    return n


@compiled
def list_action(board, work, state, seat, now, out):  # type: ignore[no-untyped-def]
    """What may be done in the action of a turn."""
    if now == BELIEVERS:
        return list_believers(board, work, state, seat, out)
    if now == MARCH:
        return list_march(board, work, state, seat, out)
    if now == AVATAR:
        return list_avatar(board, work, state, seat, out)
    if now == WALK:
        return list_walk(board, work, state, seat, out)
    if now == BUILD:
        return list_sites(board, work, state, seat, out)
    return list_filling(state, seat, out)


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """The mover's actions, ascending; none at nature's steps and at the end."""
    if is_due(state) != 0:
        return 0
    now = phase(state)
    seat = mover(state)
    if now == TURN:
        return list_turn(board, state, seat, out)
    find_map(board, work, state)
    if now > TURN and now <= INSIDE_STEP:
        return list_action(board, work, state, seat, now, out)
    if now == MIRACLE:
        return list_miracles(board, work, state, seat, out)
    if now == WHO:
        return list_sources(board, work, state, seat, out)
    if now == TO:
        return list_targets(board, work, state, out)
    if now == AT:
        return list_covers(board, work, state, out)
    if now == LAY:
        return list_open(board, work, state, out)
    if now == LOSE:
        return list_losses(state, seat, out)
    if now == ICON:
        return list_claims(board, state, seat, out)
    if now == YIELD:
        return list_gifts(board, work, state, seat, out)
    if now == HOME:
        return list_homes(board, work, state, out)
    if now == DRAFT:
        return list_deities(board, state, out)
    return 0
