"""Stones in a row: lines, dropped stones, and the values of both games by backward induction."""

from __future__ import annotations

import pytest

from mutapa.core.errors import MutapaError
from mutapa.core.state import State
from mutapa.core.toys.tictactoe.game import GAME
from mutapa.core.toys.tictactoe.setup import lines
from tests.core.toys.solver import solve


def new(rule: str) -> State:
    return State.new(GAME, options={"rule": rule}, backend="plain")


def test_lines() -> None:
    assert len(set(lines(3))) == 8
    assert len(set(lines(4))) == 24
    assert all(mask.bit_count() == 3 for mask in lines(4))


@pytest.mark.parametrize(
    ("rule", "line", "ranks"),
    [
        ("tictactoe", "a1 / b1 / a2 / b2 / a3", (1, 2)),
        ("tictactoe", "a2 / a1 / b1 / b2 / a3 / c3", (2, 1)),
        ("tictactoe", "a1 / b1 / c1 / a2 / c2 / b2 / a3 / c3 / b3", (1, 1)),
        ("connect3", "a / b / a / b / a", (1, 2)),
        ("connect3", "a / b / b / c / a / c / c", (1, 2)),  # a diagonal upwards
        ("connect3", "d / c / c / b / d / b / b", (1, 2)),
    ],
)
def test_games(rule: str, line: str, ranks: tuple[int, int]) -> None:
    state = new(rule)
    state.apply(line)
    assert state.outcome is not None
    assert tuple(state.outcome.ranks) == ranks
    assert sum(state.outcome.margins) == 0


def test_stones_drop_to_the_lowest_empty_cell() -> None:
    state = new("connect3")
    state.apply("b / b / b / b")
    first, second = state.dump()["stones"]
    assert (first, second) == (1 << 13 | 1 << 5, 1 << 9 | 1 << 1)
    assert [state.text(action) for action in state.legal_actions] == ["a", "c", "d"]
    with pytest.raises(MutapaError, match="b"):
        state.apply("b")


def test_words_that_are_no_place() -> None:
    for rule, words, said in (("tictactoe", "d1", "squares run from a1 to c3"), ("connect3", "e", "columns run from a to d")):
        with pytest.raises(MutapaError, match=said):
            GAME.parse(new(rule).board, new(rule).words, words)


def test_tic_tac_toe_is_a_draw() -> None:
    """5478 positions can be reached: a known figure."""
    values = solve(new("tictactoe"))
    assert len(values) == 5478
    assert values[tuple(new("tictactoe").words.tolist())] == 0
