"""Turns, Glory, the end of the game (R8, R20, R36-R39, R41, R61)."""

from __future__ import annotations

from typing import Any

from mutapa.core.godz.rounds import WAR_TILES
from tests.core.godz.positions import Scene
from tests.core.godz.rulings import ruling


def on(s: Scene) -> Scene:
    """To the start of the next turn, or to the end, by the last of the steps on offer."""
    while s["phase"] not in ("turn", "over"):
        s.play(s.legal[-1] if s.legal else next(iter(s.chances)))
    return s


@ruling("R8 doing nothing after moving the cylinder")
def test_a_turn_moves_the_cylinder(scene: Any) -> None:
    s = scene()
    assert s.legal == ["believers", "build", "avatar"]
    for row in ("believers", "avatar", "build"):
        after = s.copy().play(row)
        assert after.mine("boo")["column"] == 1
        if after["phase"] in ("believers", "avatar"):
            after.play("done")
        assert after["phase"] not in ("believers", "avatar", "build")
    last = s.turn("boo", 4)
    assert last.legal == ["glory none"] or last.legal_of("believers", "build", "avatar") == []
    assert on(last.play("glory none")).mine("boo")["column"] == 0


@ruling("R20 any Glory tile up to the total, by option the best one only")
def test_collecting(scene: Any) -> None:
    s = scene().levels("boo", glory=7)
    assert s.copy().turn("boo", 1).legal_of("glory") == ["glory none", "glory 1", "glory 2", "glory 3", "glory 4"]
    assert s.copy().turn("boo", 4).legal_of("glory")[-3:] == ["glory 5", "glory 6", "glory 9"]
    assert s.copy().levels("boo", glory=6).turn("boo", 4).legal_of("glory")[-1] == "glory 6"
    assert s.copy().levels("boo", glory=3).turn("boo", 1).legal_of("glory") == ["glory none"]
    gone = s.copy().set("supply", 3, 0).set("best", 0)
    assert gone.turn("boo", 4).legal_of("glory") == ["glory none", "glory 1", "glory 2", "glory 3", "glory 5", "glory 6"]
    taken = s.copy().turn("boo", 4).play("glory 9")
    mine = taken.mine("boo")
    assert (mine["glory"], mine["tiles"], mine["column"], taken["supply"]["9"]) == (9, 1, 0, 0)
    assert s.copy().turn("boo", 1).play("glory 2")["supply"] == {"1": 2, "2": 1, "3": 2, "4": 2, "5": 2, "6": 2, "9": 1}
    only = scene(lower_glory="off").levels("boo", glory=7)
    assert only.copy().turn("boo", 1).legal_of("glory") == ["glory none", "glory 4"]
    assert only.copy().turn("boo", 4).legal_of("glory") == ["glory none", "glory 9"]
    assert only.copy().set("best", 0).turn("boo", 4).legal_of("glory") == ["glory none", "glory 6"]


@ruling("R36 no resources on the last turn")
@ruling("R38 six squares end the game after the turn, by option after the round")
def test_the_sixth_square(scene: Any) -> None:
    def ready(**options: Any) -> Scene:
        s = scene("boo", "glu", "bau", **options).tiles("boo", glory=(1, 1, 1), war=(2, 2)).put("boo", "1,1", "0,0")
        return s.turn("boo", 4).levels("boo", glory=1, faith=2)

    s = ready().play("glory 1")
    assert s["phase"] == "miracle"  # phase 2 of this turn is played
    s.play("telekinesis / who 1,1 boo / to 1,0")
    assert s["phase"] == "over"
    assert s.mine("boo")["levels"] == [1, 1, 1, 1, 1]  # as they were: nothing was given, no icon taken
    assert s["icons"] == {}
    assert not s["capped"]
    five = ready().tiles("boo", glory=(1, 1, 1), war=(2,)).play("glory 1 / done")
    assert on(five)["phase"] == "turn"
    s = on(ready(last_round="on").play("glory 1 / done"))
    assert (s["phase"], s["mover"]) == ("turn", 1)
    on(s.play("build"))
    assert (s["phase"], s["mover"]) == ("turn", 2)
    assert on(s.play("build"))["phase"] == "over"
    late = ready(last_round="on").turn("bau", 4).tiles("bau", glory=(1,) * 5).levels("bau", glory=1).tiles("boo")
    assert on(late.play("glory 1"))["phase"] == "over"


@ruling("R37 resources are settled before the next seat acts")
def test_resources_come_before_the_next_turn(scene: Any) -> None:
    s = scene().put("boo", "0,0").avatar("boo", "1,2").turn("boo", 0).levels("boo", building=0).play("build / done")
    assert (s["phase"], s["mover"], s["active"]) == ("icon", 0, 0)
    s.play("icon 0,0 glory")
    assert (s["phase"], s["mover"]) == ("turn", 1)
    assert s.mine("boo")["levels"] == [2, 1, 1, 1, 2]


@ruling("R39 a round cap, since taking a tile is optional")
@ruling("R61 no resources at a cap; their order does not matter")
def test_the_cap(scene: Any) -> None:
    s = scene(round_cap=3).set("round", 3).put("glu", "0,0").avatar("glu", "1,2").away("boo").turn("glu").play("build / done")
    assert (s["phase"], s["capped"], s["icons"]) == ("over", True, {})
    assert s.mine("glu")["levels"] == [1] * 5
    s = on(scene(round_cap=3).set("round", 3).turn("boo").play("build / done"))
    assert (s["phase"], s["mover"]) == ("turn", 1)
    assert on(scene(round_cap=0).set("round", 200).turn("glu").play("build / done"))["round"] == 201
    # Icons before Villages or after: every order of choices gives the same levels.
    base = scene().put("boo", "0,0").village("boo", "5", "1,1").village("boo", "7", "0,1").avatar("boo", "2,1")
    ends = set()
    for first, second in (("faith", "food"), ("food", "faith")):
        s = base.copy().skip("boo").play(f"icon 0,0 glory / yield 1,1 {first} / yield 0,1 {second}")
        ends.add(tuple(s.mine("boo")["levels"]))
    assert ends == {(2, 1, 2, 1, 2)}


@ruling("R41 War tiles can't run out; where they do there is no tile")
def test_the_war_reserve(scene: Any) -> None:
    assert WAR_TILES > 5 * 5 + 9  # five squares each at most before the last turn, nine Faith in it
    s = scene("boo", "glu", "bau", last_round="on").put("boo", "1,1", "1,1").put("glu", "1,1")
    s.tiles("glu", war=(2,) * 12 + (3,) * 3).tiles("bau", war=(3,) * 9 + (4,) * 6).tiles("boo", war=(4,) * 6)
    s = s.levels("boo", faith=2).turn("boo", 3).play("believers / war 1,1 glu")
    assert s["phase"] != "tile"
    assert (s.mine("boo")["wars"], s.mine("glu")["reserve"], s.there("1,1")) == (6, 3, {"boo": 2})
