"""Intervals by fixed numbers, and their coverage in simulated blocks."""

from __future__ import annotations

import math
import random

import pytest

from mutapa.experiments.statistics import (
    blocks_for,
    difference,
    effective_games,
    elo,
    guessed_sd,
    holm,
    share_at,
    smallest,
    wilson,
    win_share,
    win_shares,
)


def test_the_win_is_shared_by_all_of_rank_one() -> None:
    assert win_shares([1, 2, 3]) == [1.0, 0.0, 0.0]
    assert win_shares([1, 1, 3]) == [0.5, 0.5, 0.0]
    assert win_shares([1, 1, 1, 1]) == [0.25] * 4


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.25, 40, 0.1419, 0.4019), (0.3, 0, 0.0, 1.0)],
)
def test_wilson_by_published_numbers(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_equal_games_within_blocks_count_once() -> None:
    same = [[1.0] * 4, [0.0] * 4] * 20
    assert effective_games(same) == pytest.approx(40, rel=0.03)
    mixed = [[1.0, 0.0, 0.0, 0.0]] * 40
    assert effective_games(mixed) == 160
    assert effective_games([[1.0, 0.0]]) == 1
    assert effective_games([]) == 0


def test_no_games_say_nothing() -> None:
    assert win_share([]) == (0.0, 0.0, 1.0)


def test_the_interval_covers_the_truth_when_set_ups_decide_much() -> None:
    rng, covered = random.Random(5), 0
    for _ in range(1000):
        blocks = []
        for _ in range(30):
            chance = min(1.0, max(0.0, rng.gauss(0.25, 0.2)))
            blocks.append([float(rng.random() < chance) for _ in range(4)])
        _, low, high = win_share(blocks)
        covered += low <= 0.2616 <= high  # the mean of the cut-off normal
    assert 930 <= covered <= 990


# --- differences ------------------------------------------------------------------------------------------------------


def test_students_test_by_hand() -> None:
    """Values -1 and 1 with the added pair -1 and 1: mean 0.5, sd sqrt(0.7), 6 in all; t(0.975, 5) = 2.5706."""
    found = difference([1.0, 1.0, 1.0, 0.0], 0.0, 1.0)
    values = [1, 1, 1, 0, -1, 1]
    mean = sum(values) / 6
    sd = math.sqrt(sum((value - mean) ** 2 for value in values) / 5)
    half = 2.5706 * sd / math.sqrt(6)
    assert (found.mean, found.blocks, found.sd) == (0.75, 4, pytest.approx(sd))
    assert (found.low, found.high) == (pytest.approx(mean - half, abs=1e-4), pytest.approx(mean + half, abs=1e-4))
    assert found.p == pytest.approx(0.2031, abs=1e-4)  # t = 1.4639 with 5 degrees of freedom
    assert difference([], 0.25, 0.25).p == 1.0


def test_a_p_below_alpha_is_an_interval_beside_the_null() -> None:
    rng = random.Random(2)
    for _ in range(300):
        values = [rng.choice((0.0, 0.5, 1.0)) + rng.random() * 0.1 for _ in range(rng.randint(2, 30))]
        found = difference(values, 0.5, 0.5, 0.05)
        assert (found.p < 0.05) == (not found.low <= 0.5 <= found.high)


def test_equal_blocks_are_no_certainty() -> None:
    found = difference([1.0] * 5, 0.5, 0.5)
    assert found.low < 0.6 < found.high
    assert 0.01 < found.p < 0.2
    assert difference([1.0] * 50, 0.5, 0.5).p < 1e-9


@pytest.mark.parametrize(
    ("seats", "share", "blocks", "spread"), [(2, 0.5, 20, 0.2), (2, 0.95, 40, 0.05), (4, 0.25, 20, 0.1), (4, 0.6, 30, 0.15)]
)
def test_the_interval_of_a_difference_covers_the_truth(seats: int, share: float, blocks: int, spread: float) -> None:
    rng = random.Random(3)
    low, high = max(0.0, share - spread), min(1.0, share + spread)
    truth, covered, false = (low + high) / 2, 0, 0
    for _ in range(1000):
        chances = [rng.uniform(low, high) for _ in range(blocks)]
        shares = [sum(rng.random() < chance for _ in range(seats)) / seats for chance in chances]
        found = difference(shares, 1 / seats, min(1 / seats, 1 - 1 / seats))
        covered += found.low <= truth <= found.high
        false += found.p < 0.05
    assert covered >= 930
    if truth == 1 / seats:
        assert 20 <= false <= 65


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == [pytest.approx(0.03), pytest.approx(0.06), pytest.approx(0.06)]
    assert holm([0.02, 0.2]) == [pytest.approx(0.04), pytest.approx(0.2)]
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([0.7]) == [0.7]
    assert holm([]) == []


def test_elo_and_shares_are_inverse() -> None:
    assert elo(10 / 11, 2) == pytest.approx(400)
    assert elo(0.25, 4) == pytest.approx(0)
    assert elo(10 / 13, 4) == pytest.approx(400), "odds of 10 to 1 against each of three"
    assert (elo(0.0, 2), elo(1.0, 3)) == (-math.inf, math.inf)
    for seats in (2, 3, 5):
        for points in (-200.0, -30.0, 0.0, 30.0, 150.0):
            assert elo(share_at(points, seats), seats) == pytest.approx(points)


def test_how_many_blocks_for_thirty_elo() -> None:
    """(1.95996 + 0.84162)^2 sd^2 / effect^2, sd of two independent games 0.35355, effect 0.04307."""
    sd = guessed_sd(2)
    assert sd == pytest.approx(0.35355, abs=1e-5)
    assert guessed_sd(4) == pytest.approx(math.sqrt(3 / 16 / 4))
    assert guessed_sd(2, 2) == pytest.approx(0.5)
    assert blocks_for(share_at(30, 2) - 0.5, sd, 0.05, 0.8) == math.ceil(7.8489 * 0.125 / 0.0430664**2) == 529
    assert smallest(sd, 529, 0.05, 0.8) == pytest.approx(0.0431, abs=1e-4)
    assert smallest(sd, 0, 0.05, 0.8) == math.inf
    assert blocks_for(0.2, sd, 0.01, 0.8) > blocks_for(0.2, sd, 0.05, 0.8)


def test_the_power_is_what_it_says() -> None:
    rng, n = random.Random(4), blocks_for(0.1, guessed_sd(2), 0.05, 0.8)
    runs = [[((rng.random() < 0.6) + (rng.random() < 0.6)) / 2 for _ in range(n)] for _ in range(1000)]
    assert 750 <= sum(difference(run, 0.5, 0.5).p < 0.05 for run in runs) <= 850
