"""The judge: shares of the win that add up, move the right way, and tell winners from losers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mutapa.core import native, streams
from mutapa.core.game import SEATS, UNIT
from mutapa.core.state import State
from mutapa.core.zimbabwe.game import GAME
from tests.core.zimbabwe.positions import Scene


def shares(s: Scene) -> list[int]:
    """What the judge says of a scene, seat by seat."""
    state = s.state
    out = state.engine.array(16)
    state.engine.judge(state.board, state.scratch[0], state.words, out)
    return [int(out[seat]) for seat in range(state.seats)]


@pytest.fixture
def even(scene: Callable[..., Scene]) -> Scene:
    """Two seats with the same of everything, the auction of round 2 before them."""
    s = scene("T..C..I..D", "..........", "..........", "..........").end_round()
    return s.vp(5, 5).vr(25, 25).cattle(6, 6)


def test_equal_seats_share_equally(even: Scene) -> None:
    assert shares(even) == [UNIT // 2, UNIT // 2]


@pytest.mark.parametrize("change", [
    lambda s: s.vp(6, 5), lambda s: s.vr(24, 25), lambda s: s.cattle(9, 6),
    lambda s: s.god(0, "anansi"), lambda s: s.god(0, "engai"), lambda s: s.specialist(0, "herd"),
    lambda s: s.set("card_owner", 1, 2).set("card_price", 2, 2),
    lambda s: s.set("card_owner", 1, 2).set("card_owner", 2, 3).set("card_cattle", 5, 2),
    lambda s: s.craftsman("wood b2 h", 1).vp(5, 5).vr(25, 25).set("card_owner", 0, 0).monument("e2", 0, 1).vp(5, 5),
], ids=["point", "requirement", "cattle", "anansi", "engai", "herd", "technology", "cattle on cards", "monument to raise"])
def test_more_of_a_good_thing_is_a_larger_share(even: Scene, change: Callable[[Scene], Scene]) -> None:
    mine, theirs = shares(change(even.copy()))
    assert mine > UNIT // 2 > theirs
    assert mine + theirs == UNIT


def test_a_point_counts_most_at_the_end(even: Scene) -> None:
    early = shares(even.copy().vp(6, 5))[0]
    late = shares(even.copy().vp(24, 23))[0]
    at_the_goal = shares(even.copy().vp(25, 24))[0]
    assert UNIT // 2 < early < late < at_the_goal


def test_the_main_action_to_come_counts(scene: Callable[..., Scene]) -> None:
    s = scene("T..C..I..D", "..........")  # seat 0's turn, then seat 1's
    before = shares(s)
    assert before == [UNIT // 2, UNIT // 2]
    s.play("end")
    mine, theirs = shares(s)
    assert mine < UNIT // 2 < theirs


def test_a_monument_being_raised_counts_its_level(scene: Callable[..., Scene]) -> None:
    s = scene("T..C..I..D", "..........", "..........").craftsman("wood b1 h", 1).monument("b3", 0, 1)
    idle = shares(s.copy().play("end"))[0]
    begun = shares(s.copy().play("raise b3"))[0]
    raised = shares(s.copy().play("raise b3 / good wood b1 / use a1 / done / end"))[0]
    assert shares(s)[0] < begun
    assert idle < raised


def played(seats: int, seed: int, share: float) -> tuple[list[Any], list[int]]:
    """Positions of a game by preferred and random steps after `share` of it, and its ranks; by the native object."""
    engine = native.engine(GAME)
    state = State.new(GAME, seats=seats, seed=seed, options={"round_cap": 40}, backend="object")
    board, words, work = state.board, state.words.copy(), engine.work()
    rng, out, weights = streams.derive(seed, "judge"), engine.array(GAME.actions_max), engine.array(GAME.actions_max)
    line = []
    while engine.turn(board, work, words) >= 0:
        line.append(words.copy())
        if streams.below(rng, 4) == 0:
            action = engine.sample(board, work, words, rng)
        else:
            n = engine.legal(board, work, words, out)
            engine.prefer(board, work, words, out, n, weights)
            action = int(out[int(weights[:n].argmax())])
        engine.apply(board, work, words, action)
    ranks = engine.array(2 * SEATS)
    engine.outcome(board, work, words, ranks)
    return [board, line[int(share * len(line))], engine], [int(rank) for rank in ranks[:seats]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_winners_are_told_from_losers(seats: int) -> None:
    """At three quarters of a game the seat thought best wins far more often than one in so many, and all shares add up."""
    games, right, promised = 60, 0, 0.0
    for seed in range(games):
        (board, words, engine), ranks = played(seats, seed, 0.75)
        out = engine.array(16)
        engine.judge(board, engine.work(), words, out)
        found = [int(share) for share in out[:seats]]
        assert sum(found) == UNIT
        assert min(found) >= 0
        right += ranks[found.index(max(found))] == 1
        promised += found[ranks.index(1)] / UNIT
    assert right > games * (0.65 if seats == 2 else 0.5)
    assert promised / games > 1.3 / seats


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_shares_sum_to_one_all_along_a_game(seats: int) -> None:
    state = State.new("zimbabwe", seats, seed=seats, options={"round_cap": 15}, backend="object")
    rng = streams.derive(seats, "judge")
    while not state.is_over:
        judged = shares(Scene(state))
        assert sum(judged) == UNIT
        assert min(judged) >= 0
        state.apply(int(state.engine.sample(state.board, state.scratch[0], state.words, rng)))


@pytest.mark.parametrize("points", [0, 3, 9])
def test_more_points_and_a_lower_requirement_never_hurt(scene: Callable[..., Scene], points: int) -> None:
    s = scene("....", seats=3)
    base = shares(s.vp(5, 8, 8))
    more = shares(s.copy().vp(5 + points, 8, 8))
    lower = shares(s.copy().vr(20 - points, 20, 20))
    assert more[0] >= base[0] <= lower[0]
    assert points == 0 or more[0] > base[0] < lower[0]
    assert more[1] <= base[1] + 1


def test_any_gap_has_a_finite_answer(scene: Callable[..., Scene]) -> None:
    s = scene("....", seats=5).vp(0, 900, 1000, 0, 20).vr(40, 18, 40, 40, 20).cattle(0, 4095, 0, 2000, 5)
    assert sum(shares(s)) == UNIT
    assert min(shares(s)) >= 0
    assert shares(s.vp(0, 1000, 0, 0, 0))[1] > UNIT * 99 // 100
