"""The deal: each seat one of the cards left, all alike."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import keyed
from mutapa.core.toys.kuhn.layout import card, dealt
from mutapa.core.words import nth_bit


@compiled
def left(state):  # type: ignore[no-untyped-def]
    """Bit c - 1 for each card c that nobody holds."""
    mask = 0b111
    for seat in range(2):
        if card(state, seat) > 0:
            mask &= ~(1 << (card(state, seat) - 1))
    return mask


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """The card for the next seat; draw number = cards dealt."""
    n = dealt(state)
    return 1 + nth_bit(left(state), keyed(key, 0, n, 3 - n))


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """Every card left, weight 1."""
    n = 0
    mask = left(state)
    for c in range(3):
        if (mask >> c) & 1:
            actions[n] = c + 1
            weights[n] = 1
            n += 1
    return n
