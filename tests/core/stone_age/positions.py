"""Positions made for a purpose: a known deal, and whatever stands on places and in hands, set through the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mutapa.core.state import State
from mutapa.core.stone_age import figures
from mutapa.core.stone_age import layout as field
from mutapa.core.stone_age.chance import first_card, show_card
from mutapa.core.stone_age.layout import LAYOUT
from mutapa.core.stone_age.text import CARD_NAMES, TILE_NAMES, snapshot

CARDS = ("food7-pottery", "stone-farmer1", "points3-builder3", "tool-art")
TILES = ("wwb", "1to7", "4of2", "wbs")
FIELDS = {"people", "track", "tools", "food", "once", "tiles", "builders", "farmers", "makers", "shamans", "low", "high", "blind"}


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

    def seat(self, seat: int) -> dict[str, Any]:
        """What a seat has."""
        found: dict[str, Any] = self.facts["seats"][seat]
        return found

    def stock(self, seat: int) -> list[int]:
        """Its resources."""
        return [self.seat(seat)[name] for name in figures.RESOURCES]

    def points(self) -> list[int]:
        """Margins at the end."""
        outcome = self.state.outcome
        assert outcome is not None
        return list(outcome.margins)

    # ---- playing ----------------------------------------------------------------------------------------------------

    def copy(self) -> Scene:
        return Scene(self.state.clone())

    def play(self, line: str) -> Scene:
        self.state.apply(line)
        return self

    def until(self, *phases: str, prefer: Sequence[str] = ("done", "add none", "starve")) -> Scene:
        """Play on by what is preferred, else the first on offer (nature's first too), to one of these phases or the end."""
        for _ in range(2000):
            if self["phase"] in (*phases, "over"):
                return self
            legal = self.legal or list(self.chances)
            self.play(next((text for text in prefer if text in legal), legal[0]))
        raise AssertionError(f"{phases} never comes")

    # ---- changing ---------------------------------------------------------------------------------------------------

    def set(self, name: str, *values: int) -> Scene:
        """A field of the layout: ``set("round", 5)``, ``set("track", 1, 7)`` (seat 1)."""
        words = [int(word) for word in self.state.words]
        LAYOUT.setter(name)(words, *values)
        self.state = self.state.at(np.array(words, np.int64))
        return self

    def give(self, seat: int, stock: Sequence[int] = (), score: int | None = None, **fields: int) -> Scene:
        """What a seat has: `stock` (wood, brick, stone, gold), and fields of the layout."""
        for kind, n in enumerate(stock):
            self.set("stock", 4 * seat + kind, n)
        if score is not None:
            self.set("score", seat, score + field.ZERO)
        for name, value in fields.items():
            assert name in FIELDS
            if name == "people":
                self.set("hand", seat, value)
            self.set(name, seat, value)
        return self

    def on(self, seat: int, **places: int) -> Scene:
        """People on places, taken from those at home: ``on(0, forest=3, card_2=1)``."""
        for name, n in places.items():
            where = figures.PLACES.index(name.replace("_", " "))
            if where == 0:
                self.set("hunters", seat, n)
            elif where < figures.TOOLS:
                self.set("gather", 4 * seat + where - 1, n)
            else:
                mask = LAYOUT.read(self.state.words, "stands")[seat]  # type: ignore[index]
                self.set("stands", seat, mask | 1 << (where - figures.TOOLS))
            left = LAYOUT.read(self.state.words, "hand")[seat] - n  # type: ignore[index]
            assert left >= 0
            self.set("hand", seat, left)
        return self

    def act(self, seat: int = 0) -> Scene:
        """The seat's own actions begin."""
        return self.set("phase", field.ACT).set("mover", seat)

    def culture(self, seat: int, *symbols: str) -> Scene:
        """Green cards of a seat, one owner for all."""
        for symbol in symbols:
            at = 2 * figures.SYMBOLS.index(symbol)
            self.set("culture", at + (LAYOUT.read(self.state.words, "culture")[at] > 0), seat + 1)  # type: ignore[index]
        return self

    def show(self, space: int, name: str) -> Scene:
        """Another card on the space that costs so much, in place of the one there."""
        words = [int(word) for word in self.state.words]
        old, kind = field.cards(words, space - 1) - 1, CARD_NAMES.index(name)
        field.set_drawn(words, field.drawn(words) & ~(1 << first_card(old)))
        field.set_cards(words, space - 1, kind + 1)
        show_card(words, kind)
        self.state = self.state.at(np.array(words, np.int64))
        return self


def scene_of(
    seats: int = 2, *, cards: Sequence[str] = CARDS, buildings: Sequence[str] = (), backend: str = "plain",
    stack: int = 7, out: Sequence[str] = (), keep: int | None = None, **options: Any,
) -> Scene:
    """A deal: four cards, top tiles (the first of `TILES` unless given). `keep`: only so many other cards are in the deck."""
    tops = [*buildings, *(name for name in TILES if name not in buildings)][:seats]
    if keep is not None:
        others = [name for name, copies in figures.CARDS for _ in range(copies)]
        for name in cards:
            others.remove(name)
        out = others[: len(others) - keep]
    setup: dict[str, Any] = {"game": "stone_age", "seats": seats, "cards": list(cards), "buildings": tops, "options": options}
    if out:
        setup["out"] = list(out)
    if stack != 7:
        setup["stack"] = stack
    assert set(tops) <= set(TILE_NAMES)
    return Scene(State.from_setup(setup, backend=backend))
