"""How long the machine let a thread wait for a core though it was ready to run: what a busy machine owes to a clock.

Linux counts that for each thread (``schedstat``). Where it doesn't, nothing was waited.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping

PROCESS = 2
"""How Linux marks the clock of a process in its number (``CPUCLOCK_SCHED``)."""


class Waits:
    """The counts of a process, thread by thread. Negative `pid`: of the thread that asks first, alone."""

    def __init__(self, pid: int = -1) -> None:
        self._pid, self._folder = pid, f"/proc/{pid}/task" if pid > 0 else ""
        self._handles: dict[str, int] = {}
        if pid < 0:
            self._open("", "/proc/thread-self/schedstat")

    def _open(self, thread: str, path: str) -> None:
        with contextlib.suppress(OSError):
            self._handles[thread] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def now(self) -> dict[str, int]:
        """Nanoseconds that each thread has waited since it began; none where that isn't known."""
        if self._folder:
            try:
                threads = os.listdir(self._folder)
            except OSError:  # it has ended
                threads = []
            for thread in set(self._handles).difference(threads):
                os.close(self._handles.pop(thread))
            for thread in threads:
                if thread not in self._handles:
                    self._open(thread, f"{self._folder}/{thread}/schedstat")
        found = {}
        for thread, handle in self._handles.items():
            with contextlib.suppress(OSError, IndexError, ValueError):
                found[thread] = int(os.pread(handle, 80, 0).split()[1])
        return found

    def since(self, before: Mapping[str, int]) -> float:
        """Seconds that the thread that waited longest has waited since `before` was what `now` gave."""
        return max([waited - before.get(thread, 0) for thread, waited in self.now().items()] or [0]) * 1e-9

    def processor(self) -> float:
        """Seconds of processor time that the process has used, all its threads together; 0 if that isn't known."""
        if not self._folder:
            return 0.0
        try:
            return time.clock_gettime((~self._pid << 3) | PROCESS)
        except OSError:  # it has ended, or the system has no such clock
            return 0.0

    def close(self) -> None:
        while self._handles:
            os.close(self._handles.popitem()[1])


def deepest(pid: int) -> int:
    """The process that `pid` started, and that one, down to the last: of a guard, a shell and a sandbox, the engine."""
    while True:
        try:
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                kids = file.read().split()
        except OSError:
            return pid
        if not kids:
            return pid
        pid = int(kids[0])
