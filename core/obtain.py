"""Obtains the native object of a game: from the cache, else as shipped, else built by a process of its own and cached.

A shipped object is for any machine of its kind and a little slower than one built here: `mutapa build --force` makes that.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from mutapa.core import objects
from mutapa.core.entries import Entry, fingerprint, locate
from mutapa.core.errors import MutapaError
from mutapa.core.game import Game
from mutapa.core.objects import DamagedError, notice
from mutapa.core.targets import TARGETS

PATIENCE = 15.0
"""Seconds between progress lines where stderr is no terminal."""
FLAGS = "O3 O3 pic"

Found = tuple[dict[str, Any], bytes, str]
"""Head, object, and where it came from: ``cache``, ``built``, ``shipped`` or ``sent``."""

_sent: dict[str, Found] = {}


@cache
def _toolchain() -> str:
    from llvmlite import binding as llvm

    versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite")]
    cpu = [llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    return " ".join([*versions, *cpu, FLAGS])


def key(game: Game, found: tuple[Entry, ...]) -> str:
    """Hash of the code of `found`, the layout, the compiler's version, the CPU and the flags: the name of a cached object."""
    text = "\n".join([fingerprint(found), game.layout.hash, _toolchain()])
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()


def name_of(game: Game, found: tuple[Entry, ...]) -> str:
    """The file name of the object of `game` for this machine: equal only where code, compiler, CPU and flags are."""
    return f"{game.name}-{key(game, found)}{objects.SUFFIX}"


def send(name: str, head: dict[str, Any], payload: bytes) -> None:
    """Have this process run an object made elsewhere, wherever it needs the one called `name`; nothing is written."""
    _sent[name] = head, payload, "sent"


def here(game: Game, found: tuple[Entry, ...]) -> bool:
    """Whether `obtain` would find an object without building one."""
    name = name_of(game, found)
    known = name in _sent or any(_cached(place / name) for place in objects.candidates())
    return known or _shipped(game, found) is not None


def obtain(game: Game, found: tuple[Entry, ...], rebuild: bool = False) -> Found:
    """The object of `game` with the entries `found`, for this machine; built if there is none, or if `rebuild`.

    `MutapaError` if none can be had; the object of code that the gates refuse is none.
    """
    try:
        name = name_of(game, found)
        if name in _sent and not rebuild:
            return _sent[name]
        for place in () if rebuild else objects.candidates():
            there = _cached(place / name)
            if there:
                return there
        shipped = None if rebuild else _shipped(game, found)
        if shipped:
            return shipped
        path = objects.folder() / name
        return (None if rebuild else _cached(path)) or _built(game, found, path, rebuild)
    except (MutapaError, OSError, metadata.PackageNotFoundError) as error:
        shipped = _shipped(game, found)
        if shipped:
            notice(f"no native object of {game.name} can be built here ({error}); running the one that came with mutapa")
            return shipped
        raise error if isinstance(error, MutapaError) else MutapaError(f"native object of {game.name}: {error}") from error


def _cached(path: Path) -> Found | None:
    try:
        head, payload = objects.read(path)
    except OSError:  # not there, or not for us
        return None
    except DamagedError as error:
        notice(f"{error}; building it again")
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # pruning goes by last use
    return head, payload, "cache"


def _built(game: Game, found: tuple[Entry, ...], path: Path, rebuild: bool) -> Found:
    started = time.time_ns()
    with objects.locked(path.parent, game.name):
        # Another process may have built it while we waited.
        fresh = not rebuild or (path.exists() and path.stat().st_mtime_ns > started)
        there = _cached(path) if fresh else None
        if there:
            return there
        objects.prune(path.parent, game.name, path)
        head, payload = run(game, fingerprint(found), path.parent)
        objects.write(path, head, payload)
    return head, payload, "built"


def shipped_name(game: Game) -> str:
    """File name of a game's shipped object; its code's fingerprint reads bytecode, so there is one for each minor Python."""
    import platform

    return f"{game.name}-{sys.platform}-{platform.machine().lower()}-py{sys.version_info[0]}{sys.version_info[1]}{objects.SUFFIX}"


def _shipped(game: Game, found: tuple[Entry, ...]) -> Found | None:
    try:
        head, payload = objects.read(objects.SHIPPED / shipped_name(game))
    except (OSError, DamagedError):
        return None
    return (head, payload, "shipped") if head.get("code") == fingerprint(found) else None


def kept(
    game: Game, found: tuple[Entry, ...], cpu: str, what: str = "rules", program: str = "mutapa.core.build", extra: str = ""
) -> tuple[dict[str, Any], bytes]:
    """An object that is no engine of this process: for ``native``, ``baseline`` (any machine of this kind) or a target by name.

    From a folder of the cache, else built by the module `program`. `what` names it among those of its game; `extra` is what else
    it is made of.
    """
    place = objects.folder() / "export"
    place.mkdir(exist_ok=True)
    code = fingerprint(found)
    name = f"{game.name}_{what}_{cpu}"
    text = "\n".join([key(game, found), cpu, repr(TARGETS.get(cpu)), extra])
    path = place / f"{name}-{hashlib.blake2b(text.encode(), digest_size=10).hexdigest()}{objects.SUFFIX}"
    with objects.locked(place, name):
        there = _cached(path)
        if there:
            return there[:2]
        objects.prune(place, name, path)
        head, payload = run(game, code, place, cpu, program)
        objects.write(path, head, payload)
    return head, payload


def ship(game: Game, found: tuple[Entry, ...], place: Path) -> Path:
    """Build the object for any machine of this kind (no AVX) and write it to `place`; to be installed as ``core/objects``."""
    place.mkdir(parents=True, exist_ok=True)
    code = fingerprint(found)
    head, payload = kept(game, found, "baseline")
    objects.write(place / shipped_name(game), head | {"code": code}, payload)
    return place / shipped_name(game)


def run(
    game: Game, code: str, place: Path, cpu: str = "native", program: str = "mutapa.core.build"
) -> tuple[dict[str, Any], bytes]:
    """Build in a process of its own, which runs the module `program`, showing progress; temporary files go to `place`."""
    temporary = place / f".{game.name}-{os.getpid()}-{threading.get_ident()}.build.tmp"
    environment = os.environ | {"MUTAPA_RUN": "lower", "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    for variable in [name for name in environment if name.startswith("NUMBA_")]:
        del environment[variable]  # whatever is set for debugging the JIT is not meant for the object
    command = [sys.executable, "-m", program, locate(game), str(temporary), cpu, code]
    result: dict[str, Any] = {}
    try:
        with (
            subprocess.Popen(
                command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as process,
            _progress(game.name) as show,
        ):
            assert process.stdout is not None
            complaints: list[str] = []
            listener = threading.Thread(target=lambda: complaints.extend(process.stderr or ()), daemon=True)
            listener.start()
            try:
                for line in process.stdout:
                    with contextlib.suppress(json.JSONDecodeError):
                        result = json.loads(line)
                        show(result)
            except BaseException:
                process.kill()
                raise
            process.wait()
            listener.join(1)
        if "head" in result:
            return result["head"], temporary.read_bytes()
        reason = result.get("error") or (complaints or [f"the build ended with code {process.returncode}"])[-1].strip()
        raise MutapaError(reason)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _progress(game: str) -> Iterator[Any]:
    """Yield a function that shows the stage and the seconds so far; a spinner on a terminal, else a line now and then."""
    started = time.monotonic()
    stage = ["starting"]
    over = threading.Event()

    def line() -> str:
        return f"building the native object of {game} (once): {stage[0]}, {time.monotonic() - started:.0f} s"

    def show(message: dict[str, Any]) -> None:
        if "stage" in message:
            of = f" {message['done'] + 1}/{message['of']}" if message["of"] > 1 else ""
            stage[0] = message["stage"] + of
        elif "head" in message:
            stage[0] = "done"
        elif "error" in message:
            stage[0] = f"failed at {stage[0]}"

    if sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(line()) as status:

            def tick() -> None:
                while not over.wait(0.2):
                    status.update(line())

            thread = threading.Thread(target=tick, daemon=True)
            thread.start()
            try:
                yield show
            finally:
                over.set()
                thread.join()
        return

    def speak() -> None:
        while not over.wait(PATIENCE):
            print(f"mutapa: {line()}", file=sys.stderr, flush=True)

    print(f"mutapa: {line()}", file=sys.stderr, flush=True)
    thread = threading.Thread(target=speak, daemon=True)
    thread.start()
    try:
        yield show
    finally:
        over.set()
        thread.join()
        print(f"mutapa: {line()}", file=sys.stderr, flush=True)
