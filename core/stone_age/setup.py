"""The deal: the cards and tiles turned up at first, and the first position of a description (docs/games/stone-age.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import Option
from mutapa.core.stone_age.board import (
    CARD_FACE,
    CROWD,
    FORBID_AT_MAX,
    HUNT_REPEAT,
    POWER,
    ROUND_CAP,
    SEAT_COUNT,
    SUPPLY,
    TILE_POINTS,
    TILE_PRICE,
    UNUSED_SCORES,
    VILLAGE,
)
from mutapa.core.stone_age.chance import ONE_DRAW, show_card, show_tile
from mutapa.core.stone_age.figures import (
    CARDS,
    FIRST_FOOD,
    FIRST_PEOPLE,
    SEATS_MAX,
    SPACES,
    STACK,
    SUPPLIES,
    TILES,
    bottom_of,
    price_of,
    top_of,
)
from mutapa.core.stone_age.layout import (
    PLACE,
    STATE_WORDS,
    ZERO,
    set_cards,
    set_food,
    set_hand,
    set_people,
    set_phase,
    set_round,
    set_score,
    set_sizes,
    set_tops,
)
from mutapa.core.stone_age.weights import WEIGHTS
from mutapa.core.streams import Array, below

ALL_WORDS = WEIGHTS.first + len(WEIGHTS)
CARD_NAMES = tuple(name for name, _ in CARDS)
TILE_NAMES = tuple(name for name, _ in TILES)
OPTIONS = {option.name: option for option in (
    Option("place_at_max", "allow", "hut, field and tool maker where they have no effect any more (1)", ("allow", "forbid")),
    Option("hunt_repeat", "off", "the hunt may be chosen again in the same round (1)", ("off", "on")),
    Option("supply_cap", "none", "resources in the game: no limit, 20/16/12/10, or 28/18/12/10 (3)", ("none", "old", "new")),
    Option("unused_choice_scores", "on", "two resources of choice left at the end are worth 2 points (8.5)", ("on", "off")),
    Option("round_cap", 0, "the game ends after so many rounds; 0: never (8.6)", limits=(0, 1000)),
)}


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    """Draw the four cards and the top tiles: everything random about a deal."""
    cards = [name for name, copies in CARDS for _ in range(copies)]
    tiles = [name for name, copies in TILES for _ in range(copies)]
    return {
        "game": "stone_age", "seats": seats, "cards": [cards.pop(below(rng, len(cards))) for _ in range(SPACES)],
        "buildings": [tiles.pop(below(rng, len(tiles))) for _ in range(seats)], "options": dict(options),
    }


def _kinds(description: Mapping[str, Any], entry: str, known: Mapping[str, int], count: int | None) -> list[int]:
    """Kinds named by an entry, each no more often than it exists."""
    names = description.get(entry, [])
    if not isinstance(names, Sequence) or isinstance(names, str) or (count is not None and len(names) != count):
        right = "a list of names" if count is None else f"a list of {count} names"
        raise InvalidError(f"set-up: {entry} is {names!r:.60}; {right} belongs there")
    listed = list(known)
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise unknown("set-up", f"name in {entry}", name, listed)
        if names.count(name) > known[name]:
            raise InvalidError(f"set-up: {entry} has {name} {names.count(name)} times; it exists {known[name]} times")
    return [listed.index(name) for name in names]


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    """The board and the first position of a description; `InvalidError` says what is wrong with one."""
    seats = description["seats"]
    if type(seats) is not int or not 2 <= seats <= SEATS_MAX:
        raise InvalidError(f"set-up: {seats!r} seats; Stone Age is played by 2 to {SEATS_MAX}")
    known = ("game", "seats", "cards", "buildings", "out", "stack", "options")
    for name in description:
        if name not in known:
            raise unknown("set-up", "entry", name, known)
    options = {name: option.default for name, option in OPTIONS.items()} | dict(description.get("options", {}))
    copies = dict(CARDS)
    shown = _kinds(description, "cards", copies, SPACES)
    out = _kinds(description, "out", copies, None)
    for kind in out:
        if (shown + out).count(kind) > CARDS[kind][1]:
            raise InvalidError(f"set-up: {CARDS[kind][0]} is displayed and out of the game; it exists {CARDS[kind][1]} times")
    tops = _kinds(description, "buildings", dict(TILES), seats)
    stack = description.get("stack", STACK)
    if type(stack) is not int or not 1 <= stack <= STACK:
        raise InvalidError(f"set-up: stack is {stack!r}; a stack has 1 to {STACK} tiles")
    return _board(seats, options), _state(seats, shown, out, tops, stack)


def _board(seats: int, options: Mapping[str, Any]) -> Array:
    board = np.zeros(ALL_WORDS, np.int64)
    WEIGHTS.fill(board)
    board[SEAT_COUNT], board[ROUND_CAP] = seats, options["round_cap"]
    board[FORBID_AT_MAX] = options["place_at_max"] == "forbid"
    board[HUNT_REPEAT] = options["hunt_repeat"] == "on"
    board[UNUSED_SCORES] = options["unused_choice_scores"] == "on"
    board[VILLAGE] = 3 if seats == 4 else 2
    board[CROWD] = {2: 1, 3: 2, 4: 4}[seats]
    board[SUPPLY : SUPPLY + 4] = SUPPLIES[options["supply_cap"]]
    board[POWER : POWER + ONE_DRAW + 1] = [6**n for n in range(ONE_DRAW + 1)]
    for kind, name in enumerate(CARD_NAMES):
        effect, amount, resource = top_of(name)
        bottom, bearers = bottom_of(name)
        board[CARD_FACE + kind] = effect | amount << 4 | resource << 8 | bottom << 10 | bearers << 14
    for kind, name in enumerate(TILE_NAMES):
        total, kinds, each = price_of(name)
        board[TILE_PRICE + kind] = total | kinds << 3 | sum(n << (6 + 3 * k) for k, n in enumerate(each))
        board[TILE_POINTS + kind] = sum(n * (3 + k) for k, n in enumerate(each))
    return board


def _state(seats: int, shown: list[int], out: list[int], tops: list[int], stack: int) -> Array:
    state = np.zeros(STATE_WORDS, np.int64)
    for seat in range(seats):
        set_people(state, seat, FIRST_PEOPLE)
        set_hand(state, seat, FIRST_PEOPLE)
        set_food(state, seat, FIRST_FOOD)
        set_score(state, seat, ZERO)
    for kind in out:
        show_card(state, kind)
    for space, kind in enumerate(shown):
        set_cards(state, space, kind + 1)
        show_card(state, kind)
    for i, kind in enumerate(tops):
        set_tops(state, i, kind + 1)
        set_sizes(state, i, stack)
        show_tile(state, kind)
    set_round(state, 1)
    set_phase(state, PLACE)
    return state
