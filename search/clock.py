"""A seat's own management of its time over a whole game.

What is left on the clock is shared out over the choices still to come, as games played on from here have them, by the number
of actions of each (Baier and Winands 2016 share by expected length of the game alone). A reserve pays for answers without a
search, and for stalls of the machine, of which the longest so far may come twice; of the rest no step may take more than `MOST`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mutapa.search.ahead import CHOICES, OWN, WEIGHT
from mutapa.search.budget import Budget
from mutapa.search.threads import fill

RESERVE = 0.05
"""Seconds never planned with; of a short clock a share of `PART`."""
PART = 1 / 6
MOST = 0.8
"""Share of what is left that one step may take at most, more time in undecided ones included."""
SAFETY = 2.0
"""How many times the dearest answer without a search is put aside for each step to come."""
AGAIN = 4
"""The way ahead is estimated anew after one in so many of its choices."""
STALL = 0.002
"""Seconds that no answer without a search takes by itself."""
GAMES = 8
"""Games played on, at most, to see how long a game will last."""
LONG = 1 << 14
"""Steps of such a game."""
PLANNING = 0.01
"""Share of the clock after which no other such game is begun."""
INSTANT = 0.0005
"""Seconds not worth a search."""


class Way(NamedTuple):
    """What is ahead of a seat: its steps, those with a choice, the sum of their weights (`mutapa.search.ahead`)."""

    own: float
    choices: float
    weight: float


@dataclass
class Plan:
    """The plan of a seat's time in one game: numbers in, numbers out."""

    way: Way | None = None
    """What is ahead, the present step included; None before the first estimate."""
    due: float = 0.0
    """Choices until `way` should be estimated again."""
    answer: float = 0.0002
    """Seconds of the dearest answer without a search so far, a stall of the machine not counted."""
    stall: float = 0.0
    """Seconds that a step took longer than planned, at worst."""
    clock: float = 0.0
    """The most that was ever left on the clock."""

    def estimated(self, way: Way) -> None:
        """`way` has just been estimated at a choice."""
        self.way = way
        self.due = max(1.0, way.choices / AGAIN)

    def shares(self, left: float, increment: float, weight: int) -> tuple[float, float]:
        """(seconds for a step of `weight`, the most it may take), with `left` on the clock."""
        way = self.way or Way(weight, 1, weight)
        others = max(0.0, way.own - 1)
        self.clock = max(self.clock, left)
        stalls = max(min(RESERVE, PART * self.clock), min(2 * self.stall, 2 * PART * self.clock))
        aside = stalls + max(0.0, others * (SAFETY * self.answer - increment))
        most = MOST * max(0.0, left - aside)
        whole = max(0.0, left - aside + increment * max(0.0, way.choices - 1))
        return min(most, whole * weight / max(weight, way.weight)), most

    def passed(self, weight: int) -> None:
        """A choice of `weight` has been made; the next one is ahead now."""
        self.due -= 1
        if self.way is not None:
            own, choices, rest = self.way
            self.way = Way(max(1.0, own - own / max(1.0, choices)), max(1.0, choices - 1), max(0.0, rest - weight))


class Timing:
    """A plan that estimates what is ahead as it goes along. `seat`: whose view is made whole first; None: nothing is hidden."""

    def __init__(self, engine: Any, board: Any, settings: Any, seat: int | None) -> None:
        self.engine, self.board, self.settings, self.seat = engine, board, settings, seat
        self.plan = Plan()
        array, longest = engine.array, engine.game.actions_max
        self._work = engine.work()
        self._world, self._way = array(engine.game.layout.words), array(3)
        self._actions, self._weights = array(longest), array(longest)

    def answered(self, seconds: float) -> None:
        """An answer without a search took so long."""
        self.plan.answer = max(self.plan.answer, min(seconds, STALL))

    def took(self, seconds: float, budget: Budget) -> None:
        """A step within `budget`, as `share` made it, took so long."""
        assert budget.seconds is not None
        self.plan.stall = max(self.plan.stall, seconds - budget.seconds * (1 + budget.extend))

    def share(self, budget: Budget, seen: Any, rng: Any, choices: int, begun: float) -> Budget:
        """`budget` with the clock's share for a choice among so many as its seconds; 0 seconds: answer at once.

        `begun`: when the bot was asked (`time.perf_counter`); what has passed since counts.
        """
        assert budget.left is not None
        plan, weight = self.plan, choices.bit_length()
        if plan.due <= 0:
            plan.estimated(self._estimate(seen, rng, begun + PLANNING * budget.left))
        seconds, most = plan.shares(budget.left - (time.perf_counter() - begun), budget.increment, weight)
        plan.passed(weight)
        if budget.seconds is not None:
            seconds = most = min(seconds, budget.seconds)
        if seconds < INSTANT:
            seconds = most = 0.0
        extend = min(budget.extend, most / seconds - 1) if seconds else 0.0
        return replace(budget, seconds=seconds, left=None, extend=max(0.0, extend))

    def _estimate(self, seen: Any, rng: Any, until: float) -> Way:
        sums, games = [0, 0, 0], 0
        while games == 0 or (games < GAMES and time.perf_counter() < until):
            fill(self._world, seen)
            if self.seat is not None:
                self.engine.determinize(self.board, self._work, seen, self.seat, rng, self._world)
            self.engine.ahead(
                self.board, self._work, self._world, self.settings, self._actions, self._weights, rng, LONG, self._way
            )
            games += 1
            sums = [total + int(self._way[i]) for i, total in enumerate(sums)]
        return Way(sums[OWN] / games, sums[CHOICES] / games, sums[WEIGHT] / games)
