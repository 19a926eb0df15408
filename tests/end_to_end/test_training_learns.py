"""The shipped toy config through the command: in a minute its network comes close to the exact values of tic-tac-toe."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mutapa.core import native, registry
from mutapa.core.state import State
from mutapa.nets import weights
from mutapa.nets.batch import predict
from mutapa.nets.encode import encode
from mutapa.nets.model import Model, model_of
from mutapa.nets.samples import Builder, Sample
from mutapa.nets.shape import shape_of

TOP = Path(__file__).parent.parent.parent
GAME = registry.get("tictactoe")


def solved() -> list[tuple[State, float]]:
    """Every position in which a seat moves, with the mover's exact share of the win under best play."""
    first = State.new("tictactoe")
    found: dict[tuple[int, ...], tuple[State, float]] = {}

    @cache
    def value(words: tuple[int, ...]) -> float:
        """Of seat 0."""
        state = first.at(np.array(words, np.int64))
        if state.outcome is not None:
            winners = state.outcome.winners
            return (0 in winners) / len(winners)
        turn, below = state.turn, []
        for action in state.legal_actions:
            after = state.clone()
            after.apply(action)
            below.append(value(tuple(after.words.tolist())))
        best = max(below) if turn == 0 else min(below)
        found[words] = state, best if turn == 0 else 1 - best
        return best

    value(tuple(first.words.tolist()))
    return list(found.values())


def error(model: Any, positions: list[tuple[State, float]]) -> float:
    """Mean distance of the network's value from the exact one."""
    builder = Builder(GAME)
    samples = [Sample(state.observe(state.turn), state.turn, 0, 0, False, None, [], []) for state, _ in positions]
    builder.add(positions[0][0].board, 1, 2, [0.5, 0.5], [0, 0], samples, [[-1, -1]] * len(samples))
    said = predict(model, encode(builder.chunk({}), native.engine(GAME, "plain"))).shares[:, 0]
    return float(np.abs(said - np.array([value for _, value in positions])).mean())


@pytest.mark.slow
def test_a_toy_is_learnt(tmp_path: Path) -> None:
    positions = solved()
    assert len(positions) == 4520  # of the 5,478 that can be reached, those that go on
    command = [sys.executable, "-m", "mutapa.experiments", "train", str(TOP / "configs/training/tictactoe.yaml")]
    done = subprocess.run([*command, "--out", str(tmp_path / "run")], cwd=TOP, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    model = model_of(weights.load(tmp_path / "run" / "net.safetensors", GAME))
    before = error(Model(shape_of(GAME), 1), positions)
    after = error(model, positions)
    print(before, after)
    assert after < 0.2 < before
