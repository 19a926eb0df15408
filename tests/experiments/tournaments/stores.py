"""Stores of tournaments that never were: results by lot, records of real games of a toy, failures, hostile words."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.tournaments.store import EntrantRow, Store

HOSTILE = '<script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">'


def recorded(game: str, seats: int, seed: int, steps: int = 10_000) -> bytes:
    """A random game, as a record."""
    state = State.new(game, seats=seats, seed=seed, backend="plain")
    record = Record.begin(state, ["random"] * seats, seed)
    rng, luck = np.random.default_rng(seed), derive(seed, "luck")
    while not state.is_over and len(record.actions) < steps:
        legal = state.legal_actions
        action = state.chance(luck) if state.is_chance else legal[int(rng.integers(len(legal)))]
        record.step(state, action)
        state.apply(action)
    record.finish(state)
    return record.to_bytes()


def synthetic(
    path: Path, names: Sequence[str], seats: int, blocks: int, game: str = "ascending", seed: int = 0, played: int | None = None,
    failing: int = 0, records: Sequence[bytes] = (),
) -> Path:
    """Write a store of `blocks` blocks of `seats` rotated games; the first names are the stronger ones.

    `played`: how many games have ended. `failing`: in so many games the last entrant runs out of time.
    """  # fmt: skip
    rng, n = np.random.default_rng(seed), len(names)
    strength = np.linspace(1, -1, n)
    planned = blocks * seats
    meta = {
        "title": f"Cup of {game}", "game": game, "rules": 1, "options": {"auction": "sealed"}, "seats": seats, "games": planned,
        "games_per_block": seats, "config": {"seed": 70707, "seats": seats}, "seed": 70707, "salt": "5a17" * 8,
        "commitment": "c0ffee" * 10,
    }  # fmt: skip
    if played is None:
        meta["finished"] = True
    plan = {"game": game, "schedule": "round-robin"}
    entrants = [EntrantRow(name, f"author of {name}", f"uct:sims={i + 1}", f"{i:010x}") for i, name in enumerate(names)]
    records = records or [recorded(game, seats, s) for s in range(3)]
    packed = [zlib.compress(each) for each in records]
    games, rows, failed = [], [], 0
    for block in range(1, blocks + 1):
        group = rng.permutation(n)[:seats]
        for k in range(seats):
            number = (block - 1) * seats + k + 1
            seated = np.roll(group, k)
            ranks = (-(strength[seated] + rng.gumbel(size=seats))).argsort().argsort() + 1
            fails = failed < failing and n - 1 in seated
            if fails:
                failed += 1
                last = int(np.flatnonzero(seated == n - 1)[0])
                ranks = np.where(ranks > ranks[last], ranks - 1, ranks)
                ranks[last] = seats
            games.append(
                (number, block, 1, block, "ended", "forfeit" if fails else "normal", int(rng.integers(20, 400)),
                 "2026-11-30T12:00:00+00:00", float(rng.random()), packed[number % len(packed)])
            )  # fmt: skip
            for seat, (who, rank) in enumerate(zip(seated.tolist(), ranks.tolist(), strict=True)):
                bad = fails and who == n - 1
                rows.append(
                    (number, seat, who + 1, rank, int(rng.integers(1, 30)) * (1 if rank == 1 else -1), "time" if bad else None,
                     f"it took 12.0 s of 10.0 {HOSTILE}" if bad else "", f"last words {HOSTILE}" if bad else "",
                     float(rng.random()), 0.2, 30)
                )  # fmt: skip
    if played is not None:
        games, rows = games[:played], [row for row in rows if row[0] <= played]
    with Store.write(path, plan, entrants, meta) as store:
        store.tell(1, {"sandbox": f"sandbox: none ({HOSTILE} is not installed): engines can read files"})
        with store.transaction():
            store.connection.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", games)
            store.connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return path
