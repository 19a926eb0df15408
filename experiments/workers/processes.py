"""Workers that are processes of this machine.

One that loses its parent ends by itself: it waits on a pipe that only the parent holds open.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from mutapa.core.errors import MutapaError
from mutapa.experiments.workers.tasks import Done, Hand, Work


class Process(Hand):
    """A process and our end of the pipe to it."""

    def __init__(self, function: Callable[[Any], Any], number: int) -> None:
        super().__init__(number)
        context = multiprocessing.get_context("spawn")
        self.ours, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=serve, args=(function, theirs), daemon=True)
        with _deaf():
            self.process.start()
        theirs.close()

    def __str__(self) -> str:
        return f"worker {self.number} (process {self.process.pid})"

    def end(self) -> None:
        """Kill it."""
        self.process.terminate()
        self.process.join()
        self.ours.close()


class Processes:
    """So many processes, each started when it is first needed."""

    def __init__(self, function: Callable[[Any], Any], workers: int) -> None:
        self.function, self.workers = function, workers
        self.hands: list[Process] = []

    def idle(self) -> list[Process]:
        """Those that can be given a task now."""
        while len(self.hands) < self.workers:
            self.hands.append(Process(self.function, len(self.hands) + 1))
        return [each for each in self.hands if each.work is None]

    def give(self, hand: Process, work: Work) -> None:
        """Begin `work`."""
        hand.work = work
        with contextlib.suppress(BrokenPipeError):  # it died; noticed when its answer is waited for
            hand.ours.send(work.task)

    def wait(self, seconds: float) -> Iterator[Done]:
        """What ended within `seconds`."""
        busy = {each.ours: each for each in self.hands if each.work is not None}
        for end in wait(list(busy), timeout=seconds):
            hand = next(each for ours, each in busy.items() if ours is end)
            work, hand.work = hand.work, None
            assert work is not None
            try:
                answer, wrong = hand.ours.recv()
            except (EOFError, ConnectionResetError):
                hand.end()
                self.hands[hand.number - 1] = Process(self.function, hand.number)
                yield Done(work, lost=f"exit code {hand.process.exitcode}", by=str(hand))
                continue
            yield Done(work, answer, wrong)

    def end(self) -> None:
        """Kill all."""
        for each in self.hands:
            each.end()
        self.hands = []


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


def serve(function: Callable[[Any], Any], pipe: Connection) -> None:
    """The life of such a process."""
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            pipe.send(attempt(function, pipe.recv()))


def attempt(function: Callable[[Any], Any], task: Any) -> tuple[Any, Exception | None]:
    """(answer, None) of `function`, or (None, what went wrong) in a form that travels."""
    try:
        return function(task), None
    except MutapaError as error:
        return None, error
    except BaseException:
        return None, RuntimeError(traceback.format_exc())
