"""Actions: one int64 each, ``kind << 20 | argument``; ascending kinds, then arguments, is the order of legal lists."""

from __future__ import annotations

from mutapa.core.compiled import compiled

KIND_SHIFT = 20
ARGUMENT = (1 << KIND_SHIFT) - 1

(NONE, CHOOSE, SETTLE, ADVANCE, COLLECT, DEPLOY, PAY_MARCH, PAY_WALK, MOVE, LEAVE, ENTER, MAKE_WAR, BESIEGE, STEP, STOMP, APPOINT,
 RAISE, FILL, CAST, PICK, SEND, COVER, PLACE, LOSE_ONE, CLAIM, GIVE, FINISH, WAR_DRAWN, BALANCE_DRAWN, REVEALED) = range(30)
"""Arguments: CHOOSE a deity; SETTLE 8 * code of a place for a Home + rotation; ADVANCE a row; COLLECT a Glory tile, 0 none;
MOVE, LEAVE, ENTER 8 * slot + direction; MAKE_WAR and PICK 8 * slot + owner's seat; BESIEGE, RAISE (a Village), SEND, COVER,
LOSE_ONE a slot; STEP 2 * direction + 1 if an Avatar is pushed two hexes; STOMP a seat; FILL how many go inside; CAST a miracle;
PLACE a cell of the grid; CLAIM 8 * special hex + resource; GIVE 8 * slot + resource; WAR_DRAWN and BALANCE_DRAWN a value,
0 unseen; REVEALED a terrain, or 5 + special tile."""


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
