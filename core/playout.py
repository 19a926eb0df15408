"""Loops over the rules that run inside compiled code: playouts, exact counts of lines, and loops that calibrate benchmarks."""

from __future__ import annotations

from typing import Any

from mutapa.core.compiled import WORD, compiled
from mutapa.core.entries import Entry
from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import Array, next32


@compiled
def playout(game, board, work, state, rng, limit):  # type: ignore[no-untyped-def]
    """Play on from `state`, in place, by ``sample`` until the end or for `limit` steps; return the steps made.

    At a chance node the generator itself is the key of nature's draw, then it moves on.
    """
    steps = 0
    seat = game.turn(board, work, state)
    while seat != OVER and steps < limit:
        if seat == CHANCE:
            action = game.chance(board, work, state, rng)
            next32(rng)
        else:
            action = game.sample(board, work, state, rng)
        game.apply(board, work, state, action)
        steps += 1
        seat = game.turn(board, work, state)
    return steps


@compiled
def playouts(game, board, work, start, state, rng, count, limit):  # type: ignore[no-untyped-def]
    """`count` playouts, each from `start` (int64[words]; `state` is overwritten); return the steps of all."""
    total = 0
    for _ in range(count):
        for w in range(len(start)):
            state[w] = start[w]
        total += playout(game, board, work, state, rng, limit)
    return total


@compiled
def decisions(game, board, work, start, state, out, rng, count, limit):  # type: ignore[no-untyped-def]
    """The same games as `playouts` with the same generator; return how many of their steps had at least two legal actions."""
    total = 0
    for _ in range(count):
        for w in range(len(start)):
            state[w] = start[w]
        steps = 0
        seat = game.turn(board, work, state)
        while seat != OVER and steps < limit:
            if seat == CHANCE:
                action = game.chance(board, work, state, rng)
                next32(rng)
            else:
                if game.legal(board, work, state, out) > 1:
                    total += 1
                action = game.sample(board, work, state, rng)
            game.apply(board, work, state, action)
            steps += 1
            seat = game.turn(board, work, state)
    return total


@compiled
def perft(game, board, work, state, out, weights, stack, words, depth):  # type: ignore[no-untyped-def]
    """Number of lines of `depth` steps from `state`; lines that end earlier count one each; nature's moves are those of ``odds``.

    `state` (its first `words` words) is restored. `out` and `weights` hold a longest list; `stack` has room for `depth` times
    (words + longest list + 2): a level keeps its state, its actions, their number, and how many are done.
    """
    leaves = 0
    level = 0
    top = 0  # first free word of the stack
    while True:
        # Enter the node in `state`: a leaf is counted, any other opens a level.
        seat = game.turn(board, work, state)
        if level == depth or seat == OVER:
            leaves += 1
        else:
            if seat == CHANCE:
                n = game.odds(board, work, state, out, weights)
            else:
                n = game.legal(board, work, state, out)
            for w in range(words):
                stack[top + w] = state[w]
            top += words
            for i in range(n):
                stack[top + i] = out[n - 1 - i]
            top += n
            stack[top] = n
            stack[top + 1] = n
            top += 2
            level += 1
        # Leave the levels that are done, then take the next action of the deepest one.
        while level > 0 and stack[top - 1] == 0:
            top -= 2 + stack[top - 2] + words
            level -= 1
            for w in range(words):
                state[w] = stack[top + w]
        if level == 0:
            return leaves
        left = stack[top - 1] - 1
        stack[top - 1] = left
        actions = top - 2 - stack[top - 2]
        for w in range(words):
            state[w] = stack[actions - words + w]
        game.apply(board, work, state, stack[actions + left])


@compiled
def clone(words, source, target, times):  # type: ignore[no-untyped-def]
    """Copy `words` words of `source` to `target`, `times` times; each copy depends on the one before. For calibration."""
    for _ in range(times):
        for w in range(words):
            target[w] = source[w]
        source[0] = (target[0] + 1) & WORD
    return target[0]


@compiled
def draws(rng, n):  # type: ignore[no-untyped-def]
    """Sum of `n` random numbers, 54 bits of it. For calibration."""
    total = 0
    for _ in range(n):
        total = (total + next32(rng)) & WORD
    return total


ENTRIES = (
    Entry("playout", playout, "gaaaai"),
    Entry("playouts", playouts, "gaaaaaii"),
    Entry("decisions", decisions, "gaaaaaaii"),
    Entry("perft", perft, "gaaaaaaii"),
    Entry("clone", clone, "iaai"),
    Entry("draws", draws, "ai"),
)


def leaves(engine: Any, board: Array, state: Array, depth: int) -> int:
    """`perft` from `state` by `engine` (`mutapa.core.native.Engine`), with arrays of the right size; `state` stays as it is."""
    game = engine.game
    longest, words = game.actions_max, game.layout.words
    arrays = engine.array(longest), engine.array(longest), engine.array(max(1, depth) * (words + longest + 2))
    count: int = engine.perft(board, engine.work(), state.copy(), *arrays, words, depth)
    return count
