"""Entrants and rules of the table: what is wrong is said in one line; forfeits come last; set-ups are those of a match."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.experiments.engines import client
from mutapa.experiments.engines.limits import Limits
from mutapa.experiments.matches.match import Match, Schedule
from mutapa.experiments.tournaments.table import Entrant, Table, ranked


@pytest.mark.parametrize(
    ("ranks", "fallen", "right"),
    [
        ([1, 2, 3], {}, [1, 2, 3]),
        ([1, 2, 3], {0: 5}, [3, 1, 2]),
        ([1, 1, 3], {0: 5, 2: 9}, [3, 1, 2]),
        ([1, 1, 3, 3], {1: 7}, [1, 4, 2, 2]),
        ([2, 1], {0: 3, 1: 3}, [1, 1]),
    ],
)
def test_who_forfeits_comes_last_the_earlier_the_later(ranks: list[int], fallen: dict[int, int], right: list[int]) -> None:
    assert ranked(ranks, fallen) == right


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "khun"}, "did you mean 'kuhn'"),
        ({"forfeits": "viod"}, "did you mean 'void'"),
        ({"sandbox": "bubble"}, "did you mean 'bubblewrap'"),
        ({"clock": "fast"}, "60\\+0.5"),
        ({"clock": "60", "movetime": 1.0}, "one of them"),
        ({"movetime": -1.0}, "movetime is -1.0; right would be seconds"),
        ({"sims": 0}, "sims is 0"),
        ({"seed": -1}, "seed is -1"),
        ({"options": {"x": 1}}, "option of kuhn 'x'"),
    ],
)
def test_a_wrong_table_is_one_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said) as found:
        Table(**{"game": "kuhn", **given}).check()
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "one of bot .* and command"),
        ({"bot": "random", "command": "x"}, "one of bot .* and command"),
        ({"bot": "randon"}, "did you mean 'random'"),
        ({"bot": "uct:worlds=cheat"}, "no engine can be that"),
        ({"command": "x", "inside": True}, "inside: false"),
        ({"bot": "uct", "inside": True, "options": {"sims": "3"}}, "into its spec"),
        ({"bot": "random", "limits": Limits(memory_mb=-1)}, "memory_mb is -1"),
        ({"bot": "random", "name": "a\nb"}, "name of 1 to 200"),
    ],
)
def test_a_wrong_entrant_is_one_line(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidError, match=said) as found:
        Entrant(**{"name": "a", **given}).check()
    assert "\n" not in str(found.value)


def test_an_engine_by_spec_is_a_program() -> None:
    assert Entrant.of("engine:./bot --fast").program == "./bot --fast"
    assert Entrant.of("random").program == ""
    Entrant.of("random").check()


def test_set_ups_are_those_of_a_match_with_the_seed() -> None:
    for name in ("sealed", "zimbabwe"):
        game = registry.get(name)
        schedule = Schedule(Match(name, ["random"], seats=3, games=9, seed=5))
        for block in (1, 3):
            assert Table(name, seed=5).deal(game, 3, block) == schedule.deal(3 * block)


def test_the_page_says_what_the_defaults_are() -> None:
    page = (Path(__file__).parents[3] / "docs" / "arena.md").read_text()
    flat = " ".join(page.split())
    told = dict(re.findall(r"^\| `(\w+)` \| (\d+)(?:, none)? \|", page, re.MULTILINE))
    assert {name: int(value) for name, value in told.items()} == vars(Limits())
    table = Table("kuhn")
    assert f"the `grace`, {table.grace * 1000:.0f} ms" in flat
    assert f"the `hold` of {table.hold * 1000:.0f} ms" in flat
    for words in (f"more than {client.STRANGE} lines", f"more than {client.FLOOD:,} lines", f"last {client.LAST} lines"):
        assert words in flat
