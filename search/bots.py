"""Bots by spec string: ``random``, ``greedy``, ``expert``, ``uct:sims=800,auction=limits-uniform``.

A bot is told of every step as its seat sees it and asked to choose from what its seat sees; it never gets a state.

>>> make("uct:sims=200,c=0.5").spec
'uct:sims=200,c=0.5'
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mutapa.core import native, streams
from mutapa.core.errors import InvalidError
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import Array
from mutapa.search import configs, levels, others, specs
from mutapa.search.budget import Budget
from mutapa.search.merge import Result
from mutapa.search.specs import Knob
from mutapa.search.threads import fill, settings_array


class Seating(NamedTuple):
    """What a bot is told at the start besides game, board and seat."""

    seats: int
    stream: Array
    """The seat's own generator, int64[2]; not that of the game's luck."""
    backend: str | None = None
    """Who computes; None: the default of `mutapa.core.native`."""
    setup: Mapping[str, Any] | None = None
    """The set-up, where it is known; every seat may know all of it."""


class Event(NamedTuple):
    """A step that was made: by a seat or by nature (`CHANCE`)."""

    seat: int
    action: int
    """As the bot's seat sees it (``see``)."""
    seen: Array
    """What the bot's seat saw before the step (``observe``)."""


WEIGHTS = Knob("weights", None, "YAML file, or a name of configs/weights: the preferences' numbers (see `mutapa weights`)", str)


class Bot:
    """Base of every bot, also of your own (docs/bots.md): game, engine, board, seat, and a stream to draw from.

    `choose` is the bot's own; there `look` comes first, and what it took in can then be asked by `state`, `text`, `preferred`.
    """

    name = ""
    """How a spec names it."""
    doc = ""
    """What it does, in a line."""
    knobs: tuple[Knob, ...] = ()
    """Its options; `values` has them by name."""
    whole = False
    """Whether all that follows the name in a spec is the value of its one option, as it stands."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.result: Result | None = None
        """The last search; None for bots that don't search."""
        self.missing = 0
        """Trees that the last choice had to do without: their workers weren't back in time."""
        self.game: Game | None = None
        self.halt: threading.Event | None = None
        """Given before `start` by who may want an answer early: while it is set, the bot answers as soon as it can."""
        self.bid_type: int | None = None
        """The bidder type that makes its bids; None: it bids by its own lights."""

    @property
    def asks_types(self) -> bool:
        """Whether it asks to be told the bidder types of its rivals: by name alone, in experiments."""
        return False

    def meet(self, kinds: Sequence[int | None]) -> None:
        """All bots are started; `kinds` are their `bid_type`, by seat. Only a bot that asks is told."""

    @property
    def cheats(self) -> bool:
        """Whether it asks to be given the true state in place of what its seat sees: by name alone, as an upper bound."""
        return False

    @property
    def spec(self) -> str:
        """The canonical spec: what differs from the defaults."""
        return specs.write(self.name, self.values, self.knobs)

    @property
    def files(self) -> list[str]:
        """Files whose content decides how it plays: weights, networks. An experiment notes what they held."""
        weights, table = self.values.get(WEIGHTS.name), self.values.get("table")
        named = [] if weights is None else [configs.weights_file(str(weights))]
        return named + ([] if table is None else [str(table)])

    def start(self, game: Game, board: Array, seat: int, settings: Seating) -> None:
        """A new game begins; nothing of an earlier one counts."""
        self.engine = native.engine(game, settings.backend)
        self.game, self.seat, self.seats = game, seat, settings.seats
        self.result = None
        array = self.engine.array
        self.board = array(len(board))
        fill(self.board, board)
        if self.values.get(WEIGHTS.name) is not None:
            self._weigh(str(self.values[WEIGHTS.name]))
        public = all(field.seen == "public" for field in game.layout.fields.values())
        self.perfect = game.perfect(board) if game.perfect is not None else public
        self._base = [int(word) for word in settings.stream]
        self._rng = array(2)
        fill(self._rng, self._stream(0))
        self._work = self.engine.work()
        self._seen, self._world = array(game.layout.words), array(game.layout.words)
        self._actions, self._weights = array(game.actions_max), array(game.actions_max)

    def _weigh(self, path: str) -> None:
        """Write the named weights of the file at `path` over those of the deal, in the bot's own board."""
        assert self.game is not None
        if self.game.weights is None:
            raise InvalidError(f"bot {self.spec!r}: {self.game.name} has no weights by name; right would be no weights")
        self.game.weights.fill(self.board, configs.weights(path), path)

    def observe(self, n: int, event: Event) -> None:
        """Item `n` of the game's log, one's own steps among them."""

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        """One of the legal actions of this seat, which is to move where it sees `seen`."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of memory; the bot can be started again."""
        self.game = None

    def _stream(self, index: int) -> list[int]:
        out = [0, 0]
        streams.split(self._base, index, out)
        return out

    def look(self, seen: Array) -> list[int]:
        """Take `seen` in; return the legal actions, which are the same in all worlds of `seen`. `world` is one of these."""
        if self.game is None:
            raise InvalidError(f"bot {self.name}: it was asked to choose before a game was started")
        fill(self._seen, seen)
        world = self._seen
        if not self.perfect:
            world = self._world
            self.engine.determinize(self.board, self._work, self._seen, self.seat, self._rng, world)
        n = self.engine.legal(self.board, self._work, world, self._actions)
        if n == 0:
            raise InvalidError(f"bot {self.name}: asked to choose in {self.game.name} where no seat moves")
        self.world = world
        return [int(self._actions[i]) for i in range(n)]

    @property
    def state(self) -> State:
        """The position that `look` took in, fresh at every call, to try steps on; where something is hidden, a world that agrees.

        For rules alone: it doesn't know the set-up, so it makes no record.
        """
        if self.game is None:
            raise InvalidError(f"bot {self.name}: it was asked for a state before a game was started")
        about = {"game": self.game.name, "seats": self.seats, "options": {}}
        return State(self.game, self.engine, about, np.asarray(self.board, np.int64), np.array(self.world, np.int64))

    def text(self, action: int) -> str:
        """A legal action in words."""
        return self.state.text(action)

    def pick(self, actions: Sequence[int], scores: Sequence[int]) -> int:
        """An action of the highest score; ties are drawn from the seat's stream."""
        top = max(scores)
        among = [action for action, score in zip(actions, scores, strict=True) if score == top]
        return among[0] if len(among) == 1 else among[self.below(len(among))]

    def below(self, n: int) -> int:
        """A number in 0 .. n-1 from the seat's stream: the same seed gives the same game."""
        words = [int(self._rng[0]), int(self._rng[1])]
        drawn: int = streams.below(words, n)
        fill(self._rng, words)
        return drawn

    def preferred(self, actions: Sequence[int]) -> int:
        """The legal action of most weight by the game's ``prefer``; `actions` as `look` gave them."""
        n = len(actions)
        self.engine.prefer(self.board, self._work, self.world, self._actions, n, self._weights)
        return self.pick(actions, [int(self._weights[i]) for i in range(n)])


class RandomBot(Bot):
    """Uniform over the legal actions."""

    name = "random"
    doc = "any legal action, all alike"

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        actions = self.look(seen)
        return actions[self.below(len(actions))]


class ExpertBot(Bot):
    """The action of most weight by the game's ``prefer``."""

    name = "expert"
    doc = "the action that the game's hand-written player prefers"
    knobs = (WEIGHTS,)

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        return self.preferred(self.look(seen))


HEAVIEST = 1 << 16
"""The most of a utility's weight: sums of them times `UNIT` stay within 54 bits."""
UTILITY = (
    Knob("win", 1, "weight of winning in the utility", limits=(0, HEAVIEST)),
    Knob("place", 0, "weight of the place among all seats", limits=(0, HEAVIEST)),
    Knob("margin", 0, "weight of the lead over the table's mean, in the game's points", limits=(0, HEAVIEST)),
    Knob("points", 0, "weight of the own points, whatever others have", limits=(0, HEAVIEST)),
    Knob("scale", 10, "points that margin and points are measured in", limits=(1, 1 << 16)),
)


def check_utility(spec: str, values: Mapping[str, Any]) -> None:
    """Refuse weights of the utility that mean nothing."""
    if not any(values[name] for name in ("win", "place", "margin", "points")):
        raise InvalidError(f"bot {spec!r}: win, place, margin and points are all 0; right would be win=1")
    if values["scale"] != UTILITY[-1].default and not (values["margin"] or values["points"]):
        raise InvalidError(f"bot {spec!r}: scale={values['scale']} has no effect without margin=1 or points=1")


class GreedyBot(Bot):
    """One step ahead, judged by the game."""

    name = "greedy"
    doc = "the action whose successor the game judges best for the seat"
    knobs = (Knob("worlds", 8, "worlds looked at where something is hidden", limits=(1, 4096)), *UTILITY)

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        check_utility(self.spec, values)

    def start(self, game: Game, board: Array, seat: int, settings: Seating) -> None:
        super().start(game, board, seat, settings)
        self._settings = settings_array(self.engine, **shared_settings(self))
        array = self.engine.array
        self._scratch = array(2), array(MOST_SEATS), array(2 * MOST_SEATS)

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        actions = self.look(seen)
        if len(actions) == 1:
            return actions[0]
        worlds = 1 if self.perfect else self.values["worlds"]
        self.engine.look_ahead(
            self.board, self._work, self._seen, self._settings, self._world, self._actions, *self._scratch,
            self._rng, self._weights, worlds,
        )  # fmt: skip
        return self.pick(actions, [int(self._weights[i]) for i in range(len(actions))])


def shared_settings(bot: Bot) -> dict[str, int]:
    """Settings that every searching bot needs."""
    assert bot.game is not None
    values = bot.values
    weights = {name.upper(): values[name] for name in ("win", "place", "margin", "points", "scale")}
    return {"SEAT": bot.seat, "SEATS": bot.seats, "WORDS": bot.game.layout.words, "PERFECT": int(bot.perfect), **weights}


class Truth(np.ndarray[Any, Any]):
    """Words of a true state, given as such: a bot that cheats takes nothing else, so that none plays on a view by mistake."""


def view(bot: Bot, state: State) -> Array:
    """What `bot` is given to choose from, being to move in `state`: what its seat sees; the truth if it cheats, which it says."""
    return state.words.copy().view(Truth) if bot.cheats else state.observe(state.turn)


BOTS: dict[str, type[Bot]] = {bot.name: bot for bot in (RandomBot, GreedyBot, ExpertBot)}
ELSEWHERE = {"uct": "mutapa.search.uct:UctBot", "bidder": "mutapa.search.bidders:BidderBot"}
"""Bots of ours that build on those above: imported when they are named."""


def bot_names() -> list[str]:
    """Every bot that `make` knows by name: ours, then installed ones. Imports none of these."""
    known = [*BOTS, *ELSEWHERE]
    return [*known, *(name for name in others.targets() if name not in known)]


def bot_class(name: str) -> type[Bot]:
    """The class of a bot of `bot_names`; `InvalidError` if an installed one can't be imported or is none."""
    return BOTS.get(name) or _own(ELSEWHERE.get(name) or others.targets()[name])


def _own(target: str) -> type[Bot]:
    found = others.load(target)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise InvalidError(f"bot {target}: no subclass of mutapa.search.bots.Bot")
    return found


class _Knobs(dict[str, tuple[Knob, ...]]):
    """Options by bot; a bot from elsewhere is imported when it is named, not before."""

    def __missing__(self, name: str) -> tuple[Knob, ...]:
        return bot_class(name).knobs


def options(name: str) -> tuple[Knob, ...]:
    """The options of a bot: name, default, doc."""
    return bot_class(name).knobs if name in bot_names() else make(name).knobs


def read(spec: str) -> tuple[type[Bot], str, dict[str, Any]]:
    """What `spec` says, without making the bot: its class, how it is called, all its options; `InvalidError` as `make`."""
    said, spec = spec, levels.file_spec(spec)
    whole = BOTS.get(spec.partition(":")[0].strip())
    if whole is not None and whole.whole:
        kind, name = whole, whole.name
        values = {whole.knobs[0].name: spec.partition(":")[2].strip()}
    elif others.is_python(spec):
        target, given = others.python(spec)
        kind, name = _own(target), f"{others.PYTHON}:{target}"
        short = kind.__name__
        _, values = specs.read(f"{short}:{given}", [short], {short: kind.knobs})
    else:
        name, values = specs.read(spec, bot_names(), _Knobs(), said, levels.NAMED)
        kind = bot_class(name)
    return kind, name, values


def make(spec: str, over: Mapping[str, Any] | None = None) -> Bot:
    """The bot of `spec`, with the options of `over` laid over it; `InvalidError` names what is unknown, and the nearest name."""
    kind, name, values = read(spec)
    given = [(option, str(value)) for option, value in (over or {}).items()]
    specs.lay(f"bot {spec!r}", values, kind.knobs, given)
    bot = kind(values)
    bot.name = name  # as it is installed or called, whatever its class says
    return bot
