"""Positions by the batch, by torch: for training, for networks too wide to be thought through one position at a time, for GPUs.

The same numbers as the compiled forward pass within 1e-4. Which of the two is faster depends on the width and on how many
positions come together; tests/benchmarks/test_nets_speed.py measures where they cross.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from mutapa.nets.encode import Encoded
from mutapa.nets.metrics import owners
from mutapa.nets.model import Model, Output


class Said(NamedTuple):
    """What a network says of some positions."""

    output: Output
    there: Tensor
    """bool [n, seats]: whether somebody sits there."""
    policy: Tensor
    """[sum of counts]: logarithm of each legal action's probability."""
    bids: Tensor | None
    """[n, seats - 1, classes]: logits; None where the game has no auction."""


def say(net: Model, batch: Encoded) -> Said:
    """What `net` says of `batch`, by whatever device the network is on."""
    shape, device = net.shape, net.embed.device
    first = torch.from_numpy(np.cumsum(batch.sizes, dtype=np.int64) - batch.sizes).to(device)
    seats = torch.from_numpy(batch.seats).to(device)
    sparse, dense = torch.from_numpy(batch.sparse.astype(np.int64)).to(device), torch.from_numpy(batch.dense).to(device)
    output = net(sparse, dense[:, : shape.dense], seats, first)
    owner = torch.from_numpy(owners(batch.counts)).to(device)
    parts = torch.from_numpy(batch.parts.astype(np.int64)).to(device)
    pairs, cells = parts[:, :1] * shape.arguments + parts[:, 1:2], parts[:, 2:]
    logits = net.policy(output.thought[owner], pairs, cells)[:, 0]
    if shape.corrects:
        logits = logits + torch.from_numpy(batch.preferred).to(device)
    policy = logits - totals(logits, owner, len(batch))[owner]
    there = torch.arange(shape.seats, device=device)[None, :] < seats[:, None]
    return Said(output, there, policy, net.bids(output.thought) if shape.bids else None)


class Predictions(NamedTuple):
    """What a network says of some positions, as numpy arrays."""

    shares: Any
    """[n, seats]: of the win; 0 where nobody sits."""
    policy: Any
    """[sum of counts]: probabilities of the legal actions."""
    margins: Any
    """[n, seats], in the game's points."""
    bids: Any
    """[n, seats - 1, classes]: probabilities; no classes where the game has no auction."""


def predict(net: Model, positions: Encoded, size: int = 1024) -> Predictions:
    """What `net` says of `positions`, `size` at a time; ``predict(model_of(weights).to("cuda"), positions)`` has a GPU say it."""
    shape, rows = net.shape, np.arange(len(positions))
    shares, policy, margins = [np.zeros((0, shape.seats))], [np.zeros(0)], [np.zeros((0, shape.seats))]
    bids = [np.zeros((0, shape.seats - 1, shape.bids))]
    with torch.no_grad():
        for first in range(0, len(rows), size):
            some = rows[first : first + size]
            said = say(net, positions.take(some))
            shares.append(torch.softmax(said.output.values.masked_fill(~said.there, -1e9), dim=1).cpu().numpy())
            policy.append(said.policy.exp().cpu().numpy())
            margins.append(said.output.margins.cpu().numpy() * shape.points)
            if said.bids is not None:
                bids.append(torch.softmax(said.bids, dim=2).cpu().numpy())
    chances = np.concatenate(bids) if shape.bids else np.zeros((len(rows), shape.seats - 1, 0))
    return Predictions(np.concatenate(shares), np.concatenate(policy), np.concatenate(margins), chances)


def totals(logits: Tensor, owner: Tensor, n: int) -> Tensor:
    """[n]: the logarithm of the sum of exp(logits) over the actions of each position (`owner`)."""
    highest = torch.full((n,), -1e30, device=logits.device).scatter_reduce(0, owner, logits.detach(), "amax")
    sums = torch.zeros(n, device=logits.device).index_add(0, owner, torch.exp(logits - highest[owner]))
    return highest + torch.log(torch.clamp(sums, min=1e-30))
