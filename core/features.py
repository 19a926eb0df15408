"""What networks read of a position: named numbers, told from one seat's side. Each game's are in its ``features.py``.

A game's `Rules.features` writes two things of what a seat sees: *sparse* features, the indices of all statements that hold
("cattle of the next seat: 7"), and *dense* ones, a fixed-point number each (`UNIT` = 1). Seats are told in turn order from the
seat that looks on: relative seat 0 is itself. `Rules.action_parts` takes an action apart into a kind, an argument and a cell,
from which a network builds its policy. All of these are small numbers; what each means is said in words by a `Vocabulary`,
declared once in blocks, from which compiled code takes its first indices:

>>> names = Vocabulary()
>>> CARD = names.add("card of {}", SEATS_ASIDE[:2], ("unseen", "j", "q", "k"))
>>> DEALT = names.add("cards dealt: {}", numbers(3))
>>> CARD, DEALT, len(names)
(0, 8, 11)
>>> names[6], names[10]
('card of next seat: q', 'cards dealt: 2')
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mutapa.core.compiled import compiled
from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.streams import Array

SEATS_ASIDE = ("self", "next seat", "second seat on", "third seat on", "fourth seat on", "fifth seat on")
"""Relative seats in words: seat ``(seat + i) % seats`` is number i."""


MOST = 4 * UNIT
"""The most that a dense feature says, either way."""


@compiled
def limited(value):  # type: ignore[no-untyped-def]
    """A dense feature held between `-MOST` and `MOST`."""
    return min(MOST, max(-MOST, value))


@compiled
def fixed(value, unit):  # type: ignore[no-untyped-def]
    """`value` of which `unit`, a power of two, are 1, as a dense feature."""
    return limited(value * (UNIT // unit))


@compiled
def aside_of(seat, other, seats):  # type: ignore[no-untyped-def]
    """The relative seat of `other`, told from `seat`, of so many."""
    if other < seat:
        return other - seat + seats
    return other - seat


@compiled
def begin_parts(parts, kind, argument):  # type: ignore[no-untyped-def]
    """An action of `kind` as far as nothing more is said of it: the argument for none, no cell."""
    parts[0] = kind
    parts[1] = argument
    parts[2] = 0
    return 0


def numbers(n: int, first: int = 0) -> tuple[str, ...]:
    """Labels of `n` numbers from `first` on."""
    return tuple(str(first + i) for i in range(n))


def capped(n: int, first: int = 0) -> tuple[str, ...]:
    """Labels of a scale of `n` numbers, the last of which stands for all above it."""
    return (*numbers(n - 1, first), f"{first + n - 1} or more")


class Block(NamedTuple):
    """Features declared together: the first index, the words with a ``{}`` for the label of each axis, and the axes' labels."""

    first: int
    words: str
    axes: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> int:
        """How many indices: the product of the axes' lengths; 1 without any."""
        n = 1
        for axis in self.axes:
            n *= len(axis)
        return n

    def label(self, i: int) -> str:
        """Element `i`, counted from `first`, in words; the last axis runs fastest."""
        labels = []
        for axis in reversed(self.axes):
            i, k = divmod(i, len(axis))
            labels.append(axis[k])
        labels.reverse()
        holes = self.words.count("{}")
        if not labels:
            return self.words
        text = self.words.format(*labels[:holes])
        return ": ".join([text, *labels[holes:]])


class Vocabulary:
    """Numbers 0 .. n - 1 and what each means, declared block by block."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._size = 0

    def add(self, words: str, *axes: Sequence[str]) -> int:
        """Declare a block; return its first number. Element (a, b) of two axes is ``first + a * len(second axis) + b``.

        The labels of the axes go into the holes ``{}`` of `words`, in order; those left over stand behind a colon.
        """
        block = Block(self._size, words, tuple(tuple(axis) for axis in axes))
        if any(not axis for axis in block.axes):
            raise ValueError(f"features {words!r}: an axis without labels")
        self.blocks.append(block)
        self._size += block.size
        return block.first

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, i: int) -> str:
        if not 0 <= i < self._size:
            raise IndexError(f"number {i}; there are {self._size}")
        block = self.block(i)
        return block.label(i - block.first)

    def __iter__(self) -> Iterator[str]:
        return itertools.chain.from_iterable(map(block.label, range(block.size)) for block in self.blocks)

    def block(self, i: int) -> Block:
        """The block that number `i` belongs to."""
        low, high = 0, len(self.blocks)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.blocks[middle].first <= i else (low, middle)
        return self.blocks[low]


class Symmetry(NamedTuple):
    """A symmetry of a game's map, as it moves what networks read: index i becomes ``sparse[i]``, cell c becomes ``cells[c]``.

    Both are permutations (int64), with cells[0] = 0; dense features, kinds and arguments stay as they are.
    """

    name: str
    sparse: Array
    cells: Array


def no_symmetries(board: Array) -> tuple[Symmetry, ...]:
    """Default: none but leaving all as it is."""
    return ()


@dataclass(frozen=True)
class Features:
    """What a game's features mean, and how many there are of each sort (``len(features.sparse)`` and so on)."""

    version: int
    """Raised whenever the meaning of a number changes and its words don't."""
    sparse: Vocabulary
    dense: Vocabulary
    kinds: Vocabulary
    arguments: Vocabulary
    cells: Vocabulary
    """Places on the map; cell 0 is none."""
    active: int
    """No position has more sparse features than this."""
    bids: Vocabulary = field(default_factory=Vocabulary)
    """Classes of bidding steps: class 0 is to pass; empty where there is no auction."""
    symmetries: Callable[[Array], tuple[Symmetry, ...]] = no_symmetries
    """``symmetries(board)``: those of this board besides the identity."""

    @property
    def sizes(self) -> dict[str, int]:
        """How many there are of each sort, by name; ``active`` among them."""
        return {**{name: len(each) for name, each in self._vocabularies()}, "active": self.active}

    def _vocabularies(self) -> list[tuple[str, Vocabulary]]:
        names = ("sparse", "dense", "kinds", "arguments", "cells", "bids")
        return [(name, getattr(self, name)) for name in names]

    @cached_property
    def hash(self) -> str:
        """Tells sets of features apart: it stands in files of weights, which fit these features only."""
        all_ = [self.version, [[name, [[b.words, b.axes] for b in each.blocks]] for name, each in self._vocabularies()]]
        return hashlib.blake2b(json.dumps(all_).encode(), digest_size=6).hexdigest()


class Look(NamedTuple):
    """What a seat's network reads of a position: indices of sparse features, sorted, and dense values in fixed point."""

    sparse: list[int]
    dense: list[int]


def features_of(game: Game) -> Features:
    """The features of `game`; `InvalidError` if it has none."""
    if game.features is None:
        raise InvalidError(f"{game.name}: it has no features, which networks need (Rules.features, Game.features)")
    found: Features = game.features
    return found


def look(state: State, seat: int) -> Look:
    """What `seat`'s network reads of a position."""
    features = features_of(state.game)
    sparse, dense = np.zeros(features.active, np.int64), np.zeros(max(1, len(features.dense)), np.int64)
    n = int(state.engine.features(state.board, state.scratch[0], state.observe(seat), seat, sparse, dense))
    return Look(sorted(sparse[:n].tolist()), dense[: len(features.dense)].tolist())


def parts(state: State, action: int) -> tuple[int, int, int]:
    """Kind, argument and cell of a legal action, as the mover's network sees it."""
    found = np.zeros(3, np.int64)
    state.engine.action_parts(state.board, state.scratch[0], state.observe(max(0, state.turn)), action, found)
    kind, argument, cell = found.tolist()
    return kind, argument, cell


def lines(state: State, seat: int) -> Iterator[tuple[str, str, str]]:
    """A look in words: (sort, number, words) of each sparse and dense feature, then the parts and bid class of each action."""
    features = features_of(state.game)
    seen = look(state, seat)
    for i in seen.sparse:
        yield "sparse", str(i), features.sparse[i]
    for i, value in enumerate(seen.dense):
        yield "dense", str(i), f"{features.dense[i]}: {value / UNIT:.3f}"
    if state.turn != seat:
        return
    words = state.observe(seat)
    for action in state.legal_actions:
        kind, argument, cell = parts(state, action)
        said = [state.text(action) + ":", features.kinds[kind], features.arguments[argument], features.cells[cell]]
        bid = int(state.engine.bid_class(state.board, state.scratch[0], words, action))
        if bid >= 0:
            said.append(f"(class {bid}: {features.bids[bid]})")
        yield "action", f"{kind} {argument} {cell}", " ".join(said)
