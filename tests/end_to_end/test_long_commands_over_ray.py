"""Long commands from the command line with ``--ray``: what one process finds, whoever works and whoever is killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.end_to_end.test_clusters import MUTAPA, find, run

pytest.importorskip("ray")
TOURNAMENT = {
    "title": "Over a cluster", "table": {"game": "kuhn", "backend": "plain", "patience": 10}, "rounds": 2, "seed": 3,
    "entrants": [
        {"name": "Searcher", "author": "us", "bot": "uct:sims=20", "inside": True},
        {"name": "Bettor", "author": "us", "bot": "greedy", "inside": True},
        {"name": "Monkey", "author": "us", "bot": "random", "inside": True},
    ],
}  # fmt: skip


def test_sprt(cluster: Any, tmp_path: Path) -> None:
    words = ["sprt", "uct:sims=8", "random", "--game", "kuhn", "--elo1", "150", "--backend", "plain", "--quiet", "--json", "-"]
    one = run(*words, "--out", tmp_path / "one")
    many = run(*words, "--workers", 3, "--ray", cluster.address, "--out", tmp_path / "many")
    assert (one.returncode, many.returncode) == (0, 0), many.stderr
    found = [{name: value for name, value in json.loads(each.stdout).items() if name != "efforts"} for each in (one, many)]
    assert found[0] == found[1]
    assert found[0]["accepted"] in ("elo0", "elo1")


def stored(path: Path) -> list[list[Any]]:
    """Games of a tournament, and who came where in them."""
    games = "select number, block, round, setup, status, reason, plies from games order by number"
    seats = "select game, seat, entrant, rank, margin, verdict, steps from seats order by game, seat"
    with contextlib.closing(sqlite3.connect(path)) as store:
        return [store.execute(games).fetchall(), store.execute(seats).fetchall()]


def test_tournament(cluster: Any, tmp_path: Path) -> None:
    config = tmp_path / "t.yaml"
    config.write_text(yaml.safe_dump(TOURNAMENT))
    for name, more in {"one": [], "many": ["--workers", 3, "--ray", cluster.address]}.items():
        done = run("tournament", config, "--out", tmp_path / f"{name}.db", "--quiet", *more)
        assert done.returncode == 0, done.stderr
    assert stored(tmp_path / "one.db") == stored(tmp_path / "many.db")
    assert len(stored(tmp_path / "one.db")[0]) >= 6


@pytest.mark.slow
def test_a_tournament_with_a_worker_killed(tmp_path: Path) -> None:
    entrants = [{**each, "bot": str(each["bot"]).replace("sims=20", "sims=400")} for each in TOURNAMENT["entrants"]]
    config, one, many = tmp_path / "t.yaml", tmp_path / "one.db", tmp_path / "many.db"
    config.write_text(yaml.safe_dump({**TOURNAMENT, "entrants": entrants, "rounds": 10}))
    done = run("tournament", config, "--out", one, "--quiet")
    assert done.returncode == 0, done.stderr
    words = [*MUTAPA, "tournament", str(config), "--out", str(many), "--quiet", "--workers", "2", "--ray", "local"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while not many.exists() or not _ended(many):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.kill(find(process, "ray::Labourer")[0], signal.SIGKILL)
    _, said = process.communicate(timeout=500)
    assert process.returncode == 0, said
    assert said.count("was lost (") == 1
    assert stored(many) == stored(one)


def _ended(path: Path) -> bool:
    """Whether a game of the tournament came to its end."""
    try:
        return bool(stored(path)[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return False


def samples(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class Playing:
    """Self-play under way on Ray workers of this machine."""

    def __init__(self, out: Path, *more: str) -> None:
        self.out = out
        words = [*MUTAPA, *map(str, SELFPLAY), "--out", str(out), "--workers", "2", "--ray", "local", *more]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def until(self, files: int) -> None:
        while len(list(self.out.glob("[0-9]*.npz"))) < files:
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.05)

    def kill(self, name: str) -> None:
        os.kill(find(self.process, name)[0], signal.SIGKILL)

    def end(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=500)
        return self.process.returncode, said


SELFPLAY = ["selfplay", "tictactoe", "uct:memory=1", "--games", 200, "--sims", 60, "--fast", 0, "--backend", "plain"]


@pytest.mark.slow
def test_selfplay_with_workers_killed(tmp_path: Path) -> None:
    """200 games; a worker is killed at a quarter, another at half; then the same again, and Ray's raylet dies."""
    whole, parts, cut = tmp_path / "whole", tmp_path / "parts", tmp_path / "cut"
    assert run(*SELFPLAY, "--out", whole).returncode == 0
    right = samples(whole)
    assert len(right) == 25 + 10 + 1, "chunks of eight games, one game of twenty as a record, the plan"
    playing = Playing(parts)
    for files in (6, 12):
        playing.until(files)
        playing.kill("ray::Labourer")
    code, said = playing.end()
    assert code == 0, said
    assert samples(parts) == right
    assert said.count("was lost (") == 2
    playing = Playing(cut, "--games", "20000")  # so many that it can't be over before the loss is noticed
    playing.until(3)
    playing.kill("raylet/raylet ")
    code, said = playing.end()
    assert code in (1, 2), said  # ours is 2; now and then Ray, bereft of its node, ends the process first, by 1
    assert "what is finished is kept" in said
    assert "Traceback" not in said
    found = samples(cut)
    assert not any(name.startswith(".") for name in found), "nothing half-written"
    assert all(right[name] == data for name, data in found.items() if name in right)
    done = run(*SELFPLAY, "--out", cut)
    assert done.returncode == 0, done.stderr
    assert right.items() <= samples(cut).items()


def test_training_on_this_machine(tmp_path: Path) -> None:
    """`mutapa train --ray local`, the whole loop from the command line, and the same run without Ray."""
    pytest.importorskip("torch")
    from tests.experiments.training.test_train import config, kept, started

    path = config(tmp_path, stages=1)
    done = subprocess.run(
        [*MUTAPA, "train", str(path), "--out", str(tmp_path / "many"), "--workers", "2", "--ray", "local"],
        capture_output=True, text=True, timeout=400, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "room for 2 workers" in done.stderr
    started(path, tmp_path / "one")
    assert kept(tmp_path / "many") == kept(tmp_path / "one")
