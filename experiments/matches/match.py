"""``mutapa match``: games between bots, seats balanced, set-ups and luck shared.

A block is as many games as there are seats: the same set-up and the same luck, the bots rotated by a seat from game to game.
Every game is a function of the match's seed and its number, whoever plays it and in whatever order.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import signal
import threading
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.record import MOST_SEED, Record
from mutapa.core.state import State, check_options, check_seats, seats_of
from mutapa.core.streams import Array, derive
from mutapa.experiments import config
from mutapa.experiments.matches import report
from mutapa.experiments.matches.play import Effort, Played, Stopped, Watch, play
from mutapa.experiments.parameters import (
    Json,
    Options,
    Ray,
    Setup,
    check_target,
    dealing,
    description,
    emit,
    match_options,
    options_from,
)
from mutapa.experiments.workers import workers
from mutapa.search.budget import clock_of


@dataclass
class Match:
    """A match, as a config or the command line describes it."""

    game: str
    bots: list[str] = field(default_factory=list)
    """A spec a seat, or one for all seats."""
    seats: int | None = None
    games: int | None = None
    """Default: one block."""
    first: int = 1
    """Number of the first game, to play some games of a longer match alone."""
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    setup: str | None = None
    out: str = "records"
    """Folder of the records."""
    workers: int = 1
    ray: str | None = None
    """Workers are Ray actors: local, auto or an address; None: they are threads."""
    backend: str = "object"
    clock: str | None = None
    """Seconds of each seat for a whole game, and what each choice adds: 60+0.5. Bots manage it, the referee measures."""


class Schedule:
    """The games of a match: which set-up, which luck, who sits where."""

    def __init__(self, match: Match) -> None:
        from mutapa.search import bots

        if not match.bots:
            raise InvalidError(f"match: no bot is named; known: {', '.join(bots.bot_names())}")
        self.match = match
        self.game: Game = registry.get(match.game)
        self.specs = [bots.make(spec).spec for spec in match.bots]
        self.options = match_options(self.game, match.options, match.setup)
        self.seats = self._seats()
        if len(self.specs) == 1:
            self.specs *= self.seats
        if len(self.specs) != self.seats:
            raise InvalidError(
                f"match: {len(self.specs)} bots for {self.seats} seats; right would be one bot a seat, or one for all"
            )
        for name, value in {"games": match.games, "first": match.first, "workers": match.workers}.items():
            if value is not None and value < 1:
                raise InvalidError(f"match: {name} is {value}; right would be a number from 1 on")
        if not 0 <= match.seed <= MOST_SEED:
            raise InvalidError(f"match: seed is {match.seed}; right would be a number from 0 to {MOST_SEED}")
        self.clock = None if match.clock is None else clock_of("match: clock", str(match.clock))
        games = self.seats if match.games is None else match.games
        self.numbers = range(match.first, match.first + games)
        self.state(self.numbers[0])  # whatever is wrong with the deal is said before play begins

    def _seats(self) -> int:
        match = self.match
        if match.setup is not None and match.seats is None:
            return seats_of(self.game, description(self.game, None, 0, {}, match.setup), match.setup)
        alone = len(self.specs) == 1
        usual = self.game.seats[0] if alone else len(self.specs)
        return check_seats(self.game, usual if match.seats is None else match.seats, "match")

    def block(self, number: int) -> int:
        """The block of game `number`; both count from 1."""
        return (number - 1) // self.seats + 1

    def seating(self, number: int) -> list[int]:
        """Which bot of `specs` sits on each seat in game `number`."""
        return [(seat + number - 1) % self.seats for seat in range(self.seats)]

    def deal(self, number: int) -> dict[str, Any]:
        """The set-up of game `number`: that of its block."""
        low, high = derive(self.match.seed, "block", self.block(number), "setup").tolist()
        seed = low | (high & 0x3FFFFF) << 32
        return description(self.game, self.seats, seed, self.options, self.match.setup)

    def state(self, number: int) -> State:
        """The dealt position of game `number`, checked; the message names the set-up's file."""
        whole = self.deal(number)  # whose own complaints name the file already
        with dealing(self.game, self.match.setup):
            return State.from_setup(whole, game=self.game)

    def play(self, number: int, watch: Watch | None, stop: threading.Event, dealt: Mapping[str, Any] | None = None) -> Played:
        """Play game `number`; `dealt`: its `deal`, where that was made elsewhere."""
        from mutapa.search import bots

        seating, seed, block = self.seating(number), self.match.seed, self.block(number)
        players = [bots.make(self.specs[bot]) for bot in seating]
        timed = any(bot.values.get(name) is not None for bot in players for name in ("seconds", "clock"))
        return play(
            self.game,
            dealt or self.deal(number),
            players,
            streams=[derive(seed, "game", number, "seat", seat) for seat in range(self.seats)],
            luck=derive(seed, "block", block, "luck"),
            seed=seed,
            notes={"game": number, "block": block, "reproducible": not timed and self.clock is None},
            backend=self.match.backend,
            watch=watch,
            stop=stop,
            clock=self.clock,
        )


def run(schedule: Schedule, screen: report.Screen) -> Generator[tuple[int, Played], None, None]:
    """Play all games and yield them as they end. Closing the iterator, or Ctrl-C, stops those under way."""
    numbers, count = schedule.numbers, schedule.match.workers
    if schedule.match.ray is not None:
        yield from _elsewhere(schedule)
        return
    stop = threading.Event()
    if count == 1:
        for number in numbers:
            yield number, schedule.play(number, screen.watch(number), stop)
        return
    pool = ThreadPoolExecutor(count)
    waiting = list(reversed(numbers))
    running: dict[Future[Played], int] = {}
    try:
        while waiting or running:
            while waiting and len(running) < count:
                number = waiting.pop()
                running[pool.submit(schedule.play, number, screen.watch(number), stop)] = number
            for future in wait(running, timeout=0.5, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


class _Game(NamedTuple):
    """A game to be played by a worker elsewhere: all it needs, the files of bots apart."""

    match: Match
    number: int
    dealt: dict[str, Any]

    @property
    def files(self) -> list[str]:
        """Files that its bots read."""
        from mutapa.search import bots

        return [path for spec in self.match.bots for path in bots.make(spec).files]

    def __str__(self) -> str:
        return f"game {self.number}"


class _Record(NamedTuple):
    """Such a game, played."""

    number: int
    record: Record
    words: Array
    efforts: list[Effort]
    score: list[dict[str, Any]]
    void: str


def _play(game: _Game) -> _Record:
    played = Schedule(game.match).play(game.number, None, threading.Event(), game.dealt)
    return _Record(game.number, played.record, played.state.words, played.efforts, played.score, played.void)


def _elsewhere(schedule: Schedule) -> Generator[tuple[int, Played], None, None]:
    """Play all games on Ray's workers."""
    match = schedule.match
    staff = workers.Staff(match.workers, match.ray, ((match.game, match.backend),))
    plain = dataclasses.replace(match, setup=None, seats=schedule.seats, options=schedule.options, first=1, games=1)
    games = (_Game(plain, number, schedule.deal(number)) for number in schedule.numbers)
    for each in workers.run(_play, games, staff):
        state = schedule.state(each.number).at(each.words)
        yield each.number, Played(each.record, state, each.efforts, each.score, each.void)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back Ctrl-C for the moment, so that what is saved and what is counted stay the same."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def merged(path: Path, given: Mapping[str, Any]) -> Match:
    """The config at `path` with what the command line gives laid over it."""
    match = config.load(path, Match)
    for name, value in given.items():
        if value is not None:
            setattr(match, name, {**match.options, **value} if name == "options" else value)
    return match


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game by name, or a config file (*.yaml).")],
    bots: Annotated[list[str] | None, typer.Argument(metavar="BOT...", help="A bot a seat, or one for all.")] = None,
    games: Annotated[int | None, typer.Option("--games", min=1, help="Games; default: one block.")] = None,
    first: Annotated[int | None, typer.Option("--first", min=1, help="Number of the first game.")] = None,
    seats: Annotated[int | None, typer.Option("--seats", help="Players; default: as many as bots, or the fewest.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="What all luck follows from; default 0.")] = None,
    options: Options = None,
    setup: Setup = None,
    out: Annotated[str | None, typer.Option("--out", "-o", metavar="FOLDER", help="Where records go; default: records.")] = None,
    count: Annotated[int | None, typer.Option("--workers", min=1, help="Games at a time.")] = None,
    ray: Ray = None,
    clock: Annotated[str | None, typer.Option("--clock", metavar="S+I", help="Seconds a game, and a choice: 30+0.1.")] = None,
    backend: Annotated[str | None, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = None,
    json: Json = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the final table.")] = False,
) -> None:
    """Play games between bots; print a table, the last board, the records. Rounds are capped unless round_cap=0 is set."""
    given: dict[str, Any] = {
        "bots": bots or None, "games": games, "first": first, "seats": seats, "seed": seed,
        "options": options_from(options) or None, "setup": str(setup) if setup else None,
        "out": out, "workers": count, "ray": ray, "backend": backend, "clock": clock,
    }  # fmt: skip
    config_file = Path(game) if game.endswith((".yaml", ".yml")) else None
    if config_file is not None:
        match = merged(config_file, given)
    else:
        match = Match(game, **{name: value for name, value in given.items() if value is not None})
    schedule = Schedule(match)
    check_options(schedule.game, schedule.options, "match")
    check_target(json, config_file, match.setup)
    folder = files.check_folder(match.out)
    native.engine(schedule.game, match.backend)  # a build has a progress line of its own
    results = report.Results(schedule.specs, schedule.seats, len(schedule.numbers), schedule.clock is not None)
    interrupted = False
    with report.Screen(len(schedule.numbers), quiet) as screen:
        try:
            with contextlib.closing(run(schedule, screen)) as games_played:
                for number, played in games_played:
                    with uninterrupted():
                        # Equal play gives an equal name, other play another one: no match overwrites another's records.
                        digest = hashlib.blake2b(played.record.to_bytes(), digest_size=3).hexdigest()
                        path = played.record.save(folder / f"{match.game}-seed{match.seed}-game{number:04}-{digest}.record")
                        results.add(number, schedule.block(number), schedule.seating(number), played, str(path))
                        screen.ended(results.games[-1], schedule.specs)
        except (KeyboardInterrupt, Stopped):
            interrupted = True
    results.show(quiet, to_stderr=json == "-")
    emit(json, {"game": match.game, "seed": match.seed, "options": schedule.options, **results.data()})
    if interrupted:
        done = len(results.games)
        typer.echo(f"mutapa: stopped; {done} of {len(schedule.numbers)} games finished and kept in {folder}", err=True)
        raise typer.Exit(130)
