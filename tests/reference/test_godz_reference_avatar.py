"""The reference engine of GodZ against cases worked by hand from the rules: the Avatar."""

from collections import Counter

import pytest

from tests.reference.godz import NATURE
from tests.reference.godz_scenes import duel, lay, plays, put, scene, starting, vacate, village


def test_walking():
    position = plays(duel(other=4, food=2, steps=2), "walk")
    assert position.pending == {"points": 2}
    assert position.legal() == ["done", "step e"]
    plays(position, "step e / step w / walk / done")
    assert position.to_move() == 1


def test_pushing():
    def crowd(position):
        put(position, (2, 20), 0, 2)
        put(position, (2, 20), 1)
        put(position, (2, 20), 2)
        put(position, (1, 20), 2)
        village(position, (2, 20), 2, inside=2)

    position = plays(duel(prepare=crowd, steps=2), "walk / step e")
    assert position.table.avatars == {0: (1, 20), 1: (2, 20), 2: (1, -3)}
    assert position.table.laid == {1}
    assert [seat.reserve for seat in position.seats] == [2, 1, 1]
    assert position.table.inside == {(2, 20): 2}
    assert position.table.loose == {(1, 20): Counter({2: 1})}
    assert position.odds() == {"tile balance 1": 18, "tile balance 2": 18}
    plays(position, "tile balance 1 / tile balance 1 / tile balance 2 / tile balance 1")
    assert position.phase == "walk"
    assert [dict(seat.drawn["balance"]) for seat in position.seats] == [{1: 2}, {2: 1}, {1: 1}]
    plays(position, "step e")
    assert position.table.avatars[1] == (3, 20)


def test_draws_begin_with_the_active_seat():
    def crowd(position):
        for seat in range(3):
            put(position, (2, 20), seat)

    def meet(position):
        vacate(position)
        row = lay(position, "sea sea sea")
        position.table.avatars = {1: row[0], 2: row[1], 0: (2, 1)}
        crowd(position)

    position = plays(scene(prepare=meet, seat=1), "avatar / walk / step e")
    order = []
    while position.to_move() == NATURE:
        order.append(position.drawing)
        position.play("tile balance 2")
    assert order == [1, 2, 0]


def test_no_push_off_the_map_nor_onto_a_third_avatar():
    assert "walk" not in duel("sea sea").legal()
    assert "walk" not in duel(third=2).legal()
    assert "walk" in duel().legal()

    def chasm(position):
        position.world.chasm = (2, 20)

    assert "walk" not in duel(prepare=chasm).legal()


def test_torg_pushes_one_or_two():
    torg = {"deities": "tud boo fiu"}
    assert plays(duel(**torg), "walk").legal() == ["done", "step e", "step e 2"]
    assert plays(duel(third=2, **torg), "walk").legal() == ["done", "step e 2"]
    assert plays(duel(third=3, **torg), "walk").legal() == ["done", "step e"]
    assert plays(duel("sea sea sea", **torg), "walk").legal() == ["done", "step e"]
    assert duel("sea sea", **torg).legal() == ["done"]
    assert duel("sea sea", **torg).phase == "avatar"

    def chasm(position):
        position.world.chasm = (2, 20)

    assert "walk" not in duel(prepare=chasm, **torg).legal()

    def crowd(position):
        put(position, (2, 20), 2)
        put(position, (3, 20), 2)

    position = plays(duel(third=2, prepare=crowd, **torg), "walk / step e 2")
    assert position.table.avatars == {0: (1, 20), 1: (3, 20), 2: (2, 20)}
    assert position.table.laid == {1}
    assert position.seats[2].reserve == 1
    assert position.table.loose == {(2, 20): Counter({2: 1})}


def test_others_push_one_only():
    assert plays(duel(), "walk").legal() == ["done", "step e"]


def test_standing_up_costs_a_point():
    def down(position):
        position.table.laid = {0}

    position = plays(duel(other=4, prepare=down, steps=2), "walk")
    assert position.table.laid == set()
    assert position.pending == {"points": 1}
    position = plays(duel(other=4, prepare=down, steps=1), "walk")
    assert position.to_move() == 1
    assert position.table.laid == set()
    position = plays(duel("sea sea", prepare=down, steps=2), "walk")
    assert position.legal() == ["done"]


def test_a_laid_avatar_stays_laid_and_is_pushed():
    def down(position):
        position.table.laid = {1}

    position = plays(duel(prepare=down), "walk / step e")
    assert position.table.laid == {1}


def test_stomping():
    def crowd(position):
        put(position, (0, 20), 1, 2)
        put(position, (0, 20), 2)
        put(position, (0, 20), 0)

    position = duel(other=4, prepare=crowd, food=3)
    assert position.legal() == ["done", "stomp fiu", "stomp tud", "walk"]
    plays(position, "stomp tud")
    assert position.drawing == 1
    plays(position, "tile balance 2")
    assert position.seats[1].reserve == 1
    assert position.seats[1].drawn["balance"] == {2: 1}
    assert plays(position, "stomp tud / tile balance 1").legal() == ["done", "stomp fiu", "walk"]


def test_martin_stomps_on_a_swamp():
    """His tile comes first; a Village on the swamp changes nothing."""

    def crowd(position):
        put(position, (0, 20), 1)
        village(position, (0, 20), 2)

    position = plays(duel("swamp sea", prepare=crowd), "stomp tud")
    assert position.drawing == 0
    plays(position, "tile balance 2")
    assert position.drawing == 1
    plays(position, "tile balance 1")
    assert [seat.drawn["balance"].total() for seat in position.seats] == [1, 1, 0]
    assert plays(duel("swamp sea", prepare=crowd, deities="glu tud fiu"), "stomp tud").drawing == 1


@pytest.mark.parametrize(("option", "tiles"), [("off", [1, 1, 1]), ("on", [3, 1, 1])])
def test_martin_pushes_onto_a_swamp(option, tiles):
    def crowd(position):
        for seat in range(3):
            put(position, (2, 20), seat)

    position = plays(duel("sea sea swamp", prepare=crowd, martin_push=option), "walk / step e")
    while position.to_move() == NATURE:
        position.play("tile balance 1")
    assert [seat.drawn["balance"].total() for seat in position.seats] == tiles
    position = plays(duel("sea sea sea", prepare=crowd, martin_push=option), "walk / step e")
    while position.to_move() == NATURE:
        position.play("tile balance 1")
    assert [seat.drawn["balance"].total() for seat in position.seats] == [1, 1, 1]


@pytest.mark.parametrize(("column", "inside", "may"), [(3, 0, 0), (4, 0, 1), (4, 1, 0)])
def test_avatar_siege_needs(column, inside, may):
    def built(position):
        village(position, (0, 20), 1, inside=inside)

    assert starting(duel(other=4, prepare=built, column=column - 1), "siege") == ["siege 0,20"] * may


def test_avatar_siege():
    """War, then the owner's Balance."""

    def built(position):
        village(position, (0, 20), 1)

    position = plays(duel(other=4, prepare=built, column=3), "siege 0,20")
    assert (position.drawing, position.legal()) == (0, ["tile war 2", "tile war 3", "tile war 4"])
    plays(position, "tile war 3")
    assert (position.drawing, position.legal()) == (1, ["tile balance 1", "tile balance 2"])
    plays(position, "tile balance 2")
    assert position.table.villages == {}


def test_the_prophet():
    assert "prophet" not in duel(other=4, column=2).legal()
    assert "prophet" in duel(other=4, column=4, columns=5).legal()
    assert "prophet" not in duel(other=4, column=3, columns=5).legal()
    position = duel(other=4, column=3, food=2)
    plays(position, "prophet")
    assert position.table.loose == {(0, 20): Counter({0: 1})}
    assert position.legal() == ["done", "walk"]
    assert position.seats[0].mat == {"nine", "life"}


def test_on_the_chasm():
    """An Avatar leaves it, can't come back, appoints nobody there; it may be stood up."""

    def chasm(position):
        position.world.chasm = (0, 20)

    position = duel(other=4, prepare=chasm, column=3, food=2)
    assert position.legal() == ["done", "walk"]
    plays(position, "walk / step e / walk")
    assert position.legal() == ["done", "step e"]


def test_what_a_laid_avatar_may_do():
    def down(position):
        position.table.laid = {0}
        put(position, (0, 20), 1)
        village(position, (0, 20), 1)

    assert duel(other=4, prepare=down, column=3).legal() == ["done", "prophet", "siege 0,20", "stomp tud", "walk"]
    position = duel(other=4, prepare=down, column=3, food=2, laid_acts="off")
    assert position.legal() == ["done", "walk"]
    assert plays(position, "walk").legal() == ["done", "prophet", "siege 0,20", "stomp tud", "walk"]


def test_walking_interleaved():
    def crowd(position):
        put(position, (1, 20), 1)

    position = plays(duel(other=4, prepare=crowd, food=3, steps=2, interleave="on"), "walk / step e")
    assert position.pending == {"points": 1}
    plays(position, "stomp tud / tile balance 1")
    assert (position.phase, position.pending) == ("avatar", {"points": 1})
    plays(position, "walk")
    assert (position.pending, position.legal()) == ({"points": 3}, ["done", "step e", "step w"])
    plays(position, "step e / step e")
    assert position.legal() == ["done", "step w"]
