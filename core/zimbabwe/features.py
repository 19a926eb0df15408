"""What a network reads of The Great Zimbabwe: seats told from the one that looks on, the table, the turn under way, the map.

Everything is read off the observation; ranges come from the caches of `reach.py`. Indices and words: `vocabulary.py`; the map and
the seats: `features_map.py`, `features_seats.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.features import Features, aside_of, begin_parts, fixed
from mutapa.core.zimbabwe import vocabulary
from mutapa.core.zimbabwe.actions import (
    AT,
    BID,
    BUY,
    CHOOSE_GOD,
    FIRST_MONUMENT,
    FROM,
    HIRE,
    PLACE,
    PRICE,
    RAISE,
    RESOURCE,
    REVEAL,
    SEAL,
    SUPPLY,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.zimbabwe.bidding import forced
from mutapa.core.zimbabwe.board import (
    BLOCK_RESOURCES,
    DISC_LIMIT,
    DZIVA_LOWERS,
    GODS_MASK,
    GU_STAYS,
    MUST_ACT,
    ONE_HUB,
    SEALED,
    SEAT_COUNT,
    SPECIALISTS_ON,
    XANGO_AT_ONCE,
)
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.features_map import (
    linear,
    tell_craftsmen,
    tell_land,
    tell_monuments,
    tell_resources,
)
from mutapa.core.zimbabwe.features_seats import (
    place_of,
    purse,
    scaled,
    stage_of,
    tell_cards,
    tell_judge,
    tell_orders,
    tell_seat,
)
from mutapa.core.zimbabwe.figures import BIG, KINDS, LINES
from mutapa.core.zimbabwe.judge import wait
from mutapa.core.zimbabwe.layout import (
    AT_MONUMENT,
    AT_RAIN,
    AT_SECOND,
    AT_SUPPLY,
    AT_TILE,
    AUCTION,
    DZIVA_STEP,
    GOOD_FROM_USE,
    NEW_PRICE,
    PRICE_STEP,
    RAISE_NEXT,
    ROOT,
    SEATS,
    TURN,
    USED,
    active,
    card_owner,
    card_taken,
    cattle,
    elegua_used,
    firsts,
    gift,
    god,
    good_resource,
    good_slot,
    goods_left,
    kind_of,
    main_done,
    mover,
    new_cards,
    pending,
    phase,
    price_changed,
    prices_only,
    primary_slot,
    rain_left,
    raised,
    raising,
    revealing,
    round_number,
    set_good_resource,
    set_good_slot,
    specialist_owner,
    specialists_used,
    supply,
    tile,
    total,
    vp,
    vr,
)
from mutapa.core.zimbabwe.placing import tiles_on_map
from mutapa.core.zimbabwe.plans import plan_raises, rounds_left
from mutapa.core.zimbabwe.reach import near
from mutapa.core.zimbabwe.symmetry import symmetries
from mutapa.core.zimbabwe.vocabulary import (
    A_AMOUNT,
    A_BY,
    A_CRAFT,
    A_GOD,
    A_LEVEL,
    A_MONUMENT,
    A_NONE,
    A_PRICE,
    A_RESOURCE,
    A_UNITS,
    A_WATER,
    AMOUNT_MOST,
    BY_MOST,
    COUNT,
    D_BIDDERS,
    D_GIFT,
    D_LEAD,
    D_LEFT,
    D_LINES,
    D_OPEN,
    D_PLAN,
    D_ROUND,
    D_TOTAL,
    DENSE_COUNT,
    LEADS,
    PURSES,
    ROUNDS,
    SPAN,
    T_BIDDERS,
    T_CARDS,
    T_GIFT,
    T_GOD,
    T_GOD_STAGE,
    T_LEAD,
    T_LINE,
    T_MARKET,
    T_MOVER,
    T_OPEN,
    T_OPTION,
    T_PHASE,
    T_PLACE_STAGE,
    T_RAIN,
    T_ROUND,
    T_RUN_UP,
    T_SEATS,
    T_SPECIALIST,
    T_STAGE,
    T_SUPPLY,
    T_TOTAL,
    U_FIRST,
    U_FLAG,
    U_GOOD,
    U_GOOD_RESOURCE,
    U_KIND,
    U_LEVEL,
    U_NEW,
    U_PRIMARY,
    U_RAISING,
    U_RESOURCE,
    U_STEP,
    U_USED,
)
from mutapa.core.zimbabwe.ways import active_kind
from mutapa.core.zimbabwe.weights import JUDGE_PACE

FEATURES = Features(
    1, vocabulary.SPARSE, vocabulary.DENSE, vocabulary.ACTION_KINDS, vocabulary.ARGUMENTS, vocabulary.CELLS,
    active=vocabulary.ACTIVE, bids=vocabulary.BIDS, symmetries=symmetries,
)  # fmt: skip


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """Statements and numbers about the observation `seen` of `seat`; a cell of the map is named as it lies."""
    for i in range(DENSE_COUNT):
        dense[i] = 0
    left = rounds_left(board, seen, JUDGE_PACE)
    stage = stage_of(left)
    lines = tell_judge(board, seen, seat, left, sparse, dense)
    n = tell_craftsmen(board, work, seen, seat, sparse, 0)
    n = tell_monuments(board, work, seen, seat, sparse, n)
    n = tell_resources(board, seen, sparse, n)
    n = tell_land(board, seen, sparse, n)
    n = tell_cards(board, seen, seat, sparse, dense, n)
    n = tell_orders(board, seen, seat, sparse, n)
    for aside in range(board[SEAT_COUNT]):
        n = tell_seat(board, work, seen, seat, aside, stage, sparse, dense, n)
    n = tell_table(board, seen, seat, left, sparse, dense, n)
    n = tell_goods(board, work, seen, seat, lines, sparse, dense, n)
    n = tell_race(board, seen, seat, stage, sparse, dense, n)
    if phase(seen) == AUCTION:
        n = tell_auction(board, seen, seat, sparse, dense, n)
    if phase(seen) == TURN:
        n = tell_turn(seen, sparse, n)
    tell_plans(board, work, seen, seat, left, dense)
    return n


@compiled
def tell_table(board, seen, seat, left, sparse, dense, n):  # type: ignore[no-untyped-def]
    """What lies open to all: phase and round, options, gods and specialists left, supplies."""
    sparse[n] = T_SEATS + board[SEAT_COUNT] - 2
    sparse[n + 1] = T_STAGE + stage_of(left)
    sparse[n + 2] = T_ROUND + min(round_number(seen), ROUNDS - 1)
    sparse[n + 3] = T_PHASE + phase(seen)
    sparse[n + 4] = T_MOVER + aside_of(seat, mover(seen), board[SEAT_COUNT])
    sparse[n + 5] = T_RAIN + rain_left(seen)
    n += 6
    dense[D_LEFT] = fixed(left, 16)
    dense[D_ROUND] = fixed(round_number(seen), 16)
    set_ = board[GU_STAYS] | board[MUST_ACT] << 1 | board[ONE_HUB] << 2 | board[BLOCK_RESOURCES] << 3
    set_ |= board[DZIVA_LOWERS] << 4 | board[XANGO_AT_ONCE] << 5 | (1 if board[DISC_LIMIT] > 0 else 0) << 6
    set_ |= board[SEALED] << 7 | (1 - board[SPECIALISTS_ON]) << 8
    n = tell_bits(set_, T_OPTION, sparse, n)
    free = board[GODS_MASK]
    for s in range(board[SEAT_COUNT]):
        if god(seen, s) != 0:
            free &= ~(1 << (god(seen, s) - 1))
    n = tell_bits(free, T_GOD, sparse, n)
    for which in range(5):
        if board[SPECIALISTS_ON] == 1 and specialist_owner(seen, which) == 0:
            sparse[n] = T_SPECIALIST + which
            n += 1
    for resource in range(4):
        sparse[n] = T_SUPPLY + 7 * resource + supply(seen, resource)
        n += 1
    return n


@compiled
def tell_bits(bits, first, sparse, n):  # type: ignore[no-untyped-def]
    """``first + i`` for each bit i."""
    i = 0
    while bits != 0:
        if bits & 1 == 1:
            sparse[n] = first + i
            n += 1
        bits >>= 1
        i += 1
    return n


@compiled
def tell_goods(board, work, seen, seat, lines, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Craftsmen by type and line: technologies, how many stand on the map, the resources left to them this round."""
    dense[D_LINES] = fixed(lines, 4)
    for kind in range(KINDS):
        on_map = tiles_on_map(seen, kind)
        reached = 0
        for k in range(on_map):
            reached |= near(board, work, seen, 3 * kind + k, 0)
        unused = popcount(reached & ~seen[USED])
        own = 0
        others = 0
        for card in range(2 * kind, 2 * kind + 2):
            if card_owner(seen, card) == seat + 1:
                own = 1
            elif card_owner(seen, card) != 0:
                others += 1
        sparse[n] = T_OPEN + COUNT * kind + min(unused, COUNT - 1)
        sparse[n + 1] = T_MARKET + ((kind * 2 + own) * 3 + others) * 4 + on_map
        sparse[n + 2] = T_CARDS + 3 * kind + 2 - own - others
        n += 3
        dense[D_OPEN + kind] = fixed(unused, 4)
    for line in range(LINES):
        kind = active_kind(seen, line)
        sparse[n] = T_LINE + (line * 2 + (1 if kind >= LINES else 0)) * 4 + tiles_on_map(seen, kind)
        n += 1
    return n


@compiled
def tell_race(board, seen, seat, stage, sparse, dense, n):  # type: ignore[no-untyped-def]
    """How the seat that looks on stands to the best of the others, late and early in the game."""
    own = vr(seen, seat) - vp(seen, seat)
    best = 1000
    for other in range(board[SEAT_COUNT]):
        if other != seat:
            best = min(best, vr(seen, other) - vp(seen, other))
    lead = min(max(best - own, -(LEADS // 2)), LEADS // 2)
    sparse[n] = T_LEAD + stage * LEADS + lead + LEADS // 2
    sparse[n + 1] = T_GOD_STAGE + stage * 13 + god(seen, seat)
    sparse[n + 2] = T_PLACE_STAGE + stage * (SEATS + 1) + place_of(board, seen, seat)
    sparse[n + 3] = T_RUN_UP + min(max(own, 0), 20) * 21 + min(max(best, 0), 20)
    dense[D_LEAD] = fixed(best - own, 8)
    return n + 4


@compiled
def tell_auction(board, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """The gift to beat, what was given so far, how many still bid."""
    bidders = popcount(active(seen))
    sparse[n] = T_GIFT + scaled(gift(seen))
    sparse[n + 1] = T_TOTAL + scaled(total(seen))
    n += 2
    if bidders > 0:
        sparse[n] = T_BIDDERS + ((bidders - 1) * PURSES + purse(gift(seen))) * PURSES + purse(cattle(seen, seat))
        n += 1
    n = tell_bits(elegua_used(seen) << 5 | revealing(seen) << 6, U_FLAG, sparse, n)
    dense[D_GIFT] = fixed(gift(seen), 16)
    dense[D_TOTAL] = fixed(total(seen), 32)
    dense[D_BIDDERS] = fixed(bidders, 4)
    return n


@compiled
def tell_plans(board, work, seen, seat, left, dense):  # type: ignore[no-untyped-def]
    """What the best raises would be worth to each seat whose main action of this round is still to come, for its cattle in hand.

    Goods already bought for a raise under way bind its mover alone, so they are left out of sight meanwhile.
    """
    if phase(seen) not in (AUCTION, TURN):
        return 0
    slot = good_slot(seen)
    resource = good_resource(seen)
    set_good_slot(seen, 0)
    set_good_resource(seen, 0)
    for s in range(board[SEAT_COUNT]):
        acting = phase(seen) == TURN and mover(seen) == s and pending(seen) != ROOT
        if wait(board, seen, s) == 1 and not acting:
            dense[D_PLAN + aside_of(seat, s, board[SEAT_COUNT])] = fixed(plan_raises(board, work, seen, s, -1, left), 256)
    set_good_slot(seen, slot)
    set_good_resource(seen, resource)
    return 0


@compiled
def tell_turn(seen, sparse, n):  # type: ignore[no-untyped-def]
    """The step to be taken, what it is about, and what was done this turn."""
    step = pending(seen)
    sparse[n] = U_STEP + step
    n += 1
    flags = main_done(seen) | card_taken(seen) << 1 | raised(seen) << 2 | prices_only(seen) << 3 | price_changed(seen) << 4
    n = tell_bits(flags, U_FLAG, sparse, n)
    n = tell_bits(specialists_used(seen), U_USED, sparse, n)
    n = tell_bits(firsts(seen), U_FIRST, sparse, n)
    n = tell_bits(new_cards(seen), U_NEW, sparse, n)
    if step in (AT_TILE, NEW_PRICE, PRICE_STEP, DZIVA_STEP):
        sparse[n] = U_KIND + (0 if step == AT_TILE else KINDS) + kind_of(seen)
        n += 1
    elif step == AT_SUPPLY:
        sparse[n] = U_RESOURCE + kind_of(seen)
        n += 1
    elif step >= RAISE_NEXT:
        sparse[n] = U_LEVEL + level_at(seen, raising(seen)) * 8 + goods_left(seen)
        sparse[n + 1] = U_RAISING + linear(raising(seen))
        n += 2
        if good_slot(seen) > 0:
            sparse[n] = U_GOOD + (good_slot(seen) - 1) // 3
            n += 1
        if good_resource(seen) > 0:
            sparse[n] = U_GOOD_RESOURCE + linear(good_resource(seen) - 1)
            n += 1
        if step == GOOD_FROM_USE:
            sparse[n] = U_PRIMARY + primary_slot(seen) // 3
            n += 1
    return n


# --- actions ----------------------------------------------------------------------------------------------------------


@compiled
def cell_of(code, down, across):  # type: ignore[no-untyped-def]
    """The cell in the middle of what begins at a square and is so many half squares longer."""
    number = linear(code)
    row = number // 18
    return 1 + (2 * row + down) * SPAN + 2 * (number - 18 * row) + across


@compiled
def cell_of_tile(seen, kind, anchor):  # type: ignore[no-untyped-def]
    """The cell of the craftsman of a type with this anchor."""
    if (BIG >> kind) & 1 == 1:
        return cell_of(anchor, 1, 1)
    for slot in range(3 * kind, 3 * kind + 3):
        if tile(seen, slot) != 0 and tile(seen, slot) & 511 == anchor:
            if (tile(seen, slot) >> 9) & 1 == 1:
                return cell_of(anchor, 1, 0)
            return cell_of(anchor, 0, 1)
    return 0


@compiled
def parts_of_place(seen, argument, parts):  # type: ignore[no-untyped-def]
    """Where to: the argument says what is put there."""
    step = pending(seen)
    code = argument >> 2
    way = argument & 3
    down = 1 if way == 2 else 0
    across = 1 if way == 1 else 0
    if step in (AT_MONUMENT, AT_SECOND):
        parts[1] = A_MONUMENT
    elif step == AT_SUPPLY:
        parts[1] = A_RESOURCE + kind_of(seen)
    elif step == AT_RAIN:
        parts[1] = A_WATER
    else:
        parts[1] = A_CRAFT + kind_of(seen)
        if (BIG >> kind_of(seen)) & 1 == 1:
            down = 1
            across = 1
    parts[2] = cell_of(code, down, across)
    return 0


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Kinds are those of the actions; gifts by how much they raise. Gifts above `BY_MOST` more, amounts above `AMOUNT_MOST` are
    alike; all else has parts of its own."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    begin_parts(parts, kind, A_NONE)
    if kind == BID:
        parts[1] = A_BY + min(max(argument - gift(seen), 1), BY_MOST) - 1
    elif kind == SEAL:
        parts[1] = A_AMOUNT + min(argument, AMOUNT_MOST)
    elif kind == REVEAL:
        parts[1] = A_AMOUNT + min(argument + 1, AMOUNT_MOST)
    elif kind == CHOOSE_GOD:
        parts[1] = A_GOD + argument
    elif kind in (HIRE, USE):
        parts[1] = A_UNITS + argument
    elif kind == PLACE:
        parts[1] = A_CRAFT + argument
    elif kind == SUPPLY:
        parts[1] = A_RESOURCE + argument
    elif kind == PRICE:
        parts[1] = A_PRICE + argument
    elif kind == FIRST_MONUMENT:
        parts[1] = A_MONUMENT
        parts[2] = cell_of(argument, 0, 0)
    elif kind == RAISE:
        parts[1] = A_LEVEL + level_at(seen, argument)
        parts[2] = cell_of(argument, 0, 0)
    elif kind == RESOURCE:
        parts[1] = A_CRAFT + (primary_slot(seen) if pending(seen) == GOOD_FROM_USE else max(0, good_slot(seen) - 1)) // 3
        parts[2] = cell_of(argument, 0, 0)
    elif kind in (BUY, FROM):
        parts[1] = A_CRAFT + (argument >> 9)
        parts[2] = cell_of_tile(seen, argument >> 9, argument & 511)
    elif kind == AT:
        parts_of_place(seen, argument, parts)
    return 0


@compiled
def bid_class(board, work, seen, action):  # type: ignore[no-untyped-def]
    """By how much a voluntary gift raises (a sealed amount: over nothing), in the classes of `vocabulary.BIDS`."""
    if forced(board, work, seen) != 1:
        return -1
    kind = kind_of_action(action)
    by = 0
    if kind == BID:
        by = argument_of(action) - gift(seen)
    elif kind == SEAL:
        by = argument_of(action) - 1
    if by < 4:
        return max(0, by)
    if by < 6:
        return 4
    return 5 if by < 9 else 6
