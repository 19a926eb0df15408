"""Where the expert puts its people: what a place is worth to it now, less what those people would do elsewhere."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
from mutapa.core.stone_age.board import TILE_PRICE
from mutapa.core.stone_age.figures import ANY_TILE, BUILDING, CARD, FIELD, FIRST_FREE, HUNGER, HUT, SINGLES, TOOLS
from mutapa.core.stone_age.gains import SHARES
from mutapa.core.stone_age.layout import cards, hand, hunters, tops
from mutapa.core.stone_age.outlook import (
    ANY,
    GAP,
    HAVE,
    LACK,
    OUTLOOK_WORDS,
    PRICE,
    SPARE,
    cost_of_any,
    expected,
    faded,
    hunger,
    worth_of_card,
    worth_of_field,
    worth_of_food,
    worth_of_person,
    worth_of_tile,
    worth_of_tool,
)
from mutapa.core.stone_age.paying import may_buy
from mutapa.core.stone_age.placing import hunt_room, open_singles, rooms
from mutapa.core.stone_age.weights import (
    ELSEWHERE,
    HUNTERS,
    KEEP,
    LATER,
    LUCK,
    NEEDED,
    NEEDED_ANY,
    POOR,
    RESERVE,
    STARVE,
)
from mutapa.core.stone_age.work import OUTLOOK

SITE = OUTLOOK + OUTLOOK_WORDS
"""A word a place for one seat alone: what it is worth beyond its people's work elsewhere."""
MAIN = SITE + SINGLES
"""The open place, hunt or resource, where a die brings most ..."""
MAIN_EACH = MAIN + 1
"""... how much, ..."""
NEXT_EACH = MAIN + 2
"""... and how much at the next best: what people would do elsewhere."""
FREE_HANDS = MAIN + 3
"""People that may go to one resource place without being missed elsewhere, in sixteenths."""
HUNT_HANDS = FREE_HANDS + 1
"""The same for the hunt."""
BEYOND = 320
"""Taken off what can't be had."""


@compiled
def poverty(board, work, state, seat, pips):  # type: ignore[no-untyped-def]
    """Cost of so many pips still to be gathered (sixteenths) by the people left."""
    if pips <= 0:
        return 0
    cost = (pips * board[POOR]) >> 4
    if pips > board[LUCK] * (hand(state, seat) - 1):
        cost += BEYOND
    return cost


@compiled
def lacking(board, work, state, seat, where, kind):  # type: ignore[no-untyped-def]
    """Pips to gather for a tile, in sixteenths, before it can be paid; much where a resource can't be had in this round."""
    price = board[TILE_PRICE + kind]
    pips = 0
    if kind < FIRST_FREE:
        open_places = rooms(board, state, seat)
        for k in range(4):
            need = 16 * ((price >> (6 + 3 * k)) & 7) - work[HAVE + k]
            if need > 0:
                pips += need * (3 + k)
                if (open_places >> (4 * k)) & 15 == 0:
                    pips += BEYOND * 16
        over = work[SPARE]
        for k in range(4):
            over -= 16 * ((price >> (6 + 3 * k)) & 7)
        if pips == 0 and over < 0:
            pips = -3 * over
        return pips
    if kind == ANY_TILE:
        return max(0, 16 - work[SPARE]) * 3
    pips = max(0, 16 * (price & 7) - work[SPARE]) * 3
    if pips == 0 and may_buy(board, state, seat, where) == 1:
        return 0
    many = (price >> 3) & 7
    for k in range(4):
        if work[HAVE + k] >= 16:
            many -= 1
    return pips + max(0, many) * 16 * 4


@compiled
def worth_of_single(board, work, state, seat, where):  # type: ignore[no-untyped-def]
    """A place for one seat alone beyond its people's work elsewhere."""
    each = (board[ELSEWHERE] * work[MAIN_EACH]) >> 6
    if where == TOOLS:
        return worth_of_tool(board, work, state, seat) - each
    if where == HUT:
        return worth_of_person(board, work, state, seat) - 2 * each
    if where == FIELD:
        return worth_of_field(board, work, state, seat) - each
    if where < BUILDING:
        n = where - CARD + 1
        worth = worth_of_card(board, work, state, seat, cards(state, where - CARD) - 1) - cost_of_any(work, state, seat, n)
        return worth - each - poverty(board, work, state, seat, 3 * (16 * n - work[SPARE]))
    kind = tops(state, where - BUILDING) - 1
    worth = worth_of_tile(board, work, state, seat, kind)
    return worth - each - poverty(board, work, state, seat, lacking(board, work, state, seat, where, kind))


@compiled
def find_main(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Find the two best places for one more person on the hunt or a resource place."""
    best = 0
    most = 0
    following = 0
    open_places = rooms(board, state, seat)
    if hunt_room(board, state, seat) > 0:
        most = worth_of_food(board, work, 28)
    for k in range(4):
        if (open_places >> (4 * k)) & 15 > 0:
            worth = work[PRICE + k]
            if work[LACK + k] > 0:
                worth += board[NEEDED]
            worth = (7 * worth * ((SHARES >> (10 * (k + 1))) & 1023)) >> 11
            if worth > most:
                following = most
                best = k + 1
                most = worth
            elif worth > following:
                following = worth
    work[MAIN] = best
    work[MAIN_EACH] = most
    work[NEXT_EACH] = following
    return 0


@compiled
def survey(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Chart the open places for one seat alone, and how many people are free for the others."""
    find_main(board, work, state, seat)
    mask = open_singles(board, state, seat)
    wanted = 0
    while mask > 0:
        i = lowest(mask)
        mask &= mask - 1
        worth = worth_of_single(board, work, state, seat, TOOLS + i)
        work[SITE + i] = worth
        if worth > 0:
            wanted += 2 if TOOLS + i == HUT else 1
    hands = 16 * hand(state, seat) - board[KEEP] * wanted
    work[HUNT_HANDS] = hands
    if hunters(state, seat) == 0 and work[GAP] > 0 and hunger(board, work, work[GAP]) < faded(work, board[STARVE], 16 * HUNGER):
        hands -= (board[HUNTERS] * work[GAP]) >> 4
    work[FREE_HANDS] = hands
    return 0


@compiled
def worth_of_crowd(board, work, where, n):  # type: ignore[no-untyped-def]
    """`n` people on the hunt or a resource place beyond their work elsewhere."""
    some = expected(n, where)
    each = work[NEXT_EACH] if where == work[MAIN] else work[MAIN_EACH]
    if where == 0:
        worth = worth_of_food(board, work, some) - board[LATER]
        hands = work[HUNT_HANDS]
    else:
        k = where - 1
        worth = some * work[PRICE + k] + min(some, work[LACK + k]) * board[NEEDED] + min(some, work[ANY]) * board[NEEDED_ANY]
        worth >>= 4
        hands = work[FREE_HANDS]
    return worth - n * ((board[ELSEWHERE] * each) >> 6) - ((board[RESERVE] * max(0, 16 * n - hands)) >> 4)


@compiled
def score_place(board, work, state, seat, argument):  # type: ignore[no-untyped-def]
    """A way to place."""
    where = argument >> 4
    if where >= TOOLS:
        return work[SITE + where - TOOLS]
    return worth_of_crowd(board, work, where, argument & 15)
