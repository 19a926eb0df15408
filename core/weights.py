"""Named numbers of a game's hand-written player, kept in words of the board: another set of them needs no new build.

A game declares them in its ``weights.py``, each with its default and its meaning, and fills them in at the deal. A bot that is
given others (``expert:weights=FILE.yaml``, or a name of `configs/weights`) writes them over its own copy of the board; the rules
read none of them.

>>> weights = Weights(first=10)
>>> weights.add("wood", 34, "a wood in stock")
10
>>> weights.add("hungry", 30, "a food short")
11
>>> board = [0] * 12
>>> weights.fill(board, {"hungry": 25})
>>> board[10:]
[34, 25]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mutapa.core.errors import InvalidError, unknown

MOST = 4096
"""No weight is further from 0, so that sums and products of a few stay far below 54 bits."""


class Weight(NamedTuple):
    """One number: its word of the board, its default, what it means, and its room."""

    at: int
    default: int
    doc: str
    least: int
    most: int


class Weights:
    """The weights of a game by name, in words from `first` on."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._all: dict[str, Weight] = {}

    def add(self, name: str, default: int, doc: str, least: int = -MOST, most: int = MOST) -> int:
        """Declare one; return its word."""
        if name in self._all:
            raise ValueError(f"weight {name} is declared twice")
        at = self.first + len(self._all)
        self._all[name] = Weight(at, default, doc, least, most)
        return at

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __getitem__(self, name: str) -> Weight:
        return self._all[name]

    def fill(self, board: Any, given: Mapping[str, Any] | None = None, where: str = "weights") -> None:
        """Write all of them into `board`: those `given` by name, the rest as declared.

        `InvalidError`, before anything is written, on a name that isn't known and on what is no whole number in its room.
        """
        given = {} if given is None else given
        for name, value in given.items():
            if name not in self._all:
                raise unknown(where, "weight", str(name), list(self._all))
            each = self._all[name]
            if type(value) is not int or not each.least <= value <= each.most:
                raise InvalidError(f"{where}: {name} is {value!r}; right would be a whole number, {each.least} to {each.most}")
        for name, each in self._all.items():
            board[each.at] = given.get(name, each.default)
