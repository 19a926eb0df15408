"""Each seat in turn commits 0-6 coins in secret, then nature rolls the prize and all is revealed."""

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.toys.sealed.layout import BUDGET, done, prize


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seat to commit, then CHANCE, then OVER."""
    if prize(state) > 0:
        return OVER
    return done(state) if done(state) < 3 else CHANCE


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Bid b is action b + 1; 0 is a bid unseen."""
    if turn(board, work, state) < 0:
        return 0
    for b in range(BUDGET + 1):
        out[b] = b + 1
    return BUDGET + 1
