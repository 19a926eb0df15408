"""Goodness of fit: a quantile by Wilson and Hilferty, good enough for a test at one in ten thousand; exact bounds of counts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

NORMAL = 3.719
"""Standard deviations that a normal number passes with a chance of 1 in 10,000."""


def limit(freedom: int) -> float:
    """What chi-square with so many degrees of freedom passes with a chance of 1 in 10,000."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NORMAL * part**0.5) ** 3)


def fits(counts: Mapping[Any, int], expected: Mapping[Hashable, float]) -> None:
    """`counts` of draws against probabilities `expected`; every one drawn must be expected, and each expected 5 times."""
    n = sum(counts.values())
    assert set(counts) <= set(expected)
    assert min(expected.values()) * n >= 5
    assert abs(sum(expected.values()) - 1) < 1e-9
    if len(expected) > 1:
        squares = sum((counts.get(each, 0) - n * p) ** 2 / (n * p) for each, p in expected.items())
        assert squares < limit(len(expected) - 1), f"chi-square {squares:.1f} with {len(expected) - 1} degrees of freedom"


def even(counts: Mapping[Any, int], cells: int) -> None:
    """All of `cells` outcomes come up, equally often but for chance."""
    assert len(counts) == cells
    fits(counts, dict.fromkeys(counts, 1 / cells))


def bounds(n: int, p: Fraction, once_in: int = 10_000) -> tuple[int, int]:
    """What a binomial count leaves below, or above, with a chance of at most 1 in `once_in` each: exact, by its tails."""
    ways = [comb(n, k) * p.numerator**k * (p.denominator - p.numerator) ** (n - k) for k in range(n + 1)]
    most = p.denominator**n // once_in
    low, tail = 0, ways[0]
    while tail <= most:
        low += 1
        tail += ways[low]
    high, tail = n, ways[n]
    while tail <= most:
        high -= 1
        tail += ways[high]
    return low, high
