"""How long the machine let a thread wait for a core though it was ready to run: what a busy machine owes to a clock.

Linux counts that for each thread (``schedstat``). Where it doesn't, nothing was waited.
"""

from __future__ import annotations

import contextlib
import os


class Waits:
    """The count of one thread. Negative `pid`: of the thread that asks first."""

    def __init__(self, pid: int = -1) -> None:
        self._handle = -1
        path = "/proc/thread-self/schedstat" if pid < 0 else f"/proc/{pid}/schedstat"
        with contextlib.suppress(OSError):
            self._handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def seconds(self) -> float:
        """Seconds waited since the thread began; 0 if that isn't known."""
        if self._handle < 0:
            return 0.0
        try:
            return int(os.pread(self._handle, 80, 0).split()[1]) * 1e-9
        except (OSError, IndexError, ValueError):  # it has ended
            return 0.0

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


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
