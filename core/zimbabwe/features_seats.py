"""Features of the seats: what each has and stands at, what the judge makes of it. After `features_map.py` has counted."""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.features import aside_of, fixed
from mutapa.core.game import UNIT
from mutapa.core.zimbabwe.bidding import on_plaque
from mutapa.core.zimbabwe.board import SEALED, SEAT_COUNT
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.features_map import BY_LEVEL, OWN_TILES, RIPE
from mutapa.core.zimbabwe.figures import KINDS, MOST_LEVEL, QAMATA
from mutapa.core.zimbabwe.judge import EIGHTHS, add_cards, lines_open, standing
from mutapa.core.zimbabwe.judge import SPAN as JUDGED
from mutapa.core.zimbabwe.layout import (
    AUCTION,
    DONE,
    FIRST,
    GOOD,
    SEATS,
    TURN,
    active,
    card_cattle,
    card_owner,
    card_price,
    cattle,
    cursor,
    god,
    god_cattle,
    mover,
    order,
    pending,
    phase,
    plaques,
    raising,
    sealed,
    specialist_cattle,
    specialist_owner,
    stack,
    vp,
    vr,
)
from mutapa.core.zimbabwe.vocabulary import (
    AT_END,
    AT_TURN,
    BIDS_ON,
    COUNT,
    D_CATTLE,
    D_DISCS,
    D_DUE,
    D_GAP,
    D_HIGHEST,
    D_MONUMENTS,
    D_PLACE,
    D_PLAQUE,
    D_RIPE,
    D_RIPE_POINTS,
    D_SHARE,
    D_SPECIALISTS,
    D_STANDING,
    D_TECHS,
    D_VP,
    D_VR,
    GAP_LEAST,
    GAPS,
    HAD,
    LATER,
    PASSED,
    PLACED,
    PURSES,
    S_CATTLE,
    S_CRAFT,
    S_DUE,
    S_GAP,
    S_GOD,
    S_LEVEL,
    S_PLACE,
    S_PLAQUE,
    S_PRESSED,
    S_PURSE,
    S_RIPE,
    S_SEALED,
    S_SPECIALIST,
    S_STACK,
    S_STATUS,
    S_TECH,
    S_VP,
    S_VR,
    SCALE,
    TO_COME,
    VPS,
    VR_LEAST,
    VRS,
)
from mutapa.core.zimbabwe.weights import RAISING


@compiled
def scaled(value):  # type: ignore[no-untyped-def]
    """A number of cattle on the scale of `SCALE` steps."""
    if value < 24:
        return max(0, value)
    if value < 32:
        return 24 + ((value - 24) >> 2)
    return min(26 + ((value - 32) >> 3), SCALE - 1)


@compiled
def purse(value):  # type: ignore[no-untyped-def]
    """A number of cattle on a coarse scale."""
    if value < 6:
        return max(0, value) >> 1
    if value < 9:
        return 3
    if value < 13:
        return 4
    if value < 19:
        return 5
    if value < 28:
        return 6
    return 7


@compiled
def stage_of(left):  # type: ignore[no-untyped-def]
    """Rounds left, in steps."""
    if left < 4:
        return max(0, left - 1)
    if left < 6:
        return 3
    if left < 9:
        return 4
    return 5


@compiled
def tell_judge(board, seen, seat, left, sparse, dense):  # type: ignore[no-untyped-def]
    """Each seat's share of the win and its standing over the best other, by the judge. `sparse` is scratch here."""
    seats = board[SEAT_COUNT]
    lines = lines_open(seen)
    for s in range(seats):
        sparse[s] = standing(board, seen, s, lines, left)
    add_cards(board, seen, left, sparse)
    if phase(seen) == TURN and pending(seen) >= GOOD:
        sparse[mover(seen)] += RAISING * level_at(seen, raising(seen))
    for s in range(seats):
        best = -(1 << 30)
        for other in range(seats):
            if other != s:
                best = max(best, sparse[other])
        dense[D_STANDING + aside_of(seat, s, board[SEAT_COUNT])] = fixed(sparse[s] - best, 512)
    best = sparse[0]
    for s in range(1, seats):
        best = max(best, sparse[s])
    whole = 0
    for s in range(seats):  # as in `judge.shares`, but that what rounding leaves is no seat's
        steps = max(0, JUDGED + ((sparse[s] - best) >> EIGHTHS))
        sparse[s] = (16 + (steps & 15)) << (steps >> 4)
        whole += sparse[s]
    for s in range(seats):
        dense[D_SHARE + aside_of(seat, s, board[SEAT_COUNT])] = sparse[s] * UNIT // whole
    return lines


@compiled
def tell_cards(board, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Technologies with their prices, specialists; how many, and the cattle on them, as plain numbers in `dense`."""
    for card in range(2 * KINDS):
        owner = card_owner(seen, card)
        if owner != 0:
            aside = aside_of(seat, owner - 1, board[SEAT_COUNT])
            sparse[n] = S_TECH + (aside * KINDS + (card >> 1)) * 4 + card_price(seen, card)
            n += 1
            dense[D_TECHS + aside] += 1
            dense[D_DUE + aside] += card_cattle(seen, card)
    for which in range(5):
        owner = specialist_owner(seen, which)
        if owner != 0:
            aside = aside_of(seat, owner - 1, board[SEAT_COUNT])
            sparse[n] = S_SPECIALIST + aside * 5 + which
            n += 1
            dense[D_SPECIALISTS + aside] += 1
            dense[D_DUE + aside] += specialist_cattle(seen, which)
    return n


@compiled
def tell_orders(board, seen, seat, sparse, n):  # type: ignore[no-untyped-def]
    """Places in the three orders: VR markers, plaques, order of play; and what each seat has done of its phase."""
    seats = board[SEAT_COUNT]
    now = phase(seen)
    for i in range(seats):
        aside = aside_of(seat, stack(seen, i), board[SEAT_COUNT])
        sparse[n] = S_STACK + aside * SEATS + i
        sparse[n + 1] = S_STATUS + aside * 8
        if now == FIRST:
            sparse[n + 1] += PLACED if i > cursor(seen) else LATER
        elif now == DONE:
            sparse[n + 1] += AT_END
        elif now == AUCTION:
            sparse[n + 1] += BIDS_ON if (active(seen) >> stack(seen, i)) & 1 == 1 else PASSED
        else:
            place = place_of(board, seen, stack(seen, i)) - 1
            sparse[n + 1] += AT_TURN if place == cursor(seen) else (HAD if place < cursor(seen) else TO_COME)
        n += 2
        if now != FIRST:
            sparse[n] = S_PLAQUE + aside_of(seat, plaques(seen, i), board[SEAT_COUNT]) * SEATS + i
            n += 1
    return n


@compiled
def place_of(board, seen, seat):  # type: ignore[no-untyped-def]
    """The seat's place in the order of play from 1; 0 while it isn't known."""
    now = phase(seen)
    first = 0
    if now == FIRST:
        return 0
    if now == AUCTION:
        if board[SEALED] == 1 or (active(seen) >> seat) & 1 == 1:
            return 0
        first = popcount(active(seen))
    for i in range(first, board[SEAT_COUNT]):
        if order(seen, i) == seat:
            return i + 1
    return 0


@compiled
def tell_counts(work, aside, sparse, dense, n):  # type: ignore[no-untyped-def]
    """A relative seat's monuments by level, those with as many lines in range as their level, its craftsmen by type."""
    levels = work[BY_LEVEL + aside]
    ripe = work[RIPE + aside]
    count = 0
    discs = 0
    ready = 0
    points = 0
    highest = 0
    for level in range(1, MOST_LEVEL + 1):
        here = (levels >> (8 * level)) & 255
        if here > 0:
            sparse[n] = S_LEVEL + (aside * MOST_LEVEL + level - 1) * (COUNT - 1) + min(here, COUNT - 1) - 1
            n += 1
            count += here
            discs += level * here
            highest = level
        raisable = (ripe >> (8 * level)) & 255
        if raisable > 0 and level < MOST_LEVEL:
            sparse[n] = S_RIPE + (aside * MOST_LEVEL + level - 1) * (COUNT - 1) + min(raisable, COUNT - 1) - 1
            n += 1
            ready += raisable
            points += 2 * level * raisable
    for kind in range(KINDS):
        here = (work[OWN_TILES + aside] >> (2 * kind)) & 3
        if here > 0:
            sparse[n] = S_CRAFT + (aside * KINDS + kind) * 3 + here - 1
            n += 1
    dense[D_MONUMENTS + aside] = fixed(count, 8)
    dense[D_DISCS + aside] = fixed(discs, 16)
    dense[D_HIGHEST + aside] = fixed(highest, 4)
    dense[D_RIPE + aside] = fixed(ready, 4)
    dense[D_RIPE_POINTS + aside] = fixed(points, 16)
    return n


@compiled
def highest_of(work, aside):  # type: ignore[no-untyped-def]
    """The highest level of a relative seat's monuments."""
    levels = work[BY_LEVEL + aside]
    level = MOST_LEVEL
    while level > 0 and (levels >> (8 * level)) & 255 == 0:
        level -= 1
    return level


@compiled
def tell_seat(board, work, seen, seat, aside, stage, sparse, dense, n):  # type: ignore[no-untyped-def]
    """One relative seat."""
    s = seat + aside
    if s >= board[SEAT_COUNT]:
        s -= board[SEAT_COUNT]
    points = vp(seen, s)
    required = vr(seen, s)
    gap = required - points
    held = cattle(seen, s)
    due = dense[D_DUE + aside]
    if god(seen, s) == QAMATA + 1:
        due += god_cattle(seen)
    near_gap = min(max(gap - GAP_LEAST, 0), GAPS - 1)
    place = place_of(board, seen, s)
    sparse[n] = S_VP + aside * VPS + min(points, VPS - 1)
    sparse[n + 1] = S_VR + aside * VRS + min(max(required - VR_LEAST, 0), VRS - 1)
    sparse[n + 2] = S_GAP + aside * GAPS + near_gap
    sparse[n + 3] = S_CATTLE + aside * SCALE + scaled(held)
    sparse[n + 4] = S_DUE + aside * SCALE + scaled(due)
    sparse[n + 5] = S_GOD + aside * 13 + god(seen, s)
    sparse[n + 6] = S_PLACE + aside * (SEATS + 1) + place
    sparse[n + 7] = S_PURSE + (aside * (MOST_LEVEL + 1) + highest_of(work, aside)) * PURSES + purse(held)
    sparse[n + 8] = S_PRESSED + (stage * SEATS + aside) * GAPS + near_gap
    n += 9
    if board[SEALED] == 1:
        amount = sealed(seen, s)
        sparse[n] = S_SEALED + aside * (SCALE + 1) + (1 + scaled(amount - 1) if amount > 0 else 0)
        n += 1
    dense[D_VP + aside] = fixed(points, 32)
    dense[D_VR + aside] = fixed(required - 20, 16)
    dense[D_GAP + aside] = fixed(gap, 16)
    dense[D_CATTLE + aside] = fixed(held, 16)
    dense[D_DUE + aside] = fixed(due, 16)
    dense[D_TECHS + aside] = fixed(dense[D_TECHS + aside], 4)
    dense[D_SPECIALISTS + aside] = fixed(dense[D_SPECIALISTS + aside], 2)
    dense[D_PLAQUE + aside] = fixed(on_plaque(board, seen, s), 8) if phase(seen) == AUCTION else 0
    dense[D_PLACE + aside] = fixed(place, 4)
    return tell_counts(work, aside, sparse, dense, n)
