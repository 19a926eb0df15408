"""What an engine may use: memory, processor time, file size, processes, cores; and in what cage it runs.

An engine is started by `experiments/engines/guard.py`, which sets the limits and ends whatever is left of it, also when the
arena itself is killed. In the sandbox ``bubblewrap`` it has no network, sees no other processes and can't write but to a room of
its own in memory (``TMPDIR``), which goes with it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mutapa.core.errors import InvalidError, unknown

SANDBOXES = ("none", "bubblewrap")
GUARD = Path(__file__).with_name("guard.py")


@dataclass
class Limits:
    """Limits of one engine. 0: no limit."""

    memory_mb: int = 4096
    """Address space of each of its processes, in MiB."""
    cpu_seconds: int = 0
    """Processor time of each of its processes over its life, which may be many games."""
    file_mb: int = 256
    """Size of each file that it writes, in MiB."""
    processes: int = 256
    """Processes at a time; threads count too, unless the arena runs as root."""

    def check(self, where: str) -> None:
        """`InvalidError` names the first that makes no sense."""
        for name in ("memory_mb", "cpu_seconds", "file_mb", "processes"):
            value = getattr(self, name)
            if value < 0:
                raise InvalidError(f"{where}: {name} is {value}; right would be a number from 1 on, or 0 for no limit")


def check_sandbox(where: str, name: str) -> None:
    """`InvalidError` if there is no such sandbox; whether this machine has it is another matter (`held`)."""
    if name not in SANDBOXES:
        raise unknown(where, "sandbox", name, SANDBOXES)


def check_cores(where: str, cores: Sequence[int]) -> None:
    """`InvalidError` names a core that this process may not use."""
    if not cores:
        return
    if not hasattr(os, "sched_getaffinity"):
        raise InvalidError(f"{where}: engines can't be bound to cores on {sys.platform}; right would be none")
    known = sorted(os.sched_getaffinity(0))
    for core in cores:
        if core not in known:
            raise InvalidError(f"{where}: core {core} is not there; known: {', '.join(map(str, known))}")


@dataclass
class Cage:
    """How one engine is held."""

    limits: Limits = field(default_factory=Limits)
    sandbox: str = "none"
    cores: Sequence[int] = ()
    hidden: Sequence[str] = ()
    """Files and folders that it must not see; only a sandbox can do that."""
    alone: bool = True
    """Whether it gets a process namespace of its own where the system allows it; a sandbox has one anyway."""

    def popen(self, words: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
        """Start `words` under a guard: its process, and our end of the leash."""
        ours, theirs = socket.socketpair()
        sandboxed = self.sandbox != "none" and held(self.sandbox) == ""
        limits = dataclasses.asdict(self.limits)
        given = {"leash": theirs.fileno(), "alone": self.alone and not sandboxed, "cores": list(self.cores), "limits": limits}
        inner = [*bubblewrap(self.hidden), *words] if sandboxed else list(words)
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(GUARD), json.dumps(given), *inner], bufsize=0, start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=[theirs.fileno()],
            )  # fmt: skip
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return process, ours


def bubblewrap(hidden: Sequence[str] = ()) -> list[str]:
    """The command that puts what follows it into the sandbox. `hidden` are paths that are empty in there."""
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--dev", "/dev"]
    words += ["--proc", "/proc", "--setenv", "TMPDIR", "/dev/shm"]
    for each in hidden:
        path = Path(each).resolve()
        if path.is_dir():
            words += ["--tmpfs", str(path), "--remount-ro", str(path)]
        elif path.exists():
            words += ["--ro-bind", os.devnull, str(path)]
    return [*words, "--"]


@functools.cache
def held(sandbox: str) -> str:
    """Empty if this machine has `sandbox`; otherwise why not, in half a sentence."""
    if sandbox == "none":
        return "none is asked for"
    if shutil.which("bwrap") is None:
        return "bwrap is not installed"
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        tried: Any = subprocess.run([*bubblewrap(), "true"], capture_output=True, timeout=10, stdin=subprocess.DEVNULL)
        return "" if tried.returncode == 0 else f"bwrap doesn't work here: {tried.stderr.decode(errors='replace').strip()[:200]}"
    return "bwrap doesn't work here"


def told(sandbox: str) -> str:
    """A line for people: how engines are held on this machine."""
    why = held(sandbox)
    return f"sandbox: {sandbox}" if not why else f"sandbox: none ({why}): engines can read files and use the network"
