"""``mutapa analyse``: what a search thinks of positions of a recorded game, in words or as JSON lines.

The search sits on the mover's seat, is told the game's steps as that seat saw them, and gets what that seat sees: nothing that is
hidden from it shows in its lines or values. The JSON is described by ``analysis.schema.json`` (``mutapa analyse --schema``).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from mutapa.core import files, native, notation
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.console import console
from mutapa.experiments.parameters import Backend, check_shown, check_target
from mutapa.search import diagnostics
from mutapa.search.ask import Answer, ask, for_the_win
from mutapa.search.bots import Event, make

SCHEMA = Path(__file__).parent / "analysis.schema.json"
TYPES = 5
"""Most likely bidder types that are named for each rival."""


def positions(record: Record, wanted: range, backend: str, where: str) -> Iterator[tuple[int, State, list[list[Event]]]]:
    """(steps made, position, by seat the steps made as it saw them) for positions of `wanted` in which a seat has a choice."""
    events: list[list[Event]] = [[] for _ in record.bots]
    before: State | None = None
    for n, state in enumerate(record.positions(backend=backend, where=where)):
        if before is not None:
            action = _action(record, before, n - 1)
            for seat, told in enumerate(events):
                told.append(Event(before.turn, before.see(action, seat), before.observe(seat)))
        if n in wanted and state.turn >= 0 and len(state.legal_actions) > 1:
            yield n, state, events
        if n >= wanted.stop:
            return
        before = state.clone()


def _action(record: Record, state: State, n: int) -> int:
    """Step n of the record as an action here, whatever the layout was then."""
    return record.actions[n] if record.layout == state.game.layout.hash else state.parse(record.texts[n])


def analysis(record: Record, n: int, state: State, answer: Answer, seed: int, lines: int) -> dict[str, Any]:
    """What the search found at a position after `n` steps, as JSON; `lines` is how many actions get a line of play."""
    result, bot, seat = answer.result, answer.bot, state.turn
    if result is None:
        raise InvalidError(f"--bot: {bot.spec} gives no search to look at; right would be a search, as in uct:sims=800")
    trees = bot.search.trees if hasattr(bot, "search") else []
    prior = diagnostics.priors(trees) if trees else {}
    shown = sorted(result.rows, key=lambda row: (row.action != result.action, -row.visits, -row.value(seat), row.action))
    total = sum(row.visits for row in result.rows)
    made = _action(record, state, n) if n < len(record.actions) else None
    seen = state.observe(seat)
    return {
        "game": record.game,
        "rules": state.game.version,
        "step": n,
        "seat": seat,
        "seats": state.seats,
        "phase": state.phase,
        "bot": bot.spec,
        "seed": seed,
        "reproducible": result.reproducible,
        "utility": "win" if for_the_win(bot) else "weighted",
        "chosen": answer.text,
        "played": None if made is None else state.text(made),
        "values": [round(value, 6) for value in result.values],
        "actions": [
            {
                "action": state.text(row.action),
                "visits": row.visits,
                "share": round(row.visits / total, 6) if total else 0.0,
                "values": [round(row.value(s), 6) for s in range(state.seats)] if row.visits else None,
                "prior": round(prior[row.action], 6) if prior.get(row.action) else None,
                "available": row.available,
                "line": _words(bot.state, diagnostics.line(trees, row.action)) if trees and row.visits and i < lines else None,
            }
            for i, row in enumerate(shown)
        ],
        "beliefs": _beliefs(bot, seat),
        "diagnostics": {
            "simulations": result.simulations,
            "seconds": round(result.seconds, 6),
            "simulations_per_s": round(result.simulations / result.seconds, 1) if result.seconds else None,
            "nodes": result.nodes,
            "edges": result.edges,
            "refused": result.refused,
            "trees": len(trees) or None,
            "shape": {k: round(v, 4) for k, v in asdict(diagnostics.shape(trees, result)).items()} if trees else None,
            "worlds": asdict(diagnostics.worlds(bot, seen, derive(seed, "worlds"))),
            "backend": result.backend,
        },
    }


def _words(world: State, line: list[int]) -> list[str]:
    """A line of play in words, played in a world that the seat holds possible; it ends where that world doesn't allow it."""
    found = []
    for action in line:
        try:
            text = world.text(action)
            world.apply(action)
        except MutapaError:
            break
        found.append(text)
    return found


def _beliefs(bot: Any, seat: int) -> list[dict[str, Any]] | None:
    """What is believed of each rival's bidder type; None where the search has no such beliefs."""
    belief = getattr(getattr(bot, "search", None), "belief", None)
    if belief is None:
        return None
    found = []
    for rival in range(belief.seats):
        if rival != seat:
            weights = [float(each) for each in belief.posterior(rival)]
            bits = -sum(weight * math.log2(weight) for weight in weights if weight)
            most = sorted(range(len(weights)), key=lambda t: (-weights[t], t))[:TYPES]
            likely = [{"type": t, "name": _name(bot, t), "probability": round(weights[t], 6)} for t in most]
            types = [round(each, 6) for each in weights]
            found.append({"seat": rival, "likely": likely, "types": types, "bits": round(bits, 4)})
    return found


def _name(bot: Any, kind: int) -> str:
    """A bidder type in a word."""
    return str(kind) if bot.game.bidder is None else str(bot.game.bidder(bot.board, kind))


def show(found: dict[str, Any], lines: int) -> None:
    """Print an analysis for a reader."""
    screen = console()
    seat = found["seat"]
    who = _letter(seat)
    screen.print(f"after step {found['step']}: {found['phase']}; {who} (seat {seat}) to move", markup=False)
    played = "" if found["played"] is None else f"; the game went on with {found['played']}"
    screen.print(f"{found['bot']} would take {found['chosen']}{played}", markup=False)
    values = "  ".join(f"{_letter(s)} {value:.3f}" for s, value in enumerate(found["values"]))
    kind = "chance to win" if found["utility"] == "win" else "utility"
    screen.print(f"{kind} by seat: {values}", markup=False)
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("visits", "share", *(_letter(s) for s in range(found["seats"])), "prior", "available"):
        table.add_column(name, justify="right")
    table.add_column("line", overflow="fold")
    for row in found["actions"][:lines]:
        means = [f"{value:.3f}" for value in row["values"]] if row["values"] else ["-"] * found["seats"]
        prior = "-" if row["prior"] is None else f"{row['prior']:.3f}"
        told = notation.join(row["line"] or [row["action"]])
        mark = " (played)" if row["action"] == found["played"] else ""
        table.add_row(str(row["visits"]), f"{row['share']:.1%}", *means, prior, str(row["available"]), told + mark)
    screen.print(table, markup=False)
    rest = len(found["actions"]) - lines
    if rest > 0:
        screen.print(f"and {rest} more", markup=False)
    for each in found["beliefs"] or []:
        types = ", ".join(f"{likely['name']} {likely['probability']:.1%}" for likely in each["likely"])
        screen.print(f"{_letter(each['seat'])} bids as {types} ({each['bits']:.2f} bits open)", markup=False)
    for line in _diagnostics(found["diagnostics"]):
        screen.print(line, markup=False)


def _diagnostics(data: dict[str, Any]) -> Iterator[str]:
    rate = f", {data['simulations_per_s']:,.0f} a second" if data["simulations_per_s"] else ""
    yield f"{data['simulations']:,} simulations in {data['seconds']:.3f} s{rate} ({data['backend']})"
    refused = f", {data['refused']:,} refused for want of room" if data["refused"] else ""
    yield f"{data['nodes']:,} nodes, {data['edges']:,} edges{refused}"
    shape, worlds = data["shape"], data["worlds"]
    if shape:
        wide = f"branching {shape['branching']:.1f}, at the root effectively {shape['effective_branching']:.1f}"
        yield f"depth {shape['depth']:.1f} on average, {shape['deepest']} at most; {wide}"
    if worlds["drawn"] > 1:
        beyond = f"more than {worlds['distinct']:,}" if worlds["effective"] is None else f"{worlds['effective']:,.0f}"
        yield f"different worlds in {worlds['drawn']:,} draws: {worlds['distinct']:,}, effectively {beyond}"


def _letter(seat: int) -> str:
    return chr(ord("A") + seat)


def moves(words: str, record: Record) -> range:
    """``12``, ``10-20`` or ``all`` as steps made."""
    most = len(record.actions)
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", words)
    if words == "all":
        return range(most + 1)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not first <= last <= most:
        raise InvalidError(f"--move: {words!r}; right would be a step from 0 to {most}, as in 12, or a range as in 10-20, or all")
    return range(first, last + 1)


def command(
    path: Annotated[Path | None, typer.Argument(metavar="RECORD", help="A record file.")] = None,
    move: Annotated[str, typer.Option("--move", metavar="K", help="After so many steps: 12, 10-20, or all.")] = "all",
    spec: Annotated[str, typer.Option("--bot", metavar="BOT", help="The search that looks.")] = "uct:sims=2000",
    lines: Annotated[int, typer.Option("--lines", min=1, help="Actions that are shown with a line of play.")] = 8,
    seed: Annotated[int, typer.Option("--seed", min=0, help="What the search's luck follows from.")] = 0,
    out: Annotated[str | None, typer.Option("--json", metavar="FILE", help="Write JSON lines; - prints them.")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of a line, and nothing else.")] = False,
    backend: Backend = "object",
) -> None:
    """Say what a search thinks of positions of a recorded game: lines, visits, values by seat, priors, beliefs, diagnostics."""
    if schema:
        typer.echo(SCHEMA.read_text(), nl=False)
        return
    if path is None:
        raise InvalidError("analyse: no record is named; right would be mutapa analyse FILE.record --move 12")
    bot = make(spec)
    if "sims" not in bot.values:
        raise InvalidError(f"--bot: {bot.spec} gives no search to look at; right would be a search, as in uct:sims=800")
    check_shown(bot, "--bot:", "blunder=0")
    record = Record.load(path)
    wanted = moves(move, record)
    check_target(out, path, *bot.files)
    end = record.replay(backend="plain", where=str(path))
    native.engine(end.game, backend)  # a build has a progress line of its own
    written: list[dict[str, Any]] = []
    for n, state, events in positions(record, wanted, backend, str(path)):
        answer = ask(state, bot.spec, seed=seed, told=events[state.turn], backend=backend)
        found = analysis(record, n, state, answer, seed, lines)
        if out is None:
            if written:
                typer.echo("")
            show(found, lines)
        elif out == "-":
            typer.echo(json.dumps(found))
        written.append(found)
    if not written:
        at = record.replay(wanted.start, backend="plain", where=str(path))
        raise InvalidError(f"{path}: --move {move}: no seat has two steps to choose from there ({at.phase})")
    if out not in (None, "-"):
        files.write(str(out), "".join(f"{json.dumps(each)}\n" for each in written).encode())
