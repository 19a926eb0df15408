"""Deliberate rule faults, each one that some program of this game has had: the independent reference notices every one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mutapa.core.stone_age import apply, board, gains, layout, rounds, score, setup, toolbox
from tests.reference.differential import DifferenceError
from tests.reference.stone_age_differential import compare

GAMES = 40


def nothing(*_: Any) -> int:
    """A step left out."""
    return 0


def fresh_tool_is_turned(state: Any, seat: int) -> int:
    toolbox.grow(state, seat)
    if toolbox.high_unturned(state, seat) > 0:
        layout.set_high(state, seat, layout.high(state, seat) + 1)
    elif toolbox.low_unturned(state, seat) > 0:
        layout.set_low(state, seat, layout.low(state, seat) + 1)
    return 0


def on_the_board(word: int, value: int) -> Callable[..., Any]:
    made = setup._board

    def wrong(*arguments: Any) -> Any:
        words = made(*arguments)
        words[word] = value
        return words

    return wrong


def third_tile_scores_less(seats: int, options: Any) -> Any:
    words = MADE(seats, options)
    for kind, name in enumerate(setup.TILE_NAMES):
        words[board.TILE_POINTS + kind] -= name == "ssg"
    return words


MADE = setup._board


def sixth_face_is_food(table: Any, state: Any, seat: int, face: int) -> int:
    return int(layout.add_food(state, seat, 1) if face == 6 else gains.gain_face(table, state, seat, face))


def one_set_only(table: Any, state: Any, seat: int) -> int:
    owned = {i // 2 for i in range(16) if layout.culture(state, i) == seat + 1}
    return len(owned) ** 2


def track_is_clamped(state: Any, seat: int) -> int:
    return int(min(layout.track(state, seat), layout.people(state, seat)))


def cards_stay(state: Any) -> int:
    return sum(layout.cards(state, i) > 0 for i in range(4))


def other_way_round(table: Any, seat: int) -> int:
    return int((seat - 1) % table[board.SEAT_COUNT])


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "a fresh tool is turned": (apply, "grow", fresh_tool_is_turned),
    "the third village place stays open": (setup, "_board", on_the_board(board.VILLAGE, 3)),
    "everybody may stand on a resource place": (setup, "_board", on_the_board(board.CROWD, 4)),
    "a tile's points are wrong": (setup, "_board", third_tile_scores_less),
    "the sixth face is a food": (apply, "gain_face", sixth_face_is_food),
    "tools for one use are kept": (toolbox, "set_once", nothing),
    "hunger costs one point": (apply, "HUNGER", 1),
    "a second set of symbols counts nothing": (score, "culture_points", one_set_only),
    "food above the people is lost": (rounds, "track", track_is_clamped),
    "cards don't slide": (rounds, "slide", cards_stay),
    "the start player stays": (rounds, "set_start", nothing),
    "tools are not turned back": (rounds, "set_low", nothing),
    "dice are picked the other way round": (apply, "after", other_way_round),
    "a roll of gold is shared by five": (gains, "SHARES", gains.SHARES - (gains.SHARES >> 40 << 40) + (205 << 40)),
    "the hut adds nobody": (apply, "set_people", nothing),
}


def first_difference() -> str:
    """What the reference says against the engine over some games, "" if nothing."""
    for n in range(GAMES):
        try:
            compare(5000 + n, 2 + n % 3, n % 2 == 1, {"round_cap": 15}, backend="plain")
        except DifferenceError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    module, attribute, wrong = FAULTS[name]
    monkeypatch.setattr(module, attribute, wrong)
    assert first_difference()


@pytest.mark.slow
def test_without_a_fault_nothing_is_noticed() -> None:
    assert first_difference() == ""
