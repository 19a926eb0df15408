"""The shape of a network: what it reads, how wide it is, its tensors by name, and where compiled code finds each of them.

Input: the sum of a row of ``embed`` for each sparse feature, plus dense features times ``dense``, held to 0 .. `TOP` (x1). Two
small layers, held likewise: x2 from x1, and x3 = x2 + a layer of x2. Heads, linear in x3, seats told in turn order from the
seat that looks on:

=========  ===========================================================================================================
value      a logit a relative seat, dense features adding to it directly; softmax over the seats there are = share of the win
margin     the final margin of each relative seat, in units of `Shape.points` points
policy     logit of an action = bias[k] + <g, p[k]> + <h, t[k] * c[cell]>: k = (kind, argument) of the action, * by elements;
           g and h linear in x3. A low-rank product of what is done and where. Softmax over legal actions alone; where the
           network `corrects`, of logit + ln of the game's weight (``prefer``): zero logits then are the game's preferences
bid        logits over the classes of a bidding step, for each relative seat but the first
=========  ===========================================================================================================
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.features import features_of
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.core.game import Game

TOP = 8.0
"""What hidden values are held to, so that no weights let a value run away."""
MOST = {
    "sparse": 1 << 20, "dense": 1 << 12, "kinds": 1 << 10, "arguments": 1 << 16, "cells": 1 << 12, "bids": 1 << 10,
    "active": 1 << 14, "seats": MOST_SEATS, "embedding": 1 << 12, "hidden": 1 << 12, "rank": 1 << 10, "points": 1 << 20,
    "corrects": 1,
}  # fmt: skip
"""The largest a number of a shape may be: what a file says is not believed before it is checked."""
PAIRS = 1 << 18
"""The most pairs of a kind and an argument."""


@dataclass(frozen=True)
class Widths:
    """How wide a network is: what a config sets."""

    embedding: int = 64
    """Of the first layer."""
    hidden: int = 32
    """Of the other two."""
    rank: int = 16
    """Of the policy's product."""
    points: int = 20
    """Points that margins are told in."""
    corrects: int = 1
    """1: the policy corrects the game's preferences (softmax of logit + ln ``prefer``); 0: it stands alone."""


@dataclass(frozen=True)
class Shape:
    """All numbers that a network's tensors follow from."""

    sparse: int
    dense: int
    kinds: int
    arguments: int
    cells: int
    bids: int
    active: int
    """Most sparse features of a position."""
    seats: int
    """Most seats at a table."""
    embedding: int
    hidden: int
    rank: int
    points: int
    corrects: int
    """Whether the policy's logits stand on top of the logarithms of the game's preferences: 1 or 0."""

    def __post_init__(self) -> None:
        least = {"sparse": 0, "dense": 0, "bids": 0, "corrects": 0}
        for name, most in MOST.items():
            value = getattr(self, name)
            if type(value) is not int or not least.get(name, 1) <= value <= most:
                raise InvalidError(f"network: {name} is {value!r}; right would be a number from {least.get(name, 1)} to {most}")
        if self.pairs > PAIRS:
            raise InvalidError(
                f"network: {self.kinds} kinds times {self.arguments} arguments; right would be {PAIRS} pairs or fewer"
            )

    @property
    def pairs(self) -> int:
        """Pairs of a kind and an argument."""
        return self.kinds * self.arguments

    @property
    def tensors(self) -> dict[str, tuple[int, ...]]:
        """The shape of each tensor, in the order in which they lie in memory."""
        dense, wide, hidden, rank, seats = self.dense, self.embedding, self.hidden, self.rank, self.seats
        bids = (seats - 1) * self.bids
        return {
            "embed": (self.sparse, wide),
            "dense": (dense, wide), "dense_bias": (wide,),
            "second": (wide, hidden), "second_bias": (hidden,),
            "third": (hidden, hidden), "third_bias": (hidden,),
            "direct": (dense, seats), "value": (hidden, seats), "value_bias": (seats,),
            "margin": (hidden, seats), "margin_bias": (seats,),
            "query": (hidden, 2 * rank), "query_bias": (2 * rank,),
            "pair": (self.pairs, 2 * rank), "pair_bias": (self.pairs,),
            "cell": (self.cells, rank),
            "bid": (hidden, bids), "bid_bias": (bids,),
        }  # fmt: skip

    @property
    def numbers(self) -> int:
        """How many weights there are."""
        return sum(size(shape) for shape in self.tensors.values())

    def as_dict(self) -> dict[str, int]:
        """All numbers by name, as they stand in a file."""
        return asdict(self)


def size(shape: tuple[int, ...]) -> int:
    """Numbers in a tensor of `shape`."""
    n = 1
    for each in shape:
        n *= each
    return n


def shape_of(game: Game, widths: Widths | None = None) -> Shape:
    """The shape of a network of `game` as its features are now; `InvalidError` if it has none."""
    return Shape(seats=game.seats[1], **features_of(game).sizes, **asdict(widths or Widths()))


def shape_from(numbers: Any, where: str) -> Shape:
    """The shape that `numbers` (of a file named `where`) say."""
    names = [field.name for field in fields(Shape)]
    if isinstance(numbers, dict) and "corrects" not in numbers:
        numbers = {**numbers, "corrects": 0}  # files from before a policy could correct anything
    if not isinstance(numbers, dict) or sorted(numbers) != sorted(names):
        raise InvalidError(f"{where}: its sizes must be {', '.join(names)}, and nothing else")
    try:
        return Shape(**numbers)
    except InvalidError as error:
        raise InvalidError(f"{where}: {error}") from None


# The plan: where compiled code finds tensors, and room for what it works out. Numbers first, then the first word of each tensor.
(SPARSE, DENSE, WIDE, HIDDEN, RANK, ARGUMENTS, BIDS, SEATS, POINTS, SLOTS) = range(10)
(EMBED, DENSE_AT, DENSE_BIAS, SECOND, SECOND_BIAS, THIRD, THIRD_BIAS, DIRECT, VALUE, VALUE_BIAS, MARGIN, MARGIN_BIAS, QUERY,
 QUERY_BIAS, PAIR, PAIR_BIAS, CELL, BID, BID_BIAS) = range(10, 29)  # fmt: skip
ROW = 29
"""Words of a row of the memory: x3, then the value's logits."""
INPUT_AT, FIRST_AT, SECOND_AT, HEAD_AT, LOGITS_AT, ROWS_AT = 30, 31, 32, 33, 34, 35
"""Places in the array of layers: dense features, x1, x2, a head's output, the policy's logits, the memory's rows."""
CORRECTS = 36
"""Place of `Shape.corrects`."""
ASK = 37
"""Place of the address of what thinks instead (`mutapa.core.compiled.consult`); 0: thoughts are worked out in place."""
PLAN = 38
"""Length of the plan."""


def plan_of(shape: Shape, actions_max: int, slots: int) -> list[int]:
    """The plan of a network in a game with so long a longest list of actions; its memory has `slots` rows (a power of two)."""
    plan = [shape.sparse, shape.dense, shape.embedding, shape.hidden, shape.rank, shape.arguments, shape.bids, shape.seats]
    plan += [shape.points, slots]
    at = 0
    for each in shape.tensors.values():
        plan.append(at)
        at += size(each)
    row = shape.hidden + shape.seats
    head = max(shape.seats, 2 * shape.rank, (shape.seats - 1) * shape.bids)
    plan.append(row)
    at = 0
    for room in (shape.dense, shape.embedding, shape.hidden, head, actions_max, slots * row):
        plan.append(at)
        at += room
    return [*plan, shape.corrects, 0]


def layers_room(plan: list[int]) -> int:
    """Words of the array of layers."""
    return plan[ROWS_AT] + plan[SLOTS] * plan[ROW]
