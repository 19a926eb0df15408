"""``mutapa ladder``: skill levels of one bot, evenly spaced in strength, calibrated by games and checked by others.

The config names rungs from weak to strong: values of a few options, such as simulations and blunders. Neighbours play each other;
by the Elo gaps found, levels are laid between the rungs at even distances, and neighbouring levels play each other, on other
set-ups, to see how even they came out. All lies in one folder and goes on where it stopped.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table as Grid

from mutapa.core import files, native
from mutapa.core.errors import InvalidError
from mutapa.core.streams import derive
from mutapa.experiments import archive, config, statistics
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory import ablate, blocks, verdict
from mutapa.experiments.laboratory.ablation import Ablation, Comparison, Plan
from mutapa.experiments.parameters import Ray
from mutapa.experiments.progress import until
from mutapa.experiments.workers import workers
from mutapa.search import bots, configs

LEAST_GAP = 1.0
"""Elo: rungs that came out level, or the wrong way round, are taken as this far apart."""
SURE = 0.005
"""Shares are taken as no nearer than this to 0 and 1."""


@dataclass
class Ladder:
    """What is calibrated, as its YAML file says."""

    game: str
    bot: str
    """The spec that rungs lay their options over."""
    rungs: list[dict[str, Any]] = field(default_factory=list)
    """From weak to strong, each with values of the same options."""
    levels: int = 8
    seats: int | None = None
    """A level plays alone against copies of the one below. Default: the fewest the game takes."""
    options: dict[str, Any] = field(default_factory=dict)
    """Of the rules."""
    blocks: int = 100
    """Of each two neighbours."""
    seed: int = 0
    out: str = ""
    """Folder; default: ``ladders/`` and the config's name."""
    into: str = ""
    """Folder that the levels are written to as well, ``1.yaml`` the weakest: ``--against @FOLDER/1.yaml``."""
    backend: str = "object"


Values = Mapping[str, float]


def check(ladder: Ladder, where: str) -> None:
    """Refuse a ladder whose rungs can't be interpolated."""
    if len(ladder.rungs) < 2:
        raise InvalidError(f"{where}: {len(ladder.rungs)} rungs; right would be two or more, from weak to strong")
    if not 2 <= ladder.levels <= 100:
        raise InvalidError(f"{where}: levels is {ladder.levels}; right would be from 2 to 100")
    for n, rung in enumerate(ladder.rungs, 1):
        if list(rung) != list(ladder.rungs[0]) or not rung:
            raise InvalidError(f"{where}: rung {n} sets {', '.join(rung) or 'nothing'}; all set {', '.join(ladder.rungs[0])}")
        for name, value in rung.items():
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise InvalidError(f"{where}: rung {n}: {name} is {value!r}; right would be a number")


def between(one: Values, other: Values, share: float) -> dict[str, float]:
    """Values `share` of the way from `one` to `other`: whole positive numbers by their logarithm, others evenly."""
    found: dict[str, float] = {}
    for name, low in one.items():
        high = other[name]
        if isinstance(low, int) and isinstance(high, int) and low > 0 and high > 0:
            found[name] = round(math.exp((1 - share) * math.log(low) + share * math.log(high)))
        else:
            found[name] = float(f"{(1 - share) * low + share * high:.4g}")
    return found


def laid(rungs: Sequence[Values], gaps: Sequence[float], levels: int) -> list[dict[str, float]]:
    """`levels` sets of values at even distances from the first rung to the last, which are `gaps` of Elo apart."""
    steps = [max(gap, LEAST_GAP) for gap in gaps]
    whole = sum(steps)
    found = []
    for n in range(levels):
        wanted, i = whole * n / (levels - 1), 0
        while i < len(steps) - 1 and wanted > steps[i]:
            wanted -= steps[i]
            i += 1
        found.append(between(rungs[i], rungs[i + 1], min(1.0, wanted / steps[i])))
    return found


def check_levels(levels: Sequence[Values], where: str) -> None:
    """Refuse levels of which two are one bot: there is no room for so many between the rungs."""
    for n, (one, other) in enumerate(itertools.pairwise(levels), 1):
        if one == other:
            values = ", ".join(f"{name}={value:g}" for name, value in one.items())
            alike = f"levels {n} and {n + 1} of {len(levels)} both come out as {values}"
            raise InvalidError(f"{where}: {alike}; right would be fewer levels, or rungs further apart")


def gap(found: verdict.Finding) -> tuple[float, float, float]:
    """(Elo, low, high) by which a rung is above the one below; finite even where all games went one way."""
    ends = (found.low + found.high) / 2, found.low, found.high
    shares = [min(max(found.null + each, SURE), 1 - SURE) for each in ends]
    one, low, high = (statistics.elo(each, found.seats) for each in shares)
    return one, low, high


def plan(ladder: Ladder, rungs: Sequence[Values], seed: int, where: str) -> Plan:
    """Each rung against the one below."""
    named = {str(n): bots.make(ladder.bot, rung).spec for n, rung in enumerate(rungs, 1)}
    ablation = Ablation(
        ladder.game,
        named,
        question="How far apart are neighbours of the ladder?",
        comparisons=[Comparison(str(n), str(n - 1)) for n in range(2, len(rungs) + 1)],
        seats=[] if ladder.seats is None else [ladder.seats],
        options=ladder.options,
        blocks=ladder.blocks,
        seed=seed,
        backend=ladder.backend,
    )
    return Plan(ablation, where)


def measure(
    found: Plan, folder: Path, more: Callable[[], bool], staff: workers.Staff, backend: str
) -> tuple[list[verdict.Finding], bool]:
    """Play neighbours (on); the findings, and whether all is played."""
    with archive.Archive(folder, ablate.frozen(found), json.dumps(found.ablation.bots, indent=1).encode(), blocks.sound) as kept:
        with blocks.session(kept, staff, found.specs, backend):
            ablate.play(found, kept, more, staff, backend)
        findings = ablate.write(found, kept)
    return findings, all(each.verdict != "unfinished" for each in findings)


def table(title: str, rungs: Sequence[Values], findings: Sequence[verdict.Finding]) -> Grid:
    """Rungs or levels with the gap to the one below and the sum of gaps."""
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("", *rungs[0], "Elo above the one below", "95 %", "in all"):
        grid.add_column(name, justify="right")
    total = 0.0
    for n, rung in enumerate(rungs):
        words = [f"{value:g}" for value in rung.values()]
        if n:
            one, low, high = gap(findings[n - 1])
            total += one
            grid.add_row(str(n + 1), *words, f"{one:.0f}", f"{low:.0f} to {high:.0f}", f"{total:.0f}")
        else:
            grid.add_row("1", *words, "", "", "0")
    return grid


def write_levels(ladder: Ladder, levels: Sequence[Values], folder: Path, findings: Sequence[verdict.Finding] = ()) -> None:
    """A bot's YAML file for each level; how far above the first one it is, once games have shown it (`mutapa.search.levels`)."""
    elo = 0.0
    for n, values in enumerate(levels, 1):
        elo += gap(findings[n - 2])[0] if findings and n > 1 else 0.0
        rated = f"; {elo:.0f} Elo above level 1" if findings else ""
        text = f"# Level {n} of {len(levels)} of {ladder.game}: mutapa ladder{rated}\n"
        files.write(folder / f"{n}.yaml", (text + configs.written(bots.make(ladder.bot, values))).encode())


def command(
    path: Annotated[Path, typer.Argument(metavar="CONFIG", help="A ladder: configs/ladders/*.yaml.")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Begin no block after so long.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Blocks at a time; results don't depend on it.")] = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: ladders/NAME.")] = None,
) -> None:
    """Calibrate skill levels: rungs play their neighbours, levels are laid at even distances of Elo and checked by play."""
    ladder = config.load(path, Ladder)
    where = str(path)
    check(ladder, where)
    rungs = plan(ladder, ladder.rungs, ladder.seed, where)
    folder = out or Path(ladder.out or Path("ladders") / path.stem)
    for module in ("scipy.special", "polars", "matplotlib"):
        need(module, "report")
    native.engine(rungs.game, ladder.backend)  # a build has a progress line of its own
    more = until(minutes)
    staff = workers.Staff(count, ray, ((ladder.game, ladder.backend),))
    try:
        found, whole = measure(rungs, folder / "rungs", more, staff, ladder.backend)
        console().print(table("Rungs", ladder.rungs, found))
        if whole:
            levels = laid(ladder.rungs, [gap(each)[0] for each in found], ladder.levels)
            check_levels(levels, where)
            places = (folder / "levels", *([Path(ladder.into)] if ladder.into else []))
            for place in places:
                write_levels(ladder, levels, place)
            low, high = derive(ladder.seed, "levels").tolist()
            checked = plan(ladder, levels, low | (high & 0x3FFFFF) << 32, where)
            found, whole = measure(checked, folder / "check", more, staff, ladder.backend)
            for place in places if whole else ():
                write_levels(ladder, levels, place, found)
            console().print(table("Levels", levels, found))
    except KeyboardInterrupt:
        typer.echo(f"mutapa: stopped; what is finished is kept in {folder}", err=True)
        raise typer.Exit(130) from None
    typer.echo(f"{folder}: " + ("levels/1.yaml .., rungs/report.md, check/report.md" if whole else "the same command goes on"))
