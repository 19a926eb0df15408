"""Speed of thinking with a network: evaluations a second, beside torch in the same run, and where batches by torch overtake.

An evaluation is all of it: what the mover sees, its features, the forward pass, values, and the policy over legal actions. `make
test` runs each once, without timing; figures are printed and stand in the JSON of ``make bench``.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.game import SEATS
from mutapa.nets.network import Network
from mutapa.nets.shape import Widths
from tests.nets.random_nets import encoded, positions, random_weights

POSITIONS = 32
SLACK = 1.5
"""What a busy machine may cost."""
LEAST = {"zimbabwe": 3_000, "stone_age": 10_000}
"""Evaluations a second to reach."""
RATIO = 3
"""Times as fast as torch at batch 1, to reach."""
BATCHES = (1, 4, 16, 64, 256, 1024)


class Thinking:
    """A network of the usual widths, and positions along random games."""

    def __init__(self, name: str, seats: int, widths: Widths) -> None:
        self.game = registry.get(name)
        self.engine = native.engine(self.game)
        self.weights = random_weights(self.game, widths, scale=0.05)
        self.brain = Network(self.weights, self.engine, slots=1).brain()
        self.states = [state for i, state in enumerate(positions(self.game, seats, 8 * POSITIONS)) if i % 8 == 0]
        self.legal = [np.array(state.legal_actions, np.int64) for state in self.states]
        self.work, self.marks = self.engine.work(), np.zeros(2 * SEATS, np.int64)

    def think(self, times: int) -> None:
        """Think of every position so many times, in compiled code."""
        for state, actions in zip(self.states, self.legal, strict=True):
            self.engine.ponder(
                state.board, self.work, state.words, state.turn, *self.brain, actions, len(actions), self.marks, times
            )

    def seconds(self, times: int = 200) -> float:
        """Seconds of one evaluation, the best of some."""
        best = float("inf")
        for _ in range(5):
            begun = time.thread_time()
            self.think(times)
            best = min(best, time.thread_time() - begun)
        return best / (times * len(self.states))


TABLES = [("zimbabwe", 2), ("zimbabwe", 4), ("stone_age", 2), ("stone_age", 4), ("ascending", 4)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_evaluations(benchmark: Any, name: str, seats: int) -> None:
    thinking = Thinking(name, seats, Widths())
    benchmark(thinking.think, 1 if benchmark.disabled else 50)
    if benchmark.disabled:
        return
    each = float(benchmark.stats.stats.min) / (50 * len(thinking.states))
    benchmark.extra_info.update({"evaluation_us": round(1e6 * each, 2), "evaluations_a_second": round(1 / each)})
    print(f"  {1e6 * each:.2f} us an evaluation, {1 / each:,.0f} a second")
    assert 1 / each >= LEAST.get(name, 0) / SLACK


def by_torch(thinking: Thinking, size: int, rounds: int = 5) -> float:
    """Seconds a position by torch, values and policy, so many at once; the best of some rounds."""
    import torch

    from mutapa.nets.model import model_of

    model, ready, shape = model_of(thinking.weights).eval(), encoded(thinking.states), thinking.weights.header.shape
    batches = []
    for first in range(0, max(size, POSITIONS), size):
        some = ready.take((first + np.arange(size)) % POSITIONS)
        most = int(some.counts.max())
        pairs, cells = np.zeros((size, most), np.int64), np.zeros((size, most), np.int64)
        there = np.arange(most)[None, :] < some.counts[:, None]
        pairs[there] = some.parts[:, 0].astype(np.int64) * shape.arguments + some.parts[:, 1]
        cells[there] = some.parts[:, 2]
        arrays = some.sparse.astype(np.int64), some.dense, some.seats, np.cumsum(some.sizes) - some.sizes, pairs, cells
        batches.append([torch.from_numpy(np.ascontiguousarray(each)) for each in arrays])
    best = float("inf")
    with torch.inference_mode():
        for _ in range(rounds):
            begun = time.thread_time()
            for sparse, dense, seats, offsets, pairs, cells in batches:
                told = model(sparse, dense, seats, offsets)
                model.policy(told.thought, pairs, cells).softmax(-1)
                told.values.softmax(-1)
            best = min(best, time.thread_time() - begun)
    return best / (size * len(batches))


@pytest.mark.parametrize("widths", [Widths(), Widths(embedding=256, hidden=128, rank=32)], ids=["usual", "wide"])
@pytest.mark.parametrize(("name", "seats"), [("zimbabwe", 4), ("stone_age", 4), ("ascending", 4)])
def test_beside_torch(benchmark: Any, name: str, seats: int, widths: Widths) -> None:
    """Features and tensors are made beforehand for torch; features are part of the compiled pass."""
    torch = pytest.importorskip("torch")
    thinking = Thinking(name, seats, widths)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if benchmark.disabled:
            assert by_torch(thinking, 16, 1) > 0
            benchmark(thinking.think, 1)
            return
        mine = thinking.seconds()
        theirs = {size: by_torch(thinking, size) for size in BATCHES}
        benchmark(thinking.think, 10)
    finally:
        torch.set_num_threads(threads)
    crossing = next((size for size in BATCHES if theirs[size] < mine), None)
    found = {size: round(1e6 * each, 2) for size, each in theirs.items()}
    benchmark.extra_info.update({"us": round(1e6 * mine, 2), "torch_us": found})
    print(f"  {1e6 * mine:.2f} us; torch by batch: {found}")
    print(f"  torch at batch 1 takes {theirs[1] / mine:.1f} times as long; it overtakes at batch {crossing or 'none of these'}")
    assert theirs[1] / mine >= RATIO / SLACK
