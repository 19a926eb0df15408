"""Curves of a training run: losses, calibration, agreement with the search, strength over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.experiments.laboratory.figures import COLOURS, canvas, save
from mutapa.experiments.training.runs import Folder

Rows = Sequence[dict[str, Any]]


def draw(folder: Folder) -> None:
    """Draw what the run's metrics hold so far, as SVG files in its folder."""
    rows = folder.metrics()
    of = {kind: [row for row in rows if row["kind"] == kind] for kind in ("learn", "test", "stage")}
    for name, figure in {
        "loss": _loss(of["learn"], of["test"]),
        "calibration": _calibration(of["test"]),
        "agreement": _lines(of["test"], ("top_1", "top_3"), "share of positions held out", "the search's choice among the first"),
        "elo": _elo(of["stage"]),
    }.items():
        if figure is not None:
            save(figure, folder.path / f"{name}.svg")


def _loss(learnt: Rows, tested: Rows) -> Any:
    if not learnt:
        return None
    figure, axes = canvas(7, 4)
    for i, part in enumerate(("value", "policy", "bids")):
        for rows, style, where in ((learnt, "-", ""), (tested, "--", ", held out")):
            points = [(row["step"], row[part]) for row in rows if row.get(part) is not None]
            if points:
                label = f"{part}{where}, last {points[-1][1]:.3f}"
                axes.plot(*zip(*points, strict=True), style, color=COLOURS[i], linewidth=1.2, label=label)
    _finish(axes, "step", "loss (nats)", "Losses")
    return figure


def _lines(rows: Rows, parts: Sequence[str], label: str, title: str) -> Any:
    points = {part: [(row["step"], row[part]) for row in rows if row.get(part) is not None] for part in parts}
    if not any(points.values()):
        return None
    figure, axes = canvas(7, 3.4)
    for i, (part, some) in enumerate(points.items()):
        if some:
            axes.plot(*zip(*some, strict=True), color=COLOURS[i], linewidth=1.2, label=part.replace("_", " "))
    _finish(axes, "step", label, title)
    return figure


def _calibration(tested: Rows) -> Any:
    """The last network of each stage."""
    last = {row["stage"]: row for row in tested if row.get("calibration")}
    if not last:
        return None
    figure, axes = canvas(5, 5)
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    for i, (stage, row) in enumerate(sorted(last.items())):
        cells = row["calibration"]
        label = f"stage {stage}, off by {row['miscalibration']:.3f}"
        colour = COLOURS[i % len(COLOURS)]
        said, came = [each["said"] for each in cells], [each["came"] for each in cells]
        axes.plot(said, came, "o-", color=colour, markersize=3, label=label)
    _finish(axes, "share of the win foretold", "share that came", "Calibration on games held out")
    return figure


def _elo(stages: Rows) -> Any:
    """Against each opponent at each number of seats; the network that stands."""
    against: dict[tuple[str, int], list[tuple[int, float, float, float]]] = {}
    for row in stages:
        for each in row["ratings"]:
            point = row["stage"], each["elo"], each["elo_low"], each["elo_high"]
            against.setdefault((each["opponent"], each["seats"]), []).append(point)
    if not against:
        return None
    figure, axes = canvas(7, 4)
    for i, ((opponent, seats), points) in enumerate(against.items()):
        colour, xs = COLOURS[i % len(COLOURS)], [at + 0.03 * i for at, *_ in points]
        axes.plot(xs, [each for _, each, _, _ in points], "o-", color=colour, markersize=3, label=f"{opponent}, {seats} players")
        axes.vlines(xs, [low for *_, low, _ in points], [high for *_, high in points], color=colour, linewidth=0.8)
    axes.axhline(0, color="#999999", linewidth=0.8)
    axes.set_xticks(sorted({at for points in against.values() for at, *_ in points}))
    _finish(axes, "stage", "Elo above it (95 %)", "The search with the network against fixed opponents")
    return figure


def _finish(axes: Any, across: str, up: str, title: str) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.set_title(title, fontsize=10, loc="left")
    axes.legend(fontsize=7, frameon=False)
