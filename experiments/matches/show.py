"""``mutapa show``: a recorded game, as a position and as its steps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import files, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.record import Record
from mutapa.experiments.console import console
from mutapa.experiments.parameters import check_output, written


def command(
    path: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file.")],
    move: Annotated[int | None, typer.Option("--move", min=0, help="Show the position after so many steps.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the position as an SVG picture.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", help="Of the picture: light, dark, or auto (the default).")] = None,
    setup: Annotated[Path | None, typer.Option("--setup", metavar="FILE", help="Write the set-up, to be played again.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Print all steps too.")] = False,
) -> None:
    """Show a recorded game: who played, the position after some step, all steps."""
    if theme is not None and svg is None:
        raise InvalidError(f"--theme: {theme!r} is for a picture; right would be --svg FILE with it")
    record = Record.load(path)
    for what, target, source in (("--svg", svg, path), ("--setup", setup, path), ("--setup", setup, svg)):
        if target is not None and source is not None:
            check_output(target, source, what)
    if setup is not None:
        files.write(setup, written(record.setup).encode())
    steps = len(record.actions) if move is None else move
    changed = ""
    try:
        state = record.replay(steps, where=str(path), backend="plain")
    except MutapaError as error:
        rules_changed = record.game in registry.names() and record.rules != registry.get(record.game).version
        if move is not None or svg is not None or not rules_changed:
            raise
        changed = f"mutapa: {error}; here are the words alone"
    if svg is not None:
        files.write(svg, state.svg(theme or "auto").encode())
    screen = console()
    screen.print(f"{record.game}, {len(record.bots)} seats, seed {record.seed}, {len(record.actions)} steps", markup=False)
    outcome = record.outcome or {"ranks": ["-"] * len(record.bots), "margins": ["-"] * len(record.bots), "capped": False}
    for seat, bot in enumerate(record.bots):
        screen.print(f"  seat {seat}  rank {outcome['ranks'][seat]}  margin {outcome['margins'][seat]}  {bot}", markup=False)
    if record.outcome is None:
        screen.print("  the game was not finished")
    elif outcome["capped"]:
        screen.print("  ended by the round cap")
    if changed:
        typer.echo(changed, err=True)
        log = True
    else:
        screen.print(f"\nafter step {steps}: {state.phase}", markup=False)
        screen.print(state.picture())
    if log:
        for n, text in enumerate(record.texts, 1):
            screen.print(f"{n:5}  {text}", markup=False)
    elif steps:
        last = record.texts[max(0, steps - 5) : steps]
        screen.print("last steps: " + " / ".join(last), markup=False)
