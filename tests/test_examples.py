"""Examples in docstrings say what really comes out."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
MODULES = [path for room in ("core", "nets", "search", "experiments") for path in (TOP / room).rglob("*.py")]
WITH_EXAMPLES = sorted(path.relative_to(TOP) for path in MODULES if re.search(r"^ *>>> ", path.read_text(), re.M))


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_examples_of_a_module(path: Path) -> None:
    module = importlib.import_module("mutapa." + ".".join(path.with_suffix("").parts))
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
