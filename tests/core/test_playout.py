"""Loops inside compiled code: they play by the rules' own functions, and count rightly."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core import native, playout
from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import Array, derive, next32
from tests.core.tinygame import TINY, WORDS

RULES = TINY.rules
Words = list[int]


def dealt(seats: int = 3, poor: int = 0) -> Words:
    return [seats, poor, 5]


def by_hand(board: Words, rng: Words, limit: int) -> tuple[Words, int, int]:
    """State, steps and decisions of one playout, written again without compiled code's restrictions."""
    state, work, steps, choices = [0] * WORDS, [0] * TINY.work_words, 0, 0
    while (seat := RULES.turn(board, work, state)) != OVER and steps < limit:
        if seat == CHANCE:
            action = RULES.chance(board, work, state, list(rng))
            next32(rng)
        else:
            choices += RULES.legal(board, work, state, [0] * 8) > 1
            action = RULES.sample(board, work, state, rng)
        RULES.apply(board, work, state, action)
        steps += 1
    return state, steps, choices


def naive(board: Words, state: Words, depth: int) -> int:
    work, out, weights = [0] * TINY.work_words, [0] * 8, [0] * 8
    seat = RULES.turn(board, work, state)
    if depth == 0 or seat == OVER:
        return 1
    n = RULES.odds(board, work, state, out, weights) if seat == CHANCE else RULES.legal(board, work, state, out)
    leaves = 0
    for action in out[:n]:
        child = list(state)
        RULES.apply(board, work, child, action)
        leaves += naive(board, child, depth - 1)
    return leaves


@pytest.mark.parametrize("limit", [0, 1, 4, 99])
def test_a_playout_plays_on_in_place(limit: int) -> None:
    board, rng, again = dealt(), derive(1, "p").tolist(), derive(1, "p").tolist()
    state = [0] * WORDS
    steps = playout.playout(RULES, board, [0] * TINY.work_words, state, rng, limit)
    assert (state, steps) == by_hand(board, again, limit)[:2]
    assert rng == again
    assert steps == min(limit, 6)


def test_playouts_and_decisions_are_the_same_games() -> None:
    engine = native.engine(TINY, "plain")
    for poor, per_game in ((0, 3), (1, 3), (2, 0)):
        board = np.array(dealt(poor=poor), np.int64)
        start, state, out = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64), np.zeros(8, np.int64)
        one, two = derive(2, "p"), derive(2, "p")
        assert engine.playouts(board, engine.work(), start, state, one, 50, 99) == 300
        assert engine.decisions(board, engine.work(), start, state, out, two, 50, 99) == 50 * per_game
        assert one.tolist() == two.tolist()
        assert not start.any()
        hands = derive(2, "p").tolist()
        games = [by_hand(board.tolist(), hands, 99) for _ in range(50)]
        assert sum(choices for _, _, choices in games) == 50 * per_game
        assert state.tolist() == games[-1][0]


@pytest.mark.parametrize("depth", range(8))
@pytest.mark.parametrize("seats", [2, 3])
def test_perft_equals_plain_recursion(seats: int, depth: int) -> None:
    board: Array = np.array(dealt(seats), np.int64)
    state = np.zeros(WORDS, np.int64)
    assert playout.leaves(native.engine(TINY, "strict"), board, state, depth) == naive(board.tolist(), [0] * WORDS, depth)
    assert not state.any()


def test_perft_restores_the_state() -> None:
    board, state = dealt(), [0] * WORDS
    RULES.apply(board, [], state, 12)
    before = list(state)
    assert playout.perft(RULES, board, [0] * 32, state, [0] * 8, [0] * 8, [0] * 200, WORDS, 4) == 3**4
    assert state == before


def test_clone_copies_all_words_each_time() -> None:
    source, target = [5, 6, 7, 8], [0, 0, 0, 9]
    assert playout.clone(3, source, target, 10) == 14
    assert target == [14, 6, 7, 9]


def test_draws_sums_random_numbers() -> None:
    rng, again = derive(1, "d").tolist(), derive(1, "d").tolist()
    assert playout.draws(rng, 1000) == sum(next32(again) for _ in range(1000))
    assert rng == again
