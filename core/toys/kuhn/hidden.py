"""What a seat sees, and whole states that agree with it."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import below
from mutapa.core.toys.kuhn.chance import left
from mutapa.core.toys.kuhn.layout import LAYOUT, dealt, set_card
from mutapa.core.words import nth_bit

UNKNOWN = 0
_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """The rival's card blanked."""
    return _observe(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """The rival gets one of the cards that `seat` does not hold, all alike: bets carry no weight here."""
    state[0] = seen[0]
    rival = 1 - seat
    if dealt(state) > rival:
        n = 2 if dealt(state) > seat else 3
        set_card(state, rival, 1 + nth_bit(left(state), below(rng, n)))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """A card dealt to the rival is UNKNOWN."""
    if dealt(state) < 2 and dealt(state) != seat:
        return UNKNOWN
    return action
