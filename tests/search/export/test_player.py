"""What an engine is made with: a network that foretells bids is carried along, whether it gives values or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.nets.weights import save
from mutapa.search import settings as at
from mutapa.search.export.player import Player
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
