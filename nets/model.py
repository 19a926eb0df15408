"""The network in torch: for training, and for positions by the batch. Playing needs none of it (`mutapa.nets.forward`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from mutapa.nets.shape import TOP, Shape
from mutapa.nets.weights import Floats, Header, Weights


class Output(NamedTuple):
    """What the network says of a batch of B positions; seats in turn order from the one that looks on."""

    values: Tensor
    """(B, seats): logits of the shares of the win, -inf for seats that aren't there."""
    margins: Tensor
    """(B, seats): final margins, in units of `Shape.points`; of seats that are there."""
    thought: Tensor
    """(B, hidden): the last layer, from which `Model.policy` and `Model.bids` go on."""


class Model(nn.Module):
    """A network of `shape`. Parameters are called as the tensors in a file, and laid out likewise (inputs first, then outputs).

    >>> shape = Shape(10, 2, kinds=2, arguments=3, cells=4, bids=0, active=5, seats=3, embedding=8, hidden=4, rank=2, points=20,
    ...               corrects=1)
    >>> model = Model(shape, seed=1)
    >>> told = model(torch.tensor([[0, 7, 10, 10, 10]]), torch.zeros(1, 2), torch.tensor([2]))
    >>> [round(each, 3) for each in told.values.softmax(1).sum(1).tolist()], told.thought.shape
    ([1.0], torch.Size([1, 4]))
    """

    embed: nn.Parameter
    dense: nn.Parameter
    dense_bias: nn.Parameter
    second: nn.Parameter
    second_bias: nn.Parameter
    third: nn.Parameter
    third_bias: nn.Parameter
    direct: nn.Parameter
    value: nn.Parameter
    value_bias: nn.Parameter
    margin: nn.Parameter
    margin_bias: nn.Parameter
    query: nn.Parameter
    query_bias: nn.Parameter
    pair: nn.Parameter
    pair_bias: nn.Parameter
    cell: nn.Parameter
    bid: nn.Parameter
    bid_bias: nn.Parameter

    def __init__(self, shape: Shape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        draws = torch.Generator().manual_seed(seed)
        spread = {
            "embed": 0.7 * shape.active**-0.5, "dense": 0.5 * max(1, shape.dense) ** -0.5, "direct": 0.0,
            "pair": 0.3, "cell": 1.0, "value": 0.3 * shape.hidden**-0.5, "margin": 0.3 * shape.hidden**-0.5,
        }  # fmt: skip
        if shape.corrects:
            spread["query"] = 0.0  # no correction to begin with
        for name, size in shape.tensors.items():
            if len(size) == 1:
                row = torch.full(size, 0.1 if name in ("dense_bias", "second_bias", "third_bias") else 0.0)
            else:
                row = torch.randn(size, generator=draws) * spread.get(name, size[0] ** -0.5)
            self.register_parameter(name, nn.Parameter(row))

    def forward(self, sparse: Tensor, dense: Tensor, seats: Tensor, offsets: Tensor | None = None) -> Output:
        """`sparse` (B, n) int64: indices of features, places left over hold `Shape.sparse`; or all indices in one row, where
        `offsets` (B,) says at which each position begins. `dense` (B, dense); `seats` (B,): how many sit at the table."""
        x3, values = self.think(sparse, dense, offsets)
        absent = torch.arange(self.shape.seats, device=seats.device)[None, :] >= seats[:, None]
        return Output(values.masked_fill(absent, float("-inf")), x3 @ self.margin + self.margin_bias, x3)

    def think(self, sparse: Tensor, dense: Tensor, offsets: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(B, hidden) thoughts and (B, seats) logits of the shares of the win, of seats that aren't there, too."""
        if offsets is None:
            there = sparse < self.shape.sparse
            ends = there.sum(1).cumsum(0)
            sparse, offsets = sparse[there], ends.roll(1)
            offsets[0] = 0
        x1 = nn.functional.embedding_bag(sparse, self.embed, offsets, mode="sum")
        x1 = (x1 + dense @ self.dense + self.dense_bias).clamp(0, TOP)
        x2 = (x1 @ self.second + self.second_bias).clamp(0, TOP)
        x3 = x2 + (x2 @ self.third + self.third_bias).clamp(0, TOP)
        return x3, x3 @ self.value + dense @ self.direct + self.value_bias

    def policy(self, thought: Tensor, pairs: Tensor, cells: Tensor) -> Tensor:
        """(B, n) logits of n actions for each of B thoughts: `pairs` (B, n) holds kind * `Shape.arguments` + argument, `cells`
        (B, n) cells. Places that hold no legal action are the caller's to leave out of the softmax (-inf); what it
        `Shape.corrects` is the caller's to add."""
        query = thought @ self.query + self.query_bias
        g, h = query[:, None, : self.shape.rank], query[:, None, self.shape.rank :]
        both = self.pair[pairs]
        p, t = both[..., : self.shape.rank], both[..., self.shape.rank :]
        return self.pair_bias[pairs] + (g * p + h * (t * self.cell[cells])).sum(-1)

    def bids(self, thought: Tensor) -> Tensor:
        """(B, seats - 1, classes) logits of the next bidding step of each relative seat but the first."""
        return (thought @ self.bid + self.bid_bias).unflatten(-1, (self.shape.seats - 1, self.shape.bids))

    @property
    def tensors(self) -> dict[str, Floats]:
        """The weights by name, as a file takes them."""
        return {name: row.detach().to("cpu", torch.float32).numpy().copy() for name, row in self.named_parameters()}

    def weights(self, header: Header) -> Weights:
        """The weights with a header, to be saved."""
        return Weights(header, self.tensors)


def model_of(weights: Weights) -> Model:
    """The model with the weights of a file."""
    model = Model(weights.header.shape)
    take(model, weights.tensors)
    return model


def take(model: Model, tensors: Mapping[str, Floats]) -> None:
    """Lay weights over those of a model."""
    with torch.no_grad():
        for name, row in model.named_parameters():
            row.copy_(torch.from_numpy(np.array(tensors[name], np.float32)))
