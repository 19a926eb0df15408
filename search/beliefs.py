"""What a bot believes of each rival's bidder type, from the bids and passes it saw in the auction under way.

Exact: weights are Python ints, multiplied by the game's fixed-point ``likelihood`` of every *voluntary* bidding step (a share of
"anything legal" is part of it, so no history is impossible). Forced steps change nothing. A step that is none of an auction
ends it, and the belief is uniform again (the game's weights of types).
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE
from mutapa.core.streams import Array

TYPES_MAX = 256
"""The most bidder types of any game."""
WHOLE = 1 << 32
VOLUNTARY = 1


class Belief:
    """Weights of types for each seat but `seat`; `engine` gives the game's bidding functions."""

    def __init__(self, engine: Any, board: Array, seats: int, seat: int) -> None:
        self.engine, self.board, self.seats, self.seat = engine, board, seats, seat
        self._work = engine.work()
        out = engine.array(TYPES_MAX)
        n = engine.bid_types(board, self._work, out)
        if not 0 <= n <= TYPES_MAX:
            raise InvalidError(f"{engine.game.name}: {n} bidder types; a belief holds up to {TYPES_MAX}")
        self.prior = [int(out[i]) for i in range(n)]
        self.running = False
        """Whether an auction is under way of which a step was seen."""
        self.weights = [list(self.prior) for _ in range(seats)]

    def reset(self) -> None:
        """No auction is under way."""
        self.running = False
        self.weights = [list(self.prior) for _ in range(self.seats)]

    def observe(self, seat: int, action: int, before: Array) -> None:
        """`seat` (CHANCE for nature) made step `action` where this bot saw `before`."""
        kind = 0 if seat == CHANCE else self.engine.forced(self.board, self._work, before)
        if kind == 0:
            if self.running:
                self.reset()
            return
        self.running = True
        if kind != VOLUNTARY or seat == self.seat:
            return
        row = self.weights[seat]
        for t, weight in enumerate(row):
            row[t] = weight * self.engine.likelihood(self.board, self._work, before, seat, action, t)
        common = math.gcd(*row)
        if common == 0:
            raise InvalidError(f"{self.engine.game.name}: no bidder type can make step {action}; likelihoods must never all be 0")
        self.weights[seat] = [weight // common for weight in row]

    def posterior(self, seat: int) -> list[Fraction]:
        """Probability of each type of `seat`, exact."""
        total = sum(self.weights[seat])
        return [Fraction(weight, total) for weight in self.weights[seat]]

    def rows(self) -> list[int]:
        """For the compiled search: cumulative weights that end at 2^32, rounded to nearest: the uniform row, then one a seat."""
        flat: list[int] = []
        for row in [self.prior, *self.weights]:
            total, run = sum(row), 0
            for weight in row:
                run += weight
                flat.append((2 * run * WHOLE + total) // (2 * total))
        return flat
