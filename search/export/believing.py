"""What is believed of bidder types, in compiled code: the twin of `mutapa.search.beliefs` and of three expectations.

Weights are exact whole numbers of any length there; here each is `LIMBS` limbs of 26 bits, the lowest first. Common factors stay
in, since only ratios count. An auction of more than a hundred voluntary steps of one seat would fill them: then the lowest limbs
go, a part in 2^1000 of a weight.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE
from mutapa.search.beliefs import VOLUNTARY, WHOLE
from mutapa.search.expectations import TRAITS_MAX, TYPES_MAX

LIMBS = 96
BITS = 26
LIMB = (1 << BITS) - 1
DROPPED = 40
"""Limbs that go when a row is full."""
BIG = LIMBS + 4
"""Words of a number in `bigs`, scratch for three of them."""
TOTAL, RUN, REST = 0, BIG, 2 * BIG
ROWS, RUNNING, USED = 0, 1, 2
"""The state: rows of the prior, whether an auction is under way, limbs in use by each row of weights."""
STATE = 16
UNIFORM, HEURISTIC, LEARNED = range(3)


@compiled
def read_prior(game, board, work, kind, given, out, prior, state):  # type: ignore[no-untyped-def]
    """Fill `prior`, a row of weights for all bidders or one for each value of their traits; return how many types, 0 if none.

    `given`: the table of a `LEARNED` expectation, row after row. `out` is scratch, int64[TYPES_MAX].
    """
    types = game.bid_types(board, work, out)
    rows = 1
    if types <= 0 or types > TYPES_MAX:
        return 0
    if kind == UNIFORM:
        for t in range(types):
            prior[t] = out[t]
    else:
        rows = 0
        while rows < TRAITS_MAX and game.bid_prior(board, work, rows, out) > 0:
            for t in range(types):
                prior[rows * types + t] = out[t]
            rows += 1
        if kind == LEARNED:
            if rows == 0:
                rows = 1
            if len(given) != rows * types:
                return 0
            for i in range(rows * types):
                prior[i] = given[i]
    state[ROWS] = rows
    return types if rows > 0 else 0


@compiled
def write_row(weights, row, types, prior, at, state):  # type: ignore[no-untyped-def]
    """A row of weights from numbers of at most 53 bits: prior[at..], or all 1 if `at` is negative."""
    state[USED + row] = 3
    for t in range(types):
        first = (row * types + t) * LIMBS
        number = prior[at + t] if at >= 0 else 1
        for i in range(3):
            weights[first + i] = number & LIMB
            number >>= BITS
    return 0


@compiled
def multiplied(weights, first, used, factor):  # type: ignore[no-untyped-def]
    """Multiply one weight of `used` limbs by a factor below 2^27; return the carry."""
    carry = 0
    for i in range(used):
        x = weights[first + i] * factor + carry
        weights[first + i] = x & LIMB
        carry = x >> BITS
    return carry


@compiled
def make_room(weights, row, types, state):  # type: ignore[no-untyped-def]
    """One limb more for a row."""
    used = state[USED + row]
    if used == LIMBS:
        for t in range(types):
            first = (row * types + t) * LIMBS
            for i in range(used - DROPPED):
                weights[first + i] = weights[first + i + DROPPED]
        used -= DROPPED
    for t in range(types):
        weights[(row * types + t) * LIMBS + used] = 0
    state[USED + row] = used + 1
    return 0


@compiled
def believe(game, board, work, before, seat, action, me, seats, types, later, prior, weights, state):  # type: ignore[no-untyped-def]
    """`seat` (CHANCE for nature) made step `action` where seat `me` saw `before`; `later`: the prior has a row for each trait."""
    kind = 0
    if seat != CHANCE:
        kind = game.forced(board, work, before)
    if kind == 0:
        if state[RUNNING]:
            for s in range(seats):
                write_row(weights, s, types, prior, -1, state)
        state[RUNNING] = 0
        return 0
    if state[RUNNING] == 0:
        state[RUNNING] = 1
        for s in range(seats):
            trait = 0
            if later:
                trait = game.bid_traits(board, work, before, s)
            write_row(weights, s, types, prior, trait * types, state)
    if kind != VOLUNTARY or seat == me:
        return 0
    make_room(weights, seat, types, state)
    used = state[USED + seat]
    for t in range(types):
        multiplied(weights, (seat * types + t) * LIMBS, used, game.likelihood(board, work, before, seat, action, t))
    full = 0
    for t in range(types):
        if weights[(seat * types + t) * LIMBS + used - 1]:
            full = 1
    if full == 0:
        state[USED + seat] = used - 1
    return 0


@compiled
def add_to(bigs, at, weights, first, used):  # type: ignore[no-untyped-def]
    """Add a weight to the number at bigs[at..], which has room for one limb more."""
    carry = 0
    for i in range(used):
        x = bigs[at + i] + weights[first + i] + carry
        bigs[at + i] = x & LIMB
        carry = x >> BITS
    i = used
    while carry:
        x = bigs[at + i] + carry
        bigs[at + i] = x & LIMB
        carry = x >> BITS
        i += 1
    return 0


@compiled
def at_least(bigs, one, other, n):  # type: ignore[no-untyped-def]
    """1 if the number at `one` is at least that at `other`; both of `n` limbs."""
    for i in range(n - 1, -1, -1):
        if bigs[one + i] != bigs[other + i]:
            return 1 if bigs[one + i] > bigs[other + i] else 0
    return 1


@compiled
def doubled(bigs, at, n):  # type: ignore[no-untyped-def]
    """Double a number of `n` limbs, the last of which has room."""
    carry = 0
    for i in range(n):
        x = (bigs[at + i] << 1) | carry
        bigs[at + i] = x & LIMB
        carry = x >> BITS
    return 0


@compiled
def subtracted(bigs, at, other, n):  # type: ignore[no-untyped-def]
    """Subtract the number at `other` from that at `at`, which is at least as large."""
    borrow = 0
    for i in range(n):
        x = bigs[at + i] - bigs[other + i] - borrow
        borrow = 0
        if x < 0:
            x += LIMB + 1
            borrow = 1
        bigs[at + i] = x
    return 0


@compiled
def share_of(bigs, n):  # type: ignore[no-untyped-def]
    """The number at RUN as a share of that at TOTAL, in parts of `WHOLE`, rounded to nearest; 2^32 if it is all of it."""
    for i in range(n):
        bigs[REST + i] = bigs[RUN + i]
    if at_least(bigs, REST, TOTAL, n):
        return WHOLE
    found = 0
    for _ in range(32):
        doubled(bigs, REST, n)
        found <<= 1
        if at_least(bigs, REST, TOTAL, n):
            subtracted(bigs, REST, TOTAL, n)
            found |= 1
    doubled(bigs, REST, n)
    return found + at_least(bigs, REST, TOTAL, n)


@compiled
def cumulate(weights, row, types, state, bigs, out, at):  # type: ignore[no-untyped-def]
    """Write the running sums of a row, scaled to end at 2^32, to out[at..]."""
    used = state[USED + row]
    n = used + 3
    for i in range(3 * BIG):
        bigs[i] = 0
    for t in range(types):
        add_to(bigs, TOTAL, weights, (row * types + t) * LIMBS, used)
    for t in range(types):
        add_to(bigs, RUN, weights, (row * types + t) * LIMBS, used)
        out[at + t] = share_of(bigs, n)
    return 0


@compiled
def write_prior(seats, types, prior, weights, state, bigs, out):  # type: ignore[no-untyped-def]
    """Begin: no auction is under way. What a search reads of later auctions: the rows of the prior, behind those of the seats.

    The row of weights behind those of the seats is scratch.
    """
    state[RUNNING] = 0
    for s in range(seats):
        write_row(weights, s, types, prior, -1, state)
    for row in range(state[ROWS]):
        write_row(weights, seats, types, prior, row * types, state)
        cumulate(weights, seats, types, state, bigs, out, (seats + row) * types)
    return 0


@compiled
def write_beliefs(seats, types, weights, state, bigs, out):  # type: ignore[no-untyped-def]
    """What a search reads of the auction under way: a row for each seat as it is believed now; return if there is one."""
    for s in range(seats):
        cumulate(weights, s, types, state, bigs, out, s * types)
    return state[RUNNING]
