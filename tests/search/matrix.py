"""Two players choose at once: regret matching, exploitability, and two UCB1 learners that don't know of one another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

Matrix = Sequence[Sequence[Fraction]]
"""Payoff of the first player, who loses what the second wins; equal for both here (skew-symmetric)."""


def all_pay(prize: int, most: int) -> list[list[Fraction]]:
    """Sealed bids 0 .. most, all paid; the higher takes the prize, equal ones share it; own payoff less the other's."""
    def share(i: int, j: int) -> Fraction:
        return Fraction(prize if i > j else 0) if i != j else Fraction(prize, 2)

    return [[share(i, j) - i - (share(j, i) - j) for j in range(most + 1)] for i in range(most + 1)]


def against(game: Matrix, mix: Sequence[float | Fraction]) -> list[float | Fraction]:
    """What the mix gets against each pure choice of the other."""
    return [sum(p * game[i][j] for i, p in enumerate(mix)) for j in range(len(game))]


def exploitability(game: Matrix, mix: Sequence[float | Fraction]) -> float:
    """How much below the value 0 the mix falls against its best reply."""
    return float(-min(against(game, mix)))


def regret_matching(game: Matrix, rounds: int) -> list[float]:
    """The mean mix of a player that plays each choice in proportion to its regret, against itself (Hart and Mas-Colell 2000)."""
    n = len(game)
    regrets, total = [[0.0] * n, [float(i == 0) for i in range(n)]], [0.0] * n
    values = [[float(each) for each in row] for row in game]
    for _ in range(rounds):
        mixes = []
        for regret in regrets:
            positive = [max(0.0, each) for each in regret]
            whole = sum(positive)
            mixes.append([each / whole for each in positive] if whole else [1 / n] * n)
        for me in range(2):
            payoff = [sum(mixes[1 - me][j] * values[i][j] for j in range(n)) for i in range(n)]
            got = sum(p * each for p, each in zip(mixes[me], payoff, strict=True))
            regrets[me] = [old + each - got for old, each in zip(regrets[me], payoff, strict=True)]
        total = [old + p for old, p in zip(total, mixes[0], strict=True)]
    return [each / rounds for each in total]


def decoupled_ucb(game: Matrix, rounds: int, c: float) -> list[float]:
    """Shares of the choices of the first of two UCB1 learners, each of which takes the other for luck."""
    n = len(game)
    span = max(abs(float(each)) for row in game for each in row)
    tried, sums = [[0] * n, [0] * n], [[0.0] * n, [0.0] * n]
    for t in range(rounds):
        picks = []
        for me in range(2):
            untried = [i for i in range(n) if not tried[me][i]]
            if untried:
                picks.append(untried[(t + me) % len(untried)])
                continue
            score = [sums[me][i] / tried[me][i] + c * math.sqrt(math.log(t) / tried[me][i]) for i in range(n)]
            picks.append(score.index(max(score)))
        for me in range(2):
            mine, other = picks[me], picks[1 - me]
            tried[me][mine] += 1
            sums[me][mine] += 0.5 + float(game[mine][other]) / (2 * span)
    return [each / rounds for each in tried[0]]
