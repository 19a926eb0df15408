"""Games by name. A new game is a folder and a line here; a game from elsewhere is an entry point of group ``mutapa.games``."""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import EntryPoint, entry_points

from mutapa.core.errors import InvalidError, nearest
from mutapa.core.game import Game

GROUP = "mutapa.games"
GAMES = {
    "zimbabwe": "mutapa.core.zimbabwe.game:GAME",
    "stone_age": "mutapa.core.stone_age.game:GAME",
    "godz": "mutapa.core.godz.game:GAME",
    "kuhn": "mutapa.core.toys.kuhn.game:GAME",
    "sealed": "mutapa.core.toys.sealed.game:GAME",
    "ascending": "mutapa.core.toys.ascending.game:GAME",
    "tictactoe": "mutapa.core.toys.tictactoe.game:GAME",
    "coin": "mutapa.core.toys.coin.game:GAME",
}


@functools.cache
def _others() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in GAMES}


def names() -> list[str]:
    """Every known game: ours in order of the registry, then others by name. Imports none of them."""
    return [*GAMES, *sorted(_others())]


@functools.cache
def get(name: str) -> Game:
    """Import and return the game `name`; `InvalidError` names the nearest if there is none, or says why it can't be imported."""
    target = GAMES.get(name) or (_others()[name].value if name in _others() else None)
    if target is None:
        raise InvalidError(f"no game {name!r}; {nearest(name, names())}")
    module, _, attribute = target.partition(":")
    try:
        game = getattr(importlib.import_module(module), attribute or "GAME")
    except (ImportError, AttributeError) as error:
        raise InvalidError(f"game {name}: {target} can't be imported: {error}") from error
    if not isinstance(game, Game):
        raise InvalidError(f"game {name}: {target} is a {type(game).__name__}, not a mutapa.core.game.Game")
    return game
