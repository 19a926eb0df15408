"""What follows by itself: Homes and turns one after the other, phases of a turn, the end."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.board import LAST_ROUND, ROUND_CAP, SEAT_COUNT, ring_of
from mutapa.core.godz.building import find_sites
from mutapa.core.godz.figures import (
    BALANCE_EACH,
    BAU,
    FAITH,
    FIU,
    FOOD,
    LARGE,
    OVERLAYS,
    RING,
    SQUARES_END,
    WAR_EACH,
)
from mutapa.core.godz.icons import release
from mutapa.core.godz.layout import (
    AVATAR,
    BELIEVERS,
    BUILD,
    DONE,
    DRAFT,
    DUE_SHIFT,
    DUE_WORD,
    HOME,
    ICON,
    MARCH,
    MIRACLE,
    RESERVE,
    TURN,
    WALK,
    YIELD,
    active,
    add_round,
    balances,
    deity,
    due,
    due_war,
    level,
    mover,
    phase,
    points,
    round_number,
    set_active,
    set_capped,
    set_cast,
    set_deserts,
    set_due,
    set_due_war,
    set_forests,
    set_mover,
    set_phase,
    set_points,
    tiles,
    wars,
)
from mutapa.core.godz.miracles import can_cast_any, sick_hex, sick_hexes
from mutapa.core.godz.pieces import move
from mutapa.core.godz.regions import set_terrain
from mutapa.core.godz.resources import harvest, settle_gifts, settle_icons

WAR_TILES, BALANCE_TILES = 3 * WAR_EACH, 2 * BALANCE_EACH


@compiled
def after(board, seat):  # type: ignore[no-untyped-def]
    """The next seat, clockwise."""
    if seat + 1 == board[SEAT_COUNT]:
        return 0
    return seat + 1


@compiled
def furnish(board, state):  # type: ignore[no-untyped-def]
    """Terrains of the Center."""
    for d in range(RING):
        set_terrain(state, 1 + d, ring_of(board, 0, d) - 1)
    return 0


@compiled
def begin_turn(state, seat):  # type: ignore[no-untyped-def]
    """The seat is to move, at the start of a turn."""
    set_active(state, seat)
    set_mover(state, seat)
    return set_phase(state, TURN)


@compiled
def begin_homes(board, state):  # type: ignore[no-untyped-def]
    """Deities are known: their overlays; seat 0 places its Home."""
    for seat in range(board[SEAT_COUNT]):
        if deity(state, seat) == BAU:
            set_deserts(state, OVERLAYS)
        if deity(state, seat) == FIU:
            set_forests(state, OVERLAYS)
    set_active(state, 0)
    set_mover(state, 0)
    return set_phase(state, HOME)


@compiled
def next_setup(board, state):  # type: ignore[no-untyped-def]
    """The next seat drafts or places; after the last one the next part begins."""
    seat = after(board, mover(state))
    set_active(state, seat)
    set_mover(state, seat)
    if seat == 0:
        if phase(state) == DRAFT:
            return begin_homes(board, state)
        return begin_turn(state, 0)
    return 0


@compiled
def place_ring(board, state, seat, rotation):  # type: ignore[no-untyped-def]
    """Terrains of a Home whose ring entry 0 lies in direction `rotation`."""
    for i in range(RING):
        d = i + rotation
        if d >= RING:
            d -= RING
        set_terrain(state, LARGE * (seat + 1) + 1 + d, ring_of(board, 1 + deity(state, seat), i) - 1)
    return 0


# --- a turn ---------------------------------------------------------------------------------------------------------------


@compiled
def finish(state):  # type: ignore[no-untyped-def]
    """The game is over."""
    set_mover(state, 0)
    return set_phase(state, DONE)


@compiled
def squares(state, seat):  # type: ignore[no-untyped-def]
    """Glory and War tiles of the seat."""
    return tiles(state, seat) + wars(state, seat)


@compiled
def is_enough(board, state):  # type: ignore[no-untyped-def]
    """1 if six squares end the game after this turn."""
    seat = active(state)
    if board[LAST_ROUND] == 0:
        return 1 if squares(state, seat) >= SQUARES_END else 0
    if after(board, seat) == 0:
        for other in range(board[SEAT_COUNT]):
            if squares(state, other) >= SQUARES_END:
                return 1
    return 0


@compiled
def end_miracles(board, work, state):  # type: ignore[no-untyped-def]
    """The game ends here, or resources come (R36, R38, R54)."""
    seat = active(state)
    set_cast(state, 0)
    if is_enough(board, state) == 1:
        return finish(state)
    if after(board, seat) == 0 and round_number(state) == board[ROUND_CAP]:
        set_capped(state, 1)
        return finish(state)
    set_phase(state, ICON)
    return harvest(board, work, state, seat)


@compiled
def end_turn(board, state):  # type: ignore[no-untyped-def]
    """The next seat's turn."""
    seat = after(board, active(state))
    if seat == 0:
        add_round(state, 1)
    return begin_turn(state, seat)


@compiled
def end_action(state):  # type: ignore[no-untyped-def]
    """Miracles come next."""
    set_points(state, 0)
    return set_phase(state, MIRACLE)


# --- draws ----------------------------------------------------------------------------------------------------------------


@compiled
def drawn_wars(board, state):  # type: ignore[no-untyped-def]
    """War tiles taken from the reserve."""
    n = 0
    for seat in range(board[SEAT_COUNT]):
        n += wars(state, seat)
    return n


@compiled
def drawn_balances(board, state):  # type: ignore[no-untyped-def]
    """Balance tiles taken from the reserve."""
    n = 0
    for seat in range(board[SEAT_COUNT]):
        n += balances(state, seat)
    return n


@compiled
def is_due(state):  # type: ignore[no-untyped-def]
    """Whether a tile is to be drawn: not 0 if so."""
    return state[DUE_WORD] >> DUE_SHIFT


@compiled
def drawer(board, state):  # type: ignore[no-untyped-def]
    """Who draws the next Balance tile: the active seat first, then clockwise; -1 nobody."""
    seat = active(state)
    for _ in range(board[SEAT_COUNT]):
        if due(state, seat) > 0:
            return seat
        seat = after(board, seat)
    return -1


@compiled
def settle_draws(board, state):  # type: ignore[no-untyped-def]
    """1 if a tile is to be drawn; what an empty reserve can't give is dropped (R41, R42)."""
    if due_war(state) == 1:
        if drawn_wars(board, state) < WAR_TILES:
            return 1
        set_due_war(state, 0)
    if is_due(state) == 0:
        return 0
    if drawn_balances(board, state) < BALANCE_TILES:
        return 1
    for seat in range(board[SEAT_COUNT]):
        set_due(state, seat, 0)
    return 0


# --- on to the next decision ----------------------------------------------------------------------------------------------


@compiled
def lose_one(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """A loose Believer is removed to the reserve, without compensation (R22)."""
    move(state, seat, slot, RESERVE)
    return release(board, state, slot)


@compiled
def next_loser(board, state):  # type: ignore[no-untyped-def]
    """Pestilence goes round: who has one swamp hex loses there by itself, who has several chooses (R24)."""
    seat = after(board, mover(state))
    while seat != active(state):
        n = sick_hexes(state, seat)
        if n > 1:
            return set_mover(state, seat)
        if n == 1:
            lose_one(board, state, seat, sick_hex(state, seat))
        seat = after(board, seat)
    set_mover(state, seat)
    return set_phase(state, MIRACLE)


@compiled
def settle(board, work, state):  # type: ignore[no-untyped-def]
    """Go on through all that happens by itself, to the next decision, draw, or the end."""
    while True:
        if is_due(state) != 0 and settle_draws(board, state) == 1:
            return 0
        now = phase(state)
        seat = active(state)
        if now == MARCH:
            if points(state) > 0:
                return 0
            set_phase(state, BELIEVERS)
        elif now == WALK:
            if points(state) > 0:
                return 0
            set_phase(state, AVATAR)
        elif now == BELIEVERS:
            if level(state, seat, FAITH) > 0 or points(state) > 0:
                return 0
            end_action(state)
        elif now == AVATAR:
            if level(state, seat, FOOD) > 0 or points(state) > 0:
                return 0
            end_action(state)
        elif now == BUILD:
            if find_sites(board, work, state, seat) == 1:
                return 0
            end_action(state)
        elif now == MIRACLE:
            if can_cast_any(board, work, state, seat) == 1:
                return 0
            end_miracles(board, work, state)
        elif now == ICON:
            if settle_icons(board, state, seat) == 1:
                return 0
            set_phase(state, YIELD)
        elif now == YIELD:
            if settle_gifts(board, work, state, seat) == 1:
                return 0
            end_turn(board, state)
        else:
            return 0
