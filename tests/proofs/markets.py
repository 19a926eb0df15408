"""Positions with something to buy, made on purpose: craftsmen around resources, monuments as hubs, markers on what is scarce.

Each exists twice, independently: as words of the engine, set through its layout, and as a map of the reference.
They need not be positions of a game (nobody asks how the craftsmen came there); raising doesn't ask either.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from mutapa.core.state import State
from mutapa.core.zimbabwe import figures, grid
from mutapa.core.zimbabwe.board import BASE_COUNT
from mutapa.core.zimbabwe.building import put_monument, put_rain, put_resource, set_level
from mutapa.core.zimbabwe.layout import EMPTY, LAYOUT
from mutapa.core.zimbabwe.reach import resource_square
from mutapa.core.zimbabwe.text import square_code
from tests.reference.zimbabwe_map import CRAFTS, KINDS, Craftsman, Map, Square, cells_of, footprint, name
from tests.reference.zimbabwe_play import description, scattered

GODS = (None, None, None, "eshu", "atete", "tsui-goab", "tsui-goab", "anansi", "qamata")
LIKELY = {
    "wood": {"wood": 3, "throne": 5, "ivory": 3, "sculptor": 2, "potter": 1, "diamond": 1},
    "hubs": {"wood": 2, "potter": 2, "ivory": 2, "diamond": 1, "sculptor": 1, "throne": 1, "vessel": 1},
    "secondary": {"wood": 3, "potter": 3, "ivory": 3, "sculptor": 3, "vessel": 3, "throne": 3},
}
"""What craftsmen a position made for a purpose has, by weight."""
PLANS: dict[str, tuple[tuple[str, ...], ...]] = {
    "wood": (("wood", "sculptor"), ("wood", "ivory", "throne"), ("ivory", "throne", "wood", "sculptor"),
             ("wood", "wood", "wood")),
    "hubs": ((), ("wood",), ("potter", "diamond")),
    "secondary": (("wood", "sculptor"), ("potter", "vessel"), ("ivory", "throne"), ()),
}
"""What comes first among them."""
SET = {field: LAYOUT.setter(field) for field in ("tile", "card_owner", "card_price", "god", "cattle", "used")}


class Ground:
    """A map with first monuments on it, at the first turn of the first round."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(f"ground {seed}")
        self.seats = 2 + seed % 4
        self.blocked = rng.random() < 0.2
        options = {"monuments_block_resources": "on" if self.blocked else "off"}
        setup = (scattered if seed % 2 else description)(seed, self.seats, options)
        self.rows: list[str] = setup["cells"] if "cells" in setup else cells_of(setup["tiles"])
        self.state = State.from_setup(setup)
        self.firsts: list[tuple[int, Square]] = []
        while self.state.legal_texts[0].startswith("first"):
            text, seat = rng.choice(self.state.legal_texts), self.state.turn
            self.firsts.append((seat, square_of(text.split()[1])))
            self.state.apply(text)
        while self.state.legal_texts[0] in ("pass", "take"):
            self.state.apply(self.state.legal_texts[0])
        self.seat: int = self.state.turn


def square_of(text: str) -> Square:
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def apart(one: Square, other: Square) -> int:
    """Steps between two squares if nothing but land lies between them."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class MarketPosition:
    """A seat that may raise one monument of its own: `words` for the engine, `map` and the rest for the reference."""

    def __init__(self, ground: Ground, seed: int, purpose: str) -> None:
        self.ground, self.seat = ground, ground.seat
        self.rng = random.Random(f"market {purpose} {seed}")
        self.words: list[int] = [int(word) for word in ground.state.words]
        self.map = Map(ground.rows, ground.blocked)
        for seat, square in ground.firsts:
            self.map.add_monument(square, seat)
        self.cards: dict[tuple[str, int], int] = {}
        self.prices: dict[tuple[str, int], int] = {}
        self.plan = self.rng.choice(PLANS[purpose])
        self.god = "tsui-goab" if len(set(self.plan)) < len(self.plan) else self.rng.choice(GODS)
        if self.god:
            SET["god"](self.words, self.seat, figures.GODS.index(self.god) + 1)
        self.free = sorted(self.map.empty())
        self._monuments(purpose)
        self._water()
        self._resources(purpose)
        for kind in self.plan:
            self._craftsman(kind)
        for kind in self.rng.choices(list(LIKELY[purpose]), list(LIKELY[purpose].values()), k=self.rng.randint(1, 5)):
            self._craftsman(kind)
        self._level(purpose)
        self._markers(purpose)

    # ---- what the seat's god makes of things -------------------------------------------------------------------------

    @property
    def reach(self) -> int:
        return 6 if self.god == "eshu" else 3

    @property
    def any_mix(self) -> bool:
        return self.god == "tsui-goab"

    def price(self, c: Craftsman) -> int:
        return 1 if self.god == "anansi" else self.prices[c.kind, c.owner]

    @property
    def left(self) -> dict[Square, int]:
        """Uses left, by resource square."""
        return {square: max(0, (2 if self.god == "atete" else 1) - self.used.get(square, 0)) for square in self.map.resources}

    # ---- what lies on the map ----------------------------------------------------------------------------------------

    def _take(self, *squares: Square) -> None:
        self.free = [square for square in self.free if square not in squares]

    def _near(self, centre: Square, least: int, most: int) -> Square | None:
        """A free square of land at a distance."""
        here = [s for s in self.free if least <= apart(s, centre) <= most]
        return self.rng.choice(here) if here else None

    def _water(self) -> None:
        for _ in range(self.rng.choice((0, 0, 0, 1, 3))):
            anchor, way = self.rng.choice(self.free), self.rng.choice("hv")
            if set(footprint(True, anchor, way)) <= set(self.free):
                put_rain(self.words, square_code(name(anchor)), int(way == "v"))
                self.map.add_rain(anchor, way)
                self._take(*footprint(True, anchor, way))

    def _resources(self, purpose: str) -> None:
        """Some resources out of the box, near the monument, as far as there are any."""
        supply = {"wood": 6, "clay": 4, "ivory": 3, "diamonds": 3}
        for _ in range(self.rng.choice((0, 1, 3, 5))):
            kind = self.rng.choice(("wood", "ivory", "ivory") if purpose == "wood" else tuple(supply))
            square = self._near(self.monument, 1, 4)
            if square and supply[kind]:
                supply[kind] -= 1
                put_resource(self.words, figures.RESOURCES.index(kind), square_code(name(square)))
                self.map.add_resource(square, kind)
                self._take(square)

    def _monument(self, square: Square, seat: int, level: int) -> None:
        put_monument(self.words, seat, square_code(name(square)))
        set_level(self.words, square_code(name(square)), level)
        self.map.add_monument(square, seat)
        self.map.monuments[square][1] = level
        self._take(square)

    def _monuments(self, purpose: str) -> None:
        """The monument to be raised, near wood if wood is to be scarce, and others that may serve as hubs."""
        wanted = [s for s, kind in sorted(self.map.resources.items()) if kind == "wood" or purpose != "wood"]
        self.monument = self._near(self.rng.choice(wanted or self.free), 1, 5) or self.rng.choice(self.free)
        self._monument(self.monument, self.seat, 1)
        self.centres = [self.monument]
        for _ in range(self.rng.randint(*((2, 6) if purpose == "hubs" else (0, 3)))):
            square = self._near(self.rng.choice(self.centres), 1, 3)
            if square:
                self._monument(square, self.rng.randrange(self.ground.seats), self.rng.choice((1, 1, 2, 5)))
                self.centres.append(square)

    def _craftsman(self, kind: str) -> None:
        """One more craftsman between a resource of its kind and a monument, if there is room for it."""
        if CRAFTS[kind]["primary"] and not any(c.kind == CRAFTS[kind]["primary"] for c in self.map.craftsmen):
            kind = CRAFTS[kind]["primary"]
        type_ = KINDS.index(kind)
        k = sum(1 for c in self.map.craftsmen if c.kind == kind)
        hoped = self.rng.choice(self.centres)
        squares = [s for s, each in self.map.resources.items() if each == CRAFTS[kind]["resource"]]
        squares.sort(key=lambda s: apart(s, hoped))
        if k == 3 or not squares:
            return
        resource = squares[min(self.rng.choice((0, 0, 1, 2)), len(squares) - 1)]
        here = [s for s in self.free if apart(s, resource) <= 3 and apart(s, hoped) <= self.rng.choice((3, 4, 7))]
        self.rng.shuffle(here)
        for anchor in here[:8]:
            way = self.rng.choice("hv") if CRAFTS[kind]["wide"] else ""
            taken = footprint(CRAFTS[kind]["wide"], anchor, way)
            if set(taken) <= set(self.free):
                owner = self._owner(kind, type_)
                value = square_code(name(anchor)) | int(way == "v") << 9 | (owner + 1) << 10
                SET["tile"](self.words, 3 * type_ + k, value)
                self.map.add_craftsman(kind, anchor, way, owner)
                for square in taken:
                    grid.exclude(self.words, EMPTY, square_code(name(square)))
                self._take(*taken)
                return

    def _owner(self, kind: str, type_: int) -> int:
        """A seat for a craftsman; the first two of a type get its two technologies, at any price."""
        owners = [seat for each, seat in self.cards if each == kind]
        seat = self.rng.randrange(self.ground.seats) if len(owners) < 2 else self.rng.choice(owners)
        if seat not in owners:
            card = 2 * type_ + len(owners)
            self.cards[kind, seat], self.prices[kind, seat] = card, self.rng.randint(1, 3)
            SET["card_owner"](self.words, card, seat + 1)
            SET["card_price"](self.words, card, self.prices[kind, seat])
        return seat

    def _level(self, purpose: str) -> None:
        """The monument's level: as many goods as there are lines if they are to quarrel; seldom more than can be had."""
        lines = len({CRAFTS[c.kind]["line"] for c in self.map.craftsmen})
        self.level = self.rng.randint(1, max(1, lines))
        if purpose == "wood" or self.any_mix:
            self.level = self.rng.choice((lines, lines, self.level, 2))
        if self.rng.random() < 0.1:
            self.level = self.rng.randint(1, 4)
        self.level = max(1, self.level)
        set_level(self.words, square_code(name(self.monument)), self.level)
        self.map.monuments[self.monument][1] = self.level

    def _markers(self, purpose: str) -> None:
        """Used markers: many on wood if wood is to be scarce; a second one now and then, from Atete's owner."""
        numbers = {}
        for i in [*range(int(self.ground.state.board[BASE_COUNT])), *range(figures.BASE_RESOURCES, 48)]:
            code = int(resource_square(self.ground.state.board, self.words, i))
            if code >= 0:
                numbers[grid.row_column(code)] = i
        self.used: dict[Square, int] = {}
        rate = self.rng.choice((0, 0.2, 0.5))
        masks = [0, 0]
        spared: list[Square] = []
        if purpose == "wood":
            users = [c for c in self.map.craftsmen if CRAFTS[c.kind]["resource"] == "wood"]
            wanted = Counter(square for c in users for square in self.map.resources_near(c.squares, "wood", self.reach))
            spared = [square for square, _ in wanted.most_common(self.rng.choice((1, 1, 1, 2, 2, 3)))]
        for square, kind in sorted(self.map.resources.items()):
            if square not in spared and self.rng.random() < (0.95 if spared and kind == "wood" else rate):
                self.used[square] = self.rng.choice((1, 1, 2))
                for i in range(self.used[square]):
                    masks[i] |= 1 << numbers[square]
        for i in (0, 1):
            SET["used"](self.words, i, masks[i])

    def array(self, purse: int) -> Any:
        """The engine's words, the seat having so many cattle."""
        words = np.array(self.words, np.int64)
        SET["cattle"](words, self.seat, purse)
        return words
