"""``make bench-compare REF=...``: this tree and another revision, measured in turns so that both meet the same noise.

Each measurement is a process of its own: ``bench --json`` of either tree, reached through a folder of links that stands before
the installation on Python's path. The least time of the rounds counts; the revision's native object is built by its own code.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments.console import console

ROOMS = ("core", "nets", "search", "experiments", "configs")
HIGHER_IS_BETTER = ("playouts_per_s", "search_simulations_per_s")
Figures = dict[str, dict[str, float]]
Ratio = tuple[str, str, float, float, float]


def links(tree: Path, folder: Path) -> Path:
    """A folder in which the rooms of `tree` are found as ``mutapa.*``."""
    (folder / "mutapa").mkdir(parents=True)
    for room in ROOMS:
        if (tree / room).is_dir():
            (folder / "mutapa" / room).symlink_to(tree / room)
    return folder


def measure(path: Path, game: str, seconds: float) -> Figures:
    """One run of ``bench --json`` of the tree that the links at `path` show."""
    command = [sys.executable, "-m", "mutapa.experiments.cli", "bench", "--game", game, "--json", "--seconds", str(seconds)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(path)}, stdout=subprocess.PIPE, text=True, cwd=path)
    if done.returncode:
        raise InvalidError(f"bench-compare: the benchmark of {path.name} ended with {done.returncode}; its message stands above")
    read: dict[str, Any] = json.loads(done.stdout)
    return {**{f"{game} {count}": figures for count, figures in read[game].items()}, "calibration": read["calibration"]}


def best(one: Figures | None, other: Figures) -> Figures:
    """Figure by figure, the better of two runs."""
    if one is None:
        return other
    return {
        group: {
            name: (max if name in HIGHER_IS_BETTER else min)(value, one.get(group, {}).get(name, value))
            for name, value in figures.items()
        }
        for group, figures in other.items()
    }


def ratios(before: Mapping[str, Mapping[str, float]], after: Mapping[str, Mapping[str, float]]) -> list[Ratio]:
    """(group, figure, before, after, ratio) of what both have; a ratio above 1 is faster (or smaller)."""
    found = []
    for group, figures in after.items():
        for name, value in figures.items():
            old = before.get(group, {}).get(name)
            if old and value:
                found.append((group, name, old, value, value / old if name in HIGHER_IS_BETTER else old / value))
    return found


def command(
    ref: Annotated[str, typer.Argument(metavar="REF", help="The revision to compare with.")],
    game: Annotated[str, typer.Option("--game", help="A game by name.")] = "zimbabwe",
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Measurements of each tree.")] = 3,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="Time for each figure.")] = 0.3,
) -> None:
    """Compare the speed of this tree with that of a revision."""
    top = Path(_git("rev-parse", "--show-toplevel"))
    commit = _git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="mutapa-bench-") as temporary:
        tree = Path(temporary) / "tree"
        _git("worktree", "add", "--detach", "--force", str(tree), commit)
        try:
            paths = links(tree, Path(temporary) / ref.replace("/", "-")), links(top, Path(temporary) / "here")
            results: list[Figures | None] = [None, None]
            for n in range(rounds):
                for k in ((0, 1), (1, 0))[n % 2]:
                    results[k] = best(results[k], measure(paths[k], game, seconds))
        finally:
            _git("worktree", "remove", "--force", str(tree))
    before, after = results
    assert before is not None
    assert after is not None
    table = Table(title=f"{ref} ({commit[:9]}) and this tree; above 1: faster now", title_justify="left")
    for head in ("", "figure", "before", "now", "ratio"):
        table.add_column(head, justify="right" if head in ("before", "now", "ratio") else "left")
    for group, name, old, new, ratio in ratios(before, after):
        table.add_row(group, name, f"{old:,.1f}", f"{new:,.1f}", f"{ratio:.2f}")
    console().print(table)


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True)
    if done.returncode:
        said = " ".join(done.stderr.split()) or "nothing is known by that name"
        raise InvalidError(f"bench-compare: git {' '.join(words[:3])}: {said}; REF is a commit, branch or tag, as in REF=main~1")
    return done.stdout.strip()


if __name__ == "__main__":
    try:
        typer.run(command)
    except MutapaError as error:
        print(f"mutapa: {error}", file=sys.stderr)
        sys.exit(2)
