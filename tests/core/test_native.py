"""Engines: whoever computes, the numbers are the same, and which one computes is told."""

from __future__ import annotations

import dataclasses
import gc
import os
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

import numpy as np
import pytest

from mutapa.core import load, native, obtain
from mutapa.core.build import symbol
from mutapa.core.compiled import WORD, compiled, lowest, popcount
from mutapa.core.entries import RULES, Entry, entries, locate
from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE, OVER, Rules
from mutapa.core.jit import dispatchers
from mutapa.core.native import StrictFloats, StrictList
from mutapa.core.streams import Array, below, derive
from mutapa.core.words import nth_bit
from tests.core.tinygame import TINY

BACKENDS = ("object", "jit", "plain", "strict")
LENGTHS = {"board": 3, "state": 1, "rng": 2, "work": 32}


@pytest.fixture(scope="module")
def engines() -> dict[str, native.Engine]:
    made = {backend: native.engine(TINY, backend) for backend in BACKENDS}
    assert {name: engine.backend for name, engine in made.items()} == {name: name for name in BACKENDS}
    return made


def position(rng: Array, board: Array) -> Array:
    """A position of the tiny game after some random steps."""
    plain, state = native.engine(TINY, "plain"), np.zeros(1, np.int64)
    plain.playout(board, plain.work(), state, rng, below(rng.tolist(), 7))
    return state


def test_every_field_of_the_rules_has_its_arguments() -> None:
    assert tuple(RULES) == Rules._fields


def test_the_default_is_the_object() -> None:
    engine = native.engine(TINY)
    assert engine.backend == "object"
    assert engine.origin in ("cache", "built")
    assert native.engine(TINY, "object") is engine
    assert repr(engine) == "<engine of tiny: object>"


def test_the_object_runs_without_numba_and_the_jit_with_it() -> None:
    script = (
        "import sys; from tests.core.tinygame import TINY; from mutapa.core import native; "
        "engine = native.engine(TINY); print(engine.backend, 'numba' in sys.modules)"
    )
    for way, expected in (("object", "object False"), ("jit", "jit True")):
        ended = subprocess.run(
            [sys.executable, "-c", script], env=os.environ | {"MUTAPA_RUN": way}, capture_output=True, text=True
        )
        assert ended.stdout.strip() == expected, ended.stderr


@pytest.mark.parametrize("seed", range(12))
def test_all_backends_give_the_same_numbers_for_every_entry_of_the_rules(engines: dict[str, native.Engine], seed: int) -> None:
    rng = derive(seed, "position")
    board = np.array([2 + seed % 3, seed % 2, 7], np.int64)
    state = position(rng, board)
    seat = int(engines["plain"].turn(board, np.zeros(32, np.int64), state))
    results: dict[str, list[Any]] = {backend: [] for backend in BACKENDS}
    for name, kinds in RULES.items():
        if (name == "apply" and seat == OVER) or (name == "sample" and seat < 0):
            continue
        for backend, engine in engines.items():
            arrays = [np.zeros(32, np.int64) for kind in kinds if kind == "a"]
            arrays[0], arrays[2 if len(arrays) > 2 else -1] = board.copy(), state.copy()
            if name in ("sample", "chance"):
                arrays[3] = derive(seed, name)
            if name == "determinize":
                arrays[3] = derive(seed, name)
            integers = iter([11 if seat == CHANCE else 1, 1, 1])
            supply = iter(arrays)
            arguments = [next(supply) if kind == "a" else next(integers) for kind in kinds]
            if name in ("observe", "determinize"):
                arguments[3] = seed % 2
            result = getattr(engine, name)(*arguments)
            assert type(result) is int
            results[backend].append((name, result, [array.tolist() for array in arrays]))
    assert len(results["plain"]) >= 15
    for backend in BACKENDS:
        assert results[backend] == results["plain"], backend


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_backends_play_the_same_games(engines: dict[str, native.Engine], seats: int) -> None:
    ends = []
    for engine in engines.values():
        rng, state = derive(7, "games"), engine.array(1)
        board, start = np.array([seats, 0, 1], np.int64), np.zeros(1, np.int64)
        steps = engine.playouts(board, engine.work(), start, state, rng, 200, 99)
        ends.append((steps, list(state), rng.tolist(), engine.draws(rng, 100), rng.tolist()))
    assert ends == [ends[0]] * len(ends)
    assert ends[0][0] == 200 * 2 * seats


@pytest.mark.parametrize("backend", BACKENDS)
def test_arguments_that_do_not_fit_are_refused_by_name(engines: dict[str, native.Engine], backend: str) -> None:
    engine = engines[backend]
    board, work, state, out = np.array([2, 0, 1], np.int64), np.zeros(32, np.int64), np.zeros(1, np.int64), np.zeros(8, np.int64)
    wrong: list[tuple[Any, str]] = [
        (out.astype(np.int32), "argument 4 is 1-dimensional int32"),
        (out.astype(float), "argument 4 is 1-dimensional float64"),
        (np.zeros((2, 4), np.int64), "argument 4 is 2-dimensional int64"),
        (np.zeros(16, np.int64)[::2], "argument 4 is 1-dimensional int64; it must be a one-dimensional int64 array without gaps"),
        (3, "argument 4 is int"),
        (None, "argument 4 is NoneType"),
    ]
    for value, complaint in wrong:
        with pytest.raises(TypeError, match=complaint):
            engine.legal(board, work, state, value)
    with pytest.raises(TypeError, match=r"engine.apply: argument 4 is str; it must be an int"):
        engine.apply(board, work, state, "1")
    with pytest.raises(TypeError):
        engine.legal(board, work, state)
    with pytest.raises(TypeError):
        engine.legal(board, work, state, out, out)
    assert not out.any()
    with pytest.raises(AttributeError, match=r"no entry 'leagl'; did you mean 'legal'"):
        engine.leagl  # noqa: B018


@pytest.mark.parametrize("backend", BACKENDS)
def test_arrays_that_are_equal_in_kind_are_taken(engines: dict[str, native.Engine], backend: str) -> None:
    class Special(np.ndarray[Any, Any]):
        pass

    engine, work = engines[backend], np.zeros(32, np.int64)
    board = np.array([2, 0, 1], np.int64)
    board.flags.writeable = False  # the deal's: read-only
    both = np.zeros(20, np.int64)
    state, out = both[3:4], both[4:12].view(Special)
    engine.apply(board, work, state, np.int64(11))
    engine.apply(board, work, state, 12)
    assert engine.legal(board, work, state, out) == 3
    assert both[4:7].tolist() == [0, 1, 2]
    assert both[3] != 0
    assert not both[7:].any()
    assert not both[:3].any()


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_array_given_twice_is_one_array(engines: dict[str, native.Engine], backend: str) -> None:
    words = np.array([3, 4, 5], np.int64)
    assert engines[backend].clone(3, words, words, 2) == 5
    assert words.tolist() == [5, 4, 5]


def test_an_object_call_is_cheap(engines: dict[str, native.Engine]) -> None:
    engine = engines["object"]
    board, work, state, out = np.array([2, 0, 1], np.int64), np.zeros(32, np.int64), np.zeros(1, np.int64), np.zeros(8, np.int64)
    best = 1.0
    for _ in range(5):
        started = time.perf_counter()
        for _ in range(2000):
            engine.legal(board, work, state, out)
        best = min(best, (time.perf_counter() - started) / 2000)
    assert best < 3e-6  # about 0.5 us on a quiet machine


def test_the_object_runs_without_the_gil(engines: dict[str, native.Engine]) -> None:
    engine, rng = engines["object"], derive(1, "gil")
    thread = threading.Thread(target=lambda: engine.draws(rng, 300_000_000))
    thread.start()
    turns = 0
    while thread.is_alive():
        time.sleep(0.005)
        turns += 1
    assert turns > 5


def test_a_function_keeps_its_object_in_memory(engines: dict[str, native.Engine]) -> None:
    payload = obtain.obtain(TINY, entries(TINY))[1]
    draws = load.Library(payload, {"draws": symbol("tiny", "draws")}).pointer("draws", "ai")
    gc.collect()
    rng, again = derive(1, "kept"), derive(1, "kept")
    assert draws(rng.ctypes.data, 2, 100) == engines["plain"].draws(again, 100)


def test_strict_lists_refuse_what_compiled_code_must_not_do() -> None:
    words = StrictList([1, 2, 3])
    words[2] = WORD
    words[0] = -1
    assert list(words) == [-1, 2, WORD]
    for index in (-1, 3):
        with pytest.raises(IndexError, match=f"index {index} in an array of 3"):
            words[index]
        with pytest.raises(IndexError):
            words[index] = 1
    with pytest.raises(TypeError, match="only ints index"):
        words[0:2]
    with pytest.raises(TypeError, match="True is bool"):
        words[0] = True
    with pytest.raises(OverflowError, match="more than 54 bits"):
        words[0] = WORD + 1
    assert list(words) == [-1, 2, WORD]


def test_strict_lists_of_floats_take_nothing_that_was_rounded_otherwise() -> None:
    floats = StrictFloats([np.float32(0.5)] * 2)
    floats[1] = np.float32(0.1)
    assert floats[0] + floats[1] == np.float32(0.5) + np.float32(0.1)
    for value in (0.1, 1, np.float64(0.1), np.float32(0.1) + np.float64(0.5)):
        with pytest.raises(TypeError, match="only float32 goes into an array of these"):
            floats[0] = value
    with pytest.raises(OverflowError, match="inf in an array of float32"):
        floats[0] = np.float32(np.inf)
    with pytest.raises(IndexError, match="index 2 in an array of 2"):
        floats[2]


def test_strict_finds_an_index_out_of_range_in_an_entry() -> None:
    strict = native.engine(TINY, "strict")
    with pytest.raises(IndexError, match="index 2 in an array of 2: out of range"):
        strict.legal(np.array([0, 0, 1], np.int64), np.zeros(32, np.int64), np.array([1], np.int64), np.zeros(2, np.int64)) or (
            strict.legal(np.array([1, 0, 1], np.int64), np.zeros(32, np.int64), np.array([1], np.int64), np.zeros(2, np.int64))
        )


@compiled
def bits(x, k):  # type: ignore[no-untyped-def]
    return 10000 * popcount(x) + 100 * lowest(x) + nth_bit(x, k) + PAIR.second(x)


@compiled
def double(x):  # type: ignore[no-untyped-def]
    return 2 * x


class Pair(NamedTuple):
    first: int
    second: Any


PAIR = Pair(1, double)


def test_jit_twins_of_plain_functions_reach_all_they_call() -> None:
    made = dispatchers(TINY, (Entry("bits", bits, "ii"),))["bits"]
    assert hasattr(made, "py_func")  # Numba's, not the plain one
    assert not hasattr(bits, "py_func")
    for x in (1, 0b1011000, WORD, 1 << 53):
        assert made(x, popcount(x) - 1) == bits(x, popcount(x) - 1)


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(InvalidError, match=r"backend 'objekt': did you mean 'object'"):
        native.engine(TINY, "objekt")


def test_a_game_nobody_can_find_is_refused() -> None:
    assert locate(TINY) == "tests.core.tinygame:TINY"
    with pytest.raises(InvalidError, match="no imported module holds it"):
        locate(dataclasses.replace(TINY))


def test_entries_have_names_of_their_own() -> None:
    names = [entry.name for entry in entries(TINY)]
    assert len(set(names)) == len(names)
    assert {"legal", "playout", "playouts", "perft", "clone"} <= set(names)
