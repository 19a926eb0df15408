"""Tasks on several processes: results as they come, a lost process's task given out again, a prompt end.

A worker that loses its parent ends by itself: it waits on a pipe that only the parent holds open.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from mutapa.core.errors import MutapaError

T = TypeVar("T")
R = TypeVar("R")
LOSSES = 3
"""A task whose process died so often is given up: it is the task's fault."""


class LostError(MutapaError):
    """A task that can't be done: its process dies whenever it is tried."""


class _Worker:
    """A process and our end of the pipe to it."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.ours, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(function, theirs), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()
        self.task: Any = None
        self.losses = 0

    def give(self, task: Any, losses: int) -> None:
        """Begin `task` (None: nothing), over which so many processes died already."""
        self.task, self.losses = task, losses
        if task is not None:
            with contextlib.suppress(BrokenPipeError):  # it died; noticed when its answer is waited for
                self.ours.send(task)

    def lost(self) -> tuple[Any, int]:
        """The process died: its task, and how many died over it; `LostError` if it was one too many."""
        self.end()
        if self.losses + 1 == LOSSES:
            raise LostError(f"task {self.task}: its process died {LOSSES} times (exit code {self.process.exitcode})")
        return self.task, self.losses + 1

    def end(self) -> None:
        """Kill it."""
        self.process.terminate()
        self.process.join()
        self.ours.close()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C, not even while they import: it is the parent's to answer."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(function: Callable[[Any], Any], pipe: Connection) -> None:
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            task = pipe.recv()
            answer, wrong = None, None  # type: tuple[Any, Exception | None]
            try:
                answer = function(task)
            except MutapaError as error:
                wrong = error
            except BaseException:
                wrong = RuntimeError(traceback.format_exc())
            pipe.send((answer, wrong))


class Pool:
    """Processes that do `function` on tasks; one worker: all in this process. Leaving the ``with`` ends them."""

    def __init__(self, function: Callable[[Any], Any], workers: int) -> None:
        self.function, self.workers = function, workers
        self.processes: list[_Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *rest: object) -> None:
        for each in self.processes:
            each.end()

    def run(self, tasks: Iterable[Any], more: Callable[[], bool] = lambda: True) -> Generator[Any, None, None]:
        """Yield `function(task)` for all `tasks`, in the order they end; no task is begun once `more()` is false."""
        if self.workers == 1:
            for task in tasks:
                if not more():
                    return
                yield self.function(task)
            return
        while len(self.processes) < self.workers:
            self.processes.append(_Worker(self.function))
        waiting = iter(tasks)
        again: list[tuple[Any, int]] = []
        while True:
            for worker in self.processes:
                if worker.task is None and more():
                    worker.give(*again.pop() if again else (next(waiting, None), 0))
            busy = [worker for worker in self.processes if worker.task is not None]
            if not busy:
                return
            for end in wait([worker.ours for worker in busy], timeout=1.0):
                worker = next(each for each in busy if each.ours is end)
                try:
                    answer, wrong = worker.ours.recv()
                except (EOFError, ConnectionResetError):
                    self.processes[self.processes.index(worker)] = _Worker(self.function)
                    again.append(worker.lost())
                    continue
                worker.task = None
                if wrong is not None:
                    raise wrong
                yield answer


def run(function: Callable[[T], R], tasks: Iterable[T], workers: int, more: Callable[[], bool]) -> Generator[R, None, None]:
    """Yield `function(task)` for all `tasks` from a pool of its own (`Pool.run`).

    `function` is one of a module, and it and its tasks can be pickled. Closing the generator ends the processes.
    """
    with Pool(function, workers) as pool:
        yield from pool.run(tasks, more)
