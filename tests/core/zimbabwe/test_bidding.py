"""Types of bidders: legal bids, likelihoods that are probabilities, and nothing learnt from a step without choice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mutapa.core.game import UNIT
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.actions import PASS, TAKE
from mutapa.core.zimbabwe.bidding import LIMITS, TYPES
from tests.core.zimbabwe.chisquare import fits
from tests.core.zimbabwe.positions import Scene

KNOWN = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 25, 30)
"""Limits of the types, ascending."""


def auction(scene: Any, *cattle: int) -> Scene:
    return scene("....", seats=len(cattle)).end_round().cattle(*cattle)


def likelihoods(s: Scene, bidder: int) -> dict[str, int]:
    state = s.state
    return {state.text(action): state.engine.likelihood(state.board, state.scratch[0], state.words, state.turn, action, bidder)
            for action in state.legal_actions}


def test_types_weigh_the_same(scene: Any) -> None:
    state = scene("....").state
    out = state.scratch[1]
    assert state.engine.bid_types(state.board, state.scratch[0], out) == TYPES == len(KNOWN)
    assert set(out[:TYPES].tolist()) == {1}
    assert sum(word.bit_count() for word in LIMITS) > 0


@pytest.mark.parametrize("line", ["", "bid 1", "bid 3 / bid 4", "bid 2 / pass"])
def test_a_likelihood_is_a_probability_over_the_legal_steps(scene: Any, line: str) -> None:
    s = auction(scene, 12, 9, 7)
    if line:
        s.play(line)
    for bidder in range(TYPES):
        values = likelihoods(s, bidder)
        assert sum(values.values()) == UNIT
        assert min(values.values()) > 0


def test_a_type_raises_by_one_up_to_its_limit_and_then_passes(scene: Any) -> None:
    s = auction(scene, 12, 12).play("bid 4")
    for bidder, limit in enumerate(KNOWN):
        values = likelihoods(s, bidder)
        assert max(values, key=values.__getitem__) == ("bid 5" if limit >= 5 else "pass")
        assert max(values.values()) > UNIT * 0.95


@pytest.mark.parametrize(("line", "legal"), [("bid 3 / bid 9", ["pass"]), ("bid 3 / pass / pass", ["take"])])
def test_a_step_without_choice_says_nothing(scene: Any, line: str, legal: list[str]) -> None:
    s = auction(scene, 2, 9, 4).play(line)
    assert (s.legal, s.state.forced) == (legal, 2)
    assert {likelihoods(s, bidder)[legal[0]] for bidder in range(TYPES)} == {UNIT}


def test_outside_the_auction_nothing_is_a_bid(scene: Any) -> None:
    s = scene("....", first=True)
    assert s.state.forced == 0
    assert scene("....").state.forced == 0


@pytest.mark.parametrize("bidder", [0, 4, 15])
def test_bids_come_as_likely_as_said(scene: Any, bidder: int) -> None:
    s = auction(scene, 8, 8).play("bid 2")
    state, rng = s.state, derive(bidder, "bids")
    draws = [state.engine.bid(state.board, state.scratch[0], state.words, state.turn, bidder, rng) for _ in range(4000)]
    fits(Counter(map(state.text, draws)), {text: value / UNIT for text, value in likelihoods(s, bidder).items()})
    forced = auction(scene, 2, 5).play("bid 4").state
    assert {forced.engine.bid(forced.board, forced.scratch[0], forced.words, 0, 15, rng) for _ in range(50)} == {PASS << 20}
    forced = auction(scene, 2, 5).play("pass").state
    assert forced.engine.bid(forced.board, forced.scratch[0], forced.words, 0, 0, rng) == TAKE << 20
