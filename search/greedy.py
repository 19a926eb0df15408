"""One step ahead: the judgement of every action's successor."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.search.evaluate import evaluate
from mutapa.search.settings import SEAT
from mutapa.search.worlds import draw


@compiled
def look_ahead(game, board, work, seen, settings, world, actions, luck, values, marks, rng, out, worlds):  # type: ignore[no-untyped-def]
    """out[i] += the searching seat's utility after actions[i], over `worlds` worlds; return the number of actions.

    The mover's legal list is the same in all worlds, so the list of the first one serves for all.
    """
    draw(game, board, work, seen, settings, luck, rng, world)
    n = game.legal(board, work, world, actions)
    for i in range(n):
        out[i] = 0
        for _ in range(worlds):
            draw(game, board, work, seen, settings, luck, rng, world)
            game.apply(board, work, world, actions[i])
            evaluate(game, board, work, world, settings, marks, values)
            out[i] += values[settings[SEAT]]
    return n
