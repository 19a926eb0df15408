"""One block at one table: the same set-up and luck in all rotations of the seats, as a plain row of results."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from mutapa.experiments import archive
from mutapa.experiments.laboratory.ablation import Table
from mutapa.experiments.matches.match import Match, Schedule
from mutapa.experiments.statistics import win_shares
from mutapa.experiments.workers import workers
from mutapa.search import bots

Row = dict[str, Any]
CLOCKS = ("seconds", "clock")
"""Options of budgets that a clock decides."""


class Task(NamedTuple):
    """What a worker needs to play a block."""

    game: str
    options: dict[str, Any]
    specs: tuple[str, ...]
    seed: int
    block: int
    backend: str
    setup: str | None = None
    """A set-up file for all blocks' games; None: drawn from the seed."""

    @property
    def files(self) -> list[str]:
        """Files that its bots read."""
        return files_of(self.specs)

    def __str__(self) -> str:
        return f"block {self.block} of {self.game}, {' '.join(self.specs)}"


def play(task: Task) -> Row:
    """The block's games, one rotation of the seats after the other; bot 0 is the table's first."""
    seats = len(task.specs)
    match = Match(
        task.game, list(task.specs), seats, games=seats, seed=task.seed, options=dict(task.options), backend=task.backend,
        setup=task.setup,
    )  # fmt: skip
    match.first = (task.block - 1) * seats + 1
    schedule = Schedule(match)
    games = []
    for number in schedule.numbers:
        played = schedule.play(number, None, threading.Event())
        seating = schedule.seating(number)
        outcome = played.record.outcome if not played.void else None
        games.append(
            {
                "game": number,
                "seats": seating,
                "ranks": list(outcome["ranks"]) if outcome else None,
                "margins": list(outcome["margins"]) if outcome else None,
                "capped": bool(outcome and outcome["capped"]),
                "void": played.void,
                "steps": len(played.record.actions),
                "efforts": [
                    [each.steps, round(each.seconds, 4), each.simulations, round(each.searching, 4)] for each in played.efforts
                ],
            }
        )
    return {"table": Table(seats, task.specs).key, "block": task.block, "games": games}


def sound(row: Mapping[str, Any]) -> bool:
    """Whether `row` can be one of `play`: all that is read of it stands there."""
    games = row.get("games")
    if not (isinstance(row.get("table"), str) and isinstance(row.get("block"), int) and isinstance(games, list) and games):
        return False
    return all(isinstance(game, dict) and _sound(game) for game in games)


def _sound(game: Mapping[str, Any]) -> bool:
    seats, efforts = game.get("seats"), game.get("efforts")
    if not isinstance(seats, list) or not all(type(seat) is int for seat in seats) or sorted(seats) != list(range(len(seats))):
        return False
    if {"game", "steps", "capped", "void"} - set(game) or not isinstance(efforts, list) or len(efforts) != len(seats):
        return False
    marks = [] if game["void"] else [game.get("ranks"), game.get("margins")]
    return all(_numbers(each, len(seats)) for each in marks) and all(_numbers(each, 4) for each in efforts)


def _numbers(found: Any, many: int) -> bool:
    return isinstance(found, list) and len(found) == many and all(type(each) in (int, float) for each in found)


def share(row: Row) -> float | None:
    """The mean share of the win of the table's first bot over the block; None if a game of it was void."""
    shares = []
    for game in row["games"]:
        if game["void"]:
            return None
        shares.append(win_shares(game["ranks"])[game["seats"].index(0)])
    return sum(shares) / len(shares)


def by_table(rows: Iterable[Row]) -> dict[str, dict[int, Row]]:
    """Rows by table and block. Void blocks are among them; a block that stands there twice counts once."""
    found: dict[str, dict[int, Row]] = {}
    for row in rows:
        found.setdefault(row["table"], {}).setdefault(row["block"], row)
    return found


def effort(rows: Iterable[Row], bot: int) -> Mapping[str, float | None]:
    """What bot number `bot` of a table spent: seconds a step with a choice, simulations a step, simulations a second."""
    steps = seconds = simulations = searching = 0.0
    for row in rows:
        for game in row["games"]:
            one, two, three, four = game["efforts"][game["seats"].index(bot)]
            steps, seconds, simulations, searching = steps + one, seconds + two, simulations + three, searching + four
    return {
        "seconds_per_step": seconds / steps if steps else None,
        "simulations_per_step": simulations / steps if steps and simulations else None,
        "simulations_per_s": simulations / searching if searching and simulations else None,
    }


def files_of(specs: Iterable[str]) -> list[str]:
    """Files that these bots read."""
    return [path for spec in specs for path in bots.make(spec).files]


def timed(specs: Iterable[str]) -> bool:
    """Whether a clock decides how far one of these bots searches: then results depend on who computes, and how fast."""
    return any(bots.make(spec).values.get(name) is not None for spec in specs for name in CLOCKS)


@contextlib.contextmanager
def session(kept: archive.Archive, staff: workers.Staff, specs: Iterable[str], backend: str) -> Iterator[None]:
    """A run of blocks between `specs`, told of in the archive at its start and at its end.

    Under a clock it must go on by the backend that it began with: another one's bots are weaker or stronger. Budgets of
    simulations give the same whoever computes.
    """
    if timed(specs):
        kept.check_told(backend=backend)
    kept.note(**staff.told(), backend=backend)
    try:
        yield
    finally:
        kept.flush()
        kept.note(**staff.told(), backend=backend, ended=True)


def run(tasks: Iterable[Task], staff: workers.Staff | int, more: Callable[[], bool]) -> Generator[Row, None, None]:
    """Play all `tasks`, on several workers if wanted; what a block gives doesn't depend on which (but for clocks)."""
    return workers.run(play, tasks, staff, more)
