"""Random networks and random positions, for tests of all that has to do with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mutapa.core.features import look, parts
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.nets.encode import Encoded, Preferences
from mutapa.nets.shape import Shape, Widths, shape_of
from mutapa.nets.weights import Weights, header_of

SMALL = Widths(embedding=13, hidden=10, rank=3, points=7)
"""Odd widths: the last numbers of every loop matter too."""


def random_weights(game: Game, widths: Widths = SMALL, seed: int = 1, scale: float = 0.4) -> Weights:
    """Weights of a network of `game`, all drawn alike: no head is small."""
    shape = shape_of(game, widths)
    rng = np.random.default_rng(seed)
    rows = {name: rng.normal(0, scale, size).astype(np.float32) for name, size in shape.tensors.items()}
    return Weights(header_of(game, shape, {"seed": seed}), rows)


def blank(shape: Shape, **rows: Any) -> dict[str, Any]:
    """Tensors of zeros but for those given."""
    return {name: np.zeros(size, np.float32) for name, size in shape.tensors.items()} | rows


def positions(game: Game, seats: int, count: int, seed: int = 1, options: dict[str, Any] | None = None) -> Iterator[State]:
    """`count` positions where a seat is to move, along random games."""
    rng, found, game_number = derive(seed, "positions"), 0, 0
    while found < count:
        state = State.new(game, seats, seed=seed + game_number, options=options or {})
        game_number += 1
        luck = derive(seed + game_number, "luck")
        while not state.is_over and found < count:
            if state.is_chance:
                state.draw(luck)
                continue
            yield state.clone()
            found += 1
            actions = state.legal_actions
            state.apply(actions[below(rng, len(actions))])


def encoded(states: Sequence[State]) -> Encoded:
    """Positions as a batch reads them; what only training looks at is left empty."""
    seen = [look(state, state.turn) for state in states]
    taken = [parts(state, action) for state in states for action in state.legal_actions]
    owns = [
        Preferences(state.engine).logarithms(state.board, state.observe(state.turn), state.turn, state.legal_actions)
        for state in states
    ]
    nothing = np.zeros(len(states))
    read = ("sparse", "sizes", "dense", "parts", "preferred", "counts", "seats", "turns")
    names = [name for name in Encoded.__dataclass_fields__ if name not in read]
    return Encoded(
        sparse=np.array([i for each in seen for i in each.sparse], np.int32),
        sizes=np.array([len(each.sparse) for each in seen], np.int32),
        dense=np.array([each.dense for each in seen], np.float32) / UNIT,
        parts=np.array(taken, np.int32),
        preferred=np.concatenate(owns).astype(np.float32),
        counts=np.array([len(state.legal_actions) for state in states], np.int32),
        seats=np.array([state.seats for state in states], np.int64),
        turns=(),
        **dict.fromkeys(names, nothing) | {"policy": np.zeros(len(taken))},
    )
