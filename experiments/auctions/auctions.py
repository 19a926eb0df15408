"""The auctions of recorded games: what was bid, where, and how likely each bidder type was to bid so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.streams import Array
from mutapa.search.beliefs import VOLUNTARY
from mutapa.search.expectations import TYPES_MAX

SUFFIX = ".record"


class Step(NamedTuple):
    """A step of an auction."""

    seat: int
    action: int
    before: Array
    """The words before it."""
    voluntary: bool


@dataclass
class Run:
    """One auction: steps in a row that are bids or passes."""

    steps: list[Step] = field(default_factory=list)

    @property
    def start(self) -> Array:
        """The words before its first step."""
        return self.steps[0].before


@dataclass
class Auctions:
    """The auctions of one game."""

    record: Record
    where: str
    engine: Any
    board: Array
    types: int
    runs: list[Run]

    def likelihoods(self, step: Step) -> list[int]:
        """Probability of a step by each type, fixed point."""
        work = self.engine.work()
        return [int(self.engine.likelihood(self.board, work, step.before, step.seat, step.action, t)) for t in range(self.types)]

    def traits(self, run: Run, seat: int) -> int:
        """How a seat stood as an auction began."""
        return int(self.engine.bid_traits(self.board, self.engine.work(), run.start, seat))

    def legal(self, step: Step) -> list[int]:
        """What the seat could have done."""
        out = self.engine.array(self.engine.game.actions_max)
        n = self.engine.legal(self.board, self.engine.work(), step.before, out)
        return [int(out[i]) for i in range(n)]


def found(paths: Sequence[Path]) -> list[Path]:
    """The records that files and folders stand for, in order of their names."""
    records: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob(f"*{SUFFIX}"))
            if not inside:
                raise InvalidError(f"{path}: no {SUFFIX} files are in this folder; `mutapa match` writes some")
            records += inside
        else:
            records.append(path)
    return records


def read(paths: Iterable[Path], backend: str) -> Iterator[Auctions]:
    """The auctions of each record; all must be of one game with bidder types."""
    name = ""
    for path in paths:
        record = Record.load(path)
        runs: list[Run] = []
        inside = False
        before: Array | None = None
        turn, forced = -1, 0
        state: Any = None
        for n, position in enumerate(record.positions(backend=backend, where=str(path))):
            if before is not None and forced:
                if not inside:
                    runs.append(Run())
                action = record.actions[n - 1] if record.layout == state.game.layout.hash else state.parse(record.texts[n - 1])
                runs[-1].steps.append(Step(turn, int(action), before, forced == VOLUNTARY))
            inside = bool(forced)
            before, turn, forced, state = position.words.copy(), position.turn, position.forced, position.clone()
        out = np.zeros(TYPES_MAX, np.int64)
        types = int(state.engine.bid_types(state.board, state.engine.work(), out))
        if types == 0:
            raise InvalidError(f"{path}: {state.game.name} has no bidder types, or not with these options")
        if name and state.game.name != name:
            raise InvalidError(f"{path}: a game of {state.game.name} among games of {name}")
        name = state.game.name
        yield Auctions(record, str(path), state.engine, state.board, types, runs)
