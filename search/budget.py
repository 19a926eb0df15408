"""How much a search may do: simulations, seconds, a share of a game's clock; whichever ends first."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from mutapa.core.errors import InvalidError

FIRST_CHUNK = 8
SLICE = 0.01
"""Seconds that one call into compiled code should take, so that Ctrl-C, a stop and the end of the time are heard. Trees of one
thread take turns call by call and each finds its part of the caches taken: calls of 2 ms cost 4 % of the simulations."""
PARTS = 8
"""At most so much of the time that is left is one call's, though a `MOMENT` always."""
MOMENT = 0.000125
START = 512
"""Simulations in the first call without a clock where nobody stops it."""


@dataclass(frozen=True)
class Budget:
    """`sims` new simulations over all trees together, `seconds` of wall clock; None: no such limit.

    `left` seconds are left on the game's clock, and each step adds `increment`: a bot shares them out over its game itself
    (`mutapa.search.clock`) and keeps to the other limits too. `stop`: end as soon as the leader can't be caught any more.
    `extend`: go on for up to so much more, as a share of the budget, while the root is undecided (`mutapa.search.course`).
    """

    sims: int | None = None
    seconds: float | None = None
    left: float | None = None
    increment: float = 0.0
    stop: bool = False
    extend: float = 0.0

    def __post_init__(self) -> None:
        if self.sims is None and self.seconds is None and self.left is None:
            raise InvalidError("budget: neither sims nor seconds given; right would be sims=800 or seconds=0.1")
        if self.sims is not None and self.sims < 1:
            raise InvalidError(f"budget: sims={self.sims}; at least one simulation is needed")
        for name in ("seconds", "left", "increment", "extend"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < math.inf:
                raise InvalidError(f"budget: {name}={value}; right would be a number from 0 on")


def share(sims: int, index: int, trees: int) -> int:
    """Simulations of tree `index` out of `sims` for all: even, the first trees one more.

    >>> [share(11, i, 3) for i in range(3)]
    [4, 4, 3]
    """
    return sims // trees + (index < sims % trees)


def clock_of(where: str, words: str) -> tuple[float, float]:
    """(seconds for the whole game, seconds that each step adds) of ``60`` or ``60+0.5``.

    >>> clock_of("--clock", "60+0.5")
    (60.0, 0.5)
    """
    whole, plus, each = words.partition("+")
    try:
        found = float(whole), float(each) if plus else 0.0
    except ValueError:
        found = (-1.0, 0.0)
    if not (0 < found[0] < math.inf and 0 <= found[1] < math.inf):
        raise InvalidError(f"{where}: {words!r} is no clock; right would be 60 (seconds a game) or 60+0.5 (and so much a step)")
    return found


class Pace:
    """Sizes of chunks: such that a call takes about `SLICE` seconds. They don't change what is found."""

    def __init__(self, deadline: float | None, watched: bool = False) -> None:
        self.deadline = deadline
        self.watched = watched
        """Whether somebody may want to stop the search, so that the first calls are short without a clock, too."""
        self._chunk = 0
        self._since = 0.0

    def next(self, left: int | None) -> int:
        """Simulations to run now, of `left` (None: no limit); 0 when time is up."""
        if self.deadline is None and left is None:
            return 0
        self._since = time.perf_counter()
        if self.deadline is not None and self.deadline <= self._since:
            return 0
        self._chunk = self._chunk or (START if self.deadline is None and not self.watched else FIRST_CHUNK)
        return self._chunk if left is None else min(self._chunk, left)

    def done(self, count: int) -> None:
        """`count` simulations have just been run."""
        now = time.perf_counter()
        slice_ = SLICE if self.deadline is None else min(SLICE, max((self.deadline - now) / PARTS, MOMENT))
        rate = count / max(now - self._since, 1e-7)
        self._chunk = max(1, min(int(rate * slice_), 4 * self._chunk))
