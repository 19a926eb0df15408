"""The deal's description; nothing in it is random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.core.toys.entries import check_entries
from mutapa.core.toys.sealed.layout import LAYOUT


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """A complete description."""
    return {"game": "sealed", "seats": seats, "options": dict(options)}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board (one unused word) and the state before the first bid."""
    check_entries(description)
    if description.get("seats") != 3:
        raise InvalidError(f"sealed: {description.get('seats')!r} seats; it is played by 3")
    return np.zeros(1, np.int64), np.zeros(LAYOUT.words, np.int64)
