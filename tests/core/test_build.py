"""The native object: its gates, its key, its file, and what happens when builds collide, die or find no place."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mutapa.core import native, objects, obtain
from mutapa.core.build import ALLOWED, build
from mutapa.core.entries import Entry, entries, fingerprint
from mutapa.core.errors import MutapaError
from tests.core.tinygame import TINY

GAMES = 200
PLAY = f"""
import sys
import numpy as np
from mutapa.core import native, streams
from tests.core.tinygame import TINY
engine, rng = native.engine(TINY), streams.derive(5, "play")
board, state = np.array([4, 0, 1], np.int64), np.zeros(1, np.int64)
print(engine.backend, engine.origin, engine.playouts(board, engine.work(), state, state.copy(), rng, {GAMES}, 99), *rng)
"""


def play_by(way: dict[str, str]) -> subprocess.Popen[str]:
    """A process that plays the tiny game with the object; `way` is added to its environment."""
    environment = {name: value for name, value in os.environ.items() if name not in ("MUTAPA_RUN", "MUTAPA_CACHE")} | way
    return subprocess.Popen(
        [sys.executable, "-c", PLAY], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def played(way: dict[str, str]) -> tuple[list[str], list[str]]:
    """What such a process printed, in words, and its lines on stderr."""
    process = play_by(way)
    out, complaints = process.communicate(timeout=300)
    assert process.returncode == 0, complaints
    return out.split(), complaints.splitlines()


@pytest.fixture(scope="module")
def expected() -> list[str]:
    """Steps and generator after the games of `PLAY`, by plain Python."""
    import numpy as np

    from mutapa.core.streams import derive

    engine, rng = native.engine(TINY, "plain"), derive(5, "play")
    steps = engine.playouts(np.array([4, 0, 1]), engine.work(), np.zeros(1, np.int64), np.zeros(1, np.int64), rng, GAMES, 99)
    return [str(steps), *map(str, rng)]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory, expected: list[str]) -> Path:
    """A cache folder with the tiny game's object in it, built in this test run."""
    place = tmp_path_factory.mktemp("ready")
    out, notices = played({"MUTAPA_CACHE": str(place)})
    assert out == ["object", "built", *expected]
    assert notices[0].startswith("mutapa: building the native object of tiny (once): starting")
    return place


def the_object(place: Path) -> Path:
    (path,) = place.glob("tiny-*.object")
    return path


# The gates


GATES = """
import json, math, os
import numpy as np
from mutapa.core.build import BuildError, build
from mutapa.core.compiled import compiled
from mutapa.core.entries import Entry
from tests.core.tinygame import TINY
BIG, SMALL = np.arange(200_000), np.arange(200)

@compiled
def fine(a, i):
    return a[i] + SMALL[i] + int(math.sqrt(a[0]))

@compiled
def calls_math(a, i):
    return int(math.log(a[i]) * 1000)

@compiled
def allocates(a, i):
    return np.zeros(i, np.int64)[0]

@compiled
def raises(a, i):
    if a[i] < 0:
        raise ValueError
    return 0

@compiled
def prints(a, i):
    print(i)
    return 0

@compiled
def lists(a, i):
    return len([i for _ in range(i)])

@compiled
def big_table(a, i):
    return BIG[i]

@compiled
def returns_float(a, i):
    return a[i] / 2

@compiled
def returns_bool(a, i):
    return a[i] > 2

@compiled
def returns_nothing(a, i):
    a[i] = 2

@compiled
def inside(a, i):
    b = lists(a, i)
    return b + i

@compiled
def imports(a, i):
    import math
    return i

@compiled
def strings(a, i):
    return len(str(i))

@compiled
def unknown(a, i):
    return a[i] + nowhere

def not_marked(a, i):
    return 0

results = {}
functions = fine, calls_math, allocates, raises, prints, lists, big_table, returns_float, returns_bool, returns_nothing
functions += unknown, inside, imports, strings
for f in (*functions, not_marked):
    try:
        results[f.__name__] = len(build(TINY, (Entry(f.__name__, f, "ai"),))[1])
    except BuildError as error:
        results[f.__name__] = str(error)
print(json.dumps(results))
"""


@pytest.fixture(scope="module")
def gates() -> dict[str, int | str]:
    ended = subprocess.run(
        [sys.executable, "-c", GATES], env=os.environ | {"MUTAPA_RUN": "lower"}, capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    results: dict[str, int | str] = json.loads(ended.stdout)
    return results


@pytest.mark.parametrize("name", ["fine", "calls_math"])
def test_code_that_needs_nothing_of_python_passes_the_gates(gates: dict[str, int | str], name: str) -> None:
    assert isinstance(gates[name], int)
    assert int(gates[name]) > 300


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("allocates", "entry allocates of tiny can't be lowered: "),
        ("lists", "entry lists of tiny can't be lowered: compiled code may not make lists or other objects; "),
        ("inside", "entry inside of tiny can't be lowered: compiled code may not make lists or other objects; "),
        ("inside", "(<string>, line "),
        ("imports", "entry imports of tiny can't be lowered: Use of unsupported opcode (IMPORT_NAME) found."),
        ("strings", "entry strings of tiny can't be lowered: compiled code can't do str(int64); ints and"),
        ("prints", "symbols of Python or Numba are needed (numba_gil"),
        ("raises", "compiled code can raise"),
        ("big_table", "addresses of the building process are left (numba.dynamic.globals"),
        ("returns_float", "entry returns_float of tiny returns float64; it must return an int"),
        ("returns_bool", "entry returns_bool of tiny returns bool; it must return an int"),
        ("returns_nothing", "entry returns_nothing of tiny returns none; it must return an int"),
        ("unknown", "entry unknown of tiny can't be lowered: NameError: name 'nowhere' is not defined"),
        ("not_marked", "is not marked @compiled"),
    ],
)
def test_the_gates_refuse_what_only_the_building_process_has(gates: dict[str, int | str], name: str, complaint: str) -> None:
    assert complaint in str(gates[name])


def test_build_refuses_a_process_of_plain_functions() -> None:
    with pytest.raises(MutapaError, match="MUTAPA_RUN=lower"):
        build(TINY, entries(TINY))


def undefined(elf: bytes) -> list[str]:
    """Undefined symbols of a 64-bit little-endian ELF object."""

    def number(at: int, size: int) -> int:
        return int.from_bytes(elf[at : at + size], "little")

    sections = [number(40, 8) + i * number(58, 2) for i in range(number(60, 2))]
    (table,) = [at for at in sections if number(at + 4, 4) == 2]
    strings = number(sections[number(table + 40, 4)] + 24, 8)
    found = []
    for at in range(number(table + 24, 8) + 24, number(table + 24, 8) + number(table + 32, 8), 24):
        if number(at + 6, 2) == 0:
            start = strings + number(at, 4)
            found.append(elf[start : elf.index(b"\0", start)].decode())
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF")
def test_an_object_file_needs_nothing_but_the_c_library(ready: Path) -> None:
    head, payload = objects.read(the_object(ready))
    assert payload[:4] == b"\x7fELF"
    foreign = [name for name in undefined(payload) if name != "_GLOBAL_OFFSET_TABLE_" and not ALLOWED.fullmatch(name)]
    assert foreign == []
    assert set(head) == {"cpu", "features", "seconds", "triple"}


# The key

GAME_TEXT = '''
"""A module."""
from mutapa.core.compiled import compiled
from mutapa.core.words import pack
import json, pathlib
FIGURES = tuple(json.loads(pathlib.Path(__file__).with_suffix(".json").read_text()))
STEP = 3
TABLE = pack([1, 2, 3], 4)
@compiled
def inner(a):
    return a[0] * STEP + TABLE
def factory(k):
    @compiled
    def made(a):
        return a[k] + FIGURES[1]
    return made
made = factory(1)
@compiled
def outer(a):
    """What it does."""
    if a[0] > 5:  # a comment
        return inner(a)
    return made(a)
def unused(a):
    return 1
'''


@pytest.fixture
def prints_of(tmp_path: Path) -> Callable[..., str]:
    """The fingerprint of `GAME_TEXT` with some words replaced, and with other figures in the JSON file beside it."""
    count = [0]

    def make(*changes: tuple[str, str], figures: str = "[7, 8]") -> str:
        text = GAME_TEXT
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        count[0] += 1
        path = tmp_path / f"rules{count[0]}.py"
        path.write_text(text)
        path.with_suffix(".json").write_text(figures)
        spec = importlib.util.spec_from_file_location("rules", path)
        assert spec is not None
        assert spec.loader is not None
        module: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return fingerprint((Entry("outer", module.outer, "a"),))

    return make


def test_the_key_ignores_comments_docstrings_layout_and_what_is_not_used(prints_of: Callable[..., str]) -> None:
    same = [
        prints_of(),
        prints_of(("  # a comment", ""), ('"""A module."""', "\n\n")),
        prints_of(("What it does.", "What it does, said better.")),
        prints_of(("return a[0] * STEP + TABLE", "return (a[0]  *  STEP)\\\n        + TABLE")),
        prints_of(("return 1", "return 2")),
        prints_of(("STEP = 3", "STEP = 2 + 1")),
    ]
    assert same == [same[0]] * len(same)


@pytest.mark.parametrize(
    "change",
    [
        ("STEP = 3", "STEP = 4"),
        ("[1, 2, 3], 4", "[1, 2, 3], 5"),
        ("factory(1)", "factory(2)"),
        ("> 5", "> 6"),
        ("> 5", ">= 5"),
        ("FIGURES[1]", "FIGURES[0]"),
        ("return made(a)", "return inner(a)"),
    ],
)
def test_the_key_notices_a_change_wherever_the_code_reaches(prints_of: Callable[..., str], change: tuple[str, str]) -> None:
    assert prints_of(change) != prints_of()


def test_the_key_notices_a_figure_that_comes_from_a_file(prints_of: Callable[..., str]) -> None:
    assert prints_of(figures="[7, 9]") != prints_of()


def test_the_key_of_a_game_covers_search_and_changes_with_its_entries() -> None:
    found = entries(TINY)
    assert fingerprint(found) == fingerprint(entries(TINY))
    assert fingerprint(found[:-1]) != fingerprint(found)
    assert fingerprint((found[0]._replace(arguments="aaai"), *found[1:])) != fingerprint(found)
    assert obtain.key(TINY, found) != obtain.key(TINY, found[:-1])


# The file


def test_a_file_comes_back_and_every_damage_shows(tmp_path: Path) -> None:
    path = tmp_path / "x.object"
    head, payload = {"cpu": "any", "n": 3}, bytes(range(256)) * 3
    objects.write(path, head, payload)
    assert objects.read(path) == (head, payload)
    assert [each.name for each in tmp_path.iterdir()] == ["x.object"]
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :])
        with pytest.raises(objects.DamagedError):
            objects.read(path)
    for length in range(0, len(whole), 5):
        path.write_bytes(whole[:length])
        with pytest.raises(objects.DamagedError):
            objects.read(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(objects.DamagedError):
        objects.read(path)


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.object"
    objects.write(path, {}, b"old")
    with pytest.raises(TypeError):
        objects.write(path, {}, "not bytes")  # type: ignore[arg-type]
    assert objects.read(path) == ({}, b"old")
    assert [each.name for each in tmp_path.iterdir()] == ["x.object"]


def test_old_objects_of_the_same_game_go(tmp_path: Path) -> None:
    for i in range(6):
        path = tmp_path / f"tiny-{i}.object"
        path.write_bytes(b"")
        os.utime(path, (1000 + i, 1000 + i))
    for other in ("tinytoo-1.object", "kuhn-1.object", ".tiny-99.build.tmp", ".kuhn-99.build.tmp"):
        (tmp_path / other).write_bytes(b"")
    objects.prune(tmp_path, "tiny", tmp_path / "tiny-0.object")
    kept = {"tiny-0.object", "tiny-4.object", "tiny-5.object", "tinytoo-1.object", "kuhn-1.object", ".kuhn-99.build.tmp"}
    assert {path.name for path in tmp_path.iterdir()} == kept


# Processes


def test_the_second_process_finds_the_object(ready: Path, expected: list[str]) -> None:
    assert played({"MUTAPA_CACHE": str(ready)}) == (["object", "cache", *expected], [])


@pytest.mark.parametrize(
    "harm", ["flip", pytest.param("cut", marks=pytest.mark.slow), pytest.param("empty", marks=pytest.mark.slow)]
)
def test_a_damaged_object_is_noticed_and_built_again(ready: Path, tmp_path: Path, expected: list[str], harm: str) -> None:
    shutil.copy(the_object(ready), tmp_path)
    path = the_object(tmp_path)
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 16]) + whole[middle + 1 :]
    path.write_bytes({"flip": flipped, "cut": whole[:middle], "empty": b""}[harm])
    out, notices = played({"MUTAPA_CACHE": str(tmp_path)})
    assert out == ["object", "built", *expected]
    assert len([line for line in notices if str(path) in line and line.endswith("building it again")]) == 1
    assert objects.read(path)[1] == objects.read(the_object(ready))[1]


def test_eight_processes_at_once_build_one_object(tmp_path: Path, expected: list[str]) -> None:
    processes = [play_by({"MUTAPA_CACHE": str(tmp_path)}) for _ in range(8)]
    outs = [process.communicate(timeout=300)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0] * 8
    assert [out[2:] for out in outs] == [expected] * 8
    assert sorted(out[1] for out in outs) == ["built", *["cache"] * 7]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".tiny.lock", the_object(tmp_path).name]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("delay", [1.0, pytest.param(0.0, marks=pytest.mark.slow), pytest.param(2.0, marks=pytest.mark.slow)])
def test_a_killed_build_leaves_nothing_in_the_way(tmp_path: Path, expected: list[str], delay: float) -> None:
    process = play_by({"MUTAPA_CACHE": str(tmp_path)})
    children: list[str] = []
    until = time.monotonic() + 60
    while not children and time.monotonic() < until:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        time.sleep(0.01)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert children
    assert not list(tmp_path.glob("*.object"))
    (tmp_path / f".tiny-{process.pid}-1.build.tmp").write_bytes(b"half")  # as a build killed while writing leaves it
    out, _ = played({"MUTAPA_CACHE": str(tmp_path)})
    assert out == ["object", "built", *expected]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".tiny.lock", the_object(tmp_path).name]
    while Path(f"/proc/{children[0]}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{children[0]}").exists()  # the orphaned compiler has ended too


def test_without_a_writable_cache_a_temporary_folder_serves(ready: Path, tmp_path: Path, expected: list[str]) -> None:
    place = tmp_path / f"mutapa-{os.getuid()}"
    place.mkdir(mode=0o700)
    shutil.copy(the_object(ready), place)
    way = {"HOME": "/dev/null/home", "XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": str(tmp_path)}
    out, notices = played(way)
    assert out == ["object", "cache", *expected]
    (line,) = notices
    assert str(place) in line
    assert "MUTAPA_CACHE" in line


def test_a_temporary_folder_that_others_can_write_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / f"mutapa-{os.getuid()}"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.delenv("MUTAPA_CACHE", raising=False)
    monkeypatch.setenv("HOME", "/dev/null/home")
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/cache")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(MutapaError, match="set MUTAPA_CACHE to one that can"):
        objects.folder()


def test_a_named_cache_that_cannot_be_written_is_told(expected: list[str]) -> None:
    out, notices = played({"MUTAPA_CACHE": "/dev/null/place"})
    assert out == ["jit", "here", *expected]
    (line,) = notices
    assert "MUTAPA_CACHE=/dev/null/place: this folder can't be written" in line
    assert "JIT runs instead" in line


def test_an_object_in_a_cache_that_cannot_be_written_is_read(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(objects, "_writable", lambda path: False)  # a folder mode would not stop root
    monkeypatch.setenv("MUTAPA_CACHE", str(ready))
    assert obtain.obtain(TINY, entries(TINY))[2] == "cache"


def test_a_shipped_object_serves_where_none_is_cached_or_can_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = entries(TINY)
    path = obtain.ship(TINY, found, tmp_path / "shipped")
    assert objects.read(path)[0]["features"] == ""
    capsys.readouterr()
    monkeypatch.setattr(objects, "SHIPPED", tmp_path / "shipped")
    monkeypatch.setenv("MUTAPA_CACHE", str(tmp_path))
    assert obtain.obtain(TINY, found)[2] == "shipped"  # no compiling where it need not be
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("MUTAPA_CACHE", "/dev/null/place")
    assert obtain.obtain(TINY, found)[2] == "shipped"
    assert obtain.obtain(TINY, found, rebuild=True)[2] == "shipped"
    assert "running the one that came with mutapa" in capsys.readouterr().err
    with pytest.raises(MutapaError, match="MUTAPA_CACHE"):  # of other code: not to be run
        obtain.obtain(TINY, found[:-1])


def test_sources_that_changed_since_the_start_are_not_built_under_the_old_key(tmp_path: Path) -> None:
    with pytest.raises(MutapaError, match="sources have changed since this process started"):
        obtain.run(TINY, "0" * 32, tmp_path)
    assert list(tmp_path.iterdir()) == []


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_progress_is_one_changing_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with obtain._progress("tiny") as show:
        show({"stage": "lowering legal", "done": 2, "of": 9})
        time.sleep(0.5)
    written = terminal.getvalue()
    assert "building the native object of tiny (once): starting, 0 s" in written
    assert "lowering legal 3/9" in written
    assert "\x1b[" in written  # the line is drawn over
    assert written.count("\n") <= 1


@pytest.mark.parametrize(
    ("message", "last"), [({"head": {}}, "done"), ({"error": "no"}, "failed at lowering legal 3/9")]
)
def test_the_last_line_of_progress_says_how_it_ended(
    message: dict[str, Any], last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with obtain._progress("tiny") as show:
        show({"stage": "lowering legal", "done": 2, "of": 9})
        show(message)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert lines[-1].startswith(f"mutapa: building the native object of tiny (once): {last}, 0 s")
