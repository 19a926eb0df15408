"""Reference and engine agree over whole games: 300 with each number of players, on the object, in lock-step.

Every third game is uniformly random, the others purposeful; options are mixed, some maps are scattered cells, and in every other
game the engine is led to other positions between steps. See `tests.reference.differential`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.proofs.chunks import TOP, Proof
from tests.reference.differential import DifferenceError, lockstep
from tests.reference.zimbabwe import OPTIONS
from tests.reference.zimbabwe_play import VARIANTS

EACH = 300
SIZE = 25
FIRST = 100_000
MOST_STEPS = 4000


def options_of(seed: int) -> dict[str, Any]:
    """One of the known variants, or each option by the toss of a coin."""
    rng = random.Random(f"options {seed}")
    if seed % 2 == 0:
        return VARIANTS[seed // 2 % len(VARIANTS)]
    switches = [name for name, value in OPTIONS.items() if value == "off" and name != "beginner"]
    mixed: dict[str, Any] = {name: rng.choice(("off", "on")) for name in switches}
    mixed["gu_net_zero"] = rng.choice(("top", "stays"))
    mixed["placing_hubs"] = rng.choice(("any", "one"))
    mixed["auction"] = rng.choice(("open", "sealed"))
    if rng.random() < 0.3:
        mixed |= {"disc_limit": rng.randint(5, 30), "round_cap": rng.randint(8, 16)}  # with few discs nobody may ever win
    return mixed


def play(seed: int, seats: int, told: list[str], backend: str = "object") -> int:
    """One game, compared to its end; the steps made. `told` gets their texts."""
    cells, jumps, purposeful = seed % 5 == 4, seed % 2 == 1, seed % 3 > 0
    game = lockstep(seed, seats, MOST_STEPS, purposeful, options_of(seed), backend, cells=cells, jumps=jumps, told=told)
    return max(game, default=0)


def run(k: int) -> dict[str, Any]:
    """25 games with 2, 3, 4 or 5 players in turn."""
    seats, first = 2 + k % 4, FIRST + k // 4 * SIZE
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
        seen.update(f"{each[0]} {each[1]}" if each[0] in ("god", "hire", "place") else each[0] for each in words)
    return {"seats": seats, "seeds": [first, first + SIZE - 1], "games": SIZE, "steps": steps, "differences": differences,
            "seen": dict(sorted(seen.items()))}


REFERENCE = TOP / "tests" / "reference"
PROOF = Proof(
    "differential", "reference and engine agree on every list, successor and score of 300 games per player count",
    4 * EACH // SIZE, run,
    (*[REFERENCE / name for name in ("zimbabwe.py", "zimbabwe_map.py", "zimbabwe_raising.py", "zimbabwe_play.py",
                                     "zimbabwe-figures.json", "differential.py")], TOP / "tests" / "proofs" / "differential.py"),
)
