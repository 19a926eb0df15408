"""The course of a search: legs, between which its root is looked at.

Early stop: the leader can't be caught by the simulations left (of a clock: by those that the time left is worth at the rate so
far), so the answer is what the whole budget would give. More time: at the end of its budget a search goes on in `LEGS` further
legs while it is undecided. Both after Huang, Coulom and Lin 2010 (their "early stop", "unstable evaluation") and Baier and
Winands 2016 ("close"). With a budget of simulations legs end at fixed counts, so nothing depends on threads or speed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mutapa.search.budget import Budget

CHECKS = 16
"""Legs of a budget of simulations."""
FEWEST = 32
"""Simulations of the shortest leg."""
MOMENTS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Where legs end, as shares of the seconds; before half of a budget no leader of its own making is safe."""
LEGS = 4
CLOSE = 0.5
"""A rival of the leader with this share of its visits leaves a root undecided."""
HEARD = 0.1
"""A rival with this share of the leader's visits, and a better mean, too."""


class Leg(NamedTuple):
    """Grow until `sims` new simulations are done in all (None: no such limit) or until `deadline` (by `time.perf_counter`)."""

    sims: int | None
    deadline: float | None


class Standing(NamedTuple):
    """An action at the root: its visits over all trees, and what the searching seat made of them in sum."""

    visits: int
    total: int


def safe(root: Sequence[Standing], left: float) -> bool:
    """Whether no action can reach the leader's visits in `left` more simulations."""
    visits = sorted((each.visits for each in root), reverse=True)
    return bool(visits) and visits[0] - (visits[1] if len(visits) > 1 else 0) > left


def undecided(root: Sequence[Standing]) -> bool:
    """Whether more simulations may well change the leader: a rival is close in visits, or heard of and better on average."""
    if not root:
        return True
    leader = max(root)
    for each in root:
        if each is not leader and each.visits > 0:
            if each.visits >= CLOSE * leader.visits:
                return True
            if each.visits >= HEARD * leader.visits and each.total * leader.visits > leader.total * each.visits:
                return True
    return False


class Course:
    """The legs of one search within `budget`, begun at `begun`. `look` tells how the root stands."""

    def __init__(self, budget: Budget, begun: float, look: Callable[[], Sequence[Standing]]) -> None:
        self.budget, self.begun, self.look = budget, begun, look
        self.extended = 0
        """Legs beyond the budget."""

    def next(self, done: int) -> Leg | None:
        """The next leg after `done` simulations; None: the search is over."""
        sims, seconds = self.budget.sims, self.budget.seconds
        spent = time.perf_counter() - self.begun
        if (sims is not None and done >= sims) or (seconds is not None and spent >= seconds):
            return self._beyond(done)
        if not self.budget.stop:
            return Leg(sims, None if seconds is None else self.begun + seconds)
        if done > 0 and safe(self.look(), self._left(done, spent)):
            return None
        to, deadline = sims, None
        if sims is not None:
            each = max(FEWEST, math.ceil(sims / CHECKS))
            to = min(sims, (done // each + 1) * each)
        if seconds is not None:
            deadline = self.begun + seconds * next(moment for moment in MOMENTS if seconds * moment > spent)
        return Leg(to, deadline)

    def _left(self, done: int, spent: float) -> float:
        """Simulations that the budget still has room for."""
        left = math.inf
        if self.budget.sims is not None:
            left = self.budget.sims - done
        if self.budget.seconds is not None:
            left = min(left, done / max(spent, 1e-9) * (self.budget.seconds - spent))
        return left

    def _beyond(self, done: int) -> Leg | None:
        if self.budget.extend == 0 or self.extended == LEGS:
            return None
        if not undecided(self.look()):
            return None
        self.extended += 1
        sims, seconds = self.budget.sims, self.budget.seconds
        more = 1 + self.budget.extend * self.extended / LEGS
        return Leg(
            None if sims is None else max(done + 1, round(sims * more)),
            None if seconds is None else self.begun + seconds * more,
        )
