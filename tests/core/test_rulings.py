"""Every ruling has a test that names it, and no test names another: the same for every game that has a list of rulings."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.core.godz import rulings as godz
from tests.core.stone_age import rulings as stone_age
from tests.core.zimbabwe import rulings as zimbabwe

LISTS = {"godz": (godz, 65, 0), "stone_age": (stone_age, 70, 8), "zimbabwe": (zimbabwe, 90, 12)}
"""By game: its rulings, a number they exceed, and the last section (GodZ has one, R)."""


def named_in(source: str) -> list[tuple[str, str]]:
    """(test, ruling) for every ``@ruling("...")`` on a test function of a file."""
    return [
        (node.name, decorator.args[0].value)  # type: ignore[attr-defined]
        for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "ruling"
    ]


NAMED = {
    game: [(path.name, test, name) for path in sorted((Path(__file__).parent / game).glob("test_*.py"))
           for test, name in named_in(path.read_text(encoding="utf-8"))]
    for game in LISTS
}


@pytest.mark.parametrize(("game", "named"), [
    pytest.param(game, f"{number} {words}", id=f"{game}: {number} {words}")
    for game, (rulings, _, _) in LISTS.items() for number, words in rulings.RULINGS.items()
])
def test_a_test_names_the_ruling(game: str, named: str) -> None:
    assert any(name == named for _, _, name in NAMED[game])


@pytest.mark.parametrize("game", LISTS)
def test_no_test_names_an_unknown_ruling(game: str) -> None:
    known = {f"{number} {words}" for number, words in LISTS[game][0].RULINGS.items()}
    assert [each for each in NAMED[game] if each[2] not in known] == []


@pytest.mark.parametrize("game", LISTS)
def test_numbers_run_without_gaps(game: str) -> None:
    """Each section counts from 1, letters from a; what is left out says why."""
    rulings, many, last = LISTS[game]
    for section, items in rulings.LIST.items():
        if not section.startswith("_"):
            plain = [number for number in items if number[-1].isdigit()]
            dot = "." if section.isdecimal() else ""
            assert plain == [f"{section}{dot}{i + 1}" for i in range(len(plain))]
            assert all(number[:-1] in items for number in items if number not in plain)
    assert len(rulings.RULINGS) > many
    sections = {section for section in rulings.LIST if section.isdecimal()}
    assert sections | set(rulings.LIST["_left_out"]) >= {str(i) for i in range(1, last + 1)}


def test_a_name_in_a_source_is_found() -> None:
    source = "@ruling('7.4 x')\n@other('y')\ndef test_a(): ...\n@ruling('7.5 z')\ndef helper(): ...\n"
    assert named_in(source) == [("test_a", "7.4 x")]
