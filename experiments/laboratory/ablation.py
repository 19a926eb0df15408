"""What an ablation compares: its config, checked and spelled out into cells and tables before anything is played.

A *comparison* asks whether one bot wins more than another. A *cell* is a comparison with a number of seats and a budget. A
*table* is who sits together: each is played once, whatever the number of cells that use it, in blocks (a set-up and its luck, in
all rotations of the seats). Block b of a number of seats has the same set-up and luck at every table: like is compared with like.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from mutapa.core import registry
from mutapa.core.errors import InvalidError, MutapaError, unknown
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_options, check_seats
from mutapa.experiments import config
from mutapa.search import bots
from mutapa.search.specs import Knob

FAMILIES = ("run", "seats", "cell")
NEEDS = ("all", "any")
MOST_BOTS = 1000
LEAST_ELO, MOST_ELO = 0.1, 1000.0
"""Room of the smallest difference."""


@dataclass
class Comparison:
    """Does `bot` win more than `against`? Both name bots of the config."""

    bot: str
    against: str
    rivals: list[str] = field(default_factory=list)
    """Empty: `bot` sits among copies of `against`, and an even share is 1 / seats. Else each of the two sits among these (one for
    all other seats, or one each) on the same set-ups, and their shares are compared block by block."""
    name: str = ""
    """Default: ``BOT against AGAINST``, and the rivals."""
    seats: list[int] = field(default_factory=list)
    """Default: those of the config."""
    budgets: list[str] = field(default_factory=list)
    """Default: all of the config."""


@dataclass
class Coalition:
    """Does `bot` win less among copies of one rival than its results against each of them say for the mixed table?"""

    bot: str
    rivals: list[str]
    """As many as other seats, not all the same."""
    name: str = ""
    budgets: list[str] = field(default_factory=list)


@dataclass
class Ablation:
    """An ablation, as its YAML file describes it. All of it is fixed before the first game."""

    game: str
    bots: dict[str, str] = field(default_factory=dict)
    """Specs by name, without a budget."""
    question: str = ""
    rule: str = ""
    """The decision rule in words; the fields below are what the program makes of it."""
    comparisons: list[Comparison] = field(default_factory=list)
    """Default: every other bot against `baseline`."""
    coalitions: list[Coalition] = field(default_factory=list)
    baseline: str = ""
    """Default: the first bot."""
    base: str = ""
    axes: dict[str, list[Any]] = field(default_factory=dict)
    """A grid: for every combination of values, `base` with these options; the bot is called ``option=value,...``."""
    budgets: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Options laid over every bot that has them, by name: ``{time: {seconds: 0.01}, simulations: {sims: 100}}``. A rival that
    sets one of them itself keeps its own. Default: bots play as their specs say."""
    seats: list[int] = field(default_factory=list)
    """Default: the fewest the game takes."""
    options: dict[str, Any] = field(default_factory=dict)
    """Of the rules."""
    blocks: int = 50
    """A cell plays `blocks` times `seats` games at each of its tables."""
    seed: int = 0
    alpha: float = 0.05
    """Chance to name a difference where none is, over a whole family of tests (Holm)."""
    power: float = 0.8
    smallest_difference: float = 30
    """Elo: what the experiment wants to be able to see."""
    family: str = "run"
    """Tests corrected together: of the whole ``run``, those with equal ``seats``, or with equal seats and budget (``cell``)."""
    needs: str = "all"
    """A bot is named better if it is under ``all`` budgets (equal time and equal simulations, say), or under ``any``."""
    out: str = ""
    """Folder of the archive; default: ``ablations/`` and the config's name."""
    backend: str = "object"


class Table(NamedTuple):
    """Who sits together; the first is the one whose share is asked for."""

    seats: int
    specs: tuple[str, ...]

    @property
    def key(self) -> str:
        """A short name, the same in every run."""
        return hashlib.blake2b("\n".join(self.specs).encode(), digest_size=5).hexdigest()


class Cell(NamedTuple):
    """One comparison with a number of seats and a budget."""

    comparison: str
    seats: int
    budget: str
    kind: str
    """``copies``: one table, its share against 1 / seats. ``rivals``: two tables, the difference of their shares. ``coalition``:
    a mixed table, then one of copies for each rival."""
    tables: tuple[Table, ...]


class Plan:
    """An ablation spelled out; `InvalidError` names what is wrong with its config at `where`."""

    def __init__(self, ablation: Ablation, where: str) -> None:
        self.ablation, self.where = ablation, where
        self.game = registry.get(ablation.game)
        self.bots = dict(_named(ablation, where))
        self._check()
        self.seats = [check_seats(self.game, seats, where) for seats in ablation.seats or [self.game.seats[0]]]
        check_options(self.game, ablation.options, where)
        self.budgets: dict[str, dict[str, Any]] = ablation.budgets or {"own": {}}
        self._check_budgets()
        self._efforts = {option for budget in self.budgets.values() for option in budget}
        self.cells = [*self._comparisons(), *self._coalitions()]
        if not self.cells:
            raise InvalidError(f"{where}: nothing is compared; right would be two bots at least, or comparisons")
        twice = [cell for cell, n in _counted((c.comparison, c.seats, c.budget) for c in self.cells).items() if n > 1]
        if twice:
            raise InvalidError(f"{where}: comparison {twice[0][0]!r} stands there twice; give each a name of its own")
        self.tables = list(dict.fromkeys(table for cell in self.cells for table in cell.tables))

    def _check(self) -> None:
        ablation, where = self.ablation, self.where
        for name, known in {"family": FAMILIES, "needs": NEEDS}.items():
            if getattr(ablation, name) not in known:
                raise InvalidError(f"{where}: {name} is {getattr(ablation, name)!r}; right would be {' or '.join(known)}")
        if ablation.blocks < 2:
            raise InvalidError(f"{where}: blocks is {ablation.blocks}; right would be 2 or more, to tell chance")
        for name in ("alpha", "power"):
            if not 0 < getattr(ablation, name) < 1:
                raise InvalidError(f"{where}: {name} is {getattr(ablation, name):g}; right would be between 0 and 1")
        if not LEAST_ELO <= ablation.smallest_difference <= MOST_ELO:
            found = f"smallest_difference is {ablation.smallest_difference:g}"
            raise InvalidError(f"{where}: {found}; right would be Elo from {LEAST_ELO:g} to {MOST_ELO:g}")
        if ablation.baseline and (ablation.comparisons or ablation.coalitions):
            raise InvalidError(f"{where}: baseline={ablation.baseline} has no effect where comparisons are named")
        if not 0 <= ablation.seed <= MOST_SEED:
            raise InvalidError(f"{where}: seed is {ablation.seed}; right would be a number from 0 to {MOST_SEED}")

    def _check_budgets(self) -> None:
        """An option that no bot has would be laid over none, and all would play by another budget than was meant."""
        known = [knob.name for spec in self.bots.values() for knob in self._read(spec)]
        for name, given in self.budgets.items():
            for option in given:
                if option not in known:
                    raise unknown(f"{self.where}: budget {name!r}", "option of any bot", option, dict.fromkeys(known))

    def _read(self, spec: str) -> Sequence[Knob]:
        try:
            return bots.read(spec)[0].knobs
        except MutapaError as error:
            raise type(error)(f"{self.where}: {error}") from None

    def spec(self, name: str, budget: str, rival: bool = False) -> str:
        """The canonical spec of the bot called `name` with a budget laid over it."""
        if name not in self.bots:
            raise unknown(self.where, "bot", name, self.bots)
        base, given = self.bots[name], self.budgets[budget]
        try:
            return self._laid(name, base, given, rival)
        except MutapaError as error:
            raise type(error)(f"{self.where}: {error}") from None

    def _laid(self, name: str, base: str, given: Mapping[str, Any], rival: bool) -> str:
        kind, _, values = bots.read(base)
        own = [knob.name for knob in kind.knobs if knob.name in self._efforts and values[knob.name] != knob.default]
        if own and not rival:
            raise InvalidError(f"bot {name!r} sets {own[0]} itself; compared bots get it from budgets")
        searches = not own and set(given) & set(values)
        return bots.make(base, given if searches else None).spec

    def _for(self, budgets: Sequence[str]) -> list[str]:
        for name in budgets:
            if name not in self.budgets:
                raise unknown(self.where, "budget", name, self.budgets)
        return list(budgets or self.budgets)

    def _comparisons(self) -> Iterator[Cell]:
        asked = self.ablation.comparisons
        if not asked and not self.ablation.coalitions:
            baseline = self.ablation.baseline or next(iter(self.bots), "")
            if baseline not in self.bots:
                raise unknown(self.where, "bot", baseline, self.bots)
            asked = [Comparison(name, baseline) for name in self.bots if name != baseline]
        for each in asked:
            among = f" among {' '.join(each.rivals)}" if each.rivals else ""
            name = each.name or f"{each.bot} against {each.against}{among}"
            for seats, budget in itertools.product(each.seats or self.seats, self._for(each.budgets)):
                check_seats(self.game, seats, f"{self.where}: comparison {name!r}")
                bot, other = self.spec(each.bot, budget), self.spec(each.against, budget)
                if bot == other:
                    raise InvalidError(f"{self.where}: comparison {name!r}: both bots are {bot}")
                if not each.rivals:
                    yield Cell(name, seats, budget, "copies", (Table(seats, (bot, *[other] * (seats - 1))),))
                    continue
                rivals = self._rivals(name, each.rivals, seats, budget)
                tables = Table(seats, (bot, *rivals)), Table(seats, (other, *rivals))
                yield Cell(name, seats, budget, "rivals", tables)

    def _rivals(self, name: str, rivals: Sequence[str], seats: int, budget: str) -> list[str]:
        if len(rivals) not in (1, seats - 1):
            raise InvalidError(
                f"{self.where}: {name!r} names {len(rivals)} rivals for {seats} seats; right would be one, or {seats - 1}"
            )
        return [self.spec(rival, budget, rival=True) for rival in (rivals if len(rivals) > 1 else [*rivals] * (seats - 1))]

    def _coalitions(self) -> Iterator[Cell]:
        for each in self.ablation.coalitions:
            name = each.name or f"{each.bot} among copies of {', '.join(each.rivals)}"
            seats = len(each.rivals) + 1
            check_seats(self.game, seats, f"{self.where}: coalition {name!r}")
            for budget in self._for(each.budgets):
                bot = self.spec(each.bot, budget)
                rivals = [self.spec(rival, budget, rival=True) for rival in each.rivals]
                if len(set(rivals)) < 2:
                    raise InvalidError(
                        f"{self.where}: coalition {name!r}: its rivals are all alike; right would be different bots"
                    )
                copies = [Table(seats, (bot, *[rival] * (seats - 1))) for rival in rivals]
                yield Cell(name, seats, budget, "coalition", (Table(seats, (bot, *rivals)), *copies))

    @property
    def specs(self) -> list[str]:
        """All bots, each once."""
        return list(dict.fromkeys(spec for table in self.tables for spec in table.specs))

    def data(self) -> dict[str, Any]:
        """What a run of it must agree in, as JSON."""
        ablation = self.ablation
        kept = "game question rule options blocks seed alpha power smallest_difference family needs"
        return {
            **{name: getattr(ablation, name) for name in kept.split()},
            "cells": [[*cell[:4], [[table.seats, *table.specs] for table in cell.tables]] for cell in self.cells],
        }


def load(path: Path | str) -> Plan:
    """The ablation that the YAML file `path` describes."""
    return Plan(config.load(path, Ablation), str(path))


def _named(ablation: Ablation, where: str) -> Iterator[tuple[str, str]]:
    """Bots by name: those of the list, then those of the grid."""
    yield from ablation.bots.items()
    if bool(ablation.axes) != bool(ablation.base):
        raise InvalidError(f"{where}: axes and base go together: base is the bot, axes are options and their values")
    if not ablation.axes:
        return
    grid = list(itertools.product(*ablation.axes.values()))
    if not 1 < len(grid) <= MOST_BOTS:
        raise InvalidError(f"{where}: axes give {len(grid)} bots; right would be from 2 to {MOST_BOTS}")
    joint = "," if ":" in ablation.base else ":"
    for values in grid:
        name = ",".join(f"{option}={value}" for option, value in zip(ablation.axes, values, strict=True))
        if name in ablation.bots:
            raise InvalidError(f"{where}: bots and axes both name {name!r}")
        yield name, f"{ablation.base}{joint}{name}"


def _counted(cells: Iterator[tuple[str, int, str]]) -> Mapping[tuple[str, int, str], int]:
    found: dict[tuple[str, int, str], int] = {}
    for cell in cells:
        found[cell] = found.get(cell, 0) + 1
    return found
