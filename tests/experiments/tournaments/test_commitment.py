"""Commitment to a seed: the published hash binds seed and salt."""

from __future__ import annotations

import hashlib

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.record import MOST_SEED
from mutapa.experiments.tournaments import commitment


def test_the_hash_is_what_anybody_computes() -> None:
    assert commitment.commitment(7, "00ff") == hashlib.sha256(b"mutapa seed 7 salt 00ff\n").hexdigest()


def test_salts_have_128_bits_and_differ() -> None:
    salts = {commitment.drawn_salt() for _ in range(100)}
    assert len(salts) == 100
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)
    assert all(0 <= commitment.drawn_seed() <= MOST_SEED for _ in range(100))


@pytest.mark.parametrize(("seed", "salt"), [(8, "00ff"), (7, "00fe"), (70, "0ff")])
def test_another_seed_or_salt_is_found_out(seed: int, salt: str) -> None:
    published = commitment.commitment(7, "00ff")
    commitment.check(published, 7, "00ff", "t.db")
    with pytest.raises(InvalidError, match=r"t\.db: seed .* not the published"):
        commitment.check(published, seed, salt, "t.db")
