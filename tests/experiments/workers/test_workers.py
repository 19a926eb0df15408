"""Tasks on processes: all done whatever the number of workers, a lost process's task done again, errors passed on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.workers import workers

TOP = Path(__file__).parents[3]


def square(n: int) -> int:
    return n * n


def once_lost(path: str) -> str:
    """The first process that tries dies of it."""
    if not Path(path).exists():
        Path(path).write_text("tried")
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def deadly(n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n


def wrong(n: int) -> int:
    if n == 3:
        raise InvalidError("task 3 is wrong")
    return n


def slow(n: int) -> int:
    time.sleep(60)
    return n


def always() -> bool:
    return True


@pytest.mark.parametrize("n", [1, 3])
def test_every_task_is_done_once(n: int) -> None:
    assert sorted(workers.run(square, range(20), n, always)) == [k * k for k in range(20)]


def test_none_is_begun_when_time_is_up() -> None:
    for n in (1, 2):
        assert list(workers.run(square, range(5), n, lambda: False)) == []
    left = [True, True, True, False]
    assert list(workers.run(square, range(9), 1, lambda: left.pop(0))) == [0, 1, 4]


def test_a_lost_process_costs_its_task_only(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in "ab"]
    assert sorted(workers.run(once_lost, paths, 2, always)) == paths


def test_a_task_that_kills_is_given_up_in_one_line() -> None:
    with pytest.raises(workers.LostError, match=r"task 7: its process died 3 times \(exit code -9\)"):
        list(workers.run(deadly, [7], 2, always))


@pytest.mark.parametrize("n", [1, 2])
def test_an_error_is_passed_on(n: int) -> None:
    with pytest.raises(InvalidError, match="task 3 is wrong"):
        list(workers.run(wrong, range(9), n, always))


def test_processes_dont_hear_ctrl_c() -> None:
    assert list(workers.run(hears, [0, 1], 2, always)) == [False, False]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, "but we do"


def hears(n: int) -> bool:
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def pid(n: int) -> int:
    return os.getpid()


def test_processes_of_a_killed_run_end_by_themselves() -> None:
    code = (
        "import os, signal\nfrom mutapa.experiments.workers import workers\n"
        "from tests.experiments.workers.test_workers import pid\n"
        "if __name__ == '__main__':\n    pool = workers.Pool(pid, 2)\n    print(*set(pool.run(range(40))), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "killed.py"
        script.write_text(code)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")])}
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = {int(word) for word in done.stdout.split()}
    assert left
    deadline = time.monotonic() + 60
    while left and time.monotonic() < deadline:
        time.sleep(0.1)
        left = {each for each in left if alive(each)}
    assert not left


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_closing_ends_processes_at_once() -> None:
    began = time.monotonic()
    running = workers.run(once_or_slow, [0, 1, 2], 2, always)
    assert next(running) == 0
    running.close()
    assert time.monotonic() - began < 50


def once_or_slow(n: int) -> int:
    return slow(n) if n else n
