"""Squares and sets of squares on a grid of 18 x 18, as six words of three rows; sets are named by their offset in an array."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest, popcount
from mutapa.core.words import nth_bit

SIDE = 18
WORDS = 6
CODES = 384
"""One more than the largest square code, rounded up: the length of tables indexed by square."""
ROW = (1 << SIDE) - 1
LOW_ROWS = (1 << 2 * SIDE) - 1
NOT_FIRST_COLUMN = WORD & ~(1 | 1 << SIDE | 1 << 2 * SIDE)
NOT_LAST_COLUMN = WORD & ~((1 | 1 << SIDE | 1 << 2 * SIDE) << (SIDE - 1))


def square(row: int, column: int) -> int:
    """Code of a square."""
    return (row // 3) * 64 + (row % 3) * SIDE + column


def row_column(code: int) -> tuple[int, int]:
    """Row and column of a square code."""
    return (code >> 6) * 3 + (code & 63) // SIDE, (code & 63) % SIDE


@compiled
def below_square(code):  # type: ignore[no-untyped-def]
    """The square one row down."""
    if (code & 63) < 2 * SIDE:
        return code + SIDE
    return code + 64 - 2 * SIDE


@compiled
def has(array, at, code):  # type: ignore[no-untyped-def]
    """1 if the square is in the set, else 0."""
    return (array[at + (code >> 6)] >> (code & 63)) & 1


@compiled
def include(array, at, code):  # type: ignore[no-untyped-def]
    """Put a square into the set."""
    array[at + (code >> 6)] |= 1 << (code & 63)
    return 0


@compiled
def exclude(array, at, code):  # type: ignore[no-untyped-def]
    """Take a square out of the set."""
    array[at + (code >> 6)] &= WORD ^ (1 << (code & 63))
    return 0


@compiled
def clear(array, at):  # type: ignore[no-untyped-def]
    """Make the set empty."""
    for w in range(WORDS):
        array[at + w] = 0
    return 0


@compiled
def size(array, at):  # type: ignore[no-untyped-def]
    """Number of squares in the set."""
    n = 0
    for w in range(WORDS):
        n += popcount(array[at + w])
    return n


@compiled
def any_in(array, at):  # type: ignore[no-untyped-def]
    """1 if the set has a square."""
    union = 0
    for w in range(WORDS):
        union |= array[at + w]
    if union != 0:
        return 1
    return 0


@compiled
def nth(array, at, k):  # type: ignore[no-untyped-def]
    """Code of the k-th square of the set (ascending, k below its size)."""
    for w in range(WORDS):
        n = popcount(array[at + w])
        if k < n:
            return w * 64 + nth_bit(array[at + w], k)
        k -= n
    return -1


@compiled
def next_from(array, at, code):  # type: ignore[no-untyped-def]
    """The first square of the set at or after `code`, -1 if none."""
    w = code >> 6
    if w >= WORDS:
        return -1
    bits = (array[at + w] >> (code & 63)) << (code & 63)
    while bits == 0:
        w += 1
        if w >= WORDS:
            return -1
        bits = array[at + w]
    return w * 64 + lowest(bits)


@compiled
def widened(x):  # type: ignore[no-untyped-def]
    """A word with the left and right neighbours of its squares."""
    return x | ((x & NOT_LAST_COLUMN) << 1) | ((x & NOT_FIRST_COLUMN) >> 1)


@compiled
def dilate(array, source, target):  # type: ignore[no-untyped-def]
    """target = source and its eight-neighbours, grid borders respected; the two may be the same."""
    before = 0
    here = widened(array[source])
    for w in range(WORDS):
        after = 0
        if w < WORDS - 1:
            after = widened(array[source + w + 1])
        array[target + w] = (here | ((here & LOW_ROWS) << SIDE) | (here >> SIDE) | (before >> 2 * SIDE)
                             | ((after & ROW) << 2 * SIDE))
        before = here
        here = after
    return 0


@compiled
def dilate_cross(array, source, target):  # type: ignore[no-untyped-def]
    """target = source and its four-neighbours; the two may be the same."""
    before = 0
    here = array[source]
    for w in range(WORDS):
        after = 0
        if w < WORDS - 1:
            after = array[source + w + 1]
        array[target + w] = (widened(here) | ((here & LOW_ROWS) << SIDE) | (here >> SIDE) | (before >> 2 * SIDE)
                             | ((after & ROW) << 2 * SIDE))
        before = here
        here = after
    return 0


@compiled
def shift_left(array, source, target):  # type: ignore[no-untyped-def]
    """target = squares whose right neighbour is in source."""
    for w in range(WORDS):
        array[target + w] = (array[source + w] & NOT_FIRST_COLUMN) >> 1
    return 0


@compiled
def shift_up(array, source, target):  # type: ignore[no-untyped-def]
    """target = squares whose neighbour one row down is in source; the two may be the same."""
    for w in range(WORDS):
        after = 0
        if w < WORDS - 1:
            after = array[source + w + 1]
        array[target + w] = (array[source + w] >> SIDE) | ((after & ROW) << 2 * SIDE)
    return 0
