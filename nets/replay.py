"""The replay window: the newest samples of a run, read from its files; which of them make up a batch depends on numbers alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.nets.encode import Encoded, encode, join
from mutapa.nets.samples import Chunk


class Window:
    """Encoded samples of the newest files that hold at most `most` samples to learn from; one in `held_out` games is kept apart.

    Files are encoded once a process. What the window holds is a function of the list of files; no state of it needs saving.
    """

    def __init__(self, engine: Any, most: int, held_out: int) -> None:
        self.engine, self.most, self.held_out = engine, most, held_out
        self._read: dict[Path, tuple[Encoded, Encoded]] = {}
        self.files: list[Path] = []
        self.learnt: Encoded | None = None
        """Positions to learn from, oldest first."""
        self.tested: Encoded | None = None
        """Positions of games held out."""

    def set(self, paths: Sequence[Path]) -> None:
        """Take the newest of `paths` (oldest first) as far as there is room; at least one."""
        chosen: list[Path] = []
        total = 0
        for path in reversed(paths):
            learnt, _ = self._encoded(path)
            if chosen and total + len(learnt) > self.most:
                break
            chosen.append(path)
            total += len(learnt)
        chosen.reverse()
        if not total:
            raise InvalidError(f"{paths[0].parent if paths else 'replay'}: no position to learn from; right would be more games")
        self._read = {path: self._read[path] for path in chosen}
        self.files = chosen
        self.learnt = join([self._read[path][0] for path in chosen])
        self.tested = join([self._read[path][1] for path in chosen])

    def offer(self, path: Path, data: bytes) -> int:
        """A file that `set` will name, as bytes: here it lies nowhere. How many positions to learn from it has."""
        if path not in self._read:
            self._read[path] = self._parted(Chunk.from_bytes(data, self.engine.game, str(path)))
        return len(self._read[path][0])

    def _encoded(self, path: Path) -> tuple[Encoded, Encoded]:
        if path not in self._read:
            self._read[path] = self._parted(Chunk.load(path, self.engine.game))
        return self._read[path]

    def _parted(self, chunk: Chunk) -> tuple[Encoded, Encoded]:
        apart = held_out(chunk, self.held_out)
        return encode(chunk.select(~apart), self.engine), encode(chunk.select(apart), self.engine)

    def batch(self, generator: np.random.Generator, size: int, symmetric: bool) -> Encoded:
        """`size` positions to learn from, drawn evenly with replacement, each turned by a symmetry of its map if `symmetric`."""
        assert self.learnt is not None
        rows = generator.integers(len(self.learnt), size=size)
        drawn = generator.integers(1 << 30, size=size)
        batch = self.learnt.take(rows)
        return batch.turned(drawn) if symmetric else batch


def held_out(chunk: Chunk, every: int) -> Any:
    """bool[n]: samples of games whose number is a multiple of `every`; 0: none."""
    if not every:
        return np.zeros(len(chunk), bool)
    return (chunk.number % every == 0)[chunk.game]
