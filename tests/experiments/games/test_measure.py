"""Where a simulation's time goes: the parts add up. That the simulations are the same, tests/search/test_retrace.py shows."""

from __future__ import annotations

import pytest

from mutapa.core import registry
from mutapa.experiments.games.measure import Table


@pytest.mark.parametrize("name", ["ascending", "kuhn"])
def test_parts_of_a_simulation_add_up(name: str) -> None:
    game = registry.get(name)
    found = Table(game, game.seats[0], "plain").shares(0.2, "uct:memory=1")
    assert found["simulation"] == pytest.approx(found["rules"] + found["rollouts"] + found["search"])
    assert min(found["simulation"], found["rules"]) > 0
