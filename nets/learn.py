"""A network learning by torch: losses of a batch, a step of the optimiser, the moving average, and all of it as bytes.

Nothing is pickled: a checkpoint is a safetensors file with the weights, their average and the optimiser's moments, and a line of
JSON. With the same number of torch's threads a step is the same, bit for bit.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import safetensors
import safetensors.torch
import torch
from torch import Tensor

from mutapa.core.errors import InvalidError
from mutapa.nets import targets
from mutapa.nets.batch import say
from mutapa.nets.encode import Encoded
from mutapa.nets.model import Model, take
from mutapa.nets.samples import NONE
from mutapa.nets.schedule import Learning, memory, rate
from mutapa.nets.shape import Shape
from mutapa.nets.weights import Floats

Parts = dict[str, float]


class Learner:
    """A network, its moving average and its optimiser. `step` counts the steps made."""

    def __init__(
        self, shape: Shape, settings: Learning, total: int, seed: int, start: Mapping[str, Floats] | None = None
    ) -> None:
        """`start`: the weights of another network of this shape, to go on from; None: drawn by `seed`."""
        torch.set_num_threads(settings.threads)
        torch.use_deterministic_algorithms(True)
        self.shape, self.settings, self.total, self.step = shape, settings, total, 0
        self.net = Model(shape, seed)
        if start is not None:
            take(self.net, start)
        self.average = {name: each.detach().clone() for name, each in self.net.named_parameters()}
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=settings.rate, weight_decay=settings.weight_decay)

    def learn(self, batch: Encoded) -> Parts:
        """One step; returns the losses before it, by name, and what it did."""
        now = rate(self.settings, self.step, self.total)
        for group in self.optimiser.param_groups:
            group["lr"] = now
        self.net.train()
        self.optimiser.zero_grad()
        loss, parts = losses(self.net, batch, self.settings)
        loss.backward()
        if self.settings.clip:
            norm = torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.clip)
            parts["gradient"] = float(norm)
        self.optimiser.step()
        kept = memory(self.settings, self.step)
        with torch.no_grad():
            for name, each in self.net.named_parameters():
                self.average[name].mul_(kept).add_(each, alpha=1 - kept)
        self.step += 1
        return {"loss": float(loss.detach()), **parts, "rate": now}

    def playing(self) -> Model:
        """The network that plays: a copy with the moving average for weights."""
        net = Model(self.shape)
        with torch.no_grad():
            for name, each in net.named_parameters():
                each.copy_(self.average[name])
        return net.eval()

    @property
    def hash(self) -> str:
        """A hash of weights and average."""
        digest = hashlib.blake2b(digest_size=8)
        for some in (dict(self.net.named_parameters()), self.average):
            for name in sorted(some):
                digest.update(some[name].detach().numpy().tobytes())
        return digest.hexdigest()

    # --- checkpoints --------------------------------------------------------------------------------------------------

    def to_bytes(self, notes: Mapping[str, Any]) -> bytes:
        """Everything that the next step depends on, and `notes` (JSON)."""
        tensors = {f"net.{name}": each.detach() for name, each in self.net.named_parameters()}
        tensors |= {f"average.{name}": each for name, each in self.average.items()}
        for name, each in self.net.named_parameters():
            for kind, value in self.optimiser.state.get(each, {}).items():  # none before its first gradient
                tensors[f"{kind}.{name}"] = value
        told = {"step": self.step, "hash": self.hash, "shape": self.shape.as_dict(), **notes}
        told["seal"] = _seal(told, tensors)
        # One entry: several would come out in an order that changes from file to file.
        return safetensors.torch.save({name: each.contiguous() for name, each in tensors.items()}, {"state": json.dumps(told)})

    def restore(self, data: bytes, where: str) -> dict[str, Any]:
        """Take up where `to_bytes` left off; returns its notes. `InvalidError` if `data` is no checkpoint of this run."""
        told, tensors = read(data, where)
        if told.get("shape") != self.shape.as_dict():
            raise InvalidError(f"{where}: a checkpoint of a network of another shape; right would be another --out")
        names = dict(self.net.named_parameters())
        begun = [name for name in names if f"step.{name}" in tensors]
        wanted = {f"{kind}.{name}": row.shape for name, row in names.items() for kind in ("net", "average")}
        wanted |= {f"{kind}.{name}": names[name].shape for name in begun for kind in MOMENTS}
        wanted |= {f"step.{name}": torch.Size() for name in begun}
        if {name: each.shape for name, each in tensors.items()} != wanted:
            raise InvalidError(f"{where}: a damaged checkpoint: not the tensors of this network; {RIGHT}")
        self.step = int(told["step"])
        with torch.no_grad():
            for name, row in names.items():
                row.copy_(tensors[f"net.{name}"])
                self.average[name].copy_(tensors[f"average.{name}"])
        state = {
            i: {kind: tensors[f"{kind}.{name}"].clone() for kind in ("step", *MOMENTS)}
            for i, name in enumerate(names) if name in begun
        }  # fmt: skip
        self.optimiser.load_state_dict({"state": state, "param_groups": self.optimiser.state_dict()["param_groups"]})
        return told


MOMENTS = ("exp_avg", "exp_avg_sq")
RIGHT = "right would be to delete the file: learning begins anew from the games"


def read(data: bytes, where: str) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """(notes, tensors) of a checkpoint; `InvalidError` if `data` is none."""
    try:
        length = int.from_bytes(data[:8], "little")
        told = json.loads(json.loads(data[8 : 8 + length])["__metadata__"]["state"])
        tensors = safetensors.torch.load(data)
        if told.pop("seal") != _seal(told, tensors):
            raise ValueError("a seal that doesn't fit")
    except (safetensors.SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidError(f"{where}: no checkpoint, or a damaged one; {RIGHT}") from error
    return told, tensors


def _seal(told: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> str:
    """A hash of all that a checkpoint holds."""
    digest = hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=8)
    for name in sorted(tensors):
        digest.update(f"{name} {tensors[name].dtype} {tuple(tensors[name].shape)}".encode())
        digest.update(tensors[name].contiguous().numpy().tobytes())
    return digest.hexdigest()


def losses(net: Model, batch: Encoded, settings: Learning) -> tuple[Tensor, Parts]:
    """The loss of a batch, and its parts by name: means over the positions that have such a target."""
    said = say(net, batch)
    there, width = said.there, net.shape.seats
    wanted = torch.from_numpy(targets.values(batch.outcome, batch.searched, settings.outcome))[:, :width]
    shares = torch.log_softmax(said.output.values.masked_fill(~there, -1e9), dim=1)
    total = -(wanted * shares.masked_fill(~there, 0)).sum() / len(batch)
    parts = {"value": float(total.detach())}
    if batch.full.any():
        learnt = torch.from_numpy(np.repeat(batch.full, batch.counts))
        policy = -(torch.from_numpy(batch.policy) * said.policy)[learnt].sum() / int(batch.full.sum())
        if settings.policy:  # a head that isn't learnt gets no gradient, so the decay of weights leaves it as it is
            total = total + settings.policy * policy
        parts["policy"] = float(policy.detach())
    if settings.margin:
        points = torch.from_numpy(batch.margins)[:, :width] / net.shape.points
        each = torch.nn.functional.smooth_l1_loss(said.output.margins, points, reduction="none")
        margin = each.masked_fill(~there, 0).sum() / there.sum()
        total = total + settings.margin * margin
        parts["margin"] = float(margin.detach())
    rows, places = np.nonzero(batch.bids != NONE)
    if settings.bids and len(rows) and said.bids is not None:
        logits = said.bids[torch.from_numpy(rows), torch.from_numpy(places - 1)]
        bids = torch.nn.functional.cross_entropy(logits, torch.from_numpy(batch.bids[rows, places]))
        total = total + settings.bids * bids
        parts["bids"] = float(bids.detach())
    return total, parts
