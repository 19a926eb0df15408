"""`mutapa ablate` as a person runs it: in chunks, killed, on several processes, all with the results of an undisturbed run."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars
import pytest

from mutapa.experiments import archive, cli

COMMAND = [sys.executable, "-m", "mutapa.experiments.cli", "ablate"]
CONFIG = """
game: ascending
question: Does more search win?
rule: Better if it is under both budgets.
bots: {wide: "uct:memory=1,rollout=sample", narrow: "uct:memory=1,c=0.1", any: random}
comparisons:
  - {bot: wide, against: any}
  - {bot: wide, against: narrow, rivals: [any]}
coalitions:
  - {bot: wide, rivals: [narrow, any]}
budgets: {few: {sims: 10}, more: {sims: 30}}
options: {rounds: 2}
seats: [3]
blocks: 4
seed: 7
backend: plain
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(CONFIG)
    return path


def ablate(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=300)


def results(folder: Path) -> dict[tuple[str, int], Any]:
    """What was found, without what a clock says."""
    found: dict[tuple[str, int], Any] = {}
    for row in archive.read(folder):
        for game in row["games"]:
            game["efforts"] = [[each[0], each[2]] for each in game["efforts"]]
        assert (row["table"], row["block"]) not in found, "a block was played twice"
        found[row["table"], row["block"]] = row["games"]
    return found


def test_chunks_a_kill_and_processes_give_what_one_run_gives(config: Path, tmp_path: Path) -> None:
    whole, parts, many = (tmp_path / name for name in ("whole", "parts", "many"))
    done = ablate(config, "--out", whole)
    assert done.returncode == 0, done.stderr
    assert "32 of 32 blocks" in done.stderr
    right = results(whole)
    assert len(right) == 32

    assert ablate(config, "--out", parts, "--minutes", 0).returncode == 0
    assert "unfinished" in (parts / "report.md").read_text()
    slow = tmp_path / "slow.py"
    slow.write_text(  # a pause a block, so that there is something to kill
        "import sys, time\nfrom mutapa.experiments import archive, cli\nfrom mutapa.experiments.laboratory import blocks\n"
        "archive.PAUSE, true = 0, blocks.play\n"
        "def play(task):\n    time.sleep(0.1)\n    return true(task)\nblocks.play = play\ncli.main(sys.argv[1:])\n"
    )
    with subprocess.Popen([sys.executable, slow, "ablate", config, "--out", parts], stderr=subprocess.DEVNULL) as process:
        while len(list(parts.glob("results/*.jsonl"))) < 4:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    killed = results(parts)
    assert 4 <= len(killed) < 32
    done = ablate(config, "--out", parts, "--workers", 2)
    assert done.returncode == 0, done.stderr
    assert results(parts) == right
    assert [each.get("ended", False) for each in archive.sessions(parts)] == [True, False, True]

    assert ablate(config, "--out", many, "--workers", 3).returncode == 0
    assert results(many) == right
    one, other = (json.loads((folder / "report.json").read_text()) for folder in (whole, many))
    assert [{**row, "efforts": 0} for row in one] == [{**row, "efforts": 0} for row in other]


def test_the_report(config: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = ablate(config, "--out", out, "--workers", 2, "--json", "-")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(each["comparison"], each["budget"]) for each in found] == [
        (name, budget)
        for name in ("wide against any", "wide against narrow among any", "wide among copies of narrow, any")
        for budget in ("few", "more")
    ]
    for each in found:
        assert each["blocks"] == 4
        assert each["low"] <= each["difference"] <= each["high"]
        assert each["p"] <= each["corrected"] <= 1
    page = (out / "report.md").read_text()
    assert "Does more search win?" in page
    assert "Better if it is under both budgets." in page
    assert page.count("| wide ") == 6
    assert "Void games: 0. Games ended by the round cap: 0 of 96.\n" in page, "a table of several comparisons counts once"
    assert "`uct:sims=10,rollout=sample,memory=1` " in page, "who played, and a hash of the code"
    assert (out / "config.yaml").read_text() == CONFIG
    assert (out / "differences.svg").read_text().startswith("<?xml")
    games = polars.read_parquet(out / "results.parquet")
    assert games.height == 8 * 4 * 3
    assert set(games["seat"]) == {0, 1, 2}
    by_table = games.group_by("table").agg(polars.col("share").mean()).rows()
    assert found[0]["share"] == pytest.approx(dict(by_table)[games["table"][0]], abs=1e-6)
    plan = json.loads((out / "plan.json").read_text())
    (out / "plan.json").write_text(json.dumps({**plan, "code": "of another day"}))
    again = ablate(config, "--out", out, "--report")
    assert again.returncode == 0, "a report needs no more than the results"
    assert "wide" in again.stdout
    assert "Code of another day" in (out / "report.md").read_text()
    refused = ablate(config, "--out", out)
    assert refused.returncode == 2
    assert 'code was "of another day" when this began' in refused.stderr


def test_ctrl_c_keeps_what_is_finished(config: Path, tmp_path: Path) -> None:
    config.write_text(CONFIG.replace("blocks: 4", "blocks: 5000"))
    for workers in (1, 2):
        out = tmp_path / f"out{workers}"
        words = [*COMMAND, str(config), "--out", str(out), "--workers", str(workers)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            while not list(out.glob("results/*.jsonl")):
                time.sleep(0.05)
                assert process.poll() is None
            process.send_signal(signal.SIGINT)
            printed, said = process.communicate(timeout=60)
        assert process.returncode == 130, said
        assert f"stopped; what is finished is kept in {out}" in said
        assert "Traceback" not in said
        assert "unfinished" in printed
        assert results(out)


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main(["ablate", *map(str, words)])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, ""), printed.err
    assert len(printed.err.strip().splitlines()) == 1, printed.err
    return printed.err


def test_what_is_wrong_is_said_at_the_start(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert "no ablation was begun there" in refused(capsys, config, "--out", out, "--report")
    assert "--plan and --report at once" in refused(capsys, config, "--plan", "--report")
    assert ablate(config, "--out", out, "--minutes", 0).returncode == 0
    for before, after, said in (
        ("seed: 7", "seed: 8", "seed was 7 when this began, now it is 8"),
        ("blocks: 4", "blocks: 9", "blocks was 4"),
        ("c=0.1", "c=0.2", "cells was"),
        ("under both budgets", "under one budget", "rule was"),
    ):
        config.write_text(CONFIG.replace(before, after))
        assert said in refused(capsys, config, "--out", out)
    config.write_text(CONFIG.replace("blocks", "blokcs"))
    assert "small.yaml: no key 'blokcs'; did you mean 'blocks'?" in refused(capsys, config)
    assert not (tmp_path / "ablations").exists()


def test_another_backend_goes_on_unless_a_clock_decides(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for budgets, code in (("few: {sims: 10}", 0), ("few: {seconds: 0.01}", 2)):
        config.write_text(CONFIG.replace("few: {sims: 10}", budgets))
        out = tmp_path / str(code)
        for backend, expected in (("plain", 0), ("strict", code), ("plain", 0)):
            with pytest.raises(SystemExit) as ended:
                cli.main(["ablate", str(config), "--out", str(out), "--minutes", "0", "--backend", backend])
            said = capsys.readouterr().err
            assert ended.value.code == expected, said
            if expected:
                assert 'backend was "plain" when this began, now it is "strict"' in said
        assert f"computed by: {'plain, strict' if code == 0 else 'plain'};" in (out / "report.md").read_text()


def test_the_plan_says_what_could_be_seen(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["ablate", str(config), "--plan"])
    printed = capsys.readouterr().out
    assert ended.value.code == 0
    assert "6 cells at 8 tables, 96 games" in printed
    assert "blocks for 30 Elo" in printed
