"""Own actions: gathering, tools, cards, tiles (2, 3, 8)."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.errors import IllegalError
from mutapa.core.stone_age.layout import PLACE
from tests.core.stone_age.rulings import ruling


@ruling("2.1 own actions in any order, seat after seat")
def test_any_order_seat_after_seat(scene: Any) -> None:
    s = scene(seats=3).set("start", 1).on(1, hunt=1, forest=2, tools=1, field=1).on(2, field=1).on(0, hut=2).act(1)
    assert s.legal == ["use hunt", "use forest", "use tools", "use field"]
    for first in s.legal:
        assert first not in s.copy().play(first).legal
    s.play("use forest / roll 7 / use field / use hunt / roll 4")
    assert s["mover"] == 1
    s.play("use tools")
    assert s["mover"] == 2
    assert s.seat(1)["hand"] == 5
    s.play("use field")
    assert s["mover"] == 0
    s.play("use hut")
    assert s["phase"] != "act"


@ruling("2.1 own actions in any order, seat after seat")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_start_player_acts_first(scene: Any, start: int) -> None:
    """When the last person is placed, whoever placed it."""
    order = [(start + i) % 3 for i in range(3)]
    for last in range(3):
        s = scene(seats=3).set("start", start).set("phase", PLACE).set("mover", last)
        for seat in range(3):
            s.give(seat, people=5, food=30).on(seat, hunt=4 if seat == last else 5)
        s.play(("place tools", "place field", "place clay 1")[last])
        acted = []
        while s["phase"] in ("act", "roll"):
            if s["phase"] == "act":
                acted.append(s["mover"])
            s.play(s.legal[0] if s["phase"] == "act" else "roll 6")
        assert list(dict.fromkeys(acted)) == order


@ruling("2.1 own actions in any order, seat after seat")
def test_the_order_matters(scene: Any) -> None:
    """Wood of the forest pays the tile."""
    s = scene().give(0, (0, 1, 0, 0)).on(0, forest=2, building_1=1).act()
    assert "buy building 1" not in s.legal
    s.play("use forest / roll 7")
    assert s.legal == ["buy building 1", "done"]


@ruling("2.2 tools after the roll, whole, any number, once a round")
def test_tools(scene: Any) -> None:
    s = scene().give(0, tools=4).on(0, hunt=2, forest=1).act().play("use hunt / roll 5")
    assert s["pending"] == {"sum": 5, "gain": "food"}
    assert s.legal == ["add none", "add 1", "add 1 1", "add 2", "add 1 2", "add 1 1 2"]
    s.play("add 1 2")
    assert s.seat(0)["food"] == 12 + 4
    assert s.seat(0)["tools"] == [[1, 0], [1, 1], [2, 1]]
    s.play("use forest / roll 5")
    assert s.legal == ["add none", "add 1"]


@ruling("2.3 tools help on two-dice cards")
def test_tools_with_a_two_dice_card(scene: Any) -> None:
    s = scene(cards=("rollgold-art", *("stone-farmer1", "points3-builder3", "tool-art"))).give(0, (1, 0, 0, 0), tools=2)
    s.on(0, card_1=1).act().play("buy card 1")
    assert s["phase"] == "roll"
    assert s["pending"] == {"dice": 2, "gain": "gold"}
    assert sum(s.chances.values()) == 36
    s.play("roll 10")
    assert s.legal == ["add none", "add 1", "add 1 1"]
    s.play("add 1 1")
    assert s.stock(0) == [0, 0, 0, 2]
    assert s.seat(0)["culture"] == {"art": 1}


@ruling("2.4 tools for one use once, together with others")
def test_tools_for_one_use(scene: Any) -> None:
    s = scene().give(0, tools=1, once=0b101).on(0, hunt=1, forest=1).act().play("use forest / roll 2")
    assert s.legal == ["add none", "add 1", "add once 2", "add 1 once 2", "add once 4", "add 1 once 4", "add once 2 4",
                       "add 1 once 2 4"]
    s.play("add 1 once 2 4")
    assert s.stock(0) == [3, 0, 0, 0]
    assert s.seat(0)["once"] == []
    s.play("use hunt / roll 1")
    assert s["phase"] != "tools"


@ruling("2.4 tools for one use once, together with others")
@pytest.mark.parametrize("value", [2, 3, 4])
def test_a_tool_for_one_use_adds_its_value(scene: Any, value: int) -> None:
    s = scene().give(0, once=0b111).on(0, hunt=1, clay=1).act().play(f"use clay / roll {8 - value}")
    less = s.copy().play(f"add once {value - 1}" if value > 2 else "add none")
    assert s.play(f"add once {value}").stock(0) == [0, 2, 0, 0]
    assert less.stock(0) == [0, 1, 0, 0]
    assert s.seat(0)["once"] == [each for each in (2, 3, 4) if each != value]


@ruling("2.4a tools for one use fill no slot and count nothing at the end")
def test_tools_for_one_use_are_no_tools(scene: Any) -> None:
    s = scene().give(0, once=0b111, makers=5)
    assert s.seat(0)["tools"] == []
    s.set("phase", 14)
    assert s.points() == [0, 0]
    s.give(0, tools=3)
    assert s.points() == [15, 0]


@ruling("2.5 a fresh tool serves in the same round")
def test_a_fresh_tool(scene: Any) -> None:
    s = scene().on(0, tools=1, river=1).act().play("use tools / use river / roll 5")
    assert s.legal == ["add none", "add 1"]
    s.play("add 1")
    assert s.stock(0) == [0, 0, 0, 1]


@ruling("2.6 the lowest tool grows, twelve is the end")
def test_the_lowest_tool_grows(scene: Any) -> None:
    seen = []
    for value in range(13):
        s = scene().give(0, tools=value).on(0, tools=1, hunt=1).act().play("use tools")
        seen.append([each for each, _ in s.seat(0)["tools"]])
    assert seen == [
        [1], [1, 1], [1, 1, 1], [1, 1, 2], [1, 2, 2], [2, 2, 2], [2, 2, 3], [2, 3, 3], [3, 3, 3], [3, 3, 4], [3, 4, 4], [4, 4, 4],
        [4, 4, 4],
    ]


@ruling("8.1 an unturned tool grows before a turned one, which stays turned")
def test_turned_tools_grow(scene: Any) -> None:
    def grown(tools: int, low: int, high: int) -> Any:
        return scene().give(0, tools=tools, low=low, high=high).on(0, tools=1, hunt=1).act().play("use tools").seat(0)["tools"]

    assert grown(3, 2, 0) == [[1, 1], [1, 1], [2, 0]]
    assert grown(3, 3, 0) == [[1, 1], [1, 1], [2, 1]]
    assert grown(5, 1, 1) == [[2, 0], [2, 1], [2, 1]]
    assert grown(5, 0, 1) == [[2, 0], [2, 0], [2, 1]]
    assert grown(2, 0, 1) == [[1, 0], [1, 0], [1, 1]]
    assert grown(1, 0, 1) == [[1, 0], [1, 1]]


@ruling("2.7 dice and tools by the divisor, the rest lost")
def test_gains(scene: Any) -> None:
    for place, total, gain in (("forest", 11, 3), ("clay", 11, 2), ("quarry", 14, 2), ("river", 11, 1), ("river", 12, 2)):
        s = scene().on(0, **{place: 3}, hunt=1).act().play(f"use {place} / roll {total}")
        expected = [0, 0, 0, 0]
        expected[("forest", "clay", "quarry", "river").index(place)] = gain
        assert s.stock(0) == expected
    assert scene().on(0, hunt=3, field=1).act().play("use hunt / roll 11").seat(0)["food"] == 17


@ruling("2.8 a card costs its space in any resources, never food")
def test_the_price_of_a_card(scene: Any) -> None:
    for space in (1, 2, 3, 4):
        poor = scene().give(0, (space - 1, 0, 0, 0), food=50).on(0, hunt=1, **{f"card_{space}": 1}).act()
        assert poor.legal == ["use hunt"]
        rich = scene().give(0, (4, 4, 4, 4)).on(0, hunt=1, **{f"card_{space}": 1}).act().play(f"buy card {space}")
        paid = 0
        while rich["phase"] == "pay":
            assert rich["pending"] == {"place": f"card {space}", "left": space - paid, "kinds": None,
                                       "last": None if paid == 0 else "gold"}
            assert rich.legal == (["pay wood", "pay brick", "pay stone", "pay gold"] if paid == 0 else ["pay gold"])
            paid += 1
            rich.play("pay gold")
        assert rich.stock(0)[3] + sum(rich.stock(0)[:3]) in (16 - space, 17 - space)
        assert rich["cards"][space - 1] is None
    s = scene().give(0, (1, 1, 0, 1)).on(0, hunt=1, card_2=1).act().play("buy card 2")
    assert s.legal == ["pay wood", "pay brick"]  # gold alone would not do
    assert s.play("pay wood").legal == ["pay brick", "pay gold"]
    assert s.play("pay gold").stock(0) == [0, 1, 1, 0]  # the stone is the card's


@ruling("2.8a a card that can be paid may be declined and stays")
def test_declining(scene: Any) -> None:
    s = scene().give(0, (4, 4, 4, 4)).on(0, card_2=1, building_1=1).on(1, hunt=1).act()
    assert s.legal == ["buy card 2", "buy building 1", "done"]
    s.play("done")
    assert s["cards"][1] == "stone-farmer1"
    assert s["buildings"][0] == "wwb"
    assert s.stock(0) == [4, 4, 4, 4]
    assert s.seat(0)["hand"] == 5
    assert s["mover"] == 1


def test_done_waits_for_places_that_must_be_used(scene: Any) -> None:
    """Declining early or late comes to the same: it is offered once, at the end."""
    s = scene().give(0, (4, 4, 4, 4)).on(0, card_2=1, field=1).act()
    assert s.legal == ["use field", "buy card 2"]
    assert s.play("use field").legal == ["buy card 2", "done"]


@ruling("2.9 a tile with a fixed price")
def test_a_fixed_tile(scene: Any) -> None:
    s = scene().give(0, (2, 1, 5, 5)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    assert s["phase"] == "turn"
    assert s.stock(0) == [0, 0, 5, 5]
    assert s.seat(0)["score"] == 10
    assert s.seat(0)["tiles"] == 1
    assert "buy building 1" not in scene().give(0, (1, 5, 5, 5)).on(0, hunt=1, building_1=1).act().legal


@ruling("2.9a N resources of exactly K kinds")
def test_n_of_k(scene: Any) -> None:
    def ends(name: str, stock: tuple[int, ...]) -> set[tuple[tuple[int, ...], int]]:
        """Every (resources paid, points) that some line of payments comes to."""
        start = scene(buildings=(name,)).give(0, stock).on(0, hunt=1, building_1=1).act()
        if "buy building 1" not in start.legal:
            return set()
        found, open_ = set(), [start.play("buy building 1")]
        while open_:
            s = open_.pop()
            if s["phase"] != "pay":
                paid = tuple(a - b for a, b in zip(stock, s.stock(0), strict=True))
                found.add((paid, s.seat(0)["score"]))
            else:
                open_ += [s.copy().play(text) for text in s.legal]
        return found

    for n in (4, 5):
        for k in (1, 2, 3, 4):
            stock = (2, 5, 1, 4)
            right = {
                ((a, b, c, d), 3 * a + 4 * b + 5 * c + 6 * d)
                for a in range(3) for b in range(6) for c in range(2) for d in range(5)
                if a + b + c + d == n and sum(x > 0 for x in (a, b, c, d)) == k
            }
            assert ends(f"{n}of{k}", stock) == right
            assert ends(f"{n}of{k}", (0, 3, 0, 0)) == set()


@ruling("2.9b one to seven resources")
def test_one_to_seven(scene: Any) -> None:
    s = scene(buildings=("1to7",)).give(0, (5, 0, 0, 5)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    assert s.legal == ["pay wood", "pay gold"]
    assert s.play("pay wood").legal == ["pay wood", "pay gold", "done"]
    one = s.copy().play("done")
    assert (one.seat(0)["score"], one.stock(0)) == (3, [4, 0, 0, 5])
    s.play("pay wood / pay gold / pay gold / pay gold / pay gold")
    assert s.legal == ["pay gold", "done"]
    s.play("pay gold")
    assert (s.seat(0)["score"], s.stock(0), s["phase"]) == (36, [3, 0, 0, 0], "turn")
    assert "buy building 1" not in scene(buildings=("1to7",)).give(0, food=9).on(0, hunt=1, building_1=1).act().legal
    one = scene(buildings=("1to7",)).give(0, (0, 1, 0, 0)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    assert (one["phase"], one.seat(0)["score"]) == ("turn", 4)  # its only way is paid by itself


def test_one_to_seven_can_be_paid_in_329_ways(scene: Any) -> None:
    s = scene(buildings=("1to7",)).give(0, (7, 7, 7, 7)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    found, open_ = set(), [s]
    while open_:
        s = open_.pop()
        if s["phase"] != "pay":
            found.add(tuple(s.stock(0)))
        else:
            open_ += [s.copy().play(text) for text in s.legal]
    assert len(found) == 329


@ruling("2.9c the next tile is turned up at once")
def test_the_next_tile(scene: Any) -> None:
    s = scene().give(0, (9, 9, 9, 9)).on(0, hunt=1, building_1=1).act().play("buy building 1 / turn 5of3")
    assert s["buildings"] == ["5of3", "1to7"]
    assert s["stacks"] == [6, 7]
    assert s.legal == ["use hunt"]


@ruling("2.9c the next tile is turned up at once")
@pytest.mark.parametrize("stack", [1, 2])
def test_the_last_tile_is_turned_up_too(scene: Any, stack: int) -> None:
    s = scene(stack=stack).give(0, (2, 1, 0, 0)).on(0, hunt=1, building_1=1).act().play("buy building 1")
    assert s["phase"] == ("turn" if stack == 2 else "act")
    assert s["stacks"] == [stack - 1, stack]


@ruling("2.10 dice for all are picked from the buyer on clockwise, one each")
def test_dice_for_all(scene: Any) -> None:
    s = scene(seats=4, cards=("dice-time", "stone-farmer1", "points3-builder3", "tool-art")).give(2, (1, 0, 0, 0))
    s.on(2, card_1=1, hunt=1).on(3, hunt=1).act(2).play("buy card 1")
    assert s["pending"] == {"buyer": 2}
    assert (len(s.chances), sum(s.chances.values())) == (126, 6**4)
    assert s.chances["dice 1 1 4 6"] == 12
    s.play("dice 1 1 4 6")
    order = []
    for pick in ("gold", "wood"):
        assert s["phase"] == "pick"
        order.append(s["mover"])
        s.play(f"pick {pick}")
    order.append(s["mover"])
    assert s.legal == ["pick wood", "pick field"]
    s.play("pick field")
    assert order == [2, 3, 0]
    assert s["mover"] == 2
    assert s["phase"] == "act"
    assert [s.stock(i) for i in range(4)] == [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]]
    assert [s.seat(i)["track"] for i in range(4)] == [1, 0, 0, 0]


@ruling("2.10a no tools with dice for all")
def test_no_tools_with_dice_for_all(scene: Any) -> None:
    s = scene(cards=("dice-time", "stone-farmer1", "points3-builder3", "tool-art")).give(0, (1, 0, 0, 0), tools=3, once=7)
    s.on(0, card_1=1, hunt=1).act().play("buy card 1 / dice 1 4")
    assert s.legal == ["pick wood", "pick gold"]
    s.play("pick gold")
    assert s["phase"] == "act"
    assert s.seat(0)["tools"] == [[1, 0]] * 3


@ruling("8.3 equal dice are one action; a tool won after the own actions waits")
def test_equal_dice(scene: Any) -> None:
    s = scene(seats=3, cards=("dice-time", "stone-farmer1", "points3-builder3", "tool-art")).give(1, (1, 0, 0, 0)).set("start", 0)
    s.on(1, card_1=1).on(2, hunt=1).act(1).play("buy card 1 / dice 5 5 6")
    assert s.legal == ["pick tool", "pick field"]
    s.play("pick field")  # what is left is equal: dealt out
    assert s["mover"] == 2
    assert [s.seat(i)["tools"] for i in range(3)] == [[[1, 0]], [], [[1, 0]]]
    s.until("card")
    assert s.seat(0)["tools"] == [[1, 0]]


@ruling("8.10 the sixth face is the food track")
def test_the_sixth_face(scene: Any) -> None:
    s = scene(cards=("dice-time", "stone-farmer1", "points3-builder3", "tool-art")).give(0, (1, 0, 0, 0), track=10)
    s.on(0, card_1=1, hunt=1).act().play("buy card 1 / dice 6 6")
    assert [s.seat(i)["track"] for i in range(2)] == [10, 1]  # void at the end of the track
    assert [s.seat(i)["food"] for i in range(2)] == [12, 12]


@ruling("2.11a no card left to draw blind: nothing")
def test_no_card_to_draw(scene: Any) -> None:
    cards = ("draw-writing", "stone-farmer1", "points3-builder3", "tool-art")
    s = scene(cards=cards, keep=0).give(0, (1, 0, 0, 0)).on(0, card_1=1, hunt=1).act().play("buy card 1")
    assert s["phase"] == "act"
    assert s.seat(0)["blind"] is None
    assert s.seat(0)["culture"] == {"writing": 1}


@ruling("2.12 two resources of choice at once or later, once, equal or different")
def test_two_of_choice(scene: Any) -> None:
    s = scene(cards=("two-medicine", "stone-farmer1", "points3-builder3", "tool-art")).give(0, (1, 0, 0, 0))
    s.on(0, card_1=1, hunt=1).on(1, hunt=1).act().play("buy card 1")
    assert s.seat(0)["two"]
    assert s.legal == ["use hunt", "choose"]
    pairs = s.copy().play("choose").legal
    assert len(pairs) == 10
    assert {"take wood wood", "take wood gold", "take gold gold"} <= set(pairs)
    at_once = s.copy().play("choose / take wood gold")
    assert at_once.stock(0) == [1, 0, 0, 1]
    assert at_once.legal == ["use hunt"]
    later = s.copy().play("use hunt / roll 2").until("place").on(0, hunt=1, forest=1).act()
    later.play("use hunt / roll 1 / choose / take gold gold")
    assert later.stock(0) == [0, 0, 0, 2]
    assert not later.seat(0)["two"]


@ruling("8.5 two resources of choice before own actions and at a short feeding only")
def test_when_two_of_choice_is_offered(scene: Any) -> None:
    cards = ("two-medicine", "stone-farmer1", "points3-builder3", "tool-art")
    s = scene(cards=cards).give(0, (1, 0, 0, 0)).on(0, card_1=1).on(1, hunt=1).act().play("buy card 1")
    assert s["mover"] == 1  # bought with the last person: it waits
    s = scene().set("two_seat", 1).give(0, tools=1).on(0, forest=1, card_2=1).act()
    assert s.legal == ["use forest", "choose"]
    s.play("use forest / roll 2")
    assert s.legal == ["add none", "add 1"]
    s.play("add none")
    assert s.legal == ["choose", "done"]  # the card can't be paid yet
    s.play("choose / take wood brick")
    assert s.legal == ["buy card 2", "done"]
    s = scene().set("two_seat", 1).give(0, (3, 3, 0, 0)).on(0, card_2=1, hunt=1).act().play("buy card 2")
    assert s.legal == ["pay wood", "pay brick"]


@ruling("2.14 food, resources, points, track and tool of a card come at once")
def test_tops_of_cards(scene: Any) -> None:
    def bought(name: str) -> Any:
        s = scene(cards=(name, "dice-pottery", "dice-time", "dice-writing")).give(0, (1, 0, 0, 0))
        return s.on(0, card_1=1, hunt=1).act().play("buy card 1")

    assert bought("food7-pottery").seat(0)["food"] == 19
    assert bought("stone2-transport").stock(0) == [0, 0, 2, 0]
    assert bought("gold-shaman1").stock(0) == [0, 0, 0, 1]
    assert bought("brick-shaman2").stock(0) == [0, 1, 0, 0]
    assert bought("points3-builder3").seat(0)["score"] == 3
    assert bought("points3-builder3").seat(0)["builder"] == 3
    assert bought("field-farmer1").seat(0)["track"] == 1
    assert bought("tool-art").seat(0)["tools"] == [[1, 0]]
    assert bought("food3-farmer2").seat(0)["farmer"] == 2
    assert bought("once3-maker1").seat(0)["once"] == [3]
    assert bought("once2-maker2").seat(0)["maker"] == 2
    assert bought("stone-shaman1").seat(0)["shaman"] == 1
    assert bought("rollstone-shaman1")["pending"] == {"dice": 2, "gain": "stone"}
    assert bought("rollwood-shaman2")["pending"] == {"dice": 2, "gain": "wood"}


@ruling("8.4 a tool for one use bought this turn serves at once")
def test_a_tool_for_one_use_at_once(scene: Any) -> None:
    s = scene(cards=("once4-maker1", "stone-farmer1", "points3-builder3", "tool-art")).give(0, (1, 0, 0, 0))
    s.on(0, card_1=1, river=1).act().play("buy card 1 / use river / roll 2")
    assert s.legal == ["add none", "add once 4"]
    assert s.play("add once 4").stock(0) == [0, 0, 0, 1]


@ruling("3.1 resources without limit")
def test_no_limit(scene: Any) -> None:
    s = scene().give(0, (60, 60, 60, 60), people=10).give(1, (60, 60, 60, 60)).on(0, river=7, hunt=1).act()
    assert s.play("use river / roll 42").stock(0) == [60, 60, 60, 67]


@ruling("3.1a a supply cap cuts every gain")
def test_a_supply_cap(scene: Any) -> None:
    for cap, most in (("old", (20, 16, 12, 10)), ("new", (28, 18, 12, 10))):
        for kind, place in enumerate(("forest", "clay", "quarry", "river")):
            held = [0, 0, 0, 0]
            held[kind] = most[kind] - 2
            s = scene(supply_cap=cap).give(1, held).on(0, **{place: 5}).act()
            s.play(f"use {place} / roll 30")
            assert sum(s.stock(0)) == 2
            free = scene().give(1, held).on(0, **{place: 5}).act().play(f"use {place} / roll 30")
            assert sum(free.stock(0)) > 2
    s = scene(supply_cap="new").give(1, (27, 18, 12, 10)).set("two_seat", 1).on(0, hunt=1).act().play("choose / take wood wood")
    assert s.stock(0) == [1, 0, 0, 0]
    cards = ("stone2-transport", "dice-time", "points3-builder3", "tool-art")
    s = scene(supply_cap="new", cards=cards).give(0, (1, 0, 0, 0)).give(1, (0, 0, 11, 0)).on(0, hunt=1, card_1=1).act()
    assert s.play("buy card 1").stock(0) == [0, 0, 1, 0]


@ruling("3.2 ten people are the most")
def test_ten_people(scene: Any) -> None:
    s = scene().give(0, people=9).on(0, hut=2, hunt=1).act().play("use hut")
    assert (s.seat(0)["people"], s.seat(0)["hand"]) == (10, 9)
    s = scene().give(0, people=10).on(0, hut=2, hunt=1).act().play("use hut")
    assert (s.seat(0)["people"], s.seat(0)["hand"]) == (10, 9)


@ruling("8.2 a die for each person, ten hunters too")
def test_ten_dice(scene: Any) -> None:
    s = scene().give(0, people=10).on(0, hunt=10).act().play("use hunt")
    assert s["pending"] == {"dice": 10, "gain": "food"}
    assert list(s.chances) == [f"roll {n}" for n in range(10, 61)]
    assert sum(s.chances.values()) == 6**10
    assert s.play("roll 60").seat(0)["food"] in (12 + 30, 12 + 30 - 10)


@ruling("8.8 any set of tools, wasteful ones too; equal tools are one action")
def test_sets_of_tools(scene: Any) -> None:
    def sets(**fields: int) -> int:
        return len(scene().give(0, **fields).on(0, hunt=1).act().play("use hunt / roll 1").legal)

    assert sets(tools=3) == 4
    assert sets(tools=4) == 6
    assert sets(tools=12) == 4
    assert sets(tools=11, once=7) == 2 * 3 * 8
    s = scene().give(0, tools=12, once=4).on(0, hunt=1, forest=4).act().play("use hunt / roll 6")
    assert "add 4 4 4 once 4" in s.legal


@ruling("8.12 what has one answer inside a payment happens by itself; no tools question without a tool")
def test_single_answers(scene: Any) -> None:
    s = scene().give(0, (0, 3, 0, 0)).on(0, hunt=1, card_3=1).act().play("buy card 3")
    assert s["phase"] == "act"
    assert s.stock(0) == [0, 0, 0, 0]
    s = scene().give(0, tools=3, low=3).on(0, hunt=1, field=1).act().play("use hunt / roll 6")
    assert s["phase"] == "act"


@ruling("8.14 repeated hunters roll together")
def test_repeated_hunters(scene: Any) -> None:
    s = scene(hunt_repeat="on").play("place hunt 1 / place forest 5 / place hunt 4").act().play("use hunt")
    assert s["pending"] == {"dice": 5, "gain": "food"}


def test_a_step_that_is_not_on_offer_is_refused(scene: Any) -> None:
    s = scene().on(0, hunt=1, card_1=1).act()
    for line in ("buy card 1", "done", "use forest", "choose", "place hunt 1"):
        with pytest.raises(IllegalError):
            s.play(line)
