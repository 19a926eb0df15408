"""Priors of actions out of the game's ``prefer``: its weights raised to a power, shared out, partly spread evenly.

They stand where AlphaZero (Silver et al. 2018) has a network's policy; the even share plays the part of its root noise, without
chance. Only ``+ - * /`` and sqrt, so that a prior is the same number in every way of running.
"""

from __future__ import annotations

import math

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.search.settings import FLAT, POWER


@compiled
def raised(weight, halves):  # type: ignore[no-untyped-def]
    """weight^(halves / 2)."""
    root = math.sqrt(weight)
    value = 1.0
    for _ in range(halves):
        value *= root
    return value


@compiled
def weigh(game, board, work, world, settings, actions, n, weights):  # type: ignore[no-untyped-def]
    """weights[i] = prior of actions[i], fixed point: at least 1 each, UNIT in sum but for roundings."""
    game.prefer(board, work, world, actions, n, weights)
    halves = settings[POWER]
    total = 0.0
    for i in range(n):
        total += raised(weights[i], halves)
    whole = (UNIT - settings[FLAT]) / total
    even = settings[FLAT] / n
    for i in range(n):
        weights[i] = max(1, int(raised(weights[i], halves) * whole + even))
    return 0
