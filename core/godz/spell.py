"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz import actions as a
from mutapa.core.godz.board import BIAS, OFFSETS
from mutapa.core.godz.figures import DEITIES, DIRECTIONS, LARGE, MIRACLES, RESOURCES, ROWS, STACK_FIRST, VECTORS
from mutapa.core.godz.layout import cells, deity, homes
from mutapa.core.godz.map import CENTER_CELL, PLACES
from mutapa.core.godz.regions import special_slot
from mutapa.core.godz.text import HEXES, MOVES, OWNED, PLAIN, TILES
from mutapa.core.godz.work import SIDE
from mutapa.core.lexicon import GLUED, NUMBER, Lexicon
from mutapa.core.words import pack

VERBS = {
    **{kind: word for word, kind in (*PLAIN.items(), *MOVES.items(), *OWNED.items(), *HEXES.items())},
    a.CHOOSE: "deity", a.SETTLE: "home", a.COLLECT: "glory", a.FILL: "inside", a.STEP: "step", a.STOMP: "stomp",
    a.PLACE: "lay", a.CLAIM: "icon", a.GIVE: "yield",
}  # fmt: skip
LEXICON = Lexicon(
    verbs=["?", *(VERBS.get(kind, "tile") for kind in range(1, 30))], marks=(",", "none", "war", "balance"), rows=ROWS,
    miracles=MIRACLES, deities=DEITIES, directions=DIRECTIONS, resources=RESOURCES, tiles=TILES,
)  # fmt: skip
UNKNOWN = 0
COMMA = LEXICON.first("marks")
NONE, WAR, BALANCE = COMMA + 1, COMMA + 2, COMMA + 3
ROW, MIRACLE, DEITY = LEXICON.first("rows"), LEXICON.first("miracles"), LEXICON.first("deities")
DIRECTION, RESOURCE, TILE = LEXICON.first("directions"), LEXICON.first("resources"), LEXICON.first("tiles")
SHORT = pack([int(kind in PLAIN.values()) for kind in range(30)], 1)
"""Bit k: a step of kind k is its verb alone."""
MOVING = pack([int(kind in MOVES.values()) for kind in range(30)], 1)
OWNING = pack([int(kind in OWNED.values()) for kind in range(30)], 1)
PLACING = pack([int(kind in HEXES.values()) for kind in range(30)], 1)
CENTER = 1 << 7
TURNS = pack([SIDE * q + r + CENTER for q, r in VECTORS], 8)
"""What a step in each direction adds to a cell, + CENTER."""


@compiled
def palace(board, state, code):  # type: ignore[no-untyped-def]
    """Cell of the palace of a Home with this code."""
    anchor = (code - 1) // PLACES
    cell = CENTER_CELL
    if anchor > 0:
        cell = palace_of(board, state, anchor - 1)
    return cell + board[OFFSETS + (code - 1) % PLACES] - BIAS


@compiled
def palace_of(board, state, seat):  # type: ignore[no-untyped-def]
    """Cell of the palace of a seat that has a Home; Homes hang together, the first one from the Center."""
    cell = 0
    code = homes(state, seat)
    while code > 0:
        cell += board[OFFSETS + (code - 1) % PLACES] - BIAS
        anchor = (code - 1) // PLACES
        code = 0
        if anchor > 0:
            code = homes(state, anchor - 1)
    return CENTER_CELL + cell


@compiled
def cell_at(board, state, slot):  # type: ignore[no-untyped-def]
    """The cell that a slot on the map lies on."""
    if slot >= STACK_FIRST:
        return cells(state, slot - STACK_FIRST)
    cell = CENTER_CELL
    if slot >= LARGE:
        cell = palace_of(board, state, slot // LARGE - 1)
    part = slot % LARGE
    if part > 0:
        cell += ((TURNS >> (8 * (part - 1))) & 255) - CENTER
    return cell


@compiled
def spell_cell(cell, out, n):  # type: ignore[no-untyped-def]
    """The three tokens of a cell, from out[n] on; return where they end."""
    out[n] = NUMBER + cell // SIDE - 32
    out[n + 1] = GLUED + COMMA
    out[n + 2] = GLUED + NUMBER + cell % SIDE - 32
    return n + 3


@compiled
def spell_slot(board, state, slot, out, n):  # type: ignore[no-untyped-def]
    """The three tokens of the hex on a slot."""
    return spell_cell(cell_at(board, state, slot), out, n)


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step: a verb for most kinds, then what it takes."""
    kind = a.kind_of_action(action)
    argument = a.argument_of(action)
    out[0] = kind
    n = 2
    if (SHORT >> kind) & 1:
        n = 1
    elif kind == a.ADVANCE:
        out[0] = ROW + argument
        n = 1
    elif kind == a.CAST:
        out[0] = MIRACLE + argument
        n = 1
    elif kind == a.COLLECT:
        out[1] = NUMBER + argument if argument else NONE
    elif kind == a.FILL:
        out[1] = NUMBER + argument
    elif kind == a.STEP:
        out[1] = DIRECTION + (argument >> 1)
        if argument & 1:
            out[2] = NUMBER + 2
            n = 3
    elif kind == a.STOMP:
        out[1] = DEITY + deity(state, argument)
    elif kind == a.CHOOSE:
        out[1] = DEITY + argument
    elif kind == a.WAR_DRAWN or kind == a.BALANCE_DRAWN:
        out[1] = WAR if kind == a.WAR_DRAWN else BALANCE
        out[2] = NUMBER + argument if argument else UNKNOWN
        n = 3
    elif kind == a.REVEALED:
        out[1] = TILE + argument
    elif kind == a.SETTLE:
        n = spell_cell(palace(board, state, argument >> 3), out, 1)
        out[n] = DIRECTION + (argument & 7)
        n += 1
    elif kind == a.PLACE:
        n = spell_cell(argument, out, 1)
    elif (MOVING >> kind) & 1:
        n = spell_slot(board, state, argument >> 3, out, 1)
        out[n] = DIRECTION + (argument & 7)
        n += 1
    elif (OWNING >> kind) & 1:
        n = spell_slot(board, state, argument >> 3, out, 1)
        out[n] = DEITY + deity(state, argument & 7)
        n += 1
    elif (PLACING >> kind) & 1:
        n = spell_slot(board, state, argument, out, 1)
    elif kind == a.CLAIM:
        n = spell_slot(board, state, special_slot(state, argument >> 3), out, 1)
        out[n] = RESOURCE + (argument & 7)
        n += 1
    elif kind == a.GIVE:
        n = spell_slot(board, state, argument >> 3, out, 1)
        out[n] = RESOURCE + (argument & 7)
        n += 1
    return n
