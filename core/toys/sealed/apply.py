"""One step: a secret bid, or the roll that reveals all."""

from mutapa.core.compiled import compiled
from mutapa.core.toys.sealed.layout import done, set_bid, set_done, set_prize, set_shown


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Commit bid `action` - 1, or roll."""
    seat = done(state)
    if seat < 3:
        set_bid(state, seat, action)
        set_done(state, seat + 1)
        return 0
    for s in range(3):
        set_shown(state, s, (action >> (1 + 3 * s)) & 7)
        set_bid(state, s, 0)
    set_prize(state, 12 if action & 1 else 6)
    return 0
