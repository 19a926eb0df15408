"""What a seat sees, and whole states that agree with it. Only the values of others' War and Balance tiles are hidden."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.actions import BALANCE_DRAWN, WAR_DRAWN, kind_of_action, make
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import BALANCE_EACH, WAR_EACH
from mutapa.core.godz.layout import (
    LAYOUT,
    STATE_WORDS,
    active,
    balances,
    fours,
    set_fours,
    set_threes,
    set_twos,
    threes,
    twos,
    wars,
)
from mutapa.core.godz.rounds import drawer
from mutapa.core.streams import below

UNKNOWN = 0
_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """Values of other seats' tiles blanked; their numbers are public."""
    return _observe(state, seat, seen)


@compiled
def deal_wars(board, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """Other seats' War tiles from all that the seat has not seen, one by one."""
    high = WAR_EACH - (fours(seen, seat) - 1)
    middle = WAR_EACH - (threes(seen, seat) - 1)
    low = WAR_EACH - (wars(seen, seat) - (fours(seen, seat) - 1) - (threes(seen, seat) - 1))
    for other in range(board[SEAT_COUNT]):
        if other != seat:
            four = 0
            three = 0
            for _ in range(wars(seen, other)):
                r = below(rng, low + middle + high)
                if r < low:
                    low -= 1
                elif r < low + middle:
                    middle -= 1
                    three += 1
                else:
                    high -= 1
                    four += 1
            set_fours(state, other, four + 1)
            set_threes(state, other, three + 1)
    return 0


@compiled
def deal_balances(board, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """The same for Balance tiles."""
    high = BALANCE_EACH - (twos(seen, seat) - 1)
    low = BALANCE_EACH - (balances(seen, seat) - (twos(seen, seat) - 1))
    for other in range(board[SEAT_COUNT]):
        if other != seat:
            two = 0
            for _ in range(balances(seen, other)):
                if below(rng, low + high) < low:
                    low -= 1
                else:
                    high -= 1
                    two += 1
            set_twos(state, other, two + 1)
    return 0


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """Hands of the others, each as likely as all ways to deal it: drawn without replacement from what `seat` has not seen."""
    for w in range(STATE_WORDS):
        state[w] = seen[w]
    deal_wars(board, seen, seat, rng, state)
    return deal_balances(board, seen, seat, rng, state)


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """A tile drawn by another seat is UNKNOWN."""
    kind = kind_of_action(action)
    if (kind == WAR_DRAWN and active(state) != seat) or (kind == BALANCE_DRAWN and drawer(board, state) != seat):
        return make(kind, UNKNOWN)
    return action
