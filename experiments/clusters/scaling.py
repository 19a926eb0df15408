"""``mutapa cluster bench``: what workers cost and gain. Ways to do the same work take turns, repeat by repeat.

Games: the same blocks by one worker here, by processes, by Ray actors. Searches: the same trees on threads and in actors, and
how long a move with a clock takes while one of the actors is stopped. Networks: an inference actor against direct calls
(`mutapa.experiments.clusters.serving`). How much work a turn is follows from how long one worker needs for it, measured first.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import socket
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich import box
from rich.table import Table

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.clusters import serving
from mutapa.experiments.console import console
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.parameters import Json, check_target, emit
from mutapa.experiments.provenance import load, machine
from mutapa.experiments.workers import workers
from mutapa.search import bots, connect, gardeners
from mutapa.search.bots import Bot, Seating
from mutapa.search.budget import Budget

TREES = 8
PARTS = ("games", "searches", "networks")


class Way(NamedTuple):
    """A way to do the work: what it is called, and what does a piece of it and returns (units, seconds)."""

    name: str
    do: Callable[[], tuple[float, float]]
    actors: Callable[[], list[str]] = list
    """Where its Ray actors are, as `connect.process` tells it."""


def take_turns(ways: list[Way], repeats: int) -> dict[str, list[float]]:
    """Units a second of each way, by repeat: all ways once, then all again, so that a busy minute meets them alike.

    Actors of other ways on this machine stand still meanwhile: even idle ones take 4 to 6 ms of processor time a second each.
    """
    found: dict[str, list[float]] = {way.name: [] for way in ways}
    for _ in range(repeats):
        for way in ways:
            others = {where for other in ways for where in other.actors()} - set(way.actors())
            with still(others):
                units, seconds = way.do()
            found[way.name].append(units / seconds)
    return found


@contextlib.contextmanager
def still(processes: Iterable[str]) -> Iterator[list[int]]:
    """Those of `processes` (``process 12 on host``) that are on this machine are stopped in here; yield their ids."""
    ours = []
    for each in processes:
        where = re.fullmatch(r"process (\d+) on (.*)", each)
        if where is not None and where[2] == socket.gethostname():
            ours.append(int(where[1]))
    try:
        for pid in ours:
            os.kill(pid, signal.SIGSTOP)
        yield ours
    finally:
        for pid in ours:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


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
            ways.append(Way(name, do, functools.partial(_places, pool)))
        yield ways


def _places(pool: workers.Pool) -> list[str]:
    return [where for each in getattr(pool.crew, "hands", ()) if (where := getattr(each, "where", ""))]


def searcher(game: Game, spec: str, backend: str | None) -> tuple[Bot, Any]:
    """A bot at its first choice in a game, and what it sees."""
    state = State.new(game, seed=1, backend=backend or "object")
    luck = derive(1, "luck")
    while state.turn < 0 or len(state.legal_actions) < 2:
        state.apply(state.chance(luck) if state.turn < 0 else state.legal_actions[0])
    bot = bots.make(spec)
    bot.start(game, state.board, state.turn, Seating(state.seats, np.array([5, 7]), backend, state.description))
    return bot, state.observe(state.turn)


def search_way(name: str, bot: Any, seen: Any) -> Way:
    """Searches of one move."""

    def actors() -> list[str]:
        crew = getattr(bot.search, "crew", None)
        return [] if crew is None else [each.where for each in crew.members[: bot.search.actors]]

    def do() -> tuple[float, float]:
        began = time.perf_counter()
        bot.choose(seen)
        assert bot.result is not None
        return bot.result.simulations, time.perf_counter() - began

    return Way(name, do, actors)


def with_one_stopped(bot: Any, seen: Any, seconds: float, moves: int) -> list[float]:
    """Seconds that moves of `seconds` take, one of the actors standing still meanwhile."""
    took = []
    bot.choose(seen, Budget(seconds=seconds))
    with still([bot.search.crew.members[1].where]) as stopped:
        for _ in range(moves if stopped else 0):  # on another machine it isn't ours to stop
            began = time.perf_counter()
            bot.choose(seen, Budget(seconds=seconds))
            took.append(time.perf_counter() - began)
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


def figures(rates: dict[str, dict[str, list[float]]], clocked: list[float]) -> list[dict[str, Any]]:
    """What is asked of workers, each with its median and spread over the repeats, and whether it was reached."""
    found = []

    def add(name: str, values: list[float], target: float, least: bool) -> None:
        middle = statistics.median(values)
        reached = middle >= target if least else middle <= target
        told = {"figure": name, "median": middle, "least": min(values), "most": max(values)}
        found.append({**told, "target": target, "at": "least" if least else "most", "reached": reached})

    def ratios(unit: str, one: str, other: str) -> list[float]:
        some = rates.get(unit, {})
        return [a / b for a, b in zip(some[one], some[other], strict=True)] if one in some and other in some else []

    for unit in rates:
        if pairs := ratios(unit, "2 actors", "1 actors"):
            add(f"{unit}: efficiency of 2 actors against 1", [each / 2 for each in pairs], 0.95, True)
    if pairs := ratios("simulations/s", "2 actors", "2 threads"):
        add("simulations/s: what 2 actors lose against 2 threads", [1 - each for each in pairs], 0.03, False)
    if pairs := ratios("games/s", "8 actors", "2 actors"):
        add("games/s: 8 actors against 2", pairs, 0.90, True)
    if clocked:
        add("seconds: a move of 1 s, one of 4 actors stopped", clocked, 1.1, False)
    return found


def fitting(do: Callable[[int], float], seconds: float, start: int) -> int:
    """How much work takes one worker about so long: `do(n)` does n pieces and returns the seconds it took."""
    n = start
    while (took := do(n)) < 0.1 * seconds:
        n = max(n + 1, int(n * min(16.0, 0.2 * seconds / max(1e-3, took))))
    return max(1, round(n * seconds / took))


def command(
    where: Annotated[str, typer.Option("--ray", metavar="WHERE", help="local, auto, or the head's HOST:PORT.")] = connect.LOCAL,
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="What is played.")] = "stone_age",
    sims: Annotated[int, typer.Option("--sims", min=1, help="Simulations a step of the games: tasks are short.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Seconds that a turn of games takes one worker.")] = 12.0,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each way has its turn.")] = 5,
    numbers: Annotated[str, typer.Option("--workers", metavar="N,N", help="Numbers of workers.")] = "1,2,8",
    parts: Annotated[str, typer.Option("--parts", help="What to measure, of games,searches,networks.")] = ",".join(PARTS),
    wide: Annotated[int, typer.Option("--wide", min=1, help="Networks: width of both layers.")] = 1024,
    backend: Annotated[str | None, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = None,
    json_out: Json = None,
) -> None:
    """Measure what workers gain and cost on this machine or cluster: games by the second, searches, a clock, networks. Takes
    some seven minutes."""
    check_target(json_out)
    game = registry.get(name)
    native.engine(game, backend)
    counts = numbers_of(numbers)
    wanted = parts.split(",")
    if unknown := [each for each in wanted if each not in PARTS]:
        raise InvalidError(f"--parts: {unknown[0]!r}; right would be some of games, searches and networks")
    connect.connect(where, sum(counts) + 4)
    before, rates = load(), {}
    told: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    clocked: list[float] = []
    if "games" in wanted:
        spec = f"uct:sims={sims},memory=8"
        told["blocks"] = fitting(lambda n: _blocks(game, spec, n, backend), seconds, 1)
        games = ((game.name, backend),)
        staffs = {"here": workers.Staff(1), "2 processes": workers.Staff(2)}
        staffs |= {f"{n} actors": workers.Staff(n, where, games) for n in counts}
        with game_ways(game, spec, told["blocks"], staffs, backend) as ways:
            rates["games/s"] = take_turns(ways, repeats)
        rows += summary(rates["games/s"], "games/s", "here")
    if "searches" in wanted:
        told["move"] = fitting(lambda n: _move(game, n, backend), seconds / 6, 1000)
        spec = f"uct:sims={told['move']},trees={TREES},reuse=0"
        bots_ = {"1 thread": searcher(game, spec, backend), "2 threads": searcher(game, spec + ",threads=2", backend)}
        bots_ |= {f"{n} actors": searcher(game, spec + f",actors={n},ray={where}", backend) for n in (1, 2, 4)}
        ways = [search_way(each, *bots_[each]) for each in bots_]
        for way in ways:
            way.do()  # all are up
        rates["simulations/s"] = take_turns(ways, repeats)
        rows += summary(rates["simulations/s"], "simulations/s", "1 thread")
        clocked = with_one_stopped(*bots_["4 actors"], seconds=1.0, moves=repeats)
        gardeners.dismiss()
    if "networks" in wanted:
        told["networks"] = serving.measured(game, where, wide, backend, repeats, seconds / 6)
    reached = figures(rates, clocked)
    show(rows, clocked, reached)
    if "networks" in told:
        serving.show(told["networks"])
    told |= {"rows": rows, "rates": rates, "clock": clocked, "figures": reached, "machine": machine()}
    settings = {"game": name, "sims": sims, "seconds": seconds, "repeats": repeats}
    emit(json_out, {**settings, **told, "load_before": before, "load_after": load()})


def numbers_of(words: str) -> list[int]:
    """The numbers of workers that ``1,2,8`` means."""
    try:
        found = [int(word) for word in words.split(",")]
    except ValueError:
        found = [0]
    if min(found) < 1:
        raise InvalidError(f"--workers: {words!r}; right would be numbers from 1 on, as in 1,2,8")
    return found


def _blocks(game: Game, spec: str, count: int, backend: str | None) -> float:
    began = time.perf_counter()
    for n in range(1, count + 1):
        blocks.play(blocks.Task(game.name, {}, (spec,) * game.seats[0], 1, n, backend or "object"))
    return time.perf_counter() - began


def _move(game: Game, sims: int, backend: str | None) -> float:
    bot, seen = searcher(game, f"uct:sims={sims},trees={TREES},reuse=0", backend)
    return search_way("", bot, seen).do()[1]


def show(rows: list[dict[str, Any]], clocked: list[float], reached: list[dict[str, Any]]) -> None:
    """Print what was measured."""
    grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for head in ("way", "unit", "median", "least", "most", "of the first", "least", "most"):
        grid.add_column(head, justify="left" if head in ("way", "unit") else "right")
    for row in rows:
        grid.add_row(
            row["way"], row["unit"], *(f"{row[each]:,.1f}" for each in ("median", "least", "most")),
            *(f"{row[each]:.3f}" for each in ("of_first", "of_first_least", "of_first_most")),
        )  # fmt: skip
    if rows:
        console().print(grid)
    if clocked:
        words = ", ".join(f"{each:.3f}" for each in clocked)
        console().print(f"Moves of 1 s with one of 4 actors stopped: {words} s.")
    for each in reached:
        verdict = "reached" if each["reached"] else "not reached"
        spread = f"{each['median']:.3f} ({each['least']:.3f} to {each['most']:.3f})"
        console().print(f"{each['figure']}: {spread}; asked: at {each['at']} {each['target']:g}, {verdict}")
