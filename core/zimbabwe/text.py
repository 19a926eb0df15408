"""Notation, the phase in words, and positions as plain data (docs/games/zimbabwe.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.core import notation
from mutapa.core.errors import InvalidError, unknown
from mutapa.core.streams import Array
from mutapa.core.zimbabwe import actions as a
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.board import SEALED, SEAT_COUNT
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import BIG, CRAFTSMEN, GODS, HERD, HERD_UNITS, KINDS, RESOURCES, SPECIALISTS
from mutapa.core.zimbabwe.grid import SIDE, row_column, square
from mutapa.core.zimbabwe.placing import owner_word
from mutapa.core.zimbabwe.reach import resource_square
from mutapa.core.zimbabwe.score import outcome

PLAIN = {"pass": a.PASS, "take": a.TAKE, "build": a.BUILD, "prices": a.PRICES, "done": a.FINISH, "end": a.END}
PLAIN_WORDS = {kind: word for word, kind in PLAIN.items()}
SQUARES = {"first": a.FIRST_MONUMENT, "raise": a.RAISE}
SQUARE_WORDS = {kind: word for word, kind in SQUARES.items()}
CRAFT_VERBS = {"good": a.BUY, "from": a.FROM}
WAYS = ("", " h", " v")


def square_name(code: int) -> str:
    """Name of a square code: ``a1`` top left."""
    row, column = row_column(code)
    return notation.square(row * SIDE + column, SIDE)


def square_code(name: str) -> int:
    """Square code of a name; `InvalidError` if it is none."""
    cell = notation.cell(name, SIDE, SIDE)
    return square(cell // SIDE, cell % SIDE)


def text(board: Array, state: Array, action: int) -> str:
    """The step in words."""
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if kind in SQUARE_WORDS:
        return f"{SQUARE_WORDS[kind]} {square_name(argument)}"
    if kind == a.BID:
        return f"bid {argument}"
    if kind == a.SEAL:
        return f"seal {argument - 1 if argument else '?'}"
    if kind == a.REVEAL:
        return f"reveal {argument}"
    if kind == a.CHOOSE_GOD:
        return f"god {GODS[argument]}"
    if kind in (a.HIRE, a.USE):
        which, units = argument >> 2, argument & 3
        return f"{'hire' if kind == a.HIRE else 'use'} {SPECIALISTS[which]}" + (f" {2 * units}" if which == HERD else "")
    if kind == a.PLACE:
        return f"place {CRAFTSMEN[argument]}"
    if kind == a.AT:
        return f"at {square_name(argument >> 2)}{WAYS[argument & 3]}"
    if kind == a.SUPPLY:
        return f"supply {RESOURCES[argument]}"
    if kind == a.PRICE:
        return f"price {CRAFTSMEN[argument >> 2]} {argument & 3}"
    if kind in (a.BUY, a.FROM):
        return f"{'good' if kind == a.BUY else 'from'} {CRAFTSMEN[argument >> 9]} {square_name(argument & 511)}"
    if kind == a.RESOURCE:
        return f"use {square_name(argument)}"
    raise InvalidError(f"zimbabwe: {action} is no action")


def _name(words: Sequence[str], i: int, what: str, known: Sequence[str]) -> int:
    if len(words) <= i:
        raise InvalidError(f"{' '.join(words)!r}: a {what} is missing; known: {', '.join(known)}")
    if words[i] not in known:
        raise unknown(repr(" ".join(words)), what, words[i], known)
    return known.index(words[i])


def _length(words: Sequence[str], n: int) -> None:
    if len(words) != n:
        count = "1 word" if len(words) == 1 else f"{len(words)} words"
        raise InvalidError(f"{' '.join(words)!r} has {count}; {words[0]} takes {n}")


def _parse_use(words: Sequence[str]) -> int:
    if words[0] == "use" and len(words) == 2 and words[1] not in SPECIALISTS:
        try:
            return a.make(a.RESOURCE, square_code(words[1]))
        except InvalidError:
            raise unknown(repr(" ".join(words)), "specialist or square", words[1], SPECIALISTS) from None
    kind = a.HIRE if words[0] == "hire" else a.USE
    which = _name(words, 1, "specialist", SPECIALISTS)
    _length(words, 3 if which == HERD else 2)
    units = notation.number(words[2], "number of cattle (2, 4 or 6)", 2, 2 * HERD_UNITS) // 2 if which == HERD else 0
    if which == HERD and str(2 * units) != words[2]:
        raise InvalidError(f"{' '.join(words)!r}: the herd takes 2, 4 or 6 cattle")
    return a.make(kind, 4 * which + units)


def parse(board: Array, state: Array, line: str) -> int:
    """The step that `line` means; inverse of `text`. `InvalidError` says what can't be read."""
    words = line.split()
    verb = words[0]
    if verb in PLAIN:
        _length(words, 1)
        return a.make(PLAIN[verb], 0)
    if verb in SQUARES:
        _length(words, 2)
        return a.make(SQUARES[verb], square_code(words[1]))
    if verb == "bid":
        _length(words, 2)
        return a.make(a.BID, notation.number(words[1], "gift", 1, a.ARGUMENT))
    if verb == "seal":
        _length(words, 2)
        unknown_amount = words[1] == "?"
        return a.make(a.SEAL, 0 if unknown_amount else 1 + notation.number(words[1], "amount", 0, a.ARGUMENT - 1))
    if verb == "reveal":
        _length(words, 2)
        return a.make(a.REVEAL, notation.number(words[1], "amount", 0, a.ARGUMENT))
    if verb == "god":
        _length(words, 2)
        return a.make(a.CHOOSE_GOD, _name(words, 1, "god", GODS))
    if verb in ("hire", "use"):
        return _parse_use(words)
    if verb == "place":
        _length(words, 2)
        return a.make(a.PLACE, _name(words, 1, "craftsman", CRAFTSMEN))
    if verb == "at":
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in "hv"):
            raise InvalidError(f"{line!r}: a square belongs after 'at', and h or v where the thing has two ways to lie")
        return a.make(a.AT, 4 * square_code(words[1]) + (0 if len(words) == 2 else 1 + "hv".index(words[2])))
    if verb == "supply":
        _length(words, 2)
        return a.make(a.SUPPLY, _name(words, 1, "resource", RESOURCES))
    if verb == "price":
        _length(words, 3)
        return a.make(a.PRICE, 4 * _name(words, 1, "craftsman", CRAFTSMEN) + notation.number(words[2], "price", 1, 3))
    if verb in CRAFT_VERBS:
        _length(words, 3)
        return a.make(CRAFT_VERBS[verb], 512 * _name(words, 1, "craftsman", CRAFTSMEN) + square_code(words[2]))
    verbs = [*PLAIN, *SQUARES, *CRAFT_VERBS, "bid", "seal", "reveal", "god", "hire", "use", "place", "at", "supply", "price"]
    raise unknown(repr(line), "step", verb, verbs)


STEPS = {
    field.ROOT: "choosing an action", field.AT_MONUMENT: "placing a monument", field.AT_SECOND: "placing a second monument",
    field.CRAFT: "placing craftsmen", field.AT_TILE: "placing a craftsman", field.NEW_PRICE: "pricing a new technology",
    field.PRICE_STEP: "raising prices", field.DZIVA_STEP: "setting prices by Dziva", field.SUPPLY_KIND: "choosing a resource",
    field.AT_SUPPLY: "placing a resource", field.AT_RAIN: "placing water", field.RAISE_NEXT: "raising monuments",
    field.GOOD: "buying a good", field.GOOD_USE: "using a resource", field.GOOD_FROM: "buying a primary good",
    field.GOOD_FROM_USE: "using a resource for the primary good",
}
PHASES = ("first", "auction", "turn", "over")


def phase(board: Array, state: Array) -> str:
    """What is being decided, in words."""
    now, seat = field.phase(state), field.mover(state)
    if now == field.DONE:
        return "over"
    if now == field.FIRST:
        return f"seat {seat}, first monument"
    if now == field.AUCTION and board[SEALED]:
        doing = "amounts are shown" if field.revealing(state) else "a sealed amount"
        return f"round {field.round_number(state)}, seat {seat}, auction, {doing}"
    if now == field.AUCTION:
        return f"round {field.round_number(state)}, seat {seat}, auction at gift {field.gift(state)}"
    return f"round {field.round_number(state)}, seat {seat}, {STEPS[field.pending(state)]}"


def capped(board: Array, state: Array) -> bool:
    """Whether the round cap ended the game."""
    return bool(field.capped(state))


def score(board: Array, state: Array) -> list[dict[str, Any]]:
    """A row a seat for result tables."""
    words = [int(word) for word in state]
    return [{
        "VP": field.vp(words, seat), "VR": field.vr(words, seat), "cattle": field.cattle(words, seat),
        "god": GODS[field.god(words, seat) - 1] if field.god(words, seat) else "",
        "monuments": sum(owner_word(words, seat, w).bit_count() for w in range(6)),
    } for seat in range(int(board[SEAT_COUNT]))]


def monuments(board: Array, state: Array) -> list[tuple[int, int, int]]:
    """(square code, owner, level) of every monument, ascending."""
    found = []
    for seat in range(int(board[SEAT_COUNT])):
        for w in range(6):
            word = int(owner_word(state, seat, w))
            found += [(w * 64 + bit, seat, int(level_at(state, w * 64 + bit))) for bit in range(54) if word >> bit & 1]
    return sorted(found)


def craftsmen(state: Array) -> list[tuple[int, int, str, int]]:
    """(anchor code, type, "h", "v" or "" for the big ones, owner) of every craftsman."""
    found = []
    for slot in range(3 * KINDS):
        value = int(field.tile(state, slot))
        if value:
            way = "" if (BIG >> (slot // 3)) & 1 else "hv"[value >> 9 & 1]
            found.append((value & 511, slot // 3, way, (value >> 10) - 1))
    return found


def snapshot(board: Array, state: Array) -> dict[str, Any]:
    """Everything about a position in names and squares, independent of the packing: what an independent engine can compare."""
    words: Any = [int(word) for word in state]
    seats = int(board[SEAT_COUNT])
    now = field.phase(words)
    ranks = [0] * 16
    if now == field.DONE:
        outcome(board, [], words, ranks)
    cards = [(field.card_owner(words, card), card) for card in range(2 * KINDS)]
    card_cattle = {f"{CRAFTSMEN[card // 2]}/{card % 2}": field.card_cattle(words, card) for owner, card in cards if owner}
    hired = {name: i for i, name in enumerate(SPECIALISTS) if field.specialist_owner(words, i)}
    card_cattle |= {name: field.specialist_cattle(words, i) for name, i in hired.items()}
    if any(field.god(words, seat) == GODS.index("qamata") + 1 for seat in range(seats)):
        card_cattle["qamata"] = field.god_cattle(words)
    once, twice = words[field.USED], words[field.USED + 1]
    used = [(resource_square(board, words, i), 1 + (twice >> i & 1)) for i in range(48) if once >> i & 1]
    first_of = (0, 6, 10, 13, 16)
    slots = [(i, kind) for kind in range(4) for i in range(first_of[kind], first_of[kind + 1])]
    extra = [(field.added(words, i) - 1, kind) for i, kind in slots if field.added(words, i)]
    rain = [field.rain_tile(words, i) - 1 for i in range(8) if field.rain_tile(words, i)]
    return {
        "phase": PHASES[now], "round": field.round_number(words), "seat": None if now == field.DONE else field.mover(words),
        "cattle": [field.cattle(words, seat) for seat in range(seats)],
        "vp": [field.vp(words, seat) for seat in range(seats)], "vr": [field.vr(words, seat) for seat in range(seats)],
        "god": [GODS[field.god(words, seat) - 1] if field.god(words, seat) else None for seat in range(seats)],
        "specialists": {name: (field.specialist_owner(words, i) - 1 if field.specialist_owner(words, i) else None)
                        for i, name in enumerate(SPECIALISTS)},
        "technologies": sorted([owner - 1, CRAFTSMEN[card // 2], card % 2, field.card_price(words, card)]
                               for owner, card in cards if owner),
        "card_cattle": card_cattle,
        "monuments": sorted([square_name(code), owner, level] for code, owner, level in monuments(board, words)),
        "craftsmen": sorted([square_name(code), CRAFTSMEN[kind], way, owner] for code, kind, way, owner in craftsmen(words)),
        "used": sorted([square_name(int(code)), n] for code, n in used),
        "added": sorted([square_name(code), RESOURCES[kind]] for code, kind in extra),
        "rain": sorted([square_name(value >> 1), "hv"[value & 1]] for value in rain),
        "order": [field.order(words, i) for i in range(seats)] if now in (field.TURN, field.DONE) else [],
        "stack": [field.stack(words, i) for i in range(seats)],
        "sealed": [field.sealed(words, seat) - 1 if field.sealed(words, seat) else None for seat in range(seats)],
        "result": ranks[:seats] if now == field.DONE else None,
    }
