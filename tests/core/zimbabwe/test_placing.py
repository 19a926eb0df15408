"""Monuments and craftsmen on the map: where, for how much, and which card comes along."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.zimbabwe.figures import CRAFTSMEN
from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.rulings import ruling

COST = dict(zip(CRAFTSMEN, (2, 2, 2, 10, 4, 4, 4), strict=True))
POINTS = dict(zip(CRAFTSMEN, (1, 1, 1, 3, 2, 2, 2), strict=True))
CARDS = dict(zip(CRAFTSMEN, ((3, 4), (3, 4), (2, 3), (1, 2), (3, 4), (3, 4), (3, 4)), strict=True))


def rich(scene: Any) -> Scene:
    """Every type can be placed here: all resources, and a primary of each kind that belongs to seat 1, away from them."""
    s = scene("T.C.I.D", ".......", ".......", ".......", "......TCI", ".........", ".........").cattle(40, 40)
    return s.craftsman("wood g6 h", 1).craftsman("potter e6 h", 1).craftsman("ivory c6", 1)


# ---- monuments --------------------------------------------------------------------------------------------------------


@ruling("4.1 a monument is free and worth a point")
def test_a_monument_is_free_and_worth_a_point(scene: Any) -> None:
    s = scene(".....").cattle(0, 0).play("build / at c1")
    assert (s["vp"][0], s["cattle"][0], s.level("c1")) == (2, 0, 1)
    assert (s["vr"][0], s.legal) == (20, [*s.legal_of("god"), "end"])


@ruling("4.2 monuments stand on empty land")
def test_a_monument_stands_on_empty_land(scene: Any) -> None:
    s = scene("T.W.S", ".x..C", ".....").craftsman("wood a3 h", 1)
    assert s.spots("build") == {"b1", "d1", "a2", "c2", "d2", "c3", "d3", "e3"}


@ruling("4.3 monuments keep a square apart")
def test_a_monument_keeps_a_square_from_all_others(scene: Any) -> None:
    s = scene("......", "......", "......", "......").monument("b2", 1).monument("e4", 0)
    assert s.spots("build") == {"d1", "e1", "f1", "d2", "e2", "f2", "a4", "b4", "c4"}
    s.god(0, "obatala").play("build / at e1")
    assert s.spots() == {"a4", "b4", "c4"}  # nor next to the first of the two


@ruling("4.4 nomads lift that rule alone")
@ruling("12.8 nomads for both monuments; first primary by anyone")
def test_nomads_lift_the_distance_for_both_monuments_and_nothing_else(scene: Any) -> None:
    s = scene("T.W.S", "....x", "....C").monument("b2", 1).god(0, "obatala").specialist(0, "nomads").play("use nomads")
    assert s.spots("build") == {"b1", "d1", "a2", "c2", "d2", "a3", "b3", "c3", "d3"}
    s.play("build / at c2")
    assert s.spots() == {"b1", "d1", "a2", "d2", "a3", "b3", "c3", "d3"}
    s.play("at d2 / end")
    assert "build" not in s.legal  # every square is next to one, and the other seat has no nomads


@ruling("4.5 any number of monuments")
@ruling("10.6 cattle and discs without limit")
def test_there_is_no_limit_of_monuments_or_levels(scene: Any) -> None:
    s = scene(*["." * 18] * 9)
    for row in (1, 3, 5, 7):
        for column in "acegikmoq":
            s.monument(f"{column}{row}", 0, 5)
    assert s["vp"][0] == 1 + 36 * 21
    assert len(s.spots("build")) == 18
    s.play("build / at a9")
    assert s["vp"][0] == 1 + 36 * 21 + 1


@ruling("10.6 cattle and discs without limit")
def test_a_limit_of_discs_by_option(scene: Any) -> None:
    def case(limit: int) -> Scene:
        s = scene("T.........", disc_limit=limit).craftsman("wood b1 h", 1).cattle(9, 9)
        return s.monument("f1", 0, 1)

    assert {"build", "raise f1"} <= set(case(0).legal)
    assert {"build", "raise f1"} <= set(case(3).legal)  # two on the map, the first monument included
    assert not {"build", "raise f1"} & set(case(2).legal)
    assert "build" in case(2).play("end").legal  # the other seat has one only
    assert case(3).god(0, "obatala").play("build / at h1").legal == ["done"]  # the second one would be the fourth
    assert "at j1" in case(4).god(0, "obatala").play("build / at h1").legal
    two = case(3).monument("h1", 0, 1)
    assert "raise f1" not in two.legal
    both = scene("T......T..", disc_limit=4).craftsman("wood b1 h", 1).craftsman("wood g1 h", 1).cattle(9, 9)
    both.monument("d1", 0).monument("j1", 0).play("raise d1 / good wood b1 / use a1")
    assert both.legal == ["done"]  # 2 + 1 + 1: the limit is reached within the action


@ruling("8.5 Obatala builds one or two")
def test_obatala_builds_one_or_two(scene: Any) -> None:
    s = scene(".....").play("build / at a1")
    assert "at c1" not in s.legal
    s = scene(".....").god(0, "obatala").play("build / at a1")
    assert s.legal == ["done", "at c1", "at d1", "at e1"]
    assert s.copy().play("done")["vp"][0] == 2
    assert s.copy().play("at e1")["vp"][0] == 3
    assert s.copy().play("at e1").legal_of("build", "at") == []
    full = scene("..").god(0, "obatala").play("build / at a1")
    assert full.legal == ["done"]


# ---- craftsmen --------------------------------------------------------------------------------------------------------


@ruling("5.1 footprints of craftsmen")
@pytest.mark.parametrize("kind", CRAFTSMEN)
def test_footprints(scene: Any, kind: str) -> None:
    s = rich(scene)
    spots = s.spots(f"place {kind}")
    big = kind in ("ivory", "diamond", "sculptor", "vessel")
    assert spots
    assert all((len(spot.split()) == 1) == big for spot in spots)
    if not big:
        assert {spot.split()[1] for spot in spots} == {"h", "v"}
    here = "c3" if big else "c3 v"
    s.play(f"place {kind} / at {here}")
    covered = {"c3", "c4"} | ({"d3", "d4"} if big else set())
    assert s.spots(f"price {kind} 1 / done / end / build") & {"c3", "c4", "d3", "d4", "b3"} == {
        "c3", "c4", "d3", "d4", "b3"} - covered  # may stand next to monuments, and they next to it


@ruling("5.1 footprints of craftsmen")
def test_every_square_of_a_tile_is_empty_land(scene: Any) -> None:
    s = scene("I..S", "...W", "...x", "....").cattle(9, 9).monument("a4", 1)
    assert s.spots("place ivory") == {"b1", "a2", "b2", "b3"}  # not a3 (monument), c1 (starting area), c3 (no square)


@ruling("5.1 footprints of craftsmen")
def test_a_tile_may_lie_on_two_map_tiles(backend: str) -> None:
    s = Scene(State.from_setup({"game": "zimbabwe", "seats": 2, "tiles": [["A0", "B0"], ["D0", "J0"]], "gods": [],
                                "stack": [1, 0]}, backend=backend))
    s.play("first c1 / first a3 / pass / take").cattle(9, 9)
    assert {"f2 h", "e6 v"} <= s.spots("place wood")


@ruling("5.2 costs of craftsmen, and what the builder keeps")
@pytest.mark.parametrize("kind", CRAFTSMEN)
@pytest.mark.parametrize("builder", [False, True])
def test_costs_and_points(scene: Any, kind: str, builder: bool) -> None:
    s = rich(scene)
    cost = COST[kind]
    assert f"place {kind}" not in s.cattle(cost - 1, 40).legal
    s.cattle(cost, 40)
    if builder:
        s.specialist(0, "builder").cattle(cost + 2, 40)
        assert f"place {kind}" not in s.copy().cattle(cost + 1, 40).play("use builder").legal  # the full price in hand
        s.play("use builder")
    before = s["vp"][0]
    spot = sorted(s.spots(f"place {kind}"))[0]
    s.play(f"place {kind} / at {spot}")
    assert (s["cattle"][0], s["vp"][0] - before) == (0, POINTS[kind])
    assert s["specialist_cattle"][3] == (4 if builder else 0)
    s.play(f"price {kind} 2")
    s.end_round()
    assert s["cattle"][0] == 1 + (4 if builder else 0)  # the rest went to the stock


@ruling("5.2 costs of craftsmen, and what the builder keeps")
def test_the_builder_counts_from_his_payment_on(scene: Any) -> None:
    s = scene("T...T").cattle(20, 20).specialist(0, "builder")
    s.play("place wood / at b1 h / price wood 1 / done / use builder")
    assert s["specialist_cattle"][3] == 2
    t = scene("T........T").cattle(20, 20).specialist(0, "builder")
    t.play("use builder / place wood / at b1 h / price wood 1 / place wood / at h1 h / done")
    assert (t["specialist_cattle"][3], t["cattle"][0]) == (2 + 2 + 2, 20 - 2 - 4)
    other = scene("T........T").cattle(20, 20).specialist(1, "builder").play("place wood / at b1 h")
    assert other["specialist_cattle"][3] == 0


@ruling("5.3 technology comes with the tile")
@pytest.mark.parametrize("kind", CRAFTSMEN)
def test_the_cheapest_card_left_comes_with_the_first_tile(scene: Any, kind: str) -> None:
    s = rich(scene)
    card = 2 * CRAFTSMEN.index(kind)
    left = [i for i in (0, 1) if not s["card_owner"][card + i]]
    spot = sorted(s.spots(f"place {kind}"))[0]
    s.play(f"place {kind} / at {spot}")
    assert s["card_owner"][card + left[0]] == 1
    assert s["vr"][0] == 20 + CARDS[kind][left[0]]
    assert s.legal == [f"price {kind} {n}" for n in (1, 2, 3)]
    assert s["cattle"][0] == 40 - COST[kind]  # the card costs no cattle


@ruling("5.3 technology comes with the tile")
def test_a_card_serves_all_tiles_of_its_owner(scene: Any) -> None:
    s = scene("T........T", "xxxxCxxxxx", "..........").cattle(7, 9)
    s.play("place wood / at b1 h / price wood 1 / place wood / at h1 h")
    assert (s["vr"][0], s["card_owner"][:2]) == (23, [1, 0])
    assert s.legal == ["place potter", "done"]  # several technologies in an action
    assert s.play("place potter / at d3 h / price potter 3")["vr"][0] == 26
    assert s.legal == ["done"]  # 1 left: each was tested against the cash at hand


@ruling("5.3 technology comes with the tile")
def test_without_a_card_left_or_allowed_no_tile(scene: Any) -> None:
    s = scene("T........T", seats=3).cattle(9, 9, 9).craftsman("wood b1 h", 1)
    assert "place wood" in s.legal
    s.card(2, "wood")
    assert "place wood" not in s.legal
    assert "place wood" in s.play("end").legal  # the owner of a card goes on


@ruling("5.4 a resource that no like tile has in range")
def test_a_tile_needs_a_resource_that_no_like_tile_has_in_range(scene: Any) -> None:
    s = scene("T" + "." * 11, "x" * 12, "." * 11 + "T").cattle(9, 9)
    alone = {"b1 h", "c1 h", "d1 h"}
    assert s.spots("place wood") == alone | {"j3 h", "i3 h", "h3 h"}
    for seat in (0, 1):  # one's own tile takes it as well as a rival's
        assert s.copy().craftsman("wood d1 h", seat).spots("place wood") == {"j3 h", "i3 h", "h3 h"}
    assert s.copy().craftsman("wood e1 h", 1).spots("place wood") >= alone - {"d1 h"}  # 4 away: not in its range
    assert s.copy().craftsman("potter d1 h", 1).spots("place wood") >= alone - {"c1 h", "d1 h"}  # another type


@ruling("5.4 a resource that no like tile has in range")
@ruling("8.3 Eshu reaches six in the own turn")
def test_eshu_tests_both_halves_at_six(scene: Any) -> None:
    s = scene("T" + "." * 11).cattle(9, 9)
    far = s.copy().god(0, "eshu")
    assert far.spots("place wood") == {f"{column}1 h" for column in "bcdefg"}
    assert s.copy().craftsman("wood e1 h", 1).spots("place wood") == {"b1 h", "c1 h"}
    assert "place wood" not in far.craftsman("wood e1 h", 1).legal  # at six that tile has the wood in range
    assert "place wood" in far.play("end").legal  # in a rival's turn it hasn't


@ruling("5.4a sculptor and wood carver do not claim from each other")
@ruling("5.5a the resource test applies to secondaries too")
def test_secondaries_claim_from_their_own_type_only_and_may_share_with_their_primary(scene: Any) -> None:
    s = scene("T......", ".......").cattle(20, 20).craftsman("wood b1 v", 1)
    assert "place wood" not in s.legal
    assert "c1" in s.spots("place sculptor")  # the one wood serves both
    s.craftsman("sculptor c1", 1)
    assert "place sculptor" not in s.legal  # another sculptor has it in range


@ruling("5.4a sculptor and wood carver do not claim from each other")
def test_throne_maker_and_sculptor_both_use_wood_without_claiming(scene: Any) -> None:
    s = scene("T......I", "........", "........").cattle(20, 20).craftsman("wood b1 v", 1).craftsman("ivory f2", 1)
    assert "place throne" in s.craftsman("sculptor c1", 1).legal
    assert "place throne" not in s.craftsman("throne c3 h", 1).legal


HUBS = [("any", "wood h1 h", "", False), ("any", "wood h1 h", "l1", True), ("one", "wood h1 h", "l1", True),
        ("any", "wood e1 h", "l1", False), ("any", "wood e1 h", "l1 i1", True), ("one", "wood e1 h", "l1 i1", False)]


@ruling("5.5 a secondary reaches a primary, hubs are free")
@pytest.mark.parametrize(("option", "primary", "hubs", "offered"), HUBS)
def test_a_secondary_reaches_a_primary_over_any_number_of_free_hubs(
    scene: Any, option: str, primary: str, hubs: str, offered: bool
) -> None:
    s = scene("." * 18, "." * 17 + "T", placing_hubs=option).cattle(20, 20).craftsman(primary, 1)
    for hub in hubs.split():
        s.monument(hub, 1)
    spots = s.spots("place sculptor") if "place sculptor" in s.legal else set()
    assert ("o1" in spots) == offered
    if offered:
        assert s.play("place sculptor / at o1")["cattle"][0] == 20 - 4  # the hubs cost nothing


@ruling("5.5 a secondary reaches a primary, hubs are free")
def test_no_primary_on_the_map_no_secondary(scene: Any) -> None:
    s = scene("T......").cattle(20, 20).card(0, "wood")
    assert not {"place sculptor", "place vessel", "place throne"} & set(s.legal)


@ruling("5.6 the map's first primary and its secondary in one turn")
@ruling("12.8 nomads for both monuments; first primary by anyone")
def test_the_maps_first_primary_and_its_secondary_not_by_one_player_in_one_turn(scene: Any) -> None:
    rows = ("T.......T", ".........", ".........")
    first = "place wood / at b1 h / price wood 1"
    s = scene(*rows).cattle(20, 20).play(first)
    assert "place sculptor" not in s.legal
    s.play("done / end")
    assert "place sculptor" in s.legal  # the next player may
    mine = s.copy().play("end").quiet_auction()
    assert "place sculptor" in mine.cattle(20, 20).legal  # and so may the first one, a turn later
    second = scene(*rows).cattle(20, 20).craftsman("wood g1 h", 1).play(first)
    assert "place sculptor" in second.legal  # not the map's first
    known = scene(*rows).cattle(20, 20).craftsman("wood g1 h", 0).play("place wood / at b1 h")
    assert "place sculptor" in known.legal


@ruling("5.7 three tiles and two cards of a type")
def test_three_tiles_of_a_type_and_two_cards(scene: Any) -> None:
    s = scene("T.......T.......T", "x" * 17, "T......", seats=3).cattle(20, 20, 20)
    s.craftsman("wood b1 h", 0).craftsman("wood g1 h", 1)
    assert "place wood" in s.legal
    assert "place wood" in s.copy().play("end").legal
    assert "place wood" not in s.copy().play("end / end").legal  # both cards are taken
    s.craftsman("wood o1 h", 1)
    assert "place wood" not in s.legal  # three tiles, though the wood of the third row is free


@ruling("5.8 prices are set for new cards and raised for old ones")
@ruling("5.9 the price step asks for each old card once")
def test_the_price_step_asks_old_cards_in_order_and_only_raises(scene: Any) -> None:
    s = scene("T......").cattle(20, 20).card(0, "ivory", 2).card(0, "potter", 1).card(0, "diamond", 3)
    s.play("place wood / at b1 h")
    assert s.legal == ["price wood 1", "price wood 2", "price wood 3"]
    s.play("price wood 2 / done")
    assert s.legal == ["price potter 1", "price potter 2", "price potter 3"]
    s.play("price potter 1")
    assert s.legal == ["price ivory 2", "price ivory 3"]
    s.play("price ivory 3")
    assert s["main_done"] == 1  # diamond is at 3, wood is new
    assert [s["card_price"][2 * i] for i in range(4)] == [2, 1, 3, 3]


@ruling("5.8 prices are set for new cards and raised for old ones")
def test_each_owner_of_a_technology_has_a_price_of_his_own(scene: Any) -> None:
    s = scene("T........T").cattle(20, 20).craftsman("wood b1 h", 1, price=3).play("place wood / at h1 h / price wood 1")
    assert s["card_price"][:2] == [3, 1]


@ruling("5.9a a craftsmen action of prices alone")
def test_a_craftsmen_action_of_prices_alone_must_raise_one(scene: Any) -> None:
    s = scene("....")
    assert "prices" not in s.legal
    assert "prices" not in s.copy().card(0, "wood", 3).card(1, "ivory", 1).legal
    s.card(0, "wood", 1).card(0, "ivory", 2).play("prices")
    assert s.legal == ["price wood 1", "price wood 2", "price wood 3"]
    kept = s.copy().play("price wood 1")
    assert kept.legal == ["price ivory 3"]
    raised = s.copy().play("price wood 2")
    assert raised.legal == ["price ivory 2", "price ivory 3"]
    assert raised.play("price ivory 2")["main_done"] == 1


@ruling("5.10 used markers do not matter to placing")
def test_used_markers_do_not_matter_to_placing(scene: Any) -> None:
    s = scene("T......").cattle(9, 9).used("a1", 2)
    assert "b1 h" in s.spots("place wood")
    assert scene("C......").cattle(9, 9).legal_of("place") == ["place potter"]  # of the right kind, though


@ruling("5.11 nothing covers a resource")
def test_nothing_covers_a_resource(scene: Any) -> None:
    s = scene("TC.", "ID.", "...").cattle(30, 30).craftsman("wood a3 h", 1)
    for line in ("build", "hire rain", "hire shaman / supply wood", "place potter"):
        assert not {spot.split()[0] for spot in s.spots(line)} & {"a1", "b1", "a2", "b2"}
    t = scene("TC.", "ID.", "...").cattle(9, 9).play("hire shaman / supply wood / at c2")
    assert not {"c2", "c1 v", "c2 v"} & (t.spots("build") | t.spots("place potter"))
