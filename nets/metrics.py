"""How good a network's predictions are, as pure functions of arrays: losses, calibration, agreement with a search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

LEAST = 1e-9
"""A probability is taken as at least this, so that one sure mistake leaves a finite loss."""


class Mean(NamedTuple):
    """A mean over samples that are taken in groups, games say: samples of one group are not independent."""

    mean: float
    error: float
    """Standard error over groups; NaN for less than two."""
    n: int
    """Samples."""

    @property
    def interval(self) -> tuple[float, float]:
        """95 %, by the normal distribution."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {"mean": rounded(self.mean), "error": rounded(self.error), "n": self.n}


def rounded(value: float) -> float | None:
    """Six digits; None for what is no number."""
    return round(float(value), 6) if math.isfinite(value) else None


def mean(values: Any, groups: Any = None) -> Mean:
    """The mean of `values` [n] and its standard error; `groups` (ints [n]; None: each for itself) are the independent units."""
    values = np.asarray(values, float)
    if not len(values):
        return Mean(math.nan, math.nan, 0)
    middle = float(values.mean())
    groups = np.arange(len(values)) if groups is None else np.asarray(groups)
    _, of = np.unique(groups, return_inverse=True)
    sums = np.bincount(of, values - middle)
    k = len(sums)
    error = math.sqrt(k / (k - 1) * float((sums**2).sum())) / len(values) if k > 1 else math.nan
    return Mean(middle, error, len(values))


def value_losses(said: Any, came: Any, seats: Any) -> Any:
    """[n]: -sum over seats of what came * ln of what was said, in nats. `said`, `came`: [n, width] shares of the win."""
    said, came = np.asarray(said, float), np.asarray(came, float)
    there = np.arange(said.shape[1])[None, :] < np.asarray(seats)[:, None]
    return -np.where(there, came * np.log(np.maximum(said, LEAST)), 0).sum(axis=1)


def calibration(said: Any, came: Any, bins: int = 10) -> list[dict[str, float]]:
    """Of chances said to be about the same, how often it came so: for each bin that isn't empty its bounds, number and means."""
    said, came = np.asarray(said, float).ravel(), np.asarray(came, float).ravel()
    place = np.minimum((said * bins).astype(int), bins - 1)
    found = []
    for each in range(bins):
        inside = place == each
        if inside.any():
            found.append(
                {
                    "from": each / bins, "to": (each + 1) / bins, "n": int(inside.sum()),
                    "said": round(float(said[inside].mean()), 5), "came": round(float(came[inside].mean()), 5),
                }
            )  # fmt: skip
    return found


def miscalibration(bins: Sequence[dict[str, float]]) -> float:
    """Mean distance of what was said from what came, over all samples of the bins."""
    total = sum(each["n"] for each in bins)
    return sum(each["n"] * abs(each["said"] - each["came"]) for each in bins) / total if total else math.nan


def policy_losses(said: Any, wanted: Any, counts: Any) -> Any:
    """[n]: cross entropy of the policies `wanted` under `said`, both laid one after the other with `counts` [n] actions each."""
    each = -np.asarray(wanted, float) * np.log(np.maximum(np.asarray(said, float), LEAST))
    return np.bincount(owners(counts), each, minlength=len(counts))


def top(said: Any, wanted: Any, counts: Any, k: int) -> Any:
    """bool [n]: whether the action that `wanted` gives most (the first of equals) is among the `k` that `said` gives most.

    Among actions given equally much the earlier one counts as given more.
    """
    said, wanted, of = np.asarray(said, float), np.asarray(wanted, float), owners(counts)
    first = np.cumsum(counts) - np.asarray(counts)
    order = np.lexsort((np.arange(len(of)), -wanted, of))
    best = order[first]
    ahead = (said > said[best][of]) | ((said == said[best][of]) & (np.arange(len(of)) < best[of]))
    return np.bincount(of, ahead, minlength=len(counts)) < k


def owners(counts: Any) -> Any:
    """[sum of counts]: which row each item belongs to."""
    return np.repeat(np.arange(len(counts)), counts)


def by_round(rounds: Any, losses: Any, groups: Any, most: int = 12) -> list[dict[str, Any]]:
    """Mean loss by round, in at most `most` spans of rounds that hold about as many samples each."""
    rounds, losses = np.asarray(rounds), np.asarray(losses, float)
    if not len(rounds):
        return []
    cuts = np.unique(np.quantile(rounds, np.linspace(0, 1, most + 1)[1:], method="inverted_cdf"))
    found, low = [], int(rounds.min())
    for high in cuts.tolist():
        inside = (rounds >= low) & (rounds <= high)
        if inside.any():
            found.append({"from": low, "to": int(high), **mean(losses[inside], np.asarray(groups)[inside]).data()})
        low = int(high) + 1
    return found
