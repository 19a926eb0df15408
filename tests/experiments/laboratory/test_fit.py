"""Fitting a judge: known weights are found again, signs are kept, positions are a function of the seed."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.experiments.laboratory import fit


@pytest.fixture(scope="module")
def table() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """20,000 positions of 2 or 3 seats whose winners were drawn by the weights 1.2, -0.7 and 0."""
    rng, beta = np.random.default_rng(1), np.array([1.2, -0.7, 0.0])
    x, mask = rng.standard_normal((20_000, 3, 3)), np.ones((20_000, 3), bool)
    mask[::2, 2] = False
    p = fit.chances(x, mask, beta)
    winner = (p.cumsum(axis=1) > rng.random((20_000, 1))).argmax(axis=1)
    return x, mask, np.eye(3)[winner], p


def test_known_weights_are_found_again(table: tuple[np.ndarray, ...]) -> None:
    x, mask, won, _ = table
    assert np.abs(fit.regress(x, mask, won) - [1.2, -0.7, 0.0]).max() < 0.04  # three standard errors


def test_weights_keep_the_sign_of_their_room(table: tuple[np.ndarray, ...]) -> None:
    x, mask, won, _ = table
    found = fit.bounded(x, mask, won, [(-9, 9), (0, 9), (-9, 9)])
    assert found[1] == 0
    assert found[0] > 0.9
    assert np.allclose(fit.bounded(x, mask, won, [(0, 9), (-9, 0), (-9, 9)]), fit.regress(x, mask, won))


def test_seats_that_are_not_there_have_no_chance(table: tuple[np.ndarray, ...]) -> None:
    _, mask, won, p = table
    assert p[~mask].max() == 0
    assert won[~mask].max() == 0
    assert np.allclose(p.sum(axis=1), 1)


def test_true_chances_lose_least_and_are_calibrated(table: tuple[np.ndarray, ...]) -> None:
    x, mask, won, p = table
    for wrong in ([0.6, -0.35, 0], [2.4, -1.4, 0]):
        assert fit.log_loss(p, won) < fit.log_loss(fit.chances(x, mask, np.array(wrong)), won)
    by_hand = fit.log_loss(np.array([[0.5, 0.5], [0.25, 0.75]]), np.eye(2))
    assert by_hand == pytest.approx(-(np.log(0.5) + np.log(0.75)) / 2)
    rows = [[float(cell) for cell in row.split("|")[2:5]] for row in fit.calibration(p, won, mask)[2:]]
    assert len(rows) == 10
    assert all(abs(said - came) < 0.04 for _, said, came in rows)


def test_positions_are_a_function_of_the_seed() -> None:
    game = registry.get("stone_age")
    one, two = (list(fit.positions(game, 3, 2, seed=5, every=60)) for _ in range(2))
    assert one == two
    assert len(one) > 5
    assert one != list(fit.positions(game, 3, 2, seed=6, every=60))
    for each in one:
        assert sum(each.won) == pytest.approx(1)
        assert sum(each.judged) == pytest.approx(1)
        assert len(each.features) == 3


def test_the_command_prints_weights_that_the_game_has() -> None:
    game = registry.get("stone_age")
    assert game.weights is not None
    out = io.StringIO()
    with redirect_stdout(out):
        fit.command("stone_age", games=10, every=40, seed=3)
    found = dict(re.findall(r"^(\w+): (-?\d+)$", out.getvalue(), re.MULTILINE))
    assert list(found) == [name for name in game.weights if name.startswith(fit.PREFIX)]
    for name, value in found.items():
        if game.weights[name].least == 0:
            assert int(value) >= 0


def test_a_judge_without_weights_is_refused() -> None:
    with pytest.raises(InvalidError, match="kuhn has no weights of a judge"):
        fit.command("kuhn")
