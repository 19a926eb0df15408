"""The forward pass, compiled into every game's native object: one position at a time, weights by pointer.

Floats are of 32 bits, and every sum has an order (that of its inputs), so plain Python, the JIT and the object give the same
bits, on every machine; the loops that are worth it run over outputs, which lets the compiler use wide registers without
changing that order.

A *brain* is what a thread thinks with, one tuple of arrays: ``net`` float32, the weights, shared by all threads; ``plan``, where
things are (`mutapa.nets.shape`), shared too; ``layers`` float32, scratch and memory; then int64 scratch: ``sight`` (a state),
``sparse``, ``dense``, ``parts`` and ``keys``. Its memory keeps the last layer of what it saw before, by the key of the
view: a search values a position when it reaches it and asks for a policy when it comes back. What is kept is what would be worked
out anew, so the memory changes no result. A network sees what the game's ``observe`` lets its seat see, and nothing else.
"""

from __future__ import annotations

import numpy as np

from mutapa.core.compiled import WORD, compiled, consult, double, single
from mutapa.core.entries import Entry
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.core.game import UNIT
from mutapa.nets import shape as at
from mutapa.nets.reals import exp
from mutapa.nets.shape import (
    ARGUMENTS,
    ASK,
    BID,
    BID_BIAS,
    BIDS,
    CELL,
    DENSE,
    DENSE_AT,
    DENSE_BIAS,
    DIRECT,
    EMBED,
    FIRST_AT,
    HEAD_AT,
    HIDDEN,
    INPUT_AT,
    LOGITS_AT,
    MARGIN,
    MARGIN_BIAS,
    PAIR,
    PAIR_BIAS,
    POINTS,
    QUERY,
    QUERY_BIAS,
    RANK,
    ROW,
    ROWS_AT,
    SEATS,
    SECOND,
    SECOND_AT,
    SECOND_BIAS,
    SLOTS,
    THIRD,
    THIRD_BIAS,
    VALUE,
    VALUE_BIAS,
    WIDE,
)

LOW, HIGH = np.float32(0), np.float32(at.TOP)
PER_UNIT = 1.0 / UNIT  # a power of two: exact
FARTHEST = 1048576.0
"""Points that a margin is held to."""


@compiled
def copy(net, source, layers, target, n):  # type: ignore[no-untyped-def]
    """layers[target ..] = net[source ..], `n` numbers."""
    for j in range(n):
        layers[target + j] = net[source + j]
    return 0


@compiled
def add_rows(net, first, layers, target, width, sparse, n):  # type: ignore[no-untyped-def]
    """layers[target + j] += the sum of elements j of the rows sparse[0 .. n) of the matrix at `first`, in that order."""
    i = 0
    while i + 4 <= n:
        a = first + sparse[i] * width
        b = first + sparse[i + 1] * width
        c = first + sparse[i + 2] * width
        d = first + sparse[i + 3] * width
        for j in range(width):
            layers[target + j] = layers[target + j] + net[a + j] + net[b + j] + net[c + j] + net[d + j]
        i += 4
    while i < n:
        a = first + sparse[i] * width
        for j in range(width):
            layers[target + j] = layers[target + j] + net[a + j]
        i += 1
    return 0


@compiled
def add_product(net, matrix, layers, source, n, target, width):  # type: ignore[no-untyped-def]
    """layers[target + j] += sum over i < n of layers[source + i] * matrix[i, j], in the order of i."""
    i = 0
    while i + 4 <= n:
        a = matrix + i * width
        b = a + width
        c = b + width
        d = c + width
        p = layers[source + i]
        q = layers[source + i + 1]
        r = layers[source + i + 2]
        s = layers[source + i + 3]
        for j in range(width):
            layers[target + j] = (
                layers[target + j] + p * net[a + j] + q * net[b + j] + r * net[c + j] + s * net[d + j]
            )
        i += 4
    while i < n:
        a = matrix + i * width
        p = layers[source + i]
        for j in range(width):
            layers[target + j] = layers[target + j] + p * net[a + j]
        i += 1
    return 0


@compiled
def hold(layers, first, n):  # type: ignore[no-untyped-def]
    """Hold `n` numbers to LOW .. HIGH."""
    for j in range(n):
        x = layers[first + j]
        if x < LOW:
            x = LOW
        if x > HIGH:
            x = HIGH
        layers[first + j] = x
    return 0


@compiled
def think(game, board, work, world, seat, brain):  # type: ignore[no-untyped-def]
    """See `world` as `seat` does; return where in ``layers`` the row of what is thought stands: x3, then the value's logits."""
    net, plan, layers, sight, sparse, dense, _, keys = brain
    game.observe(board, work, world, seat, sight)
    key = (game.key(board, work, sight) ^ (seat * 0x2545F4914F6CDD)) & WORD
    if key == 0:
        key = 1  # 0 marks an empty slot
    slot = key & (plan[SLOTS] - 1)
    row = plan[ROWS_AT] + slot * plan[ROW]
    if keys[slot] == key:
        return row
    keys[slot] = key
    n = game.features(board, work, sight, seat, sparse, dense)
    if plan[ASK] != 0:
        consult(plan[ASK], sparse, n, dense, layers, row)
        return row
    count = plan[DENSE]
    wide = plan[WIDE]
    hidden = plan[HIDDEN]
    seats = plan[SEATS]
    inputs = plan[INPUT_AT]
    x1 = plan[FIRST_AT]
    x2 = plan[SECOND_AT]
    for d in range(count):
        layers[inputs + d] = single(dense[d] * PER_UNIT)
    copy(net, plan[DENSE_BIAS], layers, x1, wide)
    add_rows(net, plan[EMBED], layers, x1, wide, sparse, n)
    add_product(net, plan[DENSE_AT], layers, inputs, count, x1, wide)
    hold(layers, x1, wide)
    copy(net, plan[SECOND_BIAS], layers, x2, hidden)
    add_product(net, plan[SECOND], layers, x1, wide, x2, hidden)
    hold(layers, x2, hidden)
    copy(net, plan[THIRD_BIAS], layers, row, hidden)
    add_product(net, plan[THIRD], layers, x2, hidden, row, hidden)
    hold(layers, row, hidden)
    for j in range(hidden):
        layers[row + j] = layers[row + j] + layers[x2 + j]
    copy(net, plan[VALUE_BIAS], layers, row + hidden, seats)
    add_product(net, plan[DIRECT], layers, inputs, count, row + hidden, seats)
    add_product(net, plan[VALUE], layers, row, hidden, row + hidden, seats)
    return row


@compiled
def head(net, plan, layers, row, matrix, bias, width):  # type: ignore[no-untyped-def]
    """A head's output from the row of a thought: ``layers[plan[HEAD_AT] ..]``; returns that place."""
    target = plan[HEAD_AT]
    copy(net, bias, layers, target, width)
    add_product(net, matrix, layers, row, plan[HIDDEN], target, width)
    return target


@compiled
def logits(game, board, work, brain, row, actions, n):  # type: ignore[no-untyped-def]
    """The policy's logits of actions[0 .. n), legal in what was thought of last, into ``layers``; returns where."""
    net, plan, layers, sight, _, _, parts, _ = brain
    rank = plan[RANK]
    g = head(net, plan, layers, row, plan[QUERY], plan[QUERY_BIAS], 2 * rank)
    h = g + rank
    found = plan[LOGITS_AT]
    for i in range(n):
        game.action_parts(board, work, sight, actions[i], parts)
        pair = parts[0] * plan[ARGUMENTS] + parts[1]
        p = plan[PAIR] + pair * 2 * rank
        t = p + rank
        c = plan[CELL] + parts[2] * rank
        total = net[plan[PAIR_BIAS] + pair]
        for r in range(rank):
            total = total + layers[g + r] * net[p + r] + layers[h + r] * (net[t + r] * net[c + r])
        layers[found + i] = total
    return found


@compiled
def exponentials(layers, first, n):  # type: ignore[no-untyped-def]
    """Turn `n` logits into e^(logit - the highest), in place."""
    highest = layers[first]
    for i in range(1, n):
        if layers[first + i] > highest:
            highest = layers[first + i]
    for i in range(n):
        layers[first + i] = single(exp(double(layers[first + i]) - double(highest)))
    return 0


@compiled
def judge(game, board, work, world, seat, seats, brain, marks):  # type: ignore[no-untyped-def]
    """What the network of `seat`, which is to move, thinks of `world`, in the form of the game's ``judge``: shares of the win
    (fixed point, UNIT in sum), then margins in points."""
    net, plan, layers, _, _, _, _, _ = brain
    row = think(game, board, work, world, seat, brain)
    first = head(net, plan, layers, row, plan[MARGIN], plan[MARGIN_BIAS], plan[SEATS])
    for r in range(seats):
        points = double(layers[first + r]) * plan[POINTS]
        points = min(max(points, -FARTHEST), FARTHEST)
        marks[MOST_SEATS + (seat + r) % seats] = int(points + 0.5) if points > 0.0 else -int(0.5 - points)
    for r in range(seats):
        layers[first + r] = layers[row + plan[HIDDEN] + r]
    exponentials(layers, first, seats)
    total = 0.0
    for r in range(seats):
        total += double(layers[first + r])
    left = UNIT
    for r in range(1, seats):
        share = int(double(layers[first + r]) / total * UNIT)
        marks[(seat + r) % seats] = share
        left -= share
    marks[seat] = left
    return 0


@compiled
def raw(game, board, work, world, seat, net, plan, layers, sight, sparse, dense, parts, keys, actions, n, out):  # type: ignore[no-untyped-def]
    """All that a network says of `world` to `seat`, as numbers of 32 bits: out = the value's logits and the margins of all
    relative seats, the logits of actions[0 .. n) (legal, the seat to move), then those of bids by relative seats 1, 2, ..."""
    brain = (net, plan, layers, sight, sparse, dense, parts, keys)
    row = think(game, board, work, world, seat, brain)
    seats = plan[SEATS]
    for r in range(seats):
        out[r] = layers[row + plan[HIDDEN] + r]
    first = head(net, plan, layers, row, plan[MARGIN], plan[MARGIN_BIAS], seats)
    for r in range(seats):
        out[seats + r] = layers[first + r]
    first = logits(game, board, work, brain, row, actions, n)
    for i in range(n):
        out[2 * seats + i] = layers[first + i]
    width = (seats - 1) * plan[BIDS]
    first = head(net, plan, layers, row, plan[BID], plan[BID_BIAS], width)
    for i in range(width):
        out[2 * seats + n + i] = layers[first + i]
    return row


@compiled
def ponder(game, board, work, world, seat, net, plan, layers, sight, sparse, dense, parts, keys, actions, n, marks, count):  # type: ignore[no-untyped-def]  # fmt: skip
    """Think of `world` anew `count` times, each time with values, and a policy unless `n` is 0. For benchmarks."""
    brain = (net, plan, layers, sight, sparse, dense, parts, keys)
    total = 0
    for _ in range(count):
        for i in range(plan[SLOTS]):
            keys[i] = 0
        judge(game, board, work, world, seat, plan[SEATS], brain, marks)
        total = (total + marks[seat]) & WORD
        if n > 0:
            row = think(game, board, work, world, seat, brain)
            first = logits(game, board, work, brain, row, actions, n)
            exponentials(layers, first, n)
    return total


ENTRIES = (
    Entry("think", raw, "gaaaifafaaaaaaif", apart=True),
    Entry("ponder", ponder, "gaaaifafaaaaaaiai", apart=True),
)
