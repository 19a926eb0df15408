"""Ends of games solved exactly: every position that can follow, by backward induction over steps and nature's odds.

For two seats, while nobody hides anything: then the share of the win is a game of one number, and a step is right or wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from mutapa.core.game import CHANCE, OVER, SEATS, Game
from mutapa.core.state import State
from mutapa.core.streams import below, derive

Worth = Callable[[list[int], list[int]], float]
"""Of the ranks and margins of two seats."""
Hides = Callable[[Any, int], bool]


class UnsolvedError(Exception):
    """Too many positions follow, or something is hidden in one of them."""


def win(ranks: list[int], margins: list[int]) -> float:
    """Seat 0's share of the win."""
    return 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)


def lead(ranks: list[int], margins: list[int]) -> float:
    """Seat 0's points less those of seat 1, 10 at most: what ``win=0,margin=1,scale=5`` sees of it."""
    return max(-10, min(10, margins[0] - margins[1]))


class Solver:
    """What ends of one game are `worth` to seat 0, whose loss is seat 1's gain; at most `most` positions for each question.

    `hides(words, seat)`: whether there is something that this seat doesn't know.
    """

    def __init__(self, state: State, most: int, worth: Worth, hides: Hides) -> None:
        self.state, self.engine, self.most, self.worth, self.hides = state, state.engine, most, worth, hides
        self.known: dict[bytes, float] = {}
        self._room = 0
        self._work, self._out = self.engine.work(), np.zeros(2 * SEATS, np.int64)
        self._actions, self._weights = np.zeros((2, self.engine.game.actions_max), np.int64)

    def steps(self, state: State) -> dict[int, float]:
        """What each legal step is worth to the mover; `UnsolvedError` if that takes too much."""
        self._room = self.most
        if self.hides(state.words, state.turn):
            raise UnsolvedError
        worth = {action: self._after(state.words, action) for action in state.legal_actions}
        return worth if state.turn == 0 else {action: -each for action, each in worth.items()}

    def _after(self, words: Any, action: int) -> float:
        following = words.copy()
        self.engine.apply(self.state.board, self._work, following, action)
        key = following.tobytes()
        if key not in self.known:
            self._room -= 1
            if self._room < 0:
                raise UnsolvedError
            self.known[key] = self._value(following)
        return self.known[key]

    def _value(self, words: Any) -> float:
        engine, board, work = self.engine, self.state.board, self._work
        mover = engine.turn(board, work, words)
        if mover == OVER:
            engine.outcome(board, work, words, self._out)
            return self.worth(self._out[:2].tolist(), self._out[SEATS : SEATS + 2].tolist())
        if mover == CHANCE:
            n = engine.odds(board, work, words, self._actions, self._weights)
            odds = [(a, w) for a, w in zip(self._actions[:n].tolist(), self._weights[:n].tolist(), strict=True) if w > 0]
            return sum(weight * self._after(words, action) for action, weight in odds) / sum(weight for _, weight in odds)
        if self.hides(words, mover):
            raise UnsolvedError
        n = engine.legal(board, work, words, self._actions)
        found = [self._after(words, action) for action in self._actions[:n].tolist()]
        return max(found) if mover == 0 else min(found)


def endgames(
    game: Game, seed: int, most: int, worth: Worth, hides: Hides, **options: Any
) -> Iterator[tuple[State, dict[int, float]]]:
    """Positions near the end of a game of two seats that go by random steps, with what each step is worth: the last ones first,
    back to where too many positions follow, and those alone in which some step is better than another."""
    state = State.new(game, 2, seed=seed, options=options)
    rng, luck = derive(seed, "endgames"), derive(seed, "luck")
    decisions = []
    while not state.is_over:
        if state.is_chance:
            state.draw(luck)
            continue
        legal = state.legal_actions
        decisions.append(state.clone())
        state.apply(legal[below(rng, len(legal))])
    solver = Solver(state, most, worth, hides)
    for each in reversed(decisions):
        try:
            worth = solver.steps(each)
        except UnsolvedError:
            return
        if max(worth.values()) - min(worth.values()) > 1e-9:
            yield each, worth
