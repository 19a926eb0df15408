"""Random streams: one seed in, the same numbers out, in every way of running.

A generator is an int64 array of two 32-bit words (xoroshiro64 of Blackman and Vigna 2018, with a 22-bit multiplier as
scrambler so that no product passes 54 bits). Draws below `n` take the high half of a product, never ``%``.
A stream is derived from the run's seed by name and index, so that nothing global exists and no stream
depends on how often another was used.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from mutapa.core.compiled import compiled

MASK32 = 0xFFFFFFFF
SCRAMBLER = 0x2B7E15
MAX_BOUND = 1 << 22
Array = npt.NDArray[np.int64]


def derive(seed: int, *names: str | int) -> Array:
    """Return the stream's generator, int64[2], a function of `seed` and the path of `names` alone.

    >>> derive(1, "game", 3, "seat", 0).tolist() == derive(1, "game", 3, "seat", 0).tolist()
    True
    """
    path = "/".join([str(int(seed)), *[f"{type(name).__name__[0]}:{name}" for name in names]])
    digest = hashlib.blake2b(path.encode(), digest_size=8).digest()
    low, high = int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")
    return np.array([low or 1, high], np.int64)  # an all-zero state would stay zero for ever


@compiled
def next32(rng):  # type: ignore[no-untyped-def]
    """Advance the generator; return 32 random bits."""
    low = rng[0]
    high = rng[1]
    result = (low * SCRAMBLER) & MASK32
    high ^= low
    rng[0] = (((low << 26) | (low >> 6)) & MASK32) ^ high ^ ((high << 9) & MASK32)
    rng[1] = ((high << 13) | (high >> 19)) & MASK32
    return result ^ (result >> 16)


@compiled
def below(rng, n):  # type: ignore[no-untyped-def]
    """A number in 0 .. n-1, 1 <= n <= 2^22; its bias is below n / 2^32."""
    return (next32(rng) * n) >> 32


@compiled
def mix(low, high):  # type: ignore[no-untyped-def]
    """32 well-mixed bits of two 32-bit words: three rounds of multiply and shift, every product below 54 bits."""
    x = (low ^ ((high << 16) & MASK32) ^ (high >> 16)) & MASK32
    for i in range(3):
        x ^= x >> 15
        x = (x * SCRAMBLER + high + i) & MASK32
        x ^= x >> 13
        x = (x * 0x1F35B9 + low) & MASK32
        x ^= x >> 16
    return x


@compiled
def keyed(key, pile, k, n):  # type: ignore[no-untyped-def]
    """Draw `k` of `pile` under `key` (int64[2]): a number in 0 .. n-1 that depends on nothing else.

    `k` is a public count kept in the state; paired games share their luck since their keys are equal.
    """
    return (mix(key[0] ^ mix(pile, 0x51ED27), key[1] ^ mix(k, 0x2545F5)) * n) >> 32


@compiled
def split(rng, index, out):  # type: ignore[no-untyped-def]
    """Write to `out` the generator of child `index` of `rng`; `rng` stays as it is."""
    out[0] = mix(rng[0], (rng[1] + index) & MASK32) | 1
    out[1] = mix(rng[1] ^ 0x5DEECE6, (rng[0] ^ index) & MASK32)
    return 0
