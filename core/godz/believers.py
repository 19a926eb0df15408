"""Believers: deploying, moving, war, siege (1A)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import BESIEGE, DEPLOY, ENTER, FINISH, LEAVE, MAKE_WAR, MOVE, PAY_MARCH, make
from mutapa.core.godz.board import ENTER_VILLAGE, INTERLEAVE, SEAT_COUNT, SIEGE, WAR
from mutapa.core.godz.figures import FAITH, LARGE, PIECES, RING, STEPS
from mutapa.core.godz.icons import release
from mutapa.core.godz.layout import (
    INSIDE,
    RESERVE,
    column,
    level,
    points,
    set_due_war,
    set_level,
    set_points,
    set_village,
    village,
)
from mutapa.core.godz.map import reach
from mutapa.core.godz.pieces import VILLAGE_COUNT, count, move, on_map, own_village, piece, prey, strength, where


@compiled
def pay_faith(state, seat, n):  # type: ignore[no-untyped-def]
    """Spend Faith."""
    return set_level(state, seat, FAITH, level(state, seat, FAITH) - n)


@compiled
def list_moves(board, work, state, seat, out, n):  # type: ignore[no-untyped-def]
    """Steps for one movement point: loose Believers, then those inside Villages, then into Villages (by option)."""
    before = -1
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and slot != before:
            before = slot
            for d in range(RING):
                if reach(work, state, slot, d) > 0:
                    out[n] = make(MOVE, 8 * slot + d)
                    n += 1
    n = list_leaving(work, state, seat, out, n)
    if board[ENTER_VILLAGE] == 1:
        before = -1
        for i in range(PIECES):
            slot = piece(state, seat, i)
            if slot < INSIDE and slot != before:
                before = slot
                for d in range(RING):
                    beside = reach(work, state, slot, d)
                    if beside > 0 and own_village(state, seat, beside - 1) > 0:
                        out[n] = make(ENTER, 8 * slot + d)
                        n += 1
    return n


@compiled
def list_leaving(work, state, seat, out, n):  # type: ignore[no-untyped-def]
    """Steps out of Villages, in the order of their slots."""
    before = -1
    for _ in range(VILLAGE_COUNT):
        slot = 1 << 7
        for v in range(VILLAGE_COUNT):
            here = village(state, seat, v) - 1
            if here > before and here < slot and count(state, seat, INSIDE + v) > 0:
                slot = here
        if slot == 1 << 7:
            return n
        for d in range(RING):
            if reach(work, state, slot, d) > 0:
                out[n] = make(LEAVE, 8 * slot + d)
                n += 1
        before = slot
    return n


@compiled
def next_hex(state, seat, after):  # type: ignore[no-untyped-def]
    """The lowest slot above `after` with a Believer of the seat, loose or inside; -1 if none."""
    found = 1 << 7
    for i in range(PIECES):
        slot = where(state, seat, piece(state, seat, i))
        if slot > after and slot < found:
            found = slot
    if found == 1 << 7:
        return -1
    return found


@compiled
def list_wars(board, state, seat, out, n):  # type: ignore[no-untyped-def]
    """War on loose Believers, where there are enough own ones (inside too, R12)."""
    need = board[WAR + column(state, seat)]
    if need > 0:
        slot = next_hex(state, seat, -1)
        while slot >= 0:
            if strength(state, seat, slot) >= need:
                for other in range(board[SEAT_COUNT]):
                    if other != seat and count(state, other, slot) > 0:
                        out[n] = make(MAKE_WAR, 8 * slot + other)
                        n += 1
            slot = next_hex(state, seat, slot)
    return n


@compiled
def list_sieges(board, state, seat, out, n):  # type: ignore[no-untyped-def]
    """Sieges by Believers of Villages without anybody inside (R13)."""
    need = board[SIEGE + column(state, seat)]
    if need > 0:
        slot = next_hex(state, seat, -1)
        while slot >= 0:
            if strength(state, seat, slot) >= need and prey(board, state, seat, slot) > 0:
                out[n] = make(BESIEGE, slot)
                n += 1
            slot = next_hex(state, seat, slot)
    return n


@compiled
def list_believers(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """What Believers may do next."""
    n = 0
    faith = level(state, seat, FAITH)
    if faith > 0:
        if count(state, seat, RESERVE) > 0:
            out[n] = make(DEPLOY, 0)
            n += 1
        if on_map(state, seat) == 1:
            out[n] = make(PAY_MARCH, 0)
            n += 1
    if board[INTERLEAVE] == 1 and points(state) > 0:
        n = list_moves(board, work, state, seat, out, n)
    if faith > 0:
        n = list_wars(board, state, seat, out, n)
        n = list_sieges(board, state, seat, out, n)
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def list_march(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """What one movement point may do."""
    n = list_moves(board, work, state, seat, out, 0)
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def deploy(state, seat):  # type: ignore[no-untyped-def]
    """One from the reserve to the palace."""
    pay_faith(state, seat, 1)
    return move(state, seat, RESERVE, LARGE * (seat + 1))


@compiled
def pay_march(state, seat):  # type: ignore[no-untyped-def]
    """Faith becomes movement points (R9)."""
    pay_faith(state, seat, 1)
    return set_points(state, points(state) + level(state, seat, STEPS))


@compiled
def take_step(board, work, state, seat, slot, d):  # type: ignore[no-untyped-def]
    """A loose Believer to the next hex."""
    move(state, seat, slot, reach(work, state, slot, d) - 1)
    release(board, state, slot)
    return set_points(state, points(state) - 1)


@compiled
def leave_village(work, state, seat, slot, d):  # type: ignore[no-untyped-def]
    """One from inside a Village to the next hex (R10)."""
    move(state, seat, INSIDE + own_village(state, seat, slot) - 1, reach(work, state, slot, d) - 1)
    return set_points(state, points(state) - 1)


@compiled
def enter_village(board, work, state, seat, slot, d):  # type: ignore[no-untyped-def]
    """A loose Believer into an own Village next door (R11)."""
    move(state, seat, slot, INSIDE + own_village(state, seat, reach(work, state, slot, d) - 1) - 1)
    release(board, state, slot)
    return set_points(state, points(state) - 1)


@compiled
def make_war(board, state, seat, slot, other):  # type: ignore[no-untyped-def]
    """A Believer goes to its owner's reserve, without compensation."""
    pay_faith(state, seat, 1)
    move(state, other, slot, RESERVE)
    release(board, state, slot)
    return set_due_war(state, 1)


@compiled
def raze(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """A Village goes back to its owner, unbuilt; returns whose it was."""
    found = prey(board, state, seat, slot) - 1
    owner = found // VILLAGE_COUNT
    set_village(state, owner, found - VILLAGE_COUNT * owner, 0)
    return owner
