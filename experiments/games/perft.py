"""``mutapa perft``: counts lines of play, the classic test of a rules engine."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from mutapa.core import playout
from mutapa.experiments.parameters import Backend, GameName, Json, Options, Seats, Seed, Setup, check_target, deal, emit


def command(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", min=0, max=64, help="Steps deep.")] = 3,
    seats: Seats = None,
    seed: Seed = 0,
    options: Options = None,
    setup: Setup = None,
    backend: Backend = "object",
    json: Json = None,
) -> None:
    """Count the lines of up to DEPTH steps from the start. Nature's moves count like any others."""
    check_target(json, setup)
    state = deal(name, seats, seed, options, setup, backend)
    counts = []
    for deep in range(depth + 1):
        began = time.perf_counter()
        lines = playout.leaves(state.engine, state.board, state.words, deep)
        seconds = time.perf_counter() - began
        counts.append(lines)
        if json != "-":
            rate = f"{lines / seconds / 1e6:8.2f} M/s" if seconds > 0.01 else ""
            typer.echo(f"depth {deep:2}  {lines:15,}  {seconds:8.2f} s {rate}")
    emit(json, {"game": name, "seats": state.seats, "seed": seed, "counts": counts})
