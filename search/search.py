"""The search: simulations of one tree. UCT for any number of seats over information sets.

A simulation draws a world, follows the tree by `select` (nature's steps, and those of drawn bidders in an auction, are not the
tree's to choose), adds one node, plays on, evaluates and backs up. Variants are settings: whose knowledge nodes stand for
(`worlds`), how they are found (`tree` by paths, `graph` by keys), `nature`'s moves, `proofs`. References: UCT (Kocsis and
Szepesvari 2006); max^n in UCT (Sturtevant 2008); information sets (Cowling, Powley and Whitehouse 2012).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.search.advice import ask, forget, heed
from mutapa.search.auction import IN_AUCTION, begin, bidding
from mutapa.search.backup import back_up
from mutapa.search.evaluate import blend, evaluate, guess
from mutapa.search.foretell import rivals_bid
from mutapa.search.mast import learn, note
from mutapa.search.nature import nature
from mutapa.search.neural import appraise, surmise
from mutapa.search.proofs import look_again, promising, prove, unpack
from mutapa.search.rollout import rollout
from mutapa.search.select import select
from mutapa.search.settings import (
    AFTER,
    AUCTION,
    DEPTH,
    KEYED,
    MAST,
    NET,
    PERFECT,
    PRIORS,
    PROVEN,
    ROLLOUT,
    SEAT,
    SEATS,
    SELECT,
    UCB1,
    WIDEN,
)
from mutapa.search.tree import (
    ACTION,
    AT,
    BY,
    CHILD,
    DEEPEST,
    DRAWN,
    FIRST,
    LISTED,
    NODE,
    PROOF,
    ROOT,
    SIMULATIONS,
    STEP,
    STEPS,
    SUM,
    WHO,
    enter,
    lay_out,
    offer,
    touch,
)
from mutapa.search.ucb1 import in_sight
from mutapa.search.worlds import arrive, draw


@compiled
def simulate(game, board, work, seen, settings, head, nodes, edges, table, path, world, view, live, actions, weights, bracket, luck, types, values, guesses, marks, habits, belief, logs, net, plan, layers, sight, sparse, dense, parts, keys, rng, count):  # type: ignore[no-untyped-def]  # fmt: skip  # noqa: E501
    """Run `count` simulations from `seen` in the tree of `head`, `nodes`, `edges`, `table`; return how many were run: fewer where
    the root is proven.

    Scratch: `path` int64[STEP (DEPTH + 1)], `world` and `view` a state, `live`, `actions` and `weights` a longest list (+ 1),
    `luck` int64[2], `types` int64[SEATS + 1], `values` and `guesses` int64[SEATS], `marks` int64[2 SEATS]. `bracket` (a longest
    list + 5) is that of a Gumbel root and lasts from call to call. `belief`, `logs`, `table` and `habits`: see `auction`,
    `settings`, `graph` and `mast`. What stands between `logs` and `rng` is a network's and a thread's (`mutapa.nets.forward`).
    """
    brain = (net, plan, layers, sight, sparse, dense, parts, keys)
    width = SUM + settings[SEATS]
    limits = settings[AUCTION]
    me = settings[SEAT]
    late = settings[NET] and settings[AFTER]
    thinks = settings[NET] and settings[AFTER] == 0
    mast = 1 if settings[ROLLOUT] == MAST else 0
    proves = settings[PROVEN]
    keyed = settings[KEYED]
    looks = proves and keyed
    limit = settings[DEPTH]
    variants = settings[WIDEN] + settings[PRIORS] + proves + limits + late
    straight = 1 if settings[PERFECT] and settings[SELECT] == UCB1 and variants == 0 else 0
    forget(settings, head, nodes)
    for done in range(count):
        node = head[ROOT]
        if nodes[node * NODE + PROOF] > 0:
            return done
        draw(game, board, work, seen, settings, luck, rng, world)
        if limits:
            begin(settings, belief, types, rng)
        depth = 0
        last_told = -1
        while True:
            path[STEP * depth + AT] = node
            mover = game.turn(board, work, world)
            if looks and mover >= 0:
                look_again(settings, nodes, edges, node, mover)
            if mover == OVER or depth == limit or nodes[node * NODE + PROOF] > 0:
                break
            if mover == CHANCE:
                types[IN_AUCTION] = 0
                action = nature(game, board, work, world, settings, nodes, edges, node, actions, weights, luck)
                edge = touch(settings, head, nodes, edges, node, action)
            elif limits and bidding(game, board, work, world, settings, belief, types, rng) and mover != me:
                action = rivals_bid(game, board, work, world, settings, brain, mover, types, actions, weights, rng)
                edge = touch(settings, head, nodes, edges, node, action)
                mover = DRAWN
            elif straight:
                edge = -1
                if nodes[node * NODE + FIRST] < 0:
                    lay_out(game, board, work, world, settings, head, nodes, edges, node, actions)
                if nodes[node * NODE + LISTED] > 0:
                    edge = in_sight(settings, nodes, edges, node, mover, logs, rng)
            else:
                asked = thinks
                if late:
                    asked = ask(game, board, work, world, mover, settings, nodes, node, brain, marks, values)
                    if asked:
                        last_told = node
                n = offer(game, board, work, world, settings, brain, head, nodes, edges, node, actions, weights, live, asked)
                if proves:
                    n = promising(settings, nodes, edges, live, n, mover)
                edge = -1
                if n > 0:
                    edge = select(settings, head, nodes, edges, node, live, n, mover, bracket, logs, rng)
            if edge < 0:
                break
            path[STEP * depth + BY] = edge
            path[STEP * depth + WHO] = mover
            depth += 1
            if mast and mover >= 0:
                note(game, board, work, world, mover, edges[edge * width + ACTION], habits)
            if keyed:
                game.apply(board, work, world, edges[edge * width + ACTION])
                child = arrive(game, board, work, world, settings, head, nodes, table, view, rng)
                if settings[PERFECT] and child != -1:
                    edges[edge * width + CHILD] = child if child >= 0 else -2 - child
            else:
                child = enter(game, board, work, world, settings, head, nodes, edges, node, edge)
                game.apply(board, work, world, edges[edge * width + ACTION])
            if child < 0:
                path[STEP * depth + AT] = -2 - child if child < -1 else -1
                break
            node = child
        last = path[STEP * depth + AT]
        if last >= 0 and nodes[last * NODE + PROOF] > 0:
            unpack(nodes[last * NODE + PROOF], values)
            over = 0
        else:
            over = 1 if (proves or late) and game.turn(board, work, world) == OVER else 0
            if thinks:
                weight = surmise(game, board, work, world, settings, brain, marks, guesses)
            else:
                weight = guess(game, board, work, world, settings, marks, guesses)
            head[STEPS] += rollout(game, board, work, world, settings, brain, belief, types, luck, actions, weights, habits, rng)
            if thinks:
                appraise(game, board, work, world, settings, brain, luck, marks, values)
            else:
                evaluate(game, board, work, world, settings, marks, values)
            if weight > 0:
                blend(settings, values, guesses, weight)
            if late and over == 0:
                heed(settings, nodes, last_told, values, guesses)
        if mast:
            learn(habits, values)
        back_up(settings, nodes, edges, path, depth, values)
        if proves and last >= 0:
            prove(settings, nodes, edges, path, depth, values, over)
        head[SIMULATIONS] += 1
        if depth > head[DEEPEST]:
            head[DEEPEST] = depth
    return count
