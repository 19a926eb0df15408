"""Exact solutions of small auctions by backward induction, written without the search: what it is measured against.

The utility is the margin: worth of places minus coins paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mutapa.core.game import CHANCE, OVER, SEATS, UNIT, Game


class Solver:
    """Values of positions of `game` on `board`; nature is not expected to move."""

    def __init__(self, game: Game, board: Any, seats: int) -> None:
        self.rules, self.seats = game.rules, seats
        self.board = [int(x) for x in board]
        self.work = [0] * game.work_words
        self.longest = game.actions_max

    def legal(self, state: Sequence[int]) -> list[int]:
        out = [0] * self.longest
        return out[: self.rules.legal(self.board, self.work, state, out)]

    def after(self, state: Sequence[int], action: int) -> tuple[int, ...]:
        new = list(state)
        self.rules.apply(self.board, self.work, new, action)
        return tuple(new)

    def turn(self, state: Sequence[int]) -> int:
        seat: int = self.rules.turn(self.board, self.work, state)
        assert seat != CHANCE
        return seat

    def margins(self, state: Sequence[int]) -> list[Fraction]:
        out = [0] * (2 * SEATS)
        self.rules.outcome(self.board, self.work, state, out)
        return [Fraction(margin) for margin in out[SEATS : SEATS + self.seats]]

    def rational(self, state: Sequence[int]) -> tuple[list[Fraction], int | None]:
        """Max^n: everybody maximises its margin and knows that all do; ties towards passing (the lowest action)."""
        seat = self.turn(state)
        if seat == OVER:
            return self.margins(state), None
        found: tuple[list[Fraction], int | None] = [], None
        for action in self.legal(state):
            values, _ = self.rational(self.after(state, action))
            if not found[0] or values[seat] > found[0][seat]:
                found = values, action
        return found

    def against_limits(self, state: Sequence[int], me: int, weights: list[list[Fraction]]) -> dict[int, Fraction]:
        """Expected margin of `me` by action, when each rival s bids by a type of weights[s] and `me` learns as it goes."""
        return {action: self._expect(self.after(state, action), me, weights) for action in self.legal(state)}

    def _expect(self, state: Sequence[int], me: int, weights: list[list[Fraction]]) -> Fraction:
        seat = self.turn(state)
        if seat == OVER:
            return self.margins(state)[me]
        if seat == me:
            return max(self.against_limits(state, me, weights).values())
        total = Fraction(0)
        prior = sum(weights[seat])
        for action in self.legal(state):
            row = [
                weight * self.rules.likelihood(self.board, self.work, state, seat, action, t) / UNIT
                for t, weight in enumerate(weights[seat])
            ]
            chance = sum(row) / prior
            if chance:
                total += chance * self._expect(self.after(state, action), me, [*weights[:seat], row, *weights[seat + 1 :]])
        return total
