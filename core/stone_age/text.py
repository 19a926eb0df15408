"""Notation, the phase in words, and positions as plain data (docs/games/stone-age.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.core import notation
from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import SEATS
from mutapa.core.stone_age import actions as a
from mutapa.core.stone_age import layout as field
from mutapa.core.stone_age.board import SEAT_COUNT
from mutapa.core.stone_age.chance import ALL_TILES, kind_of_card, kind_of_tile, unseen_cards
from mutapa.core.stone_age.figures import BUILDING, CARD, FIRST_FREE, GAINS, HUT, PLACES, RESOURCES, RIVER, SYMBOLS, TOOLS
from mutapa.core.stone_age.rounds import deck
from mutapa.core.stone_age.score import outcome, points
from mutapa.core.stone_age.setup import CARD_NAMES, TILE_NAMES
from mutapa.core.stone_age.toolbox import SLOTS
from mutapa.core.streams import Array

PLAIN = {"choose": a.CHOOSE_TWO, "starve": a.STARVE}
PLAIN_WORDS = {kind: word for word, kind in PLAIN.items()}
FACES = (*RESOURCES, "tool", "field")
NATURE = {"turn": (a.TURNED, TILE_NAMES), "draw": (a.DRAWN, CARD_NAMES), "card": (a.DISPLAYED, CARD_NAMES)}
NATURE_WORDS = {kind: (word, names) for word, (kind, names) in NATURE.items()}
VERBS = ("place", "use", "buy", "choose", "done", "add", "pay", "take", "pick", "starve", "roll", "dice", *NATURE)
ONE_USE = (2, 3, 4)


def text(board: Array, state: Array, action: int) -> str:
    """The step in words."""
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if kind == a.PUT:
        where, n = argument >> 4, argument & 15
        return f"place {PLACES[where]}" + (f" {n}" if where <= RIVER else "")
    if kind in (a.USE, a.BUY):
        return f"{'use' if kind == a.USE else 'buy'} {PLACES[argument]}"
    if kind in (a.FINISH, a.PAY_END):
        return "done"
    if kind == a.ADD:
        values = [value for value in (1, 2, 3, 4) for _ in range(argument >> 2 * (value - 1) & 3)]
        ones = [value for i, value in enumerate(ONE_USE) if argument >> (8 + i) & 1]
        return " ".join(["add", *map(str, values), *(["once", *map(str, ones)] if ones else [])]) if argument else "add none"
    if kind == a.PAY_ONE:
        return f"pay {RESOURCES[argument]}"
    if kind == a.TAKE:
        return f"take {RESOURCES[argument >> 2]} {RESOURCES[argument & 3]}"
    if kind == a.CLAIM:
        return f"pick {FACES[argument - 1]}"
    if kind == a.ROLLED:
        return f"roll {argument}"
    if kind == a.DICE_FACES:
        return " ".join(["dice", *(str(face + 1) for face in range(6) for _ in range(argument >> 3 * face & 7))])
    if kind in NATURE_WORDS:
        word, names = NATURE_WORDS[kind]
        return f"{word} {names[argument - 1] if argument else '?'}"
    raise InvalidError(f"stone_age: {action} is no action")


def _length(words: Sequence[str], n: int) -> None:
    if len(words) != n:
        count = "1 word" if len(words) == 1 else f"{len(words)} words"
        raise InvalidError(f"{' '.join(words)!r} has {count}; {words[0]} takes {n} here")


def _name(words: Sequence[str], i: int, what: str, known: Sequence[str]) -> int:
    if len(words) <= i:
        raise InvalidError(f"{' '.join(words)!r}: a {what} is missing; known: {', '.join(known[:12])}")
    if words[i] not in known:
        raise unknown(repr(" ".join(words)), what, words[i], known)
    return known.index(words[i])


def _parse_place(words: Sequence[str]) -> int:
    """`place`, `use` and `buy`: a place in one or two words, and people where it takes a number of them."""
    if len(words) < 2:
        raise InvalidError(f"{' '.join(words)!r}: a place is missing; known: {', '.join(PLACES)}")
    size = 2 if words[1] in ("card", "building") else 1
    name = " ".join(words[1 : 1 + size])
    if name not in PLACES:
        raise unknown(repr(" ".join(words)), "place", name, PLACES)
    where, rest = PLACES.index(name), words[1 + size :]
    if words[0] != "place":
        _length(words, 1 + size)
        if (words[0] == "buy") != (where >= CARD):
            raise InvalidError(f"{' '.join(words)!r}: cards and buildings are bought, other places used")
        return a.make(a.BUY if words[0] == "buy" else a.USE, where)
    if where <= RIVER:
        _length(words, 3)
        return a.make(a.PUT, 16 * where + notation.number(rest[0], "number of people", 1, 10))
    _length(words, 1 + size)
    return a.make(a.PUT, 16 * where + (2 if where == HUT else 1))


def _parse_add(words: Sequence[str]) -> int:
    if list(words) == ["add", "none"]:
        return a.make(a.ADD, 0)
    at = words.index("once") if "once" in words else len(words)
    values = [notation.number(word, "value of a tool", 1, 4) for word in words[1:at]]
    ones = [notation.number(word, "tool for one use", 2, 4) for word in words[at + 1 :]]
    if at == len(words) - 1 or len(words) == 1 or len(values) > SLOTS or values != sorted(values) or ones != sorted(set(ones)):
        raise InvalidError(f"{' '.join(words)!r}: right would be like 'add none' or 'add 1 2 once 3 4', values ascending")
    return a.make(a.ADD, sum(1 << 2 * (value - 1) for value in values) | sum(256 << (value - 2) for value in ones))


def parse(board: Array, state: Array, line: str) -> int:
    """The step that `line` means; inverse of `text`. `InvalidError` says what can't be read."""
    words = line.split()
    verb = words[0]
    if verb in PLAIN:
        _length(words, 1)
        return a.make(PLAIN[verb], 0)
    if verb in ("place", "use", "buy"):
        return _parse_place(words)
    if verb == "done":
        _length(words, 1)
        return a.make(a.PAY_END if field.phase(state) == field.PAY else a.FINISH, 0)
    if verb == "add":
        return _parse_add(words)
    if verb == "pay":
        _length(words, 2)
        return a.make(a.PAY_ONE, _name(words, 1, "resource", RESOURCES))
    if verb == "take":
        _length(words, 3)
        first, second = sorted(_name(words, i, "resource", RESOURCES) for i in (1, 2))
        return a.make(a.TAKE, 4 * first + second)
    if verb == "pick":
        _length(words, 2)
        return a.make(a.CLAIM, 1 + _name(words, 1, "die", FACES))
    if verb == "roll":
        _length(words, 2)
        return a.make(a.ROLLED, notation.number(words[1], "sum of dice", 1, 60))
    if verb == "dice":
        _length(words, 1 + int(board[SEAT_COUNT]))
        return a.make(a.DICE_FACES, sum(1 << 3 * (notation.number(word, "face of a die", 1, 6) - 1) for word in words[1:]))
    if verb in NATURE:
        kind, names = NATURE[verb]
        _length(words, 2)
        return a.make(kind, 0 if words[1] == "?" and verb == "draw" else 1 + _name(words, 1, verb, names))
    raise unknown(repr(line), "step", verb, VERBS)


PHASES = ("place", "act", "tools", "pay", "choose", "pick", "feed", "feed pay", "feed choose", "roll", "dice", "turn", "draw",
          "card", "over")
STEPS = {
    field.PLACE: "placing people", field.ACT: "own actions", field.TOOLS_STEP: "adding tools", field.PAY: "paying",
    field.CHOOSE: "taking two resources", field.PICK: "picking a die", field.FEED: "feeding", field.FEED_PAY: "feeding",
    field.FEED_CHOOSE: "taking two resources", field.ROLL_STEP: "a roll", field.DICE_STEP: "dice for all",
    field.TURN_UP: "a tile is turned up", field.DRAW_STEP: "a card is drawn blind", field.REFILL: "cards are turned up",
}


def phase(board: Array, state: Array) -> str:
    """What is being decided, in words."""
    now = field.phase(state)
    if now == field.DONE:
        return f"over after round {field.round_number(state)}"
    who = "" if now == field.REFILL else f"seat {field.mover(state)}, "
    return f"round {field.round_number(state)}, {who}{STEPS[now]}{_detail(state, now)}"


def _detail(state: Array, now: int) -> str:
    """What one has to know to decide."""
    if now == field.TOOLS_STEP:
        return f" ({field.rolled(state)} rolled for {GAINS[field.gain(state)]})"
    if now == field.PAY:
        return f" ({PLACES[field.place(state)]})"
    if now == field.PICK:
        return f" ({' '.join(str(face + 1) for face in range(6) for _ in range(field.faces(state, face)))})"
    if now in (field.FEED, field.FEED_PAY):
        return f" ({field.left(state)} short)"
    return ""


def capped(board: Array, state: Array) -> bool:
    """Whether the round cap ended the game."""
    return bool(field.capped(state))


def tool_list(state: Sequence[int], seat: int) -> list[list[int]]:
    """[value, turned] of every tool, sorted."""
    value, higher = divmod(field.tools(state, seat), SLOTS)
    lower = SLOTS - higher if value else 0
    turned = field.low(state, seat), field.high(state, seat)
    return sorted([[value, int(i < turned[0])] for i in range(lower)] + [[value + 1, int(i < turned[1])] for i in range(higher)])


def placed(board: Array, state: Sequence[int]) -> dict[str, dict[int, int]]:
    """People on each place by seat."""
    found: dict[str, dict[int, int]] = {}
    for seat in range(int(board[SEAT_COUNT])):
        counts = [field.hunters(state, seat), *(field.gather(state, 4 * seat + i) for i in range(4))]
        mask = field.stands(state, seat)
        counts += [(2 if TOOLS + i == HUT else 1) * (mask >> i & 1) for i in range(len(PLACES) - TOOLS)]
        for name, n in zip(PLACES, counts, strict=True):
            if n:
                found.setdefault(name, {})[seat] = n
    return found


def score(board: Array, state: Array) -> list[dict[str, Any]]:
    """A row a seat for result tables: points if the game ended now, and those scored so far; the food track as fields."""
    words: Any = [int(word) for word in state]
    table: Any = [int(word) for word in board]
    return [{
        "points": points(table, words, seat), "scored": field.score(words, seat) - field.ZERO,
        "people": field.people(words, seat), "fields": field.track(words, seat), "tools": field.tools(words, seat),
        "tiles": field.tiles(words, seat),
    } for seat in range(int(board[SEAT_COUNT]))]


def _pending(state: Sequence[int]) -> dict[str, Any] | None:
    now = field.phase(state)
    last = RESOURCES[field.last(state) - 1] if field.last(state) else None
    if now == field.ROLL_STEP:
        return {"dice": field.dice(state), "gain": GAINS[field.gain(state)]}
    if now == field.TOOLS_STEP:
        return {"sum": field.rolled(state), "gain": GAINS[field.gain(state)]}
    if now == field.PAY:
        where = field.place(state)
        free = where >= BUILDING and field.tops(state, where - BUILDING) - 1 in range(FIRST_FREE, len(TILE_NAMES) - 1)
        return {"place": PLACES[where], "left": field.left(state), "kinds": field.kinds(state) if free else None, "last": last}
    if now == field.PICK:
        faces = [face + 1 for face in range(6) for _ in range(field.faces(state, face))]
        return {"faces": faces, "buyer": field.buyer(state)}
    if now == field.FEED_PAY:
        return {"left": field.left(state), "last": last}
    if now in (field.FEED, field.FEED_CHOOSE):
        return {"left": field.left(state)}
    if now == field.TURN_UP:
        return {"place": PLACES[field.place(state)]}
    if now in (field.DICE_STEP, field.DRAW_STEP):
        return {"buyer": field.mover(state)}
    return None


def snapshot(board: Array, state: Array) -> dict[str, Any]:
    """Everything about a position in names, independent of the packing: what an independent engine can compare."""
    words: Any = [int(word) for word in state]
    seats = int(board[SEAT_COUNT])
    now = field.phase(words)
    tiles = ALL_TILES & ~field.revealed(words)
    cards = unseen_cards(words)
    found: dict[str, Any] = {
        "round": field.round_number(words), "start": field.start(words), "phase": PHASES[now],
        "mover": field.mover(words) if now < field.ROLL_STEP else None, "capped": bool(field.capped(words)),
        "cards": [CARD_NAMES[field.cards(words, i) - 1] if field.cards(words, i) else None for i in range(4)],
        "buildings": [TILE_NAMES[field.tops(words, i) - 1] if field.tops(words, i) else None for i in range(seats)],
        "stacks": [field.sizes(words, i) for i in range(seats)], "deck": deck(words),
        "unseen_cards": sorted(CARD_NAMES[kind_of_card(i)] for i in range(cards.bit_length()) if cards >> i & 1),
        "unseen_tiles": sorted(TILE_NAMES[kind_of_tile(i)] for i in range(tiles.bit_length()) if tiles >> i & 1),
        "placed": placed(board, words), "pending": _pending(words), "seats": [_seat(words, seat) for seat in range(seats)],
    }
    if now == field.DONE:
        out = [0] * (2 * SEATS)
        outcome([int(word) for word in board], [], words, out)
        known = all(each["blind"] != "?" for each in found["seats"])
        found["final"], found["ranks"] = (out[SEATS : SEATS + seats], out[:seats]) if known else (None, None)
    return found


def _seat(state: Sequence[int], seat: int) -> dict[str, Any]:
    owners = [field.culture(state, i) == seat + 1 for i in range(2 * len(SYMBOLS))]
    blind: str | None = None
    if field.blind_seat(state) == seat + 1:
        blind = CARD_NAMES[field.blind(state, seat) - 1] if field.blind(state, seat) else "?"
    return {
        "people": field.people(state, seat), "hand": field.hand(state, seat), "food": field.food(state, seat),
        **{name: field.stock(state, 4 * seat + i) for i, name in enumerate(RESOURCES)},
        "track": field.track(state, seat), "tools": tool_list(state, seat),
        "once": [value for i, value in enumerate(ONE_USE) if field.once(state, seat) >> i & 1],
        "two": field.two_seat(state) == seat + 1, "score": field.score(state, seat) - field.ZERO,
        "tiles": field.tiles(state, seat),
        "culture": {name: sum(owners[2 * i : 2 * i + 2]) for i, name in enumerate(SYMBOLS) if any(owners[2 * i : 2 * i + 2])},
        "builder": field.builders(state, seat), "farmer": field.farmers(state, seat), "maker": field.makers(state, seat),
        "shaman": field.shamans(state, seat), "blind": blind,
    }
