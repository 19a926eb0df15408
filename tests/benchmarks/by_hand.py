"""The search written by hand in C (`uct.c`), built by the system's compiler where there is one."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from mutapa.core.streams import Array
from mutapa.search.settings import LN2, logarithms

SOURCE = Path(__file__).with_name("uct.c")
FLAGS = (
    "-O3", "-march=native", "-fno-math-errno", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
    "-ffp-contract=off",  # a fused product rounds otherwise, and then visits may differ
)  # fmt: skip


def compiler() -> str | None:
    """The system's C compiler."""
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)


def build(folder: Path) -> Any:
    """The search as a function of (board, generator, c, count): visits of the root's actions."""
    found = compiler()
    assert found is not None
    subprocess.run([found, *FLAGS, str(SOURCE), "-o", str(folder / "uct.so"), "-lm"], check=True)
    function = ctypes.CDLL(str(folder / "uct.so")).uct
    words = ctypes.POINTER(ctypes.c_int64)
    function.argtypes = [words, words, words, ctypes.c_int64, ctypes.c_int64, words]
    function.restype = ctypes.c_int64
    logs = np.array(logarithms(), np.int64)
    assert f"LN2 {LN2}" in SOURCE.read_text()

    def search(board: Array, generator: Array, c: int, count: int) -> list[int]:
        visits = np.zeros(64, np.int64)
        arrays = [array.ctypes.data_as(words) for array in (board, generator, logs)]
        n = int(function(*arrays, c, count, visits.ctypes.data_as(words)))
        assert n > 0
        return [int(each) for each in visits[:n]]

    return search
