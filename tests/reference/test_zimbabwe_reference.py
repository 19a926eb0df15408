"""The reference engine against cases worked by hand from the rules, and against recorded numbers for ranges.

Most maps here are strips: starting areas in row 1, nothing in row 2 (nobody crosses it), the scene below.
"""

import itertools
import json
from pathlib import Path

import pytest

from tests.reference.zimbabwe import Position
from tests.reference.zimbabwe_map import CRAFTS, FIGURES, Map, cells_of, turned
from tests.reference.zimbabwe_play import description, play_out

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "zimbabwe-range-vectors.json").read_text(encoding="utf-8"))["maps"]
GODS = sorted(FIGURES["gods"])
LONG_NAMES = {
    "woodCarver": "wood",
    "potter": "potter",
    "ivoryCarver": "ivory",
    "diamondCutter": "diamond",
    "sculptor": "sculptor",
    "vesselMaker": "vessel",
    "throneMaker": "throne",
}


def square(text):
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def scene(*rows, seats=2, prepare=None, **options):
    """A game at the first step of seat 0's first turn; prepare(position) changes what lies around just before.
    First monuments lie on a1, c1, e1 ... of seats 0, 1, 2 ..."""
    width = max(18, *map(len, rows))
    cells = ["x".join("SSSSSS").ljust(width, "x"), "x" * width, *(row.ljust(width, "x") for row in rows)]
    position = Position.from_description(
        {"game": "zimbabwe", "seats": seats, "cells": cells, "gods": GODS, "stack": list(range(seats))[::-1], "options": options}
    )
    for seat in range(seats):
        position.play(f"first {'aceg'[seat]}1")
    for _ in range(seats - 1):
        position.play("pass")
    if prepare:
        prepare(position)
    position.play("take")
    return position


def plays(position, line):
    for text in line.split(" / "):
        position.play(text)
    return position


def own(position, seat, kind, price=1, copy=0):
    position.technologies[kind, copy] = seat
    position.prices[kind, copy] = price


def pass_round(position):
    """End this turn and all others, with no gifts in the auction that follows."""
    start = position.round
    while position.to_move() is not None and position.round == start:
        legal = position.legal()
        position.play("end" if "end" in legal else legal[0])
    while position.phase == "auction":
        position.play(position.legal()[-1])  # pass or take


# ---- map and ranges ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=range(len(VECTORS)))
def vector(request):
    return VECTORS[request.param]


def board_of(vector):
    width = vector["w"]
    board = Map([vector["cells"][i : i + width] for i in range(0, len(vector["cells"]), width)])
    for number in vector["monuments"]:
        board.add_monument(divmod(number, width), 0)
    return board, width


def test_ranges_agree_with_recorded_numbers(vector):
    board, width = board_of(vector)
    for case in vector["range"]:
        found = {}
        for start in case["from"]:
            for (row, column), steps in board.distances(divmod(start, width), case["range"], False).items():
                number = row * width + column
                found[number] = min(steps, found.get(number, steps))
        assert sorted(found.items()) == [tuple(pair) for pair in case["dist"]]


def test_hubs_agree_with_recorded_numbers(vector):
    board, width = board_of(vector)
    for case in vector["hubs"]:
        start = case.get("from", [case.get("monument")])
        start, target = (tuple(divmod(n, width) for n in numbers) for numbers in (start, case["target"]))
        hubs = board.hubs(start, target, case["range"])
        assert (-1 if hubs is None else hubs) == case["hubs"], case


def test_placements_agree_with_recorded_numbers(vector):
    board, width = board_of(vector)
    for tile in vector["craftsmen"]:
        anchor, second = (divmod(n, width) for n in tile["cells"][:2])
        kind = LONG_NAMES[tile["type"]]
        board.add_craftsman(kind, anchor, ("h" if anchor[0] == second[0] else "v") if CRAFTS[kind]["wide"] else "", 0)
        assert [r * width + c for r, c in sorted(board.craftsmen[-1].squares)] == sorted(tile["cells"])
    for key, placements in vector["legal_placements"].items():
        kind, reach = key.split("_r")
        found = set()
        for anchor, orientation in board.tile_spots(LONG_NAMES[kind], int(reach)):
            other = Map(["." * width] * vector["h"])
            other.add_craftsman(LONG_NAMES[kind], anchor, orientation, 0)
            found.add(tuple(sorted(r * width + c for r, c in other.craftsmen[0].squares)))
        assert found == {tuple(sorted(cells)) for cells in placements}, key


def test_tiles_turn_clockwise():
    assert turned(["D..WWW", "...WWW", "C...I.", "......", "......", "......"], 1)[0] == "...C.D"
    assert cells_of([["B2", None]])[5] == "WWW..Dxxxxxx"


def test_water_counts_one_step_and_diagonal_bodies_are_two():
    board = Map([".WWWW....", "......W.."])
    steps = board.distances((0, 0), 6, False)
    assert steps[0, 4] == 1
    assert steps[1, 6] == 3  # not joined: (0,4) and (1,6) do not touch; over (0,5) or (1,5)
    board = Map([".WW.....", "xxxW....", "xxxxxW.."])
    steps = board.distances((0, 0), 4, False)
    assert (steps[0, 2], steps[1, 3], steps[1, 4]) == (1, 2, 3)  # from body to body across a corner: one step
    assert steps[2, 5] == 4


def test_rain_joins_bodies():
    board = Map(["W..W.....W"])
    assert board.distances((0, 4), 6, False).get((0, 0)) == 4
    board.add_rain((0, 1), "h")
    assert board.distances((0, 4), 6, False)[0, 0] == 1


def test_blocked_way_needs_a_hub_unless_there_is_a_way_round():
    strip = Map(["........"])
    strip.add_monument((0, 0), 0)
    strip.add_monument((0, 1), 1)
    assert strip.hubs(((0, 0),), ((0, 3),), 3) == 1
    wide = Map(["........"] * 2)
    wide.add_monument((0, 0), 0)
    wide.add_monument((0, 1), 1)
    assert wide.hubs(((0, 0),), ((0, 3),), 3) == 0


def test_starting_areas_stay_empty_for_ever():
    position = scene("S.T...............", prepare=lambda p: p.map.add_craftsman("potter", square("h3"), "h", 1))
    plays(position, "build")
    assert "at a3" not in position.legal()
    assert "at b3" in position.legal()
    assert not {"at c3", "at h3", "at i3", "at e1"} & set(position.legal())


# ---- first monuments and auctions ------------------------------------------------------------------------------------


def test_top_of_the_stack_places_first_and_bids_last():
    position = Position.from_description({"cells": ["S.S.S.S.S.S."], "stack": [2, 0, 1], "gods": []})
    order = []
    while position.phase == "first":
        order.append(position.to_move())
        position.play(position.legal()[0])
    assert order == [1, 0, 2]
    assert position.vp == [1, 1, 1]
    order = []
    while position.phase == "auction":
        order.append(position.to_move())
        position.play(position.legal()[-1])
    assert order == [2, 0, 1]
    assert position.order == [1, 0, 2]


def auction(stack, prepare, *gods):
    seats = len(stack)
    position = Position.from_description({"cells": ["S.S.S.S.S.S.........."] * 3, "stack": stack, "gods": GODS})
    for seat in range(seats):
        if seat < len(gods):
            position.god[seat] = gods[seat]
    for _ in range(seats - 1):
        position.play(position.legal()[0])
    prepare(position)
    position.play(position.legal()[0])
    return position


def test_gifts_are_paid_in_full_each_time_and_shared_from_the_first_plaque():
    position = auction([0, 1, 2], lambda p: p.cattle.__setitem__(slice(None), [10, 10, 10]))
    plays(position, "bid 2 / pass / bid 3 / bid 5 / pass / take")  # 0 gives 2+5, 2 gives 3: 10 on three plaques
    assert position.order == [0, 2, 1]
    assert position.cattle == [10 - 7 + 4, 10 + 3, 10 - 3 + 3]


def test_who_cannot_beat_the_gift_passes_and_the_last_takes():
    position = auction([0, 1], lambda p: None)
    assert position.legal() == ["bid 1", "bid 2", "bid 3", "pass"]
    plays(position, "bid 3")
    assert position.legal() == ["pass"]
    plays(position, "pass")
    assert position.legal() == ["take"]
    plays(position, "take")
    assert position.order == [0, 1]
    assert position.cattle == [2, 4]


def test_higher_vr_bids_first_and_ties_by_arrival():
    position = auction([0, 1, 2], lambda p: (p.vr.__setitem__(2, 23), p.stack.remove(2), p.stack.append(2)))
    assert position.to_move() == 2
    plays(position, "pass")
    assert position.to_move() == 0


def test_elegua_gives_three_from_the_stock_with_the_first_gift_only():
    position = auction([0, 1], lambda p: None, "elegua")
    assert "bid 6" in position.legal()
    assert "bid 7" not in position.legal()
    plays(position, "bid 2")
    assert position.cattle == [3, 3]
    plays(position, "bid 3")
    assert position.legal() == ["pass"]  # own 3 do not beat 3: the stock helps once
    plays(position, "pass / take")
    assert position.cattle == [3 + 3, 0 + 2]


def test_shadipinyi_has_the_plaque_in_front_when_adored():
    position = auction([0, 1], lambda p: None, None, "shadipinyi")
    plays(position, "bid 2 / pass / take")  # plaques: god, 0, 1
    assert position.cattle == [3 - 2 + 1, 3 + 1]


# ---- gods, specialists, VR ------------------------------------------------------------------------------------------


def test_one_choice_a_turn_and_one_god_a_game():
    position = plays(scene(".................."), "god xango")
    assert not [t for t in position.legal() if t.split()[0] in ("god", "hire")]
    assert position.vr[0] == 18
    assert position.stack == [1, 0]
    pass_round(position)
    while position.to_move() != 0:
        plays(position, "end")
    assert not [t for t in position.legal() if t.startswith("god")]
    assert "hire nomads" in position.legal()


def test_vr_of_forty_is_the_most():
    position = scene("..................", prepare=lambda p: p.vr.__setitem__(0, 37))
    legal = position.legal()
    assert "god tsui-goab" in legal
    assert "god eshu" not in legal
    assert "hire nomads" in legal
    assert not [t for t in legal if t.startswith("hire herd")]


def test_gu_gives_back_before_he_costs():
    def prepare(p):
        own(p, 0, "wood")
        own(p, 0, "potter")
        p.vr[0] = 40

    position = scene("..................", prepare=prepare)
    assert [t for t in position.legal() if t.startswith("god")] == ["god gu", "god xango"]
    assert plays(position, "god gu").vr[0] == 40 - 2 - 2 + 4
    assert position.stack == [1, 0]


@pytest.mark.parametrize(("option", "stack"), [("top", [1, 0]), ("stays", [0, 1])])
def test_gu_with_a_rebate_of_four(option, stack):
    def prepare(p):
        own(p, 0, "wood")
        own(p, 0, "potter")
        p.stack = [0, 1]

    assert plays(scene("..................", prepare=prepare, gu_net_zero=option), "god gu").stack == stack


def test_gu_makes_technologies_cost_one():
    position = plays(scene("T.................", prepare=lambda p: p.god.__setitem__(0, "gu")), "place wood / at b3 h")
    assert position.vr[0] == 21


def test_herd_returns_half_as_much_again():
    position = scene("..................", prepare=lambda p: p.cattle.__setitem__(0, 5))
    assert [t for t in position.legal() if t.startswith("hire herd")] == ["hire herd 2", "hire herd 4"]
    plays(position, "hire herd 4")
    assert (position.cattle[0], position.card["herd"], position.vr[0]) == (1, 6, 26)
    assert not [t for t in position.legal() if "herd" in t]
    pass_round(position)
    assert position.cattle[0] == 1 + 6 + 1  # and a monument of level 1


def test_shaman_adds_a_resource_that_counts_at_once():
    position = plays(scene(".................."), "hire shaman / supply clay / at a3")
    assert position.cattle[0] == 1
    assert position.snapshot()["added"] == [["a3", "clay"]]
    assert position.supply["clay"] == 3
    position.cattle[0] = 3
    assert not [t for t in position.legal() if t == "place potter"]  # 1 cattle was too little when asked


def test_rain_covers_two_empty_squares():
    position = scene("..T..", ".....")
    plays(position, "hire rain")
    legal = position.legal()
    assert "at a3 h" in legal
    assert "at b3 h" not in legal  # the wood
    assert "at a3 v" in legal
    assert "at a4 v" not in legal
    plays(position, "at a3 v")
    assert {square("a3"), square("a4")} <= position.map.water
    assert position.cattle[0] == 0


def test_builder_takes_the_first_two_of_each_tile():
    position = scene("T................D", "..................", prepare=lambda p: p.cattle.__setitem__(0, 20))
    plays(position, "hire builder / place wood / at b3 h / price wood 2 / place diamond / at p3 / price diamond 3 / done")
    assert position.cattle[0] == 20 - 2 - 2 - 10
    assert position.card["builder"] == 2 + 2 + 2
    assert position.vr[0] == 20 + 2 + 3 + 1
    assert position.vp[0] == 1 + 1 + 3


def test_nomads_lift_zoning_and_obatala_builds_two():
    def prepare(p):
        p.god[0] = "obatala"
        p.map.add_monument(square("d3"), 1)

    position = plays(scene("......", prepare=prepare), "build")
    assert position.legal() == ["at a3", "at b3", "at f3"]
    plays(position, "at a3")
    assert position.legal() == ["at f3", "done"]
    plays(position, "at f3")
    assert "end" in position.legal()
    assert position.vp[0] == 3
    position = plays(scene("......", prepare=prepare), "hire nomads / build / at c3")
    assert position.legal() == ["at a3", "at b3", "at e3", "at f3", "done"]
    assert "build" not in plays(position, "done").legal()


# ---- craftsmen ------------------------------------------------------------------------------------------------------


def test_a_tile_needs_a_resource_no_like_tile_has():
    def prepare(p):
        p.map.add_craftsman("wood", square("d3"), "h", 1)
        own(p, 1, "wood")

    position = scene("T......T..........", prepare=prepare)  # d3-e3 has a3 and h3 in range
    assert "place wood" not in position.legal()
    position = scene("T.......T.........", prepare=prepare)  # i3 is 4 from e3
    plays(position, "place wood")
    assert position.legal() == ["at f3 h", "at g3 h", "at j3 h", "at k3 h", "at l3 h"]
    plays(position, "at f3 h")
    assert position.technologies["wood", 1] == 0
    assert position.vr[0] == 24
    # Eshu sees 6, for what is claimed too.
    position = scene("T.......T.........", prepare=lambda p: (prepare(p), p.god.__setitem__(0, "eshu")))
    assert "place wood" not in position.legal()


def test_a_used_up_resource_still_admits_a_tile():
    position = scene("T.........", prepare=lambda p: p.used.update({square("a3"): 1}))
    assert "place wood" in position.legal()


def test_secondary_needs_a_primary_and_hubs_are_free():
    def prepare(p, hubs):
        p.map.add_craftsman("ivory", square("a3"), "", 1)
        own(p, 1, "ivory")
        p.cattle[0] = 9
        for m in hubs:
            p.map.add_monument(square(m), 1)

    rows = "................T.", ".................."
    assert "place throne" not in scene(*rows, prepare=lambda p: prepare(p, [])).legal()
    chain = lambda p: prepare(p, ["e3", "h3", "k3"])  # noqa: E731
    position = plays(scene(*rows, prepare=chain), "place throne")
    assert position.legal()[0] == "at m3 h"
    assert "place throne" not in scene(*rows, prepare=chain, placing_hubs="one").legal()
    plays(position, "at m3 h")
    assert position.cattle[0] == 5
    one = scene("........T...", "............", prepare=lambda p: prepare(p, ["e3"]), placing_hubs="one")
    assert "place throne" in one.legal()


def test_first_primary_and_its_secondary_not_in_one_turn():
    rows = "C............C....", ".................."
    position = scene(*rows, prepare=lambda p: p.cattle.__setitem__(0, 20))
    plays(position, "place potter / at b3 h / price potter 1")
    assert "place potter" in position.legal()
    assert "place vessel" not in position.legal()

    def prepare(p):
        p.cattle[0] = 20
        p.map.add_craftsman("potter", square("b3"), "h", 1)
        own(p, 1, "potter")

    position = plays(
        scene("C.......C.........", "..................", prepare=prepare), "place potter / at g3 h / price potter 1"
    )
    assert "place vessel" in position.legal()


def test_three_tiles_and_two_cards_a_type():
    def prepare(p, tiles, cards):
        for n in range(tiles):
            p.map.add_craftsman("diamond", (2, 2 * n), "", 1)
        for copy in range(cards):
            own(p, 1 + copy, "diamond", copy=copy)
        p.cattle[0] = 10

    row = ".................D"
    assert "place diamond" in scene(row, row[:-1] + ".", seats=3, prepare=lambda p: prepare(p, 2, 1)).legal()
    assert "place diamond" not in scene(row, row, seats=3, prepare=lambda p: prepare(p, 3, 1)).legal()
    assert "place diamond" not in scene(row, row, seats=3, prepare=lambda p: prepare(p, 2, 2)).legal()


def test_price_step_asks_for_older_technologies_and_only_raises():
    def prepare(p):
        own(p, 0, "diamond", 2)
        own(p, 0, "potter", 3)
        own(p, 0, "ivory", 1)

    position = plays(scene("T.................", prepare=prepare), "place wood / at b3 h")
    assert position.legal() == ["price wood 1", "price wood 2", "price wood 3"]
    assert plays(position, "price wood 1").legal() == ["done"]
    assert plays(position, "done").legal() == ["price ivory 1", "price ivory 2", "price ivory 3"]
    assert plays(position, "price ivory 1").legal() == ["price diamond 2", "price diamond 3"]
    assert "end" in plays(position, "price diamond 2").legal()


def test_prices_action_raises_at_least_one():
    def prepare(p):
        own(p, 0, "wood", 1)
        own(p, 0, "ivory", 2)

    position = plays(scene("..................", prepare=prepare), "prices / price wood 1")
    assert position.legal() == ["price ivory 3"]
    position = plays(scene("..................", prepare=prepare), "prices / price wood 2")
    assert position.legal() == ["price ivory 2", "price ivory 3"]
    assert "prices" not in scene("..", prepare=lambda p: own(p, 0, "wood", 3)).legal()
    assert "prices" not in scene("..").legal()


def test_dziva_sets_prices_when_chosen_and_at_the_start_of_turns():
    def prepare(p):
        own(p, 0, "potter", 3)
        own(p, 0, "wood", 2)

    position = plays(scene("..................", prepare=prepare), "god dziva")
    assert position.legal() == ["price wood 1", "price wood 2", "price wood 3"]
    plays(position, "price wood 2 / price potter 1")
    assert "prices" in position.legal()
    plays(position, "prices")
    assert position.legal() == ["price wood 2", "price wood 3"]
    pass_round(position)
    assert position.order[0] == 1  # seat 0 had the higher VR, bid first, and passed
    assert "price wood 1" in plays(position, "end").legal()
    position = plays(scene("..", prepare=prepare, dziva_lowers_in_price_step="on"), "god dziva / price wood 2 / price potter 3")
    assert plays(position, "prices / price wood 1").legal() == ["price potter 1", "price potter 2", "price potter 3"]


# ---- raising ----------------------------------------------------------------------------------------------------------


def market(*tiles, monuments=("a3",), cattle=9, god=None, **prices):
    """Tiles "kind anchor orientation" of seat 1, whose prices are 1 unless given; monuments of seat 0 ("a3") or 1 ("1a3")."""

    def prepare(p):
        for m in monuments:
            p.map.add_monument(square(m.lstrip("1")), int(m.startswith("1")))
        for tile in tiles:
            kind, anchor, *orientation = tile.split()
            p.map.add_craftsman(kind, square(anchor), *(orientation or [""]), 1)
            own(p, 1, kind, prices.get(kind, 1))
        p.cattle[0] = cattle
        p.god[0] = god

    return prepare


def raises(position):
    return [t for t in position.legal() if t.startswith("raise")]


def test_a_good_costs_its_price_and_a_hub_one():
    position = scene("........TT", prepare=market("wood g3 h", monuments=["a3", "1d3"], wood=2))
    plays(position, "raise a3")
    assert position.legal() == ["good wood g3"]
    plays(position, "good wood g3")
    assert position.legal() == ["use i3", "use j3"]
    assert position.cattle[0] == 9 - 2 - 1
    assert position.card["wood/0"] == 2
    plays(position, "use j3 / done")
    assert position.snapshot()["used"] == [["j3", 1]]
    assert position.vp[0] == 1 + 2
    assert not raises(scene("........TT", prepare=market("wood g3 h", monuments=["a3", "1d3"], wood=2, cattle=2)))


def test_hub_cattle_go_to_qamata_when_adored():
    def prepare(p):
        market("wood g3 h", monuments=["a3", "1d3"])(p)
        p.god[1] = "qamata"

    assert plays(scene("........T.", prepare=prepare), "raise a3 / good wood g3 / use i3").card["qamata"] == 1


def test_secondary_bans_its_primary_and_takes_two_resources():
    tiles = "wood c3 h", "sculptor f3"
    position = scene(".........T....", "..............", prepare=market(*tiles, monuments=["d4"]))
    assert not raises(position)  # one wood only, and none in range of the wood carver
    position = scene("T........T....", "..............", prepare=market(*tiles, monuments=["d4"], sculptor=2))
    plays(position, "raise d4")
    assert position.legal() == ["good sculptor f3"]
    plays(position, "good sculptor f3")
    assert position.legal() == ["use j3"]
    plays(position, "use j3")
    assert position.legal() == ["from wood c3"]
    plays(position, "from wood c3")
    assert position.legal() == ["use a3"]
    plays(position, "use a3 / done")
    assert position.cattle[0] == 9 - 2 - 1
    assert position.used == {square("j3"): 1, square("a3"): 1}


def test_monument_itself_is_a_hub_between_secondary_and_primary():
    # wood a3-b3, monument e3, sculptor h3: from sculptor to wood are 6 steps, over the monument 1 hub.
    position = scene("..T........T", "............", prepare=market("wood a3 h", "sculptor h3", monuments=["e3"]))
    plays(position, "raise e3 / good sculptor h3 / use l3 / from wood a3 / use c3")
    assert position.cattle[0] == 9 - 1 - 1 - 1


def test_goods_come_from_different_lines_without_tsui_goab():
    def prepare(god):
        def change(p):
            market("wood b3 h", "wood b4 h", god=god)(p)
            p.map.monuments[square("a3")][1] = 2

        return change

    rows = "...TT", "....."
    assert not raises(scene(*rows, prepare=prepare(None)))
    position = plays(scene(*rows, prepare=prepare("tsui-goab")), "raise a3")
    assert position.legal() == ["good wood b3", "good wood b4"]
    plays(position, "good wood b3")
    assert position.legal() == ["use d3", "use e3"]
    plays(position, "use e3")
    assert position.legal() == ["good wood b4"]  # b3 again would need a square not below e3
    position = plays(scene(*rows, prepare=prepare("tsui-goab")), "raise a3 / good wood b4")
    assert position.legal() == ["use d3"]  # d3 first, then e3
    plays(position, "use d3 / good wood b4 / use e3 / done")
    assert position.vp[0] == 1 + 4


def test_resources_are_shared_in_a_round_and_atete_uses_them_twice():
    def prepare(god, used):
        def change(p):
            market("wood b3 h", "sculptor d3", god=god)(p)
            p.used = {square("f3"): used}

        return change

    row = ".....T", "......"  # b3-c3 is 3 from f3, d3-e3 is 1
    assert not raises(scene(*row, prepare=prepare(None, 0)))
    assert not raises(scene(*row, prepare=prepare("atete", 1)))
    position = plays(scene(*row, prepare=prepare("atete", 0)), "raise a3 / good sculptor d3 / use f3 / from wood b3 / use f3")
    assert position.used == {square("f3"): 2}


def test_anansi_pays_one_for_each_good():
    prepare = market("wood c3 h", "sculptor e3", monuments=["d5"], god="anansi", wood=3, sculptor=3, cattle=2)
    position = plays(
        scene("TT.....T", "........", "........", prepare=prepare), "raise d5 / good sculptor e3 / use h3 / from wood c3"
    )
    assert position.cattle[0] == 0
    assert (position.card["sculptor/0"], position.card["wood/0"]) == (1, 1)


def test_steps_that_cannot_be_completed_are_not_offered():
    def prepare(p):
        market("wood c3 h", "potter c4 h", cattle=3, wood=3)(p)
        p.map.monuments[square("a3")][1] = 2

    rows = "....T", "....C"
    assert not raises(scene(*rows, prepare=prepare))  # both cost 4
    position = plays(scene(*rows, prepare=lambda p: (prepare(p), p.cattle.__setitem__(0, 4))), "raise a3")
    assert position.legal() == ["good wood c3"]  # the clay comes second, and must come


def test_monuments_go_in_order_and_each_once():
    prepare = market("wood c3 h", monuments=["a3", "g3"])
    position = plays(scene("....TT.", prepare=prepare), "raise a3 / good wood c3 / use e3")
    assert position.legal() == ["done", "raise g3"]
    assert plays(position, "raise g3 / good wood c3 / use f3").legal() == ["done"]
    assert plays(scene("....TT.", prepare=prepare), "raise g3 / good wood c3 / use e3").legal() == ["done"]


def test_monuments_block_resources_only_by_option():
    prepare = market("wood a3 h", monuments=["d3"])
    assert raises(scene("....T", prepare=prepare)) == ["raise d3"]
    assert not raises(scene("....T", prepare=prepare, monuments_block_resources="on"))


# ---- revenues, the end, options ----------------------------------------------------------------------------------------


def test_revenues():
    def prepare(p):
        p.god[1] = "engai"
        own(p, 1, "wood")
        p.card["wood/0"] = 4
        p.map.add_monument(square("a3"), 0)
        p.map.monuments[square("a3")][1] = 3

    position = scene("..", prepare=prepare)
    pass_round(position)
    assert position.cattle == [3 + 3, 3 + 1 + 2 + 4]
    assert position.card["wood/0"] == 0


def ended(vp, vr, gods=(), order=None, **options):
    """Ranks of a game of four ended with these points."""

    def prepare(p):
        p.vp, p.vr = list(vp), list(vr)
        for seat, god in enumerate(gods):
            p.god[seat] = god

    position = scene("..", seats=4, prepare=prepare, **options)
    pass_round(position)
    return position.result


def test_ties():
    assert ended([25, 24, 20, 10], [24, 22, 22, 20]) == [2, 1, 3, 4]  # overshoot 1, 2, -2, -10
    assert ended([25, 27, 20, 10], [24, 26, 22, 20]) == [2, 1, 3, 4]  # equal: most points
    assert ended([25, 25, 20, 10], [24, 24, 22, 20]) == [1, 2, 3, 4]  # equal: earlier in the order of play
    assert ended([25, 20, 20, 10], [24, 19, 22, 20], [None, "xango"]) == [2, 1, 3, 4]  # equal overshoot: Xango
    assert ended([26, 20, 20, 10], [24, 19, 22, 20], [None, "xango"]) == [1, 2, 3, 4]
    assert ended([26, 20, 20, 10], [24, 19, 22, 20], [None, "xango"], xango_wins_at_once="on") == [2, 1, 3, 4]
    assert ended([26, 18, 20, 10], [24, 19, 22, 20], [None, "xango"], xango_wins_at_once="on") == [1, 2, 3, 4]
    assert ended([10, 10, 10, 10], [20, 20, 20, 20]) is None


def test_round_cap_ends_the_game():
    position = scene("..", round_cap=2)
    pass_round(position)
    assert position.to_move() is not None
    pass_round(position)
    assert position.to_move() is None
    assert position.phase == "over"
    assert sorted(position.result) == [1, 2]
    assert position.legal() == []


def test_disc_limit():
    position = scene("...", prepare=lambda p: p.god.__setitem__(0, "obatala"), disc_limit=2)
    assert plays(position, "build / at a3").legal() == ["done"]
    assert "build" not in scene("...", disc_limit=1).legal()
    assert not raises(scene("...TT", prepare=market("wood b3 h"), disc_limit=2))
    assert raises(scene("...TT", prepare=market("wood b3 h"), disc_limit=3)) == ["raise a3"]


def test_must_act():
    position = scene("..", must_act="on")
    assert "end" not in position.legal()
    assert "end" in plays(position, "build / at a3").legal()
    assert "end" in scene("S", must_act="on").legal()


def test_beginner():
    position = scene("..................", beginner="on")
    gods = sorted(t for t in position.legal() if t.startswith("god"))
    assert gods == [f"god {g}" for g in ("elegua", "engai", "gu", "obatala", "tsui-goab", "xango")]
    assert not [t for t in position.legal() if t.startswith("hire")]


# ---- whole games -----------------------------------------------------------------------------------------------------


def whole_purchases(position, seat, monument, level):
    """Whether some whole set of goods can be bought: every choice of sellers, primaries and resource squares in full."""
    market = position._market(seat)
    sellers = market.sellers(monument)
    purchases = []
    for craftsman, price, hubs in sellers:
        for own_square in market.resources((craftsman, None), {}):
            if CRAFTS[craftsman.kind]["primary"] is None:
                purchases.append((craftsman.kind, price + hubs, [own_square]))
                continue
            for primary, price2, hubs2 in market.primaries(craftsman):
                for second in market.resources((primary, None), {}):
                    purchases.append((craftsman.kind, price + hubs + price2 + hubs2, [own_square, second]))
    mixed = position.god[seat] == "tsui-goab"
    most = 2 if position.god[seat] == "atete" else 1
    purchases = [p for p in purchases if all(position.used.get(s, 0) < most for s in p[2])]
    choose = itertools.combinations_with_replacement if mixed else itertools.combinations
    for goods in choose(purchases, level):
        if sum(g[1] for g in goods) > position.cattle[seat]:
            continue
        if not mixed and len({CRAFTS[g[0]]["line"] for g in goods}) < level:
            continue
        uses = dict(position.used)
        for g in goods:
            for s in g[2]:
                uses[s] = uses.get(s, 0) + 1
        if all(uses[s] <= most for g in goods for s in g[2]):
            return True
    return False


@pytest.mark.parametrize("seed", range(8))
def test_raises_on_offer_are_those_that_whole_purchases_allow(seed):
    checked = 0

    def check(position):
        nonlocal checked
        legal = position.legal()
        seat = position.to_move()
        if "build" in legal:  # the main action is still open
            for s, (owner, level) in position.map.monuments.items():
                if owner == seat and level < 4:
                    name = "raise " + chr(ord("a") + s[1]) + str(s[0] + 1)
                    assert (name in legal) == whole_purchases(position, seat, s, level), name
                    checked += 1

    play_out(description(seed, 2 + seed % 3), seed, 250, True, check)
    assert checked > 30


@pytest.mark.parametrize("seed", range(12))
def test_points_and_requirements_follow_from_the_table(seed):
    """VP from what stands on the map, VR from the cards held, no cattle below 0, supplies never overdrawn; a game ends."""

    def check(position):
        now = position.snapshot()
        for seat in range(position.seats):
            vp = sum(FIGURES["level_vp"][level] for _, owner, level in now["monuments"] if owner == seat)
            vp += sum(CRAFTS[kind]["vp"] for _, kind, _, owner in now["craftsmen"] if owner == seat)
            assert now["vp"][seat] == vp
            vr = 20 + sum(FIGURES["specialists"][s]["vr"] for s, owner in now["specialists"].items() if owner == seat)
            cards = [CRAFTS[kind]["vr"][copy] for owner, kind, copy, _ in now["technologies"] if owner == seat]
            god = now["god"][seat]
            assert now["vr"][seat] == vr + (len(cards) if god == "gu" else sum(cards)) + FIGURES["gods"].get(god, 0)
            assert now["vr"][seat] <= 40
            assert now["cattle"][seat] >= 0
        assert all(n >= 0 for n in position.supply.values())
        assert all(sum(kind == c[1] for c in now["craftsmen"]) <= 3 for kind in CRAFTS)
        assert all(n <= 2 for n in position.used.values())
        if position.phase != "over":
            assert position.legal()

    position = play_out(description(seed, 2 + seed % 4), seed, 5000, True, check)
    assert position.phase == "over"
    assert position.result.count(1) == 1


def test_a_replay_gives_the_same_position():
    setup = description(5, 3)
    position = play_out(setup, 5, 200, True)
    again = Position.from_description(setup)
    for text in position.history:
        again.play(text)
    assert again.snapshot() == position.snapshot()
    assert again.legal() == position.legal()


def test_an_illegal_step_is_refused():
    position = Position.from_description(description(1, 2))
    with pytest.raises(ValueError, match="not legal"):
        position.play("first z99")
