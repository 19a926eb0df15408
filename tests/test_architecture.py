"""The house stays as ARCHITECTURE.md draws it."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

TOP = Path(__file__).parent.parent
ORDER = ("core", "nets", "search", "experiments")
ROOMS = [room for room in ORDER if (TOP / room).is_dir()]
MODULES = sorted(path.relative_to(TOP) for room in ROOMS for path in (TOP / room).rglob("*.py"))
GAMES = sorted(path.parent.relative_to(TOP) for path in (TOP / "core").rglob("game.py") if path.parent != TOP / "core")


def imported(path: Path) -> Iterator[str]:
    """Full names of what a module imports of ours, inside functions too."""
    for node in ast.walk(ast.parse((TOP / path).read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("mutapa"))
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno}: a relative import"
            if node.module and node.module.startswith("mutapa"):
                yield from (f"{node.module}.{each.name}" for each in node.names)


WITHIN = (
    "workers", "engines", "games", "matches", "tournaments", "laboratory", "auctions", "training", "clusters", "documentation",
)  # fmt: skip
"""Rooms of experiments, as ARCHITECTURE.md orders them."""
ROOFS = (Path("experiments/cli.py"),)
"""Files beside the rooms that know them."""


def wrong_import(path: Path, name: str) -> str:
    """Why the module at `path` may not import `name`; empty if it may."""
    room, other = path.parts[0], name.split(".")[1]
    if ORDER.index(other) > ORDER.index(room):
        return f"{room} is below {other}"
    if room == other == "experiments" and path not in ROOFS and (inner := name.split(".")[2]) in WITHIN:
        mine = path.parts[1]
        if mine not in WITHIN:
            return f"what stands beside the rooms of experiments doesn't know {inner}"
        if WITHIN.index(inner) > WITHIN.index(mine):
            return f"{mine} stands before {inner}"
    game = next((game for game in GAMES if game in path.parents), None)
    theirs = next((each for each in GAMES if name.startswith(f"mutapa.{'.'.join(each.parts)}.")), None)
    if theirs and theirs != game and room != "experiments":
        return f"only the folder {theirs} and experiments know what is inside it"
    return ""


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_run_downward(path: Path) -> None:
    found = [f"{path} imports {name}: {why}" for name in imported(path) if (why := wrong_import(path, name))]
    assert not found, "\n".join(found)


def test_a_wrong_import_is_noticed() -> None:
    assert wrong_import(Path("core/state.py"), "mutapa.search.bots.make") == "core is below search"
    assert wrong_import(Path("search/bots.py"), "mutapa.core.zimbabwe.legal.legal").startswith("only the folder")
    assert wrong_import(Path("core/toys/kuhn/legal.py"), "mutapa.core.toys.sealed.legal.legal").startswith("only the folder")
    play = Path("experiments/matches/play.py")
    assert wrong_import(play, "mutapa.experiments.training.train") == "matches stands before training"
    assert wrong_import(Path("experiments/config.py"), "mutapa.experiments.workers.workers").endswith("doesn't know workers")
    assert not wrong_import(Path("experiments/training/train.py"), "mutapa.experiments.workers.workers")
    assert not wrong_import(Path("core/toys/kuhn/legal.py"), "mutapa.core.toys.kuhn.layout.plies")
    assert not wrong_import(Path("experiments/matches/match.py"), "mutapa.search.bots.make")


def test_the_jit_is_called_in_one_place() -> None:
    # core/jit.py makes dispatchers for a process that was started without the JIT.
    allowed = {Path("core/compiled.py"), Path("core/jit.py")}
    calls = {
        path
        for path in MODULES
        for node in ast.walk(ast.parse((TOP / path).read_text()))
        if (isinstance(node, ast.Attribute) and node.attr in ("njit", "jit", "vectorize", "cfunc"))
        or (isinstance(node, ast.alias) and node.name in ("njit", "jit", "vectorize", "cfunc"))
    }
    assert calls - allowed <= {Path("core/build.py")}  # lowers entries through cfunc


def test_architecture_lists_every_module() -> None:
    text = (TOP / "ARCHITECTURE.md").read_text()
    missing = []
    for path in MODULES:
        inside = next((game for game in GAMES if game in path.parents), None)
        name = f"`{path.name}`" if inside else f"`{path}`"
        if path.name != "__init__.py" and name not in text:
            missing.append(str(path))
    missing += [str(game) for game in GAMES if f"`{game}/`" not in text]
    assert not missing


def test_every_room_of_experiments_has_its_place() -> None:
    rooms = [path.name for path in (TOP / "experiments").iterdir() if (path / "__init__.py").exists()]
    assert sorted(rooms) == sorted(WITHIN)
    assert re.findall(r"^### (\w+): ", (TOP / "ARCHITECTURE.md").read_text(), re.MULTILINE) == list(WITHIN)


def test_architecture_lists_no_module_that_is_gone() -> None:
    named = re.findall(r"`((?:core|nets|search|experiments)/[a-z_/]+\.py)`", (TOP / "ARCHITECTURE.md").read_text())
    assert named
    assert [name for name in named if not (TOP / name).exists()] == []


def test_modules_have_one_idea() -> None:
    heap = re.compile(r"(utils?|helpers?|common|manager|misc)\.py")
    assert [str(path) for path in MODULES if heap.fullmatch(path.name)] == []
    undescribed = [str(path) for path in MODULES if not ast.get_docstring(ast.parse((TOP / path).read_text()))]
    assert undescribed == []


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("no git checkout")
    return [TOP / name for name in done.stdout.decode().split("\0") if name]


def test_a_clone_needs_nothing_outside_itself() -> None:
    """No file names a path of some machine, or a folder beside the repository."""
    outside = re.compile("|".join(["\\.\\./" + "shared", "/" + "work/", "/" + "root/", "/" + "home/[a-z]", "farm" + "-[a-z]"]))
    found = []
    for path in tracked():
        try:
            text = path.read_text()
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        found += [f"{path.relative_to(TOP)}: {line}" for line in text.splitlines() if outside.search(line)]
    assert found == []


def test_packages_are_all_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """setup.py finds every folder that holds a module."""
    given: dict[str, list[str]] = {}
    monkeypatch.setitem(sys.modules, "setuptools", SimpleNamespace(Distribution=object, setup=given.update))
    monkeypatch.chdir(TOP)
    runpy.run_path("setup.py")
    assert set(given["packages"]) >= {"mutapa." + ".".join(path.parent.parts) for path in MODULES}
