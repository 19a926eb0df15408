"""What holds engines: limits as the system reports them, a sandbox where there is one, and nothing left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.engines import limits
from mutapa.experiments.engines.client import Client, Fault
from mutapa.experiments.engines.delays import Waits, deepest
from mutapa.experiments.engines.limits import Cage, Limits, check_cores
from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Table

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces and /proc are Linux's")
sandboxed = pytest.mark.skipif(limits.held("bubblewrap") != "", reason=f"no bubblewrap: {limits.held('bubblewrap')}")
PYTHON = [sys.executable, "-I", "-S", "-c"]


def says(code: str, cage: Cage) -> str:
    """What `code` writes as the name of an engine."""
    client = Client(
        [*PYTHON, f"def f():\n{textwrap.indent(code, '    ')}\nprint('id name', f(), flush=True)\nprint('mepok')"], cage=cage
    )
    try:
        return client.handshake().name
    finally:
        client.close(0.0)


def living(mark: str) -> list[int]:
    """Processes with `mark` on their command line, this one not among them."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                words = Path(f"/proc/{entry}/cmdline").read_bytes()
            except OSError:
                continue
            if mark.encode() in words:
                found.append(int(entry))
    return found


def gone(mark: str, seconds: float = 5.0) -> bool:
    """Whether all of them end in time."""
    until = time.perf_counter() + seconds
    while living(mark):
        if time.perf_counter() > until:
            return False
        time.sleep(0.05)
    return True


@linux
@pytest.mark.parametrize("alone", [True, False])
def test_limits_are_set(alone: bool) -> None:
    cage = Cage(Limits(memory_mb=300, cpu_seconds=7, file_mb=2, processes=40), cores=[0], alone=alone)
    code = (
        "import os, resource as r\nreturn [r.getrlimit(k)[0] for k in (r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_FSIZE, r.RLIMIT_CORE)]"
    )
    assert says(code, cage) == str([300 << 20, 7, 2 << 20, 0])
    assert says("import os\nreturn os.sched_getaffinity(0), os.getuid()", cage) == f"({{0}}, {os.getuid()})"


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os\nos._exit(7)", "exit code 7"),
        ("import os\nos.kill(os.getpid(), 11)", "signal SIGSEGV"),
        ("import os\nos.abort()", "signal SIGABRT"),
        ("import os, time\nos.close(1)\ntime.sleep(60)", "closed its output"),
        ("while True: pass", "signal SIGXCPU"),
        (
            "import os, time\nfor i in range(60): os.fork() or (time.sleep(9), os._exit(0))\ntime.sleep(9)",
            "more than 25 processes|exit code 1",
        ),
    ],
)
def test_how_an_engine_ended_is_known_through_its_guard(code: str, said: str, alone: bool) -> None:
    with pytest.raises(Fault) as found:
        says(code, Cage(Limits(cpu_seconds=1, processes=25), alone=alone))
    assert found.value.verdict == "crash"
    assert any(each in found.value.said for each in said.split("|")), found.value.said


def up(mark: str, processes: int, seconds: float = 5.0) -> bool:
    """Whether so many of them show in time: a process just started has no command line for a moment."""
    until = time.perf_counter() + seconds
    while len(living(mark)) < processes:
        if time.perf_counter() > until:
            return False
        time.sleep(0.01)
    return True


@linux
@pytest.mark.parametrize("alone", [True, False])
def test_what_an_engine_leaves_running_ends_with_it(alone: bool, tmp_path: Path) -> None:
    """A child in a session of its own, whose parent has gone: the way a daemon gets out of its group."""
    mark = f"{tmp_path}-lingers"
    child = [*PYTHON, "import time; time.sleep(99)", mark]
    code = f"""
import os, subprocess, sys
if os.fork() == 0:
    os.setsid()
    subprocess.Popen({child})
    os._exit(0)
os.wait()
print('mepok', flush=True)
sys.stdin.read()
"""
    client = Client([*PYTHON, code], cage=Cage(alone=alone))
    client.handshake()
    assert up(mark, 1)
    client.close(0.0)
    assert gone(mark)
    assert client.process.poll() is not None


@linux
@pytest.mark.parametrize("alone", [True, False])
def test_a_killed_arena_leaves_nothing_behind(alone: bool, tmp_path: Path) -> None:
    mark = f"{tmp_path}-orphan"
    engine = f"import os, time; print('mepok', flush=True); os.fork(); time.sleep(99)  # {mark}"
    code = f"""
import time
from mutapa.experiments.engines.client import Client
from mutapa.experiments.engines.limits import Cage
client = Client({[*PYTHON, engine]}, cage=Cage(alone={alone}))
client.handshake()
print('up', flush=True)
time.sleep(99)
"""
    arena = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert arena.stdout is not None
    assert arena.stdout.readline() == b"up\n"
    assert up(mark, 2)
    arena.send_signal(signal.SIGKILL)
    arena.wait()
    assert gone(mark)


def test_a_stopped_engine_is_ended_too() -> None:
    client = Client([*PYTHON, "import os, signal; print('mepok', flush=True); os.kill(os.getpid(), signal.SIGSTOP)"], cage=Cage())
    client.handshake()
    begun = time.perf_counter()
    client.close()
    assert client.process.poll() is not None
    assert time.perf_counter() - begun < 5


# --- the sandbox ------------------------------------------------------------------------------------------------------


@pytest.fixture
def anew() -> Iterator[None]:
    """The look for a sandbox is taken once a process."""
    limits.held.cache_clear()
    yield
    limits.held.cache_clear()


def test_where_there_is_no_sandbox_it_is_said(anew: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    entrants = [Entrant(name, bot="random", inside=True) for name in "ab"]
    with Arena(Table("kuhn", backend="plain", sandbox="bubblewrap"), entrants) as arena:
        outcome = arena.play(Game(1, ("a", "b")))
    assert outcome.sandbox == "sandbox: none (bwrap is not installed): engines can read files and use the network"
    assert limits.told("none") == "sandbox: none (none is asked for): engines can read files and use the network"


def test_a_sandbox_that_does_not_work_is_said(anew: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    false = tmp_path / "bwrap"
    false.write_text("#!/bin/sh\necho not allowed here >&2\nexit 1\n")
    false.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert limits.held("bubblewrap") == "bwrap doesn't work here: not allowed here"


@sandboxed
def test_the_sandbox_keeps_files_and_the_network_away(tmp_path: Path) -> None:
    secret, folder = tmp_path / "store", tmp_path / "folder"
    secret.write_text("seed")
    folder.mkdir()
    (folder / "seed").write_text("seed")
    cage = Cage(sandbox="bubblewrap", hidden=[str(secret), str(folder)])
    for code, said in (
        (f"open({str(secret)!r}).read()", ""),
        (f"__import__('os').listdir({str(folder)!r})", "[]"),
        (f"open({str(folder / 'new')!r}, 'w')", "Read-only"),
        (f"open({str(tmp_path / 'new')!r}, 'w')", "Read-only"),
        ("open(__import__('os').environ['TMPDIR'] + '/new', 'w').write('here')", "4"),
        ("len([each for each in __import__('os').listdir('/proc') if each.isdigit()]) < 5", "True"),
    ):
        assert said in says(f"try: return {code}\nexcept OSError as error: return error", cage)
    server = socket.create_server(("127.0.0.1", 0))
    address = f"('127.0.0.1', {server.getsockname()[1]})"
    connect = f"import socket\ntry: return socket.create_connection({address}, 1)\nexcept OSError as error: return error"
    assert "refused" in says(connect, cage) or "unreachable" in says(connect, cage)
    server.close()
    assert says("import resource\nreturn resource.getrlimit(resource.RLIMIT_FSIZE)[0]", cage) == str(256 << 20)


@sandboxed
def test_games_are_played_in_the_sandbox() -> None:
    entrants = [Entrant("e", bot="random"), Entrant("a", bot="random", inside=True)]
    with Arena(Table("kuhn", backend="plain", sandbox="bubblewrap", movetime=5.0), entrants) as arena:
        outcome = arena.play(Game(1, ("e", "a")))
    assert (outcome.reason, outcome.sandbox) == ("normal", "sandbox: bubblewrap")


# --- what else is checked ---------------------------------------------------------------------------------------------


def test_cores_that_are_not_there() -> None:
    check_cores("table", [])
    if hasattr(os, "sched_getaffinity"):
        with pytest.raises(InvalidError, match="table: core 4096 is not there; known: "):
            check_cores("table", [4096])


@linux
def test_time_spent_waiting_for_a_core_is_known() -> None:
    """Two busy processes on one core: each waits for the other; one asleep waits for nothing."""
    core = str(min(os.sched_getaffinity(0)))
    busy = [subprocess.Popen(["taskset", "-c", core, *PYTHON, "while True: pass"]) for _ in range(2)]
    asleep = subprocess.Popen([*PYTHON, "import time; time.sleep(60)"])
    try:
        time.sleep(0.5)
        waits = [Waits(deepest(each.pid)) for each in (*busy, asleep)]
        before = [each.now() for each in waits]
        time.sleep(1.0)
        waited = [each.since(one) for each, one in zip(waits, before, strict=True)]
        assert min(waited[:2]) > 0.2
        assert waited[2] < 0.1
        used = [each.processor() for each in waits]
        assert min(used[:2]) > 2 * used[2] > 0
    finally:
        for process in (*busy, asleep):
            process.kill()
            process.wait()
    assert waits[0].since(before[0]) == 0.0


@linux
def test_the_thread_that_waited_longest_counts() -> None:
    """One that looks for answers in a thread beside the one that reads, as ours do."""
    core = str(min(os.sched_getaffinity(0)))
    burn = "def burn():\n  while True: pass"
    code = f"import threading, time\n{burn}\nthreading.Thread(target=burn, daemon=True).start()\ntime.sleep(60)"
    busy = [subprocess.Popen(["taskset", "-c", core, *PYTHON, each]) for each in (code, "while True: pass")]
    try:
        time.sleep(0.5)
        waits = Waits(busy[0].pid)
        before = waits.now()
        assert len(before) == 2
        time.sleep(1.0)
        assert waits.since(before) > 0.2
    finally:
        for process in busy:
            process.kill()
            process.wait()
