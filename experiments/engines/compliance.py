"""``mutapa check-engine CMD``: does a program keep to the engine protocol? Games against random seats, and what can go wrong.

Each check is a process of its own, so that one that fails leaves the others what they are.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from mutapa.core import protocol, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.state import State, engine_for
from mutapa.core.streams import below, derive
from mutapa.experiments.engines.client import Client, Fault
from mutapa.experiments.parameters import Backend, Json, check_target, emit, options_from

MOVETIME = 50
"""Milliseconds an answer in the games."""
CLOCK = 2000
"""Milliseconds for a whole game, in the check of clocks."""
LONG = 20_000
"""Milliseconds of a search that is stopped."""
STOPPED = 0.05
"""Seconds for the answer to ``stop``."""
MOST_STEPS = 3000
GARBAGE = (b"", b"   ", b"xyzzy", b"\xff\xfe\x00garbage", b"go", b"go n x", b"log", b"log 0", b"log x by y z", b"x" * 20_000)


class Failed(Exception):
    """A check has failed; it says why."""


@dataclass
class Verdict:
    """What one check came to."""

    check: str
    ok: bool | None
    """None: it could not be tried with this engine."""
    said: str


class Table:
    """A game under way between one engine, on `seat`, and random players: the truth stays on this side."""

    def __init__(self, client: Client, game: Game, number: int, backend: str, seat: int, seats: int, options: Any) -> None:
        self.state = State.new(game, seats, seed=number, options=options, backend=backend)
        self.client, self.seat, self.n, self.hidden = client, seat, 1, 0
        self.rng, self.luck = derive(number, "others"), derive(number, "luck")
        self.lines: list[str] = [protocol.setup(self.state.description)]
        client.new(game, self.state.description, seat, f"check{number}")

    @property
    def mine(self) -> bool:
        return self.state.turn == self.seat

    def list_choices(self) -> None:
        """Send what may be done to an engine that wants it told."""
        if "choices" in self.client.offer.features:
            for line in protocol.listed("choices", self.n, self.state.legal_texts):
                self.client.send(line)

    def tell(self, action: int) -> None:
        """Take a step, and send it as the seat sees it."""
        state = self.state
        seen = state.see(action, self.seat)
        self.hidden += seen != action
        line = protocol.item(self.n, state.turn, state.text(seen))
        state.apply(action)
        self.n += 1
        self.lines.append(line)
        self.client.send(line)

    def advance(self) -> bool:
        """Others and nature play until the engine has a choice; False at the end, or after very many steps."""
        state = self.state
        while not state.is_over and not self.mine and self.n < MOST_STEPS:
            self.tell(state.chance(self.luck) if state.is_chance else self.random())
        return not state.is_over and self.n < MOST_STEPS

    def random(self) -> int:
        legal = self.state.legal_actions
        return legal[below(self.rng, len(legal))]

    def ask(self, limits: str, seconds: float | None) -> None:
        """One answer; every step of it must be legal, and is taken while it stays with the seat."""
        state = self.state
        for step in self.client.go(self.n, limits, seconds, state.legal_texts):
            if not self.mine:
                break
            try:
                action = state.parse(step)
            except MutapaError as error:
                raise Failed(f"illegal: {protocol.printable(step)[:80]!r} as item {self.n}: {error}") from None
            self.tell(action)


@dataclass
class Course:
    """What all checks need."""

    command: str
    game: Game
    games: int
    seats: int
    options: Any
    backend: str
    grace: float

    @contextlib.contextmanager
    def client(self) -> Iterator[Client]:
        """A process that has been greeted."""
        client = Client(self.command, grace=self.grace)
        try:
            client.handshake()
            client.ready()
            yield client
        except Fault as error:
            last = client.output()
            raise Failed(f"{error}; its last line: {last[-1]!r}" if last else str(error)) from None
        finally:
            client.close()

    def table(self, client: Client, number: int, seat: int = 0) -> Table:
        return Table(client, self.game, number, self.backend, seat, self.seats, self.options)

    def first_choice(self, client: Client) -> Table:
        """A game in which the engine is to move and has a choice."""
        for number in range(100):
            table = self.table(client, 1000 + number, number % self.seats)
            while table.advance():
                if len(table.state.legal_actions) > 1:
                    return table
                table.tell(table.state.legal_actions[0])
        raise Failed("no choice was found in 100 games")


def handshake(course: Course) -> str:
    """id, game and mepok within 10 s; readyok."""
    with course.client() as client:
        offer = client.offer
        if not offer.name:
            raise Failed("no line `id name ...`")
        if not offer.plays(course.game):
            known = protocol.printable(", ".join(offer.games)) or "none"
            raise Failed(f"it doesn't announce {course.game.name} rules {course.game.version}; games it announces: {known}")
        return f"{offer.name}; {len(offer.games)} games, {len(offer.settings)} options"


def legal_answers(course: Course) -> str:
    """Whole games at a fixed time a step, on every seat in turn: legal, and in time."""
    asked, slowest, hidden = 0, 0.0, 0
    with course.client() as client:
        for number in range(course.games):
            table = course.table(client, number, number % course.seats)
            while table.advance():
                table.ask(f"movetime {MOVETIME}", MOVETIME / 1000)
                asked, slowest = asked + 1, max(slowest, client.seconds)
            hidden += table.hidden
            client.send("result reason void" if not table.state.is_over else _result(table.state))
    return f"{course.games} games, {asked} answers, the slowest {slowest * 1000:.0f} ms; {hidden} steps were told as ?"


def _result(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    return f"result places {','.join(map(str, outcome.ranks))} reason normal"


def hidden_things(course: Course) -> str:
    """Asked in a game whose log has a ?: it answers without what it can't know. Whole games have such logs, too."""
    with course.client() as client:
        for number in range(200):
            table = course.table(client, 3000 + number, number % course.seats)
            while table.advance() and not table.hidden:
                table.tell(table.random())
            if table.hidden and table.mine:
                table.ask(f"movetime {MOVETIME}", MOVETIME / 1000)
                shown = sum("?" in line for line in table.lines)
                return f"{shown} of {len(table.lines)} lines with ?, answered legally"
    raise NotTried("nothing is hidden in this game under these options")


class NotTried(Exception):
    """A check can't be made with this engine or game."""


def unknown_keys(course: Course) -> str:
    """Keys it doesn't know are passed over."""
    with course.client() as client:
        table = course.first_choice(client)
        table.ask(f"colour blue movetime {MOVETIME}", MOVETIME / 1000)
    return "go n ... colour blue: answered"


def movetime(course: Course) -> str:
    """A millisecond for an answer: within 100 ms."""
    with course.client() as client:
        table = course.first_choice(client)
        table.ask("movetime 1", 0.1)
        return f"movetime 1: {client.seconds * 1000:.1f} ms"


def clock(course: Course) -> str:
    """A whole game on 2 s in all, with nothing added: it must manage its time."""
    with course.client() as client:
        table, left, asked = course.table(client, 5000), CLOCK / 1000, 0
        while table.advance():
            times = ",".join([str(max(1, round(left * 1000)))] * course.seats)
            table.ask(f"clock {times} inc 0", left)
            left, asked = left - client.seconds, asked + 1
        if left < 0:
            raise Failed(f"time: {CLOCK / 1000 - left:.3f} s of {CLOCK / 1000} s")
        return f"{asked} answers, {CLOCK / 1000 - left:.3f} s of {CLOCK / 1000:.0f} s"


def stop(course: Course) -> str:
    """``stop`` is answered within 50 ms, by a legal step; one that comes after the answer does no harm."""
    with course.client() as client:
        table = course.first_choice(client)
        table.list_choices()
        client.send(f"go n {table.n} movetime {LONG}")
        time.sleep(0.2)
        begun = time.perf_counter()
        client.send("stop")
        answer = client.await_(("move",), 5.0)
        took = time.perf_counter() - begun
        steps = client._answer(answer, table.n)
        if not steps:
            raise Failed(f"its answer is to another go: {answer.rest[:60]!r}")
        table.state.parse(steps[0])
        client.send("stop")
        client.ready()
        if took > STOPPED + course.grace:
            raise Failed(f"the answer took {took * 1000:.0f} ms")
        return f"answered within {took * 1000:.1f} ms"


def stale_go(course: Course) -> str:
    """A ``go`` with another n than the log's is an error, not an answer."""
    with course.client() as client:
        table = course.first_choice(client)
        client.send(f"go n {table.n + 7} movetime {MOVETIME}")
        line = client.receive(time.perf_counter() + 2.0)
        if line is None or line[1].verb != "error":
            raise Failed(f"it says {line[1].verb if line else 'nothing'}; right would be error state ...")
        table.ask(f"movetime {MOVETIME}", MOVETIME / 1000)
    return "refused; the next go is answered"


def garbage(course: Course) -> str:
    """Lines of no meaning, binary ones, one of 20,000 bytes: errors or silence, and it goes on."""
    with course.client() as client:
        table = course.first_choice(client)
        for data in GARBAGE:
            client.tell_bytes(data + b"\n")
        client.send("ready")
        errors = 0
        until = time.perf_counter() + 5.0
        while (found := client.receive(until)) is not None and found[1].verb != "readyok":
            if found[1].verb != "error":
                raise Failed(f"it says {found[1].verb} to garbage")
            errors += 1
        if found is None:
            raise Failed("no readyok after garbage")
        table.ask(f"movetime {MOVETIME}", MOVETIME / 1000)
    return f"{len(GARBAGE)} lines, {errors} errors, and it plays on"


def new_game(course: Course) -> str:
    """A new game while it thinks: the old answer comes before readyok, or never."""
    with course.client() as client:
        table = course.first_choice(client)
        table.list_choices()
        client.send(f"go n {table.n} movetime 1000")
        client.send("stop")
        other = course.first_choice(client)
        other.ask(f"movetime {MOVETIME}", MOVETIME / 1000)
    return "the old answer is dropped, the new game goes on"


def the_end(course: Course) -> str:
    """It ends within a second of ``quit``, and of the end of its input."""
    took = []
    for quits in (True, False):
        with course.client() as client:
            assert client.process.stdin is not None
            if quits:
                client.send("quit")
            else:
                client.process.stdin.close()
            begun = time.perf_counter()
            try:
                client.process.wait(1.0 + course.grace)
            except Exception:
                raise Failed(f"it is still there a second after {'quit' if quits else 'the end of its input'}") from None
            took.append(time.perf_counter() - begun)
            if client.process.returncode:
                raise Failed(f"exit code {client.process.returncode}; right would be 0")
    return f"quit {took[0] * 1000:.0f} ms, end of input {took[1] * 1000:.0f} ms"


Check = Callable[[Course], str]
CHECKS: tuple[Check, ...] = (
    handshake, legal_answers, hidden_things, unknown_keys, movetime, clock, stop, stale_go, garbage, new_game, the_end,
)  # fmt: skip


def verdicts(course: Course) -> Iterator[Verdict]:
    """All checks; after a failed handshake none of the others."""
    for check in CHECKS:
        name = check.__name__.replace("_", " ")
        try:
            verdict = Verdict(name, True, check(course))
        except NotTried as error:
            verdict = Verdict(name, None, str(error))
        except (Failed, MutapaError) as error:
            verdict = Verdict(name, False, str(error))
        yield verdict
        if verdict.ok is False and check is handshake:
            return


def _default(command: str) -> str:
    """The first game that the engine announces and we know."""
    client = Client(command)
    try:
        games = client.handshake().games
    finally:
        client.close()
    return next((name for name in games if name in registry.names()), "kuhn" if "*" in games else "")


def command(
    engine: Annotated[str, typer.Argument(metavar="CMD", help="The engine's command, in quotes: 'python3 my_bot.py'.")],
    game: Annotated[str | None, typer.Option("--game", help="Default: the first that it announces.")] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Whole games.")] = 20,
    seats: Annotated[int | None, typer.Option("--seats", help="Players; default: the fewest.")] = None,
    options: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the rules.")] = None,
    grace: Annotated[float, typer.Option("--grace", min=0, help="Seconds an answer may be late: a busy machine.")] = 0.05,
    backend: Backend = "object",
    json: Json = None,
) -> None:
    """Check whether a program keeps to the engine protocol (docs/protocol.md): ends with 1 if it does not."""
    check_target(json)
    try:
        name = game or _default(engine)
    except Fault as error:
        raise InvalidError(f"engine {engine!r}: {error}") from None
    if not name:
        right = "right would be a line `game NAME rules N seats A-B`"
        raise InvalidError(f"engine {engine!r}: it announces no game known here; {right}")
    found = registry.get(name)
    engine_for(found, backend)  # a build takes minutes, which are not the engine's
    chosen = options_from(options)
    if "round_cap" in found.options:
        chosen.setdefault("round_cap", str(found.match_rounds))
    course = Course(engine, found, games, seats or found.seats[0], chosen, backend, grace)
    State.new(found, course.seats, options=chosen, backend="plain")  # what is wrong with the game is said before
    said = []
    for verdict in verdicts(course):
        mark = {True: "ok    ", False: "FAILED", None: "-     "}[verdict.ok]
        if json != "-":
            typer.echo(f"{mark}  {verdict.check:14}  {verdict.said}")
        said.append(verdict)
    failed = [verdict.check for verdict in said if verdict.ok is False]
    emit(json, {"engine": engine, "game": name, "ok": not failed, "checks": [vars(each) for each in said]})
    if json != "-":
        typer.echo(f"{engine}: " + (f"FAILED: {', '.join(failed)}" if failed else f"keeps to MEP {protocol.VERSION}"))
    if failed:
        raise typer.Exit(1)
