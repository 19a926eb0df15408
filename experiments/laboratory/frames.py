"""Results as a data frame: one line a game, written as Parquet for whoever wants to ask something else of them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mutapa.core import files
from mutapa.experiments.extras import need
from mutapa.experiments.laboratory.ablation import Plan
from mutapa.experiments.laboratory.blocks import Row, by_table
from mutapa.experiments.statistics import win_shares


def games(plan: Plan, rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Every game of every table of `plan`, ordered by table and number; ``share`` and the like are of the table's first bot."""
    found, sorted_rows = [], by_table(rows)
    for table in plan.tables:
        cells = "; ".join(dict.fromkeys(f"{cell.comparison} ({cell.budget})" for cell in plan.cells if table in cell.tables))
        for block, row in sorted(sorted_rows.get(table.key, {}).items()):
            for game in row["games"]:
                seat = game["seats"].index(0)
                steps, seconds, simulations, _ = game["efforts"][seat]
                found.append(
                    {
                        "game": plan.game.name,
                        "table": table.key,
                        "cells": cells,
                        "seats": table.seats,
                        "bots": list(table.specs),
                        "block": block,
                        "number": game["game"],
                        "seating": game["seats"],
                        "ranks": game["ranks"],
                        "margins": game["margins"],
                        "seat": seat,
                        "share": None if game["void"] else win_shares(game["ranks"])[seat],
                        "margin": None if game["void"] else game["margins"][seat],
                        "steps": game["steps"],
                        "capped": game["capped"],
                        "void": game["void"],
                        "decisions": steps,
                        "seconds": seconds,
                        "simulations": simulations,
                    }
                )
    return found


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    """Write `lines` to the Parquet file `path`."""
    polars = need("polars", "report")
    buffer = io.BytesIO()
    polars.DataFrame(lines, infer_schema_length=None).write_parquet(buffer)
    files.write(path, buffer.getvalue())
