"""How games run: ends, lengths, choices at each kind of step.

``python -m mutapa.experiments.documentation.study zimbabwe --bot random`` prints Markdown tables, as they stand on a
game's page. Nothing ends a game but its own rules (a round cap is off), and `--most` steps, after which a game counts as one that
does not end.
"""

from __future__ import annotations

import re
import statistics
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer

from mutapa.core import native, registry
from mutapa.core.errors import MutapaError
from mutapa.core.game import Game
from mutapa.core.state import State, check_seats, describe
from mutapa.core.streams import Array, derive
from mutapa.experiments import tables
from mutapa.experiments.matches.play import Effort, Stopped, play
from mutapa.experiments.parameters import Backend, GameName, Options, Seed, options_from
from mutapa.search import bots
from mutapa.search.bots import Bot
from mutapa.search.budget import Budget


class SampleBot(Bot):
    """The playout move: what rollouts play."""

    name = "sample"

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        self.look(seen)
        return int(self.engine.sample(self.board, self._work, self.world, self._rng))


@dataclass
class Study:
    """What was seen of the games at one number of seats."""

    seats: int
    ended: int = 0
    endless: int = 0
    steps: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    """Steps with at least two legal actions, by game."""
    rounds: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """The winner's first figure in the game's score (VP)."""
    named: str = ""
    """What the score calls it."""
    choices: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of legal actions, by kind of step."""


def kind(state: State) -> str:
    """What is being decided, without numbers and names of seats.

    >>> kind(State.new("zimbabwe"))
    'first monument'
    """
    return " ".join(re.sub(r"(at \w+ )?\d+", "", state.phase.partition(" (")[0].rpartition(", ")[2]).split())


def study(game: Game, seats: int, spec: str, games: int, seed: int, options: dict[str, str], most: int, backend: str) -> Study:
    """Play `games` games with a bot of `spec` on every seat: a function of its arguments, for bots without a clock."""
    found = Study(seats)
    free = {"round_cap": 0, **options} if "round_cap" in game.options else options
    for number in range(1, games + 1):
        players: list[Bot] = [SampleBot({}) if spec == "sample" else bots.make(spec) for _ in range(seats)]
        stop = threading.Event()
        count = [0, 0]

        def watch(state: State, step: int, efforts: Sequence[Effort], count: list[int] = count, stop: Any = stop) -> None:
            if state.turn >= 0:
                n = len(state.legal_actions)
                found.choices.setdefault(kind(state), []).append(n)
                count[0], count[1] = step + 1, count[1] + (n > 1)
            if step >= most:
                stop.set()

        deal = describe(game, seats, seed=derive_seed(seed, seats, number), options=free)
        streams = [derive(seed, "study", seats, number, seat) for seat in range(seats)]
        try:
            luck = derive(seed, "study", seats, number)
            played = play(game, deal, players, streams=streams, luck=luck, backend=backend, watch=watch, stop=stop)
        except Stopped:
            found.endless += 1
            continue
        found.ended += 1
        found.steps.append(len(played.record.actions))
        found.decisions.append(count[1])
        if "round" in game.layout.fields:
            found.rounds.append(int(played.state.dump()["round"]))  # type: ignore[arg-type]
        if played.score and played.record.outcome:
            winner = played.record.outcome["ranks"].index(1)
            found.named, value = next(iter(played.score[winner].items()))
            found.points.append(int(value))
    return found


def derive_seed(seed: int, seats: int, number: int) -> int:
    """Seed of the deal of a game."""
    return int(derive(seed, "deal", seats, number)[1])


def spread(numbers: Sequence[int]) -> str:
    """Least, median and most.

    >>> spread([3, 1, 10])
    '1 - 3 - 10'
    """
    return f"{min(numbers)} - {statistics.median(numbers):.0f} - {max(numbers)}" if numbers else "-"


def games_table(studies: Sequence[Study], games: int) -> list[str]:
    """A Markdown table with a row for each number of seats; least - median - most."""
    points = next((each.named for each in studies if each.named), "points")
    heads = ("seats", "ended", "steps", "steps with a choice", "rounds", f"winner's {points}")
    rows = []
    for each in studies:
        row = (spread(each.steps), spread(each.decisions), spread(each.rounds), spread(each.points))
        rows.append((str(each.seats), f"{each.ended} of {games}", *row))
    return list(tables.markdown(heads, rows, "rrrrrr"))


def choices_table(studies: Sequence[Study]) -> list[str]:
    """A Markdown table with a row for each kind of step: mean and most legal actions; share of all steps."""
    rows = []
    for name in dict.fromkeys(name for each in studies for name in each.choices):
        cells = []
        for each in studies:
            numbers = each.choices.get(name, [])
            share = len(numbers) / sum(map(len, each.choices.values()))
            cells.append(f"{statistics.mean(numbers):.1f}, {max(numbers)}; {share:.1%}" if numbers else "-")
        rows.append((name, *cells))
    heads = ("step", *(f"{each.seats} seats" for each in studies))
    return list(tables.markdown(heads, rows, "l" + "r" * len(studies)))


def command(
    name: GameName = "zimbabwe",
    spec: Annotated[str, typer.Option("--bot", help="Who plays, on every seat; sample: the playout move.")] = "random",
    games: Annotated[int, typer.Option("--games", min=1, help="Games at each number of seats.")] = 100,
    seats: Annotated[list[int] | None, typer.Option("--seats", help="Player counts; repeatable; default: all.")] = None,
    seed: Seed = 1,
    options: Options = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Steps after which a game counts as endless.")] = 20_000,
    choices: Annotated[bool, typer.Option("--choices/--no-choices", help="The table of choices too.")] = True,
    backend: Backend = "object",
) -> None:
    """Play games and print how they ran, as Markdown tables: least - median - most; choices as mean, most; share of steps."""
    game = registry.get(name)
    if spec != "sample":
        bots.make(spec)
    least, top = game.seats
    counts = [check_seats(game, count, "--seats") for count in seats or range(least, top + 1)]
    native.engine(game, backend)
    chosen = options_from(options)
    studies = [study(game, count, spec, games, seed, dict(chosen), most, backend) for count in counts]
    lines = games_table(studies, games)
    if choices:
        lines += ["", *choices_table(studies)]
    typer.echo("\n".join(lines))


if __name__ == "__main__":
    try:
        typer.run(command)
    except MutapaError as error:
        print(f"mutapa: {error}", file=sys.stderr)
        sys.exit(2)
