"""``mutapa features``: what networks read of a game, in words; of a recorded game, what holds at its positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.features import Features, features_of, lines, look
from mutapa.core.record import Record
from mutapa.experiments.parameters import GameName, Json, check_target, emit

SORTS = ("sparse", "dense", "kinds", "arguments", "cells", "bids")


def command(
    name: GameName,
    path: Annotated[Path | None, typer.Argument(metavar="[RECORD]", help="A record file of the game.")] = None,
    move: Annotated[int | None, typer.Option("--move", min=0, help="What is read after so many steps of it.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="The seat that looks on; the mover if not given.")] = None,
    json: Json = None,
) -> None:
    """List what networks read of a game: numbers in words. With a record: how often each holds, or (--move) what holds there."""
    game = registry.get(name)
    features = features_of(game)
    check_target(json, path)
    if path is None:
        if move is not None or seat is not None:
            raise InvalidError("--move and --seat need a position; right would be a record file behind the game's name")
        found: dict[str, Any] = {"game": name, "hash": features.hash, "sizes": features.sizes, "blocks": listed(features)}
    else:
        record = Record.load(path)
        if record.game != game.name:
            raise InvalidError(f"{path}: a record of {record.game}, not of {game.name}")
        if seat is not None and seat >= len(record.bots):
            raise InvalidError(f"--seat: {seat}; {path} has seats 0 to {len(record.bots) - 1}")
        found = {"game": name, "record": str(path), **_read(record, str(path), move, seat)}
    if json != "-":
        for line in described(features, found):
            typer.echo(line)
    emit(json, found)


def _read(record: Record, path: str, move: int | None, seat: int | None) -> dict[str, Any]:
    """What holds after a step; without one, how often each sparse feature holds where a seat moves."""
    if move is not None:
        state = record.replay(move, where=path, backend="plain")
        who = max(0, state.turn) if seat is None else seat
        return {"move": move, "phase": state.phase, "seat": who, "lines": [list(row) for row in lines(state, who)]}
    counts: Counter[int] = Counter()
    positions = 0
    for state in record.positions(backend="plain", where=path):
        if state.turn >= 0:
            counts.update(look(state, state.turn if seat is None else seat).sparse)
            positions += 1
    return {"positions": positions, "counts": [[n, i] for i, n in sorted(counts.items())]}


def described(features: Features, found: dict[str, Any]) -> Iterator[str]:
    """The findings as lines of text."""
    if "lines" in found:
        yield f"{found['game']}, {found['record']}, after step {found['move']}: {found['phase']}; read by seat {found['seat']}"
        for sort, number, words in found["lines"]:
            yield f"{sort:6} {number:>12}  {words}"
    elif "counts" in found:
        some = f"{len(found['counts'])} of {len(features.sparse)} features hold at some"
        yield f"{found['game']}, {found['record']}: {found['positions']} positions; {some}"
        for n, i in found["counts"]:
            yield f"{n:6} {i:6}  {features.sparse[i]}"
    else:
        sizes = features.sizes
        yield f"features {features.hash}: at most {sizes['active']} of {sizes['sparse']} sparse at once, {sizes['dense']} dense"
        for sort in SORTS:
            if sizes[sort]:
                yield f"{sort}, {sizes[sort]}:"
                for row in found["blocks"]:
                    if row["sort"] == sort:
                        yield f"{row['first']:6} {row['count']:6}  {row['words']}"


def listed(features: Features) -> list[dict[str, Any]]:
    """A row for each block of numbers: its sort, first number, how many, its words with the labels' range."""
    rows = []
    for sort in SORTS:
        for block in getattr(features, sort).blocks:
            last = block.label(block.size - 1)
            words = block.label(0) if block.size == 1 else f"{block.label(0)} .. {last}"
            rows.append({"sort": sort, "first": block.first, "count": block.size, "words": words})
    return rows
