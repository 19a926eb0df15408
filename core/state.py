"""A position as a Python object: it checks everything, since compiled code trusts its caller.

>>> state = State.new("kuhn", seats=2)
>>> state.apply("deal k / deal j")
[3, 1]
>>> state.turn, state.legal_texts
(0, ['pass', 'bet'])
>>> state.dump(seat=1)["card"]
[0, 1]
>>> _ = state.apply("bet / pass")
>>> state.outcome.winners
(0,)
"""

from __future__ import annotations

import copy
import difflib
import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgpack
import numpy as np

from mutapa.core import notation, registry
from mutapa.core.compiled import RUN, WORD
from mutapa.core.errors import AmbiguousError, IllegalError, InvalidError, MutapaError, VoidError, nearest, unknown
from mutapa.core.game import CHANCE, OVER, SEATS, Game, Option
from mutapa.core.streams import Array, derive

__all__ = ["AmbiguousError", "IllegalError", "InvalidError", "MutapaError", "Outcome", "State", "VoidError", "describe"]

_FORMAT = "mutapa-state-1"
_scratch = threading.local()


class Outcome(NamedTuple):
    """How a game ended, one number a seat: ranks (1 is best, equal ranks share), margins in the game's points."""

    ranks: tuple[int, ...]
    margins: tuple[int, ...]
    capped: bool
    """Whether a round cap, not the rules, ended it."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class State:
    """A position of a game. `board` (int64, read-only) holds what is fixed for the game, `words` (int64) the packed state.

    `backend` chooses who computes: ``plain`` (default: starts at once), ``object`` (the native object, built when missing).
    Both give the same results, bit for bit.
    """

    def __init__(self, game: Game, engine: Any, description: Mapping[str, Any], board: Array, words: Array) -> None:
        self.game, self.engine = game, engine
        self.description = description
        self.board, self.words = board, words
        self.seats = int(description["seats"])
        self._legal: list[int] | None = None

    # --- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: str | Game,
        seats: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        backend: str = "plain",
    ) -> State:
        """Deal a game at random: a function of the game, `seats` (default: the fewest), `seed` and `options` alone."""
        found = registry.get(game) if isinstance(game, str) else game
        return cls.from_setup(describe(found, seats, seed=seed, options=options), game=found, backend=backend)

    @classmethod
    def from_setup(cls, description: Mapping[str, Any], *, game: Game | None = None, backend: str = "plain") -> State:
        """Deal what `description` says (see the game's page): ``{"game": ..., "seats": ..., "options": {...}, ...}``."""
        if not isinstance(description, Mapping):
            raise InvalidError(f"set-up: a {type(description).__name__} stands where an object with 'game' and 'seats' belongs")
        if not isinstance(_entry(description, "game", nearest("", registry.names()), "set-up"), str):
            raise InvalidError(f"set-up: 'game' is {description['game']!r}, no name; {nearest('', registry.names())}")
        found = game or registry.get(description["game"])
        if description["game"] != found.name:
            raise InvalidError(f"set-up: it is one of {description['game']!r}, not of {found.name!r}")
        seats_of(found, description, "set-up")
        options = check_options(found, description.get("options", {}), "set-up")
        whole = copy.deepcopy({**description, "options": options})
        board, words = found.deal(whole)
        board.flags.writeable = False
        return cls(found, engine_for(found, backend), whole, board, words.copy())

    def clone(self) -> State:
        """A copy that lives its own life; it shares what never changes."""
        twin = State(self.game, self.engine, self.description, self.board, self.words.copy())
        twin._legal = self._legal
        return twin

    def at(self, words: Array) -> State:
        """A position of the same deal with these words, which are copied and not checked."""
        other = self.clone()
        other.words[:], other._legal = words, None
        return other

    @property
    def scratch(self) -> tuple[Any, Array]:
        """This thread's work array, and room for a longest list: (work, out). Meaningless between calls."""
        arrays = _scratch.__dict__.setdefault("arrays", {})
        if id(self.engine) not in arrays:
            out = np.zeros(max(self.game.actions_max, 2 * SEATS), np.int64)
            arrays[id(self.engine)] = (self.engine.work(), out, self.engine)  # the engine too, so that its id stays its own
        work, out, _ = arrays[id(self.engine)]
        return work, out

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat to move, or `CHANCE` (-1) or `OVER` (-2)."""
        return int(self.engine.turn(self.board, self.scratch[0], self.words))

    @property
    def is_over(self) -> bool:
        return self.turn == OVER

    @property
    def is_chance(self) -> bool:
        """Whether nature moves next."""
        return self.turn == CHANCE

    @property
    def legal_actions(self) -> list[int]:
        """The mover's actions, sorted; none at the end and where nature moves."""
        if self._legal is None:
            work, out = self.scratch
            n = 0 if self.turn < 0 else int(self.engine.legal(self.board, work, self.words, out))
            self._legal = out[:n].tolist()
        return list(self._legal)

    @property
    def legal_texts(self) -> list[str]:
        """`legal_actions` in words, in the same order."""
        return [self.text(action) for action in self.legal_actions]

    @property
    def chances(self) -> list[tuple[int, int]]:
        """Nature's (action, integer weight) pairs; none where a seat moves."""
        if not self.is_chance:
            return []
        work, out = self.scratch
        weights = np.zeros_like(out)
        n = int(self.engine.odds(self.board, work, self.words, out, weights))
        return [(action, weight) for action, weight in zip(out[:n].tolist(), weights[:n].tolist(), strict=True) if weight > 0]

    @property
    def phase(self) -> str:
        """What is being decided, in words."""
        if self.game.phase is not None:
            return self.game.phase(self.board, self.words)
        turn = self.turn
        return "over" if turn == OVER else "chance" if turn == CHANCE else f"seat {turn} to move"

    @property
    def outcome(self) -> Outcome | None:
        """Ranks and margins; None before the end."""
        if not self.is_over:
            return None
        work, out = self.scratch
        self.engine.outcome(self.board, work, self.words, out)
        capped = bool(self.game.capped and self.game.capped(self.board, self.words))
        return Outcome(tuple(out[: self.seats].tolist()), tuple(out[SEATS : SEATS + self.seats].tolist()), capped)

    @property
    def forced(self) -> int:
        """Of the step about to be taken: 0 no bidding step, 1 a voluntary one, 2 one without choice."""
        return 0 if self.turn < 0 else int(self.engine.forced(self.board, self.scratch[0], self.words))

    @property
    def key(self) -> int:
        """54-bit hash of the position."""
        return int(self.engine.key(self.board, self.scratch[0], self.words))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same = self.game.name == other.game.name and np.array_equal(self.words, other.words)
        return same and np.array_equal(self.board, other.board)

    __hash__ = None  # type: ignore[assignment]  # positions change in place

    def __repr__(self) -> str:
        return f"<State {self.game.name}, {self.seats} seats: {self.phase}>"

    # --- moving -------------------------------------------------------------------------------------------------------

    def apply(self, action: int | str) -> list[int]:
        """Take one step (an int), or all steps of a line (text), in place; return the actions taken.

        All or nothing: a line with an illegal step changes nothing. At a chance node the action is one of `chances`.
        """
        if isinstance(action, str):
            trial = self.clone()
            taken = [trial._step(trial.parse(words)) for words in notation.steps(action)]
            self.words[:] = trial.words
            self._legal = trial._legal
            return taken
        return [self._step(action)]

    def _step(self, action: int) -> int:
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise InvalidError(f"{self._where}: {action!r} is no action; an action is an int of legal_actions, or its text")
        action = int(action)
        known = [each for each, _ in self.chances] if self.is_chance else self.legal_actions
        if action not in known:
            if self.is_over:
                raise IllegalError(f"{self._where}: the game is over; no step is legal")
            raise IllegalError(f"{self._where}: action {action} is not among the {len(known)} legal ones, {self._some(known)}")
        before = self.words.copy()
        self.engine.apply(self.board, self.scratch[0], self.words, action)
        self._legal = None
        if self.game.error in self.game.layout.fields and self.game.layout.read(self.words, self.game.error):
            self.words[:] = before
            raise VoidError(f"{self._where}: after action {action} a number leaves the room its field has; the game is void")
        return action

    def chance(self, key: Array) -> int:
        """Nature's move under `key` (int64[2]), not taken yet: a function of the key and of counts in the position."""
        if not self.is_chance:
            raise IllegalError(f"{self._where}: nature does not move here")
        return int(self.engine.chance(self.board, self.scratch[0], self.words, key))

    def draw(self, key: Array) -> int:
        """Let nature make its move under `key`; return the action."""
        return self._step(self.chance(key))

    @property
    def _where(self) -> str:
        return f"{self.game.name}, {self.phase}"

    def _some(self, actions: list[int]) -> str:
        texts = [f"{action} ({self.text(action)})" for action in actions[:4]]
        return ", ".join(texts) + (", ..." if len(actions) > 4 else "")

    # --- what a seat sees ---------------------------------------------------------------------------------------------

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
            raise InvalidError(f"{self.game.name}: {seat!r} is no seat; seats run from 0 to {self.seats - 1}")
        return int(seat)

    def observe(self, seat: int) -> Array:
        """The position as `seat` sees it: int64[layout.words], all it can't know set to 0."""
        seen = np.zeros(self.game.layout.words, np.int64)
        self.engine.observe(self.board, self.scratch[0], self.words, self._seat(seat), seen)
        return seen

    def see(self, action: int, seat: int) -> int:
        """The action, about to be taken here, as `seat` sees it."""
        return int(self.engine.see(self.board, self.scratch[0], self.words, int(action), self._seat(seat)))

    # --- words and bytes ----------------------------------------------------------------------------------------------

    def text(self, action: int) -> str:
        """The action in words; `parse` reads them back."""
        return self.game.text(self.board, self.words, int(action))

    def parse(self, words: str) -> int:
        """The one legal action that `words` mean: a single step, which may lack its last words where only one begins so."""
        found = notation.steps(words)
        if len(found) != 1:
            raise InvalidError(f"{self._where}: {words!r} holds {len(found)} steps; one is read here")
        if self.is_over:
            raise IllegalError(f"{self._where}: the game is over; no step is legal")
        known = [each for each, _ in self.chances] if self.is_chance else self.legal_actions
        try:
            action = self.game.parse(self.board, self.words, found[0])
            if action in known:
                return int(action)
            unread = None
        except MutapaError as error:
            unread = error
        try:
            return known[notation.match(found[0], [self.text(each) for each in known])]
        except IllegalError as error:  # what can't be read at all is said in the game's own words
            raise (type(unread)(f"{self._where}: {unread}") if unread else IllegalError(f"{self._where}: {error}")) from None
        except AmbiguousError as error:
            raise AmbiguousError(f"{self._where}: {error}") from None

    def dump(self, seat: int | None = None) -> dict[str, int | list[int]]:
        """Every field of the layout by name; as `seat` sees them if one is given."""
        return self.game.layout.dump(self.words if seat is None else self.observe(seat))

    def picture(self) -> Any:
        """The position as a rich renderable; games without a picture show their fields."""
        if self.game.picture is not None:
            return self.game.picture(self.board, self.words)
        return "\n".join([self.phase, *(f"{name} {value}" for name, value in self.dump().items())])

    def svg(self, theme: str = "auto") -> str:
        """The position as one self-contained SVG; `theme` is ``light``, ``dark``, or ``auto``: what the reader prefers."""
        if self.game.svg is None:
            raise InvalidError(f"{self.game.name}: it has no picture in SVG; its position prints as text")
        return self.game.svg(self.board, self.words, theme)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows, for games with such a picture."""
        return None if self.game.svg is None else self.svg()

    def to_bytes(self) -> bytes:
        """The whole position with its set-up, for another process; equal positions give equal bytes."""
        head = [_FORMAT, self.game.name, self.game.version, self.game.layout.hash]
        packed: bytes = msgpack.packb([*head, self.description, self.words.tolist()])
        return packed

    @classmethod
    def from_bytes(cls, data: bytes, *, game: Game | None = None, backend: str = "plain") -> State:
        """Inverse of `to_bytes`. For bytes of our own processes: a stranger's game is replayed from its record instead."""
        try:
            kind, name, version, layout, description, words = msgpack.unpackb(data, strict_map_key=False)
        except Exception as error:
            raise InvalidError(f"packed state: {len(data)} bytes that are no packed state") from error
        if kind != _FORMAT:
            raise InvalidError(f"packed state: format {kind!r}; this program reads {_FORMAT!r}")
        state = cls.from_setup(description, game=game, backend=backend)
        here = state.game
        if (name, version, layout) != (here.name, here.version, here.layout.hash):
            raise InvalidError(
                f"packed state: {name} rules {version}, layout {layout}; here {here.name} has rules {here.version}, "
                f"layout {here.layout.hash}"
            )
        right = isinstance(words, list) and len(words) == here.layout.words
        if not right or not all(type(word) is int and 0 <= word <= WORD for word in words):
            raise InvalidError(f"packed state: {name} takes {here.layout.words} words of 54 bits")
        state.words[:] = words
        return state


def engine_for(game: Game, backend: str | None) -> Any:
    """The engine of `game` (`mutapa.core.native`), imported when first asked for.

    In a process started with ``MUTAPA_RUN=jit`` nothing is plain; there the default of `State` means the JIT.
    """
    from mutapa.core import native

    if backend == "plain" and RUN == "jit":
        backend = "jit"
    return native.engine(game, backend)


def describe(
    game: Game, seats: int | None = None, *, seed: int = 0, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A complete set-up drawn at random from `seed`: what `State.from_setup` takes."""
    seats = check_seats(game, game.seats[0] if seats is None else seats, game.name)
    chosen = check_options(game, options or {}, game.name)
    drawn = game.describe(seats, chosen, derive(seed, "setup"))
    return {"game": game.name, "seats": seats, **drawn, "options": chosen}


def check_seats(game: Game, seats: object, where: str) -> int:
    """`seats` if the game can be played by so many; `InvalidError` otherwise."""
    least, most = game.seats
    if isinstance(seats, bool) or not isinstance(seats, int | np.integer) or not least <= seats <= most:
        raise InvalidError(f"{where}: {seats!r} seats; {game.name} takes {_room(game)}")
    return int(seats)


def seats_of(game: Game, description: Mapping[str, Any], where: str) -> int:
    """The seats that a set-up names, checked."""
    return check_seats(game, _entry(description, "seats", f"{game.name} takes {_room(game)}", where), where)


def _entry(description: Mapping[str, Any], name: str, right: str, where: str) -> Any:
    """An entry that every set-up has; if it is missing, what is said is what stands there in its place."""
    if name not in description:
        close = difflib.get_close_matches(name, [str(each) for each in description], n=1, cutoff=0.75)
        said = f"no entry {close[0]!r}; did you mean {name!r}?" if close else f"no {name!r}; {right}"
        raise InvalidError(f"{where}: {said}")
    return description[name]


def _room(game: Game) -> str:
    least, most = game.seats
    return f"{least} to {most}" if least < most else f"exactly {least}"


def check_options(game: Game, given: object, where: str) -> dict[str, Any]:
    """Every option of the game with its value: `given` checked, the others at their defaults."""
    if not isinstance(given, Mapping):
        raise InvalidError(f"{where}: options are a {type(given).__name__}; a map of names to values belongs there")
    for name in given:
        if name not in game.options:
            raise unknown(where, f"option of {game.name}", name, game.options)
    return {name: _value(option, given.get(name, option.default), where) for name, option in game.options.items()}


def _value(option: Option, value: Any, where: str) -> Any:
    if isinstance(value, bool) and "on" in option.choices:
        value = "on" if value else "off"  # YAML reads a bare on or off as true or false
    for choice in option.choices:
        if str(value).lower() == str(choice).lower():
            return choice
    if option.limits:
        low, high = option.limits
        number = value if type(value) is int else int(value) if isinstance(value, str) and value.isdecimal() else None
        if number is not None and (low <= number <= high or number == option.default):
            return number
        right = f"a number from {low} to {high}"
    else:
        right = "one of " + ", ".join(map(str, option.choices)) + f"; {nearest(str(value), map(str, option.choices))}"
    raise InvalidError(f"{where}: option {option.name} is {value!r}; it takes {right}")
