"""``mutapa net``: what a file of weights says of itself."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.experiments.cli import app
from mutapa.experiments.training import net
from mutapa.nets.weights import Weights, save
from tests.nets.random_nets import random_weights


def test_the_header_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    save(path, random_weights(KUHN))
    done = CliRunner().invoke(app, ["net", str(path)])
    assert done.exit_code == 0
    said = dict(line.split(maxsplit=1) for line in done.output.splitlines())
    assert said["game"] == "kuhn, rules version 1"
    assert said["fits"] == "yes, the rules and features as they are now"
    assert said["widths"] == "embedding 13, hidden 10, rank 3, points 7"
    assert said["policy"] == "corrects the game's preferences"
    assert said["licence"] == "MIT"
    assert said["run"] == "seed: 1"
    assert "of float16" in said["weights"]


def test_a_network_of_older_rules_says_so(tmp_path: Path) -> None:
    path, weights = tmp_path / "net.safetensors", random_weights(KUHN)
    save(path, Weights(dataclasses.replace(weights.header, version=9), weights.tensors))
    done = CliRunner().invoke(app, ["net", str(path)])
    assert done.exit_code == 0
    assert "no: trained by version 9 of the rules of kuhn, which are at 1" in done.output


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("none.safetensors", "none.safetensors: can't be read"),
        ("default", "default: the default network of which game? Right would be default:zimbabwe"),
        ("default:kuhm", "no game 'kuhm'; did you mean 'kuhn'?"),
        ("default:coin", "default:coin: there is no default network for coin yet"),
    ],
)
def test_what_is_no_file_of_weights_is_refused(file: str, said: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        net.command(file)
    assert said in str(caught.value)
