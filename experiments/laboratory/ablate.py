"""``mutapa ablate``: variants of a search compared as a config says, in chunks that can be stopped at any time.

All results lie in one folder with the config, the revision, the machine and how busy it was (`mutapa.experiments.archive`).
Run the same command again to go on; when all blocks are played it writes the report: tables, Parquet and a figure.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table as Grid

from mutapa.core import files, native
from mutapa.core.errors import InvalidError
from mutapa.experiments import archive, provenance, statistics, tables
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory import blocks, figures, frames, verdict
from mutapa.experiments.laboratory.ablation import Plan, load
from mutapa.experiments.matches.match import uninterrupted
from mutapa.experiments.parameters import Ray, check_target, emit
from mutapa.experiments.progress import until
from mutapa.experiments.workers import workers

MOST_CONFIG = 1 << 20
HEADS = (
    "comparison", "seats", "budget", "blocks", "share", "against", "difference", "interval", "Elo", "p", "corrected", "could see",
    "needed", "s/step", "sims/step", "verdict",
)  # fmt: skip
METHOD = (
    "Share: the bot's mean share of the win; against: what it would be without a difference. Interval ({level:.0%}) and p:"
    " Student's t over blocks, two blocks added; corrected: Holm, over {family}. Could see: the difference, in Elo, that as many"
    " blocks show with probability {power:.0%} at the strictest step of the correction; needed: blocks for {wanted:g} Elo."
    " s/step, sims/step: bot / the other."
)


def tasks(plan: Plan, done: set[tuple[str, int]], backend: str) -> Iterator[blocks.Task]:
    """Blocks still to play: block by block through all tables, so that an early stop and a busy hour meet all cells alike."""
    ablation = plan.ablation
    for block in range(1, ablation.blocks + 1):
        for table in plan.tables:
            if (table.key, block) not in done:
                yield blocks.Task(ablation.game, ablation.options, table.specs, ablation.seed, block, backend)


def frozen(plan: Plan) -> dict[str, Any]:
    """What a run of `plan` must agree in: the plan, the code, every bot as it is now."""
    code = provenance.sources(plan.game)
    return {**plan.data(), "code": code, "bots": {spec: provenance.frozen(spec, code) for spec in plan.specs}}


def play(plan: Plan, kept: archive.Archive, more: Callable[[], bool], staff: workers.Staff, backend: str) -> None:
    """Play blocks until all are played, or until `more()` is false."""
    began = time.monotonic()
    done = {(row["table"], row["block"]) for row in kept.rows}
    left = list(tasks(plan, done, backend))
    todo = len(left)
    told = [time.monotonic()]

    with contextlib.closing(blocks.run(left, staff, more)) as played:
        for n, row in enumerate(played, 1):
            with uninterrupted():
                kept.add(row)
            if time.monotonic() - told[0] > 30 or n == todo:
                told[0] = time.monotonic()
                rate = (time.monotonic() - began) / n
                left_minutes = rate * (todo - n) / 60
                typer.echo(f"{len(done) + n} of {len(done) + todo} blocks; about {left_minutes:.0f} minutes to go", err=True)


def power_table(plan: Plan) -> Grid:
    """What the planned blocks could show, before any is played: as if games of a block were independent and bots alike."""
    ablation = plan.ablation
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("comparison", "seats", "budget", "games", "could see", f"blocks for {ablation.smallest_difference:g} Elo"):
        grid.add_column(name, justify="left" if name in ("comparison", "budget") else "right")
    for cell in plan.cells:
        sd = statistics.guessed_sd(cell.seats, 1 if cell.kind == "copies" else 2)
        alpha = ablation.alpha / verdict.family_size(plan, cell)
        shown = statistics.smallest(sd, ablation.blocks, alpha, ablation.power)
        even = 1 / cell.seats
        effect = statistics.share_at(ablation.smallest_difference, cell.seats) - even
        grid.add_row(
            cell.comparison, str(cell.seats), cell.budget, f"{ablation.blocks * cell.seats * len(cell.tables):,}",
            _points(statistics.elo(even + shown, cell.seats)), f"{statistics.blocks_for(effect, sd, alpha, ablation.power):,}",
        )  # fmt: skip
    return grid


def _points(elo: float | None) -> str:
    return "-" if elo is None or abs(elo) == float("inf") else f"{elo:.0f}"


def lines(found: Sequence[verdict.Finding]) -> list[list[str]]:
    """The report's table, a row of words for each cell."""
    return [
        [
            each.comparison,
            str(each.seats),
            each.budget,
            str(each.blocks),
            f"{each.share:.3f}",
            f"{each.null:.3f}",
            f"{each.difference:+.3f}",
            f"{each.low:+.3f} to {each.high:+.3f}",
            _points(each.elo),
            f"{each.p:.2g}",
            f"{each.corrected:.2g}",
            _points(each.smallest_elo),
            f"{each.blocks_needed:,}",
            " / ".join("-" if e["seconds_per_step"] is None else f"{e['seconds_per_step']:.4f}" for e in each.efforts),
            " / ".join("-" if e["simulations_per_step"] is None else f"{e['simulations_per_step']:.0f}" for e in each.efforts),
            each.verdict,
        ]
        for each in found
    ]


def method(plan: Plan) -> str:
    """How the numbers of the report were made, in a few sentences."""
    ablation = plan.ablation
    family = {"run": "the whole run", "seats": "equal seats", "cell": "equal seats and budget"}[ablation.family]
    return METHOD.format(level=1 - ablation.alpha, family=family, power=ablation.power, wanted=ablation.smallest_difference)


def markdown(plan: Plan, found: Sequence[verdict.Finding], kept: archive.Archive) -> str:
    """The report as a page."""
    told = archive.sessions(kept.folder)
    revisions = dict.fromkeys(str((each["revision"] or {}).get("commit")) for each in told)
    parts = [f"# {Path(plan.where).stem}", ""]
    parts += [text.strip() + "\n" for text in (plan.ablation.question, plan.ablation.rule) if text]
    parts += [*tables.markdown(HEADS, lines(found)), "", method(plan), ""]
    games = frames.games(plan, kept.rows)  # a table that several comparisons need counts once
    void, capped = (sum(bool(game[name]) for game in games) for name in ("void", "capped"))
    parts += [f"Void games: {void}. Games ended by the round cap: {capped} of {len(games)}.", ""]
    parts += ["Bots, frozen as", "", *(f"- `{spec}` {digest}" for spec, digest in kept.plan["bots"].items()), ""]
    machines = dict.fromkeys(f"{each['machine']['cpu']}, {each['machine']['cores']} cores" for each in told)
    minutes = sum(each["seconds"] for each in told) / 60
    busy = ", ".join(str(each["load_before"][0]) for each in told if each["load_before"])
    count, backends = (", ".join(dict.fromkeys(str(each.get(name)) for each in told)) for name in ("workers", "backend"))
    parts += [
        f"Code {kept.plan['code']}, revision {', '.join(revisions)}; {', '.join(machines)}; {minutes:.0f} minutes in {len(told)}"
        f" runs, {count} at a time, computed by: {backends}; load at their starts {busy}."
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def show(plan: Plan, found: Sequence[verdict.Finding], to_stderr: bool) -> None:
    """Print the report's table: what doesn't fit a terminal stands in report.md."""
    screen = console(stderr=to_stderr)
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0))
    left_out = {"p", "needed", "sims/step"}
    for name in HEADS:
        if name not in left_out:
            grid.add_column(name, justify="left" if name in ("comparison", "budget", "verdict") else "right")
    for row in lines(found):
        grid.add_row(*(word for name, word in zip(HEADS, row, strict=True) if name not in left_out))
    screen.print(grid)
    screen.print(method(plan), markup=False)


def command(
    path: Annotated[Path, typer.Argument(metavar="CONFIG", help="An ablation: configs/ablations/*.yaml.")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Begin no block after so long.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Processes; 1 where a clock decides, unless cores idle.")] = 1,
    ray: Ray = None,
    plan_only: Annotated[bool, typer.Option("--plan", help="Say what would be played and could be seen; play nothing.")] = False,
    report_only: Annotated[bool, typer.Option("--report", help="Report what is there; play nothing.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: ablations/NAME.")] = None,
    json_out: Annotated[str | None, typer.Option("--json", metavar="FILE", help="Write the findings; - prints them.")] = None,
    backend: Annotated[str | None, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = None,
) -> None:
    """Compare variants of a search in blocks of rotated seats: intervals, corrected tests, power. Stop and go on at any time."""
    plan = load(path)
    ablation = plan.ablation
    backend = backend or ablation.backend
    if plan_only and report_only:
        raise InvalidError("ablate: --plan and --report at once; right would be one of them")
    if plan_only:
        console().print(power_table(plan))
        games = sum(ablation.blocks * table.seats for table in plan.tables)
        typer.echo(f"{len(plan.cells)} cells at {len(plan.tables)} tables, {games:,} games")
        return
    folder = out or Path(ablation.out or Path("ablations") / path.stem)
    check_target(json_out, path, folder, *blocks.files_of(plan.specs))
    if report_only and not (folder / "plan.json").exists():
        raise InvalidError(f"{folder}: no ablation was begun there; right would be to run it without --report first")
    for module in ("scipy.special", "polars", "matplotlib"):  # missing now is better than missing when all is played
        need(module, "report")
    if report_only:
        before = archive.plan(folder)
        agreed = {**plan.data(), **{name: before.get(name) for name in ("code", "bots")}}  # what played, not what is here now
    else:
        native.engine(plan.game, backend)  # a build has a progress line of its own
        agreed = frozen(plan)
    staff = workers.Staff(count, ray, ((ablation.game, backend),))
    if count > 1 and ray in (None, "local") and blocks.timed(plan.specs):
        typer.echo(f"mutapa: {count} workers take time from each other's clocks; right would be --workers 1", err=True)
    with archive.Archive(folder, agreed, files.read(path, MOST_CONFIG), blocks.sound) as kept:
        interrupted = False
        if not report_only:
            with blocks.session(kept, staff, plan.specs, backend):
                try:
                    play(plan, kept, until(minutes), staff, backend)
                except KeyboardInterrupt:
                    interrupted = True
        found = write(plan, kept)
    show(plan, found, to_stderr=json_out == "-")
    emit(json_out, verdict.data(found))
    if interrupted:
        typer.echo(f"mutapa: stopped; what is finished is kept in {folder}", err=True)
        raise typer.Exit(130)
    typer.echo(f"{folder}: report.md, report.json, results.parquet, differences.svg", err=json_out == "-")


def write(plan: Plan, kept: archive.Archive) -> list[verdict.Finding]:
    """Write the report into the archive; return its findings."""
    found = verdict.findings(plan, kept.rows)
    folder = kept.folder
    files.write(folder / "report.md", markdown(plan, found, kept).encode())
    files.write(folder / "report.json", json.dumps(verdict.data(found), indent=1).encode() + b"\n")
    games = frames.games(plan, kept.rows)
    if games:
        frames.write(folder / "results.parquet", games)
        title = f"{Path(plan.where).stem}: {plan.ablation.question.strip() or plan.game.title}"
        for kind in ("svg", "png"):
            figures.save(figures.differences(found, title, plan.ablation.alpha), folder / f"differences.{kind}")
    return found
