"""`mutapa sprt`: it ends, goes on where it stopped, and doesn't care who works."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.experiments.cli import main
from mutapa.experiments.laboratory import blocks, sprt
from mutapa.experiments.laboratory.sequential import Hypotheses, Standing

TEST = ["sprt", "uct:sims=8", "random", "--game", "kuhn", "--elo1", "150", "--backend", "plain", "--quiet"]


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> tuple[str, str]:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    out, err = capsys.readouterr()
    assert end.value.code == code, err
    return out, err


def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, _ = run([*TEST, "--out", str(tmp_path / "whole"), "--json", "-"], capsys)
    halves = [*TEST, "--out", str(tmp_path / "halves"), "--json", "-"]
    first, err = run([*halves, "--max-blocks", "3"], capsys)
    assert json.loads(first)["accepted"] is None
    assert "undecided between 0 and 150 Elo of uct:sims=8 above random" in err
    second, _ = run(halves, capsys)
    one, other = ({k: v for k, v in json.loads(each).items() if k != "efforts"} for each in (whole, second))
    assert one == other
    assert one["accepted"] in ("elo0", "elo1")
    assert one["games"] == 2 * one["blocks"]
    assert one["blocks"] > 3
    again, _ = run(halves, capsys)  # decided: nothing more is played
    assert json.loads(again) == json.loads(second)
    assert json.loads((tmp_path / "halves" / "result.json").read_text()) == json.loads(second)
    _, err = run([*halves, "--elo1", "160"], capsys, 2)
    assert "hypotheses was" in err


def test_under_a_clock_another_backend_may_not_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sprt", "uct:seconds=0.01", "random", "--game", "kuhn", "--minutes", "0", "--quiet", "--out", str(tmp_path / "run")]
    run([*words, "--backend", "plain"], capsys)
    _, err = run([*words, "--backend", "strict"], capsys, 2)
    assert 'backend was "plain" when this began, now it is "strict"' in err


def played(rng: np.random.Generator, shuffle: int) -> Callable[..., Iterator[blocks.Row]]:
    """In place of `blocks.run`: results that depend on the block alone, `shuffle` of them under way, ending in any order."""
    scores = rng.random((4000, 2)) < 0.6

    def instead(tasks: Iterable[blocks.Task], staff: Any, more: Callable[[], bool]) -> Iterator[blocks.Row]:
        waiting, running = iter(tasks), []
        order = np.random.default_rng(shuffle)
        while True:
            while more() and len(running) < shuffle and (task := next(waiting, None)) is not None:
                running.append(task)
            if not running:
                return
            task = running.pop(int(order.integers(len(running))))
            void = "stuck" if task.block % 7 == 0 else ""
            games = [
                {"seats": [k, 1 - k], "ranks": [1, 2] if scores[task.block, k] == (k == 0) else [2, 1], "void": void,
                 "capped": False, "efforts": [[1, 0.1, 0, 0.0]] * 2}
                for k in (0, 1)
            ]  # fmt: skip
            yield {"table": "t", "block": task.block, "games": games}

    return instead


def test_the_block_that_decides_does_not_depend_on_the_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for shuffle in (1, 16):
        monkeypatch.setattr(blocks, "run", played(np.random.default_rng(6), shuffle))
        out, _ = run([*TEST, "--elo1", "60", "--out", str(tmp_path / str(shuffle)), "--json", "-"], capsys)
        found.append({k: v for k, v in json.loads(out).items() if k not in ("games", "efforts")})
    assert found[0] == found[1]
    assert found[0]["accepted"] == "elo1"
    assert found[0]["void"] == (found[0]["blocks"] + found[0]["void"]) // 7


def test_setups_are_dealt_in_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "openings"
    folder.mkdir()
    for n in (1, 2):
        run(["setup", "ascending", "--seats", "2", "--set", f"budget={n + 4}", "--out", str(folder / f"{n}.json")], capsys)
    base = ["sprt", "random", "random", "--game", "ascending", "--backend", "plain", "--quiet", "--setups", str(folder)]
    out, _ = run([*base, "--max-blocks", "3", "--out", str(tmp_path / "run"), "--json", "-"], capsys)
    assert json.loads(out)["blocks"] == 3
    plan = json.loads((tmp_path / "run" / "plan.json").read_text())
    assert len(set(plan["setups"])) == 2


def test_words() -> None:
    now = Standing(0.5, -2.944, 2.944, "", 12, 1, 0, 0.5625)
    right = "LLR 0.50 in -2.94 .. 2.94 · 12 blocks · share of the win 0.562 (+44 Elo) · 1 void"
    assert sprt.words(now, Hypotheses(2)) == right


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--elo0", "30", "--elo1", "10"], "mutapa: sequential test: elo0 30 and elo1 10; right would be elo0 below elo1"),
        (["--alpha", "0.7"], "mutapa: sequential test: alpha is 0.7"),
        (["--model", "normal"], "did you mean 'normalized'?"),
        (["--seats", "9"], "sprt"),
        (["--setups", "nowhere.json"], "nowhere.json: can't be read"),
    ],
)
def test_bad_input_is_one_line(
    given: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, err = run([*TEST, "--out", str(tmp_path / "x"), *given], capsys, 2)
    assert said in err
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "x").exists()
