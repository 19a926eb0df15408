"""A network ready to think: its weights as an engine takes them, and the brains that threads think with."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mutapa.core import files
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.nets.shape import layers_room, plan_of
from mutapa.nets.weights import Weights, find, load

MEMORY = 1 << 14
"""Positions that a brain remembers."""
LEAST_MEMORY = 1 << 10


@dataclass(frozen=True)
class Thought:
    """All that a network says of a position to the seat that looks on; seats are relative to it, in turn order."""

    values: list[float]
    """Share of the win of each seat at the table."""
    margins: list[float]
    """Final margin of each, in the game's points."""
    priors: list[float]
    """Probability of each legal action, in their order; empty where the seat isn't to move."""
    bids: list[list[float]]
    """Probability of each class of bidding step, for each seat but the first; empty where there is no auction."""


class Network:
    """Weights in the form of one engine (`mutapa.core.native`): shared by all threads, each of which has a brain of its own."""

    def __init__(self, weights: Weights, engine: Any, slots: int = MEMORY, where: str = "network") -> None:
        """`InvalidError` if the weights don't fit the engine's game; `where` names them."""
        self.weights, self.engine, self.slots = weights, engine, slots
        weights.header.fit(engine.game, where)
        game: Game = engine.game
        self._plan = plan_of(weights.header.shape, game.actions_max, slots)
        self.net = shared(weights, engine)
        self.plan = filled(engine.array(len(self._plan)), self._plan)

    def check(self) -> None:
        """Raise what went wrong in a thought; nothing can, where it is worked out in compiled code."""

    def brain(self) -> tuple[Any, ...]:
        """The arrays of one thread (`mutapa.nets.forward`), its memory empty."""
        array, shape = self.engine.array, self.weights.header.shape
        words = self.engine.game.layout.words
        scratch = array(words), array(shape.active), array(max(1, shape.dense)), array(3), array(self.slots)
        return self.net, self.plan, self.engine.floats(layers_room(self._plan)), *scratch

    def think(self, state: State, seat: int | None = None, brain: tuple[Any, ...] | None = None) -> Thought:
        """What it says of `state` to `seat`, by default the one to move (the first seat where none is)."""
        mover = state.turn
        seat = max(0, mover) if seat is None else seat
        shape, seats = self.weights.header.shape, state.seats
        actions = state.legal_actions if mover == seat else []
        n = len(actions)
        array, bids = self.engine.array, (shape.seats - 1) * shape.bids
        out, listed = self.engine.floats(2 * shape.seats + n + bids), filled(array(max(1, n)), actions)
        board, world = filled(array(len(state.board)), state.board), filled(array(len(state.words)), state.words)
        self.engine.think(board, self.engine.work(), world, seat, *(brain or self.brain()), listed, n, out)
        numbers = [float(each) for each in out]
        at = 2 * shape.seats + n
        logits = numbers[2 * shape.seats : at]
        if shape.corrects and n:
            weights = array(n)
            self.engine.prefer(board, self.engine.work(), world, listed, n, weights)
            logits = [logit + math.log(weight) for logit, weight in zip(logits, weights, strict=True)]
        classes = [numbers[at + i * shape.bids : at + (i + 1) * shape.bids] for i in range(seats - 1)]
        return Thought(
            values=softmax(numbers[:seats]),
            margins=[shape.points * each for each in numbers[shape.seats : shape.seats + seats]],
            priors=softmax(logits),
            bids=[softmax(each) for each in classes] if shape.bids else [],
        )


def shared(weights: Weights, engine: Any) -> Any:
    """The weights in the form of `engine`: all networks of the same weights hold one array, to which nobody writes."""
    kind = type(engine.floats(0))
    if kind not in weights.forms:
        weights.forms[kind] = filled(engine.floats(weights.header.shape.numbers), weights.flat)
    return weights.forms[kind]


def filled(array: Any, values: Sequence[Any] | np.ndarray[Any, Any]) -> Any:
    """`array`, of an engine, with `values` at its front: an ndarray, or a list of plain numbers."""
    if isinstance(array, np.ndarray):
        array[: len(values)] = values
        return array
    for i, value in enumerate(values):
        array[i] = value if isinstance(value, np.float32) else int(value)
    return array


def softmax(logits: list[float]) -> list[float]:
    """Probabilities of logits."""
    if not logits:
        return []
    raised = np.exp(np.array(logits) - max(logits))
    return [float(each) for each in raised / raised.sum()]


def network(name: Path | str, engine: Any, slots: int = MEMORY) -> Network:
    """The network in a file, or ``default``, for an engine. A file is read once, until it is another."""
    game: Game = engine.game
    path = find(str(name), game)
    try:
        stamp = files.stamp(path)
    except OSError:  # reading says why
        return Network(load(path, game), engine, slots)
    return Network(_known(path, *stamp), engine, slots, str(path))


@functools.lru_cache(maxsize=8)
def _known(path: Path, written: int, size: int) -> Weights:
    return load(path)


def memory_of(trees: int) -> int:
    """Positions that each of so many brains remembers: all together no more than four times one."""
    slots = MEMORY
    while slots > LEAST_MEMORY and slots * trees > 4 * MEMORY:
        slots >>= 1
    return slots
