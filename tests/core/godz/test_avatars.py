"""The Avatar's action: walking, pushing, stomping, siege, the Prophet (R14-R16, R29, R30, R45, R49, R59, R60)."""

from __future__ import annotations

from typing import Any

from tests.core.godz.positions import Scene
from tests.core.godz.rulings import ruling


def walking(s: Scene, steps: int = 1, food: int = 1, column: int = 1, deity: str = "boo") -> Scene:
    """The Avatar's action with points to walk."""
    return acting(s, food, column, deity, steps).play("walk")


def acting(s: Scene, food: int = 1, column: int = 1, deity: str = "boo", steps: int = 1) -> Scene:
    """The Avatar's action in a column."""
    return s.levels(deity, food=food, steps=steps).turn(deity, column - 1).play("avatar")


def test_walking(scene: Any) -> None:
    s = walking(scene(), steps=2)
    assert s["pending"] == {"points": 2}
    assert len(s.legal_of("step")) == 6
    s.play("step w / step nw")
    assert s["avatars"]["boo"] == ["1,0", False]
    assert s["phase"] != "avatar"  # no Food left


def test_a_laid_avatar_stands_up_first(scene: Any) -> None:
    s = acting(scene().avatar("boo", "1,1", 1), food=2, steps=1).play("walk")
    assert (s["avatars"]["boo"], s["phase"], s.mine("boo")["levels"][4]) == (["1,1", False], "avatar", 1)
    s = acting(scene().avatar("boo", "1,1", 1), food=1, steps=3).play("walk")
    assert s["pending"] == {"points": 2}


@ruling("R49 a push goes on in the direction of the step")
def test_a_push(scene: Any) -> None:
    s = walking(scene().avatar("glu", "1,1"))
    s.play("step w")
    assert s["avatars"] == {"boo": ["1,1", False], "glu": ["0,1", True]}
    again = acting(s.turn("glu"), deity="glu", food=1, steps=1)
    assert again.play("walk")["avatars"]["glu"] == ["0,1", False]
    twice = walking(scene().avatar("glu", "1,1", 1)).play("step w")
    assert twice["avatars"]["glu"] == ["0,1", True]  # stays laid


def test_pushes_that_cannot_be(scene: Any) -> None:
    off = walking(scene().avatar("boo", "2,1").avatar("glu", "3,1"))
    assert "step e" not in off.legal  # the map ends behind it
    hole = walking(scene().chasm("0,1").avatar("glu", "1,1"))
    assert "step w" not in hole.legal
    into = walking(scene().chasm("1,1"))
    assert "step w" not in into.legal


@ruling("R14 no chain of pushes")
def test_a_third_avatar_stops_a_push(scene: Any) -> None:
    s = walking(scene("boo", "glu", "bau").avatar("glu", "1,1").avatar("bau", "0,1"))
    assert "step w" not in s.legal
    assert "step nw" in s.legal


@ruling("R45 a push crushes Believers of everybody")
def test_a_push_crushes_believers(scene: Any) -> None:
    s = scene("boo", "glu", "bau").put("boo", "0,1", "2,1").put("glu", "0,1", "0,1").put("bau", "0,1", "1,1")
    s = walking(s.avatar("glu", "1,1")).play("step w")
    assert s["phase"] == "tile"
    draws = []
    while s["phase"] == "tile":
        before = [each["balances"] for each in s["seats"]]
        s.play("tile balance 1")
        draws.append(next(i for i, each in enumerate(s["seats"]) if each["balances"] > before[i]))
    assert draws == [0, 1, 1, 2]
    assert s.there("0,1") == {}
    assert s.there("1,1") == {"bau": 1}  # where the pusher walks nobody is hurt
    assert [each["reserve"] for each in s["seats"]] == [2, 3, 2]  # one of each was there before


def test_stomping(scene: Any) -> None:
    s = scene("boo", "glu", "bau").avatar("boo", "2,0").put("glu", "2,0", "2,0").put("bau", "2,0").put("boo", "2,0")
    s = acting(s, food=2)
    assert s.legal == ["walk", "stomp glu", "stomp bau", "done"]
    s.play("stomp glu")
    assert s.chances == {"tile balance 1": 18, "tile balance 2": 18}
    s.play("tile balance 2")
    assert (s.mine("glu")["balance"], s.mine("boo")["balances"], s.there("2,0")) == ([0, 1], 0, {"boo": 1, "glu": 1, "bau": 1})
    s.play("stomp glu / tile balance 1")
    assert s.mine("glu")["balance"] == [1, 1]


@ruling("R65 Martin draws before the victim; a siege draws War, then Balance")
def test_order_of_draws(scene: Any) -> None:
    s = acting(scene().avatar("boo", "1,1").put("glu", "1,1")).play("stomp glu / tile balance 2")
    assert (s.mine("boo")["balance"], s.mine("glu")["balances"], s["phase"]) == ([0, 1], 0, "tile")
    s.play("tile balance 1")
    assert s.mine("glu")["balance"] == [1, 0]
    s = acting(scene().avatar("boo", "1,1").village("glu", "5", "1,1").away("glu"), column=4)
    assert "siege 1,1" in s.legal
    s.play("siege 1,1")
    assert set(s.chances) == {"tile war 2", "tile war 3", "tile war 4"}
    s.play("tile war 3 / tile balance 2")
    assert (s.mine("boo")["war"], s.mine("glu")["balance"], s["villages"]) == ([0, 1, 0], [0, 1], {})


def test_where_the_avatar_may_besiege(scene: Any) -> None:
    s = scene().avatar("boo", "1,1").village("glu", "5", "1,1").away("glu")
    assert "siege 1,1" not in acting(s.copy(), column=3).legal
    assert "siege 1,1" not in acting(s.copy().put("glu", "in5"), column=4).legal
    assert acting(s.copy().village("glu", "5", "1,2"), column=4).legal_of("siege") == []


@ruling("R59 Martin works on a swamp with a Village")
@ruling("R29 Martin draws for stomping only, by option for pushing too")
def test_martin(scene: Any) -> None:
    s = scene().avatar("boo", "1,1").put("glu", "1,1").village("glu", "5", "1,1")
    acting(s).play("stomp glu / tile balance 1 / tile balance 1")
    assert [s.mine(deity)["balances"] for deity in ("boo", "glu")] == [1, 1]
    dry = acting(scene().avatar("boo", "1,0").put("glu", "1,0")).play("stomp glu / tile balance 1")
    assert [dry.mine(deity)["balances"] for deity in ("boo", "glu")] == [0, 1]
    for option, own in (("off", 1), ("on", 3)):
        push = scene(martin_push=option).ground("0,1", "swamp").put("glu", "0,1", "0,1").put("boo", "0,1").avatar("glu", "1,1")
        push = walking(push).play("step w")
        while push["phase"] == "tile":
            push.play("tile balance 1")
        assert [push.mine(deity)["balances"] for deity in ("boo", "glu")] == [own, 2]
    other = scene("glu", "boo", martin_push="on").avatar("boo", "1,1").ground("0,1", "swamp").put("boo", "0,1")
    other = walking(other, deity="glu").play("step w / tile balance 1")
    assert other.mine("boo")["balances"] == 1  # Martin was pushed, he did not push


@ruling("R30 Torg may push two hexes")
def test_torg(scene: Any) -> None:
    s = walking(scene("tud", "glu").avatar("glu", "1,1"), deity="tud")
    assert [text for text in s.legal if text.startswith("step w")] == ["step w", "step w 2"]
    near, far = s.copy().play("step w"), s.copy().play("step w 2")
    assert near["avatars"]["glu"] == ["0,1", True]
    assert far["avatars"]["glu"] == ["-1,1", True]
    assert far["avatars"]["tud"] == ["1,1", False]
    # What stands between is not touched, even an Avatar; then one hex is blocked.
    s = scene("tud", "glu", "bau").avatar("glu", "1,1").avatar("bau", "0,1").put("bau", "0,1", "-1,1")
    s = walking(s, deity="tud")
    assert "step w" not in s.legal
    s.play("step w 2 / tile balance 1")
    assert (s["avatars"]["bau"], s.there("0,1"), s.there("-1,1")) == (["0,1", False], {"bau": 1}, {})
    # The hex between must be on the map.
    s = walking(scene("tud", "glu").avatar("glu", "1,1").chasm("0,1"), deity="tud")
    assert [text for text in s.legal if text.startswith("step w")] == []
    others = walking(scene().avatar("glu", "1,1"))
    assert "step w 2" not in others.legal


@ruling("R15 no Prophet on a Chasm")
def test_the_prophet(scene: Any) -> None:
    s = acting(scene().avatar("boo", "0,0"), column=4, food=2)
    s.play("prophet")
    assert (s.there("0,0"), s.mine("boo")["mat"]) == ({"boo": 1}, ["nine", "life"])
    assert "prophet" not in s.legal
    assert "prophet" not in acting(scene(), column=3).legal
    assert "prophet" not in acting(scene().avatar("boo", "1,1").chasm("1,1"), column=4).legal


@ruling("R16 a laid Avatar may stomp, besiege, appoint, by option not; it produces and dominates")
def test_a_laid_avatar_acts(scene: Any) -> None:
    def laid(**options: Any) -> Scene:
        s = scene(**options).avatar("boo", "1,2", 1).put("glu", "1,2").village("glu", "5", "1,2")
        return acting(s, column=4)

    assert laid().legal == ["walk", "siege 1,2", "stomp glu", "prophet", "done"]
    assert laid(laid_acts="off").legal == ["walk", "done"]
    s = scene().away("boo", "glu").avatar("boo", "1,2", 1)
    alone = [row["regions"] for row in s.rows()]
    assert alone[0] == 2
    s.skip("boo")
    assert s.mine("boo")["levels"] == [1, 1, 1, 1, 2]


def test_leaving_a_chasm(scene: Any) -> None:
    s = walking(scene().avatar("boo", "1,1").chasm("1,1"), steps=2)
    assert len(s.legal_of("step")) == 6
    s.play("step w")
    assert "step e" not in s.legal


@ruling("R60 icons are counted after the whole step")
def test_an_avatar_pushed_onto_its_icon_keeps_it(scene: Any) -> None:
    s = scene().put("glu", "0,0").icon(0, 3, "glu").avatar("glu", "1,0").avatar("boo", "2,0")
    s = walking(s).play("step w")
    assert (s["avatars"]["glu"], s["icons"], s.there("0,0")) == (["0,0", True], {"0,0": {"building": ["glu"]}}, {})
    s = scene().put("glu", "0,0").icon(0, 3, "glu").icon(0, 1, "boo").avatar("glu", "1,0").avatar("boo", "0,0")
    stomped = acting(s).play("stomp glu")
    assert stomped["icons"] == {"0,0": {"steps": ["boo"]}}


def test_an_avatar_pushed_off_frees_its_icon(scene: Any) -> None:
    s = walking(scene().avatar("boo", "1,0").avatar("glu", "0,0").icon(0, 0, "glu")).play("step w")
    assert s["icons"] == {}


def test_steps_between_other_acts(scene: Any) -> None:
    s = scene(interleave="on").avatar("boo", "1,2").put("glu", "1,2", "1,1")
    s = acting(s, food=3, steps=2).play("walk / stomp glu / tile balance 1 / step nw / stomp glu")
    assert [s.mine("boo")["levels"][4], s["phase"]] == [0, "tile"]
    s.play("tile balance 1 / tile balance 1")  # Martin on 1,1
    assert s["pending"] == {"points": 1}
    assert s.legal_of("step", "done")[-1] == "done"
