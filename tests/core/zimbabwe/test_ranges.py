"""Recorded numbers: ranges, hubs and legal placements on whole maps. Another file: ``--range-vectors FILE``.

Squares of the file are indices row * width + column. Ranges and hubs there ignore craftsmen (which block nothing);
placements are by the map alone. -1: out of reach.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.zimbabwe import figures
from mutapa.core.zimbabwe.grid import CODES, has, row_column, square
from mutapa.core.zimbabwe.hubs import FAR
from mutapa.core.zimbabwe.placing import tile_spots
from mutapa.core.zimbabwe.reach import footprint
from mutapa.core.zimbabwe.text import square_code, square_name
from mutapa.core.zimbabwe.work import FLAT, UPRIGHT
from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.probes import Probe, codes_of

OURS = Path(__file__).parents[2] / "data" / "zimbabwe-range-vectors.json"
TYPES = {"woodCarver": "wood", "potter": "potter", "ivoryCarver": "ivory", "diamondCutter": "diamond", "sculptor": "sculptor",
         "vesselMaker": "vessel", "throneMaker": "throne"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        path = metafunc.config.getoption("--range-vectors") or OURS
        try:
            maps = json.loads(Path(path).read_text(encoding="utf-8"))["maps"]
        except (OSError, ValueError, KeyError) as error:
            raise pytest.UsageError(f"--range-vectors {path}: no JSON file with an entry 'maps' ({error!r})") from None
        metafunc.parametrize("case", maps, ids=[f"map {i}, {each['players']} players" for i, each in enumerate(maps)])


class Ground:
    """One map of the file."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.width = case["w"]
        rows = [case["cells"][i : i + self.width] for i in range(0, len(case["cells"]), self.width)]
        assert len(rows) == case["h"]
        self.scene = Scene(State.from_setup({"game": "zimbabwe", "seats": case["players"], "cells": rows, "gods": [],
                                             "stack": list(range(case["players"]))}))
        for number in case["monuments"]:
            self.scene.monument(self.name(number))

    def code(self, number: int) -> int:
        return square(*divmod(number, self.width))

    def number(self, code: int) -> int:
        row, column = row_column(code)
        return row * self.width + column

    def name(self, number: int) -> str:
        return square_name(self.code(number))


def far_of(entry: dict[str, Any]) -> int:
    """1 for Eshu's range."""
    assert entry["range"] in (figures.RANGE, figures.ESHU_RANGE)
    return int(entry["range"] == figures.ESHU_RANGE)


def test_range_distances(case: dict[str, Any]) -> None:
    """Breadth first, step by step, from all squares of an object at once, with nothing in the way."""
    ground = Ground(case)
    probe = Probe(ground.scene)
    for entry in case["range"]:
        steps = probe.steps([ground.code(number) for number in entry["from"]], entry["range"])
        assert sorted((ground.number(code), n) for code, n in steps.items()) == [tuple(pair) for pair in entry["dist"]]


def test_ranges_as_the_rules_read_them(case: dict[str, Any]) -> None:
    """The cached sets, joined over the squares of an object."""
    ground = Ground(case)
    probe = Probe(ground.scene)
    for entry in case["range"]:
        reached = {ground.number(code) for start in entry["from"]
                   for code in codes_of(probe.in_range(ground.code(start), far_of(entry)))}
        assert reached == {number for number, _ in entry["dist"]}


def test_hubs(case: dict[str, Any]) -> None:
    ground = Ground(case)
    probe = Probe(ground.scene)
    for entry in case["hubs"]:
        targets = [ground.code(number) for number in entry["target"]]
        starts = entry.get("from") or [entry["monument"]]
        hubs = min(probe.hubs_to_squares(targets, ground.code(start), far_of(entry)) for start in starts)
        assert (-1 if hubs == FAR else hubs) == entry["hubs"], entry


def as_tile(numbers: list[int]) -> tuple[str, str]:
    """(type, way) of a craftsman that would cover these squares."""
    if len(numbers) == 4:
        return "ivory", ""
    return "wood", "h" if numbers[1] == numbers[0] + 1 else "v"


def test_hubs_of_craftsmen(case: dict[str, Any]) -> None:
    """Targets (and starts) that have the shape of a tile, as craftsmen."""
    ground = Ground(case)
    shaped = [entry for entry in case["hubs"] if len(entry["target"]) > 1]
    for entry in shaped:
        kind, way = as_tile(entry["target"])
        s = ground.scene.copy().craftsman(f"{kind} {ground.name(entry['target'][0])} {way}")
        slot = 3 * figures.CRAFTSMEN.index(kind)
        start = entry.get("from") or [entry["monument"]]
        if len(start) == 1:
            hubs = Probe(s).hubs(slot, ground.code(start[0]), far_of(entry))
        else:
            shape, turned = as_tile(start)
            other = {"ivory": "diamond", "wood": "potter"}[shape]  # another type, so that both lie in their first slot
            s.craftsman(f"{other} {ground.name(start[0])} {turned}")
            hubs = Probe(s).hubs_between(slot, 3 * figures.CRAFTSMEN.index(other), far_of(entry))
        assert (-1 if hubs == FAR else hubs) == entry["hubs"], entry


def test_legal_placements(case: dict[str, Any]) -> None:
    ground = Ground(case)
    for tile in case["craftsmen"]:
        kind = TYPES[tile["type"]]
        cells = sorted(tile["cells"])
        big = figures.BIG >> figures.CRAFTSMEN.index(kind) & 1
        way = "" if big else "h" if cells[1] == cells[0] + 1 else "v"
        name = ground.name(cells[0])
        board, work, words = ground.scene.raw()
        assert tile_spots(board, work, words, figures.CRAFTSMEN.index(kind), 0) == 1
        assert has(work, UPRIGHT if way == "v" else FLAT, square_code(name)) == 1  # legal when placed
        ground.scene.craftsman(f"{kind} {name} {way}")
    board, work, words = ground.scene.raw()
    for key, expected in case["legal_placements"].items():
        long_name, reach = key.split("_r")
        kind = figures.CRAFTSMEN.index(TYPES[long_name])
        found = set()
        if tile_spots(board, work, words, kind, int(int(reach) == figures.ESHU_RANGE)) == 1:
            for upright, at in ((0, FLAT), (1, UPRIGHT)):
                for code in range(CODES):
                    if (code & 63) < 54 and has(work, at, code) == 1:
                        squares = [footprint(kind, code, upright, i) for i in range(4)]
                        found.add(tuple(sorted(ground.number(each) for each in squares if each >= 0)))
        assert found == {tuple(sorted(cells)) for cells in expected}, key


def test_every_number_of_the_file_is_compared(case: dict[str, Any]) -> None:
    """The file holds nothing that the tests above pass over."""
    assert set(case) == {"players", "w", "h", "cells", "monuments", "range", "hubs", "craftsmen", "legal_placements"}
    assert {key.split("_r")[0] for key in case["legal_placements"]} == set(TYPES)
    assert {key.split("_r")[1] for key in case["legal_placements"]} == {"3", "6"}
    for entry in case["hubs"]:
        assert set(entry) <= {"from", "monument", "target", "range", "hubs"}
        assert entry["range"] in (figures.RANGE, figures.ESHU_RANGE)
