"""What a seat sees, and whole states that agree with it."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import below
from mutapa.core.toys.sealed.layout import BUDGET, LAYOUT, done, prize, set_bid

UNKNOWN = 0
_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """Rivals' bids blanked until the roll."""
    return _observe(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """Every rival's committed bid uniform."""
    state[0] = seen[0]
    if prize(state) > 0:
        return 0
    for s in range(done(state)):
        if s != seat:
            set_bid(state, s, 1 + below(rng, BUDGET + 1))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """A rival's bid is UNKNOWN; the roll is public."""
    if done(state) < 3 and done(state) != seat:
        return UNKNOWN
    return action
