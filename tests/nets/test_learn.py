"""Learning: losses by hand, a step that is the same bit for bit after a checkpoint, and files that are no checkpoint refused."""

from __future__ import annotations

import dataclasses
import json
import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
import torch

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.experiments.training import selfplay
from mutapa.experiments.training.selfplay import Playing, Task
from mutapa.nets import score
from mutapa.nets.batch import predict, say
from mutapa.nets.encode import Encoded, encode
from mutapa.nets.learn import Learner, losses, read
from mutapa.nets.model import Model
from mutapa.nets.samples import NONE, Chunk
from mutapa.nets.schedule import Learning
from mutapa.nets.shape import Shape, Widths, shape_of

GAME = registry.get("ascending")
WIDTHS = Widths(embedding=16, hidden=8, rank=4)


@pytest.fixture(scope="module")
def positions() -> Encoded:
    """Samples of a few games of 2, 3 and 4 players."""
    how = Playing(full=20, fast=5, share=0.5, watch=0.5)
    task = Task("ascending", {}, (2, 3, 4), "uct:memory=1", "uct", 1, 0, 1, 24, how, 0, "plain")
    chunk = Chunk.from_bytes(selfplay.play(task).data, GAME, "here")
    return encode(chunk, native.engine(GAME, "plain"))


def shape() -> Shape:
    return shape_of(GAME, WIDTHS)


def taught(positions: Encoded, steps: int, learner: Learner | None = None, **settings: Any) -> Learner:
    learner = learner or Learner(shape(), Learning(**{"batch": 16, "rate": 0.01, "warm_up": 5, **settings}), 40, 3)
    while learner.step < steps:
        rows = np.random.default_rng(learner.step).integers(len(positions), size=16)
        learner.learn(positions.take(rows))
    return learner


def test_policies_are_over_legal_actions_alone(positions: Encoded) -> None:
    with torch.no_grad():
        said = say(Model(shape(), 1), positions)
    sums = np.bincount(np.repeat(np.arange(len(positions)), positions.counts), said.policy.exp().numpy(), len(positions))
    assert sums[positions.counts > 0] == pytest.approx(1, abs=1e-5)
    shares = predict(Model(shape(), 1), positions, 7)
    assert shares.shares.sum(axis=1) == pytest.approx(1, abs=1e-5)
    for i, seats in enumerate(positions.seats):
        assert (shares.shares[i, seats:] == 0).all()
    assert shares.policy == pytest.approx(said.policy.exp().numpy(), abs=1e-6)


def test_losses_are_what_the_measures_say(positions: Encoded) -> None:
    net, settings = Model(shape(), 2), Learning(outcome=1.0, margin=0.0, bids=1.0)
    _, parts = losses(net, positions, settings)
    said = predict(net, positions)
    assert parts["value"] == pytest.approx(score.value(said.shares, positions)["loss"]["mean"], abs=1e-4)
    assert parts["policy"] == pytest.approx(score.policy(said.policy, positions)["loss"]["mean"], abs=1e-4)
    assert parts["bids"] == pytest.approx(score.bids(said.bids, positions)["loss"]["mean"], abs=1e-4)
    assert (positions.bids != NONE).any()
    total, parts = losses(net, positions, Learning(policy=2.0, margin=0.5, bids=0.0))
    assert float(total.detach()) == pytest.approx(parts["value"] + 2 * parts["policy"] + 0.5 * parts["margin"], abs=1e-5)


def test_it_learns(positions: Encoded) -> None:
    before, _ = losses(taught(positions, 0).net, positions, Learning())
    after, _ = losses(taught(positions, 40).net, positions, Learning())
    assert float(after.detach()) < float(before.detach()) - 0.15


def test_a_checkpoint_goes_on_bit_for_bit(positions: Encoded) -> None:
    whole = taught(positions, 30)
    for stop in (0, 1, 17):
        first = taught(positions, stop)
        data = first.to_bytes({"stage": 2})
        assert data == first.to_bytes({"stage": 2})
        second = Learner(shape(), first.settings, 40, 99)  # other weights to begin with
        assert second.restore(data, "here")["stage"] == 2
        assert second.step == stop
        taught(positions, 30, second)
        assert second.hash == whole.hash
        assert second.to_bytes({}) == whole.to_bytes({})


def test_the_average_follows_the_weights(positions: Encoded) -> None:
    plain = taught(positions, 12, ema=0.0)
    assert all(torch.equal(each, plain.average[name]) for name, each in plain.net.named_parameters())
    slow = taught(positions, 12, ema=0.9)
    assert not all(torch.equal(each, slow.average[name]) for name, each in slow.net.named_parameters())
    assert all(torch.equal(each, slow.average[name]) for name, each in slow.playing().named_parameters())


def test_what_is_no_checkpoint_is_refused(positions: Encoded) -> None:
    data = taught(positions, 2).to_bytes({})
    for junk in (b"", b"\x00" * 40, data[:-4], data[:100]):
        with pytest.raises(InvalidError, match="no checkpoint, or a damaged one"):
            read(junk, "here")
    other = Learner(shape_of(GAME, Widths(embedding=8, hidden=8, rank=4)), Learning(), 40, 3)
    with pytest.raises(InvalidError, match="of another shape"):
        other.restore(data, "here")
    rng = random.Random(2)
    for _ in range(60):
        bad = bytearray(data)
        bad[rng.randrange(len(bad))] ^= 1 << rng.randrange(8)
        with pytest.raises(InvalidError):
            Learner(shape(), Learning(), 40, 3).restore(bytes(bad), "here")


def test_weights_files_hold_the_average(positions: Encoded, tmp_path: Path) -> None:
    from mutapa.nets import weights
    from mutapa.nets.model import model_of

    learner = taught(positions, 8)
    path = tmp_path / "net.safetensors"
    weights.save(path, learner.playing().weights(weights.header_of(GAME, shape(), {"step": learner.step})), "float32")
    found = model_of(weights.load(path, GAME))
    assert predict(found, positions).shares == pytest.approx(predict(learner.playing(), positions).shares, abs=1e-6)
    assert json.dumps(dict(weights.load(path).header.run)) == '{"step": 8}'


def test_what_is_not_learnt_stays_as_it_is(positions: Encoded) -> None:
    """With weight 0 the policy's head gets no gradient, and the decay of weights doesn't wear it away."""
    fresh, learnt = Learner(shape(), Learning(), 40, 3), taught(positions, 12, policy=0.0, weight_decay=5.0)
    was, now = dict(fresh.net.named_parameters()), dict(learnt.net.named_parameters())
    for name in ("query", "query_bias", "pair", "pair_bias", "cell"):
        assert torch.equal(was[name], now[name]), name
    assert not torch.equal(was["embed"], now["embed"])


def test_the_rate_of_a_step() -> None:
    from mutapa.nets.schedule import memory, rate

    settings = Learning(rate=1.0, warm_up=0, decay="none")
    assert rate(settings, 0, 10) == rate(settings, 9, 10) == 1.0
    assert rate(Learning(rate=1.0, warm_up=0), 5, 11) == pytest.approx(0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi / 2)))
    assert memory(Learning(ema=0.0), 100) == 0
    assert memory(Learning(ema=0.99), 0) < memory(Learning(ema=0.99), 50) < memory(Learning(ema=0.99), 10**6) == 0.99


def test_a_policy_is_learnt_on_top_of_the_preferences(positions: Encoded) -> None:
    """Zero logits, with which a network begins, are the preferences themselves; one that stands alone doesn't look at them."""
    sums = np.random.default_rng(1).uniform(0.1, 1, len(positions.policy))
    owner = np.repeat(np.arange(len(positions)), positions.counts)
    shares = sums / np.bincount(owner, sums, len(positions))[owner]
    changed = dataclasses.replace(positions, preferred=np.log(shares).astype(np.float32))
    assert predict(Model(shape(), 1), changed).policy == pytest.approx(shares, abs=1e-6)
    _, parts = losses(Model(shape(), 1), changed, Learning())
    learnt = np.repeat(positions.full, positions.counts)
    wanted = -(positions.policy * np.log(shares))[learnt].sum() / positions.full.sum()
    assert parts["policy"] == pytest.approx(wanted, abs=1e-5)
    alone = Model(shape_of(GAME, dataclasses.replace(WIDTHS, corrects=0)), 1)
    assert predict(alone, changed).policy.tolist() == predict(alone, positions).policy.tolist()
