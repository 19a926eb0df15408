"""``mutapa ratings``: who is how strong, from the store of a tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from mutapa.experiments.console import console
from mutapa.experiments.parameters import Json, check_target, emit
from mutapa.experiments.tournaments import ratings
from mutapa.experiments.tournaments.ratings import Ratings
from mutapa.experiments.tournaments.store import Store
from mutapa.experiments.tournaments.summary import Summary, read

Anchor = Annotated[str | None, typer.Option("--anchor", metavar="NAME", help="Whose rating is 0; default: the mean of all.")]
Places = Annotated[int | None, typer.Option("--places", min=1, help="How many places count, 1: the win alone; default: all.")]
Prior = Annotated[float, typer.Option("--prior", min=1, help="Elo: standard deviation of what is thought before any game.")]


def rated(summary: Summary, places: int | None, anchor: str | None, prior: float) -> Ratings:
    """The ratings of all entrants."""
    return ratings.rate(summary.games, summary.left_out, places, anchor, prior)


def table(found: Ratings, summary: Summary) -> Table:
    """Entrants, group after group."""
    grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    grid.add_column("Entrant", overflow="ellipsis")
    for name in ("Elo", "95 %" if found.level == 0.95 else f"{found.level:.0%}", "Games", "Win share", "Mean rank", "Above next",
                 "Forfeits"):  # fmt: skip
        grid.add_column(name, justify="right")
    for before, each in zip([None, *found.players], found.players, strict=False):
        if found.groups > 1 and each.group and (before is None or before.group != each.group):
            grid.add_row(Text(f"group {each.group}, not comparable to others", style="bold"))
        forfeits = int(summary.verdicts[summary.names.index(each.name)].sum())
        grid.add_row(Text(each.name, no_wrap=True), *_words(each), str(forfeits) if forfeits else "")
    return grid


def _words(each: ratings.Rating) -> list[str]:
    if each.elo is None:
        return ["-", "", "0", "", "", ""]
    between = "one block only" if each.low is None or each.high is None else f"{each.low:+.0f} to {each.high:+.0f}"
    ahead = "" if each.ahead is None else f"{each.ahead:.0%}"
    return [f"{each.elo:+.0f}", between, f"{each.games:,}", f"{each.wins:.3f}", f"{each.rank:.2f}", ahead]


def command(
    path: Annotated[Path, typer.Argument(metavar="STORE", help="The store of a tournament, finished or under way.")],
    anchor: Anchor = None,
    places: Places = None,
    prior: Prior = ratings.PRIOR,
    json: Json = None,
) -> None:
    """Rate all entrants of a tournament: Elo with intervals over blocks, what seats are worth, who can't be compared."""
    check_target(json, path)
    with Store.read(path) as store:
        summary = read(store)
    found = rated(summary, places, anchor, prior)
    if json != "-":
        screen = console()
        screen.print(table(found, summary))
        seats = ", ".join(f"seat {each.seat} {each.elo:+.0f}" for each in found.seats)
        for line in [*([f"what a seat is worth, in Elo: {seats}"] if seats else []), *found.words]:
            screen.print(line, markup=False)
        if summary.ended < summary.planned:
            screen.print(f"{summary.ended:,} of {summary.planned:,} games have ended", markup=False)
    emit(json, found.data())
