"""What is said of a step is what the step does: numbers in explanations against the successors."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from mutapa.core import conform
from mutapa.core.godz.explain import MIRACLES, explain
from mutapa.core.godz.figures import MIRACLES as NAMES
from mutapa.core.streams import derive
from tests.core.godz.positions import Scene, scene_of

FIVE = ("boo", "glu", "bau", "tud", "fiu")


def first(pattern: str, said: str) -> int:
    """The number in a sentence."""
    found = re.search(pattern, said)
    assert found, said
    return int(found[1])


def check(s: Scene, text: str) -> None:
    """The numbers of one sentence, against the position before and after."""
    said = explain(s.state.board, s.state.words, s.state.parse(text))
    assert said.endswith(".")
    assert "\n" not in said
    seat, verb = s["mover"], text.split()[0]
    before, after = s["seats"][seat], s.copy().play(text)["seats"][seat]
    if verb == "glory" and text != "glory none":
        assert first(r"^(\d+) points", said) == after["glory"] - before["glory"]
        assert first(r"square number (\d+)", said) == after["tiles"] + after["wars"]
    if verb in NAMES:
        assert first(r"(\d+) left", said) == before["levels"][2] - first(r"Costs (\d)", said)
    if verb == "village":
        cost, bonus = first(r"Village (\d)", said), first(r"up to (\d)", said)
        new = s.copy().play(text)
        assert new["villages"][text.split()[1]] == [before["deity"], cost]
        if new["phase"] == "inside":
            assert before["levels"][3] - after["levels"][3] == max(0, cost - bonus)
    if verb in ("march", "walk"):
        assert first(r"(\d) movement points?", said) == before["levels"][1]
    if verb in ("believers", "build", "avatar"):
        assert first(r"Column (\d)", said) == before["column"] + 1


@pytest.mark.parametrize("seed", range(3))
def test_numbers_said_are_numbers_done(seed: int) -> None:
    said: Counter[str] = Counter()
    state = scene_of(*FIVE[: 3 + seed], round_cap=30).state
    for k, (at, action) in enumerate(conform.play(state, derive(seed, "explain"))):
        if at.turn >= 0 and k % 2 == 0:
            check(Scene(at.clone()), at.text(action))
            said[at.text(action).split()[0]] += 1
    assert len(said) > 15


def test_miracles_are_all_explained() -> None:
    assert len(MIRACLES) == len(NAMES)
    for deity in FIVE:
        s: Any = scene_of(deity, "glu" if deity != "glu" else "boo").put(deity, "1,0", "0,1", "-1,0").miracles(deity)
        for name in s.castable():
            check(s, name)


def test_pushes_are_told_apart_from_steps() -> None:
    s = scene_of("tud", "glu").avatar("glu", "1,1").levels("tud", food=1).turn("tud").play("avatar / walk")
    said = {text: explain(s.state.board, s.state.words, s.state.parse(text)) for text in s.legal}
    assert "pushed one hex" in said["step w"]
    assert "pushed two hexes" in said["step w 2"]
    assert said["step e"] == "The Avatar goes to the next hex."
