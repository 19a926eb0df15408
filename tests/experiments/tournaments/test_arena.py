"""Games at the arena: the game ends whatever engines do, the blame is right, others play on; nothing leaks."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import protocol
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.engines.limits import Limits
from mutapa.experiments.tournaments import contestants
from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Outcome, Table, play
from mutapa.experiments.tournaments.bout import Times, passive

MOCK = """
import os, signal, sys, threading, time
how, told = sys.argv[1], open(sys.argv[2], "a") if len(sys.argv) > 2 else None
def say(line): sys.stdout.write(line + "\\n"); sys.stdout.flush()
game, choices = 0, []
for line in sys.stdin:
    if told: told.write(line); told.flush()
    verb, *words = line.split() or [""]
    if verb == "mep":
        if how == "dead": sys.exit(3)
        say("id name " + (str(os.sched_getaffinity(0)) if how == "cores" else "Mock") + "\\ngame *\\nfeature choices\\nmepok")
    elif verb == "ready":
        if how == "never loads" and game: time.sleep(60)
        say("readyok" + ("\\nmove n 3 bet" if how == "early" else ""))
        if how == "dies soon" and game == 1: threading.Timer(0.3, os._exit, [9]).start()
    elif verb == "new": game = int(words[9][1:])
    elif verb == "choices": choices = line.rstrip().split(" ", 5)[5].split(" / ")
    elif verb == "quit" and how != "stubborn": break
    elif verb == "go":
        n, good = int(words[1]), f"move n {words[1]} {choices[0]}"
        if how == "sleeps": time.sleep(0.8); say(good)
        elif how == "deaf": time.sleep(60)
        elif how == "exits": sys.exit(7)
        elif how == "first game": sys.exit(8) if game == 1 else say(good)
        elif how == "stops": os.kill(os.getpid(), signal.SIGSTOP)
        elif how == "binary": os.write(1, bytes([255, 254, 0, 10]))
        elif how == "gigabyte":
            for i in range(16384): os.write(1, b"x" * 65536)
        elif how == "flood":
            while True: say("info sims 1")
        elif how == "half": sys.stdout.write(good); sys.stdout.flush(); time.sleep(60)
        elif how == "illegal": say(f"move n {n} resign")
        elif how == "other n": say(f"move n {n + 1} {choices[0]}"); time.sleep(60)
        elif how == "bomb":
            for i in range(60): os.fork() or (time.sleep(60), os._exit(0))
            time.sleep(60)
        elif how == "memory": x = [bytearray(1 << 26) for i in range(64)]
        elif how == "file":
            with open(sys.argv[3], "wb") as file:
                while True: file.write(bytes(1 << 20))
        elif how == "closes": os.close(1); time.sleep(60)
        elif how == "complains": os.write(2, b"y" * (1 << 23)); say(good)
        elif how == "errs": say("error state no")
        elif how == "quarter": time.sleep(0.5 if game % 4 == 0 else 0); say(good)
        elif how == "slow" and game == 1: time.sleep(4); say(good)
        elif how == "early": time.sleep(60)
        elif how == "crowd":
            def burn(until=time.perf_counter() + 0.7):
                while time.perf_counter() < until: pass
            crowd = [threading.Thread(target=burn) for i in range(4)]
            for each in crowd: each.start()
            for each in crowd: each.join()
            say(good)
        else: say(good)
if how == "stubborn": time.sleep(60)
"""
SMALL = Limits(memory_mb=512, file_mb=4, processes=30)


@pytest.fixture
def mock(tmp_path: Path) -> Callable[..., Entrant]:
    """Makes an entrant that misbehaves in a way."""
    script = tmp_path / "mock.py"
    script.write_text(MOCK)

    def make(how: str, *words: object) -> Entrant:
        command = " ".join(f"'{each}'" for each in (sys.executable, "-I", "-S", script, how, *words))
        return Entrant(how, command=command, limits=SMALL)

    return make


def table(game: str = "kuhn", **given: Any) -> Table:
    return Table(game, **{"backend": "plain", "movetime": 0.2, "grace": 0.1, "hold": 0.25, "seed": 5, **given})


def quiet(name: str = "quiet") -> Entrant:
    return Entrant(name, bot="random", inside=True)


def replayed(outcome: Outcome) -> Record:
    """The record, after it was played again to the same end."""
    record = Record.from_bytes(outcome.record)
    if outcome.reason != "void":
        record.verify()
    return record


@pytest.mark.parametrize(
    ("how", "verdict", "said"),
    [
        ("sleeps", "time", "its answer took"),
        ("half", "time", "though it talks"),
        ("other n", "time", "though it talks"),
        ("deaf", "stall", "not a word"),
        ("stops", "stall", "not a word"),
        ("early", "stall", "not a word"),
        ("dead", "crash", "exit code 3"),
        ("exits", "crash", "exit code 7"),
        ("closes", "crash", "closed its output"),
        ("bomb", "crash", "more than 30 processes|exit code 1"),
        ("memory", "crash", "exit code 1"),
        ("file", "crash", "exit code 1"),
        ("illegal", "illegal", "'resign' as item 3"),
        ("binary", "garbage", "no UTF-8"),
        ("gigabyte", "garbage", "bytes; at most"),
        ("flood", "garbage", "nobody asked"),
        ("errs", "garbage", "second time"),
    ],
)
def test_who_fails_is_named_and_the_others_play_on(
    how: str, verdict: str, said: str, mock: Callable[..., Entrant], tmp_path: Path
) -> None:
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    rules = table(movetime=0.2 if verdict in ("time", "stall") else 10.0)
    outcome = play(Game(1, (how, "quiet")), [mock(how, tmp_path / "told", tmp_path / "big"), quiet()], rules)
    guilty, other = outcome.accounts
    assert guilty.verdict == verdict, guilty
    assert any(each in guilty.words for each in said.split("|")), guilty.words
    assert "\n" not in guilty.words
    assert guilty.item == (1 if how == "dead" else 3)
    assert len(guilty.output) < 100
    assert sum(map(len, guilty.output)) < 50_000
    assert other.verdict is None
    assert (outcome.reason, outcome.ranks) == ("forfeit", [2, 1])
    assert replayed(outcome).notes["forfeits"] == [[0, guilty.verdict, guilty.item]]
    assert time.perf_counter() - begun < 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10  # KiB: nothing piles up here


@pytest.mark.parametrize("how", ["good", "complains", "stubborn", "cores"])
def test_who_keeps_to_the_rules_in_its_own_way_is_not_blamed(how: str, mock: Callable[..., Entrant]) -> None:
    with Arena(table(movetime=10.0, cores=[0] if how == "cores" else []), [mock(how), quiet()]) as arena:
        arena.greet()
        for number in (1, 2):
            outcome = arena.play(Game(number, ("quiet", how)))
            assert [each.verdict for each in outcome.accounts] == [None, None], outcome.accounts
            assert outcome.reason == "normal"
            replayed(outcome)
        process = arena.processes[how, 0].client
        if how == "cores":
            assert process.offer.name == "{0}"
    assert process.process.poll() is not None


def test_what_an_engine_wrote_last_is_kept(mock: Callable[..., Entrant]) -> None:
    outcome = play(Game(1, ("illegal", "quiet")), [mock("illegal"), quiet()], table(movetime=10.0))
    assert outcome.accounts[0].output[-1] == "move n 3 resign"
    outcome = play(Game(1, ("memory", "quiet")), [mock("memory"), quiet()], table(movetime=10.0))
    assert outcome.accounts[0].output[-1] == "! MemoryError"


def test_a_game_can_be_void_instead(mock: Callable[..., Entrant]) -> None:
    outcome = play(Game(1, ("quiet", "exits")), [mock("exits"), quiet()], table(movetime=10.0, forfeits="void"))
    assert (outcome.reason, outcome.ranks, outcome.margins) == ("void", [], [])
    assert outcome.words == "exits: crash"
    assert outcome.accounts[1].verdict == "crash"
    assert replayed(outcome).outcome is None


def test_a_game_in_which_all_fail_is_void(mock: Callable[..., Entrant]) -> None:
    outcome = play(Game(1, ("exits", "dead")), [mock("exits"), mock("dead")], table(movetime=10.0))
    assert outcome.reason == "void"
    assert [each.verdict for each in outcome.accounts] == ["crash", "crash"]


def test_an_engine_that_was_lost_is_started_again_for_the_next_game(mock: Callable[..., Entrant]) -> None:
    with Arena(table(movetime=10.0), [mock("first game"), quiet()]) as arena:
        first, second = (arena.play(Game(number, ("first game", "quiet"))) for number in (1, 2))
    assert first.accounts[0].words == "it ended by itself, exit code 8"
    assert second.reason == "normal"


def test_who_lets_the_time_for_loading_run_out_is_not_waited_for_so_long_again(
    mock: Callable[..., Entrant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contestants, "LOADING", 0.8)
    monkeypatch.setattr(contestants, "HANDSHAKE", 0.3)
    with Arena(table(), [mock("never loads"), quiet()]) as arena:
        said = [arena.play(Game(number, ("never loads", "quiet"))).accounts[0] for number in (1, 2, 3)]
    assert [each.verdict for each in said] == ["stall"] * 3
    assert [each.words for each in said] == ["no readyok within 0.8 s", "no readyok within 0.3 s", "no readyok within 0.3 s"]


def test_a_late_answer_to_a_void_game_is_no_verdict_in_the_next(mock: Callable[..., Entrant]) -> None:
    """One seat thinks, another dies, the game is void at once: the thinker is stopped, its answer dropped, and it plays on."""
    entrants = [quiet(), mock("slow"), mock("dies soon")]
    seats = ("quiet", "slow", "dies soon")
    with Arena(table("sealed", movetime=10.0, forfeits="void"), entrants) as arena:
        arena.greet()
        first = arena.play(Game(1, seats))
        assert first.seconds < 3.5
        assert [each.verdict for each in first.accounts] == [None, None, "crash"]
        assert first.reason == "void"
        before = arena.processes["slow", 0].client.process.pid
        for number in (2, 3):
            outcome = arena.play(Game(number, seats))
            assert [each.verdict for each in outcome.accounts] == [None, None, None], outcome.accounts
            assert outcome.reason == "normal"
        assert arena.processes["slow", 0].client.process.pid == before


def test_a_failure_counts_once(mock: Callable[..., Entrant]) -> None:
    with Arena(table(movetime=0.1, grace=0.1), [mock("quarter"), quiet()]) as arena:
        outcomes = [arena.play(Game(number, ("quarter", "quiet"))) for number in range(1, 13)]
    failed = [number for number, each in enumerate(outcomes, 1) if each.accounts[0].verdict == "time"]
    assert failed == [4, 8, 12]
    assert [each.reason for each in outcomes].count("forfeit") == 3
    assert [each.reason for each in outcomes].count("normal") == 9


FUZZ = """
import os, random, sys
def say(words): sys.stdout.buffer.write(words); sys.stdout.buffer.flush()
parts = "move n 3 4 5 -1 999999999999 pass bet / info error state id readyok mepok legal same \\t \\x00 ? value".split(" ")
for line in sys.stdin:
    verb, *words = line.split() or [""]
    if verb == "mep": say(b"game *\\nmepok\\n")
    elif verb == "ready": say(b"readyok\\n")
    elif verb == "new": dice = random.Random(words[9])
    elif verb == "quit": break
    elif verb == "go":
        for i in range(dice.randrange(3)):
            if dice.random() < 0.9: say((" ".join(dice.choices(parts, k=dice.randrange(7))) + "\\n").encode())
            else: say(dice.randbytes(30) + b"\\n")
        how = dice.random()
        if how < 0.8: say(f"move n {words[1]} {dice.choice(['pass', 'bet', 'bet / pass', 'fold', 'PASS'])}\\n".encode())
        elif how < 0.9: os._exit(dice.randrange(256))
        else: os.kill(os.getpid(), dice.choice([6, 9, 11, 15, 19]))
"""


def test_whatever_an_engine_says_the_game_ends_and_the_other_is_not_blamed(tmp_path: Path) -> None:
    (tmp_path / "fuzz.py").write_text(FUZZ)
    fuzz = Entrant("fuzz", command=f"{sys.executable} -I -S {tmp_path / 'fuzz.py'}")
    found = set()
    with Arena(table(movetime=0.2), [fuzz, quiet()]) as arena:
        for number in range(1, 31):
            seats = ("fuzz", "quiet") if number % 2 else ("quiet", "fuzz")
            outcome = arena.play(Game(number, seats, number))
            guilty, other = (outcome.accounts[seats.index(name)] for name in ("fuzz", "quiet"))
            assert other.verdict is None
            assert outcome.reason == ("forfeit" if guilty.verdict else "normal")
            assert "\n" not in guilty.words
            replayed(outcome)
            found.add(guilty.verdict)
    assert {None, "garbage", "illegal", "crash"} <= found


# --- what engines are told --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kuhn", "sealed", "ascending"])
def test_an_engine_gets_its_log_and_nothing_that_tells_the_seed(game: str, mock: Callable[..., Entrant], tmp_path: Path) -> None:
    seats = State.new(game).seats
    seed, names = 8_123_456_789, ("good", *"abcd"[: seats - 1])
    entrants = [mock("good", tmp_path / "told"), *(quiet(each) for each in names[1:])]
    with Arena(table(game, movetime=2.0, seed=seed), entrants) as arena:
        outcomes = [arena.play(Game(number, names, number)) for number in (1, 2, 3)]
    told = (tmp_path / "told").read_text()
    for secret in (seed, *(int(word) for number in (1, 2, 3) for word in derive(seed, "block", number, "luck"))):
        assert str(secret) not in told
        assert f"{secret:x}" not in told
    games = told.split("new game")[1:]
    for number, (lines, outcome) in enumerate(zip(games, outcomes, strict=True), 1):
        assert f"id g{number}\n" in lines
        logged = [line for line in lines.splitlines() if line.startswith("log ")]
        whole = list(protocol.redacted(replayed(outcome), 0))
        assert logged == whole[: len(logged)]
        assert f"reason {outcome.reason}" in lines
    assert "by 1 bid ?" in told or game != "sealed"


def test_the_clock_is_told_and_an_increment_comes_once_a_turn(mock: Callable[..., Entrant], tmp_path: Path) -> None:
    entrants = [mock("good", tmp_path / "told"), quiet()]
    outcome = play(Game(1, ("good", "quiet")), entrants, table("ascending", movetime=None, clock="5+0.5"))
    assert outcome.reason == "normal"
    asked = [line.split() for line in (tmp_path / "told").read_text().splitlines() if line.startswith("go ")]
    assert asked
    for turn, words in enumerate(asked, 1):
        assert words[3] == "clock"
        assert words[5:] == ["inc", "500", "step", "1", "turn", str(turn)]
        own = int(words[4].split(",")[0])
        assert 5000 + 500 * (turn - 1) - 2000 < own <= 5000 + 500 * (turn - 1)


def test_threads_that_wait_for_each_other_are_not_forgiven(mock: Callable[..., Entrant]) -> None:
    """Four threads take turns for 0.7 s; each waits most of it, and all together had more than the 0.2 s they might use."""
    outcome = play(Game(1, ("crowd", "quiet")), [mock("crowd"), quiet()], table(hold=5.0))
    assert outcome.accounts[0].verdict == "time", outcome.accounts


def test_turns_of_several_steps() -> None:
    times = Times("10+2", 2)
    assert times.left is not None
    for seat, seconds in ((0, 1.0), (0, 1.0), (1, 3.0), (-1, 0.0), (1, 1.0), (0, 0.5)):
        if seat >= 0:
            times.moved(seat)
            times.ask(seat)
            times.spent(seat, seconds)
    assert times.left == [10 - 2 + 2 - 0.5, 10 - 4 + 2]
    assert (times.turns, times.steps, times.asked) == ([2, 1], [1, 0], [3, 2])


def test_grace_comes_once_a_game_and_waiting_is_forgiven() -> None:
    times = Times("1", 1)
    assert times.left is not None
    times.spent(0, 0.99, 0.2)
    assert times.left == [pytest.approx(0.01)]
    times.spent(0, 0.03, 0.0)
    assert times.left == [pytest.approx(-0.02)]
    times.spent(0, 0.1, 0.1)
    assert times.left == [pytest.approx(-0.02)]
    times.spent(0, 0.1, 0.25)
    assert times.left == [0.0]


def test_a_clock_runs_out(mock: Callable[..., Entrant]) -> None:
    outcome = play(Game(1, ("sleeps", "quiet")), [mock("sleeps"), quiet()], table(movetime=None, clock="0.3"))
    assert outcome.accounts[0].verdict == "time"
    assert outcome.accounts[0].seconds > 0.3
    assert outcome.accounts[0].slowest == outcome.accounts[0].seconds


def test_the_passive_rule() -> None:
    state = State.new("kuhn", seed=1)
    state.draw(derive(1, "luck"))
    state.draw(derive(1, "luck"))
    assert state.text(passive(state, derive(1, "x"))) == "pass"
    sealed = State.new("sealed", seed=1)
    drawn = {passive(sealed, derive(seed, "x")) for seed in range(200)}
    assert drawn == set(sealed.legal_actions)


# --- the same whatever came before ------------------------------------------------------------------------------------


def test_a_game_is_the_same_after_others_and_by_itself() -> None:
    """Engines are kept from game to game, and yet the sixth game is what it is alone, byte for byte."""
    entrants = [Entrant("u", bot="uct:sims=16"), quiet("r")]
    rules = Table("kuhn", backend="plain", seed=1)
    games = [Game(number, ("u", "r") if number % 2 else ("r", "u"), (number + 1) // 2) for number in range(1, 7)]
    with Arena(rules, entrants) as arena:
        records = [arena.play(each).record for each in games]
    assert len(set(records)) == 6
    assert play(games[5], entrants, rules).record == records[5]
    assert play(games[5], entrants, Table("kuhn", backend="plain", seed=1, restart=True)).record == records[5]


def test_bots_inside_play_as_they_are(mock: Callable[..., Entrant]) -> None:
    entrants = [Entrant("u", bot="uct:sims=16", inside=True), quiet("r")]
    outcome = play(Game(3, ("r", "u")), entrants, table(movetime=None, sims=8))
    assert outcome.reason == "normal"
    assert Record.from_bytes(outcome.record).notes["reproducible"]
    assert play(Game(3, ("r", "u")), entrants, table(movetime=None, sims=8)).record == outcome.record


def test_one_entrant_on_two_seats_has_two_processes(mock: Callable[..., Entrant]) -> None:
    with Arena(table(movetime=2.0), [mock("good")]) as arena:
        assert arena.play(Game(1, ("good", "good"))).reason == "normal"
        assert len(arena.processes) == 2


# --- what is wrong before a game --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrant", "said"),
    [
        (Entrant("x", command="/no/such/engine"), "can't be started: there is no such program"),
        (Entrant("x", command="'open"), "No closing quotation"),
        (Entrant("x", bot="engine:"), "no command"),
    ],
)
def test_an_engine_that_is_not_there_is_one_line(entrant: Entrant, said: str) -> None:
    with pytest.raises(InvalidError, match=said) as found, Arena(table(), [entrant, quiet()]) as arena:
        arena.greet()
    assert "\n" not in str(found.value)


def test_greeting_names_who_does_not_fit(mock: Callable[..., Entrant]) -> None:
    for entrant, said in (
        (mock("dead"), "'dead': crash: it ended by itself, exit code 3"),
        (Entrant("m", command=mock("good").command, options={"depth": "3"}), "'m': it has no option 'depth'; it has none"),
    ):
        with pytest.raises(InvalidError, match=said), Arena(table(), [entrant, quiet()]) as arena:
            arena.greet()


def test_a_wrong_fixture_is_one_line() -> None:
    with Arena(table(), [quiet()]) as arena:
        with pytest.raises(InvalidError, match="game 7: no entrant 'quit'; did you mean 'quiet'"):
            arena.play(Game(7, ("quiet", "quit")))
        with pytest.raises(InvalidError, match="game 7: 3 seats"):
            arena.play(Game(7, ("quiet",) * 3))
