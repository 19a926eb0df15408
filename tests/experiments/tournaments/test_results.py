"""Results for other programs: a line for each seat, half blocks marked, void games empty."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mutapa.experiments.tournaments import results
from mutapa.experiments.tournaments.store import EntrantRow, GameRow, SeatRow, Store

ENTRANTS = [EntrantRow("=1+1", "x, y", "random", "h"), EntrantRow('B"ob', "", "random", "h")]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store.write(tmp_path / "t.db", {}, ENTRANTS, {"games_per_block": 2}) as made:
        for number, ranks in ((1, (1, 1)), (2, (2, 1)), (3, (None, None))):
            status = "ended" if ranks[0] else "void"
            made.add(
                GameRow(number, (number + 1) // 2, 1, (number + 1) // 2, status, "normal", 7, "2026", 0.5),
                [
                    SeatRow(seat, ENTRANTS[seat].name, rank, 3, None if rank else "time", "late", "", 0.2, 0.1, 2)
                    for seat, rank in enumerate(ranks)
                ],
            )
    return Store.read(tmp_path / "t.db")


def test_lines(store: Store) -> None:
    lines = [dict(zip(results.COLUMNS, line, strict=True)) for line in results.lines(store)]
    assert [(line["game"], line["seat"]) for line in lines] == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    assert [line["share"] for line in lines] == [0.5, 0.5, 0.0, 1.0, None, None]
    assert [line["whole_block"] for line in lines] == [True] * 4 + [False] * 2
    assert lines[4]["verdict"] == "time"
    assert lines[0]["author"] == "x, y"


def test_csv_and_parquet_say_the_same(store: Store) -> None:
    polars = pytest.importorskip("polars")
    parquet = polars.read_parquet(io.BytesIO(results.as_parquet(store)))
    text = polars.read_csv(io.BytesIO(results.as_csv(store)), schema=results._schema(polars))
    assert parquet.columns == list(results.COLUMNS)
    assert parquet.with_columns(polars.col(polars.String).fill_null("")).equals(
        text.with_columns(polars.col(polars.String).fill_null(""))
    )
