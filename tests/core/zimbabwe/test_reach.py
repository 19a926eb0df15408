"""Section 6: waters, ranges and hubs; and caches that never answer for another position (trial A2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.native import StrictList, engine
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_SQUARE, LAND
from mutapa.core.zimbabwe.figures import KINDS, SLOTS
from mutapa.core.zimbabwe.grid import WORDS, row_column
from mutapa.core.zimbabwe.hubs import FAR
from mutapa.core.zimbabwe.layout import ADDED_WORD, ADDED_WORDS, LAYOUT, LEVEL, RAIN_WORD, TILE, TILE_WORDS
from mutapa.core.zimbabwe.reach import monument_word
from mutapa.core.zimbabwe.text import square_code, square_name
from mutapa.core.zimbabwe.work import WORK_WORDS
from tests.core.zimbabwe.positions import Scene, scene_of
from tests.core.zimbabwe.probes import Probe, codes_of
from tests.core.zimbabwe.rulings import ruling

WOOD, POTTER, SCULPTOR = 0, 3, 12
"""First slots of the types."""


def steps(s: Scene, start: str, most: int = 9) -> dict[str, int]:
    return {square_name(code): n for code, n in Probe(s).steps([square_code(start)], most).items()}


def hubs(s: Scene, square: str, slot: int = WOOD, far: int = 0) -> int | None:
    """Least hubs between a square and a craftsman, None if out of reach."""
    found = Probe(s).hubs(slot, square_code(square), far)
    return None if found == FAR else found


@ruling("6.1 waters joined side by side are one")
@ruling("12.7 added resources and waters count at once")
def test_waters_joined_side_by_side_are_one_and_rain_joins_them_at_once(scene: Any) -> None:
    s = scene("TWW..WW.....").cattle(9, 9)
    assert steps(s, "a1")["f1"] == 4
    assert s.spots("place wood") == {"d1 h"}
    s.play("hire rain / at d1 h")
    found = steps(s, "a1")
    assert {found[square] for square in ("b1", "c1", "d1", "e1", "f1", "g1")} == {1}
    assert (found["h1"], found["i1"]) == (2, 3)
    assert s.spots("place wood") == {"h1 h", "i1 h"}


@ruling("6.1 waters joined side by side are one")
def test_a_corner_does_not_join_waters(scene: Any) -> None:
    s = scene(".WxWxx", "xxWxWW", "xWWxx.")
    found = steps(s, "a1")
    assert (found["b1"], found["c2"], found["b3"], found["c3"]) == (1, 2, 2, 2)
    assert (found["d1"], found["e2"], found["f2"], found["f3"]) == (3, 4, 4, 5)


@ruling("6.2 eight neighbours, missing tiles are not crossed")
def test_steps_go_eight_ways_past_corners_but_not_over_missing_squares(scene: Any) -> None:
    assert steps(scene(".x...", "x.x..", "..x.."), "a1") == {
        "a1": 0, "b2": 1, "c1": 2, "a3": 2, "b3": 2, "d1": 3, "d2": 3, "e1": 4, "e2": 4, "d3": 4, "e3": 4}
    assert set(steps(scene("..x..", "..x.."), "a1")) == {"a1", "b1", "a2", "b2"}


@ruling("6.2 eight neighbours, missing tiles are not crossed")
def test_edges_of_the_grid_are_edges(scene: Any) -> None:
    """The last column and the first of the next row lie side by side in memory only."""
    s = scene(*["." * 18] * 7)
    assert steps(s, "r3", 1) == {name: int(name != "r3") for name in ("q2", "r2", "q3", "r3", "q4", "r4")}
    assert set(steps(s, "a4", 1)) == {"a3", "b3", "a4", "b4", "a5", "b5"}
    for code in codes_of(Probe(s).in_range(square_code("j4"), 1)):
        row, column = row_column(code)
        assert max(abs(row - 3), abs(column - 9)) <= 6


@ruling("6.3 a water is one step")
def test_a_water_is_one_step_however_large(scene: Any) -> None:
    found = steps(scene(".WWWWWWWWWW.", "xxxxWxxxxxx.", "xxxxWxxxxxx.", "xxxx.xxxxxxx"), "a1")
    assert (found["b1"], found["k1"], found["e3"]) == (1, 1, 1)
    assert (found["l1"], found["l2"], found["l3"], found["e4"]) == (2, 2, 3, 2)


@ruling("6.4 the nearest square of a craftsman counts")
def test_the_nearest_square_of_a_craftsman_counts(scene: Any) -> None:
    s = scene("T.................", "..................").craftsman("wood c1 h", 1).craftsman("potter k1 h", 1)
    assert [hubs(s, square) for square in ("g1", "g2", "h1")] == [0, 0, None]  # d1 is nearer than c1
    big = scene("..................", "..................", "..................").craftsman("ivory e1", 1)
    assert [hubs(big, square, 6) for square in ("a1", "b1", "b3", "i3", "j2")] == [None, 0, 0, 0, None]
    assert Probe(s).near(WOOD) == 1  # a1, two from c1


@ruling("6.4 the nearest square of a craftsman counts")
@ruling("8.3 Eshu reaches six in the own turn")
def test_three_steps_are_in_range_and_six_for_eshu(scene: Any) -> None:
    s = scene("T...............").craftsman("wood b1 h", 1).cattle(9, 9)
    for square, far, reached in (("f1", 0, True), ("g1", 0, False), ("i1", 1, True), ("j1", 1, False)):
        t = s.copy().monument(square)
        if far:
            t.god(0, "eshu")
        assert (f"raise {square}" in t.legal) == reached


@ruling("6.5 a corner between two waters is a step")
def test_from_water_to_water_across_a_corner_is_a_step(scene: Any) -> None:
    found = steps(scene(".WWWxxxx", "xxxxWWW."), "a1")
    assert (found["d1"], found["e2"], found["g2"], found["h2"]) == (1, 2, 2, 3)


@ruling("6.6 range is symmetric")
@pytest.mark.parametrize("seed", range(3))
def test_range_is_symmetric(seed: int) -> None:
    s = Scene(State.new("zimbabwe", 2, seed=seed))
    spots = [code for code in range(384) if s.state.board[LAND + (code >> 6)] >> (code & 63) & 1]
    probe = Probe(s)
    for far in (0, 1):
        reached = {code: set(codes_of(probe.in_range(code, far))) & set(spots) for code in spots}
        assert all((b in reached[a]) == (a in reached[b]) for a in spots for b in spots)
        assert any(len(squares) != len(spots) for squares in reached.values())


@ruling("6.6 range is symmetric")
def test_hubs_are_symmetric() -> None:
    s = scene_of("T..........C......", "..................").craftsman("wood b1 h").craftsman("potter m1 v")
    for square in ("e1", "h1", "j2"):
        s.monument(square, 1)
    probe = Probe(s)
    assert probe.hubs_between(WOOD, POTTER) == probe.hubs_between(POTTER, WOOD) == 3


@ruling("6.7 monuments stop ways to craftsmen")
def test_a_monument_is_entered_but_not_passed_towards_a_craftsman(scene: Any) -> None:
    strip = scene("T.........").craftsman("wood b1 h", 1).monument("f1").cattle(9, 9)
    assert hubs(strip, "f1") == 0
    strip.monument("d1", 1)
    assert hubs(strip, "d1") == 0
    assert hubs(strip, "f1") == 1  # it must be used as a hub
    assert strip.play("raise f1 / good wood b1")["cattle"][0] == 9 - 1 - 1
    wide = scene("T.........", "..........").craftsman("wood b1 h", 1).monument("f1").monument("d1", 1)
    assert hubs(wide, "f1") == 0  # there is a way round
    shut = scene("T.........", "..........").craftsman("wood b1 h", 1).monument("f1").monument("d1", 1).monument("d2", 1)
    assert hubs(shut, "f1") == 1


@ruling("6.7 monuments stop ways to craftsmen")
@pytest.mark.parametrize("option", ["off", "on"])
def test_monuments_stop_ways_to_resources_by_option_only(scene: Any, option: str) -> None:
    s = scene("T.......", monuments_block_resources=option).cattle(9, 9).monument("b1", 1)
    assert ("place wood" in s.legal) == (option == "off")
    t = scene("T.......", monuments_block_resources=option).cattle(9, 9).craftsman("wood c1 h", 1).monument("g1")
    assert "raise g1" in t.legal
    t.monument("b1", 1)
    assert ("raise g1" in t.legal) == (option == "off")
    claims = scene("T.........", "..........", monuments_block_resources=option).cattle(9, 9).craftsman("wood d1 h", 1)
    assert "place wood" not in claims.legal  # that tile has the wood in range
    claims.monument("c1", 1).monument("c2", 1)
    assert ("place wood" in claims.legal) == (option == "on")  # now it hasn't: shut off
    if option == "on":
        assert claims.spots("place wood") == {"a2 h", "b1 v"}


@ruling("6.7 monuments stop ways to craftsmen")
def test_craftsmen_and_resources_stop_nothing(scene: Any) -> None:
    s = scene("T..CI.D...").craftsman("wood b1 h", 1).monument("f1")
    assert hubs(s, "f1") == 0
    t = scene("T.....").craftsman("potter b1 h", 1).cattle(9, 9)
    assert t.spots("place wood") == {"d1 h"}


@ruling("6.7 monuments stop ways to craftsmen")
def test_what_eshus_owner_placed_far_away_may_serve_nobody_else(scene: Any) -> None:
    s = scene("T...........").cattle(9, 9).god(0, "eshu").play("place wood / at g1 h / price wood 1 / done")
    assert (Probe(s).near(WOOD, 0), Probe(s).near(WOOD, 1)) == (0, 1)
    s.monument("j1", 0).monument("l1", 1)
    assert "raise l1" not in s.play("end").legal
    s.play("end").quiet_auction()
    while s.state.turn != 0:
        s.play("end")
    assert "raise j1" in s.legal


@ruling("6.8 hubs start a fresh range")
@pytest.mark.parametrize(("monuments", "needed"), [("f1", 0), ("f1 i1", 1), ("f1 i1 l1", 2), ("e1 h1 l1", None), ("e1 i1", None),
                                                   ("f1 i1 l1 o1 r1", 4)])
def test_each_monument_reached_starts_a_fresh_range(scene: Any, monuments: str, needed: int | None) -> None:
    s = scene("T.................").craftsman("wood b1 h", 1, price=2).cattle(20, 20)
    *others, last = monuments.split()
    for i, square in enumerate(others):
        s.monument(square, i % 2)  # any owner's
    s.monument(last)
    assert hubs(s, last) == needed
    assert (f"raise {last}" in s.legal) == (needed is not None)
    if needed is not None:
        assert s.play(f"raise {last} / good wood b1")["cattle"][0] == 20 - 2 - needed


@ruling("6.8 hubs start a fresh range")
@ruling("6.10 hubs choose themselves")
def test_the_cheapest_chain_is_taken_by_itself(scene: Any) -> None:
    s = scene("T...............", "................", "................").craftsman("wood b1 h", 1).cattle(9, 9)
    for square in ("e3", "g3", "i3", "f1"):
        s.monument(square, 1)
    s.monument("l1")
    assert hubs(s, "l1") == 2  # f1, then i3; not e3, g3, i3
    s.play("raise l1")
    assert s.legal == ["good wood b1"]
    s.play("good wood b1")
    assert (s.legal, s["cattle"][0]) == (["use a1"], 9 - 1 - 2)


@ruling("6.9 each use of a hub costs one")
def test_each_good_pays_its_own_hubs(scene: Any) -> None:
    s = scene("T..........", "...........", "C..........").craftsman("wood b1 h", 1).craftsman("potter b3 h", 1)
    s.monument("f2", 1).monument("i2", 0, 2).cattle(9, 9)
    s.play("raise i2 / good wood b1 / use a1 / good potter b3 / use a3")
    assert s["cattle"][0] == 9 - 2 - 2
    assert [s["card_cattle"][0], s["card_cattle"][2]] == [1, 1]  # hub cattle go to the stock


@ruling("6.9 each use of a hub costs one")
@ruling("7.5 each good is paid to the owner of its tile")
def test_a_secondary_good_pays_the_hubs_of_both_searches(scene: Any) -> None:
    s = scene("T...........T.....", "..................").craftsman("wood b1 h", 1, 2).craftsman("sculptor n1", 1, 3)
    s.monument("f1", 1).monument("i1", 1).monument("k1", 0).cattle(20, 20)
    s.play("raise k1 / good sculptor n1")
    assert s["cattle"][0] == 20 - 3  # in range
    s.play("use m1 / from wood b1")
    assert s["cattle"][0] == 20 - 3 - 2 - 3  # over k1, i1, f1: the monument being raised is a hub like others


# ---- caches -----------------------------------------------------------------------------------------------------------


def answers(scene: Scene, work: Any, squares: list[int]) -> dict[str, Any]:
    """Everything the caches of a work array are asked about a position: ranges, resources, hubs, networks."""
    probe = Probe(scene, work)
    found: dict[str, Any] = {}
    slots = [slot for slot in range(SLOTS) if LAYOUT.read(probe.words, "tile")[slot]]  # type: ignore[index]
    monuments = codes_of(tuple(int(monument_word(probe.words, w)) for w in range(WORDS)))
    for far in (0, 1):
        for code in squares:
            found[f"range {far} {code}"] = probe.in_range(code, far)
        for slot in slots:
            found[f"near {far} {slot}"] = probe.near(slot, far)
            for code in monuments:
                found[f"hubs {far} {slot} {code}"] = probe.hubs(slot, code, far)
            for other in slots:
                found[f"between {far} {slot} {other}"] = probe.hubs_between(slot, other, far)
        for kind in range(KINDS):
            found[f"network {far} {kind}"] = probe.network(kind, far)
    return found


def fresh() -> StrictList:
    return StrictList([0] * WORK_WORDS)


def test_caches_follow_monuments_on_both_ends_and_in_the_middle() -> None:
    """Trial A2: ways cut, opened by hubs, and gone back to, in one work array."""
    base = scene_of("T.........C.......", "..................").craftsman("wood b1 h").craftsman("potter l1 h")
    used = fresh()
    squares = [square_code(name) for name in ("a1", "k1", "f2")]
    for monuments in ("f1", "f1 e1 e2", "e1 e2", "", "i1", "d1 d2 j1 j2", "d1 d2", "j1 j2", "f1 h1 h2", "f1", "c2 m2 f1", "r1"):
        s = base.copy()
        for square in monuments.split():
            s.monument(square)
        assert answers(s, used, squares) == answers(s, fresh(), squares), monuments


def test_caches_follow_rain_that_joins_waters_and_rain_that_does_not() -> None:
    """Trial A2: rain of one line of play does not stay in the ranges of another."""
    base = scene_of("T.WW..WW..WW....I", ".................", "C...............D").craftsman("wood a2 h").craftsman("potter b3 h")
    base.monument("i2").monument("n2")
    used = fresh()
    squares = [square_code(name) for name in ("a1", "q1", "a3", "i2", "e1")]
    four = "c2 h,e2 h,g2 h,p2 v"
    for tiles in ("", "e1 h", "e1 h,i1 h", "i1 h", "", "e2 h", "e2 v", "e1 v", "i1 h,e1 h", "o2 v", "o2 v,m1 h", "b1 v", "",
                  f"{four},e1 h", f"{four},i1 h", four, f"{four},e1 h,i1 h,m1 h"):
        s = base.copy()
        for tile in filter(None, tiles.split(",")):
            s.rain(*tile.split())
        assert answers(s, used, squares) == answers(s, fresh(), squares), tiles


@pytest.mark.parametrize("option", ["off", "on"])
def test_caches_follow_tiles_and_added_resources(option: str) -> None:
    base = scene_of("T........", ".........", monuments_block_resources=option)
    used = fresh()
    for i, change in enumerate(("wood b1 h", "wood b1 v", "wood c1 h", "wood b1 h", "+e1", "+e2", "+e1", "m", "wood b1 h")):
        s = base.copy().craftsman("wood b1 h" if change[0] in "+m" else change)
        if change[0] == "+":
            s.resource(change[1:], "wood")
        if change == "m":
            s.monument("d1").monument("d2").resource("e1", "wood")
        assert answers(s, used, []) == answers(s, fresh(), []), i


@pytest.mark.parametrize("seed", range(4))
def test_caches_of_a_used_work_array_over_random_games(seed: int) -> None:
    """Trial A2: after each step that changes the map, everything asked of a used work array and of a fresh one."""
    game, seats = registry.get("zimbabwe"), 2 + seed
    fast = engine(game, "object")
    state = State.new("zimbabwe", seats, seed=100 + seed, options={"monuments_block_resources": "on" if seed == 3 else "off"})
    scene = Scene(state)
    work, rng, used = fast.work(), derive(seed, "caches"), fresh()
    compared, before = 0, None
    map_words = [*range(LEVEL, LEVEL + 18), *range(TILE, TILE + TILE_WORDS), *range(ADDED_WORD, ADDED_WORD + ADDED_WORDS),
                 RAIN_WORD, RAIN_WORD + 1]
    bases = [int(code) for code in state.board[BASE_SQUARE : BASE_SQUARE + int(state.board[BASE_COUNT])]]
    while fast.turn(state.board, work, state.words) >= 0 and compared < 25:
        fast.apply(state.board, work, state.words, fast.sample(state.board, work, state.words, rng))
        now = state.words[map_words].tolist()
        if now != before and int(state.words[TILE]) + int(state.words[RAIN_WORD]) > 0:
            assert answers(scene, used, bases[:6]) == answers(scene, fresh(), bases[:6])
            compared += 1
        before = now
    assert compared == 25


def same_lists(games: int) -> int:
    """Two games that share a work array, step by step in turns, and back in time; the lists compared with a fresh array's."""
    game = registry.get("zimbabwe")
    fast = engine(game, "object")
    used, out, other = fast.work(), np.zeros(game.actions_max, np.int64), np.zeros(game.actions_max, np.int64)
    compared = 0
    for seed in range(games):
        options = {"round_cap": 12, "monuments_block_resources": "on" if seed % 5 == 4 else "off"}
        pair = [State.new("zimbabwe", 2 + (seed + i) % 4, seed=seed + 5000 * i, options=options, backend="object")
                for i in (0, 1)]
        past: list[tuple[State, Any]] = []
        rng = derive(seed, "shared")
        while any(not state.is_over for state in pair):
            for state in pair:
                if not state.is_over:
                    past.append((state, state.words.copy()))
                    fast.apply(state.board, used, state.words, fast.sample(state.board, used, state.words, rng))
            for state, words in [(state, state.words) for state in pair if not state.is_over] + past[-9:-8]:
                n = fast.legal(state.board, used, words, out)
                assert n == fast.legal(state.board, fast.work(), words, other)
                assert np.array_equal(out[:n], other[:n])
                compared += 1
    return compared


def test_legal_lists_from_a_used_work_array_are_those_from_a_fresh_one() -> None:
    """Trial A2 at full speed."""
    assert same_lists(10) > 4000


@pytest.mark.slow
def test_legal_lists_from_a_used_work_array_over_many_games() -> None:
    assert same_lists(2000) > 1_000_000
