"""``mutapa ablate-training``: what each part of a training is worth, by trainings without it.

Run the same command again to go on: trainings, games held out and blocks are kept as they are finished
(`mutapa.experiments.archive`). When all is there it writes the table: ``table.md``, ``table.json``, ``table.parquet``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich import box
from rich.table import Table as Grid

from mutapa.core import files, native
from mutapa.core.errors import InvalidError
from mutapa.core.streams import derive
from mutapa.experiments import archive, provenance, statistics, tables
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory import ablation, blocks, frames
from mutapa.experiments.parameters import Json, Ray, check_target, emit
from mutapa.experiments.progress import Progress, until
from mutapa.experiments.training import selfplay, train
from mutapa.experiments.training.runs import Folder
from mutapa.experiments.training.training import with_net
from mutapa.experiments.training.variations import WHOLE, Compared, Run, changed, load
from mutapa.experiments.workers import workers
from mutapa.nets import metrics
from mutapa.nets.encode import Encoded, encode
from mutapa.nets.samples import NONE, Chunk, join

MOST_CONFIG = 1 << 20
LOSSES = ("value", "policy", "bids")
METHOD = (
    "Losses in nats on {positions:,} positions of {games:,} games of `{teacher}` that no training saw, mean over {seeds} seeds;"
    " - whole: how much more than the whole training's, with its {level:.0%} interval over games. Share: of the network's wins in"
    " a search alone among copies of the whole training's, {sims} simulations a step{blunder}, {blocks} blocks for each seed;"
    " difference: to an even share, interval (Student's t, two blocks added) and p over blocks, Holm-corrected over the table."
    " All meet the same luck, so their shares move together; blocks of one seed share two networks, so other seeds would differ"
    " more than the intervals say. Simulations, positions: played and learnt from, a run."
)


class Losses(NamedTuple):
    """Of each position that has such a target, and the game it is of."""

    losses: Any
    games: Any


def losses(net: Path, positions: Encoded) -> dict[str, Losses]:
    """What a network's predictions cost, by head; a game without auctions has no bids."""
    from mutapa.nets import batch, model, weights

    said = batch.predict(model.model_of(weights.load(net)), positions)
    width = said.shares.shape[1]
    found = {"value": Losses(metrics.value_losses(said.shares, positions.outcome[:, :width], positions.seats), positions.group)}
    full = positions.full
    inside = np.repeat(full, positions.counts)
    policy = metrics.policy_losses(said.policy[inside], positions.policy[inside], positions.counts[full])
    found["policy"] = Losses(policy, positions.group[full])
    if said.bids.shape[2]:
        rows, places = np.nonzero(positions.bids[:, : said.bids.shape[1] + 1] != NONE)
        chances = said.bids[rows, places - 1, positions.bids[rows, places]]
        found["bids"] = Losses(-np.log(np.maximum(chances, metrics.LEAST)), positions.group[rows])
    return found


class Comparison:
    """A comparison under way in a folder."""

    def __init__(self, compared: Compared, kept: archive.Archive, staff: workers.Staff, more: Callable[[], bool]) -> None:
        self.compared, self.kept, self.staff, self.more = compared, kept, staff, more
        self.folder = kept.folder

    def of(self, run: Run) -> Folder:
        """The folder of a training."""
        return Folder(self.folder / "runs" / run.name)

    def play(self) -> bool:
        """Do what is missing; whether all is there."""
        for run in self.compared.runs:
            folder = self.of(run)
            if folder.ended(run.plan.training.stages - 1) is None:
                if not self.more() or train.conduct(run.plan, folder.path, self.staff, self.more) is None:
                    return False
        return self._held_out() and self._blocks()

    def _pool(self, function: Callable[[Any], Any]) -> workers.Pool:
        return workers.Pool(function, self.staff)

    # --- games that nobody learns from --------------------------------------------------------------------------------

    @property
    def chunks(self) -> list[Path]:
        """Files of the games held out."""
        return [self.folder / "held-out" / selfplay.name(task.first) for task in self.compared.held_out()]

    def _held_out(self) -> bool:
        tasks = self.compared.held_out()
        left = [task for task, path in zip(tasks, self.chunks, strict=True) if not path.exists()]
        folder = files.check_folder(self.folder / "held-out")
        progress = Progress("games held out", len(tasks), "files", len(tasks) - len(left))
        with progress, self._pool(selfplay.play) as pool:
            for _ in selfplay.run(pool, left, folder, self.more):
                progress.advance()
        return all(path.exists() for path in self.chunks)

    # --- strength -----------------------------------------------------------------------------------------------------

    def _bot(self, run: Run) -> str:
        trial = self.compared.variations.trial
        return with_net(run.plan.training.player, self.of(run).best, trial.sims, trial.blunder)

    def _tasks(self) -> Iterator[tuple[tuple[str, int, int, int], blocks.Task]]:
        """(variant, seed, seats, block) and what is to be played, block by block through all variants."""
        base = self.compared.base.training
        for block in range(1, self.compared.variations.trial.blocks + 1):
            for name in self.compared.names[1:]:
                for whole, run in zip(self.compared.of(WHOLE), self.compared.of(name), strict=True):
                    low, _ = derive(run.seed, "trial").tolist()
                    for n in base.seats:
                        specs = (self._bot(run), *[self._bot(whole)] * (n - 1))
                        task = blocks.Task(base.game, base.options, specs, low, block, base.backend)
                        yield (name, run.seed, n, block), task

    def _blocks(self) -> bool:
        done = {(row["variant"], row["seed"], row["seats"], row["block"]) for row in self.kept.rows}
        every = dict(self._tasks())
        left = {key: task for key, task in every.items() if key not in done}
        keys = {(ablation.Table(len(task.specs), task.specs).key, task.block): key for key, task in left.items()}
        with Progress("strength", len(every), "blocks", len(done)) as progress, self._pool(blocks.play) as pool:
            for row in pool.run(left.values(), self.more):
                name, seed, n, block = keys.pop((row["table"], row["block"]))
                told = {"variant": name, "seed": seed, "seats": n, "block": block, "share": blocks.share(row)}
                self.kept.add(told)
                progress.advance()
        self.kept.flush()
        return not keys

    # --- the table ----------------------------------------------------------------------------------------------------

    def positions(self) -> Encoded:
        """Those of the games held out."""
        game = self.compared.base.game
        engine = native.engine(game, self.compared.base.training.backend)
        return encode(join([Chunk.load(path, game) for path in self.chunks]), engine)

    def findings(self, positions: Encoded) -> list[dict[str, Any]]:
        """A row for each variant and number of seats; `positions`: those held out."""
        alpha = self.compared.variations.alpha
        told: dict[str, dict[str, Losses]] = {}
        for name in self.compared.names:
            each = [losses(self.of(run).best, positions) for run in self.compared.of(name)]
            means = {part: np.mean([one[part].losses for one in each], axis=0) for part in each[0]}
            told[name] = {part: Losses(mean, each[0][part].games) for part, mean in means.items()}
        found = []
        for name in self.compared.names:
            effort = [self._effort(run) for run in self.compared.of(name)]
            row: dict[str, Any] = {
                "training": name, "changes": changed(self.compared.base.data(), self.compared.of(name)[0].plan.data()),
                **{sort: round(sum(each[sort] for each in effort) / len(effort)) for sort in ("simulations", "samples")},
            }  # fmt: skip
            for part in told[name]:
                row[part] = metrics.rounded(float(told[name][part].losses.mean()))
                row |= interval(part, told[name][part], told[WHOLE][part], alpha) if name != WHOLE else {}
            if name == WHOLE:
                found.append(row)
                continue
            for n in self.compared.base.training.seats:
                shares = [
                    each["share"] for each in self.kept.rows
                    if (each["variant"], each["seats"]) == (name, n) and each["share"] is not None
                ]  # fmt: skip
                even = 1 / n
                test = statistics.difference([share - even for share in shares], 0.0, min(even, 1 - even), alpha)
                found.append(
                    {
                        **row, "seats": n, "blocks": test.blocks, "share": round(even + test.mean, 5),
                        "difference": round(test.mean, 5), "low": round(test.low, 5), "high": round(test.high, 5), "p": test.p,
                    }
                )  # fmt: skip
        tested = [row for row in found if "p" in row]
        for row, corrected in zip(tested, statistics.holm([row["p"] for row in tested]), strict=True):
            row["corrected"] = round(corrected, 6)
        return found

    def _effort(self, run: Run) -> dict[str, int]:
        rows = [row for row in self.of(run).metrics() if row["kind"] == "games"]
        return {sort: sum(row[sort] for row in rows) for sort in ("simulations", "samples")}

    def write(self) -> list[dict[str, Any]]:
        """Write the table; return its rows."""
        positions = self.positions()
        found = self.findings(positions)
        files.write(self.folder / "table.md", self._page(found, positions).encode())
        files.write(self.folder / "table.json", json.dumps(found, indent=1).encode() + b"\n")
        names = list(dict.fromkeys(name for row in found for name in row))
        frames.write(self.folder / "table.parquet", [{name: row.get(name) for name in names} for row in found])
        return found

    def _page(self, found: Sequence[dict[str, Any]], positions: Encoded) -> str:
        variations, base = self.compared.variations, self.compared.base
        method = METHOD.format(
            positions=len(positions), games=len(np.unique(positions.group)), teacher=base.training.teacher.bot,
            seeds=len(variations.seeds), level=1 - variations.alpha, sims=variations.trial.sims, blocks=variations.trial.blocks,
            blunder=f", {variations.trial.blunder:.0%} of steps at random" if variations.trial.blunder else "",
        )  # fmt: skip
        told = archive.sessions(self.folder)
        revisions = dict.fromkeys(str((each["revision"] or {}).get("commit")) for each in told)
        changes = dict.fromkeys(f"- {row['training']}: `{row['changes']}`" for row in found if row["changes"])
        heads, rows = table(found)
        parts = [f"# {Path(self.compared.where).stem}: parts of a training", "", variations.question.strip(), ""]
        parts += [*tables.markdown(heads, rows), "", method, "", *changes, ""]
        return "\n".join([*parts, f"Code {self.kept.plan['code']}, revision {', '.join(revisions)}."]) + "\n"


def interval(part: str, mine: Losses, whole: Losses, alpha: float) -> dict[str, Any]:
    """How much more a variant loses than the whole training, position by position, with its interval over games."""
    found = metrics.mean(mine.losses - whole.losses, mine.games)
    freedom = len(np.unique(mine.games)) - 1
    reach = statistics.student(1 - alpha / 2, freedom) * found.error if freedom > 0 else float("nan")
    low, high = metrics.rounded(found.mean - reach), metrics.rounded(found.mean + reach)
    return {f"{part}_more": metrics.rounded(found.mean), f"{part}_low": low, f"{part}_high": high}


def table(found: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of words; what belongs to a training stands in its first row alone."""
    parts = [part for part in LOSSES if part in found[0]]
    heads = ["training", *(head for part in parts for head in (part, "- whole"))]
    heads += ["seats", "share", "difference", "corrected p", "simulations", "positions"]
    rows, before = [], ""
    for row in found:
        own = [row["training"]]
        for part in parts:
            own += [_number(row[part], 4), _spread(row, f"{part}_more", f"{part}_low", f"{part}_high", 4)]
        effort = [f"{row['simulations']:,}", f"{row['samples']:,}"]
        if row["training"] == before:
            own, effort = [""] * len(own), [""] * len(effort)
        before = row["training"]
        played = ["", "", "", ""]
        if "share" in row:
            corrected = "< 0.001" if row["corrected"] < 0.001 else f"{row['corrected']:.2g}"
            played = [str(row["seats"]), _number(row["share"], 3), _spread(row, "difference", "low", "high", 3), corrected]
        rows.append([*own, *played, *effort])
    return heads, rows


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _spread(row: dict[str, Any], middle: str, low: str, high: str, digits: int) -> str:
    if row.get(middle) is None:
        return ""
    if row[low] is None:
        return f"{row[middle]:+.{digits}f}"
    return f"{row[middle]:+.{digits}f} ({row[low]:+.{digits}f} to {row[high]:+.{digits}f})"


def command(
    path: Annotated[Path, typer.Argument(metavar="CONFIG", help="configs/training/ablations/*.yaml.")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, help="Stop after so long; run again to go on.")] = None,
    count: Annotated[int, typer.Option("--workers", min=1, help="Processes that play games.")] = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Default: ablations/NAME.")] = None,
    json_out: Json = None,
) -> None:
    """Compare trainings without one part each: losses on games held out, strength. Stop and go on at any time."""
    for module in ("torch", "safetensors"):
        need(module, "train")
    for module in ("scipy.special", "polars", "matplotlib"):
        need(module, "report")
    compared = load(path)
    folder = out or Path(compared.variations.out or Path("ablations") / f"training-{path.stem}")
    check_target(json_out, path, folder)
    if "," in str(folder) or "=" in str(folder):
        raise InvalidError(f"{folder}: names of networks stand in specs of bots; right would be a folder without , and =")
    base = compared.base.training
    staff = workers.Staff(count, ray, ((base.game, base.backend),))
    plan = {**compared.data(), "code": provenance.sources(compared.base.game)}
    with archive.Archive(folder, plan, files.read(path, MOST_CONFIG)) as kept:
        comparison = Comparison(compared, kept, staff, until(minutes))
        kept.note(**staff.told())
        try:
            done = comparison.play()
        except KeyboardInterrupt:
            kept.note(**staff.told(), ended="stopped")
            typer.echo("mutapa: stopped; run the same command to go on", err=True)
            raise typer.Exit(130) from None
        kept.note(**staff.told(), ended="done" if done else "time")
        if not done:
            typer.echo("the time is up; run the same command to go on")
            return
        found = comparison.write()
    if json_out != "-":
        show(found)
    emit(json_out, found)
    typer.echo(f"{folder}: table.md, table.json, table.parquet, runs", err=json_out == "-")


def show(found: Sequence[dict[str, Any]]) -> None:
    """Print the table."""
    grid = Grid(box=box.SIMPLE, padding=(0, 1, 0, 0))
    heads, rows = table(found)
    for head in heads:
        grid.add_column(head, justify="left" if head == "training" else "right")
    for row in rows:
        grid.add_row(*row)
    console().print(grid)
