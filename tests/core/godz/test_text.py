"""Notation and its mistakes; phases in words; the picture."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from mutapa.core import conform
from mutapa.core.errors import IllegalError, InvalidError
from mutapa.core.godz.figures import MIRACLES
from mutapa.core.godz.text import VERBS
from mutapa.core.streams import derive
from tests.core.godz.positions import scene_of


@pytest.mark.parametrize(("line", "said"), [
    ("mov 1,1 e", "did you mean 'move'"),
    ("move 1,1", "takes 3"),
    ("move 1,1 north", "no direction 'north'"),
    ("move 9,9 e", "no tile lies there"),
    ("move a1 e", "hexes are named like"),
    ("move 99,0 e", "hexes are named like"),
    ("war 1,1 bau", "no deity in this game"),
    ("glory 7", "no Glory tile '7'"),
    ("step e 3", "length of a push"),
    ("tile war 5", "value of a war tile"),
    ("tile lava", "no tile 'lava'"),
    ("inside 7", "number of Believers"),
    ("icon 1,1 food", "there are no icons on 1,1"),
    ("home 9,9 e", "touches no tile"),
    ("believers now", "takes 1"),
    ("telekinesis 1,1", "takes 1"),
])
def test_what_cant_be_read_says_why(line: str, said: str) -> None:
    state = scene_of().state
    with pytest.raises(InvalidError) as error:
        state.game.parse(state.board, state.words, line)
    assert said in str(error.value)


def test_a_line_is_taken_whole_or_not_at_all() -> None:
    s = scene_of()
    before = s.state.words.copy()
    with pytest.raises(IllegalError):
        s.play("believers / march / march")
    assert (s.state.words == before).all()


def test_phases_in_words() -> None:
    s = scene_of()
    assert s.state.phase == "round 1, seat 0, start of a turn"
    assert s.copy().play("believers").state.phase == "round 1, seat 0, Believers"
    cast = s.copy().miracles("boo").play("telekinesis")
    assert cast.state.phase == "round 1, seat 0, telekinesis: whom"
    icon = s.copy().put("boo", "0,0").skip("boo")
    assert icon.state.phase == "round 1, seat 0, taking icons (0,0)"
    assert s.copy().set("phase", 18).state.phase == "over"


def test_every_word_is_used_in_play() -> None:
    """Over random games all but the rare verbs of the notation come up, and each text is read back."""
    seen = set()
    for n in range(6):
        state = scene_of("boo", "glu", "bau", "tud", "fiu", enter_village="on", round_cap=40).state
        for at, action in conform.play(state, derive(n, "words")):
            text = at.text(action)
            seen.add(text.split()[0])
            assert at.game.parse(at.board, at.words, text) == action
    rare = {"deity", "home", "enter", "prophet", "siege", "war", "stomp", "lose", "life", "dead", *MIRACLES}
    assert set(VERBS) - seen <= rare


def drawn(s: Any, width: int = 150) -> str:
    """The picture as plain text."""
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(s.state.picture())
    return console.export_text()


def test_the_picture_shows_what_stands_where() -> None:
    s = scene_of("boo", "glu", "bau").tile("4,0", "s2").chasm("0,1").put("boo", "1,1", "1,1").put("glu", "1,1")
    s.village("glu", "7", "-1,0").put("glu", "in7", "1,1").avatar("bau", "3,1", 1).icon(0, 0, "boo")
    s.put("boo", "0,0", "1,1", "1,1")
    rows = drawn(s).splitlines()
    ground = {r: next(i for i, line in enumerate(rows) if line.startswith(f"r {r:>3}")) for r in (0, 1)}
    assert "swamp 1 " in rows[ground[1]] + " "
    assert "o2 g1" in rows[ground[1] + 1]
    assert "a_" in rows[ground[1] + 1]
    assert "#### 0" in rows[ground[1]]
    assert "() 0 *o" in rows[ground[0]]
    assert "s2 4" in rows[ground[0]]
    assert "gV7+1" in rows[ground[0] + 1]
    column = rows[ground[1]].index("swamp 1")
    assert rows[ground[1] + 1].index("o2 g1") == column  # pieces stand below their hex
    assert rows[ground[0]].index("forest 1") == column - 5  # a row is shifted by half a hex
    assert any(line.split()[:3] == ["0", "*", "o"] for line in rows)


def test_the_picture_at_the_end_tells_the_points() -> None:
    s = scene_of().tiles("boo", glory=(4,)).set("phase", 18)
    rows = [line.split() for line in drawn(s).splitlines()]
    assert next(row for row in rows if row[:2] == ["0", "o"])[-1] == str(s["final"][0])
