"""Hashes of code and bots: what changes play changes them, what doesn't leaves them alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.core.sources import plain
from mutapa.experiments import provenance
from mutapa.experiments.provenance import frozen


def test_code_is_what_is_left_without_comments_and_docstrings() -> None:
    one = '"""What it is."""\n\n\ndef f(x):\n    """Twice."""\n    return 2 * x  # quick\n'
    other = "def f(x):\n    return 2*x\n"
    assert plain(one) == plain(other)
    assert plain(one) != plain(other.replace("2", "3"))
    assert plain('def f():\n    """Nothing."""\n') == plain("def f():\n    pass\n")


def test_games_have_code_of_their_own() -> None:
    found = {name: provenance.sources(registry.get(name)) for name in ("kuhn", "sealed")}
    assert found["kuhn"] != found["sealed"]
    assert found["kuhn"] == provenance.sources(registry.get("kuhn"))


def test_default_weights_count_though_no_compiled_code_holds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("stone_age")
    before, weights = provenance.sources(game), game.weights
    assert weights is not None
    wood = weights["wood"]
    monkeypatch.setitem(weights._all, "wood", wood._replace(default=wood.default + 1))
    assert provenance.sources(game) != before


def test_a_bot_is_frozen_with_the_files_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("cattle: 5\n")
    for spec in (f"expert:weights={path}", f"uct:sims=5,weights={path}", f"bidder:type=pass,base=expert:weights={path}"):
        path.write_text("cattle: 5\n")
        before = frozen(spec, "code")
        assert before == frozen(spec, "code")
        assert before != frozen(spec, "other code")
        path.write_text("cattle: 7\n")
        assert before != frozen(spec, "code"), spec
    assert frozen("uct:sims=5", "code") != frozen("uct:sims=6", "code")
    assert frozen("uct:sims=5", "code") == frozen(" uct:sims=5,select=puct", "code")


def test_a_bot_from_elsewhere_is_frozen_with_its_source(tmp_path: Path) -> None:
    source = "from mutapa.search.bots import RandomBot\n\n\nclass Mine(RandomBot):\n    name = 'mine'\n    doc = 'x'\n"
    told = []
    for more in ("", "# another\n"):
        (tmp_path / "mine.py").write_text(source + more)
        code = "from mutapa.experiments.provenance import frozen; print(frozen('python:mine:Mine', 'code'))"
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] != told[1]


def test_the_machine_is_json() -> None:
    found = json.loads(json.dumps([provenance.machine(), provenance.load(), provenance.revision()]))
    assert found[0]["cores"] >= 1
    assert found[0]["numba"]


def test_no_checkout_is_no_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance, "TOP", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert provenance.revision() is None
