"""Exported engines against the bot in Python, in one run: simulations a second by CPU time, of one search of one position.

    python -m tests.benchmarks.exported                     # the games that people play, for docs/export.md
    python -m tests.benchmarks.exported kuhn --sims 20000 --rounds 3
    python -m tests.benchmarks.exported zimbabwe --cold     # how long an export takes without any object

Ways take turns, round by round, so that whatever else the machine does falls on all alike. A ratio is the median of the
ratios of its rounds. The JIT compiles anew in every process: for a big game that takes minutes, and ``--no-jit`` leaves it out.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from mutapa.core import protocol, registry
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.search.bots import Bot, Event, Seating, make
from mutapa.search.budget import Budget
from mutapa.search.export.player import Player
from mutapa.search.export.program import executable

SPEC = "uct:memory=256,reuse=0"
GAMES = ("zimbabwe", "stone_age", "godz")
STEPS = 12
"""Least steps before the position that is searched: then nothing is special about it any more."""
NATIVE, BASELINE, OBJECT, JIT = "exported native", "exported baseline", "object native", "JIT"
WANTED = ((NATIVE, OBJECT, 0.98), (NATIVE, JIT, 1.3), (BASELINE, OBJECT, None))
"""Ratios, and what they have to reach."""

Run = Callable[[int], float]
"""Seconds of CPU that so many simulations take."""


def line_of(name: str) -> tuple[State, int, list[tuple[int, str, Event]]]:
    """A position early in a random game where the first mover has a choice, and what that seat was told on the way."""
    game = registry.get(name)
    state = State.new(game, min(3, game.seats[1]), seed=1, backend="object")
    rng, luck, told = derive(1, "line"), derive(1, "luck"), []
    seat = 0
    for n in range(1000):
        if state.turn == seat and len(state.legal_actions) > 1 and (n >= STEPS or game.name == "kuhn"):
            return state, seat, told
        legal = [] if state.is_chance else state.legal_actions
        action = state.chance(luck) if state.is_chance else legal[below(rng, len(legal))]
        event = Event(state.turn, state.see(action, seat), state.observe(seat))
        told.append((state.turn, protocol.told(state, action, seat), event))
        state.apply(action)
    raise AssertionError(f"{name}: no choice for seat {seat}")


def in_python(state: State, seat: int, told: list[tuple[int, str, Event]], backend: str) -> Run:
    """The bot in this process."""
    bot: Bot = make(SPEC)
    bot.start(state.game, state.board, seat, Seating(state.seats, derive(0, "engine", "g", "seat", seat), backend))
    for n, (_, _, event) in enumerate(told):
        bot.observe(n, event)
    seen = state.observe(seat)

    def run(sims: int) -> float:
        began = time.process_time()
        bot.choose(seen, Budget(sims))
        return time.process_time() - began

    return run


@contextmanager
def exported(path: Path, state: State, seat: int, told: list[tuple[int, str, Event]]) -> Iterator[Run]:
    """A program at the same position; CPU time of its threads as the kernel counts it."""
    with subprocess.Popen([str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        out, inward = process.stdout, process.stdin
        inward.write(f"new game {state.game.name} seats {state.seats} you {seat} id g\n{protocol.setup(state.description)}\n")
        for n, (turn, words, _) in enumerate(told, 1):
            inward.write(protocol.item(n, turn, words) + "\n")

        def spent() -> float:
            return sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{process.pid}/task").glob("*/schedstat")) / 1e9

        def run(sims: int) -> float:
            began = spent()
            inward.write(f"go n {len(told) + 1} sims {sims}\n")
            while not (said := out.readline()).startswith("move "):
                assert said.startswith("info "), said
            return spent() - began

        yield run
        process.communicate()


def measure(name: str, sims: int, rounds: int, jit: bool = True, say: Callable[[str], None] = print) -> dict[str, Any]:
    """Best speeds by way, and the ratios of `WANTED`."""
    state, seat, told = line_of(name)
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ways: dict[str, Run] = {}
        for way, cpu in ((NATIVE, "native"), (BASELINE, "baseline")):
            made = executable(Player(state.game, SPEC), Path(folder) / cpu, cpu)
            ways[way] = stack.enter_context(exported(made.path, state, seat, told))
        ways[OBJECT] = in_python(state, seat, told, "object")
        if jit:
            say(f"{name}: the JIT compiles")
            ways[JIT] = in_python(state, seat, told, "jit")
        for run in ways.values():  # memory touched, code read, the JIT compiled
            run(max(1, sims // 20))
        for _ in range(rounds):
            for way, run in ways.items():
                seconds.setdefault(way, []).append(run(sims))
    speeds = {way: sims / max(1e-9, min(each)) for way, each in seconds.items()}
    ratios = {}
    for one, other, least in WANTED:
        if one in seconds and other in seconds:
            both = zip(seconds[one], seconds[other], strict=True)
            ratios[f"{one} / {other}"] = statistics.median(slow / max(1e-9, fast) for fast, slow in both), least
    where = f"{state.seats} seats, item {len(told) + 1}"
    say(f"{name}, {where}, {sims:,} simulations, {rounds} rounds, load {os.getloadavg()[0]:.1f}")
    for way, speed in speeds.items():
        say(f"  {way:18} {speed:11,.0f} simulations/s")
    for what, (ratio, least) in ratios.items():
        say(f"  {what:34} {ratio:.3f}" + (f" (to reach: {least})" if least else ""))
    about = {"game": name, "position": where, "sims": sims, "rounds": rounds, "load": os.getloadavg()[0]}
    return {**about, "speeds": speeds, "ratios": {key: each[0] for key, each in ratios.items()}}


def cold(name: str, say: Callable[[str], None] = print) -> dict[str, Any]:
    """Seconds of an export with an empty cache, and of a second one that finds the objects: by the wall and of CPU."""
    found: dict[str, Any] = {"game": name}
    with tempfile.TemporaryDirectory() as folder:
        for what in ("cold", "objects present"):
            began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "mutapa.experiments.cli", "export", name, "-o", f"{folder}/engine"]
            environment = {**os.environ, "MUTAPA_CACHE": f"{folder}/cache"}
            subprocess.run(command, check=True, capture_output=True, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
            found[what] = {"wall": round(time.perf_counter() - began, 1), "cpu": round(cpu, 1)}
            say(f"{name}, {what}: {found[what]['wall']} s by the wall, {found[what]['cpu']} s of CPU")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--sims", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--no-jit", action="store_true")
    parser.add_argument("--cold", action="store_true", help="how long an export takes instead")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = [cold(name) if given.cold else measure(name, given.sims, given.rounds, not given.no_jit) for name in given.games]
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
