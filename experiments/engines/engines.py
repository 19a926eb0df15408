"""Engines as bots: ``engine:./my_bot --fast`` plays in every command that takes a bot. All it is told is its seat's log.

A bot gets each step as its seat sees it, and of that the log is written: what a seat can't know never reaches the process.
"""

from __future__ import annotations

from typing import Any

from mutapa.core import protocol
from mutapa.core.errors import IllegalError, InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.streams import Array
from mutapa.experiments.engines.client import Client, Fault
from mutapa.search import bots
from mutapa.search.bots import Bot, Event, Seating
from mutapa.search.budget import Budget
from mutapa.search.specs import Knob


class EngineBot(Bot):
    """A program that speaks the engine protocol, one process a game. What it does wrong is a `Fault` that names it."""

    name = "engine"
    doc = "any program that speaks the engine protocol (docs/protocol.md): engine:COMMAND"
    knobs = (Knob("command", "", "the command, all that follows the colon", str),)
    whole = True

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        if not values["command"]:
            raise InvalidError("bot 'engine': no command; right would be engine:./my_bot")
        self.client: Client | None = None

    @property
    def spec(self) -> str:
        return f"{self.name}:{self.values['command']}"

    def start(self, game: Game, board: Array, seat: int, settings: Seating) -> None:
        super().start(game, board, seat, settings)
        if settings.setup is None:
            raise InvalidError(f"bot {self.spec!r}: an engine needs the set-up, and here none is known")
        if self.client is None:
            self.client = Client(self.values["command"])
            self._asked(self.client.handshake)
        if not self.client.offer.plays(game):
            known = ", ".join(self.client.offer.games) or "nothing"
            raise InvalidError(f"bot {self.spec!r}: it doesn't play {game.name} rules {game.version}; it plays {known}")
        self._n, self._coming = 1, list[str]()
        self._asked(self.client.new, game, settings.setup, seat, f"g{abs(int(settings.stream[0])) % 10**9}")

    def _asked(self, what: Any, *arguments: Any) -> Any:
        try:
            return what(*arguments)
        except Fault as error:
            raise Fault(error.verdict, f"bot {self.spec!r}: {error.said}") from None

    def observe(self, n: int, event: Event) -> None:
        assert self.client is not None
        words = self._position(event.seen).text(event.action)
        self._n = n + 2
        self._asked(self.client.send, protocol.item(n + 1, event.seat, words))
        if event.seat != self.seat:
            self._coming.clear()

    def _position(self, seen: Array) -> Any:
        state = self.state if hasattr(self, "world") else None
        if state is None:
            self.world = self._seen
            state = self.state
        return state.at(seen)

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        assert self.client is not None
        actions = self.look(seen)
        state = self.state
        texts = [state.text(action) for action in actions]
        if not self._coming:
            limits, seconds = self._limits(budget)
            self._coming = list(self._asked(self.client.go, self._n, limits, seconds, texts))
        step = self._coming.pop(0)
        try:
            action = state.parse(step)
        except MutapaError as error:
            raise Fault("illegal", f"bot {self.spec!r}: {protocol.printable(step)[:80]!r}: {error}") from None
        if action not in actions:
            raise IllegalError(f"bot {self.spec!r}: {step!r} is not legal")
        return action

    def _limits(self, budget: Budget | None) -> tuple[str, float | None]:
        if budget is None:
            return "", None
        words, seconds = [], None
        if budget.sims is not None:
            words.append(f"sims {budget.sims}")
        if budget.seconds is not None:
            words.append(f"movetime {round(budget.seconds * 1000)}")
            seconds = budget.seconds
        if budget.left is not None:
            left = max(0, round(budget.left * 1000))
            # What others have left is not told to a bot; a seat's own is what an engine plans with.
            words.append(f"clock {','.join([str(left)] * self.seats)} inc {round(budget.increment * 1000)}")
            seconds = None  # the referee's clock counts on, and says who lost on time
        return " ".join(words), seconds

    def close(self) -> None:
        super().close()
        if self.client is not None:
            self.client.close()
            self.client = None


bots.BOTS.setdefault(EngineBot.name, EngineBot)
