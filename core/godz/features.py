"""What a network reads of GodZ: seats told from the one that looks on, pieces and regions, the table, the step under way.

Everything is read off the observation; unknown tiles of others count what they are worth on average. Seats are not wholly alike:
a later one wins ties, and rounds end with the last. So how many seats play later is told too. Indices: `vocabulary.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.features import Features, aside_of, fixed
from mutapa.core.game import SEATS, UNIT
from mutapa.core.godz import vocabulary
from mutapa.core.godz.board import COLUMNS, INTERLEAVE, SEAT_COUNT
from mutapa.core.godz.expert import BALANCE_MEAN, WAR_MEAN
from mutapa.core.godz.features_actions import action_parts
from mutapa.core.godz.features_map import (
    hex_kind,
    tell_pieces,
    tell_regions,
)
from mutapa.core.godz.figures import DEAD, FAITH, GLORY, LIFE, MAT, MOST_LEVEL, PIECES, PLAIN_GLORY, SPECIAL_HEXES, SPECIALS
from mutapa.core.godz.icons import held
from mutapa.core.godz.judge import weight
from mutapa.core.godz.layout import (
    DONE,
    ICON,
    INSIDE,
    INSIDE_STEP,
    LAY,
    ON_MAT,
    RESERVE,
    STACK_STEP,
    TO,
    WHO,
    YIELD,
    active,
    balances,
    best,
    cast,
    chasm,
    column,
    cursor,
    deities,
    deserts,
    due_war,
    forests,
    gained,
    homes,
    left,
    level,
    miracle,
    mover,
    phase,
    points,
    round_number,
    source,
    specials,
    stacked,
    supply,
    tile,
    victim,
    wars,
)
from mutapa.core.godz.map import find_map
from mutapa.core.godz.pieces import VILLAGE_COUNT, count, find_villages
from mutapa.core.godz.regions import find_regions, find_strength, pay_regions
from mutapa.core.godz.resources import RESOURCE_COUNT
from mutapa.core.godz.rounds import is_due, squares
from mutapa.core.godz.score import balance_points, village_points, war_points
from mutapa.core.godz.vocabulary import (
    BALANCES,
    D_AHEAD,
    D_GAINED,
    D_LEVEL,
    D_LOOSE,
    D_MARCH,
    D_MOST,
    D_POINTS,
    D_REGIONS,
    D_RESERVE,
    D_ROUND,
    D_SHARE,
    D_SQUARES,
    D_STACKED,
    D_TILES,
    D_VILLAGES,
    DENSE_COUNT,
    GAINED,
    LEAD_STEP,
    LEADS,
    MARCH_MOST,
    ROUNDS,
    S_BALANCES,
    S_COLUMN,
    S_DEITY,
    S_GAINED,
    S_HOME,
    S_ICON,
    S_INSIDE,
    S_LEVEL,
    S_MAT,
    S_REGIONS,
    S_RESERVE,
    S_SQUARES,
    S_WARS,
    SQUARE,
    T_ACTIVE,
    T_BEST,
    T_CHASM,
    T_COLUMNS,
    T_LEAD,
    T_LEFT,
    T_MOVER,
    T_OPTION,
    T_OVERLAY,
    T_OWN_FAITH,
    T_OWN_GLORY,
    T_OWN_LEAD,
    T_PHASE,
    T_ROUND,
    T_SEATS,
    T_SPECIAL,
    T_SUPPLY,
    U_BUILT,
    U_CAST,
    U_DUE,
    U_GIVER,
    U_MIRACLE,
    U_POINTS,
    U_SOURCE,
    U_SPECIAL,
    U_TILE,
    U_VICTIM,
    WARS,
)
from mutapa.core.godz.work import RIVAL
from mutapa.core.words import pack

FEATURES = Features(
    1, vocabulary.SPARSE, vocabulary.DENSE, vocabulary.KINDS, vocabulary.ARGUMENTS, vocabulary.CELLS, active=vocabulary.ACTIVE,
)  # fmt: skip
__all__ = ["FEATURES", "action_parts", "features"]
LEVEL_FIRST = pack([first - S_LEVEL[0] for first in S_LEVEL], 9)
LEVEL_STRIDE = pack([most + 1 for most in MOST_LEVEL], 5)
LEVELS = S_LEVEL[0]
OPTIONS = len(vocabulary.OPTION_NAMES)
MAT_PLACES = len(MAT)


@compiled
def tell_points(board, work, seen, seat, regions, dense):  # type: ignore[no-untyped-def]
    """Each seat's points if the game ended now, their parts, its share of the win by them; returns the lead in sixteenths."""
    seats = board[SEAT_COUNT]
    for s in range(SEATS):
        work[RIVAL + s] = 0
    pay_regions(work, seats, 0, regions, work, RIVAL)
    for s in range(seats):
        aside = aside_of(seat, s, board[SEAT_COUNT])
        tiles = WAR_MEAN * wars(seen, s) + BALANCE_MEAN * balances(seen, s)
        if aside == 0:
            tiles = 16 * (war_points(seen, s) + balance_points(seen, s))
        dense[D_REGIONS + aside] = work[RIVAL + s]
        dense[D_GAINED + aside] = gained(seen, s)
        dense[D_VILLAGES + aside] = village_points(board, seen, s)
        dense[D_TILES + aside] = tiles
        work[RIVAL + s] = tiles + 16 * (work[RIVAL + s] + gained(seen, s) + dense[D_VILLAGES + aside])
    first = work[RIVAL]
    for s in range(1, seats):
        first = max(first, work[RIVAL + s])
    whole = 0
    for s in range(seats):
        whole += weight((first - work[RIVAL + s]) >> 4)
    lead = 0
    for s in range(seats):
        aside = aside_of(seat, s, board[SEAT_COUNT])
        rival = -(1 << 20)
        for other in range(seats):
            if other != s:
                rival = max(rival, work[RIVAL + other])
        if aside == 0:
            lead = work[RIVAL + s] - rival
        dense[D_SHARE + aside] = weight((first - work[RIVAL + s]) >> 4) * UNIT // whole
        dense[D_AHEAD + aside] = fixed(work[RIVAL + s] - rival, 512)
        dense[D_POINTS + aside] = fixed(work[RIVAL + s], 1024)
    return lead


@compiled
def tell_seat(board, seen, seat, aside, sparse, dense, n):  # type: ignore[no-untyped-def]
    """One relative seat: its mat, tiles and levels. Its points have been told as plain numbers in `dense`."""
    s = seat + aside
    if s >= board[SEAT_COUNT]:
        s -= board[SEAT_COUNT]
    reserve = count(seen, s, RESERVE)
    sparse[n] = S_DEITY + aside * 6 + deities(seen, s)
    sparse[n + 1] = S_GAINED + aside * GAINED + min(gained(seen, s), GAINED - 1)
    sparse[n + 2] = S_SQUARES + aside * SQUARE + min(squares(seen, s), SQUARE - 1)
    sparse[n + 3] = S_WARS + aside * WARS + min(wars(seen, s), WARS - 1)
    sparse[n + 4] = S_BALANCES + aside * BALANCES + min(balances(seen, s), BALANCES - 1)
    sparse[n + 5] = S_COLUMN + aside * 6 + column(seen, s)
    sparse[n + 6] = S_RESERVE + aside * (PIECES + 1) + reserve
    sparse[n + 7] = S_REGIONS + aside * GAINED + min(dense[D_REGIONS + aside], GAINED - 1)
    n += 8
    for k in range(RESOURCE_COUNT):
        value = level(seen, s, k)
        sparse[n] = LEVELS + ((LEVEL_FIRST >> (9 * k)) & 511) + aside * ((LEVEL_STRIDE >> (5 * k)) & 31) + value
        n += 1
        dense[D_LEVEL + k * 5 + aside] = fixed(value, 4)
    for i in range(MAT_PLACES):
        if count(seen, s, ON_MAT + i) > 0:
            sparse[n] = S_MAT + aside * MAT_PLACES + i
            n += 1
    inside = 0
    for v in range(VILLAGE_COUNT):
        here = count(seen, s, INSIDE + v)
        inside += here
        if here > 0:
            sparse[n] = S_INSIDE + (aside * VILLAGE_COUNT + v) * PIECES + here - 1
            n += 1
    for h in range(SPECIAL_HEXES):
        icons = held(seen, s, h)
        if icons > 0:
            sparse[n] = S_ICON + (aside * SPECIAL_HEXES + h) * 5 + icons - 1
            n += 1
    if homes(seen, s) > 0:
        sparse[n] = S_HOME + aside
        n += 1
    dense[D_REGIONS + aside] = fixed(dense[D_REGIONS + aside], 32)
    dense[D_GAINED + aside] = fixed(dense[D_GAINED + aside], 32)
    dense[D_VILLAGES + aside] = fixed(dense[D_VILLAGES + aside], 8)
    dense[D_TILES + aside] = fixed(dense[D_TILES + aside], 256)
    dense[D_SQUARES + aside] = fixed(squares(seen, s), 8)
    dense[D_RESERVE + aside] = fixed(reserve, 4)
    dense[D_LOOSE + aside] = fixed(dense[D_LOOSE + aside], 4)
    return n


@compiled
def phase_of(seen):  # type: ignore[no-untyped-def]
    """The phase, or one more than the last where a tile is to be drawn."""
    if phase(seen) != DONE and is_due(seen) != 0:
        return DONE + 1
    return phase(seen)


@compiled
def tell_table(board, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Round and phase, what is left in stack and supply, options."""
    seats = board[SEAT_COUNT]
    now = phase_of(seen)
    sparse[n] = T_SEATS + seats * 5 + seats - 1 - seat
    sparse[n + 1] = T_ROUND + min(round_number(seen), ROUNDS - 1)
    sparse[n + 2] = T_PHASE + now
    sparse[n + 3] = T_ACTIVE + aside_of(seat, active(seen), board[SEAT_COUNT])
    sparse[n + 4] = T_COLUMNS + board[COLUMNS] - 4
    sparse[n + 5] = T_OVERLAY + deserts(seen)
    sparse[n + 6] = T_OVERLAY + 3 + forests(seen)
    n += 7
    if now < STACK_STEP:
        sparse[n] = T_MOVER + aside_of(seat, mover(seen), board[SEAT_COUNT])
        n += 1
    for k in range(RESOURCE_COUNT):
        sparse[n] = T_LEFT + 6 * k + left(seen, k)
        n += 1
    for i in range(SPECIALS):
        if specials(seen, i) > 0:
            sparse[n] = T_SPECIAL + i
            n += 1
    for i in range(PLAIN_GLORY):
        sparse[n] = T_SUPPLY + 8 * i + supply(seen, i)
        n += 1
    if best(seen) == 1:
        sparse[n] = T_BEST
        n += 1
    if chasm(seen) > 0:
        sparse[n] = T_CHASM
        n += 1
    for i in range(OPTIONS):
        if board[INTERLEAVE + i] == 1:
            sparse[n] = T_OPTION + i
            n += 1
    dense[D_ROUND] = fixed(round_number(seen), 16)
    dense[D_STACKED] = fixed(stacked(seen), 16)
    return n


@compiled
def tell_race(board, seen, seat, lead, sparse, dense, n):  # type: ignore[no-untyped-def]
    """How near the end is and who is ahead; what the own levels allow."""
    most = 0
    for s in range(board[SEAT_COUNT]):
        most = max(most, squares(seen, s))
    step = (lead + 8 * LEAD_STEP) // (16 * LEAD_STEP) + LEADS // 2
    step = min(max(step, 0), LEADS - 1)
    sparse[n] = T_LEAD + min(most, SQUARE - 1) * LEADS + step
    sparse[n + 1] = T_OWN_LEAD + min(squares(seen, seat), SQUARE - 1) * LEADS + step
    sparse[n + 2] = T_OWN_GLORY + column(seen, seat) * 8 + level(seen, seat, GLORY)
    sparse[n + 3] = T_OWN_FAITH + phase_of(seen) * 10 + level(seen, seat, FAITH)
    dense[D_MOST] = fixed(most, 4)
    return n + 4


@compiled
def tell_step(board, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """The step under way."""
    now = phase(seen)
    if now == DONE:
        return n
    if points(seen) > 0:
        sparse[n] = U_POINTS + min(points(seen), MARCH_MOST - 1)
        n += 1
        dense[D_MARCH] = fixed(points(seen), 4)
    for i in range(5):
        if (cast(seen) >> i) & 1 == 1:
            sparse[n] = U_CAST + i
            n += 1
    if (now >= WHO and now < ICON) or now == STACK_STEP:
        sparse[n] = U_MIRACLE + miracle(seen)
        n += 1
    if now == LAY and tile(seen) > 0:
        sparse[n] = U_TILE + tile(seen) - 1
        n += 1
    if now == ICON:
        sparse[n] = U_SPECIAL + min(cursor(seen), SPECIAL_HEXES - 1)
        n += 1
    if now == YIELD:
        sparse[n] = U_GIVER + min(cursor(seen), 3)
        n += 1
    if now == INSIDE_STEP:
        sparse[n] = U_BUILT + cursor(seen)
        n += 1
    if now == TO and miracle(seen) not in (LIFE, DEAD):
        sparse[n] = U_VICTIM + aside_of(seat, victim(seen), board[SEAT_COUNT])
        sparse[n + 1] = U_SOURCE + hex_kind(seen, seat, source(seen))
        n += 2
    if is_due(seen) != 0:
        sparse[n] = U_DUE + 1 - due_war(seen)
        n += 1
    return n


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """Statements and numbers about the observation `seen` of `seat`."""
    for i in range(DENSE_COUNT):
        dense[i] = 0
    find_map(board, work, seen)
    regions = find_regions(board, work, seen)
    find_strength(board, work, seen, regions)
    find_villages(board, work, seen)
    lead = tell_points(board, work, seen, seat, regions, dense)
    n = tell_regions(board, work, seen, seat, regions, sparse, dense, 0)
    n = tell_pieces(board, work, seen, seat, sparse, dense, n)
    for aside in range(board[SEAT_COUNT]):
        n = tell_seat(board, seen, seat, aside, sparse, dense, n)
    n = tell_table(board, seen, seat, sparse, dense, n)
    n = tell_race(board, seen, seat, lead, sparse, dense, n)
    return tell_step(board, seen, seat, sparse, dense, n)
