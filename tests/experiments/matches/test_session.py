"""A game between a person and bots, without the terminal: what bots are told, and when."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core.errors import IllegalError, InvalidError
from mutapa.core.record import Record
from mutapa.core.state import describe
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.zimbabwe.game import GAME as ZIMBABWE
from mutapa.experiments.matches.session import PERSON, Session
from mutapa.search import bots
from mutapa.search.bots import Event, RandomBot


class Spy(RandomBot):
    """Plays at random and writes down all it is given."""

    name = "spy"

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.events: list[tuple[int, int, int]] = []
        self.seen: list[list[int]] = []

    def observe(self, n: int, event: Event) -> None:
        self.events.append((n, event.seat, event.action))
        self.seen.append(event.seen.tolist())

    def choose(self, seen: Any, budget: Any = None) -> int:
        self.seen.append(np.asarray(seen).tolist())
        return super().choose(seen, budget)


@pytest.fixture(autouse=True)
def _spies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "spy", Spy)


def session(game: Any, seats: int, seat: int = 0, seed: int = 3, **options: Any) -> Session:
    specs = [PERSON if at == seat else "spy" for at in range(seats)]
    return Session(game, describe(game, seats, seed=seed, options=options), specs, seed, "plain")


def finish(table: Session, seed: int = 0, undo: float = 0.0) -> None:
    """Play the person's part at random, taking back now and then."""
    chooser = random.Random(seed)
    while not table.state.is_over:
        if not table.mine:
            table.others()
        elif table.begun and chooser.random() < undo:
            table.undo()
        else:
            table.push(chooser.choice(table.state.legal_actions), len(table.state.legal_actions) > 1)


@pytest.mark.parametrize(("game", "seats"), [(KUHN, 2), (SEALED, 3)])
def test_bots_are_given_what_their_seat_sees(game: Any, seats: int) -> None:
    for seed in range(5):
        table = session(game, seats, seed=seed)
        finish(table)
        truths = [step.words for step in table.steps]
        for seat, bot in table.bots.items():
            assert isinstance(bot, Spy)
            allowed = [table.state.at(words).observe(seat).tolist() for words in truths]
            hidden = [words.tolist() for words, seen in zip(truths, allowed, strict=True) if words.tolist() != seen]
            assert bot.seen
            assert all(seen in allowed for seen in bot.seen)
            assert hidden
            assert not any(seen in hidden for seen in bot.seen)


def test_a_sealed_amount_reaches_nobody_before_it_is_shown() -> None:
    """The Great Zimbabwe at the table: neither bots nor the person see what others committed; all see what is shown."""
    table = session(ZIMBABWE, 3, seed=5, auction="sealed", round_cap=2)
    finish(table)
    for seat, bot in table.bots.items():
        assert isinstance(bot, Spy)
        allowed = [table.state.at(step.words).observe(seat).tolist() for step in table.steps]
        hidden = [step.words.tolist() for step, seen in zip(table.steps, allowed, strict=True) if step.words.tolist() != seen]
        assert all(seen in allowed for seen in bot.seen)
        assert hidden
        assert not any(seen in hidden for seen in bot.seen)
    said = [table.words(n) for n in range(len(table.steps))]
    committed = [(table.steps[n].seat, text) for n, text in enumerate(said) if text.startswith("seal")]
    assert len(committed) == 6
    assert all((text == "seal ?") == (seat != 0) for seat, text in committed)
    assert sum(text.startswith("reveal ") and "?" not in text for text in said) == 6


def test_the_person_is_shown_what_the_seat_sees() -> None:
    table = session(KUHN, 2)
    while not table.mine:
        table.others()
    mine = table.state.observe(0)
    assert np.array_equal(table.view().observe(0), mine)
    assert table.words(0).startswith("deal ")
    assert "?" not in table.words(0)
    assert table.words(1) == "deal ?"
    assert table.picture() == table.state.at(mine).picture()


def test_steps_taken_back_are_never_told() -> None:
    for seed in range(3):
        table = session(ZIMBABWE, 2, seed=seed, round_cap=3)
        finish(table, seed, undo=0.3)
        spy = table.bots[1]
        assert isinstance(spy, Spy)
        made = [(n, step.seat, step.action) for n, step in enumerate(table.steps)]
        assert spy.events == made[: len(spy.events)]  # told before each of its choices, so all but the end
        assert len(spy.events) > 10
        Record.from_bytes(table.record().to_bytes()).verify()


def test_undo_takes_back_one_choice_and_what_followed_by_itself() -> None:
    table = session(ZIMBABWE, 2, seed=4)
    while "choosing an action" not in table.state.phase or not table.mine:
        if table.mine:
            texts = table.state.legal_texts
            table.push(table.state.parse("pass" if "pass" in texts else texts[0]), len(texts) > 1)
        else:
            table.others()
    while table.begun:
        table.undo()
    words = [table.state.words.copy()]
    for line in ("build", None):
        table.push(table.state.parse(line) if line else table.state.legal_actions[0])
        words.append(table.state.words.copy())
    assert table.forced() is None
    for before in reversed(words[:-1]):
        assert table.undo() == 1
        assert np.array_equal(table.state.words, before)
    with pytest.raises(IllegalError, match="nothing yet in this turn"):
        table.undo()


def test_the_last_step_of_a_turn_waits_for_the_person() -> None:
    """A step without choice is made by itself, unless it ends a turn that could still be taken back."""
    table = session(ZIMBABWE, 2, seed=4, must_act="on")
    waited = 0
    chooser = random.Random(1)
    while not table.state.is_over and waited < 3:
        if not table.mine:
            table.others()
            continue
        only = table.forced()
        if only is not None:
            assert len(table.state.legal_actions) == 1
            after = table.state.clone()
            after.apply(only)
            assert after.turn == table.seat or not table.begun
            table.push(only, False)
            continue
        waited += len(table.state.legal_actions) == 1
        table.push(chooser.choice(table.state.legal_actions), len(table.state.legal_actions) > 1)
    assert waited


def test_nature_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """A game kept and taken up again has the same luck: it follows from the seed and from counts in the position."""
    whole = session(SEALED, 3)
    finish(whole)
    for cut in range(1, len(whole.steps)):
        part = session(SEALED, 3)
        for step in whole.steps[:cut]:
            part.push(step.action)
        again = Session.resume(part.record().save(tmp_path / "part.record"), "plain")
        assert again.state == part.state
        assert again.parts == [cut]
        for step in whole.steps[cut:]:
            if step.seat < 0:
                assert again.others() == step.seat
                assert again.steps[-1].action == step.action
            else:
                again.push(step.action)


def test_only_a_persons_game_is_taken_up(tmp_path: Path) -> None:
    table = session(ASCENDING, 2)
    record = table.record()
    record.bots = ["random", "random"]
    with pytest.raises(InvalidError, match="0 seats are a person's"):
        Session.resume(record.save(tmp_path / "other.record"), "plain")
    finish(table)
    with pytest.raises(InvalidError, match="over"):
        Session.resume(table.record().save(tmp_path / "over.record"), "plain")


def test_advice_is_given_from_what_the_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session(KUHN, 2)
    while not table.mine:
        table.others()
    answer = table.advise("spy")
    adviser = answer.bot
    assert answer.action in table.state.legal_actions
    assert answer.result is None
    assert isinstance(adviser, Spy)
    moments = [*(table.state.at(step.words) for step in table.steps), table.state]
    assert adviser.seen == [moment.observe(0).tolist() for moment in moments]
    before = table.state.words.copy()
    assert table.advise("uct:sims=30").result is not None
    assert np.array_equal(table.state.words, before)
