"""Options of the whole test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--range-vectors", metavar="FILE", default=None,
        help="ranges, hubs and placements of The Great Zimbabwe (default: tests/data/zimbabwe-range-vectors.json)",
    )
