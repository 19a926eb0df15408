"""From made-up results to what they say: shares by block, corrections, verdicts, and that the order of arrival says nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.experiments.laboratory import verdict
from mutapa.experiments.laboratory.ablation import Plan, Table, load
from mutapa.experiments.laboratory.blocks import Row, by_table, share, sound
from mutapa.experiments.laboratory.verdict import Finding, findings

BOTS = {"a": "uct:c=0.5", "b": "uct", "r": "random", "g": "greedy"}


def plan(tmp_path: Path, **more: Any) -> Plan:
    path = tmp_path / "plan.yaml"
    path.write_text(yaml.safe_dump({"game": "ascending", "bots": BOTS, "blocks": 60, **more}, sort_keys=False))
    return load(path)


def row(table: Table, block: int, wins: list[bool]) -> Row:
    """A block in which the table's first bot wins, or comes last, game by game."""
    n = table.seats
    games = []
    for g, won in enumerate(wins):
        seats = [(seat + g) % n for seat in range(n)]
        at = seats.index(0)
        ranks = [1 if (seat == at) == won else 2 for seat in range(n)]
        if not won:  # one winner among the others
            ranks = [2] * n
            ranks[(at + 1) % n] = 1
        efforts = [[10, 0.1, 100, 0.05]] * n
        games.append(
            {"game": (block - 1) * n + g + 1, "seats": seats, "ranks": ranks, "margins": [0] * n, "capped": False, "void": "",
             "steps": 10, "efforts": efforts}
        )  # fmt: skip
    return {"table": table.key, "block": block, "games": games}


def played(found: Plan, chance: Callable[[Table], float], seed: int = 1) -> list[Row]:
    rng = random.Random(seed)
    return [
        row(table, block, [rng.random() < chance(table) for _ in range(table.seats)])
        for table in found.tables
        for block in range(1, found.ablation.blocks + 1)
    ]


def test_a_block_is_worth_its_mean_share() -> None:
    table = Table(4, ("a", "b", "b", "b"))
    assert share(row(table, 1, [True, False, False, True])) == 0.5
    made = row(table, 1, [True] * 4)
    made["games"][2]["ranks"] = [1, 1, 1, 1]
    assert share(made) == (3 + 0.25) / 4
    made["games"][2]["void"] = "a number left its room"
    assert share(made) is None


def test_better_and_worse_and_neither(tmp_path: Path) -> None:
    found = plan(tmp_path, seats=[2, 4], baseline="b", bots={name: BOTS[name] for name in "abr"})
    chances = {"uct:c=0.5": 0.75, "random": 0.2}
    even = {table: 1 / table.seats for table in found.tables}
    results = findings(found, played(found, lambda table: chances[table.specs[0]] if table.seats == 2 else even[table]))
    assert [each.verdict for each in results] == ["better", "no difference shown", "worse", "no difference shown"]
    one = results[0]
    assert (one.blocks, one.games, one.null) == (60, 120, 0.5)
    assert one.low < one.share - 0.5 < one.high
    assert one.elo == pytest.approx(191, abs=60)
    assert one.elo_low is not None
    assert one.elo_high is not None
    assert one.elo_low < one.elo < one.elo_high  # type: ignore[operator]
    spent = {"seconds_per_step": 0.01, "simulations_per_step": 10, "simulations_per_s": 2000}
    assert one.efforts == [{name: pytest.approx(value) for name, value in spent.items()}] * 2
    assert results[2].elo is not None
    assert results[2].elo < 0
    assert 30 < results[1].smallest_elo < 200  # type: ignore[operator]
    assert results[1].blocks_needed > 60


def test_rivals_are_compared_block_by_block(tmp_path: Path) -> None:
    """Set-ups decide nearly all, the bots next to nothing: pairs of blocks see what shares alone could not."""
    comparisons = [{"bot": "a", "against": "b", "rivals": ["r"]}]
    found = plan(tmp_path, seats=[2], comparisons=comparisons)
    better, base = found.cells[0].tables
    rows = []
    for block in range(1, 61):
        good = block % 2 == 0
        rows += [row(base, block, [good, good]), row(better, block, [good, good or block % 3 == 0])]
    (one,) = findings(found, rows)
    assert (one.share, one.null) == (pytest.approx(0.5 + 1 / 12), 0.5)
    assert one.difference == pytest.approx(1 / 12)
    assert one.p < 0.05
    assert one.verdict == "better"


def test_a_coalition_shows_against_the_mean_of_the_odds(tmp_path: Path) -> None:
    found = plan(tmp_path, coalitions=[{"bot": "a", "rivals": ["b", "r", "g"]}], blocks=400)
    cell = found.cells[0]
    copies = cell.tables[1:]
    luce = dict(zip(copies, (0.2, 0.5, 0.4), strict=True))  # odds against each rival: 4/3, 1/3, 1/2; the mean 13/18
    expected = 3 / (1 / 0.2 + 1 / 0.5 + 1 / 0.4)
    assert expected == pytest.approx(6 / 19)
    (one,) = findings(found, played(found, lambda table: luce.get(table, expected)))
    assert one.null == pytest.approx(expected, abs=0.02)
    assert one.verdict == "no difference shown"
    (one,) = findings(found, played(found, lambda table: luce.get(table, 0.42)))
    assert one.verdict == "more than expected"
    assert one.difference == pytest.approx(0.42 - expected, abs=0.04)


def test_a_coalitions_blocks_are_linear_around_the_means(tmp_path: Path) -> None:
    """A block in which copies lose more raises what is expected of the mixed table there, by the slope of the harmonic mean."""
    found = plan(tmp_path, coalitions=[{"bot": "a", "rivals": ["b", "r"]}], blocks=12)
    cell = found.cells[0]
    rows = played(found, dict(zip(cell.tables, (0.4, 0.3, 0.7), strict=True)).__getitem__)
    values, share_, null, _ = verdict.estimate(cell, by_table(rows))
    shares = [[share(each) or 0.0 for each in rows if each["table"] == table.key] for table in cell.tables]
    means = [sum(each) / len(each) for each in shares]

    def harmonic(one: float, other: float) -> float:
        return 2 / (1 / one + 1 / other)

    assert (share_, null) == (pytest.approx(means[0]), pytest.approx(harmonic(*means[1:])))
    tiny = 1e-6
    first = (harmonic(means[1] + tiny, means[2]) - harmonic(means[1] - tiny, means[2])) / (2 * tiny)
    second = (harmonic(means[1], means[2] + tiny) - harmonic(means[1], means[2] - tiny)) / (2 * tiny)
    for value, mixed, one, other in zip(values, *shares, strict=True):
        assert value == pytest.approx(mixed - null - first * (one - means[1]) - second * (other - means[2]), abs=1e-6)


def test_the_correction_covers_its_family(tmp_path: Path) -> None:
    budgets = {f"b{n}": {"sims": n} for n in range(10, 14)}

    def corrected(family: str) -> list[Finding]:
        found = plan(tmp_path, seats=[2], baseline="b", bots={name: BOTS[name] for name in "ab"}, budgets=budgets, family=family)
        return findings(found, played(found, lambda table: 0.62 if table == found.tables[0] else 0.5, seed=5))

    whole, alone = corrected("run"), corrected("cell")
    for one, other in zip(whole, alone, strict=True):
        assert one.p == other.p == other.corrected
        assert one.corrected >= one.p
        assert one.smallest > other.smallest
    assert min(each.corrected for each in whole) == pytest.approx(4 * min(each.p for each in whole))


def test_a_bot_is_better_only_under_all_budgets(tmp_path: Path) -> None:
    def said(needs: str, *chances: float) -> set[str]:
        budgets = {"time": {"seconds": 0.01}, "simulations": {"sims": 9}}
        found = plan(tmp_path, seats=[2], baseline="b", bots={name: BOTS[name] for name in "ab"}, budgets=budgets, needs=needs)
        by_table = dict(zip(found.tables, chances, strict=True))
        return {each.verdict for each in findings(found, played(found, lambda table: by_table[table]))}

    assert said("all", 0.8, 0.8) == {"better"}
    assert said("all", 0.8, 0.5) == {"no difference shown"}
    assert said("any", 0.8, 0.5) == {"better"}
    assert said("any", 0.8, 0.2) == {"budgets disagree"}
    assert said("all", 0.2, 0.2) == {"worse"}


def test_alike_within_the_smallest_difference(tmp_path: Path) -> None:
    found = plan(tmp_path, seats=[2], baseline="b", bots={name: BOTS[name] for name in "ab"}, smallest_difference=60)
    rows = [row(table, block, [True, False]) for table in found.tables for block in range(1, 61)]
    assert findings(found, rows)[0].verdict == "less than 60 Elo apart"


def test_the_order_of_arrival_and_doubles_change_nothing(tmp_path: Path) -> None:
    found = plan(tmp_path, seats=[3], comparisons=[{"bot": "a", "against": "b", "rivals": ["r", "g"]}])
    rows = played(found, lambda table: 0.4)
    told = verdict.data(findings(found, rows))
    shuffled = rows + rows[:7]
    random.Random(1).shuffle(shuffled)
    assert verdict.data(findings(found, shuffled)) == told


def test_what_is_missing_or_void_is_not_mixed_in(tmp_path: Path) -> None:
    found = plan(tmp_path, seats=[2], comparisons=[{"bot": "a", "against": "b", "rivals": ["r"]}])
    rows = played(found, lambda table: 0.5)
    half = findings(found, rows[:90])[0]  # all blocks of one table, thirty of the other
    assert (half.blocks, half.verdict) == (30, "unfinished")
    rows[3]["games"][0]["void"] = "full"
    whole = findings(found, rows)[0]
    assert (whole.blocks, whole.void) == (59, 1)
    assert whole.verdict != "unfinished"
    none = findings(found, [])[0]
    assert (none.blocks, none.elo, none.p, none.verdict) == (0, None, 1.0, "unfinished")


def test_a_block_that_is_void_at_two_tables_is_one_block(tmp_path: Path) -> None:
    """Counted twice, it would hide one that wasn't played."""
    found = plan(tmp_path, comparisons=[{"bot": "a", "against": "b", "rivals": ["r"]}], blocks=10)
    rows = played(found, lambda _: 0.5)
    for each in rows:
        if each["block"] == 3:
            each["games"][0]["void"] = "a number left its room"
    (each,) = findings(found, rows)
    assert (each.blocks, each.void, each.verdict) == (9, 1, "no difference shown")
    (each,) = findings(found, [row for row in rows if row["block"] != 7])
    assert (each.blocks, each.void, each.verdict) == (8, 1, "unfinished")


@pytest.mark.parametrize("change", [
    lambda row: row.pop("games"), lambda row: row.update(games=[]), lambda row: row.update(table=3),
    lambda row: row["games"][0].pop("ranks"), lambda row: row["games"][1].update(seats=[0, 0]),
    lambda row: row["games"][0].update(ranks=None), lambda row: row["games"][0].update(ranks=[1]),
    lambda row: row["games"][0].update(efforts=[[1, 2, 3]] * 2), lambda row: row["games"][0].update(margins=["1", 2]),
])  # fmt: skip
def test_what_can_be_no_row(change: Callable[[Row], Any]) -> None:
    made = row(Table(2, ("a", "b")), 1, [True, False])
    assert sound(made)
    void = row(Table(2, ("a", "b")), 1, [True, False])
    void["games"][0].update(void="stalled", ranks=None, margins=None)
    assert sound(void)
    change(made)
    assert not sound(made)
