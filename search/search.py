"""The search: simulations of one tree. UCT for any number of seats over information sets.

A simulation draws a world, follows the tree by `select` (nature's steps, and in an auction with drawn bidders the rivals', are
sampled and only counted), adds one node, plays on, evaluates and backs up. References: UCT (Kocsis and Szepesvari 2006); max^n in
UCT (Sturtevant 2008); single-observer information sets (Cowling, Powley and Whitehouse 2012).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.search.auction import IN_AUCTION, begin, bidding
from mutapa.search.backup import back_up
from mutapa.search.evaluate import blend, evaluate, guess
from mutapa.search.rollout import rollout
from mutapa.search.select import select
from mutapa.search.settings import AUCTION, DEPTH, SEAT, SEATS
from mutapa.search.tree import ACTION, DEEPEST, ROOT, SIMULATIONS, STEPS, SUM, enter, offer, touch
from mutapa.search.worlds import draw


@compiled
def simulate(game, board, work, seen, settings, head, nodes, edges, path, world, live, actions, weights, bracket, luck, types, values, guesses, marks, belief, logs, rng, count):  # type: ignore[no-untyped-def]  # fmt: skip  # noqa: E501
    """Run `count` simulations from `seen` in the tree of `head`, `nodes`, `edges`; return `count`.

    Scratch: `path` int64[2 DEPTH + 1], `world` a state, `live`, `actions` and `weights` a longest list (+ 1), `luck` int64[2],
    `types` int64[SEATS + 1], `values` and `guesses` int64[SEATS], `marks` int64[2 SEATS]. `bracket` (a longest list + 5) is
    that of a Gumbel root and lasts from call to call. `belief`, `logs`: see `auction` and `settings`.
    """
    width = SUM + settings[SEATS]
    limits = settings[AUCTION]
    me = settings[SEAT]
    for _ in range(count):
        draw(game, board, work, seen, settings, luck, rng, world)
        if limits:
            begin(settings, belief, types, rng)
        node = head[ROOT]
        depth = 0
        while True:
            path[2 * depth] = node
            mover = game.turn(board, work, world)
            if mover == OVER or depth == settings[DEPTH]:
                break
            if mover == CHANCE:
                types[IN_AUCTION] = 0
                edge = touch(settings, head, nodes, edges, node, game.chance(board, work, world, luck))
            elif limits and bidding(game, board, work, world, settings, belief, types, rng) and mover != me:
                edge = touch(settings, head, nodes, edges, node, game.bid(board, work, world, mover, types[mover], rng))
            else:
                n = offer(game, board, work, world, settings, head, nodes, edges, node, actions, weights, live)
                edge = -1
                if n > 0:
                    edge = select(settings, head, nodes, edges, node, live, n, mover, bracket, logs, rng)
            if edge < 0:
                break
            path[2 * depth + 1] = edge
            depth += 1
            child = enter(game, board, work, world, settings, head, nodes, edges, node, edge)
            game.apply(board, work, world, edges[edge * width + ACTION])
            if child < 0:
                path[2 * depth] = -2 - child if child < -1 else -1
                break
            node = child
        weight = guess(game, board, work, world, settings, marks, guesses)
        head[STEPS] += rollout(game, board, work, world, settings, belief, types, luck, actions, weights, rng)
        evaluate(game, board, work, world, settings, marks, values)
        if weight > 0:
            blend(settings, values, guesses, weight)
        back_up(settings, nodes, edges, path, depth, values)
        head[SIMULATIONS] += 1
        if depth > head[DEEPEST]:
            head[DEEPEST] = depth
    return count
