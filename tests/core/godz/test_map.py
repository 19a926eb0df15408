"""The cached map: whatever stood in the work array before, neighbours are those of the state."""

from __future__ import annotations

from typing import Any

from mutapa.core import conform
from mutapa.core.godz.figures import RING, SLOTS, VECTORS
from mutapa.core.godz.map import SLOT, coordinates, find_map, near
from mutapa.core.godz.text import cells
from mutapa.core.godz.work import CELL, GRID, NEAR_SET, WORK_WORDS
from mutapa.core.native import StrictList
from mutapa.core.streams import below, derive
from tests.core.godz.positions import scene_of


def demand_right(board: Any, work: Any, words: Any) -> None:
    """Cells, neighbours and counts in the work array against those worked out afresh."""
    right = cells(board, words)
    at = {coordinates(cell): slot for slot, cell in enumerate(right) if cell}
    assert [work[CELL + slot] for slot in range(SLOTS)] == right
    for (q, r), slot in at.items():
        beside = [at.get((q + dq, r + dr), -1) for dq, dr in VECTORS]
        assert [near(work, slot, d) - 1 for d in range(RING)] == beside
        members = {i for i in range(SLOTS) if work[NEAR_SET + 2 * slot + (i >= 54)] >> (i - 54 * (i >= 54)) & 1}
        assert members == set(beside) - {-1}
    for cell in range(64 * 64):
        q, r = coordinates(cell)
        word = work[GRID + cell]
        assert (word & SLOT) - 1 == at.get((q, r), -1)
        if -30 < q < 30 and -30 < r < 30:
            assert word >> 7 == sum((q + dq, r + dr) in at for dq, dr in VECTORS)


def test_the_map_follows_the_state() -> None:
    """Positions of several games in any order through one work array."""
    positions = []
    for n, seats in enumerate((2, 3, 4, 5)):
        state = scene_of(*("boo", "glu", "bau", "tud", "fiu")[:seats]).state
        for k, (at, _) in enumerate(conform.play(state, derive(n, "map"))):
            if k % 90 == 0:
                positions.append((at.board.tolist(), at.words.tolist()))
    work = StrictList([0] * WORK_WORDS)
    rng = derive(1, "order")
    for _ in range(60):
        board, words = positions[below(rng, len(positions))]
        find_map(board, work, words)
        demand_right(board, work, words)


def test_the_edge_of_the_widest_map_lies_in_the_grid() -> None:
    """An arm of stack tiles from a fallback Home: 16 rows beyond radius 7, inside the 32 cells that the grid has each way."""
    assert 3 * 2 + 1 + (31 + 1) // 2 + 2 < 30
