"""What a seat sees, and whole states that agree with it. Only the card drawn blind is hidden: decks are sets."""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.stone_age.actions import DRAWN, kind_of_action, make
from mutapa.core.stone_age.chance import kind_of_card, unseen_cards
from mutapa.core.stone_age.layout import LAYOUT, STATE_WORDS, blind_seat, mover, set_blind
from mutapa.core.streams import below
from mutapa.core.words import nth_bit

UNKNOWN = 0
_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """Another seat's blind card blanked."""
    return _observe(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """Another seat's blind card is any of the cards never turned up, all alike; the deck is the rest."""
    for w in range(STATE_WORDS):
        state[w] = seen[w]
    owner = blind_seat(seen) - 1
    if owner >= 0 and owner != seat:
        mask = unseen_cards(seen)
        set_blind(state, owner, 1 + kind_of_card(nth_bit(mask, below(rng, popcount(mask)))))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """A card drawn blind by another seat is UNKNOWN."""
    if kind_of_action(action) == DRAWN and mover(state) != seat:
        return make(DRAWN, UNKNOWN)
    return action
