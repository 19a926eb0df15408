"""The deal's description; nothing is random in it, since nature deals the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.core.toys.entries import check_entries
from mutapa.core.toys.kuhn.layout import LAYOUT


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """A complete description."""
    return {"game": "kuhn", "seats": seats, "options": dict(options)}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board (one unused word) and the state before the deal."""
    check_entries(description)
    if description.get("seats") != 2:
        raise InvalidError(f"kuhn: {description.get('seats')!r} seats; it is played by 2")
    return np.zeros(1, np.int64), np.zeros(LAYOUT.words, np.int64)
