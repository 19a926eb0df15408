"""Small operations on 54-bit words, and small tables packed into one."""

from __future__ import annotations

from collections.abc import Sequence

from mutapa.core.compiled import WORD_BITS, compiled, popcount


def pack(values: Sequence[int], width: int) -> int:
    """Pack a small table into one word, to be read by ``(word >> (width * i)) & mask``.

    Compiled code can't index a tuple cheaply; a constant word costs a shift.
    """
    if any(not 0 <= value < 1 << width for value in values) or width * len(values) > WORD_BITS:
        raise ValueError(f"{list(values)} does not fit {WORD_BITS} bits at {width} bits each")
    return sum(value << (width * i) for i, value in enumerate(values))


@compiled
def nth_bit(x, k):  # type: ignore[no-untyped-def]
    """Index of the one bit number `k` (0-based, from the lowest) of the word `x`; `k` must be below its popcount."""
    at = 0
    width = 32
    while width > 0:
        low = x & ((1 << width) - 1)
        n = popcount(low)
        if k >= n:
            k -= n
            x >>= width
            at += width
        else:
            x = low
        width >>= 1
    return at
