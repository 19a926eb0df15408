"""Samples of games as plain arrays: what a seat saw, what a search made of it, how the game ended.

A chunk is some games played one after the other, in one file (``.npz``: numpy arrays, never pickled), written whole. States are
kept packed, as `observe` gives them, so that a network with other features learns from the same file.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.game import SEATS, Game

Floats = np.ndarray[Any, np.dtype[np.float32]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

MOST_BYTES = 1 << 30
NONE = -1
"""Of a rival's next bid: there is none, or it carries no information."""
FORMAT = 1
DAMAGE = (ValueError, KeyError, OSError, EOFError, RuntimeError, MemoryError, struct.error, zipfile.BadZipFile, zlib.error)
"""What reading a damaged zip of arrays can end in."""
RIGHT = "right would be a file that self-play wrote"
_ARRAYS = {
    "boards": "<i8", "number": "<i8", "seats": "|i1", "outcome": "<f4", "margins": "<i4", "game": "<i4", "seen": "<i8",
    "seat": "|i1", "round": "<i2", "step": "<i4", "full": "|u1", "value": "<f4", "bids": "<i2", "counts": "<i4", "actions": "<i8",
    "policy": "<f4",
}  # fmt: skip


class Sample(NamedTuple):
    """One position of a game under way. Vectors by seat are by absolute seat."""

    seen: Sequence[int] | Ints
    """What `seat` saw (`observe`)."""
    seat: int
    round: int
    step: int
    """Number of the step in its game, from 0."""
    full: bool
    """Whether `policy` is a target: the seat moved, after a full search."""
    value: Sequence[float] | None
    """Mean utility of each seat at the search's root; None where nothing was searched."""
    actions: Sequence[int]
    """The legal actions; none where another seat moved."""
    policy: Sequence[float]
    """The search's policy over `actions`, summing to 1."""


@dataclass
class Chunk:
    """Samples of some games: arrays of one row a game, of one a sample, and of one a legal action."""

    boards: Ints
    """[games, board_words]."""
    number: Ints
    """[games]: the number of the game in its schedule."""
    seats: Any
    """[games] int8."""
    outcome: Floats
    """[games, SEATS]: share of the win, ties shared."""
    margins: Any
    """[games, SEATS] int32, in the game's points."""
    game: Any
    """[n] int32: whose board and outcome a sample has."""
    seen: Ints
    """[n, words]."""
    seat: Any
    """[n] int8."""
    round: Any
    """[n] int16."""
    step: Any
    """[n] int32."""
    full: Any
    """[n] uint8."""
    value: Floats
    """[n, SEATS]; NaN where nothing was searched."""
    bids: Any
    """[n, SEATS] int16: class of each rival's next bid of the auction under way, or `NONE`."""
    counts: Any
    """[n] int32: legal actions of each sample."""
    actions: Ints
    """[sum of counts]."""
    policy: Floats
    """[sum of counts]."""
    head: dict[str, Any] = field(default_factory=dict)
    """Game, rules version, layout, who played."""

    def __len__(self) -> int:
        return len(self.game)

    def to_bytes(self) -> bytes:
        """The chunk as a file; equal chunks give equal bytes."""
        buffer = io.BytesIO()
        head = np.frombuffer(json.dumps({"format": FORMAT, **self.head}, sort_keys=True).encode(), np.uint8)
        arrays = {name: np.asarray(getattr(self, name), kind) for name, kind in _ARRAYS.items()}
        np.savez_compressed(buffer, allow_pickle=False, head=head, **arrays)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, game: Game, where: str) -> Chunk:
        """Read a chunk of `game`; `InvalidError` says what is wrong with it."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as read:
                arrays = {name: read[name] for name in ("head", *_ARRAYS)}
            head = json.loads(arrays.pop("head").tobytes())
        except DAMAGE as error:
            raise InvalidError(f"{where}: no file of samples, or a damaged one; {RIGHT}") from error
        if not isinstance(head, dict):
            raise InvalidError(f"{where}: its head is no map; {RIGHT}")
        for name, here in {"format": FORMAT, **heading(game)}.items():
            if head.pop(name, None) != here:
                raise InvalidError(f"{where}: samples of another {name}; right would be {here!r}")
        chunk = cls(**arrays, head={**heading(game), **head})
        if wrong := chunk._wrong(game):
            raise InvalidError(f"{where}: {wrong}; {RIGHT}")
        return chunk

    def _wrong(self, game: Game) -> str:
        games, n, total = len(self.number), len(self.game), int(np.sum(self.counts))
        shapes = {
            "boards": (games, game.board_words), "number": (games,), "seats": (games,), "outcome": (games, SEATS),
            "margins": (games, SEATS), "game": (n,), "seen": (n, game.layout.words), "seat": (n,), "round": (n,), "step": (n,),
            "full": (n,), "value": (n, SEATS), "bids": (n, SEATS), "counts": (n,), "actions": (total,), "policy": (total,),
        }  # fmt: skip
        for name, kind in _ARRAYS.items():
            array = getattr(self, name)
            if array.dtype != np.dtype(kind) or array.shape != shapes[name]:
                return f"{name} has {array.dtype} {array.shape}; {np.dtype(kind)} {shapes[name]} belongs there"
        if n and not (int(self.game.min()) >= 0 and int(self.game.max()) < games and int(self.counts.min()) >= 0):
            return "a sample is of a game that isn't there"
        if games and not (int(self.seats.min()) >= 1 and int(self.seats.max()) <= SEATS):
            return "a game has an odd number of seats"
        if n and not (int(self.seat.min()) >= 0 and bool((self.seat < self.seats[self.game]).all())):
            return "a sample is of a seat that isn't there"
        return ""

    def save(self, path: Path | str) -> None:
        """Write the file `path`, whole or not at all."""
        files.write(path, self.to_bytes())

    @classmethod
    def load(cls, path: Path | str, game: Game) -> Chunk:
        """Read the file `path`."""
        return cls.from_bytes(files.read(path, MOST_BYTES), game, str(path))

    def select(self, keep: Any) -> Chunk:
        """The samples for which the bool array `keep` [n] is true; all games stay."""
        keep = np.asarray(keep, bool)
        of = np.repeat(keep, self.counts)
        names = ("game", "seen", "seat", "round", "step", "full", "value", "bids", "counts")
        rows = {name: getattr(self, name)[keep] for name in names}
        rest = {name: getattr(self, name) for name in ("boards", "number", "seats", "outcome", "margins", "head")}
        return Chunk(**rest, **rows, actions=self.actions[of], policy=self.policy[of])


def heading(game: Game) -> dict[str, Any]:
    """What samples must share with the game that reads them."""
    return {"game": game.name, "rules": game.version, "layout": game.layout.hash}


class Builder:
    """Collects samples game by game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._games: list[tuple[Any, int, int, list[float], list[int]]] = []
        self._samples: list[tuple[int, Sample, list[int]]] = []

    def add(
        self,
        board: Any,
        number: int,
        seats: int,
        shares: Sequence[float],
        margins: Sequence[int],
        samples: Iterable[Sample],
        bids: Sequence[Sequence[int]],
    ) -> None:
        """A finished game; `bids`: for each sample the class of each seat's next bid (`next_bids`)."""
        at = len(self._games)
        self._games.append((np.asarray(board, np.int64), number, seats, _padded(shares, 0.0), _padded(margins, 0)))
        self._samples += [(at, sample, _padded(row, NONE)) for sample, row in zip(samples, bids, strict=True)]

    def chunk(self, head: Mapping[str, Any]) -> Chunk:
        """All games added."""
        games, rows = self._games, self._samples
        values = [_padded(each.value, 0.0) if each.value is not None else [np.nan] * SEATS for _, each, _ in rows]
        words, n = self.game.layout.words, len(rows)
        return Chunk(
            boards=np.array([board for board, *_ in games], np.int64).reshape(len(games), self.game.board_words),
            number=np.array([number for _, number, *_ in games], np.int64),
            seats=np.array([seats for _, _, seats, *_ in games], np.int8),
            outcome=np.array([shares for *_, shares, _ in games], np.float32).reshape(len(games), SEATS),
            margins=np.array([margins for *_, margins in games], np.int32).reshape(len(games), SEATS),
            game=np.array([at for at, *_ in rows], np.int32),
            seen=np.array([each.seen for _, each, _ in rows], np.int64).reshape(n, words),
            seat=np.array([each.seat for _, each, _ in rows], np.int8),
            round=np.array([min(each.round, 0x7FFF) for _, each, _ in rows], np.int16),
            step=np.array([each.step for _, each, _ in rows], np.int32),
            full=np.array([each.full for _, each, _ in rows], np.uint8),
            value=np.array(values, np.float32).reshape(n, SEATS),
            bids=np.array([bids for *_, bids in rows], np.int16).reshape(n, SEATS),
            counts=np.array([len(each.actions) for _, each, _ in rows], np.int32),
            actions=np.array([action for _, each, _ in rows for action in each.actions], np.int64),
            policy=np.array([share for _, each, _ in rows for share in each.policy], np.float32),
            head={**heading(self.game), **head},
        )


def _padded(row: Sequence[Any], fill: Any) -> list[Any]:
    return [*row, *[fill] * (SEATS - len(row))]


def join(chunks: Sequence[Chunk]) -> Chunk:
    """Chunks one after the other as one; the head is the first's."""
    if not chunks:
        raise InvalidError("samples: none are there; right would be a run that has played games")
    first = np.cumsum([0, *(len(each.number) for each in chunks)])
    names = [name for name in _ARRAYS if name != "game"]
    return Chunk(
        game=np.concatenate([each.game + int(base) for each, base in zip(chunks, first, strict=False)]).astype(np.int32),
        **{name: np.concatenate([getattr(each, name) for each in chunks]) for name in names},
        head=chunks[0].head,
    )
