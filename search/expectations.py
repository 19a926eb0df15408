"""What is expected of a bidder before its first step of an auction: weights of types, as ``auction=limits-...`` names them.

uniform: the game's types, alike. heuristic: the game's own estimate by how a bidder stands (``bid_traits``, ``bid_prior``).
learned: a table of weights by these traits, fitted to recorded games (`mutapa fit-bidders`); or no types at all but what a
network foretells (`mutapa.search.foretell`). oracle: told each rival's type by the referee, for experiments with typed opponents
only. Any other source of weights is an `Expectation` of its own.

Later auctions inside a simulation go by the same expectation: a search reads `rows`, and `LATER` says whose row is which.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.search import settings as at

TYPES_MAX = 256
"""The most bidder types of any game."""
TRAITS_MAX = 256
FORMAT = "mutapa bidders 1"
MOST_BYTES = 1 << 24
NAMES = ("limits-uniform", "limits-heuristic", "limits-learned", "limits-oracle")


class Expectation:
    """The base, and the uniform one: all types weigh what the game's ``bid_types`` says, whoever bids."""

    name = "limits-uniform"
    later = at.ALIKE
    """How a simulation finds the row of a later auction: `ALIKE` one for all, `BY_TRAITS`, `BY_SEAT`."""

    def start(self, engine: Any, board: Array, seats: int) -> None:
        """A game begins; `InvalidError` where there is nothing to expect."""
        self.engine, self.board, self.seats = engine, board, seats
        self._work = engine.work()
        self._out = engine.array(TYPES_MAX)
        self.types = int(engine.bid_types(board, self._work, self._out))
        if not 0 <= self.types <= TYPES_MAX:
            raise InvalidError(f"{engine.game.name}: {self.types} bidder types; a belief holds up to {TYPES_MAX}")
        if self.types == 0:
            raise InvalidError(
                f"bot uct: {engine.game.name} has no auction for auction={self.name} to work on, or not with these options; "
                "right would be auction=open"
            )
        self.even = [int(self._out[i]) for i in range(self.types)]

    def weights(self, state: Array, seat: int) -> Sequence[int]:
        """Weights of the types of `seat` where an auction begins at `state`, as the bot sees it."""
        return self.even

    @property
    def row_count(self) -> int:
        """How many `rows` there are."""
        return 1

    def rows(self) -> list[list[int]]:
        """Rows of weights for later auctions."""
        return [self.even]


class ByTraits(Expectation):
    """Weights from a table with a row for each value of the game's ``bid_traits``."""

    later = at.BY_TRAITS
    table: list[list[int]]

    def weights(self, state: Array, seat: int) -> Sequence[int]:
        return self.table[self.engine.bid_traits(self.board, self._work, state, seat)]

    @property
    def row_count(self) -> int:
        return len(self.table)

    def rows(self) -> list[list[int]]:
        return self.table


class Heuristic(ByTraits):
    """The game's own estimate: what a place, and the cattle on the plaques, are worth to a bidder who stands like this."""

    name = "limits-heuristic"

    def start(self, engine: Any, board: Array, seats: int) -> None:
        super().start(engine, board, seats)
        self.table = []
        for traits in range(TRAITS_MAX):
            n = engine.bid_prior(board, self._work, traits, self._out)
            if n == 0:
                break
            self.table.append([int(self._out[i]) for i in range(n)])
        if not self.table:
            raise InvalidError(f"bot uct: {engine.game.name} has no estimate of bidders; right would be auction=limits-uniform")


class Learned(ByTraits):
    """A table from a file: ``{"format", "game", "types", "rows": [[weight, ...], ...]}``, a row for each value of the traits."""

    name = "limits-learned"

    def __init__(self, path: str) -> None:
        self.path = path
        self.data = read_table(path)
        self.table = self.data["rows"]

    def start(self, engine: Any, board: Array, seats: int) -> None:
        super().start(engine, board, seats)
        name = engine.game.name
        if self.data["game"] != name:
            raise InvalidError(f"{self.path}: a table of bidders in {self.data['game']}; right would be one of {name}")
        if self.data["types"] != self.types:
            raise InvalidError(f"{self.path}: it knows {self.data['types']} types, {name} has {self.types}; fit it again")
        traits = traits_of(engine, board)
        if len(self.table) != traits:
            raise InvalidError(f"{self.path}: {len(self.table)} rows of traits, {name} has {traits}; fit it again")


class Oracle(Expectation):
    """The truth about typed rivals, told by the referee before the game."""

    name = "limits-oracle"
    later = at.BY_SEAT

    def __init__(self) -> None:
        self.told: dict[int, int] | None = None

    def tell(self, kinds: Sequence[int | None], seat: int) -> None:
        """`kinds`: the type of each seat's bidder, None where it is none; `seat` is the one that is told."""
        for rival, kind in enumerate(kinds):
            if rival != seat and kind is None:
                raise InvalidError(
                    f"bot uct: auction=limits-oracle is told the types of its rivals, and seat {rival} has none; right would be "
                    "rivals like bidder:type=draw"
                )
        self.told = {rival: kind for rival, kind in enumerate(kinds) if kind is not None}

    def weights(self, state: Array, seat: int) -> Sequence[int]:
        return self._row(seat)

    @property
    def row_count(self) -> int:
        return self.seats

    def rows(self) -> list[list[int]]:
        return [self._row(seat) for seat in range(self.seats)]

    def _row(self, seat: int) -> list[int]:
        if self.told is None:
            raise InvalidError("bot uct: auction=limits-oracle was told no types; right would be rivals like bidder:type=draw")
        if seat not in self.told:
            return self.even
        return [int(t == self.told[seat]) for t in range(self.types)]


def traits_of(engine: Any, board: Array) -> int:
    """How many values the traits of a game's bidders have: 1 where it doesn't tell them apart."""
    work, out, n = engine.work(), engine.array(TYPES_MAX), 0
    while n < TRAITS_MAX and engine.bid_prior(board, work, n, out) > 0:
        n += 1
    return max(1, n)


def read_table(path: str) -> dict[str, Any]:
    """The table of bidders in a file; `InvalidError` says what is wrong with it."""
    try:
        data = json.loads(files.read(path, MOST_BYTES))
    except InvalidError as error:
        raise InvalidError(f"{error}, so no table of bidders; mutapa fit-bidders makes one") from None
    except ValueError:
        raise InvalidError(f"{path}: not JSON, so no table of bidders; mutapa fit-bidders makes one") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidError(f"{path}: no table of bidders; right would be format {FORMAT!r}, made by mutapa fit-bidders")
    rows: Any = data.get("rows")
    types = data.get("types")
    right = isinstance(types, int) and isinstance(rows, list) and 0 < len(rows) <= TRAITS_MAX
    if not right or not all(isinstance(row, list) and len(row) == types and _weights(row) for row in rows):
        raise InvalidError(f"{path}: rows must be lists of {types} whole weights from 0 up, not all 0; fit it again")
    return data


def _weights(row: list[Any]) -> bool:
    return all(type(each) is int and 0 <= each < 1 << 53 for each in row) and any(row)


def expectation(auction: str, table: str | None) -> Expectation | None:
    """What an option ``auction`` stands for; None for ``open``, and where a network's bid head stands for it (`teller`)."""
    if auction == "open":
        return None
    if auction == "limits-learned":
        return None if table is None else Learned(table)
    return {each.name: each for each in (Expectation, Heuristic, Oracle)}[auction]()


def teller(values: Mapping[str, Any]) -> str | None:
    """The network whose bid head foretells rivals' bids (`mutapa.search.foretell`) by these option values; None: types do, or the
    tree."""
    if values["auction"] != "limits-learned" or values["table"] is not None:
        return None
    return values["bids"] or values["net"]


def check(spec: str, values: Mapping[str, Any]) -> None:
    """Refuse options that don't go together."""
    auction, table, bids, net = (values[name] for name in ("auction", "table", "bids", "net"))
    learned = auction == "limits-learned"
    if learned and table is None and bids is None and net is None:
        raise InvalidError(
            f"bot {spec!r}: limits-learned needs a table; right would be table=FILE, made by mutapa fit-bidders, "
            "or a network, bids=FILE"
        )
    for name, value in (("table", table), ("bids", bids)):
        if not learned and value is not None:
            raise InvalidError(f"bot {spec!r}: {name}={value} has no effect without auction=limits-learned")
    if table is not None and bids is not None:
        raise InvalidError(f"bot {spec!r}: table={table} and bids={bids} both say what rivals bid; right would be one of them")
    if bids is not None and net is not None and bids != net:
        raise InvalidError(f"bot {spec!r}: net={net} but bids={bids}, and a search has one network; right would be bids={net}")
