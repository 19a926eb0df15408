"""The list of rulings, and the decorator by which a test names the one it proves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

LIST = json.loads((Path(__file__).parents[2] / "data" / "godz-rulings.json").read_text(encoding="utf-8"))
RULINGS: dict[str, str] = LIST["R"]


def ruling(name: str) -> Any:
    """Mark a test with a ruling: its number and its words, ``"R14 no chain of pushes"``."""
    return pytest.mark.ruling(name)
