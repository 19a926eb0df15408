"""What a network gives a search: values of leaves in place of the game's judge, priors in place of its preferences.

A position is put to the network of the seat to move, which sees what the game lets that seat see, whatever the searching seat or
the world at hand knows; a leaf where nature moves is played on to the next decision first. ``brain``: see `mutapa.nets.forward`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.nets.forward import exponentials, judge, logits, think
from mutapa.search.evaluate import estimates, utilities
from mutapa.search.settings import MIX, SEATS


@compiled
def appraise(game, board, work, world, settings, brain, luck, marks, values):  # type: ignore[no-untyped-def]
    """Utilities of `world` into `values`: of its outcome, or as the network of the seat to move thinks; `world` may go on."""
    mover = game.turn(board, work, world)
    while mover == CHANCE:
        game.apply(board, work, world, game.chance(board, work, world, luck))
        mover = game.turn(board, work, world)
    if mover == OVER:
        game.outcome(board, work, world, marks)
        return utilities(settings, marks, values)
    judge(game, board, work, world, mover, settings[SEATS], brain, marks)
    return estimates(settings, marks, values)


@compiled
def surmise(game, board, work, world, settings, brain, marks, guesses):  # type: ignore[no-untyped-def]
    """Before a rollout: the network's estimate of where it begins. Returns its weight, 0 if not asked for or no seat moves."""
    mover = game.turn(board, work, world)
    if settings[MIX] == 0 or mover < 0:
        return 0
    judge(game, board, work, world, mover, settings[SEATS], brain, marks)
    estimates(settings, marks, guesses)
    return settings[MIX]


@compiled
def policy(game, board, work, world, brain, actions, n):  # type: ignore[no-untyped-def]
    """Leave in ``layers`` a weight in 0..1 of each of the mover's actions: e^(logit - the highest); return where.

    The softmax is over legal actions alone: no others are ever looked at.
    """
    _, _, layers, _, _, _, _, _ = brain
    mover = game.turn(board, work, world)
    row = think(game, board, work, world, mover, brain)
    first = logits(game, board, work, brain, row, actions, n)
    exponentials(layers, first, n)
    return first
