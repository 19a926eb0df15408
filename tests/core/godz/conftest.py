"""Scenes on every backend, and the marker that names rulings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.core.godz.positions import Scene, scene_of


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "ruling(name): the ruling of tests/data/godz-rulings.json that a test proves")


@pytest.fixture(params=["plain", "strict", "object"])
def backend(request: pytest.FixtureRequest) -> Any:
    """Plain Python; plain with lists that refuse a wrong index or more than 54 bits; the native object, built once."""
    return request.param


@pytest.fixture
def scene(backend: str) -> Callable[..., Scene]:
    """`positions.scene_of` on each backend in turn."""
    return partial(scene_of, backend=backend)
