"""Whole random games run as plain Python, as the object, by the JIT, and by the JIT with every index checked: the same words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.native import engine
from mutapa.core.state import State
from mutapa.core.streams import derive

TOP = Path(__file__).resolve().parents[2]
GAMES = ("kuhn", "sealed", "ascending", "stone_age", "zimbabwe", "godz")


def played(name: str, backend: str) -> list[Any]:
    """Steps, last words and generator of two random games at the fewest and the most seats, and who ran them."""
    game, found = registry.get(name), []
    for seats in sorted(set(game.seats)):
        options = {"round_cap": 12} if "round_cap" in game.options else {}
        state = State.new(game, seats, seed=seats, options=options, backend=backend)
        runner, rng, words = state.engine, derive(7, "ways", seats), state.words.copy()
        for _ in range(2):
            words[:] = state.words
            steps = runner.playout(state.board, runner.work(), words, rng, 100_000)
            found += [runner.backend, int(steps), words.tolist(), rng.tolist()]
    return found


def without_names(found: list[Any]) -> list[Any]:
    return [each for each in found if not isinstance(each, str)]


@pytest.mark.parametrize("name", GAMES)
def test_plain_strict_and_object_play_the_same_games(name: str) -> None:
    plain = played(name, "plain")
    for backend in ("strict", "object"):
        other = played(name, backend)
        assert backend in other
        assert without_names(other) == without_names(plain)
    assert engine(registry.get(name)).backend == "object"


@pytest.mark.slow
@pytest.mark.parametrize("checked", ["0", "1"])
@pytest.mark.parametrize("name", GAMES)
def test_the_jit_plays_the_same_games(name: str, checked: str, tmp_path: Path) -> None:
    """In a process of its own: how code is run, and whether indexes are checked, is settled when it starts."""
    setting = {"MUTAPA_RUN": "jit", "NUMBA_BOUNDSCHECK": checked, "NUMBA_CACHE_DIR": str(tmp_path)}
    code = f"import json; from tests.core.test_ways_of_running import played; print(json.dumps(played({name!r}, 'jit')))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=TOP, env={**os.environ, **setting}, capture_output=True, text=True,
                         timeout=1500, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = json.loads(ran.stdout)
    assert "jit" in found
    assert without_names(found) == without_names(played(name, "object"))
