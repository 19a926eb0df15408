"""Ray from the command line: honest at the start, losses repaired, a dead cluster told, a killed driver gone on from."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mutapa.experiments import archive

pytest.importorskip("ray")
MUTAPA = [sys.executable, "-m", "mutapa.experiments.cli"]
CONFIG = """
game: tictactoe
question: Does more search win?
rule: Better if it is.
bots: {more: "uct:memory=1,sims=150", less: "uct:memory=1,sims=50"}
comparisons: [{bot: more, against: less}]
blocks: 40
seed: 7
backend: plain
"""


def run(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*MUTAPA, *map(str, words)], capture_output=True, text=True, timeout=400, **more)


def results(folder: Path) -> dict[int, Any]:
    """What was found, without what a clock says."""
    found: dict[int, Any] = {}
    for row in archive.read(folder):
        for game in row["games"]:
            game["efforts"] = [[each[0], each[2]] for each in game["efforts"]]
        assert row["block"] not in found, "a block was played twice"
        found[row["block"]] = row["games"]
    return found


def children(of: int) -> dict[int, str]:
    """Processes below `of`, and what they are called."""
    listed = subprocess.run(["ps", "-wweo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    lines = [line.split(None, 2) for line in listed.splitlines()[1:]]
    found: dict[int, str] = {}
    below = {of}
    while below:
        below = {int(pid) for pid, parent, _ in lines if int(parent) in below and int(pid) not in found}
        found |= {int(pid): args for pid, _, args in lines if int(pid) in below}
    return found


def find(of: subprocess.Popen[str], name: str) -> list[int]:
    return [pid for pid, args in children(of.pid).items() if name in args]


class Running:
    """An ablation under way, on Ray workers."""

    def __init__(self, config: Path, out: Path) -> None:
        self.out = out
        words = [*MUTAPA, "ablate", str(config), "--out", str(out), "--workers", "2", "--ray", "local"]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def until(self, files: int) -> None:
        deadline = time.monotonic() + 400
        while len(list(self.out.glob("results/*.jsonl"))) < files:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < deadline, "nothing comes"
            time.sleep(0.05)

    def end(self) -> tuple[int, str]:
        _, said = self.process.communicate(timeout=300)
        return self.process.returncode, said


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(CONFIG)
    return path


@pytest.mark.slow
def test_lost_workers_and_a_killed_driver(config: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert run("ablate", config, "--out", whole).returncode == 0
    right = results(whole)
    assert len(right) == 40

    running = Running(config, parts)
    running.until(1)
    running.process.send_signal(signal.SIGKILL)
    running.end()
    killed = results(parts)
    assert 0 < len(killed) < 40

    running = Running(config, parts)
    for files in (2, 3):
        running.until(files)
        os.kill(find(running.process, "ray::Labourer")[0], signal.SIGKILL)
    code, said = running.end()
    assert code == 0, said
    assert "Ray 2." in said
    assert 1 <= said.count("was lost (") <= 2
    assert "its task is done again: block" in said
    assert results(parts) == right


@pytest.mark.slow
def test_a_dead_raylet_ends_the_run_in_a_line(config: Path, tmp_path: Path) -> None:
    config.write_text(CONFIG.replace("blocks: 40", "blocks: 2000"))
    running = Running(config, tmp_path / "out")
    running.until(1)
    os.kill(find(running.process, "raylet/raylet ")[0], signal.SIGKILL)
    code, said = running.end()
    assert code == 2, said
    assert "mutapa: the Ray node of this process is gone (its raylet died); what is finished is kept" in said.splitlines()
    assert "Traceback" not in said
    assert len(results(tmp_path / "out")) > 0, "all lines are whole"


def test_ray_is_imported_with_its_option_only(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom mutapa.experiments import cli\nsys.argv[0] = 'mutapa'\n"
        "try:\n    cli.main(['match', 'kuhn', 'random', '--backend', 'plain', '-q', '--workers', '2', '--out', sys.argv[1]])\n"
        "finally:\n    print('ray' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=100)
    assert done.stdout.splitlines()[-1] == "False", done.stderr


def test_without_ray_it_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('not here')\n")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = run(
        "match",
        "kuhn",
        "random",
        "--backend",
        "plain",
        "--ray",
        "local",
        "--out",
        tmp_path,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mutapa: ray is not installed; right would be pip install 'mutapa[ray]'\n"


def test_nobody_answers_at_an_address(tmp_path: Path) -> None:
    done = run("match", "kuhn", "random", "--backend", "plain", "--ray", "127.0.0.1:9", "--out", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mutapa: --ray 127.0.0.1:9: nobody answers there (")


def test_what_answers_is_no_cluster() -> None:
    with socket.socket() as service:
        service.bind(("127.0.0.1", 0))
        service.listen()
        where = f"127.0.0.1:{service.getsockname()[1]}"
        code = f"from mutapa.search import connect\nconnect.GREETING = 1.0\nconnect.connect({where!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
    assert f"InvalidError: --ray {where}: what answers there is no head of a Ray cluster; right would be" in done.stderr


def account(folder: Path, token: str = "") -> dict[str, str]:
    """The environment of an account of its own, with a token for Ray or without."""
    (folder / ".ray").mkdir(parents=True)
    if token:
        (folder / ".ray" / "auth_token").write_text(token)
    return {**{name: value for name, value in os.environ.items() if not name.startswith("RAY_AUTH")}, "HOME": str(folder)}


def test_a_cluster_that_asks_for_its_token(tmp_path: Path) -> None:
    if not hasattr(pytest.importorskip("ray.exceptions"), "AuthenticationError"):
        pytest.skip("a Ray without tokens")
    mine, another = account(tmp_path / "mine"), account(tmp_path / "another", "another" * 8)
    code = (
        "import ray\nfound = ray.init('local', num_cpus=1, include_dashboard=False, object_store_memory=80 << 20)\n"
        "print(found.address_info['gcs_address'], flush=True)\ninput()"
    )
    head = subprocess.Popen([sys.executable, "-c", code], env=mine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert head.stdout is not None
        where = head.stdout.readline().strip()
        assert (tmp_path / "mine" / ".ray" / "auth_token").exists()
        words = ["match", "kuhn", "random", "--games", "2", "--backend", "plain", "-q", "--ray", where, "--out", tmp_path / "out"]
        refused = run(*words, env=another)
        joined = run(*words, env=mine)
    finally:
        head.communicate("\n")
    assert (refused.returncode, refused.stdout) == (2, "")
    right = "right would be ~/.ray/auth_token of the machine of its head, copied here (docs/clusters.md)"
    assert refused.stderr == f"mutapa: --ray {where}: the cluster asks for its token, here is another one or none; {right}\n"
    assert (joined.returncode, joined.stderr) == (0, f"mutapa: joined the Ray cluster at {where}: nodes 1, cores 1\n")


def test_a_token_that_the_cluster_does_not_ask_for(cluster: Any, tmp_path: Path) -> None:
    env = {**account(tmp_path / "home", "another" * 8), "RAY_ADDRESS": cluster.address}
    done = run("match", "kuhn", "random", "--games", "2", "--backend", "plain", "-q", "--ray", "auto", "--out", tmp_path, env=env)
    assert (done.returncode, done.stderr) == (0, "mutapa: joined the Ray cluster at auto: nodes 2, cores 4\n")


def test_a_match_over_a_cluster_and_its_check(cluster: Any, tmp_path: Path) -> None:
    words = ["match", "kuhn", "random", "--games", "6", "--backend", "plain", "--json", "-", "-q"]
    one = run(*words, "--out", tmp_path / "one")
    many = run(*words, "--workers", 3, "--ray", cluster.address, "--out", tmp_path / "many")
    assert many.returncode == 0, many.stderr
    assert many.stderr.startswith(f"mutapa: joined the Ray cluster at {cluster.address}: nodes 2, cores 4\n")
    found = [{each["game"]: each["ranks"] for each in json.loads(done.stdout)["games"]} for done in (one, many)]
    assert found[0] == found[1]
    names = [sorted(path.name for path in (tmp_path / each).glob("*.record")) for each in ("one", "many")]
    assert names[0] == names[1]
    assert len(names[0]) == 6

    check = run(
        "cluster", "check", "--ray", cluster.address, "--game", "kuhn", "--backend", "plain", "--seconds", 0.4,
        "--json", tmp_path / "check.json",
    )  # fmt: skip
    assert check.returncode == 0, check.stderr
    assert check.stdout.count("the same") == 2
    told = json.loads((tmp_path / "check.json").read_text())
    assert [node["cores"] for node in told["nodes"]] == [2, 2]
    assert all(0 < node["trip"] < 1 and node["refused"] == "" for node in told["nodes"])
    assert told["scaling"]["workers"] == 4
    assert told["scaling"]["together"] > 0
