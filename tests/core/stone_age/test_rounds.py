"""Feeding, the end of rounds and of games (4, 5, 6, 8)."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.errors import VoidError
from tests.core.stone_age.rulings import ruling

OTHERS = ("stone-farmer1", "points3-builder3", "tool-art")


def last_action(scene: Any, seats: int = 2, **kwargs: Any) -> Any:
    """The last seat has one thing left to do; then all feed. The field step costs and gives nothing else."""
    s = scene(seats=seats, **kwargs)
    return s.give(seats - 1, track=10).on(seats - 1, field=1).act(seats - 1)


@ruling("4.1 food by the track, then one each, the new-born too; the rest is kept")
def test_feeding(scene: Any) -> None:
    s = last_action(scene).give(0, food=3, track=4, people=6).give(1, food=20).play("use field")
    assert [s.seat(i)["food"] for i in (0, 1)] == [1, 25]  # 3 + 4 - 6; 20 + 10 - 5: the track is above the people
    s = scene().give(0, food=6, people=5).on(0, hut=2).act().play("use hut")
    assert s.seat(0)["people"] == 6
    assert s.seat(0)["food"] == 0


@ruling("4.2 what food lacks is paid in resources of the seat's choice, or ten points are lost")
def test_what_food_lacks(scene: Any) -> None:
    s = last_action(scene).give(0, (2, 0, 1, 3), food=2).play("use field")
    assert (s["phase"], s["mover"]) == ("feed", 0)
    assert s.seat(0)["food"] == 0
    assert s["pending"] == {"left": 3}
    assert s.legal == ["pay wood", "pay stone", "pay gold", "starve"]
    paid = s.copy().play("pay wood")
    assert paid["phase"] == "feed pay"
    assert paid.legal == ["pay wood", "pay stone", "pay gold"]  # once begun, all of it
    paid.play("pay stone")
    assert paid.stock(0) == [1, 0, 0, 2]  # the last one had one answer
    assert paid.seat(0)["score"] == 0
    s.play("starve")
    assert (s.stock(0), s.seat(0)["score"], s.seat(0)["food"]) == ([2, 0, 1, 3], -10, 0)


@ruling("4.2 what food lacks is paid in resources of the seat's choice, or ten points are lost")
def test_ten_points_however_many_are_hungry(scene: Any) -> None:
    for people, food in ((5, 4), (10, 0)):
        s = last_action(scene).give(0, food=food, people=people).play("use field")
        assert s["phase"] == "place"
        assert s.seat(0)["score"] == -10
        assert s.seat(0)["food"] == 0


@ruling("4.3 food can't be held back")
def test_food_goes_first(scene: Any) -> None:
    s = last_action(scene).give(0, (9, 0, 0, 0), food=5).play("use field")
    assert s["phase"] != "feed"
    assert (s.seat(0)["food"], s.stock(0)) == (0, [9, 0, 0, 0])
    s = last_action(scene).give(0, (9, 0, 0, 0), food=4).play("use field")
    assert s.play("starve").seat(0)["food"] == 0


@ruling("4.4 refusing though able to pay")
def test_refusing(scene: Any) -> None:
    s = last_action(scene).give(0, (9, 9, 9, 9), food=0).play("use field")
    assert "starve" in s.legal
    assert s.play("starve").stock(0) == [9, 9, 9, 9]


@ruling("4.5 points fall below zero")
def test_below_zero(scene: Any) -> None:
    s = last_action(scene).give(0, food=0, score=-25).play("use field")
    assert s.seat(0)["score"] == -35


@ruling("4.6 the start player feeds first")
def test_who_feeds_first(scene: Any) -> None:
    s = scene(seats=3).set("start", 2)
    for seat in range(3):
        s.give(seat, (9, 0, 0, 0), food=4)
    s.on(1, field=1).give(1, food=2).act(1).play("use field")
    order = []
    while s["phase"] == "feed":
        order.append(s["mover"])
        s.play("starve")
    assert order == [2, 0, 1]


@ruling("8.7 feeding is a decision only when food is short")
def test_when_feeding_is_a_decision(scene: Any) -> None:
    assert last_action(scene).give(0, (9, 0, 0, 0), food=5).play("use field")["phase"] != "feed"
    poor = last_action(scene).give(0, (1, 1, 0, 0), food=2).play("use field")
    assert poor["phase"] != "feed"  # three short, two resources: forced
    assert (poor.seat(0)["score"], poor.stock(0)) == (-10, [1, 1, 0, 0])


@ruling("8.5 two resources of choice before own actions and at a short feeding only")
def test_two_of_choice_at_feeding(scene: Any) -> None:
    s = last_action(scene).give(0, (1, 0, 0, 0), food=2).set("two_seat", 1).play("use field")
    assert s.legal == ["choose", "starve"]  # three short, one at hand, two to come
    assert len(s.play("choose").legal) == 10
    s.play("take brick gold")
    assert s["phase"] == "feed"
    assert s.legal == ["pay wood", "starve"]
    assert s.play("pay wood").stock(0) == [0, 0, 0, 0]
    enough = last_action(scene).give(0, (3, 0, 0, 0), food=2).set("two_seat", 1).play("use field")
    assert enough.legal == ["choose", "pay wood", "starve"]
    assert last_action(scene).give(0, food=2).set("two_seat", 1).play("use field").seat(0)["score"] == -10
    assert not last_action(scene).give(0, food=5).set("two_seat", 1).play("use field").legal_of("choose")


def test_two_of_choice_that_the_supply_cuts_starve(scene: Any) -> None:
    s = scene(supply_cap="new").give(0, (1, 0, 0, 0), food=2).give(1, (27, 0, 0, 0), track=10).on(1, field=1).act(1)
    s.set("two_seat", 1).play("use field / choose / take wood wood")
    assert s.seat(0)["score"] == -10
    assert s.stock(0) == [1, 0, 0, 0]


@ruling("3.1a a supply cap cuts every gain")
def test_two_of_choice_where_the_supply_is_empty(scene: Any) -> None:
    def feeding(held: tuple[int, ...], **options: Any) -> Any:
        s = scene(**options).give(0, (0, 0, 0, 3), food=1).give(1, held, track=10).on(1, field=1).act(1).set("two_seat", 1)
        return s.play("use field")

    empty, one = (28, 18, 12, 7), (27, 18, 12, 7)
    assert feeding(empty).legal == ["choose", "starve"]  # without a cap
    assert feeding(empty, supply_cap="new").seat(0)["score"] == -10  # four short, three at hand, nothing to come
    assert feeding(one, supply_cap="new").legal == ["choose", "starve"]


def test_a_number_without_room_voids_the_game(scene: Any) -> None:
    for fields in ({"food": 2047, "track": 9}, {"score": -1020, "food": 0}):
        s = last_action(scene).give(0, **fields)
        with pytest.raises(VoidError):
            s.play("use field")
    with pytest.raises(VoidError):
        last_action(scene).set("round", 1023).play("use field")


@ruling("5.1 the start player marker goes to the left neighbour")
def test_the_marker(scene: Any) -> None:
    s = scene(seats=3)
    seen = []
    for round_number in range(1, 5):
        assert s["round"] == round_number
        seen.append((s["start"], s["mover"]))
        while s["round"] == round_number:
            s.play((s.legal or list(s.chances))[0])
        s.until("place")
    assert seen == [(0, 0), (1, 1), (2, 2), (0, 0)]


@ruling("5.2 cards slide to the cheap side, then the spaces fill up")
def test_cards_slide(scene: Any) -> None:
    s = last_action(scene).set("cards", 0, 0).set("cards", 2, 0).play("use field")
    assert s["phase"] == "card"
    assert s["cards"] == ["stone-farmer1", "tool-art", None, None]
    assert s["deck"] == 32
    assert sum(s.chances.values()) == 32
    s.play("card dice-time / card dice-pottery")
    assert s["cards"] == ["stone-farmer1", "tool-art", "dice-time", "dice-pottery"]
    assert (s["phase"], s["mover"], s["deck"]) == ("place", 1, 30)


def test_cards_stay_during_the_actions(scene: Any) -> None:
    s = scene().give(0, (4, 0, 0, 0)).on(0, card_1=1, hunt=1).act().play("buy card 1")
    assert s["cards"] == [None, *OTHERS]


@ruling("5.2a tools are turned back")
def test_tools_are_turned_back(scene: Any) -> None:
    s = last_action(scene).give(0, tools=4, low=2, high=1)
    assert s.seat(0)["tools"] == [[1, 1], [1, 1], [2, 1]]
    assert s.play("use field").seat(0)["tools"] == [[1, 0], [1, 0], [2, 0]]


@ruling("6.1 fewer cards than empty spaces after sliding end the game at once")
def test_too_few_cards(scene: Any) -> None:
    s = last_action(scene, keep=1).set("cards", 0, 0).set("cards", 2, 0).give(0, food=1, score=50).play("use field")
    assert s["phase"] == "over"
    assert s["cards"] == ["stone-farmer1", "tool-art", None, None]
    assert s.seat(0)["score"] == 40  # the round before was complete, with feeding
    assert not s["capped"]
    assert s["round"] == 1


@ruling("6.1a exactly enough cards play on")
def test_enough_cards(scene: Any) -> None:
    s = last_action(scene, keep=2).set("cards", 0, 0).set("cards", 2, 0).play("use field")
    assert s["phase"] == "card"
    s.until("place")
    assert s["deck"] == 0
    assert s["round"] == 2
    full = last_action(scene, keep=0).play("use field")
    assert full["phase"] == "place"


@ruling("6.2 an empty stack ends the game after the round, feeding included")
def test_an_empty_stack(scene: Any) -> None:
    s = scene(stack=1).give(0, (2, 1, 0, 0), food=0).give(1, food=0).on(0, building_1=1).on(1, hunt=2, field=1).act()
    s.play("buy building 1")
    assert s["phase"] == "act"
    assert (s["buildings"][0], s["stacks"]) == (None, [0, 1])
    s.play("use hunt / roll 2 / use field")
    assert s["phase"] == "over"
    assert [s.seat(i)["score"] for i in (0, 1)] == [0, -10]


@ruling("6.2 an empty stack ends the game after the round, feeding included")
def test_an_empty_stack_is_closed(scene: Any) -> None:
    s = scene().set("sizes", 0, 0).set("tops", 0, 0)
    assert s.legal_of("place")[-1] == "place building 2"
    assert "place building 1" not in s.legal


@ruling("6.2a a declined last tile ends nothing")
def test_a_declined_last_tile(scene: Any) -> None:
    s = scene(stack=1).give(0, (2, 1, 0, 0)).on(0, building_1=1).act().play("done")
    assert s["phase"] == "place"
    assert s["round"] == 2
    bought = scene(stack=1).give(0, (2, 1, 0, 0)).on(0, building_1=1).act().play("buy building 1")
    assert bought["phase"] == "over"


@ruling("6.5 no cap on rounds but by option")
def test_the_cap(scene: Any) -> None:
    for cap, over in ((0, False), (30, False), (29, True)):
        s = last_action(scene, round_cap=cap).set("round", 29).play("use field")
        assert (s["phase"] == "over") == over
        assert s["capped"] == over


@ruling("8.6 a capped game is scored as usual")
def test_a_capped_game(scene: Any) -> None:
    s = last_action(scene, round_cap=3).set("round", 3).give(0, (1, 2, 0, 0), score=20, farmers=2, track=4).play("use field")
    assert s["capped"]
    assert s.points() == [31, 0]
    assert s.state.outcome.capped


@ruling("8.13a both ends at once are the tiles'; the cap comes before the cards")
def test_ends_at_once(scene: Any) -> None:
    s = scene(stack=1, round_cap=1, keep=0).give(0, (2, 1, 0, 0)).on(0, building_1=1).act().set("cards", 0, 0)
    s.play("buy building 1")
    assert s["phase"] == "over"
    assert not s["capped"]
    assert s["cards"][0] is None  # no sliding any more
    s = last_action(scene, round_cap=1, keep=0).set("cards", 0, 0).play("use field")
    assert s["capped"]


def test_what_is_open_is_settled_before_the_scoring(scene: Any) -> None:
    """Trial A3: an empty stack while a dice pick, two resources of choice and a short feeding are still to come."""
    s = scene(stack=1, cards=("dice-time", *OTHERS)).give(0, (3, 1, 0, 0), food=1, score=5).give(1, (2, 0, 0, 0), food=1, score=7)
    s.set("two_seat", 2).on(0, building_1=1, card_1=1).on(1, hunt=1).act().play("buy building 1 / buy card 1")
    assert s["phase"] == "dice"
    s.play("dice 3 4 / pick gold")
    assert s["mover"] == 1
    s.play("use hunt / roll 1")
    assert (s["phase"], s["mover"]) == ("feed", 1)
    # Seat 0: 4 food short, one gold: -10. Seat 1: 4 short, two wood and a stone at hand, two to come.
    assert s.seat(0)["score"] == 5 + 10 - 10
    assert s.legal == ["choose", "starve"]
    rich = s.copy().play("choose / take gold gold")
    assert rich.legal == ["pay wood", "starve"]
    rich.play("starve")
    assert rich["phase"] == "over"
    assert rich.points() == [5 + 1 + 1, 7 - 10 + 5]
    assert s.play("starve").points() == [7, 7 - 10 + 3 + 2]


def test_what_is_open_is_settled_before_the_cards_end_the_game(scene: Any) -> None:
    """Trial A3 with the other end: the deck can't fill the spaces."""
    s = scene(keep=0, cards=("dice-time", *OTHERS)).give(0, (1, 0, 0, 0), food=1, score=5).give(1, (3, 0, 0, 0), food=1, score=7)
    s.set("two_seat", 2).on(0, card_1=1).on(1, hunt=1).act().play("buy card 1 / dice 3 4 / pick stone / use hunt / roll 1")
    assert (s["phase"], s["mover"]) == ("feed", 1)
    s.play("pay wood")
    assert s["phase"] == "over"
    # Seat 0: a stone and a set of one symbol, hungry. Seat 1 paid three wood and a gold; two of choice are left.
    assert s.points() == [5 - 10 + 1 + 1, 7 + 2]
