"""``mutapa bench``: how fast a game is, against what the machine can do."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from mutapa.core import profile, registry
from mutapa.core.state import check_seats
from mutapa.experiments.console import console
from mutapa.experiments.games.measure import CUT, ROLLOUT, Table, copy_seconds, random_seconds
from mutapa.experiments.parameters import Backend

WORDS_512 = 64
SEARCHES = ("uct", "uct:select=ucb1,rollout=sample,horizon=60,mix=0")
"""The searches that ``--parts`` takes apart."""


def figures(table: Table, seconds: float) -> dict[str, float]:
    """All figures of a game at one player count; each measurement takes about `seconds`."""
    game_seconds = table.game_seconds(seconds)
    return {
        "state_bytes": 8 * table.game.layout.words,
        "clone_ns": round(1e9 * table.clone_seconds(seconds), 2),
        "decision_ns": round(1e9 * game_seconds / max(1.0, table.decisions), 1),
        "game_us": round(1e6 * game_seconds, 2),
        "playouts_per_s": round(1 / table.cut_seconds(seconds), 1),
        "search_simulations_per_s": round(table.search_speed(seconds), 1),
    }


def command(
    name: Annotated[str, typer.Option("--game", help="A game by name.")] = "zimbabwe",
    seats: Annotated[list[int] | None, typer.Option("--seats", help="Player counts; repeatable; default: all.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, max=60, help="Time for each measurement.")] = 0.5,
    backend: Backend = "object",
    parts: Annotated[bool, typer.Option("--parts", help="Show where the time goes too.")] = False,
    threads: Annotated[int, typer.Option("--threads", min=1, max=64, help="Compare a search on so many threads with one.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Time random play and search on one thread. Prints nanoseconds, ratios and a calibration."""
    game = registry.get(name)
    least, most = game.seats
    counts = [check_seats(game, count, "--seats") for count in seats or range(least, most + 1)]
    tables = {count: Table(game, count, backend) for count in counts}
    engine = tables[counts[0]].engine
    found: dict[str, Any] = {str(count): figures(table, seconds) for count, table in tables.items()}
    calibration = {
        "memcpy_512_ns": round(1e9 * copy_seconds(engine, WORDS_512, seconds), 2),
        "random_ns": round(1e9 * random_seconds(engine, seconds), 2),
    }
    if as_json:
        typer.echo(json.dumps({name: found, "calibration": calibration}))
        return
    _show(name, tables, found, calibration)
    if threads > 1:
        for count, table in tables.items():
            one, many = table.threads_speed(8 * seconds, threads)
            said = f"{count} seats: {one:,.0f} simulations/s on one thread, {many:,.0f} on {threads}: {many / one:.2f} times"
            console().print(said)
    if parts:
        _show_parts(tables, {count: table.part_seconds(seconds / 4) for count, table in tables.items()})
        for spec in SEARCHES:
            _show_shares(spec, {count: table.shares(2 * seconds, spec) for count, table in tables.items()})


def _show(name: str, tables: dict[int, Table], found: dict[str, Any], calibration: dict[str, float]) -> None:
    screen = console()
    grid = Grid(title=f"{name}, {next(iter(tables.values())).engine.backend}, one thread", title_justify="left")
    for head in ("seats", *map(str, tables)):
        grid.add_column(head, justify="left" if head == "seats" else "right")
    random_ns = calibration["random_ns"]
    rows = {
        "state, bytes": lambda count, f: f"{f['state_bytes']}",
        "clone, ns": lambda count, f: f"{f['clone_ns']:.1f}",
        "decision, ns": lambda count, f: f"{f['decision_ns']:.0f}",
        "  in random numbers": lambda count, f: f"{f['decision_ns'] / random_ns:.0f}",
        "whole game, us": lambda count, f: f"{f['game_us']:.1f}",
        "  steps": lambda count, f: f"{tables[count].steps:.0f}",
        "  decisions": lambda count, f: f"{tables[count].decisions:.0f}",
        "  rounds": lambda count, f: f"{tables[count].rounds:.1f}",
        "round, us": lambda count, f: f"{f['game_us'] / tables[count].rounds:.1f}" if tables[count].rounds else "-",
        f"playouts/s, cut at {CUT}": lambda count, f: f"{f['playouts_per_s']:,.0f}",
        f"simulations/s, rollouts of {ROLLOUT}": lambda count, f: f"{f['search_simulations_per_s']:,.0f}",
    }
    for head, cell in rows.items():
        grid.add_row(head, *(cell(count, found[str(count)]) for count in tables))
    screen.print(grid)
    screen.print(f"calibration: 512 bytes copied in {calibration['memcpy_512_ns']} ns, a random number in {random_ns} ns")


def _show_parts(tables: dict[int, Table], found: dict[int, dict[str, float]]) -> None:
    grid = Grid(title="where the time goes, ns a call at the steps of random games", title_justify="left")
    for head in ("part", *map(str, tables)):
        grid.add_column(head, justify="left" if head == "part" else "right")
    for name in profile.PARTS[1:]:
        grid.add_row(name, *(f"{1e9 * found[count][name]:.0f}" for count in tables))
    console().print(grid)


def _show_shares(spec: str, found: dict[int, dict[str, float]]) -> None:
    grid = Grid(title=f"a simulation of {spec}, us", title_justify="left")
    for head in ("part", *map(str, found)):
        grid.add_column(head, justify="left" if head == "part" else "right")
    names = {"simulation": "all", "rules": "rules in the tree", "rollouts": "rollouts and judges", "search": "the search itself"}
    for name, title in names.items():
        grid.add_row(title, *(f"{each[name]:.2f} ({each[name] / each['simulation']:4.0%})" for each in found.values()))
    console().print(grid)
