"""The entries of a set-up, read by compiled code (see ``setup.py``): cards, buildings, cards out of the game, the stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutapa.core.compiled import compiled
from mutapa.core.flatten import ITEM, KIND, VALUE, WHOLE, entry
from mutapa.core.lexicon import Lexicon
from mutapa.core.stone_age.board import SEAT_COUNT
from mutapa.core.stone_age.chance import show_card, show_tile
from mutapa.core.stone_age.figures import CARDS, SPACES, STACK, TILES
from mutapa.core.stone_age.layout import set_cards, set_sizes, set_tops
from mutapa.core.stone_age.setup import CARD_NAMES, TILE_NAMES, _board, _state
from mutapa.core.streams import Array
from mutapa.core.written import WRONG_CONTENT, names_in

ENTRIES = Lexicon(keys=("cards", "buildings", "out", "stack"), cards=CARD_NAMES, tiles=TILE_NAMES)
CARDS_KEY, TILES_KEY, OUT_KEY, STACK_KEY = range(4)
CARD, TILE = ENTRIES.first("cards"), ENTRIES.first("tiles")
CARD_KINDS, TILE_KINDS = len(CARDS), len(TILES)
FACTS = (*(copies for _, copies in CARDS), *(copies for _, copies in TILES))
"""Copies of each kind of card, then of each kind of tile."""


def bare(seats: int, options: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and position without cards and tiles: what `begin` starts from."""
    return _board(seats, options), _state(seats, [], [], [], STACK)


@compiled
def times(things, at, n, word):  # type: ignore[no-untyped-def]
    """How often a word stands among the first `n` of a list."""
    found = 0
    for i in range(n):
        if things[ITEM * (at + 1 + i) + VALUE] == word:
            found += 1
    return found


@compiled
def too_many(things, at, n, other, m, facts, first, copies):  # type: ignore[no-untyped-def]
    """1 if a list, together with another one (`m` words), names something more often than it exists."""
    for i in range(n):
        word = things[ITEM * (at + 1 + i) + VALUE]
        if times(things, at, n, word) + times(things, other, m, word) > facts[copies + word - first]:
            return 1
    return 0


@compiled
def begin(board, work, state, things, letters, chosen, facts):  # type: ignore[no-untyped-def]
    """Cards, tiles, cards that are out, the size of a stack; 0, or `WRONG_CONTENT` + the entry that is wrong."""
    seats = board[SEAT_COUNT]
    stack = STACK
    at = entry(things, 0, STACK_KEY)
    if at >= 0:
        stack = things[ITEM * at + VALUE]
        if things[ITEM * at + KIND] != WHOLE or stack < 1 or stack > STACK:
            return WRONG_CONTENT + STACK_KEY
    out = entry(things, 0, OUT_KEY)
    gone = 0
    if out >= 0:
        gone = names_in(things, out, CARD, CARD_KINDS)
        if gone < 0 or too_many(things, out, gone, out, 0, facts, CARD, 0):
            return WRONG_CONTENT + OUT_KEY
    cards = entry(things, 0, CARDS_KEY)
    if cards < 0 or names_in(things, cards, CARD, CARD_KINDS) != SPACES:
        return WRONG_CONTENT + CARDS_KEY
    if too_many(things, cards, SPACES, out, gone, facts, CARD, 0):
        return WRONG_CONTENT + CARDS_KEY
    tiles = entry(things, 0, TILES_KEY)
    if tiles < 0 or names_in(things, tiles, TILE, TILE_KINDS) != seats:
        return WRONG_CONTENT + TILES_KEY
    if too_many(things, tiles, seats, tiles, 0, facts, TILE, CARD_KINDS):
        return WRONG_CONTENT + TILES_KEY
    for i in range(gone):
        show_card(state, things[ITEM * (out + 1 + i) + VALUE] - CARD)
    for space in range(SPACES):
        kind = things[ITEM * (cards + 1 + space) + VALUE] - CARD
        set_cards(state, space, kind + 1)
        show_card(state, kind)
    for i in range(seats):
        kind = things[ITEM * (tiles + 1 + i) + VALUE] - TILE
        set_tops(state, i, kind + 1)
        set_sizes(state, i, stack)
        show_tile(state, kind)
    return 0
