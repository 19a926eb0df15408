"""A tournament's store as arrays and sums, read by a few queries whatever its size: what ratings and the page are made of.

While games are still to come, only blocks before the first that is not whole count: those that ended early are no fair sample.
Forfeits and times are of all games that have ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.experiments.tournaments.ratings import Floats, Games, Ints
from mutapa.experiments.tournaments.store import EntrantRow, Store

VERDICTS = ("time", "stall", "crash", "illegal", "garbage")
EXAMPLES = 20
"""Most failures told with their words."""


@dataclass(frozen=True)
class Failure:
    """A seat that forfeited."""

    game: int
    seat: int
    name: str
    verdict: str
    words: str
    output: str


@dataclass(frozen=True)
class Times:
    """What one entrant took, over all games that have ended."""

    games: int
    steps: int
    seconds: float
    slowest: float
    """Seconds of its slowest step."""

    @property
    def a_step(self) -> float | None:
        """Mean seconds."""
        return self.seconds / self.steps if self.steps else None


@dataclass(frozen=True)
class Summary:
    """A store, read."""

    meta: dict[str, Any]
    entrants: list[EntrantRow]
    sessions: list[dict[str, Any]]
    ended: int
    """Games that have ended, void ones too."""
    void: dict[str, int]
    """Void games by reason."""
    games: Games
    """Games that have ended and aren't void."""
    numbers: Ints
    """Of those, as all that follows."""
    plies: Ints
    seconds: Floats
    margins: Ints
    """By game and seat."""
    left_out: set[int]
    """Blocks that don't count: not whole, after one that isn't, or with a void game."""
    times: list[Times]
    """By entrant."""
    verdicts: Ints
    """Games forfeited, by entrant and verdict (`VERDICTS`)."""
    forfeited: int
    """Games in which at least one seat forfeited."""
    failures: list[Failure]
    """The first of each entrant and verdict, up to `EXAMPLES`."""

    @property
    def planned(self) -> int:
        """Games in all."""
        return int(self.meta.get("games", self.ended))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the entrants."""
        return self.games.names


def read(store: Store) -> Summary:
    """All of `store` but the records."""
    run = store.connection.execute
    meta, entrants = store.meta, store.entrants()
    names = tuple(each.name for each in entrants)
    index = {id_: i for i, (id_,) in enumerate(run("SELECT id FROM entrants ORDER BY id"))}
    heads = np.array(
        run("SELECT number, block, plies, status = 'void' FROM games ORDER BY number").fetchall(), np.int64
    ).reshape(-1, 4)  # fmt: skip
    seconds = np.array([each for (each,) in run("SELECT seconds FROM games ORDER BY number")], np.float64)
    seated = np.array(
        run("SELECT game, seat, entrant, ifnull(rank, 0), ifnull(margin, 0) FROM seats ORDER BY game, seat").fetchall(), np.int64
    ).reshape(-1, 5)  # fmt: skip
    where = np.searchsorted(heads[:, 0], seated[:, 0])
    size = int(meta.get("seats", 2))
    odd = np.flatnonzero(np.bincount(where, minlength=len(heads))[: len(heads)] != size)
    if len(odd):
        raise InvalidError(f"{store.path}: damaged: game {heads[odd[0], 0]} hasn't its {size} seats")
    width = int(seated[:, 1].max(initial=1)) + 1
    players = np.full((len(heads), width), -1, np.int64)
    ranks, margins = np.zeros((2, len(heads), width), np.int64)
    lookup = np.full(max(index, default=0) + 1, -1, np.int64)
    for id_, i in index.items():
        lookup[id_] = i
    players[where, seated[:, 1]] = lookup[seated[:, 2]]
    ranks[where, seated[:, 1]] = seated[:, 3]
    margins[where, seated[:, 1]] = seated[:, 4]
    valid = heads[:, 3] == 0
    blocks = heads[:, 1]
    games = Games(names, players[valid], ranks[valid], blocks[valid])
    words = dict(run("SELECT reason, count(*) FROM games WHERE status = 'void' GROUP BY reason ORDER BY count(*) DESC"))
    return Summary(
        meta, entrants, store.sessions(), len(heads), words, games, heads[valid, 0], heads[valid, 2], seconds[valid],
        margins[valid], _left_out(blocks, heads[:, 3], meta), _times(store, index), _verdicts(store, index),
        int(run("SELECT count(DISTINCT game) FROM seats WHERE verdict IS NOT NULL").fetchone()[0]), _failures(store),
    )  # fmt: skip


def _left_out(blocks: Ints, void: Ints, meta: dict[str, Any]) -> set[int]:
    numbers, counts = np.unique(blocks, return_counts=True)
    size = int(meta.get("games_per_block", counts.max(initial=1)))
    out = set(blocks[void > 0].tolist())
    if len(blocks) < int(meta.get("games", len(blocks))):
        whole = set(numbers[counts >= size].tolist())
        first = next(number for number in range(1, len(whole) + 2) if number not in whole)
        out |= {number for number in numbers.tolist() if number >= first}
    return out | set(numbers[counts < size].tolist())


def _times(store: Store, index: dict[int, int]) -> list[Times]:
    found = [Times(0, 0, 0.0, 0.0)] * len(index)
    query = "SELECT entrant, count(*), sum(steps), sum(seconds), max(slowest) FROM seats GROUP BY entrant"
    for id_, *rest in store.connection.execute(query):
        found[index[id_]] = Times(*rest)
    return found


def _verdicts(store: Store, index: dict[int, int]) -> Ints:
    found = np.zeros((len(index), len(VERDICTS)), np.int64)
    query = "SELECT entrant, verdict, count(DISTINCT game) FROM seats WHERE verdict IS NOT NULL GROUP BY entrant, verdict"
    for id_, verdict, count in store.connection.execute(query):
        found[index[id_], VERDICTS.index(verdict)] = count
    return found


def _failures(store: Store) -> list[Failure]:
    query = (
        "SELECT min(game), seat, name, verdict, words, output FROM seats JOIN entrants ON entrant = id"
        " WHERE verdict IS NOT NULL GROUP BY entrant, verdict ORDER BY entrant, verdict LIMIT ?"
    )
    return [Failure(*row) for row in store.connection.execute(query, (EXAMPLES,))]


def crossed(games: Games) -> tuple[Floats, Ints]:
    """By two players: (share of their games in which the first came out ahead, a tie counts half; how many games)."""
    n = len(games.names)
    ahead, met = np.zeros((n, n)), np.zeros((n, n), np.int64)
    for one in range(games.players.shape[1]):
        for two in range(games.players.shape[1]):
            a, b = games.players[:, one], games.players[:, two]
            both = (a >= 0) & (b >= 0) & (one != two)
            better, level = games.ranks[both, one] < games.ranks[both, two], games.ranks[both, one] == games.ranks[both, two]
            np.add.at(ahead, (a[both], b[both]), better + 0.5 * level)
            np.add.at(met, (a[both], b[both]), 1)
    return np.divide(ahead, met, out=np.full((n, n), np.nan), where=met > 0), met
