"""``mutapa train``: from games to a network, stage by stage, in a folder that a killed run goes on from.

What a stage does follows from the config, the seed and what earlier stages left: its games by their numbers, each step of the
optimiser by its number, the gate's blocks by theirs. So nothing but the learner's checkpoint needs saving to go on as if nothing
had happened; what was done since the last checkpoint is done again, and the log says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from omegaconf import OmegaConf

from mutapa.core import files, native
from mutapa.core.errors import InvalidError
from mutapa.core.streams import derive
from mutapa.experiments import archive, provenance
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.laboratory.ablation import Table
from mutapa.experiments.parameters import Inference, Ray
from mutapa.experiments.progress import Progress, until
from mutapa.experiments.statistics import elo, win_share
from mutapa.experiments.training import curves, gate, selfplay, training
from mutapa.experiments.training.learning import Course, Desk, Lesson
from mutapa.experiments.training.runs import Folder
from mutapa.experiments.training.training import Plan, with_net
from mutapa.experiments.workers import workers
from mutapa.nets import shape, weights
from mutapa.nets.samples import Chunk
from mutapa.search import connect

MOST_BYTES = 1 << 30
SLICE = 0.5
"""Seconds of learning between two looks at the clock."""

KINDS = {"games": 0, "learn": 1, "test": 1, "stage": 2}
"""Kinds of rows of the metrics, in their order within a stage."""


class TimeUp(Exception):
    """The time that was given is over; everything is saved."""


def work(task: Any) -> Any:
    """What a worker does: a chunk of games to learn from, or a block of the gate or a rating."""
    return selfplay.play(task) if isinstance(task, selfplay.Task) else blocks.play(task)


class Trainer:
    """One run under way."""

    def __init__(
        self, plan: Plan, kept: archive.Archive, staff: workers.Staff, more: Callable[[], bool], asked: selfplay.Asked,
        start: weights.Weights | None,
    ) -> None:  # fmt: skip
        self.plan, self.training, self.kept, self.staff, self.more = plan, plan.training, kept, staff, more
        self.asked = asked
        self.folder = Folder(kept.folder)
        native.engine(plan.game, plan.training.backend)  # built before anybody works
        self.shape = shape.shape_of(plan.game, shape.Widths(**plan.training.model))
        self.desk: Desk | Any = None
        """The learner and its window, here or elsewhere; None before it is needed."""
        self.step = 0
        self.live: Path | None = None
        """Weights published while games are played; None: those that stand play."""
        self.lock = threading.Lock()
        self.metrics = self.folder.metrics()
        self.start = start
        if start is not None and not self.folder.start.exists():
            weights.save(self.folder.start, start, start.precision)
            self.folder.log(f"begins with the network {plan.training.start}, seal {start.seal}")

    def run(self) -> None:
        """All stages that have not ended; `TimeUp` when no time is left."""
        if ended := [stage for stage in range(self.training.stages) if self.folder.ended(stage) is not None]:
            self.folder.stand(ended[-1])  # killed between the two files
        try:
            with workers.Pool(work, self.staff) as self.pool:
                for stage in range(self.training.stages):
                    if self.folder.ended(stage) is None:
                        self._stage(stage)
        finally:
            if self.desk is not None:
                self.desk.end()

    def _stage(self, stage: int) -> None:
        if stage and self.training.asynchronous:
            self._play_and_learn(stage)
        else:
            self._play(stage)
        self._learn(stage)
        accepted = self._gate(stage)
        standing = stage if accepted["accepted"] else int((self.folder.ended(stage - 1) or {})["standing"])
        ratings = self._rate(stage, standing)
        told = {
            "stage": stage, "standing": standing, "gate": accepted, "ratings": ratings, "weights": self._weights_hash(stage),
        }  # fmt: skip
        self._note({"kind": "stage", **told})
        self.folder.end(stage, told)
        self.folder.stand(stage)
        self.folder.log(f"stage {stage} ended: the network of stage {standing} stands ({accepted['why']})")
        curves.draw(self.folder)

    def _note(self, row: dict[str, Any]) -> None:
        """A row of metrics; one that is there already (it came before a kill) is not noted twice."""
        with self.lock:
            if row not in self.metrics:
                self.metrics = sorted([*self.metrics, row], key=_place)
                self.folder.write_metrics(self.metrics)

    def _check_time(self) -> None:
        if not self.more():
            raise TimeUp

    # --- games --------------------------------------------------------------------------------------------------------

    def _play(self, stage: int) -> None:
        """Play what is missing of a stage's games."""
        whole = self.plan.task(stage, None if stage == 0 else self.folder.standing(stage - 1))
        all_ = list(selfplay.tasks(whole, self.plan.games(stage)))
        folder = self.folder.games(stage)
        left = [each for each in all_ if not (folder / selfplay.name(each.first)).exists()]
        total, done = self.plan.games(stage), sum(each.games for each in all_) - sum(each.games for each in left)
        if left:
            self.folder.log(f"stage {stage}: {total - done} of {total} games are to be played by {whole.spec}")
        with Progress(f"stage {stage} games", total, "games", done) as progress:
            tally = selfplay.Tally()
            for played in selfplay.run(self.pool, map(self._newest, left), folder, self.more):
                told = tally.add(played, self.asked())
                if self.desk is not None:
                    self.desk.offer(folder / selfplay.name(played.first))
                progress.advance(played.games + played.void, selfplay.in_words(told))
        if left:
            self.folder.log(f"stage {stage}: {selfplay.in_words(tally.now())}")
        if any(not (folder / selfplay.name(each.first)).exists() for each in all_):
            raise TimeUp
        self._note({"kind": "games", "stage": stage, **self._played(stage)})

    def _newest(self, task: selfplay.Task) -> selfplay.Task:
        """`task` by the weights that were published last."""
        if self.live is None:
            return task
        player = self.training.player
        return task._replace(spec=with_net(player, self.live), called=with_net(player, f"live-{self.live.name}"))

    def _play_and_learn(self, stage: int) -> None:
        """Play a stage's games while the learner goes on, its weights being published at each checkpoint."""
        self._begin()
        end, halt, errors = self._ends()[stage], threading.Event(), []
        self.folder.log(f"stage {stage}: games and learning at once, not reproducible")

        def learn() -> None:
            try:
                while self.step < end and not halt.is_set() and self.more():
                    self.desk.set([path for each in range(stage + 1) for path in self.folder.chunks(each)])
                    while self.step < end and not halt.is_set() and self.more():
                        lesson = self._lesson(stage, end)
                        if lesson.weights is not None:
                            path = self.folder.path / "nets" / "live" / f"{self.step:08}.safetensors"
                            self._write_net(path, stage, lesson.weights)
                            self.live = path
                            break
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=learn, name="learning")
        thread.start()
        try:
            self._play(stage)
        finally:
            halt.set()
            thread.join()
            self.live = None
        if errors:
            raise errors[0]

    def _played(self, stage: int) -> dict[str, int]:
        """Games, samples and simulations of a stage, from the heads of its files."""
        sums = {"games": 0, "void": 0, "samples": 0, "steps": 0, "simulations": 0}
        for path in self.folder.chunks(stage):
            chunk = Chunk.load(path, self.plan.game)
            for name in sums:
                sums[name] += len(chunk) if name == "samples" else int(chunk.head[name])
        return sums

    # --- learning -----------------------------------------------------------------------------------------------------

    def _ends(self) -> list[int]:
        """The number of steps after each stage."""
        return np.cumsum(self.plan.steps).tolist()

    def _learn(self, stage: int) -> None:
        """Learn up to the end of `stage` and write its network. Without a checkpoint, from the first step of the run on."""
        end = self._ends()[stage]
        self._begin()
        while self.step < end:
            now = next(each for each, last in enumerate(self._ends()) if self.step < last)
            self._steps(now)
        if not self.folder.net(stage).exists():
            self._write_net(self.folder.net(stage), stage, self.desk.weights())

    def _begin(self) -> None:
        """The learner at its checkpoint, or at step 0."""
        if self.desk is not None:
            return
        training = self.training
        total, tensors = sum(self.plan.steps), None if self.start is None else self.start.tensors
        course = Course(training.game, training.backend, self.shape, training.learner, total, training.seed, tensors)
        if self.staff.ray is None:
            self.desk = Desk(course)
        else:
            from mutapa.experiments.training import learners

            cargo = [connect.pack(self.plan.game, training.backend, learners.MODULES)]
            self.desk = learners.Faculty(course, self.staff.ray, cargo, int(training.asynchronous))
        before = max((row["step"] for row in self.metrics if row["kind"] in ("learn", "test")), default=0)
        if self.folder.checkpoint.exists():
            where = str(self.folder.checkpoint)
            self.step, hash_ = self.desk.resume(files.read(where, MOST_BYTES), where)
            self.folder.log(f"learning goes on after step {self.step}, weights {hash_}")
        later = [row for row in self.metrics if row["kind"] in ("learn", "test") and row["step"] > self.step]
        if later:
            self.folder.log(f"steps {self.step + 1} to {before} were not in a checkpoint and are done again")
            self.metrics = [row for row in self.metrics if row not in later]
            self.folder.write_metrics(self.metrics)

    def _steps(self, stage: int) -> None:
        """The rest of the steps of one stage."""
        end = self._ends()[stage]
        positions = self.desk.set([path for each in range(stage + 1) for path in self.folder.chunks(each)])
        self.folder.log(f"stage {stage}: steps {self.step + 1} to {end} on {positions:,} positions")
        began, first = time.monotonic(), self.step
        title = f"stage {stage} learning"
        with Progress(title, self.plan.steps[stage], "steps", first - (end - self.plan.steps[stage])) as progress:
            while self.step < end:
                before = self.step
                self._lesson(stage, end)
                progress.advance(self.step - before, f"loss {self.loss:.3f}")
                if self.step < end:
                    self._check_time()
        rate = (end - first) / max(1e-9, time.monotonic() - began)
        self.folder.log(f"stage {stage}: learnt to step {end}, {rate:.1f} steps a second, weights {self.desk.standing().hash}")

    def _lesson(self, stage: int, end: int) -> Lesson:
        """Some steps, and what there is to keep of them."""
        lesson: Lesson = self.desk.lesson(stage, end, SLICE)
        self.step, self.loss = lesson.step, lesson.loss
        for row in lesson.rows:
            self._note(row)
        kept = lesson.checkpoint
        if kept is None and not self.more():
            kept = self.desk.checkpoint(stage)
        if kept is not None:
            files.write(self.folder.checkpoint, kept)
        return lesson

    def _write_net(self, path: Path, stage: int, tensors: Mapping[str, Any]) -> None:
        run = {"plan": self.plan.hash, "seed": self.training.seed, "stage": stage, "step": self.step}
        header = weights.header_of(self.plan.game, self.shape, run)
        weights.save(path, weights.Weights(header, tensors))

    def _weights_hash(self, stage: int) -> str:
        return str(weights.load(self.folder.net(stage)).seal)

    # --- strength -----------------------------------------------------------------------------------------------------

    def _bot(self, stage: int, sims: int, blunder: float = 0.0) -> str:
        return with_net(self.training.player, self.folder.net(stage), sims, blunder)

    def _gate(self, stage: int) -> dict[str, Any]:
        """Whether the network of `stage` shall stand."""
        settings, seats = self.training.gate, self.training.seats
        if stage == 0 or not settings.blocks:
            return {"accepted": True, "blocks": 0, "why": "the first network" if stage == 0 else "no gate"}
        old = int((self.folder.ended(stage - 1) or {})["standing"])
        pair = [self._bot(each, settings.sims, settings.blunder) for each in (stage, old)]
        shares = {row["block"]: row["share"] for row in self.kept.rows if (row["kind"], row["stage"]) == ("gate", stage)}
        low, _ = derive(self.training.seed, "gate", stage).tolist()

        def left() -> Iterator[blocks.Task]:
            for block in range(1, settings.blocks + 1):
                if gate.verdict(settings, seats, shares).accepted is not None:
                    return
                if block not in shares:
                    n = seats[(block - 1) % len(seats)]
                    yield self._block((pair[0], *[pair[1]] * (n - 1)), low, block)

        with Progress(f"stage {stage} gate", settings.blocks, "blocks", len(shares)) as progress:
            for row in self.pool.run(left(), self.more):
                shares[row["block"]] = blocks.share(row)
                self.kept.add({"kind": "gate", "stage": stage, "block": row["block"], "share": shares[row["block"]]})
                now = gate.verdict(settings, seats, shares)
                progress.advance(1, f"ratio {now.ratio:+.2f}, lead {now.lead:+.3f}")
        self.kept.flush()
        now = gate.verdict(settings, seats, shares)
        if now.accepted is None:
            raise TimeUp
        return now.data()

    def _rate(self, stage: int, standing: int) -> list[dict[str, Any]]:
        """How the standing network does against the fixed opponents; the same blocks at every stage."""
        settings = self.training.rating
        before = self.folder.ended(stage - 1) if stage else None
        if before is not None and before["standing"] == standing:
            return list(before["ratings"])
        low, _ = derive(self.training.seed, "rating").tolist()
        found: dict[tuple[str, int, int], float | None] = {}
        for row in self.kept.rows:
            if (row["kind"], row["stage"]) == ("rating", stage):
                found[row["opponent"], row["seats"], row["block"]] = row["share"]
        bot = self._bot(standing, settings.sims)
        left: dict[str, tuple[str, int]] = {}
        todo = []
        for block in range(1, settings.blocks + 1):
            for opponent in settings.opponents:
                for n in self.training.seats:
                    if (opponent, n, block) not in found:
                        task = self._block((bot, *[opponent] * (n - 1)), low, block)
                        left[_table(task)] = opponent, n
                        todo.append(task)
        with Progress(f"stage {stage} rating", len(found) + len(todo), "blocks", len(found)) as progress:
            for row in self.pool.run(todo, self.more):
                opponent, n = left[row["table"]]
                found[opponent, n, row["block"]] = blocks.share(row)
                told = {"opponent": opponent, "seats": n, "block": row["block"], "share": blocks.share(row)}
                self.kept.add({"kind": "rating", "stage": stage, **told})
                progress.advance()
        self.kept.flush()
        if len(found) < settings.blocks * len(settings.opponents) * len(self.training.seats):
            raise TimeUp
        return [rating(opponent, n, found) for opponent in settings.opponents for n in self.training.seats]

    def _block(self, specs: tuple[str, ...], seed: int, block: int) -> blocks.Task:
        return blocks.Task(self.training.game, self.training.options, specs, seed, block, self.training.backend)


def begun_with(plan: Plan, folder: Folder) -> weights.Weights | None:
    """The network that the run of `plan` begins with, from its own copy once there is one; None: one drawn by the seed."""
    if not plan.training.start:
        return None
    source = folder.start if folder.start.exists() else Path(plan.training.start)
    found = weights.load(source, plan.game)
    if found.header.shape != shape.shape_of(plan.game, shape.Widths(**plan.training.model)):
        sizes = ", ".join(f"{name}: {getattr(found.header.shape, name)}" for name in shape.Widths.__dataclass_fields__)
        raise InvalidError(f"{source}: a network of other sizes than the run's model; right would be model: {{{sizes}}}")
    return found


def _place(row: Mapping[str, Any]) -> tuple[int, int, int]:
    """Where a row of the metrics stands."""
    return row["stage"], KINDS[row["kind"]], row.get("step", 0)


def _table(task: blocks.Task) -> str:
    return Table(len(task.specs), task.specs).key


def rating(opponent: str, seats: int, found: Mapping[tuple[str, int, int], float | None]) -> dict[str, Any]:
    """The Elo above `opponent` at tables of so many seats, out of shares of the win by opponent, seats and block (None: void)."""
    shares = [[share] for (who, n, _), share in sorted(found.items()) if (who, n) == (opponent, seats) and share is not None]
    share, low, high = win_share(shares)
    edge = 1 / (2 * seats * max(1, len(shares)))  # half a game: an Elo that is finite where all games went one way
    points = [elo(min(1 - edge, max(edge, each)), seats) for each in (share, low, high)]
    return {
        "opponent": opponent, "seats": seats, "blocks": len(shares), "share": round(share, 5), "low": round(low, 5),
        "high": round(high, 5), "elo": round(points[0], 1), "elo_low": round(points[1], 1), "elo_high": round(points[2], 1),
    }  # fmt: skip


def prepare(source: Path, out: Path | None, resume: bool, changes: Sequence[str] = ()) -> tuple[Plan, Path]:
    """The plan and the folder that the command line means, checked against one another."""
    if source.is_dir():
        if out is not None:
            raise InvalidError(f"train: {source} is a run already; right would be --resume without --out")
        if not (source / "config.yaml").exists():
            raise InvalidError(f"{source}: no training run lies there; right would be a config or the folder of a run")
        if changes:
            raise InvalidError(f"train: {source} is a run already, and settles --set; right would be to leave it out")
        plan, folder = training.load(source / "config.yaml"), source
    else:
        plan = training.load(source, changes)
        folder = out or plan.folder
    begun = Folder(folder).begun
    if begun and not resume:
        raise InvalidError(f"{folder}: a run lies there already; right would be --resume to go on with it, or another --out")
    if resume and not begun:
        raise InvalidError(f"{folder}: no run was begun there; right would be to leave --resume out")
    if "," in str(folder) or "=" in str(folder):
        raise InvalidError(f"{folder}: names of networks stand in specs of bots; right would be a folder without , and =")
    return plan, folder


def command(
    source: Annotated[Path, typer.Argument(metavar="CONFIG", help="configs/training/*.yaml, or the folder of a run to resume.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was begun.")] = False,
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Stop after so long; --resume goes on.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Processes that play games.")] = 1,
    ray: Ray = None,
    gpus: Inference = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Another value, as learner.ema=0; repeatable.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: runs/NAME.")] = None,
) -> None:
    """Train a network by self-play, in stages. Stop and go on at any time: the result is the same."""
    for module in ("torch", "safetensors"):
        need(module, "train")
    need("matplotlib", "report")
    plan, folder = prepare(source, out, resume, changes or ())
    staff = workers.Staff(count, ray, ((plan.game.name, plan.training.backend),))
    player = with_net(plan.training.player, "a.safetensors")
    asked = selfplay.think_for_all(player, ray, gpus, count + plan.training.asynchronous)
    try:
        standing = conduct(plan, folder, staff, until(minutes), asked)
    except KeyboardInterrupt:
        typer.echo(f"mutapa: stopped; go on by: mutapa train --resume {folder}", err=True)
        raise typer.Exit(130) from None
    if standing is None:
        typer.echo(f"go on by: mutapa train --resume {folder}")
    else:
        typer.echo(f"{Folder(folder).best}: the network of stage {standing}; {folder}: curves, metrics, games")


def conduct(
    plan: Plan, folder: Path, staff: workers.Staff, more: Callable[[], bool], asked: selfplay.Asked = selfplay.nobody
) -> int | None:
    """Begin the run of `plan` in `folder` or go on with it; the stage whose network stands at its end, None if `more()` ends it
    first. `asked` tells of an inference actor."""
    if plan.training.asynchronous:
        if staff.ray is None:
            raise InvalidError(f"{plan.where}: asynchronous learning needs workers elsewhere; right would be --ray local")
        connect.connect(staff.ray, staff.workers + 1)  # room for the learner, too
    start = begun_with(plan, Folder(folder))  # refused before anything is written
    config = OmegaConf.to_yaml(OmegaConf.create(dict(training.resolved(plan))))
    with archive.Archive(folder, plan.data(), config.encode()) as kept:
        trainer = Trainer(plan, kept, staff, more, asked, start)
        code = provenance.sources(plan.game)
        _note_code(folder, code)
        kept.note(**staff.told(), code=code)
        try:
            trainer.run()
        except TimeUp:
            kept.note(**staff.told(), code=code, ended="time")
            trainer.folder.log("the time is up; all is saved")
            return None
        except KeyboardInterrupt:
            kept.note(**staff.told(), code=code, ended="stopped")
            raise
        kept.note(**staff.told(), code=code, ended="done")
        standing = trainer.folder.stand(plan.training.stages - 1)
        curves.draw(trainer.folder)
        return standing


def _note_code(folder: Path, code: str) -> None:
    """Say so where the code that plays is another than at the run's beginning: the run is no longer what one revision makes."""
    told = archive.sessions(folder)
    if told and told[0].get("code") not in (None, code):
        was = told[0]["code"]
        Folder(folder).log(f"the code that plays was {was} when this run began, now it is {code}: no revision makes all of it")
