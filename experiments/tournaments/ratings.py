"""Ratings of many players from games of any number of seats: the model of Plackett and Luce, seats with effects of their own.

At a table each place is won by who is still without one, with odds exp(strength + effect of the seat): Luce's choice axiom
(Luce 1959), place after place (Plackett 1975). Ties count as the mean over all orders of the tied. Strengths are the most likely
ones under normal priors, so that who wins all or nothing has a finite rating too. 400 points of Elo are odds of 10 : 1.

Intervals are percentiles of fits to blocks weighted anew at random (the Bayesian bootstrap, Rubin 1981), since games of a block
share set-up and luck; the prior's mean is drawn anew as well, so that where the games say nothing the interval is the prior's.
Percentiles are spread as Hesterberg (2015) advises for few blocks. Who never met, not even by way of others, is in another group.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.streams import derive
from mutapa.experiments.extras import need

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

POINTS = 400 / math.log(10)
"""Elo of one unit of strength."""
PRIOR = 400.0
"""Standard deviation, in Elo, of what is thought of a bot before its first game."""
SEAT_PRIOR = 200.0
"""The same for the effect of a seat."""
DRAWS = 1000
CELLS = 1 << 19
"""Most numbers held at a time while blocks are weighted anew."""
MOST_WORK = 1 << 27
"""Numbers of all draws up to which each is fitted the whole way."""
CLOSE = 1e-5


@dataclass(frozen=True)
class Games:
    """Games as arrays."""

    names: tuple[str, ...]
    players: Ints
    """By game and seat: index in `names`; -1 where a smaller table has no such seat."""
    ranks: Ints
    """By game and seat; 1 is best, equal ranks share their places."""
    blocks: Ints
    """By game."""

    @classmethod
    def of(cls, rows: Iterable[tuple[int, Sequence[str], Sequence[int]]], names: Sequence[str] | None = None) -> Games:
        """From rows (block, names by seat, ranks by seat); `names` puts the players in order and may hold more of them."""
        listed = list(rows)
        if names is None:
            names = sorted({name for _, seated, _ in listed for name in seated})
        index = {name: i for i, name in enumerate(names)}
        width = max((len(seated) for _, seated, _ in listed), default=2)
        players, ranks = np.full((len(listed), width), -1, np.int64), np.zeros((len(listed), width), np.int64)
        for game, (block, seated, places) in enumerate(listed):
            if len(seated) != len(places) or len(seated) < 2:
                said = f"{len(seated)} names and {len(places)} ranks; right would be as many of both, two at least"
                raise InvalidError(f"ratings: game {game + 1} of block {block}: {said}")
            for seat, name in enumerate(seated):
                if name not in index:
                    raise unknown(f"ratings: game {game + 1} of block {block}", "player", name, names)
                players[game, seat] = index[name]
            ranks[game, : len(places)] = places
        return cls(tuple(names), players, ranks, np.array([block for block, _, _ in listed], np.int64))

    def without(self, blocks: Collection[int]) -> Games:
        """The games of all other blocks."""
        kept = ~np.isin(self.blocks, list(blocks))
        return Games(self.names, self.players[kept], self.ranks[kept], self.blocks[kept])


@dataclass(frozen=True)
class Rating:
    """What is found of one player."""

    name: str
    group: int
    """Those of a group met, some by way of others; ratings of different groups can't be compared. From 1; 0: no game counts."""
    elo: float | None
    """Above the mean of its group, or above the anchor; None without a game."""
    low: float | None
    high: float | None
    """Ends of the interval; None where fewer than two blocks say anything."""
    games: int
    blocks: int
    wins: float
    """Share of the win, mean over its games."""
    rank: float
    """Mean rank."""
    ahead: float | None
    """Share of the draws in which it is above the next of its group; None for the last."""


@dataclass(frozen=True)
class Seat:
    """What sitting on a seat is worth."""

    seats: int
    """Of the table."""
    seat: int
    elo: float
    """Above the mean of the table's seats, between players of equal strength."""
    low: float | None
    high: float | None
    games: int
    wins: float
    """Share of the win of who sits there."""


@dataclass(frozen=True)
class Ratings:
    """All that was found."""

    players: list[Rating]
    """Group after group, the best first."""
    seats: list[Seat]
    groups: int
    games: int
    blocks: int
    left_out: list[int]
    """Blocks that don't count, as told by who asked: those that aren't whole above all. Not a game of them is mixed in."""
    places: int | None
    prior: float
    level: float

    @property
    def words(self) -> list[str]:
        """What a reader must know beside the table."""
        said = [f"{self.level:.0%} intervals over {self.blocks} blocks; prior: normal, {self.prior:g} Elo around the mean"]
        if self.places is not None:
            said.append("the win alone counts" if self.places == 1 else f"the first {self.places} places count")
        if self.groups > 1:
            said.append(f"{self.groups} groups never met: their ratings are not comparable")
        if self.left_out:
            count = "1 block is" if len(self.left_out) == 1 else f"{len(self.left_out)} blocks are"
            said.append(f"{count} left out (not whole, void, or behind one that is not whole yet): {_few(self.left_out)}")
        return said

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "players": [_rounded(vars(each)) for each in self.players],
            "seats": [_rounded(vars(each)) for each in self.seats],
            "groups": self.groups,
            "games": self.games,
            "blocks": self.blocks,
            "left_out": self.left_out,
            "places": self.places,
            "prior": self.prior,
            "level": self.level,
        }


def rate(
    games: Games,
    half: Collection[int] = (),
    places: int | None = None,
    anchor: str | None = None,
    prior: float = PRIOR,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> Ratings:
    """Rate all players of `games`; the order of games changes nothing.

    `half`: blocks to be left out: those that aren't whole, are void, or come behind one that isn't whole yet. `places`: how many
    of the first places count (1: the win alone; default: all). `anchor`: whose rating is 0. `prior`: standard deviation in Elo.
    """
    if anchor is not None and anchor not in games.names:
        raise unknown("ratings", "player", anchor, games.names)
    if places is not None and places < 1:
        raise InvalidError(f"ratings: places is {places}; right would be 1 or more")
    left_out = sorted(set(half) & set(games.blocks.tolist()))
    whole = games.without(left_out)
    model = Model(whole, places, prior)
    fit = model.fit()
    drawn = model.draws(fit, draws, seed)
    groups = components(whole)
    shares, met = _shares(whole.ranks, whole.players), whole.players >= 0
    of_player = [(whole.players == i) & met for i in range(len(games.names))]
    blocks = [len(np.unique(whole.blocks[seat.any(axis=1)])) for seat in of_player]
    found = []
    n = len(games.names)
    for group in range(1, max(groups, default=0) + 1):
        inside = [i for i in range(n) if groups[i] == group]
        base = [games.names.index(anchor)] if anchor is not None and groups[games.names.index(anchor)] == group else inside
        elo = (fit[:n] - fit[base].mean()) * POINTS
        spread = (drawn[:, :n] - drawn[:, base].mean(axis=1, keepdims=True)) * POINTS
        ordered = sorted(inside, key=lambda i: (-elo[i], games.names[i]))
        for i, below in itertools.zip_longest(ordered, ordered[1:]):
            low, high = interval(spread[:, i], blocks[i], level)
            ahead = None if below is None else float((spread[:, i] > spread[:, below]).mean())
            found.append(
                Rating(games.names[i], group, float(elo[i]), low, high, int(of_player[i].sum()), blocks[i],
                       float(shares[of_player[i]].mean()), float(whole.ranks[of_player[i]].mean()), ahead)
            )  # fmt: skip
    found += [
        Rating(name, 0, None, None, None, 0, 0, 0.0, 0.0, None)
        for name, group in sorted(zip(games.names, groups, strict=True)) if group == 0
    ]  # fmt: skip
    seats = []
    sizes = met.sum(axis=1)
    for size, first in model.tables.items():
        at = sizes == size
        effects = slice(first, first + size)
        elo = (fit[effects] - fit[effects].mean()) * POINTS
        spread = (drawn[:, effects] - drawn[:, effects].mean(axis=1, keepdims=True)) * POINTS
        many = len(np.unique(whole.blocks[at]))
        for seat in range(size):
            low, high = interval(spread[:, seat], many, level)
            seats.append(Seat(size, seat, float(elo[seat]), low, high, int(at.sum()), float(shares[at, seat].mean())))
    return Ratings(
        found, seats, max(groups, default=0), len(whole.blocks), len(np.unique(whole.blocks)), left_out, places, prior, level
    )


def interval(values: Floats, blocks: int, level: float) -> tuple[float | None, float | None]:
    """Percentiles of bootstrapped `values`, spread for few `blocks` as Student's t is against the normal distribution."""
    if blocks < 2:
        return None, None
    t = float(need("scipy.special", "report").stdtrit(blocks - 1, (1 + level) / 2))
    tail = NormalDist().cdf(-t * math.sqrt((blocks + 1) / (blocks - 1)))
    low, high = np.quantile(values, [tail, 1 - tail], method="weibull")
    return float(low), float(high)


def components(games: Games) -> list[int]:
    """The group of each player, from 1 in the order of the names; 0: no game."""
    parent = list(range(len(games.names)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    tables = np.unique(np.sort(games.players, axis=1), axis=0)
    for seated in tables.tolist():
        present = [i for i in seated if i >= 0]
        for other in present[1:]:
            parent[root(present[0])] = root(other)
    played = set(games.players.ravel().tolist())
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(i), len(numbers) + 1) if i in played else 0 for i in range(len(games.names))]


# --- the model --------------------------------------------------------------------------------------------------------


def stages(ranks: Sequence[int], places: int | None = None) -> list[tuple[int, float, tuple[float, ...]]]:
    """Choices that a game's ranks tell of: (set of seats to choose among, as bits; weight; share of each seat in the choice).

    Weight and shares are means over all orders of the tied.

    >>> stages([1, 2])
    [(3, 1.0, (1.0, 0.0))]
    >>> stages([1, 1, 3])
    [(7, 1.0, (0.5, 0.5, 0.0)), (6, 0.5, (0.0, 0.5, 0.0)), (5, 0.5, (0.5, 0.0, 0.0))]
    """
    seats = len(ranks)
    most = seats if places is None else places
    left, found = set(range(seats)), []
    for rank in sorted(set(ranks)):
        tied = [seat for seat in range(seats) if ranks[seat] == rank]
        for k in range(len(tied)):
            if len(left) - k < 2 or seats - len(left) + k >= most:
                break
            weight = 1 / math.comb(len(tied), k)
            for gone in itertools.combinations(tied, k):
                share = weight / (len(tied) - k)
                shares = tuple(share if seat in tied and seat not in gone else 0.0 for seat in range(seats))
                found.append((sum(1 << seat for seat in left - set(gone)), weight, shares))
        left -= set(tied)
    return found


class Model:
    """The likelihood of games, gathered by block and by who chooses among whom; strengths of players, then effects of seats."""

    def __init__(self, games: Games, places: int | None, prior: float) -> None:
        sparse = need("scipy.sparse", "report")
        players, ranks = games.players, games.ranks
        count, width = len(games.names), players.shape[1]
        sizes = (players >= 0).sum(axis=1)
        self.tables: dict[int, int] = {}
        """Size of a table to the index of its first seat's effect."""
        self.length = count
        for size in np.unique(sizes).tolist():
            self.tables[size] = self.length
            self.length += size
        if (count + 1) ** width * 8 >= 1 << 62:
            raise InvalidError(f"ratings: {count} players at tables of {width}; so many can't be rated together")
        first = np.array([self.tables.get(size, 0) for size in range(width + 1)], np.int64)
        _, blocks = np.unique(games.blocks, return_inverse=True)
        self.blocks = int(blocks.max(initial=-1)) + 1

        # What ranks tell of is worked out once for each pattern of ranks.
        patterns, of = np.unique(np.where(players >= 0, ranks, 0), axis=0, return_inverse=True)
        of = of.reshape(-1)
        told = [stages([rank for rank in pattern.tolist() if rank > 0], places) for pattern in patterns]
        starts = np.cumsum([0, *map(len, told)])
        masks = np.array([mask for each in told for mask, _, _ in each], np.int64)
        weights = np.array([weight for each in told for _, weight, _ in each])
        shares = np.zeros((len(masks), width))
        for k, row in enumerate(shares_ for each in told for _, _, shares_ in each):
            shares[k, : len(row)] = row
        lengths = np.diff(starts)[of]
        game = np.repeat(np.arange(len(of)), lengths)
        entry = np.arange(len(game)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + starts[:-1][of][game]

        inside = (masks[entry, None] >> np.arange(width)) & 1 > 0
        digits = np.where(inside, players[game] + 1, 0)
        code = digits @ (count + 1) ** np.arange(width) + sizes[game] * (count + 1) ** width
        codes, choice = np.unique(code, return_inverse=True)
        one = np.zeros(len(codes), np.int64)
        one[choice] = np.arange(len(choice))  # any game's entry of that choice
        self._lay(inside[one], players[game][one], first[sizes[game][one]][:, None] + np.arange(width))
        self.counts = sparse.csr_matrix((weights[entry], (blocks[game], choice)), shape=(self.blocks, len(codes)))

        seen = np.zeros((self.blocks, self.length))
        for seat in range(width):
            at = players[game, seat] >= 0
            what = shares[entry, seat][at]
            np.add.at(seen, (blocks[game][at], players[game, seat][at]), what)
            np.add.at(seen, (blocks[game][at], first[sizes[game]][at] + seat), what)
        self.seen = sparse.csr_matrix(seen)  # sparse, as what it is multiplied with: BLAS's threads wait for busy cores
        sds = np.array([prior] * count + [SEAT_PRIOR] * (self.length - count)) / POINTS
        self.precision = 1 / sds**2
        groups = components(games)
        alike = [[i for i in range(count) if groups[i] == group] for group in set(groups) - {0}]
        alike += [list(range(start, start + size)) for size, start in self.tables.items()]
        self.centre = np.eye(self.length)
        """Takes the mean of each group and of each table's seats away: games say nothing of it."""
        for these in alike:
            self.centre[np.ix_(these, these)] -= 1 / len(these)

    def _lay(self, inside: npt.NDArray[np.bool_], player: Ints, seat: Ints) -> None:
        """Who stands where: each pair of a player and a seat once, and for each choice and place the pair there."""
        sparse = need("scipy.sparse", "report")
        pairs, at = np.unique(np.stack([player[inside], seat[inside]], axis=1), axis=0, return_inverse=True)
        self.pairs = pairs.reshape(-1, 2)
        self.at = np.full(inside.shape, len(self.pairs))  # one more, of no weight: nobody
        self.at[inside] = at.reshape(-1)
        places = np.flatnonzero(inside)
        ones = np.ones(len(places))
        self.to_pairs = sparse.csr_matrix((ones, (at.reshape(-1), places)), shape=(len(self.pairs), inside.size))
        rows, ones = np.arange(len(self.pairs)), np.ones(len(self.pairs))
        self.to_each = sum(sparse.csr_matrix((ones, (self.pairs[:, k], rows)), shape=(self.length, len(rows))) for k in (0, 1))
        self.each = (self.to_each @ self.to_pairs).T.tocsr()

    def chances(self, at: Floats) -> Floats:
        """By choice and place: the chance of being chosen; `at` and the result have a column for each fit."""
        odds = np.zeros((len(self.pairs) + 1, at.shape[1]))
        odds[:-1] = np.exp(at[self.pairs[:, 0]] + at[self.pairs[:, 1]])
        each = odds[self.at]
        each /= each.sum(axis=1, keepdims=True)
        return np.asarray(each)

    def fit(self) -> Floats:
        """The most likely strengths and effects."""
        at, counts, seen = np.zeros(self.length), self._total(), np.asarray(self.seen.sum(axis=0))[0]
        for _ in range(200):
            chances = self.chances(at[:, None])
            uphill = seen - self._expected(counts, chances)[:, 0] - self.precision * at
            step = self._inverse(counts[:, 0], chances[:, :, 0]) @ uphill
            at = at + step / max(1.0, float(np.abs(step).max(initial=0)))
            if np.abs(step).max(initial=0) < CLOSE / 100:
                break
        return np.asarray(at)

    def draws(self, fit: Floats, draws: int, seed: int) -> Floats:
        """By draw: the fit to blocks weighted anew, under a prior with a mean drawn anew.

        All begin with one step of Newton from `fit`; where games are so many that it is as good as the whole way, that's all.
        """
        if not self.blocks:
            return np.repeat(fit[None], draws, axis=0)
        rng = np.random.default_rng(derive(seed, "bootstrap").tolist())
        chances, counts = self.chances(fit[:, None]), self._total()
        inverse, diagonal = self._inverse(counts[:, 0], chances[:, :, 0]), self._diagonal(counts, chances)
        scores = (self.seen - self.counts @ self._chosen(chances[:, :, 0])).T.tocsr()
        whole_way = draws * max(self.at.size, self.counts.nnz) <= MOST_WORK
        chunk = max(1, CELLS // max(1, self.at.size if whole_way else self.blocks))
        found = np.empty((draws, self.length))
        for low in range(0, draws, chunk):
            part = found[low : low + chunk]
            weights = rng.standard_exponential((self.blocks, len(part)))
            weights *= self.blocks / weights.sum(axis=0)
            means = rng.standard_normal((self.length, len(part))) / np.sqrt(self.precision)[:, None]
            step = inverse @ (scores @ weights - self.precision[:, None] * (fit[:, None] - means))
            at = fit[:, None] + step / np.maximum(1.0, np.abs(step).max(axis=0, initial=0))
            part[:] = (self._refit(at, weights, means, inverse, diagonal) if whole_way else at).T
        return found

    def _refit(self, at: Floats, weights: Floats, means: Floats, inverse: Floats, diagonal: Floats) -> Floats:
        """Newton's steps with one curvature for all, scaled to each fit's own diagonal."""
        counts, seen = np.asarray(self.counts.T @ weights), self.seen.T @ weights
        for _ in range(100):
            chances = self.chances(at)
            uphill = seen - self._expected(counts, chances) - self.precision[:, None] * (at - means)
            scale = np.sqrt(diagonal / self._diagonal(counts, chances))
            step = self.centre @ (scale * (inverse @ (scale * (self.centre @ uphill))))
            at = at + step / np.maximum(1.0, np.abs(step).max(axis=0, initial=0))
            if np.abs(step).max(initial=0) < CLOSE:
                break
        return at

    def _total(self) -> Floats:
        return np.asarray(self.counts.sum(axis=0)).reshape(-1, 1)

    def _expected(self, counts: Floats, chances: Floats) -> Floats:
        return np.asarray(self.to_each @ (self.to_pairs @ (counts[:, None] * chances).reshape(-1, counts.shape[1])))

    def _diagonal(self, counts: Floats, chances: Floats) -> Floats:
        return self._expected(counts, chances * (1 - chances)) + self.precision[:, None]

    def _chosen(self, chances: Floats) -> Any:
        """By choice: the chances of all players and seats, as a sparse matrix."""
        choices, width = chances.shape
        spots = (chances.ravel(), (np.repeat(np.arange(choices), width), np.arange(choices * width)))
        return need("scipy.sparse", "report").csr_matrix(spots, shape=(choices, choices * width)) @ self.each

    def _inverse(self, counts: Floats, chances: Floats) -> Floats:
        """Of the curvature: the weighted covariances of what is chosen, and the priors' precision; nothing along the means."""
        square = self.each.T @ self.each.multiply((counts[:, None] * chances).reshape(-1, 1)).tocsr()
        mean = self._chosen(chances)
        curvature = (square - mean.T @ mean.multiply(counts[:, None]).tocsr()).toarray() + np.diag(self.precision)
        inside = self.centre @ curvature @ self.centre + np.eye(self.length) - self.centre
        return np.asarray(self.centre @ np.linalg.inv(inside) @ self.centre)


def _shares(ranks: Ints, players: Ints) -> Floats:
    """By game and seat: the share of the win."""
    won = (ranks == 1) & (players >= 0)
    return won / np.maximum(1, won.sum(axis=1, keepdims=True))


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:10])) + (", ..." if len(numbers) > 10 else "")


def _rounded(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in values.items()}
