"""The referee: one game between bots, each of which gets what its seat sees and nothing else, unless it cheats by name."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mutapa.core.errors import IllegalError, VoidError
from mutapa.core.game import Game
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import Array
from mutapa.experiments.engines import engines  # noqa: F401  # who can play a game can play it with programs from outside
from mutapa.search.bots import Bot, Event, Seating, view
from mutapa.search.budget import Budget


class Stopped(Exception):
    """The match was stopped while this game was under way."""


@dataclass
class Effort:
    """What a bot spent in one game. `steps` counts those with at least two legal actions."""

    steps: int = 0
    seconds: float = 0.0
    simulations: int = 0
    searching: float = 0.0
    """Seconds inside searches."""
    over: float = 0.0
    """Seconds by which a game's clock was overrun at worst; 0: never."""
    losses: int = 0
    """Games in which it was."""
    partial: int = 0
    """Steps whose search lacked trees when the clock ran out."""

    def add(self, other: Effort) -> None:
        """Sum up over games."""
        self.steps += other.steps
        self.seconds += other.seconds
        self.simulations += other.simulations
        self.searching += other.searching
        self.over = max(self.over, other.over)
        self.losses += other.losses
        self.partial += other.partial


@dataclass
class Played:
    """A game that was played: to its end, or void."""

    record: Record
    state: State
    efforts: list[Effort]
    """By seat."""
    score: list[dict[str, Any]] = field(default_factory=list)
    """By seat: the game's own figures."""
    void: str = ""
    """Why the game counts for nothing; empty if it counts."""


class Clock:
    """A seat's game clock, kept by the referee: `seconds` for the game, `increment` more for each step with a choice.

    Who overruns it plays on with the increments alone; that it happened is counted once a game.
    """

    def __init__(self, seconds: float, increment: float) -> None:
        self.left, self.increment = seconds, increment

    def budget(self) -> Budget:
        """What a bot is told."""
        return Budget(left=self.left, increment=self.increment)

    def spent(self, seconds: float, effort: Effort) -> None:
        """A choice took so long."""
        self.left -= seconds
        if self.left < 0:
            effort.over, effort.losses = max(effort.over, -self.left), 1
        self.left = max(0.0, self.left) + self.increment


Watch = Callable[[State, int, Sequence[Effort]], None]
"""Called before each step: the position, steps so far, efforts so far by seat. It must not touch the position."""


def play(
    game: Game,
    description: Mapping[str, Any],
    bots: Sequence[Bot],
    *,
    streams: Sequence[Array],
    luck: Array,
    seed: int | None = None,
    notes: Mapping[str, Any] | None = None,
    backend: str = "object",
    watch: Watch | None = None,
    stop: threading.Event | None = None,
    clock: tuple[float, float] | None = None,
) -> Played:
    """Play `description` to the end with `bots` by seat; `streams` are their generators, `luck` is the key of nature's draws.

    `clock`: seconds of each seat for the whole game, and what each choice adds.
    """
    state = State.from_setup(description, game=game, backend=backend)
    record = Record.begin(state, [bot.spec for bot in bots], seed, notes)
    record.times = []
    efforts = [Effort() for _ in bots]
    clocks = [None if clock is None else Clock(*clock) for _ in bots]
    for seat, bot in enumerate(bots):
        bot.start(game, state.board, seat, Seating(state.seats, streams[seat], backend, state.description))
    for bot in bots:
        if bot.asks_types:
            bot.meet([each.bid_type for each in bots])
    void = ""
    try:
        for step in range(10**9):
            turn = state.turn
            if state.is_over:
                break
            if stop is not None and stop.is_set():
                raise Stopped
            if watch is not None:
                watch(state, step, efforts)
            seen = [state.observe(seat) for seat in range(state.seats)]
            began = time.perf_counter()
            if turn >= 0:
                action = _choice(state, bots[turn], efforts[turn], clocks[turn])
            else:
                action = state.chance(luck)
            record.times.append(time.perf_counter() - began)
            events = [Event(turn, state.see(action, seat), seen[seat]) for seat in range(state.seats)]
            record.step(state, action)
            state.apply(action)
            for seat, bot in enumerate(bots):
                bot.observe(step, events[seat])
    except VoidError as error:
        void = str(error)
    finally:
        for bot in bots:
            bot.close()
    if any(each.partial for each in efforts):
        record.notes["partial"] = [each.partial for each in efforts]
    record.finish(state)
    score = game.score(state.board, state.words) if game.score and not void else [{} for _ in bots]
    return Played(record, state, efforts, score, void)


def _choice(state: State, bot: Bot, effort: Effort, clock: Clock | None) -> int:
    legal = state.legal_actions
    budget, seen = None if clock is None else clock.budget(), view(bot, state)
    began = time.perf_counter()
    action = bot.choose(seen, budget)
    seconds = time.perf_counter() - began
    if action not in legal:
        raise IllegalError(f"bot {bot.spec!r}: it chose {action} in {state!r}, where {len(legal)} other actions are legal")
    if len(legal) > 1:
        effort.steps += 1
        effort.seconds += seconds
        if clock is not None:
            clock.spent(seconds, effort)
        if bot.result is not None:
            effort.simulations += bot.result.simulations
            effort.searching += bot.result.seconds
        effort.partial += bot.missing > 0
    return action
