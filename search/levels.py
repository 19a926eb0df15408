"""Levels of play that games among bots have rated (`mutapa ladder`): YAML files of bots, ``configs/levels/GAME/NUMBER.yaml``.

``level:stone_age/5`` is a bot like any other spec, ``level:stone_age/5,memory=16`` too. A file's first line, a comment, says how
far above the first level it was in those games.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from mutapa.core.errors import unknown
from mutapa.search import configs

NAME = "level"
FOLDER = Path(__file__).resolve().parents[1] / "configs" / "levels"
RATED = re.compile(r"\b(\d+) Elo above level 1\b")


class Level(NamedTuple):
    """A level of play at a game."""

    number: int
    """1: the weakest."""
    elo: int | None
    """Above level 1, by games among bots with two seats; None: not measured."""
    bot: str
    options: dict[str, str]
    """By name, as the file has them."""


def names() -> list[str]:
    """All levels: ``GAME/NUMBER``."""
    found = [path for path in FOLDER.glob("*/*.yaml") if path.stem.isdigit()]
    return [f"{path.parent.name}/{path.stem}" for path in sorted(found, key=lambda each: (each.parent.name, int(each.stem)))]


def levels(game: str) -> list[Level]:
    """The levels of a game, the weakest first; none where it was never calibrated."""
    found = []
    for name in names():
        if name.startswith(f"{game}/"):
            path = FOLDER / f"{name}.yaml"
            bot, options = configs.load(str(path))
            rated = RATED.search(path.read_text(encoding="utf-8").split("\n", 1)[0])
            found.append(Level(int(path.stem), int(rated.group(1)) if rated else None, bot, dict(options)))
    return found


def file_spec(spec: str, game: str | None = None) -> str:
    """A spec that names a level as one that names its file; any other as it is. Where `game` is known, ``level:5`` will do."""
    name, _, rest = spec.strip().partition(":")
    if name.strip() != NAME:
        return spec
    level, _, options = (part.strip() for part in rest.partition(","))
    if game is not None and "/" not in level:
        level = f"{game}/{level}"
    known = [each for each in names() if game is None or each.startswith(f"{game}/")]
    if level not in known:
        raise unknown(f"bot {spec!r}", "level", level, known)
    return f"@{FOLDER / level}.yaml" + (f":{options}" if options else "")
