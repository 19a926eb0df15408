"""Skill levels: laid at even distances by hand, finite gaps, and the whole command on a toy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.core.errors import InvalidError
from mutapa.experiments import archive, config
from mutapa.experiments.laboratory.ladder import Ladder, between, check, check_levels, gap, laid, plan
from mutapa.experiments.laboratory.verdict import Finding
from mutapa.search.bots import make

TOP = Path(__file__).parents[3]
LADDER: dict[str, Any] = {
    "game": "ascending", "bot": "uct:memory=1", "levels": 3, "blocks": 4, "backend": "plain",
    "rungs": [{"sims": 1, "blunder": 0.9}, {"sims": 5, "blunder": 0.3}, {"sims": 40, "blunder": 0.0}],
}  # fmt: skip


def test_values_between_two_rungs() -> None:
    one, other = {"sims": 10, "blunder": 0.4}, {"sims": 1000, "blunder": 0.0}
    assert between(one, other, 0) == one
    assert between(one, other, 1) == other
    assert between(one, other, 0.5) == {"sims": 100, "blunder": 0.2}


def test_levels_are_laid_at_even_distances() -> None:
    rungs = [{"sims": 1}, {"sims": 10}, {"sims": 100}]
    assert laid(rungs, [100, 100], 3) == rungs
    assert laid(rungs, [200, 100], 4) == [{"sims": 1}, {"sims": 3}, {"sims": 10}, {"sims": 100}]
    assert laid(rungs, [300, 100], 2) == [{"sims": 1}, {"sims": 100}]
    level = laid(rungs, [100, -50], 3)  # the upper two are alike, so levels come from where there is strength to tell apart
    assert level[0] == {"sims": 1}
    assert 1 < level[1]["sims"] < 10
    assert level[2] == {"sims": 100}


def found(difference: float, low: float, high: float, null: float = 0.5, seats: int = 2) -> Finding:
    rest: dict[str, Any] = dict.fromkeys(Finding.__dataclass_fields__, 0)
    return Finding(**{**rest, "seats": seats, "null": null, "difference": difference, "low": low, "high": high})


def test_gaps_are_finite() -> None:
    one, low, high = gap(found(0.25, 0.15, 0.35))
    assert (one, low) == (pytest.approx(190.8, abs=0.1), pytest.approx(107.5, abs=0.1))
    assert low < one < high
    one, low, high = gap(found(0.5, 0.3, 0.6))  # all games won
    assert low < one < high < 1000


def test_what_is_no_ladder_is_refused() -> None:
    wrong = {
        "1 rungs": {"rungs": [{"sims": 1}]},
        "levels is 1": {"levels": 1},
        "rung 2 sets sims; all set sims, blunder": {"rungs": [{"sims": 1, "blunder": 0.1}, {"sims": 2}]},
        "rung 1: sims is 'few'": {"rungs": [{"sims": "few"}, {"sims": 2}]},
    }
    for said, more in wrong.items():
        with pytest.raises(InvalidError, match=said):
            check(config.checked({**LADDER, **more}, Ladder, "here"), "here")
    with pytest.raises(InvalidError, match="blunder=2 is out of range"):
        plan(config.checked(LADDER, Ladder, "here"), [{"sims": 1, "blunder": 2}, {"sims": 2, "blunder": 0}], 1, "here")


def test_levels_that_are_one_bot_are_refused() -> None:
    """Nine levels between two and four simulations; the next command would have said so of bots that nobody named."""
    rungs = [{"sims": 2}, {"sims": 4}]
    with pytest.raises(InvalidError, match=r"here: levels 1 and 2 of 9 both come out as sims=2; right would be fewer levels"):
        check_levels(laid(rungs, [100], 9), "here")
    check_levels(laid(rungs, [100], 3), "here")


def test_ladders_of_the_repository_are_sound() -> None:
    paths = sorted((TOP / "configs" / "ladders").glob("*.yaml"))
    assert paths
    for path in paths:
        ladder = config.load(path, Ladder)
        check(ladder, path.name)
        assert len(plan(ladder, ladder.rungs, ladder.seed, path.name).cells) == len(ladder.rungs) - 1
    for path in (TOP / "configs" / "levels").glob("*/*.yaml"):
        assert make(f"@{path}").name == "uct"


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "toy.yaml", tmp_path / "out"
    path.write_text(yaml.safe_dump({**LADDER, "into": str(tmp_path / "levels")}))

    def run(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mutapa.experiments.cli", "ladder", str(path), "--out", str(out), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    done = run("--minutes", 0)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("the same command goes on\n")
    assert not (out / "levels").exists()
    done = run("--workers", 2)
    assert done.returncode == 0, done.stderr
    assert "Levels" in done.stdout
    names = [place / f"{n}.yaml" for place in (out / "levels", tmp_path / "levels") for n in (1, 2, 3)]
    assert all(name.exists() for name in names)
    first, middle, last = (make(f"@{name}").values for name in names[:3])
    assert (first["sims"], first["blunder"], last["sims"], last["blunder"]) == (1, 0.9, 40, 0.0)
    assert 1 <= middle["sims"] <= 40
    assert {row["block"] for row in archive.read(out / "check")} == {1, 2, 3, 4}
    path.write_text(yaml.safe_dump({**LADDER, "seed": 5}))
    done = run()
    assert done.returncode == 2
    assert "seed was 0 when this began, now it is 5" in done.stderr
