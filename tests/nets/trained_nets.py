"""Small networks trained in seconds, for tests that want weights as training makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mutapa.core import native
from mutapa.core.game import Game
from mutapa.nets.shape import Widths, shape_of
from mutapa.nets.weights import Weights, header_of


def trained(game: Game, widths: Widths, games: int = 60, steps: int = 120, options: dict[str, Any] | None = None) -> Weights:
    """A network of `game` that learnt from games of a small search, by the object. Skips where torch isn't installed."""
    pytest.importorskip("torch")
    from mutapa.experiments.training import selfplay
    from mutapa.nets.encode import encode
    from mutapa.nets.learn import Learner, losses
    from mutapa.nets.samples import Chunk
    from mutapa.nets.schedule import Learning

    how = selfplay.Playing(full=40, fast=0)
    task = selfplay.Task(game.name, options or {}, game.seats[:1], "uct:memory=1", "uct", 1, 0, 1, games, how, 0, "object")
    found = encode(Chunk.from_bytes(selfplay.play(task).data, game, "here"), native.engine(game))
    shape, settings = shape_of(game, widths), Learning(batch=32, rate=0.01, warm_up=5)
    learner = Learner(shape, settings, steps, 3)
    before = float(losses(learner.playing(), found, settings)[0].detach())
    rng = np.random.default_rng(1)
    while learner.step < steps:
        learner.learn(found.take(rng.integers(len(found), size=settings.batch)))
    model = learner.playing()
    assert float(losses(model, found, settings)[0].detach()) < before - 0.1  # it has learnt
    return model.weights(header_of(game, shape, {"step": learner.step}))
