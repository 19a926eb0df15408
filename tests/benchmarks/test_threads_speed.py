"""What a second thread brings in simulations: 1.8 times is the figure to reach on two idle cores; printed, and in the JSON.

Whether that wins games is a match: ``mutapa match zimbabwe uct:seconds=0.02,trees=2,threads=2 uct:seconds=0.02 --games 200``.
"""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import registry
from mutapa.experiments.games.measure import Table


@pytest.mark.parametrize("name", ["zimbabwe", "stone_age"])
def test_two_threads(benchmark: Any, name: str) -> None:
    table = Table(registry.get(name), 2)
    found: list[tuple[float, float]] = []
    benchmark.pedantic(lambda: found.append(table.threads_speed(0.01 if benchmark.disabled else 8, 2)), rounds=1)
    one, two = found[0]
    assert one > 0
    benchmark.extra_info.update({"one_per_s": round(one), "two_per_s": round(two), "ratio": round(two / one, 3)})
    print(f"  {name}: {one:,.0f} simulations/s on one thread, {two:,.0f} on two: {two / one:.2f}")
