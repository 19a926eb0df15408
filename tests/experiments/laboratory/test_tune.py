"""A tuning goes on from what is there, and numbers that mean nothing are refused before the first game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.core.errors import InvalidError
from mutapa.experiments import cli, config
from mutapa.experiments.laboratory import tune
from mutapa.experiments.laboratory.tune import Task, Tuning, results_of, sound

TUNING = {"game": "ascending", "bot": "uct:sims=4", "numbers": {"c": {"start": 1.0}}, "confirm": {"blocks": 2}}


def test_what_comes_after_a_lost_iteration_is_played_again() -> None:
    """Deleting a damaged file must not put later results in its place: each belongs to the perturbation of its number."""
    rows = [{"iteration": k, "result": k / 10} for k in (1, 2, 4, 5)]
    assert results_of(rows) == [0.1, 0.2]
    rows += [{"iteration": k, "result": k / 5} for k in (3, 4)]
    assert results_of(rows) == [0.1, 0.2, 0.6, 0.8, 0.5], "of two the last counts"
    assert results_of([]) == []


def test_results_are_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "small.yaml", tmp_path / "out"
    path.write_text(yaml.safe_dump({**TUNING, "iterations": 3, "blocks": 1, "backend": "plain"}))
    asked: list[int] = []

    def counted(rows: Sequence[Mapping[str, Any]]) -> list[float]:
        asked.append(len(rows))
        return results_of(rows)

    monkeypatch.setattr(tune, "results_of", counted)
    for minutes, said in (("0", "0 of 3 iterations"), ("0", "2 of 3 iterations"), ("9", "confirm")):
        with pytest.raises(SystemExit) as ended:
            cli.main(["tune", str(path), "--out", str(out), "--minutes", minutes])
        printed = capsys.readouterr()
        assert ended.value.code == 0, printed.err
        assert said in printed.out
        (out / "results").mkdir(exist_ok=True)
        if not list(out.glob("results/*")):
            lines = [{"iteration": k, "result": 0.5, "upper": [], "lower": []} for k in (1, 2)]
            (out / "results" / "000001.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    assert asked == [0, 2, 2]


def test_what_can_be_no_result() -> None:
    assert sound({"iteration": 1, "result": 0.5, "upper": [], "lower": []})
    assert not any(map(sound, ({}, {"iteration": 1}, {"iteration": "1", "result": 0}, {"iteration": 1, "result": None})))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"rate": float("nan")}, "rate is nan; right would be above 0"),
        ({"rate": float("inf")}, "rate is inf"),
        ({"numbers": {"c": {"start": 1, "step": float("nan")}}}, "numbers: c: step is nan; right would be above 0"),
        ({"numbers": {"sims": {"start": 4, "step": float("inf")}}}, "numbers: sims: step is inf"),
        ({"numbers": {"c": {"start": float("nan")}}}, "start nan in 0 to 100"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said) as error:
        Task(config.checked({**TUNING, **more}, Tuning, "here"), "here")
    assert str(error.value).startswith("here: ")
