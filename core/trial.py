"""A game on trial: positions from random games at every player count and under mixed options, and what its rules say there."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mutapa.core.errors import MutapaError
from mutapa.core.game import CHANCE, OVER, SEATS, Game
from mutapa.core.state import State
from mutapa.core.streams import Array, below, derive

LONGEST_GAME = 20_000
"""Steps after which a random game counts as endless."""
CAP = "round_cap"
"""Name of the option that ends a game after some rounds, where a game has it."""
BIDDERS = 6
"""Types looked at of a game with many."""
TYPES = 4096
"""Room for all the bidder types of a game."""


class Broken(AssertionError):
    """A law does not hold; the message says where."""


@dataclass
class Trial:
    """A game on trial: `games` random games, from which about `positions` positions are kept."""

    game: Game
    backend: str = "object"
    seed: int = 0
    games: int = 12
    positions: int = 120
    walk: int = 2_000
    """The most positions looked at in the walk of one turn."""

    def deals(self) -> Iterator[State]:
        """Dealt positions: every player count in turn, default options at first, mixed ones later."""
        least, most = self.game.seats
        counts = list(range(least, most + 1))
        for n in range(self.games):
            seats, seed = counts[n % len(counts)], self.seed + n
            options = {} if n < len(counts) else self.mixed(n)
            try:
                yield State.new(self.game, seats, seed=seed, options=options, backend=self.backend)
            except MutapaError:  # options that exclude one another: a game may refuse them
                yield State.new(self.game, seats, seed=seed, backend=self.backend)

    def mixed(self, n: int) -> dict[str, Any]:
        """Options for game `n`: each at its default or at another value, drawn from a stream of its own.

        A round cap is always on: under some options (no monument may grow) nobody can ever win.
        """
        chosen: dict[str, Any] = {}
        for name, option in self.game.options.items():
            rng = derive(self.seed, "options", n, name).tolist()
            if below(rng, 2) or name == CAP:
                low, high = option.limits or (0, 0)
                values = option.choices or range(low, high + 1)
                if name == CAP:
                    values = range(max(1, low), min(high, 60) + 1)
                chosen[name] = values[below(rng, len(values))]
        return chosen

    @functools.cached_property
    def kept(self) -> list[State]:
        """Positions along the games, spread evenly, with the ends among them."""
        found = []
        for n, state in enumerate(self.deals()):
            along = [each.clone() for each, _ in play(state, derive(self.seed, "kept", n))] + [state]
            step = max(1, len(along) * self.games // self.positions)
            found += along[n % step :: step] + ([] if (len(along) - 1 - n) % step == 0 else [state])
        return found


def play(state: State, rng: Array) -> Iterator[tuple[State, int]]:
    """Play on by ``sample``, in place: yields the state before each step and the action about to be taken."""
    draws = rng.copy()
    for _ in range(LONGEST_GAME):
        turn = state.turn
        if turn == OVER:
            return
        if turn == CHANCE:
            action = int(state.engine.chance(state.board, state.scratch[0], state.words, draws))
            draws = derive(int(draws[0]), "next", int(draws[1]))
        else:
            action = int(state.engine.sample(state.board, state.scratch[0], state.words, draws))
        yield state, action
        state.apply(action)
    raise Broken(f"{where(state)}: a random game has not ended after {LONGEST_GAME} steps")


def where(state: State) -> str:
    """Names a position in a message, so that it can be found again."""
    return f"{state!r} of {json.dumps(state.description)[:200]}, key {state.key}"


def demand(right: bool, state: State, said: str) -> None:
    """Raise `Broken` unless `right`."""
    if not right:
        raise Broken(f"{where(state)}: {said}")


def answers(engine: Any, state: State, work: Any, seed: int) -> dict[str, Any]:
    """What every function of the rules says at a position, successors included: for comparing two ways of asking."""
    game, board, words = state.game, state.board, state.words.copy()
    out, more = np.zeros(max(game.actions_max, TYPES, 2 * SEATS), np.int64), np.zeros(max(game.actions_max, 64), np.int64)
    said: dict[str, Any] = {"turn": engine.turn(board, work, words), "key": engine.key(board, work, words)}
    rng = derive(seed, "answers")
    turn = said["turn"]
    n = engine.legal(board, work, words, out) if turn >= 0 else 0
    actions = said["legal"] = out[:n].tolist()
    if turn >= 0:
        engine.prefer(board, work, words, out, n, more)
        said["prefer"] = more[:n].tolist()
        said["index"] = [int(engine.index(board, work, words, action)) for action in actions]
        said["sample"] = [int(engine.sample(board, work, words, rng)) for _ in range(4)]
        said["forced"] = engine.forced(board, work, words)
        said["action_parts"], said["bid_class"] = read_actions(engine, state, work, words, actions)
    if turn == CHANCE:
        n = engine.odds(board, work, words, out, more)
        actions, said["weights"] = out[:n].tolist(), more[:n].tolist()
        said["chance"] = [int(engine.chance(board, work, words, derive(seed, "answers", k))) for k in range(4)]
    if turn == OVER:
        engine.outcome(board, work, words, out)
        said["outcome"] = out[: state.seats].tolist() + out[SEATS : SEATS + state.seats].tolist()
    engine.judge(board, work, words, out)
    said["judge"] = out[: state.seats].tolist() + out[SEATS : SEATS + state.seats].tolist()
    types = engine.bid_types(board, work, out)
    said["bid_types"] = out[:types].tolist()
    if turn >= 0 and said["forced"] and types:
        some = range(0, types, max(1, types // BIDDERS))
        said["bid"] = [int(engine.bid(board, work, words, turn, kind, rng)) for kind in some]
        said["likelihood"] = [[int(engine.likelihood(board, work, words, turn, a, kind)) for a in actions] for kind in some]
    for seat in range(state.seats):
        seen, world = np.zeros_like(words), np.zeros_like(words)
        engine.observe(board, work, words, seat, seen)
        engine.determinize(board, work, seen, seat, rng, world)
        events = [int(engine.see(board, work, words, action, seat)) for action in actions[:20]]
        said[f"seat {seat}"] = [seen.tolist(), world.tolist(), events]
        if game.features is not None:
            said[f"features of {seat}"] = read_features(engine, state, work, seen, seat)
    said["after"] = []
    for action in actions[:: max(1, len(actions) // 12)]:
        after = words.copy()
        engine.apply(board, work, after, action)
        said["after"].append(after.tolist())
    said["rng"] = rng.tolist()
    said["unchanged"] = np.array_equal(words, state.words)
    return said


def read_features(engine: Any, state: State, work: Any, seen: Array, seat: int) -> tuple[list[int], list[int]]:
    """Sparse features in the order they were written, and dense ones; what stood in the arrays before has no part in it."""
    features = state.game.features
    assert features is not None
    sparse, dense = np.full(features.active + 1, -1, np.int64), np.full(len(features.dense) + 1, -1, np.int64)
    n = int(engine.features(state.board, work, seen, seat, sparse, dense))
    return sparse[: max(0, n)].tolist(), dense.tolist()


def read_actions(engine: Any, state: State, work: Any, seen: Array, actions: list[int]) -> tuple[list[list[int]], list[int]]:
    """Parts and bid class of each of the mover's actions."""
    found, parts = [], np.full(3, -1, np.int64)
    for action in actions:
        engine.action_parts(state.board, work, seen, action, parts)
        found.append(parts.tolist())
    return found, [int(engine.bid_class(state.board, work, seen, action)) for action in actions]


def same(state: State, one: dict[str, Any], other: dict[str, Any], said: str) -> None:
    """Demand equal `answers`; the message names the first function that differs."""
    for name in one:
        demand(one[name] == other.get(name), state, f"{said}: {name} says {one[name]} and {other.get(name)}"[:400])


def determinized(state: State, seen: Array, seat: int, rng: Array) -> State:
    """A world that `seat` can't tell from `state`."""
    words = np.zeros_like(state.words)
    state.engine.determinize(state.board, state.scratch[0], seen, seat, rng, words)
    return state.at(words)
