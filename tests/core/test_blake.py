"""BLAKE2b in compiled code is that of the standard library."""

from __future__ import annotations

import hashlib

import pytest

from mutapa.core.blake import SCRATCH, blake
from mutapa.core.native import StrictList
from mutapa.core.streams import Array, below, derive


def data_of(rng: Array, n: int) -> bytes:
    return bytes(below(rng, 256) for _ in range(n))


@pytest.mark.parametrize("n", [0, 1, 7, 127, 128, 129, 256, 700])
@pytest.mark.parametrize("size", [6, 8, 16, 64])
def test_digests(n: int, size: int) -> None:
    data = data_of(derive(1, "blake", n), n)
    out = StrictList([0] * size)
    blake(StrictList(data), 0, n, size, StrictList([0] * SCRATCH), out, 0)
    assert bytes(out) == hashlib.blake2b(data, digest_size=size).digest()


def test_all_in_one_array() -> None:
    """Data, scratch and digest may be parts of one array."""
    data = b"The Great Zimbabwe" * 20
    array = StrictList([0] * (SCRATCH + 8) + list(data))
    blake(array, SCRATCH + 8, len(data), 8, array, array, SCRATCH)
    assert bytes(array[SCRATCH + i] for i in range(8)) == hashlib.blake2b(data, digest_size=8).digest()
