"""Reference and engine of Stone Age agree over whole games: 10,000 with each number of players, on the object, in lock-step.

Every third game is uniformly random, the others are of moods; options are mixed, one game in four has cards out of play or low
stacks, in one of seven nature does anything possible, and in one of eight the engine is led to other positions between steps.
Turn, list of steps and odds are compared after every step; the whole position, as it is and as a seat sees it, after every step
of each fifth game, after one step in ten of the others and at every end. See `tests.reference.stone_age_differential`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.proofs.chunks import TOP, Proof
from tests.reference.differential import DifferenceError
from tests.reference.stone_age_differential import lockstep
from tests.reference.stone_age_play import VARIANTS

EACH = 10_000
SIZE = 250
FIRST = 100_000


def options_of(seed: int) -> dict[str, Any]:
    """One of the known variants, or each option drawn by itself."""
    rng = random.Random(f"options {seed}")
    if seed % 2 == 0:
        return VARIANTS[seed // 2 % len(VARIANTS)]
    return {
        "place_at_max": rng.choice(("allow", "forbid")), "hunt_repeat": rng.choice(("off", "on")),
        "supply_cap": rng.choice(("none", "old", "new")), "unused_choice_scores": rng.choice(("on", "off")),
        "round_cap": rng.choice((0, 0, 0, 5, 12, 25)),
    }


def play(seed: int, seats: int, told: list[str], backend: str = "object") -> int:
    """One game, compared to its end; the steps made. `told` gets their texts."""
    game = lockstep(
        seed, seats, seed % 3 > 0, options_of(seed), backend, 1 if seed % 5 == 0 else 0.1, jumps=seed % 8 == 3,
        wild=seed % 7 == 6, told=told,
    )
    return max(game, default=0)


def run(k: int) -> dict[str, Any]:
    """250 games with 2, 3 or 4 players in turn."""
    seats, first = 2 + k % 3, FIRST + k // 3 * SIZE
    steps = differences = 0
    seen: Counter[str] = Counter()
    for seed in range(first, first + SIZE):
        told: list[str] = []
        try:
            steps += play(seed, seats, told)
        except DifferenceError as error:
            differences += 1
            print(error)
        words = [text.split() for text in told]
        seen.update(f"{each[0]} {each[1]}" if each[0] in ("place", "use", "buy", "pick") else each[0] for each in words)
    return {"seats": seats, "seeds": [first, first + SIZE - 1], "games": SIZE, "steps": steps, "differences": differences,
            "seen": dict(sorted(seen.items()))}


REFERENCE = TOP / "tests" / "reference"
PROOF = Proof(
    "stone_age_differential", "reference and engine of Stone Age agree on every list, odds, successor and score of 10,000 games "
    "per player count", 3 * EACH // SIZE, run,
    (*[REFERENCE / name for name in ("stone_age.py", "stone_age_seat.py", "stone_age_score.py", "stone_age_play.py",
                                     "stone-age-figures.json", "stone_age_differential.py", "differential.py")],
     TOP / "tests" / "proofs" / "stone_age_differential.py"),
    "stone_age",
)
