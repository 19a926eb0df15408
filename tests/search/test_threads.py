"""Trees on threads, budgets, backends: the same seed gives the same tree, whoever computes it."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mutapa.core import native
from mutapa.core.errors import InvalidError
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search import budget
from mutapa.search.budget import Budget, Pace
from tests.search.seats import generators, play, record, search, uct

GAMES = [(ASCENDING, 3), (KUHN, 2), (SEALED, 3)]


def ascending(**options: Any) -> tuple[Any, Any]:
    return ASCENDING.deal(ASCENDING.describe(3, {"budget": 9, "rounds": 2, **options}, np.zeros(2, np.int64)))


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda x: getattr(x, "name", ""))
@pytest.mark.parametrize("limits", [False, True])
def test_one_and_two_threads_grow_the_same_trees(game: Any, seats: int, limits: bool) -> None:
    if limits and game is not ASCENDING:
        pytest.skip("no auction")
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    found = []
    for threads in (1, 2):
        one = search(game, board, seats, backend="object", trees=4, threads=threads, limits=limits)
        result = one.run(state, Budget(8002), generators(1, 4))
        assert result is not None
        assert result.backend == "object"
        assert result.reproducible
        assert result.simulations == 8002
        assert result.threads == ({"search-0": 8002} if threads == 1 else {"search-0": 4001, "search-1": 4001})
        found.append(([record(tree, seats) for tree in one.trees], result.rows, result.line, result.action))
    assert found[0] == found[1]
    assert found[0][0][0] != found[0][0][1]  # each tree has its own stream


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda x: getattr(x, "name", ""))
def test_plain_strict_and_object_grow_the_same_tree(game: Any, seats: int) -> None:
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    found = []
    for backend in ("plain", "strict", "object"):
        one = search(game, board, seats, backend=backend, limits=game is ASCENDING)
        for seed in (1, 2):
            result = one.run(state, Budget(400), generators(seed), steps=[])
        assert result is not None
        assert result.backend == backend
        found.append(record(one.trees[0], seats))
    assert found[0] == found[1] == found[2]
    assert found[0][0] == 800


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda x: getattr(x, "name", ""))
def test_the_jit_grows_it_too(game: Any, seats: int) -> None:
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    found = []
    for backend in ("jit", "object"):
        one = search(game, board, seats, backend=backend, limits=game is ASCENDING)
        result = one.run(state, Budget(400), generators(1))
        assert result is not None
        assert result.backend == backend
        found.append(record(one.trees[0], seats))
    assert found[0] == found[1]


def test_merged_rows_are_sums_over_trees() -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", trees=3)
    result = one.run(state, Budget(900), generators(1, 3))
    assert result is not None
    trees = [record(tree, 3) for tree in one.trees]
    for i, row in enumerate(result.rows):
        edges = [tree[1][i] for tree in trees]
        assert {edge[0] for edge in edges} == {row.action}
        assert row.visits == sum(edge[2] for edge in edges)
        assert row.available == sum(edge[3] for edge in edges) == 900
        assert row.sums == [sum(edge[4][s] for edge in edges) for s in range(3)]


@pytest.mark.parametrize("seconds", [0.02, 0.1])
def test_time_is_kept(seconds: float) -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", nodes=50_000, trees=2, threads=2)
    over = []
    for _ in range(20):  # the best of some: a busy machine may hold up one, or let no simulation begin in time (None)
        begun = time.perf_counter()
        result = one.run(state, Budget(seconds=seconds), generators(1, 2))
        over.append(time.perf_counter() - begun - seconds)
        if result is not None and over[-1] < 1:  # far more than a slice
            break
    assert result is not None
    assert 0 <= min(over) < 1
    assert not result.reproducible
    assert sum(result.threads.values()) == result.simulations


def test_both_threads_work() -> None:
    """Either may be scheduled late on a busy machine: then both get more time."""
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", nodes=50_000, trees=2, threads=2)
    seconds = 0.02
    while True:
        result = one.run(state, Budget(seconds=seconds), generators(1, 2))
        if result is not None:
            assert set(result.threads) == {"search-0", "search-1"}
            if min(result.threads.values()) > 0:
                break
        seconds *= 2
        assert seconds < 10, result and result.threads


def test_whichever_limit_comes_first_ends_the_search() -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object")
    result = one.run(state, Budget(sims=100, seconds=30), generators(1))
    assert result is not None
    assert (result.simulations, result.seconds < 1) == (100, True)


@pytest.mark.parametrize("seconds", [0, 0.00001, 0.001])
def test_next_to_no_time_gives_a_legal_action_soon(seconds: float) -> None:
    """Trial A11."""
    board, state = ascending()
    bot = uct(f"uct:seconds={seconds}", ASCENDING, board, 3)
    spent = []
    for _ in range(5):  # the best of some: a busy machine may hold up one
        begun = time.perf_counter()
        assert bot.choose(state) in range(10)
        spent.append(time.perf_counter() - begun)
    assert min(spent) < 0.1


def test_chunks_grow_with_the_speed_and_stay_within_what_is_left() -> None:
    pace = Pace(None)
    assert [pace.next(n) for n in (0, 7, 10**6)] == [0, 7, 512]
    assert Pace(None, watched=True).next(10**6) < 512, "a stop is heard soon"
    assert Pace(None, watched=True).next(None) == 0, "no limit at all: somebody else has the course"
    pace = Pace(time.perf_counter() + 60)
    sizes = []
    for _ in range(6):
        sizes.append(pace.next(None))
        pace.done(sizes[-1])
    assert sizes == sorted(sizes)
    assert sizes[-1] > sizes[0]
    assert pace.next(3) == 3
    assert Pace(time.perf_counter() - 1).next(None) == 0


@pytest.mark.parametrize(("left", "slice_"), [(None, 0.01), (60.0, 0.01), (0.04, 0.005), (-1.0, 0.000125)])
def test_a_call_takes_a_part_of_what_is_left(left: float | None, slice_: float, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(budget, "time", SimpleNamespace(perf_counter=lambda: now))
    pace = Pace(None)
    for _ in range(20):
        count = pace.next(10**6)
        now += count / 100_000
        pace.deadline = None if left is None else now + left
        pace.done(count)
        pace.deadline = None
    assert pace.next(10**6) == pytest.approx(100_000 * slice_, rel=0.1)


@pytest.mark.parametrize(("sims", "seconds"), [(0, None), (None, None), (None, -1.0), (None, float("nan"))])
def test_budgets_that_mean_nothing_are_refused(sims: Any, seconds: Any) -> None:
    with pytest.raises(InvalidError, match="budget: "):
        Budget(sims, seconds)


@pytest.mark.parametrize(("memory", "trees"), [(1, 1), (4, 2), (16, 1)])
def test_memory_is_bounded_by_its_setting(memory: float, trees: int) -> None:
    board, state = ascending(budget=31)
    one = search(ASCENDING, board, 3, backend="object", nodes=0, memory=memory, trees=trees)
    held = sum(array.nbytes for tree in one.trees for array in (tree.nodes, tree.edges, tree.moved))
    assert 0.9 * memory * 2**20 < held <= memory * 2**20
    ids = [id(array) for tree in one.trees for array in (tree.nodes, tree.edges, tree.moved)]
    result = one.run(state, Budget(40_000 if memory == 1 else 4000), generators(1, trees))
    assert result is not None
    assert ids == [id(array) for tree in one.trees for array in (tree.nodes, tree.edges, tree.moved)]
    if memory == 1:
        assert result.refused > 0  # it was full, and went on
        assert result.simulations == 40_000


def test_too_little_memory_is_refused_in_words() -> None:
    board, _ = ascending()
    with pytest.raises(InvalidError, match=r"memory=0\.001: too little"):
        search(ASCENDING, board, 3, nodes=0, memory=0.001)


def test_an_error_in_a_thread_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    board, state = ascending()
    one = search(ASCENDING, board, 3, backend="object", trees=2, threads=2)

    def broken(*_: Any) -> None:
        raise MemoryError("for the test")

    monkeypatch.setattr(one.trees[1], "grow", broken)
    with pytest.raises(MemoryError, match="for the test"):
        one.run(state, Budget(100_000), generators(1, 2))


def test_which_backend_runs() -> None:
    for game, seats in GAMES:
        actions, _, bots = play(game, ["uct:sims=30"] * seats)
        assert actions
        results = [bot.result for bot in bots if bot.result]
        assert results
        assert all(result.backend == "object" for result in results)
        assert native.engine(game).backend == "object"
