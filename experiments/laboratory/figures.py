"""Figures of experiments: differences with their intervals, drawn by matplotlib (extra `report`)."""

from __future__ import annotations

import io
import os
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mutapa.core import files
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory.verdict import Finding

COLOURS = ("#1f6feb", "#c4541a", "#2c8a57", "#8a4bb8", "#8a6d1f", "#5b6570")
"""Told apart by people who don't see red or green, too; budgets also differ by their marker."""
MARKERS = "osD^vP"


def canvas(wide: float, high: float) -> tuple[Any, Any]:
    """A figure and its axes, in inches, without a screen."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    need("matplotlib", "report").use("Agg")
    figure, axes = need("matplotlib.pyplot", "report").subplots(figsize=(wide, high), layout="constrained")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def save(figure: Any, path: Path) -> None:
    """Write a figure in the format that the file's name says, whole or not at all; equal figures give equal files."""
    buffer = io.BytesIO()
    kind = path.suffix.removeprefix(".")
    plain = {"svg": {"Date": None}, "png": {"Software": None}}.get(kind, {})
    with need("matplotlib", "report").rc_context({"svg.hashsalt": "mutapa"}):
        figure.savefig(buffer, format=kind, metadata=plain, dpi=150)
    need("matplotlib.pyplot", "report").close(figure)
    files.write(path, buffer.getvalue())


def differences(found: Sequence[Finding], title: str, alpha: float) -> Any:
    """Each cell's difference of the win share and its interval, cells of a comparison together; filled where Holm rejects."""
    shown = [each for each in found if each.blocks]
    budgets = list(dict.fromkeys(each.budget for each in shown))
    groups = list(dict.fromkeys((each.comparison, each.seats) for each in shown))
    figure, axes = canvas(8, 1.4 + 0.3 * len(shown) + 0.3 * len(groups))
    at, ticks = 0.0, []
    for group in groups:
        mine = [each for each in shown if (each.comparison, each.seats) == group]
        ticks.append((at + (len(mine) - 1) / 2, f"{group[0]}\n{group[1]} players"))
        for each in mine:
            b = budgets.index(each.budget)
            colour, sure = COLOURS[b % len(COLOURS)], each.corrected < alpha
            axes.plot([each.low, each.high], [at, at], color=colour, linewidth=1.6)
            axes.plot(
                each.difference, at, MARKERS[b % len(MARKERS)], color=colour, markerfacecolor=colour if sure else "white",
                markersize=6,
            )  # fmt: skip
            at += 1
        at += 1
    axes.axvline(0, color="#888888", linewidth=0.8, zorder=0)
    axes.set_yticks([place for place, _ in ticks], [name for _, name in ticks], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel(
        f"difference of the win share; {1 - alpha:.0%} intervals; filled: sure after correction", fontsize=8
    )
    axes.set_title(textwrap.fill(title, 88), fontsize=9, loc="left")
    for b, budget in enumerate(budgets):
        axes.plot([], [], MARKERS[b % len(MARKERS)] + "-", color=COLOURS[b % len(COLOURS)], label=budget)
    axes.legend(fontsize=8, frameon=False)
    return figure
