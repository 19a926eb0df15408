"""Placing people (1)."""

from __future__ import annotations

from typing import Any

from tests.core.stone_age.rulings import ruling


def places(scene: Any) -> set[str]:
    """Places on offer, without numbers."""
    return {" ".join(text.split()[1:3]) if text.split()[1] in ("card", "building") else text.split()[1] for text in scene.legal}


@ruling("1.1 one place a step, at least one person, clockwise from the start player")
def test_one_place_a_step(scene: Any) -> None:
    s = scene(seats=3).set("start", 1).set("mover", 1)
    assert s.legal == [
        *(f"place {name} {n}" for name in ("hunt", "forest", "clay", "quarry", "river") for n in range(1, 6)),
        "place tools", "place hut", "place field", *(f"place card {i}" for i in (1, 2, 3, 4)),
        *(f"place building {i}" for i in (1, 2, 3)),
    ]
    movers = []
    for line in ("place forest 3", "place hunt 1", "place card 2", "place tools"):
        movers.append(s["mover"])
        s.play(line)
    assert movers == [1, 2, 0, 1]
    assert s["placed"] == {"forest": {1: 3}, "hunt": {2: 1}, "card 2": {0: 1}, "tools": {1: 1}}
    assert [s.seat(i)["hand"] for i in range(3)] == [4, 1, 4]


@ruling("1.2 never the same place twice in a round")
def test_no_place_twice(scene: Any) -> None:
    s = scene(seats=4).play("place forest 1 / place clay 1 / place hunt 1 / place river 1")
    assert "place forest 1" not in s.legal
    assert {"place clay 1", "place hunt 1", "place river 1"} <= set(s.legal)
    s.play("place hunt 1")
    assert "clay" not in places(s)
    assert "forest" in places(s)
    s.play("place tools / place field / place hut")
    assert not {"forest", "hunt"} & places(s)


@ruling("1.2a the hunt again only by option")
def test_the_hunt_again(scene: Any) -> None:
    line = "place hunt 1 / place forest 1"
    assert "hunt" not in places(scene().play(line))
    s = scene(hunt_repeat="on").play(line)
    assert {f"place hunt {n}" for n in (1, 2, 3, 4)} <= set(s.legal)
    s.play("place hunt 2")
    assert s["placed"]["hunt"] == {0: 3}


@ruling("1.3 no pass while a place can be used")
def test_no_pass(scene: Any) -> None:
    s = scene().play("place forest 4 / place clay 4")
    for _ in range(2):
        assert s["phase"] == "place"
        assert all(text.startswith("place ") for text in s.legal)
        s.play("place hunt 1")
    assert s["phase"] == "act"


@ruling("1.4 a seat without a place is passed over")
def test_a_seat_without_a_place(scene: Any) -> None:
    """Seat 0 hunts and stands on two resource places; all else that takes one person is taken."""
    s = scene().set("hand", 0, 5).on(0, hunt=1, forest=1, clay=1, card_1=1).give(1, people=10)
    s.on(1, quarry=1, river=1, tools=1, field=1, card_2=1, card_3=1, card_4=1, building_1=1, building_2=1).set("mover", 1)
    assert s["mover"] == 1
    assert s.legal == ["place hunt 1"]
    before = s.seat(0)["hand"]
    assert before == 1
    s.play("place hunt 1")
    assert s["phase"] == "act"
    assert s.seat(0)["hand"] == 1


@ruling("1.4 a seat without a place is passed over")
def test_another_goes_on_alone(scene: Any) -> None:
    s = scene().play("place forest 5 / place clay 1 / place hunt 1")
    assert s["mover"] == 1
    assert s["phase"] == "place"


@ruling("1.5 placing ends when nobody can place; who stays at home eats")
def test_who_stays_at_home_eats(scene: Any) -> None:
    s = scene().give(0, people=5, food=12).on(0, hunt=1, forest=1, clay=1, card_1=1)
    s.give(1, people=10, food=12).on(1, quarry=1, river=1, tools=1, field=1, card_2=1, card_3=1, card_4=1, building_1=1,
                                    building_2=1).set("mover", 1)
    s.play("place hunt 1")
    assert s["phase"] == "act"
    assert s.seat(0)["hand"] == 1
    s.until("place", "card")
    assert s.seat(0)["food"] == 12 - 5


@ruling("1.6 the hut takes exactly two people of one seat")
def test_the_hut(scene: Any) -> None:
    s = scene().play("place hut")
    assert s["placed"]["hut"] == {0: 2}
    assert s.seat(0)["hand"] == 3
    assert "place hut" not in s.legal
    alone = scene().play("place forest 4 / place hunt 4")
    assert "place hut" not in alone.legal
    assert "place tools" in alone.legal


@ruling("1.7 tool maker, field, cards and tiles take exactly one")
def test_places_for_one(scene: Any) -> None:
    for name in ("tools", "field", "card 1", "card 4", "building 1", "building 2"):
        s = scene().play(f"place {name}")
        assert s["placed"] == {name: {0: 1}}
        assert name not in places(s)
        assert [text for text in scene().legal if text.startswith(f"place {name}")] == [f"place {name}"]


@ruling("1.8 seven rings on a resource place, shared")
def test_seven_rings(scene: Any) -> None:
    s = scene(seats=4).play("place forest 5")
    assert s.legal_of("place")[5:7] == ["place forest 1", "place forest 2"]
    s.play("place forest 2")
    assert "forest" not in places(s)
    s = scene().give(0, people=10)
    assert "place river 7" in s.legal
    assert "place river 8" not in s.legal


@ruling("1.9 the hunt takes any number")
def test_the_hunt(scene: Any) -> None:
    s = scene().give(0, people=10).give(1, people=10).play("place hunt 10 / place hunt 10")
    assert s["placed"] == {"hunt": {0: 10, 1: 10}}


@ruling("1.10 with two or three players the third village place closes when two are taken")
def test_the_village(scene: Any) -> None:
    village = {"tools", "hut", "field"}
    for seats in (2, 3):
        for taken in (("tools", "hut"), ("hut", "field"), ("field", "tools")):
            s = scene(seats=seats)
            assert village <= places(s)
            s.play(f"place {taken[0]}")
            assert village - {taken[0]} <= places(s)
            s.play(f"place {taken[1]}")
            assert not village & places(s)
    s = scene(seats=4).play("place tools / place hut")
    assert "field" in places(s)
    s.play("place field")
    assert not village & places(s)


@ruling("1.11 one seat a resource place with two players, two with three, all with four")
def test_how_many_seats_on_a_resource_place(scene: Any) -> None:
    for seats, most in ((2, 1), (3, 2), (4, 4)):
        s = scene(seats=seats)
        for seat in range(min(most, seats - 1)):
            assert "forest" in places(s)
            s.play("place forest 1")
            assert s["placed"]["forest"][seat] == 1
        assert ("forest" in places(s)) == (seats == 4)
        assert "hunt" in places(s)


@ruling("1.12 placing without being able to pay")
def test_placing_without_means(scene: Any) -> None:
    s = scene()
    assert s.stock(0) == [0, 0, 0, 0]
    s.play("place card 4 / place building 1 / place building 2")
    assert s["placed"] == {"card 4": {0: 1}, "building 1": {1: 1}, "building 2": {0: 1}}


@ruling("1.13 at a maximum a place may be taken without effect")
def test_places_at_a_maximum(scene: Any) -> None:
    s = scene(seats=4).give(0, people=10, track=10, tools=12)
    assert {"tools", "hut", "field"} <= places(s)
    s.on(0, tools=1, hut=2, field=1).act().play("use tools / use hut")
    assert s["phase"] == "act"
    s.on(0, hunt=1).play("use field")
    mine = s.seat(0)
    assert (mine["people"], mine["track"], mine["tools"]) == (10, 10, [[4, 0]] * 3)
    assert mine["hand"] == 9
    s = scene().give(0, people=10).play("place hut")
    s.play("place tools")
    assert "field" not in places(s)  # the useless hut counts for the village


@ruling("1.13a at a maximum a place is closed by option")
def test_closed_at_a_maximum(scene: Any) -> None:
    for fields, closed in (({"people": 10}, "hut"), ({"track": 10}, "field"), ({"tools": 12}, "tools")):
        s = scene(place_at_max="forbid")
        village = {"tools", "hut", "field"}
        assert village <= places(s)
        assert village & places(s.give(0, **fields)) == village - {closed}
        assert village <= places(s.play("place hunt 1"))


@ruling("1.13a at a maximum a place is closed by option")
def test_one_below_a_maximum_all_is_open(scene: Any) -> None:
    s = scene(seats=4, place_at_max="forbid").give(0, people=9, track=9, tools=11)
    assert {"place tools", "place hut", "place field"} <= set(s.legal)


def test_the_hunt_is_never_closed(scene: Any) -> None:
    """So every seat places somebody in every round."""
    s = scene().give(0, people=10).play("place hunt 10")
    assert "place hunt 5" in s.legal
