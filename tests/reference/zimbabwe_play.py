"""Random set-ups and random games for the reference engine, uniform or leaning to what makes games long and rich."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.reference.zimbabwe import BEGINNER_GODS, Position
from tests.reference.zimbabwe_map import FIGURES

# Weight of a step by its first word; purposeful play builds, raises, prices, and takes gods and specialists often.
PURPOSE = {"raise": 40, "good": 4, "use": 3, "place": 8, "build": 4, "god": 3, "prices": 2, "pass": 3, "bid": 0.4, "end": 0.4}

VARIANTS: list[dict[str, Any]] = [
    {},
    {"gu_net_zero": "stays", "monuments_block_resources": "on"},
    {"must_act": "on", "placing_hubs": "one"},
    {"dziva_lowers_in_price_step": "on", "xango_wins_at_once": "on"},
    {"disc_limit": 8, "round_cap": 9},
    {"beginner": "on"},
    {"auction": "sealed"},
]


def description(seed: int, seats: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A set-up drawn at random: tiles and their turns, gods, the stack."""
    rng = random.Random(f"set-up {seed}")
    letters = list("BCDEFGHIJK")
    rng.shuffle(letters)
    tiles = []
    for row in FIGURES["layouts"][str(seats)]:
        slots = [None if slot == "-" else "A" if slot == "*" else letters.pop() for slot in row]
        tiles.append([slot and f"{slot}{rng.randrange(4)}" for slot in slots])
    stack = list(range(seats))
    rng.shuffle(stack)
    gods = rng.sample(sorted(FIGURES["gods"]), 8)
    if (options or {}).get("beginner") == "on":
        gods = list(BEGINNER_GODS)
    return {"game": "zimbabwe", "seats": seats, "tiles": tiles, "gods": gods, "stack": stack, "options": options or {}}


def scattered(seed: int, seats: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """A set-up on cells drawn one by one, in the shape of the layout: more resources (up to 32, the most a set-up may have)
    and more and odder water than tiles give, so that goods, hubs and water bodies meet in ways no tile shows."""
    rng = random.Random(f"cells {seed}")
    rows = []
    for slots in FIGURES["layouts"][str(seats)]:
        rows += [[("x" if slot == "-" else ".") for slot in slots for _ in range(6)] for _ in range(6)]
    land = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "."]
    rng.shuffle(land)
    letters = "S" * 6 + "".join(rng.choices("TCID", k=rng.randint(16, 32)))
    letters += "W" * int(len(land) * rng.choice((0.05, 0.15, 0.3)))
    for (r, c), letter in zip(land, letters, strict=False):
        rows[r][c] = letter
    setup = description(seed, seats, options)
    del setup["tiles"]
    return {**setup, "cells": ["".join(row) for row in rows]}


class Chooser:
    """Draws steps: uniformly, or by PURPOSE with a mood drawn once a game, so that games differ in kind (mood 1 +- a lot)."""

    def __init__(self, seed: int, purposeful: bool) -> None:
        self.rng = random.Random(f"game {seed}")
        self.weights = {}
        if purposeful:
            self.weights = {word: weight * self.rng.choice((0.2, 0.5, 1, 1, 2, 4)) for word, weight in PURPOSE.items()}

    def __call__(self, legal: list[str]) -> str:
        return self.rng.choices(legal, [self.weights.get(text.split()[0], 1) for text in legal])[0]


def play_out(
    setup: dict[str, Any], seed: int, steps: int, purposeful: bool, check: Callable[[Position], None] | None = None
) -> Position:
    """Play a random game until it is over or so many steps are made; check(position) before each step and at the end."""
    choose = Chooser(seed, purposeful)
    position = Position.from_description(setup)
    for _ in range(steps):
        if position.to_move() is None:
            break
        if check:
            check(position)
        position.play(choose(position.legal()))
    if check:
        check(position)
    return position
