"""The end: coins won, and an estimate before it."""

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.toys.kuhn.layout import bets, card, plies


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """Ranks; margins in coins: 1 at a fold or after two passes, 2 after a called bet."""
    n = plies(state)
    b = bets(state)
    if n == 2 and b == 0b01:
        winner = 0
        coins = 1
    elif n == 3 and b == 0b010:
        winner = 1
        coins = 1
    else:
        winner = 0 if card(state, 0) > card(state, 1) else 1
        coins = 1 if b == 0 else 2
    out[winner] = 1
    out[1 - winner] = 2
    out[SEATS + winner] = coins
    out[SEATS + 1 - winner] = -coins
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """Even, and no coin won or lost."""
    out[0] = UNIT >> 1
    out[1] = UNIT >> 1
    out[SEATS] = 0
    out[SEATS + 1] = 0
    return 0
