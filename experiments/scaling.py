"""``mutapa cluster bench``: what workers cost and gain. Ways to do the same work take turns, repeat by repeat.

Games: the same blocks by one worker here, by processes, by Ray actors. Searches: the same trees on threads and in actors, and
how long a move with a clock takes while one of the actors is stopped.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich import box
from rich.table import Table

from mutapa.core import native, registry
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments import blocks, workers
from mutapa.experiments.parameters import Json, emit
from mutapa.experiments.provenance import load, machine
from mutapa.experiments.report import console
from mutapa.search import bots, connect
from mutapa.search.bots import Bot, Seating
from mutapa.search.budget import Budget

TREES = 8


class Way(NamedTuple):
    """A way to do the work: what it is called, and what does a piece of it and returns (units, seconds)."""

    name: str
    do: Callable[[], tuple[float, float]]


def take_turns(ways: list[Way], repeats: int) -> dict[str, list[float]]:
    """Units a second of each way, by repeat: all ways once, then all again, so that a busy minute meets them alike."""
    found: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(repeats):
        for way in ways:
            units, seconds = way.do()
            found[way.name].append(units / seconds)
    return found


@contextlib.contextmanager
def game_ways(game: Game, spec: str, count: int, staffs: dict[str, workers.Staff], backend: str | None) -> Iterator[list[Way]]:
    """Ways to play `count` blocks, each with its workers up and warm."""
    seats = game.seats[0]
    tasks = [blocks.Task(game.name, {}, (spec,) * seats, 1, n, backend or "object") for n in range(1, count + 1)]
    with contextlib.ExitStack() as stack:
        ways = []
        for name, staff in staffs.items():
            pool = stack.enter_context(workers.Pool(blocks.play, staff))

            def do(pool: workers.Pool = pool) -> tuple[float, float]:
                began = time.perf_counter()
                rows = list(pool.run(tasks))
                return sum(len(row["games"]) for row in rows), time.perf_counter() - began

            list(pool.run(tasks[:1] * max(2, 2 * staff.workers)))  # all are up
            ways.append(Way(name, do))
        yield ways


def searcher(game: Game, spec: str, backend: str | None) -> tuple[Bot, Any]:
    """A bot at its first choice in a game, and what it sees."""
    state = State.new(game, seed=1, backend=backend or "object")
    luck = derive(1, "luck")
    while state.turn < 0 or len(state.legal_actions) < 2:
        state.apply(state.chance(luck) if state.turn < 0 else state.legal_actions[0])
    bot = bots.make(spec)
    bot.start(game, state.board, state.turn, Seating(state.seats, np.array([5, 7]), backend, state.description))
    return bot, state.observe(state.turn)


def search_way(name: str, bot: Bot, seen: Any) -> Way:
    """Searches of one move."""

    def do() -> tuple[float, float]:
        began = time.perf_counter()
        bot.choose(seen)
        assert bot.result is not None
        return bot.result.simulations, time.perf_counter() - began

    return Way(name, do)


def with_one_stopped(bot: Any, seen: Any, seconds: float, moves: int) -> list[float]:
    """Seconds that moves of `seconds` take, one actor being stopped in the middle of the first."""
    where = re.match(r"process (\d+) on (.*)", bot.search.crew.members[1].where)
    assert where is not None
    if where[2] != socket.gethostname():
        return []  # not ours to stop
    took = []
    bot.choose(seen, Budget(seconds=seconds))
    try:
        for n in range(moves):
            if n == 0:
                os.kill(int(where[1]), signal.SIGSTOP)
            began = time.perf_counter()
            bot.choose(seen, Budget(seconds=seconds))
            took.append(time.perf_counter() - began)
    finally:
        os.kill(int(where[1]), signal.SIGCONT)
    return took


def summary(rates: dict[str, list[float]], unit: str, base: str) -> list[dict[str, Any]]:
    """A row for each way: its median rate and spread, and what it is of `base`, repeat by repeat."""
    rows = []
    for name, found in rates.items():
        ratios = [one / other for one, other in zip(found, rates[base], strict=True)]
        rows.append(
            {
                "way": name,
                "unit": unit,
                "median": statistics.median(found),
                "least": min(found),
                "most": max(found),
                "of_first": statistics.median(ratios),
                "of_first_least": min(ratios),
                "of_first_most": max(ratios),
            }
        )
    return rows


def command(
    where: Annotated[str, typer.Option("--ray", metavar="WHERE", help="local, auto, or the head's HOST:PORT.")] = connect.LOCAL,
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="What is played.")] = "stone_age",
    sims: Annotated[int, typer.Option("--sims", min=1, help="Simulations a step of the games.")] = 100,
    move: Annotated[int, typer.Option("--move", min=1, help="Simulations of the searches of one move.")] = 40_000,
    count: Annotated[int, typer.Option("--blocks", min=1, help="Blocks a repeat.")] = 16,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each way has its turn.")] = 5,
    numbers: Annotated[str, typer.Option("--workers", metavar="N,N", help="Numbers of workers.")] = "1,2,8",
    backend: Annotated[str | None, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = None,
    json_out: Json = None,
) -> None:
    """Measure what workers gain and cost on this machine or cluster: games by the second, searches, a clock. Takes minutes."""
    game = registry.get(name)
    native.engine(game, backend)
    counts = [int(each) for each in numbers.split(",")]
    connect.connect(where, sum(counts) + 4)
    before = load()
    games = ((game.name, backend),)
    staffs = {"here": workers.Staff(1)}
    staffs |= {f"{n} processes": workers.Staff(n) for n in counts if n > 1}
    staffs |= {f"{n} actors": workers.Staff(n, where, games) for n in counts}
    with game_ways(game, f"uct:sims={sims},memory=8", count, staffs, backend) as ways:
        rows = summary(take_turns(ways, repeats), "games/s", "here")
    spec = f"uct:sims={move},trees={TREES},reuse=0"
    bots_ = {"1 thread": searcher(game, spec, backend), "2 threads": searcher(game, spec + ",threads=2", backend)}
    bots_ |= {f"{n} actors": searcher(game, spec + f",actors={n},ray={where}", backend) for n in (1, 2, 4)}
    rows += summary(take_turns([search_way(each, *bots_[each]) for each in bots_], repeats), "simulations/s", "1 thread")
    clocked = with_one_stopped(*bots_["4 actors"], seconds=1.0, moves=repeats)
    show(rows, clocked)
    told = {"rows": rows, "clock": clocked, "machine": machine(), "load_before": before, "load_after": load()}
    emit(json_out, {"game": name, "sims": sims, "move": move, "blocks": count, "repeats": repeats, **told})


def show(rows: list[dict[str, Any]], clocked: list[float]) -> None:
    """Print what was measured."""
    grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for head in ("way", "unit", "median", "least", "most", "of the first", "least", "most"):
        grid.add_column(head, justify="left" if head in ("way", "unit") else "right")
    for row in rows:
        grid.add_row(
            row["way"], row["unit"], *(f"{row[each]:,.1f}" for each in ("median", "least", "most")),
            *(f"{row[each]:.3f}" for each in ("of_first", "of_first_least", "of_first_most")),
        )  # fmt: skip
    console().print(grid)
    if clocked:
        words = ", ".join(f"{each:.3f}" for each in clocked)
        console().print(f"Moves of 1 s with one of 4 actors stopped: {words} s.")
