"""Turns and rounds: main actions, revenues, what is cleared and what stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.rulings import ruling


@ruling("3.1 the order within a turn is free")
def test_one_main_action_a_turn(scene: Any) -> None:
    def case() -> Scene:
        s = scene("T.........", "..........", "C.........").cattle(20, 20).craftsman("wood b1 h", 1)
        return s.monument("e1").card(0, "ivory")

    mains = ("build", "place potter", "prices", "raise e1")
    assert set(mains) <= set(case().legal)
    for main in mains:
        s = case().play(main)
        while s["pending"]:
            s.play("done" if "done" in s.legal else s.legal[-1])
        assert s.legal_of("build", "place", "prices", "raise") == []
        assert "end" in s.legal


@ruling("3.3 a turn without a main action")
def test_a_turn_may_end_without_a_main_action(scene: Any) -> None:
    s = scene("....")
    assert "end" in s.legal
    s.play("end")
    assert s.state.turn == 1


@ruling("3.3 a turn without a main action")
@pytest.mark.parametrize("option", ["off", "on"])
def test_by_option_a_possible_main_action_must_be_taken(scene: Any, option: str) -> None:
    def free(s: Scene) -> bool:
        return "end" in s.legal

    off = option == "off"
    assert free(scene("....", must_act=option)) == off
    assert free(scene("....", must_act=option).play("build / at a1"))
    assert free(scene("W...", must_act=option).play("hire herd 2")) == off  # using specialists is no main action
    none = scene("T..", must_act=option).cattle(0, 0).monument("b1", 1)  # all land is next to a monument, no cash
    assert free(none)
    assert free(none.copy().card(0, "wood", 2)) == off  # a price could be raised
    assert free(none.copy().card(0, "wood", 3))
    raise_only = scene("T...", must_act=option).craftsman("wood b1 h", 1).monument("d1")
    assert raise_only.legal_of("build", "place", "prices", "raise") == ["raise d1"]
    assert free(raise_only.copy()) == off
    assert free(raise_only.copy().cattle(0, 0))
    place_only = scene("T...", must_act=option).monument("d1", 1).cattle(2, 0)
    assert place_only.legal_of("build", "place", "prices", "raise")[-1] == "place wood"
    assert free(place_only) == off


@ruling("3.3 a turn without a main action")
@ruling("10.5 markers come off, no limit of rounds")
@pytest.mark.parametrize("cap", [0, 3])
def test_rounds_go_on_for_ever_but_for_a_cap(scene: Any, cap: int) -> None:
    s = scene("....", round_cap=cap)
    for number in range(1, 30):
        assert s["round"] == number
        s.end_round()
        if s.state.is_over:
            assert number == cap
            break
        s.quiet_auction()
    assert s.state.is_over == (cap > 0)
    if cap:
        assert s.state.outcome.capped
        assert s.state.outcome.ranks == (1, 2)  # by the same comparison: order of play


@ruling("3.3 a turn without a main action")
def test_a_game_won_in_its_last_round_is_not_capped(scene: Any) -> None:
    s = scene("....", round_cap=1).vp(3, 20).end_round()
    assert s.state.is_over
    assert not s.state.outcome.capped


@ruling("10.1 revenues")
def test_revenues_are_cards_the_highest_monument_and_engai(scene: Any) -> None:
    s = scene("." * 18, "." * 18, seats=3).cattle(0, 0, 0)
    s.card(0, "wood").card(0, "vessel").card(1, "wood").specialist(1, "herd").god(1, "engai")
    s.set("card_cattle", 5, 0).set("card_cattle", 7, 10).set("card_cattle", 4, 1).set("specialist_cattle", 3, 2)
    s.monument("a1", 0, 4).monument("c1", 0, 4).monument("e1", 0, 2).monument("g1", 1, 5).end_round()
    assert s["cattle"][:3] == [5 + 7 + 4, 4 + 3 + 5 + 2, 1]  # two monuments of level 4 count once
    assert sum(s["card_cattle"]) + sum(s["specialist_cattle"]) == 0


@ruling("10.1 revenues")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_income_is_the_level_of_the_highest_monument(scene: Any, level: int) -> None:
    s = scene("......").monument("a1", 0, level).monument("e1", 1, 1)
    assert s.cattle(0, 0).end_round()["cattle"][:2] == [level, 1]


@ruling("8.10 Engai brings two")
def test_engai_pays_in_the_round_he_is_chosen_and_after(scene: Any) -> None:
    s = scene("....", gods=["engai"]).cattle(0, 0).play("god engai").end_round()
    assert s["cattle"][:2] == [1 + 2, 1]
    assert s.quiet_auction().end_round()["cattle"][:2] == [6, 2]


@ruling("10.2 the end is tested after revenues only")
@ruling("10.4 a requirement raised again in the same round")
def test_the_end_is_tested_when_the_round_is_over(scene: Any) -> None:
    s = scene("....").vp(20, 1).play("end")
    assert s.state.turn == 1  # reached, and the round goes on
    s.play("end")
    assert s.state.is_over
    again = scene("....").vp(20, 1).play("hire builder / end / end")
    assert not again.state.is_over  # 20 points against 22 by then
    lower = scene("....", gods=["xango"]).vp(18, 1).play("god xango / end / end")
    assert lower.state.is_over


@ruling("10.5 markers come off, no limit of rounds")
def test_what_a_round_leaves_behind(scene: Any) -> None:
    s = scene("T.......", "C.......").cattle(9, 9).craftsman("wood b1 h", 1, 2).monument("f1").specialist(0, "nomads")
    s.play("use nomads / god gu / raise f1 / good wood b1 / use a1 / done").end_round()
    assert (s["round"], s["used"], s["specialists_used"], s["card_taken"], s["main_done"]) == (2, [0, 0], 0, 0, 0)
    assert (s.level("f1"), s["card_price"][0], s["god"][0]) == (2, 2, 5)  # monuments, prices, gods stay
    assert s.facts["craftsmen"] == [["b1", "wood", "h", 1]]
    assert s.used("a1", 2).quiet_auction().end_round()["used"] == [0, 0]  # second markers too


@ruling("10.6 cattle and discs without limit")
def test_the_stock_of_cattle_has_no_end(scene: Any) -> None:
    s = scene("....").cattle(900, 900).specialist(0, "herd")
    assert s.play("use herd 6").end_round()["cattle"][:2] == [900 + 3 + 1, 901]


@ruling("12.7 added resources and waters count at once")
def test_a_resource_of_the_shaman_counts_at_once(scene: Any) -> None:
    s = scene("......", ".....").cattle(9, 9)
    assert s.legal_of("place") == []
    s.play("hire shaman / supply wood / at a1")
    assert {"b1 h", "d1 h"} <= s.spots("place wood")
    s.play("place wood / at b1 h / price wood 1 / done / end")
    assert "place wood" not in s.legal  # claimed
    s.specialist(1, "shaman").play("use shaman / supply wood / at b2")
    assert "place wood" not in s.legal  # added inside the range of that tile
    t = scene("......", "......").cattle(9, 9).craftsman("wood b1 h", 1).monument("e2").play("hire shaman / supply wood / at a1")
    assert "raise e2" in t.legal  # usable in the same turn
    assert t.play("raise e2 / good wood b1").legal == ["use a1"]


@ruling("12.7 added resources and waters count at once")
@ruling("9.2 shaman")
@pytest.mark.parametrize(("kind", "craftsman", "supply"), [
    ("wood", "wood", 6), ("clay", "potter", 4), ("ivory", "ivory", 3), ("diamonds", "diamond", 3)])
def test_every_tile_of_the_supply_serves_its_craftsman(scene: Any, kind: str, craftsman: str, supply: int) -> None:
    s = scene("......", "......", "......", "......").cattle(40, 40).specialist(0, "shaman").monument("d4")
    squares = ["a1", "b1", "c1", "d1", "e1", "f1"][:supply]
    for square in squares[:-1]:
        s.resource(square, kind)
    s.play(f"use shaman / supply {kind} / at {squares[-1]}")
    assert s["supply"][("wood", "clay", "ivory", "diamonds").index(kind)] == 0
    assert s.legal_of("place") == [f"place {craftsman}"]
    anchor = {"wood": "c2 h", "potter": "c2 h"}.get(craftsman, "c2")
    s.craftsman(f"{craftsman} {anchor}", 1)
    assert f"place {craftsman}" not in s.legal  # all of them are in its range
    s.play("raise d4").play(s.legal[0])
    assert s.legal == [f"use {square}" for square in squares]
    s.play(f"use {squares[-1]}")
    assert s.facts["used"] == [[squares[-1], 1]]


def test_equal_positions_have_equal_words(scene: Any) -> None:
    """Nothing of an action stays behind once it is over."""
    lines = ("place wood / at b1 h / price wood 2 / place potter / at d2 h / price potter 1 / done",
             "place potter / at d2 h / price potter 1 / place wood / at b1 h / price wood 2 / done")
    ends = [scene("T.....", ".....C").cattle(9, 9).play(line) for line in lines]
    assert ends[0]["vr"] == ends[1]["vr"] == [26, 20, 0, 0, 0]
    assert ends[0].state == ends[1].state
    assert ends[0].state.key == ends[1].state.key
