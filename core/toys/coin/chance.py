"""The toss: a fair coin."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import keyed


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """Heads or tails, draw 0 of pile 0."""
    return 1 + keyed(key, 0, 0, 2)


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """1 : 1."""
    for i in range(2):
        actions[i] = 1 + i
        weights[i] = 1
    return 2
