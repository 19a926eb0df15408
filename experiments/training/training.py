"""A training run as its config describes it: read, checked, spelled out. The run itself is `mutapa.experiments.training.train`.

Stage 0 learns from games of the *teacher* (warm start); every later stage plays games with the network that stands, goes on
learning from the newest games, and asks the gate whether the new network shall stand in its place.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.features import features_of
from mutapa.core.game import Game
from mutapa.core.record import MOST_SEED
from mutapa.core.state import check_options, check_seats
from mutapa.experiments import config
from mutapa.experiments.training import selfplay
from mutapa.experiments.training.selfplay import Playing
from mutapa.nets.schedule import Learning
from mutapa.nets.shape import Widths, shape_of
from mutapa.search import bots, specs


@dataclass
class Teacher:
    """Who is imitated in stage 0: any bot, the game's expert or a search without a network."""

    bot: str = "uct"
    games: int = 1000
    playing: Playing = field(default_factory=Playing)


@dataclass
class Gate:
    """Whether a new network replaces the old: a sequential test of the two at equal simulations (`training/gate.py`)."""

    blocks: int = 100
    """The most blocks; undecided by then, the one with the better score stands. 0: the newer always does."""
    elo0: float = 0.0
    elo1: float = 40.0
    alpha: float = 0.05
    beta: float = 0.05
    sims: int = 100
    blunder: float = 0.0
    """Share of steps made at random by both. Needed where neither set-up nor luck makes games differ: or blocks are alike."""


@dataclass
class Rating:
    """Games against fixed opponents after each stage: how strength grows."""

    opponents: list[str] = field(default_factory=list)
    """Specs with a budget of their own."""
    blocks: int = 10
    """Against each opponent, at each number of seats."""
    sims: int = 100
    """Of the network's search."""


@dataclass
class Training:
    """A run."""

    game: str
    seats: list[int] = field(default_factory=list)
    """Numbers of players, in turn; default: all that the game takes."""
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    stages: int = 3
    """With stage 0."""
    teacher: Teacher = field(default_factory=Teacher)
    player: str = "uct"
    """The search that plays with the network, without `net` and budget."""
    games: int = 500
    """Games of each later stage."""
    playing: Playing = field(default_factory=Playing)
    model: dict[str, Any] = field(default_factory=dict)
    """Widths of the network (`mutapa.nets.model.Widths`)."""
    start: str = ""
    """File of a network to begin with, of the same game and sizes; empty: one drawn by the seed."""
    learner: Learning = field(default_factory=Learning)
    gate: Gate = field(default_factory=Gate)
    rating: Rating = field(default_factory=Rating)
    asynchronous: bool = False
    """Later stages learn while their games are played, by the newest weights published: nobody waits, and no two runs are the
    same. Needs ``--ray``."""
    out: str = ""
    """Folder of the run; default: ``runs/NAME``, after the config."""
    backend: str = "object"


@dataclass(frozen=True)
class Plan:
    """A checked config."""

    training: Training
    game: Game
    where: str

    @property
    def folder(self) -> Path:
        """Where the run lies unless another place is asked for."""
        return Path(self.training.out or Path("runs") / Path(self.where).stem)

    @property
    def steps(self) -> list[int]:
        """Steps of the optimiser by stage."""
        learner = self.training.learner
        return [learner.first_steps, *[learner.steps] * (self.training.stages - 1)]

    def data(self) -> dict[str, Any]:
        """All that decides the run, by dotted names."""
        whole = dataclasses.asdict(self.training)
        if not self.training.gate.blunder:  # a run that was begun before there was such a share goes on
            del whole["gate"]["blunder"]
        if not self.training.start:
            del whole["start"]
        return dict(_flat({name: whole[name] for name in whole if name not in ("out", "backend")}))

    @property
    def hash(self) -> str:
        """Tells plans apart."""
        return hashlib.blake2b(json.dumps(self.data()).encode(), digest_size=6).hexdigest()

    def task(self, stage: int, net: Path | None) -> selfplay.Task:
        """The games of a stage, still without their numbers; `net`: the file of the network that plays."""
        training = self.training
        if net is None:
            spec, playing = training.teacher.bot, training.teacher.playing
            called = spec
        else:
            spec, playing = with_net(training.player, net), training.playing
            called = with_net(training.player, net.name)
        return selfplay.Task(
            training.game, training.options, tuple(training.seats), spec, called, training.seed, stage, 1, 0, playing,
            training.learner.held_out, training.backend,
        )  # fmt: skip

    def games(self, stage: int) -> int:
        """How many games a stage plays."""
        return self.training.games if stage else self.training.teacher.games


def with_net(spec: str, net: str | Path, sims: int | None = None, blunder: float = 0.0) -> str:
    """`spec` with the network in the file `net`, `sims` simulations a step and the share `blunder` of steps at random."""
    kind, name, values = bots.read(spec)
    return specs.write(name, {**values, "net": str(net), "sims": sims, **({"blunder": blunder} if blunder else {})}, kind.knobs)


def check_blunder(share: float, player: str, where: str) -> None:
    """Refuse a share of steps at random that makes no sense, or that `player` doesn't take."""
    if not 0 <= share < 1:
        raise InvalidError(f"{where}: blunder is {share}; right would be a share from 0 on, below 1")
    if share and all(knob.name != "blunder" for knob in bots.read(player)[0].knobs):
        raise InvalidError(f"{where}: player {player!r} makes no steps at random; right would be blunder: 0, or a player as uct")


def load(path: Path | str, changes: Sequence[str] = ()) -> Plan:
    """The run that the YAML file `path` describes, with `changes` (``learner.ema=0``) laid over it."""
    for each in changes:
        if not each.partition("=")[0] or "=" not in each:
            raise InvalidError(f"--set: {each!r} is no setting; write NAME=VALUE, as in learner.ema=0")
    if not changes:
        return checked(config.load(path, Training), str(path))
    whole = config.mapping(path)
    try:
        laid = OmegaConf.to_container(OmegaConf.merge(OmegaConf.create(whole), OmegaConf.from_dotlist(list(changes))))
    except (OmegaConfBaseException, TypeError, ValueError) as error:
        raise InvalidError(f"--set: {' '.join(changes)}: {str(error).splitlines()[0]}") from error
    assert isinstance(laid, dict)
    return checked(config.checked(laid, Training, str(path)), str(path))


def checked(training: Training, where: str) -> Plan:
    """`training` with its defaults spelled out."""
    game = registry.get(training.game)
    features_of(game)
    if not 0 <= training.seed <= MOST_SEED:
        raise InvalidError(f"{where}: seed is {training.seed}; right would be a number from 0 to {MOST_SEED}")
    training.seats = [check_seats(game, each, where) for each in training.seats or range(game.seats[0], game.seats[1] + 1)]
    options = dict(training.options)
    if "round_cap" in game.options and "round_cap" not in options:
        options["round_cap"] = game.match_rounds
    training.options = check_options(game, options, where)
    training.teacher.bot = selfplay.check_bot(training.teacher.bot, f"{where}: teacher")
    training.player = _player(training.player, where)
    for part, playing in (("teacher.playing", training.teacher.playing), ("playing", training.playing)):
        selfplay.check(playing, f"{where}: {part}")
    _check_learner(training.learner, f"{where}: learner")
    _least(training, where, stages=1, games=1)
    _least(training.teacher, f"{where}: teacher", games=1)
    _least(training.gate, f"{where}: gate", blocks=0, sims=1)
    _least(training.rating, f"{where}: rating", blocks=1, sims=1)
    gate = training.gate
    check_blunder(gate.blunder, training.player, f"{where}: gate")
    if not gate.elo0 < gate.elo1 or not (0 < gate.alpha < 0.5 and 0 < gate.beta < 0.5):
        raise InvalidError(f"{where}: gate: right would be elo0 below elo1, and alpha and beta between 0 and 0.5")
    for spec in training.rating.opponents:
        bots.make(spec)
    shape_of(game, config.checked(training.model, Widths, f"{where}: model"))
    return Plan(training, game, where)


def _player(spec: str, where: str) -> str:
    """The canonical spec of the search that plays, still without its network."""
    kind, name, values = bots.read(spec)
    if all(knob.name != "net" for knob in kind.knobs):
        raise InvalidError(f"{where}: player {spec!r} takes no network; right would be a search that does, as uct")
    if values["net"] is not None:
        raise InvalidError(f"{where}: player {spec!r} names a network; right would be without, it gets the run's own")
    selfplay.check_bot(with_net(spec, "a.safetensors"), f"{where}: player")  # some options make sense only with one
    return specs.write(name, {**values, "sims": None}, kind.knobs)


def _check_learner(learner: Learning, where: str) -> None:
    _least(learner, where, first_steps=1, steps=0, batch=1, warm_up=0, window=1, checkpoint=1, held_out=0, threads=1)
    _least(learner, where, rate=0, weight_decay=0, clip=0, policy=0, margin=0, bids=0)
    if learner.held_out == 1:
        raise InvalidError(f"{where}: held_out is 1, so nothing is left to learn from; right would be 0 (none) or 20")
    for name in ("ema", "outcome"):
        if not 0 <= getattr(learner, name) <= (1 if name == "outcome" else 0.999999):
            raise InvalidError(f"{where}: {name} is {getattr(learner, name)}; right would be a share, from 0 to 1")
    if learner.decay not in ("cosine", "none"):
        raise InvalidError(f"{where}: decay is {learner.decay!r}; right would be cosine or none")


def _least(of: Any, where: str, **least: float) -> None:
    for name, low in least.items():
        value = getattr(of, name)
        if not value >= low:
            raise InvalidError(f"{where}: {name} is {value}; right would be {low} or more")


def _flat(whole: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in whole.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def resolved(plan: Plan) -> Mapping[str, Any]:
    """The config with everything spelled out, as it is written into the run's folder."""
    return dataclasses.asdict(plan.training)
