"""Final scoring, ranks and ties (6, 8)."""

from __future__ import annotations

from typing import Any

from mutapa.core.stone_age import figures
from mutapa.core.stone_age import layout as field
from tests.core.stone_age.rulings import ruling


def over(scene: Any, seats: int = 2, **options: Any) -> Any:
    return scene(seats=seats, **options).set("phase", field.DONE)


@ruling("6.3 sets of different symbols score their square")
def test_sets_of_symbols(scene: Any) -> None:
    assert over(scene).culture(0, *figures.SYMBOLS[:5], "pottery").points() == [26, 0]
    s = over(scene).culture(0, "pottery", "writing", "time", "music", "art", "pottery", "music")
    assert s.points() == [29, 0]  # five different ones, then two
    assert over(scene).culture(0, *figures.SYMBOLS, *figures.SYMBOLS).points() == [128, 0]
    assert over(scene).culture(1, "pottery").culture(0, "pottery").points() == [1, 1]


def test_bought_symbols_have_one_writing(scene: Any) -> None:
    """Who bought a symbol first is no part of the position."""
    cards = ("food5-medicine", "two-medicine", "points3-builder3", "tool-art")
    ends = []
    for first, second in ((0, 1), (1, 0)):
        s = scene(cards=cards).give(0, (3, 0, 0, 0)).give(1, (3, 0, 0, 0)).on(first, card_1=1, hunt=1).on(second, card_2=1)
        s.set("start", first).act(first).play("buy card 1 / use hunt / roll 1 / buy card 2")
        ends.append([each["culture"] for each in s["seats"]])
        assert s.state.dump()["culture"][8:10] == [1, 2]
    assert ends == [[{"medicine": 1}] * 2] * 2


@ruling("6.3a people on cards multiply track, tools, tiles and people")
def test_people_on_cards(scene: Any) -> None:
    assert over(scene).give(0, farmers=5, track=7).points() == [35, 0]
    assert over(scene).give(0, makers=3, tools=7).points() == [21, 0]
    assert over(scene).give(0, makers=3, tools=7, low=1).points() == [21, 0]
    assert over(scene).give(0, builders=7, tiles=6).points() == [42, 0]
    assert over(scene).give(0, shamans=3, people=8).points() == [24, 0]
    assert over(scene).give(1, builders=9, tiles=2, farmers=7, track=10, makers=8, tools=12, shamans=7).points() == [0, 219]


@ruling("6.3b a point a resource, none for food")
def test_resources_left(scene: Any) -> None:
    assert over(scene).give(0, (1, 2, 3, 4), food=50, score=7).points() == [17, 0]


@ruling("6.4 ties go to track, tools and people together")
def test_ties(scene: Any) -> None:
    s = over(scene).give(0, track=3, tools=1, people=5).give(1, track=0, tools=0, people=10)
    assert s["ranks"] == [2, 1]
    assert over(scene).give(0, track=6).give(1, people=10)["ranks"] == [1, 2]
    assert over(scene).give(0, (1, 0, 0, 0)).give(1, people=10, track=10, tools=12)["ranks"] == [1, 2]


@ruling("8.13 a tie after the sum is shared; tools are a multiset")
def test_shared_ranks(scene: Any) -> None:
    s = over(scene, seats=4).give(0, track=2).give(1, tools=2).give(2, people=7).give(3, (9, 0, 0, 0))
    assert s["ranks"] == [2, 2, 2, 1]
    one = scene().give(0, tools=5, low=1, high=1).seat(0)["tools"]
    assert one == [[1, 1], [2, 0], [2, 1]]


@ruling("8.5a two resources of choice left over count two points, or none by option")
def test_two_of_choice_left_over(scene: Any) -> None:
    assert over(scene).set("two_seat", 2).points() == [0, 2]
    assert over(scene, unused_choice_scores="off").set("two_seat", 2).points() == [0, 0]


def test_a_blind_card_counts_by_its_bottom_half(scene: Any) -> None:
    def points(name: str, **fields: int) -> int:
        kind = [each for each, _ in figures.CARDS].index(name)
        s = over(scene).give(0, **fields).set("blind", 0, kind + 1).set("blind_seat", 1)
        return int(s.points()[0])

    assert points("food7-pottery") == 1
    assert points("dice-builder2", tiles=3) == 6
    assert points("dice-farmer1", track=4) == 4
    assert points("dice-maker2", tools=5) == 10
    assert points("brick-shaman2", people=6) == 12
    assert points("points3-music") == 1
    s = over(scene).culture(0, "pottery", "writing").set("blind", 0, 10).set("blind_seat", 1)
    assert s.points() == [5, 0]  # the second pottery: sets of two and of one


@ruling("7.1 36 cards")
def test_the_cards() -> None:
    cards = [name for name, copies in figures.CARDS for _ in range(copies)]
    assert len(cards) == 36
    bottoms = [figures.bottom_of(name) for name in cards]
    assert [sum(b == i for b, _ in bottoms) for i in range(8)] == [2] * 8
    assert [sum(n for b, n in bottoms if b == 8 + i) for i in range(4)] == [9, 7, 8, 7]
    assert [sum(b == 8 + i for b, _ in bottoms) for i in range(4)] == [5] * 4
    tops = [figures.top_of(name)[0] for name in cards]
    assert [tops.count(effect) for effect in range(10)] == [10, 7, 5, 3, 3, 1, 2, 1, 3, 1]
    assert sum(amount for effect, amount, _ in map(figures.top_of, cards) if effect == figures.FOOD) == 25


@ruling("7.2 28 tiles")
def test_the_tiles() -> None:
    tiles = [name for name, copies in figures.TILES for _ in range(copies)]
    assert len(tiles) == 28
    prices = [figures.price_of(name) for name in tiles]
    fixed = [each for _, _, each in prices if sum(each)]
    assert len(fixed) == 17
    assert all(sum(each) == 3 for each in fixed)
    assert sum((3 + k) * n for each in fixed for k, n in enumerate(each)) == 222
    assert sorted((n, kinds) for n, kinds, _ in prices if kinds) == [(n, kinds) for n in (4, 5) for kinds in (1, 2, 3, 4)]
    assert tiles.count("1to7") == 3
