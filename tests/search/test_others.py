"""Bots from elsewhere, by entry point and by class: the example of docs/bots.md, as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments.matches.session import Session
from mutapa.search import others
from mutapa.search.bots import make

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
COMMAND = [sys.executable, "-m", "mutapa.experiments.cli"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the example, and something to be installed beside it."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    (tmp_path / "my_bots.py").write_text(code)
    place = tmp_path / "site" / "my_bots-1.dist-info"
    place.mkdir(parents=True)
    (point,) = re.findall(r'^narrow = ".*"$', PAGE.read_text(), re.M)
    points = f"[mutapa.bots]\n{point}\nbroken = my_bots:Missing\ngone = no_such_module:Bot\n"
    (place / "entry_points.txt").write_text(points.replace('"', ""))
    (place / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1\n")
    return tmp_path


def mutapa(folder: Path, *words: str, installed: bool = False) -> subprocess.CompletedProcess[str]:
    paths = [str(folder / "site"), str(folder)] if installed else []
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([*paths, *filter(None, [os.environ.get("PYTHONPATH")])])}
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, cwd=folder, timeout=300, env=environment)


def test_the_example_plays_from_its_folder(folder: Path) -> None:
    spec = "python:my_bots:Narrow"
    words = ["match", "ascending", f"{spec}:luck=10", spec, "random", "--backend", "plain", "--games", "3", "--out", "."]
    done = mutapa(folder, *words)
    assert done.returncode == 0, done.stderr
    kept = sorted(folder.glob("*.record"))
    assert len(kept) == 3
    assert Record.load(kept[0]).bots == [f"{spec}:luck=10", spec, "random"]
    assert mutapa(folder, *words).returncode == 0
    assert sorted(folder.glob("*.record")) == kept  # the same seed, the same games


def test_the_example_plays_zimbabwe(folder: Path) -> None:
    spec = "python:my_bots:Narrow"
    done = mutapa(folder, "match", "zimbabwe", spec, "expert", "--set", "round_cap=1", "--games", "1", "--out", ".")
    assert done.returncode == 0, done.stderr


def test_an_installed_bot_is_listed_and_plays(folder: Path) -> None:
    listed = mutapa(folder, "bots", installed=True)
    assert listed.returncode == 0, listed.stderr
    assert "narrow  the step after which a rival has the fewest choices\n    luck=0  percent of steps" in listed.stdout
    assert "broken  (bot my_bots:Missing: my_bots has no 'Missing'; the only one is 'Narrow')" in listed.stdout
    assert "gone  (bot no_such_module:Bot: no_such_module can't be imported: ModuleNotFoundError" in listed.stdout
    assert "uct  tree search" in listed.stdout
    done = mutapa(
        folder, "match", "kuhn", "narrow:luck=5", "random", "--backend", "plain", "--games", "1", "--out", ".", installed=True
    )
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("*.record")
    assert Record.load(path).bots == ["narrow:luck=5", "random"]
    wrong = mutapa(folder, "match", "kuhn", "narow", "random", installed=True)
    assert "no bot 'narow'; did you mean 'narrow'?" in wrong.stderr


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("python", "right would be python:my_bots:Mine"),
        ("python:", "right would be python:my_bots:Mine"),
        ("python:tests.search.test_others", "right would be python:my_bots:Mine"),
        ("python:../x:Y", "right would be python:my_bots:Mine"),
        ("python:tests.search.nowhere:Bot", "can't be imported: ModuleNotFoundError"),
        ("python:mutapa.search.bots:GredyBot", "did you mean 'GreedyBot'?"),
        ("python:mutapa.search.bots:make", "no subclass of mutapa.search.bots.Bot"),
        ("python:mutapa.search.bots:GreedyBot:worldz=3", "no option 'worldz'; did you mean 'worlds'?"),
        ("python:mutapa.search.bots:GreedyBot:worlds=0", "worlds=0 is out of range"),
    ],
)
def test_what_is_no_bot_is_refused_in_a_line(spec: str, said: str) -> None:
    with pytest.raises(InvalidError) as error:
        make(spec)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_spec_by_class_is_canonical() -> None:
    spec = "python:mutapa.search.bots:GreedyBot"
    assert make(f" {spec} : worlds = 8 ").spec == spec
    assert make(f"{spec}:points=1,worlds=3").spec == f"{spec}:worlds=3,points=1"
    assert others.is_python(spec)
    assert not others.is_python("greedy")


def test_a_kept_game_does_not_choose_what_is_imported(tmp_path: Path) -> None:
    from mutapa.core import registry
    from mutapa.core.state import describe

    game = registry.get("kuhn")
    spec = "python:mutapa.search.bots:RandomBot"
    session = Session(game, describe(game), ["human", spec], 1, "plain")
    path = session.record().save(tmp_path / "kept.record")
    with pytest.raises(InvalidError, match="somebody's own code; name bots anew by --against"):
        Session.resume(path, "plain")
    assert Session.resume(path, "plain", lambda seats, seat: ["human", spec]).specs[1] == spec
