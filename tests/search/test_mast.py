"""MAST: what is learned from a simulation, what a rollout makes of it, and that nothing of it depends on who computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.game import INDEXES, UNIT, hashed_index
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.search import settings
from mutapa.search.budget import Budget
from mutapa.search.mast import MEANS, TAKEN, TRAIL, fade, learn, means, note, room
from mutapa.search.rollout import habitual
from mutapa.search.tree import NODE, STEPS, VISITS
from tests.search.seats import generators, record, search
from tests.search.tables import at, table_game

BOARD = np.zeros(1, np.int64)


def known(habits: Any, seat: int, action: int) -> tuple[int, int]:
    """(sum, how many) of an action's index."""
    place = MEANS + 2 * (seat * INDEXES + hashed_index(BOARD, BOARD, BOARD, action))
    return habits[place], habits[place + 1]


@pytest.mark.parametrize("name", ["zimbabwe", "stone_age", "ascending"])
def test_few_actions_of_a_game_share_an_index(name: str) -> None:
    """The default index: below `INDEXES`, and of the actions met in random games hardly two share one."""
    met: set[int] = set()
    for seed in range(3):
        state = State.new(name, 2, seed=seed, backend="plain")
        rng = derive(seed, "moves")
        for _ in range(120):
            if state.is_over:
                break
            if state.is_chance:
                state.draw(rng)
                continue
            legal = state.legal_actions
            met |= set(legal)
            state.apply(legal[int(rng[0]) % len(legal)])
            rng = derive(int(rng[0]), "next")
    indexes = {hashed_index(BOARD, BOARD, BOARD, action) for action in met}
    assert all(0 <= index < INDEXES for index in indexes)
    assert len(indexes) > 0.85 * len(met)
    assert registry.get(name).rules.index is hashed_index


def test_a_simulation_is_learned_from_by_seat() -> None:
    game = table_game({0: (0, {1: 1}), 1: (0, 1)}, 2)
    habits = [0] * room(2)
    for seat, action in ((0, 5), (1, 5), (0, 7), (0, 5)):
        note(game.rules, BOARD, BOARD, at(0), seat, action, habits)
    learn(habits, [300, 700])
    assert known(habits, 0, 5) == (600, 2)  # taken twice, counted twice
    assert known(habits, 0, 7) == (300, 1)
    assert known(habits, 1, 5) == (700, 1)
    assert known(habits, 1, 7) == (0, 0)
    assert habits[TAKEN] == 0
    learn(habits, [300, 700])
    assert known(habits, 0, 7) == (300, 1)  # nothing was noted since


def test_steps_beyond_the_trail_are_left_out() -> None:
    game = table_game({0: (0, {1: 1}), 1: (0, 1)}, 2)
    habits = [0] * room(2)
    for _ in range(TRAIL + 50):
        note(game.rules, BOARD, BOARD, at(0), 0, 3, habits)
    learn(habits, [2, 0])
    assert known(habits, 0, 3) == (2 * TRAIL, TRAIL)
    assert known(habits, 0, 4) == known(habits, 1, 3) == (0, 0)


def test_what_is_known_fades_by_half() -> None:
    game = table_game({0: (0, {1: 1}), 1: (0, 1)}, 2)
    habits, values = [0] * room(2), [0] * settings.LENGTH
    values[settings.SEATS] = 2
    for _ in range(5):
        note(game.rules, BOARD, BOARD, at(0), 1, 9, habits)
    learn(habits, [0, 100])
    fade(values, habits)
    assert known(habits, 1, 9) == (250, 2)


def test_the_best_step_is_taken_and_what_was_never_tried_before_it() -> None:
    game = table_game({0: (0, {1: 1, 2: 1, 3: 1}), 1: (0, 1)}, 2)
    values, habits, rng = [0] * settings.LENGTH, [0] * room(2), derive(1, "mast").tolist()
    values[settings.SEATS] = 2
    lists = [0] * 16, [0] * 16

    def step() -> int:
        return int(habitual(game.rules, BOARD, [0] * 16, at(0), values, 0, *lists, habits, rng))

    assert {step() for _ in range(60)} == {1, 2, 3}  # all are unknown: any of them
    for action, worth in ((1, 10), (2, 30), (3, 20)):
        note(game.rules, BOARD, BOARD, at(0), 0, action, habits)
        learn(habits, [worth, 0])
        if action == 1:
            assert {step() for _ in range(60)} == {2, 3}
    assert {step() for _ in range(60)} == {2}
    assert means(game.rules, BOARD, BOARD, at(0), 1, [1, 2, 3], 3, habits, lists[1]) == 0
    assert lists[1][:3] == [UNIT + 1] * 3  # of the other seat nothing is known
    values[settings.EPSILON] = UNIT // 2
    chosen = [step() for _ in range(900)]
    assert 500 < chosen.count(2) < 700  # half of them by sample, a third of which is 2
    assert set(chosen) == {1, 2, 3}


def test_steps_in_the_tree_are_learned_from_like_those_of_rollouts() -> None:
    """Every step that a seat made in a simulation is counted once: those of all paths, and those of all rollouts."""
    state = State.new(TICTACTOE, 2)
    found = search(TICTACTOE, state.board, 2, backend="plain", variant="rollout=mast,horizon=3")
    found.run(state.observe(0), Budget(150), generators(1))
    tree = found.trees[0]
    counted = sum(tree.habits[MEANS + 2 * i + 1] for i in range(2 * INDEXES))
    in_tree = sum(tree.nodes[node * NODE + VISITS] for node in range(1, tree.size[0]))
    assert tree.refused == 0
    assert in_tree > 150
    assert counted == in_tree + tree.head[STEPS]


LATE = {
    0: (0, {0: 1, 1: 2}), 1: (1, {0: 3}), 2: (1, {0: 4}),
    **{n: (0, {10: 5, 11: 6, 12: 6, 13: 6, 14: 6}) for n in (3, 4)}, 5: (1, 0), 6: (0, 1),
}  # fmt: skip
"""Seat 0's second step wins by action 10 alone, wherever it stands."""


def test_rollouts_come_to_play_what_wins() -> None:
    """Rollouts by MAST find the one step that wins, which sampled ones play a fifth of the time."""
    worth = {}
    for rollout in ("sample", "mast,epsilon=0.2"):
        found = search(
            table_game(LATE, 2), BOARD, 2, backend="plain", variant=f"rollout={rollout},c=100", WIN=1, POINTS=0, nodes=3
        )
        result = found.run(at(0), Budget(400), generators(1))
        assert result is not None
        worth[rollout[:4]] = result.values[0]
    assert 0.15 < worth["samp"] < 0.25
    assert worth["mast"] > 0.7


@pytest.mark.parametrize(("game", "seats"), [(ASCENDING, 3), (SEALED, 3)], ids=lambda x: getattr(x, "name", ""))
def test_plain_strict_and_object_learn_the_same(game: Any, seats: int) -> None:
    board, state = game.deal(game.describe(seats, {}, np.zeros(2, np.int64)))
    found = []
    for backend in ("plain", "strict", "object"):
        one = search(game, board, seats, backend=backend, variant="rollout=mast,horizon=40")
        for seed in (1, 2):
            one.run(state, Budget(250), generators(seed), steps=[])
        found.append((record(one.trees[0], seats), [int(word) for word in one.trees[0].habits]))
    assert found[0] == found[1] == found[2]
    assert any(found[0][1][MEANS:])


def test_threads_change_nothing() -> None:
    board, state = ASCENDING.deal(ASCENDING.describe(3, {"budget": 9, "rounds": 2}, np.zeros(2, np.int64)))
    found = []
    for threads in (1, 2):
        one = search(ASCENDING, board, 3, backend="object", trees=4, threads=threads, variant="rollout=mast,horizon=40")
        result = one.run(state, Budget(4000), generators(1, 4))
        assert result is not None
        found.append(([record(tree, 3) for tree in one.trees], result.rows))
    assert found[0] == found[1]


def test_a_tree_planted_anew_knows_nothing() -> None:
    board, state = ASCENDING.deal(ASCENDING.describe(3, {"budget": 9, "rounds": 2}, np.zeros(2, np.int64)))
    one = search(ASCENDING, board, 3, backend="plain", variant="rollout=mast,horizon=40")
    first = [one.run(state, Budget(60), generators(1)), record(one.trees[0], 3)]
    one.run(state, Budget(60), generators(2))
    again = [one.run(state, Budget(60), generators(1)), record(one.trees[0], 3)]
    assert again[1] == first[1]
