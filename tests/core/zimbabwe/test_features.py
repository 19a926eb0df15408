"""What networks read of The Great Zimbabwe: told from a seat's side, the same on a map's image, of what is seen alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.features import Look, Symmetry, look, parts
from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import play
from mutapa.core.zimbabwe import symmetry
from mutapa.core.zimbabwe.building import put_monument, set_level
from mutapa.core.zimbabwe.features import FEATURES
from mutapa.core.zimbabwe.figures import GODS, TSUI_GOAB
from mutapa.core.zimbabwe.layout import GOOD, GOOD_USE, RAISE_NEXT, pending, phase
from mutapa.core.zimbabwe.setup import _cells_of_tiles
from mutapa.core.zimbabwe.text import square_code
from mutapa.core.zimbabwe.vocabulary import DENSE, MONUMENTS_MOST, SPARSE
from tests.core.zimbabwe.positions import Scene, scene_of

CAP = {"round_cap": 14}


def game(seats: int, seed: int, **options: Any) -> Iterator[tuple[State, int]]:
    """A random game: positions with the action about to be taken."""
    start = State.new("zimbabwe", seats, seed=seed, options={**CAP, **options}, backend="object")
    yield from play(start, derive(seed, "features"))


def words(state: State, seat: int) -> list[str]:
    return [SPARSE[i] for i in look(state, seat).sparse]


def value(state: State, seat: int, name: str) -> float:
    return look(state, seat).dense[list(DENSE).index(name)] / UNIT


# --- what is told -----------------------------------------------------------------------------------------------------


def test_sizes_fit_a_small_network() -> None:
    """64 numbers of two bytes for each sparse feature are 2.2 MB of the 3 MB that a shipped network may have."""
    assert len(SPARSE) <= 20_000
    assert 64 * 2 * len(SPARSE) <= 2.3 * 2**20
    assert len(set(SPARSE)) == len(SPARSE)
    assert len(set(DENSE)) == len(DENSE)
    for each in (FEATURES.kinds, FEATURES.arguments, FEATURES.cells, FEATURES.bids):
        assert len(set(each)) == len(each)


def test_a_position_in_words(scene: Any) -> None:
    made: Scene = scene("........", ".T......", "........", "........", "..S.S...", "........")
    made.monument("c3", 1, level=2).monument("h6", 0).craftsman("wood b3 h", 0, price=2)
    made.cattle(7, 2).god(0, "eshu").vp(4, 5).vr(26, 21)
    told = set(words(made.state, 0))
    assert {"cattle of self: 7", "god of self: eshu", "VP of self: 4", "VR of self: 26", "VR - VP of self: 22"} <= told
    assert {"own monument of level 1: h6", "monument of next seat: c3", "craftsman of self: wood b3"} <= told
    assert "monuments of next seat of level 2: 1" in told
    assert "technology of self: wood, price 2" in told
    assert not any("as many lines in range" in word for word in told)  # h6 is too far away, c3 would need two lines
    assert {"unused resources in range of craftsmen of type wood: 1", "wood: b2"} <= told
    other = set(words(made.state, 1))
    assert {"own monument of level 2: c3", "monument of next seat: h6", "craftsman of a rival: wood b3"} <= other
    assert value(made.state, 0, "cattle / 16 of self") == value(made.state, 1, "cattle / 16 of next seat") == 7 / 16
    made.monument("e6", 0).used("b2")
    told = set(words(made.state, 0))
    assert "monuments of self of level 1 with as many lines in range: 1" in told
    assert {"unused resources in range of craftsmen of type wood: 0", "used resource: b2"} <= told


def test_the_step_under_way_and_its_object_are_told() -> None:
    seen: set[str] = set()
    for seed in range(6):
        for state, _ in game(2 + seed % 4, seed):
            seen.update(word.split(":")[0] for word in words(state, state.turn) if phase(state.words) == 2)
    assert {"placing", "pricing", "placing resource", "raising, or raised last", "last good from", "primary good from"} <= seen


def test_the_order_of_bidding_and_of_markers_is_told() -> None:
    for state, _ in game(4, 3):
        if phase(state.words) == 0:
            continue
        dump = state.dump()
        for seat in range(4):
            told = words(state, seat)
            for name, field in (("plaque of", "plaques"), ("VR marker of", "stack")):
                own = next(word for word in told if word.startswith(f"{name} self"))
                order = dump[field]
                assert own.endswith(("1st", "2nd", "3rd", "4th")[order.index(seat)])  # type: ignore[union-attr]


def test_dense_numbers_are_small_and_shares_add_up() -> None:
    share = [i for i, name in enumerate(DENSE) if name.startswith("share of the win")]
    for seed in range(4):
        for state, _ in game(2 + seed, seed):
            dense = look(state, 0).dense
            assert abs(sum(dense[i] for i in share) - UNIT) < 5
            assert max(map(abs, dense)) <= 4 * UNIT


# --- seats ------------------------------------------------------------------------------------------------------------


def relabelled(state: State, by: int) -> State:
    """The same deal with every seat's number raised by `by`."""
    seats = state.seats
    stack = [(seat + by) % seats for seat in state.description["stack"]]
    return State.from_setup({**state.description, "stack": stack}, backend="object")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_have_no_numbers(seats: int) -> None:
    """The same game with other seat numbers: every seat reads what its double reads."""
    start = State.new("zimbabwe", seats, seed=seats, options={"round_cap": 14}, backend="object")
    other = relabelled(start, 1)
    for state, action in play(start, derive(seats, "relabelled")):
        for seat in range(seats):
            assert look(other, (seat + 1) % seats) == look(state, seat)
        found = [parts(state, each) for each in state.legal_actions]
        assert found == [parts(other, each) for each in other.legal_actions]
        other.apply(action)


def test_sealed_amounts_of_others_are_not_told() -> None:
    """What is hidden changes nothing; the own amount is told, and all once they are shown."""
    own = others = 0
    for seed in range(3):
        for state, action in game(3, seed, auction="sealed", round_cap=5):
            for seat in range(3):
                told = [word for word in words(state, seat) if word.startswith("amount sealed by")]
                assert len(told) == 3
                own += told[0] != "amount sealed by self: unknown"
                others += any(not word.endswith("unknown") for word in told[1:])
            del action
    assert own > 0
    assert others > 0


def test_features_are_those_of_every_world() -> None:
    for state, _ in game(4, 11, auction="sealed", round_cap=4):
        for seat in range(4):
            seen, world = state.observe(seat), np.zeros_like(state.words)
            state.engine.determinize(state.board, state.scratch[0], seen, seat, derive(seat, "world"), world)
            assert look(state.at(world), seat) == look(state, seat)


# --- symmetries -------------------------------------------------------------------------------------------------------

GROUPS = {
    2: {"turned 90", "turned 180", "turned 270", "mirrored left and right", "mirrored top and bottom",
        "mirrored at the main diagonal", "mirrored at the other diagonal"},
    3: {"mirrored at the main diagonal"},
    4: {"turned 180", "mirrored at the main diagonal", "mirrored at the other diagonal"},
}  # fmt: skip
GROUPS[5] = GROUPS[2]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_group_of_each_map(seats: int) -> None:
    found = FEATURES.symmetries(State.new("zimbabwe", seats, seed=7).board)
    assert {each.name for each in found} == GROUPS[seats]
    for each in found:
        assert sorted(each.sparse.tolist()) == list(range(len(SPARSE)))
        assert sorted(each.cells.tolist()) == list(range(len(FEATURES.cells)))
        assert each.cells[0] == 0
        assert (each.sparse != np.arange(len(SPARSE))).any()


def test_a_map_that_is_not_made_of_whole_tiles_has_none() -> None:
    made = scene_of("S...", "....", "....", "...S")
    assert FEATURES.symmetries(made.state.board) == ()


def image(start: State, name: str) -> State:
    """The deal on the map's image, described by its squares."""
    rows = _cells_of_tiles(start.description["tiles"], start.seats)
    height, width = len(rows), len(rows[0])
    move = dict(symmetry.moves(height, width))[name]
    cells = [["x"] * width for _ in range(height)]
    for r in range(height):
        for c in range(width):
            row, column = move(2 * r, 2 * c)
            cells[row // 2][column // 2] = rows[r][c]
    description = {key: each for key, each in start.description.items() if key != "tiles"}
    return State.from_setup({**description, "cells": ["".join(row) for row in cells]}, backend="object")


def moved(seen: Look, by: Symmetry) -> Look:
    return Look(sorted(by.sparse[seen.sparse].tolist()), seen.dense)


def ordered_by_squares(state: State) -> bool:
    """Whether the actions on offer depend on an order of squares (see `symmetry.py`)."""
    step = pending(state.words)
    tsui_goab = GODS[TSUI_GOAB] in {row["god"] for row in state.game.score(state.board, state.words)}  # type: ignore[misc]
    return phase(state.words) == 2 and (step == RAISE_NEXT or (tsui_goab and step >= GOOD))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_on_the_maps_image_has_the_moved_features(seats: int) -> None:
    """Played along on the image; actions on offer are the moved ones but where they go in the order of squares."""
    seen: Counter[str] = Counter()
    for seed in range(7):
        start = State.new("zimbabwe", seats, seed=seed, options={"round_cap": 12}, backend="object")
        group = FEATURES.symmetries(start.board)
        by = group[(seed + seats) % len(group)]
        other = image(start, by.name)
        for state, action in play(start, derive(seed, "image")):
            seat = state.turn
            assert other.turn == seat
            assert moved(look(state, seat), by) == look(other, seat)
            here = {}
            for each in state.legal_actions:
                kind, argument, cell = parts(state, each)
                here[each] = (kind, argument, int(by.cells[cell]))
            there = {parts(other, each): each for each in other.legal_actions}
            if not ordered_by_squares(state):
                assert sorted(here.values()) == sorted(there), f"seed {seed}, {state.phase}"
                seen["compared"] += 1
            if here[action] not in there:
                seen["cut"] += 1
                break
            other.apply(there[here[action]])
    assert seen["compared"] > 800
    assert seen["compared"] > 100 * seen["cut"]


# --- actions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_actions_differ_in_their_parts(seats: int) -> None:
    """But for gifts that raise by 40 and more, and amounts from 40 on."""
    for seed in range(4):
        for state, _ in game(seats, 20 + seed):
            found = Counter(parts(state, each) for each in state.legal_actions)
            alike = [each for each, n in found.items() if n > 1]
            assert all(FEATURES.arguments[argument] == "by 40 or more" for _, argument, _ in alike)


def test_bid_classes_are_those_of_the_raises() -> None:
    made = scene_of("S...", "....", "....", "...S")
    state = made.end_round().cattle(12, 12).state
    found = {text: int(state.engine.bid_class(state.board, state.scratch[0], state.words, action))
             for text, action in zip(state.legal_texts, state.legal_actions, strict=True)}  # fmt: skip
    assert found == {"pass": 0, "bid 1": 1, "bid 2": 2, "bid 3": 3, "bid 4": 4, "bid 5": 4, "bid 6": 5, "bid 7": 5, "bid 8": 5,
                     "bid 9": 6, "bid 10": 6, "bid 11": 6, "bid 12": 6}  # fmt: skip
    state.apply("bid 12")  # which the other can't beat
    assert {int(state.engine.bid_class(state.board, state.scratch[0], state.words, each)) for each in state.legal_actions} == {-1}


def test_plain_strict_and_object_agree() -> None:
    found = registry.get("zimbabwe")
    start = State.new(found, 5, seed=9, options={"round_cap": 5})
    engines = [State.from_setup(start.description, backend=backend) for backend in ("strict", "object")]
    for n, (state, action) in enumerate(play(start, derive(9, "agree"))):
        if n % 12 == 0:
            for other in engines:
                assert all(look(other, seat) == look(state, seat) for seat in (0, 3))
        for other in engines:
            other.apply(action)


def test_a_crowded_map_tells_no_more_than_there_is_room_for() -> None:
    made = scene_of(*["." * 18] * 15)
    for row in range(1, 15):
        for column in "abcdefghijklmnopqr":
            code = square_code(f"{column}{row}")
            put_monument(made.state.words, row % 2, code)
            set_level(made.state.words, code, 1 + row % 5)
    seen = look(made.state, 0)
    assert len(seen.sparse) == len(set(seen.sparse)) <= FEATURES.active
    told = [SPARSE[i] for i in seen.sparse]
    assert sum("monument of" in word and not word.startswith("highest") for word in told) == MONUMENTS_MOST
    assert "monuments of self of level 3: 7 or more" in told


assert GOOD_USE > GOOD > RAISE_NEXT  # what `ordered_by_squares` goes by
