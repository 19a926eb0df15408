"""Tasks on Ray actors, on a real cluster of two nodes: equal results, losses, refusals, back-pressure."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mutapa.core import files
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments import archive
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.workers import workers
from mutapa.experiments.workers.workers import Staff
from mutapa.search import connect
from tests.experiments.workers.test_workers import deadly, once_lost

pytest.importorskip("ray")
TOP = Path(__file__).parents[3]
KUHN = (("kuhn", "plain"),)


def square(n: int) -> int:
    return n * n


def home(n: int) -> str:
    import ray

    time.sleep(0.05)
    return str(ray.get_runtime_context().get_node_id())


def wrong(n: int) -> int:
    if n == 3:
        raise InvalidError("task 3 is wrong")
    if n == 5:
        raise KeyError("a mistake of ours")
    return n


def touch(path: str) -> str:
    Path(path).write_text("begun")
    return path


def paused(n: int) -> tuple[int, str]:
    time.sleep(0.25)
    return n, home(n)


def staff(cluster: Any, n: int, games: tuple[tuple[str, str | None], ...] = ()) -> Staff:
    return Staff(n, cluster.address, games)


@pytest.mark.parametrize("ordered", [False, True])
def test_every_task_is_done_once(cluster: Any, ordered: bool) -> None:
    found = list(workers.run(square, range(20), staff(cluster, 3), ordered=ordered))
    assert (found if ordered else sorted(found)) == [n * n for n in range(20)]


def test_workers_are_spread_over_nodes(cluster: Any) -> None:
    assert len(set(workers.run(home, range(40), staff(cluster, 4)))) == 2


def test_none_is_begun_when_time_is_up(cluster: Any) -> None:
    assert list(workers.run(square, range(5), staff(cluster, 2), lambda: False)) == []


def test_the_same_blocks_whoever_plays_them(cluster: Any) -> None:
    def rows(who: Staff) -> list[Any]:
        tasks = [blocks.Task("kuhn", {}, ("uct:sims=20,memory=1", "random"), 3, n, "plain") for n in range(1, 9)]
        found = sorted(blocks.run(tasks, who, lambda: True), key=lambda row: row["block"])
        for game in (game for row in found for game in row["games"]):
            game["efforts"] = [[each[0], each[2]] for each in game["efforts"]]
        return found

    right = rows(Staff(1))
    assert len({str([game["ranks"] for game in row["games"]]) for row in right}) > 1
    for n in (1, 2, 4):
        assert rows(staff(cluster, n, KUHN)) == right


def test_a_lost_worker_costs_its_task_only_and_is_named(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(tmp_path / name) for name in "abc"]
    assert sorted(workers.run(once_lost, paths, staff(cluster, 2))) == paths
    said = capsys.readouterr()
    assert said.out == ""
    lines = [line for line in said.err.splitlines() if "lost" in line]
    assert len(lines) == 3
    for path in paths:
        assert any(line.endswith(f"its task is done again: {path}") and "process" in line for line in lines)


def test_a_task_that_kills_is_given_up_in_one_line(cluster: Any) -> None:
    with pytest.raises(workers.LostError, match="task 7: its process died 3 times"):
        list(workers.run(deadly, [7], staff(cluster, 2)))


def test_an_error_is_passed_on(cluster: Any) -> None:
    with pytest.raises(InvalidError, match="task 3 is wrong"):
        list(workers.run(wrong, [1, 3], staff(cluster, 1)))
    with pytest.raises(RuntimeError, match="a mistake of ours"):
        list(workers.run(wrong, [1, 5], staff(cluster, 1)))


def test_a_node_is_removed_under_way(cluster: Any, capsys: pytest.CaptureFixture[str]) -> None:
    extra = cluster.add_node(num_cpus=2, object_store_memory=80 << 20)
    found = []
    running = workers.run(paused, range(40), staff(cluster, 6))
    for n, _ in running:
        found.append(n)
        if len(found) == 12:
            cluster.remove_node(extra, allow_graceful=False)
    assert sorted(found) == list(range(40))
    assert "was lost" in capsys.readouterr().err


@pytest.mark.parametrize("n", [1, 3])
def test_who_reads_slowly_holds_workers_back(cluster: Any, tmp_path: Path, n: int) -> None:
    begun: Callable[[], int] = lambda: len(list(tmp_path.iterdir()))  # noqa: E731
    drawn = []

    def tasks() -> Iterator[str]:
        for k in range(50):
            drawn.append(k)
            yield str(tmp_path / str(k))

    running = workers.run(touch, tasks(), staff(cluster, n))
    for taken in (1, 2):
        next(running)
        time.sleep(0.5)
        assert taken <= begun() <= taken + 2 * n
        assert len(drawn) <= taken + 2 * n
    assert len(list(running)) == 48


def test_results_in_order_wait_for_a_slow_one(cluster: Any, tmp_path: Path) -> None:
    tasks = [(str(tmp_path / str(n)), n == 0) for n in range(60)]
    running = workers.run(slow_first, tasks, staff(cluster, 2), ordered=True)
    assert next(running) == tasks[0][0]
    assert len(list(tmp_path.iterdir())) <= 2 * workers.AHEAD + 2, "the others didn't run away from the first"
    assert [Path(path).name for path in running] == [str(n) for n in range(1, 60)]


def slow_first(task: tuple[str, bool]) -> str:
    path, slow = task
    time.sleep(1.0 if slow else 0)
    return touch(path)


def test_a_node_of_other_code_is_refused(cluster: Any, tmp_path: Path) -> None:
    for room in ("core", "nets", "search", "experiments"):
        if (TOP / room).is_dir():
            shutil.copytree(TOP / room, tmp_path / "mutapa" / room, ignore=shutil.ignore_patterns("__pycache__"))
    changed = tmp_path / "mutapa" / "search" / "budget.py"
    changed.write_text(changed.read_text().replace("FIRST_CHUNK = 8", "FIRST_CHUNK = 9"))
    other = cluster.add_node(num_cpus=4, object_store_memory=80 << 20, env_vars={"PYTHONPATH": str(tmp_path)})
    try:
        right = r"node .*: its code of kuhn, in .*, is [0-9a-f]{16}, the driver's [0-9a-f]{16}; right would be the same revision"
        with pytest.raises(connect.RefusedError, match=right):
            list(workers.run(paused, range(400), staff(cluster, 8, KUHN)))
    finally:
        cluster.remove_node(other)


def test_nobody_answers() -> None:
    with pytest.raises(InvalidError, match=r"--ray 127.0.0.1:9: nobody answers there .*right would be `ray start --head`"):
        connect._reachable("127.0.0.1:9")
    for where in ("here", "ray://127.0.0.1:9", ":9", "auto:"):
        with pytest.raises(InvalidError, match="right would be local, auto or HOST:PORT"):
            connect._reachable(where)


def test_without_room_it_says_so(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    from mutapa.experiments.workers import actors

    monkeypatch.setattr(actors, "STARTING", 2.0)
    holders = [ray.remote(num_cpus=1)(Holder).remote() for _ in range(4)]
    ray.get([each.hold.remote() for each in holders])
    try:
        with pytest.raises(MutapaError, match="no worker came up in 2 s: 0 cores are free there"):
            list(workers.run(square, [1], staff(cluster, 1)))
    finally:
        for each in holders:
            ray.kill(each)


class Holder:
    """Takes a core."""

    def hold(self) -> None:
        """Be there."""


def test_an_archive_is_filled_by_many(cluster: Any, tmp_path: Path) -> None:
    with archive.Archive(tmp_path, {"plan": 1}) as kept:
        kept.note(**staff(cluster, 2).told())
        for row in workers.run(as_row, range(5), staff(cluster, 2)):
            kept.add(row)
    assert sorted(row["n"] for row in archive.read(tmp_path)) == list(range(5))
    assert archive.sessions(tmp_path)[0]["ray"] == cluster.address


def as_row(n: int) -> dict[str, int]:
    return {"n": n}


class Reading(NamedTuple):
    """A task that reads a file, and waits first."""

    path: str
    n: int

    @property
    def files(self) -> list[str]:
        return [self.path]


def reads(task: Reading) -> str:
    time.sleep(0.1)
    return files.read(task.path, 100).decode()


def test_files_go_with_their_tasks_in_their_latest_version(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "net"
    path.write_text("first")

    def tasks() -> Iterator[Reading]:
        for n in range(12):
            if n == 6:
                path.write_text("other")
            yield Reading(str(path), n)

    found = []
    for text in workers.run(reads, tasks(), staff(cluster, 2), ordered=True):
        found.append(text)
        if len(found) == 12:
            path.unlink()
    assert found == ["first"] * 6 + ["other"] * 6
    with pytest.raises(InvalidError, match="no such file or directory"):
        list(workers.run(reads, [Reading(str(path), 1)], staff(cluster, 1)))


def test_a_worker_has_what_its_driver_has_not_what_lies_there(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "net"
    path.write_text("sent")
    running = workers.run(reads, (Reading(str(path), n) for n in range(6)), staff(cluster, 1))
    assert next(running) == "sent"
    path.write_text("written later")
    rest = list(running)
    assert rest[1:] == ["written later"] * 4, "and what a task was given with is what it reads"
    assert rest[0] in ("sent", "written later")
