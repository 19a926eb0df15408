"""Early stop and more time: what they change, and what they don't."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import numpy as np
import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.search.budget import Budget, share
from mutapa.search.course import LEGS, Course, Standing, safe, undecided
from tests.core.toys.kuhn_solver import J, K, Q
from tests.search.seats import generators, record, search, uct


def ascending(**options: Any) -> tuple[Any, Any]:
    return ASCENDING.deal(ASCENDING.describe(3, {"budget": 9, "rounds": 2, **options}, np.zeros(2, np.int64)))


def legs(budget: Budget, root: list[Standing]) -> list[int | None]:
    """The counts at which legs of a budget of simulations end."""
    course, found, done = Course(budget, time.perf_counter(), lambda: root), [], 0
    while (leg := course.next(done)) is not None:
        found.append(leg.sims)
        assert leg.sims is not None
        done = leg.sims
    return found


def test_a_plain_budget_is_one_leg() -> None:
    assert legs(Budget(1000), [Standing(1, 0)]) == [1000]


def test_legs_end_at_fixed_counts() -> None:
    even = [Standing(5, 1), Standing(5, 2)]
    assert legs(Budget(1000, stop=True), even) == [*range(63, 1000, 63), 1000]
    assert legs(Budget(100, stop=True), even) == [32, 64, 96, 100]
    assert legs(Budget(1000, extend=1), even) == [1000, 1250, 1500, 1750, 2000]
    assert legs(Budget(1000, extend=0.02), even) == [1000, 1005, 1010, 1015, 1020]
    assert legs(Budget(2, extend=0.5), even) == [2, 3, 4, 5, 6]  # a leg has at least one simulation


def test_a_search_stops_where_the_leader_is_safe() -> None:
    assert legs(Budget(1000, stop=True), [Standing(560, 0), Standing(5, 0)]) == [63, 126, 189, 252, 315, 378, 441, 504]
    assert legs(Budget(1000, stop=True), [Standing(1, 0)]) == [*range(63, 1000, 63), 1000]


@pytest.mark.parametrize(("visits", "left", "sure"), [((8, 3), 4, True), ((8, 3), 5, False), ((3, 8), 4, True), ((4,), 3, True)])
def test_safe_means_not_even_equalled(visits: tuple[int, ...], left: int, sure: bool) -> None:
    assert safe([Standing(n, 0) for n in visits], left) == sure


@pytest.mark.parametrize(
    ("root", "open_"),
    [
        ([Standing(100, 50), Standing(49, 10)], False),
        ([Standing(100, 50), Standing(50, 10)], True),  # close in visits
        ([Standing(100, 50), Standing(10, 6)], True),  # heard of, and better
        ([Standing(100, 50), Standing(10, 5)], False),  # as good
        ([Standing(100, 50), Standing(9, 9)], False),  # hardly looked at
        ([Standing(100, 50), Standing(0, 0)], False),
        ([], True),
    ],
)
def test_what_leaves_a_root_undecided(root: list[Standing], open_: bool) -> None:
    assert undecided(root) == open_


@pytest.mark.parametrize("trees", [1, 3])
@pytest.mark.parametrize("sims", [90, 400, 1501])
@pytest.mark.parametrize("seed", range(4))
def test_stopping_early_changes_no_answer(trees: int, sims: int, seed: int) -> None:
    board, state = ascending()
    whole, short = (
        search(ASCENDING, board, 3, backend="object", trees=trees).run(state, Budget(sims, stop=stop), generators(seed, trees))
        for stop in (False, True)
    )
    assert whole is not None
    assert short is not None
    assert whole.simulations == sims
    assert short.simulations <= sims
    assert short.action == whole.action
    if short.simulations == sims:
        assert short.rows == whole.rows


def kuhn(first: int) -> tuple[Any, Any]:
    """Board and what seat 0 sees at its first step, with card `first`."""
    state = State.new(KUHN, 2)
    state.apply(first)
    state.apply(K if first != K else J)
    return state.board, state.observe(0)


def test_stopping_early_saves_simulations() -> None:
    """Somewhere among these; else the test above shows nothing."""
    saved = []
    for card in (J, Q, K):
        board, seen = kuhn(card)
        for seed in range(4):
            result = search(KUHN, board, 2, backend="object", variant="c=0.3").run(
                seen, Budget(3000, stop=True), generators(seed)
            )
            assert result is not None
            saved.append(3000 - result.simulations)
    assert max(saved) > 1000


@pytest.mark.parametrize("budget", [Budget(1500, stop=True), Budget(700, extend=1), Budget(1500, stop=True, extend=0.5)])
@pytest.mark.parametrize(("game", "seats"), [(ASCENDING, 3), (KUHN, 2)], ids=lambda x: getattr(x, "name", ""))
def test_threads_change_nothing(budget: Budget, game: Any, seats: int) -> None:
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    found = []
    for threads in (1, 2, 3):
        one = search(game, board, seats, backend="object", trees=3, threads=threads)
        result = one.run(state, budget, generators(1, 3))
        assert result is not None
        assert result.reproducible
        found.append(([record(tree, seats) for tree in one.trees], result.rows, result.action, result.simulations))
    assert found[0] == found[1] == found[2]
    runs = [share(found[0][3], i, 3) for i in range(3)]
    assert [sum(edge[2] for edge in tree[1]) for tree in found[0][0]] == runs


def test_undecided_searches_go_on() -> None:
    counts = set()
    for card in (J, Q, K):
        board, seen = kuhn(card)
        for seed in range(8):
            result = search(KUHN, board, 2, backend="object", variant="c=0.2").run(seen, Budget(200, extend=1), generators(seed))
            assert result is not None
            counts.add(result.simulations)
    assert counts <= {200 + 50 * n for n in range(LEGS + 1)}
    assert len(counts) > 1


@pytest.mark.parametrize("budget", [Budget(1000), Budget(1000, stop=True), Budget(1000, seconds=30), Budget(400, extend=1)])
def test_a_tree_that_is_proven_leaves_the_others_to_end(monkeypatch: pytest.MonkeyPatch, budget: Budget) -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", trees=2)
    true = one.trees[0].grow
    monkeypatch.setattr(one.trees[0], "grow", lambda *all_: true(*all_[:-1], 5))  # as if its root were proven after 5
    begun = time.perf_counter()
    result = one.run(state, budget, generators(1, 2))
    assert time.perf_counter() - begun < 10
    assert result is not None
    assert one.trees[0].root_visits == 5
    assert one.trees[1].root_visits >= (budget.sims or 0) // 4


def test_more_time_ends() -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", nodes=50_000)
    begun = time.perf_counter()
    result = one.run(state, Budget(seconds=0.05, extend=1, stop=True), generators(1))
    assert result is not None
    assert time.perf_counter() - begun < 0.1 + 2  # other processes share the machine
    assert not result.reproducible


def test_a_clock_that_is_sure_stops_at_its_half() -> None:
    """With one action far ahead the rest of the time is saved; the best of some, on a busy machine."""
    board, state = ascending()
    spent = []
    for seed in range(5):
        one = search(ASCENDING, board, 3, backend="object", nodes=50_000, variant="c=0")
        begun = time.perf_counter()
        assert one.run(state, Budget(seconds=0.2, stop=True), generators(seed)) is not None
        spent.append(time.perf_counter() - begun)
    assert 0.09 < min(spent) < 0.19


def test_options_reach_the_budget() -> None:
    board, _ = ascending()
    bot = uct("uct:sims=500,stop=1,extend=0.25", ASCENDING, board, 3)
    assert bot.budget == Budget(500, stop=True, extend=0.25)
    assert uct("uct:sims=500", ASCENDING, board, 3).budget == Budget(500)
    assert uct("uct:clock=9+0.5", ASCENDING, board, 3).budget == Budget(left=9, increment=0.5, stop=True, extend=1)
    assert uct("uct:clock=9,stop=0,extend=0", ASCENDING, board, 3).budget == Budget(left=9)


@pytest.mark.parametrize("option", ["stop=1", "extend=0.5"])
def test_gumbel_wants_neither(option: str) -> None:
    board, _ = ascending()
    with pytest.raises(InvalidError, match="gumbel's halving shares out all its simulations beforehand"):
        uct(f"uct:select=gumbel,sims=400,{option}", ASCENDING, board, 3)


def test_budgets_are_checked() -> None:
    for wrong in ({"left": -1.0}, {"seconds": 1.0, "extend": float("nan")}, {"left": 1.0, "increment": float("inf")}):
        with pytest.raises(InvalidError, match="budget: "):
            Budget(**wrong)  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Budget(5).sims = 6  # type: ignore[misc]
