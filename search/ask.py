"""One question, one answer: what a bot would do at a position, and what its search found.

>>> from mutapa.core.state import State
>>> state = State.new("ascending", seats=3)
>>> ask(state, "uct:sims=50", backend="plain").result.simulations
50
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mutapa.core.errors import IllegalError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search.bots import Bot, Event, Seating, make, view
from mutapa.search.merge import Result


class Answer(NamedTuple):
    """What the seat to move would do by a bot."""

    action: int
    text: str
    """The action in words."""
    result: Result | None
    """What the search found, by action and by seat; None where only one step is legal, and from bots that don't search."""
    bot: Bot


def ask(
    state: State, spec: str = "uct:sims=800", *, seed: int = 0, told: Iterable[Event] = (), backend: str | None = None
) -> Answer:
    """Ask the bot of `spec` what to do for the seat to move, whose view is all it gets unless it cheats by name.
    `state` stays as it is.

    `told`: the steps made so far as that seat saw them. The beliefs of ``auction=limits-uniform`` come from these; without them
    all types of bidders count as equally likely. `backend` is the bot's (default: the native object), whatever `state` runs on.
    """
    bot, seat = make(spec), state.turn
    if seat < 0:
        raise IllegalError(f"{state.game.name}, {state.phase}: no seat is to move, so there is nothing to ask {bot.spec}")
    bot.start(state.game, state.board, seat, Seating(state.seats, derive(seed, "ask"), backend))
    for n, event in enumerate(told):
        bot.observe(n, event)
    action = bot.choose(view(bot, state))
    return Answer(action, state.text(action), bot.result, bot)


def for_the_win(bot: Bot) -> bool:
    """Whether a bot's utilities are shares of the win and nothing else."""
    return bool(bot.values.get("win")) and not any(bot.values.get(name) for name in ("place", "margin", "points"))
