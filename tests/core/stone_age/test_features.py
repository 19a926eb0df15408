"""What networks read of Stone Age: told from a seat's side, of what is seen alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mutapa.core.features import look, parts
from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.stone_age.features import FEATURES
from mutapa.core.stone_age.vocabulary import DENSE, SPARSE
from mutapa.core.streams import derive
from mutapa.core.trial import play

OPTIONS = ({}, {"hunt_repeat": "on", "supply_cap": "old"}, {"place_at_max": "forbid", "unused_choice_scores": "off"})


def game(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: positions with the action about to be taken."""
    state = State.new("stone_age", seats, seed=seed, options={"round_cap": 30, **OPTIONS[seed % 3]}, backend="object")
    yield from play(state, derive(seed, "features"))


def words(state: State, seat: int) -> list[str]:
    return [SPARSE[i] for i in look(state, seat).sparse]


def test_words_are_unique() -> None:
    for each in (SPARSE, DENSE, FEATURES.kinds, FEATURES.arguments, FEATURES.cells):
        assert len(set(each)) == len(each)


def test_a_position_in_words() -> None:
    start = {"game": "stone_age", "seats": 2, "cards": ["dice-time", "food7-pottery", "gold-shaman1", "tool-art"],
             "buildings": ["wwb", "5of2"]}  # fmt: skip
    state = State.from_setup(start)
    state.apply("place card 2")
    state.apply("place forest 3")
    told = set(words(state, 0))
    assert {"people of self: 5", "people at home of self: 4", "food of self: 12", "self stands at: card 2"} <= told
    assert {"people of next seat at the forest: 3", "people at home of next seat: 2", "to move: self"} <= told
    assert {"card at price 1: dice-time", "card food7-pottery at price 2, taken by self"} <= told
    assert {"stack 2: tile 5of2, taken by nobody", "tiles in stack 1: 7", "cards left: 32"} <= told
    assert "not turned up yet: dice-time" not in told
    assert "card food7-pottery at price 2, taken by next seat" in words(state, 1)
    found = {text: parts(state, action) for text, action in zip(state.legal_texts, state.legal_actions, strict=True)}
    named = {text: (FEATURES.kinds[kind], FEATURES.arguments[argument], FEATURES.cells[cell])
             for text, (kind, argument, cell) in found.items()}  # fmt: skip
    assert named["place card 4"] == ("place", "card tool-art", "card 4")
    assert named["place hunt 3"] == ("place", "people 3", "hunt")
    assert named["place building 2"] == ("place", "tile 5of2", "building 2")


def test_every_step_is_told() -> None:
    seen: set[str] = set()
    for seed in range(8):
        for state, _ in game(2 + seed % 3, seed):
            seen.update(word.split(":")[0] for word in words(state, max(0, state.turn)))
    assert {"dice to roll", "to roll for", "rolled for", "rolled", "being paid for", "resources still to be paid",
            "own blind card", "food still to be paid", "resource paid last",
            "dice for all were turned up by"} <= seen  # fmt: skip


def test_dense_numbers_are_small_and_shares_add_up() -> None:
    share = [i for i, name in enumerate(DENSE) if name.startswith("share of the win")]
    for seed in range(3):
        for state, _ in game(2 + seed, seed):
            dense = look(state, seed % state.seats).dense
            assert abs(sum(dense[i] for i in share) - UNIT) < 5
            assert max(map(abs, dense)) <= 4 * UNIT


ONE_EACH = ("food", "score", "people", "track", "tools", "hunters", "hand", "makers", "once", "blind", "builders", "tiles",
            "shamans", "stands", "low", "high", "farmers")  # fmt: skip
BY_SEAT = {**dict.fromkeys(ONE_EACH, 1), "stock": 4, "gather": 4}
NUMBERED = ("mover", "start", "buyer")
NUMBERED_FROM_ONE = ("blind_seat", "two_seat")


def relabelled(state: State, by: int) -> State:
    """The position with every seat's number raised by `by`."""
    seats, dump, layout = state.seats, state.dump(), state.game.layout
    after = np.array(state.words)
    for name, each in BY_SEAT.items():
        values: Any = dump[name]
        for seat in range(seats):
            for i in range(each):
                layout.setter(name)(after, (seat + by) % seats * each + i, values[seat * each + i])
    for name in NUMBERED:
        layout.setter(name)(after, (dump[name] + by) % seats)  # type: ignore[operator]
    for name in NUMBERED_FROM_ONE:
        if dump[name]:
            layout.setter(name)(after, (dump[name] - 1 + by) % seats + 1)  # type: ignore[operator]
    owners: Any = dump["culture"]
    for i in range(0, len(owners), 2):
        pair = sorted((owner - 1 + by) % seats + 1 if owner else 0 for owner in owners[i : i + 2])
        if pair[0] == 0:
            pair.reverse()
        for k in (0, 1):
            layout.setter("culture")(after, i + k, pair[k])
    return state.at(after)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_have_no_numbers(seats: int) -> None:
    """Every seat reads what its double reads where all numbers are raised by one."""
    cases = 0
    for seed in range(3):
        for n, (state, _) in enumerate(game(seats, 10 * seats + seed)):
            if n % 3 == 0:
                other = relabelled(state, 1)
                for seat in range(seats):
                    assert look(other, (seat + 1) % seats) == look(state, seat)
                cases += 1
    assert cases > 100


def test_another_seats_blind_card_is_not_told() -> None:
    cases = 0
    for seed in range(12):
        for state, _ in game(2 + seed % 3, 100 + seed):
            owner = state.dump()["blind_seat"] - 1  # type: ignore[operator]
            if owner < 0 or cases > 60:
                continue
            for seat in range(state.seats):
                world = np.zeros_like(state.words)
                state.engine.determinize(state.board, state.scratch[0], state.observe(seat), seat, derive(cases, "world"), world)
                assert look(state.at(world), seat) == look(state, seat)
                assert any(word.startswith("own blind card") for word in words(state, seat)) == (seat == owner)
            cases += 1
    assert cases > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_actions_differ_in_their_parts(seats: int) -> None:
    for seed in range(4):
        for state, _ in game(seats, 50 + seed):
            found = Counter(parts(state, action) for action in state.legal_actions)
            assert max(found.values(), default=1) == 1


def test_plain_strict_and_object_agree() -> None:
    start = State.new("stone_age", 4, seed=9)
    engines = [State.from_setup(start.description, backend=backend) for backend in ("strict", "object")]
    for n, (state, action) in enumerate(play(start, derive(9, "agree"))):
        if n % 7 == 0:
            for other in engines:
                assert all(look(other, seat) == look(state, seat) for seat in range(4))
        for other in engines:
            other.apply(action)
