"""The engine behind the protocol: what it says to each line, and that it plays as its bot does in process."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from mutapa.core import protocol, registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.nets.weights import save
from mutapa.search.bots import Event, Seating, make
from mutapa.search.engine import Engine
from tests.nets.random_nets import random_weights

KUHN = '{"game":"kuhn","seats":2,"options":{}}'


class Desk:
    """An engine, and what it has said since last asked."""

    def __init__(self, spec: str = "random") -> None:
        self.said: list[str] = []
        self.engine = Engine(spec, self.said.append, backend="plain")

    def __call__(self, *lines: str | bytes) -> list[str]:
        for line in lines:
            self.engine.handle(line if isinstance(line, bytes) else line.encode())
            if self.engine.thinking is not None and (not isinstance(line, str) or not line.startswith("go!")):
                self.engine.thinking.wait()
        said, self.said[:] = list(self.said), []
        return said

    def deal(self, seat: int = 0) -> list[str]:
        card = ("deal k", "deal ?") if seat == 0 else ("deal ?", "deal k")
        return self(
            f"new game kuhn rules 1 seats 2 you {seat} id g1", f"log 0 setup {KUHN}",
            f"log 1 chance {card[0]}", f"log 2 chance {card[1]}",
        )  # fmt: skip


def test_the_handshake_says_what_it_plays_and_what_can_be_set() -> None:
    said = Desk("uct:sims=20")("mep 1")
    assert said[0] == "id name Mutapa uct:sims=20"
    assert "game kuhn rules 1 seats 2-2 options" in said
    assert "option name sims type spin min 1 max 1099511627776 default 20" in said
    assert said[-1] == "mepok"
    options = [protocol.setting(protocol.parse(line.encode())) for line in said if line.startswith("option ")]
    assert [option.name for option in options][:2] == ["seed", "sims"]


def test_a_game_from_the_log_to_the_move() -> None:
    desk = Desk("uct:sims=50")
    assert desk.deal() == []
    assert desk("ready", "legal n 3", "check n 3 legal 2") == ["readyok", "legal n 3 of 2 pass / bet", "same n 3"]
    said = desk("go n 3")
    assert said[0].startswith("info sims 50 value 0.")
    assert said[1] in ("move n 3 pass", "move n 3 bet")
    assert desk("log 3 by 0 bet", "log 4 by 1 bet", "result places 1,2 reason normal") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "error syntax line: no verb 'hello'"),
        (b"\xff", "error syntax no text"),
        ("go n 4", "error state go: n 4; the next item is 3"),
        ("go n", "error syntax go: n has no value"),
        ("go movetime 5", "error syntax go: n is ''"),
        ("go n 3 clock 5", "error syntax go: clock has 1 numbers; right would be 2"),
        ("log 3 by 1 bet", "error illegal item 3: it is not for seat 1"),
        ("log 3 by 0 raise", "error syntax kuhn: no action 'raise'"),
        ("log 3 by 7 bet", "error syntax log: by is '7'"),
        ("log 5 by 0 bet", "error state log: item 5; the next one is 3"),
        ("log 3 to 0 bet", "error syntax log: 'to'"),
        ("log 0 setup {}", "error state log: a set-up is item 0"),
        ("set sims 3", "error state set: a game is under way"),
        ("undo n 9", "error illegal undo: items 1 to 2 are known"),
        ("legal n 7", "error state legal: n 7"),
        ("check n 3 legal 3", "differ n 3 legal 2"),
        ("check n 3 hash 00", "differ n 3 hash "),
        ("seen n 3 layout x words 00", "error syntax seen: layout 'x'"),
        ("new game chess seats 2 you 0", "error game no game 'chess'"),
        ("new game kuhn rules 9 seats 2 you 0", "error game new: rules 9 of kuhn; here are rules 1"),
        ("new game kuhn seats 2 you 2", "error game new: you is '2'"),
        ("new game kuhn seats 2", "error game new: you is missing"),
        ("mep 2", "error syntax mep: version '2'"),
    ],
)
def test_what_is_wrong_is_said_in_a_line_and_changes_nothing(line: str | bytes, said: str) -> None:
    desk = Desk()
    desk.deal()
    [only] = desk(line)
    assert only.startswith(said)
    if "new" not in str(line):
        assert desk("go n 3")[0].startswith("move n 3 ")


def test_options_are_set_before_a_game() -> None:
    desk = Desk("uct:sims=5000")
    assert desk("set sims 7", "set seed 3") == []
    assert desk("set sims many")[0].startswith("error option ")
    assert desk("set simms 3")[0].startswith("error option set: no option 'simms'; did you mean 'sims'?")
    assert desk("set worlds cheat")[0].startswith("error option bot 'uct:sims=7,worlds=cheat'")
    desk.deal()
    assert desk("go n 3")[0].startswith("info sims 7 ")


def test_bots_that_ask_for_more_than_a_seat_is_told_are_no_engines() -> None:
    with pytest.raises(InvalidError, match="a log and nothing else"):
        Engine("uct:worlds=cheat", print)


@pytest.mark.parametrize("game", ["kuhn", "sealed", "ascending"])
@pytest.mark.parametrize("options", ["", ",net={}", ",reuse=0,net={}"])
def test_the_same_steps_as_in_process(game: str, options: str, tmp_path: Path) -> None:
    """Every answer of a whole game, by the protocol and by the bot itself with the same stream; with a network: trial A24."""
    if options:
        save(tmp_path / "net.safetensors", random_weights(registry.get(game)))
    spec = "uct:sims=40" + options.format(tmp_path / "net.safetensors")
    state = State.new(game, seed=4)
    seat, luck = 0, derive(4, "luck")
    bot, desk = make(spec), Desk(spec)
    bot.start(state.game, state.board, seat, Seating(state.seats, derive(0, "engine", "g4", "seat", seat), "plain"))
    desk(f"new game {game} rules {state.game.version} seats {state.seats} you {seat} id g4", protocol.setup(state.description))
    others = derive(4, "others").tolist()
    n, asked = 1, 0
    while not state.is_over:
        turn, seen = state.turn, state.observe(seat)
        if turn == seat:
            action = bot.choose(seen)
            assert desk(f"go n {n}")[-1] == f"move n {n} {state.text(action)}"
            asked += 1
        else:
            action = state.chance(luck) if turn < 0 else state.legal_actions[others[0] % len(state.legal_actions)]
        told = state.see(action, seat)
        assert desk(protocol.item(n, turn, state.text(told))) == []
        state.apply(action)
        bot.observe(n - 1, Event(turn, told, seen))
        n += 1
    assert asked > 0


def test_undo_and_the_same_log_again_give_the_same_answer() -> None:
    desk = Desk("uct:sims=30")
    desk.deal()
    first = desk("go n 3")
    assert desk("log 3 by 0 pass", "log 4 by 1 bet", "undo n 3") == []
    assert desk("go n 3") == first


def test_a_view_in_place_of_a_log() -> None:
    desk = Desk("uct:sims=30")
    desk.deal()
    follower = desk.engine.known()
    words = "".join(f"{int(word):014x}" for word in follower.seen)
    line, digest = f"seen n 3 layout {follower.state.game.layout.hash} words {words}", follower.hash()
    other = Desk("uct:sims=30")
    other("new game kuhn rules 1 seats 2 you 0 id g1", f"log 0 setup {KUHN}")
    assert other(line, f"check n 3 hash {digest}") == ["same n 3"]
    assert other("go n 3")[-1] == desk("go n 3")[-1]


def waiting(desk: Desk, line: str) -> float:
    """Seconds until a search under way has answered to `line`."""
    time.sleep(0.1)
    begun = time.perf_counter()
    desk.engine.handle(line.encode())
    assert desk.engine.thinking is not None
    desk.engine.thinking.wait()
    return time.perf_counter() - begun


@pytest.mark.parametrize("limits", ["movetime 60000", "sims 100000000", "clock 900000,900000"])
def test_stop_ends_a_search_at_once(limits: str) -> None:
    desk = Desk("uct:sims=100000000,stop=0,extend=0")
    desk.deal()
    desk.engine.handle(f"go n 3 {limits}".encode())
    desk.engine.handle(b"ready")
    assert desk.said == ["readyok"]
    took = waiting(desk, "stop")
    assert desk.said[-1].startswith("move n 3 ")
    assert took < 1.0  # 50 ms where the machine is free: tests/end_to_end/test_engine.py


def test_any_other_line_ends_a_search_and_comes_after_its_answer() -> None:
    desk = Desk("uct")
    desk.deal()
    desk.engine.handle(b"go n 3 movetime 60000")
    time.sleep(0.2)
    desk.engine.handle(b"legal n 3")
    assert [line.split()[0] for line in desk.said] == ["info", "move", "legal"]


@pytest.mark.parametrize("game", ["ascending", "sealed", "zimbabwe", "stone_age"])
def test_no_time_at_all_is_answered_by_what_the_game_prefers(game: str) -> None:
    state = State.new(game, seed=1)
    desk, luck, n = Desk("uct:reuse=0"), derive(1, "luck"), 1
    head = f"new game {game} rules {state.game.version} seats {state.seats} you 0 id g"
    desk(head, protocol.setup(state.description))
    asked = 0
    while not state.is_over and asked < 6:
        action = state.chance(luck) if state.is_chance else state.legal_actions[0]
        if state.turn == 0:
            begun = time.perf_counter()
            said = desk(f"go n {n} movetime {asked % 2}")[-1]
            assert time.perf_counter() - begun < 2.0  # 100 ms where the machine is free: tests/end_to_end/test_engine.py
            action = state.parse(said.removeprefix(f"move n {n} "))
            asked += len(state.legal_actions) > 1
            weights = np.zeros(state.game.actions_max, np.int64)
            legal = np.zeros_like(weights)
            k = state.engine.legal(state.board, state.scratch[0], state.words, legal)
            state.engine.prefer(state.board, state.scratch[0], state.words, legal, k, weights)
            assert weights[state.legal_actions.index(action)] == max(weights[:k])
        assert desk(protocol.item(n, state.turn, state.text(state.see(action, 0)))) == []
        state.apply(action)
        n += 1
    assert asked > 0


def test_a_search_in_another_thread_leaves_the_reader_free() -> None:
    desk = Desk("uct")
    desk.deal()
    desk.engine.handle(b"go n 3 movetime 60000")
    mind = desk.engine._mind
    assert mind in threading.enumerate()
    assert mind is not threading.current_thread()
    desk.engine.end()
    assert desk.said[-1].startswith("move n 3 ")
    assert mind not in threading.enumerate()


WORDS = [
    "mep", "1", "set", "sims", "3", "ready", "new", "game", "kuhn", "coin", "seats", "2", "you", "0", "log", "setup", KUHN,
    "{}", "[1]", "by", "chance", "deal", "k", "?", "bet", "pass", "go", "n", "movetime", "clock", "5,5", "stop", "legal", "check",
    "hash", "seen", "layout", "words", "undo", "result", "-1", "99999999999", "é", "\x00",
]  # fmt: skip


@pytest.mark.parametrize("count", [4_000, *(pytest.param(10**k, marks=pytest.mark.slow) for k in (5, 6))])
def test_random_lines_never_break_it(count: int) -> None:
    """Lines of the protocol's own words, and bytes: each is answered, or refused in a line by a known code."""
    rng, desk = random.Random(count), Desk("random")
    for i in range(count):
        if i % 40 == 0:
            desk.deal(rng.randrange(2))
        data = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 9))).encode()
        said = desk(rng.randbytes(rng.randrange(30)) if rng.random() < 0.1 else data)
        for line in said:
            verb, _, rest = line.partition(" ")
            assert "\n" not in line
            assert verb != "error" or rest.split()[0] in protocol.CODES
            assert "internal" not in line, (data, line)
    desk.deal()
    assert desk("go n 3")[0].startswith("move n 3 ")
