"""What an engine is made with: a network that foretells bids is carried along, whether it gives values or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.nets.weights import save
from mutapa.search import settings as at
from mutapa.search.export.player import Player
from mutapa.search.export.vector import questions
from tests.nets.random_nets import random_weights


@pytest.mark.parametrize(("options", "auction", "net", "carried"), [
    ("auction=limits-learned,net=NET", at.FORETOLD, 1, True), ("auction=limits-learned,bids=NET", at.FORETOLD, 0, True),
    ("net=NET", at.OPEN, 1, True), ("auction=limits-uniform", at.LIMITS, 0, False), ("sims=10", at.OPEN, 0, False),
])  # fmt: skip
def test_a_network_that_foretells_bids(options: str, auction: int, net: int, carried: bool, tmp_path: Path) -> None:
    save(tmp_path / "net.safetensors", random_weights(ASCENDING))
    player = Player(ASCENDING, f"uct:{options}".replace("NET", str(tmp_path / "net.safetensors")))
    found = player.settings()
    assert (found[at.AUCTION], found[at.NET]) == (auction, net)
    assert bool(player.network()[2]) == carried
    assert player.constants()["BELIEFS"] == int(auction == at.LIMITS)


def test_one_without_a_bid_head_is_refused(tmp_path: Path) -> None:
    save(tmp_path / "net.safetensors", random_weights(KUHN))
    with pytest.raises(InvalidError, match="networks of kuhn foretell no bids; right would be auction=open"):
        Player(KUHN, f"uct:auction=limits-learned,bids={tmp_path / 'net.safetensors'}")


@pytest.mark.parametrize(("name", "spec", "tables", "options"), [
    ("ascending", "uct", [2, 3, 4], {}), ("ascending", "uct:proven=1", [2], {}), ("zimbabwe", "uct:proven=1", [2], {}),
    ("zimbabwe", "uct:worlds=mo", [2, 3, 4, 5], {"auction": "sealed"}), ("stone_age", "uct:worlds=mo", [2, 3, 4], {}),
    ("stone_age", "greedy", [2, 3, 4], {}),
])  # fmt: skip
def test_games_that_it_plays(name: str, spec: str, tables: list[int], options: dict[str, Any]) -> None:
    """Its self-test is made of them: proofs are for two seats, and something may be hidden under an option alone."""
    player = Player(registry.get(name), spec)
    assert player.games() == (tables, options)
    said = list(questions(player.game, *player.games()))
    for line in said:
        if line.startswith("new "):
            assert int(line.split()[6]) in tables
        if line.startswith("log 0 "):
            assert options.items() <= json.loads(line.split(" ", 3)[3])["options"].items()


@pytest.mark.parametrize(("name", "spec", "why"), [
    ("kuhn", "uct:proven=1", "what is hidden in kuhn can't be proven"),
    ("tictactoe", "uct:worlds=mo", "nothing is hidden in tictactoe, so worlds=mo draws nothing; right would be worlds=so"),
    ("sealed", "uct:graph=transpositions", "in sealed something is hidden"),
])  # fmt: skip
def test_a_bot_for_no_game_of_its_kind_is_refused(name: str, spec: str, why: str) -> None:
    with pytest.raises(InvalidError, match=why):
        Player(registry.get(name), spec).games()
