"""One search on many machines: its logical trees grow in Ray actors and are merged as if they had grown here.

Tree i depends on its own generator alone, so who grows it changes nothing. An actor that dies costs time: its trees are grown
anew by another. Where a clock runs, what is not back in time is left out, and the result says how many trees it lacks.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import MutapaError
from mutapa.search import connect
from mutapa.search.budget import Budget, share
from mutapa.search.course import Course, Leg
from mutapa.search.driver import Search
from mutapa.search.gardeners import REPLY, Grown, Member, Order, crew
from mutapa.search.merge import Result, Root

GRACE = 0.05
"""Seconds beyond its time that a search waits for its first tree: without any there is no answer."""
TICK = 0.05
"""Seconds after which it is looked again who can be given trees, and whether the search shall end."""
PATIENCE = 0.5
"""Seconds to wait for the trees of a search that was stopped."""
LOSSES = 3
"""A tree whose actor died so often in one search is given up."""

_numbers = itertools.count(1)


class ClusterSearch(Search):
    """A `Search` whose trees grow in `actors` Ray actors at `where` (`mutapa.search.connect`).

    With a budget of simulations its results are those of the same trees grown here, whatever the number of actors and whoever
    of them dies. Trees are planted anew for each search: a subtree lies where it grew.
    """

    def __init__(self, engine: Any, board: Any, *, actors: int, where: str, trees: int, memory: float, **more: Any) -> None:
        each = {**more, "trees": 1, "memory": memory / trees}
        super().__init__(engine, board, **each)
        self.made, self._missing = trees, 0
        self.trees = []
        self.crew, self.actors = crew(where, actors), actors
        cargo = self.crew.prepare(engine.game, engine.backend, actors)
        self.name = f"{os.getpid()}-{next(_numbers)}"
        self.how = [self.crew.ray.put({"board": np.asarray(board, np.int64), **each}), cargo]
        self._ticket = 0
        self._found: dict[int, Grown] = {}
        self._at: dict[int, Member] = {}
        """Who grew a tree last."""

    @property
    def count(self) -> int:
        return self.made

    @property
    def missing(self) -> int:
        return self._missing

    def run(
        self, seen: Any, budget: Budget, generators: Sequence[Sequence[int]], steps: Sequence[int] | None = None
    ) -> Result | None:
        with self.crew.lock:
            return super().run(seen, budget, generators, steps)

    def plant(self, seen: Any, generators: Sequence[Sequence[int]], steps: Sequence[int] | None) -> int:
        self._ticket = next(_numbers)
        self._generators = [list(map(int, each)) for each in generators]
        self._found, self._at, self._missing = {}, {}, 0
        for member in self.crew.members:
            member.trees = []  # what still comes of an earlier search is too late
        return 0

    def _roots(self) -> list[Root]:
        return [self._found[i].root for i in sorted(self._found)]

    def _grow(self, seen: Any, course: Course) -> dict[str, int]:
        self._seen = np.asarray(seen, np.int64)
        done = 0
        while (leg := course.next(done)) is not None and not self._halted():
            open_ = [i for i in range(self.made) if not self._proven(i)]
            if leg.sims is not None:
                open_ = [i for i in open_ if share(leg.sims, i, self.made) > self._ran(i)]
            short = leg.deadline is not None and leg.deadline - time.perf_counter() < 2 * self.crew.reply
            if not open_ or (short and self._found):
                break
            try:
                late = self._leg(open_, leg)
            except BaseException:
                self._stop()
                raise
            if late:
                self._missing = len(late)
                break
            done = sum(
                max(self._ran(i), share(leg.sims, i, self.made)) if self._proven(i) and leg.sims is not None else self._ran(i)
                for i in range(self.made)
            )
        by_actor: dict[str, int] = {}
        for i in sorted(self._found):
            name = f"actor-{self._at[i].number}"
            by_actor[name] = by_actor.get(name, 0) + self._ran(i)
        return by_actor

    def _ran(self, tree: int) -> int:
        return self._found[tree].simulations if tree in self._found else 0

    def _proven(self, tree: int) -> bool:
        return tree in self._found and self._found[tree].root.proven is not None

    def _halted(self) -> bool:
        return self.halt is not None and self.halt.is_set()

    def _leg(self, left: list[int], leg: Leg) -> set[int]:
        """Have all trees of `left` grown; return those that were not back at the deadline."""
        crew, asleep = self.crew, set(left)
        out: dict[int, int] = dict.fromkeys(left, 0)
        """Trees that are not back yet, and how many actors died over them."""
        told = False
        end = leg.deadline
        while out:
            now = time.perf_counter()
            if end is not None and now >= end + (0 if self._found else GRACE):
                self._stop()
                return set(out)
            if self._halted() and not told:
                told, end = True, min(now + PATIENCE, end or now + PATIENCE)
                self._stop()
            if told and asleep.issuperset(out):
                return set(out)
            if asleep and not told:
                asleep -= self._hand_out(sorted(asleep), leg)
            # Whoever is still busy with an earlier search may come back meanwhile: then there is one more to hand trees to.
            grown, lost = crew.wait(crew.members, TICK if end is None else max(0.0, min(TICK, end - now)))
            for each in grown:
                self._found[each.tree] = each
                out.pop(each.tree, None)
            for member, trees in lost:
                for i in trees:
                    out[i] = out.get(i, 0) + 1
                    asleep.add(i)
                    if out[i] == LOSSES:
                        raise MutapaError(f"search: {LOSSES} actors died over tree {i}, the last of them {member}")
        return set()

    def _hand_out(self, trees: list[int], leg: Leg) -> set[int]:
        """Give `trees` to idle actors, to those that have them where they can; return those that were given."""
        idle = self.crew.idle(self.actors)
        if not idle:
            return set()
        parts: dict[int, list[int]] = {each.number: [] for each in idle}
        for i in trees:
            holder = self._at.get(i)
            parts[holder.number if holder in idle else idle[i % len(idle)].number].append(i)
        for member in idle:
            mine = parts[member.number]
            if not mine:
                continue
            seconds = None
            if leg.deadline is not None:
                left = leg.deadline - time.perf_counter()
                seconds = max(left - self.crew.reply, left / 2)
            order = Order(
                search=self.name,
                game=(self.engine.game.name, self.engine.backend),
                ticket=self._ticket,
                trees=mine,
                generators=[self._generators[i] for i in mine],
                seen=self._seen,
                settings=np.asarray(self.settings, np.int64),
                beliefs=np.asarray(self._rows, np.int64),
                shares=None if leg.sims is None else [share(leg.sims, i, self.made) for i in mine],
                seconds=seconds,
            )
            member.trees, member.asked = mine, time.perf_counter()
            member.waited = member.handle.grow.remote(order, self.how)
            for i in mine:
                self._at[i] = member
            self._last = leg
        return {i for mine in parts.values() for i in mine}

    def _stop(self) -> None:
        """Tell all that are at it to answer with what they have."""
        for member in self.crew.members:
            if member.trees:
                member.handle.stop.remote(self._ticket)

    def _line(self, action: int) -> list[int]:
        """By the first tree. Where its actor died after it was back, it is grown once more, unless a clock runs."""
        ray, timed = self.crew.ray, self._last.deadline is not None
        tree = min(self._found)
        for _ in range(LOSSES):
            asked = self._at[tree].handle.line.remote(self.name, tree, action)
            try:
                if timed:
                    ended, _ = ray.wait([asked], timeout=REPLY)
                    return list(ray.get(asked)) if ended else [action]
                return list(ray.get(asked))
            except ray.exceptions.RayError:
                connect.check_home(ray)
                if timed:
                    break
                self._leg([tree], self._last)
        return [action]

    def close(self) -> None:
        """Let the actors forget the trees."""
        for member in self.crew.members:
            if member.where:
                with contextlib.suppress(Exception):
                    member.handle.drop.remote(self.name)
