"""BLAKE2b (RFC 7693) in compiled code, without a key: streams are derived by it, and what engines know is compared by it.

Its words have 64 bits; here each is two halves of 32, since compiled code uses no more than 54 bits of a word.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.streams import MASK32
from mutapa.core.words import pack

BLOCK = 128
"""Bytes."""
SCRATCH = 112
"""Words of scratch: the chain of 8 words, the state of 16, the block of 16, each as two halves, then the order of a round."""
CHAIN, STATE, PIECE, ORDER = 0, 16, 48, 80
ORDERS = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4), (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13), (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11), (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5), (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)  # fmt: skip
(A0, A1, A2, A3, A4, A5, A6, A7, A8, A9) = (pack(order[:8], 4) for order in ORDERS)
(B0, B1, B2, B3, B4, B5, B6, B7, B8, B9) = (pack(order[8:], 4) for order in ORDERS)


@compiled
def turned(s, word, bits):  # type: ignore[no-untyped-def]
    """Rotate the word of halves s[word], s[word + 1] right by `bits`, 1 to 32."""
    low = s[word]
    high = s[word + 1]
    if bits == 32:
        s[word] = high
        s[word + 1] = low
    else:
        s[word] = ((low >> bits) | (high << (32 - bits))) & MASK32
        s[word + 1] = ((high >> bits) | (low << (32 - bits))) & MASK32
    return 0


@compiled
def added(s, a, b):  # type: ignore[no-untyped-def]
    """s[a] += s[b], modulo 2^64."""
    low = s[a] + s[b]
    s[a] = low & MASK32
    s[a + 1] = (s[a + 1] + s[b + 1] + (low >> 32)) & MASK32
    return 0


@compiled
def crossed(s, a, b):  # type: ignore[no-untyped-def]
    """s[a] ^= s[b]."""
    s[a] ^= s[b]
    s[a + 1] ^= s[b + 1]
    return 0


@compiled
def mixed(s, a, b, c, d, x, y):  # type: ignore[no-untyped-def]
    """The mixing function G of the RFC, on words a, b, c, d of the state and x, y of the block."""
    a = STATE + 2 * a
    b = STATE + 2 * b
    c = STATE + 2 * c
    d = STATE + 2 * d
    added(s, a, b)
    added(s, a, PIECE + 2 * x)
    crossed(s, d, a)
    turned(s, d, 32)
    added(s, c, d)
    crossed(s, b, c)
    turned(s, b, 24)
    added(s, a, b)
    added(s, a, PIECE + 2 * y)
    crossed(s, d, a)
    turned(s, d, 16)
    added(s, c, d)
    crossed(s, b, c)
    low = s[b]  # right by 63 is left by 1
    high = s[b + 1]
    s[b] = ((low << 1) | (high >> 31)) & MASK32
    s[b + 1] = ((high << 1) | (low >> 31)) & MASK32
    return 0


@compiled
def begin(s, at):  # type: ignore[no-untyped-def]
    """Write the eight words that everything starts from to s[at..]."""
    s[at], s[at + 1] = 0xF3BCC908, 0x6A09E667
    s[at + 2], s[at + 3] = 0x84CAA73B, 0xBB67AE85
    s[at + 4], s[at + 5] = 0xFE94F82B, 0x3C6EF372
    s[at + 6], s[at + 7] = 0x5F1D36F1, 0xA54FF53A
    s[at + 8], s[at + 9] = 0xADE682D1, 0x510E527F
    s[at + 10], s[at + 11] = 0x2B3E6C1F, 0x9B05688C
    s[at + 12], s[at + 13] = 0xFB41BD6B, 0x1F83D9AB
    s[at + 14], s[at + 15] = 0x137E2179, 0x5BE0CD19
    return 0


@compiled
def turn(s, first, rest):  # type: ignore[no-untyped-def]
    """One round, the words of the block in the order `first`, `rest`, four bits each."""
    for i in range(8):
        s[ORDER + i] = (first >> (4 * i)) & 15
        s[ORDER + 8 + i] = (rest >> (4 * i)) & 15
    for i in range(4):
        mixed(s, i, 4 + i, 8 + i, 12 + i, s[ORDER + 2 * i], s[ORDER + 2 * i + 1])
    for i in range(4):
        mixed(s, i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3), s[ORDER + 8 + 2 * i], s[ORDER + 9 + 2 * i])
    return 0


@compiled
def compress(s, counted, last):  # type: ignore[no-untyped-def]
    """Take the block in; `counted`: bytes so far, this block included."""
    for i in range(16):
        s[STATE + i] = s[CHAIN + i]
    begin(s, STATE + 16)
    s[STATE + 24] ^= counted & MASK32
    s[STATE + 25] ^= counted >> 32
    if last:
        s[STATE + 28] ^= MASK32
        s[STATE + 29] ^= MASK32
    turn(s, A0, B0)
    turn(s, A1, B1)
    turn(s, A2, B2)
    turn(s, A3, B3)
    turn(s, A4, B4)
    turn(s, A5, B5)
    turn(s, A6, B6)
    turn(s, A7, B7)
    turn(s, A8, B8)
    turn(s, A9, B9)
    turn(s, A0, B0)
    turn(s, A1, B1)
    for i in range(16):
        s[CHAIN + i] ^= s[STATE + i] ^ s[STATE + 16 + i]
    return 0


@compiled
def blake(data, first, n, size, s, out, to):  # type: ignore[no-untyped-def]
    """Write the digest, `size` bytes, of the `n` bytes data[first..] to out[to..], a byte in each word.

    The first SCRATCH words of `s` are scratch; it may be the same array as the others if they don't overlap there.
    """
    begin(s, CHAIN)
    s[CHAIN] ^= 0x01010000 ^ size
    at = 0
    more = 1
    while more:
        for i in range(32):
            s[PIECE + i] = 0
        taken = n - at if n - at < BLOCK else BLOCK
        for i in range(taken):
            s[PIECE + (i >> 2)] |= data[first + at + i] << (8 * (i & 3))
        at += taken
        if at >= n:
            more = 0
        compress(s, at, 1 - more)
    for i in range(size):
        out[to + i] = (s[CHAIN + (i >> 2)] >> (8 * (i & 3))) & 255
    return 0
