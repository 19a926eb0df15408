"""Tasks on workers: in this process, in processes of this machine, or in Ray actors on many machines, all by the same lines.

Results come as they end or in the order of the tasks. A lost worker is named and its task given out again. No more tasks are
begun than results can be taken: who reads slowly slows the workers down.

>>> sorted(run(abs, [-3, 2], 1))
[2, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from mutapa.core import registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments.workers.processes import Processes
from mutapa.experiments.workers.tasks import Crew, Done, Work
from mutapa.search import connect

T = TypeVar("T")
R = TypeVar("R")
LOSSES = 3
"""A task whose worker died so often is given up: it is the task's fault."""
AHEAD = 4
"""Times the workers: how many tasks may be done before their turn, where results come in order."""

PLAYING = ("mutapa.experiments.matches.match", "mutapa.experiments.matches.play", "mutapa.experiments.training.selfplay")
"""What decides how a game goes besides rules and search; the module of the function counts too."""


class LostError(MutapaError):
    """A task that can't be done: its worker dies whenever it is tried."""


@dataclass(frozen=True)
class Staff:
    """How many workers, and where. `ray`: None (one works in this process, more are processes here), local, auto or an address.

    `games`: (game, backend) of all games that the tasks play; actors are sent their objects and refused if their code differs.
    """

    workers: int = 1
    ray: str | None = None
    games: tuple[tuple[str, str | None], ...] = ()

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InvalidError(f"workers: {self.workers}; right would be a number from 1 on")

    def told(self) -> dict[str, Any]:
        """What an archive notes of them."""
        return {"workers": self.workers, **({} if self.ray is None else {"ray": self.ray})}


class Pool:
    """Workers that do `function` on tasks; one worker without Ray: all in this process. Leaving the ``with`` ends them.

    `function` is one of a module; it, its tasks and its answers can be pickled.
    """

    def __init__(self, function: Callable[[Any], Any], staff: Staff | int) -> None:
        self.function = function
        self.staff = Staff(staff) if isinstance(staff, int) else staff
        self.crew: Crew | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *rest: object) -> None:
        if self.crew is not None:
            self.crew.end()

    def _crew(self) -> Crew:
        staff = self.staff
        if staff.ray is None:
            return Processes(self.function, staff.workers)
        from mutapa.experiments.workers.actors import Actors

        home = getattr(self.function, "__module__", None) or type(self.function).__module__
        modules = [*PLAYING, *([] if home in ("__main__", "builtins") else [home])]
        cargo = [connect.pack(registry.get(game), backend, modules) for game, backend in staff.games]
        return Actors(self.function, staff.workers, staff.ray, cargo)

    def run(
        self, tasks: Iterable[Any], more: Callable[[], bool] = lambda: True, ordered: bool = False
    ) -> Generator[Any, None, None]:
        """Yield `function(task)` for all `tasks`: as they end, or `ordered` as the tasks are.

        No task is begun once `more()` is false. What the caller hasn't taken holds the workers back: at most one result a
        worker is ready, and with `ordered` at most `AHEAD` a worker wait for their turn.
        """
        if self.staff.workers == 1 and self.staff.ray is None:
            for task in tasks:
                if not more():
                    return
                yield self.function(task)
            return
        self.crew = crew = self.crew or self._crew()
        try:
            if ordered:
                yield from _in_order(self._run(crew, tasks, more, AHEAD * self.staff.workers))
            else:
                for _, answer in self._run(crew, tasks, more, None):
                    yield answer
        except BaseException:  # closed early among them: nothing of this run may come into the next
            crew.end()
            raise

    def _run(
        self, crew: Crew, tasks: Iterable[Any], more: Callable[[], bool], room: int | None
    ) -> Generator[tuple[int, Any], None, None]:
        """(number, answer) of each task. `room`: how far a task may be ahead of the first that isn't done."""
        coming = (Work(*each) for each in enumerate(tasks))
        again: list[Work] = []
        running: dict[int, int] = {}
        """By the number of a task: how many workers died over it."""
        held: Work | None = None
        left = True
        while True:
            for hand in crew.idle():
                if not (left or again) or not more():
                    break
                item = again.pop(0) if again else held or next(coming, None)
                held = None if item is held else held
                if item is None:
                    left = False
                    break
                if room is not None and running and item.number - min(running) >= room:
                    held = item
                    break
                running.setdefault(item.number, 0)
                crew.give(hand, item)
            if len(running) == len(again) and not ((left or again) and more()):
                return
            for done in crew.wait(1.0):
                n = done.work.number
                if done.lost:
                    running[n] += 1
                    _lost(done, running[n])
                    again.append(done.work)
                    continue
                del running[n]
                if done.wrong is not None:
                    raise done.wrong
                yield n, done.answer


def _lost(done: Done, losses: int) -> None:
    task = done.work.task
    if losses == LOSSES:
        raise LostError(f"task {task}: its process died {LOSSES} times ({done.lost})")
    connect.say(f"{done.by} was lost ({done.lost}); its task is done again: {task}")


def _in_order(found: Generator[tuple[int, Any], None, None]) -> Generator[Any, None, None]:
    early: dict[int, Any] = {}
    turn = 0
    for n, answer in found:
        early[n] = answer
        while turn in early:
            yield early.pop(turn)
            turn += 1
    for n in sorted(early):  # some before them were never begun: time was up
        yield early[n]


def run(
    function: Callable[[T], R],
    tasks: Iterable[T],
    staff: Staff | int,
    more: Callable[[], bool] = lambda: True,
    ordered: bool = False,
) -> Generator[R, None, None]:
    """Yield `function(task)` for all `tasks` from a pool of its own (`Pool.run`). Closing the generator ends the workers."""
    with Pool(function, staff) as pool:
        yield from pool.run(tasks, more, ordered)
