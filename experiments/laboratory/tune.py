"""``mutapa tune``: numbers of a bot tuned by games between two points (`mutapa.experiments.laboratory.spsa`), then confirmed.

Numbers are options of the bot, or named weights of the game's preferences. The confirmation is an ablation: the tuned bot against
the one it began as, on set-ups that the tuning never saw. All lies in one folder and goes on where it stopped.
"""

from __future__ import annotations

import fnmatch
import itertools
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich import box
from rich.table import Table as Grid

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError, nearest, unknown
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_options, check_seats
from mutapa.core.streams import derive
from mutapa.experiments import archive, config, provenance, statistics
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory import ablate, blocks, figures, spsa
from mutapa.experiments.laboratory.ablation import Ablation, Comparison, Plan
from mutapa.experiments.matches.match import uninterrupted
from mutapa.experiments.parameters import Ray
from mutapa.experiments.progress import until
from mutapa.experiments.workers import workers
from mutapa.search import bots, configs
from mutapa.search.specs import Knob

MOST_CONFIG = 1 << 20
SHARE_OF_START = 0.2
"""Default perturbation, of a number's start."""


@dataclass
class Range:
    """A number's room and first perturbation; what isn't given is the option's or the weight's own."""

    start: float | None = None
    least: float | None = None
    most: float | None = None
    step: float | None = None
    """Default: a fifth of the start, at least 1 where the number is whole."""


@dataclass
class Confirmation:
    """The match that decides whether the tuned bot is better."""

    blocks: int = 100
    rivals: list[str] = field(default_factory=list)
    """Other opponents, a spec each: the tuned bot and the one it began as meet copies of it on the same set-ups."""
    alpha: float = 0.05


@dataclass
class Tuning:
    """What is tuned, as its YAML file says."""

    game: str
    bot: str
    """The spec it begins as, its budget included."""
    numbers: dict[str, Range] = field(default_factory=dict)
    """Options of the bot by name."""
    weights: dict[str, Range] = field(default_factory=dict)
    """Weights of the game by name or pattern: ``god_*``, ``*``."""
    seats: int | None = None
    """The two points sit by turns; with an odd number the last seat is the bot it began as. Default: the fewest."""
    options: dict[str, Any] = field(default_factory=dict)
    """Of the rules."""
    iterations: int = 200
    blocks: int = 4
    """A iteration's result is that of so many blocks."""
    rate: float = 0.5
    """How many perturbations a first iteration won entirely moves a number."""
    seed: int = 0
    confirm: Confirmation = field(default_factory=Confirmation)
    out: str = ""
    """Folder; default: ``tuning/`` and the config's name."""
    backend: str = "object"


class Task:
    """A tuning spelled out; `InvalidError` names what is wrong with its config at `where`."""

    def __init__(self, tuning: Tuning, where: str) -> None:
        self.tuning, self.where = tuning, where
        self.game = registry.get(tuning.game)
        self.base = bots.make(tuning.bot)
        self.seats = check_seats(self.game, tuning.seats or self.game.seats[0], where)
        check_options(self.game, tuning.options, where)
        if self.seats < 2:
            raise InvalidError(f"{where}: one seat; two points need two")
        for name in ("iterations", "blocks", "rate"):
            if not 0 < getattr(tuning, name) < math.inf:
                raise InvalidError(f"{where}: {name} is {getattr(tuning, name):g}; right would be above 0")
        if not 0 <= tuning.seed <= MOST_SEED:
            raise InvalidError(f"{where}: seed is {tuning.seed}; right would be a number from 0 to {MOST_SEED}")
        self.own = self._own_weights()
        self.options = [self._option(name, given) for name, given in tuning.numbers.items()]
        self.weights = self._weights()
        self.numbers = [*self.options, *self.weights]
        if not self.numbers:
            raise InvalidError(f"{where}: nothing is tuned; right would be numbers (options of the bot) or weights")
        self.gains = spsa.Gains(tuning.iterations, tuning.rate)
        self.confirmation(self.base.spec)  # whatever is wrong with it is said before play begins

    def _own_weights(self) -> dict[str, Any]:
        """Weights that the bot begins with, where a file of its own says so."""
        path = self.base.values.get(bots.WEIGHTS.name)
        return {} if path is None else configs.weights(str(path))

    def _option(self, name: str, given: Range) -> spsa.Number:
        knobs: dict[str, Knob] = {knob.name: knob for knob in self.base.knobs}
        if name not in knobs:
            raise unknown(self.where, f"option of {self.base.name}", name, knobs)
        knob, start = knobs[name], given.start
        if knob.choices or knob.kind not in (int, float):
            raise InvalidError(f"{self.where}: numbers: {name} is a choice of words; right would be an ablation over its values")
        if start is None:
            start = self.base.values[name]
        if start is None:
            raise InvalidError(f"{self.where}: numbers: {name} isn't set in {self.base.spec}; give its start")
        return self._number(f"numbers: {name}", name, start, given, knob.limits, knob.kind is int)

    def _weights(self) -> list[spsa.Number]:
        known = self.game.weights
        if self.tuning.weights and known is None:
            raise InvalidError(f"{self.where}: weights: {self.game.name} has none by name")
        if self.tuning.weights and all(knob.name != bots.WEIGHTS.name for knob in self.base.knobs):
            raise InvalidError(f"{self.where}: weights: bot {self.base.name} takes none; right would be expert or uct")
        found: dict[str, spsa.Number] = {}
        for pattern, given in self.tuning.weights.items():
            assert known is not None
            names = fnmatch.filter(list(known), pattern)
            if not names:
                raise InvalidError(f"{self.where}: weights: nothing is called {pattern!r}; {nearest(pattern, list(known))}")
            for name in names:
                each = known[name]
                start = given.start if given.start is not None else self.own.get(name, each.default)
                found[name] = self._number(f"weights: {name}", name, start, given, (each.least, each.most), True)
        return list(found.values())

    def _number(self, what: str, name: str, start: float, given: Range, limits: tuple[float, float], whole: bool) -> spsa.Number:
        least = limits[0] if given.least is None else given.least
        most = limits[1] if given.most is None else given.most
        step = given.step if given.step is not None else max(SHARE_OF_START * abs(start), 1.0 if whole else 0.0)
        if not limits[0] <= least <= start <= most <= limits[1]:
            room = f"right would be within {limits[0]:g} to {limits[1]:g}"
            raise InvalidError(f"{self.where}: {what}: start {start:g} in {least:g} to {most:g}; {room}")
        if not 0 < step < math.inf:
            raise InvalidError(f"{self.where}: {what}: step is {step:g}; right would be above 0")
        return spsa.Number(name, float(start), float(least), float(most), float(step), whole)

    def bot(self, values: Sequence[float], path: Path) -> str:
        """The spec of the bot with these `values`; its weights, if any are tuned, are written to `path`."""
        laid: dict[str, Any] = {}
        for number, value in zip(self.options, values, strict=False):
            laid[number.name] = int(value) if number.whole else f"{value:.6g}"
        if self.weights:
            tuned = {number.name: int(value) for number, value in zip(self.weights, values[len(self.options) :], strict=True)}
            files.write(path, yaml.safe_dump({**self.own, **tuned}, sort_keys=False).encode())
            laid[bots.WEIGHTS.name] = path
        given = {**self.base.values, **laid}
        return bots.make(self.base.name, {name: value for name, value in given.items() if value is not None}).spec

    def tasks(self, k: int, upper: str, lower: str) -> list[blocks.Task]:
        """The blocks of iteration `k`."""
        specs = [(upper, lower)[seat % 2] for seat in range(self.seats)]
        if self.seats % 2:
            specs[-1] = self.base.spec
        first, n = (k - 1) * self.tuning.blocks + 1, self.tuning.blocks
        common = self.tuning.game, self.tuning.options, tuple(specs), self.tuning.seed
        return [blocks.Task(*common, block, self.tuning.backend) for block in range(first, first + n)]

    def result(self, rows: Sequence[blocks.Row]) -> float:
        """The upper point's share of the win less the lower one's, over all games that count."""
        sums = []
        for row in rows:
            for game in row["games"]:
                if game["void"]:
                    continue
                shares = statistics.win_shares(game["ranks"])
                even = self.seats - self.seats % 2
                sums.append(sum(shares[s] * (-1) ** bot for s, bot in enumerate(game["seats"]) if bot < even))
        return sum(sums) / len(sums) if sums else 0.0

    def confirmation(self, tuned: str) -> Plan:
        """The match between the tuned bot and the one it began as, on set-ups of another seed."""
        tuning = self.tuning
        low, high = derive(tuning.seed, "confirm").tolist()
        rivals = {f"rival {n}": spec for n, spec in enumerate(tuning.confirm.rivals, 1)}
        named = {"tuned": tuned, "begun": self.base.spec, **rivals}
        if tuned == self.base.spec:  # not tuned yet, or tuning changed nothing: any other bot will do to check the plan
            named["tuned"] = "random" if self.base.spec != "random" else "expert"
        ablation = Ablation(
            tuning.game,
            named,
            question="Is the tuned bot better than the one it began as?",
            rule="Better if its share differs, Holm-corrected over all opponents. Set-ups are not those of the tuning.",
            comparisons=[Comparison("tuned", "begun"), *(Comparison("tuned", "begun", [name]) for name in rivals)],
            seats=[self.seats],
            options=tuning.options,
            blocks=tuning.confirm.blocks,
            seed=low | (high & 0x3FFFFF) << 32,
            alpha=tuning.confirm.alpha,
            backend=tuning.backend,
        )
        return Plan(ablation, self.where)

    def data(self) -> dict[str, Any]:
        """What a run must agree in, as JSON."""
        tuning = self.tuning
        code = provenance.sources(self.game)
        return {
            "game": tuning.game,
            "bot": self.base.spec,
            "frozen": provenance.frozen(self.base.spec, code),
            "code": code,
            "numbers": [list(vars(number).values()) for number in self.numbers],
            **{name: getattr(tuning, name) for name in ("options", "iterations", "blocks", "rate", "seed")},
            "seats": self.seats,
            "confirm": vars(tuning.confirm),
        }


def sound(row: Mapping[str, Any]) -> bool:
    """Whether `row` can be the result of an iteration."""
    return type(row.get("iteration")) is int and type(row.get("result")) in (int, float)


def results_of(rows: Sequence[Mapping[str, Any]]) -> list[float]:
    """Results by iteration, up to the first that is missing: later ones began where it led, so they are played again, and count
    as they were played last."""
    by_number = {row["iteration"]: float(row["result"]) for row in rows}
    return [by_number[k] for k in range(1, next(k for k in itertools.count(1) if k not in by_number))]


def climb(
    task: Task, kept: archive.Archive, results: list[float], pool: workers.Pool, more: Callable[[], bool]
) -> list[float] | None:
    """Go on to the last iteration, from `results` of the first ones, which grow; the tuned numbers, or None if time was up."""
    tuning, numbers, gains = task.tuning, task.numbers, task.gains
    centre = spsa.path(numbers, gains, tuning.seed, results)[-1]
    told = time.monotonic()
    for k in range(len(results) + 1, tuning.iterations + 1):
        if not more():
            return None
        upper, lower = spsa.points(numbers, gains, tuning.seed, k, centre)
        specs = [task.bot(at, kept.folder / "points" / f"{name}.yaml") for name, at in (("upper", upper), ("lower", lower))]
        rows = list(pool.run(task.tasks(k, *specs)))
        result = task.result(rows)
        with uninterrupted():
            kept.add({"iteration": k, "result": result, "upper": upper, "lower": lower})
            results.append(result)
        centre = spsa.moved(numbers, gains, tuning.seed, k, centre, result)
        if time.monotonic() - told > 30 or k == tuning.iterations:
            told = time.monotonic()
            typer.echo(f"iteration {k} of {tuning.iterations}", err=True)
    return spsa.tuned(numbers, gains, tuning.seed, results)


def table(task: Task, values: Sequence[float]) -> Grid:
    """What became of each number."""
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("number", "began", "now", "room", "step"):
        grid.add_column(name, justify="left" if name == "number" else "right")
    for number, value in zip(task.numbers, values, strict=True):
        room = f"{number.least:g} to {number.most:g}"
        grid.add_row(number.name, f"{number.start:g}", f"{value:.4g}", room, f"{number.step:g}")
    return grid


def write_bot(task: Task, values: Sequence[float], folder: Path) -> str:
    """Write the tuned bot as ``bot.yaml`` (and ``weights.yaml``); return its spec."""
    spec = task.bot(values, folder / "weights.yaml")
    files.write(folder / "bot.yaml", configs.written(bots.make(spec)).encode())
    return spec


def figure(task: Task, results: Sequence[float], path: Path) -> None:
    """Draw where `results` took each number, in perturbations from its start."""
    steps = spsa.path(task.numbers, task.gains, task.tuning.seed, results)
    drawn, axes = figures.canvas(8, 4.5)
    for i, number in enumerate(task.numbers):
        colour = figures.COLOURS[i % len(figures.COLOURS)]
        style = ("-", "--", ":")[i // len(figures.COLOURS) % 3]
        axes.plot([(each[i] - number.start) / number.step for each in steps], style, color=colour, label=number.name, linewidth=1)
    axes.set_xlabel("iteration", fontsize=8)
    axes.set_ylabel("moved, in first perturbations", fontsize=8)
    if len(task.numbers) <= 24:
        axes.legend(fontsize=7, frameon=False, ncols=2, loc="upper left")
    figures.save(drawn, path)


def command(
    path: Annotated[Path, typer.Argument(metavar="CONFIG", help="A tuning: configs/tuning/*.yaml.")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Begin nothing new after so long.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Blocks at a time; results don't depend on it.")] = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: tuning/NAME.")] = None,
) -> None:
    """Tune options of a bot, or weights of its preferences, by games (SPSA); confirm on other set-ups. Can be stopped."""
    task = Task(config.load(path, Tuning), str(path))
    folder = out or Path(task.tuning.out or Path("tuning") / path.stem)
    for module in ("scipy.special", "polars", "matplotlib"):
        need(module, "report")
    native.engine(task.game, task.tuning.backend)  # a build has a progress line of its own
    more = until(minutes)
    staff = workers.Staff(count, ray, ((task.tuning.game, task.tuning.backend),))
    interrupted, values = False, None
    with archive.Archive(folder, task.data(), files.read(path, MOST_CONFIG), sound) as kept:
        results = results_of(kept.rows)
        with blocks.session(kept, staff, (task.base.spec,), task.tuning.backend):
            try:
                with workers.Pool(blocks.play, staff) as pool:
                    values = climb(task, kept, results, pool, more)
            except KeyboardInterrupt:
                interrupted = True
        figure(task, results, folder / "path.svg")
    if values is None:
        if interrupted:
            typer.echo(f"mutapa: stopped after {len(results)} iterations, kept in {folder}", err=True)
            raise typer.Exit(130)
        typer.echo(f"{folder}: {len(results)} of {task.tuning.iterations} iterations; the same command goes on")
        return
    console().print(table(task, values))
    spec = write_bot(task, values, folder)
    if all(value == number.start for number, value in zip(task.numbers, values, strict=True)):
        typer.echo(f"{folder}: tuning changed nothing, so there is nothing to confirm")
        return
    confirm(task, spec, folder / "confirm", more, staff)
    typer.echo(f"{folder}: bot.yaml, path.svg, confirm/report.md")


def confirm(task: Task, spec: str, folder: Path, more: Callable[[], bool], staff: workers.Staff) -> None:
    """Play the confirmation and print its findings."""
    plan = task.confirmation(spec)
    with archive.Archive(folder, ablate.frozen(plan), json.dumps(vars(task.tuning.confirm)).encode(), blocks.sound) as kept:
        with blocks.session(kept, staff, plan.specs, task.tuning.backend):
            ablate.play(plan, kept, more, staff, task.tuning.backend)
        found = ablate.write(plan, kept)
    ablate.show(plan, found, to_stderr=False)
