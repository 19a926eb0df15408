"""Steps listed, found and completed: for random positions of every game nothing is lost and nothing is guessed."""

from __future__ import annotations

import random
import re

import pytest

from mutapa.core import registry
from mutapa.core.errors import AmbiguousError, IllegalError, MutapaError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.matches import choices


def positions(name: str, games: int, most: int) -> list[State]:
    """Positions of random games in which a seat is to move."""
    found, chooser = [], random.Random(7)
    for seed in range(games):
        state = State.new(name, seed=seed)
        for _ in range(most):
            if state.is_over:
                break
            if state.is_chance:
                state.draw(derive(seed, "luck"))
                continue
            found.append(state.clone())
            state.apply(chooser.choice(state.legal_actions))
    return found


def undrawn(rest: str) -> set[str]:
    """What a list drawn together by `squares` or `runs` stands for."""
    names = set()
    for part in rest.split():
        first, _, last = part.partition("-")
        if re.fullmatch(r"[a-z]\d+", first):
            names |= {f"{chr(letter)}{first[1:]}" for letter in range(ord(first[0]), ord((last or first)[0]) + 1)}
        else:
            names |= {str(number) for number in range(int(first), int(last or first) + 1)}
    return names


def test_squares_and_numbers_drawn_together_lose_nothing() -> None:
    chooser = random.Random(1)
    for _ in range(200):
        names = {f"{chr(ord('a') + chooser.randrange(18))}{chooser.randrange(1, 19)}" for _ in range(chooser.randrange(1, 200))}
        assert undrawn(choices.squares(names)) == names
        numbers = {str(chooser.randrange(40)) for _ in range(chooser.randrange(1, 30))}
        assert undrawn(choices.runs(numbers)) == numbers


@pytest.mark.parametrize("name", registry.names())
def test_lists_count_every_step(name: str) -> None:
    for state in positions(name, 3, 60):
        texts = state.legal_texts
        rows = choices.grouped(texts)
        assert sum(count for _, count, _ in rows) == len(texts)
        assert [verb for verb, _, _ in rows] == list(dict.fromkeys(text.split()[0] for text in texts))
        for verb, count, rest in rows:
            if count > 1 and all(re.fullmatch(rf"{verb} [a-z]\d+|{verb} \d+", text) for text in texts if text.split()[0] == verb):
                assert undrawn(rest) == {text.split()[1] for text in texts if text.split()[0] == verb}


@pytest.mark.parametrize("name", registry.names())
def test_words_mean_what_they_say_and_beginnings_one_thing_only(name: str) -> None:
    shorter = 0
    for state in positions(name, 3, 60)[::4]:
        actions = state.legal_actions
        texts = dict(zip(actions, state.legal_texts, strict=True))
        for action in random.Random(len(actions)).sample(actions, min(12, len(actions))):
            assert choices.read(state, texts[action]) == action
            short = " ".join(word[:2] if word.isalpha() else word for word in texts[action].split())
            fits = [other for other in actions if choices.begins(short.split(), texts[other].split())]
            assert action in fits
            try:
                assert choices.read(state, short) == action or short in texts.values()
                shorter += 1
            except AmbiguousError:
                assert len(fits) > 1
            except MutapaError:
                pytest.fail(f"{short!r} of {texts[action]!r} was not understood")
    assert shorter


def test_a_beginning_that_leads_nowhere_is_told_from_an_unknown_word() -> None:
    state = State.new("zimbabwe", 3, seed=7)
    with pytest.raises(IllegalError, match="'f r18': no step on offer begins so; with 'f' begin 'first "):
        choices.read(state, "f r18")
    with pytest.raises(MutapaError, match="no step 'zzz'"):
        choices.read(state, "zzz r18")


def test_a_square_is_no_beginning_of_another() -> None:
    assert not choices.begins(["at", "f1"], ["at", "f10"])
    assert not choices.begins(["bid", "1"], ["bid", "12"])
    assert choices.begins(["p", "w"], ["price", "wood", "2"])


def test_a_line_is_read_whole_and_nothing_is_played() -> None:
    state = State.new("zimbabwe", seed=4)
    words = state.words.copy()
    first = state.legal_texts[0]
    with pytest.raises(IllegalError, match=r"step 2 of 2: .* comes after the end of your turn"):
        choices.read_line(state, f"{first} / {state.legal_texts[1]}")
    assert choices.read_line(state, first) == [state.legal_actions[0]]
    assert (state.words == words).all()


@pytest.mark.parametrize("name", registry.names())
def test_every_step_can_be_typed_by_completions(name: str) -> None:
    """Going from word to word by what completion offers reaches each step on offer, and no others."""
    for state in positions(name, 2, 40)[::5]:
        texts = set(random.Random(1).sample(state.legal_texts, min(25, len(state.legal_texts))))
        for text in texts:
            typed = ""
            for word in text.split():
                assert word in choices.completions(state, typed), (text, typed)
                assert choices.completions(state, typed + word[:1])
                typed += word + " "
        assert set(choices.completions(state, "")) == {text.split()[0] for text in state.legal_texts}
        assert choices.completions(state, "zzz") == []


def test_commands_are_completed_at_the_start_only() -> None:
    state = State.new("ascending", seed=1)
    assert choices.completions(state, "h", ["hint"]) == ["hint"]
    assert choices.completions(state, "pass h", ["hint"]) == []


def test_completion_goes_on_after_a_step() -> None:
    state = State.new("zimbabwe", seed=4)
    while "choosing an action" not in state.phase:
        state.apply("pass" if "pass" in state.legal_texts else state.legal_texts[0])
    assert choices.completions(state, "build / a") == ["at"]
    after = state.clone()
    after.apply("build")
    assert set(choices.completions(state, "build / at ")) == {text.split()[1] for text in after.legal_texts}


def test_what_follows_is_said_in_figures() -> None:
    state = State.new("zimbabwe", seed=4)
    text, meant, follows = choices.explained(state, state.legal_actions[0])
    assert text == state.legal_texts[0]
    assert "1 VP" in meant
    assert follows == "seat 1: VP 0 > 1, monuments 0 > 1; then seat 0, first monument"
