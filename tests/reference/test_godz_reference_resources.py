"""The reference engine of GodZ against cases worked by hand from the rules: resources and icons."""

import pytest

from tests.reference.godz_scenes import duel, hexes_of, lay, plays, put, scene, village
from tests.reference.godz_score import rows


def harvest(deities="boo tud fiu", prepare=None, **more):
    """Seat 0 ends its turn with nothing but what prepare(position) gives it on the map; levels before don't matter."""

    def meet(position):
        position.table.loose.clear()
        prepare(position)

    return plays(scene(deities, meet, column=1, faith=0, **more), "glory none")


def levels(position):
    return list(position.seats[0].levels.values())


def test_normal_hexes():
    """One for a hex, however many stand there and whoever else; nothing on a Village or the palace."""

    def some(position):
        lay(position, "desert desert mountain swamp")
        put(position, (0, 20), 0, 3)
        put(position, (0, 20), 1, 3)
        put(position, (1, 20), 0)
        put(position, (2, 20), 0)
        village(position, (2, 20), 1)
        put(position, (2, 1), 0)
        position.table.avatars[0] = (3, 20)

    assert levels(harvest(prepare=some)) == [2, 1, 3, 1, 1]


def test_a_laid_avatar_earns_and_dominates():
    def some(position):
        position.table.avatars[0] = lay(position, "desert")[0]
        position.table.laid = {0}

    position = harvest(prepare=some)
    assert levels(position) == [1, 1, 2, 1, 1]
    assert rows(position)[0]["regions"] == 2


def test_levels_are_clamped():
    def some(position):
        for here in lay(position, " ".join(["sea"] * 6)):
            put(position, here, 0)

    assert levels(harvest(prepare=some)) == [1, 4, 1, 1, 1]


def test_a_village_yields_what_lies_around():
    """A kind once, though two hexes give it; used hexes and hexes with others too; not those with Villages."""

    def some(position):
        lay(position, "sea desert swamp")
        position.world.tiles[0, 21] = "swamp"
        position.world.tiles[1, 21] = "mountain"
        village(position, (1, 20), 0)
        village(position, (1, 21), 1)
        put(position, (0, 20), 0)
        put(position, (2, 20), 1)

    position = harvest(prepare=some)
    assert (position.phase, position.pending) == ("yield", {"hex": "1,20"})
    assert position.legal() == ["yield 1,20 glory", "yield 1,20 steps"]
    plays(position, "yield 1,20 steps")
    assert levels(position) == [1, 3, 1, 1, 1]


def test_villages_without_a_choice():
    """One kind gives itself, none nothing; 5, 7, 9 in this order."""

    def some(position):
        lay(position, "sea desert")
        village(position, (0, 20), 0, 7)
        lay(position, "sea", (0, 30))
        village(position, (0, 30), 0, 5)

    assert levels(harvest(prepare=some)) == [1, 1, 2, 1, 1]

    def two(position):
        lay(position, "sea desert swamp")
        village(position, (1, 20), 0, 9)
        lay(position, "sea desert swamp", (0, 30))
        village(position, (1, 30), 0, 7)

    position = harvest(prepare=two)
    assert hexes_of(position, "yield") == {"1,30"}
    plays(position, "yield 1,30 glory")
    assert hexes_of(position, "yield") == {"1,20"}


def test_a_village_without_room_on_the_tracks():
    def some(position):
        for here in lay(position, " ".join(["sea"] * 3 + ["forest"] * 4)):
            put(position, here, 0)
        lay(position, "sea desert forest", (0, 30))
        village(position, (1, 30), 0)

    assert harvest(prepare=some).phase == "turn"

    def less(position):
        some(position)
        position.table.lift((0, 20), 0)

    assert harvest(prepare=less).legal() == ["yield 1,30 food", "yield 1,30 steps"]


@pytest.mark.parametrize(("deity", "terrain", "with_power", "village_too"), [
    ("glu", "sea", [1, 2, 1, 1, 2], [1, 1, 1, 1, 2]), ("fiu", "forest", [1, 1, 1, 2, 2], [1, 1, 1, 2, 1]),
])  # fmt: skip
def test_powers_that_add(deity, terrain, with_power, village_too):
    def there(position):
        position.table.avatars[0] = lay(position, terrain)[0]

    def on_village(position):
        there(position)
        village(position, (0, 20), 1)

    others = f"{deity} tud boo"
    assert levels(harvest(others, there)) == with_power
    assert levels(harvest(others, there, power_on_village="on")) == with_power
    assert levels(harvest(others, on_village)) == [1, 1, 1, 1, 1]
    assert levels(harvest(others, on_village, power_on_village="on")) == village_too


def test_fidus():
    """One unit in all, though an own Believer stands there too; decided after the Villages."""

    def there(position):
        position.table.avatars[0] = lay(position, "desert")[0]
        put(position, (0, 20), 0)
        lay(position, "sea desert swamp", (0, 30))
        village(position, (1, 30), 0)

    position = harvest("bau tud boo", there)
    assert position.legal() == ["yield 1,30 glory", "yield 1,30 steps"]
    plays(position, "yield 1,30 glory")
    assert (position.legal(), position.pending) == (["yield 0,20 faith", "yield 0,20 food"], {"hex": "0,20"})
    assert levels(plays(position, "yield 0,20 food")) == [2, 1, 1, 1, 2]
    assert levels(plays(harvest("bau tud boo", there, fidus="both"), "yield 1,30 glory")) == [2, 1, 2, 1, 2]

    def on_village(position):
        position.table.avatars[0] = lay(position, "desert")[0]
        village(position, (0, 20), 1)

    for option in ("on", "off"):
        assert levels(harvest("bau tud boo", on_village, power_on_village=option)) == [1, 1, 1, 1, 1]
        assert levels(harvest("bau tud boo", on_village, power_on_village=option, fidus="both")) == [1, 1, 1, 1, 1]


def test_icons():
    """In the order of the tile, later ones only; as many as pieces; those held by others are not free."""

    def some(position):
        put(position, (0, 0), 0)
        position.table.avatars[0] = (0, 0)
        put(position, (0, 0), 1)
        position.table.held = {(0, 0): {1: 1, 4: 0}}

    position = harvest(prepare=some)
    assert (position.phase, position.pending) == ("icon", {"hex": "0,0"})
    assert position.legal() == ["done", "icon 0,0 building", "icon 0,0 faith", "icon 0,0 food", "icon 0,0 glory"]
    plays(position, "icon 0,0 faith")
    assert position.legal() == ["done", "icon 0,0 building", "icon 0,0 food"]
    plays(position, "icon 0,0 building")
    assert position.phase == "turn"
    assert position.snapshot()["icons"] == {"0,0": {"steps": ["tud"], "faith": ["boo"], "building": ["boo"]}}
    assert levels(position) == [1, 1, 2, 2, 1]
    position = plays(harvest(prepare=some), "done")
    assert position.table.held == {(0, 0): {1: 1}}
    assert levels(position) == [1, 1, 1, 1, 1]


def test_icons_hex_by_hex():
    def some(position):
        lay(position, "s2 s1")
        put(position, (0, 20), 0)
        put(position, (1, 20), 0, 3)
        put(position, (0, 0), 0)

    position = plays(harvest(prepare=some), "done")
    assert position.legal() == ["done", "icon 1,20 glory", "icon 1,20 steps"]
    plays(position, "icon 1,20 steps")
    assert position.legal() == ["done", "icon 0,20 faith", "icon 0,20 steps"]
    plays(position, "icon 0,20 faith")
    assert levels(position) == [1, 2, 2, 1, 1]


def test_the_same_icon_twice():
    figures = {"specials": [{"icons": ["food", "steps", "food"], "star": 2}] * 6}

    def some(position):
        lay(position, "s4")
        put(position, (0, 20), 0, 2)

    position = harvest(prepare=some, figures=figures)
    assert position.legal() == ["done", "icon 0,20 food", "icon 0,20 steps"]
    plays(position, "icon 0,20 food")
    assert position.legal() == ["done", "icon 0,20 food", "icon 0,20 steps"]
    plays(position, "icon 0,20 food")
    assert position.table.held == {(0, 20): {0: 0, 2: 0}}
    assert position.snapshot()["icons"] == {"0,20": {"food": ["boo", "boo"]}}


def test_who_leaves_gives_up_the_last_icon():
    def some(position):
        put(position, (0, 0), 0, 3)
        put(position, (0, 0), 1)
        position.table.held = {(0, 0): {0: 0, 1: 1, 3: 0}}

    position = plays(scene(prepare=some, faith=3), "believers / march / move 0,0 e")
    assert position.table.held == {(0, 0): {0: 0, 1: 1, 3: 0}}
    plays(position, "march / move 0,0 e")
    assert position.table.held == {(0, 0): {0: 0, 1: 1}}
    plays(position, "march / move 0,0 e")
    assert position.table.held == {(0, 0): {1: 1}}


def test_an_avatar_pushed_onto_its_own_believers_icon_keeps_it():
    def some(position):
        put(position, (2, 20), 1)
        position.table.held = {(2, 20): {0: 1}}

    position = plays(duel("sea sea s1", prepare=some), "walk / step e / tile balance 1")
    assert position.table.held == {(2, 20): {0: 1}}
    assert position.seats[1].reserve == 1
