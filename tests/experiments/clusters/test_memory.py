"""The memory of a long run: rows as they come, and a judgement that finds growth and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mutapa.experiments.cli import main
from mutapa.experiments.clusters import memory
from mutapa.experiments.clusters.memory import MB

pytest.importorskip("matplotlib")


def rows(n: int, growth: float) -> list[dict[str, Any]]:
    """Memory that rises by 50 MB at the start, then by `growth` MB for 1,000 games."""
    return [{"games": 100 * k, "driver": int((100 + min(k, 5) * 10 + growth * k / 10) * MB), "store": None} for k in range(n)]


def test_growth_is_found_and_the_start_left_out() -> None:
    flat, growing = memory.judged(rows(80, 0), "driver"), memory.judged(rows(80, 2), "driver")
    assert flat is not None
    assert (flat["early"], flat["late"], flat["growth_per_1000_games"]) == (150, 150, 0)
    assert growing is not None
    assert growing["growth_per_1000_games"] == pytest.approx(2, abs=0.01)
    assert growing["most"] > growing["late"] > growing["early"]
    assert memory.judged(rows(80, 0), "store") is None, "Ray doesn't say"
    assert memory.judged(rows(7, 0), "driver") is None, "too few"


def test_curves_are_drawn_without_what_is_not_told(tmp_path: Path) -> None:
    told = [{"seconds": 2.0 * k, "games": k, "driver": 100 * MB, "workers": 200 * MB, "store": None} for k in range(5)]
    memory.draw(told, tmp_path / "memory.svg")
    drawn = (tmp_path / "memory.svg").read_text()
    assert "driver, last 100 MB" in drawn
    assert "store" not in drawn


def test_the_command_watches_driver_workers_and_store(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["cluster", "memory", "--ray", cluster.address, "--minutes", "0.1", "--every", "0", "--sims", "5", "--chunk", "2"]
    with pytest.raises(SystemExit) as end:
        main([*words, "--backend", "plain", "--out", str(out), "--json", str(tmp_path / "told.json")])
    assert end.value.code == 0
    told = json.loads((tmp_path / "told.json").read_text())
    kept = [json.loads(line) for line in (out / "memory.jsonl").read_text().splitlines()]
    assert kept == told["rows"]
    assert kept
    assert [row["games"] for row in kept] == sorted(row["games"] for row in kept)
    for row in kept:
        assert row["driver"] > 20 * MB
        assert row["workers"] > 20 * MB
        assert row["store"] is None or row["store"] >= 0
    assert f"{kept[-1]['games']:,} games" in capsys.readouterr().out
