"""Resources (R31-R35, R46, R51, R53, R58, R63)."""

from __future__ import annotations

from typing import Any

from tests.core.godz.positions import Scene
from tests.core.godz.rulings import ruling


def levels(s: Scene, deity: str = "boo") -> list[int]:
    """Its levels: glory, steps, faith, building, food."""
    found: list[int] = s.mine(deity)["levels"]
    return found


def test_hexes_give_once_each(scene: Any) -> None:
    s = scene().put("boo", "1,1", "1,1", "1,2").put("glu", "1,1").avatar("boo", "1,1").levels("boo", glory=7, steps=4, building=5)
    assert levels(s.skip("boo")) == [2, 1, 1, 1, 2]
    s = scene().put("boo", "2,1", "0,0").avatar("boo", "2,1").village("glu", "5", "1,1").skip("boo")
    assert s.play("done")["phase"] == "turn"
    assert levels(s) == [1] * 5
    covered = scene().put("boo", "1,1", "1,2").village("glu", "5", "1,1").avatar("boo", "1,1").skip("boo")
    assert levels(covered) == [1, 1, 1, 1, 2]


def test_levels_stop_at_the_end_of_the_track(scene: Any) -> None:
    seas = ("1,0", "0,1", "1,1", "2,0", "3,0")
    s = scene().grounds("sea", *seas).put("boo", *seas).avatar("boo", "2,1")
    assert levels(s.skip("boo")) == [1, 4, 1, 1, 1]


@ruling("R33 occupying no icon is allowed")
@ruling("R63 icons are optional and may be changed")
@ruling("R53 an icon's number is its place on the tile")
def test_icons(scene: Any) -> None:
    s = scene().put("boo", "0,0", "0,0").avatar("boo", "2,1").icon(0, 2, "glu").put("glu", "0,0").icon(0, 0, "boo")
    s.skip("boo")
    assert s["pending"] == {"hex": "0,0"}
    assert s.legal == ["icon 0,0 glory", "icon 0,0 steps", "icon 0,0 building", "icon 0,0 food", "done"]
    none = s.copy().play("done")
    assert (levels(none), none["icons"]) == ([1] * 5, {"0,0": {"faith": ["glu"]}})
    one = s.copy().play("icon 0,0 steps")
    assert one.legal == ["icon 0,0 building", "icon 0,0 food", "done"]  # in the order of the tile
    assert levels(one.copy().play("done")) == [1, 2, 1, 1, 1]
    two = one.play("icon 0,0 food")
    assert two["phase"] == "turn"
    assert two["icons"] == {"0,0": {"steps": ["boo"], "faith": ["glu"], "food": ["boo"]}}
    # The next time all of them are free again, and may be changed.
    again = two.skip("boo")
    assert again["icons"] == {"0,0": {"faith": ["glu"]}}
    assert levels(again.play("icon 0,0 glory / done")) == [2, 1, 1, 1, 1]


def test_icons_of_special_tiles_in_order(scene: Any) -> None:
    s = scene().tile("4,0", "s6").tile("4,-1", "s1").put("boo", "4,-1", "4,0").avatar("boo", "4,0").skip("boo")
    assert s.legal == ["icon 4,-1 glory", "icon 4,-1 steps", "done"]  # s1 before s6
    s.play("icon 4,-1 glory")
    assert s.legal == ["icon 4,0 steps", "icon 4,0 faith", "icon 4,0 food", "done"]
    s.play("icon 4,0 steps / icon 4,0 food")
    assert levels(s) == [2, 2, 1, 1, 2]
    blocked = scene().tile("4,0", "s1").put("boo", "4,0").avatar("boo", "2,1").put("glu", "4,0", "4,0")
    blocked.icon(1, 0, "glu").icon(1, 1, "glu").skip("boo")
    assert (blocked["phase"], levels(blocked)) == ("turn", [1] * 5)


def test_an_icon_listed_twice(scene: Any) -> None:
    figures = {"center": {"icons": ["food", "faith", "food"], "ring": ["sea"] * 6}}
    s = scene(figures=figures).put("boo", "0,0", "0,0").avatar("boo", "2,1").skip("boo")
    assert s.legal == ["icon 0,0 faith", "icon 0,0 food", "done"]
    s.play("icon 0,0 food / icon 0,0 food")
    assert s["icons"] == {"0,0": {"food": ["boo", "boo"]}}
    assert levels(s) == [1, 1, 1, 1, 3]


@ruling("R34 pieces without icons leave first, then the last icon is freed")
def test_leaving_icons(scene: Any) -> None:
    s = scene().put("boo", "0,0", "0,0", "0,0").avatar("boo", "2,1").icon(0, 1, "boo").icon(0, 3, "boo").icon(0, 2, "glu")
    s.put("glu", "0,0").levels("boo", faith=3, steps=1).turn("boo").play("believers / march / move 0,0 e")
    assert s["icons"] == {"0,0": {"steps": ["boo"], "faith": ["glu"], "building": ["boo"]}}
    s.play("march / move 0,0 e")
    assert s["icons"] == {"0,0": {"steps": ["boo"], "faith": ["glu"]}}
    s.play("march / move 0,0 e")
    assert s["icons"] == {"0,0": {"faith": ["glu"]}}


@ruling("R35 a Village gives the resource of any hex beside it")
@ruling("R46 hexes of Homes, Center and stack give alike")
def test_villages_give(scene: Any) -> None:
    s = scene().avatar("boo", "2,1").away("boo").village("boo", "5", "1,0").put("glu", "1,1")
    # Beside 1,0: a desert and a swamp of the Home, a desert and a sea of the Center, the vortex, and a tile of the stack.
    s.tile("2,-1", "mountain").skip("boo")
    assert s.legal == [f"yield 1,0 {name}" for name in ("glory", "steps", "faith", "building")]
    assert levels(s.play("yield 1,0 building")) == [1, 1, 1, 2, 1]
    # Two Villages may name the same hex, also one where an own Believer stands; a Village beside gives nothing.
    s = scene().avatar("boo", "2,1").put("boo", "1,0").village("boo", "5", "1,1").village("boo", "7", "0,1").skip("boo")
    assert "yield 1,1 faith" in s.legal
    assert s.legal == ["yield 1,1 faith", "yield 1,1 food"]
    s.play("yield 1,1 food / yield 0,1 food")
    assert levels(s) == [1, 1, 1, 1, 4]
    # One resource is given without a step; none where nothing normal lies beside.
    s = scene().avatar("boo", "2,1").away("boo").village("boo", "9", "3,0").village("glu", "5", "2,0").skip("boo")
    assert (s["phase"], levels(s)) == ("turn", [2, 1, 1, 1, 1])
    s = scene().avatar("boo", "2,1").away("boo").village("boo", "9", "3,0").village("glu", "5", "2,0").village("glu", "7", "3,1")
    assert levels(s.skip("boo")) == [1] * 5


def test_a_tile_just_laid_gives(scene: Any) -> None:
    """The last Faith lays a mountain beside a Village, which may give of it at once."""
    s = scene().avatar("boo", "2,1").away("boo").village("boo", "9", "3,0").village("glu", "5", "2,0").miracles("boo", 2)
    s.play("creation / tile mountain / lay 4,0")
    assert s.legal == ["yield 3,0 glory", "yield 3,0 building"]


def test_full_levels_need_no_step(scene: Any) -> None:
    """All that the Village could give is at its maximum: no step; one that is not: a step."""
    hexes = ("1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,0")
    s = scene().grounds("sea", *hexes[:3]).grounds("forest", *hexes[3:]).put("boo", *hexes).avatar("boo", "2,1")
    s.village("boo", "5", "3,0").grounds("forest", "2,0").grounds("sea", "3,1")
    assert (s.copy().skip("boo")["phase"], levels(s.copy().skip("boo"))) == ("turn", [1, 4, 1, 1, 4])
    assert s.copy().put("boo", *hexes[:5]).skip("boo").legal == ["yield 3,0 steps", "yield 3,0 food"]


@ruling("R31 powers need a hex that produces, by option not")
@ruling("R51 powers work on any hex of the terrain, rings and overlays too")
def test_powers(scene: Any) -> None:
    cases = {"glu": ("3,1", "sea", 1, 4), "fiu": ("1,1", "forest", 4, 3)}
    for deity, (name, terrain, own, extra) in cases.items():
        expected = [1] * 5
        expected[own] = expected[extra] = 2
        for hexagon in (name, "0,1"):
            s = scene(deity, "boo").away(deity).ground("0,1", terrain).avatar(deity, hexagon)
            assert s["map"][hexagon] == terrain
            assert levels(s.skip(deity), deity) == expected
        for option, bonus in (("off", 1), ("on", 2)):
            s = scene(deity, "boo", power_on_village=option).away(deity).avatar(deity, name).village("boo", "5", name).skip(deity)
            assert levels(s, deity)[extra] == bonus
            assert levels(s, deity)[own] == 1
    assert levels(scene("tud", "glu").away("tud").avatar("tud", "3,1").skip("tud"), "tud") == [1, 1, 1, 2, 1]


@ruling("R32 Fidus gives one unit, Faith or Food, by option both")
@ruling("R58 Fidus and an own Believer on one desert give one unit")
def test_fidus(scene: Any) -> None:
    for believers in (("2,1",), ("1,1",)):
        s = scene("bau", "glu").put("bau", *believers).avatar("bau", "1,1").skip("bau")
        assert (s["phase"], s["pending"]) == ("yield", {"hex": "1,1"})
        assert s.legal == ["yield 1,1 faith", "yield 1,1 food"]
        assert levels(s.copy().play("yield 1,1 faith"), "bau") == [1, 1, 2, 1, 1]
        assert levels(s.play("yield 1,1 food"), "bau") == [1, 1, 1, 1, 2]
        both = scene("bau", "glu", fidus="both").put("bau", *believers).avatar("bau", "1,1").skip("bau")
        assert levels(both, "bau") == [1, 1, 2, 1, 2]
    for option in ("off", "on"):
        s = scene("bau", "glu", power_on_village=option).away("bau").avatar("bau", "1,1").village("glu", "5", "1,1").skip("bau")
        assert (s["phase"], levels(s, "bau")) == ("turn", [1] * 5)
        s = scene("bau", "glu", power_on_village=option, fidus="both").away("bau").avatar("bau", "1,1").village("glu", "5", "1,1")
        assert levels(s.skip("bau"), "bau") == [1] * 5


def test_fidus_after_the_villages(scene: Any) -> None:
    s = scene("bau", "glu").away("bau").avatar("bau", "1,1").village("bau", "5", "0,1").skip("bau")
    assert s.legal[0].startswith("yield 0,1")
    s.play(s.legal[0])
    assert s.legal == ["yield 1,1 faith", "yield 1,1 food"]
