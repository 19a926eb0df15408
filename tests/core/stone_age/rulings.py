"""The list of rulings, and the decorator by which a test names the one it proves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

LIST = json.loads((Path(__file__).parents[2] / "data" / "stone-age-rulings.json").read_text(encoding="utf-8"))
RULINGS = {number: words for section, items in LIST.items() if section.isdecimal() for number, words in items.items()}


def ruling(name: str) -> Any:
    """Mark a test with a ruling: its number and its words, ``"1.6 the hut takes exactly two people of one seat"``."""
    return pytest.mark.ruling(name)
