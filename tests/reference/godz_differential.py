"""Play the reference of GodZ and the engine in lock-step and stop at the first difference.

    python -m tests.reference.godz_differential --games 40 --seats 3 --backend object

Compared after every step: who is to move, the list of legal steps as texts, or nature's outcomes with their exact weights; the
whole position, as it is and as a seat sees it; at the end the points in their parts and the ranks. What nature does the engine
draws, by its own keyed draws, or any outcome with a weight is taken, seldom ones too; the reference is told in words.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any

from tests.reference.differential import DifferenceError
from tests.reference.godz import NATURE, Position
from tests.reference.godz_play import VARIANTS, Chooser, description
from tests.reference.godz_score import rows
from tests.reference.stone_age_differential import apart, possibilities, shares, walk


def theirs(state: Any, words: Any = None) -> Any:
    """The engine's position in the reference's terms; words: as a seat observes it."""
    text = importlib.import_module("mutapa.core.godz.text")
    return tidy(text.snapshot(state.board, state.words if words is None else words))


def tidy(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Nothing of a kind left is no difference from the kind not being named, nor are own overlays from ones not yet dealt."""
    few = {key: {name: n for name, n in snapshot[key].items() if n} for key in ("supply", "stack", "inside")}
    seats = [dict(each) for each in snapshot["seats"]]
    for each in seats:
        each |= {kind: None for kind in ("war", "balance") if not each[f"{kind}s"]}
        each |= {"overlays": 0} if snapshot["phase"] == "draft" else {}
    return snapshot | few | {"seats": seats}


def as_seen(snapshot: dict[str, Any], seat: int) -> dict[str, Any]:
    """The reference's position as a seat sees it: others' tiles by number, and without them the points."""
    hidden = [each | {key: None for key in ("war", "balance") if n != seat} for n, each in enumerate(snapshot["seats"])]
    return snapshot | {"seats": hidden} | ({"final": None, "ranks": None} if snapshot["phase"] == "over" else {})


def differences(position: Position, state: Any, snapshots: bool, seen_by: int | None = None) -> list[str]:
    """What differs, in words: reference first."""
    found: list[str] = []
    mover = position.to_move()
    turn = {-1: NATURE, -2: None}.get(state.turn, state.turn)
    if turn != mover:
        return [f"to move: {mover} / {turn}; {position.phase} {position.legal()}; {state.phase} {possibilities(state)}"]
    chances = [(state.text(action), weight) for action, weight in state.chances]
    there = [text for text, _ in chances] if mover == NATURE else state.legal_texts
    if len(set(there)) != len(there):
        found.append(f"texts that come twice: {sorted(t for t in set(there) if there.count(t) > 1)}")
    here = position.legal()
    if here != sorted(there):
        one, other = sorted(set(here) - set(there)), sorted(set(there) - set(here))
        found.append(f"possible only in the reference: {one}; only in the engine: {other}")
    elif mover == NATURE and shares(position.odds()) != shares(dict(chances)):
        found.append(f"odds: {shares(position.odds())} / {shares(dict(chances))}")
    if state.forced != 0:
        found.append(f"forced, where nobody bids: {state.forced}")
    if snapshots:
        found += apart(tidy(position.snapshot()), theirs(state))
        engines = state.game.score(state.board, state.words)
        found += [f"score now, {line}" for line in apart({"seats": rows(position)}, {"seats": engines})]
    if seen_by is not None:
        seen = theirs(state, state.observe(seen_by))
        found += [f"as seat {seen_by} sees it, {line}" for line in apart(tidy(as_seen(position.snapshot(), seen_by)), seen)]
    if turn is None:
        outcome = state.outcome
        if [list(outcome.ranks), list(outcome.margins), outcome.capped] != [position.ranks, position.final, position.capped]:
            found.append(f"ranks, points, capped: {position.ranks}, {position.final}, {position.capped} / {outcome}")
    return found


def lockstep(
    seed: int,
    seats: int,
    moody: bool,
    options: Mapping[str, Any] | None = None,
    backend: str = "object",
    snapshots: float = 1,
    jumps: bool = False,
    wild: bool = False,
    reference: Mapping[str, Any] | None = None,
    told: list[str] | None = None,
    most: int = 10_000,
    setup: dict[str, Any] | None = None,
    choose: Callable[[Position], str] | None = None,
) -> Generator[int, None, None]:
    """One game in lock-step to its end, or to `most` steps; yields the steps made. DifferenceError tells the way there.

    `snapshots`: the share of positions compared as a whole; the last one always is, and each one's turn, steps and odds.
    `wild`: nature does anything possible, each outcome alike, instead of what the engine draws. `jumps`: between steps the
    engine is led back to earlier positions, whose possible steps must still be the same, and from there along lines of its
    own. `setup`, `choose`: another set-up and player than those drawn from the seed. `reference`: another set-up for the
    reference alone, to see that a difference is found. `told` gets the steps' texts.
    """
    from mutapa.core.state import State  # the engine is needed by this function only
    from mutapa.core.streams import derive

    setup = setup or description(seed, seats, dict(options or {}))
    choose = choose or Chooser(seed, moody)
    wander, key = random.Random(f"jumps {seed}"), derive(seed, "nature")
    position, state = Position.from_description(dict(reference or setup)), State.from_setup(setup, backend=backend)
    past: list[tuple[Any, list[str]]] = []
    made = 0
    while True:
        whole = position.to_move() is None or wander.random() < snapshots
        found = differences(position, state, whole, wander.randrange(seats) if whole and wander.random() < 0.2 else None)
        if jumps and past and wander.random() < 0.5:
            earlier, possible = wander.choice(past)
            if possibilities(earlier.at(earlier.words)) != possible:
                found.append(f"a position {len(possible)} steps wide, seen before, has other steps now")
            walk(earlier.clone(), wander)
        if found:
            kind = f"seed {seed}, {seats} seats, moody {moody}, wild {wild}, jumps {jumps}"
            case = f"{kind}, set-up {setup}, after {made} steps"
            story = f"... {' / '.join(position.history[-25:])}"
            now = f"{position.phase} of round {position.round}, to move {position.to_move()}; reference / engine:"
            raise DifferenceError("\n".join([case, story, now, *found]))
        mover = position.to_move()
        if mover is None or made == most:
            return
        if jumps:
            past.append((state.clone(), position.legal()))
        if mover != NATURE:
            step = choose(position)
        else:
            step = wander.choice(position.legal()) if wild else state.text(state.chance(key))
            unseen_by(position, state, step)
        position.play(step)
        if mover == NATURE and not wild:
            state.draw(key)
        else:
            state.apply(step)
        made += 1
        if told is not None:
            told.append(step)
        yield made


def unseen_by(position: Position, state: Any, step: str) -> None:
    """What nature does is seen by all, but for the values of War and Balance tiles, which their owner alone sees."""
    action = state.parse(step)
    seen = [state.text(state.see(action, seat)) for seat in range(len(position.seats))]
    veiled = f"{step.rsplit(' ', 1)[0]} ?"
    hidden = position.phase == "tile"
    right = [veiled if hidden and position.drawing != seat else step for seat in range(len(position.seats))]
    if seen != right:
        raise DifferenceError(f"{step} as each seat sees it: {right} / {seen}")


def compare(*case: Any, **more: Any) -> int:
    """One game of lockstep(...) from beginning to end; the steps made."""
    return max(lockstep(*case, **more), default=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, default=0, help="2-5; 0: all in turn")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--backend", default="object")
    parser.add_argument("--jumps", action="store_true", help="lead the engine to other positions between steps")
    parser.add_argument("--snapshots", type=float, default=1, help="share of positions compared as a whole")
    parser.add_argument("--keep-going", action="store_true", help="report each game that differs, do not stop at the first")
    given = parser.parse_args()
    total, began, bad = 0, time.perf_counter(), 0
    for seed in range(given.first, given.first + given.games):
        case = (seed, given.seats or 2 + seed % 4, seed % 5 > 0, VARIANTS[seed // 4 % len(VARIANTS)], given.backend)
        try:
            total += compare(*case, snapshots=given.snapshots, jumps=given.jumps, wild=seed % 4 == 3)
        except Exception as error:
            if not given.keep_going:
                raise
            bad += 1
            print(f"{type(error).__name__}: {error}\n", flush=True)
        if (seed + 1) % 50 == 0:
            print(f"... up to seed {seed}, {total} steps", flush=True)
    print(f"{given.games} games, {bad} differ, {total} steps agreed in {time.perf_counter() - began:.0f} s")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
