"""The playout inside a simulation: to the end of the game or for a number of steps.

Steps are made by the game's ``sample``; or, but for a share epsilon of them (epsilon-greedy playouts: Sturtevant 2008), by its
``prefer`` or by what steps were worth before (`mutapa.search.mast`): the action of most weight, drawn among equals, so that
a game without preferences is played uniformly.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import next32
from mutapa.search.auction import IN_AUCTION, bidding
from mutapa.search.foretell import rivals_bid
from mutapa.search.mast import means, note
from mutapa.search.settings import AUCTION, EPSILON, HORIZON, MAST, PREFER, ROLLOUT, SEAT
from mutapa.search.ties import heaviest


@compiled
def strays(settings, rng):  # type: ignore[no-untyped-def]
    """Whether a step is one of the share epsilon."""
    return 1 if settings[EPSILON] > 0 and (next32(rng) >> 12) < settings[EPSILON] else 0


@compiled
def preferred(game, board, work, world, settings, actions, weights, rng):  # type: ignore[no-untyped-def]
    """The action that the game prefers, or with probability epsilon one by ``sample``."""
    if strays(settings, rng):
        return game.sample(board, work, world, rng)
    n = game.legal(board, work, world, actions)
    if n == 1:
        return actions[0]
    game.prefer(board, work, world, actions, n, weights)
    return heaviest(actions, n, weights, rng)


@compiled
def habitual(game, board, work, world, settings, seat, actions, weights, habits, rng):  # type: ignore[no-untyped-def]
    """The action that was worth most in earlier simulations, or with probability epsilon one by ``sample``."""
    if strays(settings, rng):
        return game.sample(board, work, world, rng)
    n = game.legal(board, work, world, actions)
    if n == 1:
        return actions[0]
    means(game, board, work, world, seat, actions, n, habits, weights)
    return heaviest(actions, n, weights, rng)


@compiled
def rollout(game, board, work, world, settings, brain, belief, types, luck, actions, weights, habits, rng):  # type: ignore[no-untyped-def]
    """Play `world` on, in place; return the steps of seats made (nature's don't count towards the horizon)."""
    steps = 0
    limit = settings[HORIZON]
    limits = settings[AUCTION]
    rule = settings[ROLLOUT]
    while steps < limit:
        seat = game.turn(board, work, world)
        if seat == OVER:
            break
        if seat == CHANCE:
            types[IN_AUCTION] = 0
            action = game.chance(board, work, world, luck)
        else:
            steps += 1
            if limits and bidding(game, board, work, world, settings, belief, types, rng) and seat != settings[SEAT]:
                action = rivals_bid(game, board, work, world, settings, brain, seat, types, actions, weights, rng)
            elif rule == PREFER:
                action = preferred(game, board, work, world, settings, actions, weights, rng)
            elif rule == MAST:
                action = habitual(game, board, work, world, settings, seat, actions, weights, habits, rng)
                note(game, board, work, world, seat, action, habits)
            else:
                action = game.sample(board, work, world, rng)
        game.apply(board, work, world, action)
    return steps
