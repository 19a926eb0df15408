"""What a game needs to be played where there is no Python: its notation and its set-ups in compiled code and tables.

A set-up is read in two parts. Seats and options choose among tables made by the game's own ``deal`` (`Catalogue`): words of the
first board and position, and what each option adds to them. What else stands in a set-up is the game's ``begin`` to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mutapa.core.compiled import compiled
from mutapa.core.errors import MutapaError
from mutapa.core.flatten import CLOSE, FALSE, ITEM, KEY, KIND, LIST, LIST_END, OPEN, STRING, TRUE, VALUE, WHOLE, after, entry
from mutapa.core.lexicon import Lexicon

if TYPE_CHECKING:
    from mutapa.core.game import Game, Option

# The catalogue: where what stands.
GAME_KEY, SEATS_KEY, OPTIONS_KEY, NAME, ON, OFF, LEAST, MOST, BOARD, STATE, KEYS, OPTIONS, OPTIONS_AT, BASES_AT = range(14)
"""Numbers of words in the lexicon of set-ups; the fewest and most seats; words of board and state; how many entries of its own a
set-up has (the first words of the lexicon); how many options, where they stand; where the place of each base stands."""
HEAD = 14
NAMED, DEFAULT, LOW, HIGH, CHOICES, CHOICES_AT = range(6)
"""An option: its name, its default (a number, or which choice), the limits of its number, how many choices it has, and where."""
OPTION = 6
CHOICE = 2
"""A choice: what kind of thing it is in JSON, and its value."""

NO_OBJECT, WRONG_GAME, WRONG_SEATS, WRONG_ENTRY, WRONG_OPTION, WRONG_VALUE, WRONG_CONTENT = range(1, 8)
"""What may be wrong with a set-up; `begin` says `WRONG_CONTENT` + which of its entries."""


@compiled
def no_entries(board, work, state, things, letters, chosen, facts):  # type: ignore[no-untyped-def]
    """Default: a set-up holds nothing but the game, its seats and its options."""
    return 0


class Written(NamedTuple):
    """Notation and set-ups of a game without strings."""

    lexicon: Lexicon
    """Words of steps."""
    spell: Any
    """spell(board, work, state, action, out) -> n: the tokens of a step (`mutapa.core.lexicon`), as `Game.text` says it."""
    entries: Lexicon | None = None
    """What a set-up holds besides game, seats and options: its first group are the names of these entries."""
    begin: Any = no_entries
    """begin(board, work, state, things, letters, chosen, facts) -> 0, or what is wrong: the entries, read into board and state as
    the options made them. `things`: the set-up (`mutapa.core.flatten`); `chosen`: by option, a number or which choice."""
    facts: tuple[int, ...] = ()
    """Figures that `begin` reads."""
    bare: Callable[[int, Mapping[str, Any]], tuple[Any, Any]] | None = None
    """``bare(seats, options)``: board and state before the entries are read; None: they are those of ``deal``."""
    hidden: int = -1
    """Word of the board that is 0 where every seat sees everything, as `Game.perfect` says; -1: the layout alone says it."""


class Catalogue:
    """The set-ups of `game` as a table. `fill`: changes each board made, as weights of a bot do."""

    def __init__(self, game: Game, fill: Callable[[Any], None] | None = None) -> None:
        if game.written is None:
            raise MutapaError(f"game {game.name}: it has no notation in compiled code (Game.written)")
        self.game, self.written, self._fill = game, game.written, fill
        self.lexicon = Lexicon()
        if game.written.entries is not None:
            self.lexicon.words = list(game.written.entries.words)
        keys = 0 if game.written.entries is None else game.written.entries.sizes[0]
        add = self.lexicon.add
        least, most = game.seats
        board, state = self._made(least, {})
        self.table = [add("game"), add("seats"), add("options"), add(game.name), add("on"), add("off"), least, most]
        self.table += [len(board), len(state), keys, len(game.options), HEAD, 0]
        choices = HEAD + OPTION * len(game.options)
        listed: list[int] = []
        for name, option in game.options.items():
            low, high = option.limits or (1, 0)
            default = option.default if option.limits else option.choices.index(option.default)
            self.table += [add(name), default, low, high, len(option.choices), choices + len(listed)]
            for choice in option.choices:
                listed += [WHOLE, choice] if isinstance(choice, int) else [STRING, add(str(choice).lower())]
        self.table += listed
        self.table[BASES_AT] = len(self.table)
        self.table += [0] * (most - least + 1)
        for seats in range(least, most + 1):
            self.table[self.table[BASES_AT] + seats - least] = len(self.table)
            self.table += self._base(seats)

    def _made(self, seats: int, options: Mapping[str, Any]) -> tuple[list[int], list[int]]:
        whole = {name: option.default for name, option in self.game.options.items()} | dict(options)
        if self.written.bare is None:
            board, state = self.game.deal({"game": self.game.name, "seats": seats, "options": whole})
        else:
            board, state = self.written.bare(seats, whole)
        if self._fill is not None:
            self._fill(board)
        return [int(word) for word in board], [int(word) for word in state]

    def _words(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        board, state = self._made(seats, options)
        return board + state

    def _base(self, seats: int) -> list[int]:
        """The words by the defaults; then, for each option, what each choice adds to which of them, or one more of its number."""
        base = self._words(seats, {})
        rows = list(base)

        def changes(option: str, value: Any) -> list[tuple[int, int]]:
            found = self._words(seats, {option: value})
            return [(at, found[at] - base[at]) for at in range(len(base)) if found[at] != base[at]]

        for name, option in self.game.options.items():
            if option.limits:
                found = [_each(name, option, changes)]
            else:
                found = [changes(name, choice) for choice in option.choices]
            for row in found:
                rows += [len(row), *(number for change in row for number in change)]
        return rows


def _each(name: str, option: Option, changes: Callable[[str, Any], Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    """What one more of a numeric option adds; it must add the same wherever it is."""
    assert option.limits is not None
    low, high = option.limits
    by = {value: dict(changes(name, value)) for value in (low, (low + high) // 2, high) if value != option.default}
    value, found = next(iter(by.items()))
    one = {at: delta // (value - option.default) for at, delta in found.items()}
    for other, row in by.items():
        if row != {at: each * (other - option.default) for at, each in one.items()}:
            raise MutapaError(f"option {name}: its number is not added to words of the board; a native engine can't read it")
    return list(one.items())


@compiled
def choose(table, things, at, option, chosen):  # type: ignore[no-untyped-def]
    """Put the value at thing number `at` into chosen[option]; 0, or `WRONG_VALUE`."""
    here = table[OPTIONS_AT] + OPTION * option
    kind = things[ITEM * at + KIND]
    value = things[ITEM * at + VALUE]
    if table[here + CHOICES] == 0:
        if kind == WHOLE and ((value >= table[here + LOW] and value <= table[here + HIGH]) or value == table[here + DEFAULT]):
            chosen[option] = value
            return 0
        return WRONG_VALUE
    if kind == TRUE or kind == FALSE:  # noqa: SIM109 (compiled code knows no tuples)
        value = table[ON] if kind == TRUE else table[OFF]
        kind = STRING
    for i in range(table[here + CHOICES]):
        which = table[here + CHOICES_AT] + CHOICE * i
        if table[which] == kind and table[which + 1] == value and value >= 0:
            chosen[option] = i
            return 0
    return WRONG_VALUE


@compiled
def choose_all(table, things, chosen):  # type: ignore[no-untyped-def]
    """Fill `chosen`: every option with its default, or as the set-up says; 0, or what is wrong."""
    for i in range(table[OPTIONS]):
        chosen[i] = table[table[OPTIONS_AT] + OPTION * i + DEFAULT]
    at = entry(things, 0, table[OPTIONS_KEY])
    if at < 0:
        return 0
    if things[ITEM * at + KIND] != OPEN:
        return WRONG_OPTION
    at += 1
    while things[ITEM * at + KIND] != CLOSE:
        which = -1
        for i in range(table[OPTIONS]):
            if table[table[OPTIONS_AT] + OPTION * i + NAMED] == things[ITEM * at + VALUE]:
                which = i
        if which < 0:
            return WRONG_OPTION
        wrong = choose(table, things, at + 1, which, chosen)
        if wrong > 0:
            return wrong
        at = after(things, at + 1)
    return 0


@compiled
def known_entries(table, things):  # type: ignore[no-untyped-def]
    """0 if the set-up holds nothing unknown, else `WRONG_ENTRY`."""
    at = 1
    while things[ITEM * at + KIND] == KEY:
        key = things[ITEM * at + VALUE]
        own = key >= 0 and key < table[KEYS]
        if not own and key != table[GAME_KEY] and key != table[SEATS_KEY] and key != table[OPTIONS_KEY]:
            return WRONG_ENTRY
        at = after(things, at + 1)
    return 0


@compiled
def lay_out(table, seats, chosen, board, state):  # type: ignore[no-untyped-def]
    """Write board and state as seats and options make them."""
    here = table[table[BASES_AT] + seats - table[LEAST]]
    for i in range(table[BOARD]):
        board[i] = table[here + i]
    here += table[BOARD]
    for i in range(table[STATE]):
        state[i] = table[here + i]
    here += table[STATE]
    for option in range(table[OPTIONS]):
        about = table[OPTIONS_AT] + OPTION * option
        rows = table[about + CHOICES]
        times = 1
        wanted = chosen[option]
        if rows == 0:
            times = chosen[option] - table[about + DEFAULT]
            wanted = 0
            rows = 1
        for row in range(rows):
            n = table[here]
            if row == wanted:
                for i in range(n):
                    at = table[here + 1 + 2 * i]
                    amount = times * table[here + 2 + 2 * i]
                    if at < table[BOARD]:
                        board[at] += amount
                    else:
                        state[at - table[BOARD]] += amount
            here += 1 + 2 * n
    return 0


@compiled
def set_up(game, table, facts, things, letters, seats, chosen, work, board, state):  # type: ignore[no-untyped-def]
    """Board and first state of a set-up for `seats`; 0, or what is wrong with it (`NO_OBJECT`, ...).

    `things`: the set-up as `flatten` read it with the catalogue's lexicon; `game.begin`: of the game's `Written`.
    """
    if things[KIND] != OPEN:
        return NO_OBJECT
    at = entry(things, 0, table[GAME_KEY])
    if at < 0 or things[ITEM * at + KIND] != STRING or things[ITEM * at + VALUE] != table[NAME]:
        return WRONG_GAME
    at = entry(things, 0, table[SEATS_KEY])
    if at < 0 or things[ITEM * at + KIND] != WHOLE or things[ITEM * at + VALUE] != seats:
        return WRONG_SEATS
    if seats < table[LEAST] or seats > table[MOST]:
        return WRONG_SEATS
    wrong = known_entries(table, things)
    if wrong == 0:
        wrong = choose_all(table, things, chosen)
    if wrong > 0:
        return wrong
    lay_out(table, seats, chosen, board, state)
    return game.begin(board, work, state, things, letters, chosen, facts)


@compiled
def names_in(things, at, first, count):  # type: ignore[no-untyped-def]
    """How many names a list holds, all of them among the `count` words from `first` on; -1 if this is no such list."""
    if things[ITEM * at + KIND] != LIST:
        return -1
    n = 0
    at += 1
    while things[ITEM * at + KIND] == STRING:
        if things[ITEM * at + VALUE] < first or things[ITEM * at + VALUE] >= first + count:
            return -1
        n += 1
        at += 1
    return n if things[ITEM * at + KIND] == LIST_END else -1
