"""Questions to the searches of `reach`, asked in plain Python: what is in range, how many hubs, which resources."""

from __future__ import annotations

from typing import Any

from mutapa.core.zimbabwe import hubs, reach
from mutapa.core.zimbabwe.grid import WORDS, include
from mutapa.core.zimbabwe.work import HUB, ZONE
from tests.core.zimbabwe.positions import Scene


class Probe:
    """A position with a work array of its own, or one that others have used. Squares and slots are codes; 54-bit words a set."""

    def __init__(self, scene: Scene, work: Any = None) -> None:
        self.board, fresh, self.words = scene.raw()
        self.work = fresh if work is None else work
        reach.see_monuments(self.work, self.words)
        reach.find_waters(self.board, self.work, self.words)

    def _set(self, at: int) -> tuple[int, ...]:
        return tuple(int(self.work[at + w]) for w in range(WORDS))

    def _start(self, at: int, codes: list[int]) -> None:
        for w in range(WORDS):
            self.work[at + w] = 0
        for code in codes:
            include(self.work, at, code)

    def steps(self, codes: list[int], most: int) -> dict[int, int]:
        """Distance of every square within `most` steps, nothing in the way."""
        self._start(ZONE, codes)
        found = dict.fromkeys(codes, 0)
        for step in range(1, most + 1):
            reach.spread(self.board, self.work, ZONE, 1, 0)
            for code in codes_of(self._set(ZONE)):
                found.setdefault(code, step)
        return found

    def in_range(self, code: int, far: int = 0) -> tuple[int, ...]:
        """The set of squares between which and `code` a resource can travel."""
        self._start(ZONE, [])
        reach.join_ball(self.board, self.work, self.words, code, far, ZONE)
        return self._set(ZONE)

    def near(self, slot: int, far: int = 0) -> int:
        """Mask of the resources in range of a craftsman."""
        return int(reach.near(self.board, self.work, self.words, slot, far))

    def hubs(self, slot: int, code: int, far: int = 0) -> int:
        """Least hubs between a craftsman and a square; FAR if out of reach."""
        table = hubs.hub_table(self.board, self.work, self.words, slot, far)
        return int(hubs.hubs_to(self.board, self.work, self.words, table, code, far, hubs.FAR))

    def hubs_between(self, slot: int, other: int, far: int = 0) -> int:
        """Least hubs between two craftsmen."""
        table = hubs.hub_table(self.board, self.work, self.words, slot, far)
        return int(hubs.hubs_to_tile(self.board, self.work, self.words, table, other, far, hubs.FAR))

    def hubs_to_squares(self, targets: list[int], code: int, far: int = 0) -> int:
        """The same for targets that no craftsman can be: level 0 is filled here, further levels grow by themselves."""
        table = HUB + 4 + WORDS
        self.work[table] = 1
        self._start(table + 1, targets)
        reach.spread(self.board, self.work, table + 1, reach.steps_of(far), 1)
        return int(hubs.hubs_to(self.board, self.work, self.words, table, code, far, hubs.FAR))

    def network(self, kind: int, far: int = 0, one_hub: int = 0) -> tuple[int, ...]:
        """The set of squares from which a primary of the type can be reached."""
        hubs.network(self.board, self.work, self.words, kind, far, one_hub, ZONE)
        return self._set(ZONE)


def codes_of(words: tuple[int, ...]) -> list[int]:
    """The squares of a set, ascending."""
    return [w * 64 + bit for w, word in enumerate(words) for bit in range(54) if word >> bit & 1]
