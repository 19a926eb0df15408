"""The Python face of a position: it moves, it answers, and it refuses what is wrong by one clear line."""

from __future__ import annotations

import msgpack
import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.game import CHANCE, OVER
from mutapa.core.state import AmbiguousError, IllegalError, InvalidError, MutapaError, State
from mutapa.core.streams import derive
from tests.core.tinygame import TINY


def dealt(seats: int = 2, seed: int = 1, **options: object) -> State:
    state = State.new(TINY, seats, seed=seed, options=options)
    while state.is_chance:
        state.draw(derive(seed, "luck"))
    return state


def test_a_game_runs_from_deal_to_outcome() -> None:
    state = State.new(TINY, 2, seed=3)
    assert state.turn == CHANCE
    assert state.legal_actions == []
    assert state.chances == [(11, 1), (12, 1), (13, 1)]
    assert state.apply("draw 3 / draw 1") == [13, 11]
    assert state.turn == 0
    assert state.legal_texts == ["keep", "add 1", "add 2"]
    assert state.apply("keep") == [0]
    assert state.outcome is None
    state.apply(2)
    assert (state.turn, state.is_over) == (OVER, True)
    assert state.outcome == ((1, 1), (3, 3), False)
    assert state.outcome.winners == (0, 1)


def test_clones_stay_as_they_were() -> None:
    state = dealt()
    earlier = []
    while not state.is_over:
        earlier.append((state.clone(), state.to_bytes()))
        state.apply(state.legal_actions[-1])
    assert all(clone.to_bytes() == data for clone, data in earlier)
    assert len({data for _, data in earlier}) == len(earlier)


def test_what_a_seat_sees_lacks_what_is_hidden() -> None:
    state = State.new(TINY, 2)
    state.apply("draw 3 / draw 2")
    assert state.dump()["card"] == [3, 2, 0, 0]
    assert state.dump(0)["card"] == [3, 0, 0, 0]
    assert TINY.layout.read(state.observe(1), "card") == [0, 2, 0, 0]


def test_a_line_is_taken_whole_or_not_at_all() -> None:
    state = dealt()
    before = state.to_bytes()
    with pytest.raises(IllegalError, match="game is over"):
        state.apply("keep / add 1 / keep")
    assert state.to_bytes() == before
    assert state.apply("KEEP /  add   1") == [0, 1]


def test_words_that_fit_one_step_or_several_or_none() -> None:
    state = dealt(poor="on")
    assert state.parse("add") == 1
    wide = dealt()
    with pytest.raises(AmbiguousError, match="'add' fits 2 steps: 'add 1', 'add 2'"):
        wide.parse("add")
    with pytest.raises(IllegalError, match="did you mean 'add 1'"):
        state.parse("add 2")
    with pytest.raises(InvalidError, match="is no step"):
        state.parse("fly away")
    with pytest.raises(InvalidError, match="a step is empty"):
        state.apply("keep //")


@pytest.mark.parametrize("wrong", [True, None, 1.0, [1]])
def test_what_is_no_action_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidError, match="is no action"):
        dealt().apply(wrong)  # type: ignore[arg-type]


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = dealt()
    before = state.to_bytes()
    with pytest.raises(IllegalError, match=r"action 7 is not among the 3 legal ones, 0 \(keep\)"):
        state.apply(7)
    assert state.to_bytes() == before


@pytest.mark.parametrize(
    ("seats", "said"), [(1, "1 seats; tiny takes 2 to 4"), (5, "2 to 4"), ("3", "'3' seats"), (True, "True seats")]
)
def test_player_counts_outside_the_game_are_refused(seats: object, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        State.new(TINY, seats)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"por": "on"}, "no option of tiny 'por'; did you mean 'poor'"),
        ({"poor": "onn"}, "option poor is 'onn'; it takes one of off, on; did you mean 'on'"),
        ({"cap": 10}, "option cap is 10; it takes a number from 0 to 9"),
        ({"cap": "x"}, "option cap is 'x'"),
        ({"cap": 1.5}, "option cap is 1.5"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        State.new(TINY, 2, options=options)


def test_options_may_come_as_text_or_as_yaml_reads_them() -> None:
    assert State.new(TINY, options={"poor": "ON", "cap": "7"}).description["options"] == {"poor": "on", "cap": 7}
    assert State.new(TINY, options={"poor": True}).description["options"]["poor"] == "on"


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ([], "set-up: a list stands where an object"),
        ({"seats": 2}, "no 'game'"),
        ({"game": "tinny", "seats": 2}, "one of 'tinny', not of 'tiny'"),
        ({"game": "tiny"}, "no 'seats'; "),
        ({"game": "tiny", "seats": 2, "options": []}, "options are a list"),
        ({"game": "tiny", "seats": 2, "first": "no"}, "'first' must be a number"),
    ],
)
def test_set_ups_that_are_wrong_are_refused(description: object, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        State.from_setup(description, game=TINY)  # type: ignore[arg-type]


def test_bytes_hold_the_whole_position() -> None:
    state = dealt(3, poor="on")
    state.apply("add 1")
    twin = State.from_bytes(state.to_bytes(), game=TINY)
    assert twin == state
    assert twin.to_bytes() == state.to_bytes()
    twin.apply("keep")
    assert twin != state


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda parts: parts[:0], "no packed state"),
        (lambda parts: ["mutapa-state-9", *parts[1:]], "format 'mutapa-state-9'"),
        (lambda parts: [*parts[:2], 2, *parts[3:]], "rules 2"),
        (lambda parts: [*parts[:3], "0", *parts[4:]], "layout 0"),
        (lambda parts: [*parts[:5], [1 << 60]], "words of 54 bits"),
        (lambda parts: [*parts[:5], []], "words of 54 bits"),
        (lambda parts: [*parts[:5], [True]], "words of 54 bits"),
    ],
)
def test_bytes_of_another_kind_are_refused(change: object, said: str) -> None:
    parts = msgpack.unpackb(dealt().to_bytes())
    with pytest.raises(InvalidError, match=said):
        State.from_bytes(msgpack.packb(change(parts)), game=TINY)  # type: ignore[operator]


def test_truncated_bytes_are_refused() -> None:
    data = dealt().to_bytes()
    for n in range(len(data)):
        with pytest.raises(InvalidError):
            State.from_bytes(data[:n], game=TINY)


def test_an_overflow_in_the_state_is_raised_and_undone() -> None:
    def leap(board, work, state, action):  # type: ignore[no-untyped-def]
        TINY.layout.setter("error")(state, 1)
        return 0

    game = TINY.__class__(**{**TINY.__dict__, "name": "leaping", "rules": TINY.rules._replace(apply=leap)})
    state = State.new(game, 2)
    before = state.words.copy()
    with pytest.raises(MutapaError, match="the game is void"):
        state.draw(derive(1))
    assert np.array_equal(state.words, before)


def test_seats_outside_the_game_see_nothing() -> None:
    with pytest.raises(InvalidError, match="2 is no seat; seats run from 0 to 1"):
        dealt().observe(2)


def test_the_board_can_t_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        dealt().board[0] = 5


def test_a_game_nobody_knows_gets_the_nearest_name() -> None:
    with pytest.raises(InvalidError, match="no game 'zimbawe'; did you mean 'zimbabwe'"):
        registry.get("zimbawe")
