"""The deal: deities and figures of a description, and the first position (docs/games/godz.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import Option
from mutapa.core.godz.board import (
    AVATAR_SIEGE,
    BIAS,
    BONUS,
    CHASM_COUNTS,
    COLUMNS,
    ENTER_VILLAGE,
    FACE,
    FIDUS_BOTH,
    INTERLEAVE,
    LAID_ACTS,
    LAST_ROUND,
    LOWER_GLORY,
    MARTIN_PUSH,
    OFFSETS,
    PENALTY,
    POINTS,
    POWER_ON_VILLAGE,
    RINGS,
    ROUND_CAP,
    SEAT_COUNT,
    SIEGE,
    STAR,
    WAR,
)
from mutapa.core.godz.figures import (
    CENTER,
    DEITIES,
    EACH_TERRAIN,
    HOME_OFFSETS,
    HOMES,
    ICONS,
    LARGE,
    MAT,
    PATHS,
    PIECES,
    PLAIN_GLORY,
    RESOURCES,
    RING,
    SEATS_MAX,
    SPECIAL_TILES,
    SPECIALS,
    TERRAINS,
    VILLAGE_POINTS,
)
from mutapa.core.godz.layout import (
    DRAFT,
    ON_MAT,
    PIECES_WORD,
    STATE_WORDS,
    set_avatar,
    set_best,
    set_deities,
    set_fours,
    set_left,
    set_level,
    set_phase,
    set_round,
    set_supply,
    set_threes,
    set_twos,
)
from mutapa.core.godz.map import cell_of
from mutapa.core.godz.rounds import begin_homes, furnish
from mutapa.core.godz.weights import WEIGHTS
from mutapa.core.streams import Array, below

SWITCHES = {
    INTERLEAVE: ("interleave", "on"), ENTER_VILLAGE: ("enter_village", "on"), LAID_ACTS: ("laid_acts", "on"),
    LOWER_GLORY: ("lower_glory", "on"), POWER_ON_VILLAGE: ("power_on_village", "on"), FIDUS_BOTH: ("fidus", "both"),
    CHASM_COUNTS: ("chasm_counts", "on"), MARTIN_PUSH: ("martin_push", "on"), LAST_ROUND: ("last_round", "on"),
}
OPTIONS = {option.name: option for option in (
    Option("columns", 4, "columns of the Path of Power, each set of figures whole (R57)", (4, 5)),
    Option("village_points", "2-3-4", "points of the Villages 5, 7, 9 at the end", tuple(VILLAGE_POINTS)),
    Option("draft", "off", "deities are chosen in the order of seats (R5)", ("off", "on")),
    Option("interleave", "off", "movement points are kept through the action (R9)", ("off", "on")),
    Option("enter_village", "off", "Believers may enter an own Village next door (R11)", ("off", "on")),
    Option("laid_acts", "on", "a laid Avatar may stomp, besiege and appoint (R16)", ("on", "off")),
    Option("lower_glory", "on", "Glory tiles below the best one may be taken (R20)", ("on", "off")),
    Option("power_on_village", "off", "A'Tua and Rocky give their resource on a Village hex too (R31)", ("off", "on")),
    Option("fidus", "one", "Fidus gives Faith or Food, or both (R32)", ("one", "both")),
    Option("chasm_counts", "on", "a Chasm counts as a hex for laying tiles (R1)", ("on", "off")),
    Option("martin_push", "off", "Martin draws for Believers crushed by a push too (R29)", ("off", "on")),
    Option("last_round", "off", "the round is finished when a seat has six squares (R38)", ("off", "on")),
    Option("round_cap", 60, "the game ends after so many rounds; 0: never (R39)", limits=(0, 1000)),
)}
ALL_WORDS = WEIGHTS.first + len(WEIGHTS)
"""Length of the board array: what the rules read, then the expert's numbers."""
SETS = ("path", "center", "homes", "specials", "village_points")
"""Names of the sets of figures that a set-up may replace."""


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """Draw the deities, unless they are drafted: all that is random about a deal."""
    pool = list(DEITIES)
    drawn = [] if options["draft"] == "on" else [pool.pop(below(rng, len(pool))) for _ in range(seats)]
    return {"game": "godz", "seats": seats, "deities": drawn, "options": dict(options)}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """The board and the first position of a description; `InvalidError` says what is wrong with one."""
    seats = description["seats"]
    if type(seats) is not int or not 2 <= seats <= SEATS_MAX:
        raise InvalidError(f"set-up: {seats!r} seats; GodZ is played by 2 to {SEATS_MAX}")
    known = ("game", "seats", "deities", "figures", "options")
    for name in description:
        if name not in known:
            raise unknown("set-up", "entry", name, known)
    options = {name: option.default for name, option in OPTIONS.items()} | dict(description.get("options", {}))
    deities = _deities(description.get("deities"), 0 if options["draft"] == "on" else seats)
    board = _board(seats, options, _figures(description.get("figures", {}), options))
    return board, _state(board, seats, deities)


def _deities(names: Any, count: int) -> list[int]:
    if not isinstance(names, Sequence) or isinstance(names, str) or len(names) != count:
        right = f"a list of {count} names" if count else "an empty list, since deities are drafted,"
        raise InvalidError(f"set-up: deities is {names!r:.60}; {right} belongs there")
    for name in names:
        if not isinstance(name, str) or name not in DEITIES:
            raise unknown("set-up", "deity", str(name), DEITIES)
        if names.count(name) > 1:
            raise InvalidError(f"set-up: deities has {name} {names.count(name)} times; each deity is one seat's")
    return [DEITIES.index(name) for name in names]


# --- figures ----------------------------------------------------------------------------------------------------------


def _figures(given: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """All sets of figures: those of the options, or those given instead."""
    figures: dict[str, Any] = {
        "path": PATHS[options["columns"]], "center": CENTER, "homes": HOMES, "specials": SPECIAL_TILES,
        "village_points": VILLAGE_POINTS[options["village_points"]],
    }
    for name, value in _map(given, "figures", SETS, whole=False).items():
        figures[name] = CHECKS[name](value, f"figures: {name}")
    return figures


def _map(value: Any, where: str, keys: Sequence[str], whole: bool = True) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidError(f"set-up: {where} is {value!r:.60}; an object with {', '.join(keys)} belongs there")
    for key in value:
        if key not in keys:
            raise unknown(f"set-up: {where}", "entry", str(key), keys)
    missing = [key for key in keys if key not in value]
    if whole and missing:
        raise InvalidError(f"set-up: {where} has no {missing[0]}; the set is replaced whole: {', '.join(keys)}")
    return dict(value)


def _numbers(value: Any, where: str, counts: Sequence[int], most: int) -> list[int]:
    right = isinstance(value, Sequence) and not isinstance(value, str) and len(value) in counts
    if not right or any(type(each) is not int or not 0 <= each <= most for each in value):
        size = " or ".join(map(str, counts))
        raise InvalidError(f"set-up: {where} is {value!r:.60}; a list of {size} numbers from 0 to {most} belongs there")
    return list(value)


def _names(value: Any, where: str, counts: Sequence[int], known: Sequence[str]) -> list[str]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) not in counts:
        size = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        raise InvalidError(f"set-up: {where} is {value!r:.60}; a list of {size} names belongs there")
    for name in value:
        if not isinstance(name, str) or name not in known:
            raise unknown(f"set-up: {where}", "name", str(name), known)
    return list(value)


def _path(value: Any, where: str) -> dict[str, list[int]]:
    most = {"bonus": 9, "penalty": 7, "war": PIECES, "siege": PIECES, "avatar_siege": 1}
    given = _map(value, where, list(most))
    found = {name: _numbers(given[name], f"{where} {name}", (4, 5), most[name]) for name in most}
    for name, numbers in found.items():
        if len(numbers) != len(found["bonus"]):
            said = f"{where} {name} has {len(numbers)} columns, bonus {len(found['bonus'])}"
            raise InvalidError(f"set-up: {said}; all lists of a path are as long")
    return found


def _center(value: Any, where: str) -> dict[str, list[str]]:
    given = _map(value, where, ("icons", "ring"))
    icons = _names(given["icons"], f"{where} icons", range(1, ICONS + 1), RESOURCES)
    return {"icons": icons, "ring": _names(given["ring"], f"{where} ring", (RING,), TERRAINS)}


def _homes(value: Any, where: str) -> dict[str, list[str]]:
    given = _map(value, where, DEITIES)
    return {name: _names(given[name], f"{where} {name}", (RING,), TERRAINS) for name in DEITIES}


def _specials(value: Any, where: str) -> list[dict[str, Any]]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != SPECIALS:
        raise InvalidError(f"set-up: {where} is {value!r:.60}; a list of {SPECIALS} tiles belongs there")
    found = []
    for i, each in enumerate(value):
        given = _map(each, f"{where} {i + 1}", ("icons", "star"))
        icons = _names(given["icons"], f"{where} {i + 1} icons", range(1, ICONS + 1), RESOURCES)
        found.append({"icons": icons, "star": _numbers([given["star"]], f"{where} {i + 1} star", (1,), 99)[0]})
    return found


def _village_points(value: Any, where: str) -> list[int]:
    return _numbers(value, where, (3,), 99)


CHECKS = {"path": _path, "center": _center, "homes": _homes, "specials": _specials, "village_points": _village_points}


# --- arrays -----------------------------------------------------------------------------------------------------------


def _packed(names: Sequence[str], known: Sequence[str]) -> int:
    return sum((known.index(name) + 1) << (3 * i) for i, name in enumerate(names))


def _board(seats: int, options: Mapping[str, Any], figures: Mapping[str, Any]) -> Array:
    board = np.zeros(ALL_WORDS, np.int64)
    WEIGHTS.fill(board)
    board[SEAT_COUNT], board[ROUND_CAP] = seats, options["round_cap"]
    for word, (name, value) in SWITCHES.items():
        board[word] = options[name] == value
    path = figures["path"]
    columns = len(path["bonus"])
    board[COLUMNS] = columns
    for word, name in ((BONUS, "bonus"), (PENALTY, "penalty"), (WAR, "war"), (SIEGE, "siege"), (AVATAR_SIEGE, "avatar_siege")):
        board[word + 1 : word + 1 + columns] = path[name]
    board[POINTS : POINTS + 3] = figures["village_points"]
    board[FACE] = _packed(figures["center"]["icons"], RESOURCES)
    board[RINGS] = _packed(figures["center"]["ring"], TERRAINS)
    for i, special in enumerate(figures["specials"]):
        board[FACE + 1 + i], board[STAR + 1 + i] = _packed(special["icons"], RESOURCES), special["star"]
    for i, name in enumerate(DEITIES):
        board[RINGS + 1 + i] = _packed(figures["homes"][name], TERRAINS)
    board[OFFSETS : OFFSETS + 2 * RING] = [cell_of(q, r) - cell_of(0, 0) + BIAS for q, r in HOME_OFFSETS]
    return board


def _state(board: Array, seats: int, deities: Sequence[int]) -> Array:
    state = np.zeros(STATE_WORDS, np.int64)
    for seat in range(seats):
        palace = LARGE * (seat + 1)
        codes = [palace] * (PIECES - len(MAT)) + [ON_MAT + i for i in range(len(MAT))]
        state[PIECES_WORD + seat] = sum(code << (7 * i) for i, code in enumerate(codes))
        set_avatar(state, seat, palace)
        for resource in range(len(RESOURCES)):
            set_level(state, seat, resource, 1)
        set_fours(state, seat, 1)
        set_threes(state, seat, 1)
        set_twos(state, seat, 1)
    for value in range(PLAIN_GLORY):
        set_supply(state, value, seats)
    set_best(state, 1)
    for terrain in range(len(TERRAINS)):
        set_left(state, terrain, EACH_TERRAIN)
    set_round(state, 1)
    furnish(board, state)
    set_phase(state, DRAFT)
    for seat, deity in enumerate(deities):
        set_deities(state, seat, deity + 1)
    if deities:
        begin_homes(board, state)
    return state
