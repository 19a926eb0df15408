"""What is said of a step is what the step does: numbers in explanations against the successors."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.zimbabwe.explain import EFFECTS, POWERS, explain
from mutapa.core.zimbabwe.figures import GODS, SPECIALISTS


def said_and_done(state: State, action: int) -> tuple[str, dict[str, int]]:
    """The explanation, and what the step changes for its mover."""
    after, seat = state.clone(), state.turn
    after.apply(action)
    before: Any = state.dump()
    now: Any = after.dump()
    changes = {name: now[name][seat] - before[name][seat] for name in ("cattle", "vr", "vp")}
    return explain(state.board, state.words, action), changes


def paid(said: str) -> int:
    """All cattle that a sentence says are paid now: the price, and hubs."""
    found = re.search(r"(\d+) cattle", said), re.search(r"(\d+) for (?:a hub|hubs)", said)
    return sum(int(each[1]) for each in found if each)


@pytest.mark.parametrize("seats", [2, 4])
def test_numbers_said_are_numbers_done(seats: int) -> None:
    chooser, looked = random.Random(seats), dict.fromkeys(("bid", "hire", "use", "god", "good", "from", "raise", "price"), 0)
    for seed in range(3):
        state = State.new("zimbabwe", seats, seed=seed, options={"round_cap": 14})
        while not state.is_over:
            actions = state.legal_actions
            for action in chooser.sample(actions, min(4, len(actions))):
                text = state.text(action)
                verb, words = text.split()[0], text.split()
                said, done = said_and_done(state, action)
                assert said.endswith(".")
                if verb in looked:
                    looked[verb] += 1
                if verb in ("hire", "good", "from") or (verb == "use" and words[1] in SPECIALISTS):
                    assert paid(said) == -done["cattle"], said
                if verb == "bid":
                    stock = re.search(r"(\d+) of them by Elegua", said)
                    assert int(words[1]) - (int(stock[1]) if stock else 0) == -done["cattle"], said
                if verb in ("god", "hire"):
                    change = re.search(r"requirement ([+-]\d+)", said)
                    assert change
                    assert int(change[1]) == done["vr"], said
                if verb == "at" and "VP" in said:
                    points = re.search(r"(\d+) VP", said)
                    assert points
                    assert int(points[1]) == done["vp"], said
            ends = [action for action in actions if state.text(action) != "end"]
            state.apply(chooser.choice(ends if ends and chooser.random() < 0.9 else actions))
    assert min(looked.values()) > 0, looked


def test_every_god_and_specialist_is_described() -> None:
    assert set(POWERS) == set(GODS)
    assert set(EFFECTS) == set(SPECIALISTS)
