"""``mutapa arena``: games between engines, to see what each of them does wrong; a contest with tables is `mutapa tournament`."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from mutapa.core import files, registry
from mutapa.core.errors import InvalidError
from mutapa.core.protocol import VERDICTS
from mutapa.core.state import check_options
from mutapa.experiments.console import console
from mutapa.experiments.engines.limits import Limits
from mutapa.experiments.parameters import Backend, Json, Options, Seed, Setup, check_target, emit, options_from
from mutapa.experiments.statistics import win_shares
from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Outcome, Table


def fixture(names: list[str], number: int) -> Game:
    """Game `number` of games in blocks: one set-up and luck a block, seats rotated from game to game."""
    seats = len(names)
    block = (number - 1) // seats + 1
    return Game(number, tuple(names[(seat + number - 1) % seats] for seat in range(seats)), block, block)


def line(game: Game, outcome: Outcome) -> str:
    """A game in a line, and one more for each failure."""
    ranks = f"ranks {' '.join(map(str, outcome.ranks))}" if outcome.ranks else f"void ({outcome.words})"
    seats = ", ".join(game.seats)
    capped = ", ended by the round cap" if outcome.capped else ""
    said = [f"game {game.number}: {seats}: {ranks}, {outcome.plies} steps{capped}"]
    for seat, each in enumerate(outcome.accounts):
        if each.verdict:
            said.append(f"  seat {seat} {each.entrant}: {each.verdict} at item {each.item}: {each.words}")
    return "\n".join(said)


def data(game: Game, outcome: Outcome, path: str) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "game": game.number, "block": game.block, "seats": list(game.seats), "ranks": outcome.ranks, "margins": outcome.margins,
        "reason": outcome.reason, "words": outcome.words, "steps": outcome.plies, "capped": outcome.capped, "record": path,
        "accounts": [
            {
                "verdict": each.verdict, "item": each.item, "words": each.words, "output": each.output, "asked": each.steps,
                "seconds": round(each.seconds, 6), "slowest": round(each.slowest, 6), "waited": round(each.waited, 6),
            }
            for each in outcome.accounts
        ],
    }  # fmt: skip


def summary(names: list[str], games: list[tuple[Game, Outcome]]) -> Grid:
    """A row for each entrant: games that count, its share of the wins, failures by verdict, time."""
    grid = Grid(title=f"Arena: {len(games)} games", title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("Games", "Win share", *VERDICTS, "s/step", "slowest s"):
        grid.add_column(name, justify="right")
    grid.add_column("Entrant", overflow="ellipsis")
    for name in dict.fromkeys(names):
        counted, share, verdicts, asked, seconds, slowest = 0, 0.0, Counter[str](), 0, 0.0, 0.0
        for game, outcome in games:
            for seat in (seat for seat, each in enumerate(game.seats) if each == name):
                account = outcome.accounts[seat]
                verdicts[account.verdict or ""] += 1
                asked, seconds, slowest = asked + account.steps, seconds + account.seconds, max(slowest, account.slowest)
                if outcome.ranks:
                    counted, share = counted + 1, share + win_shares(outcome.ranks)[seat]
        grid.add_row(
            str(counted), f"{share / counted:.2f}" if counted else "-", *(str(verdicts[each]) for each in VERDICTS),
            f"{seconds / asked:.4f}" if asked else "-", f"{slowest:.3f}", Text(name, no_wrap=True),
        )  # fmt: skip
    return grid


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game by name.")],
    entrants: Annotated[list[str], typer.Argument(metavar="BOT...", help="A bot a seat: a spec, or engine:COMMAND.")],
    games: Annotated[int | None, typer.Option("--games", min=1, help="Games; default: one block.")] = None,
    first: Annotated[int, typer.Option("--first", min=1, help="Number of the first game.")] = 1,
    seed: Seed = 0,
    options: Options = None,
    setup: Setup = None,
    sims: Annotated[int | None, typer.Option("--sims", min=1, help="Simulations a step.")] = None,
    movetime: Annotated[float | None, typer.Option("--movetime", min=0, help="Seconds a step.")] = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="S+I", help="Seconds a game, and a turn: 30+0.1.")] = None,
    grace: Annotated[float, typer.Option("--grace", min=0, help="Seconds an answer may be late.")] = 0.05,
    forfeits: Annotated[str, typer.Option("--forfeits", help="play: who fails is played on for, and last; void.")] = "play",
    sandbox: Annotated[str, typer.Option("--sandbox", help="none or bubblewrap.")] = "none",
    memory: Annotated[int, typer.Option("--memory", min=0, help="MiB of an engine's process.")] = Limits.memory_mb,
    restart: Annotated[bool, typer.Option("--restart", help="New processes for every game.")] = False,
    inside: Annotated[bool, typer.Option("--inside", help="Bots of ours in this process: quicker, no limits.")] = False,
    backend: Backend = "object",
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Keep records there.")] = None,
    json: Json = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the final table.")] = False,
) -> None:
    """Play games between engines, each a process of its own within limits: who wins, and what each does wrong."""
    check_options(registry.get(game), options_from(options), "arena")
    table = Table(
        game, options_from(options), str(setup) if setup else None, seed, sims, movetime, clock, grace,
        forfeits=forfeits, restart=restart, sandbox=sandbox, backend=backend,
    )  # fmt: skip
    known = {}
    for spec in entrants:
        known[spec] = Entrant.of(spec)
        known[spec].inside = inside and not known[spec].program
        known[spec].limits.memory_mb = memory
    check_target(json, setup)
    folder = files.check_folder(str(out)) if out else None
    played: list[tuple[Game, Outcome]] = []
    listed = []
    with Arena(table, known.values()) as arena:
        if len(entrants) < arena.game.seats[0] or len(entrants) > arena.game.seats[1]:
            least, most = arena.game.seats
            raise InvalidError(f"arena: {len(entrants)} bots; {game} takes {least} to {most}, one a seat")
        arena.greet()
        if arena.sandbox and not quiet:
            print(arena.sandbox, file=sys.stderr)
        for number in range(first, first + (games or len(entrants))):
            each = fixture(entrants, number)
            outcome = arena.play(each)
            path = ""
            if folder is not None:
                digest = hashlib.blake2b(outcome.record, digest_size=3).hexdigest()
                path = str(folder / f"{game}-seed{seed}-game{number:04}-{digest}.record")
                files.write(path, outcome.record)
            played.append((each, outcome))
            listed.append(data(each, outcome, path))
            if not quiet:
                print(line(each, outcome), file=sys.stderr, flush=True)
        line_of_sandbox = arena.sandbox
    console(stderr=json == "-").print(summary(entrants, played))
    emit(json, {"game": game, "seed": seed, "sandbox": line_of_sandbox, "games": listed})
