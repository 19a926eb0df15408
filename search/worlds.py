"""The world of a simulation: a whole state that agrees with what the searching seat sees, and a fresh key for nature's draws."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.streams import next32
from mutapa.search.settings import PERFECT, SEAT, WORDS


@compiled
def draw(game, board, work, seen, settings, luck, rng, world):  # type: ignore[no-untyped-def]
    """Fill `world` and the key `luck` (int64[2]): nature's draws are a function of it and of counts in the state."""
    luck[0] = next32(rng)
    luck[1] = next32(rng)
    if settings[PERFECT]:
        for w in range(settings[WORDS]):
            world[w] = seen[w]
    else:
        game.determinize(board, work, seen, settings[SEAT], rng, world)
    return 0
