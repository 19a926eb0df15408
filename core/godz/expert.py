"""The hand-written player: weights of the actions on offer, by scores in sixteenths of a point (a point more doubles a weight).

Regions and domination decide most: pieces go where they tip a region or bring a resource. Glory tiles are taken from a size
on, or in the last column; the game is ended by who leads. Numbers: `weights.py`; what hexes are worth: `outlook.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS
from mutapa.core.godz.actions import (
    ADVANCE,
    APPOINT,
    BESIEGE,
    CAST,
    CLAIM,
    COLLECT,
    COVER,
    DEPLOY,
    FILL,
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
    SEND,
    STEP,
    STOMP,
    argument_of,
    kind_of_action,
)
from mutapa.core.godz.board import BONUS, COLUMNS, POINTS, SEAT_COUNT
from mutapa.core.godz.building import COST, next_village
from mutapa.core.godz.figures import (
    BOO,
    BUILDING,
    CREATION,
    DEAD,
    EARTHQUAKE,
    FAITH,
    FOOD,
    GROWTH,
    LIFE,
    PIECES,
    RING,
    SANDSTORM,
    SEAS_CONTROL,
    SLEDS,
    SQUARES_END,
    SWAMP,
    TELEKINESIS,
    VILLAGE_WEIGHT,
)
from mutapa.core.godz.layout import (
    INSIDE,
    TURN,
    avatar,
    balances,
    column,
    deity,
    gained,
    laid,
    level,
    miracle,
    mover,
    phase,
    source,
    tile,
    victim,
    village,
    wars,
)
from mutapa.core.godz.map import SLOT, delta, near, reach
from mutapa.core.godz.miracles import two_on
from mutapa.core.godz.outlook import (
    AVATAR_STRENGTH,
    BELIEVER_STRENGTH,
    displaced,
    moved,
    payout,
    shift,
    survey,
    worth_of,
    yield_of,
)
from mutapa.core.godz.pieces import VILLAGE_COUNT, avatar_at, count, piece, village_at
from mutapa.core.godz.regions import pay_regions, terrain_of
from mutapa.core.godz.resources import produces
from mutapa.core.godz.rounds import squares
from mutapa.core.godz.score import balance_points, village_points, war_points
from mutapa.core.godz.weights import (
    ACT,
    ACT_FAITH,
    BELIEVER,
    BUILD,
    CAST_CREATION,
    CAST_MOVE,
    CAST_OVERLAY,
    CAST_REMOVE,
    COLLECT_LEAST,
    DEPLOYED,
    EARLY,
    ENDING,
    FOLLOW,
    GUARD,
    LAID,
    LAND,
    SQUARE,
    STRIDE,
    STRIDE_FOOD,
    TILE_DRAWN,
    VILLAGE,
)
from mutapa.core.godz.work import GRID, LABEL, RIVAL

SPAN = 12 * 16
"""Scores this far below the best weigh least."""
BALANCE_MEAN, WAR_MEAN = 24, 48
"""Sixteenths of a point that an unseen tile is worth on average."""


@compiled
def lead(board, work, state, seat, n):  # type: ignore[no-untyped-def]
    """Points the seat is ahead of the best other one if the game ended now; others' tiles count their mean."""
    for other in range(SEATS):
        work[RIVAL + other] = 0
    pay_regions(work, board[SEAT_COUNT], 0, n, work, RIVAL)
    best = -1 << 20
    own = 0
    for other in range(board[SEAT_COUNT]):
        total = 16 * (work[RIVAL + other] + gained(state, other) + village_points(board, state, other))
        if other == seat:
            own = total + 16 * (war_points(state, seat) + balance_points(state, seat))
        else:
            total += WAR_MEAN * wars(state, other) + BALANCE_MEAN * balances(state, other)
            best = max(best, total)
    return own - best


@compiled
def score_square(board, work, state, seat, n):  # type: ignore[no-untyped-def]
    """What one more square brings beside its points: it may end the game."""
    ahead = lead(board, work, state, seat, n)
    if squares(state, seat) + 1 >= SQUARES_END:
        if ahead > 0:
            return board[ENDING]
        return -board[ENDING]
    if ahead > 0:
        return board[SQUARE]
    return 0


@compiled
def score_collect(board, work, state, seat, value, n):  # type: ignore[no-untyped-def]
    """Glory: early only if the tile is large or ends the game well."""
    if value == 0:
        return -16
    worth = 16 * value + score_square(board, work, state, seat, n)
    if column(state, seat) < board[COLUMNS] and value < board[COLLECT_LEAST]:
        worth -= board[EARLY]
    return worth


@compiled
def score_row(board, work, state, seat, row):  # type: ignore[no-untyped-def]
    """Which row of the next column."""
    if row == 0:
        if level(state, seat, FAITH) == 0:
            return 0
        return board[ACT] + board[ACT_FAITH] * level(state, seat, FAITH)
    if row == 2:
        if level(state, seat, FOOD) == 0:
            return 0
        return board[STRIDE] + board[STRIDE_FOOD] * level(state, seat, FOOD)
    for v in range(VILLAGE_COUNT):
        if village(state, seat, v) == 0:
            means = level(state, seat, BUILDING) + board[BONUS + column(state, seat) + 1]
            if means >= (COST >> (4 * v)) & 15 and (v == VILLAGE_COUNT - 1 or has_site(work, state, seat) == 1):
                return board[BUILD] + board[VILLAGE] * board[POINTS + v]
            return 0
    return 0


@compiled
def has_site(work, state, seat):  # type: ignore[no-untyped-def]
    """1 if a loose Believer stands on a hex that produces."""
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and produces(work, state, slot) >= 0:
            return 1
    return 0


@compiled
def best_move(board, work, state, seat):  # type: ignore[no-untyped-def]
    """The most that one step of a loose Believer of the seat brings."""
    best = 0
    before = -1
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and slot != before:
            before = slot
            for d in range(RING):
                there = reach(work, state, slot, d)
                if there > 0:
                    best = max(best, moved(board, work, state, seat, slot, there - 1, BELIEVER_STRENGTH))
    return best


@compiled
def score_step(board, work, state, seat, d, far):  # type: ignore[no-untyped-def]
    """The Avatar's step: where it comes to, and what its push does."""
    start = avatar(state, seat)
    there = reach(work, state, start, d) - 1
    total = moved(board, work, state, seat, start, there, AVATAR_STRENGTH)
    other = avatar_at(board, state, there) - 1
    if other >= 0:
        landing = reach(work, state, there, d) - 1
        if far == 1:
            landing = reach(work, state, landing, d) - 1
        if work[LABEL + there] != work[LABEL + landing] or work[LABEL + there] == 0:
            total += shift(board, work, there, other, -AVATAR_STRENGTH, seat)
            total += shift(board, work, landing, other, AVATAR_STRENGTH, seat)
        if laid(state, other) == 0:
            total += board[LAID]
        for owner in range(board[SEAT_COUNT]):
            n = count(state, owner, landing)
            if n > 0:
                worth = n * (board[BELIEVER] - BALANCE_MEAN) - shift(board, work, landing, owner, -n, owner)
                if owner == seat:
                    total -= worth
                else:
                    total += n * (board[BELIEVER] - BALANCE_MEAN) + shift(board, work, landing, owner, -n, seat)
    return total


@compiled
def best_step(board, work, state, seat):  # type: ignore[no-untyped-def]
    """The most that one plain step of the Avatar brings."""
    best = 0
    for d in range(RING):
        there = reach(work, state, avatar(state, seat), d)
        if there > 0 and avatar_at(board, state, there - 1) == 0:
            best = max(best, moved(board, work, state, seat, avatar(state, seat), there - 1, AVATAR_STRENGTH))
    return best


@compiled
def removal(board, work, seat, owner, slot):  # type: ignore[no-untyped-def]
    """What it brings the seat if a Believer of `owner` goes from a hex to the reserve."""
    tipped = shift(board, work, slot, owner, -BELIEVER_STRENGTH, seat)
    if owner == seat:
        return tipped - 2 * board[BELIEVER]
    return tipped + board[BELIEVER]


@compiled
def score_village(board, work, state, seat, slot):  # type: ignore[no-untyped-def]
    """A building site: its points, domination, what it gives for what the hex gave."""
    v = next_village(board, state, seat) - 1
    total = board[VILLAGE] * board[POINTS + v] + shift(board, work, slot, seat, VILLAGE_WEIGHT, seat)
    best = 0
    for d in range(RING):
        beside = near(work, slot, d)
        if beside > 0 and produces(work, state, beside - 1) >= 0:
            best = max(best, worth_of(board, work, produces(work, state, beside - 1)))
    if count(state, seat, slot) > 0 or avatar(state, seat) == slot:
        best -= yield_of(board, work, state, slot)
    return total + best


@compiled
def score_siege(board, work, state, seat, slot, n):  # type: ignore[no-untyped-def]
    """A Village razed: a War tile, the owner's points, domination."""
    found = village_at(board, state, slot) - 1
    owner = found // VILLAGE_COUNT
    total = WAR_MEAN + score_square(board, work, state, seat, n) + shift(board, work, slot, owner, -VILLAGE_WEIGHT, seat)
    return total + 8 * board[POINTS + found - VILLAGE_COUNT * owner]


@compiled
def score_cast(board, which):  # type: ignore[no-untyped-def]
    """Faith is lost at the end of the turn, so all miracles are worth casting; the dear ones first."""
    if which in (LIFE, DEAD):
        return 2 * board[BELIEVER]
    if which == CREATION:
        return board[CAST_CREATION]
    if which in (TELEKINESIS, SEAS_CONTROL) or which == SLEDS:
        return board[CAST_MOVE]
    if which in (SANDSTORM, GROWTH) or which == EARTHQUAKE:
        return board[CAST_OVERLAY]
    return board[CAST_REMOVE]


@compiled
def score_pick(board, work, state, seat, slot, owner):  # type: ignore[no-untyped-def]
    """Whose Believer a miracle takes."""
    which = miracle(state)
    if which not in (TELEKINESIS, SEAS_CONTROL) and which != SLEDS:
        return removal(board, work, seat, owner, slot)
    best = -(1 << 12)
    for d in range(RING):
        if which == SLEDS:
            there = two_on(work, state, slot, d)
        else:
            there = reach(work, state, slot, d)
        if there > 0:
            best = max(best, carried(board, work, state, seat, owner, slot, there - 1))
    return best


@compiled
def carried(board, work, state, seat, owner, start, end):  # type: ignore[no-untyped-def]
    """What it brings the seat if a Believer is carried from one hex to another."""
    if owner == seat:
        return moved(board, work, state, seat, start, end, BELIEVER_STRENGTH)
    return displaced(board, work, owner, start, end, seat)


@compiled
def score_send(board, work, state, seat, slot):  # type: ignore[no-untyped-def]
    """Where a Believer is put."""
    if miracle(state) in (LIFE, DEAD):
        return shift(board, work, slot, seat, BELIEVER_STRENGTH, seat) + yield_of(board, work, state, slot)
    return carried(board, work, state, seat, victim(state), source(state), slot)


@compiled
def score_cover(board, work, state, seat, slot):  # type: ignore[no-untyped-def]
    """A hex covered: what its region pays others is worth hitting, what it pays the seat is not."""
    label = work[LABEL + slot]
    if label == 0:
        return 0
    now = payout(board, work, label, seat, 0, seat)
    if now > 0:
        return -16
    if now < 0:
        return 16
    return 0


@compiled
def score_cell(board, work, state, seat, cell):  # type: ignore[no-untyped-def]
    """A cell for a new tile: beside what the seat holds of the same terrain, away from what others hold, near own pieces."""
    kind = tile(state) - 1
    total = 0
    for d in range(RING):
        slot = (work[GRID + cell + delta(d)] & SLOT) - 1
        if slot >= 0:
            if terrain_of(state, slot) == kind:
                pay = payout(board, work, work[LABEL + slot], seat, 0, seat)
                if pay > 0:
                    total += board[LAND]
                elif pay < 0:
                    total -= board[LAND]
            total += 2 * count(state, seat, slot)
    return total


@compiled
def score_action(board, work, state, seat, kind, argument, n):  # type: ignore[no-untyped-def]
    """Scores of what Believers and Avatar do."""
    slot = argument >> 3
    if kind == MOVE:
        return moved(board, work, state, seat, slot, reach(work, state, slot, argument & 7) - 1, BELIEVER_STRENGTH)
    if kind == LEAVE:
        return moved(board, work, state, seat, slot, reach(work, state, slot, argument & 7) - 1, BELIEVER_STRENGTH) - board[GUARD]
    if kind == STEP:
        return score_step(board, work, state, seat, argument >> 1, argument & 1)
    if kind == PAY_MARCH:
        return (board[FOLLOW] * best_move(board, work, state, seat)) >> 5
    if kind == PAY_WALK:
        if laid(state, seat) == 1:
            return board[LAID]
        return (board[FOLLOW] * best_step(board, work, state, seat)) >> 5
    if kind == DEPLOY:
        return board[DEPLOYED]
    if kind == MAKE_WAR:
        return WAR_MEAN + score_square(board, work, state, seat, n) + removal(board, work, seat, argument & 7, slot)
    if kind == BESIEGE:
        return score_siege(board, work, state, seat, argument, n)
    if kind == STOMP:
        bonus = 0
        if deity(state, seat) == BOO and terrain_of(state, avatar(state, seat)) == SWAMP:
            bonus = board[TILE_DRAWN]
        return removal(board, work, seat, argument, avatar(state, seat)) - BALANCE_MEAN + bonus
    if kind == APPOINT:
        return 2 * board[BELIEVER]
    return 0


@compiled
def score(board, work, state, seat, action, n):  # type: ignore[no-untyped-def]
    """Score of an action; `n` regions have been surveyed."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    if kind == ADVANCE:
        return score_row(board, work, state, seat, argument)
    if kind == COLLECT:
        return score_collect(board, work, state, seat, argument, n)
    if kind == RAISE:
        return score_village(board, work, state, seat, argument)
    if kind == FILL:
        return board[GUARD] * argument
    if kind == CAST:
        return score_cast(board, argument)
    if kind == PICK:
        return score_pick(board, work, state, seat, argument >> 3, argument & 7)
    if kind == SEND:
        return score_send(board, work, state, seat, argument)
    if kind == COVER:
        return score_cover(board, work, state, seat, argument)
    if kind == PLACE:
        return score_cell(board, work, state, seat, argument)
    if kind == LOSE_ONE:
        return removal(board, work, seat, seat, argument)
    if kind in (CLAIM, GIVE):
        return worth_of(board, work, argument & 7)
    return score_action(board, work, state, seat, kind, argument, n)


@compiled
def prefer(board, work, state, actions, n, out):  # type: ignore[no-untyped-def]
    """out[i] = weight of actions[i]: 16 for those far behind, doubled every 16 steps, up to 2^16 for the best."""
    seat = mover(state)
    if phase(state) < TURN:
        for i in range(n):
            out[i] = 16
        return 0
    regions = survey(board, work, state, seat)
    best = -(1 << 20)
    for i in range(n):
        out[i] = score(board, work, state, seat, actions[i], regions)
        best = max(best, out[i])
    for i in range(n):
        steps = max(0, SPAN + out[i] - best)
        out[i] = (16 + (steps & 15)) << (steps >> 4)
    return 0
