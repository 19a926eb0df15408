"""``mutapa build``: makes native objects before they are needed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import registry
from mutapa.core.entries import entries
from mutapa.core.obtain import obtain, ship


def command(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; default: zimbabwe.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Build even if the object is there.")] = False,
    shipped: Annotated[
        Path | None, typer.Option("--ship", metavar="FOLDER", help="Write objects for any such machine there (make wheel).")
    ] = None,
) -> None:
    """Build the native objects of games where missing. Each holds the search too, specialised on its game."""
    for game in [registry.get(name) for name in names or ["zimbabwe"]]:
        began = time.perf_counter()
        if shipped is not None:
            typer.echo(f"{ship(game, entries(game), shipped)}: {time.perf_counter() - began:.1f} s")
            continue
        _, payload, origin = obtain(game, entries(game), rebuild=force)
        seconds = time.perf_counter() - began
        typer.echo(f"{game.name}: {len(payload) / 1000:,.0f} kB, {origin}, {seconds:.1f} s")
