"""``mutapa fit-bidders``: how common each bidder type is, by how a bidder stands, from recorded games.

A mixture fitted by expectation and maximisation (Dempster, Laird and Rubin 1977): each seat of each auction is a draw of a type
by the weights of its traits, and its voluntary steps tell how likely each type was. Traits seen seldom lean on the weights of
all: counts of `LEAN` auctions are mixed in. The table is what ``auction=limits-learned,table=FILE`` reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.experiments.auctions.auctions import Auctions, found, read
from mutapa.experiments.parameters import Backend, check_output
from mutapa.search.expectations import FORMAT, traits_of

LEAN = 20.0
"""Auctions' worth of the weights of all that each row of traits begins with."""
ROUNDS = 60
SCALE = 1 << 20


def observations(games: Iterable[Auctions]) -> tuple[Array, Array, dict[str, Any]]:
    """(traits, likelihood of each type) of every seat of every auction with a voluntary step, and what the table is about."""
    traits: list[int] = []
    rows: list[Any] = []
    about: dict[str, Any] = {}
    for game in games:
        name, n = game.engine.game.name, traits_of(game.engine, game.board)
        if about and (about["types"], about["traits"]) != (game.types, n):
            raise InvalidError(f"{game.where}: other types of bidders than in the games before it; fit them apart")
        about = {"game": name, "types": game.types, "traits": n, "games": about.get("games", 0) + 1}
        for run in game.runs:
            for seat in range(len(game.record.bots)):
                mine = [step for step in run.steps if step.seat == seat and step.voluntary]
                if mine:
                    chance = np.ones(game.types)
                    for step in mine:
                        chance *= np.array(game.likelihoods(step)) / SCALE
                    traits.append(game.traits(run, seat))
                    rows.append(chance)
    if not rows:
        raise InvalidError("fit-bidders: no voluntary bid or pass is in these records; right would be more games")
    return np.array(traits), np.array(rows), about


def fit(traits: Array, chances: Any, count: int) -> Any:
    """Weights of types by traits, each row summing to 1."""
    types = chances.shape[1]
    everybody = np.full(types, 1 / types)
    for _ in range(ROUNDS):
        shares = chances * everybody
        shares /= shares.sum(axis=1, keepdims=True)
        everybody = (shares.sum(axis=0) + LEAN / types) / (len(shares) + LEAN)
    table = np.tile(everybody, (count, 1))
    for row in range(count):
        mine = chances[traits == row]
        for _ in range(ROUNDS if len(mine) else 0):
            shares = mine * table[row]
            shares /= shares.sum(axis=1, keepdims=True)
            table[row] = (shares.sum(axis=0) + LEAN * everybody) / (len(mine) + LEAN)
    return table


def table_of(games: Iterable[Auctions]) -> dict[str, Any]:
    """The fitted table as the file holds it."""
    traits, chances, about = observations(games)
    fitted = fit(traits, chances, about["traits"])
    rows = [[round(float(each) * SCALE) for each in row] for row in fitted]
    seen = np.bincount(traits, minlength=about["traits"])
    return {
        "format": FORMAT, "game": about["game"], "types": about["types"], "games": about["games"], "auctions": len(traits),
        "seen": [int(each) for each in seen], "rows": rows,
    }  # fmt: skip


def command(
    records: Annotated[list[Path], typer.Argument(metavar="RECORDS", help="Record files, or folders of them.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Where the table goes (JSON).")],
    backend: Backend = "object",
) -> None:
    """Fit a table of bidder types to recorded games, for auction=limits-learned."""
    paths = found(records)
    for path in paths:
        check_output(out, path, "--out")
    files.check_folder(out.parent)
    table = table_of(read(paths, backend))
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in table.items() if key != "rows"]
    rows = ",\n  ".join(json.dumps(row) for row in table["rows"])
    files.write(out, ("{\n" + ",\n".join([*lines, f' "rows": [\n  {rows}\n ]']) + "\n}\n").encode())
    typer.echo(f"{out}: {table['auctions']:,} bidders in auctions of {table['games']} games")
