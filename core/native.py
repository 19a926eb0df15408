"""Engines: the entries of a game as methods that take arrays and ints and return an int, whoever computes.

Arrays are int64, or float32 where an entry says so (networks).

==========  ==============================================================================================
``object``  the native object, loaded by llvmlite alone; obtained when missing (`mutapa.core.obtain`)
``jit``     Numba compiles on first use; the default where the process was started with ``MUTAPA_RUN=jit``
``plain``   plain Python over lists: starts at once, some hundred times slower
``strict``  plain over lists that refuse an index out of range and a number beyond 54 bits: for tests
==========  ==============================================================================================

All give the same numbers, bit for bit. `Engine.backend` says which one really runs.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from mutapa.core import compiled
from mutapa.core.entries import Entry, entries, locate, resolve
from mutapa.core.errors import InvalidError, MutapaError, nearest
from mutapa.core.game import Game
from mutapa.core.load import DTYPES, REFUSED, Library
from mutapa.core.objects import notice

BACKENDS = ("object", "jit", "plain", "strict")

_engines: dict[tuple[int, str], Engine] = {}


def engine(game: Game, backend: str | None = None) -> Engine:
    """The engine of `game`, one a process and backend; by default the object, or the JIT where MUTAPA_RUN says so."""
    wanted = known_backend(backend or ("jit" if compiled.RUN == "jit" else "object"))
    if (id(game), wanted) not in _engines:
        _engines[id(game), wanted] = _make(game, wanted)
    return _engines[id(game), wanted]


def known_backend(name: str) -> str:
    """`name`, if it is a backend's; else `InvalidError`."""
    if name not in BACKENDS:
        raise InvalidError(f"backend {name!r}: {nearest(name, BACKENDS)}")
    return name


def _make(game: Game, wanted: str) -> Engine:
    if wanted in ("plain", "strict"):
        if compiled.RUN != "object":
            raise InvalidError(f"backend {wanted!r}: nothing is plain in a process started with MUTAPA_RUN={compiled.RUN}")
        return PlainEngine(game, wanted)
    if wanted == "jit":
        return JitEngine(game)
    try:
        return ObjectEngine(game)
    except MutapaError as error:
        notice(f"no native object of {game.name} ({error}); Numba's JIT runs instead: slower, compiled anew by every process")
        return JitEngine(game)


def _there(where: str, backend: str) -> Engine:
    return engine(resolve(where), backend)


class Engine:
    """Base of all engines. Every entry of the game is a method: ``engine.legal(board, work, state, out)``."""

    backend: str
    game: Game
    entries: dict[str, Entry]
    origin: str = "here"
    """Where an object came from: ``cache``, ``built`` or ``shipped``."""

    def __init__(self, game: Game, backend: str) -> None:
        self.game, self.backend = game, backend
        self.entries = {entry.name: entry for entry in entries(game)}

    def array(self, n: int) -> Any:
        """`n` zeros in the form this engine is fastest with: an int64 array, or a list."""
        return np.zeros(n, np.int64)

    def floats(self, n: int) -> Any:
        """`n` zeros as float32, likewise: in a list each is an ``np.float32``."""
        return np.zeros(n, np.float32)

    def work(self) -> Any:
        """A zeroed work array of the game; one a thread."""
        return self.array(self.game.work_words)

    def __reduce__(self) -> Any:
        """In another process it is that process's engine of the game."""
        return _there, (locate(self.game), self.backend)

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__.get("entries", {})
        raise AttributeError(f"the engine of {self.game.name} has no entry {name!r}; {nearest(name, known)}")

    def __repr__(self) -> str:
        return f"<engine of {self.game.name}: {self.backend}>"


def _complaint(entry: Entry, arguments: Sequence[Any]) -> TypeError:
    """Which argument an engine can't take, and why."""
    where = f"engine.{entry.name}"
    if len(arguments) != len(entry.kinds):
        return TypeError(f"{where} takes {len(entry.kinds)} arguments, not {len(arguments)}")
    for i, (kind, value) in enumerate(zip(entry.kinds, arguments, strict=True), 1):
        if kind == "i" and not hasattr(value, "__index__"):
            return TypeError(f"{where}: argument {i} is {type(value).__name__}; it must be an int")
        if kind in DTYPES and not _fits(value, kind):
            kinds = f"{value.ndim}-dimensional {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__
            return TypeError(f"{where}: argument {i} is {kinds}; it must be a one-dimensional {DTYPES[kind]} array without gaps")
    return TypeError(f"{where}: arguments {arguments!r}")


def _fits(value: Any, kind: str) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == DTYPES[kind] and value.flags.c_contiguous


def _method(entry: Entry, call: Callable[..., int], slow: Callable[..., int]) -> Callable[..., int]:
    """A function of the entry's arity around `call`: written out, since ``*args`` costs as much as the call itself."""
    names = ", ".join(f"x{i}" for i in range(len(entry.kinds)))
    scope: dict[str, Any] = {"call": call, "slow": slow, "REFUSED": REFUSED, "ArgumentError": ctypes.ArgumentError}
    exec(
        f"def {entry.name}({names}):\n"
        f"    try:\n        result = call({names})\n"
        f"    except ArgumentError:\n        return slow({names})\n"
        f"    return slow({names}) if result == REFUSED else result\n",
        scope,
    )
    made: Callable[..., int] = scope[entry.name]
    made.__doc__ = entry.function.__doc__
    return made


class ObjectEngine(Engine):
    """Runs the native object. Calls cost well below a microsecond and run without the GIL."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "object")
        from mutapa.core import obtain
        from mutapa.core.build import symbol

        symbols = {name: symbol(game.name, name) for name in self.entries}
        head, payload, self.origin = obtain.obtain(game, tuple(self.entries.values()))
        self.head = head
        self._library = Library(payload, symbols)
        thunks = self._library.thunks(symbols, {name: entry.kinds for name, entry in self.entries.items()})
        for name, entry in self.entries.items():
            slow = self._slow(entry, self._library.pointer(name, entry.kinds))
            setattr(self, name, _method(entry, thunks[name], slow) if thunks else slow)

    @staticmethod
    def _slow(entry: Entry, pointer: Callable[..., int]) -> Callable[..., int]:
        """The call for arrays that a thunk doesn't know at sight (subclasses, equal dtypes), and the complaint for the rest."""

        def call(*arguments: Any) -> int:
            values: list[int] = []
            if len(arguments) != len(entry.kinds):
                raise _complaint(entry, arguments)
            for kind, value in zip(entry.kinds, arguments, strict=True):
                if kind in DTYPES and _fits(value, kind):
                    values += value.ctypes.data, value.size
                elif kind == "i" and hasattr(value, "__index__"):
                    values.append(operator.index(value))
                else:
                    raise _complaint(entry, arguments)
            return pointer(*values)

        return call


class JitEngine(Engine):
    """Numba at work; in a process of ``MUTAPA_RUN=object`` its plain functions are first turned into dispatchers."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "jit")
        from mutapa.core.jit import dispatchers

        for name, function in dispatchers(game, tuple(self.entries.values())).items():
            setattr(self, name, self._checked(self.entries[name], function))

    @staticmethod
    def _checked(entry: Entry, function: Callable[..., int]) -> Callable[..., int]:
        def call(*arguments: Any) -> int:
            if len(arguments) != len(entry.kinds) or not all(
                hasattr(value, "__index__") if kind == "i" else _fits(value, kind)
                for kind, value in zip(entry.kinds, arguments, strict=True)
            ):
                raise _complaint(entry, arguments)
            return int(
                function(
                    *[operator.index(value) if kind == "i" else value for kind, value in zip(entry.kinds, arguments, strict=True)]
                )
            )

        return call


class PlainEngine(Engine):
    """Plain Python. Arrays are converted to lists and back at each call; lists (`Engine.array`) are taken as they are."""

    def __init__(self, game: Game, backend: str) -> None:
        super().__init__(game, backend)
        strict = backend == "strict"
        self._lists: dict[str, Callable[[Sequence[Any]], list[Any]]]
        self._lists = {"a": StrictList if strict else list, "f": StrictFloats if strict else list}
        for name, entry in self.entries.items():
            setattr(self, name, self._wrapped(entry))

    def array(self, n: int) -> Any:
        """`n` zeros, as a list."""
        return self._lists["a"]([0] * n)

    def floats(self, n: int) -> Any:
        """`n` zeros of 32 bits, as a list."""
        return self._lists["f"]([np.float32(0)] * n)

    def _wrapped(self, entry: Entry) -> Callable[..., int]:
        kinds, function, rules = entry.kinds, entry.function, (self.game.rules,) if entry.takes_rules else ()
        makes = [self._lists.get(kind, list) for kind in kinds]

        def call(*arguments: Any) -> int:
            if len(arguments) != len(kinds):
                raise _complaint(entry, arguments)
            lists: dict[int, tuple[Any, list[Any], list[Any]]] = {}  # by id: an array passed twice is one list
            values: list[Any] = []
            for kind, make, value in zip(kinds, makes, arguments, strict=True):
                if kind == "i":
                    if not hasattr(value, "__index__"):
                        raise _complaint(entry, arguments)
                    values.append(operator.index(value))
                elif type(value) is make or type(value) is list:
                    values.append(value)
                elif _fits(value, kind):
                    if id(value) not in lists:
                        before = value.tolist() if kind == "a" else list(value)
                        lists[id(value)] = value, before, make(before)
                    values.append(lists[id(value)][2])
                else:
                    raise _complaint(entry, arguments)
            result = function(*rules, *values)
            if type(result) is not int:
                raise TypeError(f"{entry.name} of {self.game.name} returned {result!r}; compiled code must return an int")
            for array, before, after in lists.values():
                if before != after:  # what wasn't written to may be read-only
                    array[:] = after
            return result

        call.__name__ = entry.name
        call.__doc__ = function.__doc__
        return call


class StrictList(list):  # type: ignore[type-arg]
    """A list that behaves as an array in compiled code should be used: no index out of range, ints of 54 bits only."""

    def _at(self, index: Any) -> int:
        if type(index) is not int:
            raise TypeError(f"index {index!r} is {type(index).__name__}; only ints index an array")
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} in an array of {len(self)}: out of range")
        return index

    def _fit(self, value: Any) -> Any:
        if type(value) is not int:
            raise TypeError(f"{value!r} is {type(value).__name__}; only ints go into an array")
        if not -compiled.WORD <= value <= compiled.WORD:
            raise OverflowError(f"{value} needs more than {compiled.WORD_BITS} bits")
        return value

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(self._at(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(self._at(index), self._fit(value))

    def __iter__(self) -> Iterator[Any]:
        return super().__iter__()


class StrictFloats(StrictList):
    """The same for an array of float32, into which nothing else goes: any other number was rounded otherwise on its way."""

    def _fit(self, value: Any) -> Any:
        if type(value) is not np.float32:
            raise TypeError(f"{value!r} is {type(value).__name__}; only float32 goes into an array of these")
        if not np.isfinite(value):
            raise OverflowError(f"{value} in an array of float32")
        return value
