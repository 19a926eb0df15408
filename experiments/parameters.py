"""What several commands take from the command line, and the deal it describes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mutapa.core import files, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.state import State, describe

if TYPE_CHECKING:
    from mutapa.search.bots import Bot

MOST_SETUP_BYTES = 1 << 20

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game by name; `mutapa games` lists them.")]
Seats = Annotated[int | None, typer.Option("--seats", help="Players; default: the fewest the game takes.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="What all luck follows from.")]
Options = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the rules; repeatable.")]
Setup = Annotated[Path | None, typer.Option("--setup", metavar="FILE", help="Deal this set-up (JSON), not a random one.")]
Json = Annotated[str | None, typer.Option("--json", metavar="FILE", help="Write the results as JSON; - prints them.")]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="WHERE", help="Workers are Ray actors: local, auto, HOST:PORT (docs/clusters.md).")
]
Inference = Annotated[
    float | None,
    typer.Option("--inference", metavar="GPUS", help="With --ray: one actor thinks for all, on so many GPUs; 0: on a core."),
]
Backend = Annotated[str, typer.Option("--backend", help="object, jit, plain or strict: who computes. All give the same.")]


def options_from(words: Sequence[str] | None) -> dict[str, str]:
    """``["round_cap=40"]`` as ``{"round_cap": "40"}``."""
    chosen = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise InvalidError(f"--set: {word!r} is no option; write NAME=VALUE, as in round_cap=40")
        if name in chosen:
            raise InvalidError(f"--set: option {name} is set twice")
        chosen[name] = value
    return chosen


def setup_from(path: Path) -> dict[str, Any]:
    """The set-up in the JSON file `path`; `InvalidError` names the place of a mistake."""
    data = files.read(path, MOST_SETUP_BYTES)
    try:
        read = json.loads(data)
    except UnicodeDecodeError as error:
        raise InvalidError(f"{path}: no text, byte {error.start} is no UTF-8; a set-up is JSON") from error
    except json.JSONDecodeError as error:
        raise InvalidError(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}; a set-up is JSON") from error
    except RecursionError as error:
        raise InvalidError(f"{path}: nested too deep; a set-up is a flat object") from error
    except ValueError as error:  # a number of thousands of digits
        raise InvalidError(f"{path}: {error}; a set-up is JSON with small numbers") from error
    if not isinstance(read, dict):
        raise InvalidError(f"{path}: a {type(read).__name__} stands there; a set-up is an object with 'game' and 'seats'")
    return read


def description(
    game: Game, seats: int | None, seed: int, options: Mapping[str, Any], setup: Path | str | None
) -> dict[str, Any]:
    """The set-up that is meant: the file's, with `options` laid over its own, or a random one."""
    if setup is None:
        return describe(game, seats, seed=seed, options=options)
    read = setup_from(Path(setup))
    named = read.get("game", game.name)
    if isinstance(named, str) and named != game.name:
        right = f"`mutapa setup {game.name}` writes one that is right"
        raise InvalidError(f"{setup}: it is a set-up of {named!r}, not of {game.name!r}; {right}")
    if seats is not None and read.get("seats", seats) != seats:
        raise InvalidError(f"{setup}: a set-up for {read['seats']!r} seats; {seats} are asked for")
    own = read.get("options", {})
    if not isinstance(own, dict):
        raise InvalidError(f"{setup}: 'options' is a {type(own).__name__}; an object of names to values belongs there")
    return {"game": game.name, **read, "options": {**own, **options}}


def match_options(game: Game, options: Mapping[str, Any], setup: Path | str | None) -> dict[str, Any]:
    """`options` of a match or contest: with the game's round cap for these, where neither they nor the set-up name one."""
    chosen = dict(options)
    if "round_cap" in game.options and "round_cap" not in chosen:
        own = setup and description(game, None, 0, {}, setup)["options"].get("round_cap", 0)
        if own in (None, 0, "0"):  # 0 is no more than what `mutapa setup` writes unasked
            chosen["round_cap"] = game.match_rounds
    return chosen


def deal(
    name: str, seats: int | None, seed: int, options: Sequence[str] | None, setup: Path | None, backend: str
) -> State:
    """The position that a command's GAME, --seats, --seed, --set, --setup and --backend describe."""
    game = registry.get(name)
    whole = description(game, seats, seed, options_from(options), setup)
    with dealing(game, setup):
        return State.from_setup(whole, game=game, backend=backend)


@contextlib.contextmanager
def dealing(game: Game, setup: Path | str | None) -> Iterator[None]:
    """Let errors in here name the file `setup`, if there is one, and say where a right set-up comes from."""
    try:
        yield
    except MutapaError as error:
        if setup is None:
            raise
        hint = "" if str(error).endswith("?") else f"; `mutapa setup {game.name}` writes one that is right"
        raise type(error)(f"{setup}: {error}{hint}") from None


def written(description: Mapping[str, Any]) -> str:
    """A set-up as JSON to read and to edit: a line for each entry, each row of a map, each option."""
    lines = []
    for name, value in description.items():
        text = json.dumps(value)
        if isinstance(value, Mapping) and value:
            text = "{\n  " + ",\n  ".join(f"{json.dumps(key)}: {json.dumps(each)}" for key, each in value.items()) + "\n }"
        elif isinstance(value, list) and value and (isinstance(value[0], list) or len(text) > 100):
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def check_shown(bot: Bot, what: str, right: str) -> None:
    """Refuse a bot that makes a share of its choices at random: its search isn't how it plays. `what`: how a message names it."""
    if bot.values.get("blunder"):
        raise InvalidError(f"{what} {bot.spec} chooses at random at times, which its search doesn't show; right would be {right}")


def check_output(target: Path, own: Path, where: str) -> None:
    """Refuse to write in the place of a folder, or of what the command reads or keeps itself: found out before the work is done.

    `own`: such a file, or a folder of which everything in it counts as such.
    """
    if target.is_dir():
        raise InvalidError(f"{where}: {target}: can't be written: is a directory; right would be the name of a file")
    place, kept = target.resolve(), own.resolve()
    if place == kept:
        raise InvalidError(f"{where}: {target} would be written over {own}; right would be another name")
    if kept in place.parents and not kept.is_file():
        raise InvalidError(f"{where}: {target} would lie among the files of {own}; right would be a name outside that folder")


def check_target(target: str | None, *own: Path | str | None) -> None:
    """Refuse what `emit` could not write to, or what is the command's `own` (see `check_output`), before the work is done."""
    if target not in (None, "-"):
        path = Path(str(target))
        if path.is_dir():
            raise InvalidError(f"--json: {path} is a folder; right would be the name of a file")
        for each in own:
            if each is not None:
                check_output(path, Path(each), "--json")
        files.check_folder(path.parent)


def emit(target: str | None, results: Any) -> None:
    """Write `results` as JSON to the file `target`, or print them if it is ``-``."""
    if target is None:
        return
    text = json.dumps(results, indent=1)
    if target == "-":
        typer.echo(text)
    else:
        files.write(target, text.encode() + b"\n")
