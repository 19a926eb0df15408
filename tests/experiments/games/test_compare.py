"""Comparing two revisions: ratios by fixed numbers, links, and a revision nobody knows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.experiments.games.compare import best, links, ratios

TOP = Path(__file__).parents[3]


def test_a_ratio_above_one_is_faster() -> None:
    before = {"kuhn 2": {"decision_ns": 200.0, "playouts_per_s": 50.0}, "gone": {"x": 1.0}}
    after = {"kuhn 2": {"decision_ns": 100.0, "playouts_per_s": 100.0, "new": 1.0}}
    assert ratios(before, after) == [
        ("kuhn 2", "decision_ns", 200.0, 100.0, 2.0),
        ("kuhn 2", "playouts_per_s", 50.0, 100.0, 2.0),
    ]


def test_the_better_of_two_runs_counts() -> None:
    one = {"kuhn 2": {"decision_ns": 200.0, "playouts_per_s": 50.0}}
    other = {"kuhn 2": {"decision_ns": 250.0, "playouts_per_s": 60.0}}
    assert best(None, one) == one
    assert best(one, other) == {"kuhn 2": {"decision_ns": 200.0, "playouts_per_s": 60.0}}


def test_links_come_before_the_installation(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "core").mkdir(parents=True)
    (tree / "core" / "errors.py").write_text("HERE = 1\n")
    code = "import mutapa.core.errors as errors; print(errors.HERE)"
    path = links(tree, tmp_path / "links")
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(path)}, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"


@pytest.mark.skipif(not (TOP / ".git").exists(), reason="needs a git checkout")
@pytest.mark.parametrize("ref", ["no-such-revision", "--help-me", "HEAD:README.md"])
def test_an_unknown_revision_is_one_line(ref: str) -> None:
    words = [sys.executable, "-m", "mutapa.experiments.games.compare", "--", ref]
    done = subprocess.run(words, cwd=TOP, capture_output=True, text=True)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "REF is a commit, branch or tag" in done.stderr
