"""What all notations share: squares, lines, meant steps."""

from __future__ import annotations

import pytest

from mutapa.core import notation
from mutapa.core.errors import AmbiguousError, IllegalError, InvalidError, nearest


@pytest.mark.parametrize(("width", "height"), [(12, 12), (18, 18), (18, 12), (26, 99)])
def test_squares_read_back(width: int, height: int) -> None:
    names = [notation.square(cell, width) for cell in range(width * height)]
    assert len(set(names)) == width * height
    assert [notation.cell(name, width, height) for name in names] == list(range(width * height))
    assert names[0] == "a1"


@pytest.mark.parametrize("name", ["", "a", "a0", "a01", "s1", "a19", "A1", "1a", "a1 ", "aa1", "a¹", "a１"])
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(InvalidError, match="squares run from a1 to r18"):
        notation.cell(name, 18, 18)


@pytest.mark.parametrize("word", ["", "-1", "6", "x", "1.0", "٣", "9" * 30])
def test_numbers_have_limits(word: str) -> None:
    with pytest.raises(InvalidError, match="a number from 0 to 5"):
        notation.number(word, "gift", 0, 5)
    assert notation.number("5", "gift", 0, 5) == 5


def test_lines_hold_steps() -> None:
    line = notation.join(["raise f7", "good potter g9"])
    assert line == "raise f7 / good potter g9"
    assert notation.steps(line) == ["raise f7", "good potter g9"]
    assert notation.steps(" RAISE   f7/good potter g9 ") == ["raise f7", "good potter g9"]
    for wrong in ("", " ", "/", "a /", "a // b", "a" * 5000):
        with pytest.raises(InvalidError):
            notation.steps(wrong)


def test_words_match_one_legal_step() -> None:
    legal = ["at f7 h", "at f7 v", "at g9", "done"]
    assert notation.match("done", legal) == 3
    assert notation.match("at g9", legal) == 2
    assert notation.match("do", [*legal, "do"]) == 4
    with pytest.raises(AmbiguousError, match="'at f7' fits 2 steps"):
        notation.match("at f7", legal)
    with pytest.raises(IllegalError, match="did you mean 'at g9'"):
        notation.match("at g8", legal)
    with pytest.raises(IllegalError):
        notation.match("do", legal)  # whole words only


def test_nearest_names() -> None:
    assert nearest("Elegwa", ["elegua", "eshu"]) == "did you mean 'elegua'?"
    assert nearest("zzz", ["elegua", "eshu"]) == "known: elegua, eshu"
    assert nearest("zzz", ["eshu"]) == "the only one is 'eshu'"
    assert nearest("zzz", []) == "there is none"
