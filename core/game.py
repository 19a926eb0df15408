"""The contract of a game: a table of compiled functions over int64 arrays, and the Python facts around them.

Arrays, everywhere: ``board`` int64[board_words], what is fixed for a game (map, options, seats), read-only after the deal;
``work`` int64[work_words], one per thread, meaningless between calls but for caches keyed by content;
``state`` int64[layout.words]. Every function takes ``(board, work, state, ...)`` and returns an int (0 where it has nothing to
say). A function trusts its caller; ``core/state.py`` is the face that checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from mutapa.core.compiled import compiled
from mutapa.core.layout import Layout
from mutapa.core.streams import Array, below
from mutapa.core.weights import Weights
from mutapa.core.written import Written

if TYPE_CHECKING:
    from mutapa.core.features import Features

CHANCE = -1
OVER = -2
UNIT = 1 << 20
"""Fixed point: a utility, estimate or probability of 1."""
SEATS = 8
"""The most seats of any game: the length of vectors with one number a seat."""


@compiled
def no_bid_traits(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Default: all bidders stand alike."""
    return 0


@compiled
def no_bid_prior(board, work, traits, out):  # type: ignore[no-untyped-def]
    """Default: the game has no estimate of its own."""
    return 0


INDEXES = 1 << 12
"""What ``index`` sorts actions into."""


@compiled
def hashed_index(board, work, state, action):  # type: ignore[no-untyped-def]
    """Default: a multiplicative hash of the action; some actions share an index."""
    return ((((action ^ (action >> 27)) & 0x7FFFFFF) * 0x4F1BBCD) & 0x7FFFFFF) >> 15


@compiled
def no_features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """Default: nothing for networks to read."""
    return 0


@compiled
def no_action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Default: all actions alike."""
    parts[0] = 0
    parts[1] = 0
    parts[2] = 0
    return 0


@compiled
def no_bid_class(board, work, seen, action):  # type: ignore[no-untyped-def]
    """Default: no step is a bidding step."""
    return -1


class Rules(NamedTuple):
    """The functions a search is specialised on, known when the object is built. Any field may be called by compiled code."""

    legal: Any
    """legal(board, work, state, out) -> n: the mover's actions, sorted, unique, never none before the end; none at chance."""
    apply: Any
    """apply(board, work, state, action) -> 0: one step, in place. The action must be legal (or a chance action)."""
    turn: Any
    """turn(board, work, state) -> seat, CHANCE or OVER."""
    outcome: Any
    """outcome(board, work, state, out) -> 0: out[seat] = rank (1 is best, equal ranks share), out[SEATS + seat] = margin in the
    game's points. Defined at OVER only."""
    observe: Any
    """observe(board, work, state, seat, seen) -> 0: the layout with all that `seat` can't know set to 0."""
    determinize: Any
    """determinize(board, work, seen, seat, rng, state) -> 0: a whole state consistent with `seen`, rightly distributed."""
    see: Any
    """see(board, work, state, action, seat) -> action as `seat` sees it; `state` is the one before the action."""
    key: Any
    """key(board, work, state) -> 54-bit hash of a state or an observation."""
    sample: Any
    """sample(board, work, state, rng) -> action: a playout move, its distribution stated by the game."""
    judge: Any
    """judge(board, work, state, out) -> 0: out[seat] = estimated share of the win, fixed point, summing to UNIT;
    out[SEATS + seat] = estimated margin in the game's points."""
    prefer: Any
    """prefer(board, work, state, actions, n, out) -> 0: out[i] = weight >= 1 of actions[i]."""
    chance: Any
    """chance(board, work, state, key) -> action: nature's move, a function of `key` (int64[2]) and counts in the state."""
    odds: Any
    """odds(board, work, state, actions, weights) -> n: nature's exact distribution in integers."""
    forced: Any
    """forced(board, work, state) -> 0 no bidding step; 1 a voluntary one; 2 one without choice (it carries no information). At a
    voluntary step of an auction with types the first legal action is to pass; the others are raises, the smallest first."""
    bid_types: Any
    """bid_types(board, work, out) -> n: out[i] = weight of type i in the uniform belief; n = 0 where there is no auction."""
    bid: Any
    """bid(board, work, state, seat, type, rng) -> action that a bidder of `type` takes at its bidding step."""
    likelihood: Any
    """likelihood(board, work, state, seat, action, type) -> probability of `action`, fixed point (UNIT)."""
    bid_traits: Any = no_bid_traits
    """bid_traits(board, work, state, seat) -> how a bidder stands as an auction begins, in a small number: what an expectation of
    its type may go by."""
    bid_prior: Any = no_bid_prior
    """bid_prior(board, work, traits, out) -> n: out[i] = weight of type i for a bidder with these traits, by the game's own
    estimate; 0 types past the last traits, and where there is no estimate."""
    index: Any = hashed_index
    """index(board, work, state, action) -> 0 .. INDEXES - 1: actions alike in meaning, whatever the state, have one index."""
    features: Any = no_features
    """features(board, work, seen, seat, sparse, dense) -> n: what `seat` sees (`observe`), told from its side, others in turn
    order after it: sparse[0..n) = distinct indices of what holds, dense[..] = fixed-point numbers, roughly in -UNIT .. UNIT.
    `Game.features` says how many there are and what each means."""
    action_parts: Any = no_action_parts
    """action_parts(board, work, seen, action, parts) -> 0: parts[0] = kind, parts[1] = argument, parts[2] = cell (0 none) of one
    of the mover's actions, as `Game.features` names them: what a policy is built of."""
    bid_class: Any = no_bid_class
    """bid_class(board, work, seen, action) -> class of the mover's voluntary bidding step: 0 to pass, then raises; -1 of any
    other step (where `forced` isn't 1)."""


@compiled
def no_chance(board, work, state, key):  # type: ignore[no-untyped-def]
    """Default: nature never moves."""
    return 0


@compiled
def no_odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    """Default: nature never moves."""
    return 0


@compiled
def open_see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """Default: every action is public."""
    return action


@compiled
def flat_prefer(board, work, state, actions, n, out):  # type: ignore[no-untyped-def]
    """Default: all actions weigh the same."""
    for i in range(n):
        out[i] = 1
    return 0


@compiled
def no_forced(board, work, state):  # type: ignore[no-untyped-def]
    """Default: no step is a bidding step."""
    return 0


@compiled
def no_bid_types(board, work, out):  # type: ignore[no-untyped-def]
    """Default: no auction, no types."""
    return 0


@compiled
def no_bid(board, work, state, seat, bidder, rng):  # type: ignore[no-untyped-def]
    """Default: never called."""
    return 0


@compiled
def no_likelihood(board, work, state, seat, action, bidder):  # type: ignore[no-untyped-def]
    """Default: never called."""
    return 0


def sample_legal(legal: Any) -> Any:
    """Default ``sample``: uniform over ``legal``, listed into the first words of `work` (keep them free for that)."""

    @compiled
    def sample(board, work, state, rng):  # type: ignore[no-untyped-def]
        return work[below(rng, legal(board, work, state, work))]

    return sample


@dataclass(frozen=True)
class Option:
    """A named option of the rules: default first in `choices`, or any int in `limits`."""

    name: str
    default: Any
    doc: str
    choices: tuple[Any, ...] = ()
    limits: tuple[int, int] | None = None


@dataclass(frozen=True)
class Game:
    """A game: its rules and what Python needs to know of it.

    ``describe(seats, options, rng)`` draws whatever is random in a deal and returns a complete, explicit description (JSON);
    ``deal(description)`` checks one and returns ``(board, state)``; it raises `core.state.InvalidError` on a bad one.
    ``text(board, state, action)`` and ``parse(board, state, words)`` are the notation, inverse to one another.
    """

    name: str
    title: str
    version: int
    """Raised whenever play changes; travels with records."""
    seats: tuple[int, int]
    layout: Layout
    rules: Rules
    board_words: int
    work_words: int
    actions_max: int
    """Length of the longest legal list."""
    describe: Callable[[int, Mapping[str, Any], Array], dict[str, Any]]
    deal: Callable[[Mapping[str, Any]], tuple[Array, Array]]
    text: Callable[[Array, Array, int], str]
    parse: Callable[[Array, Array, str], int]
    options: Mapping[str, Option] = field(default_factory=dict)
    phase: Callable[[Array, Array], str] | None = None
    """In words: what is being decided at this state."""
    score: Callable[[Array, Array], list[dict[str, Any]]] | None = None
    """One dict a seat for result tables (VP, VR, cattle ...)."""
    picture: Callable[[Array, Array], Any] | None = None
    """A rich renderable of the position."""
    explain: Callable[[Array, Array, int], str] | None = None
    """``explain(board, state, action)``: what a step on offer means, in a sentence or two of the rules' own terms."""
    svg: Callable[[Array, Array, str], str] | None = None
    """The position as one self-contained SVG in a theme: ``light``, ``dark``, or ``auto`` (what the reader prefers)."""
    error: str = "error"
    """Name of the layout's sticky overflow flag."""
    perfect: Callable[[Array], bool] | None = None
    """``perfect(board)``: whether every seat sees everything under these options; None: if all fields are public."""
    match_rounds: int = 40
    """Value of the option ``round_cap`` in matches, where a game has it and nobody sets it; the rules have no cap."""
    bidder: Callable[[Array, int], str] | None = None
    """``bidder(board, type)``: a bidder type in a word."""
    capped: Callable[[Array, Array], bool] | None = None
    """Whether the game was ended by a round cap."""
    weights: Weights | None = None
    """Named numbers of ``prefer`` in words of the board, written there by ``deal``; None: it has none that can be set."""
    features: Features | None = None
    """What networks read, in words and numbers (`core/features.py`); None: the rules have no features."""
    written: Written | None = None
    """Notation and set-ups in compiled code, for engines without Python (`mutapa export`); None: it can't be exported."""
