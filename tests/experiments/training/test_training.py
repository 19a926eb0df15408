"""Configs of training: defaults spelled out, and each mistake one line that names it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.core.errors import InvalidError
from mutapa.experiments.training import training
from mutapa.experiments.training.training import load

TOP = Path(__file__).parents[3]


def plan(tmp_path: Path, **changes: Any) -> training.Plan:
    path = tmp_path / "toy.yaml"
    path.write_text(yaml.safe_dump({"game": "ascending", "backend": "plain", **changes}))
    return load(path)


def test_defaults_are_spelled_out(tmp_path: Path) -> None:
    found = plan(tmp_path)
    assert found.training.seats == [2, 3, 4]
    assert found.folder == Path("runs/toy")
    assert found.steps == [2000, 1000, 1000]
    task = found.task(1, Path("somewhere/nets/00.safetensors"))
    assert task.spec == "uct:net=somewhere/nets/00.safetensors"
    assert task.called == "uct:net=00.safetensors"  # files are the same wherever the run lies
    assert found.data()["learner.batch"] == 512


def test_settings_laid_over_a_config(tmp_path: Path) -> None:
    plan(tmp_path)
    found = load(tmp_path / "toy.yaml", ["learner.ema=0", "gate.blocks=7", "teacher.bot=expert"]).training
    assert (found.learner.ema, found.gate.blocks, found.teacher.bot) == (0, 7, "expert")
    for wrong, said in {"learner.ema": "is no setting; write NAME=VALUE", "learner.emu=1": "emu", "stagse=2": "stages"}.items():
        with pytest.raises(InvalidError, match=said):
            load(tmp_path / "toy.yaml", [wrong])


def test_what_a_gate_doesnt_do_is_not_in_the_plan(tmp_path: Path) -> None:
    """So that a run which was begun before gates could make steps at random goes on."""
    assert "gate.blunder" not in plan(tmp_path).data()
    assert load(tmp_path / "toy.yaml", ["gate.blunder=0.2"]).data()["gate.blunder"] == 0.2


def test_shipped_configs_are_right() -> None:
    found = sorted((TOP / "configs" / "training").glob("*.yaml"))
    assert found
    for path in found:
        load(path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "kuhm"}, "kuhn"),
        ({"stagse": 2}, "no key 'stagse'; did you mean 'stages'"),
        ({"learner": {"batsh": 2}}, "batsh"),
        ({"seats": [5]}, "seats"),
        ({"player": "uct:seconds=1"}, "player: 'uct:seconds=1,net=a.safetensors' goes by a clock"),
        ({"player": "utc"}, "uct"),
        ({"player": "expert"}, "player 'expert' takes no network; right would be a search that does, as uct"),
        ({"player": "uct:mix=0.5"}, "mix with horizon=0"),
        ({"player": "uct:worlds=cheat"}, "told what its seat can't see"),
        ({"player": "uct:net=x.safetensors"}, "names a network"),
        ({"playing": {"share": 3}}, "playing: share is 3"),
        ({"teacher": {"games": 0}}, "teacher: games is 0"),
        ({"learner": {"held_out": 1}}, "held_out is 1, so nothing is left"),
        ({"learner": {"ema": 1.0}}, "ema is 1.0"),
        ({"learner": {"decay": "linear"}}, "decay is 'linear'"),
        ({"gate": {"elo0": 50}}, "elo0 below elo1"),
        ({"gate": {"blunder": 1}}, r"gate: blunder is 1.0; right would be a share from 0 on, below 1"),
        ({"rating": {"opponents": ["randm"]}}, "random"),
        ({"options": {"budgt": 3}}, "budget"),
        ({"model": {"width": 3}}, "model: no key 'width'"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError) as error:
        plan(tmp_path, **changes)
    assert said in str(error.value)
    assert len(str(error.value).splitlines()) == 1
