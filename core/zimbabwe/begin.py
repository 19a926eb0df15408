"""The entries of a set-up, read by compiled code (see ``setup.py``): tiles or cells, gods, the VR stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutapa.core.blake import SCRATCH, blake
from mutapa.core.compiled import compiled
from mutapa.core.flatten import ITEM, KIND, LIST, LIST_END, NULL, PLACE, STRING, VALUE, WHOLE, entry, length
from mutapa.core.lexicon import Lexicon
from mutapa.core.streams import Array
from mutapa.core.written import WRONG_CONTENT, names_in
from mutapa.core.zimbabwe.board import (
    BASE_COUNT,
    BASE_OF,
    BASE_SQUARE,
    BOARD_WORDS,
    CONTENT,
    GODS_MASK,
    LAND,
    PRESENT,
    SEAT_COUNT,
    START,
    WATER,
)
from mutapa.core.zimbabwe.figures import (
    BASE_RESOURCES,
    BEGINNER_GODS,
    GODS,
    LAYOUTS,
    LEGEND,
    RESOURCE_LETTERS,
    START_TILE,
    TILE_SIDE,
    TILES,
)
from mutapa.core.zimbabwe.grid import SIDE, WORDS, include, size
from mutapa.core.zimbabwe.layout import EMPTY, FIRST, set_cursor, set_mover, set_phase, set_stack
from mutapa.core.zimbabwe.setup import OPTIONS, _board, _state

ENTRIES = Lexicon(
    keys=("tiles", "cells", "gods", "stack"), gods=GODS, tiles=[f"{tile}{turns}" for tile in TILES for turns in range(4)]
)
TILES_KEY, CELLS_KEY, GODS_KEY, STACK_KEY = range(4)
GOD, TILE = ENTRIES.first("gods"), ENTRIES.first("tiles")
GOD_COUNT, TILE_COUNT = len(GODS), len(TILES)
BEGINNER = sum(1 << GODS.index(name) for name in BEGINNER_GODS)
BEGINNER_OPTION = list(OPTIONS).index("beginner")
A_TILE = list(TILES).index(START_TILE)
HOLE, LAND_LETTER, WATER_LETTER, START_LETTER = (ord(letter) for letter in "x.WS")
WOOD, CLAY, IVORY, DIAMONDS = (ord(letter) for letter in RESOURCE_LETTERS)
assert set(LEGEND) == {*".WS", *RESOURCE_LETTERS}
PART = TILE_SIDE * TILE_SIDE
SLOTS = 9
LAYOUTS_AT = TILE_COUNT * PART
FACTS = (
    *(ord(letter) for tile in TILES.values() for row in tile for letter in row),
    *(
        number
        for seats in range(2, 6)
        for number in [
            len(LAYOUTS[seats]),
            len(LAYOUTS[seats][0]),
            *["-x*".index(slot) for slot in "".join(LAYOUTS[seats]).ljust(SLOTS, "-")],
        ]
    ),
)
"""Letters of all tiles; then for 2 to 5 seats the layout: rows, columns, and for each slot 0 none, 1 a tile, 2 the start tile."""
LAYOUT_SIZE = 2 + SLOTS
DIGEST = 8


def bare(seats: int, options: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and position without map, gods and order: what `begin` starts from."""
    cells = ["S" * seats]
    board = _board(cells, seats, options, 0)
    state = _state(board, list(range(seats)), cells)
    for word in (CONTENT, GODS_MASK):
        board[word] = 0
    for first in (PRESENT, LAND, WATER, START):
        board[first : first + WORDS] = 0
    set_mover(state, 0)
    for seat in range(seats):
        set_stack(state, seat, 0)
    return board, state


@compiled
def put_letter(board, state, code, letter):  # type: ignore[no-untyped-def]
    """One square of the map; 0, or 1 if the letter means nothing."""
    if letter == HOLE:
        return 0
    include(board, PRESENT, code)
    include(board, WATER if letter == WATER_LETTER else LAND, code)
    resource = -1
    if letter == START_LETTER:
        include(board, START, code)
    elif letter == LAND_LETTER:
        include(state, EMPTY, code)
    elif letter == WOOD:
        resource = 0
    elif letter == CLAY:
        resource = 1
    elif letter == IVORY:
        resource = 2
    elif letter == DIAMONDS:
        resource = 3
    elif letter != WATER_LETTER:
        return 1
    if resource >= 0:
        n = board[BASE_COUNT]
        if n == BASE_RESOURCES:
            return 1
        i = n  # ascending by code, whatever the order of squares
        while i > 0 and board[BASE_SQUARE + i - 1] > code:
            board[BASE_SQUARE + i] = board[BASE_SQUARE + i - 1]
            i -= 1
        board[BASE_SQUARE + i] = code
        for kind in range(4):
            mask = board[BASE_OF + kind]
            low = mask & ((1 << i) - 1)
            board[BASE_OF + kind] = low | ((mask ^ low) << 1)
        board[BASE_OF + resource] |= 1 << i
        board[BASE_COUNT] = n + 1
    return 0


@compiled
def code_of(row, column):  # type: ignore[no-untyped-def]
    """Code of a square."""
    return (row // 3) * 64 + (row % 3) * SIDE + column


@compiled
def put_tile(board, state, facts, tile, turns, row, column):  # type: ignore[no-untyped-def]
    """A tile after quarter turns clockwise, its first square at a row and column."""
    for y in range(TILE_SIDE):
        for x in range(TILE_SIDE):
            r = y
            c = x
            for _ in range(turns):
                before = r
                r = TILE_SIDE - 1 - c
                c = before
            put_letter(board, state, code_of(row + y, column + x), facts[tile * PART + r * TILE_SIDE + c])
    return 0


@compiled
def put_tiles(board, state, things, at, facts, seats):  # type: ignore[no-untyped-def]
    """The entry ``tiles``; 0, or 1 if it is wrong."""
    here = LAYOUTS_AT + (seats - 2) * LAYOUT_SIZE
    rows = facts[here]
    columns = facts[here + 1]
    if length(things, at) != rows:
        return 1
    at += 1
    used = 0
    for row in range(rows):
        if length(things, at) != columns:
            return 1
        at += 1
        for column in range(columns):
            slot = facts[here + 2 + row * columns + column]
            kind = things[ITEM * at + KIND]
            value = things[ITEM * at + VALUE] - TILE
            if slot == 0:
                if kind != NULL:
                    return 1
            else:
                if kind != STRING or value < 0 or value >= 4 * TILE_COUNT:
                    return 1
                tile = value >> 2
                if (used >> tile) & 1 or (1 if tile == A_TILE else 0) != slot - 1:
                    return 1
                used |= 1 << tile
                put_tile(board, state, facts, tile, value & 3, TILE_SIDE * row, TILE_SIDE * column)
            at += 1
        at += 1
    return 0


@compiled
def put_cells(board, state, things, at, letters):  # type: ignore[no-untyped-def]
    """The entry ``cells``; 0, or 1 if it is wrong."""
    if length(things, at) < 1 or length(things, at) > SIDE:
        return 1
    at += 1
    row = 0
    while things[ITEM * at + KIND] == STRING:
        place = things[ITEM * at + PLACE]
        column = 0
        while letters[place + column] != 34:
            if column == SIDE or put_letter(board, state, code_of(row, column), letters[place + column]):
                return 1
            column += 1
        row += 1
        at += 1
    return 0 if things[ITEM * at + KIND] == LIST_END else 1


@compiled
def put_gods(board, things, at, beginner):  # type: ignore[no-untyped-def]
    """The entry ``gods``; 0, or 1 if it is wrong."""
    n = names_in(things, at, GOD, GOD_COUNT)
    if n < 0:
        return 1
    mask = 0
    for i in range(n):
        bit = 1 << (things[ITEM * (at + 1 + i) + VALUE] - GOD)
        if mask & bit:
            return 1
        mask |= bit
    board[GODS_MASK] = mask
    return 1 if beginner and mask != BEGINNER else 0


@compiled
def put_stack(state, things, at, seats):  # type: ignore[no-untyped-def]
    """The entry ``stack``: each seat once, from the bottom up; 0, or 1 if it is wrong."""
    if things[ITEM * at + KIND] != LIST or length(things, at) != seats:
        return 1
    used = 0
    for i in range(seats):
        seat = things[ITEM * (at + 1 + i) + VALUE]
        if things[ITEM * (at + 1 + i) + KIND] != WHOLE or seat < 0 or seat >= seats or (used >> seat) & 1:
            return 1
        used |= 1 << seat
        set_stack(state, i, seat)
    set_phase(state, FIRST)
    set_cursor(state, seats - 1)
    set_mover(state, things[ITEM * (at + seats) + VALUE])
    return 0


@compiled
def put_content(board, work):  # type: ignore[no-untyped-def]
    """The number that caches go by: a digest of the board."""
    for word in range(BOARD_WORDS):
        for i in range(8):
            work[SCRATCH + DIGEST + 8 * word + i] = (board[word] >> (8 * i)) & 255
    n = 8 * BOARD_WORDS
    digest = 0
    blake(work, SCRATCH + DIGEST, n, DIGEST, work, work, SCRATCH)
    for i in range(DIGEST):
        byte = work[SCRATCH + i]
        digest |= byte << (8 * i - 11) if 8 * i >= 11 else byte >> (11 - 8 * i)
    board[CONTENT] = digest | 1
    for i in range(SCRATCH + DIGEST + n):
        work[i] = 0
    return 0


@compiled
def begin(board, work, state, things, letters, chosen, facts):  # type: ignore[no-untyped-def]
    """Tiles or cells, gods, the stack; 0, or `WRONG_CONTENT` + the entry that is wrong."""
    seats = board[SEAT_COUNT]
    tiles = entry(things, 0, TILES_KEY)
    cells = entry(things, 0, CELLS_KEY)
    if tiles >= 0 and cells >= 0:
        return WRONG_CONTENT + TILES_KEY
    if cells >= 0:
        if put_cells(board, state, things, cells, letters):
            return WRONG_CONTENT + CELLS_KEY
    elif tiles < 0 or put_tiles(board, state, things, tiles, facts, seats):
        return WRONG_CONTENT + TILES_KEY
    if size(board, START) < seats:
        return WRONG_CONTENT + CELLS_KEY
    gods = entry(things, 0, GODS_KEY)
    if gods < 0 or put_gods(board, things, gods, chosen[BEGINNER_OPTION]):
        return WRONG_CONTENT + GODS_KEY
    stack = entry(things, 0, STACK_KEY)
    if stack < 0 or put_stack(state, things, stack, seats):
        return WRONG_CONTENT + STACK_KEY
    return put_content(board, work)
