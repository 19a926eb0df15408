"""Rollouts: as long as the horizon says; rivals' bids by their types, all other steps by the game's `sample`."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME, RULES
from mutapa.search import settings
from mutapa.search.auction import begin
from mutapa.search.rollout import rollout


class Watched:
    """A rollout of `ascending` in plain Python whose game notes who samples, who bids as what, and nature's keys."""

    def __init__(self, *, seats: int = 3, limits: int = 1, horizon: int = 1000, me: int = 1, rounds: int = 3) -> None:
        board, state = GAME.deal(GAME.describe(seats, {"budget": 6, "rounds": rounds}, derive(1)))
        self.board, self.state = board.tolist(), state.tolist()
        self.sampled: list[int] = []
        self.bids: list[tuple[int, int]] = []
        self.auctions: list[dict[int, int]] = [{} for _ in range(rounds)]
        """The type that a seat first bid as, by auction."""
        self.keys: list[tuple[int, ...]] = []
        self.values = [0] * settings.LENGTH
        for name, value in {"SEATS": seats, "SEAT": me, "AUCTION": limits, "HORIZON": horizon, "TYPES": 7}.items():
            self.values[getattr(settings, name)] = value
        self.uniform = [(i + 1) * (1 << 32) // 7 for i in range(7)] * (1 + seats)

        def sample(board: Any, work: Any, state: Any, rng: Any) -> int:
            self.sampled.append(RULES.turn(board, work, state))
            return int(RULES.sample(board, work, state, rng))

        def bid(board: Any, work: Any, state: Any, seat: int, bidder: int, rng: Any) -> int:
            assert seat == RULES.turn(board, work, state)
            self.bids.append((seat, bidder))
            self.auctions[len(self.keys)].setdefault(seat, bidder)
            return int(RULES.bid(board, work, state, seat, bidder, rng))

        def chance(board: Any, work: Any, state: Any, key: Any) -> int:
            self.keys.append(tuple(key))
            return int(RULES.chance(board, work, state, key))

        self.rules = RULES._replace(sample=sample, bid=bid, chance=chance)

    def run(self, seed: int = 1) -> int:
        rng, types, luck = derive(seed, "rollout").tolist(), [0] * 9, [seed, 7]
        begin(self.values, self.uniform, types, rng)
        work = [0] * GAME.work_words
        lists = [0] * GAME.actions_max, [0] * GAME.actions_max
        brain = tuple([0] for _ in range(8))  # nobody's: never looked at
        rest = self.uniform, types, luck, *lists, [0], rng
        return int(rollout(self.rules, self.board, work, self.state, self.values, brain, *rest))


def test_rivals_bid_by_their_types_and_the_searching_seat_samples() -> None:
    for seed in range(20):
        watched = Watched()
        steps = watched.run(seed)
        assert steps == len(watched.sampled) + len(watched.bids)
        assert set(watched.sampled) == {1}
        assert {seat for seat, _ in watched.bids} == {0, 2}
        assert watched.keys == [(seed, 7)] * 2  # nature's draws all come from the world's key


def test_without_types_everybody_samples() -> None:
    watched = Watched(limits=0)
    watched.run()
    assert not watched.bids
    assert set(watched.sampled) == {0, 1, 2}


def test_a_rival_keeps_its_type_for_one_auction() -> None:
    kept = changed = 0
    for seed in range(40):
        watched = Watched(rounds=1)
        watched.run(seed)
        for seat in (0, 2):
            drawn = {bidder for s, bidder in watched.bids if s == seat}
            kept += len(drawn) == 1
            changed += len(drawn) > 1
        later = Watched(rounds=3)
        later.run(seed)
        changed += len({bidder for s, bidder in later.bids if s == 0}) > 3
    assert (kept, changed) == (80, 0)


def test_a_rivals_type_is_drawn_anew_for_the_next_auction() -> None:
    pairs = []
    for seed in range(60):
        watched = Watched(rounds=3)
        watched.run(seed)
        pairs += [(one[seat], two[seat]) for one, two in pairwise(watched.auctions) for seat in one if seat in two]
    assert len(pairs) > 100
    assert sum(one != two for one, two in pairs) > 0.7 * len(pairs), "of seven types six are others"


@pytest.mark.parametrize("horizon", [0, 1, 2, 5])
def test_the_horizon_counts_steps_of_seats(horizon: int) -> None:
    for limits in (0, 1):
        watched = Watched(horizon=horizon, limits=limits)
        assert watched.run() == horizon == len(watched.sampled) + len(watched.bids)


def test_every_type_is_drawn() -> None:
    seen = set()
    for seed in range(200):
        watched = Watched(rounds=1)
        watched.run(seed)
        seen |= {bidder for _, bidder in watched.bids}
    assert seen == set(range(7))


@pytest.mark.parametrize(("epsilon", "low", "high"), [(0, 0, 0), (0.25, 0.2, 0.3), (0.9, 0.85, 0.95)])
def test_preferred_steps_but_for_a_share(epsilon: float, low: float, high: float) -> None:
    """The action of most weight, drawn among equals; a share of steps is sampled, and where one is legal it is made."""
    sampled = steps = 0
    opened: Counter[int] = Counter()
    for seed in range(150):
        watched = Watched(limits=0, rounds=3)
        watched.values[settings.ROLLOUT], watched.values[settings.EPSILON] = settings.PREFER, round(epsilon * (1 << 20))
        asked: list[tuple[int, list[int]]] = []
        made: list[int] = []

        def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any, asked: Any = asked) -> int:
            for i in range(n):
                out[i] = 5 if actions[i] in (2, 3) else 1
            asked.append((n, list(actions[:n])))
            return 0

        def apply(board: Any, work: Any, state: Any, action: int, made: Any = made) -> int:
            made.append(action)
            return int(RULES.apply(board, work, state, action))

        watched.rules = watched.rules._replace(prefer=prefer, apply=apply)
        steps += watched.run(seed)
        sampled += len(watched.sampled)
        if epsilon == 0:
            assert asked
            assert all(n > 1 for n, _ in asked)
            # 2 and 3 weigh alike: one of them opens, drawn; after 3 nothing weighs more than passing
            opened[made[0]] += 1
            assert made[1] == 3 or made[0] == 3
    assert low <= sampled / steps <= high
    if epsilon == 0:
        assert set(opened) == {2, 3}
        assert min(opened.values()) > 50
