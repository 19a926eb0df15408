"""`mutapa play` as a person meets it: a process at a terminal of its own."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutapa.core.record import Record
from mutapa.core.state import State

# A session leader that opens a terminal gets it as its own, so that a typed Ctrl-C is a real one.
START = (
    "import os, sys\n"
    "terminal = os.open(sys.argv[1], os.O_RDWR)\n"
    "[os.dup2(terminal, n) for n in range(3)]\n"
    "os.execv(sys.executable, [sys.executable, '-m', 'mutapa.experiments.cli', 'play', *sys.argv[2:]])\n"
)
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")
CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal:
    """A pseudo-terminal with `mutapa play` in it."""

    def __init__(self, *words: str, cwd: Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, os.ttyname(slave), *words],
            start_new_session=True, cwd=cwd, env={**os.environ, "TERM": "xterm", "COLUMNS": "120", "LINES": "60"},
        )  # fmt: skip
        self.slave: int | None = slave
        self.text = ""
        self.at = 0

    def _read(self, seconds: float) -> bool:
        """Take in what is there; False at the end."""
        if not select.select([self.master], [], [], seconds)[0]:
            if self.slave is not None and self.process.poll() is not None:
                os.close(self.slave)
                self.slave = None
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.text += ESCAPES.sub("", data.decode(errors="replace"))
        return bool(data)

    def expect(self, *wanted: str, seconds: float = 60) -> str:
        """Wait for one of the texts after what was looked at before; return which."""
        until = time.monotonic() + seconds
        while True:
            found = [(at, words) for words in wanted if (at := self.text.find(words, self.at)) >= 0]
            if found:
                at, words = min(found)
                self.at = at + len(words)
                return words
            alive = self._read(0.2)
            assert alive, f"ended before any of {wanted}:\n{self.text[-2000:]}"
            assert time.monotonic() < until, f"none of {wanted} in {seconds} s:\n{self.text[-2000:]}"

    def type(self, line: str, end: str = "\n") -> None:
        os.write(self.master, (line + end).encode())

    def ask(self, line: str, *wanted: str) -> str:
        """Type a line and wait for an answer."""
        self.type(line)
        return self.expect(*wanted)

    def interrupt(self, *wanted: str) -> str:
        """Press Ctrl-C as a person does: again if nothing comes of it. A signal that falls between Python's look for signals and
        readline's wait for keys is heard at the next key only."""
        for _ in range(3):
            self.type(CTRL_C, end="")
            with contextlib.suppress(AssertionError):
                return self.expect(*wanted, seconds=10)
        return self.expect(*wanted)

    def end(self) -> int:
        """Read to the end; the exit code."""
        until = time.monotonic() + 60
        while self._read(0.1):
            assert time.monotonic() < until, f"it goes on:\n{self.text[-2000:]}"
        return self.process.wait(timeout=10)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for handle in (self.master, self.slave):
            if handle is not None:
                with contextlib.suppress(OSError):
                    os.close(handle)


def piped(folder: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """The command with lines from a pipe."""
    command = [sys.executable, "-m", "mutapa.experiments.cli", "play", *words, "--backend", "plain"]
    return subprocess.run(command, input=said, capture_output=True, text=True, cwd=folder, timeout=120)


@pytest.fixture
def seat_at(tmp_path: Path) -> Iterator[type]:
    """Opens terminals in the test's folder and closes them."""
    opened: list[Terminal] = []

    def sit(*words: str) -> Terminal:
        opened.append(Terminal(*words, "--backend", "plain", cwd=tmp_path))
        return opened[-1]

    yield sit  # type: ignore[misc]
    for terminal in opened:
        terminal.close()


def kept(path: Path) -> State:
    """The position in a file that was kept, every step replayed."""
    return Record.load(path).replay()


def play_on(terminal: Terminal, path: Path, until: str) -> State:
    """Bring the person to a choice in a phase whose words hold `until`: pass in auctions, else take the first step."""
    while True:
        assert terminal.expect("> ", "record:") == "> "
        terminal.ask("save", "kept in")
        state = kept(path)
        if until in state.phase:
            return state
        terminal.type("pass" if "pass" in state.legal_texts else state.legal_texts[0])


ASCENDING = ("ascending", "--seats", "3", "--seat", "1", "--seed", "5", "--set", "rounds=2")


def test_a_whole_game(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at(*ASCENDING, "--against", "random,uct:sims=20", "--save", str(file))
    terminal.expect("seat 0 (random), seat 1 (you), seat 2 (uct:sims=20)")
    asked = 0
    while terminal.expect("seat 1> ", "record:") == "seat 1> ":
        asked += 1
        # A beginning of a word is enough: p for pass; the first choice is a bid where that is possible.
        terminal.type("b 1" if asked == 1 and " 1" in terminal.text.rsplit("choices:", 1)[1] else "p")
    assert asked >= 2
    assert terminal.end() == 0
    assert "You are number" in terminal.text or "win" in terminal.text
    record = Record.load(file)
    record.verify()
    assert record.bots == ["random", "human", "uct:sims=20"]
    assert record.outcome
    assert record.notes == {"reproducible": False}


def test_zimbabwe_undo_and_mistakes(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at("zimbabwe", "--seed", "4", "--seat", "1", "--against", "random", "--save", str(file))
    state = play_on(terminal, file, "choosing an action")
    before = state.words.tolist()
    assert "build" in state.legal_texts

    # What is wrong is said in a line, and nothing has changed.
    terminal.ask("bulid", "'bulid': no step 'bulid'; did you mean 'build'?")
    terminal.ask("build / at z99", "step 2 of 2: ", "is no square")
    terminal.ask("undo", "you have chosen nothing yet in this turn")
    terminal.ask("end / pass", "comes after the end of your turn")
    terminal.ask("god", "steps: 'god ")
    terminal.ask("hint what", "no bot 'what'")
    terminal.ask("board now", "board stands alone")
    terminal.ask("save", "kept in")
    assert kept(file).words.tolist() == before

    # Two lines, each taken back by itself.
    god = next(text for text in state.legal_texts if text.startswith("god"))
    state.apply(god)
    terminal.ask(god, "choices:", "1 choice:")
    state.apply("build")
    square = state.legal_texts[0]
    terminal.ask(f"build / {square}", "choices:", "1 choice:")
    terminal.ask("save", "kept in")
    state.apply(square)
    assert kept(file) == state
    terminal.ask("undo", "taken back: a step")
    terminal.expect("placing a monument")
    terminal.ask("undo", "taken back: a step")
    terminal.ask("undo", "taken back: a step")
    terminal.ask("save", "kept in")
    assert kept(file).words.tolist() == before

    # Explanations, for one step and for a kind.
    terminal.ask("? build", "Main action: build a monument")
    terminal.ask("?", "take back your last choice")
    terminal.expect("End your turn without a main action.")
    terminal.ask("hint random", "random would play: ")
    terminal.ask("quit", "go on with: mutapa play --resume")
    assert terminal.end() == 0


def test_the_board_is_shown_before_each_turn(tmp_path: Path, seat_at: type) -> None:
    terminal = seat_at("zimbabwe", "--seed", "4", "--against", "random", "--save", str(tmp_path / "game.record"))
    terminal.expect("First monuments: to move A (seat 0)")
    terminal.expect("gods left")
    terminal.ask("first", "'first' fits")
    terminal.ask("first a1", "Round 1, auction: to move A (seat 0)")
    terminal.expect("still bidding")
    terminal.expect("choices:")
    terminal.ask("quit", "go on with")
    assert terminal.end() == 0


def test_stone_age(tmp_path: Path, seat_at: type) -> None:
    """Two rounds from the first person placed to the winner: the board, explanations, a step taken back, tools after a roll."""
    file = tmp_path / "game.record"
    terminal = seat_at("stone_age", "--seed", "4", "--set", "round_cap=2", "--against", "random", "--save", str(file))
    terminal.expect("any     7 free  7 free  7 free  7 free  1 free  2 free  1 free")
    terminal.expect("place  hunt 1-5, forest 1-5, clay 1-5, quarry 1-5, river 1-5, tools, hut, field, card 1-4, building 1-2")
    terminal.ask("? place hut", "2 people to the hut: one more person")
    terminal.ask("place forest 6", "is not among the 34 legal steps")
    terminal.ask("place t", "= place tools")
    terminal.expect("seat 0> ")
    terminal.ask("place hut", "own actions", "placing people")
    state = play_on(terminal, file, "own actions")
    before = state.words.tolist()
    assert {"use tools", "use hut"} <= set(state.legal_texts)
    terminal.ask("use tools / use hut", "choice")
    terminal.ask("undo", "taken back: 2 steps", "taken back: a step")
    terminal.ask("undo", "own actions", "nothing")
    terminal.ask("save", "kept in")
    assert kept(file).words.tolist() == before
    terminal.ask("? use hut", "people 5 > 6")
    terminal.ask("hint random", "random would play: ")
    terminal.ask("use tools", "choice")
    asked = set()
    while terminal.expect("seat 0> ", "record:") == "seat 0> ":
        terminal.ask("save", "kept in")
        now = kept(file)
        asked.add(now.phase.split(", ")[2].split(" (")[0])
        terminal.expect("seat 0> ")
        terminal.type(now.legal_texts[0])
    assert terminal.end() == 0
    assert asked >= {"placing people", "own actions", "adding tools"}
    assert "rolled for" in terminal.text
    whole = Record.load(file)
    whole.verify()
    assert whole.outcome
    assert whole.outcome["capped"]


def test_completion(tmp_path: Path, seat_at: type) -> None:
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(tmp_path / "game.record"))
    terminal.expect("seat 1> ")
    terminal.type("hi\t", end="")
    terminal.expect("hint ")
    terminal.type("random")
    terminal.expect("random would play: ")
    terminal.expect("seat 1> ")
    terminal.type("pa\t", end="")
    terminal.expect("pass ")
    terminal.type("")
    terminal.expect("choices:", "record:")


def test_quit_and_resume(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(file))
    terminal.expect("seat 1> ")
    terminal.ask("quit", f"mutapa play --resume {file}")
    assert terminal.end() == 0
    first = Record.load(file)
    assert first.outcome is None

    terminal = seat_at("--resume", str(file), "--against", "expert")
    terminal.expect(f"taken up after {len(first.actions)} steps")
    while terminal.expect("seat 1> ", "record:") == "seat 1> ":
        terminal.type("pass")
    assert terminal.end() == 0
    whole = Record.load(file)
    whole.verify()
    assert whole.actions[: len(first.actions)] == first.actions
    assert whole.notes["resumed"] == [len(first.actions)]
    assert whole.bots == ["expert", "human", "expert"]

    done = piped(tmp_path, "--resume", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "that game is over" in done.stderr


def test_a_turn_under_way_is_taken_up_and_taken_back(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at("zimbabwe", "--seed", "4", "--seat", "1", "--against", "random", "--save", str(file))
    before = play_on(terminal, file, "choosing an action").words.tolist()
    terminal.ask("build", "placing a monument; ")
    terminal.ask("quit", "go on with")
    terminal.end()
    terminal = seat_at("--resume", str(file))
    terminal.expect("placing a monument; ")
    terminal.ask("undo", "taken back: a step")
    terminal.ask("save", "kept in")
    assert kept(file).words.tolist() == before


def test_ctrl_c_at_the_prompt_keeps_the_game(tmp_path: Path, seat_at: type) -> None:
    terminal = seat_at(*ASCENDING, "--against", "random")
    terminal.expect("seat 1> ")
    terminal.interrupt("mutapa: stopped; the game is kept")
    assert terminal.end() == 130
    (file,) = (tmp_path / "records").glob("*.record")
    assert file.name == "ascending-seat1-seed5.record"
    assert not kept(file).is_over


def test_ctrl_c_while_a_bot_is_thinking_keeps_the_game(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at("ascending", "--seed", "5", "--against", "uct:sims=10000000", "--save", str(file))
    terminal.expect("seat 0> ")
    terminal.type("bid 1")
    terminal.expect("is thinking")
    time.sleep(0.3)
    terminal.type(CTRL_C, end="")
    terminal.expect("mutapa: stopped; the game is kept")
    assert terminal.end() == 130
    assert Record.load(file).texts[-1] == "bid 1"


def test_ctrl_c_in_a_hint_stops_the_hint_alone(tmp_path: Path, seat_at: type) -> None:
    terminal = seat_at(*ASCENDING, "--against", "random")
    terminal.expect("seat 1> ")
    terminal.type("hint uct:sims=10000000")
    terminal.expect("hint uct")
    time.sleep(2)
    terminal.type(CTRL_C, end="")
    terminal.expect("hint: stopped")
    terminal.expect("seat 1> ")
    assert terminal.process.poll() is None
    terminal.ask("quit", "go on with")
    assert terminal.end() == 0


def test_a_terminal_that_goes_away_loses_no_turn_of_others(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(file))
    terminal.expect("seat 1> ")
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait()
    assert len(Record.load(file).actions) > 0


def test_a_file_that_cant_be_written_loses_nothing(tmp_path: Path, seat_at: type) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other.record"
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(folder / "game.record"))
    terminal.expect("seat 1> ")
    shutil.rmtree(folder)
    folder.write_text("a file where the folder was")
    terminal.ask("quit", "can't be written")
    terminal.ask("pass", "not kept: ", "record:")
    terminal.expect("seat 1> ")
    terminal.ask(f"save {other}", "kept in")
    terminal.ask("quit", f"mutapa play --resume {other}")
    assert terminal.end() == 0
    assert "pass" in Record.load(other).texts


def test_a_name_that_cant_be_written_is_not_taken(tmp_path: Path, seat_at: type) -> None:
    """A mistyped `save` must not cost the game on leaving; words after `quit` are no leaving."""
    file = tmp_path / "game.record"
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(file))
    terminal.expect("seat 1> ")
    terminal.ask("save nowhere/..", "can't be written")
    terminal.ask("quit now", "quit: 'now' is too much")
    terminal.ask("x" * 1500, "x ...")
    terminal.interrupt(f"go on with: mutapa play --resume {file}")
    assert terminal.end() == 130
    assert not kept(file).is_over


def test_end_of_input(tmp_path: Path, seat_at: type) -> None:
    file = tmp_path / "game.record"
    terminal = seat_at(*ASCENDING, "--against", "random", "--save", str(file))
    terminal.expect("seat 1> ")
    terminal.type(CTRL_D, end="")
    terminal.expect("go on with")
    assert terminal.end() == 0
    assert not kept(file).is_over


def test_a_game_in_which_nothing_was_played_leaves_no_file(tmp_path: Path) -> None:
    done = piped(tmp_path, "ascending", "--seed", "5")
    assert done.returncode == 0, done.stderr
    assert "nothing was played, nothing is kept" in done.stdout
    assert list(tmp_path.rglob("*.record")) == []


def test_what_is_hidden_stays_hidden(tmp_path: Path) -> None:
    """Kuhn poker from a pipe: the card of the other seat is shown as unknown until the end."""
    done = piped(tmp_path, "kuhn", "--seed", "2", "--seat", "0", said="? pass\nhint uct:sims=30\n")
    assert done.returncode == 0, done.stderr
    assert re.search(r"deal [jqk] / deal \?", done.stdout)
    assert re.search(r"card \[[123], 0\]", done.stdout)
    assert not re.search(r"card \[[123], [123]\]", done.stdout)
    assert "would play: " in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["zimbabwe", "--seat", "7"], "--seat: 7 is no seat; seats run from 0 to 1"),
        (["zimbabwe", "--against", "expert,grredy"], "no bot 'grredy'; did you mean 'greedy'?"),
        (["zimbabwe", "--against", "c=0.5"], "'c=0.5' is an option without a bot"),
        (["zimbabwe", "--against", "random,random", "--seats", "4"], "2 bots for 3 other seats"),
        (["zimbabwe", "--hint-bot", "oracle"], "no bot 'oracle'"),
        (["zimbabw"], "did you mean 'zimbabwe'?"),
        ([], "play: a game is missing"),
        (["zimbabwe", "--resume", "none.record"], "none.record: can't be read"),
        (["--resume", "here.record", "--seed", "3"], "--resume: --seed is settled by here.record"),
        (["--resume", "here.record"], "here.record: this is no Mutapa record"),
        (["kuhn", "--save", "here.record"], "--save: here.record exists"),
        (["zimbabwe", "--setup", "other.json"], "other.json: it is a set-up of 'kuhn', not of 'zimbabwe'"),
        (["ascending", "--setup", "two.json", "--seats", "3"], "mutapa: two.json: a set-up for 2 seats; 3 are asked for"),
    ],
)
def test_bad_input(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "here.record").write_bytes(b"something else")
    (tmp_path / "other.json").write_text('{"game": "kuhn", "seats": 2}')
    (tmp_path / "two.json").write_text('{"game": "ascending", "seats": 2}')
    done = piped(tmp_path, *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""
    assert (tmp_path / "here.record").read_bytes() == b"something else"
