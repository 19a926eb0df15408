"""One search over Ray actors, on a real cluster of two nodes: the answer of the same trees on threads, whoever dies."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.nets.weights import save
from mutapa.search import bots
from mutapa.search.bots import Seating
from mutapa.search.budget import Budget
from mutapa.search.cluster import ClusterSearch
from mutapa.search.gardeners import dismiss
from mutapa.search.merge import Result, merge
from tests.nets.random_nets import random_weights

pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def dismissed() -> Iterator[None]:
    """The cores of the cluster are free again for others."""
    yield
    dismiss()


def start(spec: str, game: str = "tictactoe", seats: int = 2, backend: str = "plain", **options: Any) -> tuple[Any, State]:
    """A bot about to choose in the first position of `game` in which a seat moves."""
    state = State.new(game, seats=seats, seed=4, options=options, backend=backend)
    while state.turn < 0:
        state.apply(state.chance(np.array([1, 2])))
    bot = bots.make(spec)
    bot.start(state.game, state.board, state.turn, Seating(state.seats, np.array([5, 7]), backend, state.description))
    return bot, state


def found(result: Result | None) -> Any:
    """A result without what depends on who computed it."""
    assert result is not None
    rows = [(row.action, row.visits, row.available, row.sums, row.proven) for row in result.rows]
    sizes = result.simulations, result.nodes, result.edges, result.refused, result.reused
    return result.action, rows, result.values, result.line, sizes, result.proven, result.reproducible, result.missing


def searched(spec: str, game: str = "tictactoe", seats: int = 2, **options: Any) -> Any:
    """Two searches, one after the other."""
    bot, state = start(spec, game, seats, **options)
    results = []
    for _ in range(2):
        bot.choose(state.observe(state.turn))
        results.append(found(bot.result))
    bot.close()
    return results


CASES = {
    "perfect": ("uct:sims=101,trees=5,memory=5", "tictactoe", 2, {}),
    "proven": ("uct:sims=200,trees=4,memory=4,proven=1", "tictactoe", 2, {}),
    "early stop and more time": ("uct:sims=400,trees=4,memory=4,stop=1,extend=1", "tictactoe", 2, {}),
    "hidden": ("uct:sims=80,trees=4,memory=4,worlds=mo", "kuhn", 2, {}),
    "pimc": ("uct:sims=80,worlds=pimc,determinizations=4,memory=4", "kuhn", 2, {}),
    "beliefs": ("uct:sims=60,trees=4,memory=4,auction=limits-uniform", "ascending", 3, {"rounds": 2}),
}


@pytest.mark.parametrize("case", CASES)
def test_actors_find_what_threads_find(cluster: Any, case: str) -> None:
    spec, game, seats, options = CASES[case]
    right = searched(spec + ",reuse=0", game, seats, **options)
    assert searched(spec + ",actors=3", game, seats, **options) == right


def test_actors_think_with_a_network(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "small.safetensors"
    save(path, random_weights(registry.get("tictactoe")))
    spec = f"uct:sims=40,trees=4,memory=4,net={path}"
    right = searched(spec + ",reuse=0")
    assert right != searched("uct:sims=40,trees=4,memory=4,horizon=0,mix=0,reuse=0"), "it matters"
    assert searched(spec + ",actors=2") == right


@pytest.mark.parametrize("actors", [1, 2, 4])
def test_any_number_of_actors(cluster: Any, actors: int) -> None:
    right = searched("uct:sims=101,trees=5,memory=5,reuse=0")
    assert searched(f"uct:sims=101,trees=5,memory=5,actors={actors}") == right


def test_merged_statistics_are_the_sum_of_the_trees(cluster: Any) -> None:
    bot, state = start("uct:sims=103,trees=4,memory=4,actors=2")
    bot.choose(state.observe(0))
    trees = bot.search._found
    assert sorted(trees) == [0, 1, 2, 3]
    assert [trees[i].simulations for i in range(4)] == [26, 26, 26, 25]
    assert bot.result.rows == merge([trees[i].root for i in range(4)], 2)
    for row in bot.result.rows:
        same = [each for tree in trees.values() for each in tree.root.rows if each.action == row.action]
        assert row.visits == sum(each.visits for each in same)
        assert row.sums == [sum(each.sums[s] for each in same) for s in range(2)]
    assert sum(bot.result.threads.values()) == bot.result.simulations == 103


def processes(bot: Any) -> list[int]:
    """Of the actors of a bot."""
    members = bot.search.crew.members[: bot.search.actors]
    return [int(re.match(r"process (\d+)", member.where)[1]) for member in members]  # type: ignore[index]


def later(seconds: float, process: int, number: int) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (process, number))
    timer.start()
    return timer


LONG = "uct:sims=16000,trees=4,memory=4"
"""A second or two of plain Python for two actors: long enough to be killed in it."""


@pytest.mark.parametrize("killed", [1, 2])
def test_kill_9_in_a_search(cluster: Any, killed: int, capsys: pytest.CaptureFixture[str]) -> None:
    bot, state = start(LONG + ",reuse=0")
    bot.choose(state.observe(0))
    right = found(bot.result)
    bot, state = start(LONG + ",actors=2")
    timers = [later(0.3, each, signal.SIGKILL) for each in processes(bot)[:killed]]
    bot.choose(state.observe(0))
    assert found(bot.result) == right
    for each in timers:
        each.join()
    assert capsys.readouterr().err.count("was lost; its trees are grown anew: 2") == killed
    bot.choose(state.observe(0))
    assert bot.result.simulations == 16000, "and on it goes"


@pytest.mark.slow
def test_a_node_goes_in_a_search(cluster: Any) -> None:
    right = searched(LONG + ",reuse=0")
    dismiss()
    extra = cluster.add_node(num_cpus=2, object_store_memory=80 << 20)
    bot, state = start(LONG + ",actors=4")
    timer = threading.Timer(0.3, cluster.remove_node, (extra,), {"allow_graceful": False})
    timer.start()
    results = []
    for _ in range(2):
        bot.choose(state.observe(0))
        results.append(found(bot.result))
    timer.join()
    assert results == right


def test_a_stopped_actor_does_not_hold_up_the_clock(cluster: Any) -> None:
    bot, state = start("uct:seconds=1,trees=8,memory=8,actors=4")
    stopped = processes(bot)[1]
    timer = later(0.4, stopped, signal.SIGSTOP)
    took, missing = [], []
    try:
        for _ in range(3):
            began = time.perf_counter()
            bot.choose(state.observe(0))
            took.append(time.perf_counter() - began)
            missing.append(bot.missing)
            if bot.result is None:  # a machine so busy that no tree came back
                assert missing[-1] == 8
                continue
            assert bot.result.simulations == sum(row.visits for row in bot.result.rows)
            assert not bot.result.reproducible
            assert bot.result.missing == missing[-1]
            assert len(bot.search._found) >= 8 - missing[-1]
            assert len(took) == 1 or all(bot.search._at[i].number != 2 for i in bot.search._found), "others have its trees"
        assert missing[0] >= 2
        assert min(missing) < 8
    finally:
        timer.join()
        os.kill(stopped, signal.SIGCONT)
    assert min(took) < 1.1
    assert max(took) < 2, "1.1 on a machine that has time for it"
    bot.choose(state.observe(0), Budget(sims=80))
    assert bot.result.simulations == 80
    assert bot.result.missing == 0


def test_a_search_is_stopped_from_outside(cluster: Any) -> None:
    bot = bots.make("uct:sims=1000000,trees=2,memory=2,actors=2")
    bot.halt = threading.Event()
    state = State.new("tictactoe", seats=2)
    bot.start(state.game, state.board, 0, Seating(2, np.array([5, 7]), "plain"))
    timer = threading.Timer(0.5, bot.halt.set)
    timer.start()
    began = time.perf_counter()
    bot.choose(state.observe(0))
    assert time.perf_counter() - began < 5
    timer.join()
    assert bot.result is not None
    assert 0 < bot.result.simulations < 1000000
    assert not bot.result.reproducible
    bot.halt.clear()
    bot.choose(state.observe(0), Budget(sims=50))
    assert bot.result.simulations == 50


def test_a_search_that_fails_says_why(cluster: Any) -> None:
    bot, state = start("uct:sims=10,trees=2,memory=2,actors=1")
    assert isinstance(bot.search, ClusterSearch)
    bot.search.how[0] = bot.search.crew.ray.put({"no": "arguments"})
    with pytest.raises(RuntimeError, match="missing 1 required positional argument: 'board'"):
        bot.choose(state.observe(0))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("uct:actors=2", "actors=2 but trees=1, and a tree is grown by one actor; right would be trees=2"),
        ("uct:trees=4,actors=2,threads=2", "trees grow in actors or on threads, not on both; right would be threads=1"),
        ("uct:trees=4,actors=2,reuse=1", "so no subtree is kept; right would be reuse=0"),
        ("uct:trees=4,ray=auto", "ray=auto has no effect without actors; right would be actors=2"),
    ],
)
def test_what_makes_no_sense(spec: str, why: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(why)):
        bots.make(spec)
