"""Who wins: ranks by overshoot, Xango, points and order of play (10.3)."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.streams import derive
from tests.core.zimbabwe.rulings import ruling


def ranks(scene: Any, vp: tuple[int, ...], vr: tuple[int, ...], xango: int = -1, **options: Any) -> tuple[int, ...]:
    """Ranks after a round played in the order 0, 1, 2 ... with these points and requirements."""
    s = scene("....", seats=len(vp), **options).vp(*vp).vr(*vr)
    if xango >= 0:
        s.god(xango, "xango")
    s.end_round()
    assert s.state.is_over
    outcome = s.state.outcome
    assert outcome.margins == tuple(a - b for a, b in zip(vp, vr, strict=True))
    return tuple(outcome.ranks)


@ruling("10.3 ties")
@pytest.mark.parametrize(("vp", "vr", "xango", "expected"), [
    ((20, 25, 10), (20, 24, 20), -1, (2, 1, 3)),   # overshoot
    ((20, 25, 10), (20, 24, 20), 0, (2, 1, 3)),    # before Xango
    ((21, 25, 20), (20, 24, 20), 2, (2, 1, 3)),    # Xango behind on overshoot
    ((21, 25, 22), (20, 24, 21), 0, (1, 2, 3)),    # equal overshoot: Xango, then points
    ((21, 25, 22), (20, 24, 21), -1, (3, 1, 2)),   # then points
    ((24, 24, 24), (23, 23, 23), -1, (1, 2, 3)),   # then order of play
    ((24, 24, 24), (23, 23, 23), 2, (2, 3, 1)),
    ((5, 30, 6), (20, 30, 21), -1, (3, 1, 2)),     # places behind the winner by the same comparison
])
def test_ranks(scene: Any, vp: tuple[int, ...], vr: tuple[int, ...], xango: int, expected: tuple[int, ...]) -> None:
    assert ranks(scene, vp, vr, xango) == expected


@ruling("10.3 ties")
@pytest.mark.parametrize(("option", "expected"), [("off", (2, 1, 3)), ("on", (1, 2, 3))])
def test_xango_wins_at_once_by_option(scene: Any, option: str, expected: tuple[int, ...]) -> None:
    assert ranks(scene, (20, 29, 10), (20, 24, 20), 0, xango_wins_at_once=option) == expected
    assert ranks(scene, (19, 29, 10), (20, 24, 20), 0, xango_wins_at_once=option) == (2, 1, 3)  # he must have reached it


@ruling("10.3 ties")
def test_the_order_of_play_is_that_of_this_round(scene: Any) -> None:
    s = scene("....", seats=3).end_round()
    s.play("pass / bid 2 / pass / take")
    assert s["order"][:3] == [1, 0, 2]
    s.vp(20, 20, 20).end_round()
    assert s.state.outcome.ranks == (2, 1, 3)


@ruling("10.2 the end is tested after revenues only")
def test_no_result_before_the_end(scene: Any) -> None:
    s = scene("....").vp(25, 0)
    assert s.state.outcome is None
    s.end_round()
    assert s.state.outcome.winners == (0,)
    assert (s.legal, s.state.turn) == ([], -2)
    work, out = s.state.scratch
    assert s.state.engine.legal(s.state.board, work, s.state.words, out) == 0


def test_keys_tell_positions_apart() -> None:
    """54 bits that spread: no two positions of some games, nor two halves of their keys, often agree."""
    keys = {}
    for seed in range(6):
        state = State.new("zimbabwe", 2 + seed % 4, seed=seed, options={"round_cap": 8}, backend="object")
        rng = derive(seed, "keys")
        while not state.is_over:
            keys[state.words.tobytes()] = state.key
            state.apply(int(state.engine.sample(state.board, state.scratch[0], state.words, rng)))
    values = list(keys.values())
    assert len(values) > 500
    assert len(set(values)) == len(values)
    assert all(0 <= key < 1 << 54 for key in values)
    for shift in (0, 27):
        assert len({key >> shift & 0x7FFFFFF for key in values}) > 0.99 * len(values)
