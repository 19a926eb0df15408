"""A bot as an engine's constants: which of ours it is, the settings of its search, the options that can still be set.

What chooses other code, or what is read from a file, is fixed when the engine is made; numbers that a bot declares can be set.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from mutapa.core.errors import InvalidError
from mutapa.core.game import SEATS, UNIT, Game, no_chance
from mutapa.core.protocol import Setting
from mutapa.core.state import State
from mutapa.nets.network import memory_of
from mutapa.nets.shape import layers_room, plan_of
from mutapa.nets.weights import find, load
from mutapa.search import levels, variants
from mutapa.search import settings as at
from mutapa.search.bots import make
from mutapa.search.engine import SEED, setting_of
from mutapa.search.expectations import Heuristic, Learned, expectation, teller
from mutapa.search.export import believing
from mutapa.search.specs import Knob
from mutapa.search.threads import DEPTH
from mutapa.search.variants import KNOWN

KINDS = ("random", "expert", "greedy", "uct")
OWN = ("sims", "seconds", "stop", "extend", "trees", "threads", "memory", "nodes", "blunder", "temperature", "reuse", "worlds")
"""Options that the C part reads by name: K_SIMS and so on, from -1 downward."""
SCALED = {"c": "EXPLORE", "urgency": "URGENCY", "flat": "FLAT", "trust": "TRUST", "mix": "MIX", "paranoia": "PARANOIA",
          "epsilon": "EPSILON", "lean": "LEAN"}  # fmt: skip
PLAIN = {"considered": "CONSIDERED", "horizon": "HORIZON", "win": "WIN", "place": "PLACE", "margin": "MARGIN",
         "points": "POINTS", "scale": "SCALE"}  # fmt: skip


STRENGTH = ("sims", "blunder", "temperature")
"""Options that a level of play is made of."""


class Option(NamedTuple):
    """An option of an engine: how it is announced, and where its number goes."""

    knob: Knob
    setting: Setting
    where: str
    """A place in the settings, ``SET_...``, or one that the C part knows, ``K_...``."""
    scale: int
    value: float | None


class Outside(NamedTuple):
    """A file of weights that an engine reads when it starts: what it must be, and where in it the engine finds them."""

    size: int
    seal_at: int
    seal: str
    """`mutapa.nets.weights`: the hash of the whole file with zeros in its place."""
    pieces: list[int]
    """For each tensor, in the order that code reads them: its place in the file and its bytes."""


class Player:
    """What there is to know of the bot `spec`, to be made for `game`; `InvalidError` if it can't be."""

    def __init__(self, game: Game, spec: str) -> None:
        self.game, self.bot = game, make(levels.in_game(spec, game.name))
        bot = self.bot
        if bot.name not in KINDS:
            raise InvalidError(f"bot {bot.spec!r}: it can't be exported; right would be one of {', '.join(KINDS)}")
        if bot.cheats or bot.asks_types:
            raise InvalidError(f"bot {bot.spec!r}: it asks for what no seat is told; an engine gets a log and nothing else")
        values = bot.values
        if values.get("clock") is not None:
            raise InvalidError(f"bot {bot.spec!r}: an engine is told its clock by the protocol; right would be no clock=")
        if values.get("batch"):
            raise InvalidError(f"bot {bot.spec!r}: an engine has no torch to think in batches by; right would be no batch=")
        bidders = None if values.get("auction", "open") == "open" else expectation(values["auction"], values["table"])
        self.bidders = bidders
        """What it expects of rivals' bidder types; None: they bid by the tree."""
        if isinstance(bidders, Learned) and bidders.data["game"] != game.name:
            raise InvalidError(f"{bidders.path}: a table of bidders in {bidders.data['game']}; right would be one of {game.name}")
        self.foretells = bot.name == "uct" and teller(values) is not None
        """Whether its network makes rivals' bids."""
        net = values.get("net") or (teller(values) if self.foretells else None)
        self.file = None if net is None else find(str(net), game)
        """The file of its network, if it has one."""
        self.weights = None if self.file is None else load(self.file, game)
        """The weights of its network, if it has one; `InvalidError` where the file is none of this game's."""
        if self.weights is not None and self.foretells and not self.weights.header.shape.bids:
            raise InvalidError(f"bot {bot.spec!r}: networks of {game.name} foretell no bids; right would be auction=open")
        if values.get("weights") is not None and game.weights is None:
            raise InvalidError(f"bot {bot.spec!r}: {game.name} has no weights by name; right would be no weights")
        if values.get("chance", "open") != "open" and game.rules.chance is no_chance:
            raise InvalidError(f"bot {bot.spec!r}: nature never moves in {game.name}; right would be chance=open")
        self.options = [option for knob in bot.knobs if (option := self._option(knob)) is not None]

    @property
    def kind(self) -> int:
        """Which bot of ours: its place in `KINDS`."""
        return KINDS.index(self.bot.name)

    def settings(self) -> list[int]:
        """The settings of the search (`mutapa.search.settings`) but for those that seat and game decide."""
        found = [0] * at.LENGTH
        found[at.SCALE] = 1
        values = self.bot.values
        if self.bot.name == "uct":
            for name, value in variants.settings_of(values, self.game.seats[0]).items():
                found[getattr(at, name)] = value
        for option, place in PLAIN.items():
            if values.get(option) is not None:
                found[getattr(at, place)] = values[option]
        if self.bidders is not None:
            found[at.AUCTION], found[at.LATER] = at.LIMITS, self.bidders.later
        if self.foretells:
            found[at.AUCTION] = at.FORETOLD
        found[at.NET] = int(values.get("net") is not None)
        found[at.WORDS], found[at.DEPTH], found[at.LOGS] = self.game.layout.words, DEPTH, at.TABLE
        return found

    def horizons(self) -> list[int]:
        """Steps of a rollout by the number of seats, from 0 on, where the option isn't set."""
        if self.bot.name != "uct":
            return [0] * (1 + SEATS)
        return [variants.horizon(self.bot.values, seats) for seats in range(1 + SEATS)]

    def constants(self) -> dict[str, int]:
        """Facts of the bot by the name that the C part knows them by."""
        values = self.bot.values
        uct = self.bot.name == "uct"
        worlds = values["worlds"] if uct else "so"
        return {
            "BOT": self.kind,
            "BELIEFS": int(self.bidders is not None),
            "PRIOR": believing.LEARNED if isinstance(self.bidders, Learned) else int(isinstance(self.bidders, Heuristic)),
            "KNOWN_WORLDS": int(worlds in KNOWN),
            "PIMC": int(worlds == "pimc"),
            "REUSES": int(uct and variants.reuses(values)),
            "FIXED_TREES": variants.trees(values) if uct else 0,
            "FIXED_THREADS": values["threads"] if uct else 1,
            "NEEDS_HIDDEN": int(worlds != "so"),
            "NEEDS_OPEN": int(uct and worlds not in KNOWN and (values["graph"] != "none" or values["proven"] == 1)),
            "NEEDS_TWO": int(uct and values["proven"] == 1),
        }

    def games(self) -> tuple[list[int], dict[str, Any]]:
        """Numbers of seats and options of the rules that this bot plays with; `InvalidError` where there are none.

        What is hidden may depend on the options: the defaults are taken if they fit, else the first other value that does.
        """
        least, most = self.game.seats
        if self.bot.name != "uct":
            return list(range(least, most + 1)), {}
        public = all(field.seen == "public" for field in self.game.layout.fields.values())
        others = [{each.name: value} for each in self.game.options.values() for value in each.choices if value != each.default]
        refused: list[InvalidError] = []
        for options in ({}, *others):
            fit = []
            for seats in range(least, most + 1):
                try:
                    board = State.new(self.game, seats, options=options).board
                    perfect = self.game.perfect(board) if self.game.perfect is not None else public
                    variants.check_game(self.bot.spec, self.bot.values, self.game, seats, perfect)
                    fit.append(seats)
                except InvalidError as error:
                    refused.append(error)
            if fit:
                return fit, options
        raise refused[0]

    def table(self) -> list[int]:
        """The table of a learned expectation, row after row; empty for others."""
        return [weight for row in self.bidders.table for weight in row] if isinstance(self.bidders, Learned) else []

    def network(self) -> tuple[dict[str, int], list[int], bytes]:
        """Sizes by the name that the C part knows them by, the plan, and the weights as they lie in the file; none: all empty."""
        if self.weights is None:
            none = dict.fromkeys(("NET_NUMBERS", "NET_LAYERS", "NET_ACTIVE", "NET_DENSE", "NET_SLOTS", "NET_HALF"), 0)
            return none, [0], b""
        shape, half = self.weights.header.shape, self.weights.precision == "float16"
        slots = memory_of(variants.trees(self.bot.values))
        plan = plan_of(shape, self.game.actions_max, slots)
        sizes = {"NET_NUMBERS": shape.numbers, "NET_LAYERS": layers_room(plan), "NET_ACTIVE": shape.active}
        sizes |= {"NET_DENSE": max(1, shape.dense), "NET_SLOTS": slots, "NET_HALF": int(half)}
        return sizes, plan, self.weights.flat.astype("<f2" if half else "<f4").tobytes()

    def levels(self) -> list[tuple[float, str]]:
        """Levels of play that were rated for this very search: Elo above the first (NaN: not measured), and options in full."""
        fixed = [knob.name for knob in self.bot.knobs if knob.name not in (*STRENGTH, "memory")]
        found = []
        for level in levels.levels(self.game.name):
            rated = make(f"{levels.NAME}:{self.game.name}/{level.number}")
            same = rated.name == self.bot.name == "uct" and all(rated.values[name] == self.bot.values[name] for name in fixed)
            if not same or "sims" not in level.options:
                return []  # of another search than this one
            full = {name: level.options.get(name, "0") for name in STRENGTH}
            found.append((float("nan") if level.elo is None else float(level.elo), ",".join(map("=".join, full.items()))))
        return found

    def outside(self) -> Outside:
        """Its network as a file that the engine reads when it starts."""
        assert self.file is not None
        assert self.weights is not None
        data = self.file.read_bytes()
        head = int.from_bytes(data[:8], "little")
        tensors = json.loads(data[8 : 8 + head])
        ranges = (tensors[name]["data_offsets"] for name in self.weights.header.shape.tensors)
        pieces = [number for low, high in ranges for number in (8 + head + low, high - low)]
        return Outside(len(data), data.index(self.weights.seal.encode()), self.weights.seal, pieces)

    def _option(self, knob: Knob) -> Option | None:
        if knob.choices or knob.kind is str or not self._matters(knob):
            return None
        value = self.bot.values[knob.name]
        setting = setting_of(knob)._replace(default="" if value is None else str(value))
        if knob.name in SCALED:
            where, scale = f"SET_{SCALED[knob.name]}", UNIT
        elif knob.name in PLAIN:
            where, scale = f"SET_{PLAIN[knob.name]}", 1
        elif knob.name in OWN:
            where, scale = f"K_{knob.name.upper()}", 1
        else:
            return None
        return Option(knob, setting, where, scale, None if value is None else float(value))

    def _matters(self, knob: Knob) -> bool:
        """Whether another value would change anything, and nothing else would have to change with it."""
        values = self.bot.values
        if self.bot.name != "uct":
            return True
        if knob.name in ("reuse", "trees") and (values["worlds"] == "pimc" or values["select"] == "gumbel"):
            return False
        if knob.name == "reuse" and not variants.reuses({**values, "reuse": None}):
            return False
        if knob.name in ("stop", "extend", "temperature") and (values["select"] == "gumbel" or values["proven"]):
            return False
        without = {
            "urgency": values["select"] == "ucb1", "lean": values["net"] is None,
            "considered": values["select"] != "gumbel", "trust": values["select"] != "gumbel",
            "flat": values["select"] == "ucb1" and not values["widen"], "epsilon": values["rollout"] == "sample",
            "mix": variants.horizon(values) == 0, "horizon": variants.horizon(values) == 0, "paranoia": values["proven"] == 1,
        }  # fmt: skip
        return not without.get(knob.name, False)


def lines(player: Player) -> list[str]:
    """The option lines that the engine announces."""
    return [SEED.line(), *(option.setting.line() for option in player.options)]
