"""Measures of predictions against numbers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mutapa.nets import metrics


def test_means_of_groups() -> None:
    alone = metrics.mean([1.0, 2.0, 3.0])
    assert (alone.mean, alone.n) == (2.0, 3)
    assert alone.error == pytest.approx(1 / math.sqrt(3))  # the sample's deviation is 1
    together = metrics.mean([1.0, 1.0, 3.0, 3.0], [7, 7, 9, 9])  # two games, each sample twice: no more is known than from two
    assert together.error == pytest.approx(metrics.mean([1.0, 3.0]).error)
    assert metrics.mean([]).n == 0
    assert math.isnan(metrics.mean([1.0]).error)
    assert metrics.mean([1.0]).data() == {"mean": 1.0, "error": None, "n": 1}


def test_value_losses_leave_empty_seats_out() -> None:
    said, came = np.array([[0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]), np.array([[1, 0, 0], [0, 0.5, 0.5]])
    found = metrics.value_losses(said, came, [2, 3])
    assert found == pytest.approx([math.log(2), -0.5 * math.log(0.3) - 0.5 * math.log(0.5)])
    assert np.isfinite(metrics.value_losses([[0.0, 1.0]], [[1, 0]], [2])).all()


def test_calibration_in_bins() -> None:
    bins = metrics.calibration([0.05, 0.15, 0.18, 1.0], [0, 1, 0, 1])
    assert [(each["from"], each["n"], each["said"], each["came"]) for each in bins] == [
        (0.0, 1, 0.05, 0), (0.1, 2, 0.165, 0.5), (0.9, 1, 1.0, 1),
    ]  # fmt: skip
    assert metrics.miscalibration(bins) == pytest.approx((0.05 + 2 * 0.335 + 0) / 4)


def test_policies() -> None:
    counts = np.array([2, 3])
    said, wanted = np.array([0.9, 0.1, 0.2, 0.5, 0.3]), np.array([0.5, 0.5, 0.0, 0.0, 1.0])
    losses = metrics.policy_losses(said, wanted, counts)
    assert losses == pytest.approx([-0.5 * math.log(0.9) - 0.5 * math.log(0.1), -math.log(0.3)])
    assert metrics.top(said, wanted, counts, 1).tolist() == [True, False]
    assert metrics.top(said, wanted, counts, 2).tolist() == [True, True]
    assert metrics.top(np.array([0.5, 0.5]), np.array([0.0, 1.0]), np.array([2]), 1).tolist() == [False]  # no luck with ties


def test_loss_by_round() -> None:
    rounds = np.repeat(np.arange(1, 5), 10)
    spans = metrics.by_round(rounds, rounds / 10, np.arange(40), most=2)
    assert [(each["from"], each["to"], each["n"], each["mean"]) for each in spans] == [(1, 2, 20, 0.15), (3, 4, 20, 0.35)]
    assert metrics.by_round([], [], []) == []
