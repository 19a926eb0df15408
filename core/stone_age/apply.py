"""One step of play, in place; what follows by itself (turns, forced payments, feeding, the end) follows at once."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest
from mutapa.core.stone_age.actions import (
    ADD,
    BUY,
    CHOOSE_TWO,
    CLAIM,
    DICE_FACES,
    DISPLAYED,
    DRAWN,
    FINISH,
    PAY_END,
    PAY_ONE,
    PUT,
    ROLLED,
    STARVE,
    TAKE,
    TURNED,
    USE,
    argument_of,
    kind_of_action,
)
from mutapa.core.stone_age.board import (
    CARD_FACE,
    TILE_POINTS,
    TILE_PRICE,
    amount_of,
    effect_of,
    resource_of,
)
from mutapa.core.stone_age.chance import show_card, show_tile
from mutapa.core.stone_age.figures import (
    BUILDING,
    CARD,
    DICE,
    DRAW,
    FARM,
    FIRST_FREE,
    FOOD,
    HUNGER,
    HUT,
    MOST_PEOPLE,
    ONCE,
    POINTS,
    RESOURCE,
    RIVER,
    ROLL,
    SPACES,
    TOOL,
    TOOLS,
    TWO,
)
from mutapa.core.stone_age.gains import gain_bottom, gain_face, gain_rolled, gain_stock, gain_track
from mutapa.core.stone_age.layout import (
    ACT,
    CHOOSE,
    DICE_STEP,
    DRAW_STEP,
    FEED,
    FEED_CHOOSE,
    FEED_PAY,
    PAY,
    PICK,
    ROLL_STEP,
    TOOLS_STEP,
    TURN_UP,
    add_food,
    add_rolls,
    add_score,
    add_stock,
    add_tiles,
    buyer,
    cards,
    faces,
    gain,
    gather,
    hand,
    hunters,
    kinds,
    last,
    left,
    mover,
    once,
    people,
    phase,
    place,
    rolled,
    set_blind,
    set_blind_seat,
    set_buyer,
    set_cards,
    set_dice,
    set_error,
    set_faces,
    set_gain,
    set_gather,
    set_hand,
    set_hunters,
    set_kinds,
    set_last,
    set_left,
    set_mover,
    set_once,
    set_people,
    set_phase,
    set_place,
    set_rolled,
    set_sizes,
    set_stands,
    set_tops,
    set_two_seat,
    sizes,
    stands,
    tops,
)
from mutapa.core.stone_age.legal import pick_mask
from mutapa.core.stone_age.paying import is_single, payable, wealth
from mutapa.core.stone_age.rounds import after, deck, fed, next_placing, settle, start_round
from mutapa.core.stone_age.toolbox import grow, has_tool, use_up


@compiled
def put(board, state, seat, where, n):  # type: ignore[no-untyped-def]
    """Place `n` people."""
    set_hand(state, seat, hand(state, seat) - n)
    if where >= TOOLS:
        set_stands(state, seat, stands(state, seat) | (1 << (where - TOOLS)))
    elif where == 0:
        set_hunters(state, seat, hunters(state, seat) + n)
    else:
        set_gather(state, 4 * seat + where - 1, n)
    return next_placing(board, state)


@compiled
def ask_roll(state, what, n):  # type: ignore[no-untyped-def]
    """`n` dice are to be rolled for `what`."""
    set_gain(state, what)
    set_dice(state, n)
    return set_phase(state, ROLL_STEP)


@compiled
def use(board, state, seat, where):  # type: ignore[no-untyped-def]
    """Use a place; its people go home."""
    if where <= RIVER:
        if where == 0:
            n = hunters(state, seat)
            set_hunters(state, seat, 0)
        else:
            n = gather(state, 4 * seat + where - 1)
            set_gather(state, 4 * seat + where - 1, 0)
        set_hand(state, seat, hand(state, seat) + n)
        return ask_roll(state, where, n)
    set_stands(state, seat, stands(state, seat) & ~(1 << (where - TOOLS)))
    n = 1
    if where == TOOLS:
        grow(state, seat)
    elif where == HUT:
        n = 2
        if people(state, seat) < MOST_PEOPLE:
            set_people(state, seat, people(state, seat) + 1)
            n = 3
    else:
        gain_track(state, seat)
    set_hand(state, seat, hand(state, seat) + n)
    return settle(board, state)


@compiled
def finish_roll(board, state, seat, total):  # type: ignore[no-untyped-def]
    """Take what dice and tools give."""
    gain_rolled(board, state, seat, gain(state), total)
    set_gain(state, 0)
    set_rolled(state, 0)
    return settle(board, state)


@compiled
def apply_rolled(board, state, seat, total):  # type: ignore[no-untyped-def]
    """The dice have fallen: the tools question if there is a tool, else the yield."""
    add_rolls(state, 1)
    set_dice(state, 0)
    if has_tool(state, seat) == 1:
        set_rolled(state, total)
        return set_phase(state, TOOLS_STEP)
    return finish_roll(board, state, seat, total)


@compiled
def take_card(board, state, seat, where):  # type: ignore[no-untyped-def]
    """The card is paid: its bottom half counts, its top half works at once."""
    kind = cards(state, where - CARD) - 1
    set_cards(state, where - CARD, 0)
    gain_bottom(board, state, seat, kind)
    face = board[CARD_FACE + kind]
    effect = effect_of(face)
    n = amount_of(face)
    if effect == DICE:
        set_buyer(state, seat)
        return set_phase(state, DICE_STEP)
    if effect == ROLL:
        return ask_roll(state, 1 + resource_of(face), n)
    if effect == DRAW:
        if deck(state) > 0:
            return set_phase(state, DRAW_STEP)
    elif effect == FOOD:
        add_food(state, seat, n)
    elif effect == RESOURCE:
        gain_stock(board, state, seat, resource_of(face), n)
    elif effect == POINTS:
        add_score(state, seat, n)
    elif effect == TOOL:
        grow(state, seat)
    elif effect == FARM:
        gain_track(state, seat)
    elif effect == ONCE:
        set_once(state, seat, once(state, seat) | (1 << (n - 2)))
    elif effect == TWO:
        set_two_seat(state, seat + 1)
    return settle(board, state)


@compiled
def take_tile(board, state, seat, stack):  # type: ignore[no-untyped-def]
    """The tile is paid: it is the seat's, and the next one is turned up if there is one."""
    kind = tops(state, stack) - 1
    if kind < FIRST_FREE:
        add_score(state, seat, board[TILE_POINTS + kind])
    add_tiles(state, seat, 1)
    set_tops(state, stack, 0)
    set_sizes(state, stack, sizes(state, stack) - 1)
    if sizes(state, stack) > 0:
        set_place(state, BUILDING + stack)
        return set_phase(state, TURN_UP)
    return settle(board, state)


@compiled
def finish_payment(board, state, seat):  # type: ignore[no-untyped-def]
    """All is paid: hand over what it was for."""
    set_left(state, 0)
    set_last(state, 0)
    set_kinds(state, 0)
    if phase(state) == FEED_PAY:
        return fed(board, state)
    where = place(state)
    set_place(state, 0)
    if where < BUILDING:
        return take_card(board, state, seat, where)
    return take_tile(board, state, seat, where - BUILDING)


@compiled
def pay_one(state, seat, kind):  # type: ignore[no-untyped-def]
    """One resource goes; where the tile leaves the choice it scores at once."""
    add_stock(state, 4 * seat + kind, -1)
    set_left(state, left(state) - 1)
    if phase(state) == PAY and place(state) >= BUILDING:
        add_score(state, seat, 3 + kind)
        if last(state) != kind + 1 and kinds(state) > 0:
            set_kinds(state, kinds(state) - 1)
    return set_last(state, kind + 1)


@compiled
def go_on_paying(board, state, seat):  # type: ignore[no-untyped-def]
    """Make the steps that have one answer, to the next one with a choice or to the end of the payment."""
    while left(state) > 0:
        mask = payable(board, state, seat)
        if is_single(mask) == 0:
            return 0
        if mask == 16:
            return finish_payment(board, state, seat)
        pay_one(state, seat, lowest(mask))
    return finish_payment(board, state, seat)


@compiled
def buy(board, state, seat, where):  # type: ignore[no-untyped-def]
    """Begin a purchase: the person goes home; a fixed tile is paid at once."""
    set_stands(state, seat, stands(state, seat) & ~(1 << (where - TOOLS)))
    set_hand(state, seat, hand(state, seat) + 1)
    if where < BUILDING:
        set_left(state, where - CARD + 1)
    else:
        kind = tops(state, where - BUILDING) - 1
        price = board[TILE_PRICE + kind]
        if kind < FIRST_FREE:
            for k in range(4):
                add_stock(state, 4 * seat + k, -((price >> (6 + 3 * k)) & 7))
            return take_tile(board, state, seat, where - BUILDING)
        set_left(state, price & 7)
        set_kinds(state, (price >> 3) & 7)
    set_place(state, where)
    set_phase(state, PAY)
    return go_on_paying(board, state, seat)


@compiled
def go_hungry(board, state, seat):  # type: ignore[no-untyped-def]
    """Ten points lost; resources are kept."""
    add_score(state, seat, -HUNGER)
    return fed(board, state)


@compiled
def apply_take(board, state, seat, pair):  # type: ignore[no-untyped-def]
    """Two resources of choice."""
    set_two_seat(state, 0)
    gain_stock(board, state, seat, pair >> 2, 1)
    gain_stock(board, state, seat, pair & 3, 1)
    if phase(state) == CHOOSE:
        return settle(board, state)
    set_phase(state, FEED)
    if wealth(state, seat) < left(state):
        return go_hungry(board, state, seat)
    return 0


@compiled
def claim(board, state, face):  # type: ignore[no-untyped-def]
    """The mover takes a die; the next seat is to pick."""
    set_faces(state, face - 1, faces(state, face - 1) - 1)
    gain_face(board, state, mover(state), face)
    return set_mover(state, after(board, mover(state)))


@compiled
def go_on_picking(board, state):  # type: ignore[no-untyped-def]
    """Deal out dice that all show the same; when none is left the buyer goes on."""
    mask = pick_mask(state)
    while is_single(mask) == 1:
        claim(board, state, 1 + lowest(mask))
        mask = pick_mask(state)
    if mask > 0:
        return set_phase(state, PICK)
    set_mover(state, buyer(state))
    set_buyer(state, 0)
    return settle(board, state)


@compiled
def apply_nature(board, state, kind, argument):  # type: ignore[no-untyped-def]
    """A step of nature."""
    seat = mover(state)
    if kind == ROLLED:
        return apply_rolled(board, state, seat, argument)
    if kind == DICE_FACES:
        add_rolls(state, 1)
        for f in range(6):
            set_faces(state, f, (argument >> (3 * f)) & 7)
        return go_on_picking(board, state)
    if kind == TURNED:
        set_tops(state, place(state) - BUILDING, argument)
        set_place(state, 0)
        show_tile(state, argument - 1)
        return settle(board, state)
    if kind == DRAWN:
        set_blind_seat(state, seat + 1)
        set_blind(state, seat, argument)
        return settle(board, state)
    if kind != DISPLAYED:
        return set_error(state, 1)
    space = 0
    while cards(state, space) > 0:
        space += 1
    set_cards(state, space, argument)
    show_card(state, argument - 1)
    if space == SPACES - 1:
        return start_round(state)
    return 0


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Play one legal step, in place."""
    kind = kind_of_action(action)
    argument = argument_of(action)
    seat = mover(state)
    if kind == PUT:
        return put(board, state, seat, argument >> 4, argument & 15)
    if kind == USE:
        return use(board, state, seat, argument)
    if kind >= ROLLED:
        return apply_nature(board, state, kind, argument)
    if kind == PAY_ONE:
        if phase(state) == FEED:
            set_phase(state, FEED_PAY)
        pay_one(state, seat, argument)
        return go_on_paying(board, state, seat)
    if kind == ADD:
        return finish_roll(board, state, seat, rolled(state) + use_up(state, seat, argument))
    if kind == BUY:
        return buy(board, state, seat, argument)
    if kind == FINISH:
        set_stands(state, seat, 0)
        set_hand(state, seat, people(state, seat))
        return settle(board, state)
    if kind == CLAIM:
        claim(board, state, argument)
        return go_on_picking(board, state)
    if kind == PAY_END:
        return finish_payment(board, state, seat)
    if kind == STARVE:
        return go_hungry(board, state, seat)
    if kind == TAKE:
        return apply_take(board, state, seat, argument)
    if kind == CHOOSE_TWO:
        return set_phase(state, CHOOSE if phase(state) == ACT else FEED_CHOOSE)
    return set_error(state, 1)
