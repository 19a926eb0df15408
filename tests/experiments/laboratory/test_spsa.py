"""Tuning by games: steps worked by hand, rounding, borders, and strength found among noise."""

from __future__ import annotations

import random

import pytest

from mutapa.experiments.laboratory.spsa import ALPHA, GAMMA, Gains, Number, moved, path, points, signs, tuned

REAL = Number("c", 1.0, 0.0, 10.0, 0.5, False)
WHOLE = Number("limit", 4.0, 0.0, 9.0, 1.0, True)


def test_a_step_by_hand() -> None:
    gains = Gains(100, 0.5)
    assert gains.move(1) == pytest.approx(0.5)
    assert gains.move(20) == pytest.approx(0.5 * (11 / 30) ** ALPHA * 20**GAMMA)
    assert gains.width(20) == pytest.approx(20**-GAMMA)
    up, down = signs(3, 1, 2)
    assert {abs(up), abs(down)} == {1}
    first = moved([REAL, WHOLE], gains, 3, 1, [1.0, 4.0], 0.5)
    assert first == [pytest.approx(1 + 0.25 * up * 0.5), pytest.approx(4 + 0.25 * down)]
    assert path([REAL, WHOLE], gains, 3, [0.5]) == [[1.0, 4.0], first]
    assert path([REAL], gains, 3, [0.0] * 5)[-1] == [1.0]


def test_the_points_lie_on_both_sides() -> None:
    gains = Gains(100, 0.5)
    for k in range(1, 50):
        upper, lower = points([REAL, WHOLE], gains, 7, k, [1.0, 4.3])
        assert upper[0] - lower[0] == pytest.approx(signs(7, k, 2)[0] * 2 * 0.5 * gains.width(k))
        assert upper[0] + lower[0] == pytest.approx(2.0)
        assert upper[1] == int(upper[1])
        assert abs(upper[1] - lower[1]) in (1, 2)
    means = [sum(side[1] for side in points([REAL, WHOLE], gains, 7, k, [1.0, 4.3])) / 2 for k in range(1, 2000)]
    assert sum(means) / len(means) == pytest.approx(4.3, abs=0.05), "rounding by chance is right on average"


def test_nothing_leaves_its_room() -> None:
    gains = Gains(10, 5.0)
    edge = Number("edge", 0.0, 0.0, 1.0, 0.7, False)
    steps = path([edge], gains, 1, [1.0, -1.0] * 20)
    assert all(0 <= each[0] <= 1 for each in steps)
    for k in range(1, 20):
        assert all(0 <= side[0] <= 1 for side in points([edge], gains, 1, k, [0.1]))


def test_signs_are_even_and_differ_from_step_to_step() -> None:
    found = [signs(1, k, 8) for k in range(500)]
    assert abs(sum(map(sum, found))) < 200
    assert len(set(map(tuple, found))) > 200
    assert found == [signs(1, k, 8) for k in range(500)]


def test_it_finds_strength_among_noise() -> None:
    """Ten numbers, 225 Elo below the best; eight games an iteration."""
    rng = random.Random(1)
    numbers = [Number(f"x{i}", 0.0, -100, 100, 2.0, i % 2 == 0) for i in range(10)]
    best = [rng.uniform(-8, 8) for _ in numbers]

    def elo(at: list[float]) -> float:
        return -sum((a - b) ** 2 for a, b in zip(at, best, strict=True))

    gains, results, centre = Gains(600, 0.5), [], [0.0] * 10
    for k in range(1, 601):
        upper, lower = points(numbers, gains, 3, k, centre)
        chance = 1 / (1 + 10 ** ((elo(lower) - elo(upper)) / 400))
        results.append(sum(rng.random() < chance for _ in range(8)) / 4 - 1)
        centre = moved(numbers, gains, 3, k, centre, results[-1])
    found = tuned(numbers, gains, 3, results)
    assert elo([0.0] * 10) < -200
    assert elo(found) > -50
    assert all(value == int(value) for value, number in zip(found, numbers, strict=True) if number.whole)
