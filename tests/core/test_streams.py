"""Random streams: even, independent, and functions of seed, name and index alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutapa.core.compiled import WORD
from mutapa.core.streams import MAX_BOUND, SCRAMBLER, below, derive, keyed, mix, next32, split


def chi_square(counts: list[int]) -> float:
    """Distance from even, in standard deviations of chi-square with len(counts) - 1 degrees of freedom."""
    expected, free = sum(counts) / len(counts), len(counts) - 1
    return (sum((n - expected) ** 2 / expected for n in counts) - free) / (2 * free) ** 0.5


def tally(values: list[int], n: int) -> list[int]:
    return np.bincount(values, minlength=n).tolist()


@pytest.mark.parametrize("n", [2, 3, 7, 12, 100])
def test_below_is_even(n: int) -> None:
    rng = derive(11, "even", n).tolist()
    assert abs(chi_square(tally([below(rng, n) for _ in range(20000)], n))) < 4


def test_following_draws_are_independent() -> None:
    rng = derive(12, "pairs").tolist()
    draws = [below(rng, 6) for _ in range(30001)]
    assert abs(chi_square(tally([6 * a + b for a, b in itertools.pairwise(draws)], 36))) < 4


def test_each_bit_is_even() -> None:
    rng = derive(13, "bits").tolist()
    draws = [next32(rng) for _ in range(20000)]
    for bit in range(32):
        ones = sum(x >> bit & 1 for x in draws)
        assert abs(ones - 10000) < 4 * 71


def test_streams_of_other_names_indexes_and_seeds_are_independent() -> None:
    paths = [(1, "game", 0), (1, "game", 1), (2, "game", 0), (1, "tree", 0), (1, "game", 0, "seat", 0), (1, "game", "0")]
    rngs = [derive(*path).tolist() for path in paths]
    draws = [[below(rng, 6) for _ in range(6000)] for rng in rngs]
    for one, other in itertools.combinations(draws, 2):
        assert abs(chi_square(tally([6 * a + b for a, b in zip(one, other, strict=True)], 36))) < 4.5


def test_a_stream_does_not_depend_on_how_far_another_was_used() -> None:
    before = derive(5, "a").tolist()
    other = derive(5, "b").tolist()
    for _ in range(100):
        next32(other)
    assert derive(5, "a").tolist() == before


def test_a_thousand_streams_differ() -> None:
    assert len({tuple(derive(seed, "game", i).tolist()) for seed in range(10) for i in range(100)}) == 1000


def test_split_children_are_independent_and_leave_the_parent() -> None:
    parent = derive(3, "parent").tolist()
    kept = list(parent)
    draws = []
    for index in range(300):
        child = [0, 0]
        split(parent, index, child)
        draws.append([below(child, 4) for _ in range(20)])
    assert parent == kept
    assert len({tuple(each) for each in draws}) == 300
    for k in range(3):  # draw k over children
        assert abs(chi_square(tally([each[k] for each in draws], 4))) < 4


def test_keyed_draws_depend_on_key_pile_and_number_alone() -> None:
    key = derive(9, "luck").tolist()
    first = [keyed(key, pile, k, 10) for pile in range(5) for k in range(20)]
    assert [keyed(key, pile, k, 10) for pile in reversed(range(5)) for k in reversed(range(20))] == first[::-1]
    assert key == derive(9, "luck").tolist()
    assert [keyed(derive(10, "luck").tolist(), pile, k, 10) for pile in range(5) for k in range(20)] != first


def test_keyed_draws_are_even_over_keys_piles_and_numbers() -> None:
    keys = [derive(i, "key").tolist() for i in range(300)]
    key = keys[0]
    assert abs(chi_square(tally([keyed(key, 0, k, 6) for k in range(6000)], 6))) < 4
    assert abs(chi_square(tally([keyed(key, pile, 0, 6) for pile in range(6000)], 6))) < 4
    pairs = [6 * keyed(each, 1, k, 6) + keyed(each, 1, k + 1, 6) for each in keys for k in range(0, 40, 2)]
    assert abs(chi_square(tally(pairs, 36))) < 4
    piles = [6 * keyed(each, 1, k, 6) + keyed(each, 2, k, 6) for each in keys for k in range(20)]
    assert abs(chi_square(tally(piles, 36))) < 4


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(1, MAX_BOUND))
def test_no_product_passes_54_bits(low: int, high: int, n: int) -> None:
    assert 0xFFFFFFFF * SCRAMBLER + 0xFFFFFFFF + 2 <= WORD
    assert 0xFFFFFFFF * MAX_BOUND <= WORD
    assert 0 <= mix(low, high) < 2**32
    rng = [low, high]
    assert 0 <= next32(rng) < 2**32
    assert all(0 <= x < 2**32 for x in rng)
    assert 0 <= below(rng, n) < n


def test_the_generator_does_not_return_soon() -> None:
    rng = derive(1, "period").tolist()
    assert len({(next32(rng), *rng) for _ in range(50000)}) == 50000


def test_mix_changes_half_of_its_bits_with_any_bit_of_its_input() -> None:
    rng = derive(4, "avalanche").tolist()
    for bit in range(64):
        changed = 0
        for _ in range(200):
            low, high = next32(rng), next32(rng)
            other = mix(low ^ (1 << bit), high) if bit < 32 else mix(low, high ^ (1 << (bit - 32)))
            changed += (mix(low, high) ^ other).bit_count()
        assert 14.5 < changed / 200 < 17.5, bit


def test_numbers_that_records_rely_on() -> None:
    # A change here makes old seeds give other games: raise the games' versions if it is meant.
    rng = derive(1, "game", 3).tolist()
    assert rng == [547492760, 787600113]
    assert keyed(rng, 2, 5, 1000) == 533
    assert [next32(rng) for _ in range(4)] == [3178812928, 3116717558, 3713569741, 2912856122]
