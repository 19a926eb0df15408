"""The playout inside a simulation: ``sample`` moves to the end of the game or for a number of steps."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.search.auction import IN_AUCTION, bidding
from mutapa.search.settings import AUCTION, HORIZON, SEAT


@compiled
def rollout(game, board, work, world, settings, belief, types, luck, rng):  # type: ignore[no-untyped-def]
    """Play `world` on, in place; return the steps of seats made (nature's don't count towards the horizon)."""
    steps = 0
    limit = settings[HORIZON]
    limits = settings[AUCTION]
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
                action = game.bid(board, work, world, seat, types[seat], rng)
            else:
                action = game.sample(board, work, world, rng)
        game.apply(board, work, world, action)
    return steps
