"""Self-play: games of a bot against itself, and samples of them to learn from. ``mutapa selfplay`` writes such files alone.

A game is a function of the seed, its stage and its number, whoever plays it. Not every search is a full one (playout-cap
randomisation: Wu 2019): most steps are searched fast, to finish games, and only full searches are policy targets.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError, VoidError
from mutapa.core.game import CHANCE, OVER, SEATS, UNIT, Game
from mutapa.core.record import Record
from mutapa.core.state import State, check_options, check_seats, describe
from mutapa.core.streams import derive
from mutapa.experiments import archive
from mutapa.experiments.parameters import Backend, GameName, Inference, Options, Ray, Seed, check_output, options_from
from mutapa.experiments.statistics import win_shares
from mutapa.experiments.workers import workers
from mutapa.nets import targets
from mutapa.nets.samples import NONE, Builder, Chunk, Sample
from mutapa.search import bots, connect, specs
from mutapa.search.bots import Bot, Event, Seating
from mutapa.search.budget import Budget
from mutapa.search.merge import edges_of
from mutapa.search.tree import ACTION, PRIOR, ROOT

POLICIES = ("visits", "improved")
PLAN = "plan.json"
MOST_PLAN, MOST_BYTES = 1 << 20, 1 << 30


@dataclass
class Playing:
    """How games to learn from are played."""

    chunk: int = 8
    """Games in a file."""
    full: int = 200
    """Simulations of a full search, which makes a policy target."""
    fast: int = 40
    """Simulations of the other steps; 0: every step gets a full search."""
    share: float = 0.25
    """Share of steps with a full search (of a bot that doesn't search: that are kept)."""
    keep_fast: bool = False
    """Whether steps searched fast are samples, too, without a policy target."""
    policy: str = "visits"
    """Policy target: `visits`, or `improved` (Gumbel MuZero's)."""
    temperature: float = 1.0
    """Steps are drawn by policy^(1 / temperature), this one at a game's start, ..."""
    temperature_late: float = 0.2
    """... this one at its end; 0 takes what the bot chose."""
    halflife: float = 40.0
    """Steps in which the difference of the two halves."""
    random: float = 0.0
    """Share of steps made by the game's `sample` instead, for variety; nothing is learnt from them."""
    watch: float = 0.25
    """Share of bids of which a rival's view is a sample, too: to foretell bids from."""


class Task(NamedTuple):
    """What a worker needs to play a chunk of games."""

    game: str
    options: dict[str, Any]
    seats: tuple[int, ...]
    """Game `number` has ``seats[number % len(seats)]`` players."""
    spec: str
    called: str
    """The spec as samples and records name it: without the path of a network."""
    seed: int
    stage: int
    first: int
    """Number of the first game; numbers count from 1 within a stage."""
    games: int
    playing: Playing
    records: int
    """Games whose number is a multiple of it are kept as records; 0: none."""
    backend: str

    @property
    def files(self) -> list[str]:
        """Files that the bot reads."""
        return budgeted(self.spec, 1).files

    def __str__(self) -> str:
        return f"games {self.first} to {self.first + self.games - 1} of stage {self.stage}"


@dataclass
class Played:
    """A chunk as it comes back from a worker."""

    first: int
    data: bytes
    """The file of samples."""
    records: dict[int, bytes] = field(default_factory=dict)
    games: int = 0
    void: int = 0
    samples: int = 0
    steps: int = 0
    simulations: int = 0
    seconds: float = 0.0


def play(task: Task) -> Played:
    """Play a chunk."""
    game = registry.get(task.game)
    began = time.perf_counter()
    builder, found = Builder(game), Played(task.first, b"")
    games = [_Game(task, game, number) for number in range(task.first, task.first + task.games)]
    for one, whole in zip(games, _all_played(games, in_batches(task.spec)), strict=True):
        number = one.number
        if not whole:
            found.void += 1
            continue
        one.into(builder)
        found.games += 1
        found.steps += one.steps
        found.simulations += one.simulations
        if task.records and number % task.records == 0:
            found.records[number] = one.record().to_bytes()
    counts = {name: getattr(found, name) for name in ("games", "void", "steps", "simulations")}
    chunk = builder.chunk({"bot": task.called, "seed": task.seed, "stage": task.stage, "first": task.first, **counts})
    found.samples, found.data, found.seconds = len(chunk), chunk.to_bytes(), time.perf_counter() - began
    return found


def _all_played(games: list[_Game], at_once: bool) -> Iterator[bool]:
    """Play them and say of each whether it came to an end. `at_once`: bots that think in batches wait for one another, so all go
    on together, each by itself."""
    if not at_once:
        yield from map(_Game.play, games)
        return
    with ThreadPoolExecutor(len(games)) as threads:
        yield from threads.map(_Game.play, games)


class _Game:
    """One game of a bot against itself, over the engine's arrays."""

    def __init__(self, task: Task, game: Game, number: int) -> None:
        self.task, self.game, self.number = task, game, number
        self.playing = task.playing
        self.seats = task.seats[number % len(task.seats)]
        names = (task.seed, "selfplay", task.stage, number)
        low, high = derive(*names, "setup").tolist()
        self.description = describe(game, self.seats, seed=low | (high & 0x3FFFFF) << 32, options=task.options)
        self.luck = derive(*names, "luck")
        self.streams = [derive(*names, "seat", seat) for seat in range(self.seats)]
        self.rng = np.random.default_rng([int(word) for word in derive(*names, "course")])
        self.stream = derive(*names, "random")
        self.engine = native.engine(game, task.backend)
        self.board, self.words = game.deal(self.description)
        self.samples: list[Sample] = []
        self.auctions: list[tuple[int, int, int, int]] = []
        self.actions: list[int] = []
        self.steps = self.simulations = 0

    def play(self) -> bool:
        """Play it to the end; false if it is void."""
        try:
            self._play()
        except VoidError:
            return False
        return True

    def _play(self) -> None:
        engine, board, words, seats = self.engine, self.board, self.words, self.seats
        work, legal = engine.work(), np.zeros(self.game.actions_max, np.int64)
        players = [budgeted(self.task.spec, self.playing.full) for _ in range(seats)]
        for seat, bot in enumerate(players):
            bot.start(self.game, board, seat, Seating(seats, self.streams[seat], self.task.backend, self.description))
        checked = self.game.error in self.game.layout.fields
        rounds = "round" in self.game.layout.fields
        run, bidding = 0, False
        try:
            while (turn := int(engine.turn(board, work, words))) != OVER:
                seen = [np.zeros(len(words), np.int64) for _ in range(seats)]
                for seat in range(seats):
                    engine.observe(board, work, words, seat, seen[seat])
                if turn == CHANCE:
                    action = int(engine.chance(board, work, words, self.luck))
                else:
                    n = int(engine.legal(board, work, words, legal))
                    round_ = self._field("round") if rounds else self.steps // seats
                    mark = int(engine.forced(board, work, words))
                    run += bool(mark) and not bidding
                    bidding = bool(mark)
                    action = self._step(players[turn], turn, seen[turn], legal[:n].tolist(), round_, work)
                    if mark:
                        known = int(engine.bid_class(board, work, seen[turn], action)) if mark == 1 else NONE
                        self.auctions.append((self.steps, run, turn, known))
                        if mark == 1:
                            self._watched(turn, seen, round_)
                events = [Event(turn, int(engine.see(board, work, words, action, seat)), seen[seat]) for seat in range(seats)]
                engine.apply(board, work, words, action)
                if checked and self._field(self.game.error):
                    raise VoidError(f"{self.game.name}: a number leaves the room its field has; the game is void")
                for bot, event in zip(players, events, strict=True):
                    bot.observe(self.steps, event)
                self.actions.append(action)
                self.steps += 1
        finally:
            for bot in players:
                bot.close()
        out = np.zeros(2 * SEATS, np.int64)
        engine.outcome(board, work, words, out)
        self.ranks, self.margins = out[:seats].tolist(), out[SEATS : SEATS + seats].tolist()

    def _field(self, name: str) -> int:
        value = self.game.layout.read(self.words, name)
        assert isinstance(value, int)
        return value

    def _step(self, bot: Bot, seat: int, seen: Any, legal: list[int], round_: int, work: Any) -> int:
        """The mover's action; a sample of it, if it is one to learn from."""
        playing = self.playing
        if len(legal) == 1:
            return legal[0]
        if self.rng.random() < playing.random:
            return int(self.engine.sample(self.board, work, self.words, self.stream))
        full = not playing.fast or bool(self.rng.random() < playing.share)
        action = bot.choose(seen, Budget(sims=playing.full if full else playing.fast))
        if bot.result is None:  # no search: what it chose is all there is to learn
            if full:
                policy = [float(each == action) for each in legal]
                self.samples.append(Sample(seen, seat, round_, self.steps, True, None, legal, policy))
            return action
        self.simulations += bot.result.simulations
        policy = self._policy(bot, seat, legal)
        if full or playing.keep_fast:
            value = bot.result.values
            self.samples.append(
                Sample(seen, seat, round_, self.steps, full, value, legal if full else [], policy if full else [])
            )
        return self._drawn(action, legal, policy)

    def _policy(self, bot: Bot, seat: int, legal: list[int]) -> list[float]:
        assert bot.result is not None
        rows = {row.action: row for row in bot.result.rows}
        visits = [rows[each].visits if each in rows else 0 for each in legal]
        if self.playing.policy == "visits":
            return targets.visited(visits)
        tree = bot.search.trees[0]  # type: ignore[attr-defined]
        at = [edge * tree.width for edge in edges_of(tree, int(tree.head[ROOT]))]
        priors = {int(tree.edges[each + ACTION]): int(tree.edges[each + PRIOR]) for each in at}
        means = [rows[each].value(seat) if each in rows else 0.0 for each in legal]
        return targets.improved([max(1, priors.get(each, 1)) / UNIT for each in legal], visits, means)

    def _drawn(self, action: int, legal: list[int], policy: list[float]) -> int:
        """The step made: drawn by the policy and the temperature of this step of the game."""
        late = self.playing.temperature_late
        heat = late + (self.playing.temperature - late) * 0.5 ** (self.steps / self.playing.halflife)
        if heat < 0.02:
            return action
        odds = np.array(policy)
        odds = (odds / odds.max()) ** (1 / heat)
        return legal[int(np.searchsorted(np.cumsum(odds / odds.sum()), self.rng.random(), side="right").clip(0, len(legal) - 1))]

    def _watched(self, bidder: int, seen: list[Any], round_: int) -> None:
        """A rival's view of a bid about to be made, now and then."""
        if self.rng.random() < self.playing.watch:
            seat = (bidder + 1 + int(self.rng.integers(self.seats - 1))) % self.seats
            self.samples.append(Sample(seen[seat], seat, round_, self.steps, False, None, [], []))

    def into(self, builder: Builder) -> None:
        """Add what there is to learn."""
        shares = win_shares(self.ranks)
        following = targets.next_bids([each.step for each in self.samples], self.auctions, self.seats)
        builder.add(self.board, self.number, self.seats, shares, self.margins, self.samples, following)

    def record(self) -> Record:
        """The game as a record, played again step by step."""
        state = State.from_setup(self.description, game=self.game, backend=self.task.backend)
        notes = {"stage": self.task.stage, "game": self.number, "reproducible": True}
        record = Record.begin(state, [self.task.called] * self.seats, self.task.seed, notes)
        for action in self.actions:
            record.step(state, action)
            state.apply(action)
        record.finish(state)
        return record


def check(playing: Playing, where: str) -> None:
    """Refuse what makes no sense."""
    for name, least in {"chunk": 1, "full": 1, "fast": 0}.items():
        if getattr(playing, name) < least:
            raise InvalidError(f"{where}: {name} is {getattr(playing, name)}; right would be a number from {least} on")
    for name in ("share", "random", "watch"):
        if not 0 <= getattr(playing, name) <= 1:
            raise InvalidError(f"{where}: {name} is {getattr(playing, name)}; right would be a share, from 0 to 1")
    for name in ("temperature", "temperature_late"):
        if not 0 <= getattr(playing, name) <= 100:
            raise InvalidError(f"{where}: {name} is {getattr(playing, name)}; right would be a number from 0 to 100")
    if not playing.halflife > 0:
        raise InvalidError(f"{where}: halflife is {playing.halflife}; right would be a number of steps above 0")
    if playing.policy not in POLICIES:
        raise InvalidError(f"{where}: policy is {playing.policy!r}; right would be visits or improved")


def budgeted(spec: str, sims: int) -> Bot:
    """The bot of `spec` with so many simulations a step, if it searches."""
    searches = any(knob.name == "sims" for knob in bots.read(spec)[0].knobs)
    return bots.make(spec, {"sims": sims} if searches else None)


def in_batches(spec: str) -> bool:
    """Whether a bot's network is thought in batches (`mutapa.nets.served`)."""
    return bool(_batch(spec))


def _batch(spec: str) -> int:
    return bots.read(spec)[2].get("batch") or 0


def check_bot(spec: str, where: str) -> str:
    """The canonical `spec`, without simulations, of a bot that can play games to learn from."""
    bot = budgeted(spec, 1)
    for name in ("seconds", "clock"):
        if bot.values.get(name) is not None:
            raise InvalidError(f"{where}: {spec!r} goes by a clock; right would be a bot without one")
    if bot.cheats or bot.asks_types:
        raise InvalidError(f"{where}: {spec!r} is told what its seat can't see; right would be a bot that plays fair")
    return specs.write(bot.name, {**bot.values, **({"sims": None} if "sims" in bot.values else {})}, bot.knobs)


def tasks(whole: Task, games: int) -> Iterator[Task]:
    """`games` games in chunks; `whole` says the rest."""
    size = whole.playing.chunk
    for first in range(1, games + 1, size):
        yield whole._replace(first=first, games=min(size, games - first + 1))


def run(pool: workers.Pool, left: Iterable[Task], folder: Path, more: Callable[[], bool]) -> Iterator[Played]:
    """Play chunks and write each to `folder` as it ends, its records beside it, samples last: what has samples is done."""
    for played in pool.run(left, more):
        for number, data in played.records.items():
            files.write(folder / f"{number:06}.record", data)
        files.write(folder / name(played.first), played.data)
        yield played


Asked = Callable[[], dict[str, float] | None]
"""What an inference actor did since it was asked last; None where there is none, or it is lost just now."""


def nobody() -> None:
    """There is no inference actor."""


class Tally:
    """What all workers have played since this began: sums, and what they make in a second."""

    def __init__(self) -> None:
        self.sums = {"games": 0, "void": 0, "samples": 0, "steps": 0, "simulations": 0}
        self.asked = {"rows": 0.0, "batches": 0.0}
        """Of an inference actor that thinks for all, if there is one."""
        self._began = time.monotonic()

    def add(self, played: Played, asked: Mapping[str, float] | None = None) -> dict[str, float]:
        """The sums and rates with one more chunk. `asked`: what an inference actor did since the last."""
        for each in self.sums:
            self.sums[each] += getattr(played, each)
        for each in self.asked:
            self.asked[each] += 0 if asked is None else asked[each]
        return self.now()

    def now(self) -> dict[str, float]:
        """The sums and rates as they are."""
        spent = max(1e-9, time.monotonic() - self._began)
        rates = {f"{each}_per_s": round(self.sums[each] / spent, 3) for each in ("games", "simulations")}
        found: dict[str, float] = {"seconds": round(spent, 3), **self.sums, **rates}
        if self.asked["batches"]:
            found["mean_batch"] = round(self.asked["rows"] / self.asked["batches"], 3)
        return found


def in_words(told: Mapping[str, float]) -> str:
    """A tally as a line."""
    words = f"{told['games']:,} games, {told['samples']:,} samples, {told['games_per_s']:.2f} games"
    batch = f", {told['mean_batch']:.1f} positions a batch" if "mean_batch" in told else ""
    return f"{words} and {told['simulations_per_s']:,.0f} simulations a second{batch}"


def name(first: int) -> str:
    """The file of the chunk whose first game is `first`."""
    return f"{first:06}.npz"


def command(
    game: GameName,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="Who plays all seats, without a budget.")],
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seats: Annotated[str | None, typer.Option("--seats", help="Players: 2, or 2,3,4 in turn; default: the fewest.")] = None,
    sims: Annotated[int, typer.Option("--sims", min=1, help="Simulations of a full search.")] = Playing.full,
    fast: Annotated[int, typer.Option("--fast", min=0, help="Simulations of other steps; 0: all are full.")] = Playing.fast,
    seed: Seed = 0,
    options: Options = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where samples and records go.")] = Path("selfplay"),
    count: Annotated[int, typer.Option("--workers", min=1, help="Processes.")] = 1,
    ray: Ray = None,
    gpus: Inference = None,
    records: Annotated[int, typer.Option("--records", min=0, help="Keep one in so many games as a record.")] = 20,
    metrics: Annotated[
        Path | None, typer.Option("--metrics", metavar="FILE", help="Add sums and rates to it as JSON, a line a chunk.")
    ] = None,
    backend: Backend = "object",
) -> None:
    """Play games of a bot against itself and write samples of them to learn from. Run again, it goes on where it stopped."""
    found = registry.get(game)
    playing = Playing(full=sims, fast=fast)
    spec = check_bot(bot, "selfplay")
    whole = Task(
        found.name, check_options(found, options_from(options), "selfplay"), seats_from(seats, found), spec, spec, seed, 0, 1, 0,
        playing, records, backend,
    )  # fmt: skip
    native.engine(found, backend)
    files.check_folder(out)
    check_begun(out, plan := decided(whole))
    if metrics is not None:
        for file in (PLAN, *(name(task.first) for task in tasks(whole, games))):
            check_output(metrics, out / file, "--metrics")
        check_lines(metrics)
    asked = think_for_all(spec, ray, gpus, count)
    left = list(unplayed(whole, games, out))
    files.write(out / PLAN, json.dumps(plan, indent=1).encode() + b"\n")
    tally = Tally()
    with workers.Pool(play, workers.Staff(count, ray, ((found.name, backend),))) as pool:
        for each in run(pool, left, out, lambda: True):
            told = tally.add(each, asked())
            typer.echo(in_words(told), err=True)
            if metrics is not None:
                with open(metrics, "a") as lines:
                    lines.write(json.dumps(told) + "\n")
    if left:
        typer.echo(f"{in_words(tally.now())} ({tally.now()['seconds']:,.1f} s)")
    typer.echo(f"{out}: {len(list(tasks(whole, games)))} files of samples")


def decided(whole: Task) -> dict[str, Any]:
    """What all games of a folder agree in, as JSON."""
    told = whole._asdict()
    for name in ("spec", "called", "first", "games", "records", "backend", "stage", "playing"):
        del told[name]
    networks = [hashlib.blake2b(files.read(path, MOST_BYTES), digest_size=8).hexdigest() for path in whole.files]
    return {**told, "seats": list(whole.seats), "bot": whole.called, "files": networks, **asdict(whole.playing)}


def check_begun(out: Path, plan: Mapping[str, Any]) -> None:
    """Refuse a folder with games of another game, bot, seed or way of playing: they would be taken for these."""
    path = out / PLAN
    if path.exists():
        try:
            before = json.loads(files.read(path, MOST_PLAN))
            assert isinstance(before, dict)
        except (ValueError, AssertionError) as error:
            raise InvalidError(f"{path}: no plan of games, or a damaged one; right would be another --out") from error
        archive.check_same(before, plan, str(out))
    elif any(out.glob("[0-9]*.npz")):
        raise InvalidError(f"{out}: games lie there, and no {PLAN} tells how they were played; right would be another --out")


def unplayed(whole: Task, games: int, out: Path) -> Iterator[Task]:
    """The chunks of `games` games that `out` doesn't hold. The last one there may end early, where fewer games were wanted."""
    todo = list(tasks(whole, games))
    there = [each.first for each in todo if (out / name(each.first)).exists()]
    for each in todo:
        if each.first not in there or (each.first == there[-1] and each.games > _held(out / name(each.first), whole.game)):
            yield each


def _held(path: Path, game: str) -> int:
    """Games in a file, void ones too."""
    head = Chunk.load(path, registry.get(game)).head
    return int(head["games"]) + int(head["void"])


def check_lines(path: Path) -> None:
    """Refuse a file that no lines can be added to, before work begins."""
    try:
        with open(path, "a"):
            pass
    except OSError as error:
        why = f"can't be written ({error.strerror})"
        raise InvalidError(f"{path}: {why}; right would be a file in a folder that is there") from error


def think_for_all(spec: str, ray: str | None, gpus: float | None, count: int) -> Asked:
    """Start the inference actor that ``--inference`` asks for, for `count` workers whose bot is `spec`."""
    if gpus is None:
        return nobody
    size = _batch(spec)
    if ray is None or not size:
        right = "--ray local" if ray is None else "a bot with a network and batch=64"
        raise InvalidError(f"--inference: there is nobody to think for all; right would be {right}")
    from mutapa.experiments.workers import inference

    errors = connect.connect(ray, count + 1).exceptions
    client = inference.serve(ray, size, gpus)

    def asked() -> dict[str, float] | None:
        try:
            return client.told()
        except errors.RayError:
            return None

    return asked


def seats_from(words: str | None, game: Game) -> tuple[int, ...]:
    """The numbers of players that ``2,3,4`` means; None: the fewest."""
    try:
        numbers = [game.seats[0]] if words is None else [int(word) for word in words.split(",")]
    except ValueError:
        raise InvalidError(f"--seats: {words!r}; right would be a number of players, or several as in 2,3,4") from None
    return tuple(check_seats(game, each, "--seats") for each in numbers)
