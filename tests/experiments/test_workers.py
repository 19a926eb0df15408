"""Tasks on processes: all done whatever the number of workers, a lost process's task done again, errors passed on."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments import workers


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


def test_closing_ends_processes_at_once() -> None:
    began = time.monotonic()
    running = workers.run(once_or_slow, [0, 1, 2], 2, always)
    assert next(running) == 0
    running.close()
    assert time.monotonic() - began < 50


def once_or_slow(n: int) -> int:
    return slow(n) if n else n
