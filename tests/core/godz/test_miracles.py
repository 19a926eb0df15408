"""Miracles (R1, R21-R28, R42, R43, R47, R64, R66)."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import conform
from mutapa.core.godz.figures import MIRACLE_COSTS, MIRACLES, STACK
from mutapa.core.streams import derive
from tests.core.godz.positions import Scene, scene_of
from tests.core.godz.rulings import ruling

NORMAL = ("swamp", "sea", "desert", "mountain", "forest")


def around(name: str) -> set[str]:
    """The six cells beside a hex."""
    q, r = map(int, name.split(","))
    return {f"{q + a},{r + b}" for a, b in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}


def whom(s: Scene) -> set[str]:
    """Believers on offer, as ``hex owner``."""
    return {text.removeprefix("who ") for text in s.legal}


def where(s: Scene) -> set[str]:
    """Hexes on offer."""
    return {text.split()[1] for text in s.legal}


@ruling("R21 a miracle without a legal full effect can't be cast")
def test_what_can_be_cast(scene: Any) -> None:
    """Everything with all conditions met and nine Faith; less Faith, no targets, once a turn."""
    five = {"boo": ("1,1",), "glu": ("1,-1",), "bau": ("1,1",), "tud": ("0,-1",), "fiu": ("1,0",)}
    own = {"boo": ["dead", "pestilence"], "glu": ["seas", "flood"], "bau": ["sandstorm", "demons"],
           "tud": ["sleds", "earthquake"], "fiu": ["growth", "trunklings"]}
    for deity in five:
        other = "glu" if deity != "glu" else "boo"
        s = scene(deity, other).put(deity, *five[deity]).put(other, "3,0", "1,0", "-1,0")
        assert s.copy().miracles(deity).castable() == ["telekinesis", "creation", "life", *own[deity]]
        for faith in range(1, 9):
            payable = [name for name, cost in zip(MIRACLES, MIRACLE_COSTS, strict=True) if cost <= faith]
            assert s.copy().miracles(deity, faith).castable() == [
                name for name in ("telekinesis", "creation", "life", *own[deity]) if name in payable
            ]
    bare = scene().away("glu").put("boo", "reserve", "reserve", "reserve", "reserve", "prophet", "nine").set("stacked", STACK)
    bare.grounds("sea", *(name for name, kind in bare["map"].items() if kind == "swamp"))
    assert bare.miracles("boo")["phase"] != "miracle"
    s = scene().put("glu", "1,1").miracles("boo").play("telekinesis / who 1,1 glu / to 1,0")
    assert "telekinesis" not in s.castable()
    assert s.mine("boo")["levels"][2] == 8
    assert "telekinesis" in s.copy().miracles("glu").castable()


@ruling("R22 a removed Believer goes to its owner's reserve without a Balance tile")
def test_removing(scene: Any) -> None:
    s = scene("glu", "boo").put("glu", "1,0").put("boo", "1,0").miracles("glu").play("flood")
    assert whom(s) == {"1,0 glu", "1,0 boo"}
    for deity in ("glu", "boo"):
        hit = s.copy().play(f"who 1,0 {deity}")
        assert hit["phase"] != "tile"
        assert (hit.mine(deity)["reserve"], hit.mine(deity)["balances"], hit.there("1,0").get(deity)) == (3, 0, None)


def test_telekinesis(scene: Any) -> None:
    s = scene().put("boo", "1,1", "1,1").put("glu", "1,1", "2,2").chasm("0,1").miracles("boo").play("telekinesis")
    assert whom(s) == {"1,1 boo", "1,1 glu", "2,2 glu"}
    s.play("who 1,1 glu")
    assert s["pending"] == {"miracle": "telekinesis", "hex": "1,1", "owner": "glu"}
    assert where(s) == (around("1,1") & set(s["map"])) - {"0,1"}
    s.play("to 2,1")
    assert (s.there("1,1"), s.there("2,1")) == ({"boo": 2}, {"glu": 1})


def test_telekinesis_off_a_special_hex_frees_an_icon(scene: Any) -> None:
    s = scene().put("glu", "0,0", "0,0").icon(0, 1, "glu").icon(0, 4, "glu").miracles("boo")
    s.play("telekinesis / who 0,0 glu / to 1,0")
    assert s["icons"] == {"0,0": {"steps": ["glu"]}}


@ruling("R66 Divine Creation needs a stack and an open cell, and draws when cast")
@ruling("R23 the tile of Divine Creation is seen before it is laid and must be laid")
def test_creation(scene: Any) -> None:
    s = scene().miracles("boo").play("creation")
    assert s["phase"] == "stack"
    assert s.mine("boo")["levels"][2] == 7
    assert s.chances == {**{f"tile {name}": 5 for name in NORMAL}, **{f"tile s{i}": 1 for i in range(1, 7)}}
    s.play("tile forest")
    assert (s["phase"], s["pending"], s["stack"]["forest"]) == ("lay", {"tile": "forest"}, 4)
    laid = set(s["map"])
    cells = {cell for name in laid for cell in around(name)} - laid
    assert where(s) == {cell for cell in cells if len(around(cell) & laid) >= 2}
    assert "done" not in s.legal
    cell = min(where(s))
    s.play(f"lay {cell}")
    assert s["map"][cell] == "forest"
    special = scene().miracles("boo").play("creation / tile s3")
    assert special["stack"]["special"] == 5
    special.play(special.legal[0])
    assert special["stack"]["special"] == 5
    assert "s3" in special["map"].values()


@ruling("R43 no Divine Creation without a stack; a cell is always open")
def test_the_stack_runs_out(scene: Any) -> None:
    s = scene()
    fewest, rng = 99, 7
    for i in range(STACK):
        s.miracles("boo", 2).play("creation")
        s.play(next(iter(s.chances)))
        fewest = min(fewest, len(s.legal))
        rng = rng * 5 % 31
        s.play(s.legal[rng % len(s.legal)])
        assert len(s["map"]) == 21 + i + 1
    assert fewest >= 11
    assert sum(s["stack"].values()) == 0
    assert "creation" not in s.miracles("boo").castable()


@ruling("R1 a Chasm counts as a hex for laying tiles, by option not")
def test_laying_beside_a_chasm(scene: Any) -> None:
    found = {}
    for option in ("on", "off"):
        s = scene(chasm_counts=option).chasm("3,1").miracles("boo").play("creation / tile sea")
        laid = set(s["map"]) - ({"3,1"} if option == "off" else set())
        cells = {cell for name in s["map"] for cell in around(name)} - set(s["map"])
        found[option] = where(s)
        assert found[option] == {cell for cell in cells if len(around(cell) & laid) >= 2}
    assert found["off"] < found["on"]


def test_life(scene: Any) -> None:
    s = scene().chasm("1,0").tile("4,0", "s1").miracles("boo").play("life")
    assert where(s) == set(s["map"]) - {"1,0"}
    s.play("to -1,3")
    assert s.there("-1,3") == {"boo": 1, "glu": 3}
    assert s.mine("boo")["mat"] == ["nine", "prophet"]
    assert "life" not in s.miracles("boo").castable()


def test_raise_dead(scene: Any) -> None:
    s = scene().put("boo", "2,1", "reserve", "1,0")
    assert "dead" not in scene().miracles("boo").castable()
    s.miracles("boo").play("dead")
    assert where(s) == {name for name, kind in s["map"].items() if kind == "swamp"}
    s.play("to 1,1")
    assert (s.there("1,1"), s.mine("boo")["reserve"]) == ({"boo": 1}, 0)


@ruling("R24 Pestilence goes round clockwise, each opponent chooses")
def test_pestilence(scene: Any) -> None:
    s = scene("glu", "bau", "boo", "tud")
    # Swamps: -1,0 of the Center, 2,2 of glu's Home (2,1).
    s.put("glu", "-1,0", "2,2").put("bau", "1,0").put("tud", "-1,0", "-1,0").put("boo", "-1,0")
    assert (s["map"]["-1,0"], s["map"]["2,2"]) == ("swamp", "swamp")
    s.miracles("boo").play("pestilence")
    # Clockwise from boo: tud has one swamp hex and loses there by itself, glu chooses, bau has nobody on a swamp.
    assert s.there("-1,0") == {"glu": 1, "tud": 1, "boo": 1}
    assert (s["phase"], s["mover"], s["active"]) == ("lose", 0, 2)
    assert sorted(s.legal) == ["lose -1,0", "lose 2,2"]
    s.play("lose 2,2")
    assert (s["mover"], s["phase"]) == (2, "miracle")
    assert s.mine("glu")["reserve"] == 2
    assert [each["balances"] for each in s["seats"]] == [0, 0, 0, 0]
    safe = scene("glu", "boo").village("glu", "5", "-1,0").put("glu", "in5").put("boo", "-1,0")
    assert "pestilence" not in safe.miracles("boo").castable()


@ruling("R25 Control of the Seas leads outside the sea region")
def test_control_of_the_seas(scene: Any) -> None:
    s = scene("glu", "boo").put("boo", "1,-1", "2,0").put("glu", "1,-1")
    s.tile("2,-1", "sea").tile("2,-2", "sea").miracles("glu").play("seas")
    assert whom(s) == {"1,-1 glu", "1,-1 boo"}
    s.play("who 1,-1 boo")
    region = {"1,-1", "2,-1", "2,-2"}
    assert where(s) == {cell for name in region for cell in around(name)} & set(s["map"]) - region
    s.play("to 2,0")
    assert s.there("2,0") == {"boo": 2}
    hole = scene("glu", "boo").put("boo", "1,-1").village("boo", "5", "1,-1").chasm("1,0").miracles("glu")
    assert where(hole.play("seas / who 1,-1 boo")) == {"0,0", "0,-1"}


def test_flood(scene: Any) -> None:
    s = scene("glu", "boo")
    s.put("boo", "2,0", "0,-1", "1,0").put("glu", "1,-1")
    seas = {name for name, kind in s["map"].items() if kind == "sea"}
    s.miracles("glu")
    wet = {name for name in ("2,0", "0,-1", "1,0", "1,-1") if len(around(name) & seas) >= 2}
    assert 0 < len(wet) < 4
    s.play("flood")
    assert {text.split()[0] for text in whom(s)} == wet


@ruling("R26 an overlay goes on a normal hex of another terrain")
@ruling("R47 overlays and Chasm on normal hexes, rings too; never on palace, vortex, special tile")
def test_overlays(scene: Any) -> None:
    for deity, terrain, miracle in (("bau", "desert", "sandstorm"), ("fiu", "forest", "growth")):
        s = scene(deity, "glu").tile("4,0", "s1").tile("4,-1", terrain)
        s.put("glu", "1,1").village("glu", "5", "1,1").avatar("glu", "1,1").miracles(deity).play(miracle)
        kinds = s["map"]
        expected = {
            name for name, kind in kinds.items()
            if kind in NORMAL and kind != terrain and any(kinds.get(cell) == terrain for cell in around(name))
        }
        assert where(s) == expected
        target = "1,1" if "1,1" in expected else min(expected)
        s.play(f"at {target}")
        assert s.chances == {"tile balance 1": 18, "tile balance 2": 18}
        s.play("tile balance 2")
        assert (s["map"][target], s.mine(deity)["balance"], s.mine(deity)["overlays"]) == (terrain, [0, 1], 1)
        assert (s.there("1,1"), s["villages"]["1,1"], s["avatars"]["glu"]) == ({"glu": 1}, ["glu", 5], ["1,1", False])
        s.miracles(deity).play(miracle)
        s.play(s.legal[0]).play("tile balance 1")
        assert miracle not in s.miracles(deity).castable()
    quake = scene("tud", "glu").tile("4,0", "s1").village("glu", "5", "1,1").miracles("tud").play("earthquake")
    assert where(quake) == {name for name, kind in quake["map"].items() if kind in NORMAL} - {"1,1"}


def test_earthquake(scene: Any) -> None:
    s = scene("tud", "glu").put("tud", "1,1", "2,0").put("glu", "1,1", "1,1").avatar("glu", "1,1").miracles("tud")
    s.play("earthquake / at 1,1")
    owners = []
    while s["phase"] == "tile":
        before = [each["balances"] for each in s["seats"]]
        s.play("tile balance 1")
        owners.append(next(i for i, each in enumerate(s["seats"]) if each["balances"] > before[i]))
    assert owners == [0, 1, 1]
    assert (s["map"]["1,1"], s.there("1,1"), s["avatars"]["glu"]) == ("chasm", {}, ["1,1", False])
    assert [each["reserve"] for each in s["seats"]] == [2, 3]
    assert s.mine("tud")["overlays"] == 0
    assert "earthquake" not in s.miracles("tud").castable()
    s.skip("glu")
    assert s.mine("glu")["levels"] == [1] * 5  # nothing from the Chasm


def test_tiles_are_drawn_clockwise_from_whose_turn_it_is(scene: Any) -> None:
    s = scene("boo", "tud", "glu").put("boo", "1,1", "1,1").put("tud", "1,1").put("glu", "1,1")
    s.miracles("tud").play("earthquake / at 1,1")
    drawn = []
    for _ in range(4):
        before = [each["balances"] for each in s["seats"]]
        s.play("tile balance 1")
        drawn += [seat for seat, each in enumerate(s["seats"]) if each["balances"] > before[seat]]
    assert drawn == [1, 2, 0, 0]


@ruling("R27 a Believer inside a Village haunts its desert")
@ruling("R64 a Believer is safe on its haunted desert unless another is beside; Trunklings may take their own")
def test_demons_and_trunklings(scene: Any) -> None:
    # Deserts: 0,1 of the Center; 2,0 made one; bau's own ring at 2,1 is desert, sea, swamp, desert, mountain, forest.
    s = scene("bau", "glu").put("bau", "0,1").put("glu", "0,1", "1,1", "1,0")
    assert (s["map"]["0,1"], s["map"]["1,1"]) == ("desert", "desert")
    s.miracles("bau").play("demons")
    assert whom(s) == {"1,1 glu", "1,0 glu"}  # those on 0,1 are safe: its desert neighbour has no bau
    s = scene("bau", "glu").village("bau", "5", "1,1").put("bau", "0,1", "in5").put("glu", "0,1", "1,1").miracles("bau")
    assert whom(s.play("demons")) == {"0,1 bau", "0,1 glu", "1,1 glu"}
    s.play("who 0,1 bau")
    assert s.mine("bau")["reserve"] == 2
    assert "demons" not in scene("bau", "glu").put("bau", "2,1").put("glu", "0,1").miracles("bau").castable()
    # Forests: 1,0 of the Center; fiu's ring has them at 3,1 and 1,1.
    s = scene("fiu", "glu").put("fiu", "1,0").put("glu", "1,1", "3,1").miracles("fiu").play("trunklings")
    assert whom(s) == {"1,0 fiu", "1,1 glu"}
    s.play("who 1,0 fiu")
    assert s.mine("fiu")["reserve"] == 3
    s = scene("fiu", "glu").village("fiu", "5", "1,1").put("fiu", "in5").put("glu", "1,0").miracles("fiu").play("trunklings")
    assert whom(s) == {"1,0 glu"}


@ruling("R28 sleds slide over anything")
def test_sleds(scene: Any) -> None:
    # Mountains: 0,-1 of the Center; tud's ring at 2,1 has them at 3,1 and 1,1.
    s = scene("tud", "glu").put("glu", "0,-1").put("tud", "1,1", "1,0").chasm("1,0").miracles("tud").play("sleds")
    assert whom(s) == {"0,-1 glu", "1,1 tud"}
    s.play("who 0,-1 glu")
    assert where(s) == {"0,1"}  # over the vortex; the other lines end off the map
    over = scene("tud", "glu").put("tud", "3,1").tile("5,1", "sea").miracles("tud").play("sleds / who 3,1 tud")
    assert "5,1" in where(over)  # over a cell without a tile
    s = scene("tud", "glu").put("tud", "1,1").chasm("0,1").miracles("tud").play("sleds / who 1,1 tud")
    assert "-1,1" in where(s)  # over a Chasm
    s = scene("tud", "glu").put("tud", "1,1").chasm("-1,1").miracles("tud").play("sleds / who 1,1 tud")
    assert "-1,1" not in where(s)


@ruling("R42 with no Balance tile left the effect still happens")
def test_the_balance_reserve(scene: Any) -> None:
    s = scene("bau", "glu", "boo").tiles("glu", balance=(1,) * 18).tiles("boo", balance=(2,) * 17)
    s.miracles("bau").play("sandstorm")
    s.play(s.legal[0])
    assert s.chances == {"tile balance 2": 1}
    s.play("tile balance 2")
    assert s["phase"] == "miracle"
    s.miracles("bau").play("sandstorm")
    target = s.legal[0].split()[1]
    s.play(f"at {target}")
    assert s["phase"] != "tile"
    assert (s["map"][target], s.mine("bau")["overlays"], s.mine("bau")["balances"]) == ("desert", 0, 1)
    some = scene("tud", "glu").put("tud", "1,0").put("glu", "1,0", "1,0").tiles("glu", balance=(1,) * 17 + (2,) * 17)
    some.miracles("tud").play("earthquake / at 1,0 / tile balance 1 / tile balance 2")
    assert some["phase"] != "tile"
    assert [each["balances"] for each in some["seats"]] == [1, 35]
    assert [each["reserve"] for each in some["seats"]] == [3, 3]


@pytest.mark.parametrize("seed", range(3))
def test_a_miracle_on_offer_has_a_target(seed: int) -> None:
    """Along random games with nine Faith: whatever can be cast has something to choose, down to its end."""
    state = scene_of("boo", "glu", "bau", "tud", "fiu").state
    tried = 0
    for k, (at, _) in enumerate(conform.play(state, derive(seed, "cast"))):
        if k % 40 == 0 and at.turn >= 0 and k > 40:
            for deity in ("boo", "glu", "bau", "tud", "fiu"):
                s = Scene(at.clone()).miracles(deity)
                for name in s.castable():
                    cast = s.copy().play(name)
                    if cast["phase"] == "stack":
                        cast.play(next(iter(cast.chances)))
                    assert cast.legal
                    if cast["phase"] == "who":
                        for text in cast.legal:
                            assert cast.copy().play(text).legal or cast.copy().play(text)["phase"] == "over"
                    tried += 1
    assert tried > 60
