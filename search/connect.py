"""This process joined to a Ray cluster, or one started here; what a worker elsewhere needs to run a game, and whether it may.

Ray is imported here and only when it is asked for. Workers run the native object that the driver sends them; one whose code
is not the driver's is refused: the same seed would give other games.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mutapa.core import native, obtain
from mutapa.core.entries import entries, fingerprint, locate, resolve
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.sources import plain

LOCAL, AUTO = "local", "auto"
STORE = 256 << 20
"""Bytes of the object store of a cluster started here: what travels is small."""
SPARING = {
    "enable_metrics_collection": 0,
    "event_stats": 0,
    "task_events_report_interval_ms": 0,
    "ray_events_report_interval_ms": 0,
    "raylet_report_resources_period_milliseconds": 500,
    "raylet_check_gc_period_milliseconds": 1000,
    "memory_monitor_refresh_ms": 1000,
    "local_fs_monitor_interval_ms": 1000,
    "object_manager_timer_freq_ms": 1000,
    "gcs_pull_resource_loads_period_milliseconds": 5000,
    "prestart_worker_first_driver": 0,
}
"""Settings of a cluster started here: nobody looks at metrics or events; and a worker that waits for its first task looks for
signals a hundred times a second, so none is started before it is wanted. They are given as variables, ``RAY_event_stats``: Ray
ignores those that it doesn't know, and who has set one is obeyed."""
TOP = Path(__file__).resolve().parent.parent
PATIENCE = 5.0
"""Seconds for a cluster's port to answer."""
GREETING = 20.0
"""Seconds for a head to say that it is one; it takes milliseconds."""
AUTH = "RAY_AUTH_MODE"
"""Ray's variable: ``token`` or ``disabled``."""


def process() -> str:
    """Which process on which machine this is, as losses are told: ``process 12 on host``."""
    return f"process {os.getpid()} on {socket.gethostname()}"


class RefusedError(MutapaError):
    """A node that can't take part: its code is not the driver's, or it has nothing to run it with."""


def say(text: str) -> None:
    """A line on stderr."""
    print(f"mutapa: {text}", file=sys.stderr, flush=True)


def library() -> Any:
    """The module `ray`; `InvalidError` with the line that installs it where it is missing."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would call home
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise InvalidError("ray is not installed; right would be pip install 'mutapa[ray]'") from error
    with contextlib.suppress(ImportError, AttributeError):
        # Ray tells of lost workers, at length, on our stdout; we do it in a line, on stderr.
        inside: Any = importlib.import_module("ray._private.worker")
        inside.print_to_stdstream = lambda *all_, **named: None
    return ray


def connect(where: str, workers: int = 1) -> Any:
    """The module `ray`, this process being joined to the cluster at `where`; a line on stderr says which, once.

    ``local`` starts one in this machine with room for `workers`, gone when this process ends; ``auto`` finds the one that runs
    on this machine; else the ``HOST:PORT`` of its head.
    """
    ray = library()
    if ray.is_initialized():
        return ray
    how: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if where == LOCAL:
        cores = max(workers, os.cpu_count() or 1)
        how |= {"address": LOCAL, "num_cpus": cores, "include_dashboard": False, "object_store_memory": STORE}
    else:
        _reachable(where)
        how |= {"address": where}
    try:
        with _sparing() if where == LOCAL else _greeted(ray, where):
            ray.init(**how)
    except InvalidError:
        raise
    except Exception as error:  # Ray raises bare ones, too, as when a node takes more than 30 s to start
        said = " ".join(str(error).split())
        raise InvalidError(f"--ray {where}: {said or type(error).__name__}; {_right(where)}") from error
    if where == LOCAL:
        say(f"Ray {ray.__version__} started on this machine, room for {cores} workers")
    else:
        alive = nodes(ray)
        cores = sum(int(each["Resources"].get("CPU", 0)) for each in alive)
        say(f"joined the Ray cluster at {where}: nodes {len(alive)}, cores {cores}")
    return ray


@contextlib.contextmanager
def _sparing() -> Iterator[None]:
    """A cluster started in here does nothing that nobody asks for."""
    set_ = {f"RAY_{name}": str(value) for name, value in SPARING.items() if f"RAY_{name}" not in os.environ}
    os.environ.update(set_)
    try:
        yield
    finally:
        for name in set_:
            os.environ.pop(name, None)


def _right(where: str) -> str:
    start = "`ray start --head` on one machine and `ray start --address HOST:PORT` on each other one, this one among them"
    return "see docs/clusters.md" if where == LOCAL else f"right would be {start}, or --ray local"


def _reachable(where: str) -> None:
    """Refuse an address that is none, or where nobody answers: Ray would try for a minute."""
    if where == AUTO:
        return
    host, colon, port = where.rpartition(":")
    if not colon or not host or not port.isdigit() or "/" in where:
        raise InvalidError(f"--ray {where}: no address of a cluster; right would be local, auto or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise InvalidError(f"--ray {where}: nobody answers there ({error}); {_right(where)}") from None


@contextlib.contextmanager
def _greeted(ray: Any, where: str) -> Iterator[None]:
    """In here `ray.init` does as the head at `where` does: with the token of this account, or without.

    From Ray 2.60 on a head asks for the token in ``~/.ray`` if there was one when it started; `ray get-auth-token --generate`
    makes one, and so does any ``--ray local``. Whoever does otherwise than the head gets no further, and Ray doesn't say why.
    A service that is no head is refused, too: Ray would try for minutes. Who has set `RAY_AUTH_MODE` is obeyed.
    """
    raylet: Any = importlib.import_module("ray._raylet")
    try:
        services: Any = importlib.import_module("ray._private.services")
        address = services.canonicalize_bootstrap_address_or_die(AUTO) if where == AUTO else where
    except (ImportError, AttributeError, ConnectionError):  # `ray.init` says what there isn't
        yield
        return
    before, tokens = os.environ.get(AUTH), getattr(raylet, "AuthenticationTokenLoader", None)
    try:
        if before is None and tokens is not None:
            _do_as("disabled")
        admitted = _admitted(address, where)
        if not admitted and before is None and tokens is not None and tokens.instance().has_token(ignore_auth_mode=True):
            _do_as("token")
            admitted = _admitted(address, where)
        if not admitted:
            has = "another one or none" if before is None else f"{AUTH}={before}"
            raise InvalidError(
                f"--ray {where}: the cluster asks for its token, here is {has};"
                " right would be ~/.ray/auth_token of the machine of its head, copied here (docs/clusters.md)"
            )
        yield
    finally:
        os.environ.pop(AUTH, None)
        if before is not None:
            os.environ[AUTH] = before


def _do_as(mode: str) -> None:
    raylet: Any = importlib.import_module("ray._raylet")
    os.environ[AUTH] = mode
    raylet.Config.initialize("")  # it reads the variable


def _admitted(address: str, where: str) -> bool:
    """Whether the head at `address` lets this process in, or wants a token; `InvalidError` if it is none."""
    raylet: Any = importlib.import_module("ray._raylet")
    found: list[Exception | None] = []

    def greet() -> None:
        try:
            raylet.GcsClient(address=address)
            found.append(None)
        except Exception as error:
            found.append(error)

    asking = threading.Thread(target=greet, daemon=True)  # it can't be broken off
    with _hushed():
        asking.start()
        asking.join(GREETING)
    if not found:
        raise InvalidError(f"--ray {where}: what answers there is no head of a Ray cluster; {_right(where)}")
    return not isinstance(found[0], getattr(raylet, "AuthenticationError", ()))


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Nothing is written on stderr in here, by Ray's C++ neither."""
    sys.stderr.flush()
    kept = os.dup(2)
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(null)


def nodes(ray: Any) -> list[dict[str, Any]]:
    """The nodes that are alive, as Ray tells of them, in order of their addresses and names."""
    alive = [each for each in ray.nodes() if each["Alive"]]
    return sorted(alive, key=lambda each: (each["NodeManagerAddress"], each["NodeID"]))


def check_home(ray: Any) -> None:
    """`MutapaError` if the node that this process belongs to is gone: nothing more would ever come back."""
    try:
        mine = ray.get_runtime_context().get_node_id()
        gone = all(each["NodeID"] != mine for each in nodes(ray))
    except Exception as error:  # whatever Ray raises when its control store is gone
        raise MutapaError(f"Ray's head does not answer any more ({type(error).__name__}); what is finished is kept") from error
    if gone:
        raise MutapaError("the Ray node of this process is gone (its raylet died); what is finished is kept")


class Cargo(NamedTuple):
    """What a worker needs to run a game as the driver does."""

    game: str
    """Where it is found (`mutapa.core.entries.locate`)."""
    backend: str
    modules: tuple[str, ...]
    """Modules, search and rules apart, whose code must be the driver's too."""
    code: str
    """Hash of all code that decides what comes out."""
    name: str = ""
    """The object's name, which tells code, compiler, CPU and flags; empty where none is needed."""
    head: dict[str, Any] | None = None
    payload: bytes = b""


def pack(game: Game, backend: str | None = None, modules: Sequence[str] = ()) -> Cargo:
    """What is sent to the workers, once for each."""
    engine = native.engine(game, backend)
    where, names = locate(game), tuple(modules)
    if engine.backend != "object":
        return Cargo(where, engine.backend, names, code_of(game, names))
    found = entries(game)
    head, payload, _ = obtain.obtain(game, found)
    return Cargo(where, engine.backend, names, code_of(game, names), obtain.name_of(game, found), head, payload)


def unpack(cargo: Cargo) -> native.Engine:
    """The engine of the game that was sent here; `RefusedError` if this node would not do what the driver's does."""
    game = resolve(cargo.game)
    code = code_of(game, cargo.modules)
    here = f"node {socket.gethostname()}"
    if code != cargo.code:
        where = f"in {TOP}, is {code}"
        raise RefusedError(
            f"{here}: its code of {game.name}, {where}, the driver's {cargo.code}; right would be the same revision on all nodes"
        )
    if cargo.name:
        found = entries(game)
        if obtain.name_of(game, found) == cargo.name:
            obtain.send(cargo.name, cargo.head or {}, cargo.payload)
        elif not obtain.here(game, found):
            raise RefusedError(
                f"{here}: another CPU, numba or llvmlite than the driver's, and no object of {game.name} for it;"
                f" right would be `mutapa build {game.name}` there, once"
            )
    return native.engine(game, cargo.backend)


def code_of(game: Game, modules: Sequence[str] = ()) -> str:
    """Hash of what decides how `game` goes: rules, networks, search, core, and `modules`. Comments don't count."""
    return hashlib.blake2b((fingerprint(entries(game)) + _python(tuple(modules))).encode(), digest_size=8).hexdigest()


@functools.cache
def _python(modules: tuple[str, ...]) -> str:
    paths = [path for room in ("core", "nets", "search") for path in sorted((TOP / room).glob("*.py"))]
    for name in modules:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise RefusedError(f"node {socket.gethostname()}: no module {name} here")
        paths.append(Path(found.origin))
    return hashlib.blake2b("".join(plain(path.read_text()) for path in paths).encode()).hexdigest()


def versions() -> dict[str, str]:
    """What runs here, as far as results or speed depend on it."""
    names = ("mutapa", "numpy", "numba", "llvmlite", "ray")
    return {"python": ".".join(map(str, sys.version_info[:3])), **{name: _version(name) for name in names}}


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
