"""Play the reference and the engine in lock-step and stop at the first difference.

    python -m tests.reference.differential --games 40 --seats 3 --backend object

Compared after every step: whose turn it is, the list of legal steps as texts, whether the step is forced, the whole
position, and at the end the ranks. Games are uniformly random or purposeful (see zimbabwe_play), over sets of options.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Generator, Iterable, Mapping
from typing import Any

from tests.reference.zimbabwe import Position
from tests.reference.zimbabwe_play import VARIANTS, Chooser, description, scattered


class DifferenceError(AssertionError):
    """Where reference and engine part."""


def theirs(state: Any) -> dict[str, Any]:
    """The engine's position in the reference's terms."""
    text = importlib.import_module("mutapa.core.zimbabwe.text")
    snapshot: dict[str, Any] = text.snapshot(state.board, state.words)
    snapshot["card_cattle"] = {card: n for card, n in snapshot["card_cattle"].items() if n}  # an empty card is no difference
    return snapshot


def plain(value: Any) -> Any:
    """Tuples as lists, integers as int, so that == compares meaning and not types."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return int(value) if hasattr(value, "__index__") and not isinstance(value, bool) else value


def differences(position: Position, state: Any, snapshots: bool) -> list[str]:
    """What differs, in words: reference first."""
    found = []
    turn = state.turn if state.turn >= 0 else None
    if turn != position.to_move():
        return [f"to move: {position.to_move()} / {turn}"]
    here, there = position.legal(), state.legal_texts
    if len(set(there)) != len(there):
        found.append(f"texts that come twice: {sorted(t for t in set(there) if there.count(t) > 1)}")
    if here != sorted(there):
        found.append(
            f"legal only in the reference: {sorted(set(here) - set(there))}; only in the engine: {sorted(set(there) - set(here))}"
        )
    forced = 0 if position.phase != "auction" else 2 if len(here) == 1 else 1  # a sealed amount is a bid, showing it is no choice
    if state.forced != forced:
        found.append(f"forced: {forced} / {state.forced}")
    if snapshots:
        mine, others = plain(position.snapshot()), plain(theirs(state))
        found += [f"{key}: {mine[key]} / {others.get(key)}" for key in mine if mine[key] != others.get(key)]
    if turn is None and list(state.outcome.ranks) != position.result:
        found.append(f"ranks: {position.result} / {state.outcome.ranks}")
    return found


def lockstep(
    seed: int,
    seats: int,
    steps: int,
    purposeful: bool,
    options: Mapping[str, Any] | None = None,
    backend: str = "object",
    snapshots: bool = True,
    cells: bool = False,
    jumps: bool = False,
    reference: Mapping[str, Any] | None = None,
    told: list[str] | None = None,
) -> Generator[int, None, None]:
    """One game in lock-step, to its end or for so many steps; yields the steps made. DifferenceError tells the way there.

    `cells`: a map of scattered cells, not of tiles. `jumps`: between steps the engine is led back to earlier positions, whose
    legal lists must still be the same, and from there along lines of its own, so that whatever it remembers between calls is
    of other positions. `reference`: another set-up for the reference alone, to see that a difference is found. `told` gets the
    steps' texts as they are made.
    """
    from mutapa.core.state import State  # the engine is needed by this function only

    setup = (scattered if cells else description)(seed, seats, dict(options or {}))
    choose, wander = Chooser(seed, purposeful), random.Random(f"jumps {seed}")
    position, state = Position.from_description(dict(reference or setup)), State.from_setup(setup, backend=backend)
    past: list[tuple[Any, list[str]]] = []
    for made in range(steps + 1):
        found = differences(position, state, snapshots)
        if jumps and past and wander.random() < 0.5:
            earlier, legal = wander.choice(past)
            if sorted(earlier.at(earlier.words).legal_texts) != legal:
                found.append(f"position {len(legal)} steps wide, seen before, has another legal list now")
            walk(earlier.clone(), wander)
        if found:
            kind = f"seed {seed}, {seats} seats, cells {cells}, jumps {jumps}, purposeful {purposeful}"
            case = f"{kind}, options {dict(options or {})}, after {made} steps"
            story = f"... {' / '.join(position.history[-25:])}"
            now = f"{position.phase} of round {position.round}, seat {position.to_move()}; reference / engine:"
            raise DifferenceError("\n".join([case, story, now, *found]))
        if position.to_move() is None or made == steps:
            return
        if jumps:
            past.append((state.clone(), position.legal()))
        step = choose(position.legal())
        position.play(step)
        state.apply(step)
        if told is not None:
            told.append(step)
        yield made + 1


def walk(state: Any, rng: random.Random) -> None:
    """A few random steps of the engine alone."""
    for _ in range(rng.randint(1, 8)):
        actions = state.legal_actions
        if not actions:
            return
        state.apply(rng.choice(actions))


def compare(*case: Any, **more: Any) -> int:
    """One game of lockstep(...) from beginning to end; the steps made."""
    return max(lockstep(*case, **more), default=0)


def together(games: Iterable[Generator[int, None, None]], seed: int) -> int:
    """Several games of lockstep(...), a few steps of one, a few of another, on one engine; all steps made."""
    rng, open_games, total = random.Random(seed), list(games), 0
    while open_games:
        game = rng.choice(open_games)
        for _ in range(rng.randint(1, 10)):
            if next(game, None) is None:
                open_games.remove(game)
                break
            total += 1
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, default=0, help="2-5; 0: all in turn")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--backend", default="object")
    parser.add_argument("--cells", action="store_true", help="maps of scattered cells instead of tiles")
    parser.add_argument("--jumps", action="store_true", help="lead the engine to other positions between steps")
    parser.add_argument("--no-snapshots", action="store_true")
    parser.add_argument("--keep-going", action="store_true", help="report each game that differs, do not stop at the first")
    given = parser.parse_args()
    total, began, bad = 0, time.perf_counter(), 0
    for seed in range(given.first, given.first + given.games):
        options = VARIANTS[seed // 4 % len(VARIANTS)]
        try:
            seats = given.seats or 2 + seed % 4
            total += compare(
                seed, seats, given.steps, seed % 3 > 0, options, given.backend, not given.no_snapshots, given.cells, given.jumps
            )
        except Exception as error:
            if not given.keep_going:
                raise
            bad += 1
            print(f"{type(error).__name__}: {error}\n", flush=True)
    print(f"{given.games} games, {bad} differ, {total} steps agreed in {time.perf_counter() - began:.0f} s")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
