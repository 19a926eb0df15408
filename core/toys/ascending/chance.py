"""Income between two auctions: 1 or 2 coins for every seat, alike."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import keyed
from mutapa.core.toys.ascending.layout import rounds


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """Draw number = auctions finished."""
    return 1 + keyed(key, 0, rounds(state), 2)


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """1 : 1."""
    for i in range(2):
        actions[i] = i + 1
        weights[i] = 1
    return 2
