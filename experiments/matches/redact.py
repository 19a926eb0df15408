"""``mutapa redact RECORD --seat K``: the log lines that a seat got in a recorded game, and no others (docs/protocol.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import files, protocol
from mutapa.core.record import Record
from mutapa.experiments.parameters import check_output


def command(
    path: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file.")],
    seat: Annotated[int, typer.Option("--seat", min=0, help="The seat, from 0.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write them there; default: print.")] = None,
) -> None:
    """Print a recorded game as one seat was told it: the lines of the engine protocol, what was hidden from it as ?."""
    if out is not None:
        check_output(out, path, "--out")
    lines = list(protocol.redacted(Record.load(path), seat, str(path)))
    text = "".join(f"{line}\n" for line in lines)
    if out is None:
        typer.echo(text, nl=False)
    else:
        files.write(out, text.encode())
