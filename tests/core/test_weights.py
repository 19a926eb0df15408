"""Named weights: where they stand, what is refused, and that they reach the bot that was given them."""

from __future__ import annotations

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.weights import MOST, Weights

GAMES = [name for name in registry.names() if registry.get(name).weights is not None]


@pytest.fixture
def weights() -> Weights:
    found = Weights(first=3)
    assert found.add("wood", 34, "a wood") == 3
    assert found.add("pace", 5, "rounds", least=1) == 4
    return found


def test_weights_stand_where_they_were_declared(weights: Weights) -> None:
    board = [9] * 6
    weights.fill(board, {"pace": 7})
    assert board == [9, 9, 9, 34, 7, 9]
    assert list(weights) == ["wood", "pace"]
    assert weights["pace"].default == 5


@pytest.mark.parametrize(("given", "said"), [
    ({"wod": 1}, "no weight 'wod'; did you mean 'wood'?"),
    ({"pace": 0}, f"pace is 0; right would be a whole number, 1 to {MOST}"),
    ({"wood": 1.5}, "wood is 1.5; right would be a whole number"),
    ({"wood": True}, "wood is True; right would be a whole number"),
    ({"pace": 3, "wood": MOST + 1}, f"wood is {MOST + 1}; right would be"),
])
def test_what_is_no_weight_is_refused_and_nothing_written(weights: Weights, given: dict[str, object], said: str) -> None:
    board = [0] * 5
    with pytest.raises(InvalidError, match=r"mine\.yaml: ") as error:
        weights.fill(board, given, "mine.yaml")
    assert said in str(error.value)
    assert board == [0] * 5


def test_no_name_twice(weights: Weights) -> None:
    with pytest.raises(ValueError, match="wood is declared twice"):
        weights.add("wood", 1, "")


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_has_the_defaults_in_words_of_their_own(name: str) -> None:
    game = registry.get(name)
    weights = game.weights
    assert weights is not None
    assert weights.first + len(weights) <= game.board_words
    for seats in range(game.seats[0], game.seats[1] + 1):
        board = State.new(game, seats=seats, backend="plain").board
        assert [int(board[weights[each].at]) for each in weights] == [weights[each].default for each in weights]
    for each in weights:
        assert weights[each].least <= weights[each].default <= weights[each].most
        assert weights[each].doc
