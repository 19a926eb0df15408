"""The learner of a run, lesson by lesson: steps of the optimiser up to the next checkpoint, and what was measured there.

What it learns from stands on a *shelf*: the replay window, from which a step's batch is drawn by the step's number. Both are
plain objects; `mutapa.experiments.training.learners` puts each into a Ray actor. No file is written here: who asked for a lesson
does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from mutapa.core import native, registry
from mutapa.core.streams import derive
from mutapa.nets import score
from mutapa.nets.encode import Encoded
from mutapa.nets.replay import Window
from mutapa.nets.schedule import Learning
from mutapa.nets.shape import Shape
from mutapa.nets.weights import Floats

TESTED = 4096
"""The most positions held out that a test looks at, the newest."""


class Course(NamedTuple):
    """What a learner knows of its run."""

    game: str
    backend: str
    shape: Shape
    settings: Learning
    total: int
    """Steps of the whole run."""
    seed: int
    start: Mapping[str, Floats] | None = None
    """Tensors of the network to begin with; None: drawn by the seed."""


class Standing(NamedTuple):
    """How far a learner is."""

    step: int
    hash: str
    """Of its weights."""


class Lesson(NamedTuple):
    """What came of some steps."""

    step: int
    """The number of the last of them."""
    loss: float
    """Before that one."""
    rows: list[dict[str, Any]]
    """Metrics, at a checkpoint."""
    checkpoint: bytes | None
    weights: dict[str, Any] | None
    """The network that plays from here on, at a checkpoint."""


class Shelf:
    """The replay window of a run."""

    def __init__(self, course: Course) -> None:
        self.course = course
        settings = course.settings
        engine = native.engine(registry.get(course.game), course.backend)
        self.window = Window(engine, settings.window, settings.held_out)

    def set(self, paths: Sequence[Path]) -> int:
        """Hold the newest of `paths` (oldest first) that there is room for; how many positions there are to learn from."""
        self.window.set(paths)
        assert self.window.learnt is not None
        return len(self.window.learnt)

    def offer(self, path: Path, data: bytes) -> int:
        """A file that will be asked for, as bytes; how many positions to learn from it has."""
        return self.window.offer(path, data)

    def count(self) -> int:
        """Files held."""
        return len(self.window.files)

    def batch(self, step: int) -> Encoded:
        """What step number `step` learns from."""
        settings = self.course.settings
        generator = np.random.default_rng([int(word) for word in derive(self.course.seed, "batch", step)])
        return self.window.batch(generator, settings.batch, settings.symmetries)

    def tested(self) -> Encoded | None:
        """The newest positions held out, if there are any."""
        found = self.window.tested
        if found is None or not len(found):
            return None
        return found.take(np.arange(max(0, len(found) - TESTED), len(found)))


class Shelved(Protocol):
    """What a student needs of a shelf."""

    def count(self) -> int: ...
    def batch(self, step: int) -> Encoded: ...
    def tested(self) -> Encoded | None: ...


class Student:
    """The learner, with sums of losses since the last checkpoint."""

    def __init__(self, course: Course, shelf: Shelved) -> None:
        from mutapa.nets import batch, learn

        self.course, self.shelf, self.predict = course, shelf, batch.predict
        low, _ = derive(course.seed, "weights").tolist()
        self.learner = learn.Learner(course.shape, course.settings, course.total, low, course.start)
        self.sums: dict[str, float] = {}
        self.since = 0

    def resume(self, data: bytes, where: str) -> Standing:
        """Go on from a checkpoint; `InvalidError` names `where` if it is none of this run."""
        told = self.learner.restore(data, where)
        self.sums, self.since = dict(told["sums"]), int(told["since"])
        return self.standing()

    def standing(self) -> Standing:
        """How far it is."""
        return Standing(self.learner.step, self.learner.hash)

    def lesson(self, stage: int, end: int, seconds: float) -> Lesson:
        """Steps up to number `end`, no further than the next checkpoint, and for about so many seconds."""
        learner, settings = self.learner, self.course.settings
        until = time.monotonic() + seconds
        loss = float("nan")
        while learner.step < end:
            parts = learner.learn(self.shelf.batch(learner.step))
            loss = parts["loss"]
            for name, value in parts.items():
                self.sums[name] = self.sums.get(name, 0.0) + value
            self.since += 1
            if learner.step % settings.checkpoint == 0 or learner.step == end:
                rows = self._measured(stage)
                return Lesson(learner.step, loss, rows, self.checkpoint(stage), learner.playing().tensors)
            if time.monotonic() >= until:
                break
        return Lesson(learner.step, loss, [], None, None)

    def checkpoint(self, stage: int) -> bytes:
        """All that the next step depends on."""
        return self.learner.to_bytes({"stage": stage, "sums": self.sums, "since": self.since, "files": self.shelf.count()})

    def weights(self) -> dict[str, Any]:
        """The tensors of the network that plays."""
        return self.learner.playing().tensors

    def _measured(self, stage: int) -> list[dict[str, Any]]:
        """Mean losses since the last time, and how the network that plays does on positions held out."""
        means = {name: round(value / self.since, 6) for name, value in self.sums.items()}
        step = self.learner.step
        rows = [{"kind": "learn", "stage": stage, "step": step, **means}]
        self.sums, self.since = {}, 0
        tested = self.shelf.tested()
        if tested is None:
            return rows
        said = self.predict(self.learner.playing(), tested)
        value, policy, bids = score.value(said.shares, tested), score.policy(said.policy, tested), score.bids(said.bids, tested)
        rows.append(
            {
                "kind": "test", "stage": stage, "step": step, "n": len(tested), "value": value["loss"]["mean"],
                "even": value["even"], "miscalibration": value["miscalibration"], "policy": policy["loss"]["mean"],
                "top_1": policy["top_1"]["mean"], "top_3": policy["top_3"]["mean"], "bids": bids["loss"]["mean"],
                "calibration": value["calibration"],
            }
        )  # fmt: skip
        return rows


class Desk:
    """A student and its shelf in this process."""

    def __init__(self, course: Course) -> None:
        self.shelf = Shelf(course)
        self.student = Student(course, self.shelf)

    def offer(self, path: Path) -> None:
        """A file is there; read when it is needed."""

    def set(self, paths: Sequence[Path]) -> int:
        """Learn from the newest of `paths` from now on; how many positions there are."""
        return self.shelf.set(paths)

    def resume(self, data: bytes, where: str) -> Standing:
        """Go on from a checkpoint."""
        return self.student.resume(data, where)

    def standing(self) -> Standing:
        """How far the student is."""
        return self.student.standing()

    def lesson(self, stage: int, end: int, seconds: float) -> Lesson:
        """Steps (`Student.lesson`)."""
        return self.student.lesson(stage, end, seconds)

    def checkpoint(self, stage: int) -> bytes:
        """All that the next step depends on."""
        return self.student.checkpoint(stage)

    def weights(self) -> dict[str, Any]:
        """The tensors of the network that plays."""
        return self.student.weights()

    def end(self) -> None:
        """Let go of what lies elsewhere."""
