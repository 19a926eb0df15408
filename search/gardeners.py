"""Ray actors that grow trees of searches, and the crew of them that this process has.

An actor grows trees of many searches, one search at a time; a crew is kept from game to game, and whoever dies is replaced.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from mutapa.core.errors import MutapaError
from mutapa.core.game import Game
from mutapa.search import connect
from mutapa.search.course import Leg
from mutapa.search.driver import Search
from mutapa.search.merge import Root, line, root_of
from mutapa.search.threads import fill, grow

STARTING = 60.0
"""Seconds to wait for actors before the first search; it goes on with those that are there."""
REPLY = 0.02
"""Seconds before the end of its time by which an actor must have its trees ready, so that they arrive in time; more where
answers have been seen to take longer."""
FADE = 0.8
"""What a worst answer still counts for after another one."""

_crew: Crew | None = None


class Order(NamedTuple):
    """What an actor is asked: to grow some trees of a search."""

    search: str
    """Whose search it is: a bot in a game."""
    game: tuple[str, str]
    """And backend."""
    ticket: int
    """Which of its searches. A tree that another one grew is planted anew."""
    trees: list[int]
    """Ascending."""
    generators: list[list[int]]
    seen: Any
    settings: Any
    beliefs: Any
    shares: list[int] | None
    """Simulations that each of the trees shall have in all; None: as many as there is time for."""
    seconds: float | None


class Answer(NamedTuple):
    """What an actor has grown."""

    grown: list[Grown]
    seconds: float
    """How long it was at it."""


class Grown(NamedTuple):
    """A tree that was grown."""

    tree: int
    root: Root
    simulations: int


class _OneLeg:
    """A course of one leg: the driver keeps the real one."""

    def __init__(self, leg: Leg) -> None:
        self.leg: Leg | None = leg

    def next(self, done: int) -> Leg | None:
        """The leg, once."""
        leg, self.leg = self.leg, None
        return leg


class Gardener:
    """The actor: grows trees of many searches, one search at a time."""

    def __init__(self) -> None:
        self.engines: dict[tuple[str, str], Any] = {}
        """By game and backend."""
        self.plots: dict[str, tuple[dict[str, Any], dict[int, Search]]] = {}
        """By search: how its trees are made, and those that grow here."""
        self.tickets: dict[tuple[str, int], tuple[int, int]] = {}
        """By search and tree: the ticket it grew for, and its simulations."""
        self.halt = threading.Event()
        self.halted = self.ticket = 0

    def ready(self) -> str:
        """Where this is."""
        return connect.process()

    def load(self, game: tuple[str, str], cargo: list[Any]) -> None:
        """Be ready for a game; `RefusedError` if this node can't be. `cargo`: a reference to it, fetched if it is new here."""
        if game not in self.engines:
            import ray

            self.engines[game] = connect.unpack(ray.get(cargo[0]))

    def grow(self, order: Order, how: list[Any]) -> Answer:
        """Grow the trees that are asked for. `how`: references to the arguments of `Search` and to the cargo, if they are new."""
        began = time.perf_counter()
        deadline = None if order.seconds is None else began + order.seconds
        self.ticket = order.ticket
        self.halt.clear()
        if self.halted >= self.ticket:
            self.halt.set()
        if order.search not in self.plots:
            import ray

            self.load(order.game, how[1:])
            self.plots[order.search] = ray.get(how[0]), {}
        engine = self.engines[order.game]
        arguments, made = self.plots[order.search]
        for i, generator in zip(order.trees, order.generators, strict=True):
            one = made.get(i)
            if one is None:
                one = made[i] = Search(engine, **arguments)
            if self.tickets.get((order.search, i), (0, 0))[0] != order.ticket:
                one.plant(order.seen, [generator], None)
                self.tickets[order.search, i] = order.ticket, 0
        mine = [made[i] for i in order.trees]
        first, trees = mine[0], [each.trees[0] for each in mine]
        fill(first.settings, order.settings)
        seen, beliefs = engine.array(len(order.seen)), engine.array(len(order.beliefs))
        fill(seen, order.seen)
        fill(beliefs, order.beliefs)
        grown = [self.tickets[order.search, i][1] for i in order.trees]
        course: Any = _OneLeg(Leg(None if order.shares is None else sum(order.shares), deadline))
        grow(trees, first.board, seen, first.settings, beliefs, course, 1, self.halt, grown)
        for i, count in zip(order.trees, grown, strict=True):
            self.tickets[order.search, i] = order.ticket, count
        roots = [Grown(i, root_of(tree, first.seats), count) for i, tree, count in zip(order.trees, trees, grown, strict=True)]
        return Answer(roots, min(time.perf_counter(), deadline or time.perf_counter()) - began)

    def stop(self, ticket: int) -> None:
        """End the search of this ticket: its trees are answered with as they are."""
        self.halted = max(self.halted, ticket)
        if self.ticket <= ticket:
            self.halt.set()

    def line(self, search: str, tree: int, action: int) -> list[int]:
        """The line of `action` in a tree that grew here."""
        return line(self.plots[search][1][tree].trees[0], action)

    def drop(self, search: str) -> None:
        """Let go of a search's trees."""
        self.plots.pop(search, None)
        for key in [key for key in self.tickets if key[0] == search]:
            del self.tickets[key]


class Member:
    """An actor as the driver knows it."""

    def __init__(self, number: int, handle: Any) -> None:
        self.number, self.handle = number, handle
        self.where = ""
        """Which process on which machine; empty until it is ready."""
        self.games: set[tuple[str, str]] = set()
        """What it was told to be ready for."""
        self.asked = 0.0
        """When, by `time.perf_counter`."""
        self.waited: Any = handle.ready.remote()
        """What it will answer next; None: it is idle."""
        self.trees: list[int] = []
        """Trees of the search under way that it grows; empty where what it will answer is nobody's any more."""

    def __str__(self) -> str:
        return f"search actor {self.number}" + (f" ({self.where})" if self.where else "")


class Crew:
    """The actors of this process, kept from game to game; dead ones are replaced in the background."""

    def __init__(self, where: str, count: int) -> None:
        self.ray = connect.connect(where, count)
        self.lock = threading.RLock()
        """Held by the search under way: games on several threads take turns."""
        self.reply = REPLY
        """What orders and answers take on their way, and until an actor that is ready gets a core: the worst of late."""
        self.members: list[Member] = []
        self.cargo: dict[tuple[str, str], Any] = {}
        """By game and backend: a reference to what is sent."""

    def _start(self, number: int) -> Member:
        # Two calls at a time: one grows trees, the other stops it.
        kind = self.ray.remote(num_cpus=1, max_restarts=0, max_concurrency=2, scheduling_strategy="SPREAD")(Gardener)
        return Member(number, kind.remote())

    def prepare(self, game: Game, backend: str, count: int) -> Any:
        """Have `count` actors ready for a game; a reference to its cargo."""
        with self.lock:
            key = game.name, backend
            if key not in self.cargo:
                self.cargo[key] = self.ray.put(connect.pack(game, backend))
            while len(self.members) < count:
                self.members.append(self._start(len(self.members) + 1))
            mine = self.members[:count]
            deadline = time.monotonic() + STARTING
            while (left := deadline - time.monotonic()) > 0 and not all(each.where for each in self.members[:count]):
                self.wait(mine, min(1.0, left))
                mine = self.members[:count]
            ready = self.idle(count)
            if not ready:
                raise MutapaError(f"no search actor came up in {STARTING:.0f} s; right would be a free core for each of {count}")
            if len(ready) < count:
                connect.say(f"{len(ready)} of {count} search actors are ready; the others join when there is room for them")
            new = [each for each in ready if key not in each.games]
            for each in new:
                each.games.add(key)
                each.waited = each.handle.load.remote(key, [self.cargo[key]])
            self._all(new, deadline)
            for each in new:
                if each.waited is None:  # how long a word takes, there and back
                    each.asked, each.waited = time.perf_counter(), each.handle.ready.remote()
            self._all(new, deadline)
            return self.cargo[key]

    def _all(self, members: list[Member], deadline: float) -> None:
        while any(each.waited is not None for each in members) and time.monotonic() < deadline:
            self.wait(members, 1.0)

    def idle(self, count: int) -> list[Member]:
        """Those of the first `count` that can grow trees now."""
        return [each for each in self.members[:count] if each.waited is None and each.where]

    def wait(self, among: Iterable[Member], seconds: float) -> tuple[list[Grown], list[tuple[Member, list[int]]]]:
        """What came back within `seconds` from `among`, and who was lost with which trees. Others may become idle, too."""
        waited = {each.waited: each for each in among if each.waited is not None}
        grown: list[Grown] = []
        lost: list[tuple[Member, list[int]]] = []
        if not waited:
            return grown, lost
        first, _ = self.ray.wait(list(waited), num_returns=1, timeout=seconds)
        ended, _ = self.ray.wait(list(waited), num_returns=len(waited), timeout=0) if first else ([], None)
        for reference in ended:
            member = waited[reference]
            trees, member.trees, member.waited = member.trees, [], None
            try:
                answer = self.ray.get(reference)
            except self.ray.exceptions.RayTaskError as error:
                cause = error.cause if isinstance(error.cause, MutapaError) else RuntimeError(str(error))
                raise cause from None
            except self.ray.exceptions.RayError:
                connect.check_home(self.ray)
                connect.say(f"{member} was lost" + (f"; its trees are grown anew: {len(trees)}" if trees else ""))
                self.members[member.number - 1] = self._start(member.number)
                lost.append((member, trees))
                continue
            if not member.where:
                member.where = answer
                continue
            on_the_way = time.perf_counter() - member.asked
            if isinstance(answer, Answer):
                on_the_way -= answer.seconds
                grown += answer.grown if trees else []
            if answer is not None:
                self.reply = max(REPLY, self.reply * FADE, min(on_the_way, 1.0))
        return grown, lost


def crew(where: str, count: int) -> Crew:
    """The actors of this process, `count` at least wanted of them."""
    global _crew
    if _crew is None or not _crew.ray.is_initialized():
        _crew = Crew(where, count)
    return _crew


def dismiss() -> None:
    """End all actors of this process and free their cores; the next search starts others."""
    global _crew
    if _crew is not None and _crew.ray.is_initialized():
        for member in _crew.members:
            _crew.ray.kill(member.handle)
    _crew = None
