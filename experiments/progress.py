"""How far a long task is: a line that moves on a terminal, a line now and then elsewhere; rates, and the time left."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from mutapa.experiments.console import console

PAUSE = 30.0
"""Seconds between two lines where no terminal shows a moving one."""


def until(minutes: float | None) -> Callable[[], bool]:
    """Whether time is left, of so many minutes from now; None: always."""
    began = time.monotonic()
    return lambda: minutes is None or time.monotonic() - began < 60 * minutes


class Progress:
    """Progress of `total` things, `done` of which were there before. Use it in ``with``."""

    def __init__(self, title: str, total: int, unit: str, done: int = 0, quiet: bool = False) -> None:
        self.title, self.total, self.unit, self.done, self.quiet = title, total, unit, done, quiet
        self._before = done
        self._began = self._told = time.monotonic()
        screen = console(stderr=True)
        self._bar: Bar | None = None
        if screen.is_terminal and not quiet:
            self._bar = Bar(
                TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TextColumn("{task.fields[note]}"),
                TimeRemainingColumn(), console=screen, transient=True,
            )  # fmt: skip
            self._task = self._bar.add_task(title, total=total, completed=done, note="")

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    @property
    def rate(self) -> float:
        """Things a second since the beginning."""
        return (self.done - self._before) / max(1e-9, time.monotonic() - self._began)

    def advance(self, n: int = 1, note: str = "") -> None:
        """`n` more are done."""
        self.done += n
        words = f"{self.rate:.3g} {self.unit} a second{', ' + note if note else ''}"
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, note=words)
        elif not self.quiet and (time.monotonic() - self._told > PAUSE or self.done >= self.total):
            self._told = time.monotonic()
            left = (self.total - self.done) / max(1e-9, self.rate) / 60
            typer.echo(f"{self.title}: {self.done} of {self.total} {self.unit}; {words}; {left:.1f} minutes to go", err=True)
