"""Networks thought in batches: the same rows whoever thinks together, the compiled pass within rounding; errors arrive."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.nets import served
from mutapa.nets.network import network
from mutapa.nets.served import Batcher, Rows
from mutapa.nets.shape import Widths
from mutapa.nets.weights import load, save
from mutapa.search import bots
from mutapa.search.bots import Seating
from tests.nets.random_nets import positions, random_weights

pytest.importorskip("torch")
WIDTHS = Widths(embedding=16, hidden=8, rank=3)


@pytest.fixture
def net(tmp_path: Path) -> Path:
    path = tmp_path / "small.safetensors"
    save(path, random_weights(registry.get("tictactoe"), WIDTHS))
    return path


def searched(spec: str, backend: str = "plain", game: str = "tictactoe") -> Any:
    """Rows of two searches, and the values found."""
    state = State.new(game, seats=2, seed=3, backend=backend)
    while state.turn < 0:
        state.apply(state.chance(np.array([1, 2])))
    bot = bots.make(spec)
    bot.start(state.game, state.board, state.turn, Seating(2, np.array([5, 7]), backend))
    found = []
    for _ in range(2):
        bot.choose(state.observe(state.turn))
        assert bot.result is not None
        found.append([(row.action, row.visits, tuple(row.sums)) for row in bot.result.rows])
    bot.close()
    return found


def test_the_same_thoughts_as_compiled_ones(net: Path) -> None:
    engine = native.engine(registry.get("tictactoe"), "plain")
    alone, together = network(net, engine), served.served(str(net), engine, 8)
    for state in positions(engine.game, 2, 12):
        one, other = alone.think(state), together.think(state)
        for name in ("values", "margins", "priors"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-4)
    together.check()


@pytest.mark.parametrize("size", [16, 64])
def test_a_row_is_the_same_in_any_company(size: int) -> None:
    for widths in (WIDTHS, Widths(embedding=256, hidden=128)):
        weights = random_weights(registry.get("kuhn"), widths)
        shape, rng, rows = weights.header.shape, np.random.default_rng(4), Rows(weights, size)
        sparse = rng.integers(0, shape.sparse + 1, (50, shape.active)).astype(np.int32)
        dense = rng.normal(0, 1, (50, shape.dense)).astype(np.float32)
        right = rows(sparse, dense)
        for n in (1, 2, 7, 50):
            some = rng.permutation(50)[:n]
            assert rows(sparse[some], dense[some]).tobytes() == right[some].tobytes()


def test_searches_are_reproducible_on_any_number_of_threads(net: Path) -> None:
    spec = f"uct:sims=60,trees=4,memory=4,net={net}"
    right = searched(f"{spec},batch=16")
    assert searched(f"{spec},batch=16,threads=4") == right


def test_the_object_asks_as_plain_python_does(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.safetensors"
    save(path, random_weights(registry.get("kuhn"), WIDTHS))
    spec = f"uct:sims=80,trees=4,memory=4,net={path},batch=16,threads=4"
    assert searched(spec, "object", "kuhn") == searched(spec, "plain", "kuhn")


def test_who_waits_is_in_the_next_batch() -> None:
    shape = random_weights(registry.get("kuhn")).header.shape
    sizes: list[int] = []

    def slow(sparse: Any, dense: Any) -> Any:
        sizes.append(len(sparse))
        time.sleep(0.02)
        return dense * 2

    asked = Batcher(slow, 4, shape)
    dense = [np.full(shape.dense, n, np.float32) for n in range(40)]
    with ThreadPoolExecutor(10) as threads:
        rows = list(threads.map(lambda row: asked.ask([0], row), dense))
    assert all((row == 2 * given).all() for row, given in zip(rows, dense, strict=True))
    assert sum(sizes) == asked.rows == 40
    assert max(sizes) == 4


def test_an_error_reaches_all_who_wait_and_nobody_else() -> None:
    shape = random_weights(registry.get("kuhn")).header.shape
    wrong = threading.Event()
    wrong.set()

    def moody(sparse: Any, dense: Any) -> Any:
        if wrong.is_set():
            raise InvalidError("not now")
        return dense

    asked = Batcher(moody, 4, shape)
    for _ in range(2):
        with pytest.raises(InvalidError, match="not now"):
            asked.ask([0], np.zeros(shape.dense, np.float32))
    wrong.clear()
    assert len(asked.ask([0], np.ones(shape.dense, np.float32))) == shape.dense


@pytest.mark.parametrize("backend", ["plain", "object"])
def test_an_error_comes_out_of_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str) -> None:
    path = tmp_path / "kuhn.safetensors"
    save(path, random_weights(registry.get("kuhn"), WIDTHS, seed=9))

    def broken(sparse: Any, dense: Any) -> Any:
        raise InvalidError("the machine with the network is gone")

    served._batchers.clear()  # an earlier test may have left one for the same network
    monkeypatch.setattr(served, "elsewhere", lambda weights, size: broken)
    with pytest.raises(InvalidError, match="the machine with the network is gone"):
        searched(f"uct:sims=50,net={path},batch=16", backend, "kuhn")
    monkeypatch.setattr(served, "elsewhere", None)
    served._batchers.clear()
    assert searched(f"uct:sims=50,net={path},batch=16", backend, "kuhn"), "and a new bot plays on"


def test_bots_share_a_network(net: Path) -> None:
    engine = native.engine(registry.get("tictactoe"), "plain")
    one, other = (served.served(str(net), engine, 8) for _ in range(2))
    assert one is other
    assert served.served(str(net), engine, 16) is not one
    assert served.name_of(load(net)) == load(net).seal
    assert len(one.brain()[0]) == one.weights.header.shape.numbers


def test_what_makes_no_sense(net: Path) -> None:
    with pytest.raises(InvalidError, match="batch=8 has no effect without net=default"):
        bots.make("uct:batch=8")
    with pytest.raises(InvalidError, match="batches are of one process, and trees grow in several; right would be batch=0"):
        bots.make(f"uct:net={net},batch=8,trees=2,actors=2")
