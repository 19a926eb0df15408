"""Set-ups of toys hold nothing but the game, its seats and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutapa.core.errors import unknown

KNOWN = ("game", "seats", "options")


def check_entries(description: Mapping[str, Any]) -> None:
    """Refuse an entry that means nothing: it would be carried into every record."""
    for name in description:
        if name not in KNOWN:
            raise unknown("set-up", "entry", name, KNOWN)
