"""Options of the whole test run."""

from __future__ import annotations

import signal

import pytest

# Run in the background of a script one is deaf to Ctrl-C, and so are the commands one starts; those that are tried must hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--range-vectors", metavar="FILE", default=None,
        help="ranges, hubs and placements of The Great Zimbabwe (default: tests/data/zimbabwe-range-vectors.json)",
    )
