"""The reference engines share nothing with the engines they check."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
MODULES = {
    "zimbabwe": ("zimbabwe", "zimbabwe_map", "zimbabwe_raising", "zimbabwe_play"),
    "stone_age": ("stone_age", "stone_age_score", "stone_age_seat", "stone_age_play"),
    "godz": (
        "godz", "godz_map", "godz_table", "godz_actions", "godz_miracles", "godz_resources", "godz_score", "godz_play",
        "godz_scenes", "godz_exhaust",
    ),
}
ALONE = """
import sys
from tests.reference.{game}_play import description, play_out
print(play_out(description(5, 3), 5, *{more}).to_move())
print(sorted({{name.partition(".")[0] for name in sys.modules}} & {{"mutapa", "numpy", "numba", "llvmlite", "conftest"}}))
"""


def asked_for(source: str) -> set[str]:
    """Top-level modules that a source imports, inside functions too, and by `__import__` or `importlib`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
        elif isinstance(node, ast.Name) and node.id == "__import__":
            found.add("__import__")
    return found


@pytest.mark.parametrize("game", MODULES)
def test_it_imports_the_standard_library_and_itself_alone(game: str) -> None:
    own = {f"tests.reference.{name}" for name in MODULES[game]}
    for name in MODULES[game]:
        source = (TOP / "tests" / "reference" / f"{name}.py").read_text(encoding="utf-8")
        others = {each for each in asked_for(source) - own if each.partition(".")[0] not in sys.stdlib_module_names}
        assert others == set(), name
        assert asked_for(source) & {"importlib", "runpy", "__import__"} == set(), name


@pytest.mark.parametrize("game", MODULES)
def test_it_reads_nothing_but_figures_of_its_own(game: str) -> None:
    """No text of a file of the package gets in by a path either."""
    for name in MODULES[game]:
        tree = ast.parse((TOP / "tests" / "reference" / f"{name}.py").read_text(encoding="utf-8"))
        files = {node.value for node in ast.walk(tree)
                 if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.endswith((".json", ".py"))}
        assert files <= {f"{game.replace('_', '-')}-figures.json"}, name


@pytest.mark.parametrize("game", MODULES)
def test_a_whole_game_is_played_without_the_package(game: str) -> None:
    more = (5000, True) if game == "zimbabwe" else (True,)
    command = [sys.executable, "-c", ALONE.format(game=game, more=more)]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == ["None", "[]"], done.stderr


@pytest.mark.parametrize("line", [
    "import mutapa", "from mutapa.core import words", "def f():\n    from mutapa.core.zimbabwe.figures import RANGE",
    "import importlib", "__import__('mutapa')",
])
def test_a_way_in_is_noticed(line: str) -> None:
    assert {each.partition(".")[0] for each in asked_for(line)} & {"mutapa", "importlib", "__import__"}
