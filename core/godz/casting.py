"""Miracles under way: paid, aimed, done (phase 2)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.believers import pay_faith
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import (
    CREATION,
    DEAD,
    DESERT,
    EARTHQUAKE,
    FOREST,
    GROWTH,
    LIFE,
    PESTILENCE,
    SANDSTORM,
    SEAS_CONTROL,
    SLEDS,
    STACK_FIRST,
    TELEKINESIS,
    TERRAINS,
)
from mutapa.core.godz.icons import release
from mutapa.core.godz.layout import (
    AT,
    LAY,
    LOSE,
    MIRACLE,
    RESERVE,
    STACK_STEP,
    TO,
    WHO,
    add_due,
    cast,
    deserts,
    forests,
    left,
    miracle,
    set_cast,
    set_cells,
    set_chasm,
    set_deserts,
    set_forests,
    set_left,
    set_miracle,
    set_phase,
    set_source,
    set_specials,
    set_stacked,
    set_tile,
    set_victim,
    source,
    stacked,
    tile,
    victim,
)
from mutapa.core.godz.miracles import LIFE_PIECE, cost_of, index_of
from mutapa.core.godz.pieces import count, move
from mutapa.core.godz.regions import set_terrain
from mutapa.core.godz.rounds import lose_one, next_loser

TERRAIN_COUNT = len(TERRAINS)


@compiled
def begin(board, state, seat, which):  # type: ignore[no-untyped-def]
    """Pay for a miracle; what it needs to know comes next."""
    pay_faith(state, seat, cost_of(which))
    set_cast(state, cast(state) | (1 << index_of(state, seat, which)))
    if which == PESTILENCE:
        set_phase(state, LOSE)
        return next_loser(board, state)
    set_miracle(state, which)
    if which == CREATION:
        return set_phase(state, STACK_STEP)
    if which in (LIFE, DEAD):
        return set_phase(state, TO)
    if which in (SANDSTORM, EARTHQUAKE) or which == GROWTH:
        return set_phase(state, AT)
    return set_phase(state, WHO)


@compiled
def done(state):  # type: ignore[no-untyped-def]
    """The miracle is over."""
    set_miracle(state, 0)
    set_source(state, 0)
    set_victim(state, 0)
    return set_phase(state, MIRACLE)


@compiled
def pick(board, state, slot, owner):  # type: ignore[no-untyped-def]
    """A Believer is taken: removed (R22), or to be put elsewhere."""
    which = miracle(state)
    if which in (TELEKINESIS, SEAS_CONTROL) or which == SLEDS:
        set_source(state, slot)
        set_victim(state, owner)
        return set_phase(state, TO)
    lose_one(board, state, owner, slot)
    return done(state)


@compiled
def send(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """The Believer comes to a hex, loose (R48)."""
    which = miracle(state)
    if which == LIFE:
        move(state, seat, LIFE_PIECE, slot)
    elif which == DEAD:
        move(state, seat, RESERVE, slot)
    else:
        move(state, victim(state), source(state), slot)
        release(board, state, source(state))
    return done(state)


@compiled
def cover(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """An overlay, worth a Balance tile; or the Chasm, a Balance tile for each loose Believer that it takes."""
    which = miracle(state)
    if which == EARTHQUAKE:
        set_chasm(state, slot + 1)
        set_terrain(state, slot, -1)
        for owner in range(board[SEAT_COUNT]):
            n = count(state, owner, slot)
            for _ in range(n):
                move(state, owner, slot, RESERVE)
            add_due(state, owner, n)
        return done(state)
    if which == SANDSTORM:
        set_deserts(state, deserts(state) - 1)
        set_terrain(state, slot, DESERT)
    else:
        set_forests(state, forests(state) - 1)
        set_terrain(state, slot, FOREST)
    add_due(state, seat, 1)
    return done(state)


@compiled
def reveal(state, kind):  # type: ignore[no-untyped-def]
    """The tile on top of the stack is known (R23)."""
    if kind < TERRAIN_COUNT:
        set_left(state, kind, left(state, kind) - 1)
    set_tile(state, kind + 1)
    return set_phase(state, LAY)


@compiled
def place(state, cell):  # type: ignore[no-untyped-def]
    """It is laid."""
    i = stacked(state)
    kind = tile(state) - 1
    set_cells(state, i, cell)
    set_stacked(state, i + 1)
    if kind < TERRAIN_COUNT:
        set_terrain(state, STACK_FIRST + i, kind)
    else:
        set_specials(state, kind - TERRAIN_COUNT, i + 1)
    set_tile(state, 0)
    return done(state)
