"""Notation, the phase in words, and positions as plain data (docs/games/godz.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from mutapa.core import notation
from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import SEATS
from mutapa.core.godz import actions as a
from mutapa.core.godz import layout as field
from mutapa.core.godz.board import BIAS, INTERLEAVE, OFFSETS, SEAT_COUNT, icon_of
from mutapa.core.godz.chance import KINDS, stack_left
from mutapa.core.godz.figures import (
    BALANCE_VALUES,
    BEST_GLORY,
    DEITIES,
    DIRECTIONS,
    ICONS,
    LARGE,
    MAT,
    MIRACLES,
    OVERLAYS,
    PIECES,
    PLAIN_GLORY,
    RESOURCES,
    ROWS,
    SLOTS,
    SPECIAL_HEXES,
    SPECIALS,
    STACK,
    STACK_FIRST,
    TERRAINS,
    VECTORS,
    VILLAGES,
    WAR_VALUES,
)
from mutapa.core.godz.map import CENTER_CELL, PLACES, cell_of, coordinates
from mutapa.core.godz.pieces import piece
from mutapa.core.godz.regions import find_regions, find_strength, pay_regions, special_slot, terrain_of
from mutapa.core.godz.resources import giver
from mutapa.core.godz.rounds import is_due, squares
from mutapa.core.godz.score import balance_points, outcome, points, village_points, war_points
from mutapa.core.godz.work import WORK_WORDS
from mutapa.core.streams import Array

TILES = (*TERRAINS, *(f"s{i + 1}" for i in range(SPECIALS)))
GLORY_NAMES = ("none", *(str(value) for value in range(1, PLAIN_GLORY + 1)), str(BEST_GLORY))
PLAIN = {"deploy": a.DEPLOY, "march": a.PAY_MARCH, "walk": a.PAY_WALK, "prophet": a.APPOINT, "done": a.FINISH}
PLAIN_WORDS = {kind: word for word, kind in PLAIN.items()}
MOVES = {"move": a.MOVE, "leave": a.LEAVE, "enter": a.ENTER}
MOVE_WORDS = {kind: word for word, kind in MOVES.items()}
OWNED = {"war": a.MAKE_WAR, "who": a.PICK}
OWNED_WORDS = {kind: word for word, kind in OWNED.items()}
HEXES = {"siege": a.BESIEGE, "village": a.RAISE, "to": a.SEND, "at": a.COVER, "lose": a.LOSE_ONE}
HEX_WORDS = {kind: word for word, kind in HEXES.items()}
VERBS = (*ROWS, *PLAIN, *MOVES, *OWNED, *HEXES, *MIRACLES, "deity", "home", "glory", "step", "stomp", "inside", "lay", "icon",
         "yield", "tile")
_HEX = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")


# --- hexes --------------------------------------------------------------------------------------------------------------


def cells(board: Sequence[int] | Array, state: Sequence[int] | Array) -> list[int]:
    """By slot: its cell, 0 not on the map."""
    words: Any = [int(word) for word in state]
    found = [0] * SLOTS
    _lay_large(found, 0, CENTER_CELL)
    for seat in range(int(board[SEAT_COUNT])):
        code = field.homes(words, seat)
        if code:
            _lay_large(found, LARGE * (seat + 1), palace_cell(board, found, code))
    for i in range(STACK):
        found[STACK_FIRST + i] = field.cells(words, i)
    return found


def _lay_large(found: list[int], slot: int, cell: int) -> None:
    q, r = coordinates(cell)
    found[slot] = cell
    for d, (dq, dr) in enumerate(VECTORS):
        found[slot + 1 + d] = cell_of(q + dq, r + dr)


def palace_cell(board: Sequence[int] | Array, found: Sequence[int], code: int) -> int:
    """Cell of the palace of a Home with this code."""
    anchor, offset = divmod(code - 1, PLACES)
    return found[LARGE * anchor] + int(board[OFFSETS + offset]) - BIAS


def name_of(cell: int) -> str:
    """A cell in words: ``q,r``."""
    q, r = coordinates(cell)
    return f"{q},{r}"


def _cell(word: str) -> int:
    found = _HEX.fullmatch(word)
    if not found or not all(-30 <= int(number) <= 30 for number in found.groups()):
        raise InvalidError(f"{word!r} is no hex; hexes are named like 2,-1: steps east and south-east from the vortex")
    return cell_of(int(found[1]), int(found[2]))


def _slot(board: Array, state: Array, word: str) -> int:
    cell, found = _cell(word), cells(board, state)
    if cell not in found:
        raise InvalidError(f"{word!r}: no tile lies there")
    return found.index(cell)


# --- words of a step ----------------------------------------------------------------------------------------------------


def text(board: Array, state: Array, action: int) -> str:
    """The step in words."""
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    words: Any = [int(word) for word in state]
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if kind == a.ADVANCE:
        return ROWS[argument]
    if kind == a.CAST:
        return MIRACLES[argument]
    if kind == a.COLLECT:
        return f"glory {argument or 'none'}"
    if kind == a.FILL:
        return f"inside {argument}"
    if kind == a.STEP:
        return f"step {DIRECTIONS[argument >> 1]}" + (" 2" if argument & 1 else "")
    if kind == a.STOMP:
        return f"stomp {_deity(words, argument)}"
    if kind == a.CHOOSE:
        return f"deity {DEITIES[argument]}"
    if kind in (a.WAR_DRAWN, a.BALANCE_DRAWN):
        return f"tile {'war' if kind == a.WAR_DRAWN else 'balance'} {argument or '?'}"
    if kind == a.REVEALED:
        return f"tile {TILES[argument]}"
    found = cells(board, state)
    if kind == a.SETTLE:
        return f"home {name_of(palace_cell(board, found, argument >> 3))} {DIRECTIONS[argument & 7]}"
    if kind == a.PLACE:
        return f"lay {name_of(argument)}"
    if kind in MOVE_WORDS:
        return f"{MOVE_WORDS[kind]} {name_of(found[argument >> 3])} {DIRECTIONS[argument & 7]}"
    if kind in OWNED_WORDS:
        return f"{OWNED_WORDS[kind]} {name_of(found[argument >> 3])} {_deity(words, argument & 7)}"
    if kind in HEX_WORDS:
        return f"{HEX_WORDS[kind]} {name_of(found[argument])}"
    if kind == a.CLAIM:
        return f"icon {name_of(found[special_slot(words, argument >> 3)])} {RESOURCES[argument & 7]}"
    if kind == a.GIVE:
        return f"yield {name_of(found[argument >> 3])} {RESOURCES[argument & 7]}"
    raise InvalidError(f"godz: {action} is no action")


def _deity(state: Any, seat: int) -> str:
    return DEITIES[field.deity(state, seat)]


def _length(words: Sequence[str], *counts: int) -> None:
    if len(words) not in counts:
        raise InvalidError(f"{' '.join(words)!r} has {len(words)} words; {words[0]} takes {' or '.join(map(str, counts))} here")


def _name(words: Sequence[str], i: int, what: str, known: Sequence[str]) -> int:
    if words[i] not in known:
        raise unknown(repr(" ".join(words)), what, words[i], known)
    return known.index(words[i])


def _owner(state: Array, words: Sequence[str], i: int) -> int:
    """The seat of a deity in this game."""
    state_words: Any = [int(word) for word in state]
    playing = [DEITIES[deity] if (deity := field.deity(state_words, seat)) >= 0 else "" for seat in range(5)]
    return _name(words, i, "deity in this game", [name or "-" for name in playing])


def _parse_home(board: Array, state: Array, words: Sequence[str]) -> int:
    _length(words, 3)
    cell, found = _cell(words[1]), cells(board, state)
    rotation = _name(words, 2, "direction", DIRECTIONS)
    anchors = [anchor for anchor in range(1 + int(board[SEAT_COUNT])) if found[LARGE * anchor]]
    for code in (1 + PLACES * anchor + offset for anchor in anchors for offset in range(PLACES)):
        if palace_cell(board, found, code) == cell:
            return a.make(a.SETTLE, 8 * code + rotation)
    raise InvalidError(f"{' '.join(words)!r}: a Home there touches no tile with three sides")


def _parse_tile(words: Sequence[str]) -> int:
    if len(words) == 3 and words[1] in ("war", "balance"):
        values = WAR_VALUES if words[1] == "war" else BALANCE_VALUES
        value = 0 if words[2] == "?" else notation.number(words[2], f"value of a {words[1]} tile", values[0], values[-1])
        return a.make(a.WAR_DRAWN if words[1] == "war" else a.BALANCE_DRAWN, value)
    _length(words, 2)
    return a.make(a.REVEALED, _name(words, 1, "tile", TILES))


def _parse_hex(board: Array, state: Array, words: Sequence[str]) -> int:
    """Steps that name a hex."""
    verb = words[0]
    if verb in HEXES:
        _length(words, 2)
        return a.make(HEXES[verb], _slot(board, state, words[1]))
    if verb == "lay":
        _length(words, 2)
        return a.make(a.PLACE, _cell(words[1]))
    _length(words, 3)
    slot = _slot(board, state, words[1])
    if verb in MOVES:
        return a.make(MOVES[verb], 8 * slot + _name(words, 2, "direction", DIRECTIONS))
    if verb in OWNED:
        return a.make(OWNED[verb], 8 * slot + _owner(state, words, 2))
    resource = _name(words, 2, "resource", RESOURCES)
    if verb == "yield":
        return a.make(a.GIVE, 8 * slot + resource)
    for hexagon in range(SPECIAL_HEXES):
        if special_slot([int(word) for word in state], hexagon) == slot:
            return a.make(a.CLAIM, 8 * hexagon + resource)
    raise InvalidError(f"{' '.join(words)!r}: there are no icons on {words[1]}")


def parse(board: Array, state: Array, line: str) -> int:
    """The step that `line` means; inverse of `text`. `InvalidError` says what can't be read."""
    words = line.split()
    verb = words[0]
    if verb in PLAIN or verb in ROWS or verb in MIRACLES:
        _length(words, 1)
        if verb in PLAIN:
            return a.make(PLAIN[verb], 0)
        return a.make(a.ADVANCE, ROWS.index(verb)) if verb in ROWS else a.make(a.CAST, MIRACLES.index(verb))
    if verb == "home":
        return _parse_home(board, state, words)
    if verb in HEXES or verb in MOVES or verb in OWNED or verb in ("lay", "icon", "yield"):
        return _parse_hex(board, state, words)
    if verb == "tile":
        return _parse_tile(words)
    if verb == "deity":
        _length(words, 2)
        return a.make(a.CHOOSE, _name(words, 1, "deity", DEITIES))
    if verb == "glory":
        _length(words, 2)
        _name(words, 1, "Glory tile", GLORY_NAMES)
        return a.make(a.COLLECT, 0 if words[1] == "none" else int(words[1]))
    if verb == "step":
        _length(words, 2, 3)
        far = len(words) == 3 and notation.number(words[2], "length of a push", 2, 2) == 2
        return a.make(a.STEP, 2 * _name(words, 1, "direction", DIRECTIONS) + int(far))
    if verb == "stomp":
        _length(words, 2)
        return a.make(a.STOMP, _owner(state, words, 1))
    if verb == "inside":
        _length(words, 2)
        return a.make(a.FILL, notation.number(words[1], "number of Believers", 0, PIECES))
    raise unknown(repr(line), "step", verb, VERBS)


# --- phases -------------------------------------------------------------------------------------------------------------

PHASES = ("draft", "home", "turn", "believers", "march", "avatar", "walk", "build", "inside", "miracle", "who", "to", "at", "lay",
          "lose", "icon", "yield", "stack", "over")
STEPS = {
    "draft": "choosing a deity", "home": "placing a Home", "turn": "start of a turn", "believers": "Believers",
    "march": "moving Believers", "avatar": "Avatar", "walk": "moving the Avatar", "build": "building", "inside": "going inside",
    "miracle": "miracles", "lay": "laying a tile", "lose": "losing a Believer", "icon": "taking icons", "yield": "what is given",
    "stack": "a tile is revealed", "tile": "a tile is drawn",
}
AIMS = {"who": "whom", "to": "where to", "at": "where"}


def phase_name(state: Any) -> str:
    """The phase as one word of the snapshot."""
    now = PHASES[field.phase(state)]
    return "tile" if now != "over" and is_due(state) else now


def phase(board: Array, state: Array) -> str:
    """What is being decided, in words."""
    words: Any = [int(word) for word in state]
    now = phase_name(words)
    if now == "over":
        return "over"
    said = STEPS.get(now) or f"{MIRACLES[field.miracle(words)]}: {AIMS[now]}"
    if now in ("icon", "yield"):
        slot = special_slot(words, field.cursor(words)) if now == "icon" else giver(words, field.active(words))
        said += f" ({name_of(cells(board, words)[slot])})"
    return f"round {field.round_number(words)}, seat {field.mover(words)}, {said}"


def capped(board: Array, state: Array) -> bool:
    """Whether the round cap ended the game."""
    return bool(field.capped(state))


# --- positions as plain data ----------------------------------------------------------------------------------------------


def score(board: Array, state: Array) -> list[dict[str, Any]]:
    """A row a seat for result tables: points if the game ended now, and their parts."""
    words: Any = [int(word) for word in state]
    table: Any = [int(word) for word in board]
    seats = table[SEAT_COUNT]
    work, out = [0] * WORK_WORDS, [0] * (2 * SEATS)
    points(table, work, words, out)
    parts = [0] * (2 * SEATS)
    n = find_regions(table, work, words)
    find_strength(table, work, words, n)
    first = n - sum(field.specials(words, i) > 0 for i in range(SPECIALS))
    pay_regions(work, seats, 0, first, parts, 0)
    pay_regions(work, seats, first, n, parts, SEATS)
    return [{
        "points": out[SEATS + seat], "glory": field.gained(words, seat), "war": war_points(words, seat),
        "balance": balance_points(words, seat), "villages": village_points(table, words, seat), "regions": parts[seat],
        "specials": parts[SEATS + seat], "squares": squares(words, seat),
    } for seat in range(seats)]


def snapshot(board: Array, state: Array) -> dict[str, Any]:
    """Everything about a position in names, independent of the packing: what an independent engine can compare."""
    words: Any = [int(word) for word in state]
    seats, now = int(board[SEAT_COUNT]), phase_name(words)
    names = [name_of(cell) if cell else "" for cell in cells(board, words)]
    found: dict[str, Any] = {
        "round": field.round_number(words), "active": field.active(words), "phase": now,
        "mover": None if now in ("tile", "stack", "over") else field.mover(words), "capped": bool(field.capped(words)),
        "map": {name: kind_of_hex(words, slot) for slot, name in enumerate(names) if name},
        **_pieces(words, seats, names), "icons": _icons(board, words, names),
        "supply": {**{str(i + 1): field.supply(words, i) for i in range(PLAIN_GLORY)}, str(BEST_GLORY): field.best(words)},
        "stack": _stack(words), "seats": [_seat(words, seat) for seat in range(seats)],
        "pending": _pending(board, words, now, names),
    }
    if now == "over":
        out = [0] * (2 * SEATS)
        known = all(field.fours(words, seat) for seat in range(seats))  # else it is what a seat sees
        outcome([int(word) for word in board], [0] * WORK_WORDS, words, out)
        found["final"], found["ranks"] = (out[SEATS : SEATS + seats], out[:seats]) if known else (None, None)
    return found


def kind_of_hex(state: Any, slot: int) -> str:
    """What a hex is: a terrain, ``vortex``, ``palace boo``, ``s1``, ``chasm``."""
    if field.chasm(state) == slot + 1:
        return "chasm"
    if slot == 0:
        return "vortex"
    if slot < STACK_FIRST and slot % LARGE == 0:
        return f"palace {_deity(state, slot // LARGE - 1)}"
    terrain = terrain_of(state, slot)
    if terrain >= 0:
        return TERRAINS[terrain]
    return f"s{[field.specials(state, i) for i in range(SPECIALS)].index(slot - STACK_FIRST + 1) + 1}"


def _pieces(state: Any, seats: int, names: Sequence[str]) -> dict[str, Any]:
    believers: dict[str, dict[str, int]] = {}
    inside: dict[str, int] = {}
    villages: dict[str, list[Any]] = {}
    avatars: dict[str, list[Any]] = {}
    for seat in range(seats):
        if not field.homes(state, seat):
            continue
        name = _deity(state, seat)
        for v, cost in enumerate(VILLAGES):
            if field.village(state, seat, v):
                villages[names[field.village(state, seat, v) - 1]] = [name, int(cost)]
        for i in range(PIECES):
            code = piece(state, seat, i)
            if code < SLOTS:
                there = believers.setdefault(names[code], {})
                there[name] = there.get(name, 0) + 1
            elif code < field.RESERVE:
                where = names[field.village(state, seat, code - field.INSIDE) - 1]
                inside[where] = inside.get(where, 0) + 1
        avatars[name] = [names[field.avatar(state, seat)], bool(field.laid(state, seat))]
    return {"believers": believers, "inside": inside, "villages": villages, "avatars": avatars}


def _icons(board: Array, state: Any, names: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for hexagon in range(SPECIAL_HEXES):
        for i in range(ICONS):
            owner = field.icons(state, ICONS * hexagon + i) - 1
            if owner >= 0:
                there = found.setdefault(names[special_slot(state, hexagon)], {})
                holders = there.setdefault(RESOURCES[icon_of(board, hexagon, i) - 1], [])
                holders.append(_deity(state, owner))
                holders.sort()
    return found


def _stack(state: Any) -> dict[str, int]:
    drawn = field.tile(state) - 1 - len(TERRAINS)
    special = sum(stack_left(state, kind) for kind in range(len(TERRAINS), KINDS)) - (drawn >= 0)
    return {**{name: stack_left(state, i) for i, name in enumerate(TERRAINS)}, "special": special}


def _seat(state: Any, seat: int) -> dict[str, Any]:
    codes = [piece(state, seat, i) for i in range(PIECES)]
    deity = field.deity(state, seat)
    name = DEITIES[deity] if deity >= 0 else None
    drafted = OVERLAYS if phase_name(state) == "draft" else 0  # taken with the deity; the state has them from the first Home on
    deserts, forests = drafted or field.deserts(state), drafted or field.forests(state)
    overlays = {"bau": deserts, "fiu": forests, "tud": int(field.chasm(state) == 0)}
    wars, balances = field.wars(state, seat), field.balances(state, seat)
    high, middle, two = field.fours(state, seat) - 1, field.threes(state, seat) - 1, field.twos(state, seat) - 1
    return {
        "deity": name, "reserve": codes.count(field.RESERVE),
        "mat": [place for i, place in enumerate(MAT) if field.ON_MAT + i in codes], "column": field.column(state, seat),
        "levels": [field.level(state, seat, i) for i in range(len(RESOURCES))], "glory": field.gained(state, seat),
        "tiles": field.tiles(state, seat), "wars": wars, "balances": balances,
        "war": [wars - high - middle, middle, high] if high >= 0 else None if wars else [0, 0, 0],
        "balance": [balances - two, two] if two >= 0 else None if balances else [0, 0],
        "overlays": overlays.get(name or "", 0),
    }


def _pending(board: Array, state: Any, now: str, names: Sequence[str]) -> dict[str, Any] | None:
    left = field.points(state)
    if now in ("march", "walk") or (now in ("believers", "avatar") and board[INTERLEAVE] and left):
        return {"points": left}
    if now == "inside":
        return {"village": names[field.village(state, field.active(state), field.cursor(state)) - 1]}
    if now == "to" and field.miracle(state) not in (MIRACLES.index("life"), MIRACLES.index("dead")):
        owner = _deity(state, field.victim(state))
        return {"miracle": MIRACLES[field.miracle(state)], "hex": names[field.source(state)], "owner": owner}
    if now in ("who", "to", "at", "stack"):
        return {"miracle": MIRACLES[field.miracle(state)]}
    if now == "lose":
        return {"miracle": "pestilence"}
    if now == "lay":
        return {"tile": TILES[field.tile(state) - 1]}
    if now == "icon":
        return {"hex": names[special_slot(state, field.cursor(state))]}
    if now == "yield":
        return {"hex": names[giver(state, field.active(state))]}
    return None
