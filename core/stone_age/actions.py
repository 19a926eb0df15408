"""Actions: one int64 each, ``kind << 20 | argument``; ascending kinds, then arguments, is the order of legal lists."""

from __future__ import annotations

from mutapa.core.compiled import compiled

KIND_SHIFT = 20
ARGUMENT = (1 << KIND_SHIFT) - 1

(NONE, PUT, USE, BUY, CHOOSE_TWO, FINISH, ADD, PAY_ONE, PAY_END, TAKE, CLAIM, STARVE, ROLLED, DICE_FACES, TURNED, DRAWN,
 DISPLAYED) = range(17)
"""Arguments: PUT 16 * place + people; USE and BUY a place; ADD how many tools of value v in bits 2 * (v - 1), and the mask of
tools for one use from bit 8 on; PAY_ONE a resource; TAKE 4 * resource + resource, the smaller one first; CLAIM a face 1-6;
ROLLED the sum; DICE_FACES how many dice of face f in bits 3 * (f - 1); TURNED, DRAWN and DISPLAYED a kind of tile or card + 1,
where 0 is a card unseen."""


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
