"""Shares of the win and their intervals: pure functions of numbers.

Games of a block share set-up and luck, so blocks are the independent units, not games. The interval is Wilson's (1927),
of the effective number of games: games divided by the design effect that the spread among blocks shows (Kish 1965).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

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
