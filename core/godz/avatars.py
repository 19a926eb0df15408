"""The Avatar: walking, pushing, stomping, siege, the Prophet (1A)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import APPOINT, BESIEGE, FINISH, PAY_WALK, STEP, STOMP, make
from mutapa.core.godz.believers import raze
from mutapa.core.godz.board import AVATAR_SIEGE, COLUMNS, INTERLEAVE, LAID_ACTS, MARTIN_PUSH, SEAT_COUNT
from mutapa.core.godz.figures import BOO, FOOD, RING, STEPS, SWAMP, TUD
from mutapa.core.godz.icons import release
from mutapa.core.godz.layout import (
    ON_MAT,
    RESERVE,
    add_due,
    avatar,
    chasm,
    column,
    deity,
    laid,
    level,
    points,
    set_avatar,
    set_due_war,
    set_laid,
    set_level,
    set_points,
)
from mutapa.core.godz.map import reach
from mutapa.core.godz.pieces import avatar_at, count, move, prey
from mutapa.core.godz.regions import terrain_of

PROPHET = ON_MAT + 1


@compiled
def pay_food(state, seat):  # type: ignore[no-untyped-def]
    """Spend one Food."""
    return set_level(state, seat, FOOD, level(state, seat, FOOD) - 1)


@compiled
def lands(board, work, state, slot, d):  # type: ignore[no-untyped-def]
    """Slot + 1 where an Avatar pushed from a hex comes to lie, 0 if it can't."""
    found = reach(work, state, slot, d)
    if found > 0 and avatar_at(board, state, found - 1) > 0:
        return 0
    return found


@compiled
def steps_to(board, work, state, seat, d):  # type: ignore[no-untyped-def]
    """How the Avatar may step in a direction: bit 0 walking there or pushing one hex, bit 1 pushing two."""
    beside = reach(work, state, avatar(state, seat), d)
    if beside == 0:
        return 0
    if avatar_at(board, state, beside - 1) == 0:
        return 1
    found = 0
    if lands(board, work, state, beside - 1, d) > 0:
        found = 1
    if deity(state, seat) == TUD:
        between = reach(work, state, beside - 1, d)
        if between > 0 and lands(board, work, state, between - 1, d) > 0:
            found |= 2
    return found


@compiled
def can_walk(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if movement points would be of use."""
    if laid(state, seat) == 1:
        return 1
    for d in range(RING):
        if steps_to(board, work, state, seat, d) > 0:
            return 1
    return 0


@compiled
def list_steps(board, work, state, seat, out, n):  # type: ignore[no-untyped-def]
    """Steps of the Avatar."""
    for d in range(RING):
        found = steps_to(board, work, state, seat, d)
        if found & 1:
            out[n] = make(STEP, 2 * d)
            n += 1
        if found & 2:
            out[n] = make(STEP, 2 * d + 1)
            n += 1
    return n


@compiled
def list_avatar(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """What the Avatar may do next."""
    n = 0
    slot = avatar(state, seat)
    food = level(state, seat, FOOD)
    acts = 1
    if food == 0 or (laid(state, seat) == 1 and board[LAID_ACTS] == 0):
        acts = 0
    if food > 0 and can_walk(board, work, state, seat) == 1:
        out[n] = make(PAY_WALK, 0)
        n += 1
    if acts == 1 and board[AVATAR_SIEGE + column(state, seat)] == 1 and prey(board, state, seat, slot) > 0:
        out[n] = make(BESIEGE, slot)
        n += 1
    if board[INTERLEAVE] == 1 and points(state) > 0:
        n = list_steps(board, work, state, seat, out, n)
    if acts == 1:
        for other in range(board[SEAT_COUNT]):
            if other != seat and count(state, other, slot) > 0:
                out[n] = make(STOMP, other)
                n += 1
        if column(state, seat) == board[COLUMNS] and count(state, seat, PROPHET) > 0 and chasm(state) != slot + 1:
            out[n] = make(APPOINT, 0)
            n += 1
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def list_walk(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """What one movement point may do."""
    n = list_steps(board, work, state, seat, out, 0)
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def pay_walk(state, seat):  # type: ignore[no-untyped-def]
    """Food becomes movement points; the first one stands a laid Avatar up."""
    pay_food(state, seat)
    set_points(state, points(state) + level(state, seat, STEPS) - laid(state, seat))
    return set_laid(state, seat, 0)


@compiled
def crush(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """An Avatar falls on a hex, pushed by `seat`: loose Believers there go to the reserve, a Balance tile each (R45)."""
    for owner in range(board[SEAT_COUNT]):
        n = count(state, owner, slot)
        for _ in range(n):
            move(state, owner, slot, RESERVE)
        add_due(state, owner, n)
        if owner != seat and board[MARTIN_PUSH] == 1 and deity(state, seat) == BOO and terrain_of(state, slot) == SWAMP:
            add_due(state, seat, n)
    return release(board, state, slot)


@compiled
def step(board, work, state, seat, d, far):  # type: ignore[no-untyped-def]
    """The Avatar enters the next hex; one that stands there is pushed on and lies (R49)."""
    start = avatar(state, seat)
    there = reach(work, state, start, d) - 1
    other = avatar_at(board, state, there) - 1
    if other >= 0:
        landing = reach(work, state, there, d) - 1
        if far == 1:
            landing = reach(work, state, landing, d) - 1
        set_avatar(state, other, landing)
        set_laid(state, other, 1)
        crush(board, state, seat, landing)
        release(board, state, there)
    set_avatar(state, seat, there)
    release(board, state, start)
    return set_points(state, points(state) - 1)


@compiled
def stomp(board, state, seat, other):  # type: ignore[no-untyped-def]
    """A Believer under the Avatar goes to the reserve; its owner draws a Balance tile, and Martin one on a swamp."""
    slot = avatar(state, seat)
    pay_food(state, seat)
    move(state, other, slot, RESERVE)
    release(board, state, slot)
    add_due(state, other, 1)
    if deity(state, seat) == BOO and terrain_of(state, slot) == SWAMP:
        add_due(state, seat, 1)
    return 0


@compiled
def besiege(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """The Avatar razes a Village: War for the seat, Balance for the owner."""
    pay_food(state, seat)
    add_due(state, raze(board, state, seat, slot), 1)
    return set_due_war(state, 1)


@compiled
def appoint(state, seat):  # type: ignore[no-untyped-def]
    """The Prophet comes to the Avatar's hex."""
    pay_food(state, seat)
    return move(state, seat, PROPHET, avatar(state, seat))
