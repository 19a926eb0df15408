"""Intervals by fixed numbers, and their coverage in simulated blocks."""

from __future__ import annotations

import random

import pytest

from mutapa.experiments.statistics import effective_games, wilson, win_share, win_shares


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
