"""The record of a game: everything needed to play it again, step for step, to the same bytes.

A record file is a 24-byte head (magic, format version, length and checksum of the rest) and one msgpack map. Steps are kept
as ints and in words: the words survive a change of the layout and can be read whatever the rules have become. How long a
step took is no part of the record (it would make equal play unequal); it lies beside it, in ``NAME.times.json``.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack

from mutapa.core import files
from mutapa.core.compiled import WORD
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.native import known_backend
from mutapa.core.state import State

MAGIC = b"MUTAPAR\n"
FORMAT = 1
_HEAD = struct.Struct("<8sII8s")
MOST_BYTES = 1 << 24
MOST_STEPS = 100_000
MOST_SEED = (1 << 63) - 1
_KEYS = ("game", "rules", "layout", "setup", "bots", "seed", "notes", "actions", "texts", "forced", "outcome", "end")


@dataclass
class Record:
    """A game under way or over. `begin` one from the dealt position, `step` before each step, `finish` at the end."""

    game: str
    rules: int
    """Rules version of the game (`Game.version`)."""
    layout: str
    """Layout hash."""
    setup: dict[str, Any]
    """What `State.from_setup` takes: seats and options among it."""
    bots: list[str]
    """Who played, a spec a seat."""
    seed: int | None
    notes: dict[str, Any] = field(default_factory=dict)
    """What else a reader must know, as ``{"reproducible": false}`` of a game played by the clock."""
    actions: list[int] = field(default_factory=list)
    """Every step, nature's too."""
    texts: list[str] = field(default_factory=list)
    forced: list[int] = field(default_factory=list)
    """A mark a step (`Rules.forced`): 0 no bidding step, 1 a voluntary one, 2 one without choice."""
    outcome: dict[str, Any] | None = None
    """``{"ranks": [...], "margins": [...], "capped": bool}``; None while unfinished."""
    end: str = ""
    """Digest of the last position."""
    times: list[float] | None = None
    """Seconds a step, kept beside the record."""

    @classmethod
    def begin(
        cls, state: State, bots: Sequence[str], seed: int | None = None, notes: Mapping[str, Any] | None = None
    ) -> Record:
        """A record of the game that starts at the dealt position `state`."""
        if seed is not None and not 0 <= seed <= MOST_SEED:
            raise InvalidError(f"record: seed is {seed}; right would be a number from 0 to {MOST_SEED}")
        game = state.game
        setup = json.loads(json.dumps(state.description))  # a set-up is JSON: told apart here, not when it is read
        return cls(game.name, game.version, game.layout.hash, setup, list(bots), seed, dict(notes or {}), end=_digest(state))

    def step(self, state: State, action: int) -> None:
        """Note the step about to be taken at `state`."""
        self.actions.append(int(action))
        self.texts.append(state.text(action))
        self.forced.append(state.forced)

    def finish(self, state: State) -> None:
        """Note how the game stands at `state`, over or not."""
        outcome = state.outcome
        self.outcome = outcome and {
            "ranks": list(outcome.ranks), "margins": list(outcome.margins), "capped": outcome.capped,
        }  # fmt: skip
        self.end = _digest(state)

    # --- bytes --------------------------------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """The record without its times: equal play gives equal bytes."""
        parts = {key: bytes(self.forced) if key == "forced" else getattr(self, key) for key in _KEYS}
        body = msgpack.packb(parts)
        return _HEAD.pack(MAGIC, FORMAT, len(body), hashlib.blake2b(body, digest_size=8).digest()) + body

    @classmethod
    def from_bytes(cls, data: bytes, where: str = "record") -> Record:
        """Read a record; `InvalidError` names the item that is wrong. Nothing in `data` can do more than be refused."""
        if len(data) < _HEAD.size or not data.startswith(MAGIC):
            raise InvalidError(f"{where}: this is no Mutapa record" + (" (it is empty)" if not data else ""))
        _, version, length, checksum = _HEAD.unpack_from(data)
        body = data[_HEAD.size :]
        if version != FORMAT:
            raise InvalidError(f"{where}: record format {version}; this program reads format {FORMAT}")
        if len(body) != length:
            kind = "truncated" if len(body) < length else "too long"
            raise InvalidError(f"{where}: {kind}: {len(body)} bytes follow the head, {length} are announced")
        if hashlib.blake2b(body, digest_size=8).digest() != checksum:
            raise InvalidError(f"{where}: damaged: the checksum does not fit")
        try:
            parts = msgpack.unpackb(body, max_array_len=MOST_STEPS, max_ext_len=0)
        except Exception as error:
            raise InvalidError(f"{where}: its content is no msgpack map of plain values") from error
        return cls(**_checked(parts, where))

    def save(self, path: Path | str) -> Path:
        """Write the record, and its times beside it if there are any; whole or not at all."""
        target = Path(path)
        files.write(target, self.to_bytes())
        if self.times is not None:
            files.write(times_path(target), json.dumps({"seconds": [round(each, 6) for each in self.times]}).encode())
        return target

    @classmethod
    def load(cls, path: Path | str) -> Record:
        """Read the record file `path`; see `from_bytes`."""
        return cls.from_bytes(files.read(path, MOST_BYTES), str(path))

    # --- playing it again ---------------------------------------------------------------------------------------------

    def positions(self, *, game: Game | None = None, backend: str = "plain", where: str = "record") -> Iterator[State]:
        """The dealt position and the one after each step (the same object, moved on).

        Raises `InvalidError` at the first item that does not fit the rules here. Under another layout the words are played.
        """
        known_backend(backend)  # said before the record is blamed
        try:
            state = State.from_setup(self.setup, game=game, backend=backend)
        except MutapaError as error:
            raise InvalidError(f"{where}: item setup: {error}") from error
        yield state
        for n, (action, text, forced) in enumerate(zip(self.actions, self.texts, self.forced, strict=True)):
            before = state.clone()
            try:
                step = action if self.layout == state.game.layout.hash else before.parse(text)
                state.apply(step)
            except MutapaError as error:
                raise self._differs(state.game, where, n, str(error)) from error
            right = (before.text(step), before.forced)
            if (text, forced) != right:
                raise self._differs(state.game, where, n, f"its words and mark are {(text, forced)}; {right} would be right")
            yield state

    def replay(
        self, steps: int | None = None, *, game: Game | None = None, backend: str = "plain", where: str = "record"
    ) -> State:
        """The position after `steps` steps (default: all), every one of them checked."""
        most = len(self.actions)
        wanted = most if steps is None else steps
        if not 0 <= wanted <= most:
            raise InvalidError(f"{where}: step {wanted} is asked for; the record has steps 0 to {most}")
        return next(itertools.islice(self.positions(game=game, backend=backend, where=where), wanted, None))

    def verify(self, *, game: Game | None = None, backend: str = "plain", where: str = "record") -> State:
        """The last position, after checking that every item of the record is what playing it gives; else `InvalidError`."""
        state = self.replay(game=game, backend=backend, where=where)
        if self.rules != state.game.version:
            raise InvalidError(f"{where}: record rules {self.rules}, here {state.game.version}; no step differs")
        anew = Record.begin(state, self.bots, self.seed)
        anew.finish(state)
        for key in ("game", "setup", "outcome", *(["end"] if self.layout == anew.layout else [])):
            if getattr(self, key) != getattr(anew, key):
                raise InvalidError(f"{where}: item {key} is {getattr(self, key)!r}; playing it gives {getattr(anew, key)!r}")
        return state

    def _differs(self, here: Game, where: str, n: int, said: str) -> InvalidError:
        rules = "" if self.rules == here.version else f"record rules {self.rules}, here {here.version}; first differing item: "
        return InvalidError(f"{where}: {rules}step {n + 1} ({self.texts[n]!r}): {said}")


def times_path(path: Path) -> Path:
    """Where the times of the record file `path` lie."""
    return path.with_name(path.stem + ".times.json")


def _digest(state: State) -> str:
    return hashlib.blake2b(state.words.astype("<i8").tobytes(), digest_size=8).hexdigest()


def _checked(parts: Any, where: str) -> dict[str, Any]:
    """The items of a record read from a file, each of its type, or one line that names the first that is not."""

    def refuse(key: str, right: str) -> InvalidError:
        return InvalidError(f"{where}: item {key} is wrong: {right} belongs there")

    if not isinstance(parts, dict) or set(parts) != set(_KEYS):
        missing = [key for key in _KEYS if key not in (parts if isinstance(parts, dict) else ())]
        raise InvalidError(f"{where}: " + (f"item {missing[0]} is missing" if missing else "it has items nobody knows"))
    single = {"game": str, "rules": int, "layout": str, "setup": dict, "notes": dict, "forced": bytes, "end": str}
    for key, kind in single.items():
        if type(parts[key]) is not kind:
            raise refuse(key, f"a {kind.__name__}")
    for key, kind in {"bots": str, "actions": int, "texts": str}.items():
        if type(parts[key]) is not list or any(type(each) is not kind for each in parts[key]):
            raise refuse(key, f"a list of {kind.__name__}")
    for key in ("bots", "texts"):  # they are printed: a stranger's record shall not speak to the terminal
        if not all(each.isprintable() for each in parts[key]):
            raise refuse(key, "words without control characters")
    if not (parts["seed"] is None or type(parts["seed"]) is int):
        raise refuse("seed", "a number or nothing")
    if any(not 0 <= action <= WORD for action in parts["actions"]):
        raise refuse("actions", "a list of numbers of 54 bits")
    steps = len(parts["actions"])
    if len(parts["texts"]) != steps or len(parts["forced"]) != steps or any(mark > 2 for mark in parts["forced"]):
        raise refuse("texts or forced", f"one entry for each of the {steps} steps")
    if len(parts["bots"]) != parts["setup"].get("seats"):
        raise refuse("bots", f"one for each of the {parts['setup'].get('seats')} seats")
    outcome = parts["outcome"]
    if outcome is not None:
        if type(outcome) is not dict or set(outcome) != {"ranks", "margins", "capped"} or type(outcome["capped"]) is not bool:
            raise refuse("outcome", "ranks, margins and capped, or nothing,")
        for key in ("ranks", "margins"):
            numbers = outcome[key]
            if type(numbers) is not list or len(numbers) != len(parts["bots"]) or any(type(each) is not int for each in numbers):
                raise refuse(f"outcome.{key}", "one number a seat")
    return {**parts, "forced": list(parts["forced"])}
