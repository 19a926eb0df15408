"""Nature: exact odds, and draws that keep to them."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.stone_age.figures import CARDS
from mutapa.core.streams import derive
from tests.core.chisquare import bounds, fits
from tests.core.stone_age.positions import Scene, scene_of
from tests.core.stone_age.rulings import ruling

OTHERS = ("stone-farmer1", "points3-builder3", "tool-art")


def drawn(s: Any, n: int, seed: int = 1) -> Counter[str]:
    """How often nature does what, over `n` keys."""
    state = s.state
    found = Counter(state.chance(derive(seed, "key", i)) for i in range(n))
    return Counter({state.text(action): count for action, count in found.items()})


def agree(s: Any, n: int) -> None:
    """Draws against odds."""
    total = sum(s.chances.values())
    fits(drawn(s, n), {text: weight / total for text, weight in s.chances.items()})


@pytest.mark.parametrize(("dice", "wood"), [(1, Fraction(5, 6)), (2, Fraction(2)), (3, Fraction(19, 6))])
def test_expected_wood(scene: Any, dice: int, wood: Fraction) -> None:
    s = scene().on(0, forest=dice, hunt=1).act().play("use forest")
    total = Fraction(0)
    for text, weight in s.chances.items():
        total += Fraction(weight, 6**dice) * s.copy().play(text).stock(0)[0]
    assert total == wood


@pytest.mark.parametrize("dice", range(1, 7))
def test_odds_of_sums_are_those_of_all_throws(scene: Any, dice: int) -> None:
    s = scene().give(0, people=8).on(0, hunt=dice).act().play("use hunt")
    throws = Counter(f"roll {sum(throw)}" for throw in itertools.product(range(1, 7), repeat=dice))
    assert s.chances == throws


def test_odds_of_dice_for_all_are_those_of_all_throws(scene: Any) -> None:
    for seats in (2, 3, 4):
        s = scene(seats=seats, cards=("dice-time", *OTHERS)).give(0, (1, 0, 0, 0)).on(0, card_1=1, hunt=1).act()
        s.play("buy card 1")
        throws = Counter(" ".join(["dice", *map(str, sorted(t))]) for t in itertools.product(range(1, 7), repeat=seats))
        assert s.chances == throws


@pytest.mark.parametrize("dice", [1, 3, 8, 10])
def test_sums_fall_as_their_odds_say(dice: int) -> None:
    s = scene_of(backend="object").give(0, people=10).on(0, hunt=dice).act().play("use hunt")
    chances, n = s.chances, 6000
    total = sum(chances.values())
    found: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    counts = drawn(s, n)
    assert set(counts) <= set(chances)
    for text, weight in chances.items():  # rare sums together, so that each cell is expected five times
        cell = text if weight * n >= 10 * total else "low" if int(text.split()[1]) * 2 < 7 * dice else "high"
        found[cell] += counts[text]
        expected[cell] += weight
    fits({cell: count for cell, count in found.items() if count}, {cell: weight / total for cell, weight in expected.items()})


def test_dice_for_all_fall_as_their_odds_say() -> None:
    s = scene_of(seats=3, cards=("dice-time", *OTHERS), backend="object").give(0, (1, 0, 0, 0)).on(0, card_1=1, hunt=1).act()
    agree(s.play("buy card 1"), 6000)


def test_cards_come_as_their_odds_say() -> None:
    s = scene_of(backend="object").give(1, track=10).set("cards", 3, 0).on(1, field=1).act(1).play("use field")
    assert s["phase"] == "card"
    assert s.chances["card dice-maker2"] == 2
    assert sum(s.chances.values()) == 32
    agree(s, 6000)


def test_the_deck_is_mixed() -> None:
    """The first eight cards of 600 games, the deal's and four more: every kind as often as its copies say, by exact bounds."""
    games, seen = 600, Counter[str]()
    for seed in range(games):
        s = Scene(State.new("stone_age", seed=seed, backend="object"))
        seen.update(s["cards"])
        for space in range(4):
            s.set("cards", space, 0)
        s.on(0, field=1).give(1, track=10).act().play("use field")
        for k in range(4):
            card = s.state.text(s.state.draw(derive(seed, "cards"))).split()[1]
            assert s["cards"][k] == card
            seen[card] += 1
    assert sum(seen.values()) == 8 * games
    for name, copies in CARDS:
        if copies == 1:  # in or out, each game by itself
            low, high = bounds(games, Fraction(8, 36), 1_000_000)
            assert low <= seen[name] <= high, name
        else:  # none, one or both: by its two copies together
            fits({"seen": seen[name], "not": 2 * games - seen[name]}, {"seen": 8 / 36, "not": 28 / 36})


def test_bounds_are_exact() -> None:
    assert bounds(4, Fraction(1, 2), 16) == (1, 3)
    assert bounds(4, Fraction(1, 2), 17) == (0, 4)
    assert bounds(2, Fraction(1, 3), 2) == (1, 1)  # none: 4 of 9, both: 1 of 9


@ruling("8.11 any hidden tile is equally likely, those in the box too")
def test_tiles_come_from_everywhere(scene: Any) -> None:
    s = scene().give(0, (9, 9, 9, 9)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    assert sum(s.chances.values()) == 26  # 28 less the two turned up, though the stacks hold 12
    assert len(s.chances) == 21
    assert s.chances["turn 1to7"] == 2
    assert s.chances["turn wbs"] == 2
    assert "turn wwb" not in s.chances
    assert s["unseen_tiles"].count("1to7") == 2
    agree(s, 6000 if s.state.engine.backend == "object" else 300)


def test_the_deck_is_drawn_to_its_end(scene: Any) -> None:
    """Every card comes exactly once, in each of many games."""
    s = scene(stack=7).set("round", 1)
    seen = Counter(card for card in s["cards"])
    for n in range(8):
        for space in range(4):
            s.set("cards", space, 0)
        s.set("phase", 0).set("mover", 0).give(1, track=10).on(1, field=1).act(1).play("use field")
        for k in range(4):
            assert s["phase"] == "card"
            seen[s.state.text(s.state.draw(derive(n, "card", k))).split()[1]] += 1
    assert s["deck"] == 0
    assert sum(seen.values()) == 36
    assert {name for name, count in seen.items() if count == 2} == {"dice-maker2", "points3-music"}


def test_luck_is_a_matter_of_the_key_and_of_public_counts(scene: Any) -> None:
    """The same roll of the same round falls alike whatever else the seats did; another roll otherwise."""
    key = derive(7, "game")
    one = scene().on(0, forest=2, hunt=1).act().play("use forest")
    other = scene().give(0, (5, 1, 0, 0), food=3).on(0, forest=2, river=1).act().play("use forest")
    assert one.state.chance(key) == other.state.chance(key)
    rolls = {scene().set("rolls", k).on(0, hunt=5).act().play("use hunt").state.chance(key) for k in range(12)}
    assert len(rolls) > 3
