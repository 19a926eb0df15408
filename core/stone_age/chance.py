"""Nature: rolls, cards and tiles turned up, the blind card.

Decks are sets: whatever was never turned up is equally likely to come next, for tiles those of all stacks and of the box (8.11).
Draw k of pile 0 (cards), 1 (tiles), 2 and 3 (dice) is a function of the key; rolls are counted within a round, so that games that
differ in one roll more or less come together again.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, popcount
from mutapa.core.stone_age.actions import DICE_FACES, DISPLAYED, DRAWN, ROLLED, TURNED, make
from mutapa.core.stone_age.board import POWER, SEAT_COUNT
from mutapa.core.stone_age.figures import (
    CARD_COUNT,
    CARD_KINDS,
    DOUBLES,
    FIRST_ANY_TILE,
    FIRST_DOUBLE,
    FIRST_DOUBLE_TILE,
    FIRST_FREE,
    FIRST_FREE_TILE,
    TILE_COUNT,
    TILE_KINDS,
)
from mutapa.core.stone_age.layout import (
    DICE_STEP,
    DRAW_STEP,
    ROLL_STEP,
    TURN_UP,
    blind,
    blind_seat,
    dice,
    drawn,
    phase,
    revealed,
    rolls,
    round_number,
    set_drawn,
    set_revealed,
)
from mutapa.core.streams import keyed
from mutapa.core.words import nth_bit

ALL_CARDS = (1 << CARD_COUNT) - 1
ALL_TILES = (1 << TILE_COUNT) - 1
CARDS_PILE, TILES_PILE, DICE_PILE, MORE_DICE_PILE = range(4)
ONE_DRAW = 8
"""Dice that one draw can tell apart: 6^8 stays below the bound of draws."""
FIRST_TWIN, SECOND_TWIN = DOUBLES


@compiled
def kind_of_card(card):  # type: ignore[no-untyped-def]
    """Kind of a single card (0-35)."""
    if card <= FIRST_TWIN:
        return card
    if card <= SECOND_TWIN + 1:
        return card - 1
    return card - 2


@compiled
def first_card(kind):  # type: ignore[no-untyped-def]
    """The first single card of a kind."""
    if kind <= FIRST_TWIN:
        return kind
    if kind <= SECOND_TWIN:
        return kind + 1
    return kind + 2


@compiled
def kind_of_tile(tile):  # type: ignore[no-untyped-def]
    """Kind of a single tile (0-27)."""
    if tile < FIRST_DOUBLE_TILE:
        return tile
    if tile < FIRST_FREE_TILE:
        return FIRST_DOUBLE + ((tile - FIRST_DOUBLE_TILE) >> 1)
    if tile < FIRST_ANY_TILE:
        return tile - FIRST_FREE_TILE + FIRST_FREE
    return TILE_KINDS - 1


@compiled
def first_tile(kind):  # type: ignore[no-untyped-def]
    """The first single tile of a kind."""
    if kind < FIRST_DOUBLE:
        return kind
    if kind < FIRST_FREE:
        return FIRST_DOUBLE_TILE + 2 * (kind - FIRST_DOUBLE)
    return kind - FIRST_FREE + FIRST_FREE_TILE


@compiled
def show_card(state, kind):  # type: ignore[no-untyped-def]
    """A card of `kind` is turned up: the first copy still down is marked."""
    card = first_card(kind)
    if (drawn(state) >> card) & 1:
        card += 1
    return set_drawn(state, drawn(state) | (1 << card))


@compiled
def show_tile(state, kind):  # type: ignore[no-untyped-def]
    """The same for a tile."""
    tile = first_tile(kind)
    while (revealed(state) >> tile) & 1:
        tile += 1
    return set_revealed(state, revealed(state) | (1 << tile))


@compiled
def unseen_cards(state):  # type: ignore[no-untyped-def]
    """Mask of the cards never turned up: the deck and a card drawn blind."""
    return ALL_CARDS & ~drawn(state)


@compiled
def deck_mask(state):  # type: ignore[no-untyped-def]
    """Mask of the cards in the deck: of two equal ones the second is the one drawn blind."""
    mask = unseen_cards(state)
    if blind_seat(state) > 0:
        kind = blind(state, blind_seat(state) - 1) - 1
        if kind >= 0:
            card = first_card(kind)
            if kind_of_card(card + 1) == kind and (mask >> (card + 1)) & 1:
                card += 1
            mask &= ~(1 << card)
    return mask


@compiled
def sum_of_digits(code, n):  # type: ignore[no-untyped-def]
    """Sum of `n` dice coded as a number below 6^n."""
    total = n
    for _ in range(n):
        rest = code // 6
        total += code - 6 * rest
        code = rest
    return total


@compiled
def roll_sum(board, state, key):  # type: ignore[no-untyped-def]
    """Sum of the dice: one uniform draw among all throws, two where there are more than eight dice."""
    n = dice(state)
    k = round_number(state) * 64 + rolls(state)
    if n <= ONE_DRAW:
        return sum_of_digits(keyed(key, DICE_PILE, k, board[POWER + n]), n)
    more = n - ONE_DRAW
    total = sum_of_digits(keyed(key, DICE_PILE, k, board[POWER + ONE_DRAW]), ONE_DRAW)
    return total + sum_of_digits(keyed(key, MORE_DICE_PILE, k, board[POWER + more]), more)


@compiled
def roll_faces(board, state, key):  # type: ignore[no-untyped-def]
    """One die a player: how many show each face, 3 bits each."""
    n = board[SEAT_COUNT]
    code = keyed(key, DICE_PILE, round_number(state) * 64 + rolls(state), board[POWER + n])
    found = 0
    for _ in range(n):
        rest = code // 6
        found += 1 << (3 * (code - 6 * rest))
        code = rest
    return found


@compiled
def draw_card(state, key):  # type: ignore[no-untyped-def]
    """Kind + 1 of a card from the deck."""
    mask = deck_mask(state)
    n = popcount(mask)
    return 1 + kind_of_card(nth_bit(mask, keyed(key, CARDS_PILE, CARD_COUNT - n, n)))


@compiled
def draw_tile(state, key):  # type: ignore[no-untyped-def]
    """Kind + 1 of a hidden tile."""
    mask = ALL_TILES & ~revealed(state)
    n = popcount(mask)
    return 1 + kind_of_tile(nth_bit(mask, keyed(key, TILES_PILE, TILE_COUNT - n, n)))


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """Nature's move."""
    now = phase(state)
    if now == ROLL_STEP:
        return make(ROLLED, roll_sum(board, state, key))
    if now == DICE_STEP:
        return make(DICE_FACES, roll_faces(board, state, key))
    if now == TURN_UP:
        return make(TURNED, draw_tile(state, key))
    if now == DRAW_STEP:
        return make(DRAWN, draw_card(state, key))
    return make(DISPLAYED, draw_card(state, key))


@compiled
def sum_odds(n, actions, weights):  # type: ignore[no-untyped-def]
    """All sums of `n` dice and how many of the 6^n throws give each."""
    for i in range(5 * n + 1):
        weights[i] = 1 if i == 0 else 0
        actions[i] = make(ROLLED, n + i)
    for d in range(n):
        for j in range(5 * d + 6):
            i = 5 * d + 5 - j
            ways = 0
            for pips in range(6):
                if i >= pips and i - pips <= 5 * d:
                    ways += weights[i - pips]
            weights[i] = ways
    return 5 * n + 1


@compiled
def face_odds(n, actions, weights):  # type: ignore[no-untyped-def]
    """All ways `n` dice can fall, order apart, ascending as actions, with the number of throws that give each."""
    count = 0
    codes = 1
    for _ in range(6):
        codes *= n + 1
    for code in range(codes):  # a digit a face, the highest face first: ascending as the actions are
        rest = code
        total = 0
        found = 0
        for f in range(6):
            digit = rest % (n + 1)
            rest //= n + 1
            total += digit
            found |= digit << (3 * f)
        if total == n:
            ways = 1
            left = n
            for f in range(6):
                digit = (found >> (3 * f)) & 7
                for i in range(digit):
                    ways = ways * left // (i + 1)
                    left -= 1
            actions[count] = make(DICE_FACES, found)
            weights[count] = ways
            count += 1
    return count


@compiled
def card_odds(state, kind_of_action, actions, weights):  # type: ignore[no-untyped-def]
    """Every kind in the deck and its copies there."""
    mask = deck_mask(state)
    n = 0
    for kind in range(CARD_KINDS):
        card = first_card(kind)
        copies = (mask >> card) & 1
        if kind in (FIRST_TWIN, SECOND_TWIN):
            copies += (mask >> (card + 1)) & 1
        if copies > 0:
            actions[n] = make(kind_of_action, kind + 1)
            weights[n] = copies
            n += 1
    return n


@compiled
def tile_odds(state, actions, weights):  # type: ignore[no-untyped-def]
    """Every kind of hidden tile and its hidden copies."""
    n = 0
    previous = -1
    for tile in range(TILE_COUNT):
        if (revealed(state) >> tile) & 1 == 0:
            kind = kind_of_tile(tile)
            if kind == previous:
                weights[n - 1] += 1
            else:
                actions[n] = make(TURNED, kind + 1)
                weights[n] = 1
                n += 1
                previous = kind
    return n


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """Nature's exact distribution: throws of the dice, copies of cards and tiles."""
    now = phase(state)
    if now == ROLL_STEP:
        return sum_odds(dice(state), actions, weights)
    if now == DICE_STEP:
        return face_odds(board[SEAT_COUNT], actions, weights)
    if now == TURN_UP:
        return tile_odds(state, actions, weights)
    if now == DRAW_STEP:
        return card_odds(state, DRAWN, actions, weights)
    return card_odds(state, DISPLAYED, actions, weights)
