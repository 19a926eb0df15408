"""The page of a tournament of 100,000 games: the figure to reach is 20 s, pictures of games not counted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mutapa.experiments.cli import main
from tests.experiments.tournaments.stores import synthetic


@pytest.mark.slow
def test_the_page_of_100_000_games(tmp_path: Path) -> None:
    path = synthetic(tmp_path / "big.store", [f"bot {i}" for i in range(12)], 4, 25_000, failing=500)
    out, began = tmp_path / "page.html", time.process_time()
    with pytest.raises(SystemExit) as end:
        main(["report", str(path), "-o", str(out), "--backend", "plain", "--replays", "0"])
    seconds = time.process_time() - began
    print(f"100,000 games: {seconds:.1f} s of one core, {out.stat().st_size / 1e6:.2f} MB")
    assert end.value.code == 0
    assert "500 of 100,000 games have a seat that forfeited" in out.read_text()
    assert seconds < 20
