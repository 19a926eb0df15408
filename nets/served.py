"""A network thought in batches by torch, for all searches of a process at once: for networks too wide to be thought alone.

A search asks where it would think (`mutapa.nets.forward.think`): it gives what a seat sees as features, waits, and gets the row
that it would have worked out; the heads stay compiled. Who waits while a batch is computed is in the next one. All batches are
of one size, empty places among them, and a row must have the same bits wherever it stands and whatever stands beside it, which
is made sure of when a network is loaded. So who thinks together changes no result; torch's threads, its version and the
device may, as does thinking alone (within 1e-4).
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from mutapa.core import compiled
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import UNIT
from mutapa.nets.network import MEMORY, Network
from mutapa.nets.shape import ASK, Shape
from mutapa.nets.weights import Weights, find, load

Compute = Callable[[Any, Any], Any]
"""Rows of some positions: int32 [n, active] of sparse features, filled up by `Shape.sparse`, and float32 [n, dense] in; float32
[n, hidden + seats] out. It may be called by several threads."""
T = TypeVar("T")
CALLED = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
"""`mutapa.core.compiled.consult` from native code: arrays are addresses."""

elsewhere: Callable[[Weights, int], Compute | None] | None = None
"""Who computes networks for this process, if not torch in it (`mutapa.experiments.workers.inference`)."""


class Rows:
    """Rows by torch, on one thread or a device, `size` at a time. `MutapaError` where they depend on their neighbours here."""

    def __init__(self, weights: Weights, size: int, device: str = "cpu") -> None:
        try:
            import torch

            from mutapa.nets.model import model_of
        except ImportError as error:
            raise InvalidError("torch is not installed; right would be pip install 'mutapa[train]'") from error
        self.torch, self.shape, self.size, self.device = torch, weights.header.shape, size, device
        self.model = model_of(weights).to(device).eval()
        self.lock = threading.Lock()
        self._check()

    def __call__(self, sparse: Any, dense: Any) -> Any:
        torch, n = self.torch, len(sparse)
        if n > self.size:
            parts = [self(sparse[k : k + self.size], dense[k : k + self.size]) for k in range(0, n, self.size)]
            return np.concatenate(parts)
        places = np.full((self.size, self.shape.active), self.shape.sparse, np.int64)
        numbers = np.zeros((self.size, self.shape.dense), np.float32)
        places[:n], numbers[:n] = sparse, dense
        with self.lock:
            threads = torch.get_num_threads()
            torch.set_num_threads(1)
            try:
                with torch.no_grad():
                    given = torch.from_numpy(places).to(self.device), torch.from_numpy(numbers).to(self.device)
                    thought, values = self.model.think(*given)
                    return torch.cat([thought, values], 1)[:n].cpu().numpy()
            finally:
                torch.set_num_threads(threads)

    def _check(self) -> None:
        """Rows of positions drawn at random, once in another order, once alone."""
        rng, shape, n = np.random.default_rng(1), self.shape, self.size
        sparse = rng.integers(0, shape.sparse + 1, (n, shape.active))
        dense = rng.normal(0, 1, (n, shape.dense)).astype(np.float32)
        rows, order = self(sparse, dense), rng.permutation(n)
        same = np.array_equal(self(sparse[order], dense[order]), rows[order])
        if not same or not np.array_equal(self(sparse[:1], dense[:1]), rows[:1]):
            raise MutapaError(
                f"torch gives a position other numbers in another place of a batch of {n} here; right would be batch=0,"
                f" or a network whose widths (now {shape.embedding} and {shape.hidden}) are multiples of 8"
            )


class Batcher:
    """Those who ask at once are answered together: whoever finds nobody computing computes for all that wait."""

    def __init__(self, compute: Compute, size: int, shape: Shape) -> None:
        self.compute, self.size, self.shape = compute, size, shape
        self.turn = threading.Condition()
        self.waiting: list[_Asked] = []
        self.computing = False
        self.batches = self.rows = 0

    def ask(self, sparse: Any, dense: Any) -> Any:
        """The row of one position: its sparse features, and its dense ones as float32."""
        mine = _Asked(sparse, dense)
        with self.turn:
            self.waiting.append(mine)
        while True:
            with self.turn:
                while not mine.done and self.computing:
                    self.turn.wait()
                if mine.done:
                    break
                self.computing = True
                batch, self.waiting = self.waiting[: self.size], self.waiting[self.size :]
            try:
                self._compute(batch)
            finally:
                with self.turn:
                    self.computing = False
                    self.turn.notify_all()
        if mine.wrong is not None:
            raise mine.wrong
        return mine.row

    def _compute(self, batch: list[_Asked]) -> None:
        try:
            sparse = np.full((len(batch), self.shape.active), self.shape.sparse, np.int32)
            for row, each in zip(sparse, batch, strict=True):
                row[: len(each.sparse)] = each.sparse
            rows = self.compute(sparse, np.array([each.dense for each in batch], np.float32).reshape(len(batch), -1))
            for each, row in zip(batch, rows, strict=True):
                each.row = row
            self.batches += 1
            self.rows += len(batch)
        except BaseException as error:
            for each in batch:
                each.wrong = error
        finally:
            for each in batch:
                each.done = True


class _Asked:
    """A position that somebody waits for."""

    def __init__(self, sparse: Any, dense: Any) -> None:
        self.sparse, self.dense = sparse, dense
        self.row: Any = None
        self.wrong: BaseException | None = None
        self.done = False


class Served(Network):
    """A network whose brains ask a `Batcher`."""

    def __init__(self, weights: Weights, engine: Any, size: int, slots: int = MEMORY, where: str = "network") -> None:
        super().__init__(weights, engine, slots, where)
        self.batcher = batcher(weights, size)
        self.error: BaseException | None = None
        """Why rows are no longer what they should be: nothing can be raised through compiled code."""
        self._native = CALLED(self._called)
        self._address = int(ctypes.cast(self._native, ctypes.c_void_p).value or 0)
        method = weakref.WeakMethod(self._asked)
        compiled.asked[self._address] = lambda *given: method()(*given)  # type: ignore[misc]
        weakref.finalize(self, compiled.asked.pop, self._address, None)
        self.plan[ASK] = self._address

    def check(self) -> None:
        """Raise what went wrong while somebody waited; rows that brains remember may be wrong since."""
        if self.error is not None:
            with _lock:
                for key in [key for key, each in _served.items() if each is self]:
                    del _served[key]
            raise self.error

    def _row(self, sparse: Any, dense: Any) -> Any:
        shape = self.weights.header.shape
        if self.error is None:
            try:
                return self.batcher.ask(sparse, (dense / UNIT).astype(np.float32))
            except BaseException as error:
                self.error = error
        return np.zeros(shape.hidden + shape.seats, np.float32)

    def _asked(self, sparse: Any, n: int, dense: Any, layers: Any, row: int) -> int:
        """Of plain Python."""
        numbers = np.array([dense[i] for i in range(self.weights.header.shape.dense)], float)
        found = self._row([sparse[i] for i in range(n)], numbers)
        for i, each in enumerate(found):
            layers[row + i] = each
        return 0

    def _called(self, sparse: int, n: int, dense: int, layers: int, row: int) -> int:
        """Of native code."""
        found = self._row(_numbers(sparse, n), _numbers(dense, self.weights.header.shape.dense))
        ctypes.memmove(layers + 4 * row, np.ascontiguousarray(found, np.float32).ctypes.data, 4 * len(found))
        return 0


def _numbers(address: int, n: int) -> Any:
    """A copy of `n` int64 at an address."""
    return np.frombuffer(ctypes.string_at(address, 8 * n), np.int64)


_batchers: dict[tuple[str, int], Batcher] = {}
_served: dict[Any, Served] = {}
_lock = threading.RLock()
KEPT = 4
"""Networks that a process keeps ready."""


def name_of(weights: Weights) -> str:
    """Tells networks apart by what they hold."""
    return weights.seal or hashlib.blake2b(weights.flat.tobytes(), digest_size=16).hexdigest()


def _kept(made: dict[Any, T], key: Any, make: Callable[[], T]) -> T:
    with _lock:
        if key not in made:
            new = make()
            while len(made) >= KEPT:
                del made[next(iter(made))]
            made[key] = new
        return made[key]


def batcher(weights: Weights, size: int) -> Batcher:
    """The one of this process for a network."""

    def make() -> Batcher:
        compute = elsewhere(weights, size) if elsewhere is not None else None
        return Batcher(compute or Rows(weights, size), size, weights.header.shape)

    return _kept(_batchers, (name_of(weights), size), make)


def served(name: str, engine: Any, size: int, slots: int = MEMORY) -> Served:
    """The network in a file, or ``default``, thought in batches of `size`; one for all who ask for it."""
    path = find(name, engine.game)
    weights = load(path, engine.game)
    key = name_of(weights), engine.game.name, engine.backend, size, slots
    return _kept(_served, key, lambda: Served(weights, engine, size, slots, str(path)))
