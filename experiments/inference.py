"""An inference actor: one process with the network (and the GPU, where there is one) that many workers ask.

Requests that wait while it computes make up the next batch, so batches grow with the load by themselves. The learner publishes
weights under a version; a batch is computed by one version, and each answer says which.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.search import connect

Arrays = tuple[Any, ...]
"""Arrays whose first axis runs over positions."""
Model = Callable[..., Arrays]
"""Arrays in, arrays out, row by row."""
Maker = Callable[[bytes | None], Model]
"""The model of published weights; None: of none yet."""


class Answer(NamedTuple):
    """Outputs of one request, and the version of the weights that made them."""

    version: int
    outputs: Arrays


class Inference:
    """The actor. `make(weights)` gives the model of the weights that were published last (None: none were yet)."""

    def __init__(self, make: Maker, largest: int = 256, window: float = 0.0) -> None:
        self.make, self.largest, self.window = make, largest, window
        self.version = 0
        self.model = make(None)
        self._waiting: list[tuple[Arrays, asyncio.Future[Answer]]] = []
        self._arrived = asyncio.Event()
        self._thread = ThreadPoolExecutor(1)
        self._turning = asyncio.get_event_loop().create_task(self._turn())
        self._counts = {"requests": 0, "rows": 0, "batches": 0}
        self._busy = 0.0
        self._began = time.monotonic()

    async def evaluate(self, *inputs: Any) -> Answer:
        """Outputs for the rows of `inputs`, with others' rows in one batch."""
        lengths = {len(each) for each in inputs}
        if len(lengths) != 1 or not 0 < min(lengths) <= self.largest:
            raise InvalidError(f"inference: arrays of {sorted(lengths)} rows; right would be equally many, 1 to {self.largest}")
        waited: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((inputs, waited))
        self._arrived.set()
        return await waited

    async def publish(self, version: int, weights: bytes) -> int:
        """From the next batch on use `weights`; an older version than the one in use changes nothing. The version in use."""
        if version > self.version:
            model = await asyncio.get_running_loop().run_in_executor(self._thread, self.make, weights)
            self.version, self.model = version, model
        return self.version

    async def told(self) -> dict[str, float]:
        """Requests, rows and batches since the last call, rows a second, the mean batch, and the share of time at work."""
        spent, now = time.monotonic() - self._began, self._counts
        found = {
            **now,
            "rows_per_s": now["rows"] / max(1e-9, spent),
            "mean_batch": now["rows"] / max(1, now["batches"]),
            "busy": self._busy / max(1e-9, spent),
        }
        self._counts, self._busy, self._began = dict.fromkeys(now, 0), 0.0, time.monotonic()
        return found

    async def _turn(self) -> None:
        """Batch after batch, as long as this lives."""
        while True:
            await self._arrived.wait()
            if self.window:
                await asyncio.sleep(self.window)
            batch, rows = [], 0
            while self._waiting and rows + len(self._waiting[0][0][0]) <= self.largest:
                batch.append(self._waiting.pop(0))
                rows += len(batch[-1][0][0])
            if not self._waiting:
                self._arrived.clear()
            await self._compute(batch, rows)

    async def _compute(self, batch: list[tuple[Arrays, asyncio.Future[Answer]]], rows: int) -> None:
        version, model = self.version, self.model
        began = time.monotonic()
        try:
            whole = [np.concatenate(each) for each in zip(*(inputs for inputs, _ in batch), strict=True)]
            outputs = await asyncio.get_running_loop().run_in_executor(self._thread, lambda: model(*whole))
            if any(len(each) != rows for each in outputs):
                raise ValueError(f"the model gave {[len(each) for each in outputs]} rows for {rows}")
        except Exception as error:
            for _, waited in batch:
                waited.set_exception(error)
            return
        self._busy += time.monotonic() - began
        self._counts["requests"] += len(batch)
        self._counts["rows"] += rows
        self._counts["batches"] += 1
        at = 0
        for inputs, waited in batch:
            waited.set_result(Answer(version, tuple(each[at : at + len(inputs[0])] for each in outputs)))
            at += len(inputs[0])


class Client:
    """What a worker calls; it travels with tasks."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __call__(self, *inputs: Any) -> Answer:
        """Outputs for the rows of `inputs`; waits for them."""
        import ray

        answer: Answer = ray.get(self.handle.evaluate.remote(*inputs))
        return answer

    def publish(self, version: int, weights: bytes) -> int:
        """Give the actor new weights; the version in use after it."""
        import ray

        return int(ray.get(self.handle.publish.remote(version, weights)))

    def told(self) -> dict[str, float]:
        """Counts and rates since the last call."""
        import ray

        return dict(ray.get(self.handle.told.remote()))


def start(
    where: str,
    make: Callable[[bytes | None], Model],
    *,
    largest: int = 256,
    window: float = 0.0,
    cores: float = 1,
    gpus: float = 0,
) -> Client:
    """An inference actor on the cluster at `where`. `make` is a function of a module; `window` seconds wait for more rows."""
    ray = connect.connect(where)
    kind = ray.remote(num_cpus=cores, num_gpus=gpus, max_concurrency=4096, max_restarts=0)(Inference)
    handle = kind.remote(make, largest, window)
    ray.get(handle.told.remote())
    return Client(handle)


def rates(client: Client, inputs: Sequence[Arrays], askers: int, seconds: float) -> dict[str, float]:
    """How fast `askers` that each wait for their answer are served: they ask in turns from `inputs` for so many seconds."""
    import ray

    client.told()
    pending: dict[Any, int] = {}
    end = time.monotonic() + seconds
    for n in range(askers):
        pending[client.handle.evaluate.remote(*inputs[n % len(inputs)])] = n
    while time.monotonic() < end:
        ready, _ = ray.wait(list(pending), num_returns=1, timeout=1.0)
        for reference in ready:
            n = pending.pop(reference)
            pending[client.handle.evaluate.remote(*inputs[n % len(inputs)])] = n
    told = client.told()
    ray.get(list(pending))
    return told
