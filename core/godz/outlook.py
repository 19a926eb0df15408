"""What the expert looks at before it weighs actions: who holds which region, what pieces will bring, what a hex is worth."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.board import SEAT_COUNT, icon_of
from mutapa.core.godz.figures import AVATAR_WEIGHT, BELIEVER_WEIGHT, ICONS, PIECES, SPECIAL_HEXES
from mutapa.core.godz.icons import open_icons
from mutapa.core.godz.layout import INSIDE, LEVEL_MOST, avatar, icons
from mutapa.core.godz.map import find_map, has, include
from mutapa.core.godz.pieces import count, find_villages, piece
from mutapa.core.godz.regions import SHARED, find_regions, find_strength, special_of
from mutapa.core.godz.resources import RESOURCE_COUNT, produces
from mutapa.core.godz.rounds import squares
from mutapa.core.godz.weights import DENIED, GLORY_LESS, GLORY_WORTH, REGION, REGION_SOON
from mutapa.core.godz.work import LABEL, PLAN, POINT, STANDS, STRENGTH, WORTH


@compiled
def survey(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Regions with their strengths, hexes where the seat stands, levels to come, what a point of a region counts now."""
    find_map(board, work, state)
    n = find_regions(board, work, state)
    find_strength(board, work, state, n)
    find_villages(board, work, state)
    most = 0
    for other in range(board[SEAT_COUNT]):
        most = max(most, squares(state, other))
    work[POINT] = board[REGION] + board[REGION_SOON] * most
    work[STANDS] = 0
    work[STANDS + 1] = 0
    for k in range(RESOURCE_COUNT):
        work[PLAN + k] = 1
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and has(work, STANDS, slot) == 0:
            include(work, STANDS, slot)
            count_hex(work, state, slot)
    slot = avatar(state, seat)
    if has(work, STANDS, slot) == 0:
        include(work, STANDS, slot)
        count_hex(work, state, slot)
    for h in range(SPECIAL_HEXES):
        for i in range(ICONS):
            if icons(state, ICONS * h + i) == seat + 1:
                work[PLAN + icon_of(board, h, i) - 1] += 1
    return n


@compiled
def count_hex(work, state, slot):  # type: ignore[no-untyped-def]
    """A hex where the seat stands gives its resource."""
    resource = produces(work, state, slot)
    if resource >= 0:
        work[PLAN + resource] += 1
    return 0


@compiled
def worth_of(board, work, resource):  # type: ignore[no-untyped-def]
    """One level more of a resource, on top of what is to come."""
    if work[PLAN + resource] >= (LEVEL_MOST >> (6 * resource)) & 63:
        return 0
    return max(2, board[GLORY_WORTH + resource] - board[GLORY_LESS + resource] * (work[PLAN + resource] - 1))


@compiled
def yield_of(board, work, state, slot):  # type: ignore[no-untyped-def]
    """What a piece of the seat brings on a hex where it has none."""
    resource = produces(work, state, slot)
    if resource >= 0:
        return worth_of(board, work, resource)
    h = special_of(state, slot)
    best = 0
    if h >= 0:
        mask = open_icons(board, state, h, 0)
        for k in range(RESOURCE_COUNT):
            if (mask >> k) & 1 == 1:
                best = max(best, worth_of(board, work, k))
    return best


@compiled
def payout(board, work, label, owner, delta, seat):  # type: ignore[no-untyped-def]
    """What a region is worth to `seat` if `owner` had `delta` more strength there: own points, others' in part against it."""
    strength = work[STRENGTH + label - 1] + (delta << (8 * owner))
    most = 0
    holders = 0
    for other in range(board[SEAT_COUNT]):
        own = (strength >> (8 * other)) & 255
        if own > most:
            most = own
            holders = 1
        elif own == most:
            holders += 1
    if most == 0:
        return 0
    pay = work[WORTH + label - 1] & 1023
    if holders > 1:
        pay = work[WORTH + label - 1] >> SHARED
    mine = (strength >> (8 * seat)) & 255
    if mine == most:
        return 64 * pay - board[DENIED] * pay * (holders - 1) // (board[SEAT_COUNT] - 1)
    return -board[DENIED] * pay * holders // (board[SEAT_COUNT] - 1)


@compiled
def shift(board, work, slot, owner, delta, seat):  # type: ignore[no-untyped-def]
    """What it brings `seat` if `owner` gets `delta` more strength on a hex."""
    label = work[LABEL + slot]
    if label == 0:
        return 0
    return (payout(board, work, label, owner, delta, seat) - payout(board, work, label, owner, 0, seat)) * work[POINT] >> 6


@compiled
def moved(board, work, state, seat, start, end, strength):  # type: ignore[no-untyped-def]
    """What it brings the seat if a piece of its own of this strength goes from one hex to another."""
    total = 0
    if work[LABEL + start] != work[LABEL + end] or work[LABEL + start] == 0:
        total = shift(board, work, start, seat, -strength, seat) + shift(board, work, end, seat, strength, seat)
    n = count(state, seat, start)
    if avatar(state, seat) == start:
        n += 1
    if n == 1:
        total -= yield_of(board, work, state, start)
    if has(work, STANDS, end) == 0:
        total += yield_of(board, work, state, end)
    return total


@compiled
def displaced(board, work, owner, start, end, seat):  # type: ignore[no-untyped-def]
    """The same if a Believer of another seat is put elsewhere."""
    if work[LABEL + start] == work[LABEL + end] and work[LABEL + start] != 0:
        return 0
    return shift(board, work, start, owner, -BELIEVER_WEIGHT, seat) + shift(board, work, end, owner, BELIEVER_WEIGHT, seat)


AVATAR_STRENGTH, BELIEVER_STRENGTH = AVATAR_WEIGHT, BELIEVER_WEIGHT
