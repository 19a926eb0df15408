"""A seat's log alone leads to what the seat sees; steps that can't have been are refused."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import MutapaError
from mutapa.core.game import CHANCE
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import play
from mutapa.search.follow import Follower


def follow(game: str, seats: int | None, options: dict[str, object], seed: int, most: int = 10**6) -> int:
    start = State.new(game, seats, seed=seed, options=options)
    followers = [Follower(start.game, start.description, seat, "plain") for seat in range(start.seats)]
    hidden = 0
    for n, (at, action) in enumerate(play(start, derive(seed, "follow"))):
        for follower in followers:
            told = at.see(action, follower.seat)
            hidden += told != action
            if at.turn == follower.seat:
                assert follower.legal_texts() == at.legal_texts
            event = follower.tell(at.turn, at.text(told))
            assert event.action == told
            assert follower.n == n + 2
        after = at.clone()
        after.apply(action)
        for follower in followers:
            assert np.array_equal(follower.seen, after.observe(follower.seat))
        if n >= most:
            break
    return hidden


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("kuhn", 2, {}), ("sealed", 3, {}), ("coin", 2, {}), ("ascending", 4, {}), ("tictactoe", 2, {})],
)
def test_toys_are_followed_to_the_end(game: str, seats: int, options: dict[str, object]) -> None:
    hidden = sum(follow(game, seats, options, seed) for seed in range(5))
    assert (hidden > 0) == (game in ("kuhn", "sealed", "coin"))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("stone_age", 3, {}), ("zimbabwe", 4, {"auction": "sealed"}), ("zimbabwe", 2, {}), ("godz", 3, {})],
)
def test_the_big_games_are_followed(game: str, seats: int, options: dict[str, object]) -> None:
    follow(game, seats, options, 1, 120)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"), [("stone_age", {}), ("zimbabwe", {"auction": "sealed", "round_cap": 9}), ("godz", {})]
)
def test_whole_games_are_followed(game: str, options: dict[str, object]) -> None:
    assert sum(follow(game, 3, options, seed) for seed in range(3)) > 0


def kuhn() -> Follower:
    return Follower(registry.get("kuhn"), State.new("kuhn").description, 0, "plain")


def test_steps_that_cannot_have_been_are_refused() -> None:
    follower = kuhn()
    for turn, words in ((0, "bet"), (CHANCE, "bet"), (CHANCE, "deal a"), (CHANCE, "deal ?"), (1, "deal k")):
        with pytest.raises(MutapaError):
            follower.tell(turn, words)
    follower.tell(CHANCE, "deal k")
    with pytest.raises(MutapaError):  # there is one king
        follower.tell(CHANCE, "deal k")
    follower.tell(CHANCE, "deal ?")
    with pytest.raises(MutapaError, match="not to move"):
        Follower(registry.get("kuhn"), State.new("kuhn").description, 1, "plain").legal_texts()
    assert follower.legal_texts() == ["pass", "bet"]


def test_items_are_forgotten_and_told_anew() -> None:
    follower = kuhn()
    for turn, words in ((CHANCE, "deal k"), (CHANCE, "deal ?"), (0, "pass"), (1, "bet")):
        follower.tell(turn, words)
    before = follower.hash()
    follower.back(3)
    assert follower.n == 3
    follower.tell(0, "pass")
    follower.tell(1, "bet")
    assert follower.hash() == before
    follower.back(1)
    assert np.array_equal(follower.seen, follower.start)
    with pytest.raises(MutapaError, match="items 1 to 0"):
        follower.back(2)


def test_a_view_is_taken_without_its_log() -> None:
    follower, other = kuhn(), kuhn()
    for turn, words in ((CHANCE, "deal q"), (CHANCE, "deal ?"), (0, "pass")):
        follower.tell(turn, words)
    other.jump(follower.n, follower.seen.tolist())
    assert (other.n, other.hash()) == (4, follower.hash())
    other.tell(1, "bet")
    assert other.n == 5
    truth = State.new("kuhn")
    truth.apply("deal q / deal j")
    with pytest.raises(MutapaError, match="not what seat 0 can see"):
        other.jump(3, truth.words.tolist())
