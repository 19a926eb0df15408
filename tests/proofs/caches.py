"""What the work array remembers is what the bare map gives, after every step of 10,000 games (trial A2).

Two games at a time share work arrays, and now and then an earlier position of one of them is asked again, so that what is
remembered comes from other maps, other rain, other monuments. Two things are compared:

- after every step, the legal list from the array that the object has used all along with the one from an array of zeros, where
  every answer is worked out from the bare map;
- after every step that changed something on the map, and every eighth of the others, each answer of `reach` itself: from an array
  that was asked all of them each time before, and from an array of zeros. Those are the resources in range of each craftsman, the
  hubs to each monument and between all craftsmen, the networks of all types that are primaries, the ranges of all printed
  resources; for the common range and for Eshu's.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from mutapa.core import registry
from mutapa.core.compiled import compiled, lowest
from mutapa.core.entries import Entry
from mutapa.core.jit import dispatchers
from mutapa.core.native import engine
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_SQUARE
from mutapa.core.zimbabwe.figures import DIAMOND, SLOTS
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.hubs import FAR, hub_table, hubs_to, hubs_to_tile, network
from mutapa.core.zimbabwe.layout import ADDED_WORD, ADDED_WORDS, LEVEL, RAIN_WORD, TILE, TILE_WORDS, tile
from mutapa.core.zimbabwe.reach import find_waters, join_ball, monument_word, near, see_monuments
from mutapa.core.zimbabwe.work import NETWORK, ZONE
from tests.proofs.chunks import TOP, Proof

GAMES = 10_000
SIZE = 200
FIRST = 500_000
MAP = [*range(LEVEL, LEVEL + 3 * WORDS), *range(TILE, TILE + TILE_WORDS), *range(ADDED_WORD, ADDED_WORD + ADDED_WORDS),
       RAIN_WORD, RAIN_WORD + 1]
"""Words of a state that say what lies on the map."""


@compiled
def sets_differ(one, other, at):  # type: ignore[no-untyped-def]
    """1 if the sets at `at` of two arrays differ; both are emptied."""
    differ = 0
    for w in range(WORDS):
        if one[at + w] != other[at + w]:
            differ = 1
        one[at + w] = 0
        other[at + w] = 0
    return differ


@compiled
def craftsman_differs(board, used, fresh, state, slot, far):  # type: ignore[no-untyped-def]
    """1 if two arrays disagree on the resources of the craftsman in `slot`, or on hubs to him."""
    if near(board, used, state, slot, far) != near(board, fresh, state, slot, far):
        return 1
    one = hub_table(board, used, state, slot, far)
    other = hub_table(board, fresh, state, slot, far)
    for w in range(WORDS):
        left = monument_word(state, w)
        while left != 0:
            code = w * 64 + lowest(left)
            left &= left - 1
            if hubs_to(board, used, state, one, code, far, FAR) != hubs_to(board, fresh, state, other, code, far, FAR):
                return 1
    for to in range(SLOTS):
        if tile(state, to) != 0:
            if hubs_to_tile(board, used, state, one, to, far, FAR) != hubs_to_tile(board, fresh, state, other, to, far, FAR):
                return 1
    return 0


@compiled
def differing(board, used, fresh, state):  # type: ignore[no-untyped-def]
    """How many answers of two work arrays differ at a state."""
    see_monuments(used, state)
    see_monuments(fresh, state)
    find_waters(board, used, state)
    find_waters(board, fresh, state)
    wrong = 0
    for far in range(2):
        for slot in range(SLOTS):
            if tile(state, slot) != 0:
                wrong += craftsman_differs(board, used, fresh, state, slot, far)
        for kind in range(DIAMOND):  # the types that are primaries of others
            network(board, used, state, kind, far, 0, NETWORK)
            network(board, fresh, state, kind, far, 0, NETWORK)
            wrong += sets_differ(used, fresh, NETWORK)
        for i in range(board[BASE_COUNT]):
            for w in range(WORDS):
                used[ZONE + w] = 0
                fresh[ZONE + w] = 0
            join_ball(board, used, state, board[BASE_SQUARE + i], far, ZONE)
            join_ball(board, fresh, state, board[BASE_SQUARE + i], far, ZONE)
            wrong += sets_differ(used, fresh, ZONE)
    return wrong


@cache
def compiled_check() -> Any:
    """`differing`, compiled once a process."""
    return dispatchers(registry.get("zimbabwe"), (Entry("differing", differing, "aaaa"),))["differing"]


class Watch:
    """The arrays that remember, and what was compared."""

    def __init__(self) -> None:
        game = registry.get("zimbabwe")
        self.engine = engine(game, "object")
        self.differing = compiled_check()
        self.used, self.asked, self.fresh = self.engine.work(), self.engine.work(), self.engine.work()
        self.out, self.other = np.zeros(game.actions_max, np.int64), np.zeros(game.actions_max, np.int64)
        self.counts: Counter[str] = Counter()

    def compare_lists(self, board: Any, words: Any, where: str) -> None:
        """The legal list of the array used, and of an empty one."""
        self.fresh[:] = 0
        n = self.engine.legal(board, self.used, words, self.out)
        same = n == self.engine.legal(board, self.fresh, words, self.other) and np.array_equal(self.out[:n], self.other[:n])
        self.counts["lists"] += 1
        if not same:
            self.counts["differences"] += 1
            print(f"{where}: legal lists differ")

    def compare_answers(self, board: Any, words: Any, where: str) -> None:
        """All answers of `reach`."""
        self.fresh[:] = 0
        wrong = self.differing(board, self.asked, self.fresh, words)
        self.counts["maps"] += 1
        if wrong:
            self.counts["differences"] += 1
            print(f"{where}: {wrong} answers differ")

    def pair(self, seed: int, most: int = 1 << 30) -> None:
        """Two games, step by step in turns, to their ends or for so many steps each."""
        chance = random.Random(f"caches {seed}")
        rng = derive(seed, "caches")
        games = []
        for i in (0, 1):
            options = {"round_cap": 40, "monuments_block_resources": "on" if (seed + i) % 5 == 4 else "off"}
            games.append(State.new("zimbabwe", 2 + (seed + 3 * i) % 4, seed=seed + FIRST * i, options=options))
        past: list[tuple[Any, Any]] = []
        step = 0
        while step < most and any(not state.is_over for state in games):
            step += 1
            for state in games:
                if not state.is_over:
                    where = f"seed {seed}, step {step}, {state.seats} seats"
                    past.append((state.board, state.words.copy()))
                    action = self.engine.sample(state.board, self.used, state.words, rng)
                    self.engine.apply(state.board, self.used, state.words, action)
                    self.counts["steps"] += 1
                    self.compare_lists(state.board, state.words, where)
                    if step % 8 == 0 or not np.array_equal(state.words[MAP], past[-1][1][MAP]):
                        self.compare_answers(state.board, state.words, where)
            if chance.random() < 0.05:
                board, words = chance.choice(past)
                self.compare_lists(board, words, f"seed {seed}, back from step {step}")
                self.compare_answers(board, words, f"seed {seed}, back from step {step}")
        self.counts["games"] += 2


def run(k: int) -> dict[str, Any]:
    watch = Watch()
    watch.counts.update(games=0, steps=0, lists=0, maps=0, differences=0)
    first = FIRST + k * SIZE // 2
    for seed in range(first, first + SIZE // 2):
        watch.pair(seed)
    return {"seeds": [first, first + SIZE // 2 - 1], **watch.counts}


PROOF = Proof(
    "caches", "lists and reach from a work array with a past are those of the bare map, after every step of 10,000 games",
    GAMES // SIZE, run, (TOP / "tests" / "proofs" / "caches.py",),
)
