"""The position in the terminal says what stands where and who has what."""

from __future__ import annotations

from rich.console import Console

from mutapa.core.state import State
from tests.core.stone_age.positions import Scene, scene_of


def shown(state: State) -> str:
    console = Console(width=130, no_color=True)
    with console.capture() as capture:
        console.print(state.game.picture(state.board, state.words))  # type: ignore[misc]
    return capture.get()


def row(text: str, begin: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(begin))


def test_places_cards_and_tiles() -> None:
    text = shown(scene_of(seats=3).play("place forest 3 / place forest 2 / place card 2 / place hut / place tools").state)
    names, there, free = text.splitlines()[1:4]
    assert names.split() == ["hunt", "forest", "clay", "quarry", "river", "tools", "hut", "field"]
    assert there.split() == ["A3", "B2", "B1", "A2"]
    assert free.replace(" free", "").split() == ["any", "-", "7", "7", "7", "-", "-", "-"]  # two of the village are taken
    assert free.index("7 free") == names.index("clay")
    assert "C1" in text
    assert text.index("tool-art") < text.index("food7-pottery")  # the dear space stands left
    assert "wwb (7)" in text
    assert "32" in text


def test_what_a_seat_has() -> None:
    s = scene_of().give(0, (1, 2, 3, 4), score=-5, food=7, track=6, tools=4, low=1, once=0b10, tiles=3, farmers=2)
    s.culture(0, "music", "music", "art").set("two_seat", 1)
    line = row(shown(s.state), "A 0 *")
    for part in ("start", "-5", "5/5", " 7 ", "1 1' 2 3!", "musicx2", "art", "farmer 2", "two of choice"):
        assert part in line


def test_a_blind_card_of_another_is_not_shown() -> None:
    s = scene_of().set("blind", 0, 10).set("blind_seat", 1)
    assert "blind food7-pottery" in shown(s.state)
    assert "blind ?" in shown(s.state.at(s.state.observe(1)))
    assert "blind food7-pottery" in shown(Scene(s.state.at(s.state.observe(0))).state)


def test_the_end_shows_final_points() -> None:
    s = scene_of().give(1, (3, 0, 0, 0), score=20).set("phase", 14)
    assert "20 -> 23" in row(shown(s.state), "B 1")
