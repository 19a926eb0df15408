"""Tasks on several processes: results as they come, a lost process's task given out again, a prompt end.

A worker that loses its parent ends by itself: it waits on a pipe that only the parent holds open.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import traceback
from collections.abc import Callable, Generator, Iterable
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
        self.process.start()
        theirs.close()
        self.task: Any = None

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.ours.close()


def _serve(function: Callable[[Any], Any], pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
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


def run(function: Callable[[T], R], tasks: Iterable[T], workers: int, more: Callable[[], bool]) -> Generator[R, None, None]:
    """Yield `function(task)` for all `tasks`, in the order they end; no task is begun once `more()` is false.

    `function` is one of a module, and it and its tasks can be pickled. One worker: all in this process. Closing the generator
    ends the processes.
    """
    if workers == 1:
        for task in tasks:
            if not more():
                return
            yield function(task)
        return
    waiting = iter(tasks)
    again: list[tuple[T, int]] = []
    losses: dict[int, int] = {}
    pool = [_Worker(function) for _ in range(workers)]
    try:
        while True:
            for worker in pool:
                if worker.task is None and more():
                    if again:
                        worker.task, losses[id(worker)] = again.pop()
                    else:
                        worker.task, losses[id(worker)] = next(waiting, None), 0
                    if worker.task is not None:
                        with contextlib.suppress(BrokenPipeError):  # it died; noticed below
                            worker.ours.send(worker.task)
            busy = [worker for worker in pool if worker.task is not None]
            if not busy:
                return
            for end in wait([worker.ours for worker in busy], timeout=1.0):
                worker = next(each for each in busy if each.ours is end)
                task = worker.task
                try:
                    answer, error = worker.ours.recv()
                except (EOFError, ConnectionResetError):
                    lost = losses[id(worker)] + 1
                    worker.end()
                    if lost == LOSSES:
                        code = worker.process.exitcode
                        raise LostError(f"task {task}: its process died {lost} times (exit code {code})") from None
                    again.append((task, lost))
                    pool[pool.index(worker)] = _Worker(function)
                    continue
                worker.task = None
                if error is not None:
                    raise error
                yield answer
    finally:
        for worker in pool:
            worker.end()
