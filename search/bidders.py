"""Typed opponents: a bot whose bids are made by a bidder type, and all other steps by another bot.

For experiments: rivals whose type is known to whoever made them. Inside the family of the game's types: ``type=draw`` draws one
at the start of each game, a name takes that one. Outside of it: ``pass`` never bids; ``jump-K`` raises by K as long as it could
do so twice; ``tit-for-tat`` answers the last raise of a rival by an equal one as long as it could do so twice, and opens with 1.
Steps without choice, and all that is no bid, are the base bot's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.game import CHANCE, Game
from mutapa.core.streams import Array
from mutapa.search.beliefs import VOLUNTARY
from mutapa.search.bots import Bot, Event, Seating, make
from mutapa.search.budget import Budget
from mutapa.search.expectations import TYPES_MAX
from mutapa.search.specs import Knob

BASE_STREAM = 1 << 20
"""Index of the base bot's stream within this bot's."""
OUTSIDE = ("pass", "jump-1", "jump-2", "jump-3", "jump-5", "tit-for-tat")


class BidderBot(Bot):
    """Bids by a type; the rest by a base bot."""

    name = "bidder"
    doc = "bids by a bidder type, plays by another bot: an opponent for experiments with auctions"
    knobs = (
        Knob("type", "draw", "draw (one of the game's types, for a whole game), a type's name, pass, jump-K or tit-for-tat", str),
        Knob("base", "expert", "spec of the bot that makes all other steps, with ; for each comma", str),
    )

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.base = make(values["base"].replace(";", ","))
        if isinstance(self.base, BidderBot):
            raise InvalidError(f"bot {self.spec!r}: its base bids by a type too; right would be base=expert")
        kind = values["type"]
        jump = re.fullmatch(r"jump-([1-9][0-9]?)", kind)
        self._jump = int(jump[1]) if jump else 0
        self._outside = bool(jump) or kind in OUTSIDE

    @property
    def cheats(self) -> bool:
        return self.base.cheats

    @property
    def asks_types(self) -> bool:
        return self.base.asks_types

    @property
    def files(self) -> list[str]:
        return self.base.files

    def meet(self, kinds: Sequence[int | None]) -> None:
        self.base.meet(kinds)

    def start(self, game: Game, board: Array, seat: int, settings: Seating) -> None:
        super().start(game, board, seat, settings)
        self.base.halt = self.halt
        self.base.start(game, board, seat, settings._replace(stream=np.array(self._stream(BASE_STREAM), np.int64)))
        self._raised = 1
        out = self.engine.array(TYPES_MAX)
        n = int(self.engine.bid_types(self.board, self._work, out))
        if n == 0:
            raise InvalidError(f"bot {self.spec!r}: {game.name} has no auction with types of bidders, or not with these options")
        self.bid_type = None if self._outside else self._type(game, n)

    def _type(self, game: Game, n: int) -> int:
        wanted = self.values["type"]
        if wanted == "draw":
            return self.below(n)
        names = [str(t) if game.bidder is None else game.bidder(self.board, t) for t in range(n)]
        if wanted not in names:
            raise unknown(f"bot {self.spec!r}", "type", wanted, ["draw", *OUTSIDE, *names])
        return names.index(wanted)

    def observe(self, n: int, event: Event) -> None:
        self.base.observe(n, event)
        forced = 0 if event.seat == CHANCE else self.engine.forced(self.board, self._work, event.seen)
        if forced == 0:
            self._raised = 1
        elif forced == VOLUNTARY and event.seat != self.seat:
            legal = self.engine.legal(self.board, self._work, event.seen, self._actions)
            raised = [int(self._actions[i]) for i in range(legal)].index(event.action)
            if raised > 0:
                self._raised = raised

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        """The type's step where the seat may bid, else the base bot's."""
        self.result = None
        actions = self.look(seen)
        if self.engine.forced(self.board, self._work, self.world) == VOLUNTARY:
            return self._bid(actions)
        action = self.base.choose(seen, budget)
        self.result = self.base.result
        return action

    def _bid(self, actions: list[int]) -> int:
        """`actions` begin with the pass; then come raises by 1, 2, ..."""
        if self.bid_type is not None:
            return int(self.engine.bid(self.board, self._work, self.world, self.seat, self.bid_type, self._rng))
        by = self._jump if self._jump else self._raised
        if self.values["type"] == "pass" or len(actions) <= 2 * by:
            return actions[0]
        return actions[by]

    def close(self) -> None:
        super().close()
        self.base.close()
