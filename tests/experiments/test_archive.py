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
