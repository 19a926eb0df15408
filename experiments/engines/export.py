"""``mutapa export GAME``: a bot as one native engine, or as a library (docs/export.md)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.targets import TARGETS
from mutapa.experiments.parameters import GameName, Json, check_output, check_target, emit
from mutapa.search.export.player import Player
from mutapa.search.export.program import HEADER, executable, library
from mutapa.search.export.toolchain import ENDINGS, chosen, system


def command(
    game: GameName,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="A bot, as in uct:sims=400.")] = "uct",
    output: Annotated[Path | None, typer.Option("-o", metavar="FILE", help="Default: GAME-engine or libGAME.so.")] = None,
    cpu: Annotated[str, typer.Option("--cpu", help="baseline: any machine of this kind; native: this one.")] = "baseline",
    target: Annotated[str | None, typer.Option("--target", metavar="MACHINE", help=f"Another one: {', '.join(TARGETS)}.")] = None,
    embed: Annotated[bool, typer.Option("--embed/--no-embed", help="A network: in it, or read from --weights FILE.")] = True,
    shared: Annotated[bool, typer.Option("--library", help="A shared library and its header, not a program.")] = False,
    json: Json = None,
) -> None:
    """Make a bot one executable that speaks the engine protocol, without Python, and plays the same moves."""
    level = chosen(cpu, target)
    player = Player(registry.get(game), bot)
    if not embed and (shared or player.file is None):
        why = "a library has its network in it" if shared else "the bot has no network; right would be one with net=FILE"
        raise InvalidError(f"--no-embed: {why}")
    endings = ENDINGS[system(level)]
    path = output or Path(f"lib{game}{endings[1]}" if shared else f"{game}-engine{endings[0]}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        why = "a folder" if path.is_dir() else "its folder does not exist"
        raise InvalidError(f"-o {path}: {why}; right would be a new file")
    if path.exists() and not path.is_file():  # it would be put in the place of a device
        raise InvalidError(f"-o {path}: no file that can be replaced; right would be a new file")
    if shared and path.name == HEADER.name:
        raise InvalidError(f"-o {path}: so the header beside it is called; right would be another name, lib{game}{endings[1]}")
    for each in player.bot.files:
        check_output(path, Path(each), "-o")
    check_target(json, path, path.with_name(HEADER.name) if shared else None, *player.bot.files)
    began = time.perf_counter()
    made = library(player, path, level) if shared else executable(player, path, level, embed)
    notes = {"file": str(made.path), **made.notes, "seconds": round(time.perf_counter() - began, 1)}
    for name, value in notes.items():
        typer.echo(f"{name:9} {value:,}" if isinstance(value, int) else f"{name:9} {value}", err=json == "-")
    emit(json, notes)
