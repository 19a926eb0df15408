"""Types of bidders: legal bids, likelihoods that are probabilities, and nothing learnt from a step without choice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mutapa.core.game import UNIT
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.actions import PASS, TAKE
from mutapa.core.zimbabwe.bidding import LIMITS, TRAITS, TYPES, bidder
from tests.core.chisquare import fits
from tests.core.zimbabwe.positions import Scene

KNOWN = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 24)
"""Limits, ascending."""


NAMES = [bidder([], kind) for kind in range(TYPES)]


def auction(scene: Any, *cattle: int) -> Scene:
    return scene("....", seats=len(cattle)).end_round().cattle(*cattle)


def likelihoods(s: Scene, kind: int) -> dict[str, int]:
    state = s.state
    return {state.text(action): state.engine.likelihood(state.board, state.scratch[0], state.words, state.turn, action, kind)
            for action in state.legal_actions}


def test_types_weigh_the_same(scene: Any) -> None:
    state = scene("....").state
    out = state.scratch[1]
    assert state.engine.bid_types(state.board, state.scratch[0], out) == TYPES == len(KNOWN) * 3 * 3 * 2
    assert set(out[:TYPES].tolist()) == {1}
    assert sum(word.bit_count() for word in LIMITS) > 0


@pytest.mark.parametrize("line", ["", "bid 1", "bid 3 / bid 4", "bid 2 / pass"])
def test_a_likelihood_is_a_probability_over_the_legal_steps(scene: Any, line: str) -> None:
    s = auction(scene, 12, 9, 7)
    if line:
        s.play(line)
    for kind in range(TYPES):
        values = likelihoods(s, kind)
        assert sum(values.values()) == UNIT
        assert min(values.values()) > 0


def test_a_type_raises_by_one_up_to_its_limit_and_then_passes(scene: Any) -> None:
    s = auction(scene, 12, 12).play("bid 4")
    for kind, limit in enumerate(KNOWN):
        values = likelihoods(s, kind)
        assert max(values, key=values.__getitem__) == ("bid 5" if limit >= 5 else "pass")
        assert max(values.values()) > UNIT * 0.95


@pytest.mark.parametrize(("line", "legal"), [("bid 3 / bid 9", ["pass"]), ("bid 3 / pass / pass", ["take"])])
def test_a_step_without_choice_says_nothing(scene: Any, line: str, legal: list[str]) -> None:
    s = auction(scene, 2, 9, 4).play(line)
    assert (s.legal, s.state.forced) == (legal, 2)
    assert {likelihoods(s, kind)[legal[0]] for kind in range(TYPES)} == {UNIT}


def chosen(s: Scene, name: str) -> str:
    """The most likely step of a type."""
    values = likelihoods(s, NAMES.index(name))
    return max(values, key=values.__getitem__)


def test_every_type_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == TYPES
    assert NAMES[:3] == ["threshold-0", "threshold-1", "threshold-2"]
    assert NAMES[12 * (1 + 3 * (2 + 3))] == "settler-0-once-wavers"


def test_a_settler_goes_the_less_far_the_better_the_place_it_would_get_by_passing(scene: Any) -> None:
    s = auction(scene, 30, 30, 30)  # bid by seats 2, 1, 0
    assert chosen(s.copy().play("bid 7"), "settler-8") == "bid 8"
    two = s.copy().play("bid 3 / bid 4 / pass")  # seat 2 to move; passing now would give the second place of three
    assert [chosen(two, f"settler-{limit}") for limit in (8, 10, 24)] == ["pass", "bid 5", "bid 5"]
    assert chosen(two, "threshold-8") == "bid 5"
    assert chosen(auction(scene, 30, 30).play("bid 7"), "settler-8") == "bid 8"  # of two seats the loser is always last


def test_a_reckoner_counts_the_cattle_on_its_plaque(scene: Any) -> None:
    s = auction(scene, 30, 30).play("bid 5 / bid 7")  # 12 cattle: 6 on each plaque
    assert [chosen(s, f"reckoner-{limit}") for limit in (1, 2)] == ["pass", "bid 8"]
    assert chosen(s, "threshold-2") == "pass"
    shared = scene("....", seats=2).god(0, "shadipinyi").end_round().cattle(30, 30).play("bid 5 / bid 7")  # three plaques: 4 each
    assert [chosen(shared, f"reckoner-{limit}") for limit in (3, 4)] == ["pass", "bid 8"]


def test_jumps_are_of_one_of_three_or_to_the_limit_at_once(scene: Any) -> None:
    s = auction(scene, 12, 12).play("bid 2")
    assert [chosen(s, f"threshold-10{jump}") for jump in ("", "-three", "-once")] == ["bid 3", "bid 5", "bid 10"]
    assert [chosen(s, f"threshold-4{jump}") for jump in ("", "-three", "-once")] == ["bid 3", "bid 4", "bid 4"]
    assert chosen(auction(scene, 12, 6).play("bid 2"), "threshold-24-once") == "bid 12"
    assert chosen(auction(scene, 6, 12).play("bid 2"), "threshold-24-once") == "bid 6"


def test_who_wavers_passes_one_time_in_four_though_it_would_go_on(scene: Any) -> None:
    s = auction(scene, 12, 12).play("bid 2")
    steady, wavering = (likelihoods(s, NAMES.index(f"threshold-10{end}")) for end in ("", "-wavers"))
    assert wavering["pass"] / UNIT == pytest.approx(0.95 / 4 + 0.05 / 11, abs=1e-5)
    assert wavering["bid 3"] / UNIT == pytest.approx(0.95 * 3 / 4 + 0.05 / 11, abs=1e-5)
    assert steady["bid 3"] / UNIT == pytest.approx(0.95 + 0.05 / 11, abs=1e-5)
    high = s.copy().play("bid 11")
    assert likelihoods(high, NAMES.index("threshold-10-wavers")) == likelihoods(high, NAMES.index("threshold-10"))


def test_elegua_adds_three_once(scene: Any) -> None:
    s = scene("....", seats=2).god(1, "elegua").end_round().cattle(9, 9)
    assert chosen(s, "threshold-5-once") == "bid 8"
    assert chosen(s.play("bid 8 / bid 9"), "threshold-8-once") == "pass"


def test_traits_tell_purse_stage_and_plaque_apart(scene: Any) -> None:
    def traits(s: Scene, seat: int) -> int:
        return int(s.state.engine.bid_traits(s.state.board, s.state.scratch[0], s.state.words, seat))

    s = auction(scene, 3, 4)
    assert [traits(s, seat) for seat in (1, 0)] == [(1 * 3 + 2) * 2 + 1, (0 * 3 + 2) * 2]  # seat 1 has the first plaque
    late = s.copy().vp(18, 10)
    assert traits(late, 1) == (1 * 3 + 0) * 2 + 1
    assert traits(late.cattle(200, 4), 0) == (5 * 3 + 0) * 2
    assert traits(s.god(1, "elegua"), 1) == (2 * 3 + 2) * 2 + 1


def test_the_estimate_grows_with_the_purse_and_towards_the_end(scene: Any) -> None:
    state = scene("....").state
    work, out = state.scratch

    def mean(traits: int) -> float:
        n = state.engine.bid_prior(state.board, work, traits, out)
        assert n == TYPES
        weights = out[:n].tolist()
        assert min(weights) > 0
        return float(sum(weight * KNOWN[t % 12] for t, weight in enumerate(weights)) / sum(weights))

    assert mean(2 * 3 * 5) > mean(2 * 3 * 3) > mean(2 * 3 * 1)
    assert mean(2 * (3 * 4 + 0)) > mean(2 * (3 * 4 + 2))
    assert mean(2 * (3 * 2) + 1) > mean(2 * (3 * 2))
    assert state.engine.bid_prior(state.board, work, TRAITS, out) == 0


def test_outside_the_auction_nothing_is_a_bid(scene: Any) -> None:
    s = scene("....", first=True)
    assert s.state.forced == 0
    assert scene("....").state.forced == 0


@pytest.mark.parametrize("name", ["threshold-0", "threshold-4", "settler-24", "reckoner-4-three", "threshold-17-once-wavers",
                                  "settler-5-wavers"])
def test_bids_come_as_likely_as_said(scene: Any, name: str) -> None:
    s = auction(scene, 8, 8).play("bid 2")
    state, rng, kind = s.state, derive(3, "bids", name), NAMES.index(name)
    draws = [state.engine.bid(state.board, state.scratch[0], state.words, state.turn, kind, rng) for _ in range(4000)]
    fits(Counter(map(state.text, draws)), {text: value / UNIT for text, value in likelihoods(s, kind).items()})
    forced = auction(scene, 2, 5).play("bid 4").state
    assert {forced.engine.bid(forced.board, forced.scratch[0], forced.words, 0, 15, rng) for _ in range(50)} == {PASS << 20}
    forced = auction(scene, 2, 5).play("pass").state
    assert forced.engine.bid(forced.board, forced.scratch[0], forced.words, 0, 0, rng) == TAKE << 20
