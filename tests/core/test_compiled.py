"""The switch of how code runs, and the two operations it provides."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from mutapa.core.compiled import WORD, WORD_BITS, lowest, popcount

SCRIPT = """
import sys
from mutapa.core import compiled, words
xs = [1, 2, 3, 0b1011000, (1 << 54) - 1, 1 << 53]
print(compiled.RUN, "numba" in sys.modules, end=" ")
print([compiled.popcount(x) for x in xs], [compiled.lowest(x) for x in xs], words.nth_bit(88, 2))
"""


def run(way: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", SCRIPT], env=os.environ | {"MUTAPA_RUN": way}, capture_output=True, text=True)


def test_a_word_has_54_bits() -> None:
    assert WORD_BITS == 54
    assert WORD == 2**54 - 1


@given(st.integers(1, WORD))
def test_popcount_and_lowest(x: int) -> None:
    assert popcount(x) == f"{x:b}".count("1")
    assert lowest(x) == f"{x:b}"[::-1].index("1")


def test_object_mode_is_plain_and_jit_gives_the_same() -> None:
    plain, jit = run("object").stdout.split(" ", 2), run("jit").stdout.split(" ", 2)
    assert plain[:2] == ["object", "False"]
    assert jit[:2] == ["jit", "True"]
    assert plain[2] == jit[2]
    assert plain[2].endswith("[0, 1, 0, 3, 0, 53] 6\n")


def test_an_unknown_way_of_running_is_refused_in_one_line() -> None:
    ended = run("fast")
    assert ended.returncode != 0
    assert ended.stderr == "mutapa: MUTAPA_RUN is 'fast'; it must be object or jit\n"
