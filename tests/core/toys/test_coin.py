"""The hidden coin: who sees it, what is paid, and that worlds agree with what was seen."""

from __future__ import annotations

from collections import Counter

import pytest

from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.coin.game import GAME

KNOWS = {"fusion": (False, False), "rival_knows": (False, True), "leak": (True, False)}


def new(rule: str, line: str = "") -> State:
    state = State.new(GAME, options={"rule": rule}, backend="plain")
    if line:
        state.apply(line)
    return state


@pytest.mark.parametrize(
    ("rule", "line", "points"),
    [
        ("fusion", "toss heads / stay", 10),
        ("fusion", "toss heads / go / heads", 20),
        ("fusion", "toss heads / go / tails", -20),
        ("rival_knows", "toss tails / stay", -8),
        ("rival_knows", "toss tails / go / tails", -20),
        ("rival_knows", "toss tails / go / heads", 20),
        ("leak", "toss heads / stay", -8),
        ("leak", "toss heads / go / heads", -20),
    ],
)
def test_what_is_paid(rule: str, line: str, points: int) -> None:
    state = new(rule, line)
    assert state.outcome is not None
    assert tuple(state.outcome.margins) == (points, -points)
    assert tuple(state.outcome.ranks) == ((1, 2) if points > 0 else (2, 1))


@pytest.mark.parametrize("rule", KNOWS)
def test_who_guesses_and_who_sees(rule: str) -> None:
    state = new(rule)
    for seat, knows in enumerate(KNOWS[rule]):
        assert state.see(1, seat) == (1 if knows else 0)
    state.apply("toss heads / go")
    assert state.turn == (0 if rule == "fusion" else 1)
    for seat, knows in enumerate(KNOWS[rule]):
        assert state.at(state.observe(seat)).dump()["coin"] == (1 if knows else 0)


@pytest.mark.parametrize("rule", KNOWS)
def test_worlds(rule: str) -> None:
    state = new(rule, "toss tails / go")
    for seat, knows in enumerate(KNOWS[rule]):
        rng, world, counts = derive(1, rule, seat).tolist(), [0], Counter[int]()
        seen = state.observe(seat).tolist()
        for _ in range(1000):
            GAME.rules.determinize(state.board.tolist(), [0] * 4, seen, seat, rng, world)
            counts[GAME.layout.read(world, "coin")] += 1  # type: ignore[index]
        assert (counts[2] == 1000) if knows else abs(counts[2] - 500) < 4 * 250**0.5
