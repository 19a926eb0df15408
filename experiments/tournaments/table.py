"""Who plays at the arena, by which rules of the table, and what a game there came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from mutapa.core import registry
from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import Game
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_options
from mutapa.core.streams import Array, derive
from mutapa.experiments.engines.limits import Limits, check_cores, check_sandbox
from mutapa.experiments.parameters import description, match_options
from mutapa.search.budget import clock_of

FORFEITS = ("play", "void")
PREFIX = "engine:"


@dataclass
class Entrant:
    """Who takes part: a bot of ours by spec, or any program by its command; one of the two."""

    name: str
    author: str = ""
    bot: str = ""
    """A spec, as in ``uct:sims=400``; ``engine:COMMAND`` is a program too."""
    command: str = ""
    """As in a shell, without its expansions."""
    options: dict[str, str] = field(default_factory=dict)
    """What is set before a game: ``set NAME VALUE``."""
    limits: Limits = field(default_factory=Limits)
    inside: bool = False
    """A bot of ours in the arena's own process: quicker, and nothing holds it to limits."""

    @classmethod
    def of(cls, spec: str, name: str = "") -> Entrant:
        """The entrant of a bot's spec or of ``engine:COMMAND``; its name is the spec unless one is given."""
        return cls(name or spec, bot=spec)

    @property
    def program(self) -> str:
        """The command of a program; empty for a bot of ours."""
        return self.command or (self.bot.removeprefix(PREFIX).strip() if self.bot.startswith(PREFIX) else "")

    def check(self) -> None:
        """`InvalidError` names what is wrong, as far as it can be said without starting anything."""
        from mutapa.search import bots

        where = f"entrant {self.name!r}"
        if not self.name or not self.name.isprintable() or len(self.name) > 200:
            raise InvalidError(f"{where}: right would be a name of 1 to 200 letters")
        if bool(self.bot) == bool(self.command):
            raise InvalidError(f"{where}: right would be one of bot (a spec of ours) and command (any program)")
        if self.bot:
            made = bots.make(self.bot)
            if not self.program and not self.inside and (made.cheats or made.asks_types):
                raise InvalidError(f"{where}: bot {self.bot!r} asks for what no seat is told; no engine can be that")
        if self.inside and self.program:
            raise InvalidError(f"{where}: a program can't play inside the arena; right would be inside: false")
        if self.inside and self.options:
            raise InvalidError(f"{where}: options of a bot inside the arena belong into its spec: bot: uct:sims=400")
        self.limits.check(where)


@dataclass
class Table:
    """The rules of the table: what is played, the time, what a failure costs, how engines are held."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the rules."""
    setup: str | None = None
    """A set-up file; None: drawn from the seed."""
    seed: int = 0
    """What set-ups, luck and bots follow from. No engine is ever told."""
    sims: int | None = None
    """Simulations a step."""
    movetime: float | None = None
    """Seconds a step."""
    clock: str | None = None
    """Seconds of each seat for a game, and what each turn adds: ``60+0.5``."""
    grace: float = 0.05
    """Seconds that an answer may take beyond its limit."""
    hold: float = 1.0
    """Seconds at most that are forgiven a late answer if, by the system's count, it only waited for a core so long."""
    patience: float = 60.0
    """Seconds for an answer that has no other limit."""
    forfeits: str = "play"
    """What a failure costs. ``play``: the seat is played on passively and ranked last; ``void``: the game counts for nothing."""
    restart: bool = False
    """A new process for every game."""
    sandbox: str = "none"
    """``bubblewrap``: no network, files read-only. Where that program doesn't exist engines play without, and outcomes say so."""
    hidden: list[str] = field(default_factory=list)
    """Files and folders that no engine may see, such as the store with the seed: kept by the sandbox, by nothing else."""
    cores: list[int] = field(default_factory=list)
    """Cores that engines may run on; none: any."""
    backend: str = "object"

    def check(self) -> Game:
        """The game; `InvalidError` names what is wrong."""
        game = registry.get(self.game)
        check_options(game, self.options, "table")
        check_sandbox("table", self.sandbox)
        check_cores("table", self.cores)
        if self.forfeits not in FORFEITS:
            raise unknown("table: forfeits", "way", self.forfeits, FORFEITS)
        if self.clock is not None:
            clock_of("table: clock", self.clock)
            if self.movetime is not None:
                raise InvalidError("table: clock and movetime are both given; right would be one of them")
        for name in ("movetime", "grace", "hold", "patience"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < float("inf"):
                raise InvalidError(f"table: {name} is {value}; right would be seconds, from 0 on")
        if self.sims is not None and self.sims < 1:
            raise InvalidError(f"table: sims is {self.sims}; right would be a number from 1 on")
        if not 0 <= self.seed <= MOST_SEED:
            raise InvalidError(f"table: seed is {self.seed}; right would be a number from 0 to {MOST_SEED}")
        return game

    def deal(self, game: Game, seats: int, setup: int) -> dict[str, Any]:
        """The set-up number `setup`: a function of the seed, as block `setup` of a match with that seed has it."""
        options = match_options(game, self.options, self.setup)
        low, high = derive(self.seed, "block", setup, "setup").tolist()
        return description(game, seats, low | (high & 0x3FFFFF) << 32, options, self.setup)

    def luck(self, setup: int) -> Array:
        """The key of nature's draws in all games with set-up number `setup`."""
        return derive(self.seed, "block", setup, "luck")


class Fixture(Protocol):
    """A game to be played: what the arena reads of it."""

    @property
    def number(self) -> int:
        """From 1 on, one number a game: streams of bots follow from it, and engines are told it (``g17``)."""

    @property
    def block(self) -> int: ...

    @property
    def setup(self) -> int:
        """Number of the set-up: games with one number share set-up and luck."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of entrants by seat."""


@dataclass
class Account:
    """One seat's part in a game."""

    entrant: str
    verdict: str | None = None
    """Of `protocol.VERDICTS`; None: it played to the end."""
    words: str = ""
    """What happened, in a line."""
    item: int = 0
    """Number of the log item at which it was found out."""
    output: list[str] = field(default_factory=list)
    """The last lines that a failed engine wrote; those of stderr begin with ``! ``."""
    seconds: float = 0.0
    """What its answers took, in all."""
    slowest: float = 0.0
    """The longest of them."""
    steps: int = 0
    """How often it was asked."""
    waited: float = 0.0
    """Seconds for which the machine, short of cores, kept late answers waiting."""


@dataclass
class Outcome:
    """What a game came to."""

    ranks: list[int]
    """By seat, 1 is best, equal ranks share; who forfeited comes last, the earlier the later. Empty if the game is void."""
    margins: list[int]
    """By seat, in the game's points. Empty if void."""
    record: bytes
    """The whole game (`core.record`); it replays anywhere."""
    reason: str
    """normal, forfeit or void."""
    accounts: list[Account]
    """By seat."""
    plies: int = 0
    """Steps in the record, nature's too."""
    seconds: float = 0.0
    words: str = ""
    """Why the game is void."""
    capped: bool = False
    """Whether a round cap ended it."""
    sandbox: str = ""
    """How its engines were held, in a line; empty if no sandbox was asked for."""


def ranked(ranks: list[int], fallen: dict[int, int]) -> list[int]:
    """`ranks` by seat, with those of `fallen` (seat: when, the earlier the smaller) behind all others.

    >>> ranked([1, 2, 3], {0: 5})
    [3, 1, 2]
    >>> ranked([1, 1, 3], {0: 5, 2: 9})
    [3, 1, 2]
    """
    keys = [(1, -fallen[seat]) if seat in fallen else (0, rank) for seat, rank in enumerate(ranks)]
    return [1 + sum(key < mine for key in keys) for mine in keys]
