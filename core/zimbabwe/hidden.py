"""What a seat sees. Everything is public but, with ``auction=sealed``, the amounts committed and not yet shown."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.streams import below
from mutapa.core.zimbabwe.actions import SEAL, kind_of_action, make
from mutapa.core.zimbabwe.auction import most_gift
from mutapa.core.zimbabwe.board import SEALED, SEAT_COUNT
from mutapa.core.zimbabwe.layout import (
    AUCTION,
    LAYOUT,
    STATE_WORDS,
    active,
    cursor,
    mover,
    phase,
    plaques,
    revealing,
    sealed,
    set_sealed,
)

UNKNOWN = 0
_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """The layout with others' amounts set to 0 until they are shown."""
    _observe(state, seat, seen)
    if board[SEALED] == 1 and phase(state) == AUCTION:
        for other in range(board[SEAT_COUNT]):
            if ((active(state) >> other) & 1) == 0:
                set_sealed(seen, other, sealed(state, other))
    return 0


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """A whole state consistent with `seen`: every amount that `seat` can't know is uniform over what its owner could commit.

    Nothing is paid before the amounts are shown, so what could be committed is still in hand.
    """
    for w in range(STATE_WORDS):
        state[w] = seen[w]
    if board[SEALED] == 1 and phase(seen) == AUCTION:
        for i in range(board[SEAT_COUNT]):
            rival = plaques(seen, i)
            if rival != seat and ((active(seen) >> rival) & 1) == 1 and (revealing(seen) == 1 or i < cursor(seen)):
                set_sealed(state, rival, 1 + below(rng, most_gift(seen, rival) + 1))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """An amount committed by another is unknown; all else is public."""
    if kind_of_action(action) == SEAL and mover(state) != seat:
        return make(SEAL, UNKNOWN)
    return action
