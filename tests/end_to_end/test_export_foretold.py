"""An exported engine whose network foretells rivals' bids answers as the bot in process does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.nets.weights import save
from mutapa.search.bots import make
from mutapa.search.export.player import Player
from mutapa.search.export.program import executable
from tests.end_to_end.pairs import Pair, have_compiler, whole_games
from tests.nets.random_nets import random_weights

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not have_compiler(), reason="needs Linux and a C compiler")


@pytest.mark.slow
@pytest.mark.parametrize("option", ["net", "bids"])
def test_bids_foretold_by_an_exported_engine(option: str, tmp_path: Path) -> None:
    net = tmp_path / "net.safetensors"
    save(net, random_weights(registry.get("ascending")), "float32")
    spec = f"uct:sims=80,memory=4,auction=limits-learned,{option}={net}"
    made = executable(Player(registry.get("ascending"), spec), tmp_path / "engine", "native")
    pair = Pair([str(made.path)], spec)
    assert whole_games(pair, make(spec), "ascending", 8, {"rounds": 3}) >= 16
    pair.close()
