"""Loads a native object into this process with llvmlite alone, and makes its entries callable at little cost."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding as llvm

from mutapa.core.errors import MutapaError

REFUSED = -(1 << 63)
"""What a thunk returns for an argument it can't take; no entry does (54 bits)."""
ITEMS = {"a": ("i64", 8), "f": ("float", 4)}
"""Items of arrays by the letter of their kind: LLVM's type, and bytes."""
DTYPES = {"a": np.dtype(np.int64), "f": np.dtype(np.float32)}
THUNK = "__py"
TEACH = "mutapa_teach"
CONTIGUOUS, ALIGNED = 0x1, 0x100
TYPE, DATA, DIMENSIONS_COUNT, DIMENSIONS, DTYPE, FLAGS = 8, 16, 24, 32, 56, 64
"""Offsets in bytes inside an ndarray, since NumPy 1.7; `layout_known` looks before they are used."""


@cache
def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@cache
def layout_known() -> bool:
    """Whether an ndarray of this process lies in memory as the thunks suppose (it doesn't in free-threaded Python)."""
    array = np.arange(3, 8, dtype=np.int64)

    def word(offset: int, kind: Any = ctypes.c_int64) -> int:
        return int(kind.from_address(id(array) + offset).value)

    try:
        return ctypes.sizeof(ctypes.c_void_p) == 8 and (
            word(TYPE) == id(np.ndarray)
            and word(DTYPE) == id(np.dtype(np.int64))
            and word(DATA) == array.ctypes.data
            and word(DIMENSIONS_COUNT, ctypes.c_int32) == 1
            and int(ctypes.c_int64.from_address(word(DIMENSIONS)).value) == 5
            and word(FLAGS, ctypes.c_int32) == array.flags.num
        )
    except (AttributeError, ValueError):
        return False


class Library:
    """The entries of one object: `symbols` by name. Lives as long as any function of it."""

    def __init__(self, payload: bytes, symbols: Mapping[str, str]) -> None:
        _initialise()
        self._engine = llvm.create_mcjit_compiler(
            llvm.parse_assembly(""), llvm.Target.from_default_triple().create_target_machine()
        )
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(payload))
        self._engine.finalize_object()
        self._addresses = {name: self._engine.get_function_address(symbol) for name, symbol in symbols.items()}
        missing = [name for name, address in self._addresses.items() if not address]
        if missing:
            raise MutapaError(f"the native object lacks {', '.join(missing)}")

    def pointer(self, name: str, kinds: str) -> Callable[..., int]:
        """The entry itself: an array is an address and a length."""
        types: list[Any] = []
        for kind in kinds:
            types += [ctypes.c_void_p, ctypes.c_int64] if kind in ITEMS else [ctypes.c_int64]
        return self._bound(types, self._addresses[name])

    def _bound(self, types: list[Any], address: int) -> Callable[..., int]:
        function: Any = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(address)
        function.library = self  # the code must not go while someone can call it
        made: Callable[..., int] = function
        return made

    def thunks(self, symbols: Mapping[str, str], kinds: Mapping[str, str]) -> dict[str, Callable[..., int]] | None:
        """The thunks of the entries: functions of ndarrays and ints. None where an array looks otherwise than supposed."""
        if not layout_known():
            return None
        teach = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 3)(self._engine.get_function_address(TEACH))
        teach(id(np.ndarray), id(DTYPES["a"]), id(DTYPES["f"]))
        made: dict[str, Callable[..., int]] = {}
        for name, symbol in symbols.items():
            types: list[Any] = [ctypes.py_object if kind in ITEMS else ctypes.c_int64 for kind in kinds[name]]
            made[name] = self._bound(types, self._engine.get_function_address(symbol + THUNK))
        return made


def teacher() -> str:
    """What thunks share: the addresses of the type and the dtypes they accept, set once the object is loaded."""
    return f"""
@mutapa_type = global i64 0
@mutapa_dtype_a = global i64 0
@mutapa_dtype_f = global i64 0
define void @{TEACH}(i64 %type, i64 %a, i64 %f) {{
  store i64 %type, i64* @mutapa_type
  store i64 %a, i64* @mutapa_dtype_a
  store i64 %f, i64* @mutapa_dtype_f
  ret void
}}
"""


def thunk(symbol: str, kinds: str) -> str:
    """The thunk of an entry, in LLVM's language, to be built into the object: it takes ndarrays and ints.

    ``array.ctypes.data`` costs more than a whole call, so a thunk reads the address out of the array object, once it has made
    sure of the object's type; it returns `REFUSED` for what is no contiguous one-dimensional array of the right dtype.
    """
    arrays = [(i, kind) for i, kind in enumerate(kinds) if kind in ITEMS]
    items = [ITEMS[kind][0] if kind in ITEMS else "" for kind in kinds]
    takes = ", ".join(f"i64 %x{i}" for i in range(len(kinds)))
    passes = ", ".join(f"{item}* %data{i}, i64 %n{i}" if item else f"i64 %x{i}" for i, item in enumerate(items))
    types = ", ".join(f"{item}*, i64" if item else "i64" for item in items)
    lines = [
        "@mutapa_type = external global i64",
        "@mutapa_dtype_a = external global i64",
        "@mutapa_dtype_f = external global i64",
        f'declare i64 @"{symbol}"({types})',
        f'define i64 @"{symbol}{THUNK}"({takes}) {{',
        "  %type = load i64, i64* @mutapa_type",
        "  %dtype_a = load i64, i64* @mutapa_dtype_a",
        "  %dtype_f = load i64, i64* @mutapa_dtype_f",
    ]

    def load(into: str, base: str, offset: int, kind: str = "i64") -> None:
        lines.append(f"  %a_{into} = add i64 {base}, {offset}")
        lines.append(f"  %p_{into} = inttoptr i64 %a_{into} to {kind}*")
        lines.append(f"  %{into} = load {kind}, {kind}* %p_{into}")

    def check(value: str, wanted: str, kind: str, after: str) -> None:
        lines.append(f"  %c_{after} = icmp eq {kind} %{value}, {wanted}")
        lines.append(f"  br i1 %c_{after}, label %{after}, label %no")
        lines.append(f"{after}:")

    for i, kind in arrays:
        load(f"type{i}", f"%x{i}", TYPE)
        check(f"type{i}", "%type", "i64", f"typed{i}")
        load(f"dtype{i}", f"%x{i}", DTYPE)
        check(f"dtype{i}", f"%dtype_{kind}", "i64", f"dtyped{i}")
        load(f"count{i}", f"%x{i}", DIMENSIONS_COUNT, "i32")
        check(f"count{i}", "1", "i32", f"counted{i}")
        load(f"flags{i}", f"%x{i}", FLAGS, "i32")
        lines.append(f"  %both{i} = and i32 %flags{i}, {CONTIGUOUS | ALIGNED}")
        check(f"both{i}", str(CONTIGUOUS | ALIGNED), "i32", f"flagged{i}")
        load(f"data{i}", f"%x{i}", DATA, f"{ITEMS[kind][0]}*")
        load(f"shape{i}", f"%x{i}", DIMENSIONS)
        load(f"n{i}", f"%shape{i}", 0)
    lines.append(f'  %result = call i64 @"{symbol}"({passes})')
    lines.append("  ret i64 %result")
    if arrays:
        lines += ["no:", f"  ret i64 {REFUSED}"]
    return "\n".join(lines) + "\n}\n"
