"""One step of play, in place; what follows by itself follows at once."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import (
    ADVANCE,
    APPOINT,
    BESIEGE,
    CAST,
    CHOOSE,
    CLAIM,
    COLLECT,
    COVER,
    DEPLOY,
    ENTER,
    FILL,
    FINISH,
    GIVE,
    LEAVE,
    LOSE_ONE,
    MAKE_WAR,
    MOVE,
    PAY_MARCH,
    PAY_WALK,
    PICK,
    PLACE,
    RAISE,
    REVEALED,
    SEND,
    SETTLE,
    STEP,
    STOMP,
    WAR_DRAWN,
    argument_of,
    kind_of_action,
)
from mutapa.core.godz.avatars import appoint, besiege, pay_walk, step, stomp
from mutapa.core.godz.believers import deploy, enter_village, leave_village, make_war, pay_faith, pay_march, raze, take_step
from mutapa.core.godz.board import INTERLEAVE
from mutapa.core.godz.building import build, fill
from mutapa.core.godz.casting import begin, cover, pick, place, reveal, send
from mutapa.core.godz.figures import BALANCE_VALUES, BEST_GLORY, WAR_VALUES
from mutapa.core.godz.layout import (
    AVATAR,
    BELIEVERS,
    BUILD,
    ICON,
    INSIDE_STEP,
    MARCH,
    MIRACLE,
    WALK,
    active,
    add_balances,
    add_due,
    add_gained,
    add_tiles,
    add_wars,
    column,
    fours,
    mover,
    phase,
    set_best,
    set_column,
    set_cursor,
    set_deities,
    set_due_war,
    set_error,
    set_fours,
    set_homes,
    set_phase,
    set_points,
    set_supply,
    set_threes,
    set_twos,
    supply,
    threes,
    twos,
)
from mutapa.core.godz.map import find_map
from mutapa.core.godz.resources import claim, give, next_special
from mutapa.core.godz.rounds import drawer, end_action, end_miracles, lose_one, next_loser, next_setup, place_ring, settle


@compiled
def advance(state, seat, row):  # type: ignore[no-untyped-def]
    """The cylinder moves on: powers and bonuses of the new column."""
    set_column(state, seat, column(state, seat) + 1)
    if row == 0:
        return set_phase(state, BELIEVERS)
    if row == 1:
        return set_phase(state, BUILD)
    return set_phase(state, AVATAR)


@compiled
def collect(state, seat, value):  # type: ignore[no-untyped-def]
    """Take a Glory tile, or none; back to the flag."""
    set_column(state, seat, 0)
    if value > 0:
        add_gained(state, seat, value)
        add_tiles(state, seat, 1)
        if value == BEST_GLORY:
            set_best(state, 0)
        else:
            set_supply(state, value - 1, supply(state, value - 1) - 1)
    return set_phase(state, MIRACLE)


@compiled
def end_movement(state, now):  # type: ignore[no-untyped-def]
    """The rest of the points is lost."""
    set_points(state, 0)
    return set_phase(state, now)


@compiled
def finish_part(board, work, state, now):  # type: ignore[no-untyped-def]
    """Nothing more of what is under way."""
    if now == MARCH:
        return end_movement(state, BELIEVERS)
    if now == WALK:
        return end_movement(state, AVATAR)
    if now == ICON:
        return next_special(state)
    if now == MIRACLE:
        return end_miracles(board, work, state)
    return end_action(state)


@compiled
def apply_setup(board, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A deity is chosen, or a Home placed."""
    if kind == CHOOSE:
        set_deities(state, seat, argument + 1)
    else:
        set_homes(state, seat, argument >> 3)
        place_ring(board, state, seat, argument & 7)
    return next_setup(board, state)


@compiled
def apply_believers(board, work, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A step of the Believers."""
    slot = argument >> 3
    if kind == MOVE:
        return take_step(board, work, state, seat, slot, argument & 7)
    if kind == LEAVE:
        return leave_village(work, state, seat, slot, argument & 7)
    if kind == ENTER:
        return enter_village(board, work, state, seat, slot, argument & 7)
    if kind == DEPLOY:
        return deploy(state, seat)
    if kind == PAY_MARCH:
        pay_march(state, seat)
        if board[INTERLEAVE] == 0:
            set_phase(state, MARCH)
        return 0
    return make_war(board, state, seat, slot, argument & 7)


@compiled
def apply_avatar(board, work, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A step of the Avatar."""
    if kind == STEP:
        return step(board, work, state, seat, argument >> 1, argument & 1)
    if kind == PAY_WALK:
        pay_walk(state, seat)
        if board[INTERLEAVE] == 0:
            set_phase(state, WALK)
        return 0
    if kind == STOMP:
        return stomp(board, state, seat, argument)
    return appoint(state, seat)


@compiled
def apply_siege(board, state, seat, slot):  # type: ignore[no-untyped-def]
    """A Village is razed by Believers, without compensation, or by the Avatar."""
    if phase(state) == AVATAR:
        return besiege(board, state, seat, slot)
    pay_faith(state, seat, 1)
    raze(board, state, seat, slot)
    return set_due_war(state, 1)


@compiled
def apply_building(board, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A Village is built, or Believers go inside."""
    if kind == RAISE:
        if build(board, state, seat, argument) > 0:
            return set_phase(state, INSIDE_STEP)
        set_cursor(state, 0)
    else:
        fill(state, seat, argument)
    return end_action(state)


@compiled
def apply_miracle(board, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """A miracle is begun, aimed, done."""
    if kind == CAST:
        return begin(board, state, seat, argument)
    if kind == PICK:
        return pick(board, state, argument >> 3, argument & 7)
    if kind == SEND:
        return send(board, state, seat, argument)
    if kind == COVER:
        return cover(board, state, seat, argument)
    if kind == PLACE:
        return place(state, argument)
    lose_one(board, state, seat, argument)
    return next_loser(board, state)


@compiled
def apply_draw(board, state, kind, value):  # type: ignore[no-untyped-def]
    """A tile is drawn from a reserve, or revealed."""
    if kind == REVEALED:
        return reveal(state, value)
    if kind == WAR_DRAWN:
        seat = active(state)
        set_due_war(state, 0)
        if value == WAR_VALUES[2]:
            set_fours(state, seat, fours(state, seat) + 1)
        elif value == WAR_VALUES[1]:
            set_threes(state, seat, threes(state, seat) + 1)
        return add_wars(state, seat, 1)
    seat = drawer(board, state)
    add_due(state, seat, -1)
    if value == BALANCE_VALUES[1]:
        set_twos(state, seat, twos(state, seat) + 1)
    return add_balances(state, seat, 1)


@compiled
def play(board, work, state, action):  # type: ignore[no-untyped-def]
    """The step itself."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    seat = mover(state)
    if kind == ADVANCE:
        return advance(state, seat, argument)
    if kind == COLLECT:
        return collect(state, seat, argument)
    if kind <= SETTLE:
        return apply_setup(board, state, seat, kind, argument)
    if kind == BESIEGE:
        return apply_siege(board, state, seat, argument)
    if kind in (PAY_WALK, STEP) or kind in (STOMP, APPOINT):
        return apply_avatar(board, work, state, seat, kind, argument)
    if kind <= MAKE_WAR:
        return apply_believers(board, work, state, seat, kind, argument)
    if kind <= FILL:
        return apply_building(board, state, seat, kind, argument)
    if kind <= LOSE_ONE:
        return apply_miracle(board, state, seat, kind, argument)
    if kind == CLAIM:
        return claim(board, state, seat, argument & 7)
    if kind == GIVE:
        return give(state, seat, argument & 7)
    if kind == FINISH:
        return finish_part(board, work, state, phase(state))
    if kind <= REVEALED:
        return apply_draw(board, state, kind, argument)
    return set_error(state, 1)


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Play one legal step, in place."""
    find_map(board, work, state)
    play(board, work, state, action)
    if kind_of_action(action) == PLACE:  # what follows by itself sees the new tile
        find_map(board, work, state)
    return settle(board, work, state)
