"""``mutapa forecast-bids``: how well a belief foretells the next bid in recorded games, by log-loss and calibration.

Each voluntary step of an auction is foretold by the belief that the steps before it have left, as an onlooker holds it, or by a
network (``limits-learned=FILE.safetensors``): the mean of what the bidder's rivals foretell. Log-loss:
mean of -ln of the probability given to the step made (lower is better; one of n legal steps foretold alike costs ln n, which is
what `even` measures). Calibration: steps sorted by the probability given to a pass; how often there was one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.experiments.auctions.auctions import Auctions, Step, found, read
from mutapa.experiments.console import console
from mutapa.experiments.parameters import Backend, Json, check_target, emit
from mutapa.nets.network import network
from mutapa.search.beliefs import Belief
from mutapa.search.expectations import NAMES, expectation
from mutapa.search.foretell import Foreteller, check_head

EVEN = "even"
BINS = 10
ONLOOKER = -1


@dataclass
class Forecast:
    """What a belief foretold, over all steps."""

    name: str
    loss: float = 0.0
    square: float = 0.0
    steps: int = 0
    passes: list[list[float]] = field(default_factory=lambda: [[0.0, 0.0, 0.0] for _ in range(BINS)])
    """By probability given to a pass: steps, sum of these probabilities, passes made."""
    bots: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0, 0.0]))
    """By the bidder's spec: steps, summed loss."""

    def add(self, bot: str, chance: float, passing: float, passed: bool) -> None:
        """A step foretold with probability `chance`, a pass with `passing`."""
        loss = -math.log(chance)
        self.steps += 1
        self.loss += loss
        self.square += loss * loss
        cell = self.passes[min(BINS - 1, int(passing * BINS))]
        cell[0] += 1
        cell[1] += passing
        cell[2] += passed
        self.bots[bot][0] += 1
        self.bots[bot][1] += loss

    @property
    def mean(self) -> float:
        """Log-loss a step."""
        return self.loss / self.steps

    @property
    def error(self) -> float:
        """Standard error of the mean, steps taken as independent."""
        return math.sqrt(max(0.0, self.square / self.steps - self.mean**2) / self.steps)

    @property
    def miscalibration(self) -> float:
        """Mean distance of the probability given to a pass from how often it came, over steps."""
        return sum(abs(total - passed) for _, total, passed in self.passes) / self.steps

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "belief": self.name, "steps": self.steps, "log_loss": round(self.mean, 5), "standard_error": round(self.error, 5),
            "miscalibration": round(self.miscalibration, 5),
            "calibration": [{"steps": int(n), "foretold": round(total / n, 4), "passed": round(passed / n, 4)}
                            for n, total, passed in self.passes if n],
            "bidders": {bot: {"steps": int(n), "log_loss": round(loss / n, 5)} for bot, (n, loss) in sorted(self.bots.items())},
        }  # fmt: skip


def forecasts(games: Iterable[Auctions], names: Sequence[str]) -> list[Forecast]:
    """What each belief foretells, and what foretelling all legal steps alike comes to."""
    results = [Forecast(name) for name in (*names, EVEN)]
    priors = [_expectation(name) for name in names]
    for game in games:
        beliefs = [_believer(game, name, prior) for name, prior in zip(names, priors, strict=True)]
        for run in game.runs:
            for belief in beliefs:
                belief.reset()
            for step in run.steps:
                if step.voluntary:
                    _foretell(game, step, beliefs, results)
                for belief in beliefs:
                    belief.observe(step.seat, step.action, step.before)
    if not results[0].steps:
        raise InvalidError("forecast-bids: no voluntary bid or pass is in these records; right would be more games")
    return results


def _foretell(game: Auctions, step: Step, beliefs: Sequence[Belief | Foreteller], results: Sequence[Forecast]) -> None:
    legal = game.legal(step)
    bot, passed = game.record.bots[step.seat], step.action == legal[0]
    for belief, result in zip(beliefs, results, strict=False):
        chance, passing = belief.predict(step.seat, step.before, [step.action, legal[0]])
        result.add(bot, chance, passing, passed)
    results[-1].add(bot, 1 / len(legal), 1 / len(legal), passed)


def _believer(game: Auctions, name: str, prior: Any) -> Belief | Foreteller:
    """Who foretells the bids of a game, as an onlooker."""
    seats = len(game.record.bots)
    if prior is None:
        mind = network(name.partition("=")[2], game.engine)
        check_head(mind, f"--belief: {name!r}")
        return Foreteller(mind, game.board, seats, ONLOOKER)
    return Belief(game.engine, game.board, seats, ONLOOKER, prior)


def _expectation(name: str) -> Any:
    """What a belief expects of bidders; None: it is a network's."""
    kind, _, table = name.partition("=")
    if kind not in NAMES or kind == "limits-oracle" or bool(table) != (kind == "limits-learned"):
        right = "limits-uniform, limits-heuristic or limits-learned=FILE"
        raise InvalidError(f"--belief: {name!r} foretells nothing of recorded games; right would be {right}")
    return None if table.endswith(".safetensors") else expectation(kind, table or None)


def plot(results: Sequence[Forecast], path: Path) -> None:
    """Calibration of passes and log-loss, side by side."""
    from mutapa.experiments.extras import need
    from mutapa.experiments.laboratory.figures import COLOURS, canvas, save

    figure, axes = canvas(7.2, 5.4)
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    for i, each in enumerate(results):
        cells = [cell for cell in each.passes if cell[0]]
        most = max(cell[0] for cell in cells)
        xs, ys = [cell[1] / cell[0] for cell in cells], [cell[2] / cell[0] for cell in cells]
        label = f"{each.name}: log-loss {each.mean:.3f} (s.e. {each.error:.3f})"
        axes.plot(xs, ys, color=COLOURS[i % len(COLOURS)], linewidth=1, label=label)
        axes.scatter(xs, ys, [12 + 90 * cell[0] / most for cell in cells], color=COLOURS[i % len(COLOURS)], alpha=0.7)
    axes.set_xlabel("probability given to a pass")
    axes.set_ylabel("share of steps that were passes")
    axes.legend(fontsize=8, frameon=False, loc="upper left")
    axes.set_title(f"Next bids foretold, {results[0].steps:,} voluntary steps", fontsize=10)
    need("matplotlib", "report")
    save(figure, path)


def command(
    records: Annotated[list[Path], typer.Argument(metavar="RECORDS", help="Record files, or folders of them.")],
    belief: Annotated[
        list[str], typer.Option("--belief", help="limits-uniform, -heuristic, limits-learned=FILE (a table or net); repeatable.")
    ] = ["limits-uniform", "limits-heuristic"],  # noqa: B006
    out: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw calibration as .svg or .png.")] = None,
    backend: Backend = "object",
    json: Json = None,
) -> None:
    """Foretell the bids of recorded games by beliefs about bidder types: log-loss and calibration."""
    paths = found(records)
    check_target(json, out, *paths)
    if out is not None:
        files.check_folder(out.parent)
        if out.suffix not in (".svg", ".png"):
            raise InvalidError(f"--plot: {out}: right would be a name that ends in .svg or .png")
    for name in belief:
        _expectation(name)
    results = forecasts(read(paths, backend), belief)
    if json != "-":
        table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
        for column in ("belief", "steps", "log-loss", "s.e.", "miscalibration of passes"):
            table.add_column(column, justify="left" if column == "belief" else "right")
        for each in results:
            table.add_row(each.name, f"{each.steps:,}", f"{each.mean:.4f}", f"{each.error:.4f}", f"{each.miscalibration:.4f}")
        console().print(table)
    if out is not None:
        plot(results, out)
    emit(json, {"forecasts": [each.data() for each in results]})
