"""Raising: feasibility and least cost are those of brute force, where they are hard to get right.

The object is asked by its public lists: the least cost is the smallest purse with which `raise` is on offer, and the goods on
offer afterwards are those with which some whole purchase within the purse begins. Positions are made for four cases:

- ``wood``: the goods quarrel over wood: with wood that never runs out it would be cheaper, or possible at all;
- ``hubs``: every cheapest purchase pays for a hub;
- ``secondary``: every cheapest purchase has a secondary good;
- ``close``: the purse is within 2 of the least cost (the five purses around it are all asked).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mutapa.core import registry
from mutapa.core.native import Engine, engine
from mutapa.core.zimbabwe.actions import BUY, RAISE, make
from mutapa.core.zimbabwe.text import square_code
from tests.proofs.chunks import TOP, Proof
from tests.proofs.markets import Ground, MarketPosition
from tests.proofs.purchases import Purchase, can_be_made, purchases, ways_of
from tests.reference.zimbabwe_map import KINDS, name

CHUNKS = 60
GROUNDS = 66
ON_EACH = 30
PURPOSES = ("wood", "wood", "wood", "hubs", "secondary")
CASES = ("wood", "hubs", "secondary", "close")
BOUND = 60
"""More than any purchase here can cost (four goods, each with its primary, and hubs), so never affordable means never."""


class Truth:
    """What brute force says about a position."""

    def __init__(self, at: MarketPosition) -> None:
        self.left = at.left
        found = purchases(ways_of(at.map, at.monument, at.reach, at.price), at.level, at.any_mix)
        self.found = found
        self.cheapest = self._first(found)
        self.cost = self.cheapest.cost if self.cheapest else None
        unlimited = self._first(found, "wood")
        self.cases: set[str] = set()
        if unlimited and (self.cost is None or unlimited.cost < self.cost):
            self.cases.add("wood")
        if self.cost is not None:
            equals = [each for each in found if each.cost == self.cost and can_be_made(each, self.left)]
            self.cases.add("close")
            self.cases.update(case for case, holds in (("hubs", all(each.hubs for each in equals)),
                                                       ("secondary", all(each.has_secondary for each in equals))) if holds)

    def _first(self, found: list[Purchase], unlimited: str = "") -> Purchase | None:
        return next((each for each in found if can_be_made(each, self.left, unlimited)), None)

    def openings(self, purse: int) -> list[int]:
        """The engine's actions for the first goods of all purchases within a purse."""
        firsts = {min(each.ways, key=lambda way: way.place).craftsman
                  for each in self.found if each.cost <= purse and can_be_made(each, self.left)}
        return sorted(make(BUY, 512 * KINDS.index(c.kind) + square_code(name(c.anchor))) for c in firsts)


class Asker:
    """Puts questions to an engine; its work array is used for position after position."""

    def __init__(self, backend: str) -> None:
        game = registry.get("zimbabwe")
        self.engine: Engine = engine(game, backend)
        self.work, self.out = self.engine.work(), self.engine.array(game.actions_max)

    def legal(self, board: Any, words: Any) -> list[int]:
        n = self.engine.legal(board, self.work, words, self.out)
        return [int(self.out[i]) for i in range(n)]

    def mistakes(self, at: MarketPosition, truth: Truth) -> list[str]:
        """What the engine says otherwise, in words."""
        board, found = at.ground.state.board, []
        raise_it = make(RAISE, square_code(name(at.monument)))
        purses = [0, BOUND] if truth.cost is None else [*range(max(0, truth.cost - 2), truth.cost + 3), BOUND]
        for purse in purses:
            words = at.array(purse)
            offered, right = raise_it in self.legal(board, words), truth.cost is not None and truth.cost <= purse
            if offered != right:
                found.append(f"purse {purse}, least cost {truth.cost}: raise is {'' if offered else 'not '}offered")
            elif offered and truth.cost is not None and purse in (truth.cost, truth.cost + 2):
                self.engine.apply(board, self.work, words, raise_it)
                goods = self.legal(board, words)
                if goods != truth.openings(purse):
                    found.append(f"purse {purse}, least cost {truth.cost}: goods {goods}, not {truth.openings(purse)}")
        return found


def check(grounds: range, on_each: int, backend: str = "object") -> tuple[Counter[str], list[str]]:
    """Positions by case, and everything that differs."""
    asker, counts, found = Asker(backend), Counter(dict.fromkeys(CASES, 0)), []
    for number in grounds:
        ground = Ground(number)
        for i in range(on_each):
            purpose = PURPOSES[i % len(PURPOSES)]
            at = MarketPosition(ground, number * 1000 + i, purpose)
            truth = Truth(at)
            counts.update(["positions", *truth.cases])
            if truth.cost is None:
                counts["never"] += 1
            found += [f"ground {number}, {purpose} {number * 1000 + i}: {each}" for each in asker.mistakes(at, truth)]
    return counts, found


def run(k: int) -> dict[str, Any]:
    counts, found = check(range(k * GROUNDS, (k + 1) * GROUNDS), ON_EACH)
    for each in found[:20]:
        print(each)
    return {"grounds": [k * GROUNDS, (k + 1) * GROUNDS - 1], **counts, "differences": len(found)}


HERE = TOP / "tests" / "proofs"
PROOF = Proof(
    "raising", "which monuments can be raised, the least cost, and how a purchase may begin are those of brute force",
    CHUNKS, run,
    (HERE / "raising.py", HERE / "markets.py", HERE / "purchases.py", TOP / "tests" / "reference" / "zimbabwe_map.py",
     TOP / "tests" / "reference" / "zimbabwe_play.py", TOP / "tests" / "reference" / "zimbabwe-figures.json"),
)
