"""Exact solutions of an auction alone, given what each place is worth to each bidder: backward induction.

Bidders raise in turn or pass; who passes takes the last place still open, the last one standing the first. What is given is paid
in full each time, as in The Great Zimbabwe (``pay="each"``), or only what is new in it, so that a bidder has paid its last bid in
the end (``pay="last"``: the dollar auction, Shubik 1971; its solution: O'Neill 1986). Cattle given may come back through plaques,
one to each bidder in bidding order, round and round. Everybody maximises its own value and knows that all do; of equal values the
lowest step is taken, so ties go to passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from mutapa.core.errors import InvalidError

PASS = 0
MOST_POSITIONS = 3_000_000
"""Positions looked at before a problem is given up as too large."""
PAYS = ("each", "last")


@dataclass(frozen=True)
class Auction:
    """An auction to solve; bidders are numbered in bidding order.

    `cattle`: of each bidder. `worth`: by bidder, what each place is worth to it, the first place first; all of `worth` and `rate`
    in one unit. `rate`: what a cattle left over is worth. `plaques`: whether what is given comes back. `first_plaque`: the bidder
    whose additional plaque stands before all (Shadipinyi), -1 none. `helped`: the bidder whose first gift the stock pays up to
    three cattle of (Elegua), -1 none.
    """

    cattle: tuple[int, ...]
    worth: tuple[tuple[Fraction, ...], ...]
    rate: Fraction = Fraction(1)
    pay: str = "each"
    plaques: bool = True
    first_plaque: int = -1
    helped: int = -1

    def __post_init__(self) -> None:
        n = len(self.cattle)
        if not 2 <= n <= 5:
            raise InvalidError(f"auction: {n} bidders; right would be 2 to 5")
        if any(not 0 <= each <= 99 for each in self.cattle):
            raise InvalidError(f"auction: cattle {list(self.cattle)}; right would be numbers from 0 to 99")
        if len(self.worth) != n or any(len(row) != n for row in self.worth):
            raise InvalidError(f"auction: the worth of {n} places is wanted for each of {n} bidders")
        if self.pay not in PAYS:
            raise InvalidError(f"auction: pay={self.pay}; right would be {' or '.join(PAYS)}")
        for name in ("first_plaque", "helped"):
            if not -1 <= getattr(self, name) < n:
                raise InvalidError(f"auction: {name} is bidder {getattr(self, name)}; there are bidders 0 to {n - 1}")
        if self.pay == "last" and self.helped >= 0:
            raise InvalidError("auction: nobody helps with a bid that is raised later (pay=last); right would be pay=each")


@dataclass(frozen=True)
class Solution:
    """What each bidder gets if all play on rightly, and how that goes."""

    values: tuple[Fraction, ...]
    steps: dict[int, Fraction]
    """Of the first bidder: value of each first step (0: pass, else the bid) to it."""
    line: list[tuple[int, int]] = field(default_factory=list)
    """(bidder, step) until only one is left."""
    places: tuple[int, ...] = ()
    """Place of each bidder at the end of that line, from 0."""
    positions: int = 0
    """Positions looked at."""


Position = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int]
"""The bid to beat, the bidder to move, mask of those still in, cattle left, what each paid for its standing bid, what the stock
has helped with (-1: nothing yet)."""


class Solver:
    """Backward induction with a memory of positions."""

    def __init__(self, auction: Auction) -> None:
        self.auction, self.n = auction, len(auction.cattle)
        self._known: dict[Position, tuple[tuple[Fraction, ...], int]] = {}

    def start(self) -> Position:
        """Before the first step."""
        return 0, 0, (1 << self.n) - 1, self.auction.cattle, (0,) * self.n, -1

    def _free(self, position: Position) -> int:
        """Cattle that the stock adds to the next gift of the bidder to move."""
        return 3 if position[1] == self.auction.helped and position[5] < 0 else 0

    def steps(self, position: Position) -> list[int]:
        """PASS, and every bid above the one to beat that the bidder to move can pay."""
        bid, mover, _, cattle, stakes, _ = position
        most = cattle[mover] + stakes[mover] + self._free(position)
        return [PASS, *range(bid + 1, most + 1)]

    def after(self, position: Position, step: int) -> Position:
        """The position after a step of the bidder to move."""
        bid, mover, standing, cattle, stakes, helped = position
        if step == PASS:
            standing ^= 1 << mover
        else:
            bid = step
            free = min(self._free(position), step)
            left = list(cattle)
            left[mover] -= step - stakes[mover] - free
            cattle = tuple(left)
            if mover == self.auction.helped and helped < 0:
                helped = free
            if self.auction.pay == "last":
                paid = list(stakes)
                paid[mover] = step
                stakes = tuple(paid)
        following = (mover + 1) % self.n
        while not standing >> following & 1:
            following = (following + 1) % self.n
        return bid, following, standing, cattle, stakes, helped

    def _end(self, position: Position) -> list[Fraction]:
        """Value of the cattle that everybody has in the end, plaques included."""
        auction = self.auction
        have = list(position[3])
        given = sum(auction.cattle) - sum(have) + max(0, position[5])
        if auction.plaques:
            queue = ([auction.first_plaque] if auction.first_plaque >= 0 else []) + list(range(self.n))
            for i, bidder in enumerate(queue):
                have[bidder] += given // len(queue) + (i < given % len(queue))
        return [auction.rate * each for each in have]

    def value(self, position: Position) -> tuple[tuple[Fraction, ...], int]:
        """Values of all bidders from here on, without the places already taken, and the step taken."""
        _, mover, standing, _, _, _ = position
        if standing & (standing - 1) == 0:
            values = self._end(position)
            values[mover] += self.auction.worth[mover][0]
            return tuple(values), PASS
        known = self._known.get(position)
        if known is not None:
            return known
        if len(self._known) >= MOST_POSITIONS:
            raise InvalidError(f"auction: more than {MOST_POSITIONS:,} positions; right would be fewer bidders or cattle")
        best: tuple[tuple[Fraction, ...], int] | None = None
        for step in self.steps(position):
            values = list(self.value(self.after(position, step))[0])
            if step == PASS:
                values[mover] += self.auction.worth[mover][standing.bit_count() - 1]
            if best is None or values[mover] > best[0][mover]:
                best = tuple(values), step
        assert best is not None
        self._known[position] = best
        return best

    def solve(self) -> Solution:
        """The whole auction."""
        start = self.start()
        values, _ = self.value(start)
        first = {}
        for step in self.steps(start):
            got = self.value(self.after(start, step))[0][0]
            first[step] = got + (self.auction.worth[0][self.n - 1] if step == PASS else 0)
        line, places, position = [], [0] * self.n, start
        while position[2] & (position[2] - 1):
            mover, step = position[1], self.value(position)[1]
            line.append((mover, step))
            if step == PASS:
                places[mover] = position[2].bit_count() - 1
            position = self.after(position, step)
        return Solution(values, first, line, tuple(places), len(self._known))


def solve(auction: Auction) -> Solution:
    """The solution of an auction."""
    return Solver(auction).solve()


def same_worth(worth: Sequence[Fraction], bidders: int) -> tuple[tuple[Fraction, ...], ...]:
    """The same worth of places for all bidders."""
    return tuple(tuple(worth) for _ in range(bidders))
