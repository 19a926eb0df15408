"""The reference engine of GodZ against cases worked by hand from the rules: Believers, Build."""

from collections import Counter

import pytest

from tests.reference.godz import NATURE
from tests.reference.godz_map import DIRECTIONS, beyond, name
from tests.reference.godz_scenes import hexes_of, lay, plays, put, scene, starting, vacate, village

# ---- Believers ----


def test_deploying():
    def reserve(position):
        position.seats[0].reserve = 2

    position = plays(scene(faith=3, prepare=reserve), "believers / deploy / deploy")
    assert position.legal() == ["done", "march"]
    assert position.table.loose_at((2, 1), 0) == 5
    assert position.seats[0].levels["faith"] == 1


def test_without_faith_the_action_is_over():
    position = plays(scene(faith=0), "believers")
    assert (position.phase, position.to_move()) == ("turn", 1)


def test_marching():
    """Points are shared; what is not used before the next payment is lost."""
    position = plays(scene(faith=2, steps=3), "believers / march")
    assert position.pending == {"points": 3}
    plays(position, "move 2,1 w / move 1,1 w / move 2,1 w")
    assert position.phase == "believers"
    assert position.table.loose[0, 1] == position.table.loose[1, 1] == position.table.loose[2, 1] == Counter({0: 1})
    plays(position, "march / done")
    assert (position.phase, position.to_move()) == ("turn", 1)
    assert position.seats[0].levels == {"glory": 2, "steps": 1, "faith": 2, "building": 1, "food": 1}


def test_no_marching_without_believers():
    def none(position):
        vacate(position)
        position.table.avatars[0] = (2, 1)

    assert plays(scene(faith=2, prepare=none), "believers").legal() == ["done"]


def test_interleaving():
    def near(position):
        position.seats[0].reserve = 1

    position = plays(scene(faith=2, steps=2, interleave="on", prepare=near), "believers / march")
    assert position.phase == "believers"
    assert position.pending == {"points": 2}
    plays(position, "march")
    assert position.pending == {"points": 4}
    assert position.legal() == sorted(["done", *(f"move 2,1 {direction}" for direction in DIRECTIONS)])
    plays(position, "move 2,1 w / move 1,1 e / move 2,1 e / move 3,1 w")
    assert position.to_move() == 1
    position = plays(scene(faith=2, steps=2, interleave="on", prepare=near), "believers / march / move 2,1 w / deploy")
    assert position.pending == {"points": 1}
    assert position.table.loose_at((2, 1), 0) == 3


def war_scene(column, own=3, faith=3, inside=0, **more):
    """Own Believers with two of seat 1 and one of seat 2 on a special tile or a forest."""

    def meet(position):
        vacate(position)
        here = lay(position, "forest")[0]
        put(position, here, 0, own)
        put(position, here, 1, 2)
        put(position, here, 2)
        position.table.avatars.update({0: (2, 1), 1: (-3, 2), 2: (1, -3)})
        if inside:
            position.table.villages[here] = (0, 5)
            position.table.inside[here] = inside

    return plays(scene(prepare=meet, column=column - 1, faith=faith, **more), "believers")


@pytest.mark.parametrize(("column", "own", "may"), [(1, 6, 0), (2, 6, 0), (3, 2, 0), (3, 3, 1), (4, 1, 0), (4, 2, 1)])
def test_war_needs(column, own, may):
    assert starting(war_scene(column, own), "war") == ["war 0,20 fiu", "war 0,20 tud"] * may


@pytest.mark.parametrize(("column", "own", "may"), [(2, 6, 0), (3, 3, 1), (4, 2, 1), (5, 2, 1), (5, 1, 0)])
def test_war_needs_of_five_columns(column, own, may):
    assert bool(starting(war_scene(column, own, columns=5), "war")) == may


def test_war():
    position = plays(war_scene(3), "war 0,20 tud")
    assert position.to_move() == NATURE
    assert position.odds() == {"tile war 2": 12, "tile war 3": 12, "tile war 4": 12}
    assert position.phase == "tile"
    plays(position, "tile war 4 / war 0,20 tud")
    assert position.odds() == {"tile war 2": 12, "tile war 3": 12, "tile war 4": 11}
    plays(position, "tile war 4")
    assert position.seats[1].reserve == 2
    assert [seat.drawn["balance"].total() for seat in position.seats] == [0, 0, 0]
    assert starting(position, "war") == ["war 0,20 fiu"]
    assert position.snapshot()["seats"][0]["war"] == [0, 0, 2]


def test_believers_inside_count_for_war():
    assert starting(war_scene(3, own=2, inside=1), "war") == ["war 0,20 fiu", "war 0,20 tud"]
    assert starting(war_scene(3, own=1, inside=1), "war") == []


def test_believers_inside_are_no_victims():
    def meet(position):
        here = lay(position, "forest")[0]
        put(position, here, 0, 3)
        position.table.villages[here] = (1, 5)
        position.table.inside[here] = 1

    assert starting(plays(scene(prepare=meet, column=3), "believers"), "war") == []


@pytest.mark.parametrize(
    ("column", "own", "inside", "may"), [(2, 6, 0, 0), (3, 3, 0, 0), (3, 4, 0, 1), (4, 2, 0, 0), (4, 3, 0, 1), (4, 6, 1, 0)]
)
def test_siege_needs(column, own, inside, may):
    """Loose Believers don't protect; one inside does."""

    def meet(position):
        here = lay(position, "forest")[0]
        put(position, here, 0, own)
        put(position, here, 1)
        position.table.villages[here] = (1, 5)
        if inside:
            position.table.inside[here] = inside

    assert starting(plays(scene(prepare=meet, column=column - 1), "believers"), "siege") == ["siege 0,20"] * may


def test_siege():
    def meet(position):
        here = lay(position, "forest")[0]
        put(position, here, 0, 3)
        position.table.villages[here] = (1, 5)

    position = plays(scene(prepare=meet, column=3, faith=2), "believers / siege 0,20")
    assert position.odds() == {"tile war 2": 12, "tile war 3": 12, "tile war 4": 12}
    plays(position, "tile war 2")
    assert position.phase == "believers"
    assert position.table.villages == {}
    assert position.table.unbuilt(1) == [5, 7, 9]


def test_leaving_a_village():
    def built(position):
        vacate(position)
        position.table.avatars[0] = (2, 1)
        village(position, lay(position, "forest sea")[0], 0, inside=2)

    position = plays(scene(prepare=built, faith=2), "believers / march")
    assert position.legal() == ["done", "leave 0,20 e"]
    plays(position, "leave 0,20 e / march")
    assert position.legal() == ["done", "leave 0,20 e", "move 1,20 w"]
    plays(position, "move 1,20 w")
    assert position.table.inside == {(0, 20): 1}
    assert position.table.loose_at((0, 20), 0) == 1


def test_entering_a_village():
    def built(position):
        vacate(position)
        position.table.avatars[0] = (2, 1)
        here, there, _ = lay(position, "forest sea swamp")
        village(position, here, 0)
        village(position, beyond(there, "e"), 1, inside=1)
        put(position, there, 0)

    assert "enter 1,20 w" not in plays(scene(prepare=built), "believers / march").legal()
    position = plays(scene(prepare=built, enter_village="on"), "believers / march")
    assert position.legal() == ["done", "enter 1,20 w", "move 1,20 e", "move 1,20 w"]
    plays(position, "enter 1,20 w")
    assert position.table.inside == {(0, 20): 1, (2, 20): 1}
    assert position.table.all_loose() == []


# ---- Build ----


def test_building():
    """On hexes with own loose Believers; level 4 and the bonus of column 1 make 5."""

    def spread(position):
        put(position, (1, 1), 0, 2)
        put(position, (0, 1), 0)
        village(position, (0, 1), 1)
        put(position, (0, 0), 0)
        put(position, (-1, 0), 1)

    assert plays(scene(prepare=spread, faith=0, building=3), "build").phase != "build"
    position = plays(scene(prepare=spread, faith=0, building=4), "build")
    assert position.legal() == ["done", "village 1,1"]
    plays(position, "village 1,1")
    assert (position.phase, position.pending) == ("inside", {"village": "1,1"})
    assert position.legal() == ["inside 0", "inside 1", "inside 2"]
    assert position.seats[0].levels["building"] == 0
    plays(position, "inside 1")
    assert position.table.inside == {(1, 1): 1}
    assert position.table.loose_at((1, 1), 0) == 1
    assert position.table.villages[1, 1] == (0, 5)


def test_the_bonus_is_paid_first():
    def spread(position):
        put(position, (1, 1), 0)

    position = plays(scene(prepare=spread, faith=0, building=3, column=3), "build / village 1,1")
    assert position.seats[0].levels["building"] == 2
    assert plays(scene(prepare=spread, faith=0, building=5, columns=5), "build").phase == "build"
    assert plays(scene(prepare=spread, faith=0, building=4, columns=5), "build").phase != "build"


def test_the_cheapest_first_and_building_nothing():
    def spread(position):
        put(position, (1, 1), 0)
        village(position, (1, 2), 0, 5, inside=1)

    assert plays(scene(prepare=spread, faith=0, building=5), "build").phase != "build"
    position = plays(scene(prepare=spread, faith=0, building=6), "build / done")
    assert position.phase == "yield"
    position = plays(scene(prepare=spread, faith=0, building=6), "build / village 1,1")
    assert position.table.villages[1, 1] == (0, 7)


def test_others_on_the_hex_do_not_matter_for_building():
    def spread(position):
        put(position, (1, 1), 0)
        put(position, (1, 1), 1, 3)
        position.table.avatars[2] = (1, 1)

    position = plays(scene(prepare=spread, faith=0, building=4), "build / village 1,1")
    assert position.legal() == ["inside 0", "inside 1"]


def test_a_village_next_to_an_own_believer_inside_gives_no_right():
    def spread(position):
        village(position, (1, 2), 0, 5, inside=1)

    assert plays(scene(prepare=spread, faith=0, building=9), "build").phase != "build"


def test_the_nine_village():
    """Anywhere normal and free, with its Believer the first time; rebuilt without one, but still anywhere."""

    def rich(position):
        village(position, (1, 1), 0, 5)
        village(position, (1, 2), 0, 7)
        put(position, (-1, 0), 0)

    position = plays(scene(prepare=rich, faith=0, building=8), "build")
    normal = {name(here) for here in position.world.tiles if position.world.terrain(here)}
    assert hexes_of(position, "village") == normal - {"1,1", "1,2"}
    assert len(normal) == 24
    plays(position, "village 0,1")
    assert position.table.inside == {(0, 1): 1}
    assert position.seats[0].mat == {"prophet", "life"}
    assert position.phase == "yield"
    position = plays(scene(prepare=rich, faith=0, building=8), "build / village -1,0")
    assert position.legal() == ["inside 0", "inside 1"]
    plays(position, "inside 1")
    assert position.table.inside == {(-1, 0): 2}

    def again(position):
        rich(position)
        position.seats[0].mat.remove("nine")

    position = plays(scene(prepare=again, faith=0, building=8), "build / village 0,1")
    assert position.table.inside == {}
    assert position.table.villages[0, 1] == (0, 9)
