"""One game at the arena: every seat is told its log and asked where it has a choice; who fails is played on for, and named.

A step without choice is taken without asking, unless it stands in an answer already given. Who fails forfeits: from then on it
passes or ends where it may, else takes a legal step at random from a stream of its own; its engine hears no more of this game.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mutapa.core import protocol
from mutapa.core.errors import InvalidError, MutapaError, VoidError
from mutapa.core.game import CHANCE, OVER, Game
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import Array, below, derive
from mutapa.experiments.engines.client import CalledOff, Fault
from mutapa.experiments.tournaments.contestants import Ask, Contestant, Process
from mutapa.experiments.tournaments.table import Account, Fixture, Outcome, Table, ranked
from mutapa.search.budget import clock_of

PASSIVE = ("pass", "end", "done")
"""Steps, in words, by which a seat does no more than it must."""


def passive(state: State, rng: Array) -> int:
    """What is done for a seat that has forfeited."""
    actions = state.legal_actions
    texts = {text: action for text, action in zip(state.legal_texts, actions, strict=True) if text in PASSIVE}
    for words in PASSIVE:
        if words in texts:
            return texts[words]
    return actions[below(rng, len(actions))]


class Times:
    """The clocks of all seats, and whose turn it is: an increment comes with the end of each turn in which a seat was asked."""

    def __init__(self, clock: str | None, seats: int) -> None:
        seconds, self.increment = (0.0, 0.0) if clock is None else clock_of("table: clock", clock)
        self.left = None if clock is None else [seconds] * seats
        self.turns, self.steps, self.asked = [0] * seats, [0] * seats, [0] * seats
        self.last = -1
        """Who was asked last."""

    def ask(self, seat: int) -> None:
        """`seat` is about to be asked."""
        self.asked[seat] += 1
        self.steps[seat] += 1
        if self.steps[seat] == 1:
            self.turns[seat] += 1
        self.last = seat

    def moved(self, seat: int) -> None:
        """`seat` took a step, asked or not: the turn of another has ended."""
        if 0 <= self.last != seat >= 0 and self.steps[self.last]:
            self.steps[self.last] = 0
            if self.left is not None:
                self.left[self.last] += self.increment

    def spent(self, seat: int, seconds: float, forgiven: float = 0.0) -> None:
        """`seat` answered within so long; of what it overran, so much is forgiven. The rest is owed: grace comes once a game."""
        if self.left is not None:
            self.left[seat] -= seconds
            if self.left[seat] < 0:
                self.left[seat] = min(0.0, self.left[seat] + forgiven)


class Bout:
    """One game. `contestants` gives who sits on a seat, made when it is first asked for."""

    def __init__(
        self, game: Game, table: Table, fixture: Fixture, description: Mapping[str, Any],
        contestants: Sequence[Callable[[], Contestant]],
    ) -> None:  # fmt: skip
        self.table, self.fixture = table, fixture
        self.state = State.from_setup(description, game=game, backend=table.backend)
        self.seats = range(self.state.seats)
        self.accounts = [Account(name) for name in fixture.seats]
        self.makers, self.players = contestants, dict[int, Contestant]()
        self.fallen: dict[int, int] = {}
        """Seats that have forfeited, with the item at which they did."""
        self.n = 1
        self.times = Times(table.clock, self.state.seats)
        self.coming: list[str] = []
        """Steps of an answer still to be taken."""
        self.rngs = [self._stream(seat, "forfeit") for seat in self.seats]
        timed = table.clock is not None or table.movetime is not None
        notes = {"game": fixture.number, "block": fixture.block, "reproducible": not timed}
        self.record = Record.begin(self.state, list(fixture.seats), table.seed, notes)
        self.record.times = []

    def _stream(self, seat: int, *names: str) -> Array:
        return derive(self.table.seed, "game", self.fixture.number, "seat", seat, *names)

    # --- who fails ----------------------------------------------------------------------------------------------------

    def _fail(self, seat: int, fault: Fault) -> None:
        """`seat` forfeits. Its engine is ended: it may be in any state."""
        account = self.accounts[seat]
        if account.verdict is not None:
            return
        account.verdict, account.words, account.item = fault.verdict, fault.said, self.n
        self.fallen[seat] = self.n
        player = self.players.pop(seat, None)
        if isinstance(player, Process):
            account.output = player.client.output()
            player.client.close(0.0)
        elif player is not None:
            player.end("reason void")

    def _try(self, seat: int, what: Callable[..., Any], *arguments: Any) -> Any:
        """`what` with the blame on `seat`; None if it failed."""
        try:
            return what(*arguments)
        except Fault as error:
            self._fail(seat, error)
            return None

    @property
    def is_void(self) -> bool:
        """Whether nothing that comes can count."""
        return bool(self.fallen) and (self.table.forfeits == "void" or len(self.fallen) == len(self.seats))

    # --- the game -----------------------------------------------------------------------------------------------------

    def play(self) -> Outcome:
        """Play it to its end; whatever the engines do, it comes."""
        begun, luck, void = time.perf_counter(), self.table.luck(self.fixture.setup), ""
        for seat in self.seats:
            self._try(seat, self._sit, seat)
        for seat in list(self.players):
            self._try(seat, self._begin, seat)
        state = self.state
        try:
            while not self.is_void and (turn := state.turn) != OVER:
                at = time.perf_counter()
                action = state.chance(luck) if turn == CHANCE else self._choice(turn)
                if action is not None:
                    self._step(turn, action, time.perf_counter() - at)
        except VoidError as error:
            void = str(error)
        if self.is_void:
            void = "; ".join(f"{each.entrant}: {each.verdict}" for each in self.accounts if each.verdict)
        return self._outcome(void, time.perf_counter() - begun)

    def _sit(self, seat: int) -> None:
        try:
            self.players[seat] = self.makers[seat]()
        except InvalidError as error:
            raise Fault("crash", str(error)) from None

    def _begin(self, seat: int) -> None:
        try:
            self.players[seat].begin(self.state, seat, f"g{self.fixture.number}", self._stream(seat))
        except InvalidError as error:
            raise Fault("garbage", str(error)) from None

    def _step(self, turn: int, action: int, seconds: float) -> None:
        state, words = self.state, dict[int, str]()
        for seat, player in list(self.players.items()):
            seen = state.see(action, seat)
            if seen not in words:
                words[seen] = state.text(seen)
            self._try(seat, player.told, state, self.n, turn, seen, words[seen])
        assert self.record.times is not None
        self.record.times.append(seconds)
        self.record.step(state, action)
        state.apply(action)
        self.times.moved(turn)
        self.n += 1
        if turn >= 0 and state.turn != turn:
            self.coming.clear()

    def _choice(self, seat: int) -> int | None:
        """The mover's action; None if it has just failed."""
        if seat in self.fallen:
            return passive(self.state, self.rngs[seat])
        actions = self.state.legal_actions
        if not self.coming:
            if len(actions) == 1:
                return actions[0]
            answer = self._ask(seat)
            if answer is None:
                return None
            self.coming = answer
        step = self.coming.pop(0)
        try:
            return self.state.parse(step)
        except MutapaError as error:
            said = f"{protocol.printable(step)[:80]!r} as item {self.n}: {protocol.printable(str(error))}"
            self._fail(seat, Fault("illegal", said))
            return None

    def _ask(self, seat: int) -> list[str] | None:
        table, times, account, player = self.table, self.times, self.accounts[seat], self.players[seat]
        others = [each for at, each in self.players.items() if at != seat]
        for at, each in list(self.players.items()):
            if at != seat:
                self._try(at, each.flush)
        if self.is_void:
            return None
        times.ask(seat)
        ask = Ask(
            self.n, table.sims, table.movetime, times.left and tuple(times.left), times.increment, times.turns[seat],
            times.steps[seat], times.asked[seat], table.patience,
        )  # fmt: skip
        watched = [each.client for each in others if isinstance(each, Process)] if table.forfeits == "void" else []
        account.steps += 1
        try:
            return player.choose(self.state, ask, watched)
        except Fault as error:
            self._fail(seat, error)
        except CalledOff as error:
            gone = next(at for at, each in self.players.items() if isinstance(each, Process) and each.client is error.by)
            self._fail(gone, error.by.gone())
        finally:
            account.seconds += player.seconds
            account.slowest = max(account.slowest, player.seconds)
            account.waited += player.waited
            times.spent(seat, player.seconds, min(table.hold, player.waited))
        return None

    def _outcome(self, void: str, seconds: float) -> Outcome:
        state, outcome = self.state, self.state.outcome
        if self.fallen:
            self.record.notes["forfeits"] = [[seat, self.accounts[seat].verdict, item] for seat, item in self.fallen.items()]
        self.record.finish(state)
        ranks = margins = list[int]()
        reason = "void" if void else "forfeit" if self.fallen else "normal"
        if not void:
            assert outcome is not None
            ranks, margins = ranked(list(outcome.ranks), self.fallen), list(outcome.margins)
        for player in self.players.values():
            with contextlib.suppress(Fault):  # it owes nothing any more
                player.end(self._result(ranks, reason))
        return Outcome(
            ranks, margins, self.record.to_bytes(), reason, self.accounts, len(self.record.actions), seconds, void,
            bool(outcome and outcome.capped and not void),
        )  # fmt: skip

    def _result(self, ranks: list[int], reason: str) -> str:
        if reason == "forfeit":
            reason += ":" + ",".join(f"{seat}:{self.accounts[seat].verdict}" for seat in self.fallen)
        return f"places {','.join(map(str, ranks))} reason {reason}" if ranks else f"reason {reason}"
