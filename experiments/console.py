"""Consoles that commands print on: as wide as the terminal, plain and unpadded where there is none; live displays."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self, TextIO, cast

from rich.console import Console
from rich.live import Live

WIDE = 140
"""Columns where output goes to a file."""


class Unpadded:
    """A stream without the blanks with which tables and boards are filled up to the right."""

    def __init__(self, file: TextIO) -> None:
        self.file = file

    def write(self, text: str) -> int:
        """Write whole lines, as a console does."""
        self.file.write("\n".join(line.rstrip(" ") for line in text.split("\n")))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def console(stderr: bool = False) -> Console:
    """A console for tables and boards: as wide as the terminal; where there is none, `WIDE` columns, nothing padded."""
    made = Console(stderr=stderr, highlight=False)
    if made.is_terminal:
        return made
    return Console(file=cast(TextIO, Unpadded(sys.stderr if stderr else sys.stdout)), highlight=False, width=WIDE)


class Shown:
    """A live display while it is entered, where there is a terminal to show it on."""

    live: Live | None

    def __enter__(self) -> Self:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.live:
            self.live.stop()
