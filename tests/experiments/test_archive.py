"""The folder of an experiment: whole files, going on, one run at a time, another plan refused by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments import archive
from mutapa.experiments.archive import Archive

PLAN = {"game": "kuhn", "seed": 1, "blocks": 3}


def test_results_are_there_again(tmp_path: Path) -> None:
    with Archive(tmp_path, PLAN, b"game: kuhn\n") as kept:
        kept.add({"block": 1})
        kept.flush()
        kept.add({"block": 2})
        kept.note(workers=2)
    with Archive(tmp_path, PLAN) as kept:
        assert kept.rows == [{"block": 1}, {"block": 2}]
        kept.add({"block": 3})
        kept.note(workers=1)
    assert [path.name for path in sorted((tmp_path / "results").iterdir())] == [f"00000{n}.jsonl" for n in (1, 2, 3)]
    assert (tmp_path / "config.yaml").read_bytes() == b"game: kuhn\n"
    told = archive.sessions(tmp_path)
    assert [(each["pieces"], each["workers"]) for each in told] == [(2, 2), (1, 1)]
    assert {"cpu", "cores", "python", "numba"} <= set(told[0]["machine"])


def test_an_interrupted_run_keeps_what_is_finished(tmp_path: Path) -> None:
    def interrupted() -> None:
        with Archive(tmp_path, PLAN) as kept:
            kept.add({"block": 1})
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(archive.read(tmp_path)) == [{"block": 1}]


def test_another_plan_is_refused_by_name(tmp_path: Path) -> None:
    with Archive(tmp_path, PLAN):
        pass
    before = (tmp_path / "plan.json").read_bytes()
    for changed, said in (({"seed": 2}, "seed was 1 when this began, now it is 2"), ({"new": 1}, "new was null")):
        with pytest.raises(InvalidError, match=said), Archive(tmp_path, {**PLAN, **changed}):
            pass
    assert (tmp_path / "plan.json").read_bytes() == before


def test_one_run_at_a_time(tmp_path: Path) -> None:
    with Archive(tmp_path, PLAN), pytest.raises(InvalidError, match="another run works here"), Archive(tmp_path, PLAN):
        pass
    with Archive(tmp_path, PLAN):
        pass


def test_damage_is_named(tmp_path: Path) -> None:
    with Archive(tmp_path, PLAN) as kept:
        kept.add({"block": 1})
    part = tmp_path / "results" / "000001.jsonl"
    part.write_text(json.dumps({"block": 1}) + '\n{"block": ')
    with pytest.raises(InvalidError, match=r"000001\.jsonl: line 2 is damaged"), Archive(tmp_path, PLAN):
        pass
    part.write_text("[1]\n")
    with pytest.raises(InvalidError, match="line 1 is no result"):
        list(archive.read(tmp_path))
    part.unlink()
    (tmp_path / "results" / ".000002.jsonl.half").write_text("{")
    with Archive(tmp_path, PLAN) as kept:
        assert kept.rows == []


def test_what_is_no_file_of_its_own_is_named(tmp_path: Path) -> None:
    """Whole JSON that says something else: a row of another experiment, a copy by hand, a plan or a session cut short."""
    with Archive(tmp_path, PLAN) as kept:
        kept.add({"block": 1})
        kept.note()
    with (
        pytest.raises(InvalidError, match=r"000001\.jsonl: line 1 is no result; right would be to delete the file"),
        Archive(tmp_path, PLAN, sound=lambda row: "table" in row),
    ):
        pass
    for name, text, said in (
        ("results/1 copy.jsonl", "{}\n", "no file of this experiment; right would be to move it elsewhere"),
        ("sessions/0001.json", "", r"0001\.json: damaged; right would be to delete the file"),
        ("sessions/0001.json", "{}", r"0001\.json: tells of no run; right would be to delete the file"),
        ("plan.json", '{"game": "ku', r"plan\.json: damaged; right would be the file as it was, or another --out"),
        ("plan.json", "[]", r"plan\.json: damaged"),
        ("plan.json", "", r"plan\.json: damaged"),
    ):
        path = tmp_path / name
        before = path.read_bytes() if path.exists() else None
        path.write_text(text)
        with pytest.raises(InvalidError, match=said), Archive(tmp_path, PLAN):
            pass
        path.unlink() if before is None else path.write_bytes(before)
    with Archive(tmp_path, PLAN) as kept:
        assert kept.rows == [{"block": 1}]


def test_a_session_that_was_deleted_takes_no_other_with_it(tmp_path: Path) -> None:
    for n in (1, 2):
        with Archive(tmp_path, PLAN) as kept:
            kept.note(run=n)
    (tmp_path / "sessions" / "0001.json").unlink()
    with Archive(tmp_path, PLAN) as kept:
        kept.note(run=3)
    assert [each["run"] for each in archive.sessions(tmp_path)] == [2, 3]


def test_long_values_are_shown_where_they_differ(tmp_path: Path) -> None:
    many = [f"uct:c={n}" for n in range(40)]
    with Archive(tmp_path, {"bots": many}):
        pass
    with pytest.raises(InvalidError) as error, Archive(tmp_path, {"bots": [*many[:30], "random", *many[31:]]}):
        pass
    before, now = str(error.value).split(" when this began, now it is ")
    assert "uct:c=30" in before
    assert "random" in now
    assert len(str(error.value)) < 350
