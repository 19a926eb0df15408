"""Variations of a training: one config, and for each of its parts the run without it. What `mutapa ablate-training` compares.

All variations have the same seeds. Each is tried on the same games, which none has learnt from: games of the base's teacher, a
bot without a network, so that they favour no variation. Its networks play against those of the whole training.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.experiments import config
from mutapa.experiments.training import selfplay, training

WHOLE = "whole"
"""The training with all its parts."""
HELD_OUT = 1000
"""Number of the stage, one that no run has, whose games nobody learns from."""


@dataclass
class Trial:
    """How networks are tried."""

    games: int = 200
    """Of the base's teacher: for losses."""
    blocks: int = 40
    """A network alone among copies of the whole training's of the same seed, for each seed and number of seats."""
    sims: int = 100
    """Simulations a step in these."""
    blunder: float = 0.0
    """Share of steps made at random in these. Needed where neither set-up nor luck makes games differ: or all blocks are one."""


@dataclass
class Variations:
    """A comparison of trainings."""

    base: str
    """The training, a config by its path from this one's folder."""
    variants: dict[str, list[str]]
    """Changes by name, as ``--set`` of `mutapa train` takes them."""
    changes: list[str] = field(default_factory=list)
    """Changes that all have: a smaller run, say."""
    seeds: list[int] = field(default_factory=lambda: [1])
    trial: Trial = field(default_factory=Trial)
    alpha: float = 0.05
    question: str = ""
    out: str = ""
    """Folder; default: ``ablations/NAME``, after the config."""


@dataclass(frozen=True)
class Run:
    """One training: a variant under a seed."""

    variant: str
    seed: int
    plan: training.Plan

    @property
    def name(self) -> str:
        """Of its folder."""
        return f"{self.variant.replace(' ', '-')}-{self.seed}"


@dataclass(frozen=True)
class Compared:
    """A checked config."""

    variations: Variations
    runs: list[Run]
    """Seed by seed, the whole training first."""
    where: str

    @property
    def base(self) -> training.Plan:
        """The whole training under the first seed."""
        return self.runs[0].plan

    @property
    def names(self) -> list[str]:
        """The variants, the whole training first."""
        return [WHOLE, *self.variations.variants]

    def of(self, variant: str) -> list[Run]:
        """Its runs."""
        return [run for run in self.runs if run.variant == variant]

    def held_out(self) -> list[selfplay.Task]:
        """Games that no run learns from."""
        whole = self.base.task(0, None)._replace(stage=HELD_OUT, records=0)
        return list(selfplay.tasks(whole, self.variations.trial.games))

    def data(self) -> dict[str, Any]:
        """All that decides the results."""
        told = dataclasses.asdict(self.variations)
        return {**{name: told[name] for name in told if name != "out"}, "base": self.base.data()}


def load(path: Path) -> Compared:
    """The comparison in the YAML file `path`; `InvalidError` says what is wrong with it."""
    found = config.load(path, Variations)
    where = str(path)
    if not found.seeds or len(set(found.seeds)) != len(found.seeds):
        raise InvalidError(f"{where}: seeds are {found.seeds}; right would be one or several, all different")
    if not 0 < found.alpha < 0.5:
        raise InvalidError(f"{where}: alpha is {found.alpha}; right would be a number between 0 and 0.5")
    for name in ("games", "blocks", "sims"):
        if getattr(found.trial, name) < 1:
            raise InvalidError(f"{where}: trial: {name} is {getattr(found.trial, name)}; right would be 1 or more")
    for name in found.variants:
        if name == WHOLE or not all(part.isalnum() for part in name.replace("-", " ").split(" ")):
            raise InvalidError(f"{where}: variant {name!r}; right would be a name of letters and digits, other than {WHOLE}")
    return Compared(found, list(_runs(found, path)), where)


def _runs(found: Variations, path: Path) -> Iterator[Run]:
    plans: dict[str, str] = {}
    base = path.parent / found.base
    for seed in found.seeds:
        for name, changes in {WHOLE: [], **found.variants}.items():
            plan = training.load(base, [*found.changes, *changes, f"seed={seed}"])
            training.check_blunder(found.trial.blunder, plan.training.player, f"{path}: trial")
            twin = plans.setdefault(plan.hash, name)
            if twin != name:
                raise InvalidError(f"{path}: variant {name!r} is {twin!r} again; right would be a change that changes something")
            if name != WHOLE and plan.game is not training.load(base, found.changes).game:
                raise InvalidError(f"{path}: variant {name!r} is of another game; right would be that of {base}")
            yield Run(name, seed, plan)


def changed(whole: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """In words, how the plan of a variant differs from the whole one."""
    return ", ".join(f"{name}={other.get(name)}" for name in {**whole, **other} if other.get(name) != whole.get(name))
