"""`ascending`: who takes which place, who pays what, forced passes, and bidders whose likelihood is exact."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mutapa.core.game import CHANCE, OVER, SEATS, UNIT
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.auction import ANYTHING
from mutapa.core.toys.ascending.game import GAME, RULES
from tests.search.auction_solver import Solver


class Table:
    """A game played by hand."""

    def __init__(self, seats: int, **options: Any) -> None:
        board, state = GAME.deal(GAME.describe(seats, options, derive(1)))
        self.board, self.state, self.work, self.seats = board.tolist(), state.tolist(), [0] * GAME.work_words, seats

    def play(self, *actions: int) -> Table:
        for action in actions:
            RULES.apply(self.board, self.work, self.state, action)
        return self

    @property
    def turn(self) -> int:
        return int(RULES.turn(self.board, self.work, self.state))

    @property
    def legal(self) -> list[int]:
        out = [0] * 64
        return out[: RULES.legal(self.board, self.work, self.state, out)]

    @property
    def forced(self) -> int:
        return int(RULES.forced(self.board, self.work, self.state))

    @property
    def margins(self) -> list[int]:
        out = [0] * (2 * SEATS)
        RULES.outcome(self.board, self.work, self.state, out)
        return out[SEATS : SEATS + self.seats]


def test_every_bid_is_paid_in_full() -> None:
    table = Table(2, budget=10, first=8, second=1).play(1, 2, 3, 0)
    assert table.turn == OVER
    assert table.margins == [8 - 4, 1 - 2]


def test_only_the_last_bid_is_paid_where_the_option_says_so() -> None:
    table = Table(2, budget=10, first=8, second=1, pay="last").play(1, 2, 3, 0)
    assert table.margins == [8 - 3, 1 - 2]


def test_who_passes_takes_the_worst_place_and_the_last_one_standing_the_best() -> None:
    table = Table(4, budget=5, first=9, second=6, third=3, fourth=0).play(0, 1, 0, 2)
    assert table.turn == 1  # seats 0 and 2 are out
    assert table.play(0).turn == OVER
    assert table.margins == [0, 6 - 1, 3, 9 - 2]


def test_no_seat_need_ever_bid() -> None:
    assert Table(3, first=5, second=2, third=1).play(0, 0).margins == [1, 2, 5]


def test_a_seat_that_cannot_beat_the_price_is_forced_to_pass() -> None:
    table = Table(3, budget=4).play(2, 3)
    assert (table.legal, table.forced) == ([0, 4], 1)
    table.play(4)
    assert (table.turn, table.legal, table.forced) == (0, [0], 2)


def test_income_and_the_next_auction() -> None:
    table = Table(2, budget=5, rounds=2).play(2, 0)
    assert (table.turn, table.forced) == (CHANCE, 0)
    actions, weights = [0, 0], [0, 0]
    assert RULES.odds(table.board, table.work, table.state, actions, weights) == 2
    assert (actions, weights) == ([1, 2], [1, 1])
    table.play(2)
    assert table.turn == 1  # the next seat begins
    assert GAME.layout.read(table.state, "cash")[:2] == [5, 7]  # type: ignore[index]
    assert table.legal == [0, 1, 2, 3, 4, 5, 6, 7]


def test_overflow_is_an_end_and_sticks() -> None:
    table = Table(2, budget=5, rounds=2).play(0).play(255)
    assert GAME.layout.read(table.state, "error") == 1
    assert table.turn == OVER


@pytest.mark.parametrize("bids", [(), (1,), (1, 3), (4,)])
def test_likelihoods_are_a_distribution_and_bids_follow_it(bids: tuple[int, ...]) -> None:
    table = Table(2, budget=6).play(*bids)
    rng = derive(5, "bid").tolist()
    for limit in range(7):
        exact = {a: RULES.likelihood(table.board, table.work, table.state, table.turn, a, limit) for a in table.legal}
        assert sum(exact.values()) == UNIT
        assert min(exact.values()) > 0
        n = 3000
        drawn = Counter(RULES.bid(table.board, table.work, table.state, table.turn, limit, rng) for _ in range(n))
        assert set(drawn) <= set(exact)
        square = sum((drawn[a] - n * p / UNIT) ** 2 / (n * p / UNIT) for a, p in exact.items())
        assert square < len(exact) + 5 * (2 * len(exact)) ** 0.5
    aim = {limit: RULES.likelihood(table.board, table.work, table.state, table.turn, 0, limit) for limit in range(7)}
    assert all((aim[limit] > UNIT // ANYTHING) == (limit <= (bids[-1] if bids else 0)) for limit in range(6))


@pytest.mark.parametrize(("stake", "budget"), [(4, 7), (5, 10), (3, 6), (4, 9)])
def test_the_dollar_auction_has_the_known_solution(stake: int, budget: int) -> None:
    """First bid (b - 1) mod (s - 1) + 1, then the rival drops (O'Neill 1986); ties broken towards passing."""
    table = Table(2, budget=budget, first=stake, second=0, pay="last")
    solver = Solver(GAME, table.board, 2)
    values, action = solver.rational(table.state)
    assert action == (budget - 1) % (stake - 1) + 1
    assert values == [stake - action, 0]
    assert solver.rational(solver.after(table.state, action))[1] == 0
