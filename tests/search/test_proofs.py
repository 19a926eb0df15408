"""Proofs carried up from the ends of games: exact against backward induction, used for the choice, kept through re-rooting."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.toys.tictactoe.game import GAME, RULES
from mutapa.search import settings
from mutapa.search.bots import Event, make
from mutapa.search.budget import Budget
from mutapa.search.merge import Row, best, edges_of, proven_at
from mutapa.search.proofs import BITS, promising
from mutapa.search.tree import ACTION, CHILD, NODE, PROOF, ROOT, SUM, TRIED
from tests.core.toys.solver import solve
from tests.search.seats import generators, search, uct
from tests.search.tables import at, table_game

HALF = UNIT // 2
WORTH = {1: [UNIT, 0], 0: [HALF, HALF], -1: [0, UNIT]}
"""Utilities by the margin of seat 0."""
VARIANTS = ("proven=1", "proven=1,graph=transpositions", "proven=1,select=puct,widen=1", "proven=1,trees=3")


def new(rule: str, line: str = "") -> State:
    state = State.new(GAME, options={"rule": rule})
    if line:
        state.apply(line)
    return state


@functools.cache
def values(rule: str, line: str = "") -> dict[tuple[int, ...], int]:
    return solve(new(rule, line))


def searcher(state: State, variant: str, **how: Any) -> Any:
    """A search of the share of the win; ``trees=N`` in `variant` is its number of trees."""
    parts = variant.split(",")
    how["trees"] = next((int(part[6:]) for part in parts if part.startswith("trees=")), 1)
    variant = ",".join(part for part in parts if not part.startswith("trees="))
    return search(GAME, state.board, 2, variant=variant, **{"backend": "object", "nodes": 30_000, "POINTS": 0, "WIN": 1, **how})


def searched(state: State, sims: int, variant: str = "proven=1", seed: int = 1, **how: Any) -> tuple[Any, Any]:
    """The search and what it found for the seat to move."""
    found = searcher(state, variant, seat=state.turn, **how)
    return found, found.run(state.words, Budget(sims), generators(seed, len(found.trees)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_tic_tac_toe_is_a_draw(variant: str) -> None:
    """SEARCH C. A proof would need every reply tried; a draw that is known is no reason to."""
    _, result = searched(new("tictactoe"), 60_000, variant)
    assert result.values[0] == pytest.approx(0.5, abs=0.08)
    for row in result.rows:
        after = new("tictactoe")
        after.apply(row.action)
        if row.proven:
            assert row.proven == WORTH[values("tictactoe")[tuple(after.words.tolist())]]


@pytest.mark.parametrize("variant", VARIANTS[:3])
def test_every_proof_in_the_tree_is_what_backward_induction_says(variant: str) -> None:
    found, _ = searched(new("tictactoe"), 6000, variant)
    tree, board = found.trees[0], new("tictactoe").board.tolist()
    proofs, queue, met = 0, [(0, (0,))], set()
    for node, words in queue:
        if node in met:
            continue
        met.add(node)
        proven = proven_at(tree, node, 2)
        if proven:
            assert proven == WORTH[values("tictactoe")[words]]
            proofs += 1
        for edge in edges_of(tree, node):
            child = int(tree.edges[edge * tree.width + CHILD])
            if child >= 0:
                after = list(words)
                RULES.apply(board, [0] * 16, after, int(tree.edges[edge * tree.width + ACTION]))
                queue.append((child, tuple(after)))
    assert proofs > 200


def endgames(least: int, most: int, variant: str, sims: int) -> int:
    """Search all positions of Connect-3 with so many stones; the step played keeps the value, and no proof is wrong. How many."""
    start, exact, count = new("connect3"), values("connect3"), 0
    board = start.board.tolist()
    searches = [searcher(start, variant, seat=seat, nodes=4000) for seat in (0, 1)]
    for words, value in exact.items():
        state = start.at(np.array(words, np.int64))
        if state.is_over or not least <= state.dump()["plies"] <= most:  # type: ignore[operator]
            continue
        result = searches[state.turn].run(state.words, Budget(sims), generators(1))
        assert result is not None
        after = list(words)
        RULES.apply(board, [0] * 16, after, result.action)
        assert exact[tuple(after)] == value, f"{state.text(result.action)} in {words}"
        assert result.proven in (WORTH[value], None)
        assert (result.proven is None) == ("proven" not in variant)
        count += 1
    return count


@pytest.mark.parametrize(("variant", "sims"), [("proven=1", 30_000), ("proven=1,graph=transpositions", 30_000), ("c=0.7", 2000)])
def test_connect_3_with_few_cells_left_is_played_without_a_mistake(variant: str, sims: int) -> None:
    """SEARCH C: all positions with at most 3 steps left, against backward induction."""
    assert endgames(13, 15, variant, sims) == 1906


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "sims"), [("proven=1", 30_000), ("proven=1,graph=transpositions", 30_000), ("c=0.7", 2000)])
def test_connect_3_with_half_the_cells_left_is_played_without_a_mistake(variant: str, sims: int) -> None:
    """SEARCH C: all positions with 4 to 8 steps left."""
    assert endgames(8, 12, variant, sims) == 18_747


def test_connect_3_is_won_by_who_begins() -> None:
    assert len(values("connect3")) == 41_750
    assert values("connect3")[tuple(new("connect3").words.tolist())] == 1
    _, result = searched(new("connect3"), 100_000, "proven=1,graph=transpositions")
    after = new("connect3")
    after.apply(result.action)
    assert values("connect3")[tuple(after.words.tolist())] == 1
    assert result.proven == WORTH[1]


def test_a_win_at_hand_is_played_at_once() -> None:
    state = new("tictactoe", "a1 / a2 / b1 / b2")
    for seed in range(20):
        _, result = searched(state, 400, seed=seed)
        assert state.text(result.action) == "c1"
        assert result.proven == [UNIT, 0]
        assert result.simulations < 40


def test_a_proven_loss_is_avoided_however_often_it_was_tried() -> None:
    """Step 0 wins against all replies but one; step 1 is a draw. Without proofs it takes long until visits say so."""
    replies = {i: 2 if i < 9 else 4 for i in range(10)}
    game = table_game({0: (0, {0: 1, 1: 3}), 1: (1, replies), 2: (9, -9), 3: (0, 0), 4: (-9, 9)}, 2)
    chosen = {}
    for variant in ("", "proven=1"):
        found = search(game, np.zeros(1, np.int64), 2, variant=variant, POINTS=0, WIN=1)
        result = found.run(at(0), Budget(14), generators(1))
        assert result is not None
        chosen[variant] = result.action, result.rows[0].proven
    assert chosen == {"": (0, None), "proven=1": (1, [0, UNIT])}


def test_what_is_proven_comes_first_in_the_choice() -> None:
    def rows(*told: tuple[int, list[int] | None]) -> list[Row]:
        return [Row(i, visits, visits, [0, 0], proven) for i, (visits, proven) in enumerate(told)]

    win, draw, loss = [UNIT, 0], [HALF, HALF], [0, UNIT]
    assert best(rows((90, None), (1, win)), 0) == 1
    assert best(rows((90, loss), (1, None)), 0) == 1
    assert best(rows((9, None), (5, draw)), 0) == 0
    assert best(rows((5, None), (9, draw)), 0) == 1
    assert best(rows((9, loss), (5, draw)), 0) == 1
    assert best(rows((5, loss), (9, loss)), 0) == 1
    assert best(rows((9, win), (5, loss)), 1) == 1
    assert best(rows((3, None), (9, loss), (2, None)), 0) == 0


def test_a_proven_loss_is_not_tried_again() -> None:
    """Four edges of a node: lost, open, drawn, drawn. Worth trying are the open one and the first draw."""
    values = [0] * settings.LENGTH
    values[settings.SEATS] = 2
    width = SUM + 2
    nodes, edges = [0] * (NODE * 5), [0] * (width * 4)
    for e, seats in enumerate(([0, UNIT], None, [HALF, HALF], [HALF, HALF])):
        edges[e * width + CHILD], edges[e * width + TRIED] = e + 1, 1
        nodes[(e + 1) * NODE + PROOF] = 0 if seats is None else 1 + seats[0] + (seats[1] << BITS)
    live = [0, 0, 1, 2, 3]
    assert promising(values, nodes, edges, live, 4, 0) == 2
    assert live[1:3] == [1, 2]
    live = [0, 0, 1]
    assert promising(values, nodes, edges, live, 2, 0) == 1
    assert live[1] == 1, "a loss alone beside what is open"


def test_margins_are_proven_where_all_steps_are() -> None:
    """No step gives all there is to win, so all have to be known."""
    table: dict[int, Any] = {0: (0, {0: 1, 1: 2}), 1: (3, -3), 2: (1, {0: 3, 1: 4}), 3: (8, -8), 4: (1, -1)}
    found = search(table_game(table, 2), np.zeros(1, np.int64), 2, variant="proven=1", POINTS=0, MARGIN=1)
    result = found.run(at(0), Budget(100), generators(1))
    assert result is not None
    assert result.action == 0
    assert result.proven == result.rows[0].proven
    assert result.rows[1].proven is not None
    assert result.rows[0].proven is not None
    assert result.rows[0].proven[0] > result.rows[1].proven[0]
    assert result.simulations < 20


def test_in_a_graph_what_was_proven_by_another_way_is_seen() -> None:
    """Positions 1 and 2 lead to the same two, which are proven through one of them: the other is so too, and with it the root."""
    both, ends = (1, {0: 3, 1: 4}), (1, dict.fromkeys(range(4), 5))
    table: dict[int, Any] = {0: (1, {0: 1, 1: 2}), 1: both, 2: both, 3: ends, 4: ends, 5: (9, -9)}
    for seed in range(20):
        found = search(table_game(table, 2), np.zeros(1, np.int64), 2, variant=VARIANTS[1], POINTS=0, WIN=1)
        result = found.run(at(0), Budget(300), generators(seed))
        assert result is not None
        assert result.proven == [UNIT, 0]
        assert result.simulations < 20


def test_proofs_are_kept_below_the_new_root() -> None:
    state = new("tictactoe", "a1 / b2")
    bot = uct("uct:sims=3000,proven=1,memory=8", GAME, state.board, 2)
    first = bot.choose(state.words)
    for n in range(4):
        step = first if n == 0 else state.legal_actions[0]
        bot.observe(n, Event(state.turn, step, state.words.copy()))
        state.apply(step)
        if state.turn == 0:
            break
    bot.search.trees[0].follow(bot.search.settings, bot._steps)
    tree, exact = bot.search.trees[0], solve(state)
    assert int(tree.head[ROOT]) == 0
    kept, queue = 0, [(0, tuple(state.words.tolist()))]
    for node, words in queue:
        proven = proven_at(tree, node, 2)
        if proven:
            assert proven == WORTH[exact[words]]
            kept += 1
        for edge in edges_of(tree, node):
            child = int(tree.edges[edge * tree.width + CHILD])
            if child >= 0:
                after = list(words)
                RULES.apply(state.board.tolist(), [0] * 16, after, int(tree.edges[edge * tree.width + ACTION]))
                queue.append((child, tuple(after)))
    assert kept > 5


def test_a_proven_root_plays_on_from_a_kept_tree() -> None:
    """The bot wins a won game to its end, asked again where its root is already proven."""
    state = new("tictactoe", "a1 / b1 / a3 / a2")  # seat 0 forks
    bot = uct("uct:sims=2000,proven=1,memory=8", GAME, state.board, 2)
    n = 0
    while not state.is_over:
        step = bot.choose(state.words) if state.turn == 0 else state.legal_actions[0]
        bot.observe(n, Event(state.turn, step, state.words.copy()))
        state.apply(step)
        n += 1
    assert state.outcome is not None
    assert state.outcome.ranks == (1, 2)


@pytest.mark.parametrize("variant", VARIANTS[:3])
def test_proofs_are_the_same_in_plain_python(variant: str) -> None:
    state = new("tictactoe", "b2 / a1")
    results = [searched(state, 500, variant, backend=backend)[1] for backend in ("strict", "object")]
    assert results[0].rows == results[1].rows
    assert any(row.proven for row in results[0].rows) or results[0].proven is None


def test_a_search_with_proofs_does_not_stop_early_by_visits() -> None:
    spec = "uct:clock=60,proven=1"
    assert make(spec).budget.stop is False  # type: ignore[attr-defined]
    assert make("uct:clock=60").budget.stop is True  # type: ignore[attr-defined]
