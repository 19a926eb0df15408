"""A position known from a seat's log alone: what the seat sees, kept up by the steps it is told.

It needs no whole state: a law of the contract (`following` in `mutapa.core.conform`) says that a step as a seat sees it, applied
to what the seat sees, gives what it sees then. A log comes from a stranger, and compiled code trusts its caller, so each step is
checked first: it must be legal in a world that agrees with the log. Where what others hide may decide, as when sealed bids are
shown, no world need agree; such a step is tried in plain Python, where an index out of range is an error and no crash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.errors import IllegalError, InvalidError, MutapaError
from mutapa.core.game import CHANCE, Game
from mutapa.core.state import State, engine_for
from mutapa.core.streams import Array, derive
from mutapa.search.bots import Event

WORLDS = 4
"""Worlds in which a step is looked for; where these differ in what they offer, no world need offer it."""
MOST_WORLDS = 64
"""Worlds looked at where they don't differ."""


class Follower:
    """What `seat` knows of the game of `description`: `seen`, and the `events` that led there."""

    def __init__(self, game: Game, description: Mapping[str, Any], seat: int, backend: str = "object") -> None:
        self.state = State.from_setup(description, game=game, backend=backend)
        """Its words are what the seat sees."""
        self.state.words[:] = self.state.observe(seat)
        self.seat, self.start = seat, self.state.words.copy()
        self.events: list[Event] = []
        self.first = 1
        """Number of the first item that is in `events`."""
        self._rng = derive(0, "follow")  # its own: looking at worlds must not change what a bot does
        public = all(field.seen == "public" for field in game.layout.fields.values())
        self.perfect = game.perfect(self.state.board) if game.perfect is not None else public

    @property
    def n(self) -> int:
        """Number of the next item; item 0 was the set-up."""
        return self.first + len(self.events)

    @property
    def seen(self) -> Array:
        return self.state.words

    def world(self) -> State:
        """A whole position that agrees with the log, drawn anew at each call."""
        if self.perfect:
            return self.state
        whole = np.zeros_like(self.seen)
        self.state.engine.determinize(self.state.board, self.state.scratch[0], self.seen, self.seat, self._rng, whole)
        return self.state.at(whole)

    def legal_texts(self) -> list[str]:
        """What the seat may do, it being its turn: the same in all worlds."""
        if self.state.turn != self.seat:
            raise IllegalError(f"item {self.n}: seat {self.seat} is not to move here ({self.state.phase})")
        return self.world().legal_texts

    def tell(self, turn: int, words: str) -> Event:
        """The next item: seat `turn` (or `CHANCE`) did `words`, as this seat is told."""
        state = self.state
        if state.turn != turn:
            who = "nature" if turn == CHANCE else f"seat {turn}"
            raise IllegalError(f"item {self.n}: it is not for {who} to move ({state.phase})")
        action = state.game.parse(state.board, state.words, " ".join(words.lower().split()))
        if not self._known(turn, action):
            self._tried(action, words)
        event = Event(turn, action, self.seen.copy())
        state.engine.apply(state.board, state.scratch[0], state.words, action)
        state._legal = None
        self.events.append(event)
        return event

    def _known(self, turn: int, action: int) -> bool:
        """Whether it is what this seat would see of a legal step in some world looked at; `IllegalError` if it can't be, since
        all worlds offer the same others."""
        alone = self.perfect or turn == self.seat
        offers: set[frozenset[int]] = set()
        for looked in range(1 if alone else MOST_WORLDS):
            world = self.world()
            steps = [each for each, _ in world.chances] if turn == CHANCE else world.legal_actions
            offer = frozenset(world.see(each, self.seat) for each in steps)
            if action in offer:
                return True
            offers.add(offer)
            if looked >= WORLDS and len(offers) > 1:
                return False
        raise IllegalError(f"item {self.n}: it is not among the {len(offer)} steps that are legal here ({self.state.phase})")

    def _tried(self, action: int, words: str) -> None:
        state = self.state
        refusal = IllegalError(f"item {self.n}: {words!r} is not legal here ({state.phase})")
        try:
            strict = engine_for(state.game, "strict")
            after = state.words.copy()
            strict.apply(state.board, strict.work(), after, action)
            trial = state.at(after)
            strict.turn(trial.board, strict.work(), after)
            same = np.array_equal(trial.observe(self.seat), after)
        except (ArithmeticError, LookupError, MutapaError, TypeError, ValueError):
            raise refusal from None
        flag = state.game.error
        if not same or (flag in state.game.layout.fields and state.game.layout.read(after, flag)):
            raise refusal

    def jump(self, n: int, words: list[int]) -> None:
        """Go where the seat sees `words`, `n` items on, without the items: for a controller that is trusted."""
        state = self.state
        view = state.at(np.array(words, np.int64))
        if not np.array_equal(view.observe(self.seat), view.words):
            raise InvalidError(f"seen: this is not what seat {self.seat} can see")
        state.words[:], state._legal = view.words, None
        self.start, self.first, self.events = view.words.copy(), n, []

    def back(self, n: int) -> None:
        """Forget the items from `n` on."""
        if not self.first <= n <= self.n:
            raise IllegalError(f"undo: items {self.first} to {self.n - 1} are known; {n} is asked for")
        if n < self.n:
            self.state.words[:], self.state._legal = self.events[n - self.first].seen, None
            del self.events[n - self.first :]

    def hash(self) -> str:
        """Hash of what the seat sees: two who follow one log have the same."""
        data = self.state.game.layout.hash.encode() + self.seen.astype("<i8").tobytes()
        return hashlib.blake2b(data, digest_size=8).hexdigest()
