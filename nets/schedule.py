"""How a network learns: the settings, and the learning rate at a step, a function of its number alone."""

from __future__ import annotations

import math
from dataclasses import dataclass

END = 0.05
"""Where a cosine decay ends, as a share of its height."""


@dataclass
class Learning:
    """Settings of a learner."""

    first_steps: int = 2000
    """Steps of the optimiser in stage 0."""
    steps: int = 1000
    """Steps in each later stage."""
    batch: int = 512
    rate: float = 0.002
    """Learning rate at its height."""
    warm_up: int = 100
    """Steps over which it rises from 0."""
    decay: str = "cosine"
    """Over the whole run to a twentieth: `cosine`, or `none`."""
    weight_decay: float = 0.0001
    clip: float = 1.0
    """Largest norm of a gradient; 0: any."""
    ema: float = 0.998
    """The network that plays is the moving average of the weights, of this memory a step; 0: the weights themselves."""
    outcome: float = 0.5
    """Value target: share of the outcome; the rest is the value of the search's root."""
    policy: float = 1.0
    """Weight of the policy's loss; the value's is 1."""
    margin: float = 0.1
    """Weight of the auxiliary target: margins at the end; 0: not learnt."""
    bids: float = 0.1
    """Weight of the auxiliary target: rivals' next bids; 0: not learnt."""
    symmetries: bool = True
    """Whether positions are turned by the symmetries of their map."""
    window: int = 300_000
    """Replay window: the most positions to learn from, the newest ones."""
    checkpoint: int = 200
    """Steps between two checkpoints."""
    held_out: int = 20
    """One in so many games is never learnt from but tested on, and kept as a record; 0: none."""
    threads: int = 1
    """Threads of torch; the same weights, bit for bit, come only of the same number."""


def rate(settings: Learning, step: int, total: int) -> float:
    """The learning rate of step `step` (from 0) of `total`.

    >>> settings = Learning(rate=1.0, warm_up=10)
    >>> [round(rate(settings, step, 100), 3) for step in (0, 9, 10, 55, 99)]
    [0.1, 1.0, 1.0, 0.517, 0.05]
    """
    if step < settings.warm_up:
        return settings.rate * (step + 1) / settings.warm_up
    if settings.decay == "none":
        return settings.rate
    done = (step - settings.warm_up) / max(1, total - 1 - settings.warm_up)
    return settings.rate * (END + (1 - END) * 0.5 * (1 + math.cos(math.pi * min(1.0, done))))


def memory(settings: Learning, step: int) -> float:
    """How much of the moving average is kept at step `step`: less at first, when there is little to average."""
    return min(settings.ema, (1 + step) / (10 + step)) if settings.ema else 0.0
