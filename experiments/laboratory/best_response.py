"""How much a policy can be exploited: exact best responses by walking through a whole small game.

A best response knows the policy of all other seats, but sees only what its seat sees: positions that look alike to it are kept
together, with the chance of each, and one action is chosen for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import SEATS
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.experiments.parameters import check_shown
from mutapa.experiments.statistics import win_shares
from mutapa.search.ask import ask
from mutapa.search.bots import Event, make

MOST_POSITIONS = 100_000
LINES, FAR = 3, 1000
"""So many lines that each say that a game is so many times too big are enough to refuse it."""
UTILITIES = ("margin", "win")

View = tuple[tuple[int, int], ...]
"""What a seat saw of the game: who moved, and the action as it saw it."""
Mix = Mapping[int, Fraction]
"""Probability by action."""
Policy = Callable[[int, View, State, list[Event]], Mix]
"""policy(seat, view, state, told): how `seat`, to move, plays. It may use what the seat sees of the position, nothing else."""


class Position(NamedTuple):
    """A position, the chance that nature and the other seats lead there, and what each seat saw on the way."""

    state: State
    weight: Fraction
    views: tuple[View, ...]
    told: tuple[tuple[Event, ...], ...]
    words: tuple[tuple[str, ...], ...]
    """The same as `views`, to read."""


@dataclass
class Reply:
    """A seat's best response to the others' policy."""

    seat: int
    value: Fraction
    """What it gets."""
    played: Fraction
    """What it gets by its own policy."""
    actions: dict[View, int] = field(default_factory=dict)
    """Its choice where it moves, as far as the policy and itself lead there."""

    @property
    def gain(self) -> Fraction:
        """What it gains by leaving its policy."""
        return self.value - self.played


def start(state: State) -> Position:
    """The walk's first position."""
    none: tuple[tuple[Any, ...], ...] = ((),) * state.seats
    return Position(state, Fraction(1), none, none, none)


def utilities(state: State, utility: str) -> list[Fraction]:
    """What each seat has got at the end: margins in the game's points, or shares of the win."""
    outcome = state.outcome
    assert outcome is not None
    if utility == "margin":
        return [Fraction(int(margin)) for margin in outcome.margins]
    shares = win_shares(outcome.ranks)
    winners = sum(share > 0 for share in shares)
    return [Fraction(1, winners) if share else Fraction(0) for share in shares]


def after(at: Position, action: int, chance: Fraction) -> Position:
    """The position after `action`, which is taken with probability `chance`."""
    state, mover = at.state, at.state.turn
    seen = [state.see(action, seat) for seat in range(state.seats)]
    events = [Event(mover, seen[seat], state.observe(seat)) for seat in range(state.seats)]
    new = state.clone()
    new.apply(action)
    return Position(
        new,
        at.weight * chance,
        tuple((*view, (mover, seen[seat])) for seat, view in enumerate(at.views)),
        tuple((*told, events[seat]) for seat, told in enumerate(at.told)),
        tuple((*words, _text(state, seen[seat])) for seat, words in enumerate(at.words)),
    )


def _text(state: State, action: int) -> str:
    """An action as a seat saw it, in words; ``?`` where there are none for what it saw."""
    try:
        return state.text(action)
    except (MutapaError, LookupError):
        return "?"


class Walk:
    """Values and best responses of one game under one policy; `utility` is one of `UTILITIES`."""

    def __init__(self, policy: Policy, utility: str = "margin") -> None:
        if utility not in UTILITIES:
            raise InvalidError(f"utility {utility!r}; right would be {' or '.join(UTILITIES)}")
        self.policy, self.utility = policy, utility
        self.mixes: dict[tuple[int, View], Mix] = {}
        """The policy where it was asked for."""
        self.words: dict[tuple[int, View], tuple[str, ...]] = {}
        """What the seat had seen there, to read."""
        self.texts: dict[tuple[int, View], dict[int, str]] = {}
        """The legal actions there, to read."""
        self.positions = 0

    def mix(self, at: Position) -> Mix:
        """How the seat to move plays, asked once for all positions that look alike to it."""
        seat = at.state.turn
        key = seat, at.views[seat]
        if key not in self.mixes:
            legal = at.state.legal_actions
            mix = self.policy(seat, at.views[seat], at.state, list(at.told[seat])) if len(legal) > 1 else {legal[0]: Fraction(1)}
            if not set(mix) <= set(legal) or any(each < 0 for each in mix.values()) or sum(mix.values()) != 1:
                raise InvalidError(f"policy of seat {seat} in {at.state!r}: {dict(mix)}; chances of legal actions belong there")
            self.mixes[key], self.words[key] = mix, at.words[seat]
            self.texts[key] = {action: at.state.text(action) for action in legal}
        return self.mixes[key]

    def check_size(self, at: Position) -> None:
        """Refuse a game that is far too big before it is walked through.

        The mean of `estimate` over lines is the number of positions, so in a game that isn't too big it is `FAR` times the most
        of them at most once in `FAR` lines (Markov's inequality); `LINES` such lines are no chance.
        """
        far = FAR * MOST_POSITIONS
        if all(self.estimate(at, n % at.state.seats, n, far) > far for n in range(LINES)):
            raise too_big(at.state)

    def estimate(self, at: Position, seat: int, number: int, most: int) -> int:
        """What line `number`, drawn at random, says of how many positions `best` of `seat` looks at below `at` (Knuth 1975): the
        sum over its steps of the product of how many ways there were up to there. Ends when that is more than `most`.
        """
        rng, ways, found = derive(0, "line", number).tolist(), 1, 0
        while not at.state.is_over and found <= most:
            mine = at.state.turn == seat
            choices = [(action, Fraction(1)) for action in at.state.legal_actions] if mine else self._choices(at)
            found += ways * (len(choices) if mine else 1)
            ways *= len(choices)
            at = after(at, *choices[below(rng, len(choices))])
        return found

    def _choices(self, at: Position) -> list[tuple[int, Fraction]]:
        """What nature, or the seat to move by its policy, may do, and the chance of it."""
        if at.state.is_chance:
            odds = at.state.chances
            whole = sum(weight for _, weight in odds)
            return [(action, Fraction(weight, whole)) for action, weight in odds]
        return [(action, chance) for action, chance in self.mix(at).items() if chance]

    def _next(self, at: Position) -> list[Position]:
        """The positions that `_choices` lead to."""
        self.positions += 1
        if self.positions > MOST_POSITIONS:
            raise too_big(at.state)
        return [after(at, action, chance) for action, chance in self._choices(at)]

    def values(self, at: Position) -> list[Fraction]:
        """What each seat gets when all play the policy, weighted by the chance of `at`."""
        if at.state.is_over:
            return [at.weight * each for each in utilities(at.state, self.utility)]
        return [sum(column, Fraction(0)) for column in zip(*map(self.values, self._next(at)), strict=True)]

    def best(self, seat: int, group: list[Position], chosen: dict[View, int]) -> Fraction:
        """The most that `seat` can get from `group`: positions that look alike to it. Its choices go into `chosen`."""
        first = group[0]
        if first.state.is_over:
            return sum((at.weight * utilities(at.state, self.utility)[seat] for at in group), Fraction(0))
        if first.state.turn != seat:
            return self._split(seat, [new for at in group for new in self._next(at)], chosen)
        found: list[tuple[Fraction, int, dict[View, int]]] = []
        for action in first.state.legal_actions:
            self.positions += len(group)
            below: dict[View, int] = {}
            value = self._split(seat, [after(at, action, Fraction(1)) for at in group], below)
            found.append((value, -action, below))
        value, action, below = max(found, key=lambda each: each[:2])
        chosen[first.views[seat]] = -action
        chosen.update(below)
        return value

    def _split(self, seat: int, positions: list[Position], chosen: dict[View, int]) -> Fraction:
        """The sum over groups of positions that look alike to `seat`."""
        groups: dict[tuple[View, int], list[Position]] = {}
        for at in positions:
            # Who moves is seen by all; nature and other seats are told apart for safety, the end from the rest by need.
            groups.setdefault((at.views[seat], at.state.turn), []).append(at)
        return sum((self.best(seat, group, chosen) for group in groups.values()), Fraction(0))


def too_big(state: State) -> InvalidError:
    """What is said of a game that can't be walked through."""
    return InvalidError(f"{state.game.name}: more than {MOST_POSITIONS:,} positions; best responses are for small games")


def replies(state: State, policy: Policy, utility: str = "margin") -> tuple[list[Reply], Walk]:
    """Every seat's best response to `policy` in the game that begins at `state`, and the walk with the policy's mixes."""
    if state.seats > SEATS:
        raise InvalidError(f"{state.game.name}: {state.seats} seats")
    walk = Walk(policy, utility)
    found = []
    try:
        walk.check_size(start(state))
        played = walk.values(start(state))
        for seat in range(state.seats):
            actions: dict[View, int] = {}
            value = walk.best(seat, [start(state)], actions)
            found.append(Reply(seat, value, played[seat], actions))
    except RecursionError:
        raise InvalidError(f"{state.game.name}: its games are too long; best responses are for small games") from None
    return found, walk


def of_bot(spec: str, samples: int = 0, seed: int = 0, backend: str | None = None) -> Policy:
    """The policy of a bot: its visits at the root as chances, or with `samples` > 0 what it chose on so many seeds.

    `InvalidError` where that is no policy of what a seat sees, or not what the bot plays.
    """
    bot = make(spec)
    if bot.cheats:
        raise InvalidError(f"bot {bot.spec} plays by what it can't see, so it has no policy to exploit; right would be worlds=so")
    if not samples:
        check_shown(bot, "bot", "--samples 100")

    def policy(seat: int, view: View, state: State, told: list[Event]) -> Mix:
        if not samples:
            answer = ask(state, spec, seed=seed, told=told, backend=backend)
            if answer.result is None:
                raise InvalidError(f"bot {answer.bot.spec} counts no visits; right would be --samples 100")
            whole = sum(answer.result.visits.values())
            return {action: Fraction(visits, whole) for action, visits in answer.result.visits.items()}
        counts: dict[int, int] = {}
        for n in range(samples):
            action = ask(state, spec, seed=seed * samples + n, told=told, backend=backend).action
            counts[action] = counts.get(action, 0) + 1
        return {action: Fraction(n, samples) for action, n in counts.items()}

    return policy
