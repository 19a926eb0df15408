"""What workers of all kinds have in common: one task at a time, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

File = tuple[str, str]
"""A file that a task reads: its path, and a hash of what it holds."""


def files_of(task: Any) -> Sequence[str]:
    """Paths of the files that a task reads: its attribute `files`, if it has one."""
    return getattr(task, "files", ())


class Work(NamedTuple):
    """A task and its number in the order of tasks."""

    number: int
    task: Any


class Hand:
    """One worker."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.work: Work | None = None
        """What it does now."""


class Done(NamedTuple):
    """A task that ended: with an answer, an error, or the loss of its worker."""

    work: Work
    answer: Any = None
    wrong: Exception | None = None
    lost: str = ""
    """How its worker was lost; empty if it wasn't."""
    by: str = ""
    """Which worker that was."""


class Crew(Protocol):
    """Workers of one kind, all doing the same function."""

    def idle(self) -> list[Any]:
        """Those that can be given a task now."""

    def give(self, hand: Any, work: Work) -> None:
        """Begin `work`."""

    def wait(self, seconds: float) -> Iterator[Done]:
        """What ended within `seconds`."""

    def end(self) -> None:
        """End all; the next `idle` starts new ones."""
