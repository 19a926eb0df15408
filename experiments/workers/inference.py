"""An inference actor: one process with the network (and the GPU, where there is one) that many workers ask.

Requests that wait while it computes make up the next batch, so batches grow with the load by themselves. A network is known by a
name; weights are published under a version of it; a batch is computed by one version, and each answer says which.

``mutapa train`` and ``selfplay`` start one by ``--inference GPUS``: workers whose bots think in batches (``uct:net=F,batch=64``)
find it by its name and ask it, where they would compute by torch themselves. Batches are of one size, so answers are the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.nets import served
from mutapa.nets.weights import Weights, read, write
from mutapa.search import connect

Arrays = tuple[Any, ...]
"""Arrays whose first axis runs over positions."""
Model = Callable[..., Arrays]
"""Arrays in, arrays out, row by row."""
Maker = Callable[[bytes | None], Model]
"""The model of published weights; None: of none yet."""


NAME = "mutapa-inference"
"""What workers of a driver look for in its cluster, with the size of its batches."""
KEPT = 4
"""Networks with a name of their own that the actor keeps: those that play against one another."""
LOSSES = 3
"""Deaths of the actor over one request after which it is given up."""


class UnknownError(MutapaError):
    """A network that the actor doesn't have (any more)."""


class Answer(NamedTuple):
    """Outputs of one request, and the version of the weights that made them."""

    version: int
    outputs: Arrays


class Asked(NamedTuple):
    """A request that waits."""

    of: str
    inputs: Arrays
    waited: asyncio.Future[Answer]


class Inference:
    """The actor. `make(weights)` gives the model of the weights that were published last (None: none were yet)."""

    def __init__(self, make: Maker, largest: int = 256, window: float = 0.0) -> None:
        self.make, self.largest, self.window = make, largest, window
        self.models: dict[str, tuple[int, Model]] = {"": (0, make(None))}
        """By name: version and model; the network without a name is there from the beginning."""
        self._waiting: list[Asked] = []
        self._arrived = asyncio.Event()
        self._thread = ThreadPoolExecutor(1)
        self._turning = asyncio.get_event_loop().create_task(self._turn())
        self._counts = {"requests": 0, "rows": 0, "batches": 0}
        self._busy = 0.0
        self._began = time.monotonic()

    async def evaluate(self, *inputs: Any, of: str = "") -> Answer:
        """Outputs of the network `of` for the rows of `inputs`, with others' rows in one batch."""
        lengths = {len(each) for each in inputs}
        if len(lengths) != 1 or not 0 < min(lengths) <= self.largest:
            raise InvalidError(f"inference: arrays of {sorted(lengths)} rows; right would be equally many, 1 to {self.largest}")
        if of not in self.models:
            raise UnknownError(f"inference: no network {of} was published")
        waited: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append(Asked(of, inputs, waited))
        self._arrived.set()
        return await waited

    async def publish(self, version: int, weights: bytes, of: str = "") -> int:
        """From the next batch on use `weights`; an older version than the one in use changes nothing. The version in use."""
        if version > self.models.get(of, (-1, None))[0]:
            model = await asyncio.get_running_loop().run_in_executor(self._thread, self.make, weights)
            if version > self.models.get(of, (-1, None))[0]:
                self.models.pop(of, None)
                self.models[of] = version, model
            asked = {"", *(each.of for each in self._waiting)}
            for old in [name for name in self.models if name not in asked][: max(0, len(self.models) - 1 - KEPT)]:
                del self.models[old]
        return self.models[of][0]

    async def process(self) -> int:
        """Its process id."""
        return os.getpid()

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
            of, rows = self._waiting[0].of, 0
            batch: list[Asked] = []
            later: list[Asked] = []
            for each in self._waiting:
                fits = each.of == of and rows + len(each.inputs[0]) <= self.largest
                (batch if fits else later).append(each)
                rows += len(each.inputs[0]) if fits else 0
            self._waiting = later
            if not self._waiting:
                self._arrived.clear()
            await self._compute(batch, rows)

    async def _compute(self, batch: list[Asked], rows: int) -> None:
        version, model = self.models[batch[0].of]
        began = time.monotonic()
        try:
            whole = [np.concatenate(each) for each in zip(*(each.inputs for each in batch), strict=True)]
            outputs = await asyncio.get_running_loop().run_in_executor(self._thread, lambda: model(*whole))
            if any(len(each) != rows for each in outputs):
                raise ValueError(f"the model gave {[len(each) for each in outputs]} rows for {rows}")
        except Exception as error:
            for each in batch:
                each.waited.set_exception(error)
            return
        self._busy += time.monotonic() - began
        self._counts["requests"] += len(batch)
        self._counts["rows"] += rows
        self._counts["batches"] += 1
        at = 0
        for asked in batch:
            end = at + len(asked.inputs[0])
            asked.waited.set_result(Answer(version, tuple(each[at:end] for each in outputs)))
            at = end


class Client:
    """What a worker calls; it travels with tasks."""

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __call__(self, *inputs: Any, of: str = "") -> Answer:
        """Outputs for the rows of `inputs`; waits for them."""
        import ray

        answer: Answer = ray.get(self.handle.evaluate.remote(*inputs, of=of))
        return answer

    def publish(self, version: int, weights: bytes, of: str = "") -> int:
        """Give the actor new weights; the version in use after it."""
        import ray

        return int(ray.get(self.handle.publish.remote(version, weights, of)))

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
    name: str | None = None,
    restarts: int = 0,
) -> Client:
    """An inference actor on the cluster at `where`. `make` is a function of a module; `window` seconds wait for more rows.

    `name`: by which others of this driver find it. `restarts`: how often Ray starts it anew, knowing nothing, once it has died.
    """
    ray = connect.connect(where)
    how = {} if name is None else {"name": name, "get_if_exists": True}
    kind = ray.remote(num_cpus=cores, num_gpus=gpus, max_concurrency=4096, max_restarts=restarts, **how)(Inference)
    handle = kind.remote(make, largest, window)
    ray.get(handle.told.remote())
    return Client(handle)


class Thinkers:
    """Makes models of published files of weights: their rows in batches of `size` (`mutapa.nets.served`)."""

    def __init__(self, size: int, device: str) -> None:
        self.size, self.device = size, device

    def __call__(self, weights: bytes | None) -> Model:
        if weights is None:
            return nothing
        rows = served.Rows(read(weights, "published weights"), self.size, self.device)
        return lambda sparse, dense: (rows(sparse, dense),)


def nothing(*inputs: Any) -> Arrays:
    """The model of a network that nobody published."""
    raise UnknownError("inference: no network was named")


class Remote:
    """Rows of one network by an inference actor. It gets the weights where it doesn't have them, and again where it was lost."""

    def __init__(self, client: Client, weights: Weights) -> None:
        self.client, self.name = client, served.name_of(weights)
        self.data = write(weights, weights.precision)

    def __call__(self, sparse: Any, dense: Any) -> Any:
        import ray

        for loss in range(LOSSES + 1):
            try:
                return self.client(sparse, dense, of=self.name).outputs[0]
            except ray.exceptions.RayTaskError as error:
                if not isinstance(error.cause, UnknownError):
                    raise error.cause if isinstance(error.cause, MutapaError) else RuntimeError(str(error)) from None
            except ray.exceptions.RayError as error:
                if loss == LOSSES:
                    raise MutapaError(f"the inference actor was lost {LOSSES} times over one request") from error
            with contextlib.suppress(ray.exceptions.RayError):
                self.client.publish(1, self.data, self.name)
        raise MutapaError(f"the inference actor does not keep {self.name}: right would be at most {KEPT} networks at a time")


def serve(where: str, size: int, gpus: float) -> Client:
    """An actor that thinks in batches of `size` for all workers of this process, on a core or so many GPUs."""
    make = Thinkers(size, "cuda" if gpus else "cpu")
    made = start(where, make, largest=size, gpus=gpus, name=f"{NAME}-{size}", restarts=1000)
    _serving[size] = made
    return made


_serving: dict[int, Client] = {}
"""By size of batches: an actor lives as long as the process that started it holds it."""


def find(weights: Weights, size: int) -> served.Compute | None:
    """Rows by the inference actor of this worker's driver; None if it has none."""
    import ray

    try:
        return Remote(Client(ray.get_actor(f"{NAME}-{size}")), weights)
    except ValueError:
        return None


def rates(client: Client, inputs: Sequence[Arrays], askers: int, seconds: float, of: str = "") -> dict[str, float]:
    """How fast `askers` that each wait for their answer are served: they ask in turns from `inputs` for so many seconds."""
    import ray

    client.told()
    pending: dict[Any, int] = {}
    end = time.monotonic() + seconds
    for n in range(askers):
        pending[client.handle.evaluate.remote(*inputs[n % len(inputs)], of=of)] = n
    while time.monotonic() < end:
        ready, _ = ray.wait(list(pending), num_returns=1, timeout=1.0)
        for reference in ready:
            n = pending.pop(reference)
            pending[client.handle.evaluate.remote(*inputs[n % len(inputs)], of=of)] = n
    told = client.told()
    ray.get(list(pending))
    return told
