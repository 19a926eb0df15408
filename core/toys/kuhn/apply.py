"""One step: nature's card or a seat's decision."""

from mutapa.core.compiled import compiled
from mutapa.core.toys.kuhn.layout import bets, dealt, plies, set_bets, set_card, set_dealt, set_plies


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Deal card `action` (1-3) to the next seat, or pass (0) or bet (1)."""
    n = dealt(state)
    if n < 2:
        set_card(state, n, action)
        set_dealt(state, n + 1)
        return 0
    k = plies(state)
    set_bets(state, bets(state) | (action << k))
    set_plies(state, k + 1)
    return 0
