"""The reference engine of GodZ against cases worked by hand from the rules: miracles."""

from collections import Counter

import pytest

from tests.reference.godz import NATURE
from tests.reference.godz_map import TERRAINS, beside, name, named
from tests.reference.godz_scenes import hexes_of, lay, plays, put, scene, village


def temple(deities="boo tud fiu", prepare=None, faith=9, terrains="", **more):
    """At the miracles of seat 0, all Believers off the map but those that prepare(position) puts down."""

    def meet(position):
        position.table.loose.clear()
        if terrains:
            lay(position, terrains)
        if prepare:
            prepare(position)

    position = plays(scene(deities, meet, faith=faith, column=1, **more), "glory none")
    return position


def test_the_menu():
    def some(position):
        put(position, (0, 20), 0)
        position.seats[0].reserve = 1

    assert temple("boo tud", some, terrains="sea sea").legal() == ["creation", "dead", "done", "life", "telekinesis"]
    assert temple("boo tud", some, faith=2, terrains="sea sea").legal() == ["creation", "done", "telekinesis"]
    assert temple("boo tud", some, faith=1, terrains="sea sea").legal() == ["done", "telekinesis"]
    assert temple("boo tud", some, faith=0, terrains="sea sea").phase == "turn"
    assert temple("boo tud", faith=1).to_move() == 1


def test_telekinesis():
    def some(position):
        put(position, (0, 20), 1)
        put(position, (0, 20), 0)
        put(position, (5, 25), 0)
        position.world.tiles[5, 25] = "sea"

    position = plays(temple(prepare=some, terrains="sea sea"), "telekinesis")
    assert position.seats[0].levels["faith"] == 8
    assert (position.phase, position.pending) == ("who", {"miracle": "telekinesis"})
    assert position.legal() == ["who 0,20 boo", "who 0,20 tud"]
    plays(position, "who 0,20 tud")
    assert (position.phase, position.pending) == ("to", {"miracle": "telekinesis", "hex": "0,20", "owner": "tud"})
    assert position.legal() == ["to 1,20"]
    plays(position, "to 1,20")
    assert position.table.loose_at((1, 20), 1) == 1
    assert "telekinesis" not in position.legal()


def test_creation():
    position = plays(temple(), "creation")
    assert position.odds() == {f"tile {terrain}": 5 for terrain in TERRAINS} | {f"tile s{n}": 1 for n in range(1, 7)}
    assert (position.phase, position.pending) == ("stack", {"miracle": "creation"})
    plays(position, "tile s3")
    assert (position.phase, position.pending) == ("lay", {"tile": "s3"})
    assert position.snapshot()["stack"] == dict.fromkeys(TERRAINS, 5) | {"special": 5}
    cells = hexes_of(position, "lay")
    for cell in cells:
        assert named(cell) not in position.world.tiles
        assert sum(each in position.world.tiles for each in beside(named(cell))) >= 2
    assert len(cells) == len(position.legal())
    assert {"2,-1", "-1,2", "-2,0"} <= cells  # between Center and Homes
    plays(position, "lay 2,-1")
    assert position.world.kind((2, -1)) == "s3"


def test_creation_needs_tiles():
    def empty(position):
        position.stack.clear()

    assert "creation" not in temple(prepare=empty).legal()


@pytest.mark.parametrize(("option", "cells"), [("on", {"1,19", "0,21", "2,19", "1,21"}), ("off", {"1,19", "0,21"})])
def test_creation_beside_the_chasm(option, cells):
    """Three in a row, the last of them the Chasm."""

    def row(position):
        position.world.tiles.clear()
        lay(position, "sea sea sea")
        position.world.chasm = (2, 20)

    position = plays(temple(prepare=row, chasm_counts=option), "creation / tile sea")
    assert hexes_of(position, "lay") == cells


def test_life():
    position = plays(temple(), "life")
    assert (position.phase, position.pending) == ("to", {"miracle": "life"})
    assert hexes_of(position, "to") == {name(here) for here in position.world.tiles}
    plays(position, "to 0,0")
    assert position.table.loose == {(0, 0): Counter({0: 1})}
    assert position.seats[0].mat == {"nine", "prophet"}
    assert position.seats[0].levels["faith"] == 4

    def chasm(position):
        position.world.chasm = (1, 0)

    assert "to 1,0" not in plays(temple(prepare=chasm), "life").legal()


def test_raise_dead():
    def some(position):
        position.seats[0].reserve = 1
        village(position, (-1, 0), 1)

    position = plays(temple(prepare=some), "dead")
    swamps = {name(here) for here, kind in position.world.tiles.items() if kind == "swamp"}
    assert "-1,0" in swamps
    assert hexes_of(position, "to") == swamps
    plays(position, "to -1,0")
    assert position.table.loose == {(-1, 0): Counter({0: 1})}
    assert position.seats[0].reserve == 0
    assert "dead" not in temple().legal()


def test_pestilence():
    """Clockwise; one swamp is no choice, none no loss; Believers inside are safe."""

    def some(position):
        first, second, third = lay(position, "swamp swamp swamp")
        put(position, first, 1, 2)
        put(position, second, 1)
        put(position, third, 3, 2)
        put(position, third, 0)
        village(position, second, 2, inside=1)

    position = plays(temple("boo tud fiu glu", some), "pestilence")
    assert (position.phase, position.to_move(), position.active) == ("lose", 1, 0)
    assert position.pending == {"miracle": "pestilence"}
    assert position.legal() == ["lose 0,20", "lose 1,20"]
    plays(position, "lose 0,20")
    assert (position.phase, position.to_move()) == ("miracle", 0)
    assert [seat.reserve for seat in position.seats] == [0, 1, 0, 1]
    assert not any(seat.drawn["balance"] for seat in position.seats)


def test_pestilence_goes_clockwise_from_the_caster():
    def some(position):
        position.table.loose.clear()
        for here in lay(position, "swamp swamp"):
            for seat in range(3):
                put(position, here, seat)

    position = plays(scene("tud boo fiu", some, seat=1, faith=4, column=1), "glory none / pestilence")
    order = []
    while position.phase == "lose":
        order.append(position.to_move())
        position.play("lose 1,20")
    assert order == [2, 0]
    assert [seat.reserve for seat in position.seats] == [1, 0, 1]


def test_pestilence_needs_a_victim():
    def some(position):
        put(position, lay(position, "swamp")[0], 0)

    assert "pestilence" not in temple(prepare=some).legal()


def test_seas():
    """From one sea of a region to any hex next to it; not within it."""

    def some(position):
        lay(position, "forest sea sea s1 sea")
        position.world.tiles[2, 21] = "swamp"
        put(position, (1, 20), 1)
        put(position, (0, 20), 1)

    position = plays(temple("glu tud fiu", some), "seas")
    assert position.legal() == ["who 1,20 tud"]
    plays(position, "who 1,20 tud")
    assert position.legal() == ["to 0,20", "to 2,21", "to 3,20"]

    def chasm(position):
        some(position)
        position.world.chasm = (2, 20)

    position = plays(temple("glu tud fiu", chasm), "seas / who 1,20 tud")
    assert position.legal() == ["to 0,20"]


def test_flood():
    def some(position):
        lay(position, "sea s1 sea sea")
        put(position, (1, 20), 1)
        put(position, (1, 20), 0)
        put(position, (0, 20), 2)
        put(position, (2, 20), 2)
        put(position, (3, 20), 2)

    position = plays(temple("glu tud fiu", some), "flood")
    assert position.legal() == ["who 1,20 glu", "who 1,20 tud"]
    plays(position, "who 1,20 glu")
    assert position.seats[0].reserve == 1
    assert position.phase == "miracle"


@pytest.mark.parametrize(("deity", "miracle", "terrain"), [("bau", "sandstorm", "desert"), ("fiu", "growth", "forest")])
def test_covering(deity, miracle, terrain):
    def some(position):
        position.world.tiles.clear()
        lay(position, f"{terrain} swamp sea s1 {terrain} vortex")
        put(position, (1, 20), 1)
        village(position, (1, 20), 1)
        position.table.avatars[2] = (1, 20)

    position = plays(temple(f"{deity} tud boo", some), miracle)
    assert (position.phase, position.pending) == ("at", {"miracle": miracle})
    assert position.legal() == ["at 1,20"]
    plays(position, "at 1,20")
    assert position.legal() == ["tile balance 1", "tile balance 2"]
    plays(position, "tile balance 2")
    assert position.world.kind((1, 20)) == terrain
    assert position.table.villages == {(1, 20): (1, 5)}
    assert position.table.loose_at((1, 20), 1) == 1
    assert position.table.avatars[2] == (1, 20)
    assert position.seats[0].overlays == 1
    assert miracle not in position.legal()

    def once_more(position):
        some(position)
        position.seats[0].overlays = 0

    assert miracle not in temple(f"{deity} tud boo", once_more).legal()


def test_demons():
    """A Believer on the own Believer's desert is safe unless another such desert is next door; those inside count, not lose."""

    def some(position):
        lay(position, "sea desert desert s1")
        put(position, (0, 20), 1)
        put(position, (1, 20), 1)
        put(position, (2, 20), 1)
        put(position, (3, 20), 1)
        put(position, (1, 20), 0)

    position = plays(temple("bau tud fiu", some), "demons")
    assert position.legal() == ["who 0,20 tud", "who 2,20 tud"]

    def inside(position):
        lay(position, "sea desert desert s1")
        put(position, (0, 20), 1)
        village(position, (1, 20), 0, inside=1)

    position = plays(temple("bau tud fiu", inside), "demons")
    assert position.legal() == ["who 0,20 tud"]


def test_sleds():
    def some(position):
        lay(position, "mountain sea sea sea")
        position.world.tiles[0, 22] = "forest"
        put(position, (0, 20), 1)
        put(position, (1, 20), 1)

    position = plays(temple("tud boo fiu", some), "sleds")
    assert position.legal() == ["who 0,20 boo"]
    plays(position, "who 0,20 boo")
    assert position.legal() == ["to 0,22", "to 2,20"]

    def chasm(position):
        some(position)
        position.world.chasm = (2, 20)

    assert plays(temple("tud boo fiu", chasm), "sleds / who 0,20 boo").legal() == ["to 0,22"]


def test_earthquake():
    def some(position):
        lay(position, "sea swamp s1")
        put(position, (0, 20), 0, 2)
        put(position, (0, 20), 2)
        position.table.avatars[1] = (0, 20)
        village(position, (1, 20), 1)

    position = plays(temple("tud boo fiu", some), "earthquake")
    normal = {name(here) for here in position.world.tiles if position.world.terrain(here)}
    assert hexes_of(position, "at") == normal - {"1,20"}
    plays(position, "at 0,20")
    order = []
    while position.to_move() == NATURE:
        order.append(position.drawing)
        position.play("tile balance 1")
    assert order == [0, 0, 2]
    assert position.table.avatars[1] == (0, 20)
    assert position.world.kind((0, 20)) == "chasm"
    assert position.world.terrain((0, 20)) is None
    assert [seat.reserve for seat in position.seats] == [2, 0, 1]
    assert position.seats[0].overlays == 0


def test_earthquake_may_hit_ring_hexes_but_no_palace():
    places = hexes_of(plays(temple("tud boo fiu"), "earthquake"), "at")
    assert {"1,0", "1,1", "-2,2"} <= places
    assert not {"0,0", "2,1", "-3,2", "1,-3"} & places


def test_trunklings():
    """The very Believer that opens the region may be taken."""

    def some(position):
        lay(position, "forest forest sea forest")
        put(position, (0, 20), 0)
        put(position, (1, 20), 1)
        put(position, (3, 20), 1)
        put(position, (2, 20), 1)

    position = plays(temple("fiu tud boo", some), "trunklings")
    assert position.legal() == ["who 0,20 fiu", "who 1,20 tud"]


def test_moved_believers_stay_outside():
    def some(position):
        lay(position, "sea swamp")
        put(position, (0, 20), 0)
        village(position, (1, 20), 0)

    position = plays(temple(prepare=some), "telekinesis / who 0,20 boo / to 1,20")
    assert position.table.inside == {}
    assert position.table.loose_at((1, 20), 0) == 1
