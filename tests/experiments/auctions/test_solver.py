"""The exact auction: as the rules play it, as brute force finds it, and the known solutions of the dollar auction."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.zimbabwe.layout import LAYOUT
from mutapa.experiments.auctions.solver import Auction, Solver, same_worth, solve
from tests.core.zimbabwe.positions import Scene, scene_of
from tests.search import auction_solver

WORTH = tuple(map(Fraction, (8, 3, 0)))


def brute(state: Any, order: list[int], worth: Any, rate: Fraction) -> tuple[list[Fraction], str]:
    """Best step and values by bidder, asking the rules of The Great Zimbabwe for every list and every successor."""
    if LAYOUT.read(state.words, "phase") != 1:
        cattle, places = LAYOUT.read(state.words, "cattle"), LAYOUT.read(state.words, "order")
        assert isinstance(cattle, list)
        assert isinstance(places, list)
        return [worth[i][places.index(seat)] + rate * cattle[seat] for i, seat in enumerate(order)], ""
    best: tuple[list[Fraction], str] | None = None
    me = order.index(state.turn)
    for text in state.legal_texts:
        after = state.clone()
        after.apply(text)
        values = brute(after, order, worth, rate)[0]
        if best is None or values[me] > best[0][me]:
            best = values, text
    assert best is not None
    return best


def auction(cattle: tuple[int, ...], shadipinyi: int = -1, elegua: int = -1) -> tuple[Scene, list[int]]:
    """An auction of the rules, and the seats in bidding order; bidders by their place in it."""
    s = scene_of("." * 18, seats=len(cattle))
    order = list(range(len(cattle)))[::-1]  # all on 20: seat n-1 bids first
    for bidder, god in ((shadipinyi, "shadipinyi"), (elegua, "elegua")):
        if bidder >= 0:
            s.god(order[bidder], god)
    s.end_round()
    assert s["plaques"][: len(cattle)] == order
    return s.cattle(*[cattle[order.index(seat)] for seat in range(len(cattle))]), order


CASES: list[tuple[tuple[int, ...], int, int]] = [
    ((3, 3), -1, -1), ((6, 6), -1, -1), ((6, 4), 1, -1), ((2, 3), -1, 0), ((3, 3, 3), -1, -1), ((4, 5, 3), -1, -1),
    ((5, 4, 4), 2, -1), ((3, 1, 2), -1, 1), ((6, 5, 5), -1, -1), ((6, 6, 6), -1, -1),
]  # fmt: skip


@pytest.mark.parametrize(("cattle", "shadipinyi", "elegua"), CASES)
def test_the_solution_is_that_of_brute_force_over_the_rules(cattle: tuple[int, ...], shadipinyi: int, elegua: int) -> None:
    s, order = auction(cattle, shadipinyi, elegua)
    n, rng = len(cattle), random.Random(f"worth {cattle}")
    for trial in range(4 if sum(cattle) < 14 else 1):
        worth = same_worth(WORTH[3 - n :] if n == 3 else WORTH[:2], n)
        if trial:
            worth = tuple(tuple(sorted((Fraction(rng.randint(0, 20), 2) for _ in range(n)), reverse=True)) for _ in range(n))
        rate = Fraction(rng.choice((1, 2)), 2) if trial else Fraction(1)
        found = solve(Auction(cattle, worth, rate, first_plaque=shadipinyi, helped=elegua))
        values, step = brute(s.state, order, worth, rate)
        assert list(found.values) == values
        assert [f"bid {step}" if step else "pass" for _, step in found.line[:1]] == [step]


def test_with_three_cattle_each_no_seat_bids_twice() -> None:
    """In any course of the rules, wise or not: a second bid would have to be 3 at least, with at most 2 left."""
    for n in (2, 3):
        s, _ = auction((3,) * n)
        left, lines = [(s.state, [])], 0
        while left:
            state, bidders = left.pop()
            if LAYOUT.read(state.words, "phase") != 1:
                lines += 1
                assert len(bidders) == len(set(bidders))
                continue
            for text in state.legal_texts:
                after = state.clone()
                after.apply(text)
                left.append((after, [*bidders, state.turn] if text.startswith("bid") else bidders))
        assert lines > 5


@pytest.mark.parametrize(("stake", "budget", "first"), [(4, 7, 1), (5, 10, 2), (3, 6, 2), (4, 9, 3), (10, 25, 7)])
def test_the_dollar_auction(stake: int, budget: int, first: int) -> None:
    """First bid (b - 1) mod (s - 1) + 1, then the rival drops (O'Neill 1986)."""
    assert first == (budget - 1) % (stake - 1) + 1
    worth = same_worth((Fraction(stake), Fraction(0)), 2)
    found = solve(Auction((budget, budget), worth, pay="last", plaques=False))
    assert found.line == [(0, first), (1, 0)]
    assert found.values == (budget + stake - first, budget)


@pytest.mark.parametrize("pay", ["each", "last"])
def test_it_agrees_with_backward_induction_over_the_toy(pay: str) -> None:
    for budget, first, second, third in itertools.product((2, 4), (3, 6), (0, 2), (0,)):
        options = {"budget": budget, "first": first, "second": second, "third": third, "pay": pay}
        board, state = ASCENDING.deal(ASCENDING.describe(3, options, derive(1)))
        values, action = auction_solver.Solver(ASCENDING, board, 3).rational([int(x) for x in state])
        worth = same_worth((Fraction(first), Fraction(second), Fraction(third)), 3)
        found = solve(Auction((budget,) * 3, worth, pay=pay, plaques=False))
        assert [value - budget for value in found.values] == values
        assert found.line[0][1] == action


def test_what_comes_back_makes_bids_cheaper() -> None:
    """Two bidders, first place worth 4 more: half of every gift comes back, so both go further."""
    worth = same_worth((Fraction(4), Fraction(0)), 2)
    kept = solve(Auction((8, 8), worth, plaques=False))
    back = solve(Auction((8, 8), worth))
    assert max(step for _, step in back.line) >= max(step for _, step in kept.line)
    assert sum(back.values) == 4 + 16  # nothing is lost
    assert sum(kept.values) < 4 + 16 or not any(step for _, step in kept.line)


def test_first_steps_hold_what_each_brings() -> None:
    found = solve(Auction((5, 5), same_worth((Fraction(6), Fraction(0)), 2)))
    assert set(found.steps) == set(range(6))
    assert max(found.steps.values()) == found.values[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"cattle": (3,)}, "1 bidders; right would be 2 to 5"),
        ({"cattle": (3, -1)}, "right would be numbers from 0 to 99"),
        ({"worth": same_worth((Fraction(1),), 2)}, "the worth of 2 places is wanted for each of 2 bidders"),
        ({"pay": "all"}, "pay=all; right would be each or last"),
        ({"helped": 2}, "helped is bidder 2; there are bidders 0 to 1"),
        ({"helped": 1, "pay": "last"}, "right would be pay=each"),
    ],
)
def test_wrong_auctions_are_refused(change: dict[str, Any], said: str) -> None:
    right: dict[str, Any] = {"cattle": (3, 3), "worth": same_worth((Fraction(1), Fraction(0)), 2)}
    with pytest.raises(InvalidError, match=said):
        Auction(**{**right, **change})


def test_too_large_a_problem_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mutapa.experiments.auctions.solver.MOST_POSITIONS", 100)
    with pytest.raises(InvalidError, match="more than 100 positions; right would be fewer bidders or cattle"):
        Solver(Auction((9, 9, 9), same_worth(WORTH, 3))).solve()


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutapa.experiments.cli", "solve-auction", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_the_command() -> None:
    done = run("--cattle", "7,7", "--worth", "4,0", "--pay", "last", "--no-plaques", "--json", "-")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["line"] == [[0, "bid 1"], [1, "pass"]]
    assert said["places"] == [1, 2]
    shown = run("--cattle", "7,7", "--worth", "4,0", "--pay", "last", "--no-plaques")
    assert "0: bid 1  1: pass" in shown.stdout
    for words, said_ in (
        (("--cattle", "7,x", "--worth", "4,0"), "--cattle: 'x' is no whole number"),
        (("--cattle", "7,7", "--worth", "4"), "the worth of 2 places"),
        (("--cattle", "7,,7", "--worth", "4,0"), "has a gap"),
        (("--cattle", "7,7", "--worth", "4,1/0"), "'1/0' is no number"),
    ):
        wrong = run(*words)
        assert wrong.returncode == 2
        assert said_ in wrong.stderr
        assert wrong.stderr.count("\n") == 1
