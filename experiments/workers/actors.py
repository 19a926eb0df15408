"""Workers that are Ray actors, on this machine and others. Each is sent the native object, and refused if its code is another.

Ray places them; one that is lost is replaced wherever there is room.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mutapa.core import files
from mutapa.core.errors import MutapaError
from mutapa.experiments.workers import inference
from mutapa.experiments.workers.processes import attempt
from mutapa.experiments.workers.tasks import Done, File, Hand, Work, files_of
from mutapa.nets import served
from mutapa.search import connect
from mutapa.search.connect import Cargo, RefusedError

STARTING = 120.0
"""Seconds in which one worker at least must have come up."""
MOST_BYTES = 1 << 30
FAILURES = 3
"""Workers in a row that died before they were ready: then it isn't chance."""


class Labourer:
    """The actor. Exceptions travel as values: Ray would wrap them."""

    def __init__(self, function: Callable[[Any], Any], cargo: Sequence[Cargo]) -> None:
        self.function, self.cargo = function, cargo
        served.elsewhere = inference.find
        self.files: dict[str, str] = {}
        """Files that were sent here: what they hold, as a hash."""

    def ready(self) -> tuple[str, RefusedError | None]:
        """Where this is, once all games can be run; or why this node is refused."""
        where = connect.process()
        try:
            for each in self.cargo:
                connect.unpack(each)
        except RefusedError as error:
            return where, error
        return where, None

    def do(self, task: Any, needed: Sequence[tuple[File, list[Any]]] = ()) -> tuple[Any, Exception | None]:
        """One task. `needed`: files, and references to what they hold, fetched where it is new here."""
        for (path, held), where in needed:
            if self.files.get(path) != held:
                import ray

                files.lend(path, ray.get(where[0]))
                self.files[path] = held
        return attempt(self.function, task)


class Actor(Hand):
    """An actor as the driver knows it."""

    def __init__(self, number: int, handle: Any) -> None:
        super().__init__(number)
        self.handle = handle
        self.where = ""
        """Which process on which machine; empty until it is ready."""
        self.waited: Any = handle.ready.remote()
        """What it will answer next; None: it is idle."""

    def __str__(self) -> str:
        return f"worker {self.number}" + (f" ({self.where})" if self.where else "")


class Actors:
    """So many actors on the cluster at `where`, each started as soon as Ray finds a core for it."""

    def __init__(self, function: Callable[[Any], Any], workers: int, where: str, cargo: Sequence[Cargo]) -> None:
        self.function, self.workers = function, workers
        self.ray = connect.connect(where, workers)
        # Sent to each node once, whatever the number of workers there.
        self.cargo = self.ray.put(tuple(cargo))
        self.hands: list[Actor] = []
        self._sent: dict[File, Any] = {}
        self._failures = 0
        self._began = self._looked = time.monotonic()

    def _start(self, number: int) -> Actor:
        kind = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD")(Labourer)
        return Actor(number, kind.remote(self.function, self.cargo))

    def idle(self) -> list[Actor]:
        """Those that can be given a task now; at first there may be none."""
        if not self.hands:
            self._began, self._failures = time.monotonic(), 0
        while len(self.hands) < self.workers:
            self.hands.append(self._start(len(self.hands) + 1))
        return [each for each in self.hands if each.waited is None]

    def give(self, hand: Actor, work: Work) -> None:
        """Begin `work`."""
        needed = [self._file(path) for path in files_of(work.task)]
        hand.work, hand.waited = work, hand.handle.do.remote(work.task, needed)

    def _file(self, path: str) -> tuple[File, list[Any]]:
        """A file as it is now, sent to the cluster once: a network that is trained goes by the same path in many versions."""
        data = files.read(path, MOST_BYTES)
        file = path, hashlib.blake2b(data, digest_size=16).hexdigest()
        if file not in self._sent:
            for old in [each for each in self._sent if each[0] == path]:
                del self._sent[old]
            self._sent[file] = self.ray.put(data)
        return file, [self._sent[file]]

    def wait(self, seconds: float) -> Iterator[Done]:
        """What ended within `seconds`. `MutapaError` where nothing more can come: no worker, or no cluster, any more."""
        self._look()
        waited = {each.waited: each for each in self.hands if each.waited is not None}
        if not waited:
            return
        ended, _ = self.ray.wait(list(waited), num_returns=1, timeout=seconds)
        more, _ = self.ray.wait(list(waited), num_returns=len(waited), timeout=0) if ended else ([], None)
        for reference in more:
            hand = waited[reference]
            work, hand.work, hand.waited = hand.work, None, None
            try:
                answer, wrong = self.ray.get(reference)
            except self.ray.exceptions.RayTaskError as error:  # an answer that can't travel
                raise RuntimeError(str(error)) from error
            except self.ray.exceptions.RayError as error:
                yield from self._lost(hand, work, error)
                continue
            if work is not None:
                yield Done(work, answer, wrong)
                continue
            if wrong is not None:
                raise wrong
            hand.where, self._failures = answer, 0

    def _lost(self, hand: Actor, work: Work | None, error: Exception) -> Iterator[Done]:
        """An actor is gone: another takes its place."""
        connect.check_home(self.ray)
        self.ray.kill(hand.handle)  # where it lives on and only its answer is lost
        self.hands[hand.number - 1] = self._start(hand.number)
        why = [line.strip() for line in str(error).splitlines() if line.strip()]
        if work is not None:
            yield Done(work, lost=why[-1] if why else type(error).__name__, by=str(hand))
            return
        self._failures += 1
        if self._failures >= FAILURES:
            raise MutapaError(
                f"{FAILURES} workers in a row died before they were ready ({why[-1]});"
                " right would be the same revision of mutapa, with its libraries, on all nodes"
            ) from error

    def _look(self) -> None:
        """Now and then: whether there is still anything to wait for."""
        now = time.monotonic()
        if now - self._looked < 1:
            return
        self._looked = now
        connect.check_home(self.ray)
        if any(each.where for each in self.hands):
            self._began = now
        elif now - self._began > STARTING:
            free = self.ray.available_resources().get("CPU", 0)
            raise MutapaError(f"no worker came up in {STARTING:.0f} s: {free:g} cores are free there, and each worker takes one")

    def end(self) -> None:
        """Kill all."""
        for each in self.hands:
            self.ray.kill(each.handle)
        self.hands = []
