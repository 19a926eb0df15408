"""The gate: does a new network replace the one that stands? A sequential test of their searches at equal simulations.

Blocks are played at the run's numbers of seats in turn, the new one alone among copies of the old. Log-likelihood ratios of
different numbers of seats add up. Undecided after the last block, the better mean stands; the old one where they are even.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mutapa.experiments.laboratory.sequential import Hypotheses, ratio
from mutapa.experiments.training.training import Gate


@dataclass(frozen=True)
class Verdict:
    """How the gate stands after the blocks played so far."""

    accepted: bool | None
    """None: undecided."""
    blocks: int
    """That count: up to the one that decided."""
    ratio: float
    """Summed log-likelihood ratio of `elo1` to `elo0`."""
    lead: float
    """Mean of share of the win - an even share."""
    why: str

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "accepted": self.accepted, "blocks": self.blocks, "ratio": round(self.ratio, 6), "lead": round(self.lead, 6),
            "why": self.why,
        }  # fmt: skip


def verdict(gate: Gate, seats: Sequence[int], shares: Mapping[int, float | None]) -> Verdict:
    """The verdict on blocks 1, 2, ... as far as all are there (None: void); what came ahead of its turn doesn't count yet.

    Block b has ``seats[(b - 1) % len(seats)]`` players.
    """
    lower, upper = math.log(gate.beta / (1 - gate.alpha)), math.log((1 - gate.beta) / gate.alpha)
    scores: dict[int, list[float]] = {each: [] for each in seats}
    ratios = dict.fromkeys(seats, 0.0)
    leads: list[float] = []
    for block in range(1, gate.blocks + 1):
        if block not in shares:
            return Verdict(None, block - 1, sum(ratios.values()), _mean(leads), "")
        share, n = shares[block], seats[(block - 1) % len(seats)]
        if share is None:
            continue
        scores[n].append(share)
        leads.append(share - 1 / n)
        ratios[n] = ratio(Hypotheses(n, gate.elo0, gate.elo1, gate.alpha, gate.beta), scores[n])
        total = sum(ratios.values())
        if total >= upper:
            return Verdict(True, block, total, _mean(leads), "it is stronger")
        if total <= lower:
            return Verdict(False, block, total, _mean(leads), "it is not stronger by as much as was asked")
    better = _mean(leads) > 0
    mean = _mean(leads)
    why = f"undecided after {gate.blocks} blocks; " + (
        f"the {'new' if better else 'old'} one has the better mean" if mean else "the old one stays where they are even"
    )
    return Verdict(better, gate.blocks, sum(ratios.values()), _mean(leads), why)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
