"""The roll: prize 6 three times in four, else 12. The same step reveals the bids, so that it tells seats all they learn.

Action of nature: bit 0 the prize, then each seat's bid + 1 in 3 bits.
"""

from mutapa.core.compiled import compiled
from mutapa.core.streams import keyed
from mutapa.core.toys.sealed.layout import bid


@compiled
def reveal(state):  # type: ignore[no-untyped-def]
    """Nature's action for prize 6."""
    return (bid(state, 0) << 1) | (bid(state, 1) << 4) | (bid(state, 2) << 7)


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """One roll, draw 0 of pile 0."""
    return reveal(state) | (1 if keyed(key, 0, 0, 4) == 3 else 0)


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """3 : 1."""
    actions[0] = reveal(state)
    actions[1] = reveal(state) | 1
    weights[0] = 3
    weights[1] = 1
    return 2
