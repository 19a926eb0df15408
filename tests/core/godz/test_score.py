"""Points, domination, ranks (R40, R50; the end)."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import conform
from mutapa.core.godz.figures import VILLAGE_POINTS
from mutapa.core.streams import derive
from tests.core.godz.positions import Scene, scene_of
from tests.core.godz.rulings import ruling
from tests.core.godz.test_miracles import NORMAL, around


def ended(s: Scene) -> Scene:
    """The game is over here."""
    return s.set("phase", 18).set("mover", 0)


def apart(s: Scene) -> Scene:
    """Nobody on the map counts: Believers in reserve, Avatars on palaces."""
    for each in s["seats"]:
        s.away(each["deity"])
    return s


def test_parts_of_a_score(scene: Any) -> None:
    s = apart(scene()).tiles("boo", glory=(6, 9), war=(2, 3, 4, 4), balance=(1, 2, 2)).village("boo", "7", "1,0")
    row = s.rows()[0]
    assert (row["glory"], row["war"], row["balance"], row["villages"], row["squares"]) == (15, 13, 5, 3, 6)
    assert row["regions"] == 2
    assert row["points"] == 15 + 13 + 5 + 3 + 2
    assert s.rows()[1]["points"] == 0


@ruling("R50 only Villages on the map score")
def test_villages(scene: Any) -> None:
    for name, values in VILLAGE_POINTS.items():
        s = apart(scene(village_points=name)).village("boo", "5", "3,1").village("boo", "9", "2,0").village("glu", "7", "-1,1")
        assert [row["villages"] for row in s.rows()] == [values[0] + values[2], values[1]]
        s.set("five", 0, 0)
        assert s.rows()[0]["villages"] == values[2]


def test_domination(scene: Any) -> None:
    """Deserts 0,1 and 0,2 make a region of two, worth four."""
    s = apart(scene("boo", "glu", "bau"))
    assert s["map"]["0,2"] == s["map"]["0,1"] == "desert"
    regions = lambda each: [row["regions"] for row in each.rows()]  # noqa: E731
    assert regions(s.copy().put("boo", "0,1")) == [4, 0, 0]
    assert regions(s.copy().put("boo", "0,1").put("glu", "0,2")) == [2, 2, 0]
    assert regions(s.copy().put("boo", "0,1", "0,2").put("glu", "0,2")) == [4, 0, 0]
    assert regions(s.copy().put("boo", "0,1", "0,2").village("glu", "5", "0,1")) == [2, 2, 0]
    assert regions(s.copy().put("boo", "0,1", "0,2").village("glu", "5", "0,1").put("glu", "in5")) == [0, 4, 0]
    assert regions(s.copy().put("boo", "0,1", "0,2", "0,2").avatar("bau", "0,1").put("glu", "0,1")) == [2, 0, 2]
    assert regions(s.copy().put("boo", "0,1").put("glu", "0,1").put("bau", "0,2")) == [2, 2, 2]
    assert regions(s.copy().chasm("0,2").put("boo", "0,1")) == [2, 0, 0]
    assert regions(s.copy().put("boo", "0,0", "2,1")) == [0, 0, 0]
    assert regions(s.copy().avatar("boo", "0,2").chasm("0,2").put("glu", "0,1")) == [0, 2, 0]


@ruling("R40 a region without pieces pays nobody")
def test_empty_regions_pay_nobody(scene: Any) -> None:
    assert [row["regions"] for row in apart(scene("boo", "glu", "bau", "tud", "fiu")).rows()] == [0] * 5


def test_special_tiles(scene: Any) -> None:
    s = apart(scene("boo", "glu", "bau")).tile("4,0", "s2").tile("4,-1", "s3")
    assert [row["specials"] for row in s.copy().put("boo", "4,0").avatar("glu", "4,-1").rows()] == [3, 3, 0]
    assert [row["specials"] for row in s.copy().put("boo", "4,0").put("glu", "4,0").rows()] == [1, 1, 0]
    assert [row["specials"] for row in s.copy().put("boo", "4,0", "4,0").put("glu", "4,0").rows()] == [3, 0, 0]
    assert [row["regions"] for row in s.copy().put("boo", "4,0").rows()] == [0, 0, 0]


def test_later_seats_win_ties(scene: Any) -> None:
    s = apart(scene("boo", "glu", "bau")).tiles("boo", glory=(3,)).tiles("glu", war=(3,)).tiles("bau", balance=(1, 1))
    outcome = ended(s).state.outcome
    assert outcome is not None
    assert outcome.margins == (3, 3, 2)
    assert outcome.ranks == (2, 1, 3)
    assert (s["final"], s["ranks"]) == ([3, 3, 2], [2, 1, 3])
    seen = Scene(s.state.at(s.state.observe(0)))
    assert (seen["final"], seen["ranks"]) == (None, None)


def by_hand(facts: dict[str, Any], stars: int = 3) -> list[int]:
    """Regions and special tiles, from names alone."""
    names = [each["deity"] for each in facts["seats"]]
    total = dict.fromkeys(names, 0)
    groups: list[tuple[set[str], int, int]] = []
    left = {name for name, kind in facts["map"].items() if kind in NORMAL}
    while left:
        group, open_ = set(), [left.pop()]
        while open_:
            name = open_.pop()
            group.add(name)
            beside = {cell for cell in around(name) & left if facts["map"][cell] == facts["map"][name]}
            left -= beside
            open_ += beside
        groups.append((group, 2 * len(group), len(group)))
    groups += [({name}, stars, stars // 2) for name, kind in facts["map"].items() if kind[0] == "s" and kind[1:].isdigit()]
    for group, alone, shared in groups:
        weight = dict.fromkeys(names, 0)
        for name in group:
            for deity, n in facts["believers"].get(name, {}).items():
                weight[deity] += n
            if name in facts["villages"]:
                weight[facts["villages"][name][0]] += 2 + facts["inside"].get(name, 0)
        for deity, (name, _) in facts["avatars"].items():
            weight[deity] += 3 * (name in group)
        most = max(weight.values())
        holders = [deity for deity in names if most and weight[deity] == most]
        for deity in holders:
            total[deity] += alone if len(holders) == 1 else shared
    return [total[name] for name in names]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_regions_against_counting_by_hand(seats: int) -> None:
    state = scene_of(*("boo", "glu", "bau", "tud", "fiu")[:seats]).state
    cases = 0
    for k, (at, _) in enumerate(conform.play(state, derive(seats, "regions"))):
        if k % 20 == 0:
            s = Scene(at)
            assert [row["regions"] + row["specials"] for row in s.rows()] == by_hand(s.facts)
            cases += 1
    assert cases > 20
