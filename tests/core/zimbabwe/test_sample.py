"""Playout moves: always legal, and distributed as the module says."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.native import engine
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.actions import (
    AT,
    BID,
    BUILD,
    CHOOSE_GOD,
    END,
    FINISH,
    HIRE,
    PASS,
    PLACE,
    PRICES,
    RAISE,
    USE,
)
from mutapa.core.zimbabwe.layout import FIRST, LAYOUT, TURN
from tests.core.chisquare import fits

GAME = registry.get("zimbabwe")


def stated(legal: list[int]) -> dict[int, float]:
    """The distribution that sample.py states: uniform over kinds of step, then over arguments; of a specialist, then units."""
    kinds: dict[int, list[int]] = defaultdict(list)
    for action in legal:
        kinds[action >> 20].append(action)
    chances = {}
    for kind, actions in kinds.items():
        if kind in (HIRE, USE):
            whom = Counter((action & 0xFFFFF) >> 2 for action in actions)
            parts = {action: 1 / len(whom) / whom[(action & 0xFFFFF) >> 2] for action in actions}
        else:
            parts = {action: 1 / len(actions) for action in actions}
        chances |= {action: part / len(kinds) for action, part in parts.items()}
    return chances


def test_the_statement_in_numbers() -> None:
    two = stated([PASS << 20, BID << 20 | 1, BID << 20 | 2])
    assert two == {PASS << 20: 1 / 2, BID << 20 | 1: 1 / 4, BID << 20 | 2: 1 / 4}
    herd = stated([HIRE << 20 | 4, HIRE << 20 | 9, HIRE << 20 | 10, END << 20])
    assert herd == {HIRE << 20 | 4: 1 / 4, HIRE << 20 | 9: 1 / 8, HIRE << 20 | 10: 1 / 8, END << 20: 1 / 2}


def positions() -> dict[str, list[State]]:
    """Positions of random games by what is decided there: two a kind of step; at the root of a turn, by the verbs on offer."""
    found: dict[str, list[State]] = defaultdict(list)
    for seed in range(30):
        options = {"round_cap": 14, "must_act": "on" if seed % 3 == 1 else "off",
                   "dziva_lowers_in_price_step": "on" if seed % 2 else "off"}
        state = State.new("zimbabwe", 2 + seed % 4, seed=seed, options=options, backend="object")
        rng = derive(seed, "positions")
        words, work = state.words, state.scratch[0]
        while not state.is_over:
            here = state.at(words)
            legal = here.legal_actions
            phase = LAYOUT.read(words, "phase")
            kind = f"phase {phase}" if phase != TURN else f"step {LAYOUT.read(words, 'pending')}"
            if kind == "step 0":
                kind = f"root {sorted({action >> 20 for action in legal})}"
            if 2 <= len(legal) <= 250 and len(found[kind]) < (1 if kind.startswith("root") else 2):
                found[kind].append(here)
            state.engine.apply(state.board, work, words, state.engine.sample(state.board, work, words, rng))
    return found


def test_moves_come_up_as_often_as_stated() -> None:
    found = {kind: states for kind, states in positions().items() if states}
    # All fifteen kinds of step within an action, the auction, and first monuments.
    assert len([kind for kind in found if not kind.startswith("root")]) == 17
    assert f"phase {FIRST}" in found
    roots = set()
    for kind, states in found.items():
        for i, state in enumerate(states):
            expected = stated(state.legal_actions)
            if kind.startswith("root"):
                roots |= {action >> 20 for action in expected}
            n = max(2000, int(12 / min(expected.values())))
            rng, work = derive(i, "draws", kind), state.scratch[0]
            before = state.words.copy()
            counts = Counter(state.engine.sample(state.board, work, state.words, rng) for _ in range(n))
            fits(counts, expected)
            assert np.array_equal(state.words, before)  # sampling changes nothing
    assert roots >= {CHOOSE_GOD, HIRE, USE, BUILD, PLACE, PRICES, RAISE, END}


def test_a_second_monument_or_none_and_another_tile_or_none_are_even(scene: Any) -> None:
    s = scene("T....T....").cattle(9, 9).god(0, "obatala").play("build / at c1")
    rng = derive(3, "halves")
    counts = Counter(s.state.engine.sample(s.state.board, s.state.scratch[0], s.state.words, rng) >> 20 for _ in range(600))
    fits(counts, {FINISH: 1 / 2, AT: 1 / 2})
    one = scene("T...").play("build").state
    assert {one.engine.sample(one.board, one.scratch[0], one.words, rng) for _ in range(60)} == set(one.legal_actions)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_playout_move_is_legal(seats: int) -> None:
    fast = engine(GAME, "object")
    out, steps = np.zeros(GAME.actions_max, np.int64), 0
    for seed in range(5):
        options = {"round_cap": 20, "disc_limit": 6 * (seed % 2), "must_act": "on" if seed > 2 else "off"}
        state = State.new("zimbabwe", seats, seed=700 + seed, options=options, backend="object")
        work, rng = fast.work(), derive(seed, "legal", seats)
        while fast.turn(state.board, work, state.words) >= 0:
            action = fast.sample(state.board, work, state.words, rng)
            n = fast.legal(state.board, work, state.words, out)
            assert action in out[:n]
            fast.apply(state.board, work, state.words, action)
            steps += 1
    assert steps > 1000
