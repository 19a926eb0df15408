"""What a network reads of Stone Age: seats told from the one that looks on, the table, the step under way.

Everything is read off the observation. Dense numbers are the judge's features of each seat and what things are worth to the seat
that looks on by the expert's outlook, both with the numbers of the board. Indices and words: `vocabulary.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.features import Features, aside_of, begin_parts, fixed, limited
from mutapa.core.game import UNIT
from mutapa.core.stone_age import vocabulary
from mutapa.core.stone_age.actions import ADD, BUY, CLAIM, PAY_ONE, PUT, TAKE, USE, argument_of, kind_of_action
from mutapa.core.stone_age.board import FORBID_AT_MAX, HUNT_REPEAT, SEAT_COUNT, SUPPLY, UNUSED_SCORES
from mutapa.core.stone_age.chance import first_card
from mutapa.core.stone_age.figures import (
    BUILDING,
    CARD,
    CARD_KINDS,
    DOUBLES,
    MOST_PEOPLE,
    MOST_TOOLS,
    MOST_TRACK,
    RIVER,
    SEATS_MAX,
    SINGLES,
    SPACES,
    STACK,
    TILE_KINDS,
    TOOLS,
)
from mutapa.core.stone_age.gains import SYMBOL_COUNT
from mutapa.core.stone_age.judge import SETS as TWICE
from mutapa.core.stone_age.judge import SPAN, STEP, symbols
from mutapa.core.stone_age.judge import features as judged
from mutapa.core.stone_age.layout import (
    FEED,
    FEED_CHOOSE,
    FEED_PAY,
    PAY,
    PICK,
    REFILL,
    ROLL_STEP,
    TOOLS_STEP,
    ZERO,
    blind,
    blind_seat,
    builders,
    buyer,
    cards,
    culture,
    dice,
    drawn,
    faces,
    farmers,
    food,
    gain,
    gather,
    hand,
    hunters,
    kinds,
    last,
    left,
    makers,
    mover,
    once,
    people,
    phase,
    place,
    rolled,
    round_number,
    score,
    shamans,
    sizes,
    stands,
    start,
    stock,
    tiles,
    tools,
    tops,
    track,
    two_seat,
)
from mutapa.core.stone_age.outlook import (
    look_out,
    rounds_left,
    worth_of_card,
    worth_of_field,
    worth_of_person,
    worth_of_tile,
    worth_of_tool,
)
from mutapa.core.stone_age.paying import may_buy, wealth
from mutapa.core.stone_age.rounds import deck
from mutapa.core.stone_age.toolbox import high_unturned, low_unturned, low_value
from mutapa.core.stone_age.vocabulary import (
    A_CARD,
    A_FACE,
    A_NONE,
    A_PAIR,
    A_PEOPLE,
    A_RESOURCE,
    A_TILE,
    A_TOOLS,
    BEARERS,
    D_CARD,
    D_GROWTH,
    D_JUDGED,
    D_LEAD,
    D_LEFT,
    D_ROLLED,
    D_SHARE,
    D_TILE,
    DENSE_COUNT,
    FOODS,
    JUDGED_COUNT,
    LEADS,
    ROLLS,
    ROUNDS,
    S_BEARERS,
    S_BLIND,
    S_FOOD,
    S_GATHER,
    S_HAND,
    S_HUNGRY,
    S_HUNT,
    S_ONCE,
    S_PEOPLE,
    S_SCORE,
    S_SETS,
    S_STANDS,
    S_START,
    S_STOCK,
    S_SYMBOL,
    S_TILES,
    S_TOOLS,
    S_TRACK,
    S_TWO,
    S_UNTURNED,
    SCORE_LEAST,
    SCORE_STEP,
    SCORES,
    STAGES,
    STOCKS,
    SYMBOL_SETS,
    T_CARD,
    T_CLAIMED,
    T_DECK,
    T_HEIGHT,
    T_LEAD,
    T_LEAST,
    T_MOVER,
    T_OPTION,
    T_OWN_BLIND,
    T_OWN_FEED,
    T_OWN_TOOLS,
    T_PAYABLE,
    T_PHASE,
    T_ROUND,
    T_SEATS,
    T_STAGE,
    T_TOP,
    T_UNSEEN,
    T_WEALTH,
    TILES_MOST,
    U_BUYER,
    U_DICE,
    U_FACE,
    U_GAIN,
    U_KINDS,
    U_LAST,
    U_LEFT,
    U_PLACE,
    U_REMAINDER,
    U_ROLLED,
)
from mutapa.core.stone_age.weights import JUDGE, JUDGE_WEIGHTS
from mutapa.core.stone_age.work import FEATURES as JUDGED_AT
from mutapa.core.words import pack

FEATURES = Features(
    1, vocabulary.SPARSE, vocabulary.DENSE, vocabulary.KINDS, vocabulary.ARGUMENTS, vocabulary.CELLS, active=vocabulary.ACTIVE,
)  # fmt: skip
SCALES = (pack((10, 9, 9, 9, 10, 10, 10, 9, 6, 6, 9, 9), 4), pack((9, 9, 10, 9, 6, 5, 5, 5, 7, 7, 4), 4))
"""By feature of the judge: how often it is halved to be 1."""
FIRST_SCALES, MORE_SCALES = SCALES


@compiled
def tell_judge(board, work, seen, seat, rounds, sparse, dense):  # type: ignore[no-untyped-def]
    """Each seat's features of the judge and its share of the win; returns the lead in points. `sparse` is scratch here."""
    seats = board[SEAT_COUNT]
    own = 0
    best = -(1 << 30)
    for s in range(seats):
        aside = aside_of(seat, s, board[SEAT_COUNT])
        points = judged(board, work, seen, s, rounds)
        if aside == 0:
            own = points
        else:
            best = max(best, points)
        total = 0
        for i in range(JUDGE_WEIGHTS):
            total += board[JUDGE + i] * work[JUDGED_AT + i]
        sparse[s] = total >> STEP
        for i in range(JUDGED_COUNT):
            halved = (FIRST_SCALES >> (4 * i)) & 15 if i < 12 else (MORE_SCALES >> (4 * (i - 12))) & 15
            dense[D_JUDGED + i * SEATS_MAX + aside] = limited(work[JUDGED_AT + i] * (UNIT >> halved))
    first = sparse[0]
    for s in range(1, seats):
        first = max(first, sparse[s])
    whole = 0
    for s in range(seats):  # as in `judge.shares`, but that what rounding leaves is no seat's
        steps = max(0, SPAN + sparse[s] - first)
        sparse[s] = (16 + (steps & 15)) << (steps >> 4)
        whole += sparse[s]
    for s in range(seats):
        dense[D_SHARE + aside_of(seat, s, board[SEAT_COUNT])] = sparse[s] * UNIT // whole
    return own - best


@compiled
def tell_seat(board, seen, seat, aside, sparse, n):  # type: ignore[no-untyped-def]
    """One relative seat."""
    s = seat + aside
    if s >= board[SEAT_COUNT]:
        s -= board[SEAT_COUNT]
    sets = symbols(seen, s)
    scored = (score(seen, s) - ZERO - SCORE_LEAST) // SCORE_STEP
    sparse[n] = S_PEOPLE + aside * (MOST_PEOPLE + 1) + people(seen, s)
    sparse[n + 1] = S_HAND + aside * (MOST_PEOPLE + 1) + hand(seen, s)
    sparse[n + 2] = S_FOOD + aside * FOODS + min(food(seen, s), FOODS - 1)
    sparse[n + 3] = S_TRACK + aside * (MOST_TRACK + 1) + track(seen, s)
    sparse[n + 4] = S_TOOLS + aside * (MOST_TOOLS + 1) + tools(seen, s)
    sparse[n + 5] = S_UNTURNED + (aside * 4 + low_unturned(seen, s)) * 4 + high_unturned(seen, s)
    sparse[n + 6] = S_ONCE + aside * 8 + once(seen, s)
    sparse[n + 7] = S_SCORE + aside * SCORES + min(max(scored, 0), SCORES - 1)
    sparse[n + 8] = S_TILES + aside * TILES_MOST + min(tiles(seen, s), TILES_MOST - 1)
    sparse[n + 9] = S_SETS + (aside * SYMBOL_SETS + (sets & (TWICE - 1))) * SYMBOL_SETS + sets // TWICE
    sparse[n + 10] = S_HUNGRY + aside * 11 + min(max(people(seen, s) - track(seen, s) - food(seen, s), 0), 10)
    sparse[n + 11] = S_BEARERS + aside * BEARERS + min(builders(seen, s), BEARERS - 1)
    sparse[n + 12] = S_BEARERS + (SEATS_MAX + aside) * BEARERS + min(farmers(seen, s), BEARERS - 1)
    sparse[n + 13] = S_BEARERS + (2 * SEATS_MAX + aside) * BEARERS + min(makers(seen, s), BEARERS - 1)
    sparse[n + 14] = S_BEARERS + (3 * SEATS_MAX + aside) * BEARERS + min(shamans(seen, s), BEARERS - 1)
    n += 15
    for k in range(4):
        sparse[n] = S_STOCK + (k * SEATS_MAX + aside) * STOCKS + min(stock(seen, 4 * s + k), STOCKS - 1)
        n += 1
        there = gather(seen, 4 * s + k)
        if there > 0:
            sparse[n] = S_GATHER + (aside * 4 + k) * 7 + there - 1
            n += 1
    if hunters(seen, s) > 0:
        sparse[n] = S_HUNT + aside * MOST_PEOPLE + hunters(seen, s) - 1
        n += 1
    for i in range(SYMBOL_COUNT):
        owned = (1 if culture(seen, 2 * i) == s + 1 else 0) + (1 if culture(seen, 2 * i + 1) == s + 1 else 0)
        if owned > 0:
            sparse[n] = S_SYMBOL + (aside * SYMBOL_COUNT + i) * 2 + owned - 1
            n += 1
    mask = stands(seen, s)
    for i in range(SINGLES):
        if (mask >> i) & 1 == 1:
            sparse[n] = S_STANDS + aside * SINGLES + i
            n += 1
    if two_seat(seen) == s + 1:
        sparse[n] = S_TWO + aside
        n += 1
    if blind_seat(seen) == s + 1:
        sparse[n] = S_BLIND + aside
        n += 1
    return n


@compiled
def stander(board, seen, seat, where):  # type: ignore[no-untyped-def]
    """1 + the relative seat that stands at a place for one seat alone; 0 nobody."""
    for s in range(board[SEAT_COUNT]):
        if (stands(seen, s) >> (where - TOOLS)) & 1 == 1:
            return 1 + aside_of(seat, s, board[SEAT_COUNT])
    return 0


@compiled
def tell_table(board, seen, seat, rounds, sparse, n):  # type: ignore[no-untyped-def]
    """Cards and tiles on display and who stands on them, what is left of both, round and phase, options."""
    seats = board[SEAT_COUNT]
    sparse[n] = T_SEATS + seats - 2
    sparse[n + 1] = T_ROUND + min(round_number(seen), ROUNDS - 1)
    sparse[n + 2] = T_STAGE + min(rounds >> 4, STAGES - 1)
    sparse[n + 3] = T_PHASE + phase(seen)
    sparse[n + 4] = S_START + aside_of(seat, start(seen), board[SEAT_COUNT])
    sparse[n + 5] = T_DECK + deck(seen)
    n += 6
    if phase(seen) < REFILL:
        sparse[n] = T_MOVER + aside_of(seat, mover(seen), board[SEAT_COUNT])
        n += 1
    for i in range(SPACES):
        card = cards(seen, i)
        sparse[n] = T_CARD + i * (CARD_KINDS + 1) + card
        n += 1
        if card > 0:
            sparse[n] = T_CLAIMED + ((card - 1) * SPACES + i) * (SEATS_MAX + 1) + stander(board, seen, seat, CARD + i)
            n += 1
    for kind in range(CARD_KINDS):
        first = first_card(kind)
        shown = (drawn(seen) >> first) & 1
        if kind in DOUBLES:
            shown &= (drawn(seen) >> (first + 1)) & 1
        if shown == 0:
            sparse[n] = T_UNSEEN + kind
            n += 1
    if board[FORBID_AT_MAX] == 1:
        sparse[n] = T_OPTION
        n += 1
    if board[HUNT_REPEAT] == 1:
        sparse[n] = T_OPTION + 1
        n += 1
    if board[SUPPLY] > 0:
        sparse[n] = T_OPTION + 2
        n += 1
    if board[UNUSED_SCORES] == 0:
        sparse[n] = T_OPTION + 3
        n += 1
    return n


@compiled
def tell_tiles(board, seen, seat, sparse, n):  # type: ignore[no-untyped-def]
    """Stacks: the tile on top, who stands on it, whether the own stock pays for it, how many lie there."""
    least = STACK
    for i in range(board[SEAT_COUNT]):
        kind = tops(seen, i) - 1
        sparse[n] = T_HEIGHT + i * (STACK + 1) + sizes(seen, i)
        n += 1
        least = min(least, sizes(seen, i))
        if kind >= 0:
            sparse[n] = T_TOP + (i * TILE_KINDS + kind) * (SEATS_MAX + 1) + stander(board, seen, seat, BUILDING + i)
            n += 1
            if may_buy(board, seen, seat, BUILDING + i) == 1:
                sparse[n] = T_PAYABLE + i * TILE_KINDS + kind
                n += 1
    sparse[n] = T_LEAST + least
    return n + 1


@compiled
def tell_own(board, work, seen, seat, rounds, lead, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Where the seat that looks on stands, early and late in the game, and what things are worth to it."""
    stage = min(rounds >> 4, STAGES - 1)
    step = min(max((lead + 4) // 8 + LEADS // 2, 0), LEADS - 1)
    sparse[n] = T_LEAD + stage * LEADS + step
    sparse[n + 1] = T_OWN_TOOLS + stage * (MOST_TOOLS + 1) + tools(seen, seat)
    sparse[n + 2] = T_OWN_FEED + stage * (2 * MOST_PEOPLE + 1) + people(seen, seat) - track(seen, seat) + MOST_PEOPLE
    sparse[n + 3] = T_WEALTH + stage * STOCKS + min(wealth(seen, seat), STOCKS - 1)
    n += 4
    if blind(seen, seat) > 0:
        sparse[n] = T_OWN_BLIND + blind(seen, seat) - 1
        n += 1
    dense[D_LEFT] = fixed(rounds, 256)
    dense[D_LEAD] = fixed(lead, 64)
    look_out(board, work, seen, seat)
    for i in range(SPACES):
        if cards(seen, i) > 0:
            dense[D_CARD + i] = fixed(worth_of_card(board, work, seen, seat, cards(seen, i) - 1), 512)
    for i in range(board[SEAT_COUNT]):
        if tops(seen, i) > 0:
            dense[D_TILE + i] = fixed(worth_of_tile(board, work, seen, seat, tops(seen, i) - 1), 256)
    dense[D_GROWTH] = fixed(worth_of_tool(board, work, seen, seat), 256)
    dense[D_GROWTH + 1] = fixed(worth_of_field(board, work, seen, seat), 256)
    dense[D_GROWTH + 2] = fixed(worth_of_person(board, work, seen, seat), 256)
    return n


@compiled
def tell_step(board, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """The step under way: dice, what is being paid, dice to pick."""
    now = phase(seen)
    if now == ROLL_STEP:
        sparse[n] = U_DICE + min(dice(seen), 15)
        sparse[n + 1] = U_GAIN + gain(seen)
        return n + 2
    if now == TOOLS_STEP:
        total = rolled(seen)
        sparse[n] = U_ROLLED + min(total, ROLLS - 1)
        sparse[n + 1] = U_GAIN + 5 + gain(seen)
        sparse[n + 2] = U_REMAINDER + (total % (2 + gain(seen))) * 5 + gain(seen)
        dense[D_ROLLED] = fixed(total, 32)
        return n + 3
    if now == PAY:
        where = place(seen)
        if where < BUILDING:
            sparse[n] = U_PLACE + max(0, cards(seen, where - CARD) - 1)
        else:
            sparse[n] = U_PLACE + CARD_KINDS + max(0, tops(seen, where - BUILDING) - 1)
        sparse[n + 1] = U_KINDS + kinds(seen)
        n += 2
    if now == PAY or now in (FEED, FEED_PAY, FEED_CHOOSE):
        sparse[n] = U_LEFT + (0 if now == PAY else 16) + left(seen)
        n += 1
        if last(seen) > 0:
            sparse[n] = U_LAST + last(seen) - 1
            n += 1
    if now == PICK:
        for f in range(6):
            if faces(seen, f) > 0:
                sparse[n] = U_FACE + f * 4 + faces(seen, f) - 1
                n += 1
        sparse[n] = U_BUYER + aside_of(seat, buyer(seen), board[SEAT_COUNT])
        n += 1
    return n


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """Statements and numbers about the observation `seen` of `seat`."""
    for i in range(DENSE_COUNT):
        dense[i] = 0
    rounds = rounds_left(board, seen)
    lead = tell_judge(board, work, seen, seat, rounds, sparse, dense)
    n = 0
    for aside in range(board[SEAT_COUNT]):
        n = tell_seat(board, seen, seat, aside, sparse, n)
    n = tell_table(board, seen, seat, rounds, sparse, n)
    n = tell_tiles(board, seen, seat, sparse, n)
    n = tell_own(board, work, seen, seat, rounds, lead, sparse, dense, n)
    return tell_step(board, seen, seat, sparse, dense, n)


# --- actions ----------------------------------------------------------------------------------------------------------


@compiled
def thing_at(seen, where):  # type: ignore[no-untyped-def]
    """The argument that names the card or tile at a place."""
    if where < CARD:
        return A_NONE
    if where < BUILDING:
        return A_CARD + max(0, cards(seen, where - CARD) - 1)
    return A_TILE + max(0, tops(seen, where - BUILDING) - 1)


@compiled
def tools_of(seen, argument):  # type: ignore[no-untyped-def]
    """The argument that names the tools added: how many lower and higher ones, which for one use."""
    value = low_value(seen, mover(seen))
    highs = (argument >> (2 * value)) & 3 if value < 4 else 0
    lows = (argument >> (2 * value - 2)) & 3 if value > 0 else 0
    return A_TOOLS + (lows * 4 + highs) * 8 + (argument >> 8)


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Kinds are those of the actions; cells are places; a card or tile is named by its kind."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    begin_parts(parts, kind, A_NONE)
    if kind == PUT:
        where = argument >> 4
        parts[1] = A_PEOPLE + (argument & 15) - 1 if where <= RIVER else thing_at(seen, where)
        parts[2] = 1 + where
    elif kind in (USE, BUY):
        parts[1] = thing_at(seen, argument)
        parts[2] = 1 + argument
    elif kind == ADD:
        parts[1] = tools_of(seen, argument)
    elif kind == PAY_ONE:
        parts[1] = A_RESOURCE + argument
    elif kind == TAKE:
        parts[1] = A_PAIR + argument
    elif kind == CLAIM:
        parts[1] = A_FACE + argument - 1
    return 0
