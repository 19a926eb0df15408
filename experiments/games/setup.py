"""``mutapa setup``: a set-up drawn as a match would draw it, as a file to read and to edit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import files, registry
from mutapa.core.state import State, describe
from mutapa.experiments.parameters import GameName, Options, Seats, Seed, options_from, written


def command(
    name: GameName,
    seats: Seats = None,
    seed: Seed = 0,
    options: Options = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it there; default: print it.")] = None,
) -> None:
    """Draw a set-up to edit. It holds all that is drawn before play, as JSON; --setup FILE of other commands plays it."""
    game = registry.get(name)
    description = describe(game, seats, seed=seed, options=options_from(options))
    State.from_setup(description, game=game)  # options that exclude one another are said now
    if out is None:
        typer.echo(written(description), nl=False)
    else:
        files.write(out, written(description).encode())
        typer.echo(f"{out}: {game.title}, {description['seats']} players")
