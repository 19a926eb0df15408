"""The best of several steps: equals drawn evenly, and nothing drawn where there is only one."""

from __future__ import annotations

from collections import Counter

from mutapa.core.native import StrictList
from mutapa.core.streams import derive
from mutapa.search.ties import heaviest


def test_the_only_best_one_leaves_the_stream_alone() -> None:
    rng = StrictList(derive(1, "ties").tolist())
    assert heaviest(StrictList([7, 8, 9]), 3, StrictList([-2, 5, 4]), rng) == 8
    assert heaviest(StrictList([7, 8, 9]), 1, StrictList([-2, 5, 5]), rng) == 7
    assert list(rng) == derive(1, "ties").tolist()


def test_equals_are_drawn_evenly() -> None:
    rng = StrictList(derive(2, "ties").tolist())
    found = Counter(heaviest(StrictList([7, 8, 9, 6]), 4, StrictList([3, 1, 3, 3]), rng) for _ in range(3000))
    assert set(found) == {7, 9, 6}
    assert all(900 < n < 1100 for n in found.values())
