"""Numbers with words: vocabularies, the hash of features, a look at a position; the toys' features."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mutapa.core import features, registry
from mutapa.core.errors import InvalidError
from mutapa.core.features import Symmetry, Vocabulary, capped, look, numbers, parts
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import Trial, play
from tests.core.tinygame import FEATURES, TINY

TOYS = [name for name, target in registry.GAMES.items() if ".toys." in target]


def test_a_vocabulary_numbers_its_blocks_one_after_the_other() -> None:
    names = Vocabulary()
    assert names.add("over") == 0
    assert names.add("{} holds", ("self", "other"), ("a", "b", "c")) == 1
    assert names.add("round {}", numbers(4, 1)) == 7
    assert list(names) == [
        "over", "self holds: a", "self holds: b", "self holds: c", "other holds: a", "other holds: b", "other holds: c",
        "round 1", "round 2", "round 3", "round 4",
    ]  # fmt: skip
    assert [names[i] for i in range(len(names))] == list(names)
    assert [names.block(i).first for i in (0, 1, 6, 7, 10)] == [0, 1, 1, 7, 7]


def test_a_number_beyond_a_vocabulary_is_refused() -> None:
    names = Vocabulary()
    names.add("{}", numbers(2))
    for i in (-1, 2):
        with pytest.raises(IndexError, match="there are 2"):
            names[i]
    with pytest.raises(ValueError, match="an axis without labels"):
        names.add("{}", ())


def test_the_end_of_a_scale_says_so() -> None:
    assert capped(3) == ("0", "1", "2 or more")
    assert capped(2, 5) == ("5", "6 or more")


def test_the_hash_is_that_of_words_and_version() -> None:
    assert FEATURES.hash == replace(FEATURES).hash
    assert replace(FEATURES, version=2).hash != FEATURES.hash
    more = Vocabulary()
    more.add("{}", numbers(4))
    assert replace(FEATURES, arguments=more).hash != FEATURES.hash
    assert len({registry.get(name).features.hash for name in TOYS}) == len(TOYS)  # type: ignore[union-attr]


def test_a_look_in_words() -> None:
    state = State.new(TINY, 3)
    state.apply("draw 2 / draw 3 / draw 1 / add 2")
    assert look(state, 1) == ([3, 4, 7, 12], [0])
    assert look(state, 0) == ([2, 6, 7, 10], [UNIT])
    assert parts(state, 2) == (1, 2, 0)
    assert list(features.lines(state, 1)) == [
        ("sparse", "3", "own card: 3"),
        ("sparse", "4", "self added: 0"),
        ("sparse", "7", "next seat added: 0"),
        ("sparse", "12", "second seat on added: 2"),
        ("dense", "0", "added by self: 0.000"),
        ("action", "0 0 0", "keep: keep 0 -"),
        ("action", "1 1 0", "add 1: add 1 -"),
        ("action", "1 2 0", "add 2: add 2 -"),
    ]
    assert [sort for sort, _, _ in features.lines(state, 0)].count("action") == 0


def test_bid_classes_stand_with_the_actions() -> None:
    state = State.new("ascending", 2)
    said = [words for sort, _, words in features.lines(state, 0) if sort == "action"]
    assert said[0].endswith("(class 0: pass)")
    assert said[2].endswith("(class 2: raise by 2)")


def test_a_game_without_features_is_refused() -> None:
    state = State.new(replace(TINY, features=None), 2)
    with pytest.raises(InvalidError, match="tiny: it has no features"):
        look(state, 0)


def test_the_page_has_the_sizes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "networks.md").read_text()
    for name in ("zimbabwe", "stone_age", "godz"):
        found = registry.get(name).features
        assert found is not None
        row = re.search(rf"^\| {name} \|(.*)\|$", page, re.MULTILINE)
        assert row is not None
        cells = [cell.strip() for cell in row[1].split("|")]
        sizes = found.sizes
        assert [*map(int, cells[:6]), int(cells[-1])] == [
            sizes[sort] for sort in ("sparse", "dense", "kinds", "arguments", "cells", "bids", "active")
        ]


# --- the toys ---------------------------------------------------------------------------------------------------------


def positions(game: Game) -> Iterator[State]:
    trial = Trial(game, "plain", games=20)
    for n, state in enumerate(trial.deals()):
        for at, _ in play(state, derive(n, "features")):
            yield at.clone()
        yield state


@pytest.mark.parametrize("name", TOYS)
def test_words_are_unique(name: str) -> None:
    found = registry.get(name).features
    assert found is not None
    for sort in (found.sparse, found.dense, found.kinds, found.arguments, found.cells, found.bids):
        assert len(set(sort)) == len(sort)


@pytest.mark.parametrize("name", TOYS)
def test_actions_differ_in_their_parts(name: str) -> None:
    for state in positions(registry.get(name)):
        found = [parts(state, action) for action in state.legal_actions]
        assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", TOYS)
def test_information_sets_look_different(name: str) -> None:
    """These games are small enough that the features of a mover tell all that it sees apart."""
    seen: dict[tuple[object, ...], bytes] = {}
    for state in positions(registry.get(name)):
        if state.turn >= 0 and not max(state.dump().get("cash", [0])) > 31:  # type: ignore[type-var,arg-type]
            mark = state.observe(state.turn).tobytes()
            sparse, dense = look(state, state.turn)
            key = (state.turn, state.board.tobytes(), *sparse, *dense)
            assert seen.setdefault(key, mark) == mark


@pytest.mark.parametrize(("rule", "n"), [("tictactoe", 7), ("connect3", 1)])
def test_tictactoe_turned_and_mirrored(rule: str, n: int) -> None:
    """A game played on the turned board has the turned features, and the turned actions lead on."""
    start = State.new("tictactoe", options={"rule": rule})
    symmetries = start.game.features.symmetries(start.board)  # type: ignore[union-attr]
    assert len({each.cells.tobytes() for each in symmetries}) == n
    for symmetry in symmetries:
        assert_permutes(symmetry)
        for seed in range(4):
            state, other = start.clone(), start.clone()
            for at, action in play(state, derive(seed, "turned")):
                assert moved(at, symmetry) == look(other, 0)[0]
                cells = sorted(int(symmetry.cells[parts(at, a)[2]]) for a in at.legal_actions)
                assert cells == sorted(parts(other, a)[2] for a in other.legal_actions)
                other.apply(int(symmetry.cells[parts(at, action)[2]]) - 1)
            assert moved(state, symmetry) == look(other, 0)[0]


def assert_permutes(symmetry: Symmetry) -> None:
    assert sorted(symmetry.sparse.tolist()) == list(range(len(symmetry.sparse)))
    assert sorted(symmetry.cells.tolist()) == list(range(len(symmetry.cells)))
    assert symmetry.cells[0] == 0
    assert symmetry.sparse.dtype == symmetry.cells.dtype == np.int64


def moved(state: State, symmetry: Symmetry) -> list[int]:
    return sorted(symmetry.sparse[look(state, 0).sparse].tolist())


def test_seats_in_ascending_are_told_from_the_one_that_looks_on() -> None:
    """All seats moved on by one: the same is seen by the next seat."""
    state = State.new("ascending", 3, options={"rounds": 2})
    state.apply("bid 2 / bid 3 / pass / pass")
    assert state.is_chance
    state.apply(2)
    state.apply("bid 1")
    rotated = state.clone()
    for field in ("cash", "stake", "paid", "won"):
        put, values = state.game.layout.setter(field), state.dump()[field]
        for seat in range(3):
            put(rotated.words, (seat + 1) % 3, values[seat])  # type: ignore[index]
    state.game.layout.setter("mover")(rotated.words, (state.turn + 1) % 3)
    for seat in range(3):
        assert look(rotated, (seat + 1) % 3) == look(state, seat)
        assert look(rotated, seat) != look(state, seat)
