"""Trial A24: with a network, a bot in process, behind the protocol and exported plays the same, its tree kept or not.

Values are compared to the last digit that is written, for the forward pass is the same code in all three; that it says the same
as torch, one by one and by the batch, is in tests/nets/test_forward.py. A trained network of one's own:

    python -m tests.end_to_end.test_export_networks stone_age runs/stone_age/nets/07.safetensors
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.nets.shape import Widths
from mutapa.nets.weights import save
from mutapa.search.bots import make
from mutapa.search.export.player import Player
from mutapa.search.export.program import executable
from tests.end_to_end.pairs import Pair, have_compiler, whole_games
from tests.nets.random_nets import SMALL, random_weights
from tests.nets.trained_nets import trained

SIMS = 400
GAMES = 20

pytestmark = pytest.mark.skipif(sys.platform != "linux" or not have_compiler(), reason="needs Linux and a C compiler")


def alike(name: str, net: Path, folder: Path, reuse: int, games: int, sims: int = SIMS) -> int:
    """How many choices were compared; `AssertionError` at the first that differs."""
    spec = f"uct:sims={sims},memory=16,reuse={reuse},net={net}"
    made = executable(Player(registry.get(name), spec), folder / f"engine{reuse}", "native")
    assert made.notes["bytes"] - net.stat().st_size < 1_400_000  # half of it is the C library
    pair = Pair([str(made.path)], spec)
    choices = whole_games(pair, make(spec), name, games)
    pair.close()
    return choices


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained network of Kuhn poker, stored as training stores them."""
    path = tmp_path_factory.mktemp("net") / "kuhn.safetensors"
    save(path, trained(registry.get("kuhn"), SMALL))
    return path


@pytest.mark.parametrize("reuse", [0, 1])
def test_small_games(reuse: int, taught: Path, tmp_path: Path) -> None:
    assert alike("kuhn", taught, tmp_path, reuse, GAMES) >= GAMES


SLOW = [("tictactoe", GAMES, SIMS), ("stone_age", 2, 100), ("godz", 2, 100), ("zimbabwe", 2, 100)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games", "sims"), SLOW)
def test_every_game(name: str, games: int, sims: int, tmp_path: Path) -> None:
    """Of games that people play, which take long, a part of the trial: all of it is the command above."""
    widths = SMALL if name == "tictactoe" else Widths()
    save(tmp_path / "net.safetensors", random_weights(registry.get(name), widths, scale=0.1))
    for reuse in (0, 1):
        assert alike(name, tmp_path / "net.safetensors", tmp_path, reuse, games, sims) >= 2 * games


if __name__ == "__main__":
    game, file, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as made_in:
        for kept in (0, 1):
            begun = time.process_time()
            compared = alike(game, Path(file), Path(made_in), kept, int(rest[0]) if rest else GAMES)
            print(f"{game}, reuse={kept}: {compared} choices alike, {time.process_time() - begun:.0f} s", flush=True)
