"""``mutapa sprt``: is a bot so much stronger than another? Blocks are played until the answer is sure enough.

The first bot sits alone against copies of the second; a block is one set-up and luck with the seats rotated. All blocks lie in a
folder and the same command goes on; which block decides doesn't depend on how many work.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_options, check_seats
from mutapa.experiments import archive, provenance
from mutapa.experiments.console import Shown
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.laboratory.sequential import Hypotheses, Standing, Tally
from mutapa.experiments.matches.match import Match, Schedule, uninterrupted
from mutapa.experiments.parameters import Json, Options, Ray, check_target, emit, options_from, setup_from
from mutapa.experiments.progress import until
from mutapa.experiments.workers import workers
from mutapa.search import bots

PAUSE = 30.0
"""Seconds between two lines where there is no terminal."""


@dataclass
class Plan:
    """What is tested, and how its blocks are dealt."""

    game: Game
    one: str
    other: str
    hypotheses: Hypotheses
    options: Mapping[str, Any]
    seed: int = 0
    setups: Sequence[str] = ()
    """Files of set-ups, dealt in turn; empty: drawn from the seed."""
    backend: str = "object"

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays, the bot under test first."""
        return (self.one, *[self.other] * (self.hypotheses.seats - 1))

    def tasks(self, done: set[int], most: int) -> Iterator[blocks.Task]:
        """Blocks still to play, in the order in which they count."""
        for block in range(1, most + 1):
            if block not in done:
                setup = self.setups[(block - 1) % len(self.setups)] if self.setups else None
                yield blocks.Task(self.game.name, dict(self.options), self.specs, self.seed, block, self.backend, setup)

    def data(self) -> dict[str, Any]:
        """What all blocks must agree in."""
        code = provenance.sources(self.game)
        return {
            "game": self.game.name,
            "options": dict(self.options),
            "hypotheses": asdict(self.hypotheses),
            "seed": self.seed,
            "setups": [_digest(files.read(path, 1 << 20)) for path in self.setups],
            "code": code,
            "bots": {spec: provenance.frozen(spec, code) for spec in (self.one, self.other)},
        }


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=5).hexdigest()


class Display(Shown):
    """The likelihood ratio as it moves: a live line on a terminal, else a line now and then."""

    def __init__(self, hypotheses: Hypotheses, before: int, quiet: bool) -> None:
        self.hypotheses, self.before, self.quiet = hypotheses, before, quiet
        self.console = Console(stderr=True, highlight=False)
        live = self.console.is_terminal and not quiet
        self.live = Live(Text(""), console=self.console, transient=True) if live else None
        self.began = self.told = time.monotonic()

    def show(self, now: Standing, begun: int, ended: int) -> None:
        """Say how it stands: so many blocks were `begun` and `ended` in this run."""
        minutes = (time.monotonic() - self.began) / 60
        rate = f" · {ended / minutes:.1f} blocks/min" if ended and minutes > 0 else ""
        running = f", {begun - ended} under way" if begun > ended else ""
        ahead = f", {now.ahead} ended before their turn" if now.ahead else ""
        line = f"{words(now, self.hypotheses)}{ahead}{running}{rate}"
        if self.live:
            self.live.update(Text(line, no_wrap=True, overflow="ellipsis"))
        elif not self.quiet and time.monotonic() - self.told > PAUSE:
            self.told = time.monotonic()
            typer.echo(line, err=True)


def words(now: Standing, hypotheses: Hypotheses) -> str:
    """How a test stands, in a line.

    >>> words(Standing(0.5, -2.944, 2.944, "", 12, 1, 0, 0.5625), Hypotheses(2))
    'LLR 0.50 in -2.94 .. 2.94 · 12 blocks · share of the win 0.562 (+44 Elo) · 1 void'
    """
    found = [f"LLR {now.ratio:.2f} in {now.lower:.2f} .. {now.upper:.2f}", f"{now.blocks} blocks"]
    if now.share is not None:
        elo = now.elo(hypotheses.seats)
        found.append(f"share of the win {now.share:.3f}" + (f" ({elo:+.0f} Elo)" if elo is not None else ""))
    if now.void:
        found.append(f"{now.void} void")
    return " · ".join(found)


def verdict(now: Standing, plan: Plan) -> str:
    """What the test says, in a sentence."""
    test = plan.hypotheses
    elo = "Elo" if test.model == "logistic" else "normalized Elo"
    if now.accepted == "elo1":
        return f"{plan.one} is stronger: {test.elo1:g} {elo} above {plan.other} are accepted against {test.elo0:g}"
    if now.accepted == "elo0":
        return f"{plan.one} is not so much stronger: {test.elo0:g} {elo} above {plan.other} are accepted against {test.elo1:g}"
    return f"undecided between {test.elo0:g} and {test.elo1:g} {elo} of {plan.one} above {plan.other}"


def play(
    plan: Plan, kept: archive.Archive, most: int, staff: workers.Staff, more: Callable[[], bool], quiet: bool
) -> Standing:
    """Play blocks until the test decides, `most` have been played, or `more()` is false."""
    tally = Tally(plan.hypotheses)
    tally.extend((row["block"], blocks.share(row)) for row in kept.rows if row["block"] <= most)
    done = {row["block"] for row in kept.rows}
    now, begun, ended = tally.standing(), 0, 0

    def tasks() -> Iterator[blocks.Task]:
        nonlocal begun
        for task in plan.tasks(done, most):
            begun += 1
            yield task

    with Display(plan.hypotheses, len(done), quiet) as display:
        if now.accepted:
            return now
        with contextlib.closing(blocks.run(tasks(), staff, lambda: more() and not now.accepted)) as played:
            for row in played:
                with uninterrupted():
                    kept.add(row)
                tally.add(row["block"], blocks.share(row))
                ended += 1
                now = tally.standing()
                display.show(now, begun, ended)
                if now.accepted:
                    break
    return now


def results(plan: Plan, now: Standing, rows: Sequence[blocks.Row]) -> dict[str, Any]:
    """The test as JSON. Efforts are of all blocks played, counted or not: several workers play some ahead of the decision."""
    low, high = plan.hypotheses.expected
    counted = [row for row in rows if row["block"] <= now.blocks + now.void]
    elo = now.elo(plan.hypotheses.seats)
    return {
        "game": plan.game.name,
        "bots": [plan.one, plan.other],
        **asdict(plan.hypotheses),
        "expected_shares": [round(low, 6), round(high, 6)],
        "accepted": now.accepted or None,
        "llr": round(now.ratio, 6),
        "bounds": [round(now.lower, 6), round(now.upper, 6)],
        "blocks": now.blocks,
        "void": now.void,
        "share": None if now.share is None else round(now.share, 6),
        "elo": None if elo is None else round(elo, 1),
        "games": sum(len(row["games"]) for row in counted),
        "capped": sum(game["capped"] for row in counted for game in row["games"]),
        "efforts": [blocks.effort(rows, bot) for bot in (0, 1)],
    }


def setups_of(path: Path | None) -> list[str]:
    """The set-up files of a folder by name, or the one file."""
    if path is None:
        return []
    found = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not found:
        raise InvalidError(f"--setups: {path} holds no *.json; right would be set-ups as `mutapa setup` writes them")
    for each in found:
        setup_from(each)
    return [str(each.resolve()) for each in found]


def command(
    one: Annotated[str, typer.Argument(metavar="A", help="The bot under test.")],
    other: Annotated[str, typer.Argument(metavar="B", help="What it is tested against; with more seats, copies of it.")],
    game: Annotated[str, typer.Option("--game", help="A game by name.")],
    seats: Annotated[int | None, typer.Option("--seats", help="Players; default: the fewest the game takes.")] = None,
    elo0: Annotated[float, typer.Option("--elo0", help="Is A so much above B (the null hypothesis) ...")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="... or so much?")] = 20.0,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance of accepting elo1 where elo0 is true.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="Chance of accepting elo0 where elo1 is true.")] = 0.05,
    model: Annotated[str, typer.Option("--model", help="What Elo measures: logistic, or normalized by the spread.")] = "logistic",
    options: Options = None,
    setups: Annotated[Path | None, typer.Option("--setups", metavar="PATH", help="Deal these in turn: a file or folder.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=MOST_SEED, help="What all luck follows from.")] = 0,
    most: Annotated[int, typer.Option("--max-blocks", min=1, help="Give up undecided after so many.")] = 20_000,
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Begin no block after so long.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Blocks at a time; the result doesn't depend on it.")] = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: sprt/GAME- and a hash.")] = None,
    backend: Annotated[str, typer.Option("--backend", help="object, jit, plain or strict: who computes.")] = "object",
    json_out: Json = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Test sequentially whether A is elo1 rather than elo0 stronger than B; ends as early as it may, goes on where it stopped."""
    which = registry.get(game)
    table = check_seats(which, which.seats[0] if seats is None else seats, "sprt")
    hypotheses = Hypotheses(table, elo0, elo1, alpha, beta, model)
    chosen = options_from(options)
    plan = Plan(which, bots.make(one).spec, bots.make(other).spec, hypotheses, chosen, seed, setups_of(setups), backend)
    for setup in (*plan.setups, *(() if plan.setups else (None,))):
        schedule = Schedule(Match(game, list(plan.specs), table, seed=seed, options=dict(chosen), setup=setup))
        check_options(which, schedule.options, "sprt")
    plan.options = schedule.options if not plan.setups else chosen
    agreed = plan.data()
    folder = out or Path("sprt") / f"{game}-{_digest(json.dumps(agreed, sort_keys=True).encode())}"
    check_target(json_out, folder, *plan.setups, *blocks.files_of(plan.specs))
    native.engine(which, backend)  # a build has a progress line of its own
    if count > 1 and blocks.timed(plan.specs):
        typer.echo(f"mutapa: {count} workers take time from each other's clocks; right would be --workers 1", err=True)
    staff = workers.Staff(count, ray, ((game, backend),))
    interrupted = False
    with archive.Archive(folder, agreed, sound=blocks.sound) as kept:
        now = None
        with blocks.session(kept, staff, plan.specs, backend):
            try:
                now = play(plan, kept, most, staff, until(minutes), quiet)
            except KeyboardInterrupt:
                interrupted = True
        if now is None:
            tally = Tally(hypotheses)
            tally.extend((row["block"], blocks.share(row)) for row in kept.rows if row["block"] <= most)
            now = tally.standing()
        found = results(plan, now, kept.rows)
    files.write(folder / "result.json", json.dumps(found, indent=1).encode() + b"\n")
    typer.echo(words(now, hypotheses), err=json_out == "-")
    typer.echo(verdict(now, plan), err=json_out == "-")
    emit(json_out, found)
    if interrupted:
        typer.echo(f"mutapa: stopped; what is finished is kept in {folder}, the same command goes on", err=True)
        raise typer.Exit(130)
    typer.echo(f"{folder}: result.json", err=True)
