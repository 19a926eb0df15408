"""What a bot believes of each rival's bidder type: a prior as an auction begins, and Bayes' rule for every step seen in it.

Exact: weights are Python ints, multiplied by the game's fixed-point ``likelihood`` of every *voluntary* bidding step (a share of
"anything legal" is part of it, so no history is impossible). Forced steps change nothing. A step that is none of an auction
ends it; the next one begins from the prior again. Priors: `mutapa.search.expectations`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE, UNIT
from mutapa.core.streams import Array
from mutapa.search.expectations import Expectation

WHOLE = 1 << 32
VOLUNTARY = 1


class Belief:
    """Weights of types by seat, for `seat` to go by; `engine` gives the game's bidding functions, `prior` what is expected."""

    def __init__(self, engine: Any, board: Array, seats: int, seat: int, prior: Expectation) -> None:
        self.engine, self.board, self.seats, self.seat, self.prior = engine, board, seats, seat, prior
        self._work = engine.work()
        prior.start(engine, board, seats)
        self.types = prior.types
        self.running = False
        """Whether an auction is under way of which a step was seen."""
        self.weights: list[list[int]] = [[1] * self.types for _ in range(seats)]

    def reset(self) -> None:
        """No auction is under way."""
        self.running = False
        self.weights = [[1] * self.types for _ in range(self.seats)]

    def observe(self, seat: int, action: int, before: Array) -> None:
        """`seat` (CHANCE for nature) made step `action` where this bot saw `before`."""
        kind = 0 if seat == CHANCE else self.engine.forced(self.board, self._work, before)
        if kind == 0:
            if self.running:
                self.reset()
            return
        if not self.running:
            self.running = True
            self.weights = [list(self.prior.weights(before, each)) for each in range(self.seats)]
        if kind != VOLUNTARY or seat == self.seat:
            return
        row = self.weights[seat]
        for t, weight in enumerate(row):
            if weight:
                row[t] = weight * self.engine.likelihood(self.board, self._work, before, seat, action, t)
        common = math.gcd(*row)
        if common == 0:
            raise InvalidError(f"{self.engine.game.name}: no bidder type can make step {action}; likelihoods must never all be 0")
        self.weights[seat] = [weight // common for weight in row]

    def predict(self, seat: int, before: Array, actions: Sequence[int]) -> list[float]:
        """Probability of each of `actions`, legal voluntary steps of `seat` at `before`, over its types as believed."""
        row = self.weights[seat] if self.running else self.prior.weights(before, seat)
        total = sum(row)
        found = []
        for action in actions:
            chance = sum(
                weight * self.engine.likelihood(self.board, self._work, before, seat, action, t)
                for t, weight in enumerate(row) if weight
            )  # fmt: skip
            found.append(float(Fraction(int(chance), total * UNIT)))
        return found

    def posterior(self, seat: int) -> list[Fraction]:
        """Probability of each type of `seat`, exact."""
        total = sum(self.weights[seat])
        return [Fraction(weight, total) for weight in self.weights[seat]]

    def rows(self) -> list[int]:
        """For the compiled search, cumulative weights that end at 2^32, rounded to nearest: a row a seat, then those of later
        auctions (`Expectation.rows`)."""
        flat: list[int] = []
        for row in [*self.weights, *self.prior.rows()]:
            flat += cumulative(row)
        return flat


def cumulative(row: Sequence[int]) -> list[int]:
    """Running sums of weights, scaled to end at 2^32."""
    total, run, found = sum(row), 0, []
    for weight in row:
        run += weight
        found.append((2 * run * WHOLE + total) // (2 * total))
    return found
