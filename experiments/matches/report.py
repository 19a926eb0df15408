"""What a match shows: a progress line while it runs, tables and the last board when it ends."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from mutapa.core.state import State
from mutapa.experiments.console import Shown, console
from mutapa.experiments.matches.play import Effort, Played
from mutapa.experiments.statistics import win_share, win_shares
from mutapa.search.bots import make

PACE = 0.1
"""Least seconds between two changes of the progress line."""


@dataclass
class Finished:
    """One finished game."""

    number: int
    block: int
    seating: list[int]
    """The bot on each seat."""
    played: Played
    path: str

    @property
    def ranks(self) -> list[int]:
        """By seat."""
        return list(self.played.record.outcome["ranks"]) if self.played.record.outcome else []

    @property
    def capped(self) -> bool:
        """Whether the round cap ended it."""
        return bool(self.played.record.outcome and self.played.record.outcome["capped"])

    def data(self) -> dict[str, Any]:
        """The game as JSON."""
        return {
            "game": self.number,
            "block": self.block,
            "seats": self.seating,
            "ranks": self.ranks,
            "score": self.played.score,
            "steps": len(self.played.record.actions),
            "capped": self.capped,
            "void": self.played.void,
            "record": self.path,
        }


class Screen(Shown):
    """The progress line on stderr; where that is no terminal, a line for each finished game."""

    def __init__(self, games: int, quiet: bool) -> None:
        self.games, self.quiet = games, quiet
        self.console = Console(stderr=True, highlight=False)
        self.live = None if quiet or not self.console.is_terminal else Live(Text(""), console=self.console, transient=True)
        self.done = 0
        self.shown = 0.0
        self.lock = threading.Lock()

    def watch(self, number: int) -> Callable[[State, int, Sequence[Effort]], None] | None:
        """What to call before each step of game `number`; None where nobody looks."""
        if self.live is None:
            return None
        live = self.live

        def look(state: State, step: int, efforts: Sequence[Effort]) -> None:
            with self.lock:
                if time.perf_counter() - self.shown < PACE:
                    return
                self.shown = time.perf_counter()
                simulations, seconds = (sum(getattr(each, what) for each in efforts) for what in ("simulations", "searching"))
                rate = f" · {simulations / seconds:,.0f} simulations/s" if seconds else ""
                said = f"game {number}, {self.done} of {self.games} done · step {step} · {state.phase}{rate}"
                live.update(Text(said, no_wrap=True, overflow="ellipsis"))

        return look

    def ended(self, line: Finished, specs: Sequence[str]) -> None:
        """Count a finished game, and say it where no progress line runs."""
        self.done += 1
        if self.live is None and not self.quiet:
            void = f"void: {line.played.void}" if line.played.void else "ranks " + " ".join(map(str, line.ranks))
            steps = len(line.played.record.actions)
            capped = ", ended by the round cap" if line.capped else ""
            seated = " ".join(str(bot + 1) for bot in line.seating)
            print(f"game {line.number}: bots {seated}: {void}, {steps} steps{capped}", file=sys.stderr, flush=True)


class Results:
    """The finished games of a match, and what they come to for each bot."""

    def __init__(self, specs: Sequence[str], seats: int, games: int, clocked: bool = False) -> None:
        self.specs, self.seats, self.planned, self.clocked = list(specs), seats, games, clocked
        self.games: list[Finished] = []
        self.cheats = [make(spec).cheats for spec in specs]

    def add(self, number: int, block: int, seating: Sequence[int], played: Played, path: str) -> None:
        """A game has ended."""
        self.games.append(Finished(number, block, list(seating), played, path))

    def bot(self, bot: int) -> dict[str, Any]:
        """What bot number `bot` (from 0) came to. Void games count for nothing; the order of games changes nothing."""
        valid = sorted((line for line in self.games if not line.played.void), key=lambda line: line.number)
        seats = [line.seating.index(bot) for line in valid]
        blocks: dict[int, list[float]] = {}
        effort, figures = Effort(), {}  # type: ignore[var-annotated]
        for line, seat in zip(valid, seats, strict=True):
            blocks.setdefault(line.block, []).append(win_shares(line.ranks)[seat])
            effort.add(line.played.efforts[seat])
            for name, value in line.played.score[seat].items():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    figures.setdefault(name, []).append(value)
        share, low, high = win_share(list(blocks.values()))
        n = len(valid)
        ranks = [line.ranks[seat] for line, seat in zip(valid, seats, strict=True)]
        return {
            "bot": self.specs[bot],
            "games": n,
            "win_share": round(share, 4),
            "interval_95": [round(low, 4), round(high, 4)],
            "mean_rank": round(sum(ranks) / n, 3) if n else None,
            "ranks": [ranks.count(rank) for rank in range(1, self.seats + 1)],
            "score": {name: round(sum(values) / len(values), 3) for name, values in figures.items()},
            "steps": effort.steps,
            "seconds_per_step": round(effort.seconds / effort.steps, 6) if effort.steps else None,
            "simulations_per_s": round(effort.simulations / effort.searching) if effort.simulations else None,
            **({"cheats": True} if self.cheats[bot] else {}),
            **({"time_losses": effort.losses, "worst_overrun_s": round(effort.over, 4)} if self.clocked else {}),
        }

    def data(self) -> dict[str, Any]:
        """The whole match as JSON."""
        ordered = sorted(self.games, key=lambda line: line.number)
        return {
            "bots": [self.bot(bot) for bot in range(self.seats)],
            "planned": self.planned,
            "games": [line.data() for line in ordered],
        }

    def show(self, quiet: bool, to_stderr: bool = False) -> None:
        """Print the tables and, unless `quiet`, the last board and where its record lies."""
        if not self.games:
            return
        screen = console(stderr=to_stderr)
        last = max(self.games, key=lambda line: line.number)
        if not quiet:
            screen.print(last.played.state.picture())
            screen.print(self._last_table(last))
        screen.print(self._table())
        partial = any(len(set(block)) < self.seats for block in self._blocks().values())
        notes = [f"{line.number}: {line.played.void}" for line in self.games if line.played.void]
        if notes:
            screen.print("void games, which count for nothing: " + "; ".join(notes), markup=False)
        capped = sum(line.capped for line in self.games)
        if capped:
            screen.print(f"{capped} of {len(self.games)} games ended by the round cap")
        for bot in range(self.seats):
            if self.cheats[bot]:
                screen.print(f"{self._label(bot)} was given the true state, as it asks: an upper bound, no player", markup=False)
        if partial and len(self.games) > 1:
            screen.print("a block is not complete: not every bot has sat on every seat equally often")
        if not quiet:
            screen.print(f"record: {last.path}", markup=False, soft_wrap=True)

    def _label(self, bot: int) -> Text:
        return Text(f"{bot + 1} {self.specs[bot]}", no_wrap=True)

    def _blocks(self) -> dict[int, list[int]]:
        """The rotations played of each block."""
        blocks: dict[int, list[int]] = {}
        for line in self.games:
            blocks.setdefault(line.block, []).append(line.seating[0])
        return blocks

    def _last_table(self, line: Finished) -> Table:
        capped = " (ended by the round cap)" if line.capped else ""
        table = _grid(f"Game {line.number}: {len(line.played.record.actions)} steps{capped}")
        names = list(line.played.score[0]) if line.played.score else []
        for name in ("Seat", "Rank", *names, "s/step", "sims/s"):
            table.add_column(name, justify="right")
        table.add_column("Bot", overflow="ellipsis")
        for seat in sorted(range(self.seats), key=lambda seat: (line.ranks[seat] if line.ranks else 0, seat)):
            effort, figures = line.played.efforts[seat], line.played.score[seat]
            table.add_row(
                str(seat),
                str(line.ranks[seat]) if line.ranks else "-",
                *(str(figures.get(name, "")) for name in names),
                _ratio(effort.seconds, effort.steps, ".4f"),
                _ratio(effort.simulations, effort.searching, ",.0f"),
                self._label(line.seating[seat]),
            )
        return table

    def _table(self) -> Table:
        table = _grid(f"Match: {len(self.games)} of {self.planned} games")
        rows = [self.bot(bot) for bot in range(self.seats)]
        names = list(dict.fromkeys(name for row in rows for name in row["score"]))
        for name in ("Win share", "95 %", "Mean rank", *names, "s/step", "sims/s", *(["Over time"] if self.clocked else [])):
            table.add_column(name, justify="right")
        table.add_column("Bot", overflow="ellipsis")
        for bot in sorted(range(self.seats), key=lambda bot: (-rows[bot]["win_share"], rows[bot]["mean_rank"] or 0, bot)):
            row = rows[bot]
            low, high = row["interval_95"]
            table.add_row(
                f"{row['win_share']:.2f}",
                f"{low:.2f}-{high:.2f}",
                "-" if row["mean_rank"] is None else f"{row['mean_rank']:.2f}",
                *(f"{row['score'][name]:g}" if name in row["score"] else "" for name in names),
                "-" if row["seconds_per_step"] is None else f"{row['seconds_per_step']:.4f}",
                "-" if row["simulations_per_s"] is None else f"{row['simulations_per_s']:,}",
                *([f"{row['time_losses']} of {row['games']}"] if self.clocked else []),
                self._label(bot),
            )
        return table


def _grid(title: str) -> Table:
    return Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0))


def _ratio(over: float, under: float, form: str) -> str:
    return format(over / under, form) if over and under else "-"
