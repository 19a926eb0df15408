"""``mutapa cluster memory``: self-play for so many minutes, and the memory of the driver, of workers, of Ray's objects.

What a run needs must not grow with its length. Each session's rows are kept as JSON lines; a session broken off leaves its own.
"""

from __future__ import annotations

import json
import re
import socket
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from mutapa.core import files, native, registry
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory.figures import COLOURS, canvas, save
from mutapa.experiments.parameters import Json, check_target, emit
from mutapa.experiments.provenance import load, machine
from mutapa.experiments.training import selfplay
from mutapa.experiments.training.selfplay import Playing
from mutapa.experiments.workers import workers
from mutapa.search import connect

EVERY = 5.0
"""Seconds between two looks."""
MB = 1 << 20
PARTS = ("driver", "workers", "store")
"""What is looked at: resident memory of the driver and of the workers of this machine, and the bytes in Ray's store."""
CHUNKS = 1 << 40
"""More than any session plays."""


def resident(process: int | str) -> int:
    """Bytes of a process of this machine that lie in memory; 0 if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))
    except (OSError, StopIteration):
        return 0


def stored(ray: Any) -> int | None:
    """Bytes of the objects in the stores of all nodes; None where Ray doesn't say."""
    from ray._private.internal_api import node_stats

    try:
        asked = [node_stats(each["NodeManagerAddress"], each["NodeManagerPort"], False) for each in connect.nodes(ray)]
        return sum(int(each.store_stats.object_store_bytes_used) for each in asked)
    except Exception:  # not of Ray's public interface: another version may do without
        return None


def players(pool: workers.Pool) -> list[int]:
    """Process ids of a pool's actors on this machine."""
    hands = [] if pool.crew is None else getattr(pool.crew, "hands", [])
    found = [re.match(r"process (\d+) on (.*)", getattr(hand, "where", "")) for hand in hands]
    return [int(each[1]) for each in found if each is not None and each[2] == socket.gethostname()]


def watch(
    played: Iterator[selfplay.Played],
    look: Callable[[], dict[str, int | None]],
    keep: Callable[[dict[str, Any]], None],
    every: float,
) -> list[dict[str, Any]]:
    """Look at the memory now and then while games are played, to the end of `played`; each row goes to `keep` at once."""
    rows: list[dict[str, Any]] = []
    began = time.monotonic()
    games = samples = 0
    for each in played:
        games, samples = games + each.games, samples + each.samples
        now = time.monotonic() - began
        if not rows or now - rows[-1]["seconds"] >= every:
            rows.append({"seconds": round(now, 1), "games": games, "samples": samples, **look()})
            keep(rows[-1])
    return rows


def judged(rows: Sequence[dict[str, Any]], part: str) -> dict[str, float] | None:
    """How a part of the memory went (MB): medians of the second and the last quarter of the session, its least and its most after
    the first quarter, and the growth from the one quarter to the other for 1,000 games."""
    found = [(row["games"], row[part] / MB) for row in rows if row[part] is not None]
    if len(found) < 8:
        return None
    quarter = len(found) // 4
    early, late = found[quarter : 2 * quarter], found[-quarter:]
    first, last = (statistics.median(value for _, value in some) for some in (early, late))
    games = statistics.median(n for n, _ in late) - statistics.median(n for n, _ in early)
    settled = [value for _, value in found[quarter:]]
    return {
        "early": first, "late": last, "least": min(settled), "most": max(settled),
        "growth_per_1000_games": 1000 * (last - first) / games,
    }  # fmt: skip


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """The curves as a figure."""
    figure, axes = canvas(7, 4)
    for part, colour in zip(PARTS, COLOURS, strict=False):
        points = [(row["seconds"] / 60, row[part] / MB) for row in rows if row[part] is not None]
        if points:  # the store says nothing while Ray is busy
            axes.plot(*zip(*points, strict=True), color=colour, linewidth=1.2, label=f"{part}, last {points[-1][1]:.0f} MB")
    axes.set_xlabel("minutes of self-play")
    axes.set_ylabel("MB")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    save(figure, path)


def command(
    where: Annotated[str, typer.Option("--ray", metavar="WHERE", help="local, auto, or the head's HOST:PORT.")] = connect.LOCAL,
    name: Annotated[str, typer.Option("--game", metavar="GAME", help="What is played.")] = "kuhn",
    sims: Annotated[int, typer.Option("--sims", min=1, help="Simulations a step.")] = 50,
    minutes: Annotated[float, typer.Option("--minutes", min=0, help="How long.")] = 20.0,
    every: Annotated[float, typer.Option("--every", min=0, help="Seconds between two looks.")] = EVERY,
    count: Annotated[int, typer.Option("--workers", min=1, help="Actors that play.")] = 2,
    chunk: Annotated[int, typer.Option("--chunk", min=1, help="Games a task.")] = 8,
    backend: Annotated[str, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = "object",
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Rows and figure.")] = Path("memory"),
    json_out: Json = None,
) -> None:
    """Play against oneself for so many minutes and watch the memory of driver, workers and Ray's objects: it must not grow."""
    need("matplotlib", "report")
    check_target(json_out, out / "memory.jsonl", out / "memory.svg")
    game = registry.get(name)
    native.engine(game, backend)
    files.check_folder(out)
    before = load()
    ray = connect.connect(where, count)
    playing = Playing(chunk=chunk, full=sims, fast=0)
    bot = "uct:memory=1"
    whole = selfplay.Task(game.name, {}, (game.seats[0],), bot, bot, 1, 0, 1, 0, playing, 0, backend)
    until = time.monotonic() + 60 * minutes
    lines: list[str] = []

    def keep(row: dict[str, Any]) -> None:
        lines.append(json.dumps(row))
        files.write(out / "memory.jsonl", "".join(f"{line}\n" for line in lines).encode())

    staff = workers.Staff(count, where, ((game.name, backend),))
    with tempfile.TemporaryDirectory() as folder, workers.Pool(selfplay.play, staff) as pool:

        def played() -> Iterator[selfplay.Played]:
            tasks = selfplay.tasks(whole, CHUNKS)
            for each in selfplay.run(pool, tasks, Path(folder), lambda: time.monotonic() < until):
                (Path(folder) / selfplay.name(each.first)).unlink()
                yield each

        def look() -> dict[str, int | None]:
            return {"driver": resident("self"), "workers": sum(map(resident, players(pool))), "store": stored(ray)}

        rows = watch(played(), look, keep, every)
    found = {part: judged(rows, part) for part in PARTS}
    if len(rows) > 1:
        draw(rows, out / "memory.svg")
    for part, told in found.items():
        if told is not None:
            growth = f"{told['growth_per_1000_games']:+.3f} MB for 1,000 games"
            typer.echo(f"{part}: {told['early']:.1f} MB early, {told['late']:.1f} MB late, at most {told['most']:.1f}; {growth}")
    typer.echo(f"{rows[-1]['games'] if rows else 0:,} games; {out}: memory.jsonl, memory.svg")
    told_all = {"game": name, "sims": sims, "minutes": minutes, "workers": count, "rows": rows, "judged": found}
    emit(json_out, {**told_all, "machine": machine(), "load_before": before, "load_after": load()})
