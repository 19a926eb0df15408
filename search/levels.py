"""Bots that come as YAML files and have names: ``strong``, ``learned``, and levels of play that games among bots have rated.

``strong`` is ``configs/searches/strong.yaml``, the best search without a network that is known; ``learned`` the best one with the
network that comes with mutapa, for games that have one. ``level:stone_age/5`` is ``configs/levels/stone_age/5.yaml``; the first
line there, a comment, says how far above the first level it was in the games of `mutapa ladder`. All are specs like any other,
``strong:seconds=1`` and ``level:stone_age/5,memory=16`` too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from mutapa.core.errors import InvalidError
from mutapa.search import configs

STRONG, LEARNED, NAME = "strong", "learned", "level"
SEARCHES = Path(__file__).resolve().parents[1] / "configs" / "searches"
FOLDER = Path(__file__).resolve().parents[1] / "configs" / "levels"
RATED = re.compile(r"\b(\d+) Elo above level 1\b")


NAMED = (STRONG, LEARNED, f"{NAME}:GAME/N")
"""How specs name them."""


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


def file_spec(spec: str) -> str:
    """A spec that names one of these as one that names its file; any other as it is."""
    name, _, rest = (part.strip() for part in spec.partition(":"))
    if name in (STRONG, LEARNED):
        return _with(f"@{SEARCHES / name}.yaml", ":", rest)
    if name != NAME:
        return spec
    level, options = _level(spec)
    return _with(f"@{FOLDER / level}.yaml", ":", options)


def in_game(spec: str, game: str) -> str:
    """A spec where it is known which game is played: then ``level:5`` will do for ``level:GAME/5``."""
    if spec.partition(":")[0].strip() != NAME:
        return spec
    level, options = _level(spec, game)
    return _with(f"{NAME}:{level}", ",", options)


def _level(spec: str, game: str | None = None) -> tuple[str, str]:
    """(``GAME/NUMBER``, further options) of the spec of a level, one of `game` if that is given."""
    level, _, options = (part.strip() for part in spec.partition(":")[2].partition(","))
    if game is not None and "/" not in level:
        level = f"{game}/{level}"
    if level not in names() or game not in (None, level.partition("/")[0]):
        raise InvalidError(f"bot {spec!r}: no level {level!r}; {there_are(game)}")
    return level, options


def _with(spec: str, mark: str, options: str) -> str:
    return f"{spec}{mark}{options}" if options else spec


def there_are(game: str | None = None) -> str:
    """A half sentence: which levels there are, of `game` or of all."""
    most = dict(name.split("/") for name in names() if game in (None, name.partition("/")[0]))  # the last of a game is kept
    return "right would be " + " or ".join(f"{NAME}:{one}/1 to {last}" for one, last in most.items()) if most else "there is none"
