"""`mutapa tune` as a person runs it: stopped, killed, on two processes; what it writes is a bot."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.core.errors import InvalidError
from mutapa.experiments import archive, cli, config
from mutapa.experiments.laboratory.tune import Task, Tuning
from mutapa.search.bots import make

COMMAND = [sys.executable, "-m", "mutapa.experiments.cli", "tune"]
TUNING = """
game: ascending
bot: "uct:sims=20,memory=1"
numbers:
  c: {start: 0.3, least: 0.01, most: 5, step: 0.1}
  horizon: {start: 30, least: 1, most: 40, step: 5}
seats: 3
iterations: 5
blocks: 2
backend: plain
confirm: {blocks: 2, rivals: [random]}
"""


def run(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=300)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(TUNING)
    return path


def test_it_goes_on_after_a_kill_to_the_same_end(plan: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    done = run(plan, "--out", whole)
    assert done.returncode == 0, done.stderr
    assert "confirm/report.md" in done.stdout
    assert run(plan, "--out", parts, "--minutes", 0).stdout.endswith("0 of 5 iterations; the same command goes on\n")
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import sys, time\nfrom mutapa.experiments import archive, cli\nfrom mutapa.experiments.laboratory import blocks\n"
        "archive.PAUSE, true = 0, blocks.play\n"
        "def play(task):\n    time.sleep(0.1)\n    return true(task)\nblocks.play = play\ncli.main(sys.argv[1:])\n"
    )
    with subprocess.Popen([sys.executable, slow, "tune", plan, "--out", parts], stderr=subprocess.DEVNULL) as process:
        while len(list(parts.glob("results/*.jsonl"))) < 2:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    assert 2 <= len(list(archive.read(parts))) < 5
    assert run(plan, "--out", parts, "--workers", 2).returncode == 0
    assert list(archive.read(parts)) == list(archive.read(whole))
    assert (parts / "bot.yaml").read_text() == (whole / "bot.yaml").read_text()

    bot = yaml.safe_load((whole / "bot.yaml").read_text())
    assert (bot["bot"], bot["sims"]) == ("uct", 20)
    assert (bot["c"], bot["horizon"]) != (0.3, 30), "tuning changed something"
    made = make(f"@{whole / 'bot.yaml'}")
    assert f"c={bot['c']:g}" in made.spec
    report = (whole / "confirm" / "report.md").read_text()
    assert made.spec in report
    assert report.count("| tuned against begun") == 2
    assert {row["block"] for row in archive.read(whole / "confirm")} == {1, 2}
    assert (whole / "path.svg").exists()


def test_weights_are_written_and_read_back(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("wood: 60\ngold: 100\n")
    path = tmp_path / "weights.yaml"
    path.write_text(yaml.safe_dump({
        "game": "stone_age", "bot": f"expert:weights={own}", "weights": {"hut*": {}, "gold": {"step": 30}},
        "options": {"round_cap": 1},
        "iterations": 3, "blocks": 1, "rate": 5.0, "backend": "plain", "confirm": {"blocks": 2},
    }))  # fmt: skip
    out = tmp_path / "out"
    done = run(path, "--out", out)
    assert done.returncode == 0, done.stderr
    rows = list(archive.read(out))
    assert len(rows) == 3
    assert all(isinstance(value, float) and value == int(value) for row in rows for value in row["upper"])
    if any(row["result"] for row in rows):
        found = yaml.safe_load((out / "weights.yaml").read_text())
        assert found["wood"] == 60, "what isn't tuned stays as the bot's file has it"
        assert set(found) == {"wood", "gold", "hut", "hut_crowd"}
        assert make(f"@{out / 'bot.yaml'}").values["weights"] == str(out / "weights.yaml")
    else:
        assert "tuning changed nothing" in done.stdout


def test_ctrl_c_keeps_the_iterations(plan: Path, tmp_path: Path) -> None:
    plan.write_text(TUNING.replace("iterations: 5", "iterations: 5000"))
    out = tmp_path / "out"
    words = [*COMMAND, str(plan), "--out", str(out)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list(out.glob("results/*.jsonl")):
            time.sleep(0.05)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert f"iterations, kept in {out}" in said
    assert "Traceback" not in said


def task(**more: Any) -> Task:
    return Task(config.checked({**yaml.safe_load(TUNING), **more}, Tuning, "small.yaml"), "small.yaml")


def test_three_seats_are_two_points_and_the_bot_itself() -> None:
    found = task()
    (first, second) = found.tasks(3, "random", "greedy")
    assert first.specs == ("random", "greedy", "uct:sims=20,memory=1")
    assert (first.block, second.block) == (5, 6)
    games = [{"void": "", "seats": [0, 1, 2], "ranks": [1, 2, 3]}, {"void": "", "seats": [2, 0, 1], "ranks": [1, 2, 2]}]
    assert found.result([{"games": games}]) == 0.5
    games[1]["ranks"] = [2, 2, 1]
    assert found.result([{"games": games}]) == 0.0
    games[0]["void"] = "full"
    assert found.result([{"games": games}]) == -1.0


def test_set_ups_of_the_confirmation_are_others() -> None:
    found = task()
    assert found.confirmation("random").ablation.seed != found.tuning.seed
    assert [cell.comparison for cell in found.confirmation("random").cells] == [
        "tuned against begun", "tuned against begun among rival 1",
    ]  # fmt: skip


MISTAKES = {
    "no option of uct 'cc'": {"numbers": {"cc": {}}},
    "numbers: select is a choice of words": {"numbers": {"select": {}}},
    "numbers: c isn't set in uct:sims=20,memory=1; give its start": {"numbers": {"c": {}}},
    "numbers: horizon: start 50 in 1 to 40": {"numbers": {"horizon": {"start": 50, "least": 1, "most": 40}}},
    "numbers: horizon: step is 0": {"numbers": {"horizon": {"start": 30, "step": 0}}},
    "weights: ascending has none by name": {"weights": {"wood": {}}},
    "nothing is tuned": {"numbers": {}},
    "iterations is 0": {"iterations": 0},
    "no key 'numbrs'": {"numbrs": {}},
    "small.yaml: bot 'randm': no bot 'randm'; did you mean 'random'": {"confirm": {"rivals": ["randm"]}},
    "weights: nothing is called 'wod'; did you mean 'wood'?": {
        "game": "stone_age", "bot": "expert", "numbers": {}, "weights": {"wod": {}},
    },
    "weights: bot greedy takes none": {"game": "stone_age", "bot": "greedy", "numbers": {}, "weights": {"wood": {}}},
}  # fmt: skip


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_is_one_line(said: str) -> None:
    with pytest.raises(InvalidError) as raised:
        task(**MISTAKES[said])
    assert said in str(raised.value)
    assert len(str(raised.value).splitlines()) == 1


def test_another_config_is_refused(plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(plan, "--out", tmp_path / "out", "--minutes", 0).returncode == 0
    plan.write_text(TUNING.replace("blocks: 2\nbackend", "blocks: 3\nbackend"))
    with pytest.raises(SystemExit) as ended:
        cli.main(["tune", str(plan), "--out", str(tmp_path / "out")])
    assert ended.value.code == 2
    assert "blocks was 2 when this began, now it is 3" in capsys.readouterr().err


def test_every_config_of_the_repository_is_sound() -> None:
    top = Path(__file__).parent.parent.parent
    paths = sorted((top / "configs" / "tuning").glob("*.yaml"))
    assert len(paths) >= 2
    for path in paths:
        assert Task(config.load(path, Tuning), path.name).numbers
