"""Where entrants of a tournament stand, from results alone: pure functions, the same whatever the order of arrival.

Only whole blocks count, and only those before the first block that is not whole: games that end early are no random sample of all
games, so that a table of whatever has ended favours those who win quickly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from mutapa.experiments.statistics import win_share, win_shares
from mutapa.experiments.tournaments import schedule
from mutapa.experiments.tournaments.schedule import Plan, Shares
from mutapa.experiments.tournaments.store import Result


@dataclass
class Standing:
    """One entrant."""

    name: str
    author: str
    games: int = 0
    """That count: void ones don't."""
    share: float = 0.0
    """Mean share of the win."""
    interval_95: tuple[float, float] = (0.0, 1.0)
    """Of the share; blocks are the units."""
    mean_rank: float | None = None
    forfeits: dict[str, int] = field(default_factory=dict)
    """Games forfeited, by verdict, of all that have ended; each once, in void games too."""
    void: int = 0
    """Void games it sat in, of all that have ended."""
    points: float | None = None
    """Of a Swiss tournament: the sum of shares by block, an even share for a round of rest."""


@dataclass
class Standings:
    """All of them, the best first, and how many games they are of."""

    rows: list[Standing]
    played: int
    """Games that have ended."""
    counted: int
    """Of these, games in whole blocks before the first that is not whole. Void ones are among them."""
    planned: int
    half_blocks: list[int]
    """Blocks that are begun and not whole."""
    verdicts: dict[str, int]
    """Seats that forfeited, of all games that have ended."""

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {**asdict(self), "rows": [{**asdict(row), "interval_95": list(row.interval_95)} for row in self.rows]}


def shares(results: Iterable[Result], per_block: int) -> dict[int, dict[str, Fraction]]:
    """What rounds follow from: by whole block, each entrant's mean share of the win. Of a block all void: nothing."""
    blocks: dict[int, list[Result]] = {}
    for each in results:
        blocks.setdefault(each.block, []).append(each)
    return {number: _shares(games) for number, games in sorted(blocks.items()) if len(games) == per_block}


def _shares(games: Sequence[Result]) -> dict[str, Fraction]:
    earned: dict[str, Fraction] = {}
    counting = [game for game in games if game.ranks]
    for game in counting:
        winners = game.ranks.count(1)
        for name, rank in zip(game.names, game.ranks, strict=True):
            earned[name] = earned.get(name, Fraction(0)) + (Fraction(1, winners) if rank == 1 else 0)
    return {name: share / len(counting) for name, share in earned.items()}


def counted(results: Iterable[Result], per_block: int) -> tuple[list[Result], list[int]]:
    """Games of whole blocks before the first that is not whole, by number; and all blocks that are begun and not whole."""
    ordered = sorted(results, key=lambda each: each.number)
    games = Counter(each.block for each in ordered)
    half = sorted(block for block, n in games.items() if n < per_block)
    first = 1
    while games[first] == per_block:
        first += 1
    return [each for each in ordered if each.block < first], half


def standings(plan: Plan, results: Sequence[Result]) -> Standings:
    """The table of `results`, which may come in any order."""
    per_block = plan.games_per_block
    counting, half = counted(results, per_block)
    authors = list(plan.authors) or [""] * len(plan.names)
    rows = {name: Standing(name, author) for name, author in zip(plan.names, authors, strict=True)}
    won: dict[str, dict[int, list[float]]] = {name: {} for name in plan.names}
    ranks: dict[str, list[int]] = {name: [] for name in plan.names}
    for game in results:
        for name, verdict in zip(game.names, game.verdicts, strict=True):
            rows[name].void += not game.ranks
            if verdict is not None:
                rows[name].forfeits[verdict] = rows[name].forfeits.get(verdict, 0) + 1
    for game in counting:
        for name, rank, share in zip(game.names, game.ranks, win_shares(game.ranks), strict=False):  # none where it is void
            ranks[name].append(rank)
            won[name].setdefault(game.block, []).append(share)
    for name, row in rows.items():
        row.games = len(ranks[name])
        row.share, *ends = win_share(list(won[name].values()))
        row.interval_95 = (ends[0], ends[1])
        row.mean_rank = sum(ranks[name]) / row.games if row.games else None
    ordered = order(plan, shares(counting, per_block), rows)
    verdicts = Counter(verdict for game in results for verdict in game.verdicts if verdict is not None)
    return Standings(ordered, len(results), len(counting), plan.games, half, dict(sorted(verdicts.items())))


def order(plan: Plan, won: Shares, rows: Mapping[str, Standing]) -> list[Standing]:
    """The best first: by points in a Swiss tournament, by rung on a ladder, else by share."""
    if plan.kind == "ladder":
        return [rows[name] for name in schedule.ladder_order(plan, won)]
    if plan.kind == "swiss":
        for name, points in schedule.swiss_points(plan, won).items():
            rows[name].points = float(points)
    place = {name: n for n, name in enumerate(plan.names)}
    return sorted(
        rows.values(), key=lambda row: (-(row.points or 0), -row.share, row.mean_rank or plan.seats + 1, place[row.name])
    )
