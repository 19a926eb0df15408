"""``mutapa net``: what a file of weights says of itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.nets.weights import DEFAULTS, Weights, load


def command(
    file: Annotated[str, typer.Argument(help="A file of weights, or default:GAME for the one that comes with mutapa.")],
) -> None:
    """Print the header of a file of weights, and whether it fits the rules and features as they are now."""
    path = place(file)
    weights = load(path)
    for name, words in rows(weights, path):
        typer.echo(f"{name:<10} {words}")


def place(file: str) -> Path:
    """The file that is meant."""
    kind, colon, game = file.partition(":")
    if kind != "default":
        return Path(file)
    if not colon or not game:
        raise InvalidError(f"{file}: the default network of which game? Right would be default:zimbabwe")
    path = DEFAULTS / f"{registry.get(game).name}.safetensors"
    if not path.exists():
        raise InvalidError(f"{file}: there is no default network for {game} yet")
    return path


def rows(weights: Weights, path: Path) -> list[tuple[str, str]]:
    """What is shown, line by line: a name and words."""
    header = weights.header
    shape = header.shape.as_dict()
    reads = ("sparse", "dense", "active", "kinds", "arguments", "cells", "bids", "seats", "corrects")
    try:
        header.fit(registry.get(header.game), str(path))
        fits = "yes, the rules and features as they are now"
    except MutapaError as error:
        fits = f"no: {str(error).removeprefix(f'{path}: ')}"
    found = [
        ("file", str(path)),
        ("game", f"{header.game}, rules version {header.version}"),
        ("features", header.features),
        ("fits", fits),
        ("reads", ", ".join(f"{name} {shape[name]}" for name in reads[:-1])),
        ("policy", "corrects the game's preferences" if header.shape.corrects else "stands alone"),
        ("widths", ", ".join(f"{name} {shape[name]}" for name in shape if name not in reads)),
        ("weights", f"{header.shape.numbers:,} of {weights.precision}, {path.stat().st_size / 1000:,.0f} kB"),
        ("licence", header.licence),
        ("seal", weights.seal),
    ]
    return found + [("run" if i == 0 else "", f"{name}: {value}") for i, (name, value) in enumerate(header.run.items())]
