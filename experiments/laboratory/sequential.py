"""Sequential tests of one bot against another, on block scores: a generalised likelihood ratio that ends as early as it may.

The unit is a block: one set-up and luck, the seats rotated. Its score is the mean share of the win of the bot under test; with
two seats and ties these are the five classes of a pair of games. The likelihood of the scores seen is maximised over all
distributions whose mean (or normalised mean) is that of either hypothesis, as Van den Bergh does for chess ("The generalized
maximum likelihood ratio for the expectation value of a distribution", "Normalized Elo"); Wald's (1945) bounds end the test.
Blocks count in the order of the schedule, not of arrival: else bots that win short games would look better than they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mutapa.core.errors import InvalidError, unknown
from mutapa.experiments.statistics import elo, share_at

Floats = npt.NDArray[np.float64]

MODELS = ("logistic", "normalized")
UNSEEN = 1e-3
"""Weight of a block for each score that was not seen: with it a match that goes all one way has a finite ratio, which grows."""
STEPS = 100
"""Most steps to a root."""
ROUNDS = 40
"""Most steps to the distribution of a given normalised mean."""


@dataclass(frozen=True)
class Hypotheses:
    """Is a bot `elo1` above its rivals, or rather `elo0`?

    Elo of a share of the win is that of `statistics.share_at`: by Luce's axiom, each rival equally strong. In the model
    "normalized", Elo counts standard deviations of a game's share, so that the length of a test doesn't depend on how much
    luck there is; it equals the logistic one where games of a block are independent, no win is shared and differences are small.
    """

    seats: int
    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """Chance of accepting `elo1` where `elo0` is true."""
    beta: float = 0.05
    """Chance of accepting `elo0` where `elo1` is true."""
    model: str = "logistic"

    def __post_init__(self) -> None:
        if self.seats < 2:
            raise InvalidError(f"sequential test: seats is {self.seats}; right would be 2 or more")
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise InvalidError(f"sequential test: elo0 {self.elo0:g} and elo1 {self.elo1:g}; right would be elo0 below elo1")
        for name, value in {"alpha": self.alpha, "beta": self.beta}.items():
            if not 0 < value < 0.5:
                raise InvalidError(f"sequential test: {name} is {value:g}; right would be between 0 and 0.5, as 0.05")
        if self.model not in MODELS:
            raise unknown("sequential test", "model", self.model, MODELS)

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio at or below which `elo0` is accepted, and at or above which `elo1` is.

        >>> [round(x, 4) for x in Hypotheses(2).bounds]
        [-2.9444, 2.9444]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def expected(self) -> tuple[float, float]:
        """The mean score under either hypothesis; in the model "normalized" if games were independent, no win shared."""
        return share_at(self.elo0, self.seats), share_at(self.elo1, self.seats)

    @property
    def grid(self) -> Floats:
        """Scores that are thought possible before any was seen: wins, and wins shared by two."""
        return np.arange(2 * self.seats + 1) / (2 * self.seats)

    def ratios(self, scores: Floats, counts: Floats) -> Floats:
        """The log-likelihood ratio of `elo1` to `elo0` for each row of `counts`: how many blocks had each of `scores`."""
        weights = np.where(counts > 0, counts, np.where(np.isin(scores, self.grid), UNSEEN, 0.0))
        if self.model == "logistic":
            return _tilt(weights, scores - self.expected[1], scores - self.expected[0])
        even = 1 / self.seats
        a_game = 400 / math.log(10) / math.sqrt(even * (1 - even))  # Elo of one standard deviation of a game
        a_block = math.sqrt(self.seats) / a_game
        return _tilt(weights, *(_pulls(weights, scores, even, points * a_block) for points in (self.elo1, self.elo0)))


def _tilt(weights: Floats, pulls1: Floats, pulls0: Floats) -> Floats:
    """Log-likelihood ratio of two fits; `pulls` are what the fitted distribution has mean 0 of."""
    logs = [np.log1p(_multiplier(weights, pulls)[..., None] * pulls) for pulls in (pulls0, pulls1)]
    return np.asarray((weights * (logs[0] - logs[1])).sum(axis=-1))


def _multiplier(weights: Floats, pulls: Floats) -> Floats:
    """The x at which the sum of weights * pulls / (1 + x * pulls) is 0: it falls between its outer poles.

    Newton's steps, and halvings where one of them would leave what is known to hold the root.
    """
    shape = weights.shape[:-1]
    low = np.broadcast_to(-1 / pulls.max(axis=-1), shape)
    high = np.broadcast_to(-1 / pulls.min(axis=-1), shape)
    x = np.zeros(shape)
    for _ in range(STEPS):
        terms = pulls / (1 + x[..., None] * pulls)
        value, slope = (weights * terms).sum(axis=-1), -(weights * terms * terms).sum(axis=-1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        step = x - value / slope
        step = np.where((step > low) & (step < high), step, (low + high) / 2)
        moved, x = np.abs(step - x).max(initial=0), step
        if moved < 1e-13:
            break
    return x


def _pulls(weights: Floats, scores: Floats, even: float, wanted: float) -> Floats:
    """Pulls of the fit whose mean is `wanted` of its own standard deviations above `even`, by steps towards it."""
    held = (weights > 0) / (weights > 0).sum(axis=-1, keepdims=True)
    whole = weights / weights.sum(axis=-1, keepdims=True)
    for _ in range(ROUNDS):
        mean = (held * scores).sum(axis=-1, keepdims=True)
        sd = np.sqrt((held * (scores - mean) ** 2).sum(axis=-1, keepdims=True))
        pulls = scores - even - wanted * sd * (1 + ((mean - scores) / sd) ** 2) / 2
        fitted = whole / (1 + _multiplier(weights, pulls)[..., None] * pulls)
        done = np.abs(fitted - held).max(initial=0) < 1e-9
        held = fitted
        if done:
            break
    return pulls


def ratio(hypotheses: Hypotheses, shares: Sequence[float]) -> float:
    """The log-likelihood ratio after blocks with these scores; 0 before the first.

    >>> round(ratio(Hypotheses(2), [1.0] * 10), 3)
    0.559
    """
    return float(walk(hypotheses, shares)[-1]) if len(shares) else 0.0


def walk(hypotheses: Hypotheses, shares: Sequence[float] | Floats, before: Sequence[float] | Floats = ()) -> Floats:
    """The ratio after each of `shares`; `before`: scores of blocks that came earlier."""
    first, new = _ticks(before, hypotheses.seats), _ticks(shares, hypotheses.seats)
    known = np.rint(hypotheses.grid * _scale(hypotheses.seats)).astype(np.int64)
    classes = np.unique(np.concatenate([known, first, new]))
    counts = np.cumsum(new[:, None] == classes, axis=0) + (first[:, None] == classes).sum(axis=0)
    ratios = hypotheses.ratios(classes / _scale(hypotheses.seats), counts.astype(np.float64))
    return np.asarray(np.round(ratios, 9))  # the last bits depend on what is computed together; no decision shall


def _scale(seats: int) -> int:
    """Every score of a block is a whole number of so small parts."""
    return 2 * seats * math.lcm(*range(1, seats + 1))


def _ticks(shares: Sequence[float] | Floats, seats: int) -> npt.NDArray[np.int64]:
    """Scores as whole numbers: equal ones are equal, however their sums were rounded."""
    return np.rint(np.asarray(shares, dtype=np.float64) * _scale(seats)).astype(np.int64)


@dataclass(frozen=True)
class Standing:
    """How a test stands."""

    ratio: float
    lower: float
    upper: float
    accepted: str
    """"elo0", "elo1", or empty while undecided."""
    blocks: int
    """Blocks that count; once decided, up to and with the one that decided."""
    void: int
    """Blocks whose turn came (before the one that decided) but that count for nothing: a game of them couldn't go on."""
    ahead: int
    """Blocks that ended before their turn and wait for earlier ones."""
    share: float | None
    """Mean score of the blocks that count. After an early end it leans towards the accepted side."""

    def elo(self, seats: int) -> float | None:
        """The Elo of `share`; None where it is infinite or unknown."""
        if self.share is None or not 0 < self.share < 1:
            return None
        return elo(self.share, seats)


class Tally:
    """Results of a test as they arrive, counted in the order of the schedule: blocks 1, 2, 3 and so on."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self._waiting: dict[int, float | None] = {}
        self._next = 1
        self._voids: list[int] = []  # how many blocks counted before each void one
        self._shares: list[float] = []
        self._checked = 0
        self._ratio = 0.0
        self._accepted = ""

    def add(self, block: int, share: float | None) -> None:
        """Block number `block` ended with this score; None: void. One that stands there already changes nothing."""
        if block < self._next or block in self._waiting or self._accepted:
            return
        self._waiting[block] = share

    def extend(self, results: Iterable[tuple[int, float | None]]) -> None:
        """`add` for many."""
        for block, share in results:
            self.add(block, share)

    def standing(self) -> Standing:
        """How the test stands after all blocks whose turn has come."""
        while not self._accepted and self._next in self._waiting:
            share = self._waiting.pop(self._next)
            self._next += 1
            if share is None:
                self._voids.append(len(self._shares))
            else:
                self._shares.append(share)
        new = self._shares[self._checked :]
        lower, upper = self.hypotheses.bounds
        if new and not self._accepted:
            path = walk(self.hypotheses, new, self._shares[: self._checked])
            over = np.flatnonzero((path <= lower) | (path >= upper))
            last = int(over[0]) if len(over) else len(new) - 1
            self._ratio = float(path[last])
            if len(over):
                self._accepted = "elo1" if self._ratio >= upper else "elo0"
                del self._shares[self._checked + last + 1 :]
                self._voids = [before for before in self._voids if before < len(self._shares)]
            self._checked = len(self._shares)
        mean = sum(self._shares) / len(self._shares) if self._shares else None
        return Standing(
            self._ratio, lower, upper, self._accepted, len(self._shares), len(self._voids), len(self._waiting), mean
        )  # fmt: skip
