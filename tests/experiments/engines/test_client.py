"""Real processes that misbehave: every call ends, with an answer or with the verdict that fits."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.experiments.engines.client import Client, Fault

MOCK = '''
import os, sys, threading, time
how = sys.argv[1]
def say(line):
    sys.stdout.write(line + "\\n"); sys.stdout.flush()
say("hello, I am not of the protocol") if how == "chatty" else None
asked = 0
for line in sys.stdin:
    verb, *words = line.split() or [""]
    if verb == "mep":
        if how == "dead": sys.exit(3)
        if how == "boasts":
            for i in range(9000): say(f"feature f{i} " + "x" * 1000)
        say("id name Mock\\ngame kuhn rules 1 seats 2-2\\ngame *\\noption name depth type spin min 1 max 9 default 3")
        say("feature choices\\nmepok")
    elif verb == "ready": say("readyok")
    elif verb == "quit" and how != "stubborn": break
    elif verb == "go":
        asked += 1
        n = int(words[1])
        if how == "sleep": time.sleep(0.5); say(f"move n {n} pass")
        elif how == "deaf": time.sleep(60)
        elif how == "talks":
            for i in range(100): say(f"info sims {i}"); time.sleep(0.02)
        elif how == "megabytes":
            while True: say("x" * 100 if asked % 2 else "info sims 1")
        elif how == "endless": sys.stdout.write("x" * 100000); sys.stdout.flush(); time.sleep(60)
        elif how == "infos":
            while True: say("info sims 1")
        elif how == "remarks":
            for i in range(3000): say(f"info k{i} " + "x" * 1000)
            say(f"move n {n} pass")
        elif how == "binary": os.write(1, b"\\xff\\xfe\\x00\\x01\\n")
        elif how == "half": sys.stdout.write("move n"); sys.stdout.flush(); time.sleep(60)
        elif how == "exits": sys.exit(7)
        elif how == "segfault": os.kill(os.getpid(), 11)
        elif how == "closes": os.close(1); time.sleep(60)
        elif how == "twice": say(f"move n {n} pass"); say(f"move n {n} bet")
        elif how == "old": say(f"move n {n - 1} bet"); say(f"move n {n} pass")
        elif how == "errs": say("error state I don't like it")
        elif how == "errs once": say("error state not yet") if asked == 1 else say(f"move n {n} pass")
        elif how == "nameless": say("move pass")
        elif how == "late": threading.Timer(0.6, say, [f"move n {n} late"]).start() if asked == 1 else say(f"move n {n} pass")
        elif how == "several": say(f"move n {n} pass / bet /")
        else: say(f"move n {n} pass")
    elif verb == "stop" and how == "waits": pass
if how == "stubborn":
    time.sleep(60)
'''


@pytest.fixture
def mock(tmp_path: Path) -> Iterator[Callable[[str], Client]]:
    script, made = tmp_path / "mock.py", list[Client]()
    script.write_text(MOCK)

    def make(how: str) -> Client:
        client = Client([sys.executable, str(script), how], grace=0.25)
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


def seated(client: Client) -> Client:
    state = State.new("kuhn")
    client.handshake()
    client.new(state.game, state.description, 0, "g1")
    return client


def test_the_handshake_is_read(mock: Callable[[str], Client]) -> None:
    client = mock("good")
    offer = client.handshake()
    assert (offer.name, offer.games["kuhn"], offer.features) == ("Mock", (1, (2, 2)), {"choices"})
    assert offer.settings["depth"].default == "3"
    assert offer.plays(registry.get("stone_age"))  # game *
    client.ready()


def test_an_answer_is_its_steps(mock: Callable[[str], Client]) -> None:
    assert seated(mock("good")).go(1, "movetime 500", 0.5) == ["pass"]
    assert seated(mock("several")).go(1, choices=["pass", "bet"]) == ["pass", "bet"]
    assert seated(mock("chatty")).go(1) == ["pass"]
    assert seated(mock("errs once")).go(1) == ["pass"]


def test_old_and_doubled_answers_are_dropped_by_their_number(mock: Callable[[str], Client]) -> None:
    assert seated(mock("old")).go(5) == ["pass"]
    client = seated(mock("twice"))
    assert client.go(1) == ["pass"]
    assert client.go(2) == ["pass"]


@pytest.mark.parametrize(
    ("how", "verdict", "said"),
    [
        ("sleep", "time", "its answer took"),
        ("talks", "time", "though it talks"),
        ("deaf", "stall", "not a word"),
        ("half", "time", "though it talks"),
        ("exits", "crash", "exit code 7"),
        ("segfault", "crash", "SIGSEGV"),
        ("closes", "crash", "closed its output"),
        ("megabytes", "garbage", "no meaning|nobody asked"),
        ("infos", "garbage", "nobody asked"),
        ("endless", "garbage", "bytes"),
        ("binary", "garbage", "no UTF-8"),
        ("nameless", "garbage", "without n"),
        ("errs", "garbage", "second time"),
    ],
)
def test_each_failing_is_told_apart(how: str, verdict: str, said: str, mock: Callable[[str], Client]) -> None:
    client, begun = seated(mock(how)), time.perf_counter()
    seconds = 0.1 if how not in ("exits", "segfault", "errs") else 5.0
    with pytest.raises(Fault, match=said) as found:
        client.go(1, "movetime 100", seconds)
    assert found.value.verdict == verdict
    assert time.perf_counter() - begun < 15
    assert "\n" not in str(found.value)


def test_one_that_dies_at_the_start(mock: Callable[[str], Client]) -> None:
    with pytest.raises(Fault, match="crash: it ended by itself, exit code 3"):
        mock("dead").handshake()
    with pytest.raises(InvalidError, match="can't be started"):
        Client("/no/such/engine")
    with pytest.raises(InvalidError, match="no command"):
        Client("")


def test_little_is_kept_of_much(mock: Callable[[str], Client]) -> None:
    client = seated(mock("remarks"))
    assert client.go(1) == ["pass"]
    assert sum(map(len, client.infos.values())) < 50_000
    with pytest.raises(Fault, match="garbage: it announces more than 2000"):
        mock("boasts").handshake()


def test_a_new_game_while_it_still_thinks(mock: Callable[[str], Client]) -> None:
    """The late answer to the game before is dropped, though it bears the same number; nobody is blamed."""
    client, state = seated(mock("late")), State.new("kuhn")
    client.send("go n 3 movetime 10000")
    client._open.add(3)
    client.new(state.game, state.description, 0, "g2")
    for n in (1, 2):
        assert client.go(n) == ["pass"]
    time.sleep(0.8)
    client.send("go n 4")
    assert client.go(5) == ["pass"]


def test_one_that_ignores_quit_is_ended(mock: Callable[[str], Client]) -> None:
    client, begun = seated(mock("stubborn")), time.perf_counter()
    client.close()
    assert client.process.poll() is not None
    assert time.perf_counter() - begun < 6
    with pytest.raises(ProcessLookupError):
        os.killpg(client.process.pid, 0)
