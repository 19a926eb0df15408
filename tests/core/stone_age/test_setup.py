"""Deals, set-ups and their mistakes (5.3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.state import State, describe
from mutapa.core.stone_age.layout import LAYOUT
from tests.core.stone_age.rulings import ruling

SETUP: dict[str, Any] = {
    "game": "stone_age", "seats": 2, "cards": ["dice-pottery", "food7-pottery", "two-medicine", "once4-maker1"],
    "buildings": ["wwb", "1to7"], "options": {"round_cap": 100},
}


@ruling("5.3 four cards and seven tiles a stack whatever the number of players")
def test_the_first_position(scene: Any) -> None:
    for seats in (2, 3, 4):
        s = scene(seats=seats)
        assert s["cards"] == ["food7-pottery", "stone-farmer1", "points3-builder3", "tool-art"]
        assert s["stacks"] == [7] * seats
        assert (s["deck"], len(s["unseen_tiles"])) == (32, 28 - seats)
        assert (s["round"], s["start"], s["mover"], s["phase"]) == (1, 0, 0, "place")
        for seat in range(seats):
            mine = s.seat(seat)
            assert (mine["people"], mine["hand"], mine["food"], mine["track"], mine["score"]) == (5, 5, 12, 0, 0)
            assert mine["tools"] == mine["once"] == []
            assert s.stock(seat) == [0, 0, 0, 0]


def test_a_state_has_128_bytes() -> None:
    assert 8 * LAYOUT.words == 128


def test_deals_are_random_and_whole() -> None:
    cards: Counter[str] = Counter()
    tiles: Counter[str] = Counter()
    for seed in range(400):
        found = describe(State.new("stone_age").game, 4, seed=seed)
        cards.update(found["cards"])
        tiles.update(found["buildings"])
        State.from_setup(found)
    assert len(cards) == 34
    assert len(tiles) == 22
    assert tiles["1to7"] > 2 * tiles["wwb"] > 0
    assert 1600 / 36 * 2 * 0.6 < cards["dice-maker2"] < 1600 / 36 * 2 * 1.4


@pytest.mark.parametrize(("change", "said"), [
    ({"seats": 5}, "5 seats"),
    ({"seats": 1}, "1 seats"),
    ({"cards": ["dice-pottery"] * 4}, "dice-pottery 4 times; it exists 1 times"),
    ({"cards": ["dice-pottery"]}, "a list of 4 names"),
    ({"cards": ["dice-potery", "dice-time", "two-medicine", "tool-art"]}, "did you mean 'dice-pottery'"),
    ({"buildings": ["wwb"]}, "a list of 2 names"),
    ({"buildings": ["wwb", "wwx"]}, "no name in buildings 'wwx'"),
    ({"out": ["two-medicine"]}, "two-medicine is displayed and out of the game"),
    ({"out": "two-medicine"}, "a list of names"),
    ({"stack": 8}, "1 to 7 tiles"),
    ({"stack": 0}, "1 to 7 tiles"),
    ({"decks": []}, "no entry 'decks'; did you mean"),
    ({"options": {"supply_cap": "olf"}}, "did you mean 'old'"),
    ({"options": {"hunt_repeats": "on"}}, "did you mean 'hunt_repeat'"),
])
def test_a_wrong_set_up_says_what_is_wrong(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError) as error:
        State.from_setup({**SETUP, **change})
    assert said in str(error.value) or (said.endswith("did you mean") and "known" in str(error.value))
    assert "\n" not in str(error.value)


def test_a_small_game() -> None:
    state = State.from_setup({**SETUP, "stack": 1, "out": ["dice-time", "points3-music", "points3-music"]})
    assert LAYOUT.read(state.words, "sizes") == [1, 1, 0, 0]
    assert int(LAYOUT.read(state.words, "drawn")).bit_count() == 7  # type: ignore[arg-type]
