"""The hand-written player: sensible weights at positions where the answer is known, and results against weaker players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import conform, streams
from mutapa.core.game import CHANCE, OVER
from mutapa.core.godz.game import GAME
from mutapa.core.godz.weights import WEIGHTS
from mutapa.core.state import State
from tests.core.godz.positions import Scene, scene_of


def weights(s: Scene) -> dict[str, int]:
    """The weight of every legal step, by text."""
    state = s.state
    work, _ = state.scratch
    actions = state.legal_actions
    given, weighed = np.array(actions, np.int64), np.zeros(len(actions), np.int64)
    state.engine.prefer(state.board, work, state.words, given, len(actions), weighed)
    assert given.tolist() == actions
    return dict(zip(state.legal_texts, weighed.tolist(), strict=True))


def best(s: Scene) -> str:
    """The step of most weight."""
    found = weights(s)
    return max(found, key=lambda text: found[text])


def test_weights_are_positive_and_of_bounded_size() -> None:
    state = scene_of("boo", "glu", "bau", "tud", "fiu").state
    seen = set()
    for k, (at, _) in enumerate(conform.play(state, streams.derive(3, "weights"))):
        if at.turn >= 0 and k % 5 == 0:
            found = weights(Scene(at))
            seen.add(Scene(at)["phase"])
            assert min(found.values()) >= 1
            assert max(found.values()) < 1 << 18
    assert len(seen) > 10


def ready(ahead: bool) -> Scene:
    """Boo may take a sixth square, ahead or behind."""
    s = scene_of().tiles("boo", glory=(1,) * 5).levels("boo", glory=2).away("glu")
    return s.tiles("glu", glory=() if ahead else (6, 6, 6, 6)).turn("boo", 3)


def test_the_game_is_ended_by_who_leads() -> None:
    assert best(ready(True)) == "glory 1"
    assert not best(ready(False)).startswith("glory 1")


def test_large_tiles_are_taken_small_ones_wait() -> None:
    assert best(scene_of().levels("boo", glory=7).turn("boo", 1)) == "glory 4"
    assert not best(scene_of().levels("boo", glory=3).turn("boo", 2)).startswith("glory")
    assert best(scene_of().levels("boo", glory=7).turn("boo", 4)) == "glory 9"


def test_a_village_that_can_be_built_is_built() -> None:
    s = scene_of().put("boo", "1,1").levels("boo", building=4).turn("boo")
    assert best(s) == "build"
    assert best(s.play("build")) == "village 1,1"


def test_believers_go_where_they_tip_a_region() -> None:
    """A desert of two, held by glu with one Believer: a second one of boo's tips it; to walk back would give it up."""
    s = scene_of().put("boo", "0,1", "1,1", "1,1").put("glu", "0,2").levels("boo", faith=3, steps=1, glory=7).turn("boo")
    s.set("tiles", 1, 5).play("believers")
    assert best(s) == "march"
    assert best(s.play("march")) in ("move 1,1 w", "move 1,1 sw")


def test_own_believers_are_not_removed() -> None:
    s = scene_of("glu", "boo").put("glu", "1,0").put("boo", "1,0").miracles("glu").play("flood")
    assert best(s) == "who 1,0 boo"


def test_others_are_pushed_off_what_they_hold() -> None:
    s = scene_of().away("boo", "glu").avatar("glu", "1,1").levels("boo", food=1).turn("boo").play("avatar / walk")
    found = weights(s)
    assert found["step w"] > found["step e"]


def test_weights_have_names_and_meanings() -> None:
    assert GAME.weights is WEIGHTS
    assert len(WEIGHTS) > 30
    assert all(WEIGHTS[name].doc for name in WEIGHTS)
    board = scene_of().state.board
    assert all(int(board[WEIGHTS[name].at]) == WEIGHTS[name].default for name in WEIGHTS)


def against_random(seed: int, seats: int, backend: str) -> tuple[int, int]:
    """The expert's rank and points against seats that choose at random."""
    state = State.new(GAME, seats, seed=seed, backend=backend)
    key, rng = streams.derive(seed, "luck"), streams.derive(seed, "random")
    me = seed % seats
    while (turn := state.turn) != OVER:
        if turn == CHANCE:
            state.draw(key)
            key = streams.derive(int(key[0]), "next", int(key[1]))
        elif turn == me:
            state.apply(best(Scene(state)))
        else:
            actions = state.legal_actions
            state.apply(actions[streams.below(rng, len(actions))])
    outcome: Any = state.outcome
    return outcome.ranks[me], outcome.margins[me]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_beats_random_players(seats: int) -> None:
    found = [against_random(seed, seats, "object") for seed in range(6)]
    assert sum(rank == 1 for rank, _ in found) >= 5
    assert sum(points for _, points in found) > 6 * 25
