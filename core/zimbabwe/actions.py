"""Actions: one int64 each, ``kind << 20 | argument``; ascending kinds, then arguments, is the order of legal lists."""

from __future__ import annotations

from mutapa.core.compiled import compiled

KIND_SHIFT = 20
ARGUMENT = (1 << KIND_SHIFT) - 1

(NONE, FIRST_MONUMENT, PASS, BID, TAKE, CHOOSE_GOD, HIRE, USE, BUILD, PLACE, PRICES, RAISE, FINISH, END, AT, SUPPLY, PRICE, BUY,
 RESOURCE, FROM, SEAL, REVEAL) = range(22)
"""Arguments: FIRST_MONUMENT, RAISE, RESOURCE a square; BID the gift; CHOOSE_GOD a god; HIRE and USE 4 * specialist + units of the
herd; PLACE a craftsman type; AT 4 * square + (0 one way only, 1 lying, 2 upright); SUPPLY a resource; PRICE 4 * type + price;
BUY and FROM 512 * type + anchor; SEAL the amount + 1, 0 where it is not known; REVEAL the amount."""


@compiled
def make(kind, argument):  # type: ignore[no-untyped-def]
    """An action of its kind and argument."""
    return (kind << KIND_SHIFT) | argument


@compiled
def kind_of_action(action):  # type: ignore[no-untyped-def]
    """The action's kind."""
    return action >> KIND_SHIFT


@compiled
def argument_of(action):  # type: ignore[no-untyped-def]
    """The action's argument."""
    return action & ARGUMENT
