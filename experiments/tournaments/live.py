"""What a tournament shows while it runs: a live table, or lines for a log; and its table at the end."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from mutapa.experiments.console import Shown
from mutapa.experiments.tournaments.schedule import Fixture, Plan
from mutapa.experiments.tournaments.standings import Standings, standings
from mutapa.experiments.tournaments.store import Result
from mutapa.experiments.tournaments.table import Outcome

QUIET = 60.0
"""Seconds between two lines where quiet is asked for."""
SHARE = 20
"""The table is counted anew so seldom that it takes no more than one part in so many of the time."""
MOST_RUNNING = 4
"""Games under way that are named."""


class Screen(Shown):
    """On a terminal a table that follows the play; elsewhere a line for each game, or, `quiet`, one a minute."""

    def __init__(self, plan: Plan, quiet: bool, screen: Console | None = None) -> None:
        self.plan, self.quiet = plan, quiet
        self.console = screen or Console(stderr=True, highlight=False)
        self.results: dict[int, Result] = {}
        self.running: dict[int, tuple[Fixture, float]] = {}
        self.before = self.plies = 0
        self.began = self.said = time.monotonic()
        self.lock = threading.Lock()
        self._table: Standings | None = None
        self._due = 0.0
        wanted = self.console.is_terminal and not quiet
        self.live = (
            Live(get_renderable=self.render, console=self.console, refresh_per_second=2, transient=True) if wanted else None
        )

    def begin(self, results: Iterable[Result]) -> None:
        """Play begins; `results` are those of earlier runs."""
        with self.lock:
            self.results = {each.number: each for each in results}
            self.before, self.began = len(self.results), time.monotonic()

    def started(self, fixture: Fixture) -> Fixture:
        """A game begins."""
        with self.lock:
            self.running[fixture.number] = fixture, time.monotonic()
        return fixture

    def ended(self, result: Result, outcome: Outcome) -> None:
        """A game has ended."""
        with self.lock:
            self.results[result.number] = result
            self.running.pop(result.number, None)
            self.plies += result.plies
        if self.live:
            return
        if not self.quiet:
            said = "ranks " + " ".join(map(str, result.ranks)) if result.ranks else f"void: {outcome.words}"
            failed = [f"{each.entrant}: {each.verdict}, {each.words}" for each in outcome.accounts if each.verdict]
            line = f"game {result.number}, block {result.block}: {', '.join(result.names)}: {said}, {result.plies} steps"
            print("; ".join([line, *failed]), file=sys.stderr, flush=True)
        elif time.monotonic() - self.said > QUIET:
            self.said = time.monotonic()
            print(self.progress(), file=sys.stderr, flush=True)

    def progress(self) -> str:
        """How far it is, how fast, how long still, and what is under way."""
        with self.lock:
            done, running, now = len(self.results), list(self.running.values()), time.monotonic()
            spent, new = now - self.began, len(self.results) - self.before
        parts = [f"{done:,} of {self.plan.games:,} games"]
        if new:
            parts.append(f"{60 * new / spent:,.1f} games/min, {self.plies / spent:,.0f} steps/s")
            parts.append(f"about {duration(spent / new * (self.plan.games - done))} left")
        if running:
            named = [f"{each.number} ({', '.join(each.seats)}, {duration(now - at)})" for each, at in running[:MOST_RUNNING]]
            more = f" and {len(running) - MOST_RUNNING} more" if len(running) > MOST_RUNNING else ""
            parts.append(f"under way: {'; '.join(named)}{more}")
        return " · ".join(parts)

    def render(self) -> Any:
        """The live table; it counts the games that may be counted, and says which those are."""
        with self.lock:
            results = list(self.results.values())
        now = time.monotonic()
        if self._table is None or (now >= self._due and len(results) != self._table.played):
            self._table = standings(self.plan, results)
            self._due = now + SHARE * (time.monotonic() - now)
        return Group(grid(self._table, self.plan), Text(self.progress(), overflow="fold"))


def duration(seconds: float) -> str:
    """
    >>> duration(42), duration(425), duration(7325)
    ('42 s', '7 min', '2 h 2 min')
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = int(seconds // 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def grid(shown: Standings, plan: Plan) -> Grid:
    """The table."""
    of = "" if shown.counted == shown.played else f"; counted: the first {shown.counted:,}, in whole blocks"
    title = f"{shown.played:,} of {shown.planned:,} games{of}"
    made = Grid(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))
    swiss, voids = plan.kind == "swiss", any(row.void for row in shown.rows)
    for name in ("", "Entrant", *(["Points"] if swiss else []), "Win share", "95 %", "Mean rank", "Games"):
        made.add_column(name, justify="left" if name == "Entrant" else "right", overflow="ellipsis")
    for name in [*(["Void"] if voids else []), "Forfeits"]:
        made.add_column(name)
    for n, row in enumerate(shown.rows, 1):
        low, high = row.interval_95
        who = f"{row.name} ({row.author})" if row.author else row.name
        made.add_row(
            str(n),
            Text(who, no_wrap=True, overflow="ellipsis"),
            *([f"{row.points or 0:.2f}"] if swiss else []),
            f"{row.share:.3f}" if row.games else "-",
            f"{low:.3f} - {high:.3f}" if row.games else "-",
            "-" if row.mean_rank is None else f"{row.mean_rank:.2f}",
            f"{row.games:,}",
            *([f"{row.void:,}"] if voids else []),
            ", ".join(f"{count} {verdict}" for verdict, count in sorted(row.forfeits.items())) or "-",
        )
    return made


def show(shown: Standings, screen: Console, plan: Plan) -> None:
    """Print the table and what is to be said of it."""
    screen.print(grid(shown, plan))
    if shown.verdicts:
        told = ", ".join(f"{count} {verdict}" for verdict, count in shown.verdicts.items())
        screen.print(f"forfeits in all {shown.played:,} games: {told}", markup=False)
    if shown.half_blocks:
        blocks = ", ".join(map(str, shown.half_blocks[:8])) + (", ..." if len(shown.half_blocks) > 8 else "")
        screen.print(f"blocks not whole, and not counted: {blocks}", markup=False)
    if plan.kind == "swiss":
        screen.print("Points: the sum of win shares by block; a round of rest gives an even share.", markup=False)
    if plan.kind == "ladder":
        screen.print("In the order of the ladder, from the top.", markup=False)
