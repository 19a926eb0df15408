"""What a search takes of the machine: no allocation while it runs, memory as configured however long it runs."""

from __future__ import annotations

import ctypes
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.search.budget import Budget
from mutapa.search.driver import Search
from mutapa.search.settings import EDGES, NODES
from tests.search.seats import generators, search

SIMULATIONS = 100_000


class Mallinfo2(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    ]


def in_use() -> Callable[[], int]:
    """A function that says how many bytes the C library has handed out; where none does, the test is skipped."""
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        pytest.skip("the C library doesn't tell what is allocated")
    ask = library.mallinfo2
    ask.restype = Mallinfo2

    def bytes_() -> int:
        found = ask()
        return int(found.uordblks + found.hblkhd)

    return bytes_


def resident() -> int:
    """Bytes of this process in memory now."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        pytest.skip("no /proc here")


def at_table(game: Any, seats: int, **how: Any) -> tuple[Search, Any]:
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    return search(game, board, seats, backend="object", **how), state


@pytest.mark.parametrize("variant", ["", "select=puct,rollout=prefer,mix=0.3,widen=1", "rollout=mast"])
@pytest.mark.parametrize(("game", "seats"), [(ASCENDING, 3), (KUHN, 2)], ids=lambda x: getattr(x, "name", ""))
def test_nothing_is_allocated_while_a_search_runs(game: Any, seats: int, variant: str) -> None:
    """Neither by the C library nor by Python: one call, a hundred thousand simulations, a tree that fills up on the way.

    That compiled code can't call an allocator at all is one of the gates in `mutapa.core.build`.
    """
    found = []
    for _ in range(3):  # other threads of this process, Ray's say, may allocate meanwhile; a search does so every time
        one, state = at_table(game, seats, variant=variant, nodes=5000)
        one.run(state, Budget(100), generators(1))
        found.append(_allocated(one, state))
        if found[-1][0] <= 64 and abs(found[-1][1]) < 4096:
            return
    pytest.fail(f"allocated by Python, and by the C library, in three runs: {found}")


def _allocated(one: Search, state: Any) -> tuple[int, int]:
    """Bytes of Python at their peak, beyond those of a call's arguments, and of the C library left over, in a long search."""
    tree, count = one.trees[0], in_use()
    peaks, grown = [], []
    tracemalloc.start()
    try:
        for simulations in (100, 100, SIMULATIONS):  # a first call, since tracing allocates what it needs
            before, (traced, _) = count(), tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            tree.grow(one.board, state, one.settings, one._rows, simulations)
            grown.append(count() - before)
            peaks.append(tracemalloc.get_traced_memory()[1] - traced)
    finally:
        tracemalloc.stop()
    return peaks[2] - peaks[1], grown[2]


@pytest.mark.parametrize(
    ("seconds", "memory"), [(1.5, 1.0), pytest.param(600, 16.0, marks=pytest.mark.slow)], ids=["short", "ten minutes"]
)
def test_a_long_search_stays_within_its_memory(seconds: float, memory: float) -> None:
    """Two trees on two threads fill up and go on; what the process holds doesn't grow."""
    start = State.new("tictactoe", 2, options={"rule": "connect3"})  # millions of lines
    state = start.words
    one = search(start.game, start.board, 2, backend="object", nodes=0, memory=memory, trees=2, threads=2)
    result = one.run(state, Budget(seconds=min(seconds, 20) / 2), generators(1, 2))
    before, held = resident(), [tree.size for tree in one.trees]
    begun = time.perf_counter()
    result = one.run(state, Budget(seconds=seconds), generators(1, 2), steps=[])
    assert time.perf_counter() - begun < 1.2 * seconds + 5
    assert result is not None
    assert result.refused > 0  # full, and went on
    assert result.simulations > SIMULATIONS
    assert all(0 < tree.size[0] <= one.settings[NODES] and tree.size[1] <= one.settings[EDGES] for tree in one.trees)
    assert [tree.size[0] for tree in one.trees] >= [size[0] for size in held]
    words = sum(len(array) for tree in one.trees for array in (tree.nodes, tree.edges, tree.moved))
    assert 8 * words <= memory * 2**20
    assert resident() - before < 8 * 2**20
