"""A position known from a seat's log, in compiled code: the twin of `mutapa.search.follow`.

A step is not parsed: it is the one that is legal in a world that agrees with the log, as the seat sees it, and is spelled like
the words that came. So nothing is ever applied that the rules don't offer. Where what others hide decides what they may do
(sealed bids are shown), worlds are drawn until one offers it.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE
from mutapa.core.lexicon import render
from mutapa.core.streams import mix, next32
from mutapa.search.follow import MOST_WORLDS, WORLDS

FAR_WORLDS = 4096
"""Worlds looked at where they differ in what they offer."""
WRONG_TURN, ILLEGAL = -3, -4
"""What `tell` returns in place of a step."""


@compiled
def draw_world(game, board, work, seen, seat, perfect, rng, world):  # type: ignore[no-untyped-def]
    """Fill `world` with a whole position that agrees with what the seat sees."""
    if perfect:
        for i in range(len(seen)):
            world[i] = seen[i]
    else:
        game.determinize(board, work, seen, seat, rng, world)
    return 0


@compiled
def offers(game, board, work, world, actions, weights):  # type: ignore[no-untyped-def]
    """List what may happen next: nature's steps, or the legal ones."""
    if game.turn(board, work, world) != CHANCE:
        return game.legal(board, work, world, actions)
    n = game.odds(board, work, world, actions, weights)
    kept = 0
    for i in range(n):
        if weights[i] > 0:
            actions[kept] = actions[i]
            kept += 1
    return kept


@compiled
def write_step(game, board, work, state, action, lexicon, tokens, out, at):  # type: ignore[no-untyped-def]
    """Write a step in words to out[at..]; return where it ends."""
    n = game.spell(board, work, state, action, tokens)
    return render(lexicon, tokens, n, out, at)


@compiled
def means(game, board, work, state, action, lexicon, tokens, words, text, n):  # type: ignore[no-untyped-def]
    """1 if text[0..n-1] are the words of a step, else 0."""
    if write_step(game, board, work, state, action, lexicon, tokens, words, 0) != n:
        return 0
    for i in range(n):
        if words[i] != text[i]:
            return 0
    return 1


@compiled
def tell(game, board, work, seen, world, actions, weights, lexicon, tokens, words, text, n, seat, turn, perfect, rng, spare):  # type: ignore[no-untyped-def]  # fmt: skip
    """The step of `turn` (a seat or `CHANCE`) that text[0..n-1] say, as `seat` sees it: an action, `WRONG_TURN` or `ILLEGAL`.

    `spare`: another generator, for worlds that the twin in Python doesn't draw.
    """
    if game.turn(board, work, seen) != turn:
        return WRONG_TURN
    alone = 1 if perfect or turn == seat else 0
    first = 0
    differ = 0
    looked = 0
    while looked < (1 if alone else MOST_WORLDS) or (differ and looked < FAR_WORLDS):
        if differ and looked == WORLDS + 1:
            spare[0] = rng[0]
            spare[1] = rng[1]
            next32(spare)
        if differ and looked > WORLDS:
            draw_world(game, board, work, seen, seat, perfect, spare, world)
        else:
            draw_world(game, board, work, seen, seat, perfect, rng, world)
        count = offers(game, board, work, world, actions, weights)
        summed = 0
        for i in range(count):
            action = game.see(board, work, world, actions[i], seat)
            if means(game, board, work, seen, action, lexicon, tokens, words, text, n):
                return action
            summed = (summed + mix(action & 0xFFFFFFFF, action >> 32)) & 0xFFFFFFFF
        if looked == 0:
            first = summed
        elif summed != first:
            differ = 1
        looked += 1
    return ILLEGAL


@compiled
def is_offered(game, board, work, world, actions, weights, action):  # type: ignore[no-untyped-def]
    """1 if `action` may happen next in `world`, else 0."""
    n = offers(game, board, work, world, actions, weights)
    for i in range(n):
        if actions[i] == action:
            return 1
    return 0
