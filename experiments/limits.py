"""What an engine may use: memory, processor time, file size, processes, cores; and in what cage it runs."""

from __future__ import annotations

from dataclasses import dataclass

from mutapa.core.errors import InvalidError, unknown

SANDBOXES = ("none", "bubblewrap")


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
    """Processes and threads at a time."""

    def check(self, where: str) -> None:
        """`InvalidError` names the first that makes no sense."""
        for name in ("memory_mb", "cpu_seconds", "file_mb", "processes"):
            value = getattr(self, name)
            if value < 0:
                raise InvalidError(f"{where}: {name} is {value}; right would be a number from 1 on, or 0 for no limit")


def check_sandbox(where: str, name: str) -> None:
    """`InvalidError` if there is no such sandbox; whether this machine has it is another matter."""
    if name not in SANDBOXES:
        raise unknown(where, "sandbox", name, SANDBOXES)
