"""Logical trees and the threads that grow them.

A search is a fixed number of trees, each with its own stream, whoever computes them: with a budget of simulations the
result is the same on any number of threads. Compiled calls run without the GIL.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.search import settings as at
from mutapa.search.budget import Pace, share
from mutapa.search.course import Course, Leg
from mutapa.search.halving import NOISE
from mutapa.search.tree import EDGES_USED, HEAD, NODE, NODES_USED, REFUSED, ROOT, STEP, SUM, VISITS

EDGES_PER_NODE = 6
KEY_WORDS = 5
"""The most words a node needs in a table of keys: up to 4 slots, and its key."""
DEPTH = 1024


def fill(array: Any, values: Iterable[int]) -> None:
    """Write `values` to the front of `array`, an int64 array or a list of the plain engine."""
    if isinstance(array, np.ndarray):
        row = np.fromiter(values, np.int64)
        array[: len(row)] = row
        return
    for i, value in enumerate(values):
        array[i] = int(value)


def slots(nodes: int) -> int:
    """Slots of a table of keys: a power of two, so many that at least half stay empty."""
    return 1 << (2 * nodes - 1).bit_length()


def capacities(
    memory_mb: float, nodes: int, seats: int, actions_max: int, keyed: bool = False, told: bool = False
) -> tuple[int, int]:
    """(nodes, edges) of a tree of at most `memory_mb` MB and, unless 0, `nodes` nodes; `keyed`: with a table of keys; `told`:
    with room for what a network says of each node."""
    edge_words = SUM + seats + 1  # one more while the tree is compacted
    if nodes == 1:
        raise InvalidError("nodes=1: too few for a root and a child; right would be nodes=2 or more, or 0: as memory allows")
    words = int(memory_mb * (1 << 20)) // 8
    node = NODE + seats * told
    fit = words // (node + EDGES_PER_NODE * edge_words + (KEY_WORDS if keyed else 0))
    count = min(fit, nodes) if nodes else fit
    edges = max(EDGES_PER_NODE * count, actions_max) if nodes else EDGES_PER_NODE * count
    if count < 2 or edges < actions_max or count * node + edges * edge_words > words:
        raise InvalidError(
            f"memory={memory_mb:g}: too little for a root of {actions_max} actions; right would be memory=1 (MB) or more"
        )
    return count, edges


class Tree:
    """One logical tree: its arrays and all the scratch that a thread needs while it grows it."""

    def __init__(
        self,
        engine: Any,
        seats: int,
        nodes: int,
        edges: int,
        logs: Any,
        keyed: bool = False,
        habits: int = 1,
        brain: tuple[Any, ...] | None = None,
        told: bool = False,
    ) -> None:
        game, array = engine.game, engine.array
        self.engine = engine
        self.width = SUM + seats
        self.head, self.nodes, self.edges = array(HEAD), array(nodes * (NODE + seats * told)), array(edges * self.width)
        self.moved = array(edges)
        self.table = array(slots(nodes) + nodes if keyed else 1)
        self.habits = array(habits)
        """What MAST knows (`mutapa.search.mast`)."""
        self.brain = brain or thoughtless(engine)
        """What it thinks with (`mutapa.nets.forward`)."""
        self.world: Any = None
        """The one state that this tree is searched from; None: worlds are drawn from what the seat sees."""
        self.work = engine.work()
        self.rng = array(2)
        self.bracket = array(NOISE + game.actions_max)
        self.scratch = (
            array(STEP * (DEPTH + 1)),
            array(game.layout.words),
            array(game.layout.words),
            array(game.actions_max + 1),
            array(game.actions_max + 1),
            array(game.actions_max + 1),
            self.bracket,
            array(2),
            array(MOST_SEATS + 1),
            array(MOST_SEATS),
            array(MOST_SEATS),
            array(2 * MOST_SEATS),
        )
        self.logs = logs
        self.plant()

    def grow(self, board: Any, seen: Any, settings: Any, belief: Any, count: int) -> int:
        """Run `count` simulations; return how many were run, which is fewer where the root is proven."""
        known = seen if self.world is None else self.world
        tree = self.head, self.nodes, self.edges, self.table
        ran = self.engine.simulate(
            board, self.work, known, settings, *tree, *self.scratch, self.habits, belief, self.logs, *self.brain, self.rng, count
        )  # fmt: skip
        return int(ran)

    def follow(self, settings: Any, steps: Sequence[int]) -> int:
        """Re-root by the steps seen since; return the visits kept: 0 if the tree had no such line and was planted anew."""
        for seen in steps:
            if not self.engine.descend(settings, self.head, self.nodes, self.edges, seen):
                self.plant()
                return 0
        self.engine.compact(settings, self.head, self.nodes, self.edges, self.moved)
        if len(self.habits) > 1:
            self.engine.fade(settings, self.habits)
        return self.root_visits

    def plant(self) -> None:
        """Forget everything."""
        self.engine.plant(self.head, self.nodes, self.table)
        fill(self.habits, [0] * len(self.habits))

    def survivor(self, settings: Any, seat: int) -> int:
        """The action that sequential halving left."""
        return int(self.engine.survivor(settings, self.head, self.nodes, self.edges, self.bracket, seat))

    @property
    def root_visits(self) -> int:
        return int(self.nodes[self.head[ROOT] * NODE + VISITS])

    @property
    def size(self) -> tuple[int, int]:
        """Nodes and edges in use."""
        return int(self.head[NODES_USED]), int(self.head[EDGES_USED])

    @property
    def refused(self) -> int:
        """How often a node or a list found no room."""
        return int(self.head[REFUSED])


def thoughtless(engine: Any) -> tuple[Any, ...]:
    """What stands in the place of a brain where there is no network: never looked at."""
    return (engine.floats(1), engine.array(1), engine.floats(1), *(engine.array(1) for _ in range(5)))


def settings_array(engine: Any, **values: int) -> Any:
    """The compiled search's settings by name (those of `mutapa.search.settings`)."""
    array = engine.array(at.LENGTH)
    for name, value in values.items():
        array[getattr(at, name)] = int(value)
    array[at.DEPTH], array[at.LOGS] = DEPTH, at.TABLE
    return array


def grow(
    trees: Sequence[Tree],
    board: Any,
    seen: Any,
    settings: Any,
    belief: Any,
    course: Course,
    threads: int,
    halt: threading.Event | None = None,
    grown: list[int] | None = None,
) -> dict[str, int]:
    """Grow all trees, leg by leg of `course`, on `threads` threads; return the simulations run, by thread.

    Thread t grows trees t, t + threads, ... in turns of small chunks. An error or Ctrl-C ends all; so does `halt`, set from
    another thread, after the chunks under way. `grown`: simulations that each tree has already; kept up to date.
    """
    threads = max(1, min(threads, len(trees)))
    grown = [0] * len(trees) if grown is None else grown
    proven: set[int] = set()
    paces = [Pace(None, halt is not None) for _ in trees]
    halted = halt or threading.Event()
    errors: list[BaseException] = []
    stop = threading.Event()

    def run(t: int, leg: Leg) -> None:
        mine = [i for i in range(t, len(trees), threads) if i not in proven]
        try:
            for i in mine:
                paces[i].deadline = leg.deadline
            while mine and not stop.is_set() and not halted.is_set():
                for i in list(mine):
                    if halted.is_set():
                        break
                    count = paces[i].next(None if leg.sims is None else share(leg.sims, i, len(trees)) - grown[i])
                    if count <= 0:
                        mine.remove(i)
                        continue
                    ran = trees[i].grow(board, seen, settings, belief, count)
                    paces[i].done(count)
                    grown[i] += ran
                    if ran < count:
                        proven.add(i)
                        mine.remove(i)
        except BaseException as error:
            errors.append(error)
            stop.set()

    done = 0
    while len(proven) < len(trees) and not halted.is_set() and (leg := course.next(done)) is not None:
        others = [threading.Thread(target=run, args=(t, leg), name=f"search-{t}", daemon=True) for t in range(1, threads)]
        for thread in others:
            thread.start()
        try:
            run(0, leg)
            for thread in others:
                thread.join()
        except BaseException:
            stop.set()
            raise
        if errors:
            raise errors[0]
        # A tree whose root is proven needs no more: what it left of its share counts as done, or the others would wait for it.
        done = sum(
            max(grown[i], share(leg.sims, i, len(trees))) if i in proven and leg.sims is not None else grown[i]
            for i in range(len(trees))
        )
    return {f"search-{t}": sum(grown[t::threads]) for t in range(threads)}
