"""Rivals' bids as a network's bid head foretells them, in place of drawn bidder types.

Inside a simulation a rival's voluntary step of an auction is drawn by the head for its next bid, asked about the position at hand
as the searching seat sees it: what was bid so far is part of what a network reads, so there is no belief to be kept. The head
tells classes of bids: the chances of those that are on offer are shared out anew, each evenly among its actions. Steps without
choice stay what they are. ``brain``: see `mutapa.nets.forward`; for positions outside a search there is `Foreteller`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mutapa.core.compiled import compiled, double, single
from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT
from mutapa.core.streams import Array, below
from mutapa.nets.forward import head, think
from mutapa.nets.network import Network
from mutapa.nets.reals import exp
from mutapa.nets.shape import BID, BID_BIAS, BIDS
from mutapa.nets.shape import SEATS as PLAN_SEATS
from mutapa.search.settings import AUCTION, FORETOLD, SEAT, SEATS
from mutapa.search.ties import heaviest


@compiled
def expected(game, board, work, world, seat, aside, brain, actions, n, classes):  # type: ignore[no-untyped-def]
    """Leave in ``layers`` e^(logit - the highest on offer) of each class of bids of the seat `aside` places after `seat`, which
    looks on and isn't it; 0 of a class that none of actions[0 .. n) has. Returns where; ``classes[i]`` is that of actions[i]."""
    net, plan, layers, _, _, _, _, _ = brain
    row = think(game, board, work, world, seat, brain)
    width = plan[BIDS]
    first = head(net, plan, layers, row, plan[BID], plan[BID_BIAS], (plan[PLAN_SEATS] - 1) * width) + (aside - 1) * width
    highest = 0.0
    found = 0
    for i in range(n):
        classes[i] = game.bid_class(board, work, world, actions[i])
        if classes[i] >= 0:
            logit = double(layers[first + classes[i]])
            if found == 0 or logit > highest:
                highest = logit
            found = 1
    for c in range(width):
        offered = 0
        for i in range(n):
            if classes[i] == c:
                offered = 1
        logit = double(layers[first + c])
        layers[first + c] = single(exp(logit - highest) if offered else 0.0)
    return first


@compiled
def foretell(game, board, work, world, settings, brain, mover, actions, classes, rng):  # type: ignore[no-untyped-def]
    """A bidding step of `mover`, a rival of the searching seat, drawn as foretold; `actions`, `classes`: scratch."""
    n = game.legal(board, work, world, actions)
    if n == 1:
        return actions[0]
    seats = settings[SEATS]
    aside = (mover - settings[SEAT] + seats) % seats
    first = expected(game, board, work, world, settings[SEAT], aside, brain, actions, n, classes)
    _, plan, layers, _, _, _, _, _ = brain
    width = plan[BIDS]
    total = 0
    for c in range(width):
        if layers[first + c] > 0.0:
            total += max(1, int(double(layers[first + c]) * UNIT))
    if total == 0:
        return actions[below(rng, n)]  # a step without choice that is written in several ways
    x = below(rng, total)
    chosen = -1
    for c in range(width):
        if chosen < 0 and layers[first + c] > 0.0:
            x -= max(1, int(double(layers[first + c]) * UNIT))
            if x < 0:
                chosen = c
    for i in range(n):
        classes[i] = 1 if classes[i] == chosen else 0
    return heaviest(actions, n, classes, rng)


@compiled
def rivals_bid(game, board, work, world, settings, brain, mover, types, actions, classes, rng):  # type: ignore[no-untyped-def]
    """A rival's step in an auction: by its drawn type, or as the network foretells it."""
    if settings[AUCTION] == FORETOLD:
        return foretell(game, board, work, world, settings, brain, mover, actions, classes, rng)
    return game.bid(board, work, world, mover, types[mover], rng)


def check_head(network: Network, where: str) -> None:
    """Refuse a network that foretells no bids."""
    if not network.weights.header.shape.bids:
        name = network.engine.game.name
        raise InvalidError(
            f"{where}: {name} has no auction that its networks foretell bids of, so auction=limits-learned has nothing to go by; "
            "right would be auction=open"
        )


class Foreteller:
    """What a network foretells of bids in a game that is looked on: `observe`, `predict` and `reset` as of a
    `mutapa.search.beliefs.Belief`.

    `seat`: who looks on; -1: each rival of the bidder, their chances averaged. `check_head` first.
    """

    def __init__(self, network: Network, board: Array, seats: int, seat: int) -> None:
        self.network, self.engine, self.board, self.seats, self.seat = network, network.engine, board, seats, seat
        self._work = self.engine.work()
        self._brain = network.brain()

    def reset(self) -> None:
        """Nothing is remembered from auction to auction."""

    def observe(self, seat: int, action: int, before: Array) -> None:
        """A step made: nothing to remember, what was bid stands in the position."""

    def predict(self, seat: int, before: Array, actions: Sequence[int]) -> list[float]:
        """Probability of each of `actions`, legal voluntary steps of `seat` at `before` (the words of a state)."""
        onlookers = [self.seat] if self.seat >= 0 else [each for each in range(self.seats) if each != seat]
        listed = self.engine.array(self.engine.game.actions_max)
        n = int(self.engine.legal(self.board, self._work, before, listed))
        legal = [int(listed[i]) for i in range(n)]
        classes = [int(self.engine.bid_class(self.board, self._work, before, action)) for action in legal]
        offered = sorted(set(classes))
        chances = dict.fromkeys(legal, 0.0)
        for onlooker in onlookers:
            logits = self._logits(onlooker, (seat - onlooker) % self.seats, before)
            odds = {c: float(np.exp(logits[c] - max(logits[each] for each in offered))) for c in offered}
            for action, c in zip(legal, classes, strict=True):
                chances[action] += odds[c] / sum(odds.values()) / classes.count(c) / len(onlookers)
        return [chances[action] for action in actions]

    def _logits(self, seat: int, aside: int, before: Array) -> list[float]:
        shape = self.network.weights.header.shape
        out = self.engine.floats(2 * shape.seats + (shape.seats - 1) * shape.bids)
        world = self.engine.array(len(before))
        for i, word in enumerate(before):
            world[i] = int(word)
        self.engine.think(self.board, self._work, world, seat, *self._brain, self.engine.array(1), 0, out)
        first = 2 * shape.seats + (aside - 1) * shape.bids
        return [float(out[first + c]) for c in range(shape.bids)]
