"""Where the time goes: each function of the rules, called more often than needed along random games."""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled
from mutapa.core.entries import Entry
from mutapa.core.game import CHANCE, OVER
from mutapa.core.streams import next32

PARTS = (
    "nothing", "turn", "legal", "sample", "copy", "copy and apply", "judge", "observe", "determinize", "key", "legal and prefer",
)  # fmt: skip
"""What `along` can repeat, by number. `apply` moves on, so it works on a copy, and the copy is measured alone too."""


@compiled
def along(game, board, work, start, state, spare, out, weights, rng, spare_rng, limit, part, times):  # type: ignore[no-untyped-def]
    """Play a random game of at most `limit` steps from `start`; before each step of a seat call part number `part` `times` more.

    The game is the same whatever is repeated: the time more is the time of the part. Returns how often the part was called,
    shifted by 20, plus some bits of what it returned (so that no compiler leaves it out).
    """
    words = len(start)
    for w in range(words):
        state[w] = start[w]
    calls = 0
    heap = 0
    steps = 0
    seat = game.turn(board, work, state)
    while seat != OVER and steps < limit:
        if seat == CHANCE:
            action = game.chance(board, work, state, rng)
            next32(rng)
        else:
            action = game.sample(board, work, state, rng)
            for _ in range(times):
                calls += 1
                if part == 1:
                    heap += game.turn(board, work, state)
                elif part == 2:
                    heap += game.legal(board, work, state, out)
                elif part == 3:
                    heap += game.sample(board, work, state, spare_rng)
                elif part == 4 or part == 5:
                    for w in range(words):
                        spare[w] = state[w]
                    if part == 5:
                        game.apply(board, work, spare, action)
                    heap += spare[0] & 1
                elif part == 6:
                    heap += game.judge(board, work, state, out) + (out[0] & 1)
                elif part == 7:
                    heap += game.observe(board, work, state, seat, spare) + (spare[0] & 1)
                elif part == 8:
                    heap += game.determinize(board, work, state, seat, spare_rng, spare) + (spare[0] & 1)
                elif part == 9:
                    heap += game.key(board, work, state) & 1
                elif part == 10:
                    n = game.legal(board, work, state, out)
                    heap += game.prefer(board, work, state, out, n, weights) + (weights[0] & 1)
        game.apply(board, work, state, action)
        steps += 1
        seat = game.turn(board, work, state)
    return ((calls << 20) | (heap & 0xFFFFF)) & WORD


ENTRIES = (Entry("along", along, "g" + "a" * 9 + "iii"),)
