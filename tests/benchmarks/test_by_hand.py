"""Our search against the same one written by hand in C, on the same toy: the same visits, and how fast each is.

The figure to reach is 0.9 of the speed of C: it is printed and stands in the JSON of ``make bench``; on a busy machine less is
let pass. Every run has another seed, turn by turn: run again and again, a search of the same draws is learned by heart by the
processor's branch prediction, and that flattered or hurt one of them by up to a tenth.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search.budget import Budget
from mutapa.search.driver import Search
from mutapa.search.threads import fill
from tests.benchmarks.by_hand import build, compiler
from tests.search.seats import search

SIMULATIONS = 5_000
SEEDS = 32
ROUNDS = 12
LEAST = 0.6
"""Asserted where it is timed; 0.9 is what an idle machine should give."""

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return build(tmp_path_factory.mktemp("c"))


def ours(state: State, count: int) -> Search:
    """A search like the one in C, with room for `count` simulations."""
    return search(
        state.game, state.board, 2, backend="object", nodes=count + 2, memory=512, variant="c=0.7", POINTS=0, WIN=1,
    )  # fmt: skip


@pytest.mark.parametrize("rule", ["tictactoe", "connect3"])
@pytest.mark.parametrize("count", [1, 9, 500, SIMULATIONS])
def test_the_same_search(by_hand: Any, rule: str, count: int) -> None:
    state = State.new("tictactoe", 2, options={"rule": rule})
    for seed in range(3):
        rng = derive(seed, "by hand")
        result = ours(state, count).run(state.observe(0), Budget(count), [rng.tolist()])
        assert result is not None
        assert by_hand(state.board, rng, round(0.7 * UNIT), count) == [row.visits for row in result.rows]


@pytest.mark.parametrize("rule", ["tictactoe", "connect3"])
def test_as_fast_as_by_hand(benchmark: Any, by_hand: Any, rule: str) -> None:
    state = State.new("tictactoe", 2, options={"rule": rule})
    rngs = [derive(seed, "by hand") for seed in range(SEEDS)]
    seen, c = state.observe(0), round(0.7 * UNIT)
    one = ours(state, SIMULATIONS)
    one.run(seen, Budget(1), [rngs[0].tolist()])
    tree = one.trees[0]

    def grow(rng: Any) -> None:
        tree.plant()
        fill(tree.rng, rng)
        tree.grow(one.board, seen, one.settings, one._rows, SIMULATIONS)

    benchmark.pedantic(grow, args=(rngs[0],), rounds=1 if benchmark.disabled else ROUNDS)
    if benchmark.disabled:
        return
    runs = grow, lambda rng: by_hand(state.board, rng, c, SIMULATIONS)
    fastest = np.full((2, SEEDS), np.inf)
    for turn in range(ROUNDS * SEEDS):  # in turns, so that other work on the machine meets both
        for i, run in enumerate(runs):
            which = (turn + 5 * i) % SEEDS  # never the same draws in a row
            began = time.perf_counter()
            run(rngs[which])
            fastest[i, which] = min(fastest[i, which], time.perf_counter() - began)
    seconds = fastest.mean(axis=1)
    ratio = float(seconds[1] / seconds[0])
    speeds = [round(SIMULATIONS / each) for each in seconds]
    benchmark.extra_info.update({"simulations_per_s": speeds[0], "by_hand_per_s": speeds[1], "ratio": round(ratio, 3)})
    print(f"  {rule}: {speeds[0]:,} simulations/s, by hand in C {speeds[1]:,}: {ratio:.2f}")
    assert ratio >= LEAST
