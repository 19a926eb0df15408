"""The hand-written player: weights of the actions on offer, by scores in sixteenths of a point (a point more doubles a weight).

People go where they bring most (`siting.py`). Of the own actions what helps others comes first, what costs resources last,
when it is known what there is. Numbers: `weights.py`; what things are worth: `outlook.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.stone_age.actions import (
    ADD,
    BUY,
    CHOOSE_TWO,
    CLAIM,
    PAY_ONE,
    PUT,
    STARVE,
    TAKE,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.stone_age.board import CARD_FACE, TILE_PRICE, effect_of
from mutapa.core.stone_age.figures import BUILDING, CARD, HUNGER, ONCE, RIVER, TOOL
from mutapa.core.stone_age.gains import SHARES
from mutapa.core.stone_age.layout import (
    FEED,
    GATHER,
    PLACE,
    cards,
    gain,
    hunters,
    left,
    mover,
    phase,
    rolled,
    tops,
)
from mutapa.core.stone_age.outlook import (
    ANY,
    GAP,
    LACK,
    PRICE,
    cost_of_any,
    faded,
    hunger,
    look_out,
    worth_of_card,
    worth_of_field,
    worth_of_food,
    worth_of_tile,
    worth_of_tool,
)
from mutapa.core.stone_age.paying import wealth
from mutapa.core.stone_age.placing import ROW
from mutapa.core.stone_age.siting import score_place, survey
from mutapa.core.stone_age.spending import value_of_paying
from mutapa.core.stone_age.toolbox import low_value
from mutapa.core.stone_age.weights import GO_HUNGRY, HUNGRY, KEEP_ONCE, KEEP_TOOL, NEEDED, NEEDED_ANY

SPAN = 12 * 16
"""Scores this far below the best weigh least."""
FIRST = 1024
"""Own actions that help all others come before them."""


@compiled
def worth_of_resource(board, work, k):  # type: ignore[no-untyped-def]
    """One more of resource `k`: its worth, and what it is needed for."""
    worth = work[PRICE + k]
    if work[LACK + k] > 0:
        worth += board[NEEDED]
    if work[ANY] > 0:
        worth += board[NEEDED_ANY]
    return worth


@compiled
def rolls_to_come(state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat still has people on the hunt or a resource place."""
    if hunters(state, seat) > 0 or (state[GATHER] >> (12 * seat)) & ROW > 0:
        return 1
    return 0


@compiled
def score_use(board, work, state, seat, where):  # type: ignore[no-untyped-def]
    """Village first; then rolls, what is needed and dear first, the hunt last."""
    if where > RIVER:
        return FIRST + 256 - where
    if where == 0:
        return FIRST
    return FIRST + worth_of_resource(board, work, where - 1)


@compiled
def score_buy(board, work, state, seat, where):  # type: ignore[no-untyped-def]
    """A card or tile for its price; nothing bought costs 0. Before the last roll only what adds to rolls is bought."""
    rich = wealth(state, seat)
    if where < BUILDING:
        n = where - CARD + 1
        kind = cards(state, where - CARD) - 1
        worth = worth_of_card(board, work, state, seat, kind) - cost_of_any(work, state, seat, n)
        if rolls_to_come(state, seat) == 1 and worth > 0:
            effect = effect_of(board[CARD_FACE + kind])
            if effect in (TOOL, ONCE):
                return FIRST + 200
    else:
        kind = tops(state, where - BUILDING) - 1
        n = min(rich, board[TILE_PRICE + kind] & 7)
        worth = worth_of_tile(board, work, state, seat, kind)
    # Resources that feed people: without them these go hungry.
    short = (work[GAP] + 15) >> 4
    if short > 0 and short <= rich < short + n:
        worth -= faded(work, board[GO_HUNGRY], 16 * HUNGER) - hunger(board, work, work[GAP])
    return worth


@compiled
def score_two(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Two resources of choice: taken when something stood on lacks them and there is nothing else to roll for; else kept."""
    lacking = work[ANY]
    for k in range(4):
        lacking += work[LACK + k]
    if lacking > 0 and rolls_to_come(state, seat) == 0:
        return FIRST
    return -16


@compiled
def score_tools(board, work, state, seat, chosen):  # type: ignore[no-untyped-def]
    """What tools add to a roll, less what they could do elsewhere."""
    value = low_value(state, seat)
    highs = (chosen >> (2 * value)) & 3 if value < 4 else 0
    lows = (chosen >> (2 * value - 2)) & 3 if value > 0 else 0
    ones = chosen >> 8
    tool_pips = lows * value + highs * (value + 1)
    once_pips = (ones & 1) * 2 + ((ones >> 1) & 1) * 3 + (ones >> 2) * 4
    what = gain(state)
    share = (SHARES >> (10 * what)) & 1023
    some = ((rolled(state) + tool_pips + once_pips) * share) >> 10
    some -= (rolled(state) * share) >> 10
    if what == 0:
        worth = worth_of_food(board, work, 16 * some)
    else:
        k = what - 1
        worth = some * work[PRICE + k]
        worth += (min(16 * some, work[LACK + k]) * board[NEEDED] + min(16 * some, work[ANY]) * board[NEEDED_ANY]) >> 4
    each = 1
    if rolls_to_come(state, seat) == 1:
        each = board[KEEP_TOOL]
    return worth - each * tool_pips - (1 + faded(work, board[KEEP_ONCE], 0)) * once_pips


@compiled
def score_feeding(board, work, state, seat, kind, argument):  # type: ignore[no-untyped-def]
    """Paying with resources, two of choice first if need be, or going hungry."""
    if kind == STARVE:
        return -faded(work, board[GO_HUNGRY], 16 * HUNGER)
    n = left(state)
    if kind == CHOOSE_TWO:
        return -board[HUNGRY] * n - 1
    return value_of_paying(board, work, state, seat, argument)


@compiled
def score_face(board, work, state, seat, face):  # type: ignore[no-untyped-def]
    """A die of dice for all."""
    if face <= 4:
        return worth_of_resource(board, work, face - 1)
    if face == 5:
        return worth_of_tool(board, work, state, seat)
    return worth_of_field(board, work, state, seat)


@compiled
def score(board, work, state, seat, action):  # type: ignore[no-untyped-def]
    """Score of an action."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    if kind == PUT:
        return score_place(board, work, state, seat, argument)
    if phase(state) == FEED:
        return score_feeding(board, work, state, seat, kind, argument)
    if kind == USE:
        return score_use(board, work, state, seat, argument)
    if kind == BUY:
        return score_buy(board, work, state, seat, argument)
    if kind == ADD:
        return score_tools(board, work, state, seat, argument)
    if kind == PAY_ONE:
        return value_of_paying(board, work, state, seat, argument)
    if kind == CHOOSE_TWO:
        return score_two(board, work, state, seat)
    if kind == TAKE:
        return worth_of_resource(board, work, argument >> 2) + worth_of_resource(board, work, argument & 3)
    if kind == CLAIM:
        return score_face(board, work, state, seat, argument)
    return 0


@compiled
def prefer(board, work, state, actions, n, out):  # type: ignore[no-untyped-def]
    """out[i] = weight of actions[i]: 16 for those far behind, doubled every 16 steps, up to 2^16 for the best."""
    seat = mover(state)
    look_out(board, work, state, seat)
    if phase(state) == PLACE:
        survey(board, work, state, seat)
    best = -(1 << 20)
    for i in range(n):
        out[i] = score(board, work, state, seat, actions[i])
        best = max(best, out[i])
    for i in range(n):
        steps = max(0, SPAN + out[i] - best)
        out[i] = (16 + (steps & 15)) << (steps >> 4)
    return 0
