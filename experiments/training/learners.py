"""The learner of a run on a Ray cluster: an actor that learns, and one with the replay window that draws its batches ahead.

Files of samples go to the window as they are written, so that they are encoded while games are still played. Either actor may
die: both are made anew, from the last checkpoint and the files, and the same steps come again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mutapa.core import files
from mutapa.core.errors import MutapaError
from mutapa.experiments.training.learning import Course, Lesson, Shelf, Standing, Student
from mutapa.nets.encode import Encoded
from mutapa.search import connect
from mutapa.search.connect import Cargo, RefusedError

AHEAD = 2
"""Batches that are drawn before they are asked for."""
LOSSES = 3
"""Deaths in a row after which a run is given up."""
MOST_BYTES = 1 << 30
MODULES = ("mutapa.experiments.training.learning", __name__)
"""Whose code must be the driver's."""


class Replay(Shelf):
    """The actor with the window."""

    def __init__(self, course: Course, cargo: Sequence[Cargo]) -> None:
        self.given = course, cargo

    def ready(self) -> RefusedError | None:
        """Begin; why this node is refused."""
        course, cargo = self.given
        if (refused := _refused(cargo)) is None:
            super().__init__(course)
        return refused

    def where(self) -> str:
        """Which process on which machine this is."""
        return connect.process()


class Borrowed:
    """A shelf that is another actor's, as the student sees it: the next batches are on their way while it learns from one."""

    def __init__(self, handle: Any) -> None:
        import ray

        self.ray, self.handle = ray, handle
        self._coming: dict[int, Any] = {}

    def forget(self) -> None:
        """The window is another: what was drawn from the old one is worth nothing."""
        self._coming = {}

    def count(self) -> int:
        """Files held."""
        return int(self.ray.get(self.handle.count.remote()))

    def tested(self) -> Encoded | None:
        """Positions held out."""
        found: Encoded | None = self.ray.get(self.handle.tested.remote())
        return found

    def batch(self, step: int) -> Encoded:
        """What step number `step` learns from."""
        for n in range(step, step + AHEAD + 1):
            if n not in self._coming:
                self._coming[n] = self.handle.batch.remote(n)
        found: Encoded = self.ray.get(self._coming.pop(step))
        self._coming = {n: each for n, each in self._coming.items() if n > step}
        return found


class Learning(Student):
    """The actor that learns."""

    def __init__(self, course: Course, cargo: Sequence[Cargo], replay: Any) -> None:
        self.given, self.borrowed = (course, cargo), Borrowed(replay)

    def ready(self) -> RefusedError | None:
        """Begin; why this node is refused."""
        course, cargo = self.given
        if (refused := _refused(cargo)) is None:
            super().__init__(course, self.borrowed)
        return refused

    def where(self) -> str:
        """Which process on which machine this is."""
        return connect.process()

    def forget(self) -> None:
        """The window is another."""
        self.borrowed.forget()


def _refused(cargo: Sequence[Cargo]) -> RefusedError | None:
    try:
        for each in cargo:
            connect.unpack(each)
    except RefusedError as error:
        return error
    return None


class Faculty:
    """Both actors as the driver knows them: a `Desk` elsewhere."""

    def __init__(self, course: Course, where: str, cargo: Sequence[Cargo], cores: int = 0) -> None:
        self.course, self.cores = course, cores
        self.ray = connect.connect(where)
        self.cargo = self.ray.put(tuple(cargo))
        self._last: tuple[bytes, str] | None = None
        """The last checkpoint, and where it came from."""
        self._paths: list[Path] = []
        self._sizes: dict[Path, int] = {}
        """Positions to learn from, of files that the window has."""
        self._losses = 0
        self.replay: Any = None
        self.student: Any = None
        self._safely(lambda: None, again=True)

    def _start(self) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        # By the driver, where the files are. In a run stage by stage no worker plays while it learns: it asks for no core.
        home = NodeAffinitySchedulingStrategy(node_id=self.ray.get_runtime_context().get_node_id(), soft=True)
        how = {"max_restarts": 0, "scheduling_strategy": home}
        self._sizes = {}
        self.replay = self.ray.remote(num_cpus=0, **how)(Replay).remote(self.course, self.cargo)
        self.student = self.ray.remote(num_cpus=self.cores, **how)(Learning).remote(self.course, self.cargo, self.replay)
        for each in (self.replay, self.student):
            if (refused := self.ray.get(each.ready.remote())) is not None:
                raise refused

    def offer(self, path: Path) -> None:
        """A file is there: let the window have it, without waiting."""
        self.replay.offer.remote(path, files.read(path, MOST_BYTES))

    def set(self, paths: Sequence[Path]) -> int:
        """Learn from the newest of `paths` from now on; how many positions there are."""
        self._paths = list(paths)
        return int(self._safely(self._set))

    def _set(self) -> int:
        room = self.course.settings.window
        needed: list[Path] = []
        total = 0
        for path in reversed(self._paths):  # no more than the window has room for, and the one that is too much
            if path not in self._sizes:
                self._sizes[path] = self.ray.get(self.replay.offer.remote(path, files.read(path, MOST_BYTES)))
            needed.append(path)
            total += self._sizes[path]
            if total > room:
                break
        needed.reverse()
        found = int(self.ray.get(self.replay.set.remote(needed)))
        self._sizes = {path: self._sizes[path] for path in needed}
        self.ray.get(self.student.forget.remote())
        return found

    def resume(self, data: bytes, where: str) -> Standing:
        """Go on from a checkpoint."""
        self._last = data, where
        return Standing(*self._safely(lambda: self.ray.get(self.student.resume.remote(data, where))))

    def standing(self) -> Standing:
        """How far the student is."""
        return Standing(*self._safely(lambda: self.ray.get(self.student.standing.remote())))

    def lesson(self, stage: int, end: int, seconds: float) -> Lesson:
        """Steps (`Student.lesson`). After a loss they begin at the last checkpoint."""
        lesson = Lesson(*self._safely(lambda: self.ray.get(self.student.lesson.remote(stage, end, seconds))))
        if lesson.checkpoint is not None:
            self._last = lesson.checkpoint, "the last checkpoint"
        return lesson

    def checkpoint(self, stage: int) -> bytes:
        """All that the next step depends on."""
        return bytes(self._safely(lambda: self.ray.get(self.student.checkpoint.remote(stage))))

    def weights(self) -> dict[str, Any]:
        """The tensors of the network that plays."""
        return dict(self._safely(lambda: self.ray.get(self.student.weights.remote())))

    def end(self) -> None:
        """End both."""
        for each in (self.student, self.replay):
            if each is not None:
                self.ray.kill(each)

    def _safely(self, ask: Callable[[], Any], again: bool = False) -> Any:
        """What `ask` gives; where an actor was lost (`again`: to begin with), once both are back where they were."""
        while True:
            try:
                if again:
                    self._back()
                found = ask()
                self._losses = 0
                return found
            except self.ray.exceptions.RayTaskError as error:
                if not isinstance(error.cause, self.ray.exceptions.RayError):  # the student lost its window
                    raise error.cause if isinstance(error.cause, MutapaError) else RuntimeError(str(error)) from None
                lost: Exception = error.cause
            except self.ray.exceptions.RayError as error:
                lost = error
            connect.check_home(self.ray)
            why = ([line.strip() for line in str(lost).splitlines() if line.strip()] or [type(lost).__name__])[-1]
            self._losses += 1
            if self._losses >= LOSSES:
                raise MutapaError(f"the learner was lost {LOSSES} times in a row ({why}); what is finished is kept")
            connect.say(f"the learner was lost ({why}); it goes on from its last checkpoint")
            again = True

    def _back(self) -> None:
        self.end()
        self._start()
        if self._paths:
            self._set()
        if self._last is not None:
            self.ray.get(self.student.resume.remote(*self._last))
