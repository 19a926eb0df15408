"""How much a search may do: simulations, seconds, or both (whichever ends first)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from mutapa.core.errors import InvalidError

FIRST_CHUNK = 8
SLICE = 0.002
"""Seconds that one call into compiled code should take while a clock runs."""
LONGEST = 512
"""Simulations in one call without a clock, so that Ctrl-C is heard."""


@dataclass(frozen=True)
class Budget:
    """`sims` new simulations over all trees together, `seconds` of wall clock; None: no such limit."""

    sims: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.sims is None and self.seconds is None:
            raise InvalidError("budget: neither sims nor seconds given; right would be sims=800 or seconds=0.1")
        if self.sims is not None and self.sims < 1:
            raise InvalidError(f"budget: sims={self.sims}; at least one simulation is needed")
        if self.seconds is not None and not 0 <= self.seconds < float("inf"):
            raise InvalidError(f"budget: seconds={self.seconds}; right would be a number of seconds from 0 on")

    def share(self, index: int, trees: int) -> int | None:
        """Simulations of tree `index`: even, the first trees one more."""
        return None if self.sims is None else self.sims // trees + (index < self.sims % trees)


class Pace:
    """Sizes of chunks: such that a call takes about `SLICE` seconds while a clock runs. They don't change what is found."""

    def __init__(self, deadline: float | None) -> None:
        self.deadline = deadline
        self._chunk = FIRST_CHUNK
        self._since = 0.0

    def next(self, left: int | None) -> int:
        """Simulations to run now, of `left` (None: no limit); 0 when time is up."""
        if self.deadline is None:
            return min(left or 0, LONGEST)
        self._since = time.perf_counter()
        rest = self.deadline - self._since
        return 0 if rest <= 0 else self._chunk if left is None else min(self._chunk, left)

    def done(self, count: int) -> None:
        """`count` simulations have just been run."""
        if self.deadline is not None:
            now = time.perf_counter()
            slice_ = min(SLICE, max(self.deadline - now, SLICE / 16))
            rate = count / max(now - self._since, 1e-7)
            self._chunk = max(1, min(int(rate * slice_), 4 * self._chunk))
