"""The faults fit the rules as they stand, and the tool tells a fault that is noticed from one that isn't."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.__main__ import RESULTS, TITLES, TOP, copied, examine, kept, main, table, witnesses
from tests.mutation.fault import Fault, faulty
from tests.mutation.faults import FAULTS

HARMLESS = Fault("a word of a docstring", "core/zimbabwe/auction.py", (("The largest gift", "The biggest gift"),),
                 "tests/core/zimbabwe/test_score.py")
ALL = [(game, fault) for game in FAULTS for fault in FAULTS[game]]


@pytest.mark.parametrize(("game", "fault"), ALL, ids=[f"{game}: {fault.words}" for game, fault in ALL])
def test_a_fault_fits_the_rules_as_they_stand(game: str, fault: Fault) -> None:
    source = (TOP / fault.file).read_text(encoding="utf-8")
    changed = faulty(source, fault)
    ast.parse(changed)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    assert (TOP / fault.likely).exists()
    assert fault.file.startswith(("search/", "nets/") if game == "search" else f"core/{game}/")


@pytest.mark.parametrize("game", FAULTS)
def test_there_are_ten_at_least_and_all_in_the_table(game: str) -> None:
    faults, results = FAULTS[game], kept(game)
    assert len({fault.words for fault in faults}) == len(faults) >= 10
    assert all(f"| {fault.words} |" in results for fault in faults)
    assert f"{len(faults)} faults, {len(faults)} noticed." in results
    assert TITLES[game] in RESULTS.read_text(encoding="utf-8")
    assert all((TOP / path).exists() for paths in witnesses(game) for path in paths)


@pytest.mark.parametrize(("game", "number", "word"), [("zimbabwe", 4, "elegua"), ("stone_age", 18, "tile")])
def test_one_fault_end_to_end(game: str, number: int, word: str) -> None:
    """By its likely test alone; the tree at work stays as it is."""
    fault = FAULTS[game][number]
    before = (TOP / fault.file).read_text(encoding="utf-8")
    with copied() as top:
        found = examine(top, fault, (), ())
        assert (top / fault.file).read_text(encoding="utf-8") == before
    assert (TOP / fault.file).read_text(encoding="utf-8") == before
    assert found.rules is not None
    assert word in found.rules
    assert not found.survives


def test_a_change_that_is_none_survives() -> None:
    with copied() as top:
        unnoticed = examine(top, HARMLESS, (), ())
    assert unnoticed.survives
    assert f"NOT noticed: {HARMLESS.words}" in table([unnoticed])


def test_a_text_that_is_gone_is_said() -> None:
    with pytest.raises(SystemExit, match="stands 0 times in "):
        faulty("x = 1\n", FAULTS["zimbabwe"][4])


@pytest.mark.parametrize("arguments", [["--only", "4"], ["stone_age", "--only", "99"], ["chess"]])
def test_a_number_or_a_game_that_is_none_ends_with_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
