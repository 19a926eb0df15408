"""`mutapa arena` as people run it: lines, table, JSON, records; mistakes in one line; our engines on very little time."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mutapa.core.record import Record
from mutapa.experiments.cli import main
from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Table

TOP = Path(__file__).parent.parent.parent
STARTER = f"engine:{sys.executable} {TOP / 'docs' / 'starters' / 'starter.py'}"
SLEEPER = """
import sys
for line in sys.stdin:
    verb = line.split()[0]
    if verb == "mep": print("game *\\nmepok", flush=True)
    if verb == "ready": print("readyok", flush=True)
"""


def test_games_a_table_and_what_went_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    mute = f"engine:{sys.executable} {tmp_path / 'sleeper.py'}"
    arguments = ["--movetime", "0.1", "--backend", "plain", "--out", str(tmp_path / "records"), "--json", "-", "--grace", "0.5"]
    with pytest.raises(SystemExit) as left:
        main(["arena", "kuhn", mute, "random", *arguments, "--inside"])
    assert left.value.code == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert [game["reason"] for game in found["games"]] == ["forfeit", "forfeit"]
    for number, game in enumerate(found["games"]):
        seat = game["seats"].index(mute)
        assert seat == number
        assert game["ranks"][seat] == 2
        assert game["accounts"][seat]["verdict"] == "stall"
        assert game["accounts"][1 - seat]["verdict"] is None
        record = Record.load(Path(game["record"]))
        record.verify()
        assert record.bots == game["seats"]
    assert f"seat 0 {mute}: stall at item 3: not a word" in printed.err
    assert "Arena: 2 games" in printed.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kuhn", "random", "randm"], "did you mean 'random'"),
        (["khun", "random", "random"], "did you mean 'kuhn'"),
        (["kuhn", "random"], "1 bots; kuhn takes 2 to 2"),
        (["kuhn", "random", "engine:/no/such/bot"], "there is no such program"),
        (["kuhn", "random", "engine:true"], "it ended by itself, exit code 0"),
        (["kuhn", "random", "random", "--clock", "soon"], "60+0.5"),
        (["kuhn", "random", "random", "--sandbox", "box"], "no sandbox 'box'"),
        (["kuhn", "random", "random", "--set", "ante=2"], "ante"),
        (["kuhn", "random", "uct:worlds=cheat"], "no engine can be that"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", *words, "--backend", "plain"])
    assert left.value.code == 2
    printed = capsys.readouterr().err
    assert len(printed.strip().splitlines()) == 1, printed
    assert said in printed


def test_ctrl_c_ends_the_engines_too(tmp_path: Path) -> None:
    script = tmp_path / "forever.py"
    script.write_text(SLEEPER)
    words = [sys.executable, "-m", "mutapa.experiments", "arena", "kuhn", f"engine:{sys.executable} {script}", STARTER]
    arena = subprocess.Popen([*words, "--movetime", "60", "--backend", "plain"], stderr=subprocess.PIPE)
    until = time.perf_counter() + 60
    while str(script) not in _running(str(script)) and time.perf_counter() < until:
        time.sleep(0.1)
    time.sleep(0.5)
    arena.send_signal(signal.SIGINT)
    assert arena.wait(30) == 130
    assert arena.stderr is not None
    assert arena.stderr.read().decode().strip().splitlines()[-1] == "mutapa: stopped"
    until = time.perf_counter() + 10
    while _running(str(script)) and time.perf_counter() < until:
        time.sleep(0.1)
    assert not _running(str(script))


def _running(script: str) -> str:
    """The command lines of engines that run `script`."""
    lines = subprocess.run(["ps", "-ewwo", "args"], capture_output=True, text=True).stdout.splitlines()
    return "\n".join(line for line in lines if line.startswith(f"{sys.executable} {script}"))


@pytest.mark.slow
@pytest.mark.parametrize("limits", [{"movetime": 0.001}, {"clock": "0.3"}])
def test_with_almost_no_time_our_engine_plays_well_enough(limits: dict[str, object]) -> None:
    """A millisecond a step, or 0.3 s for a game of sixty answers: legal, in time, and better than chance."""
    entrants = [Entrant("ours", bot="uct"), Entrant("chance", bot="random", inside=True)]
    won = 0
    with Arena(Table("stone_age", options={"round_cap": 6}, seed=3, **limits), entrants) as arena:  # type: ignore[arg-type]
        arena.greet()
        for number in range(1, 5):
            seats = ("ours", "chance") if number % 2 else ("chance", "ours")
            outcome = arena.play(Game(number, seats, (number + 1) // 2))
            assert outcome.reason == "normal", outcome.accounts
            mine = outcome.accounts[seats.index("ours")]
            assert mine.steps > 20
            assert mine.slowest - mine.waited < 0.1
            won += outcome.ranks[seats.index("ours")] == 1
    assert won >= 3
