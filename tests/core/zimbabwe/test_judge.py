"""The estimate that closes a rollout: shares of one win, more for who stands better."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.streams import derive
from tests.core.zimbabwe.positions import Scene


def shares(s: Scene) -> list[int]:
    work, out = s.state.scratch
    s.state.engine.judge(s.state.board, work, s.state.words, out)
    return out[: s.state.seats].tolist()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shares_sum_to_one_all_along_a_game(seats: int) -> None:
    state = State.new("zimbabwe", seats, seed=seats, options={"round_cap": 15}, backend="object")
    rng = derive(seats, "judge")
    while not state.is_over:
        judged = shares(Scene(state))
        assert sum(judged) == UNIT
        assert min(judged) >= 0
        state.apply(int(state.engine.sample(state.board, state.scratch[0], state.words, rng)))


@pytest.mark.parametrize("points", [0, 3, 9])
def test_more_points_and_a_lower_requirement_never_hurt(scene: Any, points: int) -> None:
    s = scene("....", seats=3)
    base = shares(s.vp(5, 8, 8))
    more = shares(s.copy().vp(5 + points, 8, 8))
    lower = shares(s.copy().vr(20 - points, 20, 20))
    assert more[0] >= base[0] <= lower[0]
    assert points == 0 or more[0] > base[0] < lower[0]
    assert more[1] <= base[1] + 1


def test_any_gap_has_a_finite_answer(scene: Any) -> None:
    s = scene("....", seats=5).vp(0, 900, 1000, 0, 20).vr(40, 18, 40, 40, 20).cattle(0, 4095, 0, 2000, 5)
    assert sum(shares(s)) == UNIT
    assert min(shares(s)) >= 0
