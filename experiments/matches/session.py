"""A game between a person and bots: whose turn, what each is told, taking back, keeping it in a file and going on from one.

Bots are told of the person's steps when the turn has passed, so a step taken back was never seen by anybody. The person, like
every bot, is shown what the seat sees: where a game hides something, a world drawn to agree with that stands for the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mutapa.core import registry
from mutapa.core.errors import IllegalError, InvalidError
from mutapa.core.game import Game
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import Array, derive
from mutapa.experiments.matches.match import uninterrupted
from mutapa.search import others
from mutapa.search.ask import Answer, ask
from mutapa.search.bots import Bot, Event, Seating, make, view

PERSON = "human"
"""Stands for a bot's spec in the record."""


class Step(NamedTuple):
    """A step made: the words of the position before it, by whom, and whether somebody chose it among several."""

    words: Array
    seat: int
    action: int
    chosen: bool


class Session:
    """One game, `specs` by seat, `PERSON` at exactly one of them. `seed` gives the bots' streams and nature's luck."""

    def __init__(
        self, game: Game, description: Mapping[str, Any], specs: Sequence[str], seed: int, backend: str = "object",
        steps: Sequence[tuple[int, str]] = (), parts: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """`steps`: actions and their words that were made already (the words count if the action isn't known); see `parts`."""
        self.game, self.seed, self.backend = game, seed, backend
        self.state = State.from_setup(description, game=game, backend=backend)
        self.seat = list(specs).index(PERSON)
        self.bots: dict[int, Bot] = {seat: make(spec) for seat, spec in enumerate(specs) if seat != self.seat}
        self.specs = [PERSON if seat == self.seat else self.bots[seat].spec for seat in range(len(specs))]
        self.luck = derive(seed, "luck")
        self.steps: list[Step] = []
        self.told = 0
        """Steps that the bots know of."""
        self.parts = list(parts)
        """Steps that had been made when the game was taken up again, each time."""
        self.hidden = any(field.seen != "public" for field in game.layout.fields.values())
        for action, words in steps:
            known = [each for each, _ in self.state.chances] or self.state.legal_actions
            self.push(action if action in known else self.state.parse(words), len(known) > 1)
        for seat, bot in self.bots.items():
            # Who comes into a game under way gets a stream of its own: the earlier one's is spent.
            stream = derive(seed, "seat", seat, "from", len(self.steps))
            bot.start(game, self.state.board, seat, Seating(self.state.seats, stream, backend))
        mine = 0
        while self.mine and mine < len(self.steps) and self.steps[-1 - mine].seat == self.seat:
            mine += 1
        self._tell(len(self.steps) - mine)  # a turn under way can still be taken back

    # --- what the person sees -----------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether the person is to move."""
        return self.state.turn == self.seat

    @property
    def moment(self) -> tuple[int, Any, bool]:
        """What changes whenever the person had better look at the position anew: others moved, a round or an auction passed."""
        fields = self.game.layout.fields
        return self.told, self.state.dump()["round"] if "round" in fields else 0, self.state.forced > 0

    def picture(self) -> Any:
        """The position as the person's seat sees it."""
        return self.state.at(self.state.observe(self.seat)).picture()

    def view(self) -> State:
        """A position that agrees with all the person knows: the true one where nothing is hidden."""
        if not self.hidden:
            return self.state
        world = np.zeros_like(self.state.words)
        work, _ = self.state.scratch
        rng = derive(self.seed, "view", len(self.steps))
        self.state.engine.determinize(self.state.board, work, self.state.observe(self.seat), self.seat, rng, world)
        return self.state.at(world)

    def turn_of(self, n: int) -> tuple[int, bool]:
        """Steps in a row with the same answer are a turn, or a bid: the seat, and whether step number `n` was a bidding step."""
        return self.steps[n].seat, self.state.at(self.steps[n].words).forced > 0

    def words(self, n: int) -> str:
        """Step number `n` in words, as the person's seat saw it."""
        before = self.state.at(self.steps[n].words)
        seen = before.observe(self.seat)
        return self.game.text(before.board, seen, before.see(self.steps[n].action, self.seat))

    # --- moving -------------------------------------------------------------------------------------------------------

    def push(self, action: int, chosen: bool = True) -> None:
        """Make a step, the person's or another's; Ctrl-C can't come between the step and its note."""
        with uninterrupted():
            before, turn = self.state.words.copy(), self.state.turn
            self.state.apply(action)
            self.steps.append(Step(before, turn, int(action), chosen))

    def undo(self) -> int:
        """Take back the person's last choice in this turn and what followed by itself; how many steps that was."""
        n = len(self.steps)
        while n > self.told and self.steps[n - 1].seat == self.seat:
            n -= 1
            if self.steps[n].chosen:
                taken = len(self.steps) - n
                with uninterrupted():
                    self.state = self.state.at(self.steps[n].words)
                    del self.steps[n:]
                return taken
        raise IllegalError("undo: you have chosen nothing yet in this turn, and others' turns are not taken back")

    @property
    def begun(self) -> bool:
        """Whether the person has chosen something in this turn."""
        return any(step.seat == self.seat and step.chosen for step in self.steps[self.told :])

    def forced(self) -> int | None:
        """The person's only step, if it is one that nobody would miss: it doesn't end a turn in which something was chosen."""
        actions = self.state.legal_actions
        if len(actions) != 1:
            return None
        after = self.state.clone()
        after.apply(actions[0])
        return None if self.begun and after.turn != self.seat else actions[0]

    def others(self) -> int:
        """The step of whoever else is to move, made; the seat that made it, or `CHANCE`."""
        self._tell(len(self.steps))
        turn = self.state.turn
        if self.state.is_chance:
            self.push(self.state.chance(self.luck), chosen=False)
            return turn
        bot, legal = self.bots[turn], self.state.legal_actions
        action = bot.choose(view(bot, self.state))
        if action not in legal:
            raise IllegalError(f"bot {bot.spec!r}: it chose {action} in {self.state!r}, where {len(legal)} others are legal")
        self.push(action, chosen=len(legal) > 1)
        return turn

    def _tell(self, end: int) -> None:
        for n in range(self.told, end):
            for seat, bot in self.bots.items():
                bot.observe(n, self.event(n, seat))
        self.told = max(self.told, end)

    def event(self, n: int, seat: int) -> Event:
        """Step number `n` as `seat` saw it."""
        step = self.steps[n]
        before = self.state.at(step.words)
        return Event(step.seat, before.see(step.action, seat), before.observe(seat))

    def advise(self, spec: str) -> Answer:
        """What a bot of `spec` would do on the person's seat, told of all steps so far."""
        told = (self.event(n, self.seat) for n in range(len(self.steps)))
        return ask(self.state, spec, seed=self.seed, told=told, backend=self.backend)

    # --- files --------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far."""
        start = self.state.at(self.steps[0].words) if self.steps else self.state
        notes: dict[str, Any] = {"reproducible": False}
        if self.parts:
            notes["resumed"] = self.parts
        record = Record.begin(start, self.specs, self.seed, notes)
        for step in self.steps:
            record.step(self.state.at(step.words), step.action)
        record.finish(self.state)
        return record

    @classmethod
    def resume(
        cls, path: Path, backend: str = "object", replace: Callable[[int, int], list[str]] | None = None
    ) -> Session:
        """The game kept in the file `path`. `replace(seats, seat)` may name other bots than those it was begun with."""
        record = Record.load(path)
        people = [at for at, spec in enumerate(record.bots) if spec == PERSON]
        if record.outcome is not None:
            raise InvalidError(f"{path}: that game is over; `mutapa show` shows it")
        if len(people) != 1:
            raise InvalidError(f"{path}: {len(people)} seats are a person's; a game that `mutapa play` kept has one")
        record.replay(backend=backend, where=str(path))
        bots = replace(len(record.bots), people[0]) if replace else record.bots
        if not replace:
            for spec in filter(others.is_python, bots):  # a file may come from anybody; it must not choose what is imported
                raise InvalidError(f"{path}: its bot {spec!r} is somebody's own code; name bots anew by --against")
        parts = [*record.notes.get("resumed", []), len(record.actions)]
        made = list(zip(record.actions, record.texts, strict=True))
        return cls(registry.get(record.game), record.setup, bots, record.seed or 0, backend, made, parts)
