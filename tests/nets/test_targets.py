"""Targets: mixes, policies, the next bid of an auction, seats told from the side of one of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mutapa.nets import targets
from mutapa.nets.samples import NONE


def test_values_mix_outcome_and_search() -> None:
    outcome = [[1, 0, 0], [0, 1, 0]]
    searched = [[0.4, 0.2, 0.2], [math.nan] * 3]  # scaled to a sum of 1
    found = targets.values(outcome, searched, 0.5)
    assert found == pytest.approx(np.array([[0.75, 0.125, 0.125], [0, 1, 0]]))
    assert targets.values(outcome, searched, 1.0) == pytest.approx(np.array(outcome))
    assert targets.values(outcome, searched, 0.0)[0] == pytest.approx([0.5, 0.25, 0.25])


def test_policy_of_visits() -> None:
    assert targets.visited([3, 1, 0]) == [0.75, 0.25, 0]
    assert targets.visited([0, 0]) == [0.5, 0.5]


def test_improved_policy() -> None:
    priors = [0.5, 0.3, 0.2]
    assert targets.improved(priors, [0, 0, 0], [0, 0, 0]) == pytest.approx(priors)
    even = targets.improved(priors, [5, 5, 5], [0.4, 0.4, 0.4])  # nothing is better, so nothing changes
    assert even == pytest.approx(priors)
    better = targets.improved(priors, [10, 10, 0], [0.5, 0.6, 0])
    assert better[1] > priors[1]
    assert sum(better) == pytest.approx(1)
    # The untried action has the mixed value: (v + N * sum of priors * Q over those tried / their priors) / (1 + N).
    mixed = (0.55 + 20 * (0.5 * 0.5 + 0.3 * 0.6) / 0.8) / 21
    assert math.log(better[2] / better[0]) == pytest.approx(math.log(0.2 / 0.5) + 60 * (mixed - 0.5))


def test_next_bids_of_the_auction_under_way() -> None:
    # Auction 1: steps 3 to 6; auction 2: step 20. Seat 2 had no choice at step 5.
    auctions = [(3, 1, 0, 2), (4, 1, 1, 0), (5, 1, 2, NONE), (6, 1, 0, 0), (20, 2, 1, 4)]
    assert targets.next_bids([1, 3, 4, 6, 10, 20], auctions, 3) == [
        [NONE, NONE, NONE], [2, 0, NONE], [0, 0, NONE], [0, NONE, NONE], [NONE, NONE, NONE], [NONE, 4, NONE],
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turned_rows_begin_with_the_seat_that_looks(seats: int) -> None:
    rows = np.arange(10, 10 + 8)[None, :].repeat(seats, axis=0)
    found = targets.turned(rows, np.arange(seats), np.full(seats, seats), fill=-5)
    for seat in range(seats):
        assert found[seat].tolist() == [10 + (seat + k) % seats for k in range(seats)] + [-5] * (8 - seats)
