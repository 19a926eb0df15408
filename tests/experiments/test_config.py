"""Configs refuse what they don't know by one line that names file, place and what would be right."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments import config


@dataclass
class Plan:
    game: str
    bots: list[str] = field(default_factory=list)
    games: int | None = None
    options: dict[str, Any] = field(default_factory=dict)


def read(tmp_path: Path, text: str | bytes) -> Plan:
    path = tmp_path / "plan.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return config.load(path, Plan)


def test_a_config_is_read_with_its_defaults(tmp_path: Path) -> None:
    plan = read(tmp_path, "game: kuhn\nbots: [random, 'uct:sims=8,c=0.7']\noptions: {must_act: on}\n")
    assert plan == Plan("kuhn", ["random", "uct:sims=8,c=0.7"], None, {"must_act": True})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game: kuhn\nbotts: []\n", "no key 'botts'; did you mean 'bots'"),
        ("bots: []\n", "key 'game' is missing"),
        ("game: kuhn\ngames: many\n", "key 'games': .*'many'"),
        ("game: kuhn\nbots: 3\n", "key 'bots'"),
        ("game: kuhn\noptions: [1]\n", "key 'options' is a list; a dict belongs there"),
        ("game: [kuhn\n", "line 2, column 1"),
        ("game: kuhn\ngame: zimbabwe\n", "found duplicate key"),
        ("- kuhn\n", "a list stands there"),
        ("", "key 'game' is missing"),
        ("game: ${other}\n", "other"),
        (b"game: \xff\n", "byte 6 is no UTF-8"),
        ("game: 'a\x00b'\n", "plan.yaml"),
        ("!!python/object/apply:os.system ['true']\n", "could not determine a constructor"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(InvalidError, match=said) as raised:
        read(tmp_path, text)
    assert "\n" not in str(raised.value)
    assert "plan.yaml" in str(raised.value)


def test_a_missing_config_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"none\.yaml: can't be read: no such file"):
        config.load(tmp_path / "none.yaml", Plan)
