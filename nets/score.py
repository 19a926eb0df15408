"""Predictions of a network against what came: the numbers of a report, from arrays alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from mutapa.nets import metrics
from mutapa.nets.encode import Encoded
from mutapa.nets.samples import NONE


def value(shares: Any, positions: Encoded) -> dict[str, Any]:
    """Log-loss of the shares of the win against the outcome, beside even shares; calibration; loss by round."""
    width = shares.shape[1]
    came, seats = positions.outcome[:, :width], positions.seats
    losses = metrics.value_losses(shares, came, seats)
    there = np.arange(width)[None, :] < seats[:, None]
    bins = metrics.calibration(shares[there], came[there])
    return {
        "loss": metrics.mean(losses, positions.group).data(),
        "even": metrics.rounded(float(np.log(seats).mean())) if len(seats) else None,
        "miscalibration": metrics.rounded(metrics.miscalibration(bins)),
        "calibration": bins,
        "by_round": metrics.by_round(positions.round, losses, positions.group),
    }


def policy(chances: Any, positions: Encoded) -> dict[str, Any]:
    """Cross entropy of the policies that are targets, beside even ones; how often the first choices agree."""
    full = positions.full
    counts, inside = positions.counts[full], np.repeat(full, positions.counts)
    said, wanted, group = np.asarray(chances)[inside], positions.policy[inside], positions.group[full]
    return {
        "loss": metrics.mean(metrics.policy_losses(said, wanted, counts), group).data(),
        "even": metrics.rounded(float(np.log(counts).mean())) if len(counts) else None,
        "least": metrics.mean(metrics.policy_losses(wanted, wanted, counts), group).data()["mean"],
        **{f"top_{k}": metrics.mean(metrics.top(said, wanted, counts, k), group).data() for k in (1, 3)},
    }


def bids(chances: Any, positions: Encoded) -> dict[str, Any]:
    """Log-loss of rivals' next bids over all classes of bids."""
    if not chances.shape[2]:
        return {"loss": metrics.mean([]).data()}
    rows, places = np.nonzero(positions.bids[:, : chances.shape[1] + 1] != NONE)
    said = chances[rows, places - 1, positions.bids[rows, places]]
    return {"loss": metrics.mean(-np.log(np.maximum(said, metrics.LEAST)), positions.group[rows]).data()}
