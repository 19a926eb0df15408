"""Every ruling has a test that names it, and no test names another."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.core.stone_age.rulings import LIST, RULINGS

HERE = Path(__file__).parent


def named_in(source: str) -> list[tuple[str, str]]:
    """(test, ruling) for every ``@ruling("...")`` on a test function of a file."""
    return [
        (node.name, decorator.args[0].value)  # type: ignore[attr-defined]
        for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "ruling"
    ]


NAMED = [(path.name, test, name) for path in sorted(HERE.glob("test_*.py"))
         for test, name in named_in(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("number", "words"), RULINGS.items(), ids=[f"{n} {words}" for n, words in RULINGS.items()])
def test_a_test_names_the_ruling(number: str, words: str) -> None:
    assert any(name == f"{number} {words}" for _, _, name in NAMED)


def test_no_test_names_an_unknown_ruling() -> None:
    known = {f"{number} {words}" for number, words in RULINGS.items()}
    assert [each for each in NAMED if each[2] not in known] == []


def test_numbers_run_without_gaps() -> None:
    """Each section counts from 1, letters from a; what is left out says why."""
    for section, items in LIST.items():
        if section.isdecimal():
            plain = [number for number in items if number[-1].isdigit()]
            assert plain == [f"{section}.{i + 1}" for i in range(len(plain))]
            assert all(number[:-1] in items for number in items if number not in plain)
    assert len(RULINGS) > 70
    assert {section for section in LIST if section.isdecimal()} | set(LIST["_left_out"]) >= {str(i) for i in range(1, 9)}


def test_a_name_in_a_source_is_found() -> None:
    source = "@ruling('7.4 x')\n@other('y')\ndef test_a(): ...\n@ruling('7.5 z')\ndef helper(): ...\n"
    assert named_in(source) == [("test_a", "7.4 x")]
