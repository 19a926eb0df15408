"""Asking a bot about a position in one call."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core.errors import IllegalError, InvalidError
from mutapa.core.state import State
from mutapa.search.ask import ask, for_the_win
from mutapa.search.bots import make


def test_an_answer_is_a_step_of_the_seat_to_move_and_changes_nothing() -> None:
    state = State.new("ascending", seats=3, options={"budget": 9})
    state.apply(state.legal_actions[1])
    words = state.words.copy()
    answer = ask(state, "uct:sims=60", seed=4)
    assert answer.action in state.legal_actions
    assert answer.text == state.text(answer.action)
    assert answer.result is not None
    assert answer.result.backend == "object"
    assert answer.bot.seat == state.turn == 1
    assert np.array_equal(state.words, words)
    again = ask(state, "uct:sims=60", seed=4, backend="plain").result
    assert again is not None
    assert again.rows == answer.result.rows
    other = ask(state, "uct:sims=60", seed=5).result
    assert other is not None
    assert other.rows != answer.result.rows


def test_only_what_the_seat_sees_counts() -> None:
    state = State.new("kuhn", seats=2)
    state.apply("deal k / deal j")
    twin = State.new("kuhn", seats=2)
    twin.apply("deal k / deal q")
    found = [ask(each, "uct:sims=40", backend="plain").result for each in (state, twin)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].rows == found[1].rows


def test_bots_that_don_t_search_answer_too() -> None:
    answer = ask(State.new("ascending", seats=2), "random", backend="plain")
    assert answer.result is None


def test_where_nobody_moves_there_is_nothing_to_ask() -> None:
    with pytest.raises(IllegalError, match="no seat is to move"):
        ask(State.new("kuhn", seats=2))
    with pytest.raises(InvalidError, match="did you mean 'uct'"):
        ask(State.new("ascending", seats=2), "utc")


@pytest.mark.parametrize(
    ("spec", "right"), [("uct", True), ("uct:place=1", False), ("uct:win=0,points=1", False), ("random", False)]
)
def test_whether_a_bot_plays_for_the_win_alone(spec: str, right: bool) -> None:
    assert for_the_win(make(spec)) is right
