"""``mutapa games``, ``mutapa bots``, ``mutapa weights``: what there is, with every option."""

from __future__ import annotations

import typer

from mutapa.core import registry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.experiments.parameters import GameName


def games() -> None:
    """List the games and the options of their rules."""
    for name in registry.names():
        try:
            game = registry.get(name)
        except MutapaError as error:  # a game from elsewhere that can't be imported must not hide the others
            typer.echo(f"{name}  ({error})")
            continue
        least, most = game.seats
        typer.echo(f"{name}  {game.title}, {f'{least}-{most}' if least < most else least} players, rules {game.version}")
        for option in game.options.values():
            values = " ".join(map(str, option.choices)) or "{}-{}".format(*option.limits or (0, 0))
            typer.echo(f"    {option.name}={option.default}  ({values})  {option.doc}")


def bots() -> None:
    """List the bots and their options. A spec is name:option=value,option=value, or python:MODULE:CLASS for one of your own."""
    from mutapa.search import levels
    from mutapa.search.bots import bot_class, bot_names, make

    for name in bot_names():
        try:
            bot = bot_class(name)
        except MutapaError as error:
            typer.echo(f"{name}  ({error})")
            continue
        typer.echo(f"{name}  {bot.doc}")
        for knob in bot.knobs:
            values = f"  ({' '.join(knob.choices)})" if knob.choices else ""
            default = "" if knob.default is None else f"={knob.default}"
            typer.echo(f"    {knob.name}{default}{values}  {knob.doc}")
    best = {levels.STRONG: "without a network that is known", levels.LEARNED: "with the network that comes with mutapa"}
    for name, doc in best.items():
        typer.echo(f"{name}  the best search {doc}: {make(name).spec}, and options over it")
    typer.echo(f"{levels.NAME}:GAME/N  levels of play that games have rated, 1 the weakest, and options over them")
    for game in registry.names():
        rated = levels.levels(game)
        if rated:
            elo = "" if rated[-1].elo is None else f"  the last {rated[-1].elo:,} Elo above the first"
            typer.echo(f"    {game}/1 to {rated[-1].number}{elo}")


def weights(name: GameName) -> None:
    """Print the named weights of a game's preferences as YAML: change some, and play with `expert:weights=FILE`."""
    game = registry.get(name)
    if game.weights is None:
        having = [each for each in registry.names() if registry.get(each).weights is not None]
        raise InvalidError(f"{game.name} has no weights by name; games that have some: {', '.join(having)}")
    for each in game.weights:
        weight = game.weights[each]
        typer.echo(f"{each}: {weight.default}  # {weight.doc}")
