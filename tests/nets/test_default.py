"""Networks that come with mutapa: each fits its game as it is now, is small, and has an opinion."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from mutapa.core import native, registry
from mutapa.core.state import State
from mutapa.experiments import cli
from mutapa.nets import weights
from mutapa.nets.network import Network

SHIPPED = sorted(weights.DEFAULTS.glob("*.safetensors"))
MOST_BYTES = 3_000_000


def test_there_are_some() -> None:
    assert [path.stem for path in SHIPPED] == ["zimbabwe"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_fits_its_game(path: Path) -> None:
    """A change of rules or features leaves it behind: then it must be trained anew, or go."""
    game = registry.get(path.stem)
    found = weights.load(path, game)
    assert path.stat().st_size <= MOST_BYTES
    assert found.header.licence == "MIT"
    told = CliRunner().invoke(cli.app, ["net", f"default:{path.stem}"])
    assert told.exit_code == 0, told.output
    assert found.seal in told.output


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_it_has_an_opinion(path: Path) -> None:
    """Of an opening of each number of players: shares that add up, none of them certain, and preferences that it corrects."""
    game = registry.get(path.stem)
    network = Network(weights.load(path, game), native.engine(game, "plain"))
    for seats in range(game.seats[0], game.seats[1] + 1):
        thought = network.think(State.new(game, seats, seed=3))
        assert sum(thought.values) == pytest.approx(1, abs=1e-5)
        assert 0.5 / seats < min(thought.values) <= max(thought.values) < 2 / seats
        assert sum(thought.priors) == pytest.approx(1, abs=1e-5)
