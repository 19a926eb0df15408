"""Samples as a network reads them: sparse indices, dense values, parts of actions, targets by relative seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mutapa.core.features import Features, Symmetry, features_of
from mutapa.core.game import UNIT
from mutapa.core.streams import derive
from mutapa.nets import targets
from mutapa.nets.network import filled
from mutapa.nets.samples import NONE, Chunk


@dataclass
class Encoded:
    """Positions with variable numbers of indices and actions, laid one after the other. Seats are relative: 0 looks on."""

    sparse: Any
    """[sum of sizes] uint16, or int32 where there are more: indices that hold, in no particular order."""
    sizes: Any
    """[n] int32: how many of them each position has."""
    dense: Any
    """[n, DENSE] float32."""
    parts: Any
    """[sum of counts, 3] of the same kind: kind, argument, cell of each legal action."""
    preferred: Any
    """[sum of counts] float32: logarithm of the share of the game's preferences that each legal action has."""
    counts: Any
    """[n] int32."""
    policy: Any
    """[sum of counts] float32: target."""
    full: Any
    """[n] bool: whether `policy` is to be learnt."""
    seats: Any
    """[n] int64."""
    outcome: Any
    """[n, SEATS] float32: share of the win."""
    searched: Any
    """[n, SEATS] float32: the root's value, or NaN."""
    margins: Any
    """[n, SEATS] float32, in the game's points."""
    bids: Any
    """[n, SEATS] int64: classes of next bids, `NONE` for seat 0 and where there is none."""
    round: Any
    """[n] int64."""
    map: Any
    """[n] int32: which entry of `turns` the position's board has."""
    group: Any
    """[n] int64: which game it is of; samples of a game are not independent."""
    turns: tuple[tuple[Symmetry, ...], ...]
    """Symmetries, besides none, of each kind of board."""

    def __len__(self) -> int:
        return len(self.seats)

    def take(self, rows: Any) -> Encoded:
        """The positions `rows`, an index array, in that order."""
        rows = np.asarray(rows, np.int64)
        of = _spread(self.sizes, rows)
        acts = _spread(self.counts, rows)
        names = ("sizes", "dense", "counts", "full", "seats", "outcome", "searched", "margins", "bids", "round", "map", "group")
        return Encoded(
            sparse=self.sparse[of], parts=self.parts[acts], policy=self.policy[acts],
            preferred=self.preferred[acts], turns=self.turns,
            **{name: getattr(self, name)[rows] for name in names},
        )  # fmt: skip

    def turned(self, drawn: Any) -> Encoded:
        """Each position under one of its board's symmetries: number ``drawn[i] % (symmetries + 1)``, 0 leaves it as it is."""
        if not any(self.turns):
            return self
        first = np.cumsum([0, *(len(each) + 1 for each in self.turns)])
        width = max(len(each.sparse) for some in self.turns for each in some)
        cells = max(len(each.cells) for some in self.turns for each in some)
        sparse, cell = [], []
        for some in self.turns:
            sparse += [np.arange(width), *(each.sparse for each in some)]
            cell += [np.arange(cells), *(each.cells for each in some)]
        order = np.array([len(each) + 1 for each in self.turns])
        row = first[self.map] + np.asarray(drawn, np.int64) % order[self.map]
        parts = self.parts.copy()
        parts[:, 2] = np.array(cell, parts.dtype)[np.repeat(row, self.counts), self.parts[:, 2]]
        moved = np.array(sparse, self.sparse.dtype)[np.repeat(row, self.sizes), self.sparse]
        return Encoded(**{**self.__dict__, "sparse": moved, "parts": parts})


def _spread(counts: Any, rows: Any) -> Any:
    """Indices of the items of `rows` in arrays of items laid one after the other."""
    counts = counts.astype(np.int64)
    first = np.cumsum(counts) - counts
    chosen = counts[rows]
    start = np.cumsum(chosen) - chosen
    return np.repeat(first[rows] - start, chosen) + np.arange(int(chosen.sum()))


def encode(chunk: Chunk, engine: Any) -> Encoded:
    """The samples of a chunk by the game's features."""
    game = engine.game
    features = features_of(game)
    n, depth = len(chunk), len(features.dense)
    kind = np.uint16 if max(features.sizes.values()) <= 1 << 16 else np.int32
    work, own = engine.work(), Preferences(engine)
    room, dense = np.zeros(max(1, features.active), np.int64), np.zeros((n, max(1, depth)), np.int64)
    parts, out = np.zeros((len(chunk.actions), 3), np.int64), np.zeros(3, np.int64)
    preferred = np.zeros(len(chunk.actions), np.float32)
    boards = [np.ascontiguousarray(board) for board in chunk.boards]
    sparse, sizes, at = [], np.zeros(n, np.int32), 0
    for i in range(n):
        board, seen, seat = boards[chunk.game[i]], chunk.seen[i], int(chunk.seat[i])
        size = engine.features(board, work, seen, seat, room, dense[i])
        sparse.append(room[:size].astype(kind))
        sizes[i] = size
        legal = slice(at, at + int(chunk.counts[i]))
        if chunk.counts[i]:
            preferred[legal] = own.logarithms(board, seen, seat, chunk.actions[legal])
        for _ in range(int(chunk.counts[i])):
            engine.action_parts(board, work, seen, int(chunk.actions[at]), out)
            parts[at] = out
            at += 1
    seats = chunk.seats[chunk.game].astype(np.int64)
    turns, map_ = symmetries(features, boards)
    bids = targets.turned(chunk.bids, chunk.seat, seats, NONE).astype(np.int64)
    bids[:, 0] = NONE
    return Encoded(
        sparse=np.concatenate(sparse) if sparse else np.zeros(0, kind),
        sizes=sizes,
        dense=(dense[:, :depth] / UNIT).astype(np.float32),
        parts=parts.astype(kind),
        preferred=preferred,
        counts=chunk.counts,
        policy=chunk.policy,
        full=chunk.full.astype(bool),
        seats=seats,
        outcome=targets.turned(chunk.outcome[chunk.game], chunk.seat, seats),
        searched=targets.turned(chunk.value, chunk.seat, seats),
        margins=targets.turned(chunk.margins[chunk.game], chunk.seat, seats).astype(np.float32),
        bids=bids,
        round=chunk.round.astype(np.int64),
        map=map_[chunk.game],
        group=chunk.game.astype(np.int64),
        turns=turns,
    )


class Preferences:
    """The game's preferences as a seat has them, told from what it saw: of one world that agrees with it."""

    def __init__(self, engine: Any) -> None:
        game = engine.game
        self.engine, self._work = engine, engine.work()
        self._seen, self._world = engine.array(game.layout.words), engine.array(game.layout.words)
        self._actions, self._weights = engine.array(game.actions_max), engine.array(game.actions_max)

    def logarithms(self, board: Any, seen: Any, seat: int, actions: Any) -> Any:
        """[n] float64: logarithms of shares of all preferences; `actions` are legal, `seat` is to move."""
        engine, n = self.engine, len(actions)
        board, rng = filled(engine.array(len(board)), board), filled(engine.array(2), derive(0, "preferences"))
        filled(self._seen, seen)
        filled(self._actions, actions)
        engine.determinize(board, self._work, self._seen, seat, rng, self._world)
        engine.prefer(board, self._work, self._world, self._actions, n, self._weights)
        weights = np.array([self._weights[i] for i in range(n)], float)
        return np.log(weights / weights.sum())


def symmetries(features: Features, boards: Sequence[Any]) -> tuple[tuple[tuple[Symmetry, ...], ...], Any]:
    """The distinct sets of symmetries of `boards`, and which of them each board has: (turns, int32[boards])."""
    turns: list[tuple[Symmetry, ...]] = []
    known: dict[Any, int] = {}
    found = np.zeros(len(boards), np.int32)
    for i, board in enumerate(boards):
        some = features.symmetries(board)
        found[i] = known.setdefault(_key(some), len(turns))
        if found[i] == len(turns):
            turns.append(some)
    return tuple(turns), found


def _key(some: tuple[Symmetry, ...]) -> Any:
    return tuple((each.sparse.tobytes(), each.cells.tobytes()) for each in some)


def join(several: Sequence[Encoded]) -> Encoded:
    """Encoded positions one after the other as one."""
    turns: list[tuple[Symmetry, ...]] = []
    known: dict[Any, int] = {}
    maps, groups, games = [], [], 0
    for each in several:
        groups.append(each.group + games)
        games += int(each.group.max(initial=-1)) + 1
        places = []
        for some in each.turns:
            place = known.setdefault(_key(some), len(turns))
            if place == len(turns):
                turns.append(some)
            places.append(place)
        maps.append(np.array(places, np.int32)[each.map] if len(each) else each.map)
    names = [name for name in Encoded.__dataclass_fields__ if name not in ("turns", "map", "group")]
    arrays = {name: np.concatenate([getattr(each, name) for each in several]) for name in names}
    return Encoded(**arrays, map=np.concatenate(maps), group=np.concatenate(groups), turns=tuple(turns))
