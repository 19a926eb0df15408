"""Buying ritual goods by brute force: every whole purchase is written down, and those are kept that can really be made.

Written from the rules, with the map of the reference engine and nothing of the package: no least cost per line, no Hall's
condition, no bound. A purchase is a set of ways, one for each good; a way names the craftsman and, for a secondary, the primary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from tests.reference.zimbabwe_map import CRAFTS, Craftsman, Map, Square


class Way(NamedTuple):
    """One good: its craftsman, the primary of a secondary good, all that it costs, hubs, and the squares for each resource."""

    craftsman: Craftsman
    primary: Craftsman | None
    cost: int
    hubs: int
    needs: tuple[tuple[str, frozenset[Square]], ...]

    @property
    def place(self) -> tuple[int, Square]:
        """Where the good stands in the canonical order."""
        return CRAFTS[self.craftsman.kind]["line"], self.craftsman.anchor


class Purchase(NamedTuple):
    cost: int
    ways: tuple[Way, ...]

    @property
    def hubs(self) -> int:
        return sum(way.hubs for way in self.ways)

    @property
    def has_secondary(self) -> bool:
        return any(way.primary for way in self.ways)


def ways_of(board: Map, monument: Square, reach: int, price: Callable[[Craftsman], int]) -> list[Way]:
    """All ways of having a good delivered to a monument, whatever the purse and the markers.

    As soon as a secondary craftsman stands on the map, the primaries of its line deliver to secondaries only (7.3).
    """
    replaced = {CRAFTS[c.kind]["primary"] for c in board.craftsmen}
    found = []
    for c in board.craftsmen:
        hubs = board.hubs((monument,), c.squares, reach)
        if c.kind in replaced or hubs is None:
            continue
        own = _resource(board, c, reach)
        if CRAFTS[c.kind]["primary"] is None:
            found.append(Way(c, None, price(c) + hubs, hubs, (own,)))
            continue
        for p in board.craftsmen:
            more = board.hubs(c.squares, p.squares, reach) if p.kind == CRAFTS[c.kind]["primary"] else None
            if more is not None:
                cost = price(c) + hubs + price(p) + more
                found.append(Way(c, p, cost, hubs + more, (own, _resource(board, p, reach))))
    return found


def _resource(board: Map, c: Craftsman, reach: int) -> tuple[str, frozenset[Square]]:
    kind = CRAFTS[c.kind]["resource"]
    return kind, frozenset(board.resources_near(c.squares, kind, reach))


def purchases(ways: list[Way], goods: int, any_mix: bool) -> list[Purchase]:
    """Every choice of so many goods by ascending cost: one of a line at most, or any mix (Tsui-Goab)."""
    return sorted((Purchase(sum(way.cost for way in chosen), chosen) for chosen in _choices(ways, goods, any_mix)),
                  key=lambda purchase: purchase.cost)


def _choices(ways: list[Way], goods: int, any_mix: bool) -> Iterator[tuple[Way, ...]]:
    if any_mix:
        yield from combinations_with_replacement(ways, goods)
        return
    lines = sorted({way.place[0] for way in ways})
    for chosen in combinations(lines, goods):
        yield from product(*[[way for way in ways if way.place[0] == line] for line in chosen])


def can_be_made(purchase: Purchase, left: dict[Square, int], unlimited: str = "") -> bool:
    """Whether each resource needed can have a use of its own: all ways of handing out squares are tried.

    `left`: uses left by square; `unlimited`: a kind whose squares never run out once one is open (to see what it is that lacks).
    """
    needs = []
    for kind, squares in (need for way in purchase.ways for need in way.needs):
        open_ones = [square for square in squares if left[square] > 0]
        if not open_ones:
            return False
        if kind != unlimited:
            needs.append(open_ones)
    needs.sort(key=len)
    taken = dict.fromkeys((square for squares in needs for square in squares), 0)

    def hand_out(i: int) -> bool:
        if i == len(needs):
            return True
        for square in needs[i]:
            if taken[square] < left[square]:
                taken[square] += 1
                if hand_out(i + 1):
                    return True
                taken[square] -= 1
        return False

    return hand_out(0)
