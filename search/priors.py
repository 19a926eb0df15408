"""Priors of actions by the game's ``prefer`` or a network's policy: raised to a power, shared out, partly spread evenly.

They stand where AlphaZero (Silver et al. 2018) has its policy; the even share plays the part of its root noise, without
chance. Only ``+ - * /`` and sqrt, so that a prior is the same number in every way of running.
"""

from __future__ import annotations

import math

from mutapa.core.compiled import compiled, double
from mutapa.core.game import UNIT
from mutapa.nets.shape import CORRECTS
from mutapa.search.neural import policy
from mutapa.search.settings import FLAT, LEAN, NET, POWER

PER_UNIT = 1.0 / UNIT  # a power of two: exact


@compiled
def raised(weight, halves):  # type: ignore[no-untyped-def]
    """weight^(halves / 2)."""
    root = math.sqrt(weight)
    value = 1.0
    for _ in range(halves):
        value *= root
    return value


@compiled
def by_network(game, board, work, world, settings, brain, actions, n, weights):  # type: ignore[no-untyped-def]
    """The same by the policy of the mover's network: e^logit, times the game's preferences where it corrects these, so that zero
    logits give the priors of no network. With LEAN the preferences, as they are, keep a share besides."""
    first = policy(game, board, work, world, brain, actions, n)
    _, plan, layers, _, _, _, _, _ = brain
    corrects = plan[CORRECTS]
    halves = settings[POWER]
    leaning = 0.0
    if corrects or settings[LEAN] > 0:
        game.prefer(board, work, world, actions, n, weights)
    if settings[LEAN] > 0:
        preferred = 0
        for i in range(n):
            preferred += weights[i]
        leaning = (UNIT - settings[FLAT]) * PER_UNIT * settings[LEAN] / preferred
    total = 0.0
    for i in range(n):
        weight = double(layers[first + i])
        if corrects:
            weight *= weights[i]
        total += raised(weight, halves)
    whole = (UNIT - settings[FLAT]) * PER_UNIT * (UNIT - settings[LEAN]) / total
    even = settings[FLAT] / n
    for i in range(n):
        weight = double(layers[first + i])
        if corrects:
            weight *= weights[i]
        share = raised(weight, halves) * whole + even
        if settings[LEAN] > 0:
            share += weights[i] * leaning
        weights[i] = max(1, int(share))
    return 0


@compiled
def weigh(game, board, work, world, settings, brain, actions, n, weights, asked):  # type: ignore[no-untyped-def]
    """weights[i] = prior of actions[i], fixed point: at least 1 each, UNIT in sum but for roundings.

    `asked`: 1 or more if the network, if there is one, is to give them.
    """
    if settings[NET] and asked:
        return by_network(game, board, work, world, settings, brain, actions, n, weights)
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
