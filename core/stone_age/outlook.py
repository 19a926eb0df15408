"""What things are worth to a seat as the game stands: rounds to come, resources, food, fields, people, tools, cards, tiles.

`look_out` writes the seat's outlook into `work`, the rest reads it there. All worth is in sixteenths of a point (`weights.py`),
amounts are in sixteenths too, for they are expectations. A round to come counts in full, a field or tool for each of them.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
from mutapa.core.stone_age.board import (
    CARD_FACE,
    ROUND_CAP,
    SEAT_COUNT,
    TILE_POINTS,
    TILE_PRICE,
    amount_of,
    bearers_of,
    bottom_of,
    effect_of,
    resource_of,
)
from mutapa.core.stone_age.figures import (
    ANY_TILE,
    BUILDERS,
    BUILDING,
    CARD,
    DICE,
    DRAW,
    FARM,
    FARMERS,
    FIELD,
    FIRST_FREE,
    FOOD,
    HUNGER,
    HUT,
    MAKERS,
    MOST_ANY,
    MOST_PEOPLE,
    MOST_TOOLS,
    MOST_TRACK,
    ONCE,
    POINTS,
    RESOURCE,
    ROLL,
    STACK,
    TOOL,
    TOOLS,
)
from mutapa.core.stone_age.gains import SHARES, SYMBOL_COUNT
from mutapa.core.stone_age.layout import (
    builders,
    culture,
    farmers,
    food,
    gather,
    hunters,
    makers,
    people,
    round_number,
    shamans,
    sizes,
    stands,
    stock,
    tiles,
    tools,
    tops,
    track,
)
from mutapa.core.stone_age.rounds import deck
from mutapa.core.stone_age.weights import (
    BLIND,
    BUILDER_HOPE,
    CARD_PACE,
    CARD_PACE_SEAT,
    CROWDED,
    DICE_CARD,
    DICE_CARD_ROUND,
    FEAST,
    FIELD_GROWTH,
    FIELD_ROUND,
    FIELD_SPARE,
    FOOD_LEFT,
    GLUT,
    HORIZON,
    HUNGRY,
    HUT_CROWD,
    HUT_ROUND,
    ONCE_PIP,
    PEOPLE_GROWTH,
    SECOND,
    STARVE,
    SYMBOL,
    TILE_GROWTH,
    TILE_PACE,
    TILE_PACE_SEAT,
    TOOL_CROWD,
    TOOL_GROWTH,
    TOOL_NOW,
    TOOL_ROUND,
    WOOD,
)
from mutapa.core.stone_age.work import OUTLOOK

LEFT = OUTLOOK
"""Rounds to come after this one, in sixteenths, as far as they count."""
FADE = OUTLOOK + 1
"""What of the worth of things kept is left, in 64ths."""
GAP = OUTLOOK + 2
"""Food that is short in this round, with what hunters and a field will bring; below 0: food left over."""
ANY = OUTLOOK + 3
"""Resources of any kind that cards and tiles lack on which the seat stands."""
SPARE = OUTLOOK + 4
"""Resources beyond all that these cost."""
PRICE = OUTLOOK + 5
"""Four words: worth of a resource."""
HAVE = OUTLOOK + 9
"""Four words: resources, and what people on their places will bring, beyond what fixed tiles need on which the seat stands."""
LACK = OUTLOOK + 13
"""Four words: resources that these lack."""
OUTLOOK_WORDS = 17


@compiled
def expected(n, what):  # type: ignore[no-untyped-def]
    """Amount that `n` dice are expected to bring of food (0) or a resource (1-4); half a divisor less one is lost on average."""
    if n == 0:
        return 0
    return ((56 * n - 8 * (what + 1)) * ((SHARES >> (10 * what)) & 1023)) >> 10


@compiled
def rounds_left(board, state):  # type: ignore[no-untyped-def]
    """Rounds to come after this one, in sixteenths, as cards or tiles run out."""
    seats = board[SEAT_COUNT]
    left = 256 * deck(state) // (board[CARD_PACE] + board[CARD_PACE_SEAT] * seats)
    least = STACK
    for stack in range(seats):
        least = min(least, sizes(state, stack))
    left = min(left, 256 * least // (board[TILE_PACE] + board[TILE_PACE_SEAT] * seats))
    if board[ROUND_CAP] > 0:
        left = min(left, 16 * (board[ROUND_CAP] - round_number(state)))
    return left


@compiled
def look_out(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Write the seat's outlook into `work`."""
    left = min(rounds_left(board, state), board[HORIZON]) * (64 - board[CROWDED] * (board[SEAT_COUNT] - 2)) >> 6
    work[LEFT] = left
    work[FADE] = 64 * left // board[HORIZON]
    for k in range(4):
        work[LACK + k] = 0
    wanted = 0
    standing = stands(state, seat)
    mask = standing >> (CARD - TOOLS)
    while mask > 0:
        i = lowest(mask)
        mask &= mask - 1
        if i < BUILDING - CARD:
            wanted += 16 * (i + 1)
        else:
            kind = tops(state, i - (BUILDING - CARD)) - 1
            price = board[TILE_PRICE + kind]
            if kind == ANY_TILE:
                wanted += 16 * board[FEAST]
            elif kind >= FIRST_FREE:
                wanted += 16 * (price & 7)
            else:
                for k in range(4):
                    work[LACK + k] += 16 * ((price >> (6 + 3 * k)) & 7)
    over = -wanted
    for k in range(4):
        held = stock(state, 4 * seat + k)
        work[PRICE + k] = faded(work, board[WOOD + k] - board[GLUT] * min(held, 16), 16)
        rest = 16 * held + expected(gather(state, 4 * seat + k), k + 1) - work[LACK + k]
        work[LACK + k] = max(0, -rest)
        work[HAVE + k] = max(0, rest)
        over += max(0, rest)
    work[ANY] = max(0, -over)
    work[SPARE] = max(0, over)
    gap = people(state, seat) - food(state, seat) - track(state, seat)
    if (standing >> (HUT - TOOLS)) & 1 and people(state, seat) < MOST_PEOPLE:
        gap += 1
    if (standing >> (FIELD - TOOLS)) & 1 and track(state, seat) < MOST_TRACK:
        gap -= 1
    work[GAP] = 16 * gap - expected(hunters(state, seat), 0)
    return left


@compiled
def faded(work, worth, last):  # type: ignore[no-untyped-def]
    """A worth that sinks to `last` at the end."""
    return last + (((worth - last) * work[FADE]) >> 6)


@compiled
def hunger(board, work, gap):  # type: ignore[no-untyped-def]
    """What so much food short costs: a resource each, or going hungry."""
    if gap <= 0:
        return 0
    return min(faded(work, board[STARVE], 16 * HUNGER), (gap * faded(work, board[HUNGRY], 16)) >> 4)


@compiled
def worth_of_food(board, work, amount):  # type: ignore[no-untyped-def]
    """So much food more: first against hunger, then for rounds to come."""
    gap = work[GAP]
    saved = hunger(board, work, gap) - hunger(board, work, gap - amount)
    over = amount - max(0, gap)
    if over > 0:
        saved += (over * faded(work, board[FOOD_LEFT], 0)) >> 4
    return saved


@compiled
def worth_of_field(board, work, state, seat):  # type: ignore[no-untyped-def]
    """A step up the food track."""
    if track(state, seat) >= MOST_TRACK:
        return 0
    each = board[FIELD_ROUND]
    if track(state, seat) >= people(state, seat):
        each = board[FIELD_SPARE]
    return 16 * farmers(state, seat) + ((each * work[LEFT]) >> 4) + worth_of_food(board, work, 16)


@compiled
def worth_of_person(board, work, state, seat):  # type: ignore[no-untyped-def]
    """A person more, to be fed in this round already."""
    n = people(state, seat)
    if n >= MOST_PEOPLE:
        return 0
    each = board[HUT_ROUND] - board[HUT_CROWD] * (n - 5)
    return 16 * shamans(state, seat) + ((each * work[LEFT]) >> 4) - worth_of_food(board, work, 16)


@compiled
def worth_of_tool(board, work, state, seat):  # type: ignore[no-untyped-def]
    """A tool more."""
    n = tools(state, seat)
    if n >= MOST_TOOLS:
        return 0
    each = board[TOOL_ROUND] - board[TOOL_CROWD] * n
    return 16 * makers(state, seat) + ((each * work[LEFT]) >> 4) + board[TOOL_NOW]


@compiled
def worth_of_symbol(board, work, state, seat, symbol):  # type: ignore[no-untyped-def]
    """A card with a symbol: it makes one of two sets larger, and a set of n counts n times n."""
    first = 0
    second = 0
    owned = 0
    for s in range(SYMBOL_COUNT):
        n = 0
        if culture(state, 2 * s) == seat + 1:
            n += 1
        if culture(state, 2 * s + 1) == seat + 1:
            n += 1
        if n > 0:
            first += 1
        if n > 1:
            second += 1
        if s == symbol:
            owned = n
    if owned == 0:
        return 16 * (2 * first + 1) + ((board[SYMBOL] * work[LEFT]) >> 4)
    return 16 * (2 * second + 1) + ((board[SECOND] * work[LEFT]) >> 4)


@compiled
def grown(now, growth, left, most):  # type: ignore[no-untyped-def]
    """What a number of now will be at the end, in sixteenths."""
    return min(16 * most, 16 * now + ((growth * left) >> 4))


@compiled
def worth_of_bottom(board, work, state, seat, face):  # type: ignore[no-untyped-def]
    """The bottom half of a card."""
    bottom = bottom_of(face)
    if bottom < SYMBOL_COUNT:
        return worth_of_symbol(board, work, state, seat, bottom)
    left = work[LEFT]
    who = bottom - SYMBOL_COUNT
    if who == BUILDERS:
        return bearers_of(face) * grown(tiles(state, seat), board[TILE_GROWTH], left, 2 * STACK)
    if who == FARMERS:
        return bearers_of(face) * grown(track(state, seat), board[FIELD_GROWTH], left, MOST_TRACK)
    if who == MAKERS:
        return bearers_of(face) * grown(tools(state, seat), board[TOOL_GROWTH], left, MOST_TOOLS)
    return bearers_of(face) * grown(people(state, seat), board[PEOPLE_GROWTH], left, MOST_PEOPLE)


@compiled
def worth_of_top(board, work, state, seat, face):  # type: ignore[no-untyped-def]
    """The top half of a card."""
    effect = effect_of(face)
    n = amount_of(face)
    if effect == DICE:
        return board[DICE_CARD] + ((board[DICE_CARD_ROUND] * work[LEFT]) >> 4)
    if effect == FOOD:
        return worth_of_food(board, work, 16 * n)
    if effect == RESOURCE:
        return n * work[PRICE + resource_of(face)]
    if effect == ROLL:
        return (expected(n, 1 + resource_of(face)) * work[PRICE + resource_of(face)]) >> 4
    if effect == POINTS:
        return 16 * n
    if effect == TOOL:
        return worth_of_tool(board, work, state, seat)
    if effect == FARM:
        return worth_of_field(board, work, state, seat)
    if effect == DRAW:
        return board[BLIND]
    if effect == ONCE:
        return n * faded(work, board[ONCE_PIP], 0)
    return 2 * work[PRICE + 3]


@compiled
def worth_of_card(board, work, state, seat, kind):  # type: ignore[no-untyped-def]
    """A card, its price apart."""
    face = board[CARD_FACE + kind]
    return worth_of_bottom(board, work, state, seat, face) + worth_of_top(board, work, state, seat, face)


@compiled
def cost_of_any(work, state, seat, n):  # type: ignore[no-untyped-def]
    """What the `n` resources cost that are worth least; what isn't there is reckoned as the worth of wood."""
    cost = 0
    for k in range(4):
        some = min(n, stock(state, 4 * seat + k))
        cost += some * work[PRICE + k]
        n -= some
    return cost + n * work[PRICE]


@compiled
def worth_of_tile(board, work, state, seat, kind):  # type: ignore[no-untyped-def]
    """A tile, less the worth of what it costs; where resources are free to choose, of such as are in stock."""
    gain = 16 * builders(state, seat) + ((board[BUILDER_HOPE] * work[LEFT]) >> 4)
    price = board[TILE_PRICE + kind]
    if kind < FIRST_FREE:
        gain += 16 * board[TILE_POINTS + kind]
        for k in range(4):
            gain -= ((price >> (6 + 3 * k)) & 7) * work[PRICE + k]
        return gain
    n = price & 7
    many = (price >> 3) & 7
    if kind == ANY_TILE:
        n = MOST_ANY
        many = 4
    # The best `many` kinds in stock, most first; one of each kind, then what is left of the best.
    for turn in range(4):
        k = 3 - turn
        held = stock(state, 4 * seat + k)
        if held > 0 and n > 0 and many > 0:
            some = min(held, n - (many - 1) if kind != ANY_TILE else n)
            gain += some * (16 * (3 + k) - work[PRICE + k])
            n -= some
            many -= 1
    return gain
