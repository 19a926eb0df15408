"""Numba's JIT for the entries of a game, in any process.

A twin of every function that an entry can reach is made, whose globals and closure hold dispatchers; those that are there,
plain or (where ``MUTAPA_RUN=jit``) dispatchers themselves, stay as they are. Entries take arrays of their caller, never lists, so
twins need not count references: functions that pass dozens of arrays on would spend most of their time on that.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

import numpy as np

from mutapa.core import compiled
from mutapa.core.entries import Entry
from mutapa.core.errors import MutapaError
from mutapa.core.game import Game


def dispatchers(game: Game, found: tuple[Entry, ...]) -> dict[str, Callable[..., int]]:
    """The entries' functions by name, taking arrays and ints; each is compiled when first called."""
    try:
        import numba
    except ImportError as error:
        raise MutapaError(f"backend jit: numba can't be imported ({error}); backend plain runs without it") from error
    decorate = numba.njit(error_model="numpy", nogil=True, _nrt=False)
    twins = _Twins(decorate)
    rules = twins.of(game.rules)
    made = {}
    for entry in found:
        function = twins.of(entry.function)
        if entry.takes_rules:
            names = ", ".join(f"x{i}" for i in range(len(entry.kinds)))
            scope = {"function": function, "rules": rules}
            exec(f"def {entry.name}({names}):\n    return function(rules, {names})\n", scope)
            function = decorate(scope[entry.name])
        made[entry.name] = function
    return made


class _Twins:
    """Twins of functions, each made once; other values are their own twins."""

    def __init__(self, decorate: Callable[..., Any]) -> None:
        self.decorate = decorate
        self.made: dict[int, Any] = {
            id(compiled.popcount): _popcount(decorate),
            id(compiled.lowest): _lowest(decorate),
            id(compiled.double): decorate(lambda x: np.float64(x)),
            id(compiled.consult): _consult(decorate),
        }

    def of(self, value: Any) -> Any:
        if id(value) in self.made:
            return self.made[id(value)]
        value = getattr(value, "py_func", value)  # a dispatcher's own function
        if id(value) in self.made:
            return self.made[id(value)]
        if isinstance(value, FunctionType) and value.__module__.partition(".")[0] not in ("numpy", "numba", "math"):
            return self.function(value)
        if isinstance(value, tuple) and any(isinstance(getattr(each, "py_func", each), FunctionType) for each in value):
            twins = [self.of(each) for each in value]
            return type(value)(*twins) if hasattr(value, "_fields") else tuple(twins)
        return value

    def function(self, function: FunctionType) -> Any:
        scope: dict[str, Any] = {"__name__": function.__module__, "__builtins__": function.__globals__["__builtins__"]}
        for name in function.__code__.co_names:
            if name not in function.__globals__:
                continue
            value = function.__globals__[name]
            if isinstance(value, ModuleType) and value.__name__.startswith("mutapa."):
                where = f"{function.__module__}.{function.__name__}"
                raise MutapaError(f"backend jit: {where} reads names of the module {value.__name__}; import the names instead")
            scope[name] = self.of(value)
        cells = tuple(CellType(self.of(cell.cell_contents)) for cell in function.__closure__ or ())
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
        self.made[id(function)] = made = self.decorate(twin)
        return made


def _intrinsic(name: str) -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def emit(typingctx, x):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            if name == "ctpop":
                return builder.ctpop(args[0])
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    return intrinsic(emit)


def _popcount(decorate: Callable[..., Any]) -> Any:
    ctpop = _intrinsic("ctpop")
    return decorate(lambda x: ctpop(x))


def _lowest(decorate: Callable[..., Any]) -> Any:
    cttz = _intrinsic("cttz")
    return decorate(lambda x: cttz(x))


def _consult(decorate: Callable[..., Any]) -> Any:
    """What `mutapa.core.compiled` has for compiled code, where code is plain: a call of native code by its address."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def call(typingctx, address, sparse, n, dense, layers, row):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            passed = [
                context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array)
                else context.cast(builder, value, kind, types.int64)
                for kind, value in zip(signature.args[1:], args[1:], strict=True)
            ]  # fmt: skip
            function = ir.FunctionType(ir.IntType(64), [each.type for each in passed])
            return builder.call(builder.inttoptr(args[0], function.as_pointer()), passed)

        return types.int64(types.int64, sparse, n, dense, layers, row), codegen

    return decorate(lambda address, sparse, n, dense, layers, row: call(address, sparse, n, dense, layers, row))
