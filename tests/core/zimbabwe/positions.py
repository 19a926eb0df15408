"""Positions made for a purpose: a small map, and whatever lies on it and in hands, set through the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.core.native import StrictList
from mutapa.core.state import State
from mutapa.core.zimbabwe import figures, grid
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_SQUARE
from mutapa.core.zimbabwe.building import put_monument, put_rain, put_resource, set_level
from mutapa.core.zimbabwe.layout import EMPTY, LAYOUT
from mutapa.core.zimbabwe.placing import next_card, owned_card
from mutapa.core.zimbabwe.reach import footprint
from mutapa.core.zimbabwe.text import snapshot, square_code, square_name
from mutapa.core.zimbabwe.work import WORK_WORDS

VP_BY_LEVEL = (0, 1, 3, 7, 13, 21)


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

    def spots(self, line: str = "") -> set[str]:
        """After the steps of `line`, tried on a copy: what may stand behind ``at``."""
        trial = self.copy().play(line) if line else self
        return {text[3:] for text in trial.legal if text.startswith("at ")}

    def __getitem__(self, name: str) -> Any:
        return self.state.dump()[name]

    @property
    def facts(self) -> dict[str, Any]:
        """The position in names and squares."""
        return snapshot(self.state.board, self.state.words)

    def level(self, square: str) -> int:
        return next((level for name, _, level in self.facts["monuments"] if name == square), 0)

    def raw(self) -> tuple[StrictList, StrictList, StrictList]:
        """Board, a fresh work array and words, for compiled functions that are no entries of the engine."""
        return (StrictList(self.state.board.tolist()), StrictList([0] * WORK_WORDS), StrictList(self.state.words.tolist()))

    # ---- playing ----------------------------------------------------------------------------------------------------

    def copy(self) -> Scene:
        return Scene(self.state.clone())

    def play(self, line: str) -> Scene:
        self.state.apply(line)
        return self

    def end_round(self) -> Scene:
        """End this turn and the others' (Dziva keeps her prices); stops at the next auction, or at the end."""
        now = self["round"]
        while not self.state.is_over and self["round"] == now:
            legal = self.legal
            kept = [text for text in legal if text.startswith("price")]
            self.play("end" if "end" in legal else kept[0] if kept else legal[0])
        return self

    def quiet_auction(self) -> Scene:
        """Nobody gives anything."""
        while self.state.phase.split(", ")[2].startswith("auction"):
            self.play(self.legal[0])
        return self

    # ---- changing ---------------------------------------------------------------------------------------------------

    def _change(self, *calls: Any) -> Scene:
        words = [int(word) for word in self.state.words]
        for function, *arguments in calls:
            function(words, *arguments)
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def set(self, name: str, value: int, *at: int) -> Scene:
        """Set a field of the layout (an element of it)."""
        return self._change((LAYOUT.setter(name), *at, value))

    def cattle(self, *amounts: int) -> Scene:
        """Cattle in hand, seat by seat from 0."""
        return self._change(*[(LAYOUT.setter("cattle"), seat, amount) for seat, amount in enumerate(amounts)])

    def vr(self, *values: int) -> Scene:
        return self._change(*[(LAYOUT.setter("vr"), seat, value) for seat, value in enumerate(values)])

    def vp(self, *values: int) -> Scene:
        return self._change(*[(LAYOUT.setter("vp"), seat, value) for seat, value in enumerate(values)])

    def god(self, seat: int, name: str) -> Scene:
        return self.set("god", figures.GODS.index(name) + 1, seat)

    def specialist(self, seat: int, name: str) -> Scene:
        return self.set("specialist_owner", seat + 1, figures.SPECIALISTS.index(name))

    def card(self, seat: int, kind: str, price: int = 1) -> Scene:
        """The seat owns the cheapest technology left of the type, at this price; its requirement rises."""
        card = next_card(self.state.words, figures.CRAFTSMEN.index(kind))
        need = (figures.CARD_VR >> (3 * card)) & 7
        return self._change((LAYOUT.setter("card_owner"), card, seat + 1), (LAYOUT.setter("card_price"), card, price),
                            (LAYOUT.setter("vr"), seat, self["vr"][seat] + need))

    def monument(self, square: str, seat: int = 0, level: int = 1) -> Scene:
        """A monument with its points."""
        code = square_code(square)
        return self._change((put_monument, seat, code), (set_level, code, level),
                            (LAYOUT.setter("vp"), seat, self["vp"][seat] + VP_BY_LEVEL[level]))

    def craftsman(self, what: str, seat: int = 0, price: int = 1) -> Scene:
        """``"wood a3 h"`` or ``"ivory b2"``: the tile with its points, and the card (at `price`) if the seat has none."""
        name, anchor, *way = what.split()
        kind, code, upright = figures.CRAFTSMEN.index(name), square_code(anchor), int(way == ["v"])
        if owned_card(self.state.words, seat, kind) < 0:
            self.card(seat, name, price)
        slot = next(s for s in range(3 * kind, 3 * kind + 3) if not self["tile"][s])
        squares = [footprint(kind, code, upright, i) for i in range(4)]
        points = (figures.TILE_VP >> (2 * kind)) & 3
        return self._change((LAYOUT.setter("tile"), slot, code | upright << 9 | (seat + 1) << 10),
                            (LAYOUT.setter("vp"), seat, self["vp"][seat] + points),
                            *[(grid.exclude, EMPTY, square) for square in squares if square >= 0])

    def resource(self, square: str, kind: str) -> Scene:
        """A resource added by the Shaman."""
        return self._change((put_resource, figures.RESOURCES.index(kind), square_code(square)))

    def rain(self, square: str, way: str) -> Scene:
        """A water tile, ``h`` or ``v``."""
        return self._change((put_rain, square_code(square), int(way == "v")))

    def used(self, square: str, times: int = 1) -> Scene:
        """Used markers on a resource of the map."""
        bases = self.state.board[BASE_SQUARE : BASE_SQUARE + int(self.state.board[BASE_COUNT])].tolist()
        number = bases.index(square_code(square))
        words = self["used"]
        for i in range(times):
            self.set("used", words[i] | 1 << number, i)
        return self


def scene_of(*rows: str, seats: int = 2, backend: str = "plain", gods: Sequence[str] = figures.GODS,
             stack: Sequence[int] | None = None, first: bool = False, **options: Any) -> Scene:
    """A game on a map of `rows`, at the first step of seat 0's first turn; nobody has given anything, all have 3 cattle.

    Starting areas lie apart, below the map: no range comes from there. Seats play in the order 0, 1, 2 ... unless `stack` says
    otherwise; `first`: the game stands at its first step instead.
    """
    width = max(12, *map(len, rows)) if rows else 12
    cells = [*(row.ljust(width, "x") for row in rows), "x" * width, "SxSxSxSxSxSx".ljust(width, "x")]
    state = State.from_setup(
        {"game": "zimbabwe", "seats": seats, "cells": cells, "gods": list(gods),
         "stack": list(stack or range(seats)[::-1]), "options": options}, backend=backend)
    made = Scene(state)
    if not first:
        for seat in range(seats):
            made.play(f"first {'acegik'[seat]}{len(cells)}")
        made.quiet_auction()
    return made


def squares_of(array: Any, at: int) -> set[str]:
    """Names of the squares of a set in an array."""
    return {square_name(w * 64 + bit) for w in range(grid.WORDS) for bit in range(54) if (int(array[at + w]) >> bit) & 1}
