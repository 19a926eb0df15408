"""``mutapa cluster check``: is a cluster fit for work? Its nodes, their code and objects, the way there, and how speed scales."""

from __future__ import annotations

import os
import socket
import statistics
import time
from typing import Annotated, Any, NamedTuple

import typer
from rich import box
from rich.table import Table

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.experiments.clusters import memory, scaling
from mutapa.experiments.console import console
from mutapa.experiments.parameters import Json, check_target, emit
from mutapa.search import connect
from mutapa.search.connect import Cargo, RefusedError

app = typer.Typer(help="Clusters of machines joined by Ray (docs/clusters.md).", no_args_is_help=True)
STATE = 600
"""Bytes of a position, about."""
TRIPS = 50
STEPS = 500
"""A playout ends after so many."""


class Node(NamedTuple):
    """One machine of the cluster."""

    name: str
    address: str
    cores: int
    free_memory: int
    """Bytes."""
    versions: dict[str, str]
    refused: str
    """Why it can't take part; empty if it can."""
    object: str
    """Where its native object came from."""
    trip: float
    """Seconds for the bytes of a position there and back, the median."""


class Inspector:
    """The actor that looks at a node, and works there for the test of scaling."""

    def __init__(self, cargo: Cargo) -> None:
        self.cargo = cargo

    def look(self) -> tuple[str, int, dict[str, str], str, str]:
        """Name, free memory, versions, why it refuses, where its object came from."""
        refused, origin = "", ""
        try:
            engine = connect.unpack(self.cargo)
            origin = getattr(engine, "origin", "") if engine.backend == "object" else engine.backend
        except RefusedError as error:
            refused = str(error)
        return socket.gethostname(), free_memory(), connect.versions(), refused, origin

    def echo(self, data: bytes) -> bytes:
        """`data` again."""
        return data

    def work(self, seconds: float, seats: int) -> tuple[int, float]:
        """Playouts for `seconds`: (steps, seconds)."""
        engine = connect.unpack(self.cargo)
        return playouts(engine, State.new(engine.game, seats=seats, seed=1), seconds)


def free_memory() -> int:
    """Bytes that new processes can have."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable:"))
    except (OSError, StopIteration):
        return 0


def playouts(engine: native.Engine, state: State, seconds: float) -> tuple[int, float]:
    """Random games from `state` for about so long: (steps, seconds)."""
    board, work = engine.array(len(state.board)), engine.work()
    start, into, rng = engine.array(len(state.words)), engine.array(len(state.words)), engine.array(2)
    board[:], start[:], rng[:] = state.board.tolist(), state.words.tolist(), [5, 7]
    steps, count, began = 0, 1, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        before = time.perf_counter()
        steps += engine.playouts(board, work, start, into, rng, count, STEPS)
        count = max(1, min(1 << 20, int(count * 0.1 / max(1e-6, time.perf_counter() - before))))
    return steps, spent


app.command("bench")(scaling.command)
app.command("memory")(memory.command)


@app.callback()
def _all() -> None:
    """Clusters of machines joined by Ray (docs/clusters.md)."""


@app.command("check")
def command(
    where: Annotated[str, typer.Option("--ray", metavar="WHERE", help="local, auto, or the head's HOST:PORT.")] = connect.AUTO,
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="Whose code and object are compared.")] = "zimbabwe",
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Length of the test of scaling; 0: none.")] = 5.0,
    backend: Annotated[str | None, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = None,
    json_out: Json = None,
) -> None:
    """Look at a cluster: nodes, cores, versions, code, round trip, how speed scales. Exit code 1 if a node is refused."""
    check_target(json_out)
    game = registry.get(name)
    cargo = connect.pack(game, backend)
    ray = connect.connect(where, os.cpu_count() or 1)
    try:
        reference = ray.put(cargo)
        found = [look(ray, each, reference) for each in connect.nodes(ray)]
        scaling = scale(ray, game, found, reference, seconds) if seconds and all(not each.refused for each in found) else None
    except ray.exceptions.RayError as error:
        raise MutapaError(f"cluster: {' '.join(str(error).split())[:300]}") from error
    mine = connect.versions()
    show(found, scaling, mine)
    differing = [
        f"{each.name}: {what} {each.versions.get(what)}, here {value}"
        for each in found
        for what, value in mine.items()
        if each.versions.get(what) != value
    ]
    for line in [each.refused for each in found if each.refused] + differing:
        typer.echo(f"mutapa: {line}", err=True)
    emit(json_out, {"nodes": [each._asdict() for each in found], "scaling": scaling, "here": mine, "code": cargo.code})
    if any(each.refused for each in found):
        raise typer.Exit(1)


def look(ray: Any, node: dict[str, Any], cargo: Any) -> Node:
    """One node, seen by an actor there."""
    actor = inspector(ray, node["NodeID"], cargo, 0)
    name, free, versions, refused, origin = ray.get(actor.look.remote())
    times = []
    for _ in range(TRIPS):
        began = time.perf_counter()
        ray.get(actor.echo.remote(b"m" * STATE))
        times.append(time.perf_counter() - began)
    ray.kill(actor)
    cores = int(node["Resources"].get("CPU", 0))
    return Node(name, node["NodeManagerAddress"], cores, free, versions, refused, origin, statistics.median(times))


def inspector(ray: Any, node: str, cargo: Any, cores: int) -> Any:
    """An inspector on the node of this id."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    there = NodeAffinitySchedulingStrategy(node_id=node, soft=False)
    return ray.remote(num_cpus=cores, max_restarts=0, scheduling_strategy=there)(Inspector).remote(cargo)


def scale(ray: Any, game: Game, found: list[Node], cargo: Any, seconds: float) -> dict[str, Any]:
    """Steps of random games a second: one worker on each node in its turn, then all cores of all nodes at once."""
    seats, ids = game.seats[0], [each["NodeID"] for each in connect.nodes(ray)]
    if not sum(each.cores for each in found):
        raise InvalidError("cluster: it has no cores; right would be `ray start` with --num-cpus of 1 or more")
    alone: list[float] = []
    workers = [[inspector(ray, node, cargo, 1) for _ in range(each.cores)] for node, each in zip(ids, found, strict=True)]
    every = [worker for group in workers for worker in group]
    ray.get([worker.work.remote(0, seats) for worker in every])  # loads the object
    share = seconds / 2 / max(1, len([group for group in workers if group]))
    for group in workers:
        if group:
            steps, spent = ray.get(group[0].work.remote(share, seats))
            alone.append(steps / spent)
    began = time.perf_counter()
    done = ray.get([worker.work.remote(seconds / 2, seats) for worker in every])
    whole = time.perf_counter() - began
    together = sum(steps / spent for steps, spent in done)
    for worker in every:
        ray.kill(worker)
    expected = sum(rate * each.cores for rate, each in zip(alone, [each for each in found if each.cores], strict=True))
    return {
        "game": game.name,
        "unit": "steps of random games a second",
        "alone": [round(each, 1) for each in alone],
        "workers": len(every),
        "together": round(together, 1),
        "efficiency": round(together / expected, 4),
        "seconds": round(whole, 3),
    }


def show(found: list[Node], scaling: dict[str, Any] | None, mine: dict[str, str]) -> None:
    """Print what was found."""
    screen = console()
    grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for head in ("node", "address", "cores", "free GB", "Python", "object", "there and back", "code"):
        grid.add_column(head, justify="right" if head in ("cores", "free GB", "there and back") else "left")
    for each in found:
        grid.add_row(
            each.name, each.address, str(each.cores), f"{each.free_memory / 1e9:.1f}", each.versions["python"],
            each.object or "-", f"{1000 * each.trip:.2f} ms", "refused" if each.refused else "the same",
        )  # fmt: skip
    screen.print(grid)
    if scaling is not None:
        screen.print(
            f"{scaling['workers']} workers make {scaling['together']:,.0f} {scaling['unit']} of {scaling['game']}:"
            f" {scaling['efficiency']:.0%} of what one a node makes alone, times its cores."
        )
