"""A search from what a seat sees to a `Result`: sets the array of settings, grows the trees, merges them."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT
from mutapa.nets.network import Network
from mutapa.search import settings as at
from mutapa.search.beliefs import Belief
from mutapa.search.budget import Budget
from mutapa.search.course import Course, Standing
from mutapa.search.expectations import Expectation
from mutapa.search.mast import room
from mutapa.search.merge import Result, Root, best, line, merge, root_of
from mutapa.search.threads import Tree, capacities, fill, grow, settings_array, slots


class Search:
    """The trees of one seat in one game, kept from step to step.

    `engine`, `board`, `memory` (MB of all trees) and `nodes` (most of a tree, 0: as memory allows) bound it; `bidders` is what
    is expected of rivals' bidder types (None: they bid by the tree); with `pimc` each tree searches one world, drawn anew for
    each search (`mutapa.search.worlds`); `network` values leaves and gives priors; `bids`, the same one if both are given,
    foretells rivals' bids (`mutapa.search.foretell`); `values` are further settings by name (`mutapa.search.settings`).
    """

    def __init__(
        self,
        engine: Any,
        board: Any,
        *,
        seats: int,
        seat: int,
        trees: int = 1,
        threads: int = 1,
        memory: float = 64,
        nodes: int = 0,
        bidders: Expectation | None = None,
        pimc: bool = False,
        network: Network | None = None,
        bids: Network | None = None,
        **values: int,
    ) -> None:
        self.engine, self.board, self.seats, self.seat, self.threads = engine, board, seats, seat, threads
        keyed = bool(values.get("KEYED"))
        told = bool(values.get("AFTER"))
        node_room, edge_room = capacities(memory / trees, nodes, seats, engine.game.actions_max, keyed, told)
        logs = engine.array(at.TABLE)
        fill(logs, at.logarithms())
        habits = room(seats) if values.get("ROLLOUT") == at.MAST else 1
        self.mind = mind = network or bids
        self.trees = [
            Tree(engine, seats, node_room, edge_room, logs, keyed, habits, None if mind is None else mind.brain(), told)
            for _ in range(trees)
        ]
        self.halt: threading.Event | None = None
        """Set from another thread, it ends the search under way; what was found so far is the answer."""
        self.belief = None if bidders is None else Belief(engine, board, seats, seat, bidders)
        types, rows = 0, 0
        if self.belief is not None and bidders is not None:
            types, rows = self.belief.types, seats + bidders.row_count
        self._rows = engine.array(max(1, types * rows))
        self.settings = settings_array(
            engine,
            AUCTION=at.FORETOLD if bids is not None else at.OPEN if bidders is None else at.LIMITS,
            LATER=at.ALIKE if bidders is None else bidders.later,
            TYPES=types,
            NODES=node_room,
            EDGES=edge_room,
            SLOTS=slots(node_room),
            NET=int(network is not None),
            **values,
        )
        if pimc:
            for tree in self.trees:
                tree.world = engine.array(engine.game.layout.words)

    def run(
        self, seen: Any, budget: Budget, generators: Sequence[Sequence[int]], steps: Sequence[int] | None = None
    ) -> Result | None:
        """Search from `seen`; None if there was no time for a single visit.

        `generators`: two words for each tree. `steps`: what was seen since the last search, to keep the subtrees below; None
        plants the trees anew.
        """
        begun = time.perf_counter()
        if self.settings[at.SELECT] == at.GUMBEL:
            if budget.sims is None:
                raise InvalidError("budget: gumbel shares out a known number of simulations; right would be sims=400")
            self.settings[at.PLANNED] = budget.sims
        if self.belief is not None:
            fill(self._rows, self.belief.rows())
            self.settings[at.RUNNING] = int(self.belief.running)
        reused = self.plant(seen, generators, steps)
        course = Course(budget, begun, self._standings)
        by_thread = self._grow(seen, course)
        if self.mind is not None:
            self.mind.check()
        roots = self._roots()
        rows = merge(roots, self.seats)
        visits = sum(row.visits for row in rows)
        if not visits:
            return None
        action = best(rows, self.seat)
        if self.settings[at.SELECT] == at.GUMBEL:
            action = self.trees[0].survivor(self.settings, self.seat)
        halted = self.halt is not None and self.halt.is_set()
        return Result(
            action=action,
            rows=rows,
            values=[sum(row.sums[s] for row in rows) / (visits * UNIT) for s in range(self.seats)],
            line=self._line(action),
            simulations=sum(by_thread.values()),
            reused=reused,
            seconds=time.perf_counter() - begun,
            nodes=sum(root.nodes for root in roots),
            edges=sum(root.edges for root in roots),
            refused=sum(root.refused for root in roots),
            threads=by_thread,
            backend=self.engine.backend,
            reproducible=budget.seconds is None and not halted,
            proven=next((root.proven for root in roots if root.proven), None),
            missing=self.missing,
        )

    def close(self) -> None:
        """Let go of what lies elsewhere."""

    @property
    def count(self) -> int:
        """How many logical trees there are."""
        return len(self.trees)

    @property
    def missing(self) -> int:
        """How many of them the last search had to do without."""
        return 0

    def plant(self, seen: Any, generators: Sequence[Sequence[int]], steps: Sequence[int] | None) -> int:
        """Make the trees ready to search from `seen` (as `run` does); return the visits that they keep."""
        reused = 0
        for tree, generator in zip(self.trees, generators, strict=True):
            if steps is None:
                tree.plant()
            else:
                reused += tree.follow(self.settings, steps)
            fill(tree.rng, generator)
            if tree.world is not None:
                self.engine.determinize(self.board, tree.work, seen, self.seat, tree.rng, tree.world)
        return reused

    def _grow(self, seen: Any, course: Course) -> dict[str, int]:
        return grow(self.trees, self.board, seen, self.settings, self._rows, course, self.threads, self.halt)

    def _roots(self) -> list[Root]:
        return [root_of(tree, self.seats) for tree in self.trees]

    def _line(self, action: int) -> list[int]:
        return line(self.trees[0], action)

    def _standings(self) -> list[Standing]:
        return [Standing(row.visits, row.sums[self.seat]) for row in merge(self._roots(), self.seats)]
