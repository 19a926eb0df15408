"""An exported engine is the bot: the same lines to the same questions, without Python, libraries or environment.

One small game is exported in every run; `make test-all` exports all that people play.
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import protocol, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.nets.weights import load, save
from mutapa.search import levels
from mutapa.search.engine import Engine
from mutapa.search.export.player import Player
from mutapa.search.export.program import Objects, executable, header, library, link, needs, obtain_objects, placed, versions
from mutapa.search.export.toolchain import compiler
from tests.end_to_end import fuzz
from tests.end_to_end.pairs import Pair, have_compiler, play
from tests.nets.random_nets import random_weights

TOP = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "mutapa.experiments.cli"]
KUHN = "uct:sims=48,trees=3,threads=2"
WARM = "uct:sims=48,temperature=1.5"
PLAYED = [
    ("tictactoe", "uct:sims=120,proven=1", {"rule": "connect3"}, 4),
    ("stone_age", "uct:sims=60,select=ucb1", {}, 5),
    ("ascending", "uct:sims=80,auction=limits-heuristic", {"rounds": 3, "bidders": "family"}, 8),
    ("zimbabwe", "uct:sims=60", {}, 5),
    ("zimbabwe", "uct:sims=40,auction=limits-uniform", {"auction": "open"}, 5),
    ("godz", "uct:sims=60,rollout=mast", {}, 5),
]  # fmt: skip


pytestmark = pytest.mark.skipif(sys.platform != "linux" or not have_compiler(), reason="needs Linux and a C compiler")


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export") / "kuhn-engine"
    executable(Player(registry.get("kuhn"), KUHN), path, "native")
    return path


def test_the_same_lines_to_the_same_questions(kuhn: Path) -> None:
    pair = Pair([str(kuhn)], KUHN)
    pair.tell("set seed 7")
    assert play(pair, "kuhn", 40, {}) >= 40
    pair.tell("set horizon 2")
    pair.tell("set sims 33")
    assert play(pair, "kuhn", 10, {}) >= 10
    pair.close()


def test_drawn_steps_are_the_same_draws(tmp_path: Path) -> None:
    executable(Player(registry.get("kuhn"), WARM), tmp_path / "engine", "native")
    pair = Pair([str(tmp_path / "engine")], WARM)
    assert play(pair, "kuhn", 20, {}) >= 20
    pair.tell("set temperature 0.3")
    assert play(pair, "kuhn", 10, {}) >= 10
    pair.close()


def test_it_needs_nothing(kuhn: Path, tmp_path: Path) -> None:
    """No interpreter of shared libraries in it; it runs with no environment, in a root folder that holds nothing else."""
    data = kuhn.read_bytes()
    at, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    kinds = [struct.unpack_from("<I", data, at + i * size)[0] for i in range(count)]
    assert 3 not in kinds  # PT_INTERP
    assert len(data) < 3 << 20
    shutil.copy(kuhn, tmp_path / "engine")
    inside = os.geteuid() == 0
    done = subprocess.run(
        ["/engine" if inside else str(tmp_path / "engine")], input="mep 1\nready\nquit\n", capture_output=True, text=True, env={},
        preexec_fn=(lambda: (os.chroot(tmp_path), os.chdir("/"))) if inside else None, timeout=20,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.startswith("id name Mutapa uct:sims=48")
    assert done.stdout.splitlines()[-2:] == ["mepok", "readyok"]


def test_it_knows_what_its_code_needs_of_a_cpu() -> None:
    assert needs({"cpu": "x86-64-v2", "features": ""}) == ["sse4.2", "popcnt"]
    assert needs({"cpu": "some", "features": "+avx2,-avx512f,+popcnt"}) == ["popcnt", "avx2"]
    assert needs({"cpu": "some", "features": "+avx512f,+avx512vbmi2"}) == ["avx512f", "avx512vbmi2"]
    assert needs({"cpu": "generic", "features": ""}) == []


def test_it_says_what_it_was_made_of(kuhn: Path) -> None:
    done = subprocess.run([str(kuhn), "--version"], capture_output=True, text=True, check=True)
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert set(said) >= {"engine", "rules", "source", "object", "cpu", "config"}
    assert said["rules"] == f"kuhn 1, layout {registry.get('kuhn').layout.hash}"


def test_it_says_which_table_of_bidders(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's spec names a file of them; what is in it counts."""
    player = Player(registry.get("ascending"), "uct:auction=limits-heuristic")
    objects = Objects(b"", b"", {"cpu": "some"})
    found = []
    for table in ([], [1, 2], [1, 3]):
        monkeypatch.setattr(player, "table", lambda table=table: table)
        found.append(dict(versions(player, objects)).get("table"))
    assert found[0] is None
    assert len(set(found)) == 3


def test_check_engine_is_content(kuhn: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "check-engine", str(kuhn), "--game", "kuhn", "--games", "6", "--grace", "0.5"],
        capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_whole_games_in_the_arena(kuhn: Path) -> None:
    """Without a verdict, on every seat; the budget is one of simulations, so no machine is too slow."""
    words = ["arena", "kuhn", f"engine:{kuhn}", "random", "--games", "8", "--sims", "48", "--backend", "plain", "--json", "-"]
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    assert [game["reason"] for game in games] == ["normal"] * 8
    assert {game["seats"].index(f"engine:{kuhn}") for game in games} == {0, 1}
    assert [account["verdict"] for game in games for account in game["accounts"]] == [None] * 16


def test_what_was_made_as_json(tmp_path: Path) -> None:
    words = ["export", "kuhn", "--library", "--cpu", "native", "-o", str(tmp_path / "libkuhn.so"), "--json", "-"]
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    notes = json.loads(done.stdout)
    assert (notes["game"], notes["bytes"]) == ("kuhn", (tmp_path / "libkuhn.so").stat().st_size)
    assert "bytes " in done.stderr


def test_mistakes_are_answered(kuhn: Path) -> None:
    lines = [
        ("mep 2", "error syntax"), ("set nonsense 3", "error option"), ("set sims 0", "error option"),
        ("set sims 1.5", "error option"), ("set sims 1e3", "error option"), ("set threads 9", "error option"),
        ("new game zimbabwe seats 3 you 0", "error game"),
        ("new game kuhn seats 3 you 0", "error game"), ("log 0 setup {}", "error state"), ("go n 1", "error state"),
        ("xyzzy", "error syntax"), ("new game kuhn seats 2 you 0 id x", ""),
        ("log 0 setup nothing", "error syntax"), ('log 0 setup {"game":"kuhn","seats":2,"extra":1}', "error syntax"),
        ('log 0 setup {"game":"kuhn","seats":2}', ""), ("log 1 by 0 bet", "error illegal"),
        ("log 1 chance deal x", "error illegal"), ("log 2 chance deal q", "error state"), ("log 1 chance deal q", ""),
        ("go n 2", "error state"), ("set sims 3", "error state"), ("undo n 9", "error illegal"), ("check n 2 hash 0", "differ"),
    ]  # fmt: skip
    done = subprocess.run([str(kuhn)], input="\n".join(line for line, _ in lines), capture_output=True, text=True, timeout=20)
    said = iter(done.stdout.splitlines())
    for line, right in lines:
        if right:
            assert next(said).startswith(right), line
    assert list(said) == []


def test_what_cannot_be_exported_is_refused(tmp_path: Path) -> None:
    for spec, why in (("bidder:type=draw", "can't be exported"), ("uct:clock=60", "told its clock by the protocol")):
        with pytest.raises(MutapaError, match=why):
            Player(registry.get("kuhn"), spec)
    for words, why in (
        (["kuhn", "--bot", "uct:worlds=cheat"], "asks for what no seat is told"),
        (["kuhn", "-o", "no/such/folder/engine"], "its folder does not exist"),
        (["kuhn", "--no-embed"], "the bot has no network"),
        (["kuhn", "--no-embed", "--library"], "a library has its network in it"),
        (["kuhn", "--library", "-o", "mutapa.h"], "so the header beside it is called; right would be another name, libkuhn.so"),
        (["kuhn", "--bot", "uct:proven=1"], "what is hidden in kuhn can't be proven"),
        (["kuhn", "--target", "aarch64-linus"], "did you mean 'aarch64-linux'?"),
        (["kuhn", "--target", "aarch64-linux", "--cpu", "native"], "it can't go with --cpu native"),
    ):
        done = subprocess.run([*COMMAND, "export", *words], capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be(tmp_path: Path) -> None:
    """A device would be lost to all others if the engine were put in its place."""
    os.mkfifo(pipe := tmp_path / "engine")
    done = subprocess.run([*COMMAND, "export", "kuhn", "-o", str(pipe)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no file that can be replaced" in done.stderr
    assert pipe.is_fifo()
    (made := tmp_path / "made").write_bytes(b"engine")
    with pytest.raises(InvalidError, match="gone/engine: can't be written: no such file or directory"):
        placed(made, tmp_path / "gone" / "engine", 0o755)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [[], ["--version"], ["selftest"], ["mutapa", "engine", "uct"], ["mutapa", "bots"]])
def test_a_full_disk_is_said(words: list[str], kuhn: Path) -> None:
    """And ends the program, ours too, with a line and code 1."""
    command = [*COMMAND, *words[1:]] if words[:1] == ["mutapa"] else [str(kuhn), *words]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, input=b"mep 1\nready\n", stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert done.returncode == 1
    assert b"can't be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_it_says_is_text(kuhn: Path) -> None:
    """Words of the controller that an error repeats may be no UTF-8, or be cut in the middle of a letter."""
    words = "a" + "é" * 40
    lines = [words, f"set {words} 1", f"set seed {words}", f"set sims {words}", f"new game kuhn seats 2 you {words}"]
    given = "\n".join(lines).encode() + b"\n\xed\xa0\x80\n\xc0\x80\n\xf4\xbf\xbf\xbf\n"
    said = subprocess.run([str(kuhn)], input=given, capture_output=True, timeout=20).stdout.decode("utf-8").splitlines()
    assert [line.split()[0] for line in said] == ["error"] * 8


@pytest.mark.parametrize(
    ("precision", "more"), [("float16", ""), ("float32", ",horizon=3,mix=0.4"), ("float32", ",after=5,advice=0.7")]
)
def test_with_a_network(precision: str, more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lines, values and all: sums of the compiled forward pass have an order. It is put together in an odd folder."""
    (odd := tmp_path / 'a "b" \\n').mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(odd))
    game, file = registry.get("kuhn"), tmp_path / "net.safetensors"
    save(file, random_weights(game), precision)
    spec = f"uct:sims=40,trees=2,net={file}{more}"
    executable(Player(game, spec), tmp_path / "engine", "native")
    pair = Pair([str(tmp_path / "engine")], spec)
    assert play(pair, "kuhn", 12, {}) >= 12
    pair.tell("set lean 0.5")
    assert play(pair, "kuhn", 6, {}) >= 6
    pair.close()
    said = subprocess.run([str(tmp_path / "engine"), "--version"], capture_output=True, text=True, check=True).stdout
    assert "network " in said
    assert "net=net.safetensors" in said
    assert str(tmp_path).encode() not in (tmp_path / "engine").read_bytes()  # where a file lay is nobody's business
    data = bytearray(file.read_bytes())
    data[-9] ^= 1
    file.write_bytes(data)
    with pytest.raises(MutapaError, match="damaged"):
        Player(game, spec)


def test_with_a_network_in_a_file(tmp_path: Path) -> None:
    """It is read when the engine starts, if it is the one the engine was made with; any other file is refused in one line."""
    game, file = registry.get("kuhn"), tmp_path / "net.safetensors"
    save(file, random_weights(game))
    spec, path = f"uct:sims=40,net={file}", tmp_path / "engine"
    made = executable(Player(game, spec), path, "native", embed=False)
    assert made.notes["weights"] == "not in it: it is started with --weights net.safetensors"
    pair = Pair([str(path), "--weights", str(file)], spec)
    assert play(pair, "kuhn", 6, {}) >= 6
    pair.close()
    done = subprocess.run([str(path), "--weights", str(file), "selftest"], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout) == (0, "3 of 3 answers are right\n")
    data, other = file.read_bytes(), tmp_path / "other.safetensors"
    bad: list[tuple[bytes | None, str]] = [(None, "it can't be read"), (data[:-1], "its length is another"), (b"", "its length")]
    bad.append((data + b"x", "its length"))
    bad += [(data[:at] + bytes([data[at] ^ 1]) + data[at:][1:], "it is damaged") for at in (9, len(data) - 1)]
    save(other, random_weights(game, seed=2))
    bad.append((other.read_bytes(), "its length" if other.stat().st_size != len(data) else "it is damaged, or another"))
    for content, why in bad:
        other.unlink(missing_ok=True)
        if content is not None:
            other.write_bytes(content)
        done = subprocess.run([str(path), "--weights", str(other)], input="mep 1\n", capture_output=True, text=True, timeout=20)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"--weights {other}: {why}" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    for words in ([], ["selftest"], ["--weights"]):
        done = subprocess.run([str(path), *words], input="mep 1\n", capture_output=True, text=True, timeout=20)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"right would be the file with seal {load(file).seal}" in done.stderr
    assert "network " in subprocess.run([str(path), "--version"], capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("name", "spec", "options", "games"), PLAYED)
def test_every_game(name: str, spec: str, options: dict[str, Any], games: int, tmp_path: Path) -> None:
    path = tmp_path / "engine"
    made = executable(Player(registry.get(name), spec), path, "native")
    assert made.notes["bytes"] < 3 << 20
    pair = Pair([str(path)], spec)
    moves = play(pair, name, games, options)
    assert moves >= (10 if name in ("tictactoe", "ascending") else 200)
    pair.close()


def test_it_tests_itself(kuhn: Path) -> None:
    done = subprocess.run([str(kuhn), "selftest"], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout) == (0, "3 of 3 answers are right\n")
    data = kuhn.read_bytes()
    move = b"move n 3 "
    assert data.count(move) > 0
    other = kuhn.with_name("other")
    other.write_bytes(data.replace(move, b"move n 4 "))  # an engine that answers otherwise than it should
    other.chmod(0o755)
    done = subprocess.run([str(other), "selftest"], capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert "right would be 'move n 4" in done.stdout


SLOW_ONES = ("zimbabwe", "stone_age", "godz", "sealed")
FUZZED = [("kuhn", 20_000), *[pytest.param(name, 25_000, marks=pytest.mark.slow) for name in SLOW_ONES]]


@pytest.mark.parametrize(("name", "count"), FUZZED)
def test_nearly_right_lines(name: str, count: int, tmp_path: Path) -> None:
    """Through a program whose C part checks bounds and overflow, with a guard behind every array of the compiled parts."""
    player = Player(registry.get(name), "uct:sims=3,memory=4")
    found, made = obtain_objects(player, "native"), tmp_path / "engine"
    link(found, header(player, found), [], made, ["-g", "-DMUTAPA_GUARDS", "-fsanitize=address,undefined"])
    given = "\n".join(fuzz.lines(name, count, 1)).encode("utf-8", "replace")
    done = subprocess.run([str(made)], input=given, capture_output=True, timeout=1500, env={"ASAN_OPTIONS": "detect_leaks=1"})
    assert done.returncode == 0, done.stderr[-2000:]
    said = done.stdout.decode().splitlines()
    verbs = {line.partition(" ")[0] for line in said}
    assert verbs >= {"move", "error", "readyok"}
    assert sum(line.startswith("move") for line in said) > count / 200
    assert sum(line.startswith("error") for line in said) > count / 50


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("library") / "libkuhn.so"
    library(Player(registry.get("kuhn"), KUHN), path, "native")
    return path


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location("library_example", TOP / "docs" / "examples" / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_library_plays_as_the_bot(shared: Path) -> None:
    module, game = example("library.py"), registry.get("kuhn")
    for number in range(10):
        state = State.new(game, 2, seed=number, backend="object")
        seats = [module.Seat(str(shared), state.description, seat, "sims=60", 5) for seat in range(2)]
        engines = [Engine(KUHN.replace("sims=48", "sims=60"), lambda line: None, seed=5) for _ in range(2)]
        for seat, engine in enumerate(engines):
            engine.handle(f"new game kuhn seats 2 you {seat} id game1".encode())
            engine.handle(protocol.setup(state.description).encode())
        luck, n = derive(number, "luck"), 1
        while not state.is_over:
            if state.is_chance:
                action = state.chance(luck)
            else:
                engine, seat = engines[state.turn], seats[state.turn]
                assert seat.legal() == state.legal_texts
                said = seat.think()
                assert engine.follower is not None
                action = engine.bot.choose(engine.follower.seen.copy())
                assert said == state.text(action)
                assert seat.position().simulations == 60
                assert seat.position().hash.decode() == engine.follower.hash()
            for you in range(2):
                words = protocol.told(state, action, you)
                seats[you].observe(state.turn, words)
                engines[you].handle(protocol.item(n, state.turn, words).encode())
            state.apply(action)
            n += 1
        assert [seat.position().turn for seat in seats] == [-2, -2]
        for seat in seats:
            seat.close()


def test_the_library_stops_and_refuses(shared: Path) -> None:
    module = example("library.py")
    setup = {"game": "kuhn", "seats": 2, "options": {}}
    seat = module.Seat(str(shared), setup, 0)
    with pytest.raises(ValueError, match="not to move"):
        seat.think()
    seat.observe(-1, "deal q")
    with pytest.raises(ValueError, match="legal here"):
        seat.observe(-1, "deal q")
    seat.observe(-1, "deal ?")
    timer = threading.Timer(0.3, seat.stop)
    timer.start()
    begun = time.perf_counter()
    assert seat.think(seconds=20) in ("pass", "bet")
    assert time.perf_counter() - begun < 3  # of which 50 ms are its own, on a machine at rest
    timer.join()
    for room in (0, 1, 3):  # too little for "pass" or "bet": nothing is written
        out = ctypes.create_string_buffer(b"#" * 8)
        at = ctypes.c_void_p(ctypes.addressof(out) + 2)
        assert seat.library.mutapa_think(seat.engine, ctypes.c_int64(8), ctypes.c_double(-1), at, ctypes.c_size_t(room)) == -1
        assert b"doesn't fit" in seat.library.mutapa_error(seat.engine)
        assert out.value == b"#" * 8
    seat.close()
    for wrong, why in ((("seats", 3), "takes 2 to 2"), (("game", "coin"), "the game can't be taken")):
        with pytest.raises(ValueError, match=why):
            module.Seat(str(shared), setup | dict([wrong]), 0)
    with pytest.raises(ValueError, match="no whole number"):
        module.Seat(str(shared), setup, 0, "sims=none")
    new, said = seat.library.mutapa_new, ctypes.create_string_buffer(200)
    words = json.dumps(setup).encode()
    for memory, text, name, why in (
        (None, words, b"x", b"memory: none"),
        (seat.engine, None, b"x", b"is 0"),
        (seat.engine, words, None, b"is 0"),
    ):
        assert not new(memory, ctypes.c_size_t(1 << 30), b"", text, 2, 0, ctypes.c_int64(1), name, said, ctypes.c_size_t(200))
        assert why in said.value
    with pytest.raises(ValueError, match="memory: too little for a root of 3 actions"):
        module.Seat(str(shared), setup, 0, "memory=0")
    assert seat.levels() == []
    with pytest.raises(ValueError, match="games have rated no levels of this bot at kuhn"):
        module.Seat(str(shared), setup, 0, "level=1")
    with pytest.raises(ValueError, match="seat 2"):
        module.Seat(str(shared), setup, 2)


def test_the_library_has_levels_of_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were rated for this very search; the weaker ones draw steps as the bot does."""
    monkeypatch.setattr(levels, "FOLDER", tmp_path / "levels")
    (tmp_path / "levels" / "kuhn").mkdir(parents=True)
    rated = "# Level 2 of 2 of kuhn: mutapa ladder; 123 Elo above level 1\n"
    for number, text in ((1, "bot: uct\nsims: 20\nblunder: 0.5\ntemperature: 2\n"), (2, rated + "bot: uct\nsims: 30\n")):
        (tmp_path / "levels" / "kuhn" / f"{number}.yaml").write_text(text)
    module, game, path = example("library.py"), registry.get("kuhn"), tmp_path / "libkuhn.so"
    library(Player(game, "uct:memory=4"), path, "native")
    steps = set()
    for number in range(30):
        state = State.new(game, 2, seed=number, backend="object")
        luck = derive(number, "luck")
        seat = module.Seat(str(path), state.description, 0, "level=1", number)
        engine = Engine("level:kuhn/1,memory=4", lambda line: None, seed=number)
        engine.handle(b"new game kuhn seats 2 you 0 id game1")
        engine.handle(protocol.setup(state.description).encode())
        for n in (1, 2):
            action = state.chance(luck)
            words = protocol.told(state, action, 0)
            seat.observe(-1, words)
            engine.handle(protocol.item(n, -1, words).encode())
            state.apply(action)
        assert engine.follower is not None
        said = seat.think()
        assert said == state.text(engine.bot.choose(engine.follower.seen.copy()))
        steps.add(said)
        known = seat.levels()
        seat.close()
    assert steps == {"pass", "bet"}
    assert [options for _, options in known] == ["sims=20,blunder=0.5,temperature=2", "sims=30,blunder=0,temperature=0"]
    assert math.isnan(known[0][0])
    assert known[1][0] == 123
    strong = module.Seat(str(path), state.description, 0, "level=1,level=2,sims=25")
    for step in ("deal q", "deal ?"):
        strong.observe(-1, step)
    strong.think()
    assert strong.position().simulations == 25
    strong.close()
    for wrong in ("level=3", "level=0", "level=x", "level=2x", f"level={(1 << 32) + 1}"):
        with pytest.raises(ValueError, match="right would be 1 to 2"):
            module.Seat(str(path), state.description, 0, wrong)


def test_the_library_in_a_program_with_a_locale(shared: Path, tmp_path: Path) -> None:
    """Numbers of options have a point, whatever stands for one where the program that loads it runs."""
    definition = shutil.which("localedef")
    if not definition or subprocess.run([definition, "-i", "de_DE", "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]).returncode:
        pytest.skip("no locale with a decimal comma can be made here")
    lines = [
        "import importlib.util, locale, sys",
        "locale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')",
        "assert locale.localeconv()['decimal_point'] == ','",
        "sys.path.insert(0, sys.argv[1])",
        "from library import SETUP, Seat",
        "Seat(sys.argv[2], SETUP, 0, 'sims=20,blunder=0.25,temperature=2').close()",
        "for wrong in ('c=0.5.5', 'c=1e', 'c=', 'c=0x1'):",
        "    try:",
        "        Seat(sys.argv[2], SETUP, 0, wrong)",
        "        raise AssertionError(wrong)",
        "    except ValueError as error:",
        "        assert 'is no number' in str(error), error",
    ]
    words = [sys.executable, "-c", "\n".join(lines), str(TOP / "docs" / "examples"), str(shared)]
    done = subprocess.run(words, capture_output=True, text=True, env={"LOCPATH": str(tmp_path)}, timeout=60)
    assert done.returncode == 0, done.stderr


def test_the_library_from_c(shared: Path, tmp_path: Path) -> None:
    source = TOP / "docs" / "examples" / "library.c"
    made = tmp_path / "library"
    words = ["-Wall", "-Werror", str(source), f"-I{shared.parent}", str(shared), "-o", str(made)]
    subprocess.run([*compiler(shared=True), *words], check=True)
    done = subprocess.run([str(made)], capture_output=True, text=True, timeout=20)
    assert done.returncode == 0
    assert done.stdout.count("200 simulations") in (2, 3)
