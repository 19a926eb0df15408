"""Section 7 again: raising against whole purchases written down one by one. The full count: `tests.proofs.raising`."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutapa.core.zimbabwe.raising import NEVER, least
from mutapa.core.zimbabwe.text import square_code
from mutapa.core.zimbabwe.work import WORK_WORDS
from tests.core.zimbabwe.rulings import ruling
from tests.proofs import purchases as zimbabwe_purchases
from tests.proofs.markets import Ground, MarketPosition
from tests.proofs.purchases import Purchase, Way, can_be_made, purchases
from tests.proofs.raising import BOUND, CASES, PURPOSES, Asker, Truth, check
from tests.reference import zimbabwe_map
from tests.reference.zimbabwe_map import Craftsman, Square, name

GROUNDS = {"plain": range(3), "strict": range(3, 4), "object": range(4, 16)}
FEWEST = {"plain": 3, "strict": 1, "object": 20}


@ruling("7.1 own monuments, each one level an action")
@ruling("7.5 each good is paid to the owner of its tile")
def test_what_can_be_raised_and_for_how_much(backend: str) -> None:
    counts, found = check(GROUNDS[backend], 30, backend)
    assert found == []
    assert counts["positions"] == 30 * len(GROUNDS[backend])
    assert all(counts[case] >= FEWEST[backend] for case in (*CASES, "never")), counts


def test_the_least_cost_itself() -> None:
    """As a number, with a purse beyond all needs and with one that just does."""
    ground, feasible = Ground(5), 0
    board = ground.state.board.tolist()
    for i in range(40):
        at = MarketPosition(ground, 9000 + i, PURPOSES[i % len(PURPOSES)])
        cost, code = Truth(at).cost, square_code(name(at.monument))
        for purse in (BOUND, cost or 0):
            found = least(board, [0] * WORK_WORDS, at.array(purse).tolist(), at.seat, code, at.level)
            assert (None if found >= NEVER else found) == cost
        feasible += cost is not None
    assert 10 < feasible < 40


@pytest.mark.parametrize("wrong", [-1, 1])
def test_a_wrong_cost_is_noticed(wrong: int) -> None:
    ground, asker, noticed = Ground(6), Asker("plain"), 0
    for i in range(12):
        at = MarketPosition(ground, 500 + i, "hubs")
        truth = Truth(at)
        if truth.cost is not None and truth.cost + wrong > 0:
            assert asker.mistakes(at, truth) == []
            truth.cost += wrong
            assert any("offered" in each for each in asker.mistakes(at, truth))
            noticed += 1
    assert noticed > 3


def test_a_good_that_should_not_begin_is_noticed() -> None:
    ground, asker = Ground(6), Asker("plain")
    truths = [(at, Truth(at)) for at in (MarketPosition(ground, 500 + i, "hubs") for i in range(12))]
    at, truth = next(each for each in truths if each[1].cheapest)
    truth.found = []
    assert any("goods" in each for each in asker.mistakes(at, truth))


def test_the_solver_knows_nothing_of_the_package() -> None:
    for module in (zimbabwe_purchases, zimbabwe_map):
        assert "mutapa" not in Path(module.__file__ or "").read_text(encoding="utf-8")


# ---- the solver ---------------------------------------------------------------------------------------------------------


def way(kind: str, cost: int, *needs: frozenset[Square], anchor: Square = (0, 0)) -> Way:
    craftsman = Craftsman(kind, anchor, "h", 0, (anchor,))
    return Way(craftsman, None, cost, 0, tuple(("wood", squares) for squares in needs))


def test_purchases_are_all_choices_by_cost() -> None:
    ways = [way("wood", 3), way("wood", 1), way("potter", 2), way("diamond", 9)]
    assert [each.cost for each in purchases(ways, 2, False)] == [3, 5, 10, 11, 12]
    assert len(purchases(ways, 2, True)) == 10
    assert purchases(ways, 4, False) == []
    assert purchases([], 1, True) == []


def test_each_use_needs_a_square_of_its_own() -> None:
    a, b, c = (0, 0), (0, 1), (0, 2)
    both = Purchase(0, (way("wood", 1, frozenset({a, b})), way("throne", 1, frozenset({a}), frozenset({c}))))
    assert can_be_made(both, {a: 1, b: 1, c: 1})
    assert not can_be_made(both, {a: 1, b: 0, c: 1})
    assert can_be_made(both, {a: 2, b: 0, c: 1})
    assert can_be_made(both, {a: 1, b: 0, c: 1}, unlimited="wood")
    assert not can_be_made(both, {a: 1, b: 1, c: 0}, unlimited="wood")
