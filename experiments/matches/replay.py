"""``mutapa replay``: plays records again and compares everything in them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mutapa.core.record import Record
from mutapa.experiments.parameters import Backend


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="Record files.")],
    backend: Backend = "object",
) -> None:
    """Play records again and verify them. Each must come out, step by step, as it stands there."""
    for path in paths:
        record = Record.load(path)
        state = record.verify(where=str(path), backend=backend)
        ended = f"ranks {' '.join(map(str, record.outcome['ranks']))}" if record.outcome else "not finished"
        typer.echo(f"{path}: {len(record.actions)} steps replay to the same bytes; {ended} ({state.engine.backend})")
