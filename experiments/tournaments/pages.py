"""``mutapa report``: a tournament as one page that needs nothing else, not even a network.

Everything that strangers wrote (names, options, last words of engines) is escaped by the template, and the page's own policy
lets nothing run but the one script it came with.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from mutapa.core import files, native, registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments.extras import need
from mutapa.experiments.parameters import check_output
from mutapa.experiments.tournaments import charts, ratings
from mutapa.experiments.tournaments.pictures import Chosen, Replay, chosen, of_row, replay
from mutapa.experiments.tournaments.rate import Anchor, Places, Prior, rated
from mutapa.experiments.tournaments.ratings import Ratings
from mutapa.experiments.tournaments.store import Store
from mutapa.experiments.tournaments.summary import VERDICTS, Summary, crossed, read

HERE = Path(__file__).parent
MOST_CROSSED = 40
"""Entrants in the cross table: the best of them."""
MOST_ENTRANTS = 1000


@dataclass(frozen=True)
class Shown:
    """A game that can be stepped through on the page."""

    game: Chosen
    replay: Replay


def shown(
    store: Store, summary: Summary, found: Ratings, wanted: int, numbers: Sequence[int], backend: str
) -> tuple[list[Shown], str]:
    """Games in pictures: those of `numbers`, then others until there are `wanted`; why some can't be shown, or nothing."""
    picked = list(numbered(summary, numbers))
    given, why = len(picked), ""
    games: list[Shown] = []
    if wanted > given:
        picked += [each for each in chosen(summary, found) if each.number not in numbers]
    misses = 0
    for i, each in enumerate(picked):
        if len(games) >= max(wanted, given) or misses == 5:
            break
        try:
            record = store.record(each.number)
            games.append(Shown(each, replay(record, each.names, backend, f"{store.path}: game {each.number}")))
        except MutapaError as error:
            if i < given:
                raise
            misses, why = misses + 1, str(error).replace(str(store.path), store.path.name)  # the page goes out
    return games, why


def numbered(summary: Summary, numbers: Sequence[int]) -> list[Chosen]:
    """Games asked for by number."""
    found = []
    for number in numbers:
        i = int(np.searchsorted(summary.numbers, number))
        if i == len(summary.numbers) or summary.numbers[i] != number:
            raise InvalidError(f"--game: no game {number} that counts among the {len(summary.numbers):,} that have ended")
        found.append(of_row(summary, i, "asked for"))
    return found


def context(path: Path, summary: Summary, found: Ratings, games: Sequence[Shown], missing: str) -> dict[str, Any]:
    """What the template is filled in with."""
    meta = summary.meta
    name = str(meta.get("game", ""))
    order = [summary.names.index(each.name) for each in found.players]
    best = [i for i, each in zip(order, found.players, strict=True) if each.group][:MOST_CROSSED]
    ahead, met = crossed(summary.games.without(summary.left_out)) if best else (np.zeros((0, 0)), np.zeros((0, 0)))
    ends = [each for one in found.players for each in (one.elo, one.low, one.high) if each is not None]
    least, most = min(ends, default=0.0), max(ends, default=0.0)
    players = [
        {
            **vars(each),
            "place": place,
            "author": summary.entrants[i].author,
            "chart": "" if each.elo is None else charts.interval(each.elo, each.low, each.high, least, most),
            "times": summary.times[i],
            "verdicts": summary.verdicts[i].tolist(),
            "forfeits": int(summary.verdicts[i].sum()),
            "entrant": summary.entrants[i],
        }
        for place, (i, each) in enumerate(zip(order, found.players, strict=True), 1)
    ][:MOST_ENTRANTS]
    plies = summary.plies
    config = dict(meta.get("config") or meta.get("plan") or {})
    if not meta.get("finished"):
        config.pop("seed", None)  # until the last game is in, nobody shall know what is dealt
    return {
        "title": str(meta.get("title") or path.stem),
        "game": registry.get(name).title if name in registry.names() else name,
        "path": path.name,
        "meta": meta,
        "options": meta.get("options") or {},
        "config": json.dumps(config, indent=1),
        "summary": summary,
        "found": found,
        "players": players,
        "cross": [{"name": summary.names[i], "cells": [_cell(ahead[i, j], met[i, j], i == j) for j in best]} for i in best],
        "seats": [{**vars(each), "chart": charts.bar(each.wins, 1 / each.seats, f"{each.wins:.1%}")} for each in found.seats],
        "lengths": charts.histogram(plies.tolist(), "steps"),
        "length": _spread(plies),
        "seconds": _spread(summary.seconds),
        "verdicts": VERDICTS,
        "forfeits": int(summary.verdicts.sum()),
        "games": games,
        "missing": missing,
        "revealed": (meta.get("seed"), meta.get("salt")) if meta.get("finished") else None,
        "held": sorted({str(each["sandbox"]).removeprefix("sandbox: ") for each in summary.sessions if "sandbox" in each}),
        "sessions": [json.dumps(each) for each in summary.sessions],
    }


def _cell(share: float, games: float, same: bool) -> dict[str, Any] | None:
    if same or not games:
        return None
    return {"share": float(share), "games": int(games), "heat": min(10, max(0, round(10 * float(share))))}


def _spread(values: Any) -> dict[str, float]:
    if not len(values):
        return {}
    low, middle, high = np.quantile(values, [0.05, 0.5, 0.95]).tolist()
    return {"least": float(values.min()), "low": low, "median": middle, "high": high, "most": float(values.max())}


def rendered(filled: dict[str, Any]) -> str:
    """The page."""
    jinja2, markup = need("jinja2", "report"), need("markupsafe", "report").Markup
    style, script = ((HERE / f"page.{kind}").read_text() for kind in ("css", "js"))
    loader = jinja2.FileSystemLoader(HERE)
    strict = {"autoescape": True, "undefined": jinja2.StrictUndefined}
    made = jinja2.Environment(loader=loader, trim_blocks=True, lstrip_blocks=True, **strict)
    made.filters["drawn"] = markup  # for what our own code drew, which escapes by itself
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return str(made.get_template("page.html").render(**filled, style=markup(style), script=markup(script), digest=digest))


def command(
    path: Annotated[Path, typer.Argument(metavar="STORE", help="The store of a tournament, finished or under way.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page.")] = Path("report.html"),
    replays: Annotated[int, typer.Option("--replays", min=0, max=50, help="Games to step through; about 70 KB each.")] = 5,
    game: Annotated[list[int] | None, typer.Option("--game", min=1, help="Show this game among them; repeatable.")] = None,
    anchor: Anchor = None,
    places: Places = None,
    prior: Prior = ratings.PRIOR,
    backend: Annotated[str, typer.Option("--backend", help="object, jit, plain or strict: who plays games again.")] = "object",
) -> None:
    """Write a tournament as one HTML page: ratings, cross table, seats, times, failures, games to step through."""
    check_output(out, path, "--out")
    need("jinja2", "report")
    with Store.read(path) as store:
        summary = read(store)
        name = str(summary.meta.get("game", ""))
        found = rated(summary, places, anchor, prior)
        if (replays or game) and name in registry.names() and len(summary.numbers):
            native.engine(registry.get(name), backend)  # a build has a progress line of its own
        games, missing = shown(store, summary, found, replays, list(dict.fromkeys(game or ())), backend)
    page = rendered(context(path, summary, found, games, missing))
    files.write(out, page.encode())
    typer.echo(f"{out}: {len(page.encode()) / 1e6:.1f} MB, {summary.ended:,} games, {len(games)} to step through")
