"""Games written as tables, for tests: a node is (seat, children by action) or the points of each seat.

Plain Python only. A hidden coin (1 with probability `tenths` / 10, known to nobody but seat 1) may gate actions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from mutapa.core import game as contract
from mutapa.core.game import OVER, SEATS, UNIT, Game, Rules
from mutapa.core.layout import Field, Layout
from mutapa.core.streams import below

LAYOUT = Layout(
    "table",
    4,
    [Field("error", 1), Field("node", 8), Field("coin", 2, 4, "owner", "1 tails, 2 heads; seat 1's element counts")],
)
node, set_node = LAYOUT.getter("node"), LAYOUT.setter("node")
coin, set_coin = LAYOUT.getter("coin"), LAYOUT.setter("coin")
PERFECT = Layout("table", 4, [Field("error", 1), Field("node", 8), Field("coin", 2, 4)])
_observe = LAYOUT.observer()

Table = Mapping[int, tuple[int, Mapping[int, int]] | Sequence[int]]


def table_game(
    table: Table,
    seats: int,
    *,
    tenths: int | None = None,
    needs_heads: Sequence[tuple[int, int]] = (),
    worlds: list[int] | None = None,
    sample: Callable[..., int] | None = None,
    weights: Mapping[tuple[int, int], int] | None = None,
) -> Game:
    """The game of `table`. With `tenths` a coin is hidden; `needs_heads`: (node, action) pairs; `worlds` notes coins.

    `weights`: what ``prefer`` gives for (node, action), 1 unless told.
    """
    hidden = tenths is not None

    def turn(board: Any, work: Any, state: Any) -> int:
        entry = table[node(state)]
        return entry[0] if isinstance(entry[1], Mapping) else OVER

    def legal(board: Any, work: Any, state: Any, out: Any) -> int:
        entry = table[node(state)]
        if not isinstance(entry[1], Mapping):
            return 0
        actions = [a for a in sorted(entry[1]) if (node(state), a) not in needs_heads or coin(state, 1) == 2]
        for i, action in enumerate(actions):
            out[i] = action
        return len(actions)

    def apply(board: Any, work: Any, state: Any, action: int) -> int:
        set_node(state, table[node(state)][1][action])  # type: ignore[index]
        return 0

    def outcome(board: Any, work: Any, state: Any, out: Any) -> int:
        points = table[node(state)]
        for s in range(seats):
            out[s] = 1 + sum(p > points[s] for p in points)  # type: ignore[operator]
            out[SEATS + s] = points[s]
        return 0

    def observe(board: Any, work: Any, state: Any, seat: int, seen: Any) -> int:
        if hidden:
            return int(_observe(state, seat, seen))
        seen[0] = state[0]
        return 0

    def determinize(board: Any, work: Any, seen: Any, seat: int, rng: Any, state: Any) -> int:
        state[0] = seen[0]
        if hidden and seat != 1:
            drawn = 2 if below(rng, 10) < tenths else 1  # type: ignore[operator]
            set_coin(state, 1, drawn)
            if worlds is not None:
                worlds.append(drawn)
        return 0

    def judge(board: Any, work: Any, state: Any, out: Any) -> int:
        for s in range(seats):
            out[s] = UNIT // seats
            out[SEATS + s] = 0
        return 0

    def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any) -> int:
        for i in range(n):
            out[i] = (weights or {}).get((node(state), actions[i]), 1)
        return 0

    rules = Rules(
        legal=legal, apply=apply, turn=turn, outcome=outcome, observe=observe, determinize=determinize,
        see=contract.open_see, key=lambda board, work, state: state[0], judge=judge,
        sample=sample or contract.sample_legal(legal),
        prefer=prefer, chance=contract.no_chance, odds=contract.no_odds, forced=contract.no_forced,
        bid_types=contract.no_bid_types, bid=contract.no_bid, likelihood=contract.no_likelihood,
    )  # fmt: skip
    return Game(
        name="table", title="table", version=1, seats=(2, 4), layout=LAYOUT if hidden else PERFECT, rules=rules, board_words=1,
        work_words=16, actions_max=16, describe=lambda seats, options, rng: {},
        deal=lambda description: (np.zeros(1, np.int64), np.zeros(1, np.int64)),
        text=lambda board, state, action: str(action), parse=lambda board, state, words: int(words),
    )  # fmt: skip


def at(node_index: int) -> Any:
    """The state at a node, as an array."""
    state = np.zeros(1, np.int64)
    set_node(state, node_index)
    return state
