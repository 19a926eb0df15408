"""What an inference actor gains and costs: rows of a wide network by it, against calls in the asking process. Part of
``mutapa cluster bench``.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from mutapa.core import native
from mutapa.core.features import look
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.workers import inference
from mutapa.nets import served
from mutapa.nets.network import Network, filled
from mutapa.nets.shape import Shape, Widths, shape_of, size
from mutapa.nets.weights import Weights, header_of, write
from mutapa.search import connect

BATCH = 64
ASKERS = ((1, 1), (1, 64), (8, 8), (64, 1))
"""How many ask the actor at a time, each for so many positions: a worker asks for those that wait in its games."""
POSITIONS = 64
FLOPS, LATENCY = 10e12, 0.001
"""What is supposed of a GPU: so many operations a second on batches of this size, and seconds that a batch takes besides."""


def weights_of(game: Game, wide: int) -> Weights:
    """Random weights of a network whose two layers are so wide."""
    shape = shape_of(game, Widths(embedding=wide, hidden=wide))
    rng = np.random.default_rng(1)
    rows = {name: rng.normal(0, 0.02, each).astype(np.float32) for name, each in shape.tensors.items()}
    return Weights(header_of(game, shape, {"seed": 1}), rows)


def positions(game: Game, backend: str | None) -> list[State]:
    """Where a seat is to move, along a random game."""
    found: list[State] = []
    state, rng = State.new(game, seed=1, backend=backend or "object"), derive(1, "luck")
    while len(found) < POSITIONS:
        if state.is_over:
            state = State.new(game, seed=1 + len(found), backend=backend or "object")
        elif state.turn < 0:
            state.apply(state.chance(rng))
        else:
            found.append(state.clone())
            state.apply(state.legal_actions[len(found) % len(state.legal_actions)])
    return found


def read(states: list[State], shape: Shape) -> tuple[Any, Any]:
    """(sparse, dense) of positions as a batch takes them."""
    sparse = np.full((len(states), shape.active), shape.sparse, np.int32)
    dense = np.zeros((len(states), shape.dense), np.float32)
    for i, state in enumerate(states):
        seen = look(state, state.turn)
        sparse[i, : len(seen.sparse)] = seen.sparse
        dense[i] = np.array(seen.dense[: shape.dense], float) / UNIT
    return sparse, dense


def alone(game: Game, weights: Weights, states: list[State], backend: str | None, seconds: float) -> float:
    """Positions a second by the compiled forward pass, one thread."""
    engine = native.engine(game, backend)
    network = Network(weights, engine, 1)
    brain, marks, work = network.brain(), engine.array(64), engine.work()
    state = states[0]
    board, world = filled(engine.array(len(state.board)), state.board), filled(engine.array(len(state.words)), state.words)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        engine.ponder(board, work, world, state.turn, *brain, engine.array(1), 0, marks, 4)
        done += 4
    return done / spent


def operations(shape: Shape) -> int:
    """Of a thought: a multiplication and an addition for each weight that a position meets."""
    met = [name for name in shape.tensors if name in ("dense", "second", "third", "direct", "value")]
    return 2 * (sum(size(shape.tensors[name]) for name in met) + shape.active * shape.embedding)


def measured(game: Game, where: str, wide: int, backend: str | None, repeats: int, seconds: float) -> dict[str, Any]:
    """Rates by way, all ways in turns, each for so many seconds; and what a GPU is supposed to do."""
    need("torch", "train")
    weights = weights_of(game, wide)
    shape = weights.header.shape
    states = positions(game, backend)
    sparse, dense = read(states, shape)
    rows = served.Rows(weights, BATCH)
    client = inference.start(where, inference.Thinkers(BATCH, "cpu"), largest=BATCH)
    client.publish(1, write(weights, "float32"), "bench")
    inference.rates(client, [(sparse, dense)], 1, 0.2, "bench")

    def torch_rate(n: int) -> float:
        done, began = 0, time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            rows(sparse[:n], dense[:n])
            done += n
        return done / spent

    ways: dict[str, Any] = {
        "compiled, one position": lambda: (alone(game, weights, states, backend, seconds), 1.0),
        "torch here, one position": lambda: (torch_rate(1), 1.0),
        f"torch here, {BATCH} positions": lambda: (torch_rate(BATCH), float(BATCH)),
    }
    for n, each in ASKERS:

        def asked(n: int = n, each: int = each) -> tuple[float, float]:
            inputs = [(sparse[i : i + each], dense[i : i + each]) for i in range(0, len(sparse), each)]
            told = inference.rates(client, inputs, n, seconds, "bench")
            return told["rows_per_s"], told["mean_batch"]

        ways[f"actor, {n} asking for {each}"] = asked
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, do in ways.items():
            found[name].append(do())
    connect.library().kill(client.handle)
    told = [
        {
            "way": name, "rate": statistics.median(rate for rate, _ in some), "least": min(rate for rate, _ in some),
            "most": max(rate for rate, _ in some), "batch": statistics.median(batch for _, batch in some),
        }
        for name, some in found.items()
    ]  # fmt: skip
    flops = operations(shape)
    gpu = {f"batch {n}": n / (LATENCY + n * flops / FLOPS) for n in (BATCH, 1024)}
    return {"wide": wide, "numbers": shape.numbers, "operations": flops, "rows": told, "gpu_estimate": gpu}


def show(told: dict[str, Any]) -> None:
    """Print it."""
    grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), title=f"A network of {told['numbers']:,} weights", title_justify="left")
    for head in ("way", "positions/s", "least", "most", "mean batch"):
        grid.add_column(head, justify="left" if head == "way" else "right")
    for row in told["rows"]:
        grid.add_row(row["way"], *(f"{row[each]:,.1f}" for each in ("rate", "least", "most", "batch")))
    console().print(grid)
    words = ", ".join(f"{rate:,.0f} ({name})" for name, rate in told["gpu_estimate"].items())
    console().print(
        f"A GPU, estimated, not measured: {words} positions/s, at {FLOPS / 1e12:g} Tflop/s and {1000 * LATENCY:g} ms a batch."
    )
