"""Games by name: ours are imported when asked for, others come by entry point, a miss gets the nearest."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from tests.core.tinygame import TINY


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        "tiny": EntryPoint("tiny", "tests.core.tinygame:TINY", registry.GROUP),
        "broken": EntryPoint("broken", "tests.core.nowhere:GAME", registry.GROUP),
        "false": EntryPoint("false", "tests.core.tinygame:WORDS", registry.GROUP),
    }
    monkeypatch.setattr(registry, "_others", lambda: points)
    registry.get.cache_clear()


@pytest.mark.usefixtures("other")
def test_a_game_from_elsewhere() -> None:
    assert registry.get("tiny") is TINY
    assert registry.names()[-3:] == ["broken", "false", "tiny"]


@pytest.mark.usefixtures("other")
@pytest.mark.parametrize(
    ("name", "said"),
    [("broken", "can't be imported: No module named"), ("false", "a int, not a mutapa"), ("tinny", "did you mean 'tiny'")],
)
def test_games_that_are_none(name: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        registry.get(name)


@pytest.mark.parametrize("name", list(registry.GAMES))
def test_every_game_of_ours_bears_its_name(name: str) -> None:
    assert registry.get(name).name == name


def test_listing_games_imports_none() -> None:
    code = "import sys; from mutapa.core import registry; registry.names(); print('mutapa.core.toys' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
