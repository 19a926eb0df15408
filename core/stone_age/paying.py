"""What can be paid, and with what: payments go one resource after the other, in ascending order."""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.stone_age.board import TILE_PRICE
from mutapa.core.stone_age.figures import ANY_TILE, BUILDING, CARD, FIRST_FREE
from mutapa.core.stone_age.layout import PAY, STOCK, kinds, last, left, phase, place, stock, tops

LANE = (1 << 13) - 1


@compiled
def wealth(state, seat):  # type: ignore[no-untyped-def]
    """All resources of the seat."""
    word = state[STOCK + seat]
    return (word & LANE) + ((word >> 13) & LANE) + ((word >> 26) & LANE) + ((word >> 39) & LANE)


@compiled
def most(state, seat, first, many):  # type: ignore[no-untyped-def]
    """Resources in the `many` largest heaps of kinds `first` and up; -1 if fewer heaps are there."""
    total = 0
    used = 0
    for _ in range(many):
        best = -1
        amount = 0
        for k in range(first, 4):
            if (used >> k) & 1 == 0 and stock(state, seat * 4 + k) > amount:
                best = k
                amount = stock(state, seat * 4 + k)
        if best < 0:
            return -1
        used |= 1 << best
        total += amount
    return total


@compiled
def may_continue(state, seat, first, mine, n, many):  # type: ignore[no-untyped-def]
    """1 if `n` more can be paid: exactly `many` new kinds from `first` on, and any of the `mine` left of the kind begun."""
    if n < many:
        return 0
    reach = most(state, seat, first, many)
    if reach < 0 or reach + mine < n:
        return 0
    return 1


@compiled
def may_buy(board, state, seat, where):  # type: ignore[no-untyped-def]
    """1 if the seat can pay the card or tile at place `where`."""
    if where < BUILDING:
        if wealth(state, seat) > where - CARD:
            return 1
        return 0
    kind = tops(state, where - BUILDING) - 1
    price = board[TILE_PRICE + kind]
    if kind < FIRST_FREE:
        for k in range(4):
            if stock(state, seat * 4 + k) < (price >> (6 + 3 * k)) & 7:
                return 0
        return 1
    if kind == ANY_TILE:
        if state[STOCK + seat] > 0:
            return 1
        return 0
    return may_continue(state, seat, 0, 0, price & 7, (price >> 3) & 7)


@compiled
def payable(board, state, seat):  # type: ignore[no-untyped-def]
    """Mask of the resources that may be paid next, so that the rest can be paid too; bit 4: the payment may end here."""
    first = 0
    if last(state) > 0:
        first = last(state) - 1
    n = left(state)
    found = 0
    if phase(state) == PAY and place(state) >= BUILDING:
        kind = tops(state, place(state) - BUILDING) - 1
        if kind == ANY_TILE:
            for k in range(first, 4):
                if stock(state, seat * 4 + k) > 0:
                    found |= 1 << k
            if last(state) > 0:
                found |= 16
            return found
        many = kinds(state)
        for k in range(first, 4):
            mine = stock(state, seat * 4 + k)
            if mine > 0:
                if k + 1 == last(state):
                    rest = many
                else:
                    rest = many - 1
                if rest >= 0 and may_continue(state, seat, k + 1, mine - 1, n - 1, rest) == 1:
                    found |= 1 << k
        return found
    behind = 0
    for i in range(4 - first):
        k = 3 - i
        mine = stock(state, seat * 4 + k)
        behind += mine
        if mine > 0 and behind >= n:
            found |= 1 << k
    return found


@compiled
def is_single(mask):  # type: ignore[no-untyped-def]
    """1 if the mask has exactly one answer."""
    if popcount(mask) == 1:
        return 1
    return 0
