"""A sealed auction of one prize in which all pay, solved by hand: what a search for sealed bids is measured against."""

from __future__ import annotations

import itertools
from fractions import Fraction

from tests.search.matrix import against, all_pay, decoupled_ucb, exploitability, regret_matching

GAME = all_pay(2, 3)


def test_payoffs() -> None:
    assert GAME[1][0] == 1 == -GAME[0][1]
    assert GAME[3][2] == 1
    assert [GAME[i][i] for i in range(4)] == [0, 0, 0, 0]
    assert GAME[2][0] == 0


def test_the_even_mix_gets_nothing_against_each_bid() -> None:
    assert against(GAME, [Fraction(1, 4)] * 4) == [0, 0, 0, 0]


def test_the_equilibria_are_the_mixes_with_equal_parts_of_0_and_2_and_of_1_and_3() -> None:
    """The value is 0, so a mix is one if it gets at least 0 against each bid: on a grid of eighths, just those."""
    found = set()
    for parts in itertools.product(range(9), repeat=4):
        if sum(parts) == 8 and min(against(GAME, [Fraction(part, 8) for part in parts])) >= 0:
            found.add(parts)
    assert found == {(k, 4 - k, k, 4 - k) for k in range(5)}


def test_regret_matching_finds_one() -> None:
    mix = regret_matching(GAME, 20_000)
    assert exploitability(GAME, mix) < 0.02
    assert sum(mix) == 1 or abs(sum(mix) - 1) < 1e-9


def test_decoupled_ucb_is_reported(capsys: object) -> None:
    """Reported, not claimed: it need not find an equilibrium."""
    mix = decoupled_ucb(GAME, 100_000, 0.7)
    print(f"decoupled UCB: shares {[round(each, 3) for each in mix]}, exploitability {exploitability(GAME, mix):.3f}")
    assert abs(sum(mix) - 1) < 1e-9
