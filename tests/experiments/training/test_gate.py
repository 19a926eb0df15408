"""The gate: decides early where it can, counts blocks in order, takes the better mean where it can't decide."""

from __future__ import annotations

import random

import pytest

from mutapa.experiments.training.gate import verdict
from mutapa.experiments.training.training import Gate


def played(gate: Gate, seats: list[int], wins: float, seed: int) -> dict[int, float | None]:
    rng = random.Random(seed)
    found: dict[int, float | None] = {}
    for block in range(1, gate.blocks + 1):
        n = seats[(block - 1) % len(seats)]
        found[block] = sum(rng.random() < wins for _ in range(n)) / n
    return found


def test_clear_cases_end_early() -> None:
    gate = Gate(blocks=200, elo0=0, elo1=40)
    strong, weak = verdict(gate, [2], played(gate, [2], 0.75, 1)), verdict(gate, [2], played(gate, [2], 0.3, 1))
    assert (strong.accepted, weak.accepted) == (True, False)
    assert strong.blocks < 100
    assert weak.blocks < 100
    assert strong.lead > 0.1


def test_it_waits_for_its_turn() -> None:
    gate = Gate(blocks=50)
    shares = played(gate, [2], 0.9, 2)
    late = {block: share for block, share in shares.items() if block != 3}
    assert verdict(gate, [2], late).accepted is None
    assert verdict(gate, [2], late).blocks == 2
    assert verdict(gate, [2], dict(reversed(shares.items()))) == verdict(gate, [2], shares)


def test_undecided_takes_the_better_mean() -> None:
    gate = Gate(blocks=4)
    assert verdict(gate, [2], {1: 0.5, 2: 1.0, 3: 0.5, 4: 0.5}).accepted is True
    assert verdict(gate, [2], {1: 0.5, 2: 0.0, 3: 0.5, 4: 0.5}).accepted is False
    even = verdict(gate, [2], {1: 0.5, 2: 0.5, 3: 0.5, 4: None})  # void
    assert (even.accepted, even.blocks) == (False, 4)
    assert "undecided after 4 blocks" in even.why


def test_different_numbers_of_seats_add_up() -> None:
    gate = Gate(blocks=300)
    seats = [2, 3, 4]
    rng = random.Random(5)
    shares: dict[int, float | None] = {}
    for block in range(1, 301):  # ahead at each number of seats by much the same
        n = seats[(block - 1) % 3]
        odds = 2.0
        shares[block] = sum(rng.random() < odds / (odds + n - 1) for _ in range(n)) / n
    found = verdict(gate, seats, shares)
    assert found.accepted is True
    assert found.ratio == pytest.approx(verdict(gate, seats, shares).ratio)
