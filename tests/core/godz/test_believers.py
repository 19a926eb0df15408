"""The Believers' action: deploying, moving, war, siege (R2-R4, R9-R13, R44, R48, R56, R62)."""

from __future__ import annotations

from typing import Any

from mutapa.core.godz.believers import list_march
from mutapa.core.godz.layout import level, set_phase, set_points
from tests.core.godz.positions import Scene, scene_of
from tests.core.godz.rulings import ruling


def believers(s: Scene, column: int = 1, faith: int = 3, steps: int = 1) -> Scene:
    """Boo's Believers' action in a column."""
    return s.levels("boo", faith=faith, steps=steps).turn("boo", column - 1).play("believers")


def test_deploying_costs_a_faith_and_may_be_repeated(scene: Any) -> None:
    s = believers(scene().put("boo", "reserve", "reserve", "1,1"))
    assert s.legal == ["deploy", "march", "done"]
    s.play("deploy")
    assert (s.there("2,1"), s.mine("boo")["reserve"], s.mine("boo")["levels"][2]) == ({"boo": 1}, 1, 2)
    s.play("deploy")
    assert s.legal == ["march", "done"]


def test_points_are_shared_among_believers(scene: Any) -> None:
    s = believers(scene().put("boo", "2,1", "2,1", "1,1"), steps=3)
    s.play("march")
    assert s["pending"] == {"points": 3}
    assert s.mine("boo")["levels"][2] == 2
    s.play("move 2,1 w / move 1,1 nw / move 1,0 w")
    assert s["phase"] == "believers"
    assert s["believers"]["0,0"] == {"boo": 1}
    assert s["believers"]["2,1"] == {"boo": 1}
    assert s["believers"]["1,1"] == {"boo": 1}


@ruling("R4 the ordinary move moves own Believers only")
def test_only_own_believers_march(scene: Any) -> None:
    s = believers(scene().put("boo", "1,1").put("glu", "1,1", "1,0"), column=2, faith=2).play("march")
    assert {text.split()[1] for text in s.legal_of("move")} == {"1,1"}
    s.play("move 1,1 nw")
    assert s.there("1,1") == {"glu": 1}
    assert s.there("1,0") == {"boo": 1, "glu": 1}


@ruling("R3 any number of Believers on a hex, one Avatar, one Village")
def test_crowds(scene: Any) -> None:
    s = scene().put("boo", "1,1", "1,1", "1,1", "1,1", "1,1", "1,0").put("glu", "1,1", "1,1", "1,1").avatar("glu", "1,1")
    s = believers(s).play("march / move 1,0 se")
    assert s.there("1,1") == {"boo": 6, "glu": 3}
    # Another Avatar may not be walked upon without a push; a hex with a Village takes no second one.
    s = scene().put("boo", "1,1").village("glu", "5", "1,1").levels("boo", building=9).turn("boo").play("build")
    assert s["phase"] != "build"


@ruling("R9 movement points are used before the next payment, by option kept")
def test_points_are_lost_or_kept(scene: Any) -> None:
    start = {"column": 4, "faith": 3, "steps": 2}
    s = believers(scene().put("boo", "1,1", "1,1", "1,0").put("glu", "1,1", "1,1"), **start).play("march / move 1,0 sw")
    assert s.legal_of("war") == []
    assert "march" not in s.legal
    s.play("done")
    assert s["pending"] is None
    assert s.legal_of("war", "march", "move") == ["march", "war 1,1 glu"]
    s = scene(interleave="on").put("boo", "1,1", "1,1", "1,0").put("glu", "1,1", "1,1")
    s = believers(s, **start).play("march / move 1,0 sw")
    assert (s["phase"], s["pending"]) == ("believers", {"points": 1})
    s.play("war 1,1 glu / tile war 2 / move 0,1 ne")
    assert s.legal_of("move") == []
    s.play("march")
    assert s["phase"] == "believers"  # the Faith is gone, the points are not
    s.play("move 1,0 sw / move 0,1 ne")
    assert s["phase"] != "believers"
    s = scene(interleave="on").put("boo", "1,1")
    assert believers(s, **start).play("march / march")["pending"] == {"points": 4}


@ruling("R10 a Believer inside a Village may walk out")
@ruling("R56 a loose Believer and one inside on one hex move apart")
def test_leaving_a_village(scene: Any) -> None:
    s = scene().village("boo", "7", "1,1").put("boo", "1,1", "in7", "in7")
    s = believers(s, steps=2).play("march")
    assert len(s.legal_of("move")) == len(s.legal_of("leave")) == 6
    s.play("leave 1,1 w")
    assert (s["inside"], s.there("0,1"), s.there("1,1")) == ({"1,1": 1}, {"boo": 1}, {"boo": 1})
    s.play("move 1,1 nw")
    assert (s["inside"], s.there("1,0"), s.there("1,1")) == ({"1,1": 1}, {"boo": 1}, {})


def test_leaving_villages_is_listed_by_hex(scene: Any) -> None:
    s = scene().village("boo", "5", "1,2").village("boo", "9", "1,1").village("boo", "7", "2,0").put("boo", "in5", "in7", "in9")
    s = believers(s).play("march")
    hexes = [text.split()[1] for text in s.legal_of("leave")]
    assert [hexes.count(name) for name in ("1,2", "1,1", "2,0")] == [5, 6, 4]  # so many neighbours each has
    assert s.state.legal_actions == sorted(s.state.legal_actions)


@ruling("R11 no entering of a Village later, by option from next door")
def test_entering_a_village(scene: Any) -> None:
    s = scene().village("boo", "5", "1,1").put("boo", "1,1", "1,0").village("glu", "5", "0,1")
    assert believers(s).play("march").legal_of("enter") == []
    s = scene(enter_village="on").village("boo", "5", "1,1").put("boo", "1,1", "1,0").village("glu", "5", "0,1")
    assert believers(s).play("march").legal_of("enter") == ["enter 1,0 se"]
    s = scene(enter_village="on").village("boo", "5", "1,1").put("boo", "1,1", "2,0", "in5")
    s = believers(s, steps=2).play("march")
    assert s.legal_of("enter") == ["enter 2,0 sw"]
    s.play("enter 2,0 sw")
    assert (s["inside"], s.there("2,0"), s["pending"]) == ({"1,1": 2}, {}, {"points": 1})


@ruling("R12 Believers inside a Village count for war")
def test_war(scene: Any) -> None:
    s = scene("boo", "glu", "bau").put("boo", "1,1", "1,1").put("glu", "1,1", "1,1", "1,0").put("bau", "1,1")
    assert believers(s.copy(), column=2).legal_of("war") == []
    assert believers(s.copy(), column=3).legal_of("war") == []
    at_four = believers(s.copy(), column=4)
    assert at_four.legal_of("war") == ["war 1,1 glu", "war 1,1 bau"]
    at_four.play("war 1,1 glu")
    assert at_four.chances == {"tile war 2": 12, "tile war 3": 12, "tile war 4": 12}
    at_four.play("tile war 4")
    assert at_four.mine("glu")["reserve"] == 1
    assert at_four.mine("glu")["balances"] == 0
    assert at_four.mine("boo")["war"] == [0, 0, 1]
    assert at_four.mine("boo")["levels"][2] == 2
    assert at_four["phase"] == "believers"
    at_four.play("war 1,1 glu / tile war 2")
    assert at_four.legal_of("war") == ["war 1,1 bau"]
    inside = scene().village("boo", "5", "1,1").put("boo", "in5", "in5", "1,1").put("glu", "1,1")
    assert believers(inside, column=3).legal_of("war") == ["war 1,1 glu"]
    hidden = scene().village("boo", "5", "1,1").put("boo", "in5", "in5").put("glu", "1,1")
    assert believers(hidden, column=4).legal_of("war") == ["war 1,1 glu"]


def test_war_on_any_hex(scene: Any) -> None:
    for name in ("0,0", "2,1", "-1,3", "4,0"):
        s = scene().tile("4,0", "s1").put("boo", name, name).put("glu", name)
        assert believers(s, column=4).legal_of("war") == [f"war {name} glu"]


def test_war_frees_the_icon_of_who_goes(scene: Any) -> None:
    s = scene().put("boo", "0,0", "0,0", "0,0").put("glu", "0,0", "0,0").icon(0, 1, "glu").icon(0, 4, "glu")
    s.levels("boo", faith=3).turn("boo", 2).play("believers / war 0,0 glu / tile war 2")
    assert s["icons"] == {"0,0": {"steps": ["glu"]}}
    assert s.play("war 0,0 glu / tile war 2")["icons"] == {}


@ruling("R2 only loose Believers can be removed, moved, warred on, stomped or crushed")
def test_believers_inside_are_safe(scene: Any) -> None:
    safe = scene().village("glu", "5", "1,1").put("glu", "in5").put("boo", "1,1", "1,1", "1,1", "1,1")
    assert believers(safe.copy(), column=4).legal_of("war", "siege") == []
    stomp = safe.copy().avatar("boo", "1,1").levels("boo", food=1).turn("boo", 3).play("avatar")
    assert stomp.legal == ["walk", "prophet", "done"]
    cast = safe.copy().away("boo").grounds("swamp", "1,1").miracles("boo")
    assert cast.castable() == ["creation", "life", "dead"]  # neither telekinesis nor pestilence
    fall = safe.copy().away("boo").avatar("glu", "2,1").avatar("boo", "3,1").levels("boo", food=1).turn("boo")
    fall.play("avatar / walk / step w")
    assert (fall["avatars"]["glu"], fall["inside"], fall.mine("glu")["balances"]) == (["1,1", True], {"1,1": 1}, 0)


@ruling("R13 only a Believer inside protects a Village")
def test_siege(scene: Any) -> None:
    s = scene().village("glu", "7", "1,1").put("boo", "1,1", "1,1", "1,1").put("glu", "1,1", "1,1")
    assert believers(s.copy(), column=3).legal_of("siege") == []
    won = believers(s.copy(), column=4)
    assert won.legal_of("siege") == ["siege 1,1"]
    won.play("siege 1,1 / tile war 3")
    assert won["villages"] == {}
    assert won.mine("glu")["balances"] == 0
    assert won.mine("boo")["war"] == [0, 1, 0]
    assert believers(s.copy().put("boo", "1,1", "1,1", "1,1", "1,1"), column=3).legal_of("siege") == ["siege 1,1"]
    s.put("glu", "in7")
    assert believers(s, column=4).legal_of("siege") == []
    own = scene().village("boo", "7", "1,1").put("boo", "1,1", "1,1", "1,1")
    assert believers(own, column=4).legal_of("siege") == []


@ruling("R44 a seat without Believers on the map still plays")
def test_without_believers_on_the_map(scene: Any) -> None:
    s = believers(scene().away("boo"))
    assert s.legal == ["deploy", "done"]
    s = scene().away("boo").levels("boo", food=1, building=8).turn("boo")
    assert s.legal == ["believers", "build", "avatar"]
    assert s.copy().play("avatar").legal == ["walk", "done"]
    assert s.copy().play("build")["phase"] != "build"
    assert s.village("boo", "5", "1,1").village("boo", "7", "1,2").play("build").legal_of("village")


@ruling("R62 paying for movement with nothing to move is not on offer and loses nothing")
def test_paying_for_nothing(scene: Any) -> None:
    s = believers(scene().away("boo"), faith=2)
    assert "march" not in s.legal
    # What paying would do: points without a step; at the end of the turn levels are the same, whatever was paid.
    paid = s.copy().levels("boo", faith=1)
    words: Any = [int(word) for word in paid.state.words]
    set_points(words, level(words, 0, 1))
    set_phase(words, 4)
    out = [0] * 64
    assert list_march([int(word) for word in paid.state.board], paid.state.engine.array(20_000), words, 0, out) == 1
    for each in (s, paid):
        each.play("done")
        while each["mover"] == 0 and each["phase"] in ("miracle", "icon", "yield"):
            each.play(each.legal[-1])
    assert s.state == paid.state


@ruling("R48 miracles put Believers beside a Village, not inside")
def test_moved_by_miracle_is_loose(scene: Any) -> None:
    s = scene().put("boo", "1,0").village("boo", "5", "1,1").away("glu").miracles("boo")
    s.play("telekinesis / who 1,0 boo / to 1,1")
    assert (s["inside"], s.there("1,1")) == ({}, {"boo": 1})
    s = scene().village("boo", "5", "1,1").away("glu").miracles("boo").play("life / to 1,1")
    assert (s["inside"], s.there("1,1")) == ({}, {"boo": 1})


def test_without_faith_the_action_is_over() -> None:
    s = scene_of().levels("boo", faith=0).turn("boo").play("believers")
    assert s["phase"] == "turn" or s["mover"] != 0 or s["phase"] in ("icon", "yield")
