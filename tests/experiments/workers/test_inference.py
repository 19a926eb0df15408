"""The inference actor: every request gets its own rows, whoever else is in its batch; weights go by version."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.experiments.training import selfplay
from mutapa.experiments.training.selfplay import Playing
from mutapa.experiments.workers import inference, workers
from mutapa.nets import served
from mutapa.nets.shape import Widths
from mutapa.nets.weights import Weights, save
from tests.nets.random_nets import random_weights

pytest.importorskip("ray")


def scaled(weights: bytes | None) -> inference.Model:
    """A model that multiplies by the number in its weights, and takes a while."""
    factor = int(weights or b"1")

    def model(rows: Any, more: Any) -> inference.Arrays:
        time.sleep(0.02)
        return rows * factor, rows.sum(axis=1) + more

    return model


def broken(weights: bytes | None) -> inference.Model:
    return lambda rows: (rows[:-1],)


@pytest.fixture
def client(cluster: Any) -> Any:
    import ray

    made = inference.start(cluster.address, scaled, largest=64)
    yield made
    ray.kill(made.handle)


def inputs(n: int, rows: int) -> tuple[Any, Any]:
    return np.full((rows, 3), n, np.float32), np.arange(rows, dtype=np.float32)


def test_each_gets_its_own_rows_and_batches_form(client: inference.Client) -> None:
    import ray

    client.told()
    asked = [(n, 1 + n % 7, client.handle.evaluate.remote(*inputs(n, 1 + n % 7))) for n in range(100)]
    for n, rows, reference in asked:
        version, (one, other) = ray.get(reference)
        assert version == 0
        assert one.tolist() == [[n] * 3] * rows
        assert other.tolist() == [3 * n + k for k in range(rows)]
    told = client.told()
    assert told["requests"] == 100
    assert told["rows"] == sum(rows for _, rows, _ in asked)
    assert 100 / 64 < told["batches"] < 50, "those that wait make up a batch"
    assert told["mean_batch"] == told["rows"] / told["batches"] <= 64
    assert 0 < told["busy"] <= 1.1


def ask(task: tuple[inference.Client, int]) -> float:
    client, n = task
    return float(client(*inputs(n, 2)).outputs[0][1, 2])


def test_workers_ask(cluster: Any, client: inference.Client) -> None:
    staff = workers.Staff(2, cluster.address)
    assert list(workers.run(ask, [(client, n) for n in range(20)], staff, ordered=True)) == [float(n) for n in range(20)]


def test_weights_go_by_version(client: inference.Client) -> None:
    assert client.publish(2, b"5") == 2
    version, (one, _) = client(*inputs(1, 1))
    assert (version, one.tolist()) == (2, [[5.0] * 3])
    assert client.publish(1, b"7") == 2, "late news is no news"
    assert client(*inputs(1, 1)).version == 2


def test_what_is_wrong_is_told_to_who_asked(cluster: Any, client: inference.Client) -> None:
    import ray

    with pytest.raises(InvalidError, match="right would be equally many, 1 to 64"):
        client(*inputs(1, 65))
    with pytest.raises(InvalidError, match=r"arrays of \[1, 2\] rows"):
        client(inputs(1, 1)[0], inputs(1, 2)[1])
    assert client(*inputs(3, 1)).version == 0, "and it serves on"
    bad = inference.start(cluster.address, broken)
    with pytest.raises(ValueError, match=r"the model gave \[1\] rows for 2"):
        bad(inputs(1, 2)[0])
    ray.kill(bad.handle)


def test_rates(client: inference.Client) -> None:
    told = inference.rates(client, [inputs(n, 4) for n in range(3)], 8, 0.5)
    assert told["rows"] >= 4 * 8
    assert 4 <= told["mean_batch"] <= 32
    assert told["rows_per_s"] > 0


WIDTHS = Widths(embedding=16, hidden=8, rank=3)


@pytest.fixture
def thinkers(cluster: Any) -> Any:
    """The actor that workers find by its name."""
    import ray

    pytest.importorskip("torch")
    made = inference.serve(cluster.address, 16, 0)
    yield made
    ray.kill(made.handle)


def positions_of(weights: Weights, n: int) -> tuple[Any, Any]:
    shape, rng = weights.header.shape, np.random.default_rng(n)
    sparse = rng.integers(0, shape.sparse + 1, (n, shape.active)).astype(np.int32)
    return sparse, rng.normal(0, 1, (n, shape.dense)).astype(np.float32)


def test_many_networks_by_name_with_the_rows_of_torch_here(thinkers: inference.Client) -> None:
    nets = [random_weights(registry.get("tictactoe"), WIDTHS, seed) for seed in range(inference.KEPT + 2)]
    for weights in [*nets, nets[0]]:
        remote, here = inference.Remote(thinkers, weights), served.Rows(weights, 16)
        for n in (1, 5, 16):
            given = positions_of(weights, n)
            assert remote(*given).tobytes() == here(*given).tobytes()
    with pytest.raises(Exception, match="inference: no network stranger was published"):
        thinkers(*positions_of(nets[0], 1), of="stranger")


def test_a_killed_inference_actor_comes_back(thinkers: inference.Client) -> None:
    weights = random_weights(registry.get("tictactoe"), WIDTHS)
    remote, given = inference.Remote(thinkers, weights), positions_of(weights, 3)
    right = remote(*given)
    import ray

    os.kill(ray.get(thinkers.handle.process.remote()), signal.SIGKILL)
    assert remote(*given).tobytes() == right.tobytes()


def test_the_same_games_whoever_thinks(cluster: Any, tmp_path: Path) -> None:
    """Self-play by a network thought in batches: in this process, by workers themselves, by the actor that thinks for them."""
    pytest.importorskip("torch")
    path = tmp_path / "net.safetensors"
    save(path, random_weights(registry.get("tictactoe"), WIDTHS))
    spec = f"uct:memory=1,net={path},batch=16"
    whole = selfplay.Task("tictactoe", {}, (2,), spec, "uct", 3, 0, 1, 0, Playing(chunk=4, full=12, fast=4), 0, "plain")

    def played(staff: workers.Staff) -> list[bytes]:
        return [each.data for each in workers.run(selfplay.play, selfplay.tasks(whole, 8), staff, ordered=True)]

    here = played(workers.Staff(1))
    staff = workers.Staff(2, cluster.address, (("tictactoe", "plain"),))
    assert played(staff) == here
    import ray

    actor = inference.serve(cluster.address, 16, 0)
    actor.told()
    try:
        assert played(staff) == here
        told = actor.told()
    finally:
        ray.kill(actor.handle)
    assert told["rows"] > 100, "it was asked"
    assert told["mean_batch"] > 1, "by several games at once"
    assert len(set(here)) == 2


def test_nobody_to_think_for() -> None:
    with pytest.raises(InvalidError, match="--inference: there is nobody to think for all; right would be --ray local"):
        selfplay.think_for_all("uct:batch=16,net=a.safetensors", None, 0, 2)
    with pytest.raises(InvalidError, match="right would be a bot with a network and batch=64"):
        selfplay.think_for_all("uct", "local", 0, 2)
    selfplay.think_for_all("uct", None, None, 2)
