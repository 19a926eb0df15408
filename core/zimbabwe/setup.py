"""The deal: what is random (tiles, rotations, gods, first order), and the first position of a description.

A description is JSON: ``{"game": "zimbabwe", "seats": 4, "tiles": [["B1", "C0", null], ...], "gods": ["gu", ...],
"stack": [2, 0, 3, 1], "options": {...}}``. ``tiles`` has a row of the layout's slots a line: a tile's letter and its quarter
turns clockwise. ``cells`` may stand instead: row strings in the legend of `figures.LEGEND`, ``x`` for no tile. ``stack`` names
seats from the bottom of the VR stack up; the top one places its monument first (ruling 1.1). Squares run from a1, top left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import Option
from mutapa.core.streams import Array, below
from mutapa.core.zimbabwe.board import (
    BASE_COUNT,
    BASE_OF,
    BASE_SQUARE,
    BLOCK_RESOURCES,
    BOARD_WORDS,
    CONTENT,
    DISC_LIMIT,
    DZIVA_LOWERS,
    GODS_MASK,
    GU_STAYS,
    LAND,
    MUST_ACT,
    ONE_HUB,
    PRESENT,
    ROUND_CAP,
    SEALED,
    SEAT_COUNT,
    SPECIALISTS_ON,
    START,
    WATER,
    XANGO_AT_ONCE,
)
from mutapa.core.zimbabwe.figures import (
    BASE_RESOURCES,
    BEGINNER_GODS,
    FIRST_CATTLE,
    FIRST_VR,
    GODS,
    GODS_IN_PLAY,
    LAYOUTS,
    LEGEND,
    RAIN_TILES,
    RESOURCE_LETTERS,
    START_TILE,
    SUPPLY,
    TILE_SIDE,
    TILES,
)
from mutapa.core.zimbabwe.grid import SIDE, include, square
from mutapa.core.zimbabwe.layout import (
    EMPTY,
    FIRST,
    STATE_WORDS,
    add_cattle,
    set_cursor,
    set_mover,
    set_phase,
    set_rain_left,
    set_stack,
    set_supply,
    set_vr,
)
from mutapa.core.zimbabwe.weights import WEIGHTS

ALL_WORDS = WEIGHTS.first + len(WEIGHTS)
SWITCH = ("off", "on")
OPTIONS = {option.name: option for option in (
    Option("gu_net_zero", "top", "choosing Gu with a rebate of exactly 4: the marker goes on top, or stays where it was (2.2)",
           ("top", "stays")),
    Option("must_act", "off", "a turn may end only after a main action, if one is possible (3.3)", SWITCH),
    Option("placing_hubs", "any", "hubs between a new secondary and its primary (5.5)", ("any", "one")),
    Option("monuments_block_resources", "off", "monuments also stop ranges between craftsmen and resources (6.7)", SWITCH),
    Option("dziva_lowers_in_price_step", "off", "Dziva's owner may lower in the price step too (8)", SWITCH),
    Option("xango_wins_at_once", "off", "Xango wins whenever he is among those who reached their requirement (10.3)", SWITCH),
    Option("disc_limit", 0, "most levels of monuments a player may have; 0: no limit (10.6)", limits=(0, 105)),
    Option("round_cap", 0, "the game ends after so many rounds; 0: never (3.3)", limits=(0, 1000)),
    Option("beginner", "off", "the six gods of the beginners' game and no specialists (1.6)", SWITCH),
    Option("auction", "open", "gifts in turn, or one sealed amount each (2.14)", ("open", "sealed")),
)}


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """Draw tiles with rotations, gods and the VR stack: everything random about a deal (rulings 1.1, 1.5, 1.6)."""
    letters = [letter for letter in TILES if letter != START_TILE]
    tiles: list[list[str | None]] = []
    for row in LAYOUTS[seats]:
        tiles.append([])
        for slot in row:
            if slot == "-":
                tiles[-1].append(None)
                continue
            letter = START_TILE if slot == "*" else letters.pop(below(rng, len(letters)))
            tiles[-1].append(f"{letter}{below(rng, 4)}")
    gods = list(BEGINNER_GODS)
    if options["beginner"] == "off":
        gods = [*GODS]
        while len(gods) > GODS_IN_PLAY:
            gods.pop(below(rng, len(gods)))
    left, stack = list(range(seats)), []
    while left:
        stack.append(left.pop(below(rng, len(left))))
    return {"game": "zimbabwe", "seats": seats, "tiles": tiles, "gods": gods, "stack": stack, "options": dict(options)}


def rotated(grid: Sequence[str], turns: int) -> list[str]:
    """A tile's rows after quarter turns clockwise."""
    rows = list(grid)
    for _ in range(turns):
        rows = ["".join(row[column] for row in reversed(rows)) for column in range(TILE_SIDE)]
    return rows


def _cells_of_tiles(tiles: Any, seats: int) -> list[str]:
    layout = LAYOUTS[seats]
    widths = [len(row) if isinstance(row, Sequence) else -1 for row in tiles] if isinstance(tiles, Sequence) else []
    if widths != [len(row) for row in layout]:
        raise InvalidError(f"set-up: tiles must be {len(layout)} rows of {len(layout[0])} for {seats} seats, like {layout}")
    rows: list[str] = []
    used: set[str] = set()
    for r, row in enumerate(tiles):
        block = ["" for _ in range(TILE_SIDE)]
        for c, name in enumerate(row):
            where = f"set-up: tile {c + 1} of row {r + 1}"
            if layout[r][c] == "-":
                if name is not None:
                    raise InvalidError(f"{where} is {name!r}; the layout for {seats} seats has none there (null)")
                block = [line + "x" * TILE_SIDE for line in block]
                continue
            if not isinstance(name, str) or len(name) != 2 or name[0] not in TILES or name[1] not in "0123":
                raise InvalidError(f"{where} is {name!r}; a letter A-K and 0-3 quarter turns belong there, like 'B1'")
            if (name[0] == START_TILE) != (layout[r][c] == "*"):
                raise InvalidError(f"{where} is {name!r}; the start tile A belongs on the slot * of {layout}, and only there")
            if name[0] in used:
                raise InvalidError(f"{where}: tile {name[0]} is used twice")
            used.add(name[0])
            block = [line + part for line, part in zip(block, rotated(TILES[name[0]], int(name[1])), strict=True)]
        rows += block
    return rows


def _checked_cells(cells: Any) -> list[str]:
    if not isinstance(cells, Sequence) or isinstance(cells, str) or not cells or not all(isinstance(row, str) for row in cells):
        raise InvalidError("set-up: cells must be a list of strings, one a row")
    if len(cells) > SIDE or any(len(row) > SIDE for row in cells):
        raise InvalidError(f"set-up: cells are {len(cells)} rows; at most {SIDE} rows of {SIDE} squares fit")
    for r, row in enumerate(cells):
        for c, letter in enumerate(row):
            if letter not in LEGEND and letter != "x":
                raise InvalidError(f"set-up: cells row {r + 1}, column {c + 1} is {letter!r}; known: {' '.join(LEGEND)} x")
    if sum(row.count(letter) for row in cells for letter in RESOURCE_LETTERS) > BASE_RESOURCES:
        raise InvalidError(f"set-up: cells hold more than {BASE_RESOURCES} resource squares")
    return list(cells)


def _gods(description: Mapping[str, Any], beginner: bool) -> int:
    names = description.get("gods")
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise InvalidError("set-up: gods must be a list of names, those in play")
    mask = 0
    for name in names:
        if name not in GODS:
            raise unknown("set-up", "god", name, GODS)
        if (mask >> GODS.index(name)) & 1:
            raise InvalidError(f"set-up: god {name} is listed twice")
        mask |= 1 << GODS.index(name)
    if beginner and sorted(names) != sorted(BEGINNER_GODS):
        raise InvalidError(f"set-up: option beginner=on plays with the gods {', '.join(BEGINNER_GODS)}, not {', '.join(names)}")
    return mask


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """The board and the first position of a description; `InvalidError` says what is wrong with one."""
    seats = description["seats"]
    if not isinstance(seats, int) or seats not in LAYOUTS:
        raise InvalidError(f"set-up: {seats!r} seats; The Great Zimbabwe is played by 2 to 5")
    options = {name: option.default for name, option in OPTIONS.items()} | dict(description.get("options", {}))
    known = ("game", "seats", "tiles", "cells", "gods", "stack", "options")
    for name in description:
        if name not in known:
            raise unknown("set-up", "entry", name, known)
    if ("tiles" in description) == ("cells" in description):
        raise InvalidError("set-up: give either tiles or cells")
    cells = _cells_of_tiles(description["tiles"], seats) if "tiles" in description else _checked_cells(description["cells"])
    stack: Any = description.get("stack")
    right = isinstance(stack, Sequence) and not isinstance(stack, str) and all(type(seat) is int for seat in stack)
    if not right or sorted(stack) != list(range(seats)):
        raise InvalidError(f"set-up: stack is {stack!r}; it names each seat from 0 to {seats - 1} once, from the bottom up")
    board = _board(cells, seats, options, _gods(description, options["beginner"] == "on"))
    return board, _state(board, list(stack), cells)


def _board(cells: list[str], seats: int, options: Mapping[str, Any], gods: int) -> Array:
    board = np.zeros(ALL_WORDS, np.int64)
    base: list[tuple[int, int]] = []
    for row, line in enumerate(cells):
        for column, letter in enumerate(line):
            if letter == "x":
                continue
            code = square(row, column)
            include(board, PRESENT, code)
            include(board, WATER if letter == "W" else LAND, code)
            if letter == "S":
                include(board, START, code)
            if letter in RESOURCE_LETTERS:
                base.append((code, RESOURCE_LETTERS.index(letter)))
    if sum(line.count("S") for line in cells) < seats:
        raise InvalidError(f"set-up: the map has fewer starting areas (S) than its {seats} seats")
    board[SEAT_COUNT], board[GODS_MASK] = seats, gods
    board[SPECIALISTS_ON] = options["beginner"] == "off"
    board[GU_STAYS] = options["gu_net_zero"] == "stays"
    board[MUST_ACT] = options["must_act"] == "on"
    board[ONE_HUB] = options["placing_hubs"] == "one"
    board[BLOCK_RESOURCES] = options["monuments_block_resources"] == "on"
    board[DZIVA_LOWERS] = options["dziva_lowers_in_price_step"] == "on"
    board[XANGO_AT_ONCE] = options["xango_wins_at_once"] == "on"
    board[DISC_LIMIT], board[ROUND_CAP] = options["disc_limit"], options["round_cap"]
    board[SEALED] = options["auction"] == "sealed"
    board[BASE_COUNT] = len(base)
    for i, (code, resource) in enumerate(sorted(base)):
        board[BASE_SQUARE + i] = code
        board[BASE_OF + resource] |= 1 << i
    digest = hashlib.blake2b(board[:BOARD_WORDS].tobytes(), digest_size=8).digest()
    board[CONTENT] = int.from_bytes(digest, "little") >> 11 | 1  # never 0, which is what a fresh cache holds
    WEIGHTS.fill(board)
    return board


def _state(board: Array, stack: list[int], cells: list[str]) -> Array:
    state = np.zeros(STATE_WORDS, np.int64)
    for row, line in enumerate(cells):
        for column, letter in enumerate(line):
            if letter == ".":
                include(state, EMPTY, square(row, column))
    seats = len(stack)
    for seat in range(seats):
        set_vr(state, seat, FIRST_VR)
        add_cattle(state, seat, FIRST_CATTLE)
        set_stack(state, seat, stack[seat])
    for resource, n in enumerate(SUPPLY):
        set_supply(state, resource, n)
    set_rain_left(state, RAIN_TILES)
    set_phase(state, FIRST)
    set_cursor(state, seats - 1)
    set_mover(state, stack[-1])
    return state
