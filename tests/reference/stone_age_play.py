"""Random set-ups and random games of Stone Age for the reference engine: uniform, or of many moods."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.reference.stone_age import NATURE, Position
from tests.reference.stone_age_score import DECK, TILES

VARIANTS: list[dict[str, Any]] = [
    {},
    {"place_at_max": "forbid", "round_cap": 30},
    {"hunt_repeat": "on", "unused_choice_scores": "off"},
    {"supply_cap": "old"},
    {"supply_cap": "new", "hunt_repeat": "on", "place_at_max": "forbid"},
    {"round_cap": 3},
]


def description(seed: int, seats: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A set-up drawn at random; one in four has cards out of the game or low stacks, so that both ends come early too."""
    rng = random.Random(f"set-up {seed}")
    deck, tiles = rng.sample(DECK, len(DECK)), rng.sample(TILES, len(TILES))
    setup = {"game": "stone_age", "seats": seats, "cards": deck[:4], "buildings": tiles[:seats], "options": options or {}}
    if rng.random() < 0.25:
        setup["out"] = sorted(deck[4 : 4 + rng.randint(1, 32)])
    if rng.random() < 0.25:
        setup["stack"] = rng.randint(1, 6)
    return setup


class Chooser:
    """Draws steps uniformly, or with weights of their first two words, drawn once a game for each seat: a mood that likes some
    places, tools, payments, hunger or refusals and shuns others. Placings of many people have a weight of their own."""

    MOODS = (0.05, 0.3, 1, 1, 1, 3, 20)

    def __init__(self, seed: int, moody: bool) -> None:
        self.rng, self.moody = random.Random(f"game {seed}"), moody
        self.weights: dict[tuple[int, str], float] = {}

    def __call__(self, seat: int, legal: list[str]) -> str:
        return self.rng.choices(legal, [self._weight(seat, text) for text in legal])[0]

    def _weight(self, seat: int, text: str) -> float:
        if not self.moody:
            return 1
        key = seat, " ".join(text.split()[:2])
        if key not in self.weights:
            self.weights[key] = self.rng.choice(self.MOODS)
            self.weights[seat, "many"] = self.rng.choice((0.4, 1, 1.5, 3))
        last = text.split()[-1]
        many = self.weights[seat, "many"] ** int(last) if text.startswith("place") and last.isdigit() else 1
        return self.weights[key] * many


def fate(position: Position, rng: random.Random) -> str:
    """What nature does, by its odds."""
    odds = position.odds()
    return rng.choices(list(odds), list(odds.values()))[0]


def play_out(setup: dict[str, Any], seed: int, moody: bool, check: Callable[[Position], None] | None = None) -> Position:
    """Play a random game to its end; check(position) before each step and at the end."""
    choose, rng = Chooser(seed, moody), random.Random(f"nature {seed}")
    position = Position.from_description(setup)
    while (mover := position.to_move()) is not None:
        if check:
            check(position)
        position.play(fate(position, rng) if mover == NATURE else choose(int(mover), position.legal()))
    if check:
        check(position)
    return position
