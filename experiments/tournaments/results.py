"""``mutapa export-results`` and ``mutapa extract-records``: what a tournament's store holds, for other programs and machines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments.extras import need
from mutapa.experiments.parameters import check_output
from mutapa.experiments.tournaments.store import Store

COLUMNS = (
    "game", "block", "round", "setup", "status", "reason", "plies", "started", "game_seconds", "whole_block", "seat", "entrant",
    "author", "rank", "margin", "share", "verdict", "words", "steps", "seconds", "slowest",
)  # fmt: skip
"""A line for each seat of each game. `share` is that of the win; rank, margin and share are empty in a void game."""
QUERY = """
SELECT number, games.block, round, setup, status, reason, plies, started, games.seconds, played = ?, seat, name, author, rank,
    margin, CASE WHEN rank IS NULL THEN NULL WHEN rank = 1 THEN 1.0 / winners ELSE 0.0 END, verdict, words, steps, seats.seconds,
    slowest
FROM games JOIN seats ON game = number JOIN entrants ON entrant = id
JOIN (SELECT block, count(*) AS played FROM games GROUP BY block) AS whole ON whole.block = games.block
LEFT JOIN (SELECT game AS won, count(*) AS winners FROM seats WHERE rank = 1 GROUP BY game) ON won = number
ORDER BY number, seat
"""
FORMATS = (".csv", ".parquet")


def lines(store: Store) -> Iterator[tuple[Any, ...]]:
    """All seats of all games, by number and seat: a value for each of `COLUMNS`."""
    for line in store.connection.execute(QUERY, (store.meta["games_per_block"],)):
        yield (*line[:9], bool(line[9]), *line[10:])


def as_csv(store: Store) -> bytes:
    """The lines as CSV with a head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines(store))
    return text.getvalue().encode()


def as_parquet(store: Store) -> bytes:
    """The lines as Parquet."""
    polars = need("polars", "report")
    buffer = io.BytesIO()
    polars.DataFrame(list(lines(store)), schema=_schema(polars), orient="row").write_parquet(buffer)
    return buffer.getvalue()


def _schema(polars: Any) -> dict[str, Any]:
    numbers = {"game", "block", "round", "setup", "plies", "seat", "rank", "margin", "steps"}
    reals = {"game_seconds", "share", "seconds", "slowest"}
    kinds = {**dict.fromkeys(numbers, polars.Int64), **dict.fromkeys(reals, polars.Float64), "whole_block": polars.Boolean}
    return {name: kinds.get(name, polars.String) for name in COLUMNS}


def export(
    path: Annotated[Path, typer.Argument(metavar="STORE", help="The store of a tournament.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="NAME.csv or NAME.parquet.")],
) -> None:
    """Write a tournament's results for other programs: a line for each seat of each game."""
    if out.suffix not in FORMATS:
        raise InvalidError(f"--out: {out}: right would be a name that ends in {' or '.join(FORMATS)}")
    check_output(out, path, "--out")
    with Store.read(path) as store:
        files.write(out, as_csv(store) if out.suffix == ".csv" else as_parquet(store))
        typer.echo(f"{out}: {len(store.numbers()):,} games")


def extract(
    path: Annotated[Path, typer.Argument(metavar="STORE", help="The store of a tournament.")],
    numbers: Annotated[
        list[int] | None, typer.Option("--game", min=1, help="Number of a game; repeatable. Default: all.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where records go.")] = Path("records"),
) -> None:
    """Write records of a tournament as files of their own: for `mutapa show`, `replay`, `annotate`, on any machine."""
    with Store.read(path) as store:
        wanted = sorted(store.numbers()) if not numbers else list(dict.fromkeys(numbers))
        records: Iterable[tuple[int, Record]] = ((number, store.record(number)) for number in wanted)
        if numbers:
            records = list(records)  # who asks for one that isn't there gets none
        folder = files.check_folder(out)
        if store.revealed is None:
            typer.echo(
                f"mutapa: {path} is not finished, and records hold its seed; right would be to show them to nobody yet", err=True
            )
        for number, record in records:
            target = record.save(folder / f"{path.stem}-game{number:06}.record")
            if len(wanted) <= 10:
                typer.echo(str(target))
        if len(wanted) > 10:
            typer.echo(f"{folder}: {len(wanted):,} records")
