"""Trees stay what they were, for every variant; they are the same in plain Python and in the object, on one thread and two."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.search.budget import Budget
from tests.search.frozen import FOLDER, VARIANTS, frozen, grown, toys
from tests.search.seats import generators, record, search, whole

CASES = [(name, *toy) for name in VARIANTS for toy in toys(name)]
AGAIN = 'make refreeze REASON="..." remakes the files, if the change is meant'


@pytest.mark.parametrize("name", VARIANTS)
def test_trees_are_those_kept(name: str) -> None:
    """SEARCH H."""
    kept = json.loads((FOLDER / f"{name}.json").read_text())
    assert kept["variant"] == VARIANTS[name], AGAIN
    assert kept["reason"]
    for toy, found in frozen(name, backend="object").items():
        assert found["rows"] == kept["toys"][toy]["rows"], AGAIN
        assert found["whole"] == kept["toys"][toy]["whole"], AGAIN


def test_every_variant_grows_another_tree() -> None:
    """Those on the auction differ all; on the others but for what has no effect there."""
    for toy, game in (("ascending", ASCENDING), ("tictactoe", TICTACTOE)):
        tried = [name for name in VARIANTS if game in [each[0] for each in toys(name)]]
        trees = {json.loads((FOLDER / f"{name}.json").read_text())["toys"][toy]["whole"] for name in tried}
        assert len(trees) == len(tried) > 2
    for toy in ("kuhn", "sealed"):
        tried = ["ucb1", "mo", "redetermine", "pimc"]
        trees = {json.loads((FOLDER / f"{name}.json").read_text())["toys"][toy]["whole"] for name in tried}
        assert len(trees) == len(tried)


@pytest.mark.parametrize(("name", "game", "seats", "options"), CASES, ids=lambda x: getattr(x, "name", str(x)))
def test_strict_and_object_grow_the_same_tree(name: str, game: Any, seats: int, options: dict[str, Any]) -> None:
    found = [grown(name, game, seats, options, 150, backend=side).trees for side in ("strict", "object")]
    assert whole(found[0]) == whole(found[1])
    assert sum(tree.root_visits for tree in found[0]) == 150


@pytest.mark.parametrize(("name", "game", "seats", "options"), CASES, ids=lambda x: getattr(x, "name", str(x)))
def test_one_and_two_threads_grow_the_same_trees(name: str, game: Any, seats: int, options: dict[str, Any]) -> None:
    if name == "gumbel":
        pytest.skip("one bracket, one tree")
    found = []
    for threads in (1, 2):
        found.append(whole(grown(name, game, seats, options, backend="object", trees=4, threads=threads).trees))
    assert found[0] == found[1]
    if game is ASCENDING and name == "ucb1":
        assert found[0][0] != found[0][1]  # each tree has its own stream


@pytest.mark.parametrize(
    "variant",
    [
        "select=puct,c=1.5,power=2,rollout=prefer,epsilon=0.2,horizon=6,mix=0.2,paranoia=0.3",
        "select=gumbel,sims=30,horizon=0,widen=1",
    ],
)
@pytest.mark.parametrize("game", ["zimbabwe", "stone_age", "godz"])
def test_big_games_are_searched_alike_by_plain_python_and_the_object(game: str, variant: str) -> None:
    """SEARCH H."""
    state = State.new(game, 3, seed=5)
    while state.turn < 0 or state.phase.startswith("first"):
        state.apply(state.legal_actions[0] if state.turn >= 0 else state.chance(derive(5, "luck")))
    seat = state.turn
    trees = []
    for backend in ("plain", "object"):
        found = search(
            state.game, state.board, 3, seat=seat, variant=variant, backend=backend, nodes=0, memory=1, WIN=1, POINTS=0,
        )  # fmt: skip
        found.run(state.observe(seat), Budget(30), generators(1))
        trees.append(record(found.trees[0], 3))
    assert trees[0] == trees[1]
    assert trees[0][0] == 30


def test_refreezing_needs_a_reason() -> None:
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-m", "tests.search.frozen", " "], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "say why the trees changed" in done.stderr
    assert np.all([(FOLDER / f"{name}.json").exists() for name in VARIANTS])
