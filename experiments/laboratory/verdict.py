"""From the results of an ablation to what they say: differences, corrected tests, what could have been seen, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mutapa.experiments import statistics
from mutapa.experiments.laboratory import blocks
from mutapa.experiments.laboratory.ablation import Ablation, Cell, Plan


@dataclass
class Finding:
    """What was found in one cell. Shares and differences of shares; `elo` and the like are None where infinite."""

    comparison: str
    seats: int
    budget: str
    kind: str
    blocks: int
    games: int
    share: float
    """Of the bot: at its table, or among the rivals."""
    null: float
    """What `share` would be if there were no difference."""
    difference: float
    low: float
    high: float
    """Interval of the difference, of this cell alone."""
    p: float
    corrected: float
    """`p` after Holm's correction over the family."""
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    smallest: float
    """Difference of shares that so many blocks show with the wanted power, at the first step of Holm's correction."""
    smallest_elo: float | None
    blocks_needed: int
    """For the config's smallest difference, by the spread seen here."""
    void: int
    """Blocks that count for nothing, since a game of them couldn't go on at one table or more."""
    capped: int
    efforts: list[Mapping[str, float | None]]
    """Of the bot, then of the one it is compared with (its first rival at a table of copies)."""
    verdict: str = ""


def estimate(cell: Cell, rows: Mapping[str, Mapping[int, blocks.Row]]) -> tuple[list[float], float, float, float]:
    """(a value for each block complete at all tables, share, null, spread); values are differences of the share from `null`."""
    tables = [rows.get(table.key, {}) for table in cell.tables]
    common = sorted(set.intersection(*(set(each) for each in tables)))
    shares = [[blocks.share(table[block]) for table in tables] for block in common]
    whole = [[each for each in row if each is not None] for row in shares]
    whole = [row for row in whole if len(row) == len(tables)]
    even = 1 / cell.seats
    spread = min(even, 1 - even)
    if not whole:
        return [], even, even, spread
    means = [sum(column) / len(whole) for column in zip(*whole, strict=True)]
    if cell.kind == "copies":
        return [row[0] - even for row in whole], means[0], even, spread
    if cell.kind == "rivals":
        return [row[0] - row[1] for row in whole], means[0], means[1], 2 * spread
    # A mixed table: by Luce's choice axiom the odds against it are the mean of the odds against each rival, so the expected share
    # is the harmonic mean of the shares among copies; linear around the means (delta method), so that each block has a value.
    expected = len(means[1:]) / sum(1 / mean for mean in means[1:]) if all(means[1:]) else 0.0
    slopes = [expected**2 / (len(means[1:]) * mean**2) if mean else 0.0 for mean in means[1:]]
    values = [
        row[0] - expected - sum(slope * (share - mean) for slope, share, mean in zip(slopes, row[1:], means[1:], strict=True))
        for row in whole
    ]
    return values, means[0], expected, 2 * spread


def findings(plan: Plan, rows: Iterable[blocks.Row]) -> list[Finding]:
    """All cells of `plan`, with corrected tests and verdicts; cells without a block have none of both."""
    ablation = plan.ablation
    sorted_rows = blocks.by_table(rows)
    found = [_finding(cell, sorted_rows, ablation, family_size(plan, cell)) for cell in plan.cells]
    families: dict[tuple[Any, ...], list[Finding]] = {}
    for each in found:
        families.setdefault(_family(ablation, each.seats, each.budget), []).append(each)
    for family in families.values():
        for each, corrected in zip(family, statistics.holm([each.p for each in family]), strict=True):
            each.corrected = corrected
    for each in found:
        each.verdict = _verdict([other for other in found if _same(each, other)], ablation)
    return found


def _same(one: Finding, other: Finding) -> bool:
    return (one.comparison, one.seats) == (other.comparison, other.seats)


def _family(ablation: Ablation, seats: int, budget: str) -> tuple[Any, ...]:
    return {"run": (), "seats": (seats,), "cell": (seats, budget)}[ablation.family]


def family_size(plan: Plan, cell: Cell) -> int:
    """How many tests are corrected together with that of `cell`."""
    mine = _family(plan.ablation, cell.seats, cell.budget)
    return sum(_family(plan.ablation, other.seats, other.budget) == mine for other in plan.cells)


def _finding(cell: Cell, rows: Mapping[str, Mapping[int, blocks.Row]], ablation: Ablation, family: int) -> Finding:
    values, share, null, spread = estimate(cell, rows)
    found = statistics.difference(values, 0.0, spread, ablation.alpha)
    played = [list(rows.get(table.key, {}).values()) for table in cell.tables]
    shown = statistics.smallest(found.sd, found.blocks, ablation.alpha / family, ablation.power)
    wanted = _shift(ablation.smallest_difference, null, cell.seats)
    other = effort_of_other(cell, played)
    return Finding(
        comparison=cell.comparison,
        seats=cell.seats,
        budget=cell.budget,
        kind=cell.kind,
        blocks=found.blocks,
        games=sum(len(row["games"]) for table in played for row in table),
        share=share,
        null=null,
        difference=found.mean if values else 0.0,
        low=max(found.low, -1.0),
        high=min(found.high, 1.0),
        p=found.p,
        corrected=1.0,
        elo=_points(null, found.mean, cell.seats) if values else None,
        elo_low=_points(null, found.low, cell.seats),
        elo_high=_points(null, found.high, cell.seats),
        smallest=min(shown, 1.0),
        smallest_elo=_points(null, shown, cell.seats),
        blocks_needed=statistics.blocks_for(wanted, found.sd, ablation.alpha / family, ablation.power),
        void=len({row["block"] for table in played for row in table if any(game["void"] for game in row["games"])}),
        capped=sum(game["capped"] for table in played for row in table for game in row["games"]),
        efforts=[blocks.effort(played[0], 0), other],
    )


def effort_of_other(cell: Cell, played: Sequence[Sequence[blocks.Row]]) -> Mapping[str, float | None]:
    """What the other side of the comparison spent: the first rival, or the other bot at the second table."""
    return blocks.effort(played[0], 1) if cell.kind != "rivals" else blocks.effort(played[1], 0)


def _points(null: float, difference: float, seats: int) -> float | None:
    """Elo of a difference of shares seen around `null`; None where it is infinite."""
    if not 0 < null < 1:
        return None
    found = statistics.elo(null + difference, seats) - statistics.elo(null, seats)
    return found if math.isfinite(found) else None


def _shift(points: float, null: float, seats: int) -> float:
    """The difference of shares that `points` Elo make around `null`."""
    base = min(max(null, 0.01), 0.99)
    return statistics.share_at(statistics.elo(base, seats) + points, seats) - base


def _verdict(found: Sequence[Finding], ablation: Ablation) -> str:
    """What the rule says of one comparison and number of seats, over its budgets."""
    if any(each.blocks + each.void < ablation.blocks for each in found):
        return "unfinished"
    told = [each.corrected < ablation.alpha and (1 if each.difference > 0 else -1) for each in found]
    enough = all if ablation.needs == "all" else any
    better, worse = enough(each == 1 for each in told), enough(each == -1 for each in told)
    if better and worse:
        return "budgets disagree"
    names = ("more than expected", "less than expected") if found[0].kind == "coalition" else ("better", "worse")
    if better or worse:
        return names[worse]
    wanted = [_shift(ablation.smallest_difference, each.null, each.seats) for each in found]
    if all(-small < each.low and each.high < small for each, small in zip(found, wanted, strict=True)):
        return f"less than {ablation.smallest_difference:g} Elo apart"
    return "no difference shown"


def data(found: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON, numbers rounded."""
    return [_rounded(asdict(each)) for each in found]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list) else value
