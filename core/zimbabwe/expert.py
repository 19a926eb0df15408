"""The hand-written player: weights of the actions on offer, by scores in steps (16 steps double a weight).

Of a turn's actions each is worth its points and what it brings in the rounds still to come, less what it costs; ending the turn
is worth nothing, so that it is done when nothing good is left. Numbers: `weights.py`; what to raise: `plans.py`; where to put
things: `sites.py`.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.zimbabwe.actions import (
    AT,
    BID,
    BUILD,
    BUY,
    CHOOSE_GOD,
    FIRST_MONUMENT,
    FROM,
    HIRE,
    PASS,
    PLACE,
    PRICE,
    PRICES,
    RAISE,
    RESOURCE,
    SEAL,
    SUPPLY,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.zimbabwe.auction import subsidy
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.buying import resource_at, slot_at
from mutapa.core.zimbabwe.cards import god_vr
from mutapa.core.zimbabwe.figures import BUILD_COST, HERD, INPUT, KINDS, LINE, LINES, OBATALA, SPECIALIST_VR, TILE_VP
from mutapa.core.zimbabwe.layout import (
    AT_MONUMENT,
    AT_SECOND,
    AT_SUPPLY,
    AT_TILE,
    FIRST,
    GOOD,
    GOOD_FROM,
    RAISE_NEXT,
    ROOT,
    TURN,
    card_owner,
    card_price,
    cattle,
    gift,
    god,
    good_slot,
    goods_left,
    main_done,
    mover,
    pending,
    phase,
    raising,
    tile,
)
from mutapa.core.zimbabwe.placing import card_vr, next_card, owned_card, tiles_on_map, unclaimed
from mutapa.core.zimbabwe.plans import PLAN_SQUARE, own_monuments, plan_raises, rounds_left
from mutapa.core.zimbabwe.raising import least_with
from mutapa.core.zimbabwe.reach import near
from mutapa.core.zimbabwe.rounds import highest_level
from mutapa.core.zimbabwe.sites import (
    chart_monuments,
    chart_supply,
    chart_tiles,
    chart_worth,
    site_worth,
    tile_worth,
)
from mutapa.core.zimbabwe.ways import active_kind, far_of, price
from mutapa.core.zimbabwe.weights import (
    BID_BASE,
    BID_SHARE,
    CATTLE,
    CROWD,
    CUSTOMERS,
    EARLY,
    GOD,
    HERDING,
    NEW_MONUMENT,
    OPENING,
    PACE,
    POINT,
    PRICE_PRIMARY,
    PRICE_SECONDARY,
    RETURNED,
    ROUNDS,
    SPECIALIST,
    TECHNOLOGY,
    UNCLAIMED,
)

SPAN = 12 * 16
"""Scores this far below the best weigh least."""


@compiled
def score_gift(board, state, seat, kind, amount):  # type: ignore[no-untyped-def]
    """Raise by one within the limit (with Elegua's help all of it at once), else pass."""
    target = max(gift(state) + 1, subsidy(state, seat))
    if target > board[BID_BASE] + ((board[BID_SHARE] * cattle(state, seat)) >> 4) + subsidy(state, seat):
        target = 0
    if kind == BID:
        if target == 0:
            return POINT * (gift(state) - amount)
        return 4 * POINT - POINT * abs(amount - target)
    if target == 0:
        return 4 * POINT
    return 2 * POINT


@compiled
def score_sealed(board, state, seat, amount):  # type: ignore[no-untyped-def]
    """A sealed amount: as far as it would go with open gifts. Half of that won 0.16 among two such, nothing at all 0.23."""
    target = board[BID_BASE] + ((board[BID_SHARE] * cattle(state, seat)) >> 4) + subsidy(state, seat)
    return -(POINT // 2) * abs(amount - target)


@compiled
def worth_of_god(board, state, seat, which, left):  # type: ignore[no-untyped-def]
    """Steps gained by choosing the god now."""
    worth = board[GOD + which] * left // ROUNDS - POINT * god_vr(state, seat, which)
    if worth > 0:
        return worth + board[EARLY]
    return worth


@compiled
def worth_of_hiring(board, state, seat, which, units, left):  # type: ignore[no-untyped-def]
    """Steps gained by hiring the specialist now: after the main action, out of the cattle that it left."""
    if main_done(state) == 0:
        return -POINT
    worth = board[SPECIALIST + which] * (left - 1) // ROUNDS - POINT * ((SPECIALIST_VR >> (3 * which)) & 7)
    return worth + board[HERDING] * units


@compiled
def worth_of_use(board, state, seat, which, units, left):  # type: ignore[no-untyped-def]
    """Steps gained by using the own specialist: the herd feeds on what the main action left."""
    if which != HERD or main_done(state) == 0 or left == 1:
        return -POINT
    return board[HERDING] * units


@compiled
def lines_open(state):  # type: ignore[no-untyped-def]
    """Mask of lines of goods with a craftsman on the map."""
    lines = 0
    for line in range(LINES):
        if tile(state, 3 * active_kind(state, line)) != 0:
            lines |= 1 << line
    return lines


@compiled
def worth_of_tile(board, work, state, seat, kind, left):  # type: ignore[no-untyped-def]
    """Steps gained by placing a craftsman: points, technology, a line opened, resources nobody else has, less its costs."""
    worth = POINT * ((TILE_VP >> (2 * kind)) & 3) - board[CATTLE] * ((BUILD_COST >> (4 * kind)) & 15)
    worth += board[UNCLAIMED] * min(3, popcount(unclaimed(board, work, state, kind, far_of(state, seat))))
    if owned_card(state, seat, kind) < 0:
        gain = board[TECHNOLOGY + kind] + board[CUSTOMERS] * (board[SEAT_COUNT] - 1)
        worth += gain * left // ROUNDS - POINT * card_vr(state, seat, next_card(state, kind))
    lines = lines_open(state)
    if ((lines >> ((LINE >> (2 * kind)) & 3)) & 1) == 0 and highest_level(state, seat) >= popcount(lines):
        worth += board[OPENING]
    return worth


@compiled
def worth_of_building(board, state, seat, left):  # type: ignore[no-untyped-def]
    """Steps gained by a new monument (Obatala: two)."""
    worth = POINT + max(0, board[NEW_MONUMENT] - board[CROWD] * own_monuments(state, seat)) * (left - 1) // ROUNDS
    if god(state, seat) == OBATALA + 1:
        return 2 * worth
    return worth


@compiled
def score_root(board, work, state, seat, kind, argument, plan, left):  # type: ignore[no-untyped-def]
    """An action of a turn with nothing pending; to end the turn scores 0."""
    if kind == CHOOSE_GOD:
        return worth_of_god(board, state, seat, argument, left)
    if kind == HIRE:
        return worth_of_hiring(board, state, seat, argument >> 2, argument & 3, left)
    if kind == USE:
        return worth_of_use(board, state, seat, argument >> 2, argument & 3, left)
    if kind == BUILD:
        return worth_of_building(board, state, seat, left)
    if kind == PLACE:
        return worth_of_tile(board, work, state, seat, argument, left)
    if kind == RAISE:
        if argument == work[PLAN_SQUARE]:
            return plan
        return min(plan, 0) - POINT
    if kind == PRICES:
        return -POINT
    return 0


@compiled
def wanted_price(board, state, seat, kind):  # type: ignore[no-untyped-def]
    """The price wanted for the own technology of a type: no more than a rival's."""
    want = board[PRICE_PRIMARY]
    if kind > 3:
        want = board[PRICE_SECONDARY]
    for card in range(2 * kind, 2 * kind + 2):
        if card_owner(state, card) != seat + 1 and card_price(state, card) > 0:
            want = min(want, card_price(state, card))
    return want


@compiled
def score_good(board, work, state, seat, slot, primary):  # type: ignore[no-untyped-def]
    """A craftsman for the good under way: least cost of all that is left, less what comes back on the own card."""
    stage = GOOD
    seller = slot
    if primary >= 0:
        stage = GOOD_FROM
        seller = primary
    cost = board[CATTLE] * least_with(board, work, state, seat, raising(state), goods_left(state), stage, slot, primary)
    if (tile(state, seller) >> 10) == seat + 1:
        cost -= board[RETURNED] * price(state, seat, seller)
    return -cost


@compiled
def score_resource(board, work, state, code):  # type: ignore[no-untyped-def]
    """A resource square: one in range of few craftsmen is missed least."""
    resource = resource_at(board, state, code)
    shared = 0
    for kind in range(KINDS):
        for k in range(tiles_on_map(state, kind)):
            shared += (near(board, work, state, 3 * kind + k, 0) >> resource) & 1
    return -4 * shared


@compiled
def score_supply(board, state, seat, resource):  # type: ignore[no-untyped-def]
    """A kind of resource: what own craftsmen use."""
    steps = 0
    for kind in range(KINDS):
        if owned_card(state, seat, kind) >= 0 and (INPUT >> (2 * kind)) & 3 == resource:
            steps += POINT
    return steps


@compiled
def score_place(board, work, state, seat, argument):  # type: ignore[no-untyped-def]
    """A square or an anchor, by the chart."""
    step = pending(state)
    if step == AT_TILE:
        return tile_worth(board, work, state, seat, argument >> 2, (argument & 3) >> 1)
    if step in (AT_MONUMENT, AT_SECOND):
        return POINT + site_worth(board, work, state, seat, argument >> 2)
    if step == AT_SUPPLY:
        return chart_worth(work, argument >> 2)
    return 0


@compiled
def score_pending(board, work, state, seat, kind, argument, plan, left):  # type: ignore[no-untyped-def]
    """A step within a turn's action; to be done with it scores 0."""
    if kind == AT:
        return score_place(board, work, state, seat, argument)
    if kind == PLACE:
        return worth_of_tile(board, work, state, seat, argument, left)
    if kind == PRICE:
        return -POINT * abs((argument & 3) - wanted_price(board, state, seat, argument >> 2))
    if kind == RAISE:
        if argument == work[PLAN_SQUARE]:
            return plan
        return -POINT
    if kind == BUY:
        return score_good(board, work, state, seat, slot_at(state, argument >> 9, argument & 511), -1)
    if kind == FROM:
        return score_good(board, work, state, seat, good_slot(state) - 1, slot_at(state, argument >> 9, argument & 511))
    if kind == RESOURCE:
        return score_resource(board, work, state, argument)
    if kind == SUPPLY:
        return score_supply(board, state, seat, argument)
    return 0


@compiled
def prepare(board, work, state, seat, left):  # type: ignore[no-untyped-def]
    """Plan or chart what the actions on offer are scored by; returns the plan's value."""
    if phase(state) == FIRST:
        return chart_monuments(board, work, state, seat)
    if phase(state) != TURN:
        return 0
    step = pending(state)
    if step == ROOT and main_done(state) == 0:
        return plan_raises(board, work, state, seat, -1, left)
    if step == RAISE_NEXT:
        return plan_raises(board, work, state, seat, raising(state), left)
    if step == AT_TILE:
        return chart_tiles(board, work, state, seat)
    if step in (AT_MONUMENT, AT_SECOND):
        return chart_monuments(board, work, state, seat)
    if step == AT_SUPPLY:
        return chart_supply(board, work, state, seat)
    return 0


@compiled
def score(board, work, state, seat, action, plan, left):  # type: ignore[no-untyped-def]
    """Score of an action, in steps."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    if kind == FIRST_MONUMENT:
        return site_worth(board, work, state, seat, argument)
    if kind in (BID, PASS):
        return score_gift(board, state, seat, kind, argument)
    if kind == SEAL:
        return score_sealed(board, state, seat, argument - 1)
    if phase(state) != TURN:
        return 0
    if pending(state) == ROOT:
        return score_root(board, work, state, seat, kind, argument, plan, left)
    return score_pending(board, work, state, seat, kind, argument, plan, left)


@compiled
def prefer(board, work, state, actions, n, out):  # type: ignore[no-untyped-def]
    """out[i] = weight of actions[i]: 16 for those far behind, doubled every 16 steps, up to 2^16 for the best."""
    seat = mover(state)
    left = rounds_left(board, state, board[PACE])
    plan = prepare(board, work, state, seat, left)
    best = -(1 << 20)
    for i in range(n):
        out[i] = score(board, work, state, seat, actions[i], plan, left)
        best = max(best, out[i])
    for i in range(n):
        steps = max(0, SPAN + out[i] - best)
        out[i] = (16 + (steps & 15)) << (steps >> 4)
    return 0
