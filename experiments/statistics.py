"""Shares of the win, their intervals, differences between bots, and what a number of blocks can show: pure functions of numbers.

Games of a block share set-up and luck, so blocks are the independent units, not games. A match's interval is Wilson's (1927),
of the effective number of games: games divided by the design effect that the spread among blocks shows (Kish 1965). Differences
between bots are tested by Student's t over blocks; many tests are corrected as by Holm (1979).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from mutapa.experiments.extras import need

Z95 = 1.959964


def win_shares(ranks: Sequence[int]) -> list[float]:
    """Each seat's share of the win: those of rank 1 share it evenly.

    >>> win_shares([2, 1, 1, 4])
    [0.0, 0.5, 0.5, 0.0]
    """
    winners = sum(rank == 1 for rank in ranks)
    return [1 / winners if rank == 1 else 0.0 for rank in ranks]


def wilson(share: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Interval of a share seen in `n` independent games (fractional wins allowed).

    >>> [round(x, 4) for x in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    if n <= 0:
        return 0.0, 1.0
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def effective_games(blocks: Sequence[Sequence[float]]) -> float:
    """How many independent games `blocks` of win shares are worth: between one a block and all of them.

    With fewer than three blocks nothing is known of their spread, and the cautious end is taken: one a block.
    """
    full = [block for block in blocks if block]
    games = sum(len(block) for block in full)
    if len(full) < 3:
        return float(len(full))
    mean = sum(sum(block) for block in full) / games
    variance = mean * (1 - mean)
    if variance == 0:
        return float(games)
    means = [sum(block) / len(block) for block in full]
    among = sum((each - mean) ** 2 for each in means) / (len(means) - 1)
    effect = among * games / len(full) / variance
    return min(float(games), max(float(len(full)), games / effect if effect > 0 else math.inf))


def win_share(blocks: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """(share, low, high) of the wins of one bot: `blocks` holds its win share in each game, block by block."""
    games = sum(len(block) for block in blocks)
    if not games:
        return 0.0, 0.0, 1.0
    share = sum(sum(block) for block in blocks) / games
    return share, *wilson(share, effective_games(blocks))


# --- differences ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A mean over blocks against what it would be if there were no difference."""

    mean: float
    """Over the blocks, as it is."""
    low: float
    high: float
    """Ends of the interval of 1 - alpha."""
    p: float
    """Chance of so much or more, either way, if there were no difference."""
    sd: float
    """Standard deviation of a block."""
    blocks: int


def difference(values: Sequence[float], null: float, spread: float, alpha: float = 0.05) -> Difference:
    """Student's test and interval of the mean of `values`, one a block, against `null`.

    Two blocks are added for the interval and the test, one `spread` above and one below `null`, so that a few equal blocks
    don't pass for certainty (as Agresti and Coull 1998 do for shares): it costs little where there are many.
    """
    n = len(values)
    if n == 0:
        return Difference(null, -math.inf, math.inf, 1.0, spread, 0)
    padded = [*values, null - spread, null + spread]
    centre = sum(padded) / len(padded)
    sd = math.sqrt(sum((value - centre) ** 2 for value in padded) / (len(padded) - 1))
    error = sd / math.sqrt(len(padded))
    half = student(1 - alpha / 2, len(padded) - 1) * error
    p = 2 * float(need("scipy.special", "report").stdtr(len(padded) - 1, -abs(centre - null) / error))
    return Difference(sum(values) / n, centre - half, centre + half, min(1.0, p), sd, n)


@functools.cache
def student(probability: float, freedom: int) -> float:
    """Quantile of Student's t."""
    return float(need("scipy.special", "report").stdtrit(freedom, probability))


def holm(ps: Sequence[float]) -> list[float]:
    """Each p corrected for all of them, in the given order: below alpha means that Holm's procedure at alpha rejects it.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    found, worst = [0.0] * len(ps), 0.0
    for k, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        worst = max(worst, min(1.0, (len(ps) - k) * ps[i]))
        found[i] = worst
    return found


# --- Elo and power ----------------------------------------------------------------------------------------------------


def elo(share: float, seats: int) -> float:
    """By how much a bot with this share of the win is above each of its equal rivals; infinite at 0 and 1.

    The odds against one rival are those of Bradley, Terry and Luce: share : (1 - share) / (seats - 1).

    >>> round(elo(0.75, 2), 1), elo(0.25, 4)
    (190.8, 0.0)
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def share_at(points: float, seats: int) -> float:
    """The share of the win of a bot that is `points` Elo above each of its rivals; inverse to `elo`."""
    odds = 10 ** (points / 400) / (seats - 1)
    return odds / (1 + odds)


def smallest(sd: float, blocks: int, alpha: float, power: float) -> float:
    """The difference that a two-sided test at `alpha` shows with probability `power`; `sd`: standard deviation of a block."""
    return _reach(alpha, power) * sd / math.sqrt(blocks) if blocks else math.inf


def blocks_for(effect: float, sd: float, alpha: float, power: float) -> int:
    """How many blocks show a difference of `effect` with probability `power`.

    >>> blocks_for(share_at(30, 2) - 0.5, 0.5 / 2**0.5, 0.05, 0.8)
    529
    """
    return max(2, math.ceil((_reach(alpha, power) * sd / effect) ** 2))


def _reach(alpha: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)


def guessed_sd(seats: int, tables: int = 1) -> float:
    """Standard deviation of a block before any was played: as if its games were independent and bots alike.

    A block has `seats` games; the difference of two `tables` has twice the variance of one.
    """
    share = 1 / seats
    return math.sqrt(tables * share * (1 - share) / seats)
