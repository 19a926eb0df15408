"""Endgames of a few steps: values by full enumeration over steps and exact odds, against hand calculation and the search"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search import bots
from tests.core.stone_age.positions import Scene, scene_of


def value(state: State, seat: int, worth: Any) -> Fraction:
    """The seat's best expected `worth(state)` at the end, when it alone has steps left."""
    if state.is_over:
        return Fraction(worth(state))
    if state.is_chance:
        total, found = sum(weight for _, weight in state.chances), Fraction(0)
        for action, weight in state.chances:
            after = state.clone()
            after.apply(action)
            found += Fraction(weight, total) * value(after, seat, worth)
        return found
    assert state.turn == seat
    return max(each for _, each in values(state, seat, worth))


def values(state: State, seat: int, worth: Any) -> list[tuple[str, Fraction]]:
    """(step, value) of every legal step."""
    found = []
    for action in state.legal_actions:
        after = state.clone()
        after.apply(action)
        found.append((state.text(action), value(after, seat, worth)))
    return found


def margin(seat: int) -> Any:
    return lambda state: state.outcome.margins[seat]


def win(seat: int) -> Any:
    return lambda state: int(state.outcome.ranks[seat] == 1)


def last_round(scene: Any, **kwargs: Any) -> Scene:
    """Seat 1 acts last in the last round; both have food enough."""
    s: Scene = scene(buildings=("1to7", "wwb"), round_cap=1, **kwargs).give(0, track=10, food=50).give(1, food=50)
    return s


def test_a_last_roll(scene: Any) -> None:
    """One die in the river with tools of 2 and 1: gold for 3 and more if all are used; a point each."""
    s = last_round(scene).give(1, tools=3, low=0).on(1, river=1).act(1)
    assert value(s.state, 1, margin(1)) == Fraction(4, 6)
    assert value(s.copy().give(1, tools=5).state, 1, margin(1)) == 1
    assert value(s.copy().give(1, tools=0).state, 1, margin(1)) == Fraction(1, 6)
    two = last_round(scene).on(1, forest=2).act(1)
    assert value(two.state, 1, margin(1)) == 2


def test_what_the_last_wood_buys(scene: Any) -> None:
    """A card with a farmer (a stone, and the track once more), or a tile of three points."""
    s = last_round(scene, cards=("stone-farmer1", "dice-time", "dice-writing", "tool-art"))
    s.give(1, (1, 0, 0, 0), track=3, builders=1).on(1, card_1=1, building_1=1).act(1)
    found = dict(values(s.state, 1, margin(1)))
    # The stone of the card pays the tile: 3 for the farmer, 5 for the stone, 1 for the hut builder.
    assert found == {"buy card 1": 3 + 5 + 1, "buy building 1": 3 + 1, "done": 1}


@pytest.mark.parametrize(("need", "first", "then"), [(1, Fraction(5, 6), Fraction(4, 6)), (2, Fraction(2, 6), Fraction(1, 6))])
def test_the_search_finds_the_best_last_steps(need: int, first: Fraction, then: Fraction) -> None:
    """The card's tool before the roll: so says full enumeration of the win, and so plays UCT, whose value comes near."""
    s = last_round(scene_of, cards=("tool-art", "rollgold-art", "dice-writing", "dice-time"), backend="object")
    s.give(1, (1, 0, 0, 0)).give(0, score=need).on(1, card_1=1, forest=1).act(1)
    assert dict(values(s.state, 1, win(1))) == {"use forest": then, "buy card 1": first}
    bot = bots.make("uct:sims=4000,horizon=1000")
    bot.start(s.state.game, s.state.board, 1, bots.Seating(2, derive(1, "endgame")))
    assert s.state.text(bot.choose(s.state.observe(1))) == "buy card 1"
