"""Notation and set-ups in compiled code say what those in Python say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import MutapaError
from mutapa.core.flatten import ITEM, flatten
from mutapa.core.game import Game
from mutapa.core.lexicon import LETTERS_MAX, TOKENS_MAX, render, words_of
from mutapa.core.native import StrictList
from mutapa.core.state import State, describe
from mutapa.core.streams import Array, below, derive
from mutapa.core.written import (
    WRONG_CONTENT,
    WRONG_ENTRY,
    WRONG_GAME,
    WRONG_OPTION,
    WRONG_SEATS,
    WRONG_VALUE,
    Catalogue,
    set_up,
)

WRITTEN = [name for name in registry.GAMES if registry.get(name).written is not None]
STEPS = {"zimbabwe": 40, "stone_age": 60, "godz": 40}
SHOWN = 12
"""Steps spelled at a position, at most."""


def drawn(game: Game, rng: Array) -> tuple[int, dict[str, Any]]:
    """Seats, and options of which a third differ from their default."""
    least, most = game.seats
    chosen: dict[str, Any] = {}
    for option in game.options.values():
        if below(rng, 3) == 0:
            low, high = option.limits or (0, 0)
            value = int(low + below(rng, high - low + 1)) if option.limits else option.choices[below(rng, len(option.choices))]
            chosen[option.name] = value
    return int(least + below(rng, most - least + 1)), chosen


def positions(game: Game, number: int) -> Iterator[State]:
    """Positions of a random game, its options drawn."""
    rng = derive(number, "written", game.name)
    seats, chosen = drawn(game, rng)
    state = State.new(game, seats, seed=number, options=chosen, backend="plain")
    for _ in range(STEPS.get(game.name, 400)):
        if state.is_over:
            return
        yield state
        steps = [each for each, _ in state.chances] if state.is_chance else state.legal_actions
        state.apply(steps[below(rng, len(steps))])


def spelled(game: Game, state: State, seen: Array, action: int) -> str:
    assert game.written is not None
    table = StrictList(game.written.lexicon.table())
    tokens, letters = StrictList([0] * TOKENS_MAX), StrictList([0] * LETTERS_MAX)
    board, words = StrictList(state.board.tolist()), StrictList(seen.tolist())
    n = game.written.spell(board, StrictList(), words, action, tokens)
    return words_of(letters, render(table, tokens, n, letters, 0))


@pytest.mark.parametrize("name", WRITTEN)
def test_steps_are_spelled_as_the_game_says_them(name: str) -> None:
    game, said = registry.get(name), 0
    for number in range(4):
        for state in positions(game, number):
            steps = [each for each, _ in state.chances] if state.is_chance else state.legal_actions
            some = steps[:: 1 + len(steps) // SHOWN]
            for seat in range(state.seats):
                seen = state.observe(seat)
                for action in {state.see(each, seat) for each in some}:
                    assert spelled(game, state, seen, action) == game.text(state.board, seen, action)
                    said += 1
    assert said > 20


def taken(game: Game, description: dict[str, Any], seats: int | None = None) -> tuple[int, list[int], list[int]]:
    """What compiled code makes of a set-up: 0 or what is wrong, board, state."""
    assert game.written is not None
    catalogue = Catalogue(game)
    letters = json.dumps(description, separators=(",", ":")).encode()
    things = StrictList([0] * (ITEM * (len(letters) + 2)))
    assert flatten(StrictList(catalogue.lexicon.table()), StrictList(letters), len(letters), things) > 0
    board, state = StrictList([0] * game.board_words), StrictList([0] * game.layout.words)
    chosen = StrictList([0] * (len(game.options) + 1))
    found = set_up(
        game.written, StrictList(catalogue.table), StrictList(game.written.facts), things, StrictList(letters),
        description["seats"] if seats is None else seats, chosen, StrictList([0] * game.work_words), board, state,
    )  # fmt: skip
    return found, list(board), list(state)


@pytest.mark.parametrize("name", WRITTEN)
def test_set_ups_are_dealt_as_the_game_deals_them(name: str) -> None:
    game = registry.get(name)
    for number in range(10):
        seats, chosen = drawn(game, derive(number, "set-ups", name))
        description = describe(game, seats, seed=number, options=chosen)
        board, state = game.deal(description)
        assert taken(game, description) == (0, board.tolist(), state.tolist()), chosen


def test_set_ups_of_ones_own() -> None:
    zimbabwe, stone_age = registry.get("zimbabwe"), registry.get("stone_age")
    cells = ["S" + "." * 9 + "T", "W.S....CxID"] + ["." * 11] * 3
    own = {"game": "zimbabwe", "seats": 2, "cells": cells, "gods": ["gu", "dziva"], "stack": [1, 0]}
    smaller = {**describe(stone_age, 3, seed=1), "out": ["two-medicine", "draw-writing"], "stack": 3}
    for game, each in ((zimbabwe, own), (stone_age, smaller)):
        board, state = game.deal(each)
        assert taken(game, each) == (0, board.tolist(), state.tolist())


def changed(name: str, players: int, **entries: Any) -> tuple[Game, dict[str, Any]]:
    game = registry.get(name)
    return game, {key: value for key, value in {**describe(game, players, seed=3), **entries}.items() if value != "gone"}


WRONG = [
    (*changed("kuhn", 2, game="coin"), WRONG_GAME),
    (*changed("kuhn", 2, extra=1), WRONG_ENTRY),
    (*changed("kuhn", 2, seats="gone"), WRONG_SEATS),
    (*changed("ascending", 3, options={"budgets": 3}), WRONG_OPTION),
    (*changed("ascending", 3, options={"budget": 99}), WRONG_VALUE),
    (*changed("ascending", 3, options={"pay": "never"}), WRONG_VALUE),
    (*changed("ascending", 3, options=[1]), WRONG_OPTION),
    (*changed("zimbabwe", 3, tiles="gone"), WRONG_CONTENT),
    (*changed("zimbabwe", 3, tiles=[]), WRONG_CONTENT),
    (*changed("zimbabwe", 3, tiles=[[None, None, "B0"], [None, "A0", "B1"], ["C0", "D0", "E0"]]), WRONG_CONTENT),
    (*changed("zimbabwe", 3, tiles=[[None, None, "A0"], [None, "B0", "F1"], ["C0", "D0", "E0"]]), WRONG_CONTENT),
    (*changed("zimbabwe", 2, tiles="gone", cells=["SS."], gods=["gu"], stack=[0, 0]), WRONG_CONTENT + 3),
    (*changed("zimbabwe", 2, tiles="gone", cells=["S.."]), WRONG_CONTENT + 1),
    (*changed("zimbabwe", 2, tiles="gone", cells=["SSq"]), WRONG_CONTENT + 1),
    (*changed("zimbabwe", 2, tiles="gone", cells=["S" * 19]), WRONG_CONTENT + 1),
    (*changed("zimbabwe", 3, gods=["gu", "gu"]), WRONG_CONTENT + 2),
    (*changed("zimbabwe", 3, gods=["zeus"]), WRONG_CONTENT + 2),
    (*changed("zimbabwe", 3, stack=[0, 1]), WRONG_CONTENT + 3),
    (*changed("zimbabwe", 3, stack=[0, 1, 7]), WRONG_CONTENT + 3),
    (*changed("stone_age", 2, cards=["tool-art"] * 4), WRONG_CONTENT),
    (*changed("stone_age", 2, cards=["tool-art"]), WRONG_CONTENT),
    (*changed("stone_age", 2, buildings=["wwb", "wwb"]), WRONG_CONTENT + 1),
    (*changed("stone_age", 2, out=["sea"]), WRONG_CONTENT + 2),
    (*changed("stone_age", 2, stack=8), WRONG_CONTENT + 3),
    (*changed("godz", 2, deities=["boo", "boo"]), WRONG_CONTENT),
    (*changed("godz", 2, deities=["boo"]), WRONG_CONTENT),
    (*changed("godz", 2, figures={"path": {}}), WRONG_CONTENT + 1),
]


@pytest.mark.parametrize(("game", "description", "why"), WRONG, ids=lambda each: getattr(each, "name", None))
def test_what_the_game_refuses_is_refused(game: Game, description: dict[str, Any], why: int) -> None:
    seats = 3 if game.name == "ascending" else description.get("seats", 2)
    assert taken(game, description, seats)[0] == why
    if "figures" not in description and description.get("game") == game.name and "seats" in description and why >= WRONG_CONTENT:
        with pytest.raises(MutapaError):
            game.deal(description)


def test_seats_are_those_that_new_names() -> None:
    game = registry.get("ascending")
    assert taken(game, describe(game, 3), 2)[0] == WRONG_SEATS


@pytest.mark.parametrize("name", WRITTEN)
def test_whether_all_is_seen_is_said_by_a_word(name: str) -> None:
    game = registry.get(name)
    assert game.written is not None
    for number in range(6):
        seats, chosen = drawn(game, derive(number, "perfect", name))
        board, _ = game.deal(describe(game, seats, seed=number, options=chosen))
        hidden = game.written.hidden
        if game.perfect is not None:
            assert hidden >= 0
            assert bool(game.perfect(board)) == (board[hidden] == 0)
        else:
            assert hidden == -1
