"""Engines as processes: ours, the starter bots, and programs that are none, in the commands a person runs."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.engines import engines
from mutapa.experiments.engines.client import Client
from mutapa.experiments.matches.play import play
from mutapa.search.bots import make

COMMAND = [sys.executable, "-m", "mutapa.experiments.cli"]
STARTERS = Path(__file__).parents[2] / "docs" / "starters"
PYTHON = f"{sys.executable} {STARTERS / 'starter.py'}"
OURS = f"{sys.executable} -m mutapa.experiments.cli engine"


def mutapa(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, cwd=cwd, timeout=300)


def complies(engine: str, *words: str) -> dict[str, object]:
    done = mutapa("check-engine", engine, "--backend", "plain", "--grace", "1", "--json", "-", *words)
    report = json.loads(done.stdout)
    assert done.returncode == (0 if report["ok"] else 1), done.stderr
    return report  # type: ignore[no-any-return]


def test_the_starter_in_python_is_short_and_complies() -> None:
    lines = (STARTERS / "starter.py").read_text().splitlines()
    assert len(lines) <= 60
    assert {line.split()[1] for line in lines if line.startswith(("import ", "from "))} <= sys.stdlib_module_names
    report = complies(PYTHON, "--games", "6")
    assert report["ok"], report
    assert report["game"] == "kuhn"


def test_the_starter_plays_zimbabwe_with_sealed_auctions() -> None:
    report = complies(PYTHON, "--game", "zimbabwe", "--games", "1", "--set", "round_cap=2", "--set", "auction=sealed")
    assert report["ok"], report
    checks = {check["check"]: check for check in report["checks"]}  # type: ignore[attr-defined]
    assert checks["hidden things"]["ok"] is True


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("game", ["ascending", "stone_age"])
def test_the_starter_in_c_complies(game: str, tmp_path: Path) -> None:
    target = tmp_path / "starter"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", str(target), str(STARTERS / "starter.c")], check=True)
    report = complies(str(target), "--game", game, "--games", "2" if game == "ascending" else "1")
    assert report["ok"], report


@pytest.mark.parametrize(("bot", "game"), [("uct:sims=50", "sealed"), ("expert", "ascending")])
def test_our_bots_comply(bot: str, game: str) -> None:
    report = complies(f"{OURS} {bot} --backend plain", "--game", game, "--games", "3")
    assert report["ok"], report


BAD = '''
import sys
for line in sys.stdin:
    verb = line.split()[0] if line.split() else ""
    if verb == "mep": print("id name Bad\\ngame kuhn rules 1 seats 2-2\\nmepok", flush=True)
    elif verb == "ready": print("readyok", flush=True)
    elif verb == "go": print(f"move n {line.split()[2]} fly", flush=True)
    elif verb == "xyzzy": 1 / 0
    elif verb == "quit": break
'''


def test_what_does_not_comply_is_told_check_by_check(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    done = mutapa("check-engine", f"{sys.executable} {tmp_path / 'bad.py'}", "--backend", "plain", "--games", "2")
    assert done.returncode == 1
    marks = {line[8:22].strip(): line[:6].strip() for line in done.stdout.splitlines()[:-1]}
    assert marks["handshake"] == marks["the end"] == "ok"
    assert marks["legal answers"] == marks["stale go"] == "FAILED"
    assert "'fly' as item" in done.stdout
    assert "crash: it ended by itself, exit code 1; its last line: '! ZeroDivisionError" in done.stdout
    assert "keeps to" not in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check-engine", "/no/such/thing"], "can't be started"),
        (["check-engine", "true"], "it ended by itself"),
        (["check-engine", PYTHON, "--game", "chess"], "no game 'chess'"),
        (["engine", "uct:simms=3"], "no option 'simms'"),
        (["engine", "uct:worlds=cheat"], "a log and nothing else"),
        (["match", "kuhn", "engine:", "random", "--backend", "plain"], "no command"),
        (["match", "kuhn", "engine:true", "random", "--backend", "plain"], "bot 'engine:true'"),
        (["redact", "nothing.record", "--seat", "0"], "nothing.record"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], said: str, tmp_path: Path) -> None:
    done = mutapa(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert said in done.stderr


def test_an_engine_gets_exactly_the_lines_that_redact_says(tmp_path: Path) -> None:
    sent: dict[int, list[str]] = {}
    game = State.new("sealed", 3).game
    specs = [f"engine:{OURS} expert --backend plain", "random", "random"]
    players = [make(spec) for spec in specs]
    spied: Callable[[Client, str], None] = Client.tell

    def tell(self: Client, line: str) -> None:
        sent.setdefault(id(self), []).append(line)
        spied(self, line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "tell", tell)
        description = State.new("sealed", 3, seed=2).description
        streams = [derive(2, "seat", seat) for seat in range(3)]
        played = play(game, description, players, streams=streams, luck=derive(2, "luck"), backend="plain")
    [lines] = sent.values()
    path = played.record.save(tmp_path / "a.record")
    done = mutapa("redact", str(path), "--seat", "0")
    assert [line for line in lines if line.startswith("log ")] == done.stdout.splitlines()
    assert "?" in done.stdout
    assert Record.load(path).bots[0] == specs[0]


def test_a_match_between_engines(tmp_path: Path) -> None:
    done = mutapa(
        "match", "ascending", f"engine:{PYTHON}", f"engine:{OURS} uct:sims=20 --backend plain", "--games", "2",
        "--backend", "plain", "--clock", "30+1", "--out", str(tmp_path), "-q",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Match: 2 of 2 games" in done.stdout
    records = list(tmp_path.glob("*.record"))
    assert len(records) == 2
    assert mutapa("replay", *map(str, records), "--backend", "plain").returncode == 0


def fastest(client: Client, limits: str, stops: bool) -> float:
    """Seconds of the fastest of several answers: a busy machine makes some slow, an engine that can't be quick all of them."""
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        client.send(f"go n 3 {limits}")
        if stops:
            time.sleep(0.1)
            begun = time.perf_counter()
            client.send("stop")
        client.await_(("move",), 20.0)
        times.append(time.perf_counter() - begun)
    return min(times)


def test_stop_within_50_ms_and_a_millisecond_within_100() -> None:
    client, state = Client(f"{OURS} uct --backend plain"), State.new("kuhn")
    try:
        client.handshake()
        client.new(state.game, state.description, 0, "g1")
        client.send("log 1 chance deal q")
        client.send("log 2 chance deal ?")
        client.ready()
        assert fastest(client, "sims 1000000000", stops=True) < 0.05
        assert fastest(client, "movetime 1", stops=False) < 0.1
    finally:
        client.close()


@pytest.mark.slow
def test_zimbabwe_over_the_protocol() -> None:
    options = ["--set", "round_cap=6", "--set", "auction=sealed"]
    report = complies(f"{OURS} uct:sims=200", "--game", "zimbabwe", "--games", "2", *options)
    assert report["ok"], report


def test_engines_are_bots_wherever_games_are_played() -> None:
    bot = make("engine:./bot --a=b,c=d")
    assert isinstance(bot, engines.EngineBot)
    assert (bot.spec, bot.values["command"]) == ("engine:./bot --a=b,c=d", "./bot --a=b,c=d")
