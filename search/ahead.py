"""How much of a game is still ahead of a seat, by playing it on: what a bot's time has to last for."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import next32
from mutapa.search.rollout import preferred
from mutapa.search.settings import SEAT

OWN, CHOICES, WEIGHT = 0, 1, 2
"""Steps of the seat, those with at least two legal actions, and the sum of their weights."""


@compiled
def heft(n):  # type: ignore[no-untyped-def]
    """Weight of a choice among `n` actions, 1 or more: the bits of n, so that ten times as many earn three shares more."""
    bits = 0
    while n > 0:
        bits += 1
        n >>= 1
    return bits


@compiled
def ahead(game, board, work, world, settings, actions, weights, rng, limit, out):  # type: ignore[no-untyped-def]
    """Play `world` on, in place, to its end or for `limit` steps, as rollouts by preference do; return the steps made.

    `out` (int64[3]) is what the searching seat has to do on the way: `OWN`, `CHOICES`, `WEIGHT`.
    """
    for i in range(3):
        out[i] = 0
    steps = 0
    while steps < limit:
        seat = game.turn(board, work, world)
        if seat == OVER:
            break
        if seat == CHANCE:
            action = game.chance(board, work, world, rng)
            next32(rng)
        else:
            if seat == settings[SEAT]:
                n = game.legal(board, work, world, actions)
                out[OWN] += 1
                if n > 1:
                    out[CHOICES] += 1
                    out[WEIGHT] += heft(n)
            action = preferred(game, board, work, world, settings, actions, weights, rng)
        game.apply(board, work, world, action)
        steps += 1
    return steps
