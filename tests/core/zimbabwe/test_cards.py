"""Gods, specialists, technologies and prices: who may take, use or set what."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.zimbabwe.figures import GODS, SPECIALISTS
from tests.core.zimbabwe.rulings import ruling

GOD_VR = dict(zip(GODS, (4, 4, 2, 4, 4, 7, 5, 3, 5, 2, 5, -2), strict=True))
SPECIALIST = {"shaman": (3, 2), "rain": (1, 3), "herd": (6, 2), "builder": (2, 2), "nomads": (1, 2)}
WOOD, POTTER, IVORY = 0, 2, 4
"""First cards of the types."""


def hire(name: str) -> str:
    return f"hire {name}" + (" 2" if name == "herd" else "")


@ruling("3.4 a requirement of forty at most")
@pytest.mark.parametrize("name", [name for name in GODS if name != "xango"])
def test_a_god_moves_the_marker_and_never_past_forty(scene: Any, name: str) -> None:
    s = scene("....").vr(40 - GOD_VR[name], 20)
    assert s.copy().play(f"god {name}")["vr"][0] == 40
    assert f"god {name}" not in s.vr(41 - GOD_VR[name], 20).legal


@ruling("3.4 a requirement of forty at most")
@pytest.mark.parametrize("name", SPECIALISTS)
def test_a_specialist_moves_the_marker_and_never_past_forty(scene: Any, name: str) -> None:
    need, cost = SPECIALIST[name]
    s = scene("....").vr(40 - need, 20)
    done = s.copy().play(hire(name))
    assert (done["vr"][0], done["cattle"][0]) == (40, 3 - cost)
    assert hire(name) not in s.vr(41 - need, 20).legal


@ruling("8.11 Xango lowers by two")
def test_xango_lowers_by_two_and_may_be_chosen_at_forty(scene: Any) -> None:
    s = scene("....").vr(40, 40)
    assert s.legal_of("god", "hire") == ["god xango"]
    assert s.play("god xango")["vr"][0] == 38


@ruling("3.4 a requirement of forty at most")
@ruling("12.4 technologies in one action are tested in order")
@pytest.mark.parametrize(("before", "after"), [(34, ["place potter", "done"]), (35, ["done"])])
def test_technologies_of_one_action_are_tested_in_order(scene: Any, before: int, after: list[str]) -> None:
    s = scene("T.......C", "WWWWWWWWW", "xxx......").cattle(30, 30).vr(before, 20)
    s.play("place wood / at b1 h / price wood 1")
    assert s["vr"][0] == before + 3
    assert [text for text in s.legal if text != "place wood"] == after


@ruling("3.1 the order within a turn is free")
@ruling("3.2 a specialist is chosen, paid and used in one step")
def test_one_god_or_specialist_a_turn(scene: Any) -> None:
    for choice in ("god engai", "hire herd 2"):
        s = scene("....").cattle(20, 20).play(choice)
        assert s.legal_of("god", "hire") == []
        s.end_round().quiet_auction()
        while s.state.turn != 0:
            s.play("end")
        assert len(s.legal_of("hire")) >= 4
        assert (s.legal_of("god") == []) == (choice == "god engai")


@ruling("8.12 one god a player, one player a god")
def test_a_player_has_one_god_and_a_god_one_player(scene: Any) -> None:
    s = scene("....", gods=["engai", "gu"]).play("god gu / end")
    assert s.legal_of("god") == ["god engai"]
    s.play("god engai").end_round().quiet_auction()
    assert s.legal_of("god") == []


@ruling("3.2 a specialist is chosen, paid and used in one step")
@pytest.mark.parametrize("name", SPECIALISTS)
def test_choosing_a_specialist_pays_and_uses_it(scene: Any, name: str) -> None:
    s = scene("T....", "....T").cattle(9, 9)
    which, (need, cost) = SPECIALISTS.index(name), SPECIALIST[name]
    s.play(hire(name))
    assert (s["vr"][0], s["cattle"][0]) == (20 + need, 9 - cost)
    assert s["specialist_cattle"][which] == cost + (name == "herd")
    assert s["specialist_owner"][which] == 1
    if name in ("shaman", "rain"):
        assert all(text.split()[0] in ("supply", "at") for text in s.legal)  # nothing else before the tile lies
        s.play("supply wood / at c1" if name == "shaman" else "at c1 h")
    assert s.legal_of("use", "hire", "god") == []  # once a turn, and one choice


@ruling("3.2a what a choice of specialist needs")
@pytest.mark.parametrize("name", SPECIALISTS)
def test_a_specialist_needs_its_cost(scene: Any, name: str) -> None:
    cost = SPECIALIST[name][1]
    assert hire(name) in scene("....").cattle(cost, 0).legal
    assert hire(name) not in scene("....").cattle(cost - 1, 0).legal


@ruling("3.2a what a choice of specialist needs")
@ruling("9.2 shaman")
@ruling("9.3 rain")
def test_shaman_and_rain_need_a_supply_and_a_place(scene: Any) -> None:
    def offers(s: Any) -> list[str]:
        hired = [text for text in s.legal_of("hire") if text in ("hire shaman", "hire rain")]
        used = s.specialist(0, "shaman").specialist(0, "rain").legal_of("use")
        assert [text.replace("use", "hire") for text in used] == hired  # the same when they are owned
        return hired

    assert offers(scene("..")) == ["hire shaman", "hire rain"]
    assert offers(scene(".T.", "T.T")) == ["hire shaman"]  # no two empty squares side by side
    assert offers(scene("TW")) == []
    assert offers(scene("..").set("rain_left", 0)) == ["hire shaman"]
    some = scene("." * 18)
    for i, kind in enumerate(["wood"] * 6 + ["ivory"] * 3):
        some.resource(f"{'abcdefghijklmnop'[i]}1", kind)
    assert some.copy().play("hire shaman").legal == ["supply clay", "supply diamonds"]
    for i, kind in enumerate(["clay"] * 4 + ["diamonds"] * 3, 9):
        some.resource(f"{'abcdefghijklmnop'[i]}1", kind)
    assert offers(some) == ["hire rain"]


@ruling("3.2 a specialist is chosen, paid and used in one step")
@ruling("9.1 specialists once a turn, paid onto their cards")
def test_an_owned_specialist_is_used_once_a_turn_before_or_after_the_main_action(scene: Any) -> None:
    s = scene(".....").cattle(9, 9).specialist(0, "herd").specialist(0, "rain")
    assert s.legal_of("use") == ["use rain", "use herd 2", "use herd 4", "use herd 6"]
    s.play("use herd 2")
    assert s.legal_of("use") == ["use rain"]
    s.play("build / at a1")
    assert s.legal_of("use") == ["use rain"]
    s.play("use rain / at d1 h")
    assert s.legal_of("use") == []
    assert s.play("end").legal_of("use") == []  # others can't
    s.end_round().quiet_auction().cattle(9, 9)
    assert len(s.legal_of("use")) == 4  # again in the next round


@ruling("3.1 the order within a turn is free")
@ruling("3.2 a specialist is chosen, paid and used in one step")
@pytest.mark.parametrize("step", ["build", "place potter", "raise f1", "prices"])
def test_nothing_is_chosen_or_used_inside_a_main_action(scene: Any, step: str) -> None:
    s = scene("T.........", ".........C").cattle(20, 20).specialist(0, "nomads").craftsman("wood b1 h", 0).monument("f1")
    s.god(0, "obatala").play(step)
    while s["pending"]:
        assert s.legal_of("god", "hire", "end") == []
        assert "use nomads" not in s.legal
        s.play(s.legal[-1])
    assert "use nomads" in s.legal
    assert s.legal_of("build", "place", "prices", "raise") == []


@ruling("3.1 the order within a turn is free")
def test_choices_uses_and_the_main_action_come_in_any_order(scene: Any) -> None:
    ends = set()
    for line in ("god dziva / use nomads / build / at c1", "build / at c1 / use nomads / god dziva",
                 "use nomads / build / at c1 / god dziva", "use nomads / god dziva / build / at c1"):
        s = scene("......").specialist(0, "nomads").play(line)
        assert s.legal == ["end"]
        ends.add(tuple(s.state.words.tolist()))
    assert len(ends) == 1


@ruling("3.6 a god works at once")
def test_a_god_works_in_the_turn_he_is_chosen(scene: Any) -> None:
    s = scene("T" + "." * 9, gods=["eshu", "obatala"]).cattle(9, 9)
    assert "g1 h" in s.spots("god eshu / place wood")
    assert "g1 h" not in s.spots("place wood")
    assert "at e1" in s.play("god obatala / build / at c1").legal


@ruling("8.2 Dziva sets prices when chosen and before each turn")
def test_dziva_sets_every_price_when_chosen_and_before_each_turn(scene: Any) -> None:
    s = scene("....", gods=["dziva"]).card(0, "potter", 3).card(0, "wood", 2)
    s.play("build / at a1 / god dziva")  # after the main action too
    assert s.legal == ["price wood 1", "price wood 2", "price wood 3"]
    s.play("price wood 1")
    assert s.legal == ["price potter 1", "price potter 2", "price potter 3"]
    s.play("price potter 3")
    assert (s["card_price"][WOOD], s["card_price"][POTTER]) == (1, 3)
    assert s.legal == ["end"]
    s.end_round().quiet_auction().play("end")
    assert s.legal == ["price wood 1", "price wood 2", "price wood 3"]  # before anything else
    s.play("price wood 3 / price potter 2")
    assert (s["card_price"][WOOD], s["card_price"][POTTER]) == (3, 2)
    assert "hire herd 2" in s.legal


@ruling("8.2 Dziva sets prices when chosen and before each turn")
def test_dziva_without_technologies_asks_nothing(scene: Any) -> None:
    s = scene("....", gods=["dziva"]).play("god dziva")
    assert "build" in s.legal
    assert "build" in s.end_round().quiet_auction().play("end").legal


@ruling("5.8 prices are set for new cards and raised for old ones")
@ruling("8.2 Dziva sets prices when chosen and before each turn")
@pytest.mark.parametrize(("option", "wood", "asked"), [("off", ["price wood 2", "price wood 3"], False),
                                                       ("on", ["price wood 1", "price wood 2", "price wood 3"], True)])
def test_dziva_lowers_in_the_price_step_by_option_only(scene: Any, option: str, wood: list[str], asked: bool) -> None:
    s = scene("....", dziva_lowers_in_price_step=option).god(0, "dziva").card(0, "wood", 2).card(0, "ivory", 3)
    s.play("prices")
    assert s.legal == (wood if asked else ["price wood 3"])  # alone, it has to change
    other = scene("....", dziva_lowers_in_price_step=option).card(0, "wood", 2).card(0, "ivory", 3).play("prices")
    assert other.legal == ["price wood 3"]  # not his owner: no lowering
    if asked:
        s.play("price wood 2")
        assert s.legal == ["price ivory 1", "price ivory 2"]  # price 3 is asked too, and one price must change
    top = scene("....", dziva_lowers_in_price_step=option).god(0, "dziva").card(0, "ivory", 3)
    assert ("prices" in top.legal) == asked
    craft = scene("T......", dziva_lowers_in_price_step=option).god(0, "dziva").card(0, "ivory", 3).cattle(9, 9)
    craft.play("place wood / at b1 h / price wood 2 / done")
    assert (craft.legal_of("price") == ["price ivory 1", "price ivory 2", "price ivory 3"]) == asked  # not the new card


@ruling("8.4 Gu makes technologies count one")
@ruling("12.3 Gu at forty, both cards of a type, and nothing backwards")
def test_gu_gives_back_before_he_costs(scene: Any) -> None:
    s = scene("....", gods=["gu"]).card(0, "wood").card(0, "ivory").card(0, "throne").card(0, "diamond").vr(40, 40)
    s.play("god gu")
    assert s["vr"][0] == 40 + 4 - 2 - 1 - 2 - 0
    high = scene("....", gods=["gu"]).card(0, "wood").card(0, "diamond").vr(38, 40)
    assert high.play("god gu")["vr"][0] == 40  # 38 - 2 + 4
    assert "god gu" not in scene("....", gods=["gu"]).card(0, "wood").card(0, "diamond").vr(39, 40).legal


@ruling("8.4 Gu makes technologies count one")
@ruling("12.3 Gu at forty, both cards of a type, and nothing backwards")
@pytest.mark.parametrize("taken", [0, 1])
def test_either_card_of_a_type_costs_gu_one(scene: Any, taken: int) -> None:
    s = scene("T......", gods=["gu"]).cattle(9, 9).god(0, "gu")
    if taken:
        s.card(1, "wood")
    s.play("place wood / at b1 h")
    assert s["vr"][0] == 21
    assert s["card_owner"][WOOD + taken] == 1


@ruling("12.3 Gu at forty, both cards of a type, and nothing backwards")
def test_a_god_after_the_main_action_changes_nothing_backwards_but_gu(scene: Any) -> None:
    s = scene("T......", gods=["gu", "xango"]).cattle(9, 9).play("place wood / at b1 h / price wood 1 / done")
    assert s["vr"][0] == 23
    assert s.copy().play("god gu")["vr"][0] == 23 - 2 + 4
    assert s.play("god xango")["vr"][0] == 21
    late = scene("T......", gods=["obatala"]).play("build / at c1 / god obatala")
    assert late.legal == ["end"]  # no second monument


@ruling("9.1 specialists once a turn, paid onto their cards")
def test_payments_to_a_specialist_come_back_with_the_revenues(scene: Any) -> None:
    s = scene("....").cattle(9, 9).specialist(0, "nomads").play("use nomads")
    assert (s["cattle"][0], s["specialist_cattle"][4]) == (7, 2)
    s.end_round()
    assert (s["cattle"][0], s["specialist_cattle"][4]) == (10, 0)


@ruling("9.2 shaman")
def test_the_shaman_places_any_kind_in_supply_on_any_empty_land(scene: Any) -> None:
    s = scene("T...W", "x..C.", ".....").cattle(9, 9).monument("b1").craftsman("potter c2 v", 1)
    s.play("hire shaman")
    assert s.legal == ["supply wood", "supply clay", "supply ivory", "supply diamonds"]
    s.play("supply ivory")
    assert s.spots() == {"c1", "d1", "b2", "e2", "a3", "b3", "d3", "e3"}
    s.play("at e2")
    assert (s.facts["added"], s["supply"]) == ([["e2", "ivory"]], [6, 4, 2, 3])
    assert "build" in s.legal


@ruling("9.3 rain")
def test_rain_covers_two_empty_squares_side_by_side(scene: Any) -> None:
    s = scene("..T", ".W.", "x..").cattle(9, 9).play("hire rain")
    assert s.spots() == {"a1 h", "a1 v", "b3 h", "c2 v"}
    s.play("at c2 v")
    assert (s.facts["rain"], s["rain_left"], s["cattle"][0]) == ([["c2", "v"]], 7, 6)
    assert s.spots("build") == {"a1", "b1", "a2", "b3"}


@ruling("9.3 rain")
def test_rain_may_lie_on_two_map_tiles(backend: str) -> None:
    from mutapa.core.state import State
    from tests.core.zimbabwe.positions import Scene

    s = Scene(State.from_setup({"game": "zimbabwe", "seats": 2, "tiles": [["A0", "B0"], ["D0", "J0"]], "gods": [],
                                "stack": [1, 0]}, backend=backend))
    s.play("first c1 / first a3 / pass / take / hire rain")
    assert {"f2 h", "b6 v"} <= s.spots()
    s.play("at f2 h")
    assert not {"f2", "g2"} & s.spots("build")


@ruling("9.4 herd")
@pytest.mark.parametrize(("cattle", "ways"), [(1, []), (3, [2]), (5, [2, 4]), (9, [2, 4, 6])])
def test_the_herd_takes_two_four_or_six_at_once(scene: Any, cattle: int, ways: list[int]) -> None:
    s = scene("....").cattle(cattle, 0).specialist(0, "herd")
    assert s.legal_of("use") == [f"use herd {n}" for n in ways]
    for n in ways:
        t = s.copy().play(f"use herd {n}")
        assert (t["cattle"][0], t["specialist_cattle"][2]) == (cattle - n, n + n // 2)
        assert t.legal_of("use") == []  # no topping up
        assert t.end_round()["cattle"][0] == cattle + n // 2 + 1


@ruling("9.5 nomads and builder last the turn and may go unused")
def test_nomads_and_builder_may_be_paid_for_nothing_and_end_with_the_turn(scene: Any) -> None:
    s = scene("T......").cattle(9, 9).monument("e1", 1)
    s.specialist(0, "builder").play("use builder / hire nomads")
    assert "d1" in s.spots("build")
    s.play("end").end_round().quiet_auction()
    while s.state.turn != 0:
        s.play("end")
    assert "d1" not in s.spots("build")  # not paid this turn
    before = s["specialist_cattle"][3]
    assert s.play("place wood / at b1 h")["specialist_cattle"][3] == before


@ruling("9.6 specialists are never lost")
def test_a_specialist_stays_for_good(scene: Any) -> None:
    s = scene("....").cattle(9, 9).play("hire herd 2")
    for _ in range(3):
        s.end_round()
        assert (s["specialist_owner"][2], s["vr"][0]) == (1, 26)
        s.quiet_auction()
        assert not any(text.startswith("hire herd") for text in s.legal)
