"""Kuhn poker: histories and coins, the deal, and the value of best play by a best-response harness."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import derive
from mutapa.core.toys.kuhn.game import GAME, RULES
from tests.core.toys.kuhn_solver import BET, PASS, J, K, Q, best_response, coins, equilibrium, play, turn


@pytest.mark.parametrize(
    ("history", "won"),
    [((0, 0), 1), ((1, 1), 2), ((0, 1, 1), 2)],
)
def test_showdowns_go_to_the_higher_card(history: tuple[int, ...], won: int) -> None:
    for cards in permutations((J, Q, K), 2):
        state = play(cards, history)
        assert turn(state) == OVER
        assert coins(state) == (won if cards[0] > cards[1] else -won)


@pytest.mark.parametrize(("history", "won"), [((1, 0), 1), ((0, 1, 0), -1)])
def test_a_fold_loses_one_coin_whatever_the_cards(history: tuple[int, ...], won: int) -> None:
    for cards in permutations((J, Q, K), 2):
        state = play(cards, history)
        assert turn(state) == OVER
        assert coins(state) == won


def test_turns() -> None:
    assert turn([0]) == CHANCE
    assert [turn(play((J, K), h)) for h in ((), (0,), (1,), (0, 1))] == [0, 1, 1, 0]


def test_the_rivals_card_is_one_of_the_others_alike() -> None:
    rng = derive(1, "kuhn").tolist()
    state = play((Q, K), ())
    seen, world = [0], [0]
    RULES.observe([0], [0] * 4, state, 0, seen)
    counts: Counter[int] = Counter()
    for _ in range(4000):
        RULES.determinize([0], [0] * 4, seen, 0, rng, world)
        assert GAME.layout.read(world, "card")[0] == Q  # type: ignore[index]
        counts[GAME.layout.read(world, "card")[1]] += 1  # type: ignore[index]
    assert set(counts) == {J, K}
    assert abs(counts[J] - 2000) < 4 * 1000**0.5  # 4 standard deviations


def test_a_card_dealt_before_ones_own_may_be_any() -> None:
    state, seen, world = [0], [0], [0]
    RULES.apply([0], [0] * 4, state, K)
    RULES.observe([0], [0] * 4, state, 1, seen)
    assert GAME.layout.read(seen, "card") == [0, 0]
    rng = derive(2, "kuhn").tolist()
    counts: Counter[int] = Counter()
    for _ in range(3000):
        RULES.determinize([0], [0] * 4, seen, 1, rng, world)
        counts[GAME.layout.read(world, "card")[0]] += 1  # type: ignore[index]
    assert all(abs(counts[card] - 1000) < 4 * 667**0.5 for card in (J, Q, K))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_the_equilibrium_family_is_worth_minus_one_eighteenth(alpha: Fraction) -> None:
    policy = equilibrium(alpha)
    assert best_response(policy, 1) == Fraction(1, 18)  # so seat 0 never gets less than -1/18
    assert best_response(policy, 0) == Fraction(-1, 18)


def test_another_policy_can_be_exploited() -> None:
    policy = {**equilibrium(Fraction(0)), (0, J, ()): Fraction(1)}
    assert best_response(policy, 1) > Fraction(1, 18)


def test_text_parses_back() -> None:
    board, state = GAME.deal({"game": "kuhn", "seats": 2})
    assert [GAME.text(board, state, card) for card in (J, Q, K)] == ["deal j", "deal q", "deal k"]
    assert GAME.parse(board, state, "deal Q") == Q
    later = np.array(play((J, K), ()), np.int64)
    assert [GAME.parse(board, later, words) for words in ("pass", "bet")] == [PASS, BET]
