"""The faults fit the rules as they stand, and the tool tells a fault that is noticed from one that isn't."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.__main__ import TOP, copied, examine, faulty, main, table
from tests.mutation.faults import FAULTS, Fault

HARMLESS = Fault("a word of a docstring", "core/zimbabwe/auction.py", (("The largest gift", "The biggest gift"),),
                 "tests/core/zimbabwe/test_score.py")


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.words for fault in FAULTS])
def test_a_fault_fits_the_rules_as_they_stand(fault: Fault) -> None:
    source = (TOP / fault.file).read_text(encoding="utf-8")
    changed = faulty(source, fault)
    ast.parse(changed)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    assert (TOP / fault.likely).exists()


def test_there_are_ten_at_least_and_all_in_the_table() -> None:
    assert len({fault.words for fault in FAULTS}) == len(FAULTS) >= 10
    results = (Path(__file__).parent / "RESULTS.md").read_text(encoding="utf-8")
    assert all(f"| {fault.words} |" in results for fault in FAULTS)
    assert f"{len(FAULTS)} faults, {len(FAULTS)} noticed." in results


def test_one_fault_end_to_end_and_a_change_that_is_none() -> None:
    """The likely test of each alone; the tree at work stays as it is."""
    fault = FAULTS[4]
    before = (TOP / fault.file).read_text(encoding="utf-8")
    with copied() as top:
        found = examine(top, fault, rules=(), reference=())
        unnoticed = examine(top, HARMLESS, rules=(), reference=())
        assert (top / fault.file).read_text(encoding="utf-8") == before
    assert (TOP / fault.file).read_text(encoding="utf-8") == before
    assert found.rules is not None
    assert "elegua" in found.rules
    assert not found.survives
    assert unnoticed.survives
    assert f"NOT noticed: {HARMLESS.words}" in table([found, unnoticed])


def test_a_text_that_is_gone_is_said() -> None:
    with pytest.raises(SystemExit, match="stands 0 times in "):
        faulty("x = 1\n", FAULTS[4])


def test_a_number_that_is_none_ends_with_2() -> None:
    with pytest.raises(SystemExit) as end:
        main(["--only", "99"])
    assert end.value.code == 2
