"""One step: the toss, stay or go, or the guess."""

from mutapa.core.compiled import compiled
from mutapa.core.toys.coin.layout import plies, set_coin, set_guess, set_plies, set_stayed
from mutapa.core.toys.coin.legal import STAY


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Write down what was done."""
    n = plies(state)
    if n == 0:
        set_coin(state, action)
    elif n == 1:
        set_stayed(state, 1 if action == STAY else 0)
    else:
        set_guess(state, action)
    set_plies(state, n + 1)
    return 0
