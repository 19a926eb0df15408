"""Notation: every step's words mean that step again; what can't be read is said."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import AmbiguousError, IllegalError, InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.text import monuments, parse, phase, score, square_code, square_name, text
from tests.core.zimbabwe.positions import scene_of

SHAPES = re.compile(
    r"first SQ|pass|take|bid N|god WORD|hire herd N|hire WORD|use herd N|use SPECIALIST|use SQ|build|place WORD|prices|raise SQ"
    r"|done|end|at SQ( [hv])?|supply WORD|price WORD N|good WORD SQ|from WORD SQ".replace("SQ", r"[a-r](1[0-8]|[1-9])")
    .replace("SPECIALIST", "(shaman|rain|builder|nomads)").replace("WORD", "[a-z-]+").replace("N", r"\d+"))


def test_squares() -> None:
    assert [square_name(square_code(name)) for name in ("a1", "r1", "a18", "r18", "h7")] == ["a1", "r1", "a18", "r18", "h7"]
    assert sorted(map(square_code, ("b1", "a1", "a2", "r1", "a4", "a3"))) == [
        square_code(name) for name in ("a1", "b1", "r1", "a2", "a3", "a4")]  # row by row


@pytest.mark.parametrize("seed", range(4))
def test_words_and_steps_are_inverse_over_whole_games(seed: int) -> None:
    state = State.new("zimbabwe", 2 + seed, seed=seed, options={"round_cap": 15}, backend="object")
    rng, game = derive(seed, "text"), registry.get("zimbabwe")
    seen = set()
    while not state.is_over:
        legal = state.legal_actions
        texts = [text(state.board, state.words, action) for action in legal]
        assert len(set(texts)) == len(texts)
        for action, line in zip(legal, texts, strict=True):
            assert SHAPES.fullmatch(line), line
            assert parse(state.board, state.words, line) == action
        seen |= {line.split()[0] for line in texts}
        state.apply(int(state.engine.sample(state.board, state.scratch[0], state.words, rng)))
    assert len(seen) > 12
    assert game.phase(state.board, state.words) == "over"


@pytest.mark.parametrize(("line", "message"), [
    ("god elegwa", "no god 'elegwa'; did you mean 'elegua'?"),
    ("god", "'god' has 1 word; god takes 2"),
    ("hire herd", "'hire herd' has 2 words; hire takes 3"),
    ("hire herd 3", "the herd takes 2, 4 or 6 cattle"),
    ("hire heard 2", "no specialist 'heard'; did you mean 'herd'?"),
    ("hire", "a specialist is missing; known: shaman, rain"),
    ("place potters", "no craftsman 'potters'; did you mean 'potter'?"),
    ("at", "a square belongs after 'at'"),
    ("at c3 x", "h or v where the thing has two ways to lie"),
    ("price wood", "'price wood' has 2 words; price takes 3"),
    ("use q99", "no specialist or square 'q99'"),
    ("supply gold", "no resource 'gold'"),
    ("biuld", "no step 'biuld'; did you mean 'build'?"),
    ("build now", "'build now' has 2 words; build takes 1"),
])
def test_what_cannot_be_read_is_said_in_one_line(line: str, message: str) -> None:
    s = scene_of("....").cattle(9, 9)
    with pytest.raises(InvalidError, match=re.escape(message)):
        parse(s.state.board, s.state.words, line)
    with pytest.raises((InvalidError, IllegalError, AmbiguousError)) as error:
        s.play(line)
    assert "\n" not in str(error.value)


def test_a_line_is_played_whole_or_not_at_all(scene: Any) -> None:
    s = scene("....")
    before = s.state.words.tolist()
    with pytest.raises(IllegalError):
        s.play("god gu / build / at d9")
    assert s.state.words.tolist() == before


def test_phases_in_words(scene: Any) -> None:
    s = scene("T...", first=True)
    assert phase(s.state.board, s.state.words) == "seat 0, first monument"
    s.play("first a3 / first c3 / bid 1")
    assert phase(s.state.board, s.state.words) == "round 1, seat 0, auction at gift 1"
    s.play("pass / take / build")
    assert phase(s.state.board, s.state.words) == "round 1, seat 1, placing a monument"


def test_tables_and_facts(scene: Any) -> None:
    s = scene("T.....", "......", "......").cattle(7, 8).craftsman("wood b1 h", 1, 2).god(0, "gu").monument("b3", 0, 3)
    s.resource("f1", "ivory").rain("e3", "h").used("a1")
    rows = score(s.state.board, s.state.words)
    assert rows[0] == {"VP": 8, "VR": 20, "cattle": 7, "god": "gu", "monuments": 2}
    assert rows[1] == {"VP": 2, "VR": 23, "cattle": 8, "god": "", "monuments": 1}
    assert monuments(s.state.board, s.state.words)[0] == (square_code("b3"), 0, 3)
    facts = s.facts
    assert facts["craftsmen"] == [["b1", "wood", "h", 1]]
    assert (facts["added"], facts["rain"], facts["used"]) == ([["f1", "ivory"]], [["e3", "h"]], [["a1", 1]])
    assert facts["technologies"] == [[1, "wood", 0, 2]]
    assert (facts["phase"], facts["order"], facts["result"]) == ("turn", [0, 1], None)
