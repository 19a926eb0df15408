"""`sealed`: what is hidden until the roll, who gets the prize, and nature's odds."""

from __future__ import annotations

from collections import Counter

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE, OVER, SEATS
from mutapa.core.streams import derive
from mutapa.core.toys.sealed.game import GAME, RULES

BOARD, WORK = [0], [0] * 8


def bids(*amounts: int) -> list[int]:
    state = [0]
    for amount in amounts:
        RULES.apply(BOARD, WORK, state, amount + 1)
    return state


def rolled(amounts: tuple[int, int, int], prize: int) -> list[int]:
    state = bids(*amounts)
    actions, weights = [0, 0], [0, 0]
    assert RULES.odds(BOARD, WORK, state, actions, weights) == 2
    RULES.apply(BOARD, WORK, state, actions[prize == 12])
    return state


@pytest.mark.parametrize(
    ("amounts", "prize", "ranks", "margins"),
    [
        ((3, 1, 0), 6, [1, 3, 2], [3, -1, 0]),
        ((2, 2, 0), 12, [1, 1, 3], [4, 4, 0]),
        ((6, 6, 6), 6, [1, 1, 1], [-4, -4, -4]),
        ((0, 0, 0), 12, [1, 1, 1], [4, 4, 4]),
    ],
)
def test_the_highest_share_the_prize_and_all_pay(
    amounts: tuple[int, int, int], prize: int, ranks: list[int], margins: list[int]
) -> None:
    state, out = rolled(amounts, prize), [0] * (2 * SEATS)
    assert RULES.turn(BOARD, WORK, state) == OVER
    RULES.outcome(BOARD, WORK, state, out)
    assert (out[:3], out[SEATS : SEATS + 3]) == (ranks, margins)
    assert GAME.layout.read(state, "shown") == [amount + 1 for amount in amounts]


def test_a_bid_is_seen_by_its_owner_alone_until_the_roll() -> None:
    state, seen = bids(4, 2), [0]
    RULES.observe(BOARD, WORK, state, 1, seen)
    assert GAME.layout.read(seen, "bid") == [0, 3, 0]
    assert RULES.see(BOARD, WORK, bids(4), 3, 0) == 0
    assert RULES.see(BOARD, WORK, bids(4), 3, 1) == 3
    after = rolled((4, 2, 0), 6)
    RULES.observe(BOARD, WORK, after, 2, seen)
    assert seen == after


def test_rivals_bids_are_drawn_uniformly_at_every_ply() -> None:
    rng = derive(3, "sealed").tolist()
    for ply in (1, 2, 3):
        state, seen, world = bids(*(5, 0, 6)[:ply]), [0], [0]
        RULES.observe(BOARD, WORK, state, 0, seen)
        counts: Counter[int] = Counter()
        for _ in range(2100):
            RULES.determinize(BOARD, WORK, seen, 0, rng, world)
            drawn = GAME.layout.read(world, "bid")
            assert drawn[0] == 6  # type: ignore[index]
            counts.update(drawn[1:ply])  # type: ignore[index]
        assert len(counts) == (7 if ply > 1 else 0)
        assert all(abs(n - 300 * (ply - 1)) < 4 * (300 * (ply - 1)) ** 0.5 for n in counts.values())


def test_the_roll_agrees_with_its_odds() -> None:
    state = bids(1, 2, 3)
    assert RULES.turn(BOARD, WORK, state) == CHANCE
    actions, weights = [0, 0], [0, 0]
    RULES.odds(BOARD, WORK, state, actions, weights)
    assert weights == [3, 1]
    counts = Counter(RULES.chance(BOARD, WORK, state, derive(i, "luck").tolist()) for i in range(4000))
    assert set(counts) == set(actions)
    assert abs(counts[actions[1]] - 1000) < 4 * 750**0.5


@pytest.mark.parametrize("words", ["bid 7", "bid", "roll 6: 1 2 3", "bid x", "bid -1", "bid ²"])
def test_bad_words_say_what_would_be_right(words: str) -> None:
    board, state = GAME.deal({"seats": 3})
    with pytest.raises(InvalidError, match=r"right would be bid 0 \.\. bid 6"):
        GAME.parse(board, state, words)


def test_other_table_sizes_are_refused() -> None:
    with pytest.raises(InvalidError, match="2 seats; it is played by 3"):
        GAME.deal({"seats": 2})
