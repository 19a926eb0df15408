"""``mutapa annotate``: a recorded game as text to read, with what a search thought of it.

Before every step that somebody could choose, a bot on the mover's seat looks at what that seat saw. Where a turn begins, the text
gives each seat's chance to win by that search; where another step looked clearly better than the one made, it names it.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from mutapa.core import files, native, notation
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.parameters import Backend, check_output, check_shown
from mutapa.search.ask import for_the_win
from mutapa.search.bots import Bot, Event, Seating, make, view
from mutapa.search.merge import Result

CLEARLY = 0.05
"""Least gain in the chance to win at which another step is named."""
WIDE = 110
"""Columns of the text."""
ERRORS = 2.0
"""Standard errors of the difference that the gain must exceed as well."""


@dataclass(frozen=True)
class Better:
    """Another step than the one made: the chances to win of both by the search before it."""

    made: str
    other: str
    made_value: float
    other_value: float


@dataclass
class Turn:
    """Steps of one seat (or of nature, -1) one after the other; `round` is 0 where a game doesn't count them."""

    seat: int
    round: int
    auction: bool
    phase: str
    steps: list[str] = field(default_factory=list)
    chances: list[float] | None = None
    """By seat, before the first step that was a choice."""
    better: list[Better] = field(default_factory=list)
    score: list[dict[str, object]] = field(default_factory=list)
    """After the turn, by seat."""


def better(result: Result, action: int, seat: int, state: State) -> Better | None:
    """The step that the search holds clearly better than `action`: by `CLEARLY`, and beyond the noise of both means.

    A mean of n results between 0 and 1 has at most the variance v (1 - v) / n.
    """
    rows = {row.action: row for row in result.rows if row.visits}
    made, other = rows.get(action), rows.get(result.action)
    if made is None or other is None or made is other:
        return None
    low, high = made.value(seat), other.value(seat)
    noise = math.sqrt(sum(_variance(value, row.visits) for value, row in ((low, made), (high, other))))
    if high - low < max(CLEARLY, ERRORS * noise):
        return None
    return Better(state.text(action), state.text(result.action), low, high)


def _variance(value: float, n: int) -> float:
    # One visit more of either result, so that a few equal results don't pass for certainty (Agresti and Coull).
    value = (value * n + 1) / (n + 2)
    return value * (1 - value) / n


def turns(record: Record, spec: str, backend: str, where: str) -> Iterator[Turn]:
    """The turns of a game, each with the search's comments."""
    positions = record.positions(backend=backend, where=where)
    state = next(positions)
    bots = [_seated(spec, state, seat, backend) for seat in range(state.seats)]
    counted = "round" in state.game.layout.fields
    turn: Turn | None = None
    for n, action in enumerate(record.actions):
        before = state.clone()
        number = int(before.dump()["round"]) if counted else 0  # type: ignore[arg-type]
        now = before.turn, number, record.forced[n] > 0
        if turn is None or now != (turn.seat, turn.round, turn.auction):
            if turn is not None:
                yield turn
            turn = Turn(*now, before.phase)
        state = next(positions)
        action = action if record.layout == before.game.layout.hash else before.parse(record.texts[n])
        if before.turn >= 0 and len(before.legal_actions) > 1:
            bot = bots[before.turn]
            bot.choose(view(bot, before))
            if bot.result is not None:
                turn.chances = turn.chances or list(bot.result.values)
                found = better(bot.result, action, before.turn, before)
                turn.better += [found] if found else []
        for seat, bot in enumerate(bots):
            bot.observe(n, Event(before.turn, before.see(action, seat), before.observe(seat)))
        turn.steps.append(record.texts[n])
        turn.score = state.game.score(state.board, state.words) if state.game.score else []
    if turn is not None:
        yield turn
    for bot in bots:
        bot.close()


def _seated(spec: str, state: State, seat: int, backend: str) -> Bot:
    bot = make(spec)
    bot.start(state.game, state.board, seat, Seating(state.seats, derive(0, "annotate", seat), backend))
    return bot


def written(record: Record, spec: str, backend: str, where: str) -> Iterator[str]:
    """The lines of the text."""
    start = State.from_setup(record.setup)
    seed = "" if record.seed is None else f", seed {record.seed}"
    yield f"{start.game.title}, {start.seats} players{seed}, {len(record.actions)} steps"
    changed = {name: value for name, value in start.description["options"].items() if value != start.game.options[name].default}
    if changed:
        yield "options: " + ", ".join(f"{name}={value}" for name, value in changed.items())
    yield f"comments by {spec}: chances to win before a turn (%), and steps that looked clearly better than those made"
    yield ""
    for seat, bot in enumerate(record.bots):
        ranked = f": rank {record.outcome['ranks'][seat]}" if record.outcome else ""
        yield f"{_letter(seat)}  seat {seat}, {bot}{ranked}"
    number, auction = -1, False
    for turn in turns(record, spec, backend, where):
        if turn.round != number:
            number = turn.round
            yield ""
            yield f"Round {number}" if number else "Start"
        if turn.auction and not auction:
            yield "  auction"
        auction = turn.auction
        yield from _lines(turn)
        for each in turn.better:
            yield f"        instead of {each.made} ({each.made_value:.0%}): {each.other} ({each.other_value:.0%})"
    yield ""
    end = record.replay(backend=backend, where=where)
    outcome = end.outcome
    if outcome is None:
        yield f"unfinished: {end.phase}"
        return
    winners = " and ".join(_letter(seat) for seat in outcome.winners)
    yield f"{winners} {'wins' if len(outcome.winners) == 1 else 'share the win'}" + (" (round cap)" if outcome.capped else "")
    for seat, figures in enumerate(end.game.score(end.board, end.words) if end.game.score else []):
        yield f"  {_letter(seat)}  " + _figures(figures)


def _lines(turn: Turn) -> list[str]:
    chances = ""
    if turn.chances is not None:
        chances = "[" + " ".join(f"{_letter(seat)} {value * 100:.0f}" for seat, value in enumerate(turn.chances)) + "]  "
    score = ""
    if turn.seat >= 0 and turn.score and not turn.auction:
        score = f"  ({_figures(turn.score[turn.seat])})"
    whole = f"{_letter(turn.seat)}  {chances}{notation.join(turn.steps)}{score}"
    return textwrap.wrap(whole, WIDE, initial_indent="    ", subsequent_indent=" " * 8, break_on_hyphens=False)


def _figures(figures: dict[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in figures.items() if value != "")


def _letter(seat: int) -> str:
    return "nature" if seat < 0 else chr(ord("A") + seat)


def command(
    path: Annotated[Path, typer.Argument(metavar="RECORD", help="A record file.")],
    spec: Annotated[str, typer.Option("--bot", metavar="BOT", help="The search that comments.")] = "uct:sims=200",
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the text there.")] = None,
    backend: Backend = "object",
) -> None:
    """Write a recorded game as text, by rounds and turns, with win chances and clearly better steps by a search."""
    bot = make(spec)
    if "sims" not in bot.values:
        raise InvalidError(f"--bot: {bot.spec} gives no chances to win; right would be a search, as in uct:sims=200")
    check_shown(bot, "--bot:", "blunder=0")
    if not for_the_win(bot):
        raise InvalidError(f"--bot: {bot.spec} doesn't search for the win alone; leave place, margin and points at 0")
    record = Record.load(path)
    if out is not None:
        check_output(out, path, "--out")
        files.check_folder(out.parent)
    end = record.replay(backend="plain", where=str(path))
    native.engine(end.game, backend)  # a build has a progress line of its own
    lines = written(record, bot.spec, backend, str(path))
    if out is None:
        for line in lines:
            typer.echo(line)
        return
    files.write(out, "".join(f"{line}\n" for line in lines).encode())
    typer.echo(f"{out}: {len(record.actions)} steps")
