"""Random set-ups and random games of GodZ for the reference engine: uniform, or of many moods."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from tests.reference.godz import NATURE, Position
from tests.reference.godz_map import TERRAINS, Hex, beyond, distance, named
from tests.reference.godz_table import DEITIES, FIGURES

VARIANTS: list[dict[str, Any]] = [
    {"round_cap": 25},
    {"columns": 5, "interleave": "on", "village_points": "3-4-5", "round_cap": 25},
    {"draft": "on", "enter_village": "on", "lower_glory": "off", "round_cap": 12},
    {"laid_acts": "off", "power_on_village": "on", "fidus": "both", "village_points": "5-7-9", "round_cap": 12},
    {"chasm_counts": "off", "martin_push": "on", "last_round": "on", "round_cap": 100},
    {"interleave": "on", "enter_village": "on", "last_round": "on", "fidus": "both", "lower_glory": "off", "round_cap": 40},
]


def description(seed: int, seats: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A set-up drawn at random; most have figures of their own, so that seldom things happen: wars, sieges, miracles."""
    rng = random.Random(f"set-up {seed}")
    options = dict(options or {})
    deities = [] if options.get("draft") == "on" else rng.sample(DEITIES, seats)
    setup: dict[str, Any] = {"game": "godz", "seats": seats, "deities": deities, "options": options}
    figures = {key: value for key, value in _figures(rng, int(options.get("columns", 4))).items() if rng.random() < 0.7}
    if rng.random() < 0.75 and figures:
        setup["figures"] = figures
    return setup


def _figures(rng: random.Random, columns: int) -> dict[str, Any]:
    theme = rng.choice(list(TERRAINS))

    def ring() -> list[str]:
        return [rng.choice([theme, theme, "desert", *TERRAINS]) for _ in range(6)]

    def icons() -> list[str]:
        return [rng.choice([TERRAINS[theme], *TERRAINS.values()]) for _ in range(rng.randint(1, 5))]

    def row(low: int, high: int) -> list[int]:
        return [rng.randint(low, high) for _ in range(columns)]

    return {
        "path": {"bonus": row(1, 6), "penalty": row(0, 3), "war": row(0, 2), "siege": row(0, 2), "avatar_siege": row(0, 1)},
        "center": {"icons": icons(), "ring": ring()},
        "homes": {deity: ring() for deity in DEITIES},
        "specials": [{"icons": icons(), "star": rng.randint(0, 7)} for _ in range(6)],
        "village_points": [rng.randint(0, 9) for _ in range(3)],
    }


def of_terrain(setup: dict[str, Any], terrains: str) -> dict[str, Any]:
    """The set-up with all rings made of these terrains, in turn, and the vortex's icons of what they give."""
    kinds = terrains.split()
    ring, icons = [kinds[n % len(kinds)] for n in range(6)], [TERRAINS[kinds[n % len(kinds)]] for n in range(5)]
    figures = {"homes": dict.fromkeys(DEITIES, ring), "center": {"icons": icons, "ring": ring}}
    return setup | {"figures": setup.get("figures", {}) | figures}


class Chooser:
    """Draws steps uniformly, or with a mood of each seat for a game: weights by the step's first word; pieces spread to earn, or
    are drawn to a hex, the same for all in most games, so that they meet. Glory and miracles are liked the more the higher.
    `likes`: first words that all seats prefer by far."""

    MOODS = (0.1, 0.5, 1, 1, 2, 6)

    def __init__(self, seed: int, moody: bool, likes: Iterable[str] = ()) -> None:
        self.rng, self.moody = random.Random(f"game {seed}"), moody
        self.weights: dict[tuple[int, str], float] = {(seat, word): 50 for seat in range(5) for word in likes}
        self.goals: dict[int, Hex] = {}
        self.shared = self.rng.random() < 0.7
        self.pull = self.rng.choice((1, 1, 3, 10))
        self.liked = self.rng.choice(("swamp", "swamp", "desert", "mountain", "forest", "sea"))
        self.blocks = self.rng.random() < 0.3

    def __call__(self, position: Position) -> str:
        seat, legal = int(str(position.to_move())), position.legal()
        return self.rng.choices(legal, [self._weight(position, seat, text) for text in legal])[0]

    def _weight(self, position: Position, seat: int, text: str) -> float:
        if not self.moody:
            return 1
        word, *rest = text.split()
        if (seat, word) not in self.weights:
            self.weights[seat, word] = self.rng.choice(self.MOODS)
        weight = self.weights[seat, word]
        if word == "home" and self.blocks:
            return self._room_left(position, named(rest[0])) ** -6.0
        if word == "glory":
            return 0.05 if rest[0] == "none" else 0.3 * weight * int(rest[0]) ** 2
        if word == "done":
            return weight * 0.2
        if word in FIGURES["miracles"]:
            return weight * int(FIGURES["miracles"][word][0]) ** 2
        if word in ("icon", "yield"):
            return weight * (6 if rest[1] == TERRAINS[self.liked] else 1)
        if word == "at":
            return 1 + 20 * (position.table.avatar_at(named(rest[0])) is not None)
        if word in ("move", "leave", "step"):
            return weight * self._draw(position, seat, word, rest)
        return weight

    def _draw(self, position: Position, seat: int, word: str, rest: list[str]) -> float:
        """How much the step leads where the seat wants to be."""
        here = position.table.avatars[seat] if word == "step" else named(rest[0])
        there = beyond(here, rest[0 if word == "step" else 1])
        if self.pull == 1:  # apart
            pieces = [position.table.pieces_at(each, seat) for each in (here, there)]
            kinds = [position.world.terrain(each) == self.liked for each in (here, there)]
            return ((pieces[0] > 1) + 0.1 + (not kinds[0])) * (0.5 if pieces[1] else 8 if kinds[1] else 2)
        return float(self.pull ** (distance(here, self._goal(position, seat)) - distance(there, self._goal(position, seat))))

    @staticmethod
    def _room_left(position: Position, place: Hex) -> int:
        """How many places the next Home will have, at least one."""
        return 1 + sum(distance(place, each) > 2 for each in position.world.home_places())

    def _goal(self, position: Position, seat: int) -> Hex:
        who = 0 if self.shared else seat
        if who not in self.goals or self.rng.random() < 0.01:
            self.goals[who] = self.rng.choice(position.world.hexes())
        return self.goals[who]


def fate(position: Position, rng: random.Random) -> str:
    """What nature does, by its odds."""
    odds = position.odds()
    return rng.choices(list(odds), list(odds.values()))[0]


def play_out(setup: dict[str, Any], seed: int, moody: bool, check: Callable[[Position], None] | None = None) -> Position:
    """Play a random game to its end; check(position) before each step and at the end."""
    choose, rng = Chooser(seed, moody), random.Random(f"nature {seed}")
    position = Position.from_description(setup)
    while position.to_move() is not None:
        if check:
            check(position)
        position.play(fate(position, rng) if position.to_move() == NATURE else choose(position))
    if check:
        check(position)
    return position
