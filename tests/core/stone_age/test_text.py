"""Notation and its mistakes."""

from __future__ import annotations

import pytest

from mutapa.core.errors import IllegalError, InvalidError
from mutapa.core.state import State
from tests.core.stone_age.positions import scene_of


@pytest.mark.parametrize("line", [
    "place hunt 3", "place river 1", "place tools", "place hut", "place field", "place card 4", "place building 2",
    "use hunt", "use tools", "buy card 1", "buy building 2", "choose", "done", "add none", "add 1 1 2", "add once 2",
    "add 3 3 4 once 2 3 4", "pay gold", "take brick brick", "pick field", "pick wood", "starve", "roll 11", "dice 1 6",
    "turn 4of2", "turn 1to7", "draw ?", "draw two-medicine", "card dice-maker2",
])
def test_words_and_actions_go_both_ways(line: str) -> None:
    state = State.new("stone_age")
    assert state.game.text(state.board, state.words, state.game.parse(state.board, state.words, line)) == line


@pytest.mark.parametrize(("line", "said"), [
    ("place", "a place is missing"),
    ("place forrest 3", "did you mean 'forest'"),
    ("place forest", "takes 3"),
    ("place forest 11", "1 to 10"),
    ("place card 5", "did you mean 'card"),
    ("place tools 2", "takes 2"),
    ("use card 1", "are bought"),
    ("buy hunt", "are bought"),
    ("add", "right would be"),
    ("add 2 1", "right would be"),
    ("add once", "right would be"),
    ("add 1 1 1 1", "right would be"),
    ("add 5", "1 to 4"),
    ("pay clay", "no resource 'clay'"),
    ("take wood", "takes 3"),
    ("pick 3", "no die '3'"),
    ("dice 1 2 3", "takes 3"),
    ("card ?", "no card '?'"),
    ("plase hunt 1", "did you mean 'place'"),
])
def test_what_cant_be_read_says_why(line: str, said: str) -> None:
    state = State.new("stone_age")
    with pytest.raises(InvalidError) as error:
        state.game.parse(state.board, state.words, line)
    assert said in str(error.value)


def test_a_line_is_taken_whole_or_not_at_all() -> None:
    state = State.new("stone_age")
    with pytest.raises(IllegalError):
        state.apply("place forest 3 / place forest 3")
    assert state == State.new("stone_age")


def test_phases_in_words() -> None:
    s = scene_of()
    assert s.state.phase == "round 1, seat 0, placing people"
    s.on(0, forest=2, hunt=1).act().play("use forest")
    assert s.state.phase == "round 1, seat 0, a roll"
    s.give(0, tools=1).play("roll 7")
    assert s.state.phase == "round 1, seat 0, adding tools (7 rolled for wood)"
    paying = scene_of().give(0, (1, 1, 0, 0)).on(0, card_1=1).act().play("buy card 1")
    assert paying.state.phase == "round 1, seat 0, paying (card 1)"
    dice = scene_of(seats=3, cards=("dice-time", "tool-art", "field-time", "gold-shaman1")).give(0, (1,)).on(0, card_1=1).act()
    assert dice.play("buy card 1 / dice 1 3 3").state.phase == "round 1, seat 0, picking a die (1 3 3)"
    hungry = scene_of().give(0, (9,), food=0).set("phase", 6).set("left", 5)
    assert hungry.state.phase == "round 1, seat 0, feeding (5 short)"
    assert s.set("phase", 14).set("round", 9).state.phase == "over after round 9"


def test_rows_for_result_tables() -> None:
    s = scene_of().give(0, (1, 2, 0, 0), score=9, track=3, tools=4, tiles=2)
    rows = s.state.game.score(s.state.board, s.state.words)  # type: ignore[misc]
    assert rows[0] == {"points": 12, "scored": 9, "people": 5, "fields": 3, "tools": 4, "tiles": 2}
