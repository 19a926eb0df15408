"""Commitment to a seed: a hash published before the first game, the seed and its salt after the last.

The hash is SHA-256 of a line with both. The salt has 128 random bits, so that nobody finds a small seed by trying; that the hash
came first is what makes it worth something: publish it before anybody can know how set-ups and luck come out.
"""

from __future__ import annotations

import hashlib
import secrets

from mutapa.core.errors import InvalidError
from mutapa.core.record import MOST_SEED

SALT_BYTES = 16


def drawn_seed() -> int:
    """A seed that nobody could guess."""
    return secrets.randbelow(MOST_SEED + 1)


def drawn_salt() -> str:
    """128 random bits, as 32 hexadecimal digits."""
    return secrets.token_hex(SALT_BYTES)


def commitment(seed: int, salt: str) -> str:
    """The hash, as 64 hexadecimal digits; ``printf 'mutapa seed 7 salt 00ff\\n' | sha256sum`` gives it too.

    >>> commitment(7, "00ff")[:16]
    '4f171e5b96be1295'
    """
    return hashlib.sha256(f"mutapa seed {seed} salt {salt}\n".encode()).hexdigest()


def check(published: str, seed: int, salt: str, where: str) -> None:
    """`InvalidError` if `published` is not the hash of `seed` and `salt`."""
    if published != commitment(seed, salt):
        raise InvalidError(f"{where}: seed {seed} and salt {salt} give {commitment(seed, salt)}, not the published {published}")
