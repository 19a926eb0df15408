"""Ablations spelled out: cells, tables shared between them, grids, budgets; what is wrong with a config in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mutapa.core.errors import InvalidError
from mutapa.experiments.laboratory.ablation import Plan, Table, load

TOP = Path(__file__).parents[3]
SMALL: dict[str, Any] = {"game": "ascending", "bots": {"a": "uct:c=0.5", "b": "uct", "r": "random"}}


def plan(tmp_path: Path, **more: Any) -> Plan:
    path = tmp_path / "plan.yaml"
    path.write_text(yaml.safe_dump({**SMALL, **more}, sort_keys=False))
    return load(path)


def test_every_other_bot_meets_the_baseline(tmp_path: Path) -> None:
    found = plan(tmp_path, seats=[2, 3], budgets={"few": {"sims": 10}, "more": {"sims": 20}})
    assert [cell[:4] for cell in found.cells] == [
        (f"{name} against a", seats, budget, "copies") for name in "br" for seats in (2, 3) for budget in ("few", "more")
    ]
    assert found.cells[2].tables == (Table(3, ("uct:sims=10", *["uct:sims=10,c=0.5"] * 2)),)
    assert found.cells[4].tables == (Table(2, ("random", "uct:sims=10,c=0.5")),), "nothing is laid over what doesn't search"
    assert [cell.comparison[0] for cell in plan(tmp_path, baseline="r").cells] == ["a", "b"]


def test_a_table_is_shared_by_all_cells_that_need_it(tmp_path: Path) -> None:
    comparisons = [{"bot": "a", "against": "b", "rivals": ["r"]}, {"bot": "a", "against": "b", "rivals": ["r"], "name": "again"}]
    found = plan(tmp_path, seats=[3], comparisons=comparisons)
    tables = (Table(3, ("uct:c=0.5", "random", "random")), Table(3, ("uct", "random", "random")))
    assert [cell.tables for cell in found.cells] == [tables, tables]
    assert found.cells[0].comparison == "a against b among r"
    assert found.tables == list(tables)
    assert len({table.key for table in tables}) == 2


def test_a_rival_keeps_a_budget_of_its_own(tmp_path: Path) -> None:
    bots = {**SMALL["bots"], "fixed": "uct:sims=7"}
    comparisons = [{"bot": "a", "against": "b", "rivals": ["fixed", "b"]}]
    found = plan(tmp_path, bots=bots, seats=[3], comparisons=comparisons, budgets={"few": {"sims": 10}})
    assert found.cells[0].tables[0].specs == ("uct:sims=10,c=0.5", "uct:sims=7", "uct:sims=10")
    with pytest.raises(InvalidError, match="bot 'fixed' sets sims itself"):
        plan(tmp_path, bots=bots, budgets={"few": {"sims": 10}})


def test_a_grid_crosses_its_axes(tmp_path: Path) -> None:
    found = plan(
        tmp_path, bots={}, base="uct:horizon=5", axes={"select": ["puct", "ucb1"], "c": [0.5, 1.5]},
        baseline="select=puct,c=1.5", budgets={"few": {"sims": 10}},
    )  # fmt: skip
    assert list(found.bots) == ["select=puct,c=0.5", "select=puct,c=1.5", "select=ucb1,c=0.5", "select=ucb1,c=1.5"]
    assert len(found.cells) == 3
    assert found.cells[1].tables[0].specs == ("uct:sims=10,select=ucb1,c=0.5,horizon=5", "uct:sims=10,c=1.5,horizon=5")


def test_a_coalition_has_a_mixed_table_and_one_of_copies_for_each_rival(tmp_path: Path) -> None:
    found = plan(tmp_path, coalitions=[{"bot": "a", "rivals": ["b", "r"]}])
    (cell,) = found.cells
    assert (cell.kind, cell.seats, cell.budget) == ("coalition", 3, "own")
    assert [table.specs[1:] for table in cell.tables] == [("uct", "random"), ("uct", "uct"), ("random", "random")]


def test_every_config_of_the_repository_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    paths = sorted(Path("configs/ablations").glob("*.yaml"))
    assert Path("configs/ablations/select.yaml") in paths
    for path in paths:
        found = load(path)
        assert found.ablation.question, path
        assert found.ablation.rule, path
        assert found.cells


MISTAKES = {
    "no key 'blokcs'; did you mean 'blocks'": {"blokcs": 3},
    "no bot 'c'": {"comparisons": [{"bot": "c", "against": "a"}]},
    "no budget 'tme'; did you mean 'time'": {
        "budgets": {"time": {"sims": 3}}, "comparisons": [{"bot": "a", "against": "b", "budgets": ["tme"]}]
    },
    "no option 'simms'": {"bots": {"a": "uct:simms=3", "b": "random"}},
    "sims=many is no whole number": {"budgets": {"few": {"sims": "many"}}},
    "both bots are uct": {"bots": {"a": "uct", "b": "uct:c=1.5,select=puct", "c": "uct"}},
    "family is 'all'; right would be run or seats or cell": {"family": "all"},
    "needs is 'both'": {"needs": "both"},
    "blocks is 1": {"blocks": 1},
    "alpha is 5": {"alpha": 5},
    "seed is -1": {"seed": -1},
    "smallest_difference is 0; right would be Elo from 0.1 to 1000": {"smallest_difference": 0},
    "smallest_difference is nan": {"smallest_difference": float("nan")},
    "smallest_difference is inf": {"smallest_difference": float("inf")},
    "smallest_difference is 1e-300": {"smallest_difference": 1e-300},
    "budget 'few': no option of any bot 'simz'; did you mean 'sims'?": {"budgets": {"few": {"simz": 3}}},
    "baseline=a has no effect where comparisons are named": {"baseline": "a", "comparisons": [{"bot": "b", "against": "a"}]},
    "9 seats; ascending takes": {"seats": [9]},
    "budgets": {"seats": "two"},
    "stands there twice": {"comparisons": [{"bot": "a", "against": "b"}] * 2},
    "names 2 rivals for 2 seats": {"comparisons": [{"bot": "a", "against": "b", "rivals": ["r", "r"]}]},
    "axes and base go together": {"axes": {"c": [1, 2]}},
    "axes give 1 bots": {"axes": {"c": [1]}, "base": "uct"},
    "its rivals are all alike": {"coalitions": [{"bot": "a", "rivals": ["r", "r"]}]},
    "nothing is compared": {"bots": {"a": "uct"}},
    "no bot ''; there is none": {"bots": {}},
    "ronds": {"options": {"ronds": 2}},
}  # fmt: skip


@pytest.mark.parametrize("said", MISTAKES)
def test_a_mistake_is_one_line_that_names_the_file(tmp_path: Path, said: str) -> None:
    with pytest.raises(InvalidError) as raised:
        plan(tmp_path, **MISTAKES[said])
    message = str(raised.value)
    if said != "budgets":
        assert said in message
    assert len(message.splitlines()) == 1
    assert "plan.yaml" in message
