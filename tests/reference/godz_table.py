"""Pieces of GodZ on the map and what a seat has beside it; for the reference engine, from the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.reference.godz_map import RESOURCES, Hex, World

FIGURES = json.loads((Path(__file__).parent / "godz-figures.json").read_text(encoding="utf-8"))
DEITIES = tuple(FIGURES["domains"])
COSTS: list[int] = FIGURES["village_costs"]


class Seat:
    """What lies on and beside a player's mat."""

    def __init__(self) -> None:
        self.deity: str | None = None
        self.reserve = 0
        self.mat = set(FIGURES["mat"])
        self.column = 0
        self.levels = dict.fromkeys(RESOURCES, FIGURES["start_level"])
        self.glory: list[int] = []
        self.drawn = {kind: Counter[int]() for kind in FIGURES["tiles"]}
        self.overlays = 0

    def become(self, deity: str) -> None:
        self.deity = deity
        self.overlays = FIGURES["private_tiles"].get(deity, 0)

    def squares(self) -> int:
        return len(self.glory) + self.drawn["war"].total()

    def gain(self, resource: str) -> None:
        self.levels[resource] = min(self.levels[resource] + 1, FIGURES["tracks"][resource])

    def full(self, resource: str) -> bool:
        return bool(self.levels[resource] == FIGURES["tracks"][resource])

    def snapshot(self) -> dict[str, Any]:
        war, balance = self.drawn["war"], self.drawn["balance"]
        return {
            "deity": self.deity,
            "reserve": self.reserve,
            "mat": [each for each in FIGURES["mat"] if each in self.mat],
            "column": self.column,
            "levels": list(self.levels.values()),
            "glory": sum(self.glory),
            "tiles": len(self.glory),
            "wars": war.total(),
            "balances": balance.total(),
            "war": [war[2], war[3], war[4]],
            "balance": [balance[1], balance[2]],
            "overlays": self.overlays,
        }


class Table:
    """The map with everything on it. Owners are seats' numbers."""

    def __init__(self, world: World, seats: list[Seat], icons: dict[str, list[str]]) -> None:
        self.world, self.seats = world, seats
        self.icons = icons  # of the vortex and of each special tile
        self.loose: dict[Hex, Counter[int]] = {}
        self.inside: dict[Hex, int] = {}
        self.villages: dict[Hex, tuple[int, int]] = {}  # owner, cost
        self.avatars: dict[int, Hex] = {}
        self.laid: set[int] = set()
        self.held: dict[Hex, dict[int, int]] = {}  # icon's number on its tile -> owner

    # ---- Believers ------------------------------------------------------------------------------------------------

    def loose_at(self, here: Hex, owner: int) -> int:
        return self.loose.get(here, Counter())[owner]

    def inside_at(self, here: Hex, owner: int) -> int:
        return self.inside.get(here, 0) if self.villages.get(here, (None, 0))[0] == owner else 0

    def believers_at(self, here: Hex, owner: int) -> int:
        return self.loose_at(here, owner) + self.inside_at(here, owner)

    def all_loose(self) -> list[tuple[Hex, int]]:
        """Each hex and owner with a loose Believer there."""
        return [(here, owner) for here, owners in self.loose.items() for owner, n in owners.items() if n]

    def loose_hexes(self, owner: int) -> list[Hex]:
        return [here for here, each in self.all_loose() if each == owner]

    def inside_hexes(self, owner: int) -> list[Hex]:
        return [here for here, n in self.inside.items() if n and self.villages[here][0] == owner]

    def put(self, here: Hex, owner: int) -> None:
        self.loose.setdefault(here, Counter())[owner] += 1

    def lift(self, here: Hex, owner: int) -> None:
        self.loose[here][owner] -= 1
        self.loose[here] += Counter()
        if not self.loose[here]:
            del self.loose[here]

    def move(self, here: Hex, owner: int, there: Hex) -> None:
        self.lift(here, owner)
        self.put(there, owner)
        self.settle()

    def to_reserve(self, here: Hex, owner: int) -> None:
        self.lift(here, owner)
        self.seats[owner].reserve += 1
        self.settle()

    def clear(self, here: Hex) -> Counter[int]:
        """All loose Believers of the hex go to their owners' reserves; how many of each."""
        gone = Counter(self.loose.get(here, Counter()))
        for owner in gone.elements():
            self.to_reserve(here, owner)
        return gone

    def enter(self, here: Hex, owner: int, village: Hex) -> None:
        self.lift(here, owner)
        self.inside[village] = self.inside.get(village, 0) + 1
        self.settle()

    def leave(self, village: Hex, there: Hex) -> None:
        self.inside[village] -= 1
        if not self.inside[village]:
            del self.inside[village]
        self.put(there, self.villages[village][0])

    # ---- Villages, Avatars, icons ---------------------------------------------------------------------------------

    def unbuilt(self, owner: int) -> list[int]:
        return [cost for cost in COSTS if (owner, cost) not in self.villages.values()]

    def village_of(self, owner: int, cost: int) -> Hex | None:
        return next((here for here, village in self.villages.items() if village == (owner, cost)), None)

    def avatar_at(self, here: Hex) -> int | None:
        return next((owner for owner, there in self.avatars.items() if there == here), None)

    def pieces_at(self, here: Hex, owner: int) -> int:
        return self.believers_at(here, owner) + (self.avatars.get(owner) == here)

    def free_icons(self, here: Hex) -> list[int]:
        return [n for n in range(len(self.icons[self.world.kind(here)])) if n not in self.held.get(here, {})]

    def free_own_icons(self, owner: int) -> None:
        for here, held in list(self.held.items()):
            self.held[here] = {n: each for n, each in held.items() if each != owner}
            if not self.held[here]:
                del self.held[here]

    def settle(self) -> None:
        """Whoever has more icons on a hex than pieces there gives up the last of them."""
        for here, held in list(self.held.items()):
            for owner in set(held.values()):
                own = sorted(n for n, each in held.items() if each == owner)
                for n in own[self.pieces_at(here, owner) :]:
                    del held[n]
            if not held:
                del self.held[here]
