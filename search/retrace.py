"""Simulations done again without their tree: what of a search's time is the game's and its rollouts', and what is its own."""

from __future__ import annotations

from typing import Any

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE
from mutapa.search.evaluate import blend, evaluate, guess
from mutapa.search.neural import appraise, surmise
from mutapa.search.priors import weigh
from mutapa.search.rollout import rollout
from mutapa.search.settings import AFTER, NET, PERFECT, PRIORS, SEAT
from mutapa.search.tree import ACTION, BY, EDGES_USED, STEP
from mutapa.search.worlds import draw

DEPTH, LISTED, STEPS = 2, 3, 4
"""A simulation in a script: its generator (2 words), the steps in the tree, whether a node's list was made or added to; steps."""


@compiled
def retrace(game, board, work, seen, settings, script, world, actions, weights, luck, types, values, guesses, marks, habits, belief, net, plan, layers, sight, sparse, dense, parts, keys, rng, count, whole):  # type: ignore[no-untyped-def]  # fmt: skip  # noqa: E501
    """Of `count` simulations in `script`: draw the world, make the steps, ask for legal actions and preferences where the tree
    asked; then, unless `whole` is 0, play on and evaluate. Returns the sum of the searching seat's utilities.

    For one tree of what the seat sees, rivals' bids by the tree; scratch as in `simulate`.
    """
    brain = (net, plan, layers, sight, sparse, dense, parts, keys)
    thinks = 1 if settings[NET] and settings[AFTER] == 0 else 0
    total = 0
    at = 0
    for _ in range(count):
        rng[0] = script[at]
        rng[1] = script[at + 1]
        draw(game, board, work, seen, settings, luck, rng, world)
        depth = script[at + DEPTH]
        for i in range(depth):
            mover = game.turn(board, work, world)
            if mover == CHANCE:
                game.chance(board, work, world, luck)
            elif settings[PERFECT] == 0 or (script[at + LISTED] and i == depth - 1):
                n = game.legal(board, work, world, actions)
                if settings[PRIORS] and script[at + LISTED] and i == depth - 1:
                    weigh(game, board, work, world, settings, brain, actions, n, weights, thinks)
            game.apply(board, work, world, script[at + STEPS + i])
        at += STEPS + depth
        if whole:
            if thinks:
                weight = surmise(game, board, work, world, settings, brain, marks, guesses)
            else:
                weight = guess(game, board, work, world, settings, marks, guesses)
            rollout(game, board, work, world, settings, brain, belief, types, luck, actions, weights, habits, rng)
            if thinks:
                appraise(game, board, work, world, settings, brain, luck, marks, values)
            else:
                evaluate(game, board, work, world, settings, marks, values)
            if weight > 0:
                blend(settings, values, guesses, weight)
            total += values[settings[SEAT]]
        else:
            total += world[0] & 1
    return total


def script_of(search: Any, seen: Any, generator: list[int], count: int) -> Any:
    """The script of `count` simulations that `search` (a `driver.Search` of one tree) makes from `seen`, planted anew."""
    tree = search.trees[0]
    tree.plant()
    tree.rng[0], tree.rng[1] = generator
    path = tree.scratch[0]
    words: list[int] = []
    for _ in range(count):
        before, used = [int(tree.rng[0]), int(tree.rng[1])], int(tree.head[EDGES_USED])
        for i in range(len(path) // STEP):
            if path[STEP * i + BY] < 0:
                break
            path[STEP * i + BY] = -1
        path[BY] = -1
        tree.grow(search.board, seen, search.settings, search._rows, 1)
        steps: list[int] = []
        while path[STEP * len(steps) + BY] >= 0:
            steps.append(int(tree.edges[path[STEP * len(steps) + BY] * tree.width + ACTION]))
        words += [*before, len(steps), int(tree.head[EDGES_USED] > used), *steps]
    script = search.engine.array(max(1, len(words)))
    for i, word in enumerate(words):
        script[i] = word
    return script


def run(search: Any, seen: Any, script: Any, count: int, whole: int) -> int:
    """`retrace` with the scratch of the search's tree."""
    tree = search.trees[0]
    _, world, _, _, actions, weights, _, luck, types, values, guesses, marks = tree.scratch
    total: int = search.engine.retrace(
        search.board, tree.work, seen, search.settings, script, world, actions, weights, luck, types, values, guesses, marks,
        tree.habits, search._rows, *tree.brain, tree.rng, count, whole,
    )  # fmt: skip
    return total
