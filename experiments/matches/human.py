"""``mutapa play``: a person against bots, in the terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.state import check_seats, seats_of
from mutapa.experiments.matches.desk import Desk, Left, check_new
from mutapa.experiments.matches.session import PERSON, Session
from mutapa.experiments.parameters import Backend, Options, Setup, dealing, description, options_from


def bots_from(words: str) -> list[str]:
    """Specs in a list with commas, which specs have too: what has an ``=`` but no colon goes on with the spec before it.

    >>> bots_from("expert,uct:sims=400,c=0.5,greedy")
    ['expert', 'uct:sims=400,c=0.5', 'greedy']
    >>> bots_from("python:my_bots:Mine,luck=3,uct,sims=4")
    ['python:my_bots:Mine:luck=3', 'uct:sims=4']
    """
    found: list[str] = []
    for part in filter(None, (part.strip() for part in words.split(","))):
        if "=" in part and ":" not in part.partition("=")[0]:
            if not found:
                raise InvalidError(f"--against: {part!r} is an option without a bot; right would be bot:{part}")
            found[-1] += f"{',' if '=' in found[-1] else ':'}{part}"
        else:
            found.append(part)
    if not found:
        raise InvalidError("--against: no bot is named; right would be expert, or expert,uct:sims=400")
    return found


def seating(bots: Sequence[str], seats: int, seat: int) -> list[str]:
    """Specs by seat: the person at `seat`, the bots around the table in their order; one bot alone takes all other seats."""
    if not 0 <= seat < seats:
        raise InvalidError(f"--seat: {seat} is no seat; seats run from 0 to {seats - 1}")
    rivals = [*bots] * (seats - 1) if len(bots) == 1 else [*bots]
    if len(rivals) != seats - 1:
        raise InvalidError(f"--against: {len(bots)} bots for {seats - 1} other seats; right would be one a seat, or one for all")
    return [*rivals[:seat], PERSON, *rivals[seat:]]


def free_path(game: str, seat: int, seed: int) -> Path:
    """A name in ``records/`` that nobody has."""
    for n in range(1, 10_000):
        path = Path("records") / f"{game}-seat{seat}-seed{seed}{f'-{n}' if n > 1 else ''}.record"
        if not path.exists():
            return path
    raise InvalidError(f"records: every name for seed {seed} is taken; name a file by --save")


def begin(
    game: Game, bots: Sequence[str], seat: int, seats: int | None, seed: int, options: dict[str, str], setup: Path | None,
    backend: str,
) -> Session:  # fmt: skip
    """A new game as the command line describes it."""
    if seats is None and setup is not None:
        seats = seats_of(game, description(game, None, seed, {}, setup), str(setup))
    if seats is None:
        seats = max(game.seats[0], min(len(bots) + 1, game.seats[1]))
    specs = seating(bots, check_seats(game, seats, "--seats"), seat)
    whole = description(game, seats, seed, options, setup)  # names the file itself
    with dealing(game, setup):
        return Session(game, whole, specs, seed, backend)


def command(
    name: Annotated[str | None, typer.Argument(metavar="GAME", help="A game by name; not needed with --resume.")] = None,
    seat: Annotated[int | None, typer.Option("--seat", min=0, help="Where you sit, from 0; default 0.")] = None,
    against: Annotated[str | None, typer.Option("--against", metavar="BOT,...", help="By seat, or one for all.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", help="Players; default: you and the bots named.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="What all luck follows from; default: drawn anew.")] = None,
    options: Options = None,
    setup: Setup = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the game there, not in records/.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a game that was kept.")] = None,
    adviser: Annotated[str, typer.Option("--hint-bot", metavar="BOT", help="Who gives hints.")] = "uct:sims=1000",
    backend: Backend = "object",
) -> None:
    """Play a game against bots. Steps are typed as they are listed; ? explains, hint advises, undo takes back, quit keeps it."""
    from mutapa.search.bots import make

    bots = bots_from(against) if against is not None else None
    for spec in (*(bots or ()), adviser):
        make(spec)
    if resume is None:
        if name is None:
            raise InvalidError(f"play: a game is missing; known: {', '.join(registry.names())}")
        game = registry.get(name)
        seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
        if save is not None:
            check_new(save, None, "--save")
        path = save or free_path(name, seat or 0, seed)
        files.check_folder(path.parent)
        native.engine(game, backend)  # a build has a progress line of its own
        session = begin(game, bots or ["expert"], seat or 0, seats, seed, options_from(options), setup, backend)
    else:
        given = {"GAME": name, "--seat": seat, "--seats": seats, "--seed": seed, "--set": options, "--setup": setup}
        for what, value in given.items():
            if value is not None and what != "GAME":
                raise InvalidError(f"--resume: {what} is settled by {resume}; leave it out")
        replace = None if bots is None else lambda seats, seat: seating(bots, seats, seat)
        session = Session.resume(resume, backend, replace)
        if name is not None and name != session.game.name:
            raise InvalidError(f"--resume: {resume} is a game of {session.game.name}, not of {name}")
        if save is not None:
            check_new(save, resume, "--save")
        path = save or resume
        files.check_folder(path.parent)
    desk = Desk(session, path, adviser)
    try:
        desk.run()
    except Left:
        typer.echo(desk.leave())
    except KeyboardInterrupt:
        typer.echo(f"\nmutapa: stopped; {desk.leave()}", err=True)
        raise typer.Exit(130) from None
    except MutapaError as error:
        raise type(error)(f"{error}; {desk.leave()}") from None
