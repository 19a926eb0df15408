"""``mutapa tournament``: an organiser's YAML file played out, game by game into one store, stopped and resumed at any time.

Every game is a function of the seed and its number: with budgets in simulations a tournament comes out the same whatever the
number of workers and however often it was killed. The seed is committed to by a hash before the first game.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import shlex
import shutil
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mutapa.core import files
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_seats, seats_of
from mutapa.experiments import config, provenance
from mutapa.experiments.console import console
from mutapa.experiments.matches.match import uninterrupted
from mutapa.experiments.parameters import Ray, check_target, description, emit
from mutapa.experiments.progress import until
from mutapa.experiments.tournaments import commitment, live, schedule, standings
from mutapa.experiments.tournaments.arena import Arena
from mutapa.experiments.tournaments.schedule import Fixture, Plan, Shares
from mutapa.experiments.tournaments.store import EntrantRow, GameRow, Result, SeatRow, Store
from mutapa.experiments.tournaments.table import Entrant, Outcome, Table
from mutapa.experiments.workers import workers

PLAYING = (
    "engines/client.py",
    *(f"tournaments/{name}.py" for name in ("arena", "bout", "contestants", "table", "tournament", "schedule", "pairings")),
)
"""Files of experiments that decide how a game of a tournament goes."""
MOST_PROGRAM = 1 << 30
LOCAL = ("cores", "hold", "hidden", "backend", "seed")
"""What a table says of the machine, and may differ when a tournament goes on; the seed is agreed in elsewhere."""


@dataclass
class Tournament:
    """A tournament, as its YAML file says."""

    table: Table
    """The game, its options, the time, what a failure costs, how engines are held."""
    entrants: list[Entrant]
    seats: int | None = None
    """Default: the fewest the game takes."""
    schedule: str = "round-robin"
    """round-robin, gauntlet, swiss or ladder."""
    rounds: int = 1
    """Round robin, gauntlet: how often all groups are played; Swiss, ladder: rounds."""
    blocks: int | None = None
    """Round robin: so many blocks in place of rounds; gauntlet: so many for each challenger."""
    repeats: int = 1
    """Swiss, ladder: blocks of each group in a round."""
    seatings: str = "rotated"
    """Of a block: ``rotated``, one order around the table; ``balanced``, all that let everyone follow everyone equally often."""
    separate_authors: bool = False
    """No two entrants of one author in a game."""
    challengers: list[str] = field(default_factory=list)
    """Of a gauntlet; default: the first entrant."""
    seed: int | None = None
    """What all luck follows from; default: drawn, as nobody should know it before the end."""
    title: str = ""
    out: str = ""
    """The store; default: ``tournaments/`` and the config's name."""


class Setting:
    """A tournament that makes sense; `InvalidError` names what is wrong with the config at `where`.

    `players`: whether entrants are looked at too; who only reads may not have them.
    """

    def __init__(self, tournament: Tournament, where: str, players: bool = True) -> None:
        self.tournament, self.where, self.players = tournament, where, players
        try:
            self._check()
        except MutapaError as error:
            raise type(error)(f"{where}: {error}") from None

    def _check(self) -> None:
        made = self.tournament
        if made.table.seed:
            raise InvalidError("table: seed is one of a game; right would be seed beside the table, or none: it is drawn")
        if made.seed is not None and not 0 <= made.seed <= MOST_SEED:
            raise InvalidError(f"seed is {made.seed}; right would be a number from 0 to {MOST_SEED}, or none: it is drawn")
        self.game = made.table.check()
        self.names = [entrant.name for entrant in made.entrants]
        for entrant in made.entrants:
            if self.players:
                entrant.check()
            if self.names.count(entrant.name) > 1:
                raise InvalidError(f"entrant {entrant.name!r} stands there twice; right would be another name")
            if not entrant.author.isprintable():
                raise InvalidError(f"entrant {entrant.name!r}: right would be an author without control characters")
        seats = self._seats()
        self.plan = Plan(
            self.names, seats, [entrant.author for entrant in made.entrants], made.schedule, made.rounds, made.blocks,
            made.repeats, made.seatings, made.separate_authors, made.challengers,
        )  # fmt: skip
        made.table.deal(self.game, seats, 1)  # whatever is wrong with the deal is said before play begins

    def _seats(self) -> int:
        made, setup = self.tournament, self.tournament.table.setup
        if made.seats is None and setup is not None:
            return seats_of(self.game, description(self.game, None, 0, {}, setup), setup)
        return check_seats(self.game, self.game.seats[0] if made.seats is None else made.seats, "seats")

    def seeded(self, seed: int, hidden: Sequence[Path]) -> tuple[Plan, Table]:
        """The plan and the table once the seed is known. Engines don't see the files `hidden`, as far as a sandbox holds them."""
        table = self.tournament.table
        hide = [*table.hidden, *(str(path.resolve()) for path in hidden if path.exists())]
        return replace(self.plan, seed=seed), replace(table, seed=seed, hidden=hide)

    def agreed(self) -> dict[str, Any]:
        """What a resumed run must agree in, key by key."""
        whole = asdict(self.tournament)
        flat = {name: whole[name] for name in whole if name not in ("table", "entrants", "title", "out")}
        flat |= {f"table.{name}": value for name, value in whole["table"].items() if name not in LOCAL}
        for entrant in whole["entrants"]:
            flat |= {f"entrants.{entrant['name']}.{name}": entrant[name] for name in ("options", "limits", "inside")}
        if self.tournament.table.setup is not None:
            flat["set-up file"] = _digest(files.read(self.tournament.table.setup, MOST_PROGRAM))
        beside = [provenance.TOP / "experiments" / name for name in PLAYING]
        return {**flat, "entrants": self.names, "rules": self.game.version, "code": provenance.sources(self.game, beside)}

    def rows(self, code: str) -> list[EntrantRow]:
        """Entrants as they are now."""
        return [
            EntrantRow(each.name, each.author, f"command: {each.program}" if each.program else each.bot, frozen(each, code))
            for each in self.tournament.entrants
        ]


def frozen(entrant: Entrant, code: str) -> str:
    """The entrant as it is now, as a short hash: a bot of ours with its code, a command with all files it names."""
    if not entrant.program:
        return provenance.frozen(entrant.bot, code)
    words = shlex.split(entrant.program)
    parts = [entrant.program.encode()]
    for word in [shutil.which(words[0]) or words[0], *words[1:]]:
        if Path(word).is_file():
            parts.append(files.read(word, MOST_PROGRAM))
    return _digest(*parts)


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=5)
    for part in parts:
        digest.update(hashlib.blake2b(part).digest())
    return digest.hexdigest()


# --- one game ---------------------------------------------------------------------------------------------------------


class Task(NamedTuple):
    """What a worker needs to play a game."""

    fixture: Fixture
    table: Table
    entrants: tuple[Entrant, ...]

    def __str__(self) -> str:
        return f"game {self.fixture.number} ({', '.join(self.fixture.seats)})"


class Ended(NamedTuple):
    """A game that has ended."""

    fixture: Fixture
    outcome: Outcome
    started: str
    """ISO 8601, UTC."""


_kept: list[tuple[tuple[Table, tuple[Entrant, ...]], Arena]] = []
"""The arena of this process, with its engines, for the next game."""


def play(task: Task) -> Ended:
    """Play a game at this process's arena."""
    if not _kept or _kept[0][0] != task[1:]:
        leave()
        _kept.append((task[1:], Arena(task.table, task.entrants)))
    started = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
    return Ended(task.fixture, _kept[0][1].play(task.fixture), started)


def leave() -> None:
    """End the engines of this process."""
    while _kept:
        _kept.pop()[1].close()


def keep(store: Store, ended: Ended) -> Result:
    """Write a game that has ended into the store; what tables read of it."""
    fixture, outcome, started = ended
    void = outcome.reason == "void"
    reason = f"void: {outcome.words}" if void else outcome.reason
    status = "void" if void else "ended"
    store.add(
        GameRow(
            fixture.number, fixture.block, fixture.round, fixture.setup, status, reason, outcome.plies, started,
            round(outcome.seconds, 6), outcome.record,
        ),
        [
            SeatRow(
                seat, each.entrant, None if void else outcome.ranks[seat], None if void else outcome.margins[seat], each.verdict,
                each.words, "\n".join(each.output), round(each.seconds, 6), round(each.slowest, 6), each.steps,
            )
            for seat, each in enumerate(outcome.accounts)
        ],
    )  # fmt: skip
    verdicts = tuple(each.verdict for each in outcome.accounts)
    ranks = () if void else tuple(outcome.ranks)
    return Result(
        fixture.number, fixture.block, fixture.round, status, fixture.seats, ranks, verdicts, outcome.plies, outcome.seconds
    )


# --- all games --------------------------------------------------------------------------------------------------------

Played = Callable[[list[Fixture]], Generator[Ended, None, None]]
"""Plays games, in whatever order they end; it may end before all are played."""


def batches(plan: Plan, shares: Shares) -> Iterator[list[Fixture]]:
    """Games that may be played at a time: all, or a round where the next one waits for its results."""
    if plan.waits:
        yield from schedule.rounds(plan, shares)
    else:
        yield schedule.fixtures(plan)


def play_all(plan: Plan, store: Store, played: Played, screen: live.Screen) -> bool:
    """Play what is left; whether all is played then."""
    done = {each.number: each for each in store.results()}
    shares: dict[int, Any] = {}
    screen.begin(done.values())
    for games in batches(plan, shares):
        check_games(games, done, str(store.path))
        left = [fixture for fixture in games if fixture.number not in done]
        with contextlib.closing(played(left)) as ended:
            for each in ended:
                with uninterrupted():
                    done[each.fixture.number] = result = keep(store, each)
                screen.ended(result, each.outcome)
        if any(fixture.number not in done for fixture in games):
            return False
        if plan.waits:
            shares.update(standings.shares(done.values(), plan.games_per_block))
    return True


def check_games(games: Sequence[Fixture], done: dict[int, Result], where: str) -> None:
    """`InvalidError` if a game that was played is another one than the schedule has."""
    for fixture in games:
        was = done.get(fixture.number)
        if was is not None and (was.names, was.block, was.round) != (fixture.seats, fixture.block, fixture.round):
            raise InvalidError(
                f"{where}: game {was.number} was {', '.join(was.names)} in block {was.block}; by the schedule it is"
                f" {', '.join(fixture.seats)} in block {fixture.block}"
            )


def opened(setting: Setting, path: Path) -> Store:
    """The store, begun or gone on with."""
    agreed, made = setting.agreed(), setting.tournament
    seed = commitment.drawn_seed() if made.seed is None else made.seed
    salt = commitment.drawn_salt()
    facts = {
        "title": made.title,
        "game": setting.game.name,
        "rules": setting.game.version,
        "options": made.table.options,
        "seats": setting.plan.seats,
        "config": asdict(made),
        "games": setting.plan.games,
        "games_per_block": setting.plan.games_per_block,
        "pairs": setting.plan.told(),
        "seed": seed,
        "salt": salt,
        "commitment": commitment.commitment(seed, salt),
    }
    return Store.write(path, agreed, setting.rows(agreed["code"]), facts)


def beside(path: Path) -> list[Path]:
    """The file of a store and those that SQLite keeps beside it."""
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]


def run(setting: Setting, store: Store, staff: workers.Staff | int, more: Callable[[], bool], screen: live.Screen) -> bool:
    """Play on workers until all is played or `more()` is false; whether all is played."""
    plan, table = setting.seeded(store.meta["seed"], [*beside(store.path), Path(setting.where)])
    entrants = tuple(setting.tournament.entrants)
    with workers.Pool(play, staff) as pool:

        def played(games: list[Fixture]) -> Generator[Ended, None, None]:
            tasks = (Task(screen.started(fixture), table, entrants) for fixture in games)
            yield from pool.run(tasks, more)

        try:
            return play_all(plan, store, played, screen)
        finally:
            leave()


def greeted(setting: Setting) -> str:
    """Start every engine once: who can't be is named before anything is written. How engines are held here, in a line."""
    with Arena(setting.tournament.table, setting.tournament.entrants) as arena:
        arena.greet()
        return arena.sandbox


def told(began: float, load: list[float] | None, games: int, number: int, held: str) -> dict[str, Any]:
    """What a store says of a run; `held`: how its engines were held."""
    return {
        "began": datetime.datetime.fromtimestamp(began, datetime.UTC).isoformat(timespec="seconds"),
        "seconds": round(time.time() - began, 1),
        "games": games,
        "workers": number,
        "sandbox": held or "none was asked for",
        "revision": provenance.revision(),
        "machine": provenance.machine(),
        "load_before": load,
        "load_after": provenance.load(),
    }


def command(
    path: Annotated[Path, typer.Argument(metavar="CONFIG", help="A tournament: configs/tournaments/*.yaml.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Default: tournaments/NAME.db.")] = None,
    number: Annotated[int, typer.Option("--workers", min=1, help="Games at a time.")] = 1,
    ray: Ray = None,
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Begin no game after so long.")] = None,
    plan_only: Annotated[bool, typer.Option("--plan", help="Say what would be played; play nothing.")] = False,
    json: Annotated[str | None, typer.Option("--json", metavar="FILE", help="Write the table as JSON; - prints it.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="For logs: a line a minute, and the final table.")] = False,
) -> None:
    """Play a tournament as a config says, into one file; stop it or kill it, and the same command goes on."""
    setting = Setting(config.load(path, Tournament), str(path))
    made, plan = setting.tournament, setting.plan
    head = (
        f"{made.title or path.stem}: {made.schedule} of {len(setting.names)} at tables of {plan.seats}, {plan.games:,} games"
        f" in blocks of {plan.games_per_block}; {plan.told()}"
    )
    if plan_only:
        typer.echo(head)
        return
    store_path = out or Path(made.out or Path("tournaments") / f"{path.stem}.db")
    check_target(json, path, made.table.setup, *beside(store_path))
    staff = workers.Staff(number, ray, ((setting.game.name, made.table.backend),))
    held = greeted(setting)
    began, load, interrupted, whole = time.time(), provenance.load(), False, False
    with opened(setting, store_path) as store:
        meta, session, before = store.meta, len(store.sessions()) + 1, len(store.numbers())
        typer.echo(head, err=True)
        if held:
            typer.echo(f"mutapa: {held}", err=True)
        if number > 1 and (made.table.clock is not None or made.table.movetime is not None) and not made.table.cores:
            typer.echo(f"mutapa: {number} workers take time from each other's clocks; right would be --workers 1", err=True)
        typer.echo(f"{'goes on with' if before else 'begins'} {store.path}; seed committed to: {meta['commitment']}", err=True)
        store.tell(session, told(began, load, 0, number, held))
        with live.Screen(replace(plan, seed=meta["seed"]), quiet) as screen:
            try:
                whole = run(setting, store, staff, until(minutes), screen)
            except KeyboardInterrupt:
                interrupted = True
        if whole:
            store.note(finished=True)
        store.tell(session, told(began, load, len(store.numbers()) - before, number, held))
        shown = standings.standings(replace(plan, seed=meta["seed"]), list(store.results()))
        live.show(shown, console(stderr=json == "-"), plan)
        revealed = store.revealed
        emit(json, {**shown.data(), "store": str(store.path), "commitment": meta["commitment"], **_revealed(revealed)})
        if revealed:
            typer.echo(f"seed {revealed[0]}, salt {revealed[1]}; `mutapa verify-tournament {store.path}` checks them", err=True)
    if interrupted:
        typer.echo(f"mutapa: stopped; what has ended is kept in {store.path}, the same command goes on", err=True)
        raise typer.Exit(130)
    if not whole:
        typer.echo(f"mutapa: time is up; what has ended is kept in {store.path}, the same command goes on", err=True)


def _revealed(pair: tuple[int, str] | None) -> dict[str, Any]:
    return {} if pair is None else {"seed": pair[0], "salt": pair[1]}
