"""What goes into a native object: entries (a name, a compiled function, the kinds of its arguments), and their fingerprint.

A package that offers entries has a tuple ``ENTRIES``; those of one game, the search included, make one object. The core
doesn't import the search: it finds ``mutapa.search.entries`` by name where that is installed.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from mutapa.core import compiled
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game

SEARCH = "mutapa.search.entries"
RULES = {
    "legal": "aaaa", "apply": "aaai", "turn": "aaa", "outcome": "aaaa", "observe": "aaaia", "determinize": "aaaiaa",
    "see": "aaaii", "key": "aaa", "sample": "aaaa", "judge": "aaaa", "prefer": "aaaaia", "chance": "aaaa", "odds": "aaaaa",
    "forced": "aaa", "bid_types": "aaa", "bid": "aaaiia", "likelihood": "aaaiii", "bid_traits": "aaai", "bid_prior": "aaia",
    "index": "aaai", "features": "aaaiaa", "action_parts": "aaaia", "bid_class": "aaai",
}  # fmt: skip
"""The kinds of the arguments of `mutapa.core.game.Rules`, by field."""


class Entry(NamedTuple):
    """A compiled function that Python calls.

    `arguments` has a letter for each: ``a`` an int64 array, ``f`` a float32 array (networks), ``i`` an int; a leading ``g`` says
    that the function takes the game's `Rules` first, a constant when the object is built.
    """

    name: str
    function: Any
    arguments: str
    apart: bool = False
    """Whether no two of its arrays may overlap: the compiler then keeps in registers what no write can have changed."""

    @property
    def takes_rules(self) -> bool:
        """Whether the game's rules come first."""
        return self.arguments.startswith("g")

    @property
    def kinds(self) -> str:
        """The arguments a caller passes: ``arguments`` without the leading ``g``."""
        return self.arguments.removeprefix("g")


def entries(game: Game) -> tuple[Entry, ...]:
    """All entries of `game`: its rules, the loops of `playout` and `profile`, and the search if there is one."""
    from mutapa.core import playout, profile

    found = [Entry(name, getattr(game.rules, name), RULES[name]) for name in game.rules._fields]
    found += (*playout.ENTRIES, *profile.ENTRIES)
    if importlib.util.find_spec("mutapa.search") and importlib.util.find_spec(SEARCH):
        found += importlib.import_module(SEARCH).ENTRIES
    twice = {entry.name for entry in found if [other.name for other in found].count(entry.name) > 1}
    if twice:
        raise MutapaError(f"game {game.name}: entries declared twice: {', '.join(sorted(twice))}")
    for entry in found:
        if not set(entry.kinds) <= set("afi"):
            raise MutapaError(f"entry {entry.name}: arguments {entry.arguments!r}; letters are a, f and i, after an optional g")
    return tuple(found)


def locate(game: Game) -> str:
    """``module:ATTRIBUTE`` under which another process finds `game`; it must stand in a module, not in a local variable."""
    names = [f"mutapa.core.{game.name}.game", f"mutapa.core.toys.{game.name}.game", game.rules.legal.__module__, *sys.modules]
    for name in names:
        for attribute, value in list(vars(sys.modules.get(name, object)).items()):
            if value is game and name != "__main__":
                return f"{name}:{attribute}"
    raise InvalidError(
        f"game {game.name}: no imported module holds it; assign it at a module's top level to have an object built"
    )


def resolve(where: str) -> Game:
    """The game at ``module:ATTRIBUTE``, or the registered game of that name."""
    if ":" not in where:
        from mutapa.core import registry

        return registry.get(where)
    module, _, attribute = where.partition(":")
    game = getattr(importlib.import_module(module), attribute)
    if not isinstance(game, Game):
        raise InvalidError(f"{where} is a {type(game).__name__}, not a game")
    return game


def fingerprint(found: tuple[Entry, ...], *extra: str) -> str:
    """Hash of all code and all constants that `found` can reach, and of how code is lowered.

    Walks functions, not files: a changed constant is noticed wherever it comes from (a table read from JSON included), while
    comments, docstrings, display code and unused functions change nothing. Equal in the process that runs an object and
    in the one that builds it; bound to the minor version of Python, since it reads bytecode.
    """
    walk = _Walk()
    for entry in found:
        walk.add("entry", entry.name, entry.arguments, entry.apart)
        walk.value(entry.function)
    walk.add("lowering", _lowering_source(), *extra)
    return walk.digest.hexdigest()


@functools.cache
def _lowering_source() -> str:
    texts = [(Path(__file__).parent / name).read_bytes() for name in ("compiled.py", "build.py", "load.py")]
    return hashlib.blake2b(b"".join(texts), digest_size=16).hexdigest()


class _Walk:
    """Feeds everything reachable from functions into one digest, each function once."""

    def __init__(self) -> None:
        self.digest = hashlib.blake2b(digest_size=16)
        self.seen: dict[int, tuple[int, Any]] = {}

    def add(self, *words: Any) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else repr(word).encode()
            self.digest.update(b"%d:" % len(text) + text)

    def value(self, value: Any) -> None:
        value = getattr(value, "py_func", value)  # a dispatcher, where Numba is at work
        if isinstance(value, (int, float, str, bytes, type(None))):
            self.add(type(value).__name__, value)
        elif isinstance(value, np.generic):
            self.add(value.dtype.str, value.tobytes())
        elif id(value) in self.seen:
            self.add("again", self.seen[id(value)][0])
        elif isinstance(value, FunctionType):
            self.seen[id(value)] = len(self.seen), value
            self.function(value)
        elif isinstance(value, (tuple, list)):
            self.add(type(value).__name__, len(value))
            for each in value:
                self.value(each)
        elif isinstance(value, np.ndarray):
            self.add("array", value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, (ModuleType, BuiltinFunctionType)):
            self.add(value.__name__)
        else:
            self.add(type(value).__module__, type(value).__qualname__)

    def function(self, function: FunctionType) -> None:
        if function.__module__ == compiled.__name__:  # its text is hashed whole: it differs by way of running
            self.add("compiled", function.__name__)
            return
        self.add("function", function.__name__)
        self.value(function.__defaults__)
        for cell in function.__closure__ or ():
            self.value(cell.cell_contents)
        for code in _codes(function.__code__):
            # The first constant is the docstring, or None: how a function is described changes nothing.
            constants = [each for each in code.co_consts[1:] if not isinstance(each, CodeType)]
            self.add(code.co_code, [sorted(map(repr, each)) if isinstance(each, frozenset) else each for each in constants])
            self.add(code.co_names, code.co_freevars, code.co_argcount)
            if code.co_consts and not isinstance(code.co_consts[0], (str, CodeType)):
                self.add(code.co_consts[0])
            self.names(function, code)

    def names(self, function: FunctionType, code: CodeType) -> None:
        for name in code.co_names:
            if name not in function.__globals__:
                continue
            value = function.__globals__[name]
            self.value(value)
            if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in sys.stdlib_module_names:
                for member in code.co_names:  # more than is used, perhaps, but never less
                    if hasattr(value, member):
                        self.value(getattr(value, member))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)
