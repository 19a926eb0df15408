"""``mutapa check``: the laws every game keeps, tried on one of them."""

from __future__ import annotations

from typing import Annotated

import typer

from mutapa.core import conform, native, registry
from mutapa.core.trial import Trial
from mutapa.experiments.parameters import Backend, GameName, Seed


def command(
    name: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help="Random games a law looks at.")] = 12,
    positions: Annotated[int, typer.Option("--positions", min=1, help="Positions kept of them.")] = 120,
    walk: Annotated[int, typer.Option("--walk", min=1, help="Most positions in the walk of one turn.")] = 2000,
    seed: Seed = 0,
    backend: Backend = "object",
) -> None:
    """Try the laws that every game keeps; exit 1 if one is broken."""
    game = registry.get(name)
    native.engine(game, backend)  # an unknown backend breaks no law
    trial = Trial(game, backend, seed, games, positions, walk)
    broken = 0
    for verdict in conform.check(trial):
        broken += bool(verdict.broken)
        said = f"BROKEN  {verdict.broken}" if verdict.broken else f"{verdict.cases:8,} cases"
        typer.echo(f"{verdict.law:18} {verdict.seconds:7.2f} s  {said}")
    if broken:
        typer.echo(f"{name}: {broken} of {len(conform.LAWS)} laws broken", err=True)
        raise typer.Exit(1)
    typer.echo(f"{name}: all {len(conform.LAWS)} laws hold")
