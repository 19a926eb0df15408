"""Beliefs in compiled code are those of `mutapa.search.beliefs`, to the last part of 2^32."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import native
from mutapa.core.native import StrictList
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.search.beliefs import Belief, cumulative
from mutapa.search.expectations import TRAITS_MAX, TYPES_MAX, Expectation, Heuristic
from mutapa.search.export import believing as twin

GAMES: list[tuple[str, int, dict[str, Any], str, int]] = [
    ("ascending", 3, {}, "uniform", 60),
    ("ascending", 4, {"rounds": 3, "bidders": "family", "budget": 9}, "uniform", 40),
    ("ascending", 3, {"rounds": 2}, "heuristic", 40),
]


class Twin:
    """The compiled code in plain Python, for one seat."""

    def __init__(self, state: State, seat: int, kind: int) -> None:
        self.rules, self.board, self.seat, self.seats = state.game.rules, StrictList(state.board.tolist()), seat, state.seats
        self.work, self.state = StrictList([0] * state.game.work_words), StrictList([0] * twin.STATE)
        self.prior = StrictList([0] * (TYPES_MAX * TRAITS_MAX))
        room = StrictList([0] * TYPES_MAX)
        self.types = twin.read_prior(self.rules, self.board, self.work, kind, StrictList(), room, self.prior, self.state)
        self.later = int(kind != twin.UNIFORM)
        self.weights = StrictList([0] * ((state.seats + 1) * self.types * twin.LIMBS))
        self.bigs = StrictList([0] * (3 * twin.BIG))
        self.out = StrictList([0] * ((self.seats + self.state[twin.ROWS]) * self.types))
        twin.write_prior(self.seats, self.types, self.prior, self.weights, self.state, self.bigs, self.out)

    def observe(self, seat: int, action: int, before: Any) -> None:
        seen = StrictList(int(word) for word in before)
        known = self.seat, self.seats, self.types, self.later, self.prior, self.weights, self.state
        twin.believe(self.rules, self.board, self.work, seen, seat, action, *known)

    def rows(self) -> tuple[int, list[int]]:
        running = twin.write_beliefs(self.seats, self.types, self.weights, self.state, self.bigs, self.out)
        return int(running), list(self.out)


@pytest.mark.parametrize(("name", "seats", "options", "kind", "most"), GAMES)
def test_beliefs_are_the_same(name: str, seats: int, options: dict[str, Any], kind: str, most: int) -> None:
    state = State.new(name, seats, seed=4, options=options, backend="plain")
    prior = Expectation() if kind == "uniform" else Heuristic()
    belief = Belief(native.engine(state.game, "plain"), state.board.tolist(), seats, 1, prior)
    mine = Twin(state, 1, twin.UNIFORM if kind == "uniform" else twin.HEURISTIC)
    assert mine.types == belief.types
    rng, luck, auctions = derive(2, "steps"), derive(2, "luck"), 0
    for _ in range(most):
        if state.is_over:
            break
        action = state.chance(luck) if state.is_chance else state.legal_actions[below(rng, len(state.legal_actions))]
        seen = state.observe(1)
        belief.observe(state.turn, state.see(action, 1), seen)
        mine.observe(state.turn, state.see(action, 1), seen)
        state.apply(action)
        assert mine.rows() == (int(belief.running), belief.rows())
        auctions += belief.running
    assert auctions > 1


def test_long_auctions_fill_the_limbs() -> None:
    """Two hundred steps: what was dropped doesn't show."""
    state = StrictList([0] * twin.STATE)
    types, factors = 3, [1 << 20, (1 << 20) - 1, 1 << 19]
    weights = StrictList([0] * (2 * types * twin.LIMBS))
    twin.write_row(weights, 0, types, StrictList(), -1, state)
    exact = [1] * types
    for n in range(200):
        twin.make_room(weights, 0, types, state)
        for t, factor in enumerate(factors):
            assert twin.multiplied(weights, t * twin.LIMBS, state[twin.USED], factor - n) == 0
            exact[t] *= factor - n
    out = StrictList([0] * types)
    twin.cumulate(weights, 0, types, state, StrictList([0] * (3 * twin.BIG)), out, 0)
    assert list(out) == cumulative(exact)


def test_a_learned_table_must_fit() -> None:
    state = State.new("ascending", 3, backend="plain")
    rules, board, work = state.game.rules, StrictList(state.board.tolist()), StrictList([0] * state.game.work_words)
    out, about, prior = StrictList([0] * TYPES_MAX), StrictList([0] * twin.STATE), StrictList([0] * (TYPES_MAX * TRAITS_MAX))

    def read(kind: int, given: list[int]) -> int:
        return int(twin.read_prior(rules, board, work, kind, StrictList(given), out, prior, about))

    types = read(twin.HEURISTIC, [])
    numbers = list(range(1, 1 + about[twin.ROWS] * types))
    assert read(twin.LEARNED, numbers) == types
    assert list(prior)[: len(numbers)] == numbers
    assert read(twin.LEARNED, numbers[1:]) == 0
    assert read(twin.UNIFORM, []) == types
    assert about[twin.ROWS] == 1
