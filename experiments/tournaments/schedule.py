"""The games of a tournament: who plays whom, in which block, on which seats. Pure functions of the plan and of results so far.

A block is one group of entrants, one set-up and one luck, and the seatings that are compared: all rotations of one order
around the table, or those of all the orders that let everyone follow everyone equally often. Blocks count from 1 through the
tournament, games too, so that a game is a function of the seed and its number. Round robin and gauntlet are known from the
start; rounds of a Swiss tournament and of a ladder follow from the results of the rounds before, which the same results
always give in the same way.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from mutapa.core.errors import InvalidError, nearest, unknown
from mutapa.core.streams import derive
from mutapa.experiments.tournaments import pairings
from mutapa.experiments.tournaments.pairings import Group

KINDS = ("round-robin", "gauntlet", "swiss", "ladder")
WAITING = ("swiss", "ladder")
"""Those of which a round is known only when the round before has been played."""
SEATINGS = ("rotated", "balanced")
MOST_GAMES = 1_000_000

Shares = Mapping[int, Mapping[str, Fraction]]
"""By block: the mean share of the win of each of its entrants, over its games that count; a void block has none."""


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    block: int
    round: int
    setup: int
    """Number of the set-up and the luck; here that of the block."""
    seats: tuple[str, ...]
    """Names by seat."""


@dataclass
class Plan:
    """A schedule, described."""

    names: Sequence[str]
    """In the organiser's order: of a ladder, from the top."""
    seats: int
    authors: Sequence[str] = ()
    """By entrant; empty words are nobody's."""
    kind: str = "round-robin"
    rounds: int = 1
    """Round robin, gauntlet: how often all groups are played; Swiss, ladder: rounds."""
    blocks: int | None = None
    """Round robin: so many blocks in all, in place of rounds; gauntlet: so many of each challenger."""
    repeats: int = 1
    """Swiss, ladder: blocks of each group in a round."""
    seatings: str = "rotated"
    separate_authors: bool = False
    challengers: Sequence[str] = ()
    """Of a gauntlet; default: the first entrant."""
    seed: int = 0
    """Of the lots that decide between equals in a Swiss tournament."""
    apart: set[frozenset[int]] = field(default_factory=set)
    """Who never sits at one table; filled in from the authors."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise unknown("schedule", "kind", self.kind, KINDS)
        if self.seatings not in SEATINGS:
            raise unknown("seatings", "way", self.seatings, SEATINGS)
        for name in ("rounds", "blocks", "repeats"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InvalidError(f"{name} is {value}; right would be a number from 1 on")
        if len(self.names) < self.seats:
            raise InvalidError(f"entrants: {len(self.names)} for tables of {self.seats}; right would be {self.seats} or more")
        if self.blocks is not None and (self.rounds != 1 or self.waits):
            why = f"a {self.kind} has rounds" if self.waits else "rounds are given too"
            raise InvalidError(f"blocks is {self.blocks}, but {why}; right would be one of the two")
        if self.repeats != 1 and not self.waits:
            raise InvalidError(f"repeats is {self.repeats}; of a {self.kind} right would be rounds: {self.repeats}")
        self._check_challengers()
        if self.separate_authors:
            self._separate()
        if self._most_games > MOST_GAMES:
            most = f"right would be up to {MOST_GAMES:,}, by fewer rounds, or by blocks: N"
            raise InvalidError(f"schedule: {self._most_games:,} games; {most}")
        _ = self.games  # whether any group is possible is said here, not later

    def _check_challengers(self) -> None:
        if self.challengers and self.kind != "gauntlet":
            raise InvalidError(f"challengers are of a gauntlet; right would be schedule: gauntlet, not {self.kind}")
        for name in self.challengers:
            if name not in self.names:
                raise InvalidError(f"challengers: no entrant {name!r}; {nearest(name, self.names)}")
        if len(set(self.challengers)) != len(self.challengers):
            raise InvalidError("challengers: one is named twice; right would be each once")
        if self.kind == "gauntlet" and len(self.names) - len(self.challenging) < self.seats - 1:
            left = len(self.names) - len(self.challenging)
            raise InvalidError(
                f"challengers: {left} others are left at tables of {self.seats}; right would be {self.seats - 1} or more"
            )

    def _separate(self) -> None:
        if len(self.authors) != len(self.names):
            raise InvalidError("separate_authors: not every entrant has an author; right would be author: NAME with each")
        if self.kind == "ladder":
            raise InvalidError("separate_authors: on a ladder places decide who meets; right would be another schedule")
        for one, name in enumerate(self.authors):
            for two in range(one):
                if name and name == self.authors[two]:
                    self.apart.add(frozenset((one, two)))
        distinct = len({name for name in self.authors if name}) + sum(not name for name in self.authors)
        if distinct < self.seats:
            raise InvalidError(
                f"separate_authors: {distinct} authors for tables of {self.seats}; right would be {self.seats} or more"
            )
        if self.kind == "swiss":
            tables, spare = divmod(len(self.names), self.seats)
            name, most = Counter(filter(None, self.authors)).most_common(1)[0]
            if most > tables + spare:
                raise InvalidError(
                    f"separate_authors: {most} entrants of {name!r} at {tables} tables; right would be {tables} or fewer"
                )

    @property
    def waits(self) -> bool:
        """Whether a round is known only when the round before has been played."""
        return self.kind in WAITING

    @property
    def challenging(self) -> list[int]:
        """The challengers of a gauntlet."""
        return [self.names.index(name) for name in self.challengers] or [0]

    @property
    def games_per_block(self) -> int:
        """Of every block: as many as seatings."""
        return self.seats * (1 if self.seatings == "rotated" else len(pairings.rings(self.seats)))

    @functools.cached_property
    def groups(self) -> list[Group]:
        """Those of one round of a round robin or a gauntlet, or all `blocks`; `InvalidError` if no group is possible."""
        everyone = range(len(self.names))
        if self.kind == "round-robin":
            found = pairings.balanced(everyone, self.seats, self.blocks, self.apart)
        else:
            others = [each for each in everyone if each not in self.challenging]
            each_with = [pairings.balanced(others, self.seats - 1, self.blocks, self.apart, (one,)) for one in self.challenging]
            found = [groups[n] for n in range(max(map(len, each_with))) for groups in each_with if n < len(groups)]
        if not found:
            raise InvalidError(
                f"separate_authors: no table of {self.seats} has authors all different; right would be more authors"
            )
        return found

    @property
    def games(self) -> int:
        """Of the whole tournament, known before it begins."""
        if self.kind == "swiss":
            blocks = self.rounds * (len(self.names) // self.seats) * self.repeats
        elif self.kind == "ladder":
            order = range(len(self.names))
            blocks = sum(len(pairings.ladder(order, self.seats, n % 2 == 1)) for n in range(1, self.rounds + 1)) * self.repeats
        else:
            blocks = len(self.groups) * self.rounds
        return blocks * self.games_per_block

    @property
    def _most_games(self) -> int:
        """No fewer than `games`, and found without listing all groups."""
        if self.waits:
            blocks = self.rounds * len(self.names) * self.repeats
        elif self.blocks is not None:
            blocks = self.blocks * (len(self.challenging) if self.kind == "gauntlet" else 1)
        elif self.kind == "round-robin":
            blocks = math.comb(len(self.names), self.seats) * self.rounds
        else:
            others = len(self.names) - len(self.challenging)
            blocks = math.comb(others, self.seats - 1) * self.rounds * len(self.challenging)
        return blocks * self.games_per_block

    def told(self) -> str:
        """In a sentence: how evenly entrants meet."""
        if self.waits:
            return f"{self.rounds} rounds; who meets follows from results"
        met, everyone = pairings.meetings(self.groups), range(len(self.names))
        if self.kind == "round-robin":
            who, meant = "every two entrants", [(one, two) for one in everyone for two in range(one)]
        else:
            ones = self.challenging
            who, meant = "challengers and others", [(one, two) for one in ones for two in everyone if two not in ones]
        numbers = [met[two] * self.rounds for two in map(frozenset, meant) if two not in self.apart]
        low, high = min(numbers), max(numbers)
        often = f"{low}" if low == high else f"{low} to {high}"
        return f"{who}{' but those of one author' if self.apart else ''} meet in {often} blocks"


def rounds(plan: Plan, shares: Shares) -> Iterator[list[Fixture]]:
    """The games of each round. `shares` is looked at only for rounds that went before, when the next one is asked for."""
    seating = _Seating(plan)
    if plan.kind == "swiss":
        yield from _swiss(plan, shares, seating, [Fraction(0)] * len(plan.names))
    elif plan.kind == "ladder":
        yield from _ladder(plan, shares, seating, list(range(len(plan.names))))
    else:
        groups = plan.groups
        for number in range(1, plan.rounds + 1):
            yield seating.games(groups, number)


def fixtures(plan: Plan) -> list[Fixture]:
    """All games of a schedule that doesn't wait for results."""
    return [fixture for games in rounds(plan, {}) for fixture in games]


class _Seating:
    """Gives groups their blocks and seats, and counts on."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.block = self.number = 0
        self.followed: Counter[tuple[int, int]] = Counter()

    def games(self, groups: Sequence[Group], round: int) -> list[Fixture]:
        """One block for each of `groups`."""
        found = []
        for group in groups:
            self.block += 1
            if self.plan.seatings == "rotated":
                rings = [pairings.ring_for(group, self.followed)]
            else:
                rings = [tuple(group[n] for n in ring) for ring in pairings.rings(self.plan.seats)]
            for seated in (seated for ring in rings for seated in pairings.rotations(ring)):
                self.number += 1
                names = tuple(self.plan.names[each] for each in seated)
                found.append(Fixture(self.number, self.block, round, self.block, names))
        return found


def _earned(plan: Plan, shares: Shares, groups: Sequence[Group], first: int) -> list[Fraction]:
    """By entrant: the sum of shares in the blocks of `groups`, of which `first` is the first block; void ones count as even."""
    earned = [Fraction(0)] * len(plan.names)
    for n, group in enumerate(groups):
        won = shares.get(first + n) or {}
        for each in group:
            earned[each] += won.get(plan.names[each], Fraction(1, plan.seats))
    return earned


def _swiss(plan: Plan, shares: Shares, seating: _Seating, scores: list[Fraction]) -> Iterator[list[Fixture]]:
    """`scores` by entrant is kept up. Who rests gets what an average result would give: an even share of each block."""
    everyone = range(len(plan.names))
    lots = sorted(everyone, key=lambda each: (*derive(plan.seed, "lot", each).tolist(), each))
    before: list[Group] = []
    rested: Counter[int] = Counter()
    for number in range(1, plan.rounds + 1):
        groups, resting = pairings.swiss(lots, scores, plan.seats, before, rested, plan.apart)
        played = [group for group in groups for _ in range(plan.repeats)]
        first = seating.block + 1
        yield seating.games(played, number)
        before += groups
        rested.update(resting)
        for each, earned in enumerate(_earned(plan, shares, played, first)):
            scores[each] += earned + (Fraction(plan.repeats, plan.seats) if each in resting else 0)


def _ladder(plan: Plan, shares: Shares, seating: _Seating, order: list[int]) -> Iterator[list[Fixture]]:
    """`order`, entrants from the top, is kept up."""
    for number in range(1, plan.rounds + 1):
        groups = pairings.ladder(order, plan.seats, number % 2 == 1)
        played = [group for group in groups for _ in range(plan.repeats)]
        first = seating.block + 1
        yield seating.games(played, number)
        order[:] = pairings.climbed(order, groups, _earned(plan, shares, played, first))


def _until_now(games: Iterator[list[Fixture]], shares: Shares) -> None:
    """Go through all rounds that are played, and take their results in."""
    for round in games:
        if any(each.block not in shares for each in round):
            return


def swiss_points(plan: Plan, shares: Shares) -> dict[str, Fraction]:
    """By name: the sum of shares in all rounds that are played."""
    scores = [Fraction(0)] * len(plan.names)
    _until_now(_swiss(plan, shares, _Seating(plan), scores), shares)
    return dict(zip(plan.names, scores, strict=True))


def ladder_order(plan: Plan, shares: Shares) -> list[str]:
    """The ladder as it stands after all rounds that are played, from the top."""
    order = list(range(len(plan.names)))
    _until_now(_ladder(plan, shares, _Seating(plan), order), shares)
    return [plan.names[each] for each in order]
