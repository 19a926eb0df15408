"""SPSA: tuning many numbers by games between two points (Spall 1992; gains as in Spall 1998), as a pure function of results.

Every step perturbs all numbers at once, up or down by chance, and lets the two points play *each other*; the one number that
comes back moves all of them. Libraries of optimisers rate one point after the other, which spends most games on noise that both
points share; and a pure function of the results so far can be stopped and resumed anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mutapa.core.streams import below, derive

ALPHA, GAMMA = 0.602, 0.101
"""How fast steps and perturbations shrink (Spall 1998)."""


@dataclass(frozen=True)
class Number:
    """One number to tune: where it begins, its room, by how much it is perturbed at first, whether it is whole."""

    name: str
    start: float
    least: float
    most: float
    step: float
    whole: bool


@dataclass(frozen=True)
class Gains:
    """`rate`: how many steps (`Number.step`) a first result of 1 moves a number; `iterations` are planned in all."""

    iterations: int
    rate: float

    def move(self, k: int) -> float:
        """Steps that a result of 1 in iteration `k` (from 1) moves a number; Spall's A is a tenth of the iterations."""
        late = self.iterations / 10
        return self.rate * float(((late + 1) / (late + k)) ** ALPHA * k**GAMMA)

    def width(self, k: int) -> float:
        """Perturbation in iteration `k`, in steps."""
        return float(k**-GAMMA)


def signs(seed: int, k: int, n: int) -> list[int]:
    """Which way each of `n` numbers is perturbed in iteration `k`: 1 or -1."""
    rng = [int(word) for word in derive(seed, "signs", k)]
    return [2 * int(below(rng, 2)) - 1 for _ in range(n)]


def path(numbers: Sequence[Number], gains: Gains, seed: int, results: Sequence[float]) -> list[list[float]]:
    """Where the tuning stood at first and after each of `results`: the upper point's share of the win less the lower one's."""
    found = [[number.start for number in numbers]]
    for k, result in enumerate(results, 1):
        found.append(moved(numbers, gains, seed, k, found[-1], result))
    return found


def moved(numbers: Sequence[Number], gains: Gains, seed: int, k: int, centre: Sequence[float], result: float) -> list[float]:
    """Where `result` of iteration `k` moves the tuning from `centre`."""
    move = gains.move(k) * result
    return [
        _within(number, where + move * sign * number.step)
        for number, where, sign in zip(numbers, centre, signs(seed, k, len(numbers)), strict=True)
    ]


def points(
    numbers: Sequence[Number], gains: Gains, seed: int, k: int, centre: Sequence[float]
) -> tuple[list[float], list[float]]:
    """The two points, upper and lower, that play each other in iteration `k`, around `centre`.

    Whole numbers are rounded by chance, both points' alike. A number near the border of its room is perturbed less on that side.
    """
    rng = [int(word) for word in derive(seed, "rounding", k)]
    upper: list[float] = []
    lower: list[float] = []
    for number, where, sign in zip(numbers, centre, signs(seed, k, len(numbers)), strict=True):
        shift = below(rng, 1 << 20) / (1 << 20)
        for side, way in ((upper, sign), (lower, -sign)):
            value = where + way * number.step * gains.width(k)
            side.append(_within(number, math.floor(value + shift) if number.whole else value))
    return upper, lower


def tuned(numbers: Sequence[Number], gains: Gains, seed: int, results: Sequence[float]) -> list[float]:
    """The tuned numbers: the mean over the last quarter of the iterations (averaging: Polyak 1990), whole ones rounded."""
    steps = path(numbers, gains, seed, results)
    tail = steps[len(results) - len(results) // 4 :]
    means = [sum(column) / len(tail) for column in zip(*tail, strict=True)]
    return [_within(number, round(mean) if number.whole else mean) for number, mean in zip(numbers, means, strict=True)]


def _within(number: Number, value: float) -> float:
    return float(min(max(value, number.least), number.most))
