"""Positions made for a purpose: a known map, and pieces, levels and tiles set through the layout.

Homes lie at `HOMES`, ring entry 0 to the east. Boo's at 2,1 (seat 0): e 3,1 swamp, se 2,2 mountain, sw 1,2 forest, w 1,1 swamp,
nw 2,0 desert, ne 3,0 sea. The Center: e 1,0 forest, se 0,1 desert, sw -1,1 sea, w -1,0 swamp, nw 0,-1 mountain, ne 1,-1 sea.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.core.godz import layout as field
from mutapa.core.godz import regions
from mutapa.core.godz.figures import DEITIES, ICONS, MAT, MIRACLES, PIECES, RESOURCES, STACK_FIRST, TERRAINS, VILLAGES
from mutapa.core.godz.map import cell_of
from mutapa.core.godz.text import TILES, cells, snapshot
from mutapa.core.state import State

HOMES = ("2,1", "-1,3", "-3,2", "-2,-1", "1,-3")


class Scene:
    """A `State` that can be played by texts and changed by hand."""

    def __init__(self, state: State) -> None:
        self.state = state

    # ---- reading ----------------------------------------------------------------------------------------------------

    @property
    def legal(self) -> list[str]:
        return self.state.legal_texts

    def legal_of(self, *verbs: str) -> list[str]:
        """Legal texts whose first word is one of `verbs`."""
        return [text for text in self.legal if text.split()[0] in verbs]

    @property
    def chances(self) -> dict[str, int]:
        """Nature's moves in words, with weights."""
        return {self.state.text(action): weight for action, weight in self.state.chances}

    @property
    def facts(self) -> dict[str, Any]:
        """The position in names."""
        return snapshot(self.state.board, self.state.words)

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def mine(self, deity: str) -> dict[str, Any]:
        """What a deity's seat has."""
        found: dict[str, Any] = self.facts["seats"][self.seat(deity)]
        return found

    def seat(self, deity: str) -> int:
        """Its seat."""
        words: Any = [int(word) for word in self.state.words]
        return [field.deity(words, seat) for seat in range(self.state.seats)].index(DEITIES.index(deity))

    def there(self, name: str) -> dict[str, int]:
        """Loose Believers on a hex."""
        found: dict[str, int] = self["believers"].get(name, {})
        return found

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the result table."""
        assert self.state.game.score is not None
        return self.state.game.score(self.state.board, self.state.words)

    def slot(self, name: str) -> int:
        """Slot of a hex on the map."""
        q, r = map(int, name.split(","))
        return cells(self.state.board, self.state.words).index(cell_of(q, r))

    # ---- playing ----------------------------------------------------------------------------------------------------

    def copy(self) -> Scene:
        return Scene(self.state.clone())

    def play(self, line: str) -> Scene:
        self.state.apply(line)
        return self

    # ---- changing ---------------------------------------------------------------------------------------------------

    def set(self, name: str, *values: int) -> Scene:
        """A field of the layout: ``set("round", 5)``, ``set("column", 1, 3)`` (seat 1)."""
        words = [int(word) for word in self.state.words]
        field.LAYOUT.setter(name)(words, *values)
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def put(self, deity: str, *places: str) -> Scene:
        """Where Believers are: hexes, ``in5`` (inside), ``reserve``, ``life`` ..; the rest: on the mat, then in reserve."""
        codes = [self._code(place) for place in places]
        spare = [field.ON_MAT + i for i in (2, 1, 0) if field.ON_MAT + i not in codes] + [field.RESERVE] * PIECES
        codes = sorted((codes + spare[: PIECES - len(codes)])[:PIECES])
        return self.set("pieces", self.seat(deity), sum(code << (7 * i) for i, code in enumerate(codes)))

    def _code(self, place: str) -> int:
        if place.startswith("in"):
            return field.INSIDE + VILLAGES.index(place[2:])
        if place in MAT:
            return field.ON_MAT + MAT.index(place)
        return field.RESERVE if place == "reserve" else self.slot(place)

    def away(self, *deities: str) -> Scene:
        """All Believers not on the mat are in reserve, the Avatar stays."""
        for deity in deities:
            self.put(deity, "reserve", "reserve", "reserve")
        return self

    def avatar(self, deity: str, name: str, laid: int = 0) -> Scene:
        """Where an Avatar stands, or lies."""
        return self.set("avatar", self.seat(deity), self.slot(name)).set("laid", self.seat(deity), laid)

    def village(self, deity: str, cost: str, name: str) -> Scene:
        """A Village stands on a hex."""
        return self.set({"5": "five", "7": "seven", "9": "nine"}[cost], self.seat(deity), self.slot(name) + 1)

    def levels(self, deity: str, **levels: int) -> Scene:
        """Levels of resources."""
        for name, value in levels.items():
            assert name in RESOURCES
            self.set(name, self.seat(deity), value)
        return self

    def ground(self, name: str, terrain: str) -> Scene:
        """Another terrain on a hex."""
        words = [int(word) for word in self.state.words]
        regions.set_terrain(words, self.slot(name), TERRAINS.index(terrain))
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def grounds(self, terrain: str, *names: str) -> Scene:
        for name in names:
            self.ground(name, terrain)
        return self

    def tile(self, name: str, kind: str) -> Scene:
        """A tile of the stack laid on a cell."""
        words: Any = [int(word) for word in self.state.words]
        i, number = field.stacked(words), TILES.index(kind)
        field.set_cells(words, i, cell_of(*map(int, name.split(","))))
        field.set_stacked(words, i + 1)
        if number < len(TERRAINS):
            field.set_left(words, number, field.left(words, number) - 1)
            regions.set_terrain(words, STACK_FIRST + i, number)
        else:
            field.set_specials(words, number - len(TERRAINS), i + 1)
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def chasm(self, name: str) -> Scene:
        """The Chasm lies on a hex."""
        words: Any = [int(word) for word in self.state.words]
        regions.set_terrain(words, self.slot(name), -1)
        field.set_chasm(words, self.slot(name) + 1)
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def icon(self, hexagon: int, i: int, deity: str) -> Scene:
        """An icon of a special hex (0 the vortex) is held."""
        return self.set("icons", ICONS * hexagon + i, self.seat(deity) + 1)

    def tiles(self, deity: str, glory: Sequence[int] = (), war: Sequence[int] = (), balance: Sequence[int] = ()) -> Scene:
        """Tiles of a seat."""
        seat = self.seat(deity)
        self.set("tiles", seat, len(glory)).set("gained", seat, sum(glory)).set("wars", seat, len(war))
        self.set("threes", seat, 1 + war.count(3)).set("fours", seat, 1 + war.count(4))
        return self.set("balances", seat, len(balance)).set("twos", seat, 1 + balance.count(2))

    def turn(self, deity: str, column: int = 0) -> Scene:
        """A turn of the deity begins, its cylinder in a column."""
        seat = self.seat(deity)
        for name in ("cast", "points", "cursor", "icon"):
            self.set(name, 0)
        return self.set("phase", field.TURN).set("active", seat).set("mover", seat).set("column", seat, column)

    def miracles(self, deity: str, faith: int = 9) -> Scene:
        """Its miracles begin, after a collection at the flag."""
        return self.turn(deity, 1).levels(deity, faith=faith).play("glory none")

    def castable(self) -> list[str]:
        """Miracles on offer."""
        return [text for text in self.legal if text in MIRACLES]

    def skip(self, deity: str) -> Scene:
        """The deity's turn without doing anything: no Faith, so only choices of resources are left."""
        self.turn(deity, 1).levels(deity, faith=0)
        return self.play("glory none")


def scene_of(*deities: str, backend: str = "plain", homes: Sequence[str] = HOMES, figures: Any = None, **options: Any) -> Scene:
    """A game of these deities (boo and glu unless given), Homes placed, seat 0 at the start of its first turn."""
    names = list(deities or ("boo", "glu"))
    setup: dict[str, Any] = {"game": "godz", "seats": len(names), "deities": names, "options": options}
    if figures:
        setup["figures"] = figures
    s = Scene(State.from_setup(setup, backend=backend))
    for i in range(len(names)):
        s.play(f"home {homes[i]} e")
    return s

