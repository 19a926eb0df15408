"""Reference and engine of GodZ agree over whole games: 1,000 with each number of players, on the object, in lock-step.

Every fifth game is uniformly random, the others are of moods; options are mixed, three set-ups in four have figures of their
own, in one of four nature does anything possible, and in one of eight the engine is led to other positions between steps. Turn,
list of steps and odds are compared after every step; the whole position, as it is and as a seat sees it, after every step of each
fifth game, after one step in ten of the others and at every end. See `tests.reference.godz_differential`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.proofs.chunks import TOP, Proof
from tests.reference.differential import DifferenceError
from tests.reference.godz_differential import compare
from tests.reference.godz_play import VARIANTS

EACH = 1_000
SIZE = 50
FIRST = 100_000


def options_of(seed: int) -> dict[str, Any]:
    """One of the known variants, or each switch drawn by itself."""
    rng = random.Random(f"options {seed}")
    if seed % 2 == 0:
        return VARIANTS[seed // 2 % len(VARIANTS)]
    switches = ("draft", "interleave", "enter_village", "laid_acts", "lower_glory", "power_on_village", "chasm_counts",
                "martin_push", "last_round")  # fmt: skip
    return {
        **{name: rng.choice(("off", "on")) for name in switches},
        "fidus": rng.choice(("both", "one")), "village_points": rng.choice(("3-4-5", "5-7-9")),
        "columns": rng.choice((4, 5)), "round_cap": rng.choice((8, 15, 25, 40)),
    }  # fmt: skip


def play(seed: int, seats: int, told: list[str], backend: str = "object") -> int:
    """One game, compared to its end; the steps made. `told` gets their texts."""
    return compare(
        seed, seats, seed % 5 > 0, options_of(seed), backend, 1 if seed % 5 == 2 else 0.1, jumps=seed % 8 == 3,
        wild=seed % 4 == 3, told=told,
    )  # fmt: skip


def run(k: int) -> dict[str, Any]:
    """50 games with 2, 3, 4 or 5 players in turn."""
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
        seen.update(text.split()[0] for text in told)
    return {"seats": seats, "seeds": [first, first + SIZE - 1], "games": SIZE, "steps": steps, "differences": differences,
            "seen": dict(sorted(seen.items()))}  # fmt: skip


REFERENCE = TOP / "tests" / "reference"
PARTS = ("godz", "godz_actions", "godz_map", "godz_miracles", "godz_play", "godz_resources", "godz_score", "godz_table")
PROOF = Proof(
    "godz_differential", "reference and engine of GodZ agree on every list, odds, successor and score of 1,000 games per player "
    "count", 4 * EACH // SIZE, run,
    (*[REFERENCE / f"{name}.py" for name in (*PARTS, "godz_differential", "stone_age_differential", "differential")],
     REFERENCE / "godz-figures.json", TOP / "tests" / "proofs" / "godz_differential.py"),
    "godz",
)  # fmt: skip
