"""What a network is taught, as pure functions of what games and searches gave.

Value: a mix of the outcome and of the mean utility at the search's root. Policy: the root's visits, or the improved policy of
Gumbel MuZero (Danihelka et al. 2022). Visits at the root are already counted over all worlds that the search drew, so a policy
target is an average over what the seat could not see, weighed by how likely the seat's knowledge makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.nets.samples import NONE

VISITED = 50.0
"""Of the improved policy: visits that Q is trusted by before there are any."""


def values(outcome: Any, searched: Any, share: float) -> Any:
    """[n, seats] value targets: `share` of the outcome, the rest of the root's value where there is one (not NaN).

    Rows of `searched` are scaled to sum to 1, as shares of the win do.
    """
    outcome = np.asarray(outcome, np.float32)
    searched = np.maximum(np.asarray(searched, np.float32), 0)
    total = searched.sum(axis=1, keepdims=True)
    known = np.isfinite(total) & (total > 0)
    scaled = np.where(known, searched / np.where(known, total, 1), outcome)
    return np.where(known, share * outcome + (1 - share) * scaled, outcome).astype(np.float32)


def visited(visits: Sequence[int]) -> list[float]:
    """Shares of the visits; even where there are none."""
    total = sum(visits)
    return [each / total for each in visits] if total else [1 / len(visits)] * len(visits)


def improved(priors: Sequence[float], visits: Sequence[int], q: Sequence[float], trust: float = 1.0) -> list[float]:
    """softmax(ln prior + sigma(Q)), sigma(Q) = (50 + most visits) * trust * Q.

    An untried action has the mixed value of the root for Q.
    `priors` > 0, `q`: mean utility of the mover by action, of any value where it has no visits.
    """
    prior, count, mean = np.asarray(priors, float), np.asarray(visits, float), np.asarray(q, float)
    prior = prior / prior.sum()
    tried = count > 0
    if not tried.any():
        found: list[float] = prior.tolist()
        return found
    # The value of the node as the paper mixes it; without a network's own estimate of the root the visits' mean stands for it.
    by_visits = float((count * np.where(tried, mean, 0)).sum() / count.sum())
    by_priors = float((prior * np.where(tried, mean, 0)).sum() / prior[tried].sum())
    filled = np.where(tried, mean, (by_visits + count.sum() * by_priors) / (1 + count.sum()))
    logits = np.log(prior) + (VISITED + count.max()) * trust * filled
    odds = np.exp(logits - logits.max())
    found = (odds / odds.sum()).tolist()
    return found


def next_bids(steps: Sequence[int], auctions: Sequence[tuple[int, int, int, int]], seats: int) -> list[list[int]]:
    """For each sample at step `steps[i]`: the class of each seat's next bid of the auction under way, or `NONE`.

    `auctions`: the bidding steps of the game in order, as (step, number of its auction, seat, class); class `NONE` for a step
    without choice. A step's own bid counts as next. Outside an auction all are `NONE`.
    """
    of = {step: run for step, run, _, _ in auctions}
    found = []
    for step in steps:
        row = [NONE] * seats
        if step in of:
            told: set[int] = set()
            for at, run, seat, bid in auctions:
                if run == of[step] and at >= step and seat not in told:
                    told.add(seat)
                    row[seat] = bid
        found.append(row)
    return found


def turned(rows: Any, seat: Any, seats: Any, fill: float = 0) -> Any:
    """[n, width] by absolute seat as seen from `seat` [n]: column r is the seat r places after it; `fill` past `seats` [n].

    >>> turned(np.array([[1, 2, 3, 0]]), np.array([1]), np.array([3])).tolist()
    [[2, 3, 1, 0]]
    """
    rows, seat, seats = np.asarray(rows), np.asarray(seat, np.int64)[:, None], np.asarray(seats, np.int64)[:, None]
    place = np.arange(rows.shape[1])[None, :]
    there = np.take_along_axis(rows, (seat + np.minimum(place, seats - 1)) % seats, axis=1)
    return np.where(place < seats, there, np.asarray(fill, rows.dtype))
