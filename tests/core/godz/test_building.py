"""Villages (R17-R19, R55)."""

from __future__ import annotations

from typing import Any

from tests.core.godz.positions import Scene
from tests.core.godz.rulings import ruling


def building(s: Scene, level: int, column: int = 1, deity: str = "boo") -> Scene:
    """The action Build in a column."""
    return s.levels(deity, building=level).turn(deity, column - 1).play("build")


@ruling("R55 the bonus is the new column's, for building only; between turns only the column counts")
def test_the_bonus(scene: Any) -> None:
    for columns, bonus in ((4, (1, 2, 3, 4)), (5, (0, 1, 2, 3, 4))):
        for column in range(1, columns + 1):
            need = 5 - bonus[column - 1]
            s = scene(columns=columns).put("boo", "1,1")
            assert building(s.copy(), need, column)["phase"] == "build"
            assert building(s.copy(), need - 1, column)["phase"] != "build"
    # The row of the last turn leaves no trace.
    ends = []
    for row in ("believers", "build", "avatar"):
        s = scene().levels("boo", faith=0, food=0, building=0).put("boo", "0,0").avatar("boo", "2,1").turn("boo", 0).play(row)
        s.play("done")  # no icon
        ends.append(s.state.words.tolist())
    assert ends[0] == ends[1] == ends[2]


@ruling("R19 leftover Building is lost")
def test_the_cheapest_is_built_where_believers_stand(scene: Any) -> None:
    s = building(scene().put("boo", "1,1", "2,1", "0,0"), 9)
    assert s.legal == ["village 1,1", "done"]  # neither the palace nor the vortex
    s.play("village 1,1")
    assert s["villages"] == {"1,1": ["boo", 5]}
    assert s.legal == ["inside 0", "inside 1"]
    s.play("inside 1")
    assert (s["inside"], s.there("1,1"), s["phase"] == "build") == ({"1,1": 1}, {}, False)
    ends = []
    for level in (9, 4):
        done = building(scene().put("boo", "1,1"), level).play("village 1,1 / inside 1")
        while done["mover"] == 0:
            done.play(done.legal[-1])
        ends.append(done.state.words.tolist())
    assert ends[0] == ends[1]


def test_costs_go_up(scene: Any) -> None:
    s = scene().put("boo", "1,1")
    for cost, level in (("5", 4), ("7", 6), ("9", 8)):
        assert building(s.copy(), level - 1)["phase"] != "build"
        assert building(s.copy(), level)["phase"] == "build"
        s.village("boo", cost, {"5": "2,2", "7": "2,0", "9": "3,0"}[cost])
    assert building(s.copy(), 9, 4)["phase"] != "build"
    s = scene().village("boo", "7", "2,0").put("boo", "1,1")
    assert building(s, 4).play("village 1,1")["villages"]["1,1"] == ["boo", 5]


@ruling("R18 other players' pieces on a building site do not matter")
def test_among_others(scene: Any) -> None:
    s = scene().put("boo", "1,1").put("glu", "1,1", "1,1").avatar("glu", "1,1")
    assert building(s, 9).legal == ["village 1,1", "done"]
    taken = scene().put("boo", "1,1", "1,2").village("glu", "5", "1,1")
    assert building(taken, 9).legal == ["village 1,2", "done"]


@ruling("R17 the 9-Village brings its Believer the first time only and keeps the waiver")
def test_the_nine(scene: Any) -> None:
    s = scene().village("boo", "5", "2,2").village("boo", "7", "2,0").away("boo").chasm("-1,0")
    s.tile("4,0", "sea").tile("4,-1", "s1")
    s = building(s, 9)
    normal = [name for name, kind in s["map"].items() if kind in ("swamp", "sea", "desert", "mountain", "forest")]
    assert set(s.legal_of("village")) == {f"village {name}" for name in normal if name not in ("2,2", "2,0")}
    s.play("village 4,0")
    assert (s["inside"], s.mine("boo")["mat"]) == ({"4,0": 1}, ["prophet", "life"])
    again = scene().village("boo", "5", "2,2").village("boo", "7", "2,0").put("boo", "1,2", "1,2", "reserve", "reserve")
    again = building(again, 9)
    assert len(again.legal_of("village")) == 16
    again.play("village 1,2")
    assert again.legal == ["inside 0", "inside 1", "inside 2"]
    assert again.play("inside 0")["inside"] == {}


def test_none_need_be_built(scene: Any) -> None:
    s = building(scene().put("boo", "1,1"), 9).play("done")
    assert s["villages"] == {}
    assert s["phase"] in ("miracle", "icon", "yield", "turn")
