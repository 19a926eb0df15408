"""The deal: what is drawn, and what a description must say."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.figures import BEGINNER_GODS, GODS, LAYOUTS, SPECIALISTS, TILES
from mutapa.core.zimbabwe.setup import OPTIONS, describe, rotated
from tests.core.chisquare import even
from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.rulings import ruling

DEFAULTS = {name: option.default for name, option in OPTIONS.items()}


def drawn(seats: int, n: int) -> list[dict[str, Any]]:
    return [describe(seats, DEFAULTS, derive(seed, "marginals")) for seed in range(n)]


@ruling("1.1 top of the stack places first")
@pytest.mark.parametrize("stack", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_top_of_the_stack_places_first(scene: Any, stack: list[int]) -> None:
    s = scene("....", seats=4, stack=stack, first=True)
    for seat in reversed(stack):
        assert s.state.turn == seat
        s.play(s.legal[0])


@ruling("1.3 one free starting area each, worth a point")
def test_first_monuments_go_on_free_starting_areas_for_a_point_each(scene: Any) -> None:
    s = scene("....", "...W", seats=5, first=True)
    areas = [f"first {column}4" for column in "acegik"]
    for seat in range(5):
        assert s.legal == areas
        s.play(areas.pop(seat % len(areas)))
        assert s["vp"] == [1] * (seat + 1) + [0] * (4 - seat)
        assert s["cattle"] == [3] * 5


@ruling("1.3 one free starting area each, worth a point")
def test_starting_areas_side_by_side_may_all_be_used() -> None:
    s = State.from_setup({"game": "zimbabwe", "seats": 3, "cells": ["SSS..."], "gods": [], "stack": [0, 1, 2]})
    s.apply("first b1")
    assert s.legal_texts == ["first a1", "first c1"]


@ruling("1.4 starting areas are never built on")
@pytest.mark.parametrize("step", ["hire nomads / build", "hire shaman / supply wood", "hire rain", "place wood"])
def test_a_free_starting_area_is_never_built_on_but_crossed(scene: Any, step: str) -> None:
    s = scene("TSS..", ".....", gods=[]).cattle(9, 9)
    spots = s.spots(step)
    assert not spots & {"b1", "c1", "b1 h", "b1 v", "c1 h", "c1 v", "a1 h"}
    assert spots & {"d1", "d1 h"}  # and wood reaches over b1 and c1


@ruling("1.5 tiles turn, the start tile too, and are never mirrored")
def test_tiles_are_turned_clockwise_and_never_mirrored() -> None:
    assert rotated(TILES["A"], 1) == ["S..S..", "......", "..C..S", "S..T..", "......", "..S..S"]
    for grid in TILES.values():
        assert rotated(grid, 4) == list(grid)
        assert rotated(rotated(grid, 1), 2) == rotated(grid, 3)
    turned = {tuple(rotated(grid, turns)) for grid in TILES.values() for turns in range(4)}
    assert [name for name, grid in TILES.items() if tuple(row[::-1] for row in grid) in turned] == ["A"]  # its own mirror image


@ruling("1.5 tiles turn, the start tile too, and are never mirrored")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_tile_of_a_deal_lies_on_its_slot_in_one_of_four_turns(seats: int) -> None:
    tops = Counter()
    for deal in drawn(seats, 60):
        letters = [name[0] for row in deal["tiles"] for name in row if name]
        assert len(letters) == len(set(letters)) == {2: 4, 3: 6, 4: 7, 5: 9}[seats]
        for shape, row in zip(LAYOUTS[seats], deal["tiles"], strict=True):
            for slot, name in zip(shape, row, strict=True):
                assert (slot == "-") == (name is None)
                assert (slot == "*") == (name is not None and name[0] == "A")
                if slot == "*":
                    tops[name] += 1
    assert set(tops) == {"A0", "A1", "A2", "A3"}


@ruling("1.5 tiles turn, the start tile too, and are never mirrored")
def test_tiles_mean_the_cells_that_they_turn_to() -> None:
    deal = drawn(3, 1)[0]
    rows = ["".join(part) for row in deal["tiles"]
            for part in zip(*[rotated(TILES[name[0]], int(name[1])) if name else ["x" * 6] * 6 for name in row], strict=True)]
    by_tiles = State.from_setup(deal)
    by_cells = State.from_setup({key: value for key, value in deal.items() if key != "tiles"} | {"cells": rows})
    assert by_tiles == by_cells


@ruling("1.6 eight gods of twelve, all five specialists")
@pytest.mark.parametrize("seats", [2, 5])
def test_eight_gods_are_in_play_and_every_specialist(scene: Any, seats: int) -> None:
    for deal in drawn(seats, 20):
        assert len(set(deal["gods"])) == 8
        assert set(deal["gods"]) <= set(GODS)
    gods = list(GODS[:8])
    s = scene("....", seats=seats, gods=gods).cattle(*[9] * seats)
    assert s.legal_of("god") == [f"god {name}" for name in gods]
    assert {text.split()[1] for text in s.legal_of("hire")} == set(SPECIALISTS)
    s.play("hire herd 2 / end")
    assert s.legal_of("hire") == ["hire shaman", "hire rain", "hire builder", "hire nomads"]  # one copy each


@ruling("1.6 eight gods of twelve, all five specialists")
@pytest.mark.parametrize("beginner", ["off", "on"])
def test_beginners_have_six_gods_and_no_specialists(scene: Any, beginner: str) -> None:
    deal = describe(3, DEFAULTS | {"beginner": beginner}, derive(1, "x"))
    assert (sorted(deal["gods"]) == sorted(BEGINNER_GODS)) == (beginner == "on")
    s = scene("....", gods=BEGINNER_GODS, beginner=beginner)
    assert len(s.legal_of("god")) == 6
    assert len(s.legal_of("hire")) == (0 if beginner == "on" else 5)


@ruling("1.7 three cattle and a requirement of twenty")
def test_everybody_begins_with_three_cattle_and_a_requirement_of_twenty(scene: Any) -> None:
    s = scene("....", seats=5, first=True)
    assert (s["cattle"], s["vr"], s["vp"], s["god"]) == ([3] * 5, [20] * 5, [0] * 5, [0] * 5)
    assert (s["supply"], s["rain_left"], s["round"]) == ([6, 4, 3, 3], 8, 0)


@ruling("12.9 maps without room for a craftsman stand")
def test_a_map_without_room_for_a_craftsman_is_dealt_and_played(scene: Any) -> None:
    s = scene("I.W.D", "WWWWW", gods=[]).cattle(20, 20)
    assert s.legal_of("place") == []
    without = 0
    for deal in drawn(2, 60):
        made = State.from_setup(deal)
        while not made.phase.endswith("choosing an action"):
            made.apply(made.legal_actions[0])
        without += "place diamond" not in Scene(made).cattle(99, 99).legal
    assert 0 < without < 20


@ruling("12.10 no god beyond the twelve")
def test_there_are_twelve_gods(scene: Any) -> None:
    assert len(set(GODS)) == 12
    with pytest.raises(InvalidError, match="no god 'alajire'"):
        scene("....", gods=["gu", "alajire"])


def test_marginals_of_deals_are_flat() -> None:
    """Trial A10: first tile, its turn, gods in play, who stands on top of the stack."""
    deals = drawn(5, 10_000)
    even(Counter(deal["tiles"][0][0][0] for deal in deals), 10)
    even(Counter(deal["tiles"][2][2][0] for deal in deals), 10)
    even(Counter(deal["tiles"][0][0][1] for deal in deals), 4)
    even(Counter(deal["tiles"][1][1][1] for deal in deals), 4)
    even(Counter(deal["stack"][-1] for deal in deals), 5)
    even(Counter(deal["stack"][0] for deal in deals), 5)
    even(Counter(tuple(deal["stack"]) for deal in deals), 120)
    even(Counter(tuple(sorted(set(GODS) - set(deal["gods"]))) for deal in deals), 495)


def test_different_seeds_deal_different_games() -> None:
    """Trial A10: 400 blocks, 400 deals; the same seed, the same deal."""
    deals = [repr(State.new("zimbabwe", 4, seed=seed).description) for seed in range(400)]
    assert len(set(deals)) == 400
    assert deals[7] == repr(State.new("zimbabwe", 4, seed=7).description)


GOOD = {"game": "zimbabwe", "seats": 2, "cells": ["S.S...T"], "gods": ["gu"], "stack": [1, 0]}


@pytest.mark.parametrize(("change", "line"), [
    ({"seats": 6}, "set-up: 6 seats; zimbabwe takes 2 to 5"),
    ({"gods": ["gu", "eshuu"]}, "set-up: no god 'eshuu'; did you mean 'eshu'?"),
    ({"gods": ["gu", "gu"]}, "set-up: god gu is listed twice"),
    ({"gods": "gu"}, "gods must be a list"),
    ({"stack": [0, 0]}, "stack is [0, 0]; it names each seat from 0 to 1 once"),
    ({"stack": [True, False]}, "it names each seat"),
    ({"cells": ["S.S.Q"]}, "cells row 1, column 5 is 'Q'"),
    ({"cells": ["S...."]}, "fewer starting areas (S) than its 2 seats"),
    ({"cells": ["SS" + "T" * 16, "T" * 17]}, "more than 32 resource squares"),
    ({"cells": ["S" * 19]}, "at most 18 rows of 18"),
    ({"cells": "SS"}, "cells must be a list of strings"),
    ({"tiles": [["A0", "B0"], ["C0", "D0"]]}, "give either tiles or cells"),
    ({"cels": []}, "no entry 'cels'; did you mean 'cells'?"),
    ({"options": {"placing_hubs": "two"}}, "option placing_hubs is 'two'; it takes one of any, one"),
    ({"options": {"disc_limit": 106}}, "option disc_limit is 106; it takes a number from 0 to 105"),
    ({"options": {"gu_net_zer": "top"}}, "no option of zimbabwe 'gu_net_zer'; did you mean 'gu_net_zero'?"),
    ({"options": {"beginner": "on"}}, "option beginner=on plays with the gods"),
])
def test_a_wrong_description_is_refused_in_one_line(change: dict[str, Any], line: str) -> None:
    State.from_setup(GOOD)
    with pytest.raises(InvalidError, match=re.escape(line)) as error:
        State.from_setup(GOOD | change)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("tiles", "line"), [
    ([["A0", "B0"], ["C0", "B1"]], "tile 2 of row 2: tile B is used twice"),
    ([["B0", "A0"], ["C0", "D0"]], "tile 1 of row 1 is 'B0'; the start tile A belongs on the slot *"),
    ([["A4", "B0"], ["C0", "D0"]], "tile 1 of row 1 is 'A4'; a letter A-K and 0-3 quarter turns"),
    ([["A0", "B0"]], "tiles must be 2 rows of 2 for 2 seats"),
    ([["A0", None], ["C0", "D0"]], "tile 2 of row 1 is None"),
])
def test_wrong_tiles_are_refused_in_one_line(tiles: Any, line: str) -> None:
    setup = {key: value for key, value in GOOD.items() if key != "cells"}
    with pytest.raises(InvalidError, match=re.escape(line)):
        State.from_setup(setup | {"tiles": tiles})
