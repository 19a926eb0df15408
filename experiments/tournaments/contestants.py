"""Who sits at a table of the arena: a process that speaks the protocol, or a bot of ours in this process.

Both are told the log as their seat is told it, and asked for steps; what they do wrong is a `Fault`.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from mutapa.core import protocol
from mutapa.core.errors import InvalidError, VoidError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import Array
from mutapa.experiments.engines.client import HANDSHAKE, LOADING, Client, Fault
from mutapa.experiments.engines.delays import Waits
from mutapa.experiments.engines.limits import Cage
from mutapa.experiments.tournaments.table import Entrant, Table
from mutapa.search import bots
from mutapa.search.bots import Event, Seating
from mutapa.search.budget import Budget

MODULE = "mutapa.experiments"


class Ask(NamedTuple):
    """A question for one answer."""

    n: int
    """Number of the item."""
    sims: int | None
    seconds: float | None
    """At most, for this step; None: a clock counts, or nothing but patience."""
    clocks: Sequence[float] | None
    """What each seat has left."""
    increment: float
    turn: int
    """Of this seat, from 1 on; a turn is one step or several."""
    step: int
    """Of this turn, from 1 on."""
    asked: int
    """How often this seat was asked so far, this time included."""
    patience: float
    """Seconds for an answer where nothing else limits it."""

    def limits(self) -> str:
        """As the protocol says it."""
        words = [] if self.sims is None else [f"sims {self.sims}"]
        if self.clocks is not None:
            left = ",".join(str(max(0, round(each * 1000))) for each in self.clocks)
            words.append(f"clock {left} inc {round(self.increment * 1000)}")
        elif self.seconds is not None:
            words.append(f"movetime {round(self.seconds * 1000)}")
        return " ".join([*words, f"step {self.step} turn {self.turn}"])


class Contestant(Protocol):
    """What a game asks of who plays in it."""

    seconds: float
    """What the last answer took."""
    waited: float
    """If it was late: for how long it only waited for a core."""

    def begin(self, state: State, seat: int, name: str, stream: Array) -> None:
        """A game begins at the dealt position `state`."""

    def told(self, state: State, n: int, turn: int, seen: int, words: str) -> None:
        """Item `n`: seat `turn`, or nature, is about to take a step at `state`, which this seat sees as `seen`, in `words`."""

    def flush(self) -> None:
        """Others are about to think: let it know all that it was told."""

    def choose(self, state: State, ask: Ask, others: Sequence[Client]) -> list[str]:
        """The steps of an answer, at least one."""

    def end(self, words: str) -> None:
        """The game is over; `words` as in the protocol's ``result``."""


class Process:
    """An entrant's process, which is kept from game to game."""

    def __init__(self, entrant: Entrant, table: Table, game: Game, tardy: set[str]) -> None:
        self.entrant, self.table, self.game, self.tardy = entrant, table, game, tardy
        cage = Cage(entrant.limits, table.sandbox, table.cores, table.hidden)
        self.client = Client(command(entrant, table), grace=table.grace, hold=table.hold, cage=cage)
        self.seconds = self.waited = 0.0
        self._greeted = False

    @property
    def usable(self) -> bool:
        """Whether a game can be begun with it: it runs, and owes no answer."""
        try:
            return self.client.process.poll() is None and self.client.settle()
        except Fault:
            return False

    def greet(self) -> None:
        """The handshake and its options; `InvalidError` if it can't be that entrant."""
        if self._greeted:
            return
        offer = self.client.handshake()
        where = f"entrant {self.entrant.name!r}"
        if not offer.plays(self.game):
            known = protocol.printable(", ".join(offer.games)) or "nothing"
            raise InvalidError(f"{where}: it doesn't play {self.game.name} rules {self.game.version}; it plays {known}")
        for name, value in self.entrant.options.items():
            if name not in offer.settings:
                known = protocol.printable(", ".join(offer.settings)) or "none"
                raise InvalidError(f"{where}: it has no option {name!r}; it has {known}")
            self.client.tell(f"set {name} {value}")
        self.client.ready()
        self._greeted = True

    def begin(self, state: State, seat: int, name: str, stream: Array) -> None:
        self.greet()
        self.seat = seat
        first = self.entrant.name not in self.tardy
        try:
            self.client.new(self.game, state.description, seat, name, LOADING if first else HANDSHAKE)
        except Fault as error:
            if error.verdict == "stall":
                self.tardy.add(self.entrant.name)
            raise
        self.tardy.discard(self.entrant.name)

    def told(self, state: State, n: int, turn: int, seen: int, words: str) -> None:
        self.client.tell(protocol.item(n, turn, words))

    def flush(self) -> None:
        self.client.flush()

    def choose(self, state: State, ask: Ask, others: Sequence[Client]) -> list[str]:
        texts = state.legal_texts if "choices" in self.client.offer.features else ()
        seconds = ask.seconds if ask.clocks is None else ask.clocks[self.seat]
        most = ask.patience if seconds is None else seconds
        try:
            return self.client.go(ask.n, ask.limits(), most, texts, others)
        finally:
            self.seconds, self.waited = self.client.seconds, self.client.waited

    def end(self, words: str) -> None:
        self.client.send(f"result {words}")


class Inside:
    """A bot of ours in this process; a fault of its own is a crash."""

    def __init__(self, entrant: Entrant, table: Table, game: Game) -> None:
        self.bot = bots.make(entrant.bot)
        self.table, self.game = table, game
        self.seconds = self.waited = 0.0
        self._waits = Waits()

    def begin(self, state: State, seat: int, name: str, stream: Array) -> None:
        self.seat = seat
        seating = Seating(state.seats, stream, self.table.backend, state.description)
        self._blamed(self.bot.start, self.game, state.board, seat, seating)

    def _blamed(self, what: Any, *arguments: Any) -> Any:
        try:
            return what(*arguments)
        except VoidError:
            raise
        except Exception as error:
            raise Fault("crash", f"{type(error).__name__}: {' '.join(str(error).split())[:400]}") from error

    def told(self, state: State, n: int, turn: int, seen: int, words: str) -> None:
        self._blamed(self.bot.observe, n - 1, Event(turn, seen, state.observe(self.seat)))

    def flush(self) -> None:
        """It knows already."""

    def choose(self, state: State, ask: Ask, others: Sequence[Client]) -> list[str]:
        budget = None
        left = None if ask.clocks is None else ask.clocks[self.seat]
        if ask.sims is not None or ask.seconds is not None or left is not None:
            per_step = ask.increment * ask.turn / ask.asked  # it comes once a turn, and bots plan by the step
            budget = Budget(ask.sims, ask.seconds if left is None else None, None if left is None else max(0.0, left), per_step)
        begun, before = time.perf_counter(), self._waits.now()
        action = self._blamed(self.bot.choose, bots.view(self.bot, state), budget)
        self.seconds, self.waited = time.perf_counter() - begun, self._waits.since(before)
        if action not in state.legal_actions:
            raise Fault("illegal", f"action {action!r} is not among the {len(state.legal_actions)} legal ones")
        most = left if left is not None else ask.patience if ask.seconds is None else ask.seconds
        if self.seconds - min(self.table.hold, self.waited) > most + self.table.grace:
            raise Fault("time", f"its answer took {self.seconds:.3f} s of {max(0.0, most):.3f} s")
        return [state.text(action)]

    def end(self, words: str) -> None:
        self.bot.close()
        self._waits.close()


def command(entrant: Entrant, table: Table) -> list[str]:
    """The words that start an entrant's process."""
    if entrant.program:
        try:
            words = shlex.split(entrant.program)
        except ValueError as error:
            raise InvalidError(f"entrant {entrant.name!r}: its command can't be read: {error}") from None
        if not words:
            raise InvalidError(f"entrant {entrant.name!r}: its command is empty; right would be engine:./my_bot")
        return words
    return [sys.executable, "-m", MODULE, "engine", entrant.bot, "--backend", table.backend]
